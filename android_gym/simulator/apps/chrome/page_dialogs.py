"""What pages ask: messages, choices, days, times, colours, and the menus of long presses."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from android_gym.simulator.appkit.dialogs import (
    ChoiceDialog,
    ColorDialog,
    ConfirmDialog,
    DateDialog,
    MessageDialog,
    MultiChoiceDialog,
    TextDialog,
    TimeDialog,
)
from android_gym.simulator.apps.chrome.actions import BrowserActions
from android_gym.simulator.apps.chrome.urls import scheme_of, shortened, site
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.date_pickers import FIRST_DATE, LAST_DATE
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.web.reports import (
    DialogRequest,
    PickerRequest,
    SelectRequest,
    WebRequest,
)

__all__ = ["PAGE_DIALOGS", "LinkMenu", "dialog_for"]

_COLORS: Final = (
    "#FF0000", "#00FFFF", "#0000FF", "#00FF00", "#FF00FF", "#FFFF00", "#000000", "#FFFFFF",
)  # fmt: skip
"""Suggestions of Chrome's colour chooser."""

_EMPTY: Final = DialogRequest(0, "alert", "")
_PICKER: Final = PickerRequest(0, "date", "")
_LIST: Final = SelectRequest(0, ())
_SAYS: Final = "This page says"


def _heading(url: str) -> str:
    """Return the title of a page's message: which site it is of."""
    return f"{site(url)} says" if scheme_of(url) in ("http", "https") else _SAYS


@dataclass(frozen=True)
class JsAlert(MessageDialog[BrowserActions]):
    """A message of the page."""

    page: str = ""
    url: str = ""
    request: DialogRequest = _EMPTY
    POSITIVE = "OK"

    def title(self, screen: BrowserActions) -> str:
        """Return whose message it is."""
        return _heading(self.url)

    def message(self, screen: BrowserActions) -> str:
        """Return the page's words."""
        return self.request.text

    def on_cancel(self, screen: BrowserActions) -> None:
        """Let the page go on."""
        screen.answer(self.request, True, page=self.page)


@dataclass(frozen=True)
class JsConfirm(ConfirmDialog[BrowserActions]):
    """A question of the page."""

    page: str = ""
    url: str = ""
    request: DialogRequest = _EMPTY

    def title(self, screen: BrowserActions) -> str:
        """Return whose question it is."""
        return _heading(self.url)

    def message(self, screen: BrowserActions) -> str:
        """Return the page's words."""
        return self.request.text

    def on_confirm(self, screen: BrowserActions) -> None:
        """Answer yes."""
        screen.answer(self.request, True, page=self.page)

    def on_cancel(self, screen: BrowserActions) -> None:
        """Answer no."""
        screen.answer(self.request, False, page=self.page)


@dataclass(frozen=True)
class LeaveSite(JsConfirm):
    """The page wants to be asked before it is left."""

    POSITIVE = "Leave"

    def title(self, screen: BrowserActions) -> str:
        """Return the question."""
        return "Leave site?"

    def message(self, screen: BrowserActions) -> str:
        """Return what may happen; the page's own words are not shown."""
        return "Changes you made may not be saved."


@dataclass(frozen=True)
class JsPrompt(TextDialog[BrowserActions]):
    """The page wants a text."""

    page: str = ""
    url: str = ""
    request: DialogRequest = _EMPTY

    def title(self, screen: BrowserActions) -> str:
        """Return whose question it is."""
        return _heading(self.url)

    def message(self, screen: BrowserActions) -> str:
        """Return the page's words."""
        return self.request.text

    def on_accept(self, screen: BrowserActions, text: str) -> None:
        """Answer with the text."""
        screen.answer(self.request, True, text=text, page=self.page)

    def on_cancel(self, screen: BrowserActions) -> None:
        """Answer with nothing."""
        screen.answer(self.request, False, page=self.page)


@dataclass(frozen=True)
class SelectOne(ChoiceDialog[BrowserActions]):
    """The entries of a list of the page; a tap chooses."""

    page: str = ""
    request: SelectRequest = _LIST
    NEGATIVE = None

    def _rows(self) -> list[int]:
        """Return the indices of the entries that can be chosen."""
        return [index for index, option in enumerate(self.request.options) if option.enabled]

    def choices(self, screen: BrowserActions) -> Sequence[str]:
        """Return their words."""
        return [self.request.options[index].label for index in self._rows()]

    def selected(self, screen: BrowserActions) -> int:
        """Return which of them is chosen."""
        marked = [self.request.options[index].selected for index in self._rows()]
        return marked.index(True) if True in marked else -1

    def on_choose(self, screen: BrowserActions, index: int) -> None:
        """Choose it."""
        screen.answer(self.request, True, chosen=(self._rows()[index],), page=self.page)

    def on_cancel(self, screen: BrowserActions) -> None:
        """Leave it as it was."""
        screen.answer(self.request, False, page=self.page)


@dataclass(frozen=True)
class SelectMany(MultiChoiceDialog[BrowserActions]):
    """The entries of a list of the page of which several can be chosen."""

    page: str = ""
    request: SelectRequest = _LIST

    def choices(self, screen: BrowserActions) -> Sequence[str]:
        """Return their words."""
        return [option.label for option in self.request.options]

    def on_accept(self, screen: BrowserActions, ticked: frozenset[int]) -> None:
        """Choose those that are ticked."""
        chosen = [index for index in sorted(ticked) if self.request.options[index].enabled]
        screen.answer(self.request, True, chosen=tuple(chosen), page=self.page)

    def on_cancel(self, screen: BrowserActions) -> None:
        """Leave it as it was."""
        screen.answer(self.request, False, page=self.page)


