"""Google Calendar's dialogs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from android_gym.simulator.appkit.dialogs import (
    ChoiceDialog,
    ConfirmDialog,
    DateDialog,
    TimeDialog,
)
from android_gym.simulator.appkit.recurrence import FREQUENCIES, Rule, describe, parse, render
from android_gym.simulator.appkit.recurrence_dialogs import RepeatDialog, RepeatUntil
from android_gym.simulator.apps.google_calendar.actions import (
    FIRST_DAY,
    LAST_DAY,
    EditActions,
    EventActions,
    MainActions,
)
from android_gym.simulator.apps.google_calendar.model import COLORS, REMINDERS, Part, reminder_words
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import FloatingActionButton
from android_gym.simulator.ui.layouts import column, row
from android_gym.simulator.ui.widgets import TextView

__all__ = [
    "DeleteEvent",
    "DeletePart",
    "DiscardChanges",
    "EDIT_DIALOGS",
    "PickCalendar",
    "PickColor",
    "PickDay",
    "PickReminder",
    "PickRepetition",
    "PickTime",
    "SavePart",
    "SpeedDial",
]

End = Literal["begin", "end"]


@dataclass(frozen=True)
class SpeedDial(Dialog[MainActions]):
    """The menu of things to create, above the button."""

    def build(self, screen: MainActions) -> Overlay:
        """Build an entry for each of them."""

        def entry(words: str, icon: str, id: str, call: Any) -> Any:
            def create() -> None:
                screen.dismiss_dialog()
                call()

            button = FloatingActionButton(
                icon, size="mini", margin=(16, 0, 0, 0), content_description=f"{words} button",
                on_click=create,
            )  # fmt: skip
            label = TextView(words, style="label_large")
            return row(label, button, id=id, padding=(8, 8), on_click=create)

        content = column(
            entry("Task", "check_circle_outline", "speed_dial_task_container", screen.new_task),
            entry("Event", "calendar", "speed_dial_event_container", screen.new_event),
            content_gravity="end",
            padding=(16, 8),
            background="card",
        )
        return Overlay(content, gravity="bottom|end", margin=(16, 16, 16, 96), dim=0.32)


# --- the editor


@dataclass(frozen=True)
class PickDay(DateDialog[EditActions]):
    """Asks for the day when an event begins or ends.

    Attributes:
        end: "begin" or "end".
    """

    MATERIAL: ClassVar[bool] = True
    end: End

    def day(self, screen: EditActions) -> dt.date:
        """Return the current day."""
        draft = screen.state.draft
        day = (draft.begin if self.end == "begin" else draft.end).date()
        return max(FIRST_DAY, min(LAST_DAY, day))

    def span(self, screen: EditActions) -> tuple[dt.date, dt.date]:
        """Return the range of days that can be shown."""
        return FIRST_DAY, LAST_DAY

    def first_weekday(self, screen: EditActions) -> int:
        """Return the first day of the week from the settings."""
        return screen.setting("week_start", 6) % 7

    def on_pick(self, screen: EditActions, day: dt.date) -> None:
        """Store the day."""
        draft = screen.state.draft
        if self.end == "begin":
            screen.begin_at(dt.datetime.combine(day, draft.begin.time()))
        else:
            screen.end_at(dt.datetime.combine(day, draft.end.time()))


@dataclass(frozen=True)
class PickTime(TimeDialog[EditActions]):
    """Asks for the time when an event begins or ends.

    Attributes:
        end: "begin" or "end".
    """

    MATERIAL: ClassVar[bool] = True
    end: End

    def time(self, screen: EditActions) -> dt.time:
        """Return the current time."""
        draft = screen.state.draft
        return (draft.begin if self.end == "begin" else draft.end).time()

    def on_pick(self, screen: EditActions, time: dt.time) -> None:
        """Store the time."""
        draft = screen.state.draft
        if self.end == "begin":
            screen.begin_at(dt.datetime.combine(draft.begin.date(), time))
        else:
            screen.end_at(dt.datetime.combine(draft.end.date(), time))


@dataclass(frozen=True)
class PickRepetition(ChoiceDialog[EditActions]):
    """Asks how an event repeats."""

    NEGATIVE: ClassVar[str | None] = None

    def choices(self, screen: EditActions) -> Sequence[str]:
        """Return the choices offered by Android's calendars."""
        words = ["Does not repeat", "Every day", "Every week", "Every month", "Every year"]
        if self.selected(screen) == 5:
            rule = parse(screen.state.draft.rule)
            words.append(describe(rule) if rule is not None else screen.state.draft.rule)
        return [*words, "Custom…"]

    def selected(self, screen: EditActions) -> int:
        """Return the index of the current choice; 5 for a custom rule."""
        text = screen.state.draft.rule
        plain = ["", *(render(Rule(freq)) for freq in FREQUENCIES)]
        return plain.index(text) if text in plain else 5

    def on_choose(self, screen: EditActions, index: int) -> None:
        """Store the rule, or ask for a custom one."""
        draft, count = screen.state.draft, len(self.choices(screen))
        if index == count - 1:
            first = CustomRepetition(first=draft.begin.date())
            screen.show_dialog(first.of(parse(draft.rule)))
        elif index < 5:
            screen.change(rule=render(Rule(FREQUENCIES[index - 1])) if index else "")


