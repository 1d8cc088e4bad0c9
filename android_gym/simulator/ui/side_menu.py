"""A menu behind a screen, which moves aside to reveal it (react-native-side-menu)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Unpack

from android_gym.simulator.ui.geometry import EXACTLY, MATCH
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.touches import Touch
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.view_group import ViewGroup

__all__ = ["SideMenu"]

EDGE: Final = 30.0
"""Distance from the left edge, in dp, within which a swipe opens the menu."""

LEAST: Final = 40.0
"""Minimum length of a swipe in dp."""


class SideMenu(ViewGroup):
    """A screen with a menu to its left; the app decides whether it is open.

    Args:
        content: The screen, hidden from accessibility services while the menu is open.
        menu: The menu; built only while it is open.
        open: Whether it is open.
        on_change: Called with the requested state after a swipe, a tap on the screen, or BACK.
        menu_width: Width of the menu in dp.
        **common: See `View`. Fills its parent by default.
    """

    def __init__(
        self,
        content: View,
        menu: Callable[[], View],
        open: bool,
        on_change: Callable[[bool], object],
        *,
        menu_width: float = 250,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("width", MATCH)
        common.setdefault("height", MATCH)
        content.key = "content"
        if open:
            cover = View(
                key="cover",
                on_click=lambda: on_change(False),
                focusable=False,
                important_for_accessibility="no",
            )
            drawn = menu()
            drawn.key = "menu"
            content.important = "no_hide_descendants"
            super().__init__([drawn, content, cover], **common)
        else:
            super().__init__([content], **common)
        self.open = open
        self.on_change = on_change
        self.menu_width = menu_width

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure the screen at full size and the menu at its own width."""
        *before, content = self._children[:2] if self.open else self._children
        content.measure(width, EXACTLY, height, EXACTLY)
        for menu in before:
            menu.measure(min(width, self.ui.px(self.menu_width)), EXACTLY, height, EXACTLY)
            self._children[2].measure(width, EXACTLY, height, EXACTLY)
        return width, height

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the screen, moved aside by the menu's width while that is open."""
        super().layout(left, top, right, bottom)
        if not self.open:
            self._children[0].layout(left, top, right, bottom)
            return
        menu, content, cover = self._children
        menu.layout(left, top, left + menu.measured[0], bottom)
        start = max(left, left + menu.measured[0] + self.ui.offset(self))
        content.layout(start, top, start + right - left, bottom)
        cover.layout(start, top, max(start, right), bottom)

    def takes_drag(self, axis: str) -> bool:
        """Return True for sideways drags."""
        return axis == "x"

    def touch(self, event: Touch) -> None:
        """Follow a finger that closes the menu; open it after a swipe from the edge."""
        moved = round(event.x - event.start_x)
        if self.open and event.action == "move":
            self.ui.set_offset(self, min(0, moved))
        if event.action not in ("up", "cancel"):
            return
        if self.open:
            self.ui.set_offset(self, 0)
        least = self.ui.px(LEAST)
        if event.action == "cancel" or abs(moved) < least:
            return
        from_edge = event.start_x - self.bounds[0] <= self.ui.px(EDGE)
        if self.open and moved < 0:
            self.on_change(False)
        elif not self.open and moved > 0 and from_edge:
            self.on_change(True)
