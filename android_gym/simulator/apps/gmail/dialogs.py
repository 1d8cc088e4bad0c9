"""Gmail's dialogs and bottom sheets."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from android_gym.simulator.appkit.dialogs import (
    ChoiceDialog,
    ConfirmDialog,
    DateDialog,
    DialogScreen,
    MultiChoiceDialog,
    TextDialog,
    TimeDialog,
)
from android_gym.simulator.apps.gmail.actions import PLACES, Actions
from android_gym.simulator.apps.gmail.look import day_words
from android_gym.simulator.apps.gmail.model import INBOX, SPAM, TRASH, Search
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import bottom_sheet
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = [
    "ChangeLabels",
    "Confirm",
    "ConfirmEmpty",
    "CreateLabel",
    "MoveTo",
    "SearchLabel",
    "SnoozeSheet",
    "Timed",
    "WhenDate",
    "WhenTime",
    "offers",
]


class Timed(DialogScreen, Protocol):
    """A screen that asks for a future time."""

    def chosen_time(self, numbers: tuple[int, ...], time_ms: int) -> None:
        """Use the time, in epoch milliseconds, for conversations or for the edited message."""

    def show_dialog(self, dialog: Dialog[Timed]) -> None:
        """Open a dialog."""

    def toast(self, text: str) -> None:
        """Show a toast."""


def _epoch(screen: Timed, when: dt.datetime) -> int:
    zone = screen.context.system.clock.zone()
    return int(when.replace(tzinfo=zone).timestamp() * 1000)


def offers(now: dt.datetime, sending: bool) -> list[tuple[str, str, dt.datetime]]:
    """Return the suggested times: name, icon, time.

    Args:
        now: The phone's time.
        sending: Whether the time is for sending a message instead of snoozing.
    """
    today = dt.datetime.combine(now.date(), dt.time())
    tomorrow = today + dt.timedelta(days=1)
    monday = today + dt.timedelta(days=7 - now.weekday())
    saturday = today + dt.timedelta(days=(5 - now.weekday()) % 7 or 7)
    morning, afternoon = dt.timedelta(hours=8), dt.timedelta(hours=13)
    if sending:
        found = [
            ("Tomorrow morning", "white_balance_sunny", tomorrow + morning),
            ("Tomorrow afternoon", "white_balance_sunny", tomorrow + afternoon),
        ]
        if now.weekday() != 6:
            found.append(("Monday morning", "briefcase_outline", monday + morning))
        return found
    found = []
    evening = today + dt.timedelta(hours=18)
    if now.replace(tzinfo=None) < evening - dt.timedelta(hours=1):
        found.append(("Later today", "weather_sunset", evening))
    found.append(("Tomorrow", "white_balance_sunny", tomorrow + morning))
    if now.weekday() < 4:
        found.append(("This weekend", "sofa_outline", saturday + morning))
    # On a Sunday, next Monday would be tomorrow.
    later = monday if monday > tomorrow else monday + dt.timedelta(days=7)
    found.append(("Next week", "briefcase_outline", later + morning))
    return found


def _row(icon: str, text: str, second: str, id: str, on_click: Callable[[], object]) -> View:
    return wide_row(
        ImageView(icon, margin=(0, 0, 24, 0)),
        TextView(text, id="item_title", size=16, width=0, weight=1, max_lines=1),
        TextView(second, id="item_time", size=14, color="text_secondary") if second else None,
        id=id,
        key=text,
        min_height=56,
        padding=(24, 8),
        content_gravity="center_vertical",
        on_click=on_click,
    )


@dataclass(frozen=True)
class SnoozeSheet(Dialog[Timed]):
    """Asks until when to snooze conversations, or when to send a message.

    Attributes:
        numbers: The conversations; empty for the edited message.
    """

    numbers: tuple[int, ...] = ()

    def build(self, screen: Timed) -> Overlay | None:
        """Build a row for each suggestion, and one to pick date and time."""
        sending = not self.numbers
        now = screen.context.system.clock.datetime()

        def choose(when: dt.datetime) -> None:
            screen.dismiss_dialog()
            screen.chosen_time(self.numbers, _epoch(screen, when))

        def ask() -> None:
            screen.dismiss_dialog()
            screen.show_dialog(WhenDate(self.numbers))

        rows: list[View | None] = [
            TextView("Schedule send" if sending else "Snooze until…", id="sheet_title",
                     style="title_large", padding=(24, 12))
        ]  # fmt: skip
        for name, icon, when in offers(now, sending):
            words = day_words(screen.context, _epoch(screen, when))
            rows.append(_row(icon, name, words, "time_option", partial(choose, when)))
        rows.append(_row("calendar_clock", "Pick date & time", "", "custom_option", ask))
        return bottom_sheet(
            ScrollView(wide_column(*rows, padding=(0, 8)), width=MATCH),
            screen.dismiss_dialog,
            id="schedule_sheet" if sending else "snooze_sheet",
            title="Schedule send" if sending else "Snooze until…",
        )


@dataclass(frozen=True)
class WhenDate(DateDialog[Timed]):
    """Asks for the day until which to snooze, or on which to send."""

    MATERIAL = True
    numbers: tuple[int, ...] = ()

    def day(self, screen: Timed) -> dt.date:
        """Return tomorrow."""
        today: dt.date = screen.context.system.clock.today()
        return today + dt.timedelta(days=1)

    def span(self, screen: Timed) -> tuple[dt.date, dt.date]:
        """Return the range of days from today on."""
        return screen.context.system.clock.today(), super().span(screen)[1]

    def on_pick(self, screen: Timed, day: dt.date) -> None:
        """Ask for the time of day."""
        screen.show_dialog(WhenTime(day, self.numbers))


@dataclass(frozen=True)
class WhenTime(TimeDialog[Timed]):
    """Asks for the time of day.

    Attributes:
        day: The day.
        numbers: See `SnoozeSheet`.
    """

    MATERIAL = True
    day: dt.date
    numbers: tuple[int, ...] = ()

    def time(self, screen: Timed) -> dt.time:
        """Return eight in the morning."""
        return dt.time(8)

    def on_pick(self, screen: Timed, time: dt.time) -> None:
        """Use the date and time, unless they are in the past."""
        when = _epoch(screen, dt.datetime.combine(self.day, time))
        if when <= screen.context.system.clock.now_ms():
            screen.toast("Pick a time in the future")
            return
        screen.chosen_time(self.numbers, when)


@dataclass(frozen=True)
class MoveTo(ChoiceDialog[Actions]):
    """Asks for the label to move conversations to."""

    MARKED = False
    TITLE = "Move to"
    numbers: tuple[int, ...] = ()

    def _targets(self, screen: Actions) -> list[str]:
        own = [label.name for label in screen.mailbox.labels()]
        return [each for each in (INBOX, *own, SPAM, TRASH) if each != screen.label]

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return the labels' names."""
        return [screen.title_of(each) for each in self._targets(screen)]

    def on_choose(self, screen: Actions, index: int) -> None:
        """Move the conversations."""
        screen.move(self.numbers, self._targets(screen)[index])


