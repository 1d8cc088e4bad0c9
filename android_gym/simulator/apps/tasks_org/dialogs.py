"""Dialogs of the main activity, but for pickers (`pickers`) and sheets (`screens.drawer`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from android_gym.simulator.appkit.dialogs import ChoiceDialog, ConfirmDialog
from android_gym.simulator.apps.tasks_org.actions import Actions
from android_gym.simulator.apps.tasks_org.look import PRIORITY_COLORS
from android_gym.simulator.apps.tasks_org.recurrence import PRESETS
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.layouts import row
from android_gym.simulator.ui.view import MATCH, View
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
    """Ask before all tasks that are done are deleted."""

    TITLE = "Clear completed tasks?"

    def on_confirm(self, screen: Actions) -> None:
        """Delete them."""
        screen.clear_completed()


@dataclass(frozen=True)
class DeleteSelected(ConfirmDialog[Actions]):
    """Ask before the marked tasks are deleted."""

    MESSAGE = "Delete selected tasks?"

    def on_confirm(self, screen: Actions) -> None:
        """Delete them."""
        screen.delete_selected()


@dataclass(frozen=True)
class DeleteTask(ConfirmDialog[Actions]):
    """Ask before the task that is edited is deleted."""

    MESSAGE = "Delete this task?"

    def on_confirm(self, screen: Actions) -> None:
        """Delete it."""
        screen.delete_task()


@dataclass(frozen=True)
class DiscardChanges(ConfirmDialog[Actions]):
    """Ask before what was edited is lost."""

    MESSAGE = "Are you sure you want to discard your changes?"
    POSITIVE = "Discard"
    NEGATIVE = "Keep editing"

    def on_confirm(self, screen: Actions) -> None:
        """Close the edit screen."""
        screen.close_editor()


@dataclass(frozen=True)
class ChooseRepeat(ChoiceDialog[Actions]):
    """Choose how a task repeats."""

    NEGATIVE = None

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return what is usual, and the way to more."""
        return [*(words for words, _ in PRESETS), "Custom…"]

    def selected(self, screen: Actions) -> int:
        """Return which of them the task has."""
        editor = screen.editor
        rule = editor.draft.recurrence if editor is not None else ""
        rules = [rule for _, rule in PRESETS]
        return rules.index(rule) if rule in rules else len(rules)

    def on_choose(self, screen: Actions, index: int) -> None:
        """Take one, or open the screen for one's own."""
        if index < len(PRESETS):
            screen.set_recurrence(PRESETS[index][1])
        else:
            screen.open_custom_recurrence()


@dataclass(frozen=True)
class ChooseList(ChoiceDialog[Actions]):
    """Choose the list of the task that is edited."""

    NEGATIVE = None

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return the lists."""
        return [each.name for each in screen.store.lists()]

    def selected(self, screen: Actions) -> int:
        """Return the one that it is in."""
        editor = screen.editor
        keys = [each.key for each in screen.store.lists()]
        key = editor.draft.list if editor is not None else ""
        return keys.index(key) if key in keys else -1

    def on_choose(self, screen: Actions, index: int) -> None:
        """Put it into another."""
        lists, editor = screen.store.lists(), screen.editor
        if editor is not None and index < len(lists):
            screen.change_draft(replace(editor.draft, list=lists[index].key))


@dataclass(frozen=True)
class ChoosePlace(ChoiceDialog[Actions]):
    """Choose the place where the task that is edited reminds."""

    MARKED = False
    NEGATIVE = None

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return the places."""
        return [each.name for each in screen.store.places()]

    def on_choose(self, screen: Actions, index: int) -> None:
        """Take it."""
        places, editor = screen.store.places(), screen.editor
        if editor is not None and index < len(places):
            screen.change_draft(replace(editor.draft, place=places[index].key))


@dataclass(frozen=True)
class ChooseCalendar(ChoiceDialog[Actions]):
    """Choose the calendar a task is added to; this phone has none for other apps."""

    NEGATIVE = None

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return the one choice."""
        return ["Don't add to calendar"]

    def selected(self, screen: Actions) -> int:
        """Return it."""
        return 0

    def on_choose(self, screen: Actions, index: int) -> None:
        """Leave everything as it is."""


@dataclass(frozen=True)
class MoveTasks(ChooseList):
    """Choose the list that marked tasks are put into."""

    tasks: tuple[int, ...] = ()

    def on_choose(self, screen: Actions, index: int) -> None:
        """Put them there."""
        lists = screen.store.lists()
        if index < len(lists):
            screen.move(self.tasks, lists[index].key)


@dataclass(frozen=True)
class ChangePriority(Dialog[Actions]):
    """Choose the priority of marked tasks."""

    tasks: tuple[int, ...] = ()
    importance: int = 3

    def build(self, screen: Actions) -> Overlay:
        """Build the four circles."""

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
    """A circle in a priority's colour."""

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
