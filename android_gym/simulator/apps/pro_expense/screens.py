"""Pro Expense's activity: navigation, drawer, bottom sheets."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from android_gym.simulator.apps.pro_expense import entry, home, logs, more, onboarding, sheets
from android_gym.simulator.apps.pro_expense.currencies import Currency, currency
from android_gym.simulator.apps.pro_expense.format import row_date
from android_gym.simulator.apps.pro_expense.look import theme_of
from android_gym.simulator.apps.pro_expense.model import EntryState, LogsState, MainState
from android_gym.simulator.apps.pro_expense.storage import ExpenseStore
from android_gym.simulator.ui.activity import Activity, Screen, callback
from android_gym.simulator.ui.layouts import FrameLayout
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import MATCH, View

DESTINATIONS = (
    ("home", "Home", "home"),
    ("logs", "Expense Logs", "format_list_bulleted"),
    ("statistics", "Statistics", "chart_bar"),
    ("backup", "Backup", "cloud_upload"),
    ("feedback", "Feedback", "message_text"),
    ("about", "About", "information"),
    ("settings", "Settings", "cog"),
)
"""Destinations of the drawer: name, label, icon."""

BUILDERS: dict[str, Callable[[MainActivity], View]] = {
    "splash": onboarding.splash,
    "onboarding": onboarding.onboarding,
    "home": home.home,
    "logs": logs.logs,
    "entry": entry.entry,
    "statistics": logs.statistics,
    "backup": more.backup,
    "feedback": more.feedback,
    "about": more.about,
    "settings": more.settings,
}

SPLASH_MS = 1000


class MainActivity(Activity[MainState]):
    """The only activity; each screen is a destination on its own stack."""

    @property
    def store(self) -> ExpenseStore:
        """The database."""
        return ExpenseStore(self.context)

    def theme(self) -> Theme:
        """Dark, light, or as the system is, by the app's own setting."""
        mode = self.preference("theme_mode", 2)
        dark = self.context.system.display.dark if mode not in (1, 2) else mode == 2
        return theme_of(dark)

    def preference(self, name: str, default: Any) -> Any:
        """One of the app's preferences; the default where it has another type."""
        value = self.context.preferences().get(name, default)
        return value if isinstance(value, type(default)) else default

    @property
    def currency(self) -> Currency:
        """The currency chosen."""
        return currency(self.preference("selected_currency_number", "840"))

    # -- time

    def now(self) -> dt.datetime:
        """This moment."""
        return self.context.system.clock.datetime()

    def moment(self, epoch_ms: int) -> dt.datetime:
        """A stored date."""
        limit = 253_402_214_400_000
        return self.context.system.clock.datetime(max(-62_135_510_400_000, min(limit, epoch_ms)))

    def row_date(self, epoch_ms: int) -> str:
        """A stored date as lists show it."""
        memory = self.context.memory
        started = memory.get().started_ms if memory is not None else 0
        today = self.moment(started) if started else self.now()
        return row_date(self.moment(epoch_ms), today.date())

    # -- life

    def on_create(self) -> MainState:
        """Shows the splash screen for a second."""
        self._process_started()
        self.after(SPLASH_MS, "leave_splash")
        return MainState()

    def on_restart(self) -> None:
        """The process is new; the screen is where it was."""
        self._process_started()
        if self.state.here == "splash":
            self.after(SPLASH_MS, "leave_splash")

    def _process_started(self) -> None:
        memory = self.context.memory
        if memory is not None and not memory.get().started_ms:
            memory.update(started_ms=self.context.system.clock.now_ms())

    @callback
    def leave_splash(self) -> None:
        """Goes on to onboarding the first time, else home."""
        if self.state.here != "splash":
            return
        first = self.preference("isFirstTime", True)
        if not first:
            # The database is made when Home is first shown.
            self.store.empty()
        self.update(stack=("onboarding",) if first else ("home",))

    def start_again(self) -> None:
        """Restarts the activity, as the app does after onboarding and some settings."""
        self.update(**{name: getattr(MainState(), name) for name in MainState.__dataclass_fields__})
        self.after(SPLASH_MS, "leave_splash")

    # -- navigation

    def go(self, destination: str) -> None:
        """Opens a destination of the drawer."""
        state = self.state
        stack = ("home",) if destination == "home" else (*state.stack, destination)
        if state.here == destination:
            self.update(drawer=False)
            return
        self.hide_keyboard()
        self.update(
            stack=stack,
            drawer=False,
            sheet=None,
            logs=LogsState(),
            statistics=LogsState(),
            more=replace(state.more, error=("", "")),
        )

    def leave(self) -> None:
        """Goes back to the destination before."""
        self.hide_keyboard()
        self.update(stack=self.state.stack[:-1] or ("home",), sheet=None, dialog="")

    def on_back(self) -> bool:
        """Closes what is open, then goes back; leaves the app from the first destination."""
        state = self.state
        if state.drawer:
            self.update(drawer=False)
        elif state.here == "logs" and state.logs.selected:
            self.update(logs=replace(state.logs, selected=()))
        elif len(state.stack) > 1:
            self.leave()
        else:
            return False
        return True

    def new_entry(self) -> None:
        """Opens the entry screen for a new expense."""
        clock = self.context.system.clock
        fresh = EntryState(when_ms=clock.now_ms(), opened_ms=clock.elapsed_ms())
        self.update(stack=(*self.state.stack, "entry"), entry=fresh)
        self.focus("edt_name")

    def build(self) -> Screen:
        """Builds the destination, the drawer over it, and what is open over both."""
        state = self.state
        content = BUILDERS[state.here](self)
        if state.drawer:
            # DrawerLayout hides what lies behind an open drawer from accessibility services.
            content.important = "no_hide_descendants"
            content = FrameLayout([content, more.drawer(self)], width=MATCH, height=MATCH)
        splash = state.here == "splash"
        return Screen(
            FrameLayout(
                [content],
                id="dl_main",
                class_name="android.view.ViewGroup",
                width=MATCH,
                height=MATCH,
            ),
            overlays=[sheets.sheet(self), sheets.dialog(self)],
            background="#039BE5" if splash else "background",
            light_bars=False if splash else None,
            resize=state.here != "onboarding",
        )
