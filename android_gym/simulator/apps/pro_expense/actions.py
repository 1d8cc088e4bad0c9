"""Actions of Pro Expense: time, preferences, navigation, and changes to its data."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import TypeVar

from android_gym.simulator.appkit.times import moment
from android_gym.simulator.apps.pro_expense.currencies import Currency, currency
from android_gym.simulator.apps.pro_expense.format import plain_amount, row_date
from android_gym.simulator.apps.pro_expense.look import theme_of
from android_gym.simulator.apps.pro_expense.model import (
    EntryState,
    Expense,
    LogsState,
    MainState,
    Range,
)
from android_gym.simulator.apps.pro_expense.storage import ExpenseStore, Memory
from android_gym.simulator.ui.activity import Activity, callback
from android_gym.simulator.ui.theme import Theme

__all__ = ["NAME_LENGTH", "NOTE_LENGTH", "Actions"]

SPLASH_MS = 1000
NAME_LENGTH = 20
NOTE_LENGTH = 100

T = TypeVar("T", int, str, bool)


class Actions(Activity[MainState]):
    """The app's only activity without its views, for use by screens and dialogs."""

    @property
    def store(self) -> ExpenseStore:
        """The store of the database."""
        return ExpenseStore(self.context)

    def theme(self) -> Theme:
        """Return the dark or light theme, as set in the app or on the phone."""
        mode = self.preference("theme_mode", 2)
        dark = self.context.system.display.dark if mode not in (1, 2) else mode == 2
        return theme_of(dark)

    def preference(self, name: str, default: T) -> T:
        """Return a preference; the default if it has another type."""
        return self.context.preferences().get(name, default)

    @property
    def currency(self) -> Currency:
        """The selected currency."""
        return currency(self.preference("selected_currency_number", "840"))

    # -- time

    def now(self) -> dt.datetime:
        """Return the current time."""
        return self.context.system.clock.datetime()

    def moment(self, epoch_ms: int) -> dt.datetime:
        """Convert a stored date to a datetime."""
        return moment(self.context, epoch_ms)

    def row_date(self, epoch_ms: int) -> str:
        """Format a stored date for lists."""
        started = self.context.memory_of(Memory).get().started_ms
        today = self.moment(started) if started else self.now()
        return row_date(self.moment(epoch_ms), today.date())

    # -- lifecycle

    def on_create(self) -> MainState:
        """Show the splash screen for a second."""
        self._process_started()
        self.after(SPLASH_MS, "leave_splash")
        return MainState()

    def on_restart(self) -> None:
        """Record the start of the new process; the screen stays where it was."""
        self._process_started()
        if self.state.here == "splash":
            self.after(SPLASH_MS, "leave_splash")

    def _process_started(self) -> None:
        memory = self.context.memory_of(Memory)
        if not memory.get().started_ms:
            memory.update(started_ms=self.context.system.clock.now_ms())

    @callback
    def leave_splash(self) -> None:
        """Go to onboarding at the first start, else to Home."""
        if self.state.here != "splash":
            return
        first = self.preference("isFirstTime", True)
        if not first:
            # Create the database, as the app does when Home is first shown.
            self.store.empty()
        self.update(stack=("onboarding",) if first else ("home",))

    def start_again(self) -> None:
        """Restart the activity, as the app does after onboarding and some settings."""
        self.dismiss_dialogs()
        self.reset()
        self.after(SPLASH_MS, "leave_splash")

    # -- navigation

    def go(self, destination: str) -> None:
        """Open a destination from the drawer."""
        state = self.state
        stack = ("home",) if destination == "home" else (*state.stack, destination)
        if state.here == destination:
            self.update(drawer=False)
            return
        self.hide_keyboard()
        self.dismiss_dialogs()
        self.update(
            stack=stack,
            drawer=False,
            logs=LogsState(),
            statistics=LogsState(),
            more=replace(state.more, error=("", "")),
        )

    def open_drawer(self) -> None:
        """Open the navigation drawer."""
        self.update(drawer=True)

    def leave(self) -> None:
        """Return to the previous destination."""
        self.hide_keyboard()
        self.dismiss_dialogs()
        self.update(stack=self.state.stack[:-1] or ("home",))

    def on_back(self) -> bool:
        """Close what is open, or go back; leave the app from the first destination."""
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
        """Open the entry screen for a new expense."""
        clock = self.context.system.clock
        fresh = EntryState(when_ms=clock.now_ms(), opened_ms=clock.elapsed_ms())
        self.update(stack=(*self.state.stack, "entry"), entry=fresh)
        self.focus("edt_name")

    def edit(self, expense: Expense) -> None:
        """Open the entry screen for an expense, truncating texts to the fields' limits."""
        opened = EntryState(
            expense.id,
            expense.name[:NAME_LENGTH],
            plain_amount(expense.amount),
            expense.category,
            expense.category,
            expense.note[:NOTE_LENGTH],
            expense.modified_ms,
            opened_ms=self.context.system.clock.elapsed_ms(),
        )
        self.update(stack=(*self.state.stack, "entry"), entry=opened)

    def delete(self, numbers: tuple[int, ...]) -> None:
        """Delete expenses."""
        self.store.delete(numbers)
        self.update(logs=replace(self.state.logs, selected=(), open_row=None))
        if self.state.here == "home":
            self.show_snackbar("Item Deleted", duration_ms=1000)

    # -- date filters

    def range(self, part: Range) -> LogsState:
        """Return the filter of the list or of the statistics."""
        return self.state.logs if part == "logs" else self.state.statistics

    def set_range(self, part: Range, state: LogsState) -> None:
        """Set the filter of the list or of the statistics."""
        if part == "logs":
            self.update(logs=state)
        else:
            self.update(statistics=state)

    def span(self, part: Range) -> tuple[int, int] | None:
        """Return the first and last time shown: the filter's, or else those of all expenses."""
        state = self.range(part)
        if state.first_ms is not None and state.last_ms is not None:
            return state.first_ms, state.last_ms
        return self.store.span()
