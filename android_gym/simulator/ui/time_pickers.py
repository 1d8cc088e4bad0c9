"""Pickers of times, with the ids that Android's have.

    time_picker_dialog      Android's own clock dialog (TimePickerDialog), or its text form
    material_time_picker    MaterialTimePicker: clock or text
    TimePicker              the same without the dialog (android:id/timePicker)

What is chosen before OK is tapped belongs to the picker, as on Android; the app hears the result.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Unpack

from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.components import Spinner, Themed
from android_gym.simulator.ui.dialogs import AlertDialogLayout, button_bar
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import (
    LinearLayout,
    column,
    row,
)
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.picker_parts import Click, header_ground, ok_cancel
from android_gym.simulator.ui.view import (
    EXACTLY,
    MATCH,
    UNSPECIFIED,
    Touch,
    Ui,
    View,
    ViewGroup,
)
from android_gym.simulator.ui.widgets import (
    EditText,
    ImageButton,
    TextView,
)

__all__ = ["ClockState", "TimePicker", "material_time_picker", "time_picker_dialog"]


@dataclass(frozen=True)
class ClockState:
    """State of a time picker."""

    hour: int
    minute: int
    minutes: bool = False
    text: tuple[str, str] | None = None


_DIAL = 256
"""Diameter of the dial, dp."""


def _is_wide(ui: Ui) -> bool:
    """Return whether the screen has more room for parts side by side than below each other."""
    return ui.size[0] > ui.size[1]


class _ClockFace(ViewGroup):
    """The dial: numbers in a circle, a hand, and the finger that moves it.

    Args:
        numbers: (value, label, ring) of what stands on the dial; ring 0 is the outer one.
        values: How many values there are around one ring.
        value: The present value.
        on_value: Called with (value, whether the finger has left) as the finger moves.
        describe: What a screen reader says of a number.
        snap: A tap only finds values that are on the dial.
        number_class: Class of the numbers.
        **common: See `View`.
    """

    def __init__(
        self,
        numbers: Sequence[tuple[int, str, int]],
        values: int,
        value: int,
        on_value: Callable[[int, bool], None],
        *,
        describe: Callable[[int, str], str],
        number_class: str,
        snap: bool,
        **common: Unpack[ViewOptions],
    ) -> None:
        labels = []
        for number, label, ring in numbers:
            on = number == value
            labels.append(
                TextView(
                    label,
                    key=number,
                    class_name=number_class,
                    content_description=describe(number, label),
                    size=16 if ring == 0 else 14,
                    most_scale=1.5,
                    color="on_primary" if on else ("text_primary", "text_secondary")[ring],
                    align="center",
                    vertical="center",
                    width=40,
                    height=40,
                    clickable=True,
                    selected=on,
                )
            )
        common["layout_direction"] = "ltr"
        super().__init__(labels, **common)
        self.numbers = numbers
        self.values = values
        self.value = value
        self.on_value = on_value
        self.snap = snap
        self._turned = False

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """A square of 256 dp, smaller where there is less room."""
        side = self.ui.px(40)
        for child in self._children:
            child.measure(side, EXACTLY, side, EXACTLY)
        offers = [
            size
            for size, mode in ((width, width_mode), (height, height_mode))
            if mode != UNSPECIFIED
        ]
        diameter = min([self.ui.px(_DIAL), *offers])
        return diameter, diameter

    def _scaled(self, dp: float) -> float:
        """Convert a length on the dial, in dp at its usual size, to pixels."""
        left, _, right, _ = self.bounds
        return dp * (right - left) / _DIAL

    def _point(self, value: int, ring: int) -> tuple[float, float]:
        """Return where a value lies."""
        left, top, right, bottom = self.bounds
        radius = self._scaled(104 if ring == 0 else 70)
        angle = 2 * math.pi * value / self.values - math.pi / 2
        return (
            (left + right) / 2 + radius * math.cos(angle),
            (top + bottom) / 2 + radius * math.sin(angle),
        )

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Place the numbers in circles."""
        super().layout(left, top, right, bottom)
        for child, (number, _, ring) in zip(self._children, self.numbers, strict=True):
            x, y = self._point(number, ring)
            w, h = child.measured
            x0, y0 = round(x - w / 2), round(y - h / 2)
            child.layout(x0, y0, x0 + w, y0 + h)
        if self.turned:
            self.turn_back()

    @property
    def ring(self) -> int:
        """Ring that the present value is on."""
        for number, _, ring in self.numbers:
            if number == self.value:
                return ring
        return 0

    def appearance(self) -> Hashable | None:
        """Dial and hand."""
        shown = any(number == self.value for number, _, _ in self.numbers)
        return (self.value, self.values, self.ring, shown)

    def draw(self, canvas: Any) -> None:
        """Paint the dial and its hand."""
        from android_gym.simulator.ui.painting import paint_dial

        shown = any(number == self.value for number, _, _ in self.numbers)
        paint_dial(canvas, self, self._point(self.value, self.ring), shown)

    def hit(self, x: float, y: float) -> View | None:
        """The dial itself follows the finger, its numbers don't take touches."""
        left, top, right, bottom = self.bounds
        return self if left <= x < right and top <= y < bottom else None

    @property
    def takes_touch(self) -> bool:
        """From the first touch."""
        return True

    def touch(self, event: Touch) -> None:
        """Turn the hand to where the finger is."""
        left, top, right, bottom = self.bounds
        dx, dy = event.x - (left + right) / 2, event.y - (top + bottom) / 2
        turn = (math.atan2(dy, dx) + math.pi / 2) / (2 * math.pi) % 1.0
        moved = abs(event.x - event.start_x) + abs(event.y - event.start_y) > self.ui.px(8)
        inner = any(ring for _, _, ring in self.numbers)
        ring = 1 if inner and math.hypot(dx, dy) < self._scaled(87) else 0
        if self.snap and not moved:
            shown = [number for number, _, at in self.numbers if at == ring]
            steps = sorted(shown, key=lambda number: number % self.values)
            value = steps[round(turn * len(steps)) % len(steps)]
        else:
            step = round(turn * self.values) % self.values
            at = {number % self.values: number for number, _, r in self.numbers if r == ring}
            value = at.get(step, step)
        if event.action in ("down", "move", "up"):
            self.on_value(value, event.action == "up")


