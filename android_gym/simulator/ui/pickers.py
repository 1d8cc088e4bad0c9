"""Pickers of dates, times, numbers and colours, with the ids that Android's have.

date_picker_dialog           Android's own calendar dialog (DatePickerDialog)
time_picker_dialog           Android's own clock dialog (TimePickerDialog), or its text form
material_date_picker         MaterialDatePicker: calendar or text
material_time_picker         MaterialTimePicker: clock or text
DatePicker, TimePicker       the same without the dialog (android:id/datePicker, .../timePicker)
NumberPicker                 a value between two others, to be spun
color_grid                   colours to choose from

What is chosen before OK is tapped belongs to the picker, as on Android; the app hears the result.
"""

from __future__ import annotations

import calendar
import datetime as dt
import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Unpack

from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.components import Spinner, TextInputLayout, Themed, ViewPager
from android_gym.simulator.ui.dialogs import AlertDialogLayout, button_bar
from android_gym.simulator.ui.drawables import Layers, Line, Oval, Rounded
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    GridLayout,
    RecyclerView,
    column,
    row,
)
from android_gym.simulator.ui.options import Gravity, ViewOptions
from android_gym.simulator.ui.view import (
    EXACTLY,
    MATCH,
    Touch,
    Ui,
    View,
    ViewGroup,
)
from android_gym.simulator.ui.widgets import (
    Button,
    EditText,
    ImageButton,
    TextView,
)

__all__ = [
    "DatePicker",
    "NumberPicker",
    "TimePicker",
    "color_grid",
    "date_picker_dialog",
    "material_date_picker",
    "material_time_picker",
    "time_picker_dialog",
]

Click = Callable[[], object]

FIRST_DATE = dt.date(1900, 1, 1)
LAST_DATE = dt.date(2100, 12, 31)
_LETTERS = "MTWTFSS"


def _clip(date: dt.date, first: dt.date, last: dt.date) -> dt.date:
    return max(first, min(last, date))


def _in_month(date: dt.date, year: int, month: int) -> dt.date:
    """The same day in another month, or that month's last."""
    return dt.date(year, month, min(date.day, calendar.monthrange(year, month)[1]))


# --- dates -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MonthState:
    """What a calendar shows: chosen day, month (counted from year 0), list of years."""

    date: dt.date
    shown: int
    years: bool = False
    text: str | None = None


class _Calendar(Themed):
    """A month with its days: what both kinds of date pickers have in common."""

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
        """The present state."""
        start = MonthState(self.given, self.given.year * 12 + self.given.month - 1)
        found = self.ui.read(self, start)
        assert isinstance(found, MonthState)
        return found

    @property
    def date(self) -> dt.date:
        """The chosen day."""
        return self.month.date

    def change(self, **changes: Any) -> None:
        """Replace parts of the state."""
        self.ui.write(self, replace(self.month, **changes))

    def choose(self, date: dt.date) -> None:
        """Choose a day."""
        self.change(date=date, shown=date.year * 12 + date.month - 1, years=False)

    def turn(self, step: int) -> None:
        """Show another month."""
        self.change(shown=self.month.shown + step)

    def span(self) -> tuple[int, int]:
        """First and last month that there are."""
        return (
            self.first.year * 12 + self.first.month - 1,
            self.last.year * 12 + self.last.month - 1,
        )

    def weekdays(self) -> list[str]:
        """Letters above the columns."""
        return [_LETTERS[(self.first_weekday + i) % 7] for i in range(7)]

    def days(self, number: int) -> tuple[list[dt.date], int]:
        """The days of a month, and the empty cells before them."""
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
        """Weekday letters and days of a month."""
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
        """Years to choose from, three in a row; scrolled to the chosen one."""
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


def _header(ui: Ui) -> Rounded:
    """The coloured top of Android's own pickers."""
    corner = ui.theme.corner("dialog")
    return Rounded("accent", (corner, corner, 0.0, 0.0))


