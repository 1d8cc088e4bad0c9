"""Keep's dialogs and bottom sheets."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from android_gym.simulator.appkit.dialogs import ConfirmDialog, DateDialog, TimeDialog
from android_gym.simulator.apps.keep.actions import Actions
from android_gym.simulator.apps.keep.look import color_dot, sheet_row
from android_gym.simulator.apps.keep.model import COLORS
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import bottom_sheet
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import HorizontalScrollView, ScrollView, row, wide_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = [
    "AddSheet",
    "ColorSheet",
    "DeleteForever",
    "DeleteLabel",
    "EmptyTrash",
    "MoreSheet",
    "ReminderDate",
    "ReminderSheet",
    "ReminderTime",
]


def _sheet(screen: Actions, *rows: View | None, title: str) -> Overlay:
    return bottom_sheet(
        ScrollView(wide_column(*rows, padding=(0, 8)), width=MATCH),
        screen.dismiss_dialog,
        handle=False,
        id="bs_container",
        title=title,
    )


def _closing(screen: Actions, act: Callable[[], object]) -> Callable[[], None]:
    """Return a function that closes the sheet, then runs an action."""

    def run() -> None:
        screen.dismiss_dialog()
        act()

    return run


@dataclass(frozen=True)
class AddSheet(Dialog[Actions]):
    """The sheet opened by "+" in the editor."""

    number: int

    def build(self, screen: Actions) -> Overlay | None:
        """Build the things that can be added."""
        note = screen.notes.get(self.number)
        if note is None:
            return None
        if note.content.is_list:
            entry = sheet_row("text", "Hide checkboxes", _closing(screen, screen.to_text))
        else:
            entry = sheet_row(
                "checkbox_marked_outline", "Checkboxes", _closing(screen, screen.to_list)
            )
        return _sheet(screen, entry, title="Add")


@dataclass(frozen=True)
class MoreSheet(Dialog[Actions]):
    """The sheet opened by the three dots in the editor."""

    number: int

    def build(self, screen: Actions) -> Overlay | None:
        """Build the actions on the note."""
        note = screen.notes.get(self.number)
        if note is None:
            return None
        one = (self.number,)
        rows = [
            ("delete_outline", "Delete", lambda: screen.trash(one)),
            ("content_copy", "Make a copy", lambda: screen.copy(self.number)),
            ("share_variant_outline", "Send", lambda: screen.send(self.number)),
            ("label_outline", "Labels", lambda: screen.choose_labels(one)),
        ]
        if any(item.checked for item in note.content.items) and note.content.is_list:
            rows += [
                ("checkbox_blank_outline", "Uncheck all items", screen.uncheck_all),
                ("playlist_remove", "Delete checked items", screen.delete_checked),
            ]
        return _sheet(
            screen,
            *(sheet_row(icon, text, _closing(screen, act)) for icon, text, act in rows),
            title="Action",
        )


@dataclass(frozen=True)
class ColorSheet(Dialog[Actions]):
    """The sheet that asks for a colour."""

    numbers: tuple[int, ...]

    def build(self, screen: Actions) -> Overlay | None:
        """Build a row of circles."""
        found = [screen.notes.get(number) for number in self.numbers]
        present = {note.color for note in found if note is not None}
        if not present:
            return None

        def choose(name: str) -> None:
            if not screen.state.editing:
                screen.dismiss_dialog()
            screen.set_color(self.numbers, name)

        dots = [
            color_dot(screen.context, name, present == {name}, partial(choose, name))
            for name in (color.name for color in COLORS)
        ]
        return _sheet(
            screen,
            TextView("Color", size=14, weight_font=500, padding=(24, 12)),
            HorizontalScrollView(row(*dots, padding=(16, 4)), width=MATCH),
            title="Theme",
        )


@dataclass(frozen=True)
class ReminderSheet(Dialog[Actions]):
    """The sheet that asks for a reminder's time."""

    numbers: tuple[int, ...]

    def build(self, screen: Actions) -> Overlay | None:
        """Build the suggested times, and a row to pick another."""
        found = [screen.notes.get(number) for number in self.numbers]
        notes = [note for note in found if note is not None]
        if not notes:
            return None
        now = screen.now()
        morning = dt.datetime.combine(now.date() + dt.timedelta(days=1), dt.time(8))
        week = dt.datetime.combine(now.date() + dt.timedelta(days=7 - now.weekday()), dt.time(8))
        evening = dt.datetime.combine(now.date(), dt.time(18))
        times = [("Tomorrow morning", morning), (f"{week:%A} morning", week)]
        if now.hour < 17:
            times.insert(0, ("Later today", evening))

        def choose(when: dt.datetime | None) -> Callable[[], None]:
            return _closing(screen, lambda: screen.remind(self.numbers, when))

        rows: list[View | None] = [
            sheet_row("clock_outline", words, choose(when), f"{when:%I:%M %p}".lstrip("0"))
            for words, when in times
        ]
        rows.append(
            sheet_row(
                "calendar_clock",
                "Pick a date & time",
                _closing(screen, lambda: screen.show_dialog(ReminderDate(self.numbers))),
            )
        )
        if any(note.reminder_ms for note in notes):
            rows.append(sheet_row("delete_outline", "Delete reminder", choose(None)))
        return _sheet(screen, *rows, title="Reminder")


