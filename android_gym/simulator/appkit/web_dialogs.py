"""Dialogs for requests of pages: JavaScript dialogs and lists.

Those for dates, times and colours are in `web_pickers`. An activity with pages lists `PAGE_DIALOGS`
among its `DIALOGS`, and shows `dialog_for` a request. The answer goes back to the page; closing a
dialog cancels the request.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final
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
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.web.reports import (
    DialogRequest,
    PickerRequest,
    SelectRequest,
    WebRequest,
    Withdrawn,
)

__all__ = ["PAGE_DIALOGS", "JsDialog", "PageDialog", "dialog_for", "withdraw"]

_EMPTY: Final = DialogRequest(0, "alert", "")
_LIST: Final = SelectRequest(0, ())
_SAYS: Final = "This page says"


def _heading(url: str) -> str:
    """Return the title of a page's dialog, which names its site."""
    try:
        parts = urlsplit(url)
        host = parts.hostname if parts.scheme in ("http", "https") else None
    except ValueError:
        host = None
    return f"{host.removeprefix('www.')} says" if host else _SAYS


@dataclass(frozen=True)
class JsDialog(PageDialog):
    """A JavaScript dialog with a page's text, below the name of its site.

    Attributes:
        page: Name of the page in its activity.
        url: Its URL.
        request: The page's request.
    """

    page: str = ""
    url: str = ""
    request: DialogRequest = _EMPTY

    def title(self, screen: Web) -> str:
        """Return the name of the page's site."""
        return _heading(self.url)

    def message(self, screen: Web) -> str:
        """Return the page's text."""
        return self.request.text

    def alert(
        self, screen: Web, accept: Callable[[], object] | None = None, **parts: Any
    ) -> Overlay:
        """Return the window, which may leave a part of the screen to the user."""
        return screen.frame_dialog(self.page, super().alert(screen, accept, **parts))


@dataclass(frozen=True)
class JsAlert(JsDialog, MessageDialog[Web]):
    """The dialog of ``alert``."""

    def on_cancel(self, screen: Web) -> None:
        """Let the page continue."""
        screen.answer(self.request, True, page=self.page)


@dataclass(frozen=True)
class JsConfirm(JsDialog, ConfirmDialog[Web]):
    """The dialog of ``confirm``."""

    def on_confirm(self, screen: Web) -> None:
        """Answer yes."""
        screen.answer(self.request, True, page=self.page)


@dataclass(frozen=True)
class LeaveSite(JsConfirm):
    """The dialog of ``beforeunload``: asks before a page is left."""

    POSITIVE = "Leave"

    def title(self, screen: Web) -> str:
        """Return the question."""
        return "Leave site?"

    def message(self, screen: Web) -> str:
        """Return Chrome's message; the page's own text is not shown."""
        return "Changes you made may not be saved."


@dataclass(frozen=True)
class JsPrompt(JsDialog, TextDialog[Web]):
    """The dialog of ``prompt``, which asks for a text."""

    SELECTED = True

    def on_accept(self, screen: Web, text: str) -> None:
        """Answer with the text."""
        screen.answer(self.request, True, text=text, page=self.page)


def _rows(request: SelectRequest) -> list[Choice]:
    """Return the rows of a list; groups have rows too, as in Chromium's SelectPopupDialog."""
    return [Choice(row.label, row.enabled, row.heading) for row in request.options]


@dataclass(frozen=True)
class SelectOne(PageDialog, ChoiceDialog[Web]):
    """The options of a list of the page; a tap selects one."""

    page: str = ""
    request: SelectRequest = _LIST
    NEGATIVE = None
    BEGINS_AT_CHOICE = True

    def choices(self, screen: Web) -> Sequence[Choice]:
        """Return its rows."""
        return _rows(self.request)

    def selected(self, screen: Web) -> int:
        """Return the index of the selected option; -1 if there is none."""
        return next((i for i, option in enumerate(self.request.options) if option.selected), -1)

    def on_choose(self, screen: Web, index: int) -> None:
        """Answer with the option."""
        screen.answer(self.request, True, chosen=(index,), page=self.page)


@dataclass(frozen=True)
class SelectMany(PageDialog, MultiChoiceDialog[Web]):
    """The options of a list of the page in which several can be selected."""

    page: str = ""
    request: SelectRequest = _LIST

    def choices(self, screen: Web) -> Sequence[Choice]:
        """Return its rows."""
        return _rows(self.request)

    def on_accept(self, screen: Web, ticked: frozenset[int]) -> None:
        """Answer with the options that are ticked."""
        screen.answer(self.request, True, chosen=tuple(sorted(ticked)), page=self.page)


PAGE_DIALOGS: Final = (JsAlert, JsConfirm, JsPrompt, LeaveSite, SelectOne, SelectMany, *PICKERS)
"""Every dialog that a page can open."""


def dialog_for(page: str, url: str, request: WebRequest) -> Dialog[Web] | None:
    """Return the dialog for a request of a page.

    Args:
        page: Name of the page in its activity.
        url: Its URL, for the title of JavaScript dialogs.
        request: The request.

    Returns:
        The dialog; None for a `FileRequest`, which another app handles.
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
    """Close the list or picker of a withdrawn request, as Chrome does."""
    for dialog in screen.dialogs:
        if isinstance(dialog, PageDialog) and dialog.page == page:
            request = dialog.request
            if isinstance(request, SelectRequest | PickerRequest) and request.id == event.id:
                screen.dismiss_dialogs(type(dialog))