class DatePicker(_Calendar):
    """Android's calendar: header with year and date, months to swipe through.

    Args:
        date: Chosen at first.
        first: Earliest day that can be chosen.
        last: Latest day that can be chosen.
        first_weekday: 0 for Monday to 6 for Sunday.
        today: The day that is marked as today.
        on_change: Called with each day chosen.
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
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("id", "android:id/datePicker")
        common.setdefault("width", MATCH)
        super().__init__(date, first, last, first_weekday, today, **common)
        self.on_change = on_change

    def choose(self, date: dt.date) -> None:
        """Choose a day."""
        super().choose(date)
        if self.on_change is not None:
            self.on_change(date)

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Header, and months or years."""
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
                max_lines=1,
            ),
            id="android:id/date_picker_header",
            width=MATCH,
            padding=(24, 16),
            background=_header(ui),
        )
        if month.years:
            years = self.year_list("android:id/date_picker_year_picker", "android:id/text1")
            return [header, FrameLayout([years], width=MATCH, height=300)]
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
            width=MATCH,
            height=300,
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
            34.8,
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
    all_caps: bool | None = None,
    key: Hashable = "date_picker",
) -> Overlay:
    """Android's own date picker dialog.

    Args:
        date: Chosen at first.
        on_date: Called with the chosen day when OK is tapped; has to close the dialog.
        on_dismiss: Called when it is cancelled.
        first: Earliest day that can be chosen.
        last: Latest day that can be chosen.
        first_weekday: 0 for Monday to 6 for Sunday.
        today: The day that is marked as today.
        positive: Label of button1.
        negative: Label of button2.
        all_caps: Upper-case labels; by default as the theme has it.
        key: Identity among the overlays of the screen.
    """
    picker = DatePicker(date, first=first, last=last, first_weekday=first_weekday, today=today)
    buttons = button_bar(
        positive, lambda: on_date(picker.date), negative, on_dismiss, all_caps=all_caps
    )
    return _picker_overlay(picker, buttons, on_dismiss, key, 328)


def _picker_overlay(
    picker: View, buttons: View | None, on_dismiss: Click, key: Hashable, width: float
) -> Overlay:
    panel = AlertDialogLayout(None, picker, buttons, padding=(0, 0, 0, 4))
    return Overlay(
        panel, key=key, width=width, dim=0.6, margin=(16, 48, 16, 48), on_dismiss=on_dismiss
    )


class _MaterialCalendar(_Calendar):
    """The whole of a MaterialDatePicker."""

    def __init__(
        self,
        date: dt.date,
        first: dt.date,
        last: dt.date,
        first_weekday: int,
        today: dt.date | None,
        title: str,
    ) -> None:
        super().__init__(date, first, last, first_weekday, today, width=MATCH)
        self.title = title

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Header, and calendar, years or a text field."""
        month, material = self.month, ui.theme.material
        text = month.text is not None
        ink = "on_primary" if material == 2 else "text_primary"
        faint = "on_primary" if material == 2 else "text_secondary"
        header = column(
            TextView(
                self.title,
                id="mtrl_picker_title_text",
                style="label_medium",
                color=faint,
                all_caps=material == 2,
            ),
            row(
                TextView(
                    f"{month.date:%b} {month.date.day}, {month.date.year}",
                    id="mtrl_picker_header_selection_text",
                    size=32,
                    color=ink,
                    width=0,
                    weight=1.0,
                ),
                ImageButton(
                    "calendar" if text else "pencil",
                    id="mtrl_picker_header_toggle",
                    content_description="Switch to calendar input mode"
                    if text
                    else "Switch to text input mode",
                    tint=ink,
                    on_click=lambda: self.change(text=None if text else ""),
                ),
                width=MATCH,
                margin=(0, 32, 0, 0),
            ),
            id="mtrl_picker_header",
            width=MATCH,
            padding=(24, 16, 12, 8),
            background="primary" if material == 2 else None,
        )
        if text:
            return [header, self._text_form(month)]
        low, high = self.span()
        year, number = divmod(month.shown, 12)
        arrows: list[View] = []
        for icon, words, step, id in (
            ("chevron_left", "Change to previous month", -1, "month_navigation_previous"),
            ("chevron_right", "Change to next month", 1, "month_navigation_next"),
        ):
            arrows.append(
                ImageButton(
                    icon,
                    id=id,
                    class_name="android.widget.Button",
                    content_description=words,
                    on_click=partial(self.turn, step),
                    enabled=low <= month.shown + step <= high,
                    visibility="invisible" if month.years else "visible",
                )
            )
        bar = row(
            Button(
                f"{calendar.month_name[number + 1]} {year}",
                id="month_navigation_fragment_toggle",
                icon_end="arrow_drop_up" if month.years else "arrow_drop_down",
                icon_size=24,
                all_caps=False,
                color="text_secondary",
                on_click=lambda: self.change(years=not month.years),
            ),
            View(width=0, weight=1.0, height=1),
            *arrows,
            width=MATCH,
            padding=(12, 0),
        )
        if month.years:
            years = self.year_list("mtrl_calendar_year_selector_frame", "year")
            return [header, bar, FrameLayout([years], width=MATCH, height=288)]
        pager = ViewPager(
            high - low + 1,
            lambda index: self.grid(low + index, self._day, 40, padding=(12, 0)),
            id="mtrl_calendar_months",
            class_name="androidx.recyclerview.widget.RecyclerView",
            current=month.shown - low,
            on_page=lambda index: self.change(shown=low + index),
            height=288,
        )
        return [header, bar, pager]

    def _text_form(self, month: MonthState) -> View:
        entered = month.text or f"{month.date:%m/%d/%Y}"
        field = EditText(
            entered,
            hint="Date",
            on_text_change=self._typed,
            input_type="datetime",
            autofocus=True,
        )
        wrong = None if _read_date(entered) is not None else "Invalid format."
        layout = TextInputLayout(
            field, id="mtrl_picker_text_input_date", error=wrong, helper="mm/dd/yyyy"
        )
        layout.margin = (24, 16)
        return layout

    def _typed(self, text: str) -> None:
        date = _read_date(text)
        if date is not None and self.first <= date <= self.last:
            self.change(text=text, date=date, shown=date.year * 12 + date.month - 1)
        else:
            self.change(text=text or " ")

    def _day(self, day: dt.date) -> View:
        chosen = day == self.month.date
        here = self.first <= day <= self.last
        words = f"{day:%A, %B} {day.day}"
        if day == self.today:
            words = f"Today {words}"
        shape = Oval("primary") if chosen else None
        if day == self.today and not chosen:
            shape = Oval(None, "outline")
        return TextView(
            str(day.day),
            key=day.day,
            content_description=words,
            size=14,
            color="on_primary" if chosen else "text_primary",
            align="center",
            vertical="center",
            width=36,
            height=36,
            background=shape,
            enabled=here,
            on_click=(lambda: self.choose(day)) if here else None,
            selected=chosen,
        )


def _read_date(text: str) -> dt.date | None:
    """Read "10/15/2023"."""
    parts = text.strip().split("/")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    month, day, year = map(int, parts)
    try:
        return dt.date(year + (2000 if year < 100 else 0), month, day)
    except ValueError:
        return None


def material_date_picker(
    date: dt.date,
    on_date: Callable[[dt.date], None],
    on_dismiss: Click,
    *,
    title: str = "Select date",
    first: dt.date = FIRST_DATE,
    last: dt.date = LAST_DATE,
    first_weekday: int = 6,
    today: dt.date | None = None,
    key: Hashable = "date_picker",
) -> Overlay:
    """Material's date picker; arguments as for `date_picker_dialog`."""
    picker = _MaterialCalendar(date, first, last, first_weekday, today, title)
    buttons = _ok_cancel(
        "confirm_button", "cancel_button", lambda: on_date(picker.date), on_dismiss
    )
    return _picker_overlay(picker, buttons, on_dismiss, key, 328)


