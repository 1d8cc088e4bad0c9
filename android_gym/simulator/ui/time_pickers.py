"""Time pickers with the resource ids of Android's.

    time_picker_dialog      Android's own clock dialog (TimePickerDialog), or its text form
    material_time_picker    MaterialTimePicker: clock or text
    TimePicker              the same without the dialog (android:id/timePicker)

A time chosen before OK is tapped is the picker's own state, as on Android; the app gets the
result.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any, Unpack

from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.clock_face import (
    MINUTES,
    ClockFace,
    ClockState,
    hour_numbers,
    is_wide,
)
from android_gym.simulator.ui.components import Spinner, Themed
from android_gym.simulator.ui.dialogs import AlertDialogLayout, button_bar
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import column, row
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.picker_parts import Click, header_ground, ok_cancel
from android_gym.simulator.ui.scrolling import OverflowScroll
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, ImageButton, TextView

__all__ = ["TimeBase", "TimeButtons", "TimePicker", "time_overlay", "time_picker_dialog"]


class TimeBase(Themed):
    """Base of both time pickers."""

    def __init__(
        self, time: dt.time, is_24: bool, text: bool = False, **common: Unpack[ViewOptions]
    ) -> None:
        super().__init__((), orientation="vertical", **common)
        self.given = time
        self.is_24 = is_24
        self.text_first = text

    @property
    def clock(self) -> ClockState:
        """The current state."""
        start = ClockState(self.given.hour, self.given.minute)
        if self.text_first:
            start = replace(start, text=self._texts(start))
        found = self.ui.read(self, start)
        assert isinstance(found, ClockState)
        return found

    @property
    def time(self) -> dt.time:
        """The chosen time; what was typed, if it is valid."""
        clock = self.clock
        return dt.time(clock.hour, clock.minute)

    def change(self, **changes: Any) -> None:
        """Replace fields of the state."""
        self.ui.write(self, replace(self.clock, **changes))

    def _texts(self, clock: ClockState) -> tuple[str, str]:
        hour = clock.hour if self.is_24 else clock.hour % 12 or 12
        return (f"{hour:02}" if self.is_24 else str(hour)), f"{clock.minute:02}"

    def toggle(self) -> None:
        """Switch between clock and text input."""
        clock = self.clock
        self.change(text=self._texts(clock) if clock.text is None else None)

    def set_half(self, afternoon: bool) -> None:
        """Choose AM or PM."""
        self.change(hour=self.clock.hour % 12 + (12 if afternoon else 0))

    def type(self, part: int, text: str) -> None:
        """Handle text typed as the hour (0) or minute (1)."""
        clock = self.clock
        texts = list(clock.text or ("", ""))
        texts[part] = text
        changes: dict[str, Any] = {"text": (texts[0], texts[1])}
        if text.isascii() and text.isdigit():
            value = int(text)
            if part == 1 and value < 60:
                changes["minute"] = value
            elif part == 0 and self.is_24 and value < 24:
                changes["hour"] = value
            elif part == 0 and not self.is_24 and 1 <= value <= 12:
                changes["hour"] = value % 12 + clock.hour // 12 * 12
        self.change(**changes)

    @property
    def mistyped(self) -> bool:
        """True if the typed text isn't a valid time."""
        texts = self.clock.text
        if texts is None:
            return False
        if not all(text.isascii() and text.isdigit() for text in texts):
            return True
        low, high = (0, 23) if self.is_24 else (1, 12)
        return not (low <= int(texts[0]) <= high and int(texts[1]) <= 59)

    def face(
        self, describe: Callable[[int, str], str], number_class: str, **common: Unpack[ViewOptions]
    ) -> View:
        """Return the dial of hours or minutes."""
        clock = self.clock
        if clock.minutes:
            return ClockFace(
                MINUTES,
                60,
                clock.minute,
                lambda value, _: self.change(minute=value),
                describe=describe,
                number_class=number_class,
                snap=True,
                **common,
            )

        def hour(value: int, left: bool) -> None:
            changes: dict[str, Any] = {"minutes": True} if left else {}
            if not self.is_24:
                value = value % 12 + clock.hour // 12 * 12
            self.change(hour=value, **changes)

        return ClockFace(
            hour_numbers(self.is_24),
            12,
            clock.hour if self.is_24 else clock.hour % 12 or 12,
            hour,
            describe=describe,
            number_class=number_class,
            snap=True,
            **common,
        )