@dataclass(frozen=True)
class ReminderDate(DateDialog[Actions]):
    """Asks for the day of a reminder."""

    MATERIAL = True
    numbers: tuple[int, ...]

    def day(self, screen: Actions) -> dt.date:
        """Return tomorrow."""
        return screen.now().date() + dt.timedelta(days=1)

    def span(self, screen: Actions) -> tuple[dt.date, dt.date]:
        """Return the range of days from today on."""
        return screen.now().date(), super().span(screen)[1]

    def on_pick(self, screen: Actions, day: dt.date) -> None:
        """Ask for the time."""
        screen.show_dialog(ReminderTime(self.numbers, day))


@dataclass(frozen=True)
class ReminderTime(TimeDialog[Actions]):
    """Asks for the time of a reminder."""

    MATERIAL = True
    numbers: tuple[int, ...]
    day: dt.date

    def time(self, screen: Actions) -> dt.time:
        """Return eight in the morning."""
        return dt.time(8)

    def on_pick(self, screen: Actions, time: dt.time) -> None:
        """Set the reminder, unless its time has passed."""
        when = dt.datetime.combine(self.day, time)
        if when <= screen.now().replace(tzinfo=None):
            screen.toast("The time has passed. Pick a future time.")
        else:
            screen.remind(self.numbers, when)


@dataclass(frozen=True)
class DeleteForever(ConfirmDialog[Actions]):
    """Asks for confirmation before notes are permanently deleted."""

    POSITIVE = "Delete"
    numbers: tuple[int, ...]

    def message(self, screen: Actions) -> str:
        """Return the question in the singular or plural."""
        return "Delete note forever?" if len(self.numbers) == 1 else "Delete notes forever?"

    def on_confirm(self, screen: Actions) -> None:
        """Delete the notes."""
        screen.delete(self.numbers)


@dataclass(frozen=True)
class EmptyTrash(ConfirmDialog[Actions]):
    """Asks for confirmation before the trash is emptied."""

    MESSAGE = "Empty trash? All notes in Trash will be permanently deleted."
    POSITIVE = "Empty trash"

    def on_confirm(self, screen: Actions) -> None:
        """Empty the trash."""
        screen.delete(tuple(screen.notes.trashed()))


@dataclass(frozen=True)
class DeleteLabel(ConfirmDialog[Actions]):
    """Asks for confirmation before a label is deleted."""

    TITLE = "Delete label?"
    MESSAGE = (
        "We'll delete this label and remove it from all of your Keep notes. "
        "Your notes won't be deleted."
    )
    POSITIVE = "Delete"
    label: int

    def on_confirm(self, screen: Actions) -> None:
        """Delete the label."""
        screen.notes.delete_label(self.label)
        if screen.state.label == self.label:
            screen.go("notes")