def _day(text: str, otherwise: dt.date) -> dt.date:
    """Return the day that a field's value names, in any of the forms of its kinds."""
    try:
        if "W" in text:
            year, _, week = text.partition("-W")
            return dt.date.fromisocalendar(int(year), int(week), 1)
        day = text[:10] if len(text) >= 10 else f"{text[:7]}-01"
        found = dt.date.fromisoformat(day)
    except ValueError:
        return otherwise
    return min(LAST_DATE, max(FIRST_DATE, found))


@dataclass(frozen=True)
class PickDay(DateDialog[BrowserActions]):
    """The day, week or month of a field of the page; for a moment, the time is asked for next."""

    page: str = ""
    request: PickerRequest = _PICKER
    POSITIVE = "Set"

    def day(self, screen: BrowserActions) -> dt.date:
        """Return the field's day, today where it has none."""
        return _day(self.request.value, screen.context.system.clock.today())

    def span(self, screen: BrowserActions) -> tuple[dt.date, dt.date]:
        """Return what the page allows."""
        first = _day(self.request.least, FIRST_DATE)
        last = _day(self.request.most, LAST_DATE)
        return (first, last) if first <= last else (FIRST_DATE, LAST_DATE)

    def on_pick(self, screen: BrowserActions, day: dt.date) -> None:
        """Give the page the day, in the form of the field's kind."""
        match self.request.kind:
            case "month":
                value = f"{day:%Y-%m}"
            case "week":
                year, week, _ = day.isocalendar()
                value = f"{year:04}-W{week:02}"
            case "datetime-local":
                screen.show_dialog(PickTime(self.page, self.request, day.isoformat()))
                return
            case _:
                value = day.isoformat()
        screen.answer(self.request, True, text=value, page=self.page)

    def on_cancel(self, screen: BrowserActions) -> None:
        """Leave it as it was."""
        screen.answer(self.request, False, page=self.page)


@dataclass(frozen=True)
class PickTime(TimeDialog[BrowserActions]):
    """The time of a field of the page.

    Attributes:
        page: Its page.
        request: What is asked for.
        before: The day that was picked before, for a moment; empty for a time alone.
    """

    page: str = ""
    request: PickerRequest = _PICKER
    before: str = ""
    POSITIVE = "Set"

    def time(self, screen: BrowserActions) -> dt.time:
        """Return the field's time, the present one where it has none."""
        try:
            return dt.time.fromisoformat(self.request.value.rpartition("T")[2][:5])
        except ValueError:
            now = screen.context.system.clock.datetime()
            return dt.time(now.hour, now.minute)

    def on_pick(self, screen: BrowserActions, time: dt.time) -> None:
        """Give the page the time."""
        value = f"{self.before}T{time:%H:%M}" if self.before else f"{time:%H:%M}"
        screen.answer(self.request, True, text=value, page=self.page)

    def on_cancel(self, screen: BrowserActions) -> None:
        """Leave it as it was."""
        screen.answer(self.request, False, page=self.page)


@dataclass(frozen=True)
class PickColor(ColorDialog[BrowserActions]):
    """The colour of a field of the page."""

    TITLE = "Select color"
    POSITIVE = "Set"
    COLORS = _COLORS
    page: str = ""
    request: PickerRequest = _PICKER

    def on_accept(self, screen: BrowserActions, color: str) -> None:
        """Give the page the colour."""
        screen.answer(self.request, bool(color), text=color.lower(), page=self.page)

    def on_cancel(self, screen: BrowserActions) -> None:
        """Leave it as it was."""
        screen.answer(self.request, False, page=self.page)


@dataclass(frozen=True)
class LinkMenu(Dialog[BrowserActions]):
    """The menu of a long press on a link or a picture.

    Attributes:
        link: The link's address; empty for none.
        image: The picture's; empty for none.
    """

    link: str = ""
    image: str = ""

    def build(self, screen: BrowserActions) -> Overlay:
        """Build the entries."""
        tab = screen.tab
        hidden = tab is not None and tab.incognito
        entries = []
        if self.link:
            entries += [
                ("Open in new tab", partial(screen.open_tab, self.link, incognito=hidden)),
                *([] if hidden else [("Open in Incognito tab",
                                      partial(screen.open_tab, self.link, incognito=True))]),
                ("Copy link address", partial(screen.copy, self.link)),
                ("Share link", partial(screen.share, self.link)),
            ]  # fmt: skip
        if self.image:
            entries += [
                ("Open image in new tab", partial(screen.open_tab, self.image, incognito=hidden)),
                ("Download image", partial(screen.save_picture, self.image)),
            ]

        def chosen(index: int) -> None:
            screen.dismiss_dialog()
            entries[index][1]()

        return alert_dialog(
            shortened(self.link or self.image)[:200],
            items=[name for name, _ in entries],
            on_item=chosen,
            on_dismiss=screen.dismiss_dialog,
        )


PAGE_DIALOGS: Final = (
    JsAlert, JsConfirm, JsPrompt, LeaveSite, SelectOne, SelectMany, PickDay, PickTime, PickColor,
    LinkMenu,
)  # fmt: skip
"""Every dialog that a page can open."""


def dialog_for(page: str, url: str, request: WebRequest) -> Dialog[BrowserActions] | None:
    """Return the dialog that asks what a page asks; None where another app is asked (files)."""
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
        case PickerRequest(kind="time"):
            return PickTime(page, request)
        case PickerRequest(kind="color"):
            return PickColor(request.value.upper(), page, request)
        case PickerRequest():
            return PickDay(page, request)
    return None