def _hour_numbers(is_24: bool) -> list[tuple[int, str, int]]:
    """Hours on the dial of a 24 h clock, as Material has them: 0 to 11 outside, 12 to 23 inside."""
    if not is_24:
        return [(hour or 12, str(hour or 12), 0) for hour in range(12)]
    outer = [(hour, f"{hour:02}" if hour == 0 else str(hour), 0) for hour in range(12)]
    return outer + [(hour, str(hour), 1) for hour in range(12, 24)]


_MINUTES = [(minute, f"{minute:02}", 0) for minute in range(0, 60, 5)]


class _TimeBase(Themed):
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
        """The present state."""
        start = ClockState(self.given.hour, self.given.minute)
        if self.text_first:
            start = replace(start, text=self._texts(start))
        found = self.ui.read(self, start)
        assert isinstance(found, ClockState)
        return found

    @property
    def time(self) -> dt.time:
        """The chosen time; what was typed, where that is a time."""
        clock = self.clock
        return dt.time(clock.hour, clock.minute)

    def change(self, **changes: Any) -> None:
        """Replace parts of the state."""
        self.ui.write(self, replace(self.clock, **changes))

    def _texts(self, clock: ClockState) -> tuple[str, str]:
        hour = clock.hour if self.is_24 else clock.hour % 12 or 12
        return (f"{hour:02}" if self.is_24 else str(hour)), f"{clock.minute:02}"

    def toggle(self) -> None:
        """Go from clock to text and back."""
        clock = self.clock
        self.change(text=self._texts(clock) if clock.text is None else None)

    def set_half(self, afternoon: bool) -> None:
        """Choose AM or PM."""
        self.change(hour=self.clock.hour % 12 + (12 if afternoon else 0))

    def type(self, part: int, text: str) -> None:
        """Take what was typed as hour (0) or minute (1)."""
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
        """Return whether the text is no time."""
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
        """The dial of hours or minutes."""
        clock = self.clock
        if clock.minutes:
            return _ClockFace(
                _MINUTES,
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

        return _ClockFace(
            _hour_numbers(self.is_24),
            12,
            clock.hour if self.is_24 else clock.hour % 12 or 12,
            hour,
            describe=describe,
            number_class=number_class,
            snap=True,
            **common,
        )


class TimePicker(_TimeBase):
    """Android's clock: hours and minutes in a coloured header, a dial below; or two text fields.

    Args:
        time: Chosen at first.
        is_24: Hours 0 to 23 in place of AM and PM.
        text: Begins with the text fields.
        on_change: Called with each time chosen.
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
        """Replace parts of the state."""
        before = self.time
        super().change(**changes)
        if self.on_change is not None and self.time != before:
            self.on_change(self.time)

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Header with the time, and the dial."""
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

        wide = _is_wide(ui)
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
        return column(
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


def time_picker_dialog(
    time: dt.time,
    on_time: Callable[[dt.time], None],
    on_dismiss: Click,
    *,
    is_24: bool = False,
    text: bool = False,
    positive: str = "OK",
    negative: str = "Cancel",
    all_caps: bool | None = None,
    key: Hashable = "time_picker",
) -> Overlay:
    """Android's own time picker dialog.

    Args:
        time: Chosen at first.
        on_time: Called with the chosen time when OK is tapped; has to close the dialog.
        on_dismiss: Called when it is cancelled.
        is_24: Hours 0 to 23 in place of AM and PM.
        text: Begins with the text fields.
        positive: Label of button1.
        negative: Label of button2.
        all_caps: Upper-case labels; by default as the theme has it.
        key: Identity among the overlays of the screen.
    """
    picker = TimePicker(time, is_24=is_24, text=text)

    def ok() -> None:
        if not picker.mistyped:
            on_time(picker.time)

    buttons = _TimeButtons(picker, ok, on_dismiss, positive, negative, all_caps)
    return _time_overlay(picker, buttons, on_dismiss, key)


class _TimePanel(AlertDialogLayout):
    """The parts of a time picker's dialog, broader where the dial stands beside the time."""

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Choose the width."""
        self.width = 544 if _is_wide(ui) else 328
        return super().compose(ui)


def _time_overlay(
    picker: _TimeBase, buttons: _TimeButtons, on_dismiss: Click, key: Hashable
) -> Overlay:
    panel = _TimePanel(None, picker, buttons, padding=(0, 0, 0, 4))
    return Overlay(panel, key=key, dim=0.6, margin=(16, 16, 16, 16), on_dismiss=on_dismiss)


class _TimeButtons(Themed):
    """Buttons of a time picker, whose first one shows what the picker would turn into."""

    def __init__(
        self,
        picker: _TimeBase,
        ok: Click,
        cancel: Click,
        positive: str = "",
        negative: str = "",
        all_caps: bool | None = None,
    ) -> None:
        super().__init__((), width=MATCH)
        self.picker = picker
        self.ok = ok
        self.cancel = cancel
        self.positive = positive
        self.negative = negative
        self.all_caps = all_caps

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """The row of buttons."""
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
                all_caps=self.all_caps,
                before=toggle,
            )
        ]


class _MaterialTime(_TimeBase):
    """The whole of a MaterialTimePicker."""

    def __init__(self, time: dt.time, is_24: bool, text: bool, title: str) -> None:
        super().__init__(time, is_24, text, width=MATCH, padding=(24, 20, 24, 0))
        self.title = title

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Title, time, dial."""
        clock, material = self.clock, ui.theme.material
        title = TextView(
            self.title,
            id="header_title",
            style="label_medium",
            color="text_secondary",
            all_caps=material == 2,
            margin=(0, 0, 0, 20),
        )
        if clock.text is not None:
            return [title, self._text_form(clock)]
        wide = _is_wide(ui)
        hour, minute = self._texts(clock)
        fill = "primary@0.12" if material == 2 else "primary_container"
        rest = "on_surface@0.12" if material == 2 else "surface_container_highest"

        def part(text: str, id: str, minutes: bool, words: str) -> View:
            on = clock.minutes == minutes
            ink = "primary" if material == 2 else "on_primary_container"
            return TextView(
                text,
                id=id,
                class_name="android.view.View",
                content_description=words,
                size=56,
                most_scale=1.0,
                color=ink if on else "text_primary",
                align="center",
                vertical="center",
                width=96,
                height=80,
                background=Rounded(fill if on else rest, 8),
                selected=on,
                on_click=lambda: self.change(minutes=minutes),
            )

        suffix = "hours" if self.is_24 else "o'clock"
        shown = row(
            part(hour, "material_hour_tv", False, f"{int(hour)} {suffix}"),
            TextView(
                ":",
                size=56,
                most_scale=1.0,
                width=24,
                align="center",
                important_for_accessibility="no",
            ),
            part(minute, "material_minute_tv", True, f"{int(minute)} minutes"),
            None if self.is_24 or wide else self._halves(clock, material),
            id="material_clock_display",
            layout_direction="ltr",
            gravity="center_horizontal",
        )
        unit = "minutes" if clock.minutes else suffix
        dial = self.face(
            lambda number, label: f"{number} {unit}",
            "android.widget.TextView",
            id="material_clock_face",
            margin=(24, 0, 0, 0) if wide else (0, 28, 0, 16),
            gravity="center_horizontal",
        )
        if wide:
            halves = None if self.is_24 else self._halves(clock, material, wide=True)
            return [row(column(title, shown, halves), dial)]
        return [title, shown, dial]

    def _halves(self, clock: ClockState, material: int, *, wide: bool = False) -> View:
        def half(text: str, id: str, afternoon: bool) -> View:
            on = (clock.hour >= 12) == afternoon
            if wide:
                corners = (0.0, 8.0, 8.0, 0.0) if afternoon else (8.0, 0.0, 0.0, 8.0)
            else:
                corners = (0.0, 0.0, 8.0, 8.0) if afternoon else (8.0, 8.0, 0.0, 0.0)
            fill = "primary@0.12" if material == 2 else "tertiary_container"
            return TextView(
                text,
                id=id,
                class_name="android.widget.CompoundButton",
                style="title_medium",
                most_scale=1.5,
                color="text_primary" if on else "text_secondary",
                align="center",
                vertical="center",
                width=108 if wide else 52,
                height=40,
                background=Rounded(fill if on else "transparent", corners, "outline"),
                checked=on,
                on_click=lambda: self.set_half(afternoon),
            )

        return LinearLayout(
            [
                half("AM", "material_clock_period_am_button", False),
                half("PM", "material_clock_period_pm_button", True),
            ],
            orientation="horizontal" if wide else "vertical",
            id="material_clock_period_toggle",
            margin=(0, 12, 0, 0) if wide else (12, 0, 0, 0),
        )

    def _text_form(self, clock: ClockState) -> View:
        texts = clock.text or ("", "")

        def field(part: int, id: str, label: str) -> View:
            entry = EditText(
                texts[part],
                on_text_change=lambda text: self.type(part, text),
                input_type="number",
                max_length=2,
                size=45,
                align="center",
                vertical="center",
                width=96,
                height=72,
                padding=0,
                background=Rounded("surface_container_highest", 8),
                autofocus=part == 0,
                ime_action="next" if part == 0 else "done",
                hint=label,
            )
            entry.label_floats = True
            return column(
                entry,
                TextView(label, style="body_small", color="text_secondary", margin=(0, 8, 0, 0)),
                id=id,
            )

        return row(
            field(0, "material_hour_text_input", "Hour"),
            TextView(":", size=56, width=24, align="center", margin=(0, 0, 0, 24)),
            field(1, "material_minute_text_input", "Minute"),
            None if self.is_24 else self._halves(clock, self.ui.theme.material),
            margin=(0, 0, 0, 12),
            layout_direction="ltr",
        )


def material_time_picker(
    time: dt.time,
    on_time: Callable[[dt.time], None],
    on_dismiss: Click,
    *,
    is_24: bool = False,
    text: bool = False,
    title: str = "Select time",
    key: Hashable = "time_picker",
) -> Overlay:
    """Material's time picker; arguments as for `time_picker_dialog`."""
    picker = _MaterialTime(time, is_24, text, title)

    def ok() -> None:
        if not picker.mistyped:
            on_time(picker.time)

    buttons = _TimeButtons(picker, ok, on_dismiss)
    return _time_overlay(picker, buttons, on_dismiss, key)
