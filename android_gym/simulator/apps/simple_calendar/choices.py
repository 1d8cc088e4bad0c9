"""Dialogs of the main screen: choose the view, the day, and the event types."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from android_gym.simulator.appkit.dialogs import MultiChoiceDialog
from android_gym.simulator.appkit.simple_commons import RadioGroupDialog
from android_gym.simulator.apps.simple_calendar import texts
from android_gym.simulator.apps.simple_calendar.actions import MainActions
from android_gym.simulator.apps.simple_calendar.dialogs import ok_cancel
from android_gym.simulator.apps.simple_calendar.model import VIEWS
from android_gym.simulator.apps.simple_calendar.months import month_after
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import column, row
from android_gym.simulator.ui.pickers import NumberPicker

__all__ = ["ChangeView", "FilterTypes", "GoToDate", "MakeAt"]


@dataclass(frozen=True)
class ChangeView(RadioGroupDialog[MainActions]):
    """Choose the view that the app shows."""

    def choices(self, screen: MainActions) -> Sequence[str]:
        """Return the names of the views."""
        return [name for _, name in VIEWS]

    def selected(self, screen: MainActions) -> int:
        """Return the index of the current view."""
        return [view for view, _ in VIEWS].index(screen.settings.view)

    def on_choose(self, screen: MainActions, index: int) -> None:
        """Show the view."""
        screen.change_view(VIEWS[index][0])


@dataclass(frozen=True)
class FilterTypes(MultiChoiceDialog[MainActions]):
    """Choose the event types whose events are shown."""

    def choices(self, screen: MainActions) -> Sequence[str]:
        """Return the titles of the types."""
        return [kind.title for kind in screen.types()]

    def on_accept(self, screen: MainActions, ticked: frozenset[int]) -> None:
        """Show these types."""
        types = screen.types()
        screen.store.show_types(types[index].id for index in sorted(ticked) if index < len(types))


@dataclass(frozen=True)
class MakeAt(RadioGroupDialog[MainActions]):
    """Choose what to create at the hour tapped in the weekly view."""

    MARKED = False

    def choices(self, screen: MainActions) -> Sequence[str]:
        """Return "Event" and "Task"."""
        return ("Event", "Task")

    def on_choose(self, screen: MainActions, index: int) -> None:
        """Open the editor."""
        screen.make_at_slot(task=index == 1)


@dataclass(frozen=True)
class GoToDate(Dialog[MainActions]):
    """Choose the day to show, on wheels for month, day and year.

    Attributes:
        day: The currently chosen day.
        whole: Whether there is a wheel for the day of the month.
    """

    FIRST: ClassVar[int] = 1900
    LAST: ClassVar[int] = 2100

    day: dt.date
    whole: bool = True

    def build(self, screen: MainActions) -> Overlay:
        """Build the wheels."""
        day = self.day

        def turn(year: int, month: int, number: int) -> None:
            first = dt.date(year, month, 1)
            last = (month_after(first, 1) - dt.timedelta(days=1)).day
            screen.update_dialog(replace(self, day=first.replace(day=min(number, last))))

        def accept() -> None:
            screen.dismiss_dialog()
            screen.show(day)

        days = (month_after(day, 1) - dt.timedelta(days=1)).day
        year = min(max(day.year, self.FIRST), self.LAST)
        wheels = row(
            NumberPicker(
                day.month,
                1,
                12,
                lambda month: turn(year, month, day.day),
                labels=[name[:3] for name in texts.MONTHS],
                key="month",
            ),
            NumberPicker(day.day, 1, days, lambda number: turn(year, day.month, number), key="day")
            if self.whole
            else None,
            NumberPicker(
                year,
                self.FIRST,
                self.LAST,
                lambda value: turn(value, day.month, day.day),
                key="year",
            ),
            id="date_picker",
            class_name="android.widget.DatePicker",
        )
        content = column(wheels, width=MATCH, content_gravity="center_horizontal", padding=16)
        return ok_cancel(screen, content, accept)
