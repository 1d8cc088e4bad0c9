"""The browser's main screen: toolbar and page, or the tab switcher."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from android_gym.simulator.appkit.web_dialogs import PAGE_DIALOGS, JsDialog, dialog_for, withdraw
from android_gym.simulator.apps.chrome.actions import HELP
from android_gym.simulator.apps.chrome.dialogs import (
    NOT_SECURE,
    AppMenu,
    CloseAllTabs,
    LeavePage,
    LinkMenu,
    PageInfo,
    SwitcherMenu,
)
from android_gym.simulator.apps.chrome.incognito import CLOSE_ALL, STAYS
from android_gym.simulator.apps.chrome.look import BAR, empty, omnibox, tab_count
from android_gym.simulator.apps.chrome.model import NTP, Tab
from android_gym.simulator.apps.chrome.preview import Previews, PreviewSheet
from android_gym.simulator.apps.chrome.screens.native import native_page
from android_gym.simulator.apps.chrome.screens.suggestions import dropdown
from android_gym.simulator.apps.chrome.screens.switcher import switcher
from android_gym.simulator.apps.chrome.urls import shortened
from android_gym.simulator.ui.activity import Overlay, Screen, callback
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, full_column, row, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, ImageButton, ImageView, TextView
from android_gym.simulator.web.reports import LongPress, WebRequest, Withdrawn

__all__ = ["ChromeTabbedActivity"]

HINT = "Search or type web address"


class ChromeTabbedActivity(Previews):
    """Shows a tab, or the tab switcher."""

    DIALOGS = (
        AppMenu,
        SwitcherMenu,
        CloseAllTabs,
        PageInfo,
        LeavePage,
        LinkMenu,
        PreviewSheet,
        *PAGE_DIALOGS,
    )

    def on_pause(self) -> None:
        """Close the menu (`AppMenuHandlerImpl.onStopWithNative`)."""
        self.dismiss_dialogs(AppMenu)
        super().on_pause()

    def on_new_intent(self) -> None:
        """Open what the intent asks for, or close all incognito tabs."""
        if self.intent.action != CLOSE_ALL:
            super().on_new_intent()
            return
        self.close_all(True)
        if not self.intent.get_bool(STAYS):
            self._minimize()

    def is_secure(self) -> bool:
        """Return whether an incognito tab, or the switcher of these, is shown."""
        state, tab = self.state, self.tab
        if state.view == "page":
            return tab is not None and tab.incognito
        return state.view == "incognito_switcher"

    def build(self) -> Screen:
        """Build the tab switcher, or toolbar and page."""
        state, tab = self.state, self.tab
        if state.view != "page" or tab is None:
            content = switcher(self)
        else:
            bar = None if state.bar_away == tab.id else self._bar(tab)
            content = full_column(bar, self._below(tab), id="coordinator")
        return Screen(content, title="Chrome", status_bar="app_bar", navigation_bar="app_bar")

    def _below(self, tab: Tab) -> View:
        if self.state.typing is not None:
            return dropdown(self, tab)
        page = self._content(tab)
        page.width, page.height = MATCH, MATCH
        return FrameLayout(
            [page], id="compositor_view_holder", width=MATCH, height=0, weight=1, key=tab.id
        )

    def _content(self, tab: Tab) -> View:
        native = native_page(self, tab)
        if native is not None:
            return native
        if self.state.is_stuck(tab):
            return self.web_view(str(tab.id), answers=False)
        if str(tab.id) not in self.state.pages:
            return empty("alert", "This page can\u2019t be shown", tab.url)
        asks = any(isinstance(each, JsDialog) and each.page == str(tab.id) for each in self.dialogs)
        return self.web_view(str(tab.id), takes_keys=True, covered=asks)

    # -- bars

    def _bar(self, tab: Tab) -> View:
        if self.state.find is not None:
            return self._find_bar(self.state.find)
        typing = self.state.typing
        at_home = tab.url == NTP and typing is None
        count = len(self.state.tabs.of(tab.incognito))
        kind = "incognito tab" if tab.incognito else "tab"
        parts: list[View | None] = []
        if typing is None and self.settings.homepage:
            parts.append(
                ImageButton(
                    "home", id="home_button", content_description="Home", on_click=self.go_home
                )
            )
        if at_home and not tab.incognito:
            parts.append(View(width=0, weight=1))
        else:
            parts.append(self._location_bar(tab, typing))
        if typing is None:
            parts += [
                tab_count(
                    count,
                    f"{count} open {kind}{'s' * (count != 1)}, tap to switch tabs",
                    self.show_switcher,
                ),
                ImageButton(
                    "more_vert",
                    id="menu_button",
                    content_description="More options",
                    on_click=lambda: self.show_dialog(AppMenu()),
                ),
            ]
        return wide_row(
            *parts,
            id="toolbar",
            class_name="android.widget.FrameLayout",
            height=BAR,
            padding=(4, 4),
            background="app_bar",
            content_gravity="center_vertical",
        )

    def _location_bar(self, tab: Tab, typing: str | None) -> View:
        status: View | None = None
        if typing is not None:
            status = ImageView("magnify", id="location_bar_status_icon", width=40, height=40)
        elif not tab.native:
            status = ImageButton(
                "information_outline",
                id="location_bar_status_icon",
                size=18,
                min_width=40,
                content_description=NOT_SECURE,
                on_click=self.show_page_info,
            )
        field = EditText(
            shortened(tab.url) if typing is None else typing,
            id="url_bar",
            hint=HINT,
            on_text_change=self._typed,
            on_focus_change=self._focused,
            on_editor_action=self.submit,
            input_type="uri",
            ime_action="go",
            select_all=True,
            background="transparent",
            width=0,
            weight=1,
            min_height=40,
            vertical="center",
            padding=(8 if status is not None else 16, 0, 8, 0),
            style="body_large",
        )
        clear = None
        if typing:
            clear = ImageButton(
                "close",
                id="delete_button",
                content_description="Clear input",
                min_width=40,
                min_height=40,
                on_click=lambda: self.update(typing=""),
            )
        return row(
            status,
            field,
            clear,
            id="location_bar",
            class_name="android.widget.FrameLayout",
            width=0,
            height=40,
            weight=1,
            background=omnibox(False),
            content_gravity="center_vertical",
        )

    def _typed(self, text: str) -> None:
        self.update(typing=text)

    def _focused(self, on: bool) -> None:
        if on and self.state.typing is None:
            self.begin_typing()

    def _find_bar(self, text: str) -> View:
        at, count = self.state.found
        status = f"{at}/{count}" if text else ""

        before = partial(self.look_for, forward=False)

        def button(icon: str, id: str, words: str, act: Callable[[], object]) -> View:
            return ImageButton(
                icon, id=id, content_description=words, on_click=act,
                enabled=id == "close_find_button" or count > 0,
            )  # fmt: skip

        return wide_row(
            EditText(
                text,
                id="find_query",
                hint="Find in page",
                on_text_change=self.look_for,
                on_editor_action=lambda: self.look_for(text),
                ime_action="search",
                autofocus=True,
                background="transparent",
                width=0,
                weight=1,
                min_height=48,
                vertical="center",
                padding=(16, 0),
                style="body_large",
            ),
            TextView(status, id="find_status", style="body_medium", color="text_secondary"),
            button("expand_less", "find_prev_button", "Previous", partial(before, text)),
            button("expand_more", "find_next_button", "Next", lambda: self.look_for(text)),
            button("close", "close_find_button", "Close", self.end_finding),
            id="find_toolbar",
            height=BAR,
            background="app_bar",
            content_gravity="center_vertical",
        )

    # -- actions of menus and bars

    def on_back(self) -> bool:
        """Close what is open, or go back a page, or else leave the tab."""
        state = self.state
        if state.typing is not None:
            self.end_typing()
        elif state.find is not None:
            self.end_finding()
        elif state.view != "page":
            if state.tabs.shown is None:
                return False
            self.show(state.tabs)
        elif not self.travel(-1):
            self._leave_tab(state.tabs.shown)
        return True

    def _leave_tab(self, tab: Tab | None) -> None:
        """Close a tab that was opened by a link or another app, and return to where that was."""
        opened = tab is not None and (tab.origin != "user" or tab.url.startswith(HELP))
        if tab is None or not opened or tab.origin == "app":
            self._minimize()
        if tab is not None and opened:
            self.close_tab(tab.id, undoable=False)

    def _minimize(self) -> None:
        """Move Chrome's task to the back; the tabs stay as they are."""
        activities = self.context.system.activities
        task = activities.task_of(self.token)
        if task is not None:
            activities.move_to_back(task.id)

    def show_page_info(self) -> None:
        """Show information about the page's connection."""
        tab = self.tab
        if tab is not None:
            self.show_dialog(PageInfo(url=tab.url))

    def ask_to_leave(self, *, url: str = "", steps: int = 0, typed: bool = False) -> None:
        """Ask before leaving a page."""
        self.show_dialog(LeavePage(url, steps, typed))

    @callback
    def edit_bookmark(self, number: int) -> None:
        """Open the screen that edits a bookmark."""
        self.start_activity(
            "org.chromium.chrome.browser.app.bookmarks.BookmarkEditActivity", number=number
        )

    # -- "Find in page"

    def look_for(self, text: str, *, forward: bool = True) -> None:
        """Highlight the next match of a text in the page, or the previous one."""
        tab = self.tab
        self.update(find=text, found=(0, 0))
        if tab is not None and not tab.native and not self.state.is_stuck(tab):
            self.update(found=self.find_in_page(text, forward, page=str(tab.id)))

    def end_finding(self) -> None:
        """Close the bar of "Find in page", and highlight nothing."""
        self.look_for("")
        self.update(find=None)
        self.hide_keyboard()

    # -- requests of pages

    def ask(self, page: str, url: str, request: WebRequest) -> None:
        """Show the dialog for a request of a page."""
        dialog = dialog_for(page, url, request)
        if dialog is not None:
            self.update(bar_away=0)
            self.show_dialog(dialog)

    def frame_dialog(self, page: str, overlay: Overlay) -> Overlay:
        """Leave the toolbar usable beside a message of the tab, as `TabModalPresenter` does."""
        if page != str(self.state.tabs.current):
            return overlay
        return replace(overlay, modal=False)

    def ask_no_more(self, page: str, event: Withdrawn) -> None:
        """Close the dialog of a request that a page has withdrawn."""
        withdraw(self, page, event)

    def ask_link(self, held: LongPress) -> None:
        """Open the context menu of a link or an image."""
        self.show_dialog(LinkMenu(held.link, held.text, held.image))