@dataclass(frozen=True)
class ChangeLabels(MultiChoiceDialog[Actions]):
    """Asks which user labels conversations have; their current ones are checked."""

    TITLE = "Label as"
    POSITIVE = "OK"
    numbers: tuple[int, ...] = ()

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return the labels' names."""
        return [label.name for label in screen.mailbox.labels()]

    def on_accept(self, screen: Actions, ticked: frozenset[int]) -> None:
        """Add the checked labels, and remove the others."""
        names = self.choices(screen)
        on = [name for index, name in enumerate(names) if index in ticked]
        screen.change_labels(self.numbers, on, [name for name in names if name not in on])


@dataclass(frozen=True)
class CreateLabel(TextDialog[Actions]):
    """Asks for the name of a new label."""

    TITLE = "New label"
    HINT = "Label name"
    POSITIVE = "Create"
    MAX_LENGTH = 225

    def valid(self, screen: Actions) -> bool:
        """Return whether the name isn't blank."""
        return bool(self.text.strip())

    def on_accept(self, screen: Actions, text: str) -> None:
        """Create the label."""
        if not screen.mailbox.add_label(text):
            screen.toast("This label name is not available")


@dataclass(frozen=True)
class SearchLabel(ChoiceDialog[Actions]):
    """Asks for the label to limit a search to."""

    MARKED = False
    TITLE = "Label"

    def _labels(self, screen: Actions) -> list[str]:
        own = [label.name for label in screen.mailbox.labels()]
        return ["", INBOX, *(canonical for canonical, *_ in PLACES), *own]

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return the labels' names."""
        return [screen.title_of(each) if each else "Any" for each in self._labels(screen)]

    def on_choose(self, screen: Actions, index: int) -> None:
        """Search again within the label."""
        search = screen.state.search or Search(screen.state.query or "")
        screen.search(replace(search, label=self._labels(screen)[index]))


@dataclass(frozen=True)
class Confirm(ConfirmDialog[Actions]):
    """Asks for confirmation before conversations are archived or deleted.

    Attributes:
        numbers: The conversations.
        way: "archive", "delete" or "forever".
    """

    POSITIVE = "OK"
    numbers: tuple[int, ...] = ()
    way: str = "delete"

    def message(self, screen: Actions) -> str:
        """Return the question."""
        one = len(self.numbers) == 1
        what = "this conversation" if one else f"these {len(self.numbers)} conversations"
        if self.way == "forever":
            return f"Delete {what} forever?"
        return f"{self.way.capitalize()} {what}?"

    def on_confirm(self, screen: Actions) -> None:
        """Archive or delete the conversations."""
        if self.way == "archive":
            screen.archive(self.numbers)
        elif self.way == "delete":
            screen.delete(self.numbers)
        else:
            screen.delete_forever(self.numbers)


@dataclass(frozen=True)
class ConfirmEmpty(ConfirmDialog[Actions]):
    """Asks for confirmation before the trash or spam is emptied."""

    POSITIVE = "Empty"
    label: str = TRASH

    def title(self, screen: Actions) -> str:
        """Return the title."""
        return f"Empty {screen.title_of(self.label)}?"

    def message(self, screen: Actions) -> str:
        """Return the question."""
        count = screen.mailbox.count(self.label)
        return f"All {count} items will be permanently deleted."

    def on_confirm(self, screen: Actions) -> None:
        """Permanently delete everything under the label."""
        screen.delete_forever(tuple(screen.mailbox.every(self.label)))