def _ok_cancel(
    ok_id: str, cancel_id: str, ok: Click, cancel: Click, before: View | None = None
) -> View:
    return row(
        before,
        View(width=0, weight=1.0, height=1),
        Button("Cancel", id=cancel_id, on_click=cancel, margin=(0, 0, 8, 0)),
        Button("OK", id=ok_id, on_click=ok),
        width=MATCH,
        padding=(12, 4, 12, 8),
    )


# --- times -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ClockState:
    """What a time picker shows."""

    hour: int
    minute: int
    minutes: bool = False
    text: tuple[str, str] | None = None


class _ClockFace(ViewGroup):
    """The dial: numbers in a circle, a hand, and the finger that moves it.

    Args:
        numbers: (value, label, ring) of what stands on the dial; ring 0 is the outer one.
        values: How many values there are around one ring.
        value: The present value.
        on_value: Called with (value, whether the finger has left) as the finger moves.
        describe: What a screen reader says of a number.
        snap: A tap only finds values that are on the dial.
        number_class: Class of the numbers.
        **common: See `View`.
    """

    def __init__(
        self,
        numbers: Sequence[tuple[int, str, int]],
        values: int,
        value: int,
        on_value: Callable[[int, bool], None],
        *,
        describe: Callable[[int, str], str],
        number_class: str,
        snap: bool,
        **common: Unpack[ViewOptions],
    ) -> None:
        labels = []
        for number, label, ring in numbers:
            on = number == value
            labels.append(
                TextView(
                    label,
                    key=number,
                    class_name=number_class,
                    content_description=describe(number, label),
                    size=16 if ring == 0 else 14,
                    color="on_primary" if on else ("text_primary", "text_secondary")[ring],
                    align="center",
                    vertical="center",
                    width=40,
                    height=40,
                    clickable=True,
                    selected=on,
                )
            )
        super().__init__(labels, **common)
        self.numbers = numbers
        self.values = values
        self.value = value
        self.on_value = on_value
        self.snap = snap
        self._turned = False

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """A square of 256 dp."""
        side = self.ui.px(40)
        for child in self._children:
            child.measure(side, EXACTLY, side, EXACTLY)
        return self.ui.px(256), self.ui.px(256)

    def _point(self, value: int, ring: int) -> tuple[float, float]:
        """Return where a value lies."""
        left, top, right, bottom = self.bounds
        radius = self.ui.px(104 if ring == 0 else 70)
        angle = 2 * math.pi * value / self.values - math.pi / 2
        return (
            (left + right) / 2 + radius * math.cos(angle),
            (top + bottom) / 2 + radius * math.sin(angle),
        )

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Place the numbers in circles."""
        super().layout(left, top, right, bottom)
        for child, (number, _, ring) in zip(self._children, self.numbers, strict=True):
            x, y = self._point(number, ring)
            w, h = child.measured
            x0, y0 = round(x - w / 2), round(y - h / 2)
            child.layout(x0, y0, x0 + w, y0 + h)

    @property
    def ring(self) -> int:
        """Ring that the present value is on."""
        for number, _, ring in self.numbers:
            if number == self.value:
                return ring
        return 0

    def appearance(self) -> Hashable | None:
        """Dial and hand."""
        shown = any(number == self.value for number, _, _ in self.numbers)
        return (self.value, self.values, self.ring, shown)

    def draw(self, canvas: Any) -> None:
        """Paint the dial and its hand."""
        from android_gym.simulator.ui.painting import paint_dial

        shown = any(number == self.value for number, _, _ in self.numbers)
        paint_dial(canvas, self, self._point(self.value, self.ring), shown)

    def hit(self, x: float, y: float) -> View | None:
        """The dial itself follows the finger, its numbers don't take touches."""
        left, top, right, bottom = self.bounds
        return self if left <= x < right and top <= y < bottom else None

    @property
    def takes_touch(self) -> bool:
        """From the first touch."""
        return True

    def touch(self, event: Touch) -> None:
        """Turn the hand to where the finger is."""
        left, top, right, bottom = self.bounds
        dx, dy = event.x - (left + right) / 2, event.y - (top + bottom) / 2
        turn = (math.atan2(dy, dx) + math.pi / 2) / (2 * math.pi) % 1.0
        moved = abs(event.x - event.start_x) + abs(event.y - event.start_y) > self.ui.px(8)
        inner = any(ring for _, _, ring in self.numbers)
        ring = 1 if inner and math.hypot(dx, dy) < self.ui.px(87) else 0
        if self.snap and not moved:
            shown = [number for number, _, at in self.numbers if at == ring]
            steps = sorted(shown, key=lambda number: number % self.values)
            value = steps[round(turn * len(steps)) % len(steps)]
        else:
            step = round(turn * self.values) % self.values
            at = {number % self.values: number for number, _, r in self.numbers if r == ring}
            value = at.get(step, step)
        if event.action in ("down", "move", "up"):
            self.on_value(value, event.action == "up")


