"""Chrome's menus and dialogs, except those that pages open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from android_gym.simulator.appkit.dialogs import ConfirmDialog, MessageDialog, TextDialog
from android_gym.simulator.apps.chrome.actions import Actions, BrowserActions
from android_gym.simulator.apps.chrome.model import NTP, Tab
from android_gym.simulator.apps.chrome.reading import loadable
from android_gym.simulator.apps.chrome.urls import scheme_of, shortened
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import MenuItem, popup_menu
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import OverflowScroll, column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import CheckBox, Divider, ImageButton, TextView

__all__ = [
    "NOT_SECURE", "AppMenu", "CloseAllTabs", "LeavePage", "LinkMenu", "NewFolder", "PageInfo",
    "SwitcherMenu",
]  # fmt: skip

Click = Callable[[], object]
Item = tuple[str, Click]

NOT_SECURE: Final = "Your connection to this site is not secure"
"""Text of Chrome's page info, and of its icon, for every page that this phone can show.

No page of the web can be reached, so all of them show an error page, which has no certificate: its
security level is NONE, like that of a local page. For NONE, Chrome 103 shows an "i" in a circle and
this text; a lock is for level SECURE only.
"""

_HISTORY = "org.chromium.chrome.browser.history.HistoryActivity"
_BOOKMARKS = "org.chromium.chrome.browser.app.bookmarks.BookmarkActivity"
_DOWNLOADS = "org.chromium.chrome.browser.app.download.home.DownloadActivity"


@dataclass(frozen=True)
class AppMenu(Dialog[BrowserActions]):
    """The menu of the toolbar's three dots."""

    def build(self, screen: BrowserActions) -> Overlay | None:
        """Build the row of icons and the entries."""
        tab = screen.tab
        if tab is None:
            return None

        def then(act: Click) -> Click:
            def chosen() -> None:
                screen.dismiss_dialog()
                act()

            return chosen

        rows: list[View] = []
        places = self._places(screen, tab)
        for group in (self._tabs(screen), places, self._page(screen, tab)):
            rows += [_entry(title, then(act)) for title, act in group]
            rows += [Divider(key=("divider", len(rows)))] if group else []
            if group and group[-1][0] == "Find in page":
                rows.insert(-1, _desktop(tab, then(screen.toggle_desktop)))
        rows.append(_entry("Settings", then(screen.open_settings)))
        rows.append(_entry("Help & feedback", then(lambda: screen.open_help())))
        content = column(
            self._icons(screen, tab, then),
            Divider(),
            OverflowScroll(wide_column(*rows), id="app_menu_list", width=MATCH),
            width=238,
            background=Rounded("menu", 4),
            elevation=8,
        )
        return Overlay(content, anchor="menu_button", over_anchor=True, gravity="end")

    @staticmethod
    def _icons(screen: BrowserActions, tab: Tab, then: Callable[[Click], Click]) -> View:
        marked = screen.bookmarks.of(tab.url) is not None
        forward = tab.index + 1 < len(tab.entries)
        icons = (
            ("button_one", "arrow_forward", "Forward", forward, lambda: screen.travel(1)),
            ("button_two", "star" if marked else "star_outline",
             "Edit bookmark" if marked else "Bookmark", not tab.native, screen.toggle_bookmark),
            # Chrome saves only pages of http and https, none of which can be reached.
            ("button_three", "download", "Download", False, lambda: None),
            ("button_four", "information_outline", "Page info", not tab.native,
             lambda: screen.show_page_info()),
            ("button_five", "refresh", "Refresh", not tab.native, screen.reload),
        )  # fmt: skip
        return wide_row(
            *(
                ImageButton(icon, id=id, content_description=label, enabled=on, width=0, weight=1,
                            on_click=then(act))
                for id, icon, label, on, act in icons
            ),
            id="app_menu_icon_row",
        )  # fmt: skip

    @staticmethod
    def _tabs(screen: BrowserActions) -> list[Item]:
        return [
            ("New tab", screen.open_tab),
            ("New Incognito tab", lambda: screen.open_tab(incognito=True)),
        ]

    @staticmethod
    def _places(screen: BrowserActions, tab: Tab) -> list[Item]:
        places: list[Item] = [
            ("History", lambda: screen.start_activity(_HISTORY)),
            ("Downloads", lambda: screen.start_activity(_DOWNLOADS)),
            ("Bookmarks", lambda: screen.start_activity(_BOOKMARKS)),
        ]
        if not tab.incognito:
            places.append(("Recent tabs", screen.show_recent_tabs))
        return places

    @staticmethod
    def _page(screen: BrowserActions, tab: Tab) -> list[Item]:
        if tab.native:
            return []
        return [
            ("Share\u2026", lambda: screen.share(tab.url)),
            ("Find in page", screen.begin_finding),
        ]


def _entry(title: str, act: Click) -> View:
    return wide_row(
        TextView(title, id="menu_item_text", style="body_large", width=0, weight=1),
        key=title,
        min_height=48,
        padding=(16, 8),
        content_gravity="center_vertical",
        on_click=act,
    )


