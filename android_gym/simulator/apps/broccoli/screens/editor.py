"""The form of a new or existing recipe; its title is "New Recipe" in both cases."""

from __future__ import annotations

from functools import partial
from typing import Any

from android_gym.simulator.appkit.forms import TextField
from android_gym.simulator.apps.broccoli.actions import EditorActions
from android_gym.simulator.apps.broccoli.dialogs import (
    ChangePhoto,
    ChooseCategories,
    DiscardChanges,
)
from android_gym.simulator.apps.broccoli.look import framed, photo
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import AppBarLayout, TextInputLayout
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, ScrollView, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, EditText, ImageButton, ImageView, TextView

__all__ = ["CreateAndEditRecipeActivity"]

_LOOK: dict[str, Any] = {"capitalize": "sentences", "margin": (16, 0, 16, 16)}
_LINES: dict[str, Any] = {"multi_line": True, "ime_action": "none", **_LOOK}
_ID = "new_{}".format

TITLE = TextField("title", "Title", _ID("title"), icon="format_title", **_LOOK)
FIELDS = (
    TextField("description", "Description", _ID("description"), icon="information", **_LINES),
    TextField("source", "Source", _ID("source"), icon="link_variant", **_LOOK),
    TextField("servings", "Servings", _ID("servings"), icon="account", **_LOOK),
    TextField("preparation_time", "Time", _ID("preparation_time"), icon="clock_outline", **_LOOK),
    TextField(
        "ingredients", "Ingredients", _ID("ingredients"), icon="format_list_bulleted", **_LINES
    ),
    TextField("directions", "Directions", _ID("directions"), icon="format_list_numbered", **_LINES),
)


class CreateAndEditRecipeActivity(EditorActions):
    """The form of a recipe."""

    DIALOGS = (ChangePhoto, ChooseCategories, DiscardChanges)

    def ask_discard(self) -> None:
        """Ask before discarding changes."""
        self.hide_keyboard()
        self.show_dialog(DiscardChanges())

    def build(self) -> Screen:
        """Build the bar and the fields."""
        draft = self.state.draft
        change = partial(self.change, draft)
        form = column(
            self._photo(),
            TITLE.view(draft, change),
            self._categories(),
            *(field.view(draft, change) for field in FIELDS),
            width=MATCH,
            margin=(0, 0, 0, 20),
        )
        return framed(
            column(
                AppBarLayout([self._bar()]),
                ScrollView(form, key="form", width=MATCH, height=0, weight=1),
                width=MATCH,
                height=MATCH,
            ),
            "New Recipe",
        )

    def _bar(self) -> View:
        return row(
            ImageButton(
                "close", width=56, height=56, tint="on_app_bar", key="close", on_click=self._leave
            ),
            TextView(
                "New Recipe",
                style="app_bar_title",
                color="on_app_bar",
                max_lines=1,
                width=0,
                weight=1,
                margin=(16, 0, 8, 0),
            ),
            Button(
                "Save",
                id="button_save_recipe",
                all_caps=True,
                color="on_app_bar",
                margin=(0, 0, 4, 0),
                min_width=88,
                min_height=48,
                on_click=self.save,
            ),
            id="toolbar",
            class_name="android.view.ViewGroup",
            width=MATCH,
            height=56,
            content_gravity="center_vertical",
        )

    def _leave(self) -> None:
        if not self.on_back():
            self.finish()

    def _photo(self) -> View:
        def choose() -> None:
            self.show_dialog(ChangePhoto())

        return FrameLayout(
            [
                photo(
                    self.photos.read(self.state.image),
                    50,
                    id="new_image",
                    width=MATCH,
                    height=180,
                    on_click=choose,
                ),
                ImageView(
                    "camera",
                    content_description="Change photo",
                    important_for_accessibility="yes",
                    gravity="end|bottom",
                    margin=10,
                ),
            ],
            key="photo",
            class_name="android.view.ViewGroup",
            width=MATCH,
            margin=16,
            background=Rounded(None, 8, "icon"),
        )

    def _categories(self) -> View:
        own = self.state.categories
        listed = self.store.categories()

        def choose() -> None:
            ticked = frozenset(index for index, category in enumerate(listed) if category.id in own)
            self.show_dialog(ChooseCategories(ticked))

        field = EditText(
            ", ".join(category.name for category in listed if category.id in own),
            id="new_categories",
            hint="Categories",
            accept=lambda _: False,
            focusable=False,
            on_click=choose,
        )
        return TextInputLayout(
            field,
            start_icon="label",
            end_icon="arrow_drop_down",
            on_end_icon=choose,
            margin=(16, 0, 16, 16),
        )