def _hour_numbers(is_24: bool) -> list[tuple[int, str, int]]:
    """Hours on the dial of a 24 h clock, as Material has them: 0 to 11 outside, 12 to 23 inside."""
    if not is_24:
        return [(hour or 12, str(hour or 12), 0) for hour in range(12)]
    outer = [(hour, f"{hour:02}" if hour == 0 else str(hour), 0) for hour in range(12)]
    return outer + [(hour, str(hour), 1) for hour in range(12, 24)]


_MINUTES = [(minute, f"{minute:02}", 0) for minute in range(0, 60, 5)]


class _TimeBase(Themed):
    """What both time pickers have in common."""

    def __init__(
        self, time: dt.time, is_24: bool, text: bool = False, **common: Unpack[ViewOptions]
    ) -> None:
        super().__init__((), orientation="vertical", **common)
        self.given = time
        self.is_24 = is_24
        self.text_first = text

    @property
    def clock(self) -> ClockState:
        """The present state."""
        start = ClockState(self.given.hour, self.given.minute)
        if self.text_first:
            start = replace(start, text=self._texts(start))
        found = self.ui.read(self, start)
        assert isinstance(found, ClockState)
        return found

    @property
    def time(self) -> dt.time:
        """The chosen time; what was typed, where that is a time."""
        clock = self.clock
        return dt.time(clock.hour, clock.minute)

    def change(self, **changes: Any) -> None:
        """Replace parts of the state."""
        self.ui.write(self, replace(self.clock, **changes))

    def _texts(self, clock: ClockState) -> tuple[str, str]:
        hour = clock.hour if self.is_24 else clock.hour % 12 or 12
        return (f"{hour:02}" if self.is_24 else str(hour)), f"{clock.minute:02}"

    def toggle(self) -> None:
        """Go from clock to text and back."""
        clock = self.clock
        self.change(text=self._texts(clock) if clock.text is None else None)

    def set_half(self, afternoon: bool) -> None:
        """Choose AM or PM."""
        self.change(hour=self.clock.hour % 12 + (12 if afternoon else 0))

    def type(self, part: int, text: str) -> None:
        """Take what was typed as hour (0) or minute (1)."""
        clock = self.clock
        texts = list(clock.text or ("", ""))
        texts[part] = text
        changes: dict[str, Any] = {"text": (texts[0], texts[1])}
        if text.isascii() and text.isdigit():
            value = int(text)
            if part == 1 and value < 60:
                changes["minute"] = value
            elif part == 0 and self.is_24 and value < 24:
                changes["hour"] = value
            elif part == 0 and not self.is_24 and 1 <= value <= 12:
                changes["hour"] = value % 12 + clock.hour // 12 * 12
        self.change(**changes)

    @property
    def mistyped(self) -> bool:
        """Return whether the text is no time."""
        texts = self.clock.text
        if texts is None:
            return False
        if not all(text.isascii() and text.isdigit() for text in texts):
            return True
        low, high = (0, 23) if self.is_24 else (1, 12)
        return not (low <= int(texts[0]) <= high and int(texts[1]) <= 59)

    def face(
        self, describe: Callable[[int, str], str], number_class: str, **common: Unpack[ViewOptions]
    ) -> View:
        """The dial of hours or minutes."""
        clock = self.clock
        if clock.minutes:
            return _ClockFace(
                _MINUTES,
                60,
                clock.minute,
                lambda value, _: self.change(minute=value),
                describe=describe,
                number_class=number_class,
                snap=True,
                **common,
            )

        def hour(value: int, left: bool) -> None:
            changes: dict[str, Any] = {"minutes": True} if left else {}
            if not self.is_24:
                value = value % 12 + clock.hour // 12 * 12
            self.change(hour=value, **changes)

        return _ClockFace(
            _hour_numbers(self.is_24),
            12,
            clock.hour if self.is_24 else clock.hour % 12 or 12,
            hour,
            describe=describe,
            number_class=number_class,
            snap=True,
            **common,
        )


