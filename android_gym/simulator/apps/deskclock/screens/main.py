"""Clock's main activity: five tabs over a bar."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.apps.deskclock.actions import TABS, Actions
from android_gym.simulator.apps.deskclock.dialogs import (
    AlarmDate,
    AlarmLabel,
    AlarmTime,
    BedtimeTime,
    TimerLabel,
)
from android_gym.simulator.apps.deskclock.screens import alarm, bedtime, clock, stopwatch, timer
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import (
    BottomNavigationView,
    MenuItem,
    NavItem,
    OverflowButton,
    ViewPager,
)
from android_gym.simulator.ui.layouts import FrameLayout, full_column, wide_row
from android_gym.simulator.ui.view import MATCH
from android_gym.simulator.ui.widgets import TextView

__all__ = ["DeskClock"]

ITEMS = (
    NavItem("Alarm", "alarm", "tab_menu_alarm"),
    NavItem("Clock", "clock_outline", "tab_menu_clock", "clock"),
    NavItem("Timer", "timer_sand_empty", "tab_menu_timer", "timer_sand"),
    NavItem("Stopwatch", "timer_outline", "tab_menu_stopwatch", "timer"),
    NavItem("Bedtime", "bed_outline", "tab_menu_bedtime", "bed"),
)
PAGES = (alarm.page, clock.page, timer.page, stopwatch.page, bedtime.page)
HELP = "https://support.google.com/clock"


class DeskClock(Actions):
    """The main activity."""

    DIALOGS = (AlarmDate, AlarmLabel, AlarmTime, BedtimeTime, TimerLabel)

    def build(self) -> Screen:
        """Build title, page and bar."""
        tab = self.tab
        fab = (alarm.fab, clock.fab, timer.fab, stopwatch.fab, lambda _: None)[tab](self)
        privacy = "https://policies.google.com/privacy"
        title = wide_row(
            TextView(
                ITEMS[tab].title,
                id="action_bar_title",
                style="title_large",
                size=24,
                width=0,
                weight=1,
                margin=(24, 0),
            ),
            OverflowButton(
                [
                    MenuItem("Screen saver", partial(self.open, "ScreensaverActivity")),
                    MenuItem("Settings", partial(self.open, "settings.SettingsActivity")),
                    MenuItem("Privacy policy", partial(self.browse, privacy)),
                    MenuItem("Send feedback", partial(self.browse, HELP)),
                    MenuItem("Help", partial(self.browse, HELP)),
                ],
                id="overflow_action_button",
            ),
            id="toolbar",
            class_name="android.view.ViewGroup",
            height=64,
        )
        pager = ViewPager(
            len(TABS),
            lambda index: PAGES[index](self),
            current=tab,
            on_page=self.select,
            id="desk_clock_pager",
        )
        frame = FrameLayout(
            [pager, fab], id="desk_clock_pager_frame", width=MATCH, height=0, weight=1
        )
        bar = BottomNavigationView(ITEMS, tab, self.select, id="navigation_bar")
        return Screen(full_column(title, frame, bar), navigation_bar="bottom_bar")
