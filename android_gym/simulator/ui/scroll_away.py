"""A screen whose bars leave it as its list is scrolled (CoordinatorLayout's usual behaviours)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Unpack

from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.view import (
    AT_MOST,
    EXACTLY,
    View,
    ViewGroup,
)

__all__ = ["ScrollAwayLayout"]


class ScrollAwayLayout(ViewGroup):
    """A bar at the top, content below, perhaps a bar at the bottom and a floating button.

    The top bar follows the list that is scrolled. With ``enter="always"`` it comes back as soon as
    the list is scrolled the other way, with ``"collapsed"`` once the list stands at its beginning.
    It moves even where the list is too short to. A bottom bar leaves the screen as the list itself
    moves on, and comes back as it moves back.

    Args:
        app_bar: What moves out at the top.
        content: What stands below; the bottom bar lies over its lower edge.
        scrolling: The view within the content that a finger scrolls.
        collapsed: dp of the top bar that stay.
        enter: When the top bar comes back.
        bottom_bar: Bar at the lower edge.
        stays: Whether the bars stay where they are.
        fab: Button in the middle of the bottom bar's upper edge, or, without such a bar, at the end
            of the top bar's lower edge.
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
        """Give the content the room that is left while the top bar is out of sight."""
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
        """Place the bars where the scrolling has left them."""
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
                # As Material has it: gone as soon as the bar is less than twice as tall as it gets.
                if edge - top < 2 * self.ui.px(self.collapsed):
                    wide = tall = 0
                x = right - self.ui.px(self.FAB_MARGIN) - wide
                y = edge - tall // 2
            else:
                x = left + (right - left - wide) // 2
                # A view that is anchored to another is kept inside the layout.
                y = min(lower - tall // 2, bottom - tall)
            self.fab.layout(x, y, x + wide, y + tall)

    @property
    def drawing_order(self) -> Sequence[View]:
        """Content, then what lies over it."""
        over = (self.content, self.app_bar, self.bottom_bar, self.fab)
        return [view for view in over if view is not None]

    @property
    def scrollable(self) -> bool:
        """False: what scrolls is the list, and that is what services are told."""
        return False

    def can_scroll(self, amount: int) -> bool:
        """Return whether a bar or the list can move in that direction."""
        if self._scrolling.can_scroll(amount):
            return True
        return self._gone < self._range if amount > 0 else self._gone > 0

    def scroll(self, amount: int) -> int:
        """Move the top bar, then the list; upwards the list first where the bar waits for it."""
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
