"""Clock's main activity: five tabs over a bar, and what opens over them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from immutables import Map

from android_gym.simulator.apps.deskclock import (
    alarm_tab,
    bedtime_tab,
    clock_tab,
    receiver,
    stopwatch_tab,
    timer_tab,
)
from android_gym.simulator.apps.deskclock.look import theme_of
from android_gym.simulator.apps.deskclock.storage import Alarm, Alarms, Stopwatch, Timers
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, Screen, callback
from android_gym.simulator.ui.components import (
    BottomNavigationView,
    MenuItem,
    NavItem,
    OverflowButton,
    ViewPager,
)
from android_gym.simulator.ui.layouts import FrameLayout, column, row
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["DeskClock"]

TABS = ("alarm", "clock", "timer", "stopwatch", "bedtime")
ITEMS = (
    NavItem("Alarm", "alarm", "tab_menu_alarm"),
    NavItem("Clock", "clock_outline", "tab_menu_clock", "clock"),
    NavItem("Timer", "timer_sand_empty", "tab_menu_timer", "timer_sand"),
    NavItem("Stopwatch", "timer_outline", "tab_menu_stopwatch", "timer"),
    NavItem("Bedtime", "bed_outline", "tab_menu_bedtime", "bed"),
)

PAGES: tuple[Callable[[DeskClock], View], ...]


@dataclass(frozen=True)
class MainState:
    """What the activity shows.

    Attributes:
        expanded: Number of the alarm whose card is open; 0 for none.
        added: Number of the alarm added last; the list begins with it.
        digits: Digits typed for a new timer, at most six, without leading zeros.
        adding: Whether a new timer is set up though there are others.
        dialog: Kind of the dialog and what it is about.
        draft: Text typed in the dialog.
        bedtime: Page of the set-up of Bedtime; 0 when it isn't under way.
    """

    expanded: int = 0
    added: int = 0
    digits: str = ""
    adding: bool = False
    dialog: tuple[Any, ...] = ()
    draft: str = ""
    bedtime: int = 0


class DeskClock(Activity[MainState]):
    """The main activity."""

    # -- what is stored

    @property
    def alarms(self) -> Alarms:
        """The alarms."""
        return Alarms(self.context)

    @property
    def timers(self) -> Timers:
        """The timers."""
        return Timers(self.context)

    @property
    def stopwatch(self) -> Stopwatch:
        """The stopwatch."""
        return Stopwatch.read(self.context.preferences())

    @property
    def tab(self) -> int:
        """Index of the tab shown, which outlives the activity."""
        value = self.context.preferences().get("selected_tab", 0)
        return value if isinstance(value, int) and 0 <= value < len(TABS) else 0

    # -- life

    def theme(self) -> Theme:
        """Light or dark as the phone is."""
        return theme_of(self.context.system.display.dark)

    def on_create(self) -> MainState:
        """Shows the tab that was asked for, or used last."""
        self._ask_tab()
        return MainState()

    def on_new_intent(self) -> None:
        """Shows the tab that is asked for."""
        self._ask_tab()

    def _ask_tab(self) -> None:
        wanted = self.intent.extra("tab")
        if wanted in TABS:
            self.context.preferences().put(selected_tab=TABS.index(wanted))

    def on_resume(self) -> None:
        """Takes back the notifications of what can be seen here."""
        receiver.show_stopwatch(self.context, False)
        receiver.show_timers(self.context, False)

    def on_pause(self) -> None:
        """Tells by notifications what goes on."""
        receiver.show_stopwatch(self.context)
        receiver.show_timers(self.context)

    def on_back(self) -> bool:
        """Leaves the set-up of a timer or of Bedtime, then the app."""
        if TABS[self.tab] == "timer" and self.state.adding:
            self.update(adding=False, digits="")
        elif TABS[self.tab] == "bedtime" and self.state.bedtime:
            self.update(bedtime=self.state.bedtime - 1)
        else:
            return False
        return True

    def on_key(self, name: str) -> bool:
        """Digits set up a timer; the space bar starts and stops the stopwatch."""
        tab = TABS[self.tab]
        if tab == "timer" and timer_tab.setting_up(self):
            if name in [str(digit) for digit in range(10)]:
                timer_tab.type_digits(self, name)
                return True
            if name == "DEL":
                timer_tab.delete(self)
                return True
        if tab == "stopwatch" and name == "SPACE":
            stopwatch_tab.toggle(self)
            return True
        return False

    # -- navigation

    def select(self, index: int) -> None:
        """Shows a tab."""
        if index != self.tab:
            self.hide_snackbar()
            self.context.preferences().put(selected_tab=index)

    def open(self, activity: str, **extras: Any) -> None:
        """Starts another activity of the app."""
        component = f"{self.context.package}/com.android.deskclock.{activity}"
        self.start_activity(Intent(component=component, extras=Map(extras)))

    def close_dialog(self) -> None:
        """Closes the dialog."""
        self.update(dialog=(), draft="")

    @callback
    def restore_alarm(self, *fields: Any) -> None:
        """Bring back an alarm that was just deleted, given its fields."""
        alarm = Alarm(*fields)
        self.alarms.add(alarm)
        receiver.plan(self.context, alarm)

    def _web(self, address: str) -> None:
        intent = Intent(action="android.intent.action.VIEW", data=address)
        if not self.start_activity(intent):
            self.toast("No app can open this page")

    # -- views

    def build(self) -> Screen:
        """Title, page, bar."""
        tab = self.tab
        title = row(
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
                    MenuItem("Screen saver", lambda: self.open("ScreensaverActivity")),
                    MenuItem("Settings", lambda: self.open("settings.SettingsActivity")),
                    MenuItem(
                        "Privacy policy", lambda: self._web("https://policies.google.com/privacy")
                    ),
                    MenuItem(
                        "Send feedback", lambda: self._web("https://support.google.com/clock")
                    ),
                    MenuItem("Help", lambda: self._web("https://support.google.com/clock")),
                ],
                id="overflow_action_button",
            ),
            id="toolbar",
            class_name="android.view.ViewGroup",
            width=MATCH,
            height=64,
        )
        pager = ViewPager(
            len(TABS),
            lambda index: PAGES[index](self),
            current=tab,
            on_page=self.select,
            id="desk_clock_pager",
        )
        return Screen(
            column(
                title,
                FrameLayout(
                    [pager, FABS[tab](self)],
                    id="desk_clock_pager_frame",
                    width=MATCH,
                    height=0,
                    weight=1,
                ),
                BottomNavigationView(ITEMS, tab, self.select, id="navigation_bar"),
                width=MATCH,
                height=MATCH,
            ),
            overlays=[self._dialog()],
            navigation_bar="bottom_bar",
        )

    def _dialog(self) -> Any:
        if not self.state.dialog:
            return None
        kind = self.state.dialog[0]
        return DIALOGS[kind](self)

    def now(self) -> dt.datetime:
        """This moment."""
        return self.context.system.clock.datetime()


PAGES = (
    alarm_tab.page,
    clock_tab.page,
    timer_tab.page,
    stopwatch_tab.page,
    bedtime_tab.page,
)
FABS: tuple[Callable[[DeskClock], View | None], ...] = (
    alarm_tab.fab,
    clock_tab.fab,
    timer_tab.fab,
    stopwatch_tab.fab,
    bedtime_tab.fab,
)
DIALOGS: dict[str, Callable[[DeskClock], Any]] = {
    "alarm time": alarm_tab.time_dialog,
    "alarm label": alarm_tab.label_dialog,
    "alarm date": alarm_tab.date_dialog,
    "timer label": timer_tab.label_dialog,
    "bedtime": bedtime_tab.time_dialog,
}
