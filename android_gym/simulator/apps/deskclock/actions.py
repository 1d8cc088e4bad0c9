"""The main activity of Clock but for its views."""

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
    """The main activity but for its views: what tabs and dialogs read and do."""

    @property
    def alarms(self) -> Alarms:
        """The stored alarms."""
        return Alarms(self.context)

    @property
    def timers(self) -> Timers:
        """The stored timers."""
        return Timers(self.context)

    @property
    def stopwatch(self) -> Stopwatch:
        """The stopwatch."""
        return stopwatch(self.context)

    @property
    def is_24(self) -> bool:
        """True where times go from 0 to 23."""
        return is_24_hour(self.context)

    @property
    def week_start(self) -> int:
        """First day of the week, 0 for Monday to 6 for Sunday."""
        return (int(setting(self.context, "week_start")) + 5) % 7

    def now(self) -> dt.datetime:
        """Return this moment."""
        return self.context.system.clock.datetime()

    # -- life and navigation

    def theme(self) -> Theme:
        """Return the app's theme, dark on any phone."""
        return THEME

    @property
    def landscape(self) -> bool:
        """True where the screen is wider than high, so that buttons stand beside the pages."""
        width, height = self.context.system.display.size
        return width > height

    @property
    def fab_room(self) -> float:
        """Dp that the buttons over the lower edge cover of a page."""
        return 8 if self.landscape else 128

    def on_create(self) -> MainState:
        """Begin with the tab that was asked for, or used last."""
        self._ask_tab()
        return MainState()

    def on_new_intent(self) -> None:
        """Show the tab that is asked for."""
        self._ask_tab()

    def _ask_tab(self) -> None:
        wanted = self.intent.extra("tab")
        if wanted in TABS:
            self.context.preferences().put(selected_tab=TABS.index(wanted))

    def on_resume(self) -> None:
        """Cancel the notifications of what can be seen here."""
        timers.show_stopwatch(self.context, False)
        timers.show_timers(self.context, False)

        self._tell_why_silent()

    def _tell_why_silent(self) -> None:
        """Say on the page of alarms what keeps them from being heard, and offer to mend it."""
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
        """Raise the volume of alarms, or open the page where what silences them is set."""
        page = end_silence(self.context)
        if page is not None:
            self.start_activity(page)

    def on_pause(self) -> None:
        """Post notifications of what goes on."""
        timers.show_stopwatch(self.context)
        timers.show_timers(self.context)
        self.hide_privacy_tooltip()

    def on_back(self) -> bool:
        """Leave the set-up of a timer or of Bedtime, then the app."""
        tab = TABS[self.tab]
        if tab == "timer" and self.state.adding:
            self.set_up_timer(False)
        elif tab == "bedtime" and self.state.bedtime:
            self.update(bedtime=self.state.bedtime - 1)
        else:
            return False
        return True

    def on_key(self, name: str) -> bool:
        """Set a timer up by digits; start and stop the stopwatch by the space bar."""
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
        """Index of the tab shown, which outlives the activity."""
        value = self.context.preferences().get("selected_tab", FIRST_TAB)
        return value if isinstance(value, int) and 0 <= value < len(TABS) else FIRST_TAB

    def select(self, index: int) -> None:
        """Show a tab."""
        if index != self.tab:
            self.hide_snackbar()
            self.hide_privacy_tooltip()
            self.context.preferences().put(selected_tab=index)
            self._tell_why_silent()

    @property
    def privacy_tooltip(self) -> bool:
        """True from the first start until the user goes on."""
        return not self.context.preferences().get(TOOLTIP_SEEN, False)

    def hide_privacy_tooltip(self) -> None:
        """Take the tooltip of the first start away for good."""
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
        """Return an alarm; for 0 one of this minute, which is not stored yet."""
        if number:
            return self.alarms.get(number)
        now = self.now()
        return Alarm(0, now.hour, now.minute)

    def change_alarm(self, alarm: Alarm, *, tell: bool = False) -> None:
        """Store an alarm (a new one where its id is 0) and schedule it.

        Args:
            alarm: The alarm.
            tell: Whether a snackbar says how far off it is.
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
        """Delete an alarm, which the snackbar can bring back."""
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
        """Bring back an alarm that was just deleted, given its fields."""
        alarm = Alarm(*fields)
        self.alarms.add(alarm)
        alarms.plan(self.context, alarm)

    # -- the world clock

    def remove_city(self, city: City) -> None:
        """Take a city from the world clock."""
        put_cities(self.context, [c for c in chosen_cities(self.context) if c != city])
        self.show_snackbar(phrase("{city} removed", city=city.name), bottom=SNACKBAR_BOTTOM)

    # -- timers

    @property
    def setting_up(self) -> bool:
        """True while the page of timers shows the keypad."""
        return self.state.adding or not self.timers.all()

    def set_up_timer(self, adding: bool) -> None:
        """Open or leave the keypad."""
        self.update(adding=adding, digits="")

    def type_digits(self, typed: str) -> None:
        """Append digits; leading zeros and digits beyond `TIMER_DIGITS` are lost."""
        digits = (self.state.digits + typed).lstrip("0")
        self.update(digits=digits[:TIMER_DIGITS])

    def delete_digit(self) -> None:
        """Delete the last digit."""
        self.update(digits=self.state.digits[:-1])

    @property
    def entered(self) -> tuple[int, int, int]:
        """Hours, minutes and seconds as typed; the latter two may be up to 99."""
        digits = self.state.digits.zfill(TIMER_DIGITS)
        return int(digits[:2]), int(digits[2:4]), int(digits[4:])

    def start_entered(self) -> None:
        """Start a timer of the length that was typed."""
        hours, minutes, seconds = self.entered
        timers.new_timer(self.context, ((hours * 60 + minutes) * 60 + seconds) * 1000)
        self.set_up_timer(False)

    # -- the stopwatch

    def share_stopwatch(self) -> None:
        """Offer the stopwatch's time and laps to other apps."""
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
