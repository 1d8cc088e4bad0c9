"""Sliders and progress indicators: ``SeekBar`` and ``ProgressBar``."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Unpack

from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.touches import Touch
from android_gym.simulator.ui.view import View

__all__ = ["ProgressBar", "SeekBar"]


class SeekBar(View):
    """A slider.

    Args:
        value: Current value, between 0 and `maximum`.
        maximum: Largest value.
        on_change: Called with each new value while the finger moves.
        on_stop: Called when the finger is lifted.
        text: Text reported to accessibility.
        thick: Whether to use the full-height style of SystemUI's brightness slider.
        icon: Icon inside a thick slider.
        **common: See `View`.
    """

    CLASS = "android.widget.SeekBar"
    IMPORTANT = True
    MIRRORS = True

    def __init__(
        self,
        value: float,
        maximum: float = 100,
        *,
        on_change: Callable[[float], None] | None = None,
        on_stop: Callable[[], None] | None = None,
        text: str | None = None,
        thick: bool = False,
        icon: str | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("min_height", 48 if thick else 32)
        common.setdefault("padding", 0 if thick else (16, 0))
        common.setdefault("focusable", True)
        super().__init__(**common)
        self.value = value
        self.maximum = maximum
        self.on_change = on_change
        self.on_stop = on_stop
        self.text = text
        self.thick = thick
        self.icon = icon

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure as wide as offered."""
        return width, self.ui.px(self.min_height)

    @property
    def takes_touch(self) -> bool:
        """True if it follows the finger from the first touch: unless it is inside a scrolling view.

        In a scrolling view it waits until the finger moves sideways or is lifted (AbsSeekBar).
        """
        return self.takes_tap and not any(above.SCROLLS for above in self.ancestors())

    @property
    def takes_tap(self) -> bool:
        """True if it moves to where it is tapped."""
        return self.enabled and self.on_change is not None

    def tap(self, x: float, y: float) -> None:
        """Move to the tapped position."""
        self.touch(Touch("up", x, y, x, y))

    def takes_drag(self, axis: str) -> bool:
        """Return True for sideways drags, so that they don't scroll a parent."""
        return axis == "x"

    def touch(self, event: Touch) -> None:
        """Move the value to the finger's position."""
        left, _, right, _ = self.inner
        if self.on_change is not None and event.action in ("down", "move", "up"):
            part = (event.x - left) / max(1, right - left)
            value = max(0.0, min(1.0, part)) * self.maximum
            if value != self.value:
                self.on_change(value)
        if event.action in ("up", "cancel") and self.on_stop is not None:
            self.on_stop()

    def appearance(self) -> Hashable | None:
        """Return value and colours."""
        ui = self.ui
        part = round(self.value / self.maximum, 4) if self.maximum else 0.0
        return (
            part,
            self.enabled,
            self.thick,
            self.icon,
            self.pad,
            ui.theme.name,
        )

    def draw_margin(self) -> int:
        """Return room for the thumb, which extends over the ends."""
        return 0 if self.thick else self.ui.px(8)

    def draw(self, canvas: Any) -> None:
        """Paint track and thumb."""
        from android_gym.simulator.ui.painting import paint_slider

        paint_slider(canvas, self)

    def accessibility_text(self) -> str | None:
        """Return the given text, or else the value in Android's format."""
        return self.text if self.text is not None else str(float(self.value))


class ProgressBar(View):
    """A progress indicator, indeterminate if `value` is None.

    Args:
        value: Between 0 and 1; None if indeterminate.
        circular: Whether it is a ring instead of a bar.
        color: Colour of the completed part.
        track: Colour of the rest.
        **common: See `View`.
    """

    CLASS = "android.widget.ProgressBar"
    IMPORTANT = True
    MIRRORS = True

    def __init__(
        self,
        value: float | None = None,
        *,
        circular: bool = False,
        color: str = "primary",
        track: str = "slider_track",
        thickness: float = 4,
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__(**common)
        self.value = value
        self.circular = circular
        self.color = color
        self.track = track
        self.thickness = thickness

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure as a ring of 48 dp, or as a bar of the offered width."""
        if self.circular:
            size = self.ui.px(48)
            return size, size
        return width, self.ui.px(self.thickness) + self.pad[1] + self.pad[3]

    def appearance(self) -> Hashable | None:
        """Return value and colours."""
        ui = self.ui
        return (self.value, self.circular, ui.color(self.color), ui.color(self.track), self.pad)

    def draw(self, canvas: Any) -> None:
        """Paint the bar or ring."""
        from android_gym.simulator.ui.painting import paint_progress

        paint_progress(canvas, self)

    def accessibility_text(self) -> str | None:
        """Return the value in Android's format."""
        return None if self.value is None else str(float(round(self.value * 100)))
