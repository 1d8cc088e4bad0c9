"""Google Tasks' dialogs and bottom sheets."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from android_gym.simulator.appkit.dialogs import ConfirmDialog, TimeDialog, TitledDialog
from android_gym.simulator.appkit.recurrence import Rule, describe, parse, render
from android_gym.simulator.appkit.recurrence_dialogs import RepeatDialog, RepeatUntil
from android_gym.simulator.appkit.times import time_of_day
from android_gym.simulator.apps.google_tasks import look
from android_gym.simulator.apps.google_tasks.actions import ListActions, TasksScreen
from android_gym.simulator.apps.google_tasks.model import SORTS, STARRED, Due, Task
from android_gym.simulator.apps.google_tasks.storage import LONGEST_DETAILS, LONGEST_TITLE
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.calendar_view import CalendarView
from android_gym.simulator.ui.components import Chip, ListItem, bottom_sheet
from android_gym.simulator.ui.layouts import ScrollView, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, EditText, ImageButton

__all__ = [
    "AddTask",
    "DUE_DIALOGS",
    "DeleteCompleted",
    "DeleteList",
    "ListMenu",
    "ListSheet",
    "PickDue",
    "SortSheet",
]

FIRST_DAY, LAST_DAY = dt.date(1970, 1, 1), dt.date(2100, 12, 31)


@dataclass(frozen=True)
class AddTask(Dialog[ListActions]):
    """The sheet that adds a task.

    Attributes:
        list: Id of the task's list.
        title: Text of the title's field.
        details: Text of the details' field.
        detailed: Whether the details' field is shown.
        starred: Whether the task is starred.
        due: When it is due.
    """

    list: int
    title: str = ""
    details: str = ""
    detailed: bool = False
    starred: bool = False
    due: Due = Due()

    def save(self, screen: ListActions) -> None:
        """Add the task, if it has a title, and close the sheet."""
        title = self.title.strip()
        if title:
            screen.dismiss_dialog()
            details = self.details.strip()
            screen.add(Task(0, self.list, title, details, due=self.due, starred=self.starred))

    def build(self, screen: ListActions) -> Overlay:
        """Build the fields and buttons."""

        def change(**changes: Any) -> None:
            screen.update_dialog(replace(self, **changes))

        def typed(name: str) -> Callable[[str], None]:
            return lambda text: change(**{name: text})

        def ask_details() -> None:
            change(detailed=True)
            screen.show_keyboard("add_task_details")

        title = EditText(
            self.title,
            id="add_task_title",
            hint="New task",
            on_text_change=typed("title"),
            on_editor_action=lambda: self.save(screen),
            capitalize="sentences",
            max_length=LONGEST_TITLE,
            autofocus=True,
            background="transparent",
            width=-1,
        )
        details = None
        if self.detailed:
            details = EditText(
                self.details,
                id="add_task_details",
                hint="Add details",
                on_text_change=typed("details"),
                capitalize="sentences",
                multi_line=True,
                max_length=LONGEST_DETAILS,
                max_lines=5,
                size=14,
                background="transparent",
                width=-1,
            )
        chip = None
        if self.due.day is not None:
            chip = look.due_chip(
                screen.context,
                self.due,
                lambda: screen.show_dialog(PickDue.of(0, self.due)),
                lambda: change(due=Due()),
            )
        buttons = wide_row(
            ImageButton(
                "text",
                id="add_task_details_toggle",
                content_description="Add details",
                on_click=ask_details,
            ),
            ImageButton(
                "clock_outline",
                id="add_task_date_toggle",
                content_description="Add date/time",
                on_click=lambda: screen.show_dialog(PickDue.of(0, self.due)),
            ),
            look.star(self.starred, lambda: change(starred=not self.starred), "add_task_star"),
            View(width=0, weight=1),
            Button(
                "Save",
                id="add_task_done",
                enabled=bool(self.title.strip()),
                on_click=lambda: self.save(screen),
            ),
        )
        content = wide_column(title, details, chip, buttons, padding=(16, 8, 8, 8))
        return bottom_sheet(content, screen.dismiss_dialog, handle=False)


# --- when a task is due


@dataclass(frozen=True)
class PickDue(TitledDialog[TasksScreen[Any]]):
    """Asks for day, time and repetition.

    Attributes:
        task: Id of the task; 0 for the one in the sheet below.
        day: The current day.
        minutes: The current minute of the day; None for none.
        rule: The current RRULE, "" for none.
        chosen: Whether a day is set; if not, today is shown.
    """

    POSITIVE: ClassVar[str] = "Done"

    task: int
    day: dt.date
    minutes: int | None = None
    rule: str = ""
    chosen: bool = True

    @classmethod
    def of(cls, task: int, due: Due) -> PickDue:
        """Return the dialog with a task's due time; without one, no day is chosen yet."""
        if due.day is None:
            return cls(task, FIRST_DAY, chosen=False)
        return cls(task, due.day, due.minutes, due.rule)

    def picked(self, screen: TasksScreen[Any]) -> dt.date:
        """Return the day, by default today."""
        return self.day if self.chosen else screen.context.system.clock.today()

    def body(self, screen: TasksScreen[Any]) -> View:
        """Build the calendar, and the rows for time and repetition."""

        def change(**changes: Any) -> None:
            screen.update_dialog(replace(self, **changes))

        day = self.picked(screen)
        ask_time, ask_rule = self._pick_time(screen), self._pick_rule(screen)
        time: View | None = None
        if self.minutes is not None:
            at = dt.datetime.combine(day, dt.time()) + dt.timedelta(minutes=self.minutes)
            time = _chip(time_of_day(screen.context, at), ask_time, _call(change, minutes=None))
        rule = parse(self.rule)
        repeats: View | None = None
        if rule is not None:
            repeats = _chip(describe(rule), ask_rule, _call(change, rule=""))
        return ScrollView(
            wide_column(
                CalendarView(
                    max(FIRST_DAY, min(LAST_DAY, day)),
                    first=FIRST_DAY,
                    last=LAST_DAY,
                    today=screen.context.system.clock.today(),
                    on_change=lambda picked: change(day=picked, chosen=True),
                    key=("calendar", day.toordinal()),
                ),
                _choice("Set time", "clock_outline", time, ask_time),
                _choice("Repeat", "repeat", repeats, ask_rule),
            ),
            width=-1,
        )

    def _pick_time(self, screen: TasksScreen[Any]) -> Callable[[], None]:
        return lambda: screen.show_dialog(PickTime())

    def _pick_rule(self, screen: TasksScreen[Any]) -> Callable[[], None]:
        first = PickRepeat(first=self.picked(screen)).of(parse(self.rule))
        return lambda: screen.show_dialog(first)

    def build(self, screen: TasksScreen[Any]) -> Overlay:
        """Build the dialog."""
        return self.alert(screen, lambda: self._accept(screen))

    def _accept(self, screen: TasksScreen[Any]) -> None:
        due = Due(self.picked(screen), self.minutes, self.rule)
        if self.task:
            screen.set_due(self.task, due)
        elif isinstance(screen, ListActions):
            for dialog in screen.dialogs:
                if isinstance(dialog, AddTask):
                    screen.update_dialog(replace(dialog, due=due))


