"""Material's date picker."""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Callable, Hashable, Sequence
from functools import partial

from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.components import TextInputLayout, ViewPager
from android_gym.simulator.ui.date_pickers import (
    FIRST_DATE,
    LAST_DATE,
    Calendar,
    MonthState,
    picker_overlay,
)
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, column, row
from android_gym.simulator.ui.picker_parts import Click, ok_cancel
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, EditText, ImageButton, TextView

__all__ = ["material_date_picker"]


class _MaterialCalendar(Calendar):
    """The contents of a MaterialDatePicker."""

    def __init__(
        self,
        date: dt.date,
        first: dt.date,
        last: dt.date,
        first_weekday: int,
        today: dt.date | None,
        text: bool,
        title: str,
    ) -> None:
        super().__init__(date, first, last, first_weekday, today, width=MATCH)
        self.typed = text
        self.title = title

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return the header, and a calendar, the years or a text field."""
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
    """Parse a date such as "10/15/2023"."""
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
    text: bool = False,
    key: Hashable = "date_picker",
) -> Overlay:
    """Return Material's date picker; takes the arguments of `date_picker_dialog`.

    If `text` is true, it starts with a text field for the date.
    """
    picker = _MaterialCalendar(date, first, last, first_weekday, today, text, title)
    buttons = ok_cancel("confirm_button", "cancel_button", lambda: on_date(picker.date), on_dismiss)
    return picker_overlay(picker, buttons, on_dismiss, key, 328)
