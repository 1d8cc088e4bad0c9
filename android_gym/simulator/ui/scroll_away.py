"""Bars that scroll off the screen along with a list (CoordinatorLayout's usual behaviours)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Unpack

from android_gym.simulator.ui.geometry import AT_MOST, EXACTLY
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.view_group import ViewGroup

__all__ = ["ScrollAwayLayout"]


class ScrollAwayLayout(ViewGroup):
    """A bar at the top, content below, and optionally a bottom bar and a floating action button.

    The top bar follows the list as it scrolls. With ``enter="always"`` it returns as soon as the
    list is scrolled back, with ``"collapsed"`` once the list is at its start. It moves even if the
    list is too short to scroll. A bottom bar leaves the screen when the list itself scrolls
    forward, and returns when it scrolls back.

    Args:
        app_bar: The top bar.
        content: The content below; the bottom bar covers its lower edge.
        scrolling: The view in the content that a finger scrolls.
        collapsed: Height of the part of the top bar that stays, in dp.
        enter: When the top bar returns.
        bottom_bar: Bar at the lower edge.
        stays: Whether the bars stay in place.
        fab: Button in the middle of the bottom bar's upper edge, or, without a bottom bar, at the
            end of the top bar's lower edge.
        **common: See `View`.
    """

    CLASS = "android.view.ViewGroup"
    CLIPS = True
    SCROLLS = "y"
    SCROLLS_IN_PLACE = True
    FAB_MARGIN = 16

    def __init__(
        self,
        app_bar: View,
        content: View,
        scrolling: View,
        *,
        collapsed: float = 0,
        enter: Literal["always", "collapsed"] = "always",
        bottom_bar: View | None = None,
        stays: bool = False,
        fab: View | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__([app_bar, content, bottom_bar, fab], **common)
        if bottom_bar is not None:
            bottom_bar.eats_touches = True
        self.app_bar = app_bar
        self.content = content
        self.bottom_bar = bottom_bar
        self.fab = fab
        self.collapsed = collapsed
        self.enter = enter
        self.stays = stays
        self._scrolling = scrolling
        self._range = 0
        self._gone = 0
        self._down = False
        scrolling.nested_scrolling = True

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Give the content the height that it has when the top bar is out of sight."""
        self.app_bar.measure(width, EXACTLY, height, AT_MOST)
        tall = self.app_bar.measured[1]
        self._range = 0 if self.stays else max(0, tall - self.ui.px(self.collapsed))
        room = height - self.app_bar.measured[1] + self._range
        self.content.measure(width, EXACTLY, max(0, room), EXACTLY)
        for view in (self.bottom_bar, self.fab):
            if view is not None:
                across = EXACTLY if view is self.bottom_bar else AT_MOST
                view.measure(width, across, height, AT_MOST)
        return width, height

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the bars at their scroll positions."""
        View.layout(self, left, top, right, bottom)
        gone, down = self.ui.offset(self, (0, False))
        self._gone, self._down = min(gone, self._range), down
        bar, content = self.app_bar, self.content
        edge = top - self._gone + bar.measured[1]
        bar.layout(left, edge - bar.measured[1], right, edge)
        content.layout(left, edge, right, edge + content.measured[1])
        lower = bottom
        if self.bottom_bar is not None:
            tall = self.bottom_bar.measured[1]
            lower = bottom if self._down else bottom - tall
            self.bottom_bar.layout(left, lower, right, lower + tall)
        if self.fab is not None:
            wide, tall = self.fab.measured
            if self.bottom_bar is None:
                # As in Material: hidden once the bar is lower than twice its minimum height.
                if edge - top < 2 * self.ui.px(self.collapsed):
                    wide = tall = 0
                x = right - self.ui.px(self.FAB_MARGIN) - wide
                y = edge - tall // 2
            else:
                x = left + (right - left - wide) // 2
                # Anchored views are kept inside the layout.
                y = min(lower - tall // 2, bottom - tall)
            self.fab.layout(x, y, x + wide, y + tall)

    @property
    def drawing_order(self) -> Sequence[View]:
        """Content first, then what is on top of it."""
        over = (self.content, self.app_bar, self.bottom_bar, self.fab)
        return [view for view in over if view is not None]

    @property
    def scrollable(self) -> bool:
        """False, as services are told that the list scrolls."""
        return False

    def can_scroll(self, amount: int) -> bool:
        """Return whether a bar or the list can move in this direction."""
        if self._scrolling.can_scroll(amount):
            return True
        return self._gone < self._range if amount > 0 else self._gone > 0

    def scroll(self, amount: int) -> int:
        """Move the top bar, then the list; back, the list goes first unless `enter` is "always"."""
        if amount > 0 or self.enter == "always":
            moved = self._shift(amount)
            return moved + self._roll(amount - moved)
        moved = self._roll(amount)
        return moved + self._shift(amount - moved)

    def _roll(self, amount: int) -> int:
        if not amount or not self._scrolling.can_scroll(amount):
            return 0
        moved = self._scrolling.scroll(amount)
        if moved:
            self._keep(self._gone, amount > 0)
        return moved

    def _shift(self, amount: int) -> int:
        gone = max(0, min(self._range, self._gone + amount))
        moved = gone - self._gone
        if moved:
            self._keep(gone, self._down)
        return moved

    def _keep(self, gone: int, down: bool) -> None:
        self._gone = gone
        self._down = down and self.bottom_bar is not None and not self.stays
        self.ui.set_offset(self, (self._gone, self._down))