def _desktop(tab: Tab, act: Click) -> View:
    return wide_row(
        TextView("Desktop site", id="menu_item_text", style="body_large", width=0, weight=1),
        CheckBox(id="checkbox", checked=tab.desktop, clickable=False, focusable=False),
        key="Desktop site",
        min_height=48,
        padding=(16, 0),
        content_gravity="center_vertical",
        on_click=act,
    )


@dataclass(frozen=True)
class SwitcherMenu(Dialog[BrowserActions]):
    """The menu of the tab switcher."""

    def build(self, screen: BrowserActions) -> Overlay:
        """Build the entries."""
        state = screen.state
        incognito = state.view == "incognito_switcher"
        some = bool(state.tabs.of(incognito))
        items = [
            MenuItem("New tab", screen.open_tab),
            MenuItem("New Incognito tab", lambda: screen.open_tab(incognito=True)),
            MenuItem("Close Incognito tabs", lambda: screen.close_all(True), enabled=some)
            if incognito
            else MenuItem(
                "Close all tabs", lambda: screen.show_dialog(CloseAllTabs()), enabled=some
            ),
            MenuItem("Settings", screen.open_settings),
        ]
        return popup_menu(
            items, screen.dismiss_dialog, anchor="menu_button", gravity="end",
            title_id="menu_item_text",
        )  # fmt: skip


@dataclass(frozen=True)
class CloseAllTabs(ConfirmDialog[BrowserActions]):
    """Asks before closing all tabs."""

    TITLE = "Close all tabs?"
    POSITIVE = "Close all tabs"

    def on_confirm(self, screen: BrowserActions) -> None:
        """Close them."""
        screen.close_all(False)


@dataclass(frozen=True)
class PageInfo(MessageDialog[BrowserActions]):
    """Shows information about the page's connection."""

    url: str = NTP
    POSITIVE = "Close"

    def title(self, screen: BrowserActions) -> str:
        """Return the URL."""
        return self.url

    def message(self, screen: BrowserActions) -> str:
        """Return where the page comes from."""
        if scheme_of(self.url) in ("file", "content"):
            return "You are viewing a local or shared file"
        return NOT_SECURE


@dataclass(frozen=True)
class LeavePage(ConfirmDialog[BrowserActions]):
    """Asks before leaving a page that handles ``beforeunload``.

    Attributes:
        url: URL to open; empty for a page of the tab's history.
        steps: Pages to go back (negative) or forward; 0, without a URL, to reload the page.
        typed: Whether the URL was typed.
    """

    MESSAGE = "Changes you made may not be saved."
    url: str = ""
    steps: int = 0
    typed: bool = False

    @property
    def _again(self) -> bool:
        return not self.url and not self.steps

    def title(self, screen: BrowserActions) -> str:
        """Return the question."""
        return "Reload site?" if self._again else "Leave site?"

    def positive(self, screen: BrowserActions) -> str:
        """Return the label of the confirming button."""
        return "Reload" if self._again else "Leave"

    def on_confirm(self, screen: BrowserActions) -> None:
        """Leave the page."""
        if self.url:
            screen.open_url(self.url, typed=self.typed, sure=True)
        elif self.steps:
            screen.travel(self.steps, sure=True)
        else:
            screen.reload(sure=True)


@dataclass(frozen=True)
class NewFolder(TextDialog[Actions[Any]]):
    """Asks for the name of a new bookmark folder."""

    TITLE = "New folder"
    POSITIVE = "Save"
    HINT = "Folder name"
    parent: int = 3

    def valid(self, screen: Actions[Any]) -> bool:
        """Return whether there is a name."""
        return bool(self.text.strip())

    def on_accept(self, screen: Actions[Any], text: str) -> None:
        """Create the folder."""
        screen.bookmarks.add(text.strip(), parent=self.parent)


@dataclass(frozen=True)
class LinkMenu(Dialog[BrowserActions]):
    """The context menu of a link or an image.

    Attributes:
        link: URL of the link; empty for none.
        text: Text of the link.
        image: URL of the image; empty for none.
    """

    link: str = ""
    text: str = ""
    image: str = ""

    def build(self, screen: BrowserActions) -> Overlay:
        """Build the entries."""
        tab = screen.tab
        hidden = tab is not None and tab.incognito
        new_tab = partial(screen.open_tab, origin="link")
        entries: list[Item] = []
        if self.link:
            entries.append(
                ("Open in new tab", partial(new_tab, self.link, incognito=hidden, shown=False))
            )
            if not hidden:
                hide = partial(new_tab, self.link, incognito=True)
                entries.append(("Open in Incognito tab", hide))
            if loadable(self.link):
                show_page = partial(screen.preview, self.link, self.text)
                entries.append(("Preview page", show_page))
            entries.append(("Copy link address", partial(screen.copy, self.link)))
            if self.text:
                entries.append(("Copy link text", partial(screen.copy, self.text)))
            entries += [
                ("Download link", partial(screen.save_file, self.link)),
                ("Share link", partial(screen.share, self.link)),
            ]
        if self.image:
            show = partial(new_tab, self.image, incognito=hidden, shown=False)
            entries += [
                ("Open image in new tab", show),
                ("Download image", partial(screen.save_file, self.image)),
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
