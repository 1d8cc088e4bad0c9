"""Android's CalendarView: the months of its date picker, without the header."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.simulator.ui.date_pickers import DatePicker
from android_gym.simulator.ui.view import Ui, View

__all__ = ["CalendarView"]


class CalendarView(DatePicker):
    """Months to swipe through; arguments as for `DatePicker`.

    A calendar whose day the app changes needs a `key` that changes with it: which month is shown is
    the view's own business.
    """

    CLASS = "android.widget.CalendarView"

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return the months alone."""
        return super().compose(ui)[-1:]
