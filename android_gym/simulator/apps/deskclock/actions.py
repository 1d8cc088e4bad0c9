"""Clock's main activity without its views."""

from __future__ import annotations

import datetime as dt
from dataclasses import astuple, replace
from typing import Any, Final

from immutables import Map

from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.appkit.times import is_24_hour
from android_gym.simulator.apps.deskclock import alarms, timers
from android_gym.simulator.apps.deskclock.look import SNACKBAR_BOTTOM, THEME
from android_gym.simulator.apps.deskclock.model import Alarm, City, MainState, Stopwatch
from android_gym.simulator.apps.deskclock.silence import end_silence, silence_of
from android_gym.simulator.apps.deskclock.storage import (
    Alarms,
    Timers,
    chosen_cities,
    put_cities,
    setting,
    stopwatch,
)
from android_gym.simulator.apps.deskclock.texts import stopwatch_text, time_to_go
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.words import phrase
from android_gym.simulator.ui.activity import Activity, callback
from android_gym.simulator.ui.theme import Theme

__all__ = ["TABS", "TIMER_DIGITS", "Actions"]

TABS: Final = ("alarm", "clock", "timer", "stopwatch", "bedtime")
FIRST_TAB: Final = TABS.index("clock")
TIMER_DIGITS: Final = 6
TOOLTIP_SEEN: Final = "privacy_policy_tooltip_seen"