class TimePicker(TimeBase):
    """Android's clock: hours and minutes in a coloured header above a dial, or two text fields.

    Args:
        time: The initially chosen time.
        is_24: Whether to use hours 0 to 23 instead of AM and PM.
        text: Whether to start with the text fields.
        on_change: Called with each time that is chosen.
        **common: See `View`.
    """

    CLASS = "android.widget.TimePicker"

    def __init__(
        self,
        time: dt.time,
        *,
        is_24: bool = False,
        text: bool = False,
        on_change: Callable[[dt.time], None] | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("id", "android:id/timePicker")
        common.setdefault("width", MATCH)
        super().__init__(time, is_24, text, **common)
        self.on_change = on_change

    def change(self, **changes: Any) -> None:
        """Replace fields of the state, and report a new time."""
        before = self.time
        super().change(**changes)
        if self.on_change is not None and self.time != before:
            self.on_change(self.time)

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return the header with the time, and the dial."""
        clock = self.clock
        if clock.text is not None:
            return [self._text_form(clock)]
        hour, minute = self._texts(clock)

        def part(text: str, id: str, minutes: bool) -> View:
            on = clock.minutes == minutes
            return TextView(
                text,
                id=f"android:id/{id}",
                size=60,
                color="on_primary" if on else "on_primary@0.6",
                on_click=lambda: self.change(minutes=minutes),
                selected=on,
            )

        wide = is_wide(ui)
        header = row(
            part(hour, "hours", False),
            TextView(":", id="android:id/separator", size=60, color="on_primary@0.6"),
            part(minute, "minutes", True),
            None if self.is_24 else self._halves(clock),
            id="android:id/time_header",
            layout_direction="ltr",
            width=240 if wide else MATCH,
            height=MATCH if wide else 96,
            background=header_ground(ui, beside=wide),
            content_gravity="center",
        )
        dial = self.face(
            lambda number, label: str(number),
            "android.view.View",
            id="android:id/radial_picker",
            margin=(0, 16),
            gravity="center_horizontal",
        )
        if wide:
            dial.margin = 16
            return [row(header, dial)]
        return [header, dial]

    def _halves(self, clock: ClockState) -> View:
        def half(text: str, id: str, afternoon: bool) -> View:
            on = (clock.hour >= 12) == afternoon
            return TextView(
                text,
                id=f"android:id/{id}",
                class_name="android.widget.RadioButton",
                size=16,
                weight_font=500,
                color="on_primary" if on else "on_primary@0.6",
                padding=(8, 4),
                checked=on,
                on_click=lambda: self.set_half(afternoon),
            )

        return column(
            half("AM", "am_label", False),
            half("PM", "pm_label", True),
            id="android:id/ampm_layout",
            margin=(8, 0, 0, 0),
        )

    def _text_form(self, clock: ClockState) -> View:
        texts = clock.text or ("", "")

        def field(part: int, id: str, label: str) -> View:
            entry = EditText(
                texts[part],
                id=f"android:id/{id}",
                on_text_change=lambda text: self.type(part, text),
                input_type="number",
                max_length=2,
                size=34,
                width=72,
                align="center",
                autofocus=part == 0,
                ime_action="next" if part == 0 else "done",
            )
            words = TextView(label, id=f"android:id/label_{label}", style="body_small")
            return column(entry, words)

        half: View | None = None
        if not self.is_24:
            half = Spinner(
                ["AM", "PM"],
                clock.hour // 12,
                lambda index: self.set_half(index == 1),
                id="android:id/am_pm_spinner",
                margin=(16, 0, 0, 16),
            )
        form = column(
            TextView(
                "Set time",
                id="android:id/top_label",
                style="dialog_title",
                width=MATCH,
                padding=(24, 20),
                color="on_primary",
                background=header_ground(self.ui),
            ),
            TextView("Type in time", style="body_large", margin=(24, 16, 24, 8)),
            row(
                field(0, "input_hour", "hour"),
                TextView(":", id="android:id/input_separator", size=34, margin=(8, 0, 8, 16)),
                field(1, "input_minute", "minute"),
                half,
                id="android:id/input_block",
                layout_direction="ltr",
                padding=(24, 0),
            ),
            TextView(
                "Enter a valid time",
                id="android:id/label_error",
                style="body_small",
                color="error",
                padding=(24, 4),
                visibility="visible" if self.mistyped else "invisible",
            ),
            width=MATCH,
        )
        # Above the keyboard of a phone on its side there may be too little room.
        return OverflowScroll(form, width=MATCH)


def time_picker_dialog(
    time: dt.time,
    on_time: Callable[[dt.time], None],
    on_dismiss: Click,
    *,
    is_24: bool = False,
    text: bool = False,
    positive: str = "OK",
    negative: str = "Cancel",
    neutral: str | None = None,
    on_neutral: Click | None = None,
    all_caps: bool | None = None,
    key: Hashable = "time_picker",
) -> Overlay:
    """Return Android's own time picker dialog.

    Args:
        time: The initially chosen time.
        on_time: Called with the chosen time when OK is tapped; has to close the dialog.
        on_dismiss: Called when it is cancelled.
        is_24: Whether to use hours 0 to 23 instead of AM and PM.
        text: Whether to start with the text fields.
        positive: Label of button1.
        negative: Label of button2.
        neutral: Label of button3; None omits it.
        on_neutral: Called when button3 is tapped; has to close the dialog.
        all_caps: Whether labels are upper-case; by default as the theme has it.
        key: Identity among the overlays of the screen.
    """
    picker = TimePicker(time, is_24=is_24, text=text)

    def ok() -> None:
        if not picker.mistyped:
            on_time(picker.time)

    buttons = TimeButtons(picker, ok, on_dismiss, positive, negative, all_caps, neutral, on_neutral)
    return time_overlay(picker, buttons, on_dismiss, key)


class _TimePanel(AlertDialogLayout):
    """The parts of a time picker's dialog, wider if the dial is beside the time."""

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Choose the width."""
        self.width = 544 if is_wide(ui) else 328
        return super().compose(ui)


def time_overlay(
    picker: TimeBase, buttons: TimeButtons, on_dismiss: Click, key: Hashable
) -> Overlay:
    """Return the dialog of a time picker."""
    panel = _TimePanel(None, picker, buttons, padding=(0, 0, 0, 4))
    return Overlay(panel, key=key, dim=0.6, margin=(16, 16, 16, 16), on_dismiss=on_dismiss)


class TimeButtons(Themed):
    """The buttons of a time picker; the first one toggles between clock and text input."""

    def __init__(
        self,
        picker: TimeBase,
        ok: Click,
        cancel: Click,
        positive: str = "",
        negative: str = "",
        all_caps: bool | None = None,
        neutral: str | None = None,
        on_neutral: Click | None = None,
    ) -> None:
        super().__init__((), width=MATCH)
        self.picker = picker
        self.ok = ok
        self.cancel = cancel
        self.positive = positive
        self.negative = negative
        self.all_caps = all_caps
        self.neutral = neutral
        self.on_neutral = on_neutral

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return the row of buttons."""
        text = self.picker.clock.text is not None
        words = "clock" if text else "text input"
        material = not self.positive
        toggle = ImageButton(
            "clock_outline" if text else "keyboard_outline",
            id="material_timepicker_mode_button" if material else "android:id/toggle_mode",
            content_description=f"Switch to {words} mode for the time input.",
            on_click=self.picker.toggle,
        )
        if material:
            return [
                ok_cancel(
                    "material_timepicker_ok_button",
                    "material_timepicker_cancel_button",
                    self.ok,
                    self.cancel,
                    toggle,
                )
            ]
        return [
            button_bar(
                self.positive,
                self.ok,
                self.negative,
                self.cancel,
                self.neutral,
                self.on_neutral,
                all_caps=self.all_caps,
                before=toggle,
            )
        ]
