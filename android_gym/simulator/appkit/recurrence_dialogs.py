"""The dialog of Google's apps for a custom recurrence rule."""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from android_gym.simulator.appkit.dialog_base import A_contra, TitledDialog
from android_gym.simulator.appkit.picker_dialogs import DateDialog
from android_gym.simulator.appkit.recurrence import FREQUENCIES, UNITS, Rule
from android_gym.simulator.ui.activity import Activity, Overlay
from android_gym.simulator.ui.components import Chip, Spinner
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, row, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, RadioButton, TextView

__all__ = ["Ending", "RepeatDialog", "RepeatUntil"]

Ending = Literal["never", "on", "after"]
"""The end of a rule: never, on a day, or after a number of occurrences."""

_MOST_TIMES = 730


@dataclass(frozen=True)
class RepeatDialog(TitledDialog[A_contra]):
    """A rule's interval, weekdays and end; screens that show it must declare `RepeatUntil`, too.

    Attributes:
        first: Day of the first occurrence.
        freq: One of `FREQUENCIES`.
        interval: Text of the interval field.
        days: Weekdays of a weekly rule, 0 for Monday.
        ending: When it ends.
        last: Last day, if it ends on a day.
        times: Text of the field for the number of occurrences.
    """

    TITLE: ClassVar[str | None] = "Repeats every"
    POSITIVE: ClassVar[str] = "Done"

    first: dt.date = dt.date(2000, 1, 1)
    freq: str = "WEEKLY"
    interval: str = "1"
    days: tuple[int, ...] = ()
    ending: Ending = "never"
    last: dt.date | None = None
    times: str = "13"

    def of(self, rule: Rule | None) -> RepeatDialog[A_contra]:
        """Return the dialog with a rule's values; without one, weekly on the weekday of `first`."""
        if rule is None:
            return replace(self, days=(self.first.weekday(),))
        ending: Ending = "after" if rule.count else "never" if rule.until is None else "on"
        return replace(
            self,
            freq=rule.freq,
            interval=str(rule.interval),
            days=rule.days if not rule.nth and rule.days else (self.first.weekday(),),
            ending=ending,
            last=rule.until,
            times=str(rule.count or 13),
        )

    def rule(self) -> Rule:
        """Return the rule that the fields describe."""
        return Rule(
            self.freq,
            max(1, _number(self.interval)),
            self.days if self.freq == "WEEKLY" else (),
            count=_number(self.times) if self.ending == "after" else 0,
            until=self.last_day() if self.ending == "on" else None,
        )

    def last_day(self) -> dt.date:
        """Return the last day, three months after the first by default."""
        return self.last or self.first + dt.timedelta(days=92)

    def valid(self, screen: A_contra) -> bool:
        """Return whether interval, weekdays and number of occurrences are filled in."""
        if not _number(self.interval) or (self.freq == "WEEKLY" and not self.days):
            return False
        return self.ending != "after" or bool(_number(self.times))

    def on_rule(self, screen: A_contra, rule: Rule) -> None:
        """React to a tap on the positive button, with the rule."""
        raise NotImplementedError(f"{type(self).__name__} must say what its rule does.")

    def pick_last(self, screen: A_contra) -> None:
        """Show the picker for the last day."""
        if isinstance(screen, Activity):
            screen.show_dialog(RepeatUntil(self.last_day(), self.first))

    def body(self, screen: A_contra) -> View:
        """Return the fields for interval, weekdays and end."""

        def change(**changes: Any) -> Callable[..., None]:
            return lambda *_: screen.update_dialog(replace(self, **changes))

        plural = "s" if _number(self.interval) != 1 else ""
        every = wide_row(
            self.text_field(
                screen, "interval", id="interval", input_type="number", max_length=3, width=64
            ),
            Spinner(
                [unit + plural for unit in UNITS],
                FREQUENCIES.index(self.freq),
                lambda index: screen.update_dialog(replace(self, freq=FREQUENCIES[index])),
                id="freq_spinner",
                margin=(16, 0, 0, 0),
            ),
        )
        weekdays = None
        if self.freq == "WEEKLY":
            weekdays = wide_row(*(self._weekday(screen, day) for day in (6, *range(6))))
        day = self.last_day()
        return ScrollView(
            wide_column(
                every,
                weekdays,
                TextView("Ends", style="label_large", margin=(0, 16, 0, 0)),
                self._end("never", "Never", change(ending="never")),
                row(
                    self._end("on", "On", change(ending="on")),
                    Button(
                        f"{day:%b} {day.day}, {day.year}",
                        id="until_date",
                        enabled=self.ending == "on",
                        on_click=lambda: self.pick_last(screen),
                        margin=(16, 0, 0, 0),
                    ),
                ),
                row(
                    self._end("after", "After", change(ending="after")),
                    self.text_field(
                        screen,
                        "times",
                        id="count",
                        input_type="number",
                        max_length=3,
                        width=64,
                        enabled=self.ending == "after",
                        margin=(16, 0, 8, 0),
                    ),
                    TextView("occurrences"),
                ),
                padding=(24, 8),
            ),
            width=MATCH,
        )

    def _weekday(self, screen: A_contra, day: int) -> View:
        on = day in self.days
        name = calendar.day_name[day]
        days = tuple(sorted({*self.days} ^ {day}))
        return Chip(
            name[0],
            checked=on,
            tick=False,
            content_description=name,
            on_click=lambda: screen.update_dialog(replace(self, days=days)),
            margin=(0, 0, 2, 0),
            key=day,
        )

    def _end(self, ending: Ending, words: str, choose: Callable[..., None]) -> View:
        chosen = self.ending == ending
        return RadioButton(words, checked=chosen, on_checked_change=choose, min_height=48)

    def build(self, screen: A_contra) -> Overlay | None:
        """Return the dialog."""
        return self.alert(screen, lambda: self.on_rule(screen, self.rule()))


@dataclass(frozen=True)
class RepeatUntil(DateDialog[Activity[Any]]):
    """A picker for the last day of a rule.

    Attributes:
        last: The current last day.
        first: Earliest day that can be picked.
    """

    MATERIAL: ClassVar[bool] = True

    last: dt.date
    first: dt.date

    def day(self, screen: Activity[Any]) -> dt.date:
        """Return the current last day."""
        return max(self.last, self.first)

    def span(self, screen: Activity[Any]) -> tuple[dt.date, dt.date]:
        """Return all days from the first on."""
        return self.first, super().span(screen)[1]

    def on_pick(self, screen: Activity[Any], day: dt.date) -> None:
        """Set the last day of the rule."""
        for dialog in screen.dialogs:
            if isinstance(dialog, RepeatDialog):
                screen.update_dialog(replace(dialog, ending="on", last=day))


def _number(text: str) -> int:
    """Parse a typed number, limited to `_MOST_TIMES`; return 0 if it isn't one."""
    return min(_MOST_TIMES, int(text)) if text.isascii() and text.isdigit() else 0
