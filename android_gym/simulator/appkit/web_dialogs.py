"""Dialogs for what pages ask: messages, choices, days, times, colours.

An activity with pages lists `PAGE_DIALOGS` among its `DIALOGS`, and shows `dialog_for` a request.
What is answered goes back to the page; a dialog that is closed answers that nothing was chosen.
"""

from __future__ import annotations

import colorsys
import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Final
from urllib.parse import urlsplit

from android_gym.simulator.appkit.dialogs import (
    Choice,
    ChoiceDialog,
    ConfirmDialog,
    DateDialog,
    MessageDialog,
    MultiChoiceDialog,
    TextDialog,
    TimeDialog,
    TitledDialog,
)
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
from android_gym.simulator.ui.layouts import ScrollView, wide_column
from android_gym.simulator.ui.pickers import color_grid
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, SeekBar, TextView
from android_gym.simulator.web.reports import (
    DialogRequest,
    PickerRequest,
    SelectRequest,
    WebRequest,
    Withdrawn,
)

__all__ = ["PAGE_DIALOGS", "PageDialog", "dialog_for", "withdraw"]

_COLORS: Final = {
    "#FF0000": "Red", "#00FFFF": "Cyan", "#0000FF": "Blue", "#00FF00": "Green",
    "#FF00FF": "Magenta", "#FFFF00": "Yellow", "#000000": "Black", "#FFFFFF": "White",
}  # fmt: skip
"""Suggestions of Chrome's colour chooser, and their names."""

_EMPTY: Final = DialogRequest(0, "alert", "")
_PICKER: Final = PickerRequest(0, "date", "")
_LIST: Final = SelectRequest(0, ())
_SAYS: Final = "This page says"

Web = WebActivity[Any]


def _heading(url: str) -> str:
    """Return the title of a page's message: which site it is of."""
    try:
        parts = urlsplit(url)
        host = parts.hostname if parts.scheme in ("http", "https") else None
    except ValueError:
        host = None
    return f"{host.removeprefix('www.')} says" if host else _SAYS


class PageDialog(TitledDialog[Web]):
    """A question of a page; a dialog that is closed leaves things as they were.

    Attributes:
        page: Name of the page in its activity.
        request: What it asks.
    """

    page: str
    request: WebRequest

    def on_cancel(self, screen: Web) -> None:
        """Answer no, or with nothing."""
        screen.answer(self.request, False, page=self.page)


@dataclass(frozen=True)
class _Says(PageDialog):
    """Words of a page, below the name of its site.

    Attributes:
        page: Name of the page in its activity.
        url: Its address.
        request: What it says.
    """

    page: str = ""
    url: str = ""
    request: DialogRequest = _EMPTY

    def title(self, screen: Web) -> str:
        """Return whose words they are."""
        return _heading(self.url)

    def message(self, screen: Web) -> str:
        """Return the page's words."""
        return self.request.text


@dataclass(frozen=True)
class JsAlert(_Says, MessageDialog[Web]):
    """A message of the page."""

    def on_cancel(self, screen: Web) -> None:
        """Let the page go on."""
        screen.answer(self.request, True, page=self.page)


@dataclass(frozen=True)
class JsConfirm(_Says, ConfirmDialog[Web]):
    """A question of the page."""

    def on_confirm(self, screen: Web) -> None:
        """Answer yes."""
        screen.answer(self.request, True, page=self.page)


@dataclass(frozen=True)
class LeaveSite(JsConfirm):
    """The page wants to be asked before it is left."""

    POSITIVE = "Leave"

    def title(self, screen: Web) -> str:
        """Return the question."""
        return "Leave site?"

    def message(self, screen: Web) -> str:
        """Return what may happen; the page's own words are not shown."""
        return "Changes you made may not be saved."


@dataclass(frozen=True)
class JsPrompt(_Says, TextDialog[Web]):
    """A question of the page that a text answers."""

    def on_accept(self, screen: Web, text: str) -> None:
        """Answer with the text."""
        screen.answer(self.request, True, text=text, page=self.page)


def _rows(request: SelectRequest) -> list[Choice]:
    """Return the rows of a list: as in Chromium's SelectPopupDialog, groups have rows too."""
    return [Choice(row.label, row.enabled, row.heading) for row in request.options]


@dataclass(frozen=True)
class SelectOne(PageDialog, ChoiceDialog[Web]):
    """The entries of a list of the page; a tap chooses."""

    page: str = ""
    request: SelectRequest = _LIST
    NEGATIVE = None
    BEGINS_AT_CHOICE = True

    def choices(self, screen: Web) -> Sequence[Choice]:
        """Return its rows."""
        return _rows(self.request)

    def selected(self, screen: Web) -> int:
        """Return which of them is chosen."""
        return next((i for i, option in enumerate(self.request.options) if option.selected), -1)

    def on_choose(self, screen: Web, index: int) -> None:
        """Choose it."""
        screen.answer(self.request, True, chosen=(index,), page=self.page)


