"""Dialogs of the main activity, except the pickers (`pickers`) and sheets (`screens.drawer`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from android_gym.simulator.appkit.dialogs import ChoiceDialog, ConfirmDialog
from android_gym.simulator.apps.tasks_org.actions import Actions
from android_gym.simulator.apps.tasks_org.look import PRIORITY_COLORS
from android_gym.simulator.apps.tasks_org.recurrence import PRESETS
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import RadioButton

__all__ = [
    "ChangePriority",
    "ChooseCalendar",
    "ChooseList",
    "ChoosePlace",
    "ChooseRepeat",
    "ClearCompleted",
    "DeleteSelected",
    "DeleteTask",
    "DiscardChanges",
    "MoveTasks",
    "priority_buttons",
]


@dataclass(frozen=True)
class ClearCompleted(ConfirmDialog[Actions]):
    """Ask before deleting all completed tasks."""

    TITLE = "Clear completed tasks?"

    def on_confirm(self, screen: Actions) -> None:
        """Delete the completed tasks."""
        screen.clear_completed()


@dataclass(frozen=True)
class DeleteSelected(ConfirmDialog[Actions]):
    """Ask before deleting the selected tasks."""

    MESSAGE = "Delete selected tasks?"

    def on_confirm(self, screen: Actions) -> None:
        """Delete the selected tasks."""
        screen.delete_selected()


@dataclass(frozen=True)
class DeleteTask(ConfirmDialog[Actions]):
    """Ask before deleting the edited task."""

    MESSAGE = "Delete this task?"

    def on_confirm(self, screen: Actions) -> None:
        """Delete the task."""
        screen.delete_task()


@dataclass(frozen=True)
class DiscardChanges(ConfirmDialog[Actions]):
    """Ask before discarding edits."""

    MESSAGE = "Are you sure you want to discard your changes?"
    POSITIVE = "Discard"
    NEGATIVE = "Keep editing"

    def on_confirm(self, screen: Actions) -> None:
        """Close the edit screen."""
        screen.close_editor()


@dataclass(frozen=True)
class ChooseRepeat(ChoiceDialog[Actions]):
    """Choose the recurrence of a task."""

    NEGATIVE = None

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return the common recurrences, then "custom"."""
        return [*(words for words, _ in PRESETS), "Custom…"]

    def selected(self, screen: Actions) -> int:
        """Return the index of the task's recurrence."""
        editor = screen.editor
        rule = editor.draft.recurrence if editor is not None else ""
        rules = [rule for _, rule in PRESETS]
        return rules.index(rule) if rule in rules else len(rules)

    def on_choose(self, screen: Actions, index: int) -> None:
        """Apply a recurrence, or open the screen for a custom one."""
        if index < len(PRESETS):
            screen.set_recurrence(PRESETS[index][1])
        else:
            screen.open_custom_recurrence()


@dataclass(frozen=True)
class ChooseList(ChoiceDialog[Actions]):
    """Choose the list of the edited task."""

    NEGATIVE = None

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return the names of the lists."""
        return [each.name for each in screen.store.lists()]

    def selected(self, screen: Actions) -> int:
        """Return the index of the task's list."""
        editor = screen.editor
        keys = [each.key for each in screen.store.lists()]
        key = editor.draft.list if editor is not None else ""
        return keys.index(key) if key in keys else -1

    def on_choose(self, screen: Actions, index: int) -> None:
        """Move the task to a list."""
        lists, editor = screen.store.lists(), screen.editor
        if editor is not None and index < len(lists):
            screen.change_draft(replace(editor.draft, list=lists[index].key))


@dataclass(frozen=True)
class ChoosePlace(ChoiceDialog[Actions]):
    """Choose the place for a location reminder of the edited task."""

    MARKED = False
    NEGATIVE = None

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return the names of the places."""
        return [each.name for each in screen.store.places()]

    def on_choose(self, screen: Actions, index: int) -> None:
        """Set the place."""
        places, editor = screen.store.places(), screen.editor
        if editor is not None and index < len(places):
            screen.change_draft(replace(editor.draft, place=places[index].key))


@dataclass(frozen=True)
class ChooseCalendar(ChoiceDialog[Actions]):
    """Choose the calendar to add a task to; the phone offers none to other apps."""

    NEGATIVE = None

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return the only choice."""
        return ["Don't add to calendar"]

    def selected(self, screen: Actions) -> int:
        """Return the index of the only choice."""
        return 0

    def on_choose(self, screen: Actions, index: int) -> None:
        """Leave everything unchanged."""


@dataclass(frozen=True)
class MoveTasks(ChooseList):
    """Choose the list to move selected tasks to."""

    tasks: tuple[int, ...] = ()

    def on_choose(self, screen: Actions, index: int) -> None:
        """Move the tasks."""
        lists = screen.store.lists()
        if index < len(lists):
            screen.move(self.tasks, lists[index].key)


@dataclass(frozen=True)
class ChangePriority(Dialog[Actions]):
    """Choose the priority of selected tasks."""

    tasks: tuple[int, ...] = ()
    importance: int = 3

    def build(self, screen: Actions) -> Overlay:
        """Build the four priority circles."""

        def accept() -> None:
            screen.dismiss_dialog()
            screen.set_priority(self.tasks, self.importance)

        circles = priority_buttons(
            self.importance, lambda chosen: screen.update_dialog(replace(self, importance=chosen))
        )
        return alert_dialog(
            "Change priority",
            on_dismiss=screen.dismiss_dialog,
            content=row(*circles, width=MATCH, padding=(24, 8)),
            positive="OK",
            on_positive=accept,
            negative="Cancel",
        )


class _Circle(RadioButton):
    """A radio button in a priority's colour."""

    def __init__(self, importance: int, checked: bool, on_choose: Callable[[int], None]) -> None:
        super().__init__(
            checked=checked,
            key=("priority", importance),
            width=48,
            height=48,
            padding=(8, 0),
            on_checked_change=lambda _: on_choose(importance),
        )
        self.ink = PRIORITY_COLORS[importance]

    def mark_colors(self) -> tuple[int, ...]:
        """Return the priority's colour, checked or not."""
        color = self.ui.color(self.ink)
        return (color, color)


def priority_buttons(importance: int, choose: Callable[[int], None]) -> list[View]:
    """Build the circles of the four priorities, from none to high."""
    return [_Circle(value, value == importance, choose) for value in (3, 2, 1, 0)]
