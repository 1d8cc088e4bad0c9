"""The dialog that inserts a date and time in a SimpleDateFormat pattern."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from typing import Any

from android_gym.simulator.appkit.dialogs import ChoiceDialog, DateDialog, TimeDialog
from android_gym.simulator.apps.markor.editor import EditorActivity
from android_gym.simulator.apps.markor.java_time import java_time
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, CheckBox, EditText, TextView

__all__ = ["DateAndTime", "FormatChoice", "PickDate", "PickTime"]

LAST_USED = "pref_key__last_used_date_format"
DATE, TIME, ISO = "yyyy-MM-dd", "HH:mm", "yyyy-MM-dd HH:mm"
FORMATS = (
    "hh:mm",
    "yyyy-MM-dd",
    "dd.MM.yyyy",
    "dd-MM-yyyy",
    "MM/dd/yyyy",
    "yyyy/MM/dd",
    "MMM yyyy",
    "hh:mm:ss",
    "HH:mm:ss",
    "dd-MM-yyyy hh:mm",
    "yyyy-MM-dd HH:mm",
    "EEEE, MMMM d, yyyy",
)
MOST = 100
"""Maximum length of a pattern."""

Screen = EditorActivity[Any]


@dataclass(frozen=True)
class DateAndTime(Dialog[Screen]):
    """Ask for a pattern, and for a date and time unless the current ones are used.

    Attributes:
        slot: Field of the activity's state that holds the editor's state.
        now_ms: The picked date and time, epoch milliseconds.
        form: The pattern.
        current: Whether to use the current time instead.
        only_format: Whether to insert the pattern itself.
    """

    slot: str
    now_ms: int
    form: str = ISO
    current: bool = True
    only_format: bool = False

    def when(self, screen: Screen) -> dt.datetime:
        """Return the date and time to insert."""
        clock = screen.context.system.clock
        return clock.datetime(clock.now_ms() if self.current else self.now_ms)

    def text(self, screen: Screen) -> str | None:
        """Return the text to insert; None if the pattern is invalid."""
        return self.form if self.only_format else java_time(self.form, self.when(screen))

    def build(self, screen: Screen) -> Overlay:
        """Build the fields and buttons."""

        def change(**changes: Any) -> None:
            screen.update_dialog(replace(self, **changes))

        def button(text: str, name: str, on_click: Any, *, enabled: bool = True) -> View:
            return Button(
                text,
                id=name,
                kind="filled",
                all_caps=False,
                width=0,
                weight=1,
                margin=(4, 4),
                color="text_primary" if enabled else "text_secondary",
                background=Rounded("strip", 2),
                enabled=enabled,
                on_click=on_click,
            )

        def form_button(text: str, name: str, form: str) -> View:
            return button(text, name, lambda: change(form=form))

        last = str(screen.notebook.get(LAST_USED, ISO))
        text = self.text(screen)
        fields = wide_column(
            TextView("Format", size=20, weight_font=500),
            wide_row(
                EditText(
                    self.form,
                    id="datetime_format_input",
                    hint="Enter or select format",
                    on_text_change=lambda form: change(form=form),
                    max_length=MOST,
                    width=0,
                    weight=1,
                ),
                TextView(
                    id="datetime_format_input_show_spinner",
                    content_description="Choose format",
                    icon="menu_down",
                    width=48,
                    height=48,
                    vertical="center",
                    on_click=lambda: screen.show_dialog(FormatChoice(self)),
                ),
            ),
            TextView(text or "", id="formatted_example", size=18, width=MATCH),
            wide_row(
                form_button("Date only", "time_format_just_date", DATE),
                form_button("Time only", "time_format_just_time", TIME),
            ),
            wide_row(
                form_button("Last used", "time_format_last_used", last),
                form_button("yyyy-MM-dd", "time_format_yyyy_mm_dd", DATE),
            ),
            CheckBox(
                "Get format instead date or time",
                id="get_format_instead_date_or_time_checkbox",
                checked=self.only_format,
                on_checked_change=lambda on: change(only_format=on),
            ),
            TextView("Date", id="date_headline", size=20, weight_font=500, margin=(0, 16, 0, 0)),
            wide_row(
                button(
                    "Pick date",
                    "start_datepicker_button",
                    lambda: screen.show_dialog(PickDate(self)),
                    enabled=not self.current,
                ),
                button(
                    "Pick time",
                    "start_timepicker_button",
                    lambda: screen.show_dialog(PickTime(self)),
                    enabled=not self.current,
                ),
            ),
            CheckBox(
                "Always use current date & time",
                id="always_use_current_datetime_checkbox",
                checked=self.current,
                on_checked_change=lambda on: change(current=on),
            ),
            padding=(20, 10),
        )

        def insert() -> None:
            screen.dismiss_dialog()
            screen.notebook.put(**{LAST_USED: self.form})
            screen.editor(self.slot).insert(text or "")

        return alert_dialog(
            content=ScrollView(fields, width=MATCH),
            positive="OK",
            on_positive=insert,
            positive_enabled=bool(text),
            negative="Cancel",
            on_dismiss=screen.dismiss_dialog,
        )


@dataclass(frozen=True)
class FormatChoice(ChoiceDialog[Screen]):
    """Choose one of the common patterns.

    Attributes:
        dialog: The dialog to return to.
    """

    TITLE = "Choose format"
    MARKED = False
    dialog: DateAndTime

    def choices(self, screen: Screen) -> tuple[str, ...]:
        """Return the patterns."""
        return FORMATS

    def on_choose(self, screen: Screen, index: int) -> None:
        """Put the pattern into the dialog's field."""
        screen.update_dialog(replace(self.dialog, form=FORMATS[index]))


@dataclass(frozen=True)
class PickDate(DateDialog[Screen]):
    """Pick the date.

    Attributes:
        dialog: The dialog to return to.
    """

    dialog: DateAndTime

    def day(self, screen: Screen) -> dt.date:
        """Return the current date."""
        return self.dialog.when(screen).date()

    def on_pick(self, screen: Screen, day: dt.date) -> None:
        """Set the date and keep the time of day."""
        when = self.dialog.when(screen).replace(year=day.year, month=day.month, day=day.day)
        screen.update_dialog(replace(self.dialog, now_ms=int(when.timestamp() * 1000)))


@dataclass(frozen=True)
class PickTime(TimeDialog[Screen]):
    """Pick the time of day.

    Attributes:
        dialog: The dialog to return to.
    """

    dialog: DateAndTime

    def time(self, screen: Screen) -> dt.time:
        """Return the current time of day."""
        return self.dialog.when(screen).time()

    def on_pick(self, screen: Screen, time: dt.time) -> None:
        """Set the time of day and keep the date."""
        when = self.dialog.when(screen).replace(hour=time.hour, minute=time.minute)
        screen.update_dialog(replace(self.dialog, now_ms=int(when.timestamp() * 1000)))
