"""Material's time picker."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Hashable, Sequence

from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.clock_face import ClockState, is_wide
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import LinearLayout, column, row
from android_gym.simulator.ui.picker_parts import Click
from android_gym.simulator.ui.scrolling import OverflowScroll
from android_gym.simulator.ui.time_pickers import TimeBase, TimeButtons, time_overlay
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, TextView

__all__ = ["material_time_picker"]


class _MaterialTime(TimeBase):
    """The contents of a MaterialTimePicker."""

    def __init__(self, time: dt.time, is_24: bool, text: bool, title: str) -> None:
        super().__init__(time, is_24, text, width=MATCH, padding=(24, 20, 24, 0))
        self.title = title

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return title, time and dial."""
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
            # Above the keyboard of a phone on its side there may be too little room.
            form = column(title, self._text_form(clock), width=MATCH)
            return [OverflowScroll(form, width=MATCH)]
        wide = is_wide(ui)
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
    """Return Material's time picker; takes the arguments of `time_picker_dialog`."""
    picker = _MaterialTime(time, is_24, text, title)

    def ok() -> None:
        if not picker.mistyped:
            on_time(picker.time)

    buttons = TimeButtons(picker, ok, on_dismiss)
    return time_overlay(picker, buttons, on_dismiss, key)
