"""What a page's lists and fields ask for, as Android's WebView asks it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from android_gym.simulator.appkit.dialogs import (
    ChoiceDialog,
    DateDialog,
    MultiChoiceDialog,
    TimeDialog,
)
from android_gym.simulator.appkit.web import WebActivity
from android_gym.simulator.ui.activity import Dialog
from android_gym.simulator.ui.date_pickers import FIRST_DATE, LAST_DATE
from android_gym.simulator.web.reports import PickerRequest, SelectRequest, WebEvent

__all__ = ["PAGE_DIALOGS", "dialog_for"]

_LIST: Final = SelectRequest(0, ())
_PICKER: Final = PickerRequest(0, "date", "")


@dataclass(frozen=True)
class SelectOne(ChoiceDialog[WebActivity]):
    """The entries of a list; a tap chooses."""

    request: SelectRequest = _LIST
    NEGATIVE = None

    def choices(self, screen: WebActivity) -> Sequence[str]:
        """Return their words."""
        return [option.label for option in self.request.options]

    def selected(self, screen: WebActivity) -> int:
        """Return which of them is chosen."""
        marked = [option.selected for option in self.request.options]
        return marked.index(True) if True in marked else -1

    def on_choose(self, screen: WebActivity, index: int) -> None:
        """Choose it, if it can be."""
        screen.answer(self.request, self.request.options[index].enabled, chosen=(index,))

    def on_cancel(self, screen: WebActivity) -> None:
        """Leave it as it was."""
        screen.answer(self.request, False)


@dataclass(frozen=True)
class SelectMany(MultiChoiceDialog[WebActivity]):
    """The entries of a list of which several can be chosen."""

    request: SelectRequest = _LIST

    def choices(self, screen: WebActivity) -> Sequence[str]:
        """Return their words."""
        return [option.label for option in self.request.options]

    def on_accept(self, screen: WebActivity, ticked: frozenset[int]) -> None:
        """Choose those that are ticked and can be."""
        chosen = tuple(i for i in sorted(ticked) if self.request.options[i].enabled)
        screen.answer(self.request, True, chosen=chosen)

    def on_cancel(self, screen: WebActivity) -> None:
        """Leave it as it was."""
        screen.answer(self.request, False)


@dataclass(frozen=True)
class PickDay(DateDialog[WebActivity]):
    """The day of a field."""

    request: PickerRequest = _PICKER
    POSITIVE = "Set"

    def day(self, screen: WebActivity) -> dt.date:
        """Return the field's day, today where it has none."""
        return _day(self.request.value, screen.context.system.clock.today())

    def span(self, screen: WebActivity) -> tuple[dt.date, dt.date]:
        """Return what the page allows."""
        first, last = _day(self.request.least, FIRST_DATE), _day(self.request.most, LAST_DATE)
        return (first, last) if first <= last else (FIRST_DATE, LAST_DATE)

    def on_pick(self, screen: WebActivity, day: dt.date) -> None:
        """Give the page the day."""
        screen.answer(self.request, True, text=day.isoformat())

    def on_cancel(self, screen: WebActivity) -> None:
        """Leave it as it was."""
        screen.answer(self.request, False)


@dataclass(frozen=True)
class PickTime(TimeDialog[WebActivity]):
    """The time of a field."""

    request: PickerRequest = _PICKER
    POSITIVE = "Set"

    def time(self, screen: WebActivity) -> dt.time:
        """Return the field's time, the present one where it has none."""
        try:
            return dt.time.fromisoformat(self.request.value)
        except ValueError:
            now = screen.context.system.clock.datetime()
            return dt.time(now.hour, now.minute)

    def on_pick(self, screen: WebActivity, time: dt.time) -> None:
        """Give the page the time."""
        screen.answer(self.request, True, text=f"{time:%H:%M}")

    def on_cancel(self, screen: WebActivity) -> None:
        """Leave it as it was."""
        screen.answer(self.request, False)


PAGE_DIALOGS: Final = (SelectOne, SelectMany, PickDay, PickTime)
"""Every dialog that a page of MiniWoB++ opens."""


def dialog_for(event: WebEvent) -> Dialog[WebActivity] | None:
    """Return the dialog that asks what a page asks, None for any other event."""
    match event:
        case SelectRequest(multiple=True):
            marked = frozenset(i for i, option in enumerate(event.options) if option.selected)
            return SelectMany(marked, event)
        case SelectRequest():
            return SelectOne(event)
        case PickerRequest(kind="date"):
            return PickDay(event)
        case PickerRequest(kind="time"):
            return PickTime(event)
    return None


def _day(text: str, otherwise: dt.date) -> dt.date:
    """Return the day that a field's value names."""
    try:
        return min(LAST_DATE, max(FIRST_DATE, dt.date.fromisoformat(text)))
    except ValueError:
        return otherwise
