"""Dialogs that pick the value of a page's field: a date, time, month, week or colour."""

from __future__ import annotations

import colorsys
import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Final

from android_gym.simulator.appkit.dialogs import DateDialog, TimeDialog, TitledDialog
from android_gym.simulator.appkit.time_wheels import MINUTE_MS, TimeWheelsDialog
from android_gym.simulator.appkit.web import WebActivity
from android_gym.simulator.appkit.wheel_dialogs import (
    DateTimeDialog,
    MonthDialog,
    PartOfYear,
    TwoFieldDateDialog,
    WeekDialog,
)
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.date_pickers import FIRST_DATE, LAST_DATE
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, row, wide_column
from android_gym.simulator.ui.pickers import color_grid
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, SeekBar, TextView
from android_gym.simulator.web.reports import PickerKind, PickerRequest, WebRequest

__all__ = ["PICKERS", "PageDialog", "Web", "picker_for"]

_COLORS: Final = {
    "#FF0000": "Red", "#00FFFF": "Cyan", "#0000FF": "Blue", "#00FF00": "Green",
    "#FF00FF": "Magenta", "#FFFF00": "Yellow", "#000000": "Black", "#FFFFFF": "White",
}  # fmt: skip
"""Suggestions of Chrome's colour picker, and their names."""

_PICKER: Final = PickerRequest(0, "date", "")

Web = WebActivity[Any]


class PageDialog(TitledDialog[Web]):
    """A dialog for a request of a page; closing it cancels the request.

    Attributes:
        page: Name of the page in its activity.
        request: The request.
    """

    page: str
    request: WebRequest

    def on_cancel(self, screen: Web) -> None:
        """Cancel the request."""
        screen.answer(self.request, False, page=self.page)


class _FieldDialog(PageDialog):
    """A dialog that picks the value of a field of the page, or clears it.

    Attributes:
        request: The field's request.
    """

    request: PickerRequest

    def on_neutral(self, screen: Web) -> None:
        """Clear the field."""
        screen.answer(self.request, True, page=self.page)


def _day(text: str, otherwise: dt.date) -> dt.date:
    """Return the date in a field's value."""
    try:
        found = dt.date.fromisoformat(text)
    except ValueError:
        return otherwise
    return min(LAST_DATE, max(FIRST_DATE, found))


def _moment(text: str, otherwise: dt.datetime) -> dt.datetime:
    """Return the date and time in a field's value, to the minute."""
    day, _, time = text.partition("T")
    try:
        found = dt.datetime.combine(dt.date.fromisoformat(day), dt.time.fromisoformat(time[:5]))
    except ValueError:
        return otherwise
    return found if FIRST_DATE <= found.date() <= LAST_DATE else otherwise


