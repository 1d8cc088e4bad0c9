"""The sheet that previews the page of a link over the present page ("Preview page")."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from android_gym.simulator.appkit.web_dialogs import PageDialog
from android_gym.simulator.apps.chrome.actions import OTHER_APPS
from android_gym.simulator.apps.chrome.dialogs import NOT_SECURE
from android_gym.simulator.apps.chrome.look import favicon
from android_gym.simulator.apps.chrome.model import Tabs, View
from android_gym.simulator.apps.chrome.page_events import MOST_TITLE, PageEvents
from android_gym.simulator.apps.chrome.reading import loadable, may_lead, read_address
from android_gym.simulator.apps.chrome.urls import scheme_of, shortened
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui import geometry, view
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import bottom_sheet
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import column, full_column, wide_row
from android_gym.simulator.ui.widgets import ImageButton, ImageView, TextView
from android_gym.simulator.web.reports import (
    DialogRequest,
    Download,
    FileRequest,
    Navigate,
    OpenWindow,
    PageCrashed,
    PageLoaded,
    PickerRequest,
    SelectRequest,
    TitleChanged,
    UrlChanged,
    WebEvent,
    Withdrawn,
)

__all__ = ["PREVIEW", "PreviewSheet", "Previews"]

PREVIEW: Final = "preview"
"""Name of the page in the sheet; those of tabs are named by the tabs' ids."""

_PART: Final = 0.9
"""Height of the sheet, relative to the tab's page (FULL_HEIGHT_RATIO)."""

_ABOVE: Final = 80.0
"""Height of what is above the tab's page in dp: the status bar and the toolbar."""

_BARS: Final = _ABOVE + 24.0
"""Height of the screen without the tab's page, in dp."""


@dataclass(frozen=True)
class PreviewSheet(Dialog["Previews"]):
    """The sheet.

    Attributes:
        url: URL of its page.
        title: Title of its page; the link's text until it has one.
    """

    url: str = ""
    title: str = ""

    def build(self, screen: Previews) -> Overlay:
        """Build its bar and the page."""
        height = screen.context.windows.size[1] / screen.context.system.display.density
        origin = wide_row(
            ImageView(
                "information_outline",
                id="security_icon",
                size=16,
                content_description=NOT_SECURE,
                margin=(0, 0, 4, 0),
            ),
            TextView(
                shortened(self.url),
                id="origin",
                style="body_medium",
                color="text_secondary",
                max_lines=1,
                width=0,
                weight=1,
            ),
            content_gravity="center_vertical",
        )
        words = column(
            TextView(self.title, id="title", style="body_medium", max_lines=1),
            origin,
            width=0,
            weight=1,
            margin=(16, 0),
        )
        bar = wide_row(
            favicon(self.url, size=24),
            words,
            ImageButton(
                "open_in_new",
                id="open_in_new_tab",
                content_description="Open in new tab",
                min_width=40,
                on_click=screen.open_preview,
            ),
            ImageButton(
                "close",
                id="close",
                content_description="Close",
                min_width=40,
                margin=(8, 0, 0, 0),
                on_click=screen.close_preview,
            ),
            id="toolbar",
            min_height=56,
            padding=(16, 0),
            content_gravity="center_vertical",
        )
        handle = view.View(
            width=32,
            height=4,
            margin=(0, 8, 0, 0),
            gravity="center_horizontal",
            background=Rounded("outline", 999),
        )
        page = screen.web_view(PREVIEW)
        page.width, page.height, page.weight = geometry.MATCH, 0, 1
        content = full_column(handle, bar, page)
        sheet = bottom_sheet(
            content, screen.close_preview, key=PREVIEW, id="bottom_sheet", handle=False
        )
        # The sheet doesn't move when the keyboard covers its lower part.
        sheet.height = geometry.MATCH
        sheet.margin = (0, _ABOVE + (height - _BARS) * (1 - _PART), 0, 0)
        return sheet


