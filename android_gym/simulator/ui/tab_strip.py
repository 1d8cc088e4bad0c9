"""Scrolling tabs that bring the selected tab into sight by themselves."""

from __future__ import annotations

from typing import Unpack

from android_gym.simulator.ui.layouts import HorizontalScrollView, LinearLayout
from android_gym.simulator.ui.options import ViewOptions

__all__ = ["TabStrip"]


class TabStrip(HorizontalScrollView):
    """A row of tabs wider than the screen, with the selected one centered.

    Once the user has scrolled, it stays there until another tab is selected.

    Args:
        tabs: The tabs.
        chosen: Index of the selected tab.
        **common: See `View`; its key is the selected tab.
    """

    def __init__(self, tabs: LinearLayout, chosen: int, **common: Unpack[ViewOptions]) -> None:
        common["key"] = ("strip", chosen)
        super().__init__(tabs, **common)
        self.tabs = tabs
        self.chosen = chosen

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the tabs."""
        super().layout(left, top, right, bottom)
        shown = [tab for tab in self.tabs.children if tab.visibility != "gone"]
        if not 0 <= self.chosen < len(shown) or self.ui.offset(self, None) is not None:
            return
        x, _, end, _ = self.inner
        start, y, *_ = self.tabs.bounds
        tab = shown[self.chosen].bounds
        middle = (tab[0] + tab[2]) // 2 - start
        self._offset = max(0, min(self._range, middle - (end - x) // 2))
        self.layout_child(0, x - self._offset, y)
