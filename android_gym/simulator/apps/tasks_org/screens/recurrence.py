"""The form for a custom recurrence rule."""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

from immutables import Map

from android_gym.simulator.apps.tasks_org.look import COMPOSE
from android_gym.simulator.apps.tasks_org.recurrence import UNITS, Rule, parse, render
from android_gym.simulator.apps.tasks_org.screens.base import TasksScreen
from android_gym.simulator.apps.tasks_org.settings import PickedDate
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import MenuItem, Spinner
from android_gym.simulator.ui.drawables import Oval, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FlowLayout, ScrollView, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, RadioButton, TextView

_UNITS: Final = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
_SUNDAY_FIRST: Final = (6, 0, 1, 2, 3, 4, 5)


@dataclass(frozen=True)
class RuleState:
    """State of the form.

    Attributes:
        freq: Unit of the interval.
        interval: Typed number of units.
        days: Weekdays, 0 for Monday.
        ends: How the recurrence ends.
        count: Typed number of occurrences.
        until: Last day, as a proleptic ordinal.
    """

    freq: str = "DAILY"
    interval: str = "1"
    days: tuple[int, ...] = ()
    ends: Literal["never", "on", "after"] = "never"
    count: str = "1"
    until: int = 0


@dataclass(frozen=True)
class PickEnd(PickedDate["CustomRecurrence"]):
    """Pick the last day."""

    def day(self, screen: CustomRecurrence) -> dt.date:
        """Return the current last day."""
        return dt.date.fromordinal(screen.state.until)

    def on_pick(self, screen: CustomRecurrence, day: dt.date) -> None:
        """Set the last day."""
        screen.update(until=day.toordinal(), ends="on")


class CustomRecurrence(TasksScreen[RuleState]):
    """The form for a custom recurrence rule."""

    DIALOGS = (PickEnd,)

    def on_create(self) -> RuleState:
        """Start with the given rule."""
        rule = parse(self.intent.get_str("rule")) or Rule("WEEKLY")
        month_later = self.context.system.clock.today() + dt.timedelta(days=30)
        return RuleState(
            rule.freq if rule.freq in _UNITS else "DAILY",
            str(rule.interval),
            rule.days if rule.freq == "WEEKLY" else (),
            "after" if rule.count else "on" if rule.until is not None else "never",
            str(rule.count or 1),
            (rule.until or month_later).toordinal(),
        )

    def save(self) -> None:
        """Return the rule to the caller."""
        state = self.state
        rule = Rule(
            state.freq,
            max(1, int(state.interval)) if state.interval.isdecimal() else 1,
            state.days if state.freq == "WEEKLY" else (),
        )
        if state.ends == "after":
            times = max(1, int(state.count)) if state.count.isdecimal() else 1
            rule = replace(rule, count=times)
        elif state.ends == "on":
            rule = replace(rule, until=dt.date.fromordinal(state.until))
        self.hide_keyboard()
        self.finish(RESULT_OK, Intent(extras=Map({"rule": render(rule)})))

    def build(self) -> Screen:
        """Build the form."""
        state = self.state
        many = state.interval != "1"
        units = [UNITS[freq][1] + ("s" if many else "") for freq in _UNITS]
        every = row(
            self._number("interval", state.interval, lambda text: self.update(interval=text)),
            Spinner(
                units,
                _UNITS.index(state.freq),
                lambda index: self.update(freq=_UNITS[index]),
                margin=(16, 0),
            ),
            content_gravity="center_vertical",
            padding=(16, 8),
        )
        form = column(
            self._heading("Repeats every"),
            every,
            *(self._weekdays() if state.freq == "WEEKLY" else ()),
            self._heading("Ends"),
            self._end("never", "Never", None),
            self._end("on", "On", self._last_day()),
            self._end("after", "After", self._times()),
            class_name=COMPOSE,
            width=MATCH,
        )
        return self.page(
            "Custom recurrence",
            ScrollView(form),
            description="Cancel",
            menu=[MenuItem("Save", self.save, action=True)],
        )

    @staticmethod
    def _heading(text: str) -> View:
        return TextView(text, style="body_medium", color="text_secondary", padding=(16, 16, 16, 8))

    @staticmethod
    def _number(id: str, text: str, change: Callable[[str], None]) -> View:
        return EditText(
            text,
            id=id,
            on_text_change=change,
            input_type="number",
            max_length=3,
            width=60,
            height=45,
            align="center",
            vertical="center",
            padding=0,
            background=Rounded("transparent", 4, "divider"),
        )

    def _weekdays(self) -> list[View]:
        days = self.state.days

        def toggle(day: int) -> Callable[[], None]:
            left = tuple(sorted(set(days) ^ {day}))
            return lambda: self.update(days=left)

        cells: list[View | None] = [
            TextView(
                calendar.day_name[day][0],
                key=day,
                class_name=COMPOSE,
                content_description=calendar.day_name[day],
                size=14,
                color="on_primary" if day in days else "text_primary",
                align="center",
                vertical="center",
                width=36,
                height=36,
                background=Oval("compose_primary" if day in days else "chip"),
                checked=day in days,
                on_click=toggle(day),
            )
            for day in _SUNDAY_FIRST
        ]
        grid = FlowLayout(cells, spacing=(10, 5), width=MATCH, padding=(16, 0))
        return [self._heading("Repeats on"), grid]

    def _end(self, value: Literal["never", "on", "after"], text: str, more: View | None) -> View:
        def choose() -> None:
            self.update(ends=value)

        return row(
            RadioButton(
                checked=self.state.ends == value, on_checked_change=lambda _: choose(), padding=8
            ),
            TextView(text, size=16, color="text_primary", margin=(0, 0, 8, 0)),
            more,
            key=("end", value),
            class_name=COMPOSE,
            width=MATCH,
            min_height=48,
            padding=(8, 0, 16, 0),
            content_gravity="center_vertical",
            on_click=choose,
        )

    def _last_day(self) -> View:
        day = dt.date.fromordinal(self.state.until)
        return TextView(
            f"{day:%B} {day.day}, {day.year}",
            size=16,
            color="text_primary",
            padding=8,
            background=Rounded("transparent", 4, "divider"),
            on_click=lambda: self.show_dialog(PickEnd()),
        )

    def _times(self) -> View:
        field = self._number(
            "count", self.state.count, lambda text: self.update(count=text, ends="after")
        )
        word = "time" if self.state.count == "1" else "times"
        return row(
            field,
            TextView(word, size=16, color="text_primary", margin=(8, 0, 0, 0)),
            content_gravity="center_vertical",
        )