class TimePicker(_TimeBase):
    """Android's clock: hours and minutes in a coloured header, a dial below; or two text fields.

    Args:
        time: Chosen at first.
        is_24: Hours 0 to 23 in place of AM and PM.
        text: Begins with the text fields.
        on_change: Called with each time chosen.
        **common: See `View`.
    """

    CLASS = "android.widget.TimePicker"

    def __init__(
        self,
        time: dt.time,
        *,
        is_24: bool = False,
        text: bool = False,
        on_change: Callable[[dt.time], None] | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("id", "android:id/timePicker")
        common.setdefault("width", MATCH)
        super().__init__(time, is_24, text, **common)
        self.on_change = on_change

    def change(self, **changes: Any) -> None:
        """Replace parts of the state."""
        before = self.time
        super().change(**changes)
        if self.on_change is not None and self.time != before:
            self.on_change(self.time)

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Header with the time, and the dial."""
        clock = self.clock
        if clock.text is not None:
            return [self._text_form(clock)]
        hour, minute = self._texts(clock)

        def part(text: str, id: str, minutes: bool) -> View:
            on = clock.minutes == minutes
            return TextView(
                text,
                id=f"android:id/{id}",
                size=60,
                color="on_primary" if on else "on_primary@0.6",
                on_click=lambda: self.change(minutes=minutes),
                selected=on,
            )

        header = row(
            part(hour, "hours", False),
            TextView(":", id="android:id/separator", size=60, color="on_primary@0.6"),
            part(minute, "minutes", True),
            None if self.is_24 else self._halves(clock),
            id="android:id/time_header",
            width=MATCH,
            height=96,
            background=_header(ui),
            content_gravity="center",
        )
        dial = self.face(
            lambda number, label: str(number),
            "android.view.View",
            id="android:id/radial_picker",
            margin=(0, 16),
            gravity="center_horizontal",
        )
        return [header, dial]

    def _halves(self, clock: ClockState) -> View:
        def half(text: str, id: str, afternoon: bool) -> View:
            on = (clock.hour >= 12) == afternoon
            return TextView(
                text,
                id=f"android:id/{id}",
                class_name="android.widget.RadioButton",
                size=16,
                weight_font=500,
                color="on_primary" if on else "on_primary@0.6",
                padding=(8, 4),
                checked=on,
                on_click=lambda: self.set_half(afternoon),
            )

        return column(
            half("AM", "am_label", False),
            half("PM", "pm_label", True),
            id="android:id/ampm_layout",
            margin=(8, 0, 0, 0),
        )

    def _text_form(self, clock: ClockState) -> View:
        texts = clock.text or ("", "")

        def field(part: int, id: str, label: str) -> View:
            entry = EditText(
                texts[part],
                id=f"android:id/{id}",
                on_text_change=lambda text: self.type(part, text),
                input_type="number",
                max_length=2,
                size=34,
                width=72,
                align="center",
                autofocus=part == 0,
                ime_action="next" if part == 0 else "done",
            )
            words = TextView(label, id=f"android:id/label_{label}", style="body_small")
            return column(entry, words)

        half: View | None = None
        if not self.is_24:
            half = Spinner(
                ["AM", "PM"],
                clock.hour // 12,
                lambda index: self.set_half(index == 1),
                id="android:id/am_pm_spinner",
                margin=(16, 0, 0, 16),
            )
        return column(
            TextView(
                "Set time",
                id="android:id/top_label",
                style="dialog_title",
                width=MATCH,
                padding=(24, 20),
                color="on_primary",
                background=_header(self.ui),
            ),
            TextView("Type in time", style="body_large", margin=(24, 16, 24, 8)),
            row(
                field(0, "input_hour", "hour"),
                TextView(":", id="android:id/input_separator", size=34, margin=(8, 0, 8, 16)),
                field(1, "input_minute", "minute"),
                half,
                id="android:id/input_block",
                padding=(24, 0),
            ),
            TextView(
                "Enter a valid time",
                id="android:id/label_error",
                style="body_small",
                color="error",
                padding=(24, 4),
                visibility="visible" if self.mistyped else "invisible",
            ),
            width=MATCH,
        )


def time_picker_dialog(
    time: dt.time,
    on_time: Callable[[dt.time], None],
    on_dismiss: Click,
    *,
    is_24: bool = False,
    text: bool = False,
    positive: str = "OK",
    negative: str = "Cancel",
    all_caps: bool | None = None,
    key: Hashable = "time_picker",
) -> Overlay:
    """Android's own time picker dialog.

    Args:
        time: Chosen at first.
        on_time: Called with the chosen time when OK is tapped; has to close the dialog.
        on_dismiss: Called when it is cancelled.
        is_24: Hours 0 to 23 in place of AM and PM.
        text: Begins with the text fields.
        positive: Label of button1.
        negative: Label of button2.
        all_caps: Upper-case labels; by default as the theme has it.
        key: Identity among the overlays of the screen.
    """
    picker = TimePicker(time, is_24=is_24, text=text)

    def ok() -> None:
        if not picker.mistyped:
            on_time(picker.time)

    buttons = _TimeButtons(picker, ok, on_dismiss, positive, negative, all_caps)
    return _picker_overlay(picker, buttons, on_dismiss, key, 328)


class _TimeButtons(Themed):
    """Buttons of a time picker, whose first one shows what the picker would turn into."""

    def __init__(
        self,
        picker: _TimeBase,
        ok: Click,
        cancel: Click,
        positive: str = "",
        negative: str = "",
        all_caps: bool | None = None,
    ) -> None:
        super().__init__((), width=MATCH)
        self.picker = picker
        self.ok = ok
        self.cancel = cancel
        self.positive = positive
        self.negative = negative
        self.all_caps = all_caps

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """The row of buttons."""
        text = self.picker.clock.text is not None
        words = "clock" if text else "text input"
        material = not self.positive
        toggle = ImageButton(
            "clock_outline" if text else "keyboard_outline",
            id="material_timepicker_mode_button" if material else "android:id/toggle_mode",
            content_description=f"Switch to {words} mode for the time input.",
            on_click=self.picker.toggle,
        )
        if material:
            return [
                _ok_cancel(
                    "material_timepicker_ok_button",
                    "material_timepicker_cancel_button",
                    self.ok,
                    self.cancel,
                    toggle,
                )
            ]
        return [
            button_bar(
                self.positive,
                self.ok,
                self.negative,
                self.cancel,
                all_caps=self.all_caps,
                before=toggle,
            )
        ]


class _MaterialTime(_TimeBase):
    """The whole of a MaterialTimePicker."""

    def __init__(self, time: dt.time, is_24: bool, text: bool, title: str) -> None:
        super().__init__(time, is_24, text, width=MATCH, padding=(24, 20, 24, 0))
        self.title = title

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Title, time, dial."""
        clock, material = self.clock, ui.theme.material
        title = TextView(
            self.title,
            id="header_title",
            style="label_medium",
            color="text_secondary",
            all_caps=material == 2,
            margin=(0, 0, 0, 20),
        )
        if clock.text is not None:
            return [title, self._text_form(clock)]
        hour, minute = self._texts(clock)
        fill = "primary@0.12" if material == 2 else "primary_container"
        rest = "on_surface@0.12" if material == 2 else "surface_container_highest"

        def part(text: str, id: str, minutes: bool, words: str) -> View:
            on = clock.minutes == minutes
            ink = "primary" if material == 2 else "on_primary_container"
            return TextView(
                text,
                id=id,
                class_name="android.view.View",
                content_description=words,
                size=56,
                color=ink if on else "text_primary",
                align="center",
                vertical="center",
                width=96,
                height=80,
                background=Rounded(fill if on else rest, 8),
                selected=on,
                on_click=lambda: self.change(minutes=minutes),
            )

        suffix = "hours" if self.is_24 else "o'clock"
        shown = row(
            part(hour, "material_hour_tv", False, f"{int(hour)} {suffix}"),
            TextView(
                ":",
                size=56,
                width=24,
                align="center",
                important_for_accessibility="no",
            ),
            part(minute, "material_minute_tv", True, f"{int(minute)} minutes"),
            None if self.is_24 else self._halves(clock, material),
            id="material_clock_display",
            gravity="center_horizontal",
        )
        unit = "minutes" if clock.minutes else suffix
        dial = self.face(
            lambda number, label: f"{number} {unit}",
            "android.widget.TextView",
            id="material_clock_face",
            margin=(0, 28, 0, 16),
            gravity="center_horizontal",
        )
        return [title, shown, dial]

    def _halves(self, clock: ClockState, material: int) -> View:
        def half(text: str, id: str, afternoon: bool) -> View:
            on = (clock.hour >= 12) == afternoon
            corners = (0.0, 0.0, 8.0, 8.0) if afternoon else (8.0, 8.0, 0.0, 0.0)
            fill = "primary@0.12" if material == 2 else "tertiary_container"
            return TextView(
                text,
                id=id,
                class_name="android.widget.CompoundButton",
                style="title_medium",
                color="text_primary" if on else "text_secondary",
                align="center",
                vertical="center",
                width=52,
                height=40,
                background=Rounded(fill if on else "transparent", corners, "outline"),
                checked=on,
                on_click=lambda: self.set_half(afternoon),
            )

        return column(
            half("AM", "material_clock_period_am_button", False),
            half("PM", "material_clock_period_pm_button", True),
            id="material_clock_period_toggle",
            margin=(12, 0, 0, 0),
        )

    def _text_form(self, clock: ClockState) -> View:
        texts = clock.text or ("", "")

        def field(part: int, id: str, label: str) -> View:
            entry = EditText(
                texts[part],
                on_text_change=lambda text: self.type(part, text),
                input_type="number",
                max_length=2,
                size=45,
                align="center",
                vertical="center",
                width=96,
                height=72,
                padding=0,
                background=Rounded("surface_container_highest", 8),
                autofocus=part == 0,
                ime_action="next" if part == 0 else "done",
                hint=label,
            )
            entry.label_floats = True
            return column(
                entry,
                TextView(label, style="body_small", color="text_secondary", margin=(0, 8, 0, 0)),
                id=id,
            )

        return row(
            field(0, "material_hour_text_input", "Hour"),
            TextView(":", size=56, width=24, align="center", margin=(0, 0, 0, 24)),
            field(1, "material_minute_text_input", "Minute"),
            None if self.is_24 else self._halves(clock, self.ui.theme.material),
            margin=(0, 0, 0, 12),
        )


def material_time_picker(
    time: dt.time,
    on_time: Callable[[dt.time], None],
    on_dismiss: Click,
    *,
    is_24: bool = False,
    text: bool = False,
    title: str = "Select time",
    key: Hashable = "time_picker",
) -> Overlay:
    """Material's time picker; arguments as for `time_picker_dialog`."""
    picker = _MaterialTime(time, is_24, text, title)

    def ok() -> None:
        if not picker.mistyped:
            on_time(picker.time)

    buttons = _TimeButtons(picker, ok, on_dismiss)
    return _picker_overlay(picker, buttons, on_dismiss, key, 328)


# --- numbers and colours -----------------------------------------------------------------------


class NumberPicker(Themed):
    """A value between two others: the one before above it, the next one below.

    Args:
        value: Present value.
        minimum: Smallest value.
        maximum: Largest value.
        on_change: Called with the new value.
        labels: What is shown in place of the numbers, from `minimum` on.
        wrap: Whether the largest is followed by the smallest.
        **common: See `View`.
    """

    CLASS = "android.widget.NumberPicker"
    IMPORTANT = True
    STEP_DP = 48

    def __init__(
        self,
        value: int,
        minimum: int,
        maximum: int,
        on_change: Callable[[int], None],
        *,
        labels: Sequence[str] = (),
        wrap: bool | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("width", 64)
        super().__init__((), orientation="vertical", content_gravity="center_horizontal", **common)
        self.value = value
        self.minimum = minimum
        self.maximum = maximum
        self.on_change = on_change
        self.labels = labels
        self.wrap = maximum - minimum >= 2 if wrap is None else wrap

    def label(self, value: int) -> str:
        """Return what is shown for a value."""
        index = value - self.minimum
        return self.labels[index] if index < len(self.labels) else str(value)

    def beside(self, step: int) -> int | None:
        """The value some steps further; None where there is none."""
        value = self.value + step
        if self.minimum <= value <= self.maximum:
            return value
        if not self.wrap:
            return None
        return (value - self.minimum) % (self.maximum - self.minimum + 1) + self.minimum

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """The value between its neighbours."""

        def neighbour(step: int) -> View:
            value = self.beside(step)
            return Button(
                "" if value is None else self.label(value),
                key=step,
                all_caps=False,
                size=16,
                weight_font=400,
                color="text_secondary",
                width=MATCH,
                min_width=0,
                padding=0,
                on_click=lambda: self._set(self.beside(step)),
                enabled=value is not None,
            )

        # What is being typed need not be a value yet.
        value, typed = ui.read(self, (self.value, None))
        field = EditText(
            typed if typed is not None and value == self.value else self.label(self.value),
            id="android:id/numberpicker_input",
            on_text_change=self._typed,
            input_type="text" if self.labels else "number",
            align="center",
            vertical="center",
            size=18,
            width=MATCH,
            height=48,
            padding=0,
            background=_LINES,
        )
        return [neighbour(-1), field, neighbour(1)]

    def _set(self, value: int | None, typed: str | None = None) -> None:
        self.ui.write(self, (self.value if value is None else value, typed))
        if value is not None and value != self.value:
            self.on_change(value)

    def _typed(self, text: str) -> None:
        value = None
        if text in self.labels:
            value = self.minimum + self.labels.index(text)
        elif text.isascii() and text.isdigit() and not self.labels:
            value = int(text) if self.minimum <= int(text) <= self.maximum else None
        self._set(value, text)

    def takes_drag(self, axis: str) -> bool:
        """Up and down."""
        return axis == "y"

    def touch(self, event: Touch) -> None:
        """Spins by as many values as the finger has moved rows."""
        if event.action == "up":
            steps = round((event.start_y - event.y) / self.ui.px(self.STEP_DP))
            value = self.beside(steps)
            if value is None:
                value = self.maximum if steps > 0 else self.minimum
            self._set(value)


_LINES = Layers((Line("top", "accent", 2), Line("bottom", "accent", 2)))


def color_grid(
    colors: Sequence[str],
    selected: int,
    on_select: Callable[[int], None],
    /,
    *,
    columns: int = 5,
    size: float = 48,
    descriptions: Sequence[str] = (),
    sample_id: str | None = None,
    **common: Unpack[ViewOptions],
) -> View:
    """Round samples of colours; the chosen one has a tick.

    Args:
        colors: The colours.
        selected: Index of the chosen one, -1 for none.
        on_select: Called with the index of the one tapped.
        columns: Samples in a row.
        size: Side of a sample in dp.
        descriptions: What a screen reader says of them.
        sample_id: Resource id of each sample.
        **common: See `View`.
    """
    samples = [
        ImageButton(
            "check" if index == selected else None,
            id=sample_id,
            key=index,
            tint="#FFFFFF",
            width=size,
            height=size,
            margin=6,
            background=Oval(color),
            content_description=descriptions[index] if index < len(descriptions) else None,
            selected=index == selected,
            on_click=partial(on_select, index),
        )
        for index, color in enumerate(colors)
    ]
    common.setdefault("width", MATCH)
    return GridLayout(samples, columns=columns, **common)
