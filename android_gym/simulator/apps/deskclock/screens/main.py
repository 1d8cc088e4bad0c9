"""Clock's main activity: five tabs above a navigation bar."""

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
from android_gym.simulator.apps.deskclock.look import Fabs, fab_bar, fitting
from android_gym.simulator.apps.deskclock.screens import alarm, bedtime, clock, stopwatch, timer
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import (
    BottomNavigationView,
    MenuItem,
    NavItem,
    OverflowButton,
    ViewPager,
)
from android_gym.simulator.ui.drawables import Rounded, VectorPath
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, full_column, row, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["DeskClock"]

ITEMS = (
    NavItem("Alarm", "alarm", "tab_menu_alarm"),
    NavItem("Clock", "clock_outline", "tab_menu_clock"),
    NavItem("Timer", "timer_sand_full", "tab_menu_timer"),
    NavItem("Stopwatch", "timer_outline", "tab_menu_stopwatch", "timer"),
    NavItem("Bedtime", "bed", "tab_menu_bedtime"),
)
PAGES = (alarm.page, clock.page, timer.page, stopwatch.page, bedtime.page)
FABS = (alarm.fab, clock.fab, timer.fab, stopwatch.fab)
BEDTIME = len(FABS)
HELP = "https://support.google.com/clock"
TOOLTIP_COLOR, TOOLTIP_INK = "#105225", "#E8F5E9"


class DeskClock(Actions):
    """The main activity."""

    DIALOGS = (AlarmDate, AlarmLabel, AlarmTime, BedtimeTime, TimerLabel)

    def build(self) -> Screen:
        """Build the title, the page and the bar."""
        tab = self.tab
        fabs: Fabs = (None, None, None) if tab == BEDTIME else FABS[tab](self)
        fab = fab_bar(fabs, upright=self.landscape) if any(fabs) else None
        privacy = "https://policies.google.com/privacy"
        title = wide_row(
            TextView(
                ITEMS[tab].title,
                id="action_bar_title",
                style="title_large",
                size=24,
                width=0,
                weight=1,
                max_lines=1,
                margin=(24, 0),
            ),
            self._tooltip() if self.privacy_tooltip else None,
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
        frame: View
        if self.landscape:
            pager.width, pager.weight = 0, 1
            frame = wide_row(pager, fab, id="desk_clock_pager_frame", height=0, weight=1)
        else:
            frame = FrameLayout(
                [pager, fab], id="desk_clock_pager_frame", width=MATCH, height=0, weight=1
            )
        bar = BottomNavigationView(ITEMS, tab, self.select, id="navigation_bar")
        return Screen(full_column(title, frame, bar), navigation_bar="bottom_bar")

    def _tooltip(self) -> View:
        """Build the tooltip of the first start, which points at the menu."""
        words = TextView(
            "You can find the privacy policy here",
            id="tooltip_message",
            size=fitting(self.context, 12, 12),
            letter_spacing=0,
            color=TOOLTIP_INK,
            max_lines=2,
            vertical="center",
            height=40,
            padding=(14, 0, 18, 0),
            background=Rounded(TOOLTIP_COLOR, 18),
        )
        arrow = View(
            width=22,
            height=40,
            margin=(-16, 0, 0, 0),
            background=VectorPath("M0 0L22 20L0 40Z", (22, 40), TOOLTIP_COLOR),
            important_for_accessibility="no",
        )
        return row(words, arrow, key="tooltip", on_click=self.hide_privacy_tooltip)