@dataclass(frozen=True)
class SelectMany(PageDialog, MultiChoiceDialog[Web]):
    """The entries of a list of the page of which several can be chosen."""

    page: str = ""
    request: SelectRequest = _LIST

    def choices(self, screen: Web) -> Sequence[Choice]:
        """Return its rows."""
        return _rows(self.request)

    def on_accept(self, screen: Web, ticked: frozenset[int]) -> None:
        """Choose those that are ticked."""
        screen.answer(self.request, True, chosen=tuple(sorted(ticked)), page=self.page)


def _day(text: str, otherwise: dt.date) -> dt.date:
    """Return the day that a field's value names."""
    try:
        found = dt.date.fromisoformat(text)
    except ValueError:
        return otherwise
    return min(LAST_DATE, max(FIRST_DATE, found))


def _moment(text: str, otherwise: dt.datetime) -> dt.datetime:
    """Return the moment that a field's value names, to the minute."""
    day, _, time = text.partition("T")
    try:
        found = dt.datetime.combine(dt.date.fromisoformat(day), dt.time.fromisoformat(time[:5]))
    except ValueError:
        return otherwise
    return found if FIRST_DATE <= found.date() <= LAST_DATE else otherwise


def _part(text: str, form: re.Pattern[str], otherwise: PartOfYear) -> PartOfYear:
    """Return the month or week that a field's value names."""
    found = form.fullmatch(text)
    return PartOfYear(int(found[1]), int(found[2])) if found else otherwise


@dataclass(frozen=True)
class PickDay(PageDialog, DateDialog[Web]):
    """The day of a field of the page."""

    page: str = ""
    request: PickerRequest = _PICKER
    POSITIVE = "Set"
    NEUTRAL = "Clear"

    def on_neutral(self, screen: Web) -> None:
        """Empty the field."""
        screen.answer(self.request, True, page=self.page)

    def day(self, screen: Web) -> dt.date:
        """Return the field's day, today where it has none."""
        return _day(self.request.value, screen.context.system.clock.today())

    def span(self, screen: Web) -> tuple[dt.date, dt.date]:
        """Return what the page allows."""
        first = _day(self.request.least, FIRST_DATE)
        last = _day(self.request.most, LAST_DATE)
        return (first, last) if first <= last else (FIRST_DATE, LAST_DATE)

    def on_pick(self, screen: Web, day: dt.date) -> None:
        """Give the page the day."""
        screen.answer(self.request, True, text=day.isoformat(), page=self.page)


@dataclass(frozen=True)
class PickTime(PageDialog, TimeDialog[Web]):
    """The time of a field of the page."""

    page: str = ""
    request: PickerRequest = _PICKER
    POSITIVE = "Set"
    NEUTRAL = "Clear"

    def on_neutral(self, screen: Web) -> None:
        """Empty the field."""
        screen.answer(self.request, True, page=self.page)

    def time(self, screen: Web) -> dt.time:
        """Return the field's time, the present one where it has none."""
        try:
            return dt.time.fromisoformat(self.request.value[:5])
        except ValueError:
            now = screen.context.system.clock.datetime()
            return dt.time(now.hour, now.minute)

    def on_pick(self, screen: Web, time: dt.time) -> None:
        """Give the page the time."""
        screen.answer(self.request, True, text=f"{time:%H:%M}", page=self.page)


@dataclass(frozen=True)
class PickMoment(PageDialog, DateTimeDialog[Web]):
    """The day and time of a field of the page."""

    page: str = ""
    request: PickerRequest = _PICKER

    def on_neutral(self, screen: Web) -> None:
        """Empty the field."""
        screen.answer(self.request, True, page=self.page)

    def begins(self, screen: Web) -> dt.datetime:
        """Return the field's moment, the present one where it has none."""
        now = screen.context.system.clock.datetime()
        return _moment(self.request.value, now.replace(second=0, microsecond=0, tzinfo=None))

    def span(self, screen: Web) -> tuple[dt.datetime, dt.datetime]:
        """Return what the page allows."""
        every = super().span(screen)
        first, last = _moment(self.request.least, every[0]), _moment(self.request.most, every[1])
        return (first, last) if first <= last else every

    def on_pick(self, screen: Web, picked: dt.datetime) -> None:
        """Give the page the moment."""
        screen.answer(self.request, True, text=f"{picked:%Y-%m-%dT%H:%M}", page=self.page)


