"""Broccoli's dialogs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from android_gym.simulator.appkit.dialogs import ChoiceDialog, ConfirmDialog, MultiChoiceDialog
from android_gym.simulator.apps.broccoli.actions import (
    CookingActions,
    DetailsActions,
    EditorActions,
    MainActions,
)
from android_gym.simulator.apps.broccoli.quantities import servings_of
from android_gym.simulator.apps.broccoli.seasons import LANGUAGES
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import TextInputLayout, ToggleGroup
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, TextView

__all__ = [
    "ChangePhoto",
    "ChooseCategories",
    "ChooseLanguages",
    "DeleteRecipe",
    "DiscardChanges",
    "EditCategory",
    "RestoreAll",
    "Scaling",
]

MOST_SCALE = 1000


@dataclass(frozen=True)
class DeleteRecipe(ConfirmDialog[DetailsActions]):
    """Ask before deleting a recipe."""

    MESSAGE = "Delete this recipe?"
    POSITIVE = "Delete"

    def on_confirm(self, screen: DetailsActions) -> None:
        """Delete the recipe."""
        screen.delete()


@dataclass(frozen=True)
class DiscardChanges(ConfirmDialog[EditorActions]):
    """Ask before discarding changes to the form."""

    MESSAGE = "Discard changes?"
    POSITIVE = "Discard"

    def on_confirm(self, screen: EditorActions) -> None:
        """Discard the changes."""
        screen.discard()


@dataclass(frozen=True)
class ChangePhoto(ChoiceDialog[EditorActions]):
    """Choose the source of a photo, or remove it."""

    TITLE = "Change photo"
    NEGATIVE = None
    MARKED = False

    def _entries(self, screen: EditorActions) -> list[tuple[str, Callable[[], None]]]:
        found = [("Pick photo", screen.pick_photo), ("Take photo", screen.take_photo)]
        if screen.state.image:
            found.append(("Remove photo", screen.remove_photo))
        return found

    def choices(self, screen: EditorActions) -> Sequence[str]:
        """Return the options."""
        return [label for label, _ in self._entries(screen)]

    def on_choose(self, screen: EditorActions, index: int) -> None:
        """Carry out the option."""
        self._entries(screen)[index][1]()


@dataclass(frozen=True)
class ChooseCategories(MultiChoiceDialog[EditorActions]):
    """Choose the categories of a recipe."""

    TITLE = "Categories"
    NEGATIVE = None

    def choices(self, screen: EditorActions) -> Sequence[str]:
        """Return all categories."""
        return [category.name for category in screen.store.categories()]

    def message(self, screen: EditorActions) -> str | None:
        """Return a message if there are no categories."""
        return None if screen.store.categories() else "No categories have been created yet."

    def on_accept(self, screen: EditorActions, ticked: frozenset[int]) -> None:
        """Set the checked categories."""
        listed = screen.store.categories()
        screen.choose_categories(frozenset(listed[i].id for i in ticked if i < len(listed)))


@dataclass(frozen=True)
class ChooseLanguages(MultiChoiceDialog[MainActions]):
    """Choose the languages in which recipes are written."""

    TITLE = "Languages of recipes"

    def choices(self, screen: MainActions) -> Sequence[str]:
        """Return the languages with search terms."""
        return [label for _, label in LANGUAGES]

    def on_accept(self, screen: MainActions, ticked: frozenset[int]) -> None:
        """Save the checked languages."""
        chosen = frozenset(LANGUAGES[index][0] for index in ticked)
        screen.context.preferences().put(**{"seasonal-calendar-languages": chosen})


@dataclass(frozen=True)
class EditCategory(Dialog[MainActions]):
    """Create, rename or delete a category; deleting takes a second tap on the button.

    Attributes:
        category: Id of the category; None for a new one.
        name: Typed name.
        asked: Whether the delete button was tapped once.
    """

    category: int | None = None
    name: str = ""
    asked: bool = False

    def build(self, screen: MainActions) -> Overlay:
        """Build the field, the warning and the buttons."""

        def save() -> None:
            screen.dismiss_dialog()
            screen.save_category(self.name, self.category)

        def delete() -> None:
            if not self.asked:
                screen.update_dialog(replace(self, asked=True))
            elif self.category is not None:
                screen.dismiss_dialog()
                screen.delete_category(self.category)

        field = EditText(
            self.name,
            id="category_name",
            hint="Name",
            on_text_change=lambda text: screen.update_dialog(replace(self, name=text)),
            capitalize="sentences",
        )
        warning = None
        if self.asked:
            warning = TextView(
                "Do you really want to delete this category?",
                id="delete_category_warning",
                color="error",
                width=MATCH,
                padding=(0, 16, 0, 0),
            )
        existing = self.category is not None
        return alert_dialog(
            "Edit category" if existing else "Add category",
            on_dismiss=screen.dismiss_dialog,
            positive="Save",
            on_positive=save,
            positive_enabled=bool(self.name.strip()),
            negative="Cancel",
            neutral="Delete" if existing else None,
            on_neutral=delete,
            content=column(
                TextInputLayout(
                    field, start_icon="format_title", id="category_name_layout", width=MATCH
                ),
                warning,
                width=MATCH,
                padding=(16, 16, 16, 0),
            ),
        )


@dataclass(frozen=True)
class RestoreAll(ConfirmDialog[MainActions]):
    """Ask before adding the recipes of a backup."""

    MESSAGE = "Do you want to import all recipes and categories from this file?"

    uri: str = ""

    def on_confirm(self, screen: MainActions) -> None:
        """Add the recipes."""
        screen.import_backup(self.uri)


@dataclass(frozen=True)
class Scaling(Dialog[CookingActions]):
    """Scale the ingredients to a number of servings, or by a factor.

    Attributes:
        servings: Typed number of servings.
        factor: Typed factor.
        pro: Whether to use the factor.
    """

    servings: str
    factor: str
    pro: bool = False

    def build(self, screen: CookingActions) -> Overlay:
        """Build the two options, the field of the selected one, and the buttons."""
        scale = self._scale(screen)

        def accept() -> None:
            screen.dismiss_dialog()
            if scale is not None:
                screen.update(scale=float(scale))

        ways = ToggleGroup(
            ["Simple", "Pro"],
            [int(self.pro)],
            lambda index: screen.update_dialog(replace(self, pro=index == 1)),
            ids=["button_simple_scaling", "button_pro_scaling"],
            fill=True,
            id="toggle_group_scale_mode",
            width=MATCH,
        )
        return alert_dialog(
            "Adjust ingredients",
            on_dismiss=screen.dismiss_dialog,
            positive="OK",
            on_positive=accept,
            positive_enabled=scale is not None,
            negative="Cancel",
            content=column(
                ways,
                self._factor_field(screen) if self.pro else self._servings_field(screen),
                width=MATCH,
                padding=(24, 16, 24, 0),
            ),
        )

    def _scale(self, screen: CookingActions) -> Fraction | None:
        """Return the scale factor; None unless the text is a number above 0."""
        text = (self.factor if self.pro else self.servings).replace(",", ".")
        try:
            value = Fraction(text)
        except (ValueError, ZeroDivisionError):
            return None
        if not 0 < value <= MOST_SCALE:
            return None
        return value if self.pro else value / servings_of(screen.servings)

    def _servings_field(self, screen: CookingActions) -> View:
        def step(by: int) -> None:
            number = int(self.servings) if self.servings.isdecimal() else 1
            screen.update_dialog(replace(self, servings=str(min(MOST_SCALE, max(1, number + by)))))

        field = EditText(
            self.servings,
            id="number_of_servings",
            hint="Servings" if any(map(str.isdecimal, screen.servings)) else "Recipe amount",
            on_text_change=lambda text: screen.update_dialog(replace(self, servings=text)),
            input_type="number",
            max_length=9,
        )
        return TextInputLayout(
            field,
            start_icon="minus",
            on_start_icon=lambda: step(-1),
            end_icon="plus",
            on_end_icon=lambda: step(1),
            id="layout_simple_scaling",
            margin=(0, 12, 0, 0),
        )

    def _factor_field(self, screen: CookingActions) -> View:
        field = EditText(
            self.factor,
            id="scale_factor",
            hint="Scaling factor",
            on_text_change=lambda text: screen.update_dialog(replace(self, factor=text)),
            input_type="decimal",
            max_length=9,
        )
        return TextInputLayout(field, id="layout_pro_scaling", margin=(0, 12, 0, 0))
