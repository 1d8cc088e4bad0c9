"""The calendar's screen: toolbar, drawer, search, and the current view."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.appkit.lists import scaffold
from android_gym.simulator.apps.google_calendar.actions import MainActions, month_name
from android_gym.simulator.apps.google_calendar.dialogs import SpeedDial
from android_gym.simulator.apps.google_calendar.model import VIEWS
from android_gym.simulator.apps.google_calendar.screens.hours import hours
from android_gym.simulator.apps.google_calendar.screens.month import month, small_month
from android_gym.simulator.apps.google_calendar.screens.schedule import results, schedule
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import (
    DrawerLayout,
    FloatingActionButton,
    MenuItem,
    NavigationView,
    Toolbar,
    open_search_bar,
)
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import full_column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["AllInOne"]

SETTINGS = "com.google.android.calendar.settings.SettingsActivity"


class AllInOne(MainActions):
    """Shows the calendar in one of five views."""

    DIALOGS = (SpeedDial,)

    def build(self) -> Screen:
        """Build the toolbar, the view and the drawer, or the search."""
        query = self.state.query
        if query is not None:
            return Screen(full_column(self._search_bar(query), results(self, query)))
        content = scaffold(
            self._bar(),
            self._view(),
            below_bar=small_month(self) if self.state.months else None,
            fab=FloatingActionButton(
                "add",
                id="floating_action_button",
                content_description="Create new event and more",
                on_click=lambda: self.show_dialog(SpeedDial()),
            ),
        )
        drawer = DrawerLayout(
            content,
            self._drawer(),
            self.state.drawer,
            lambda: self.update(drawer=False),
        )
        return Screen(drawer, title="Calendar")

    def _view(self) -> View:
        match self.state.view:
            case "schedule":
                return schedule(self)
            case "month":
                return month(self)
        return hours(self)

    def _bar(self) -> View:
        unfolded = self.state.months
        words = month_name(self.day, self.today)
        title = row(
            TextView(words, id="date_picker_text_view", style="title_large", max_lines=1),
            ImageView("arrow_drop_up" if unfolded else "arrow_drop_down"),
            id="date_picker_button",
            content_description=f"{words}, {'hide' if unfolded else 'show'} date picker",
            min_height=48,
            on_click=lambda: self.update(months=not unfolded),
        )
        return Toolbar(
            navigation="menu",
            navigation_description="Show Calendar List and Settings drawer",
            on_navigation=lambda: self.update(drawer=True),
            content=title,
            menu=[
                MenuItem(
                    "Search", lambda: self.update(query=""), id="action_search", icon="search"
                ),
                MenuItem(
                    "Jump to Today", lambda: self.go(None), id="action_today", icon="calendar_today"
                ),
            ],
            id="toolbar",
        )

    def _search_bar(self, query: str) -> View:
        return open_search_bar(
            query,
            "Search",
            lambda text: self.update(query=text),
            on_close=lambda: self.update(query=None),
            on_submit=self.hide_keyboard,
        )

    def _drawer(self) -> View:
        header = TextView(
            "Google Calendar", style="title_large", width=MATCH, padding=(28, 24, 16, 16)
        )
        items: list[MenuItem | str | None] = [
            MenuItem(words, partial(self.show, name), icon=icon, checked=name == self.state.view)
            for name, words, icon in VIEWS
        ]
        boxes: list[MenuItem | str | None] = []
        account = ""
        for each in self.calendars.calendars():
            if each.account != account:
                account = each.account
                boxes += [None, account]
            flip = partial(self.calendars.show, each.id, not each.visible)
            icon = "check_box" if each.visible else "check_box_outline_blank"
            state = "shown" if each.visible else "hidden"
            boxes.append(MenuItem(each.name, flip, icon=icon, content_description=state))
        end = MenuItem("Settings", self._settings, icon="settings")
        return NavigationView([*items, *boxes, None, end], header=header)

    def _settings(self) -> None:
        self.update(drawer=False)
        self.start_activity(SETTINGS)