class _PickPart(PageDialog, TwoFieldDateDialog[Web]):
    """A part of a year that a field of the page asks for.

    Attributes:
        request: What it asks.
        FORM: Its values.
    """

    request: PickerRequest
    FORM: ClassVar[re.Pattern[str]]

    def on_neutral(self, screen: Web) -> None:
        """Empty the field."""
        screen.answer(self.request, True, page=self.page)

    def span(self, screen: Web) -> tuple[PartOfYear, PartOfYear]:
        """Return what the page allows."""
        every = super().span(screen)
        first = _part(self.request.least, self.FORM, every[0])
        last = _part(self.request.most, self.FORM, every[1])
        return (first, last) if first <= last else every


@dataclass(frozen=True)
class PickMonth(_PickPart, MonthDialog[Web]):
    """The month of a field of the page."""

    page: str = ""
    request: PickerRequest = _PICKER
    FORM = re.compile(r"([0-9]{4,6})-(0[1-9]|1[0-2])")

    def begins(self, screen: Web) -> PartOfYear:
        """Return the field's month, this one where it has none."""
        today = screen.context.system.clock.today()
        return _part(self.request.value, self.FORM, PartOfYear(today.year, today.month))

    def on_pick(self, screen: Web, picked: PartOfYear) -> None:
        """Give the page the month."""
        value = f"{picked.year:04}-{picked.number:02}"
        screen.answer(self.request, True, text=value, page=self.page)


@dataclass(frozen=True)
class PickWeek(_PickPart, WeekDialog[Web]):
    """The week of a field of the page."""

    page: str = ""
    request: PickerRequest = _PICKER
    FORM = re.compile(r"([0-9]{4,6})-W(0[1-9]|[1-4][0-9]|5[0-3])")

    def begins(self, screen: Web) -> PartOfYear:
        """Return the field's week, this one where it has none."""
        today = screen.context.system.clock.today().isocalendar()
        return _part(self.request.value, self.FORM, PartOfYear(today.year, today.week))

    def on_pick(self, screen: Web, picked: PartOfYear) -> None:
        """Give the page the week."""
        value = f"{picked.year:04}-W{picked.number:02}"
        screen.answer(self.request, True, text=value, page=self.page)


@dataclass(frozen=True)
class PickColor(PageDialog):
    """The colour of a field of the page: one of Chrome's suggestions, or any by three sliders.

    Attributes:
        page: Its page.
        request: What is asked for.
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
        """Build the present colour, and what chooses another."""
        shown = View(
            id="selected_color_view", width=MATCH, height=24, background=Rounded(self.color, 2)
        )
        below = self._suggestions(screen) if self.sliders is None else self._sliders(screen)
        return ScrollView(wide_column(shown, *below, padding=(24, 8)), width=MATCH)

    def _suggestions(self, screen: Web) -> list[View]:
        colors = list(_COLORS)

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
                descriptions=list(_COLORS.values()),
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
    """Return the colour that three sliders stand for."""
    parts = colorsys.hsv_to_rgb(hue / 360, saturation / 100, value / 100)
    return "#" + "".join(f"{round(part * 255):02X}" for part in parts)


PAGE_DIALOGS: Final = (
    JsAlert, JsConfirm, JsPrompt, LeaveSite, SelectOne, SelectMany, PickDay, PickTime, PickMoment,
    PickMonth, PickWeek, PickColor,
)  # fmt: skip
"""Every dialog that a page can open."""


def _picker(page: str, request: PickerRequest) -> Dialog[Web]:
    """Return the dialog in which the value of a field is picked."""
    match request.kind:
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


def dialog_for(page: str, url: str, request: WebRequest) -> Dialog[Web] | None:
    """Return the dialog that asks what a page asks.

    Args:
        page: Name of the page in its activity.
        url: Its address, which messages begin with.
        request: What it asks.

    Returns:
        The dialog; None for a `FileRequest`, for which another app is asked.
    """
    match request:
        case DialogRequest(kind="alert"):
            return JsAlert(page, url, request)
        case DialogRequest(kind="confirm"):
            return JsConfirm(page, url, request)
        case DialogRequest(kind="prompt"):
            return JsPrompt(request.default, page, url, request)
        case DialogRequest():
            return LeaveSite(page, url, request)
        case SelectRequest(multiple=True):
            marked = frozenset(i for i, option in enumerate(request.options) if option.selected)
            return SelectMany(marked, page, request)
        case SelectRequest():
            return SelectOne(page, request)
        case PickerRequest():
            return _picker(page, request)
    return None


def withdraw(screen: Web, page: str, event: Withdrawn) -> None:
    """Close the list or picker of a field that is gone, as Chrome does."""
    for dialog in screen.dialogs:
        if isinstance(dialog, PageDialog) and dialog.page == page:
            request = dialog.request
            if isinstance(request, SelectRequest | PickerRequest) and request.id == event.id:
                screen.dismiss_dialogs(type(dialog))