@dataclass(frozen=True)
class CustomRepetition(RepeatDialog[EditActions]):
    """Asks for a custom repetition rule."""

    def on_rule(self, screen: EditActions, rule: Rule) -> None:
        """Store the rule."""
        screen.change(rule=render(rule))


@dataclass(frozen=True)
class PickReminder(ChoiceDialog[EditActions]):
    """Asks for the time of another notification."""

    MARKED: ClassVar[bool] = False
    NEGATIVE: ClassVar[str | None] = None

    def choices(self, screen: EditActions) -> Sequence[str]:
        """Return the suggested times."""
        return [reminder_words(minutes) for minutes in REMINDERS]

    def on_choose(self, screen: EditActions, index: int) -> None:
        """Add the notification."""
        kept = screen.state.draft.reminders
        screen.change(reminders=tuple(sorted({*kept, REMINDERS[index]})))


@dataclass(frozen=True)
class PickColor(ChoiceDialog[EditActions]):
    """Asks for an event's colour."""

    NEGATIVE: ClassVar[str | None] = None

    def choices(self, screen: EditActions) -> Sequence[str]:
        """Return the names of the colours."""
        return ["Default color", *(name for _, name in COLORS)]

    def selected(self, screen: EditActions) -> int:
        """Return the index of the current colour."""
        known = ["", *(color for color, _ in COLORS)]
        color = screen.state.draft.color
        return known.index(color) if color in known else -1

    def on_choose(self, screen: EditActions, index: int) -> None:
        """Store the colour."""
        screen.change(color=COLORS[index - 1][0] if index else "")


@dataclass(frozen=True)
class PickCalendar(ChoiceDialog[EditActions]):
    """Asks which calendar an event belongs to."""

    NEGATIVE: ClassVar[str | None] = None

    def choices(self, screen: EditActions) -> Sequence[str]:
        """Return the names of the writable calendars."""
        return [each.name for each in screen.calendars.calendars() if each.writable]

    def selected(self, screen: EditActions) -> int:
        """Return the index of the event's calendar."""
        numbers = [each.id for each in screen.calendars.calendars() if each.writable]
        calendar = screen.state.draft.calendar
        return numbers.index(calendar) if calendar in numbers else -1

    def on_choose(self, screen: EditActions, index: int) -> None:
        """Store the calendar."""
        numbers = [each.id for each in screen.calendars.calendars() if each.writable]
        if index < len(numbers):
            screen.change(calendar=numbers[index])


@dataclass(frozen=True)
class DiscardChanges(ConfirmDialog[EditActions]):
    """Asks for confirmation before changes are lost."""

    MESSAGE: ClassVar[str | None] = "Discard your changes?"
    POSITIVE: ClassVar[str] = "Discard"
    NEGATIVE: ClassVar[str | None] = "Keep editing"

    def on_confirm(self, screen: EditActions) -> None:
        """Close the editor."""
        screen.finish()


_PARTS: tuple[tuple[Part, str], ...] = (
    ("this", "This event"),
    ("following", "This and following events"),
    ("all", "All events"),
)


@dataclass(frozen=True)
class SavePart(ChoiceDialog[EditActions]):
    """Asks which instances of a repeating event to change."""

    TITLE: ClassVar[str | None] = "Save recurring event"
    MARKED: ClassVar[bool] = False

    def choices(self, screen: EditActions) -> Sequence[str]:
        """Return the choices."""
        return [words for _, words in _PARTS]

    def on_choose(self, screen: EditActions, index: int) -> None:
        """Save the changes."""
        screen.save(_PARTS[index][0])


EDIT_DIALOGS = (
    CustomRepetition,
    DiscardChanges,
    PickCalendar,
    PickColor,
    PickDay,
    PickReminder,
    PickRepetition,
    PickTime,
    RepeatUntil,
    SavePart,
)
"""Dialogs of the editor."""


# --- an event's page


@dataclass(frozen=True)
class DeletePart(ChoiceDialog[EventActions]):
    """Asks which instances of a repeating event to delete."""

    TITLE: ClassVar[str | None] = "Delete recurring event"
    MARKED: ClassVar[bool] = False

    def choices(self, screen: EventActions) -> Sequence[str]:
        """Return the choices."""
        return [words for _, words in _PARTS]

    def on_choose(self, screen: EventActions, index: int) -> None:
        """Delete the chosen instances."""
        screen.delete(_PARTS[index][0])


@dataclass(frozen=True)
class DeleteEvent(ConfirmDialog[EventActions]):
    """Asks for confirmation before an event is deleted."""

    TITLE: ClassVar[str | None] = "Delete this event?"
    POSITIVE: ClassVar[str] = "Delete"

    def on_confirm(self, screen: EventActions) -> None:
        """Delete the event."""
        screen.delete("all")
