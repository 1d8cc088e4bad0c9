"""The settings of a custom filter: its name and criteria."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal

from android_gym.simulator.appkit.columns import text_of
from android_gym.simulator.appkit.dialogs import ChoiceDialog, TextDialog
from android_gym.simulator.apps.tasks_org.criteria import (
    KINDS,
    condition,
    label,
    read_criteria,
    write_criteria,
)
from android_gym.simulator.apps.tasks_org.look import FRAME, RELATIVE
from android_gym.simulator.apps.tasks_org.model import Criterion
from android_gym.simulator.apps.tasks_org.screens.base import (
    DeleteNamed,
    DiscardNamed,
    TasksScreen,
)
from android_gym.simulator.ui.activity import Dialog, Overlay, Screen
from android_gym.simulator.ui.components import (
    ExtendedFloatingActionButton,
    MenuItem,
    TextInputLayout,
    ToggleGroup,
)
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Line
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, ScrollView, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, ImageView, TextView

__all__ = ["FilterSettings"]

MOST: Final = 50
"""Maximum number of criteria of a filter."""

_HOW: Final[tuple[Literal["and", "or", "not"], ...]] = ("and", "or", "not")


@dataclass(frozen=True)
class FilterState:
    """State of the filter form.

    Attributes:
        id: Row id; 0 for a new filter.
        name: Typed name.
        lines: The criteria.
        error: Error message on the name.
    """

    id: int = 0
    name: str = ""
    lines: tuple[Criterion, ...] = ()
    error: str = ""


@dataclass(frozen=True)
class AddCriterion(ChoiceDialog["FilterSettings"]):
    """Choose the kind of a new criterion."""

    MARKED = False
    NEGATIVE = None

    def choices(self, screen: FilterSettings) -> Sequence[str]:
        """Return the kinds."""
        return [kind.title for kind in KINDS.values()]

    def on_choose(self, screen: FilterSettings, index: int) -> None:
        """Ask for the value, or add a criterion that needs none."""
        name = tuple(KINDS)[index]
        choices = KINDS[name].choices
        if choices is None:
            screen.show_dialog(TypeCriterion(kind=name))
        elif choices(screen.store):
            screen.show_dialog(ChooseCriterion(kind=name))
        elif name not in ("tag", "list"):
            screen.add(Criterion(name))


@dataclass(frozen=True)
class ChooseCriterion(ChoiceDialog["FilterSettings"]):
    """Choose the value of a new criterion.

    Attributes:
        kind: Kind of the criterion.
    """

    MARKED = False
    NEGATIVE = None
    kind: str = "due"

    def title(self, screen: FilterSettings) -> str:
        """Return the name of the kind."""
        return KINDS[self.kind].title.rstrip("…")

    def _choices(self, screen: FilterSettings) -> Sequence[tuple[str, str]]:
        choices = KINDS[self.kind].choices
        return () if choices is None else choices(screen.store)

    def choices(self, screen: FilterSettings) -> Sequence[str]:
        """Return the names of the values."""
        return [name for _, name in self._choices(screen)]

    def on_choose(self, screen: FilterSettings, index: int) -> None:
        """Add the criterion."""
        screen.add(Criterion(self.kind, self._choices(screen)[index][0]))


@dataclass(frozen=True)
class TypeCriterion(TextDialog["FilterSettings"]):
    """Ask for the text of a new criterion.

    Attributes:
        kind: Kind of the criterion.
    """

    MAX_LENGTH = 200
    kind: str = "title"

    def title(self, screen: FilterSettings) -> str:
        """Return the name of the kind."""
        return KINDS[self.kind].title.rstrip("…")

    def on_accept(self, screen: FilterSettings, text: str) -> None:
        """Add the criterion."""
        if text.strip():
            screen.add(Criterion(self.kind, text.strip()))


@dataclass(frozen=True)
class EditCriterion(Dialog["FilterSettings"]):
    """Choose how a criterion is combined with those above it, or delete it.

    Attributes:
        index: Index of the criterion.
    """

    index: int = 0

    def build(self, screen: FilterSettings) -> Overlay | None:
        """Build the three buttons."""
        lines = screen.state.lines
        if self.index >= len(lines):
            return None
        line = lines[self.index]

        def choose(number: int) -> None:
            screen.replace_line(self.index, replace(line, how=_HOW[number]))

        def delete() -> None:
            screen.dismiss_dialog()
            screen.replace_line(self.index, None)

        group = ToggleGroup(
            ("AND", "OR", "NOT"),
            (_HOW.index(line.how),),
            choose,
            ids=("button_and", "button_or", "button_not"),
            id="button_toggle",
            margin=16,
        )
        return alert_dialog(
            label(screen.store, line),
            on_dismiss=screen.dismiss_dialog,
            content=column(group, width=MATCH, content_gravity="center_horizontal"),
            positive="OK",
            neutral="Delete",
            on_neutral=delete,
        )


class FilterSettings(TasksScreen[FilterState]):
    """The settings of a custom filter."""

    DIALOGS = (
        AddCriterion,
        ChooseCriterion,
        DeleteNamed,
        DiscardNamed,
        EditCriterion,
        TypeCriterion,
    )

    def on_create(self) -> FilterState:
        """Start with the filter's name and criteria."""
        return self._kept()

    def _kept(self) -> FilterState:
        rows = self.store.database.query(
            "SELECT _id, title, criterion FROM filters WHERE _id = ?", (self.intent.get_str("key"),)
        )
        if not rows:
            return FilterState()
        number, title, criterion = rows[0]
        return FilterState(number, text_of(title), read_criteria(text_of(criterion)))

    def add(self, line: Criterion) -> None:
        """Add a criterion."""
        if len(self.state.lines) < MOST:
            self.update(lines=(*self.state.lines, line))

    def replace_line(self, index: int, line: Criterion | None) -> None:
        """Replace a criterion; None deletes it."""
        lines = self.state.lines
        kept = () if line is None else (line,)
        self.update(lines=(*lines[:index], *kept, *lines[index + 1 :]))

    def save(self) -> None:
        """Save the filter and leave, unless it has no name."""
        state = self.state
        if not state.name.strip():
            self.update(error="Name cannot be empty")
            return
        database = self.store.database
        sql = condition(self.store, state.lines).sql
        values = {
            "title": state.name.strip(),
            "sql": f"WHERE {sql}",
            "values": "",
            "criterion": write_criteria(state.lines),
        }
        if state.id:
            database.update("filters", values, "_id = ?", (state.id,))
        else:
            extra = {"f_color": 0, "f_icon": -1, "f_order": -1}
            database.insert("filters", values | extra)
        self.hide_keyboard()
        self.finish()

    def remove(self) -> None:
        """Delete the filter."""
        self.store.database.execute("DELETE FROM filters WHERE _id = ?", (self.state.id,))

    def on_back(self) -> bool:
        """Ask before discarding changes."""
        if replace(self.state, error="") == self._kept():
            return False
        self.show_dialog(DiscardNamed())
        return True

    def build(self) -> Screen:
        """Build the form."""
        state = self.state
        form = column(
            TextInputLayout(
                EditText(
                    state.name,
                    id="name",
                    hint="Display name",
                    on_text_change=lambda text: self.update(name=text, error=""),
                    capitalize="sentences",
                    max_length=200,
                ),
                kind="filled",
                error=state.error or None,
                id="name_layout",
                margin=16,
            ),
            TextView("Filter criteria", size=14, weight_font=500, color="accent", padding=16),
            self._line(None, "My Tasks", self._count(())),
            *(
                self._line(
                    index, label(self.store, line), self._count(state.lines[: index + 1]), line.how
                )
                for index, line in enumerate(state.lines)
            ),
            width=MATCH,
            padding=(0, 0, 0, 88),
        )
        body = FrameLayout(
            [
                ScrollView(form, width=MATCH, height=MATCH),
                ExtendedFloatingActionButton(
                    "Add Criteria",
                    icon="plus",
                    id="fab",
                    on_click=lambda: self.show_dialog(AddCriterion()),
                ),
            ]
        )
        delete = None
        if state.id:
            delete = MenuItem(
                "Delete",
                lambda: self.show_dialog(DeleteNamed()),
                id="delete",
                icon="delete_outline",
            )
        return self.page(
            self._kept().name or "Create new filter",
            body,
            icon="content_save_outline",
            description="Save",
            leave=self.save,
            menu=[delete],
        )

    def _count(self, lines: Sequence[Criterion]) -> int:
        which = condition(self.store, lines)
        sql = f"SELECT count(*) FROM tasks WHERE deleted = 0 AND completed = 0 AND {which.sql}"
        number: int = self.store.database.value(sql, which.values)
        return number

    def _line(self, index: int | None, name: str, number: int, how: str = "and") -> View:
        icon = {"and": "call_merge", "or": "call_split", "not": "minus_circle_outline"}[how]
        click = None if index is None else partial(self.show_dialog, EditCriterion(index))
        body = row(
            ImageView("all_inclusive" if index is None else icon, id="icon", tint="icon"),
            TextView(
                name, id="name", size=18, color="text_primary", width=0, weight=1, padding=(16, 0)
            ),
            TextView(str(number), id="filter_count", size=14, color="text_secondary"),
            id="row",
            class_name=RELATIVE,
            width=MATCH,
            padding=16,
            content_gravity="center_vertical",
            background=Line("top", "divider") if how == "or" else None,
            on_click=click,
        )
        return FrameLayout([body], class_name=FRAME, width=MATCH, key=("line", index))