class Actions(Activity[MainState]):
    """The main activity without its views, for use by tabs and dialogs."""

    @property
    def alarms(self) -> Alarms:
        """The store of alarms."""
        return Alarms(self.context)

    @property
    def timers(self) -> Timers:
        """The store of timers."""
        return Timers(self.context)

    @property
    def stopwatch(self) -> Stopwatch:
        """The state of the stopwatch."""
        return stopwatch(self.context)

    @property
    def is_24(self) -> bool:
        """True if the 24-hour format is used."""
        return is_24_hour(self.context)

    @property
    def week_start(self) -> int:
        """First day of the week, 0 for Monday to 6 for Sunday."""
        return (int(setting(self.context, "week_start")) + 5) % 7

    def now(self) -> dt.datetime:
        """Return the current time."""
        return self.context.system.clock.datetime()

    # -- lifecycle and navigation

    def theme(self) -> Theme:
        """Return the app's theme, which is dark on any phone."""
        return THEME

    @property
    def landscape(self) -> bool:
        """True if the screen is wider than high; the buttons are then beside the pages."""
        width, height = self.context.system.display.size
        return width > height

    @property
    def fab_room(self) -> float:
        """Height in dp at the bottom of a page that the buttons cover."""
        return 8 if self.landscape else 128

    def on_create(self) -> MainState:
        """Start with the requested tab, or the last used one."""
        self._ask_tab()
        return MainState()

    def on_new_intent(self) -> None:
        """Show the requested tab."""
        self._ask_tab()

    def _ask_tab(self) -> None:
        wanted = self.intent.extra("tab")
        if wanted in TABS:
            self.context.preferences().put(selected_tab=TABS.index(wanted))

    def on_resume(self) -> None:
        """Cancel the notifications of what is visible in the app."""
        timers.show_stopwatch(self.context, False)
        timers.show_timers(self.context, False)

        self._tell_why_silent()

    def _tell_why_silent(self) -> None:
        """On the alarm tab, show a snackbar if alarms are silenced, with an action to fix that."""
        if TABS[self.tab] != "alarm":
            return
        why = silence_of(self.context)
        if why is not None:
            text, action = why
            self.show_snackbar(
                text, action=action, method="mend_silence", duration_ms=0, bottom=SNACKBAR_BOTTOM
            )

    @callback
    def mend_silence(self) -> None:
        """Raise the alarm volume, or open the settings page that can unsilence alarms."""
        page = end_silence(self.context)
        if page is not None:
            self.start_activity(page)

    def on_pause(self) -> None:
        """Post notifications for the stopwatch and timers."""
        timers.show_stopwatch(self.context)
        timers.show_timers(self.context)
        self.hide_privacy_tooltip()

    def on_back(self) -> bool:
        """Leave the setup of a timer or of Bedtime, or else the app."""
        tab = TABS[self.tab]
        if tab == "timer" and self.state.adding:
            self.set_up_timer(False)
        elif tab == "bedtime" and self.state.bedtime:
            self.update(bedtime=self.state.bedtime - 1)
        else:
            return False
        return True

    def on_key(self, name: str) -> bool:
        """Handle keys: digits set up a timer, the space bar starts and stops the stopwatch."""
        tab = TABS[self.tab]
        if tab == "timer" and self.setting_up:
            if name == "DEL":
                self.delete_digit()
                return True
            if len(name) == 1 and name in "0123456789":
                self.type_digits(name)
                return True
        if tab == "stopwatch" and name == "SPACE":
            timers.toggle_stopwatch(self.context)
            return True
        return False

    @property
    def tab(self) -> int:
        """Index of the current tab, which outlives the activity."""
        value = self.context.preferences().get("selected_tab", FIRST_TAB)
        return value if 0 <= value < len(TABS) else FIRST_TAB

    def select(self, index: int) -> None:
        """Show a tab."""
        if index != self.tab:
            self.hide_snackbar()
            self.hide_privacy_tooltip()
            self.context.preferences().put(selected_tab=index)
            self._tell_why_silent()

    @property
    def privacy_tooltip(self) -> bool:
        """True from the first start until the user continues."""
        return not self.context.preferences().get(TOOLTIP_SEEN, False)

    def hide_privacy_tooltip(self) -> None:
        """Hide the tooltip of the first start for good."""
        if self.privacy_tooltip:
            self.context.preferences().put(**{TOOLTIP_SEEN: True})

    def open(self, activity: str, **extras: int) -> None:
        """Start another activity of the app."""
        self.start_activity(f"com.android.deskclock.{activity}", **extras)

    def browse(self, address: str) -> None:
        """Open a page in the browser."""
        if not self.start_activity(Intent("android.intent.action.VIEW", data=address)):
            self.toast("No app can open this page")

    # -- alarms

    def alarm(self, number: int) -> Alarm | None:
        """Return an alarm; for id 0, an unsaved one for the current minute."""
        if number:
            return self.alarms.get(number)
        now = self.now()
        return Alarm(0, now.hour, now.minute)

    def change_alarm(self, alarm: Alarm, *, tell: bool = False) -> None:
        """Store and schedule an alarm; an id of 0 adds a new one.

        Args:
            alarm: The alarm.
            tell: Whether to show the time remaining in a snackbar.
        """
        if not alarm.id:
            alarm = replace(alarm, id=self.alarms.add(alarm))
            self.update(expanded=alarm.id, added=alarm.id)
        else:
            if not alarm.enabled:
                self.alarms.set_instance(alarm, None, self.now())
            self.alarms.change(alarm)
        when = alarms.plan(self.context, alarm)
        if tell and when is not None:
            left_ms = int(when.timestamp() * 1000) - self.context.system.clock.now_ms()
            self.show_snackbar(time_to_go(left_ms), bottom=SNACKBAR_BOTTOM)

    def delete_alarm(self, alarm: Alarm) -> None:
        """Delete an alarm; the snackbar offers to undo that."""
        alarms.plan(self.context, replace(alarm, enabled=False))
        self.alarms.remove(alarm.id)
        self.update(expanded=0)
        self.show_snackbar(
            "Alarm deleted",
            action="Undo",
            method="restore_alarm",
            arguments=astuple(alarm),
            bottom=SNACKBAR_BOTTOM,
        )

    @callback
    def restore_alarm(self, *fields: Any) -> None:
        """Restore a deleted alarm from its fields."""
        alarm = Alarm(*fields)
        self.alarms.add(alarm)
        alarms.plan(self.context, alarm)

    # -- the world clock

    def remove_city(self, city: City) -> None:
        """Remove a city from the world clock."""
        put_cities(self.context, [c for c in chosen_cities(self.context) if c != city])
        self.show_snackbar(phrase("{city} removed", city=city.name), bottom=SNACKBAR_BOTTOM)

    # -- timers

    @property
    def setting_up(self) -> bool:
        """True while the timer tab shows the keypad."""
        return self.state.adding or not self.timers.all()

    def set_up_timer(self, adding: bool) -> None:
        """Open or close the keypad."""
        self.update(adding=adding, digits="")

    def type_digits(self, typed: str) -> None:
        """Append digits, dropping leading zeros and digits beyond `TIMER_DIGITS`."""
        digits = (self.state.digits + typed).lstrip("0")
        self.update(digits=digits[:TIMER_DIGITS])

    def delete_digit(self) -> None:
        """Delete the last digit."""
        self.update(digits=self.state.digits[:-1])

    @property
    def entered(self) -> tuple[int, int, int]:
        """Typed hours, minutes and seconds; minutes and seconds may be up to 99."""
        digits = self.state.digits.zfill(TIMER_DIGITS)
        return int(digits[:2]), int(digits[2:4]), int(digits[4:])

    def start_entered(self) -> None:
        """Start a timer of the typed length."""
        hours, minutes, seconds = self.entered
        timers.new_timer(self.context, ((hours * 60 + minutes) * 60 + seconds) * 1000)
        self.set_up_timer(False)

    # -- the stopwatch

    def share_stopwatch(self) -> None:
        """Share the stopwatch's time and laps with other apps."""
        watch = self.stopwatch
        total = watch.total(self.context.system.clock.elapsed_ms())
        lines = [f"My time is {'.'.join(stopwatch_text(total))}"]
        if watch.laps:
            lines.append("Lap times:")
        for number, (begin, end) in enumerate(zip((0, *watch.laps), watch.laps, strict=False), 1):
            lines.append(f"{number}. {'.'.join(stopwatch_text(end - begin))}")
        texts = {"TEXT": "\n".join(lines), "SUBJECT": "Stopwatch time"}
        extras = Map({f"android.intent.extra.{name}": text for name, text in texts.items()})
        send = Intent("android.intent.action.SEND", type="text/plain", extras=extras)
        choose_app(self, send, "Share")
