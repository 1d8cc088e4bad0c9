"""Date pickers with the resource ids of Android's.

    date_picker_dialog      Android's own calendar dialog (DatePickerDialog)
    material_date_picker    MaterialDatePicker: calendar or text
    DatePicker              the same without the dialog (android:id/datePicker)

A date chosen before OK is tapped is the picker's own state, as on Android; the app gets the
result.
"""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Unpack

from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.components import Themed, ViewPager
from android_gym.simulator.ui.dialogs import AlertDialogLayout, button_bar
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.geometry import MATCH, WRAP
from android_gym.simulator.ui.layouts import FrameLayout, GridLayout, RecyclerView, column
from android_gym.simulator.ui.options import Gravity, ViewOptions
from android_gym.simulator.ui.picker_parts import Click, header_ground
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, TextView

__all__ = [
    "FIRST_DATE",
    "LAST_DATE",
    "Calendar",
    "DatePicker",
    "MonthState",
    "date_picker_dialog",
    "picker_overlay",
]

FIRST_DATE = dt.date(1900, 1, 1)
LAST_DATE = dt.date(2100, 12, 31)
_LETTERS = "MTWTFSS"
_WIDTH, _BESIDE = 328, 168
"""dp of the dialog's width, and of a header beside the months."""


def _high(ui: Ui) -> float:
    """Return the height of the months of a dialog in landscape, dp: what its buttons leave."""
    return min(300.0, ui.windows.size[1] / ui.windows.density - 112)


def _clip(date: dt.date, first: dt.date, last: dt.date) -> dt.date:
    return max(first, min(last, date))


def _in_month(date: dt.date, year: int, month: int) -> dt.date:
    """Return the same day in another month, or that month's last day if it is shorter."""
    return dt.date(year, month, min(date.day, calendar.monthrange(year, month)[1]))


@dataclass(frozen=True)
class MonthState:
    """State of a calendar: chosen day, shown month (counted from year 0), list of years, text."""

    date: dt.date
    shown: int
    years: bool = False
    text: str | None = None


