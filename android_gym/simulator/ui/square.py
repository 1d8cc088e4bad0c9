"""Frames with a fixed aspect ratio: covers, thumbnails, previews."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from android_gym.simulator.ui.geometry import AT_MOST, EXACTLY, UNSPECIFIED
from android_gym.simulator.ui.layouts import FrameLayout
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.view import View

__all__ = ["RatioFrame"]


class RatioFrame(FrameLayout):
    """A frame that is square, or has another fixed aspect ratio.

    Args:
        children: As for `FrameLayout`.
        ratio: Aspect ratio (width / height).
        **common: See `View`. It takes the offered width, or less if its height wouldn't fit;
            ``height`` is ignored.
    """

    def __init__(
        self,
        children: Sequence[View | None] = (),
        *,
        ratio: float = 1.0,
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__(children, **common)
        self.ratio = ratio

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure as large as the ratio allows."""
        if height_mode == AT_MOST or (height_mode == EXACTLY and width_mode != EXACTLY):
            width = min(width, round(height * self.ratio)) if width_mode != UNSPECIFIED else height
        across, along = width, round(width / self.ratio)
        super().measure_content(across, EXACTLY, along, EXACTLY)
        return across, along