def _call(function: Callable[..., None], **values: Any) -> Callable[[], None]:
    return lambda: function(**values)


def _chip(words: str, on_click: Callable[[], object], on_close: Callable[[], object]) -> View:
    return Chip(words, content_description=words, on_click=on_click, on_close=on_close)


def _choice(words: str, icon: str, chip: View | None, on_click: Callable[[], object]) -> View:
    if chip is not None:
        return wide_row(chip, padding=(24, 0), min_height=56)
    return ListItem(words, icon=icon, padding=(24, 8), on_click=on_click)


def _under(screen: TasksScreen[Any]) -> PickDue | None:
    return next((each for each in screen.dialogs if isinstance(each, PickDue)), None)


@dataclass(frozen=True)
class PickTime(TimeDialog[TasksScreen[Any]]):
    """Asks for the time when a task is due."""

    MATERIAL: ClassVar[bool] = True

    def time(self, screen: TasksScreen[Any]) -> dt.time:
        """Return the current time; by default the next full hour."""
        under = _under(screen)
        if under is not None and under.minutes is not None:
            return dt.time(*divmod(under.minutes, 60))
        return dt.time((screen.context.system.clock.minute().hour + 1) % 24)

    def on_pick(self, screen: TasksScreen[Any], time: dt.time) -> None:
        """Store the time, and the day on screen."""
        under = _under(screen)
        if under is not None:
            minutes = time.hour * 60 + time.minute
            day = under.picked(screen)
            screen.update_dialog(replace(under, minutes=minutes, day=day, chosen=True))


