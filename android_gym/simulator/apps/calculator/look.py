"""Calculator's theme, and the views that handle drags."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Unpack

from android_gym.simulator.ui.layouts import LinearLayout
from android_gym.simulator.ui.options import LinearOptions, TextOptions
from android_gym.simulator.ui.theme import Theme, dynamic_theme
from android_gym.simulator.ui.touches import Touch
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["PullDown", "ScrolledText", "theme_of"]

_DIGIT_DP = 20
"""Distance in dp that a finger moves to scroll a result by a digit."""

_PULL_DP = 48
"""Distance in dp that the display is pulled down to open the history."""


@cache
def theme_of(dark: bool) -> Theme:
    """Return the theme, with the wallpaper's colours."""
    return dynamic_theme(dark=dark, name="calculator dark" if dark else "calculator")


class PullDown(LinearLayout):
    """A column that can be pulled down.

    Args:
        children: Its children.
        on_pull: Called when a finger that pulled it far enough is lifted.
        **common: See `View`.
    """

    def __init__(
        self,
        children: Sequence[View | None],
        on_pull: Callable[[], object],
        **common: Unpack[LinearOptions],
    ) -> None:
        super().__init__(children, orientation="vertical", **common)
        self.on_pull = on_pull

    def takes_drag(self, axis: str) -> bool:
        """Return whether the axis is vertical."""
        return axis == "y"

    def touch(self, event: Touch) -> None:
        """Check the distance when the finger is lifted."""
        if event.action == "up" and event.y - event.start_y > self.ui.px(_PULL_DP):
            self.on_pull()


class ScrolledText(TextView):
    """A text that a drag scrolls by whole digits.

    Args:
        text: The visible text.
        on_scroll: Called with the number of digits, positive towards later ones.
        **common: See `TextView`.
    """

    def __init__(
        self, text: str, on_scroll: Callable[[int], object], **common: Unpack[TextOptions]
    ) -> None:
        super().__init__(text, **common)
        self.on_scroll = on_scroll

    def takes_drag(self, axis: str) -> bool:
        """Return whether the axis is horizontal."""
        return axis == "x"

    def touch(self, event: Touch) -> None:
        """Scroll when the finger is lifted."""
        if event.action == "up":
            self.on_scroll(round((event.start_x - event.x) / self.ui.px(_DIGIT_DP)))
