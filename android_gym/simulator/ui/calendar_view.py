"""Android's CalendarView: the months of its date picker, without the header."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.simulator.ui.date_pickers import DatePicker
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View

__all__ = ["CalendarView"]


class CalendarView(DatePicker):
    """A month view to swipe through; takes the arguments of `DatePicker`.

    If the app changes the day, it must change the view's `key` too, because the view itself keeps
    track of the month that it shows.
    """

    CLASS = "android.widget.CalendarView"

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return only the months."""
        return super().compose(ui)[-1:]
