"""Pickers of numbers (a wheel) and of colours (a grid)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Unpack

from android_gym.simulator.ui.components import Themed
from android_gym.simulator.ui.drawables import Layers, Line, Oval
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import GridLayout
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.touches import Touch
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, EditText, ImageButton

__all__ = ["NumberPicker", "color_grid"]


class NumberPicker(Themed):
    """A wheel of numbers: the current value between its neighbours.

    Args:
        value: Current value.
        minimum: Smallest value.
        maximum: Largest value.
        on_change: Called with the new value.
        labels: Texts to show instead of numbers, starting with that of `minimum`.
        wrap: Whether it wraps from the largest to the smallest value.
        **common: See `View`.
    """

    CLASS = "android.widget.NumberPicker"
    IMPORTANT = True
    STEP_DP = 48

    def __init__(
        self,
        value: int,
        minimum: int,
        maximum: int,
        on_change: Callable[[int], None],
        *,
        labels: Sequence[str] = (),
        wrap: bool | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("width", 64)
        super().__init__((), orientation="vertical", content_gravity="center_horizontal", **common)
        self.value = value
        self.minimum = minimum
        self.maximum = maximum
        self.on_change = on_change
        self.labels = labels
        self.wrap = maximum - minimum >= 2 if wrap is None else wrap

    def label(self, value: int) -> str:
        """Return the text shown for a value."""
        index = value - self.minimum
        return self.labels[index] if index < len(self.labels) else str(value)

    def beside(self, step: int) -> int | None:
        """Return the value some steps away; None if there is none."""
        value = self.value + step
        if self.minimum <= value <= self.maximum:
            return value
        if not self.wrap:
            return None
        return (value - self.minimum) % (self.maximum - self.minimum + 1) + self.minimum

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return the value between its neighbours."""

        def neighbour(step: int) -> View:
            value = self.beside(step)
            return Button(
                "" if value is None else self.label(value),
                key=step,
                all_caps=False,
                size=16,
                weight_font=400,
                color="text_secondary",
                width=MATCH,
                min_width=0,
                padding=0,
                on_click=lambda: self._set(self.beside(step)),
                enabled=value is not None,
            )

        # Text that is being typed may not be a valid value yet.
        value, typed = ui.read(self, (self.value, None))
        field = EditText(
            typed if typed is not None and value == self.value else self.label(self.value),
            id="android:id/numberpicker_input",
            on_text_change=self._typed,
            input_type="text" if self.labels else "number",
            align="center",
            vertical="center",
            size=18,
            width=MATCH,
            height=48,
            padding=0,
            background=_LINES,
        )
        return [neighbour(-1), field, neighbour(1)]

    def _set(self, value: int | None, typed: str | None = None) -> None:
        self.ui.write(self, (self.value if value is None else value, typed))
        if value is not None and value != self.value:
            self.on_change(value)

    def _typed(self, text: str) -> None:
        value = None
        if text in self.labels:
            value = self.minimum + self.labels.index(text)
        elif text.isascii() and text.isdigit() and not self.labels:
            value = int(text) if self.minimum <= int(text) <= self.maximum else None
        self._set(value, text)

    def takes_drag(self, axis: str) -> bool:
        """Return True for vertical drags."""
        return axis == "y"

    def touch(self, event: Touch) -> None:
        """Spin by as many values as the finger has moved rows."""
        if event.action == "up":
            steps = round((event.start_y - event.y) / self.ui.px(self.STEP_DP))
            value = self.beside(steps)
            if value is None:
                value = self.maximum if steps > 0 else self.minimum
            self._set(value)


_LINES = Layers((Line("top", "accent", 2), Line("bottom", "accent", 2)))


def color_grid(
    colors: Sequence[str],
    selected: int,
    on_select: Callable[[int], None],
    /,
    *,
    columns: int = 5,
    size: float = 48,
    descriptions: Sequence[str] = (),
    **common: Unpack[ViewOptions],
) -> View:
    """Return a grid of round colour samples; the selected one has a check mark.

    Args:
        colors: The colours.
        selected: Index of the selected colour, -1 for none.
        on_select: Called with the index of a tapped sample.
        columns: Samples per row.
        size: Side of a sample in dp.
        descriptions: Content descriptions of the samples.
        **common: See `View`.
    """
    samples = [
        ImageButton(
            "check" if index == selected else None,
            key=index,
            tint="#FFFFFF",
            width=size,
            height=size,
            margin=6,
            background=Oval(color),
            content_description=descriptions[index] if index < len(descriptions) else None,
            selected=index == selected,
            on_click=partial(on_select, index),
        )
        for index, color in enumerate(colors)
    ]
    common.setdefault("width", MATCH)
    return GridLayout(samples, columns=columns, **common)
