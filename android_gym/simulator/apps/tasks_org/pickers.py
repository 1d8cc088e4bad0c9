"""Bottom sheets to pick due and start dates."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from android_gym.simulator.appkit.times import moment
from android_gym.simulator.apps.tasks_org import changes, settings
from android_gym.simulator.apps.tasks_org.actions import Actions
from android_gym.simulator.apps.tasks_org.model import DUE_CODES
from android_gym.simulator.apps.tasks_org.times import (
    FIRST,
    LAST,
    date_text,
    day_only,
    has_time,
    time_text,
    with_time,
)
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.calendar_view import CalendarView
from android_gym.simulator.ui.drawables import Line, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, ScrollView, column, row
from android_gym.simulator.ui.sheets import bottom_sheet
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button

__all__ = ["DueSheet", "PickDueTime", "PickStartTime", "StartSheet"]

BUTTONS = 52
"""Height of the bottom row of buttons in dp."""

WEEK: tuple[str, ...] = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


class Shortcut(NamedTuple):
    """A shortcut button of the sheet.

    Attributes:
        id: Resource id.
        text: Label.
        icon: Icon before the label.
        on: Whether it is the current choice.
        choose: Called on a tap.
    """

    id: str
    text: str
    icon: str
    on: bool
    choose: Callable[[], None]


def _shortcut(button: Shortcut) -> View:
    return Button(
        button.text,
        id=button.id,
        kind="text",
        all_caps=False,
        class_name="android.widget.RadioButton",
        icon=button.icon,
        icon_padding=16,
        style="body_large",
        color="accent" if button.on else "text_secondary",
        align="start",
        checked=button.on,
        max_lines=1,
        min_height=48,
        padding=(8, 4),
        width=MATCH,
        on_click=button.choose,
    )


class _DateSheet(Dialog[Actions]):
    """Base of both sheets: columns of dates and times, a calendar, and two buttons."""

    day: dt.date | None
    minutes: int

    def dates(self, screen: Actions) -> Sequence[Shortcut]:
        """Return the shortcuts of the date column."""
        raise NotImplementedError

    def choose(self, screen: Actions, day: dt.date | None, minutes: int | None = None) -> None:
        """Choose a day and a time; `minutes` None keeps the current time."""
        raise NotImplementedError

    def accept(self, screen: Actions) -> None:
        """Apply the choice."""
        raise NotImplementedError

    def pick_time(self, screen: Actions) -> None:
        """Open the time picker."""
        raise NotImplementedError

    def choose_time(self, screen: Actions, minutes: int) -> None:
        """Choose a time; without a day, it is today, or tomorrow if the time is past."""
        now = screen.context.system.clock.datetime()
        day = self.day
        if day is None and minutes >= 0:
            past = minutes <= now.hour * 60 + now.minute
            day = now.date() + dt.timedelta(days=int(past))
        self.choose(screen, day, minutes)

    def times(self, screen: Actions) -> list[Shortcut]:
        """Return the shortcuts of the time column."""
        icons = {
            "morning": "coffee",
            "afternoon": "white_balance_sunny",
            "evening": "weather_sunset",
            "night": "weather_night",
        }
        kept = screen.context.preferences().all()
        buttons, known = [], {-1}
        midnight = dt.datetime(2023, 1, 1)
        for name, (preference, default) in settings.TIMES.items():
            minutes = settings.value(kept, preference, default) // 60_000 % 1440
            known.add(minutes)
            words = time_text(screen.context, midnight + dt.timedelta(minutes=minutes))
            buttons.append(self._time(screen, f"{name}_button", words, icons[name], minutes))
        if self.minutes not in known:
            words = time_text(screen.context, midnight + dt.timedelta(minutes=self.minutes))
            own = self._time(screen, "current_time_selection", words, "clock_outline", self.minutes)
            buttons.insert(0, own)
        pick = Shortcut(
            "pick_time_button", "Pick time", "clock_outline", False, lambda: self.pick_time(screen)
        )
        return [*buttons, pick, self._time(screen, "no_time", "No time", "cancel", -1)]

    def _time(self, screen: Actions, id: str, words: str, icon: str, minutes: int) -> Shortcut:
        on = self.minutes == minutes
        return Shortcut(id, words, icon, on, lambda: self.choose_time(screen, minutes))

    def build(self, screen: Actions) -> Overlay:
        """Build the sheet."""
        today = screen.context.system.clock.today()
        shown = self.day or today
        weekday = settings.read(screen.context, "start_of_week", "0")
        calendar = CalendarView(
            shown,
            first=FIRST,
            last=LAST,
            first_weekday=(int(weekday) + 5) % 7 if weekday in "1234567" and weekday else 6,
            today=today,
            on_change=lambda day: self.choose(screen, day),
            id="calendar_view",
            key=("calendar", shown.toordinal()),
        )
        columns = row(
            self._column("date_group", self.dates(screen), (16, 8, 8, 8)),
            self._column("time_group", self.times(screen), (8, 8, 16, 8)),
            id="shortcuts",
            width=MATCH,
            class_name="android.view.ViewGroup",
            content_gravity="top",
        )
        buttons = row(
            View(width=0, weight=1),
            _text_button("cancel_button", "Cancel", screen.dismiss_dialog),
            _text_button("ok_button", "OK", lambda: self._done(screen)),
            width=MATCH,
            height=BUTTONS,
            gravity="bottom",
            padding=(8, 0),
            content_gravity="center_vertical",
            background=Line("top", "divider"),
        )
        # Keep the buttons visible if the sheet is taller than the screen.
        content = FrameLayout(
            [
                ScrollView(
                    column(columns, calendar, width=MATCH, padding=(0, 0, 0, 8)),
                    width=MATCH,
                    margin=(0, 0, 0, BUTTONS),
                ),
                buttons,
            ],
            width=MATCH,
        )
        return bottom_sheet(
            content,
            lambda: self._done(screen),
            background=Rounded("background", (12, 12, 0, 0)),
            handle=False,
        )

    @staticmethod
    def _column(id: str, buttons: Sequence[Shortcut], margin: tuple[float, ...]) -> View:
        left, top, right, bottom = margin
        return column(
            *(_shortcut(button) for button in buttons),
            id=id,
            class_name="android.widget.LinearLayout",
            width=0,
            weight=1,
            margin=(left, top, right, bottom),
        )

    def _done(self, screen: Actions) -> None:
        screen.dismiss_dialog()
        self.accept(screen)


def _text_button(id: str, text: str, on_click: Callable[[], object]) -> View:
    return Button(text, id=id, kind="text", color="accent", on_click=on_click, padding=(16, 0))


@dataclass(frozen=True)
class DueSheet(_DateSheet):
    """Pick a due date for the edit screen or for selected tasks.

    Attributes:
        day: The day chosen; None for none.
        minutes: Minute of the day, -1 for none.
        tasks: Selected tasks; empty for the edit screen.
    """

    day: dt.date | None = None
    minutes: int = -1
    tasks: tuple[int, ...] = ()

    @classmethod
    def of(cls, screen: Actions, due_ms: int, tasks: tuple[int, ...] = ()) -> DueSheet:
        """Return the sheet for a due date in epoch milliseconds."""
        if not due_ms:
            return cls(tasks=tasks)
        when = moment(screen.context, due_ms)
        return cls(when.date(), _minutes(screen, due_ms), tasks)

    def choose(self, screen: Actions, day: dt.date | None, minutes: int | None = None) -> None:
        """Choose a day and a time; apply and close at once if the settings say so."""
        if minutes is None:
            minutes = self.minutes if day is not None else -1
        chosen = replace(self, day=day, minutes=minutes)
        name = "list" if self.tasks else "edit"
        if settings.read(screen.context, f"auto_dismiss_datetime_{name}_screen", False):
            screen.dismiss_dialog()
            chosen.accept(screen)
        else:
            screen.update_dialog(chosen)

    def dates(self, screen: Actions) -> Sequence[Shortcut]:
        """Return the shortcuts for common days."""
        today = screen.context.system.clock.today()
        near = [today + dt.timedelta(days=days) for days in (0, 1, 7)]
        names = (
            ("today_button", "Today", "calendar_today"),
            ("tomorrow_button", "Tomorrow", "white_balance_sunny"),
            ("next_week_button", f"Next {WEEK[near[2].weekday()]}", "briefcase_arrow_left_right"),
        )
        buttons = [
            self._date(screen, id, words, icon, day)
            for (id, words, icon), day in zip(names, near, strict=True)
        ]
        if self.day is not None and self.day not in near:
            words = date_text(screen.context, day_only(screen.context, self.day))
            own = self._date(screen, "current_date_selection", words, "calendar", self.day)
            buttons.insert(0, own)
        return [*buttons, self._date(screen, "no_date_button", "No date", "cancel", None)]

    def _date(
        self, screen: Actions, id: str, words: str, icon: str, day: dt.date | None
    ) -> Shortcut:
        return Shortcut(id, words, icon, self.day == day, lambda: self.choose(screen, day))

    def accept(self, screen: Actions) -> None:
        """Set the due date."""
        if self.tasks:
            changes.set_due(screen.context, self.tasks, self.day, self.minutes)
            screen.clear_selection()
            return
        editor = screen.editor
        if editor is not None:
            due = changes.due_of(screen.context, self.day, self.minutes)
            screen.change_draft(changes.rescheduled(editor.draft, due))

    def pick_time(self, screen: Actions) -> None:
        """Open the time picker."""
        screen.show_dialog(PickDueTime(self))


@dataclass(frozen=True)
class StartSheet(_DateSheet):
    """Pick the start date of the edited task.

    Attributes:
        day: The day chosen; None for none, or if it is relative to the due date.
        minutes: Minute of the day, -1 for none.
        code: One of `DUE_CODES` if it is relative to the due date, else 0.
    """

    day: dt.date | None = None
    minutes: int = -1
    code: int = 0

    @classmethod
    def of(cls, screen: Actions, hide: int) -> StartSheet:
        """Return the sheet for a draft's start date."""
        if hide in DUE_CODES:
            return cls(code=hide)
        if not hide:
            return cls()
        return cls(moment(screen.context, hide).date(), _minutes(screen, hide))

    def choose(self, screen: Actions, day: dt.date | None, minutes: int | None = None) -> None:
        """Choose a day and a time."""
        if minutes is None:
            minutes = self.minutes if day is not None else -1
        screen.update_dialog(replace(self, day=day, minutes=minutes, code=0))

    def dates(self, screen: Actions) -> Sequence[Shortcut]:
        """Return the shortcuts relative to the due date."""
        icons = {-1: "calendar_today", -2: "clock_outline", -3: "white_balance_sunny"}
        ids = {-1: "due_date", -2: "due_time", -3: "day_before_due", -4: "week_before_due"}
        buttons = [
            Shortcut(
                f"{ids[code]}_button",
                words,
                icons.get(code, "calendar_range"),
                self.code == code,
                self._follow(screen, code),
            )
            for code, words in DUE_CODES.items()
        ]
        if self.day is not None:
            day = self.day
            words = date_text(screen.context, day_only(screen.context, day, 0))
            own = Shortcut(
                "current_date_selection", words, "calendar", True, lambda: self.choose(screen, day)
            )
            buttons.insert(0, own)
        none = self.day is None and not self.code
        clear = Shortcut(
            "no_date_button", "No date", "cancel", none, lambda: self.choose(screen, None)
        )
        return [*buttons, clear]

    def _follow(self, screen: Actions, code: int) -> Callable[[], None]:
        chosen = replace(self, day=None, minutes=-1, code=code)
        return lambda: screen.update_dialog(chosen)

    def accept(self, screen: Actions) -> None:
        """Set the start date."""
        editor, hide = screen.editor, self.code
        if self.day is not None and self.minutes >= 0:
            hide = with_time(screen.context, self.day, self.minutes)
        elif self.day is not None:
            hide = day_only(screen.context, self.day, 0)
        if editor is not None:
            screen.change_draft(replace(editor.draft, hide=hide))

    def pick_time(self, screen: Actions) -> None:
        """Open the time picker."""
        screen.show_dialog(PickStartTime(self))


def _minutes(screen: Actions, epoch_ms: int) -> int:
    when = moment(screen.context, epoch_ms)
    return when.hour * 60 + when.minute if has_time(epoch_ms) else -1


class _PickTime(settings.PickedTime[Actions]):
    """Material's time picker over a sheet."""

    sheet: DueSheet | StartSheet

    def time(self, screen: Actions) -> dt.time:
        """Return the sheet's time, by default the current time."""
        if self.sheet.minutes >= 0:
            return dt.time(self.sheet.minutes // 60, self.sheet.minutes % 60)
        return screen.context.system.clock.datetime().time().replace(second=0, microsecond=0)

    def on_pick(self, screen: Actions, time: dt.time) -> None:
        """Pass the time to the sheet."""
        self.sheet.choose_time(screen, time.hour * 60 + time.minute)


@dataclass(frozen=True)
class PickDueTime(_PickTime):
    """The time picker over the sheet of due dates."""

    sheet: DueSheet = DueSheet()


@dataclass(frozen=True)
class PickStartTime(_PickTime):
    """The time picker over the sheet of start dates."""

    sheet: StartSheet = StartSheet()
