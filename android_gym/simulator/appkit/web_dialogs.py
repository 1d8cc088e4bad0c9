"""Dialogs for what pages ask: messages and choices; `web_pickers` has days, times and colours.

An activity with pages lists `PAGE_DIALOGS` among its `DIALOGS`, and shows `dialog_for` a request.
What is answered goes back to the page; a dialog that is closed answers that nothing was chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from android_gym.simulator.appkit.dialogs import (
    Choice,
    ChoiceDialog,
    ConfirmDialog,
    MessageDialog,
    MultiChoiceDialog,
    TextDialog,
)
from android_gym.simulator.appkit.web_pickers import PICKERS, PageDialog, Web, picker_for
from android_gym.simulator.ui.activity import Dialog
from android_gym.simulator.web.reports import (
    DialogRequest,
    PickerRequest,
    SelectRequest,
    WebRequest,
    Withdrawn,
)

__all__ = ["PAGE_DIALOGS", "PageDialog", "dialog_for", "withdraw"]

_EMPTY: Final = DialogRequest(0, "alert", "")
_LIST: Final = SelectRequest(0, ())
_SAYS: Final = "This page says"


def _heading(url: str) -> str:
    """Return the title of a page's message: which site it is of."""
    try:
        parts = urlsplit(url)
        host = parts.hostname if parts.scheme in ("http", "https") else None
    except ValueError:
        host = None
    return f"{host.removeprefix('www.')} says" if host else _SAYS


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

    SELECTED = True

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


PAGE_DIALOGS: Final = (JsAlert, JsConfirm, JsPrompt, LeaveSite, SelectOne, SelectMany, *PICKERS)
"""Every dialog that a page can open."""


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
            return picker_for(page, request)
    return None


def withdraw(screen: Web, page: str, event: Withdrawn) -> None:
    """Close the list or picker of a field that is gone, as Chrome does."""
    for dialog in screen.dialogs:
        if isinstance(dialog, PageDialog) and dialog.page == page:
            request = dialog.request
            if isinstance(request, SelectRequest | PickerRequest) and request.id == event.id:
                screen.dismiss_dialogs(type(dialog))