def _millis(text: str, otherwise: int) -> int:
    """Return the time in a field's value, in milliseconds since midnight."""
    try:
        found = dt.time.fromisoformat(text)
    except ValueError:
        return otherwise
    return (
        (found.hour * 60 + found.minute) * MINUTE_MS
        + found.second * 1000
        + (found.microsecond // 1000)
    )


def _seconds(time: dt.time, step: int) -> str:
    """Return what follows the minutes of a time, as Blink writes it for a field's step."""
    if step and step % MINUTE_MS == 0:
        return ""
    if step % 1000 or (step == 0 and time.microsecond):
        return f":{time:%S}.{time.microsecond // 1000:03}"
    return f":{time:%S}" if step or time.second else ""


def _part(text: str, form: re.Pattern[str], otherwise: PartOfYear) -> PartOfYear:
    """Return the month or week in a field's value."""
    found = form.fullmatch(text)
    return PartOfYear(int(found[1]), int(found[2])) if found else otherwise


@dataclass(frozen=True)
class PickDay(_FieldDialog, DateDialog[Web]):
    """Picks the value of a date field."""

    page: str = ""
    request: PickerRequest = _PICKER
    POSITIVE = "Set"
    NEUTRAL = "Clear"

    def day(self, screen: Web) -> dt.date:
        """Return the field's date, or today if it has none."""
        return _day(self.request.value, screen.context.system.clock.today())

    def span(self, screen: Web) -> tuple[dt.date, dt.date]:
        """Return the first and the last value that the page allows."""
        first = _day(self.request.least, FIRST_DATE)
        return first, max(first, _day(self.request.most, LAST_DATE))

    def on_pick(self, screen: Web, day: dt.date) -> None:
        """Answer with the date."""
        screen.answer(self.request, True, text=day.isoformat(), page=self.page)


@dataclass(frozen=True)
class PickTime(_FieldDialog, TimeDialog[Web]):
    """Picks the value of a time field."""

    page: str = ""
    request: PickerRequest = _PICKER
    POSITIVE = "Set"
    NEUTRAL = "Clear"

    def time(self, screen: Web) -> dt.time:
        """Return the field's time, or the present one if it has none."""
        try:
            return dt.time.fromisoformat(self.request.value[:5])
        except ValueError:
            now = screen.context.system.clock.datetime()
            return dt.time(now.hour, now.minute)

    def on_pick(self, screen: Web, time: dt.time) -> None:
        """Answer with the time."""
        screen.answer(self.request, True, text=f"{time:%H:%M}", page=self.page)


@dataclass(frozen=True)
class PickSeconds(_FieldDialog, TimeWheelsDialog[Web]):
    """Picks the value of a time field whose step is shorter than a minute."""

    page: str = ""
    request: PickerRequest = _PICKER

    def begins(self, screen: Web) -> int:
        """Return the field's time, or the present one if it has none."""
        now = screen.context.system.clock.datetime().time().replace(microsecond=0)
        return _millis(self.request.value, _millis(now.isoformat(), 0))

    def span(self, screen: Web) -> tuple[int, int]:
        """Return the first and the last value that the page allows."""
        every = super().span(screen)
        return _millis(self.request.least, every[0]), _millis(self.request.most, every[1])

    def step(self, screen: Web) -> int:
        """Return the field's step in milliseconds."""
        return self.request.step or 1

    def on_pick(self, screen: Web, picked: int) -> None:
        """Answer with the time."""
        time = (dt.datetime.min + dt.timedelta(milliseconds=picked)).time()
        text = f"{time:%H:%M}{_seconds(time, self.request.step)}"
        screen.answer(self.request, True, text=text, page=self.page)


@dataclass(frozen=True)
class PickMoment(_FieldDialog, DateTimeDialog[Web]):
    """Picks the value of a date and time field."""

    page: str = ""
    request: PickerRequest = _PICKER

    def begins(self, screen: Web) -> dt.datetime:
        """Return the field's date and time, or the present ones if it has none."""
        now = screen.context.system.clock.datetime()
        return _moment(self.request.value, now.replace(second=0, microsecond=0, tzinfo=None))

    def span(self, screen: Web) -> tuple[dt.datetime, dt.datetime]:
        """Return the first and the last value that the page allows."""
        every = super().span(screen)
        first = _moment(self.request.least, every[0])
        return first, max(first, _moment(self.request.most, every[1]))

    def on_pick(self, screen: Web, picked: dt.datetime) -> None:
        """Answer with the date and time."""
        text = f"{picked:%Y-%m-%dT%H:%M}{_seconds(dt.time(), self.request.step)}"
        screen.answer(self.request, True, text=text, page=self.page)


class _PickPart(_FieldDialog, TwoFieldDateDialog[Web]):
    """Picks a part of a year.

    Attributes:
        FORM: Pattern of the field's values.
    """

    FORM: ClassVar[re.Pattern[str]]

    def span(self, screen: Web) -> tuple[PartOfYear, PartOfYear]:
        """Return the first and the last value that the page allows."""
        every = super().span(screen)
        first = _part(self.request.least, self.FORM, every[0])
        last = _part(self.request.most, self.FORM, every[1])
        return (first, last) if first <= last else every


@dataclass(frozen=True)
class PickMonth(_PickPart, MonthDialog[Web]):
    """Picks the value of a month field."""

    page: str = ""
    request: PickerRequest = _PICKER
    FORM = re.compile(r"([0-9]{4,6})-(0[1-9]|1[0-2])")

    def begins(self, screen: Web) -> PartOfYear:
        """Return the field's month, or the present one if it has none."""
        today = screen.context.system.clock.today()
        return _part(self.request.value, self.FORM, PartOfYear(today.year, today.month))

    def on_pick(self, screen: Web, picked: PartOfYear) -> None:
        """Answer with the month."""
        value = f"{picked.year:04}-{picked.number:02}"
        screen.answer(self.request, True, text=value, page=self.page)


@dataclass(frozen=True)
class PickWeek(_PickPart, WeekDialog[Web]):
    """Picks the value of a week field."""

    page: str = ""
    request: PickerRequest = _PICKER
    FORM = re.compile(r"([0-9]{4,6})-W(0[1-9]|[1-4][0-9]|5[0-3])")

    def begins(self, screen: Web) -> PartOfYear:
        """Return the field's week, or the present one if it has none."""
        today = screen.context.system.clock.today().isocalendar()
        return _part(self.request.value, self.FORM, PartOfYear(today.year, today.week))

    def on_pick(self, screen: Web, picked: PartOfYear) -> None:
        """Answer with the week."""
        value = f"{picked.year:04}-W{picked.number:02}"
        screen.answer(self.request, True, text=value, page=self.page)


@dataclass(frozen=True)
class PickColor(PageDialog):
    """Picks the value of a colour field: a suggestion, or any colour by three sliders.

    Attributes:
        page: Name of the page in its activity.
        request: The field's request.
        color: The colour chosen so far.
        sliders: Hue, saturation and value (degrees, percent, percent) once "More" was tapped.
    """

    TITLE = "Select color"
    POSITIVE = "Set"
    page: str = ""
    request: PickerRequest = _PICKER
    color: str = "#000000"
    sliders: tuple[int, int, int] | None = None

    def body(self, screen: Web) -> View:
        """Build the chosen colour, and the suggestions or sliders below it."""
        shown = View(
            id="selected_color_view", width=MATCH, height=24, background=Rounded(self.color, 2)
        )
        below = self._suggestions(screen) if self.sliders is None else self._sliders(screen)
        return ScrollView(wide_column(shown, *below, padding=(24, 8)), width=MATCH)

    def _suggestions(self, screen: Web) -> list[View]:
        hints = {value.upper(): words or value for value, words in self.request.hints} or _COLORS
        colors = list(hints)

        def choose(index: int) -> None:
            screen.update_dialog(replace(self, color=colors[index]))

        def more() -> None:
            screen.update_dialog(replace(self, sliders=_hsv(self.color)))

        return [
            color_grid(
                colors,
                -1,
                choose,
                columns=4,
                descriptions=list(hints.values()),
                id="color_picker_simple",
            ),
            Button("More", id="more_colors_button", on_click=more),
        ]

    def _sliders(self, screen: Web) -> list[View]:
        at = self.sliders or (0, 0, 0)

        def slide(part: int, value: float) -> None:
            moved = tuple(round(value) if i == part else old for i, old in enumerate(at))
            hue, saturation, light = moved
            color = _hex(hue, saturation, light)
            screen.update_dialog(replace(self, color=color, sliders=(hue, saturation, light)))

        rows: list[View] = []
        for part, (name, most) in enumerate((("Hue", 360), ("Saturation", 100), ("Value", 100))):
            rows += [
                TextView(name, id="text", key=name, style="body_medium", margin=(0, 12, 0, 0)),
                SeekBar(
                    at[part], most, on_change=partial(slide, part), id="seek_bar", width=MATCH,
                    key=(name, "bar"),
                ),
            ]  # fmt: skip
        return rows

    def build(self, screen: Web) -> Overlay:
        """Build the dialog."""
        return self.alert(screen, lambda: self._accept(screen))

    def _accept(self, screen: Web) -> None:
        screen.answer(self.request, True, text=self.color.lower(), page=self.page)


def _hsv(color: str) -> tuple[int, int, int]:
    """Return hue, saturation and value of a colour such as ``#FF8800``."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    hue, saturation, value = colorsys.rgb_to_hsv(*parts)
    return round(hue * 360), round(saturation * 100), round(value * 100)


def _hex(hue: int, saturation: int, value: int) -> str:
    """Return the colour, such as ``#FF8800``, for the positions of the sliders."""
    parts = colorsys.hsv_to_rgb(hue / 360, saturation / 100, value / 100)
    return "#" + "".join(f"{round(part * 255):02X}" for part in parts)


_TITLES: Final[dict[PickerKind, str]] = {
    "date": "Set date",
    "time": "Set time",
    "datetime-local": "Set date and time",
    "month": "Set month",
    "week": "Set week",
}


def _localized(kind: PickerKind, value: str) -> str:
    """Return a value as Chrome writes it in English; unchanged if it can't be parsed."""
    try:
        match kind:
            case "date":
                return f"{dt.date.fromisoformat(value):%m/%d/%Y}"
            case "time":
                return f"{dt.time.fromisoformat(value):%I:%M %p}"
            case "datetime-local":
                return f"{dt.datetime.fromisoformat(value):%m/%d/%Y, %I:%M %p}"
            case "month":
                return f"{dt.date.fromisoformat(f'{value}-01'):%B %Y}"
            case "week":
                year, _, week = value.partition("-W")
                return f"Week {week}, {year}"
    except ValueError:
        pass
    return value


@dataclass(frozen=True)
class SuggestedValues(PageDialog):
    """The suggestions of a field; the last row opens the picker for other values."""

    page: str = ""
    request: PickerRequest = _PICKER

    def title(self, screen: Web) -> str:
        """Return the title of the field's picker."""
        return _TITLES.get(self.request.kind, "")

    def body(self, screen: Web) -> View:
        """Build a row for each suggestion, with its label after the value."""

        def pick(value: str) -> None:
            screen.dismiss_dialog()
            screen.answer(self.request, True, text=value, page=self.page)

        def other() -> None:
            screen.dismiss_dialog()
            screen.show_dialog(picker_for(self.page, replace(self.request, hints=())))

        def line(key: int, shown: str, words: str, click: Callable[[], None]) -> View:
            value = TextView(
                shown, id="date_time_suggestion_value", style="list_item", width=0, weight=1.0
            )
            label = TextView(
                words,
                id="date_time_suggestion_label",
                style="body_medium",
                color="text_secondary",
            )
            return row(
                value,
                label if words else None,
                key=key,
                content_gravity="center_vertical",
                width=MATCH,
                min_height=48,
                padding=(24, 4),
                on_click=click,
            )

        kind, hints = self.request.kind, self.request.hints
        rows = [
            line(index, _localized(kind, value), words, partial(pick, value))
            for index, (value, words) in enumerate(hints)
        ]
        last = line(len(hints), "Other", "", other)
        return ScrollView(
            wide_column(*rows, last), class_name="android.widget.ListView", width=MATCH
        )

    def build(self, screen: Web) -> Overlay:
        """Build the dialog."""
        return self.alert(screen)


PICKERS: Final = (
    PickDay, PickTime, PickSeconds, PickMoment, PickMonth, PickWeek, PickColor, SuggestedValues,
)  # fmt: skip
"""Every dialog of this module."""


def picker_for(page: str, request: PickerRequest) -> Dialog[Web]:
    """Return the dialog that picks the value of a field."""
    if request.hints and request.kind != "color":
        return SuggestedValues(page, request)
    match request.kind:
        case "time" if request.step < MINUTE_MS:
            return PickSeconds(None, page, request)
        case "time":
            return PickTime(page, request)
        case "color":
            return PickColor(page, request, request.value.upper())
        case "datetime-local":
            return PickMoment(None, page, request)
        case "month":
            return PickMonth(None, page, request)
        case "week":
            return PickWeek(None, page, request)
    return PickDay(page, request)