class Calendar(Themed):
    """A month with its days: the common base of both kinds of date pickers.

    Attributes:
        typed: Whether it starts with a text field for the date.
    """

    typed = False

    def __init__(
        self,
        date: dt.date,
        first: dt.date,
        last: dt.date,
        first_weekday: int,
        today: dt.date | None,
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__((), orientation="vertical", **common)
        self.first = first
        self.last = last
        self.given = _clip(date, first, last)
        self.first_weekday = first_weekday
        self.today = today

    @property
    def month(self) -> MonthState:
        """The current state."""
        first = self.given.year * 12 + self.given.month - 1
        start = MonthState(self.given, first, text="" if self.typed else None)
        found = self.ui.read(self, start)
        assert isinstance(found, MonthState)
        return found

    @property
    def date(self) -> dt.date:
        """The chosen day."""
        return self.month.date

    def change(self, **changes: Any) -> None:
        """Replace fields of the state."""
        self.ui.write(self, replace(self.month, **changes))

    def choose(self, date: dt.date) -> None:
        """Choose a day."""
        self.change(date=date, shown=date.year * 12 + date.month - 1, years=False)

    def turn(self, step: int) -> None:
        """Show another month, `step` months later."""
        self.change(shown=self.month.shown + step)

    def span(self) -> tuple[int, int]:
        """Return the first and last month that can be shown."""
        return (
            self.first.year * 12 + self.first.month - 1,
            self.last.year * 12 + self.last.month - 1,
        )

    def weekdays(self) -> list[str]:
        """Return the letters above the columns."""
        return [_LETTERS[(self.first_weekday + i) % 7] for i in range(7)]

    def days(self, number: int) -> tuple[list[dt.date], int]:
        """Return the days of a month, and the number of empty cells before them."""
        year, month = divmod(number, 12)
        start = dt.date(year, month + 1, 1)
        length = calendar.monthrange(year, month + 1)[1]
        blanks = (start.weekday() - self.first_weekday) % 7
        return [start + dt.timedelta(days=i) for i in range(length)], blanks

    def grid(
        self,
        number: int,
        cell: Callable[[dt.date], View],
        height: float,
        /,
        **common: Unpack[ViewOptions],
    ) -> View:
        """Return a grid with the weekday letters and the days of a month."""
        days, blanks = self.days(number)
        letters: list[View] = [
            TextView(
                letter,
                style="body_small",
                color="text_secondary",
                important_for_accessibility="no",
                key=("weekday", index),
            )
            for index, letter in enumerate(self.weekdays())
        ]
        gaps = [View(width=1, height=1, key=("gap", i)) for i in range(blanks)]
        common["width"] = MATCH
        return GridLayout(
            [*letters, *gaps, *(cell(day) for day in days)],
            columns=7,
            row_height=height,
            **common,
        )

    def year_list(self, id: str, item: str) -> View:
        """Return a list of years to choose from, scrolled to the chosen one."""
        chosen = self.month.date
        rows: list[View | None] = []
        for year in range(self.first.year, self.last.year + 1):
            on = year == chosen.year
            rows.append(
                TextView(
                    str(year),
                    id=item,
                    key=year,
                    style="title_large" if on else "body_large",
                    color="accent" if on else "text_primary",
                    align="center",
                    vertical="center",
                    width=MATCH,
                    height=48,
                    selected=on,
                    on_click=partial(
                        self.choose,
                        _clip(_in_month(chosen, year, chosen.month), self.first, self.last),
                    ),
                )
            )
        return RecyclerView(
            rows,
            id=id,
            width=MATCH,
            height=MATCH,
            class_name="android.widget.ListView",
            start=max(0, chosen.year - self.first.year - 2),
        )


class DatePicker(Calendar):
    """Android's calendar: header with year and date, months to swipe through.

    Args:
        date: The initially chosen day.
        first: Earliest day that can be chosen.
        last: Latest day that can be chosen.
        first_weekday: 0 for Monday to 6 for Sunday.
        today: The day that is marked as today.
        on_change: Called with each day chosen.
        beside: Whether the header stands beside the months, not above, as on a screen in landscape.
        **common: See `View`.
    """

    CLASS = "android.widget.DatePicker"

    def __init__(
        self,
        date: dt.date,
        *,
        first: dt.date = FIRST_DATE,
        last: dt.date = LAST_DATE,
        first_weekday: int = 6,
        today: dt.date | None = None,
        on_change: Callable[[dt.date], None] | None = None,
        beside: bool = False,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("id", "android:id/datePicker")
        common.setdefault("width", MATCH)
        super().__init__(date, first, last, first_weekday, today, **common)
        self.on_change = on_change
        self.beside = beside
        self.vertical = not beside

    def choose(self, date: dt.date) -> None:
        """Choose a day."""
        super().choose(date)
        if self.on_change is not None:
            self.on_change(date)

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return the header, and either the months or the years."""
        month = self.month
        faint = "on_primary@0.6"
        header = column(
            TextView(
                str(month.date.year),
                id="android:id/date_picker_header_year",
                size=16,
                weight_font=500,
                color="on_primary" if month.years else faint,
                on_click=lambda: self.change(years=True),
            ),
            TextView(
                f"{month.date:%a, %b} {month.date.day}",
                id="android:id/date_picker_header_date",
                size=34,
                weight_font=500,
                color=faint if month.years else "on_primary",
                on_click=lambda: self.change(years=False),
                max_lines=3 if self.beside else 1,
            ),
            id="android:id/date_picker_header",
            width=_BESIDE if self.beside else MATCH,
            height=_high(ui) if self.beside else WRAP,
            padding=(24, 16),
            background=header_ground(ui),
        )
        room: ViewOptions = {"width": MATCH, "height": 300}
        if self.beside:
            room = {"width": 0, "weight": 1, "height": _high(ui)}
        if month.years:
            years = self.year_list("android:id/date_picker_year_picker", "android:id/text1")
            return [header, FrameLayout([years], **room)]
        low, high = self.span()
        pager = ViewPager(
            high - low + 1,
            lambda index: self._month_view(low + index),
            id="android:id/day_picker_view_pager",
            class_name="com.android.internal.widget.ViewPager",
            current=month.shown - low,
            on_page=lambda index: self.change(shown=low + index),
        )

        def arrow(icon: str, words: str, step: int, id: str, gravity: Gravity) -> View:
            return ImageButton(
                icon,
                id=id,
                content_description=words,
                gravity=gravity,
                margin=(8, 4),
                tint="text_primary",
                on_click=lambda: self.turn(step),
                visibility="visible" if low <= month.shown + step <= high else "invisible",
            )

        body = FrameLayout(
            [
                pager,
                arrow("chevron_left", "Previous month", -1, "android:id/prev", "start|top"),
                arrow("chevron_right", "Next month", 1, "android:id/next", "end|top"),
            ],
            **room,
        )
        return [header, body]

    def _month_view(self, number: int) -> View:
        year, month = divmod(number, 12)
        title = TextView(
            f"{calendar.month_name[month + 1]} {year}",
            size=14,
            weight_font=500,
            align="center",
            vertical="center",
            width=MATCH,
            height=56,
            important_for_accessibility="no",
        )
        days = self.grid(
            number,
            self._day,
            min(34.8, (_high(self.ui) - 56) / 7) if self.beside else 34.8,
            id="android:id/month_view",
            class_name="android.view.View",
            padding=(16, 0),
            important_for_accessibility="yes",
        )
        return column(title, days, width=MATCH)

    def _day(self, day: dt.date) -> View:
        chosen = day == self.month.date
        here = self.first <= day <= self.last
        color = "text_primary"
        if chosen:
            color = "on_primary"
        elif day == self.today:
            color = "accent"
        return TextView(
            str(day.day),
            key=day.day,
            class_name="android.view.View",
            content_description=f"{day:%d %B %Y}",
            size=12,
            color=color,
            align="center",
            vertical="center",
            width=36,
            height=34,
            background=Oval("accent") if chosen else None,
            enabled=here,
            on_click=(lambda: self.choose(day)) if here else None,
            checked=True if chosen else None,
            selected=chosen,
        )


def date_picker_dialog(
    date: dt.date,
    on_date: Callable[[dt.date], None],
    on_dismiss: Click,
    *,
    first: dt.date = FIRST_DATE,
    last: dt.date = LAST_DATE,
    first_weekday: int = 6,
    today: dt.date | None = None,
    positive: str = "OK",
    negative: str = "Cancel",
    neutral: str | None = None,
    on_neutral: Click | None = None,
    all_caps: bool | None = None,
    beside: bool = False,
    key: Hashable = "date_picker",
) -> Overlay:
    """Return Android's own date picker dialog.

    Args:
        date: The initially chosen day.
        on_date: Called with the chosen day when OK is tapped; has to close the dialog.
        on_dismiss: Called when it is cancelled.
        first: Earliest day that can be chosen.
        last: Latest day that can be chosen.
        first_weekday: 0 for Monday to 6 for Sunday.
        today: The day to mark as today.
        positive: Label of button1.
        negative: Label of button2.
        neutral: Label of button3; None leaves it out.
        on_neutral: Called when it is tapped; has to close the dialog.
        all_caps: Upper-case labels; by default as the theme has it.
        beside: Whether the header stands beside the months, as on a screen in landscape.
        key: Identity among the overlays of the screen.
    """
    picker = DatePicker(
        date, first=first, last=last, first_weekday=first_weekday, today=today, beside=beside
    )
    buttons = button_bar(
        positive,
        lambda: on_date(picker.date),
        negative,
        on_dismiss,
        neutral,
        on_neutral,
        all_caps=all_caps,
    )
    overlay = picker_overlay(picker, buttons, on_dismiss, key, _WIDTH + _BESIDE * beside)
    if beside:
        overlay.margin = (16, 24, 16, 24)
    return overlay


def picker_overlay(
    picker: View, buttons: View | None, on_dismiss: Click, key: Hashable, width: float
) -> Overlay:
    """Return the dialog of a date picker, `width` dp wide."""
    panel = AlertDialogLayout(None, picker, buttons, padding=(0, 0, 0, 4))
    return Overlay(
        panel, key=key, width=width, dim=0.6, margin=(16, 48, 16, 48), on_dismiss=on_dismiss
    )
