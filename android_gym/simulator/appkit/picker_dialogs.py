"""Dialogs to pick a day, a time, a number or a colour."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from android_gym.simulator.appkit.dialog_base import A_contra, TitledDialog
from android_gym.simulator.appkit.times import is_24_hour
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.date_pickers import FIRST_DATE, LAST_DATE, date_picker_dialog
from android_gym.simulator.ui.layouts import wide_column
from android_gym.simulator.ui.material_date import material_date_picker
from android_gym.simulator.ui.material_time import material_time_picker
from android_gym.simulator.ui.pickers import NumberPicker, color_grid
from android_gym.simulator.ui.time_pickers import time_picker_dialog

__all__ = ["ColorDialog", "DateDialog", "NumberDialog", "TimeDialog"]


class DateDialog(TitledDialog[A_contra]):
    """A date picker: the platform's, or Material's.

    Attributes:
        MATERIAL: Whether to use Material's calendar instead of the platform's.
        FIRST_WEEKDAY: 0 for Monday to 6 for Sunday.
    """

    MATERIAL: ClassVar[bool] = False
    FIRST_WEEKDAY: ClassVar[int] = 6

    def day(self, screen: A_contra) -> dt.date:
        """Return the initially chosen day."""
        raise NotImplementedError(f"{type(self).__name__} must say which day it begins with.")

    def span(self, screen: A_contra) -> tuple[dt.date, dt.date]:
        """Return the first and last day that can be picked."""
        return FIRST_DATE, LAST_DATE

    def first_weekday(self, screen: A_contra) -> int:
        """Return the first day of the week; `FIRST_WEEKDAY` unless overridden."""
        return self.FIRST_WEEKDAY

    def typed(self, screen: A_contra) -> bool:
        """Return whether Material's picker starts with a text field; False unless overridden."""
        return False

    def on_pick(self, screen: A_contra, day: dt.date) -> None:
        """React to the picked day."""
        raise NotImplementedError(f"{type(self).__name__} must say what its day does.")

    def build(self, screen: A_contra) -> Overlay | None:
        """Return the picker."""

        def pick(day: dt.date) -> None:
            screen.dismiss_dialog()
            self.on_pick(screen, day)

        first, last = self.span(screen)
        today = screen.context.system.clock.datetime().date()
        if self.MATERIAL:
            return material_date_picker(
                self.day(screen),
                pick,
                lambda: self.cancel(screen),
                title=self.title(screen) or "Select date",
                first=first,
                last=last,
                first_weekday=self.first_weekday(screen),
                today=today,
                text=self.typed(screen),
            )
        return date_picker_dialog(
            self.day(screen),
            pick,
            lambda: self.cancel(screen),
            first=first,
            last=last,
            first_weekday=self.first_weekday(screen),
            today=today,
            positive=self.positive(screen),
            negative=self.negative(screen) or "Cancel",
            neutral=self.NEUTRAL,
            on_neutral=partial(self.take_neutral, screen),
            all_caps=self.ALL_CAPS,
            beside=screen.context.windows.size[0] > screen.context.windows.size[1],
        )


class TimeDialog(TitledDialog[A_contra]):
    """A time picker: the platform's, or Material's; with 12 or 24 hours as the phone is set.

    Attributes:
        MATERIAL: Whether to use Material's clock instead of the platform's.
    """

    MATERIAL: ClassVar[bool] = False

    def time(self, screen: A_contra) -> dt.time:
        """Return the initially chosen time."""
        raise NotImplementedError(f"{type(self).__name__} must say which time it begins with.")

    def is_24(self, screen: A_contra) -> bool:
        """Return whether to use 24 hours; as the phone is set unless overridden."""
        return is_24_hour(screen.context)

    def typed(self, screen: A_contra) -> bool:
        """Return whether Material's picker starts with text fields; False unless overridden."""
        return False

    def on_pick(self, screen: A_contra, time: dt.time) -> None:
        """React to the picked time."""
        raise NotImplementedError(f"{type(self).__name__} must say what its time does.")

    def build(self, screen: A_contra) -> Overlay | None:
        """Return the picker."""

        def pick(time: dt.time) -> None:
            screen.dismiss_dialog()
            self.on_pick(screen, time)

        def cancel() -> None:
            self.cancel(screen)

        is_24 = self.is_24(screen)
        if self.MATERIAL:
            title = self.title(screen) or "Select time"
            return material_time_picker(
                self.time(screen),
                pick,
                cancel,
                is_24=is_24,
                text=self.typed(screen),
                title=title,
            )
        return time_picker_dialog(
            self.time(screen),
            pick,
            cancel,
            is_24=is_24,
            positive=self.positive(screen),
            negative=self.negative(screen) or "Cancel",
            neutral=self.NEUTRAL,
            on_neutral=partial(self.take_neutral, screen),
            all_caps=self.ALL_CAPS,
        )


@dataclass(frozen=True)
class NumberDialog(TitledDialog[A_contra]):
    """A wheel of numbers.

    Attributes:
        value: The number chosen so far.
    """

    MINIMUM: ClassVar[int] = 0
    MAXIMUM: ClassVar[int] = 100
    LABELS: ClassVar[Sequence[str]] = ()

    value: int = 0

    def on_accept(self, screen: A_contra, value: int) -> None:
        """React to a tap on the positive button, with the number."""
        raise NotImplementedError(f"{type(self).__name__} must say what its number does.")

    def build(self, screen: A_contra) -> Overlay | None:
        """Return the window with the wheel."""
        wheel = NumberPicker(
            self.value,
            self.MINIMUM,
            self.MAXIMUM,
            lambda value: screen.update_dialog(replace(self, value=value)),
            labels=self.LABELS,
        )
        return self.alert(
            screen,
            lambda: self.on_accept(screen, self.value),
            content=wide_column(wheel, content_gravity="center_horizontal", padding=(24, 8)),
        )


@dataclass(frozen=True)
class ColorDialog(TitledDialog[A_contra]):
    """A grid of colours; a tap selects one, the positive button accepts it.

    Attributes:
        color: The colour selected so far.
    """

    COLORS: ClassVar[Sequence[str]] = ()
    COLUMNS: ClassVar[int] = 5

    color: str = ""

    def on_accept(self, screen: A_contra, color: str) -> None:
        """React to a tap on the positive button, with the colour."""
        raise NotImplementedError(f"{type(self).__name__} must say what its colour does.")

    def build(self, screen: A_contra) -> Overlay | None:
        """Return the window with the grid."""
        colors = list(self.COLORS)
        grid = color_grid(
            colors,
            colors.index(self.color) if self.color in colors else -1,
            lambda index: screen.update_dialog(replace(self, color=colors[index])),
            columns=self.COLUMNS,
            descriptions=colors,
        )
        return self.alert(
            screen,
            lambda: self.on_accept(screen, self.color),
            content=wide_column(grid, padding=(24, 8)),
        )
