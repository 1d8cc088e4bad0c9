"""Frames whose height follows their width: covers, thumbnails, previews."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from android_gym.simulator.ui.layouts import FrameLayout
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.view import AT_MOST, EXACTLY, UNSPECIFIED, View

__all__ = ["RatioFrame"]


class RatioFrame(FrameLayout):
    """A frame as high as it is wide, or as a ratio says.

    Args:
        children: As for `FrameLayout`.
        ratio: Width by height.
        **common: See `View`. It takes the width that it is offered, less where its height would not
            fit; ``height`` is left out.
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
        """Want as much of the room as the ratio allows."""
        if height_mode == AT_MOST or (height_mode == EXACTLY and width_mode != EXACTLY):
            width = min(width, round(height * self.ratio)) if width_mode != UNSPECIFIED else height
        across, along = width, round(width / self.ratio)
        super().measure_content(across, EXACTLY, along, EXACTLY)
        return across, along