class Previews(PageEvents):
    """The part of the main screen that previews links in a sheet."""

    # -- the sheet

    def preview(self, url: str, words: str) -> None:
        """Preview the page of a link in a sheet.

        Args:
            url: URL of the link.
            words: Text of the link.
        """
        if self._is_download(url):
            self.toast("This can\u2019t be previewed")
            return
        self.show_dialog(PreviewSheet(url, words or shortened(url)))
        self._load(url)

    def _load(self, url: str) -> None:
        self.load(url, page=PREVIEW, settings=self.web_settings(desktop=False))

    def close_preview(self) -> None:
        """Close the sheet, and the dialogs of its page."""
        for dialog in self.dialogs:
            if isinstance(dialog, PageDialog) and dialog.page == PREVIEW:
                self.dismiss_dialogs(type(dialog))
        self.dismiss_dialogs(PreviewSheet)
        self.close_page(PREVIEW)

    def open_preview(self) -> None:
        """Open the page of the sheet in a new tab."""
        sheet, tab = self._sheet, self.tab
        self.close_preview()
        if sheet is not None and tab is not None:
            self.open_tab(sheet.url, incognito=tab.incognito, origin="link")

    @property
    def _sheet(self) -> PreviewSheet | None:
        return next((each for each in self.dialogs if isinstance(each, PreviewSheet)), None)

    # -- the rest of the screen

    def show(self, tabs: Tabs, *, view: View = "page") -> None:
        """Show other tabs, or tabs that have changed, and close the sheet."""
        self.close_preview()
        super().show(tabs, view=view)

    def on_restart(self) -> None:
        """Close the sheet, whose page is gone with the process."""
        self.close_preview()
        super().on_restart()

    def hides(self, page: str) -> bool:
        """Return whether a page is invisible; that of the sheet never is."""
        return page != PREVIEW and super().hides(page)

    # -- its page

    def on_web_event(self, page: str, event: WebEvent) -> None:
        """Handle an event of a page."""
        if page != PREVIEW:
            super().on_web_event(page, event)
            return
        sheet = self._sheet
        if sheet is not None:
            self._follow_preview(sheet, event)

    def _follow_preview(self, sheet: PreviewSheet, event: WebEvent) -> None:
        match event:
            case TitleChanged(title) if title:
                self._name(sheet, title[:MOST_TITLE])
            case UrlChanged(url):
                self.update_dialog(replace(sheet, url=url))
            case PageLoaded():
                self._note(sheet)
            case Navigate(url) | OpenWindow(url):
                self._go_on(sheet, url)
            case Download():
                self.keep_download(event)
            case FileRequest():
                self._ask_file(PREVIEW, event)
            case DialogRequest() | SelectRequest() | PickerRequest():
                self.ask(PREVIEW, sheet.url, event)
            case Withdrawn():
                self.ask_no_more(PREVIEW, event)
            case PageCrashed():
                self.close_preview()

    @property
    def _leaves_traces(self) -> bool:
        return self.tab is not None and not self.tab.incognito

    def _name(self, sheet: PreviewSheet, title: str) -> None:
        """Store the page's new title."""
        self.update_dialog(replace(sheet, title=title))
        if self._leaves_traces:
            self.history.rename(sheet.url, title)

    def _note(self, sheet: PreviewSheet) -> None:
        """Add the page to the history, unless loading has failed."""
        if self._leaves_traces and not read_address(self.context, sheet.url).error:
            self.history.visit(sheet.url, sheet.title)

    def _go_on(self, sheet: PreviewSheet, url: str) -> None:
        """Navigate the sheet, also if its page wants to open a window."""
        if scheme_of(url) in OTHER_APPS:
            self.start_activity(Intent("android.intent.action.VIEW", data=url))
        elif may_lead(sheet.url, url) and loadable(url):
            if self._is_download(url):
                self.close_preview()
                self.toast("This can\u2019t be previewed")
                return
            self.update_dialog(replace(sheet, url=url, title=shortened(url)))
            if self.is_used(PREVIEW) or not self.hurries():
                self._load(url)