@dataclass(frozen=True)
class PickRepeat(RepeatDialog[TasksScreen[Any]]):
    """Asks how a task repeats."""

    def on_rule(self, screen: TasksScreen[Any], rule: Rule) -> None:
        """Store the rule, and the day on screen."""
        under = _under(screen)
        if under is not None:
            day = under.picked(screen)
            screen.update_dialog(replace(under, rule=render(rule), day=day, chosen=True))


DUE_DIALOGS = (PickDue, PickRepeat, PickTime, RepeatUntil)
"""Dialogs of every screen that sets due dates."""


# --- lists


def _entry(
    words: str, on_click: Callable[[], object] | None, *, on: bool = False, note: str | None = None
) -> View:
    mark = "check" if on else None
    common: dict[str, Any] = {"enabled": on_click is not None, "selected": on}
    return ListItem(words, note, icon=mark, inset=True, on_click=on_click, **common)


def _sheet(screen: ListActions, *rows: View | None) -> Overlay:
    content = ScrollView(wide_column(*rows, padding=(0, 8)), width=-1)
    return bottom_sheet(content, screen.dismiss_dialog, handle=False)


def _then(screen: ListActions, call: Callable[[], object]) -> Callable[[], None]:
    def close_and_call() -> None:
        screen.dismiss_dialog()
        call()

    return close_and_call


@dataclass(frozen=True)
class ListSheet(Dialog[ListActions]):
    """The sheet that lists all lists."""

    def build(self, screen: ListActions) -> Overlay:
        """Build a row for each list, and one to create a list."""
        shown = screen.shown()
        now = STARRED if shown is None else shown.id

        def go(number: int, words: str) -> View:
            choose = _then(screen, lambda: screen.select(number))
            return _entry(words, choose, on=number == now)

        return _sheet(
            screen,
            go(STARRED, "Starred"),
            *(go(each.id, each.title) for each in screen.store.lists()),
            ListItem("Create new list", icon="add", on_click=_then(screen, screen.add_list)),
        )


@dataclass(frozen=True)
class SortSheet(Dialog[ListActions]):
    """The sheet that asks for a list's sort order."""

    def build(self, screen: ListActions) -> Overlay | None:
        """Build a row for each order."""
        shown = screen.shown()
        if shown is None:
            return None

        def choose(name: Any) -> Callable[[], None]:
            return _then(screen, lambda: screen.sort(name))

        rows = [_entry(words, choose(name), on=name == shown.sort) for name, words in SORTS]
        heading = ListItem("Sort by", title_style="label_large")
        return _sheet(screen, heading, *rows)


@dataclass(frozen=True)
class ListMenu(Dialog[ListActions]):
    """The sheet with the actions on a list."""

    def build(self, screen: ListActions) -> Overlay | None:
        """Build the actions; the first list can't be deleted."""
        shown = screen.shown()
        if shown is None:
            return None
        first = shown == screen.store.lists()[0]
        tasks = screen.store.open_tasks(shown.id, "my_order")
        done = screen.store.completed(shown.id)

        def delete() -> None:
            if tasks:
                screen.show_dialog(DeleteList(shown.title))
            else:
                screen.delete_list()

        ask = _then(screen, lambda: screen.show_dialog(DeleteCompleted()))
        return _sheet(
            screen,
            _entry("Rename list", _then(screen, screen.rename_list)),
            _entry(
                "Delete list",
                None if first else _then(screen, delete),
                note="Default list can't be deleted" if first else None,
            ),
            _entry("Delete all completed tasks", ask if done else None),
        )


@dataclass(frozen=True)
class DeleteList(ConfirmDialog[ListActions]):
    """Asks for confirmation before a list with open tasks is deleted.

    Attributes:
        name: The list's title.
    """

    TITLE: ClassVar[str | None] = "Delete this list?"
    MESSAGE: ClassVar[str | None] = "All tasks in “{name}” will be permanently deleted."
    POSITIVE: ClassVar[str] = "Delete"
    name: str

    def on_confirm(self, screen: ListActions) -> None:
        """Delete the list."""
        screen.delete_list()


@dataclass(frozen=True)
class DeleteCompleted(ConfirmDialog[ListActions]):
    """Asks for confirmation before completed tasks are deleted."""

    TITLE: ClassVar[str | None] = "Delete all completed tasks?"
    MESSAGE: ClassVar[str | None] = "Completed tasks will be permanently deleted."
    POSITIVE: ClassVar[str] = "Delete"

    def on_confirm(self, screen: ListActions) -> None:
        """Delete the tasks."""
        screen.delete_completed()
