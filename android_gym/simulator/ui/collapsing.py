"""App bars that collapse as the content below them scrolls (Material's AppBarLayout)."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Unpack

from android_gym.simulator.ui.display_item import DisplayItem
from android_gym.simulator.ui.geometry import AT_MOST, EXACTLY, MATCH, Rect, intersect
from android_gym.simulator.ui.layouts import FrameLayout
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.view_group import ViewGroup

__all__ = ["CollapsingToolbarLayout", "CoordinatorLayout"]


class CoordinatorLayout(ViewGroup):
    """An app bar above scrolling content; scrolling collapses the bar before it moves the content.

    The app bar is laid out at every height between its full and its collapsed one, so anything that
    has to scroll out at its top must be aligned to its bottom (``content_gravity="bottom"``).

    Args:
        app_bar: The bar that collapses.
        content: The view below it, as tall as the collapsed app bar leaves room for.
        scrolling: The list in the content that a finger scrolls once the bar is collapsed.
        collapsed: Height of the collapsed app bar in dp.
        **common: See `View`. Padding at the top is room for the status bar.
    """

    # The class name that AppBarLayout gives its CoordinatorLayout for accessibility services.
    CLASS = "android.widget.ScrollView"
    IMPORTANT = True
    CLIPS = True
    SCROLLS = "y"
    SCROLLS_IN_PLACE = True

    def __init__(
        self,
        app_bar: View,
        content: View,
        scrolling: View,
        *,
        collapsed: float,
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__([content, app_bar], **common)
        self.collapsed = collapsed
        self._scrolling = scrolling
        self._full = 0
        self._offset = 0
        self._range = 0
        scrolling.nested_scrolling = True

    @property
    def children(self) -> Sequence[View]:
        """App bar and content; drawn in reverse order, so that the bar is on top."""
        return (self._children[1], self._children[0])

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure the app bar at its current height and give the content the rest."""
        content, bar = self._children
        pad = self.pad
        across = width - pad[0] - pad[2]
        room = height - pad[1] - pad[3]
        bar.measure(
            across,
            EXACTLY,
            self.ui.px(bar.height) if bar.height >= 0 else room,
            EXACTLY if bar.height >= 0 else AT_MOST,
        )
        self._full = bar.measured[1]
        collapsed = min(self._full, self.ui.px(self.collapsed))
        self._range = self._full - collapsed
        content.measure(across, EXACTLY, max(0, room - collapsed), EXACTLY)
        return width, height

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the bar at the top and the content below it."""
        super().layout(left, top, right, bottom)
        x, y, end, _ = self.inner
        content, bar = self._children
        self._offset = min(self.ui.offset(self), self._range)
        height = self._full - self._offset
        if bar.measured[1] != height:
            bar.measure(end - x, EXACTLY, height, EXACTLY)
        edge = y + height
        bar.layout(x, y, end, edge)
        content.layout(x, edge, end, edge + content.measured[1])

    def display_children(self, out: list[DisplayItem], clip: Rect) -> None:
        """Display the content first, and the bar on top of it."""
        inner = intersect(self.bounds, clip)
        for child in self._children:
            child.display(out, inner)

    @property
    def collapse(self) -> float:
        """Degree to which the bar is collapsed, 0 to 1."""
        return self._offset / self._range if self._range else 0.0

    @property
    def scrollable(self) -> bool:
        """True if the bar can collapse."""
        return self._range > 0

    def can_scroll(self, amount: int) -> bool:
        """Return whether the bar or the list can move in this direction."""
        if amount > 0:
            return self._offset < self._range or self._scrolling.can_scroll(amount)
        return self._offset > 0 or self._scrolling.can_scroll(amount)

    def scroll(self, amount: int) -> int:
        """Collapse the bar, then scroll the list; upwards the list goes first."""
        if amount > 0:
            moved = self._shrink(amount)
            rest = amount - moved
            return moved + (self._scrolling.scroll(rest) if rest else 0)
        moved = self._scrolling.scroll(amount) if self._scrolling.can_scroll(amount) else 0
        rest = amount - moved
        return moved + (self._shrink(rest) if rest else 0)

    def _shrink(self, amount: int) -> int:
        offset = max(0, min(self._range, self._offset + amount))
        moved = offset - self._offset
        if moved:
            self._offset = offset
            self.ui.set_offset(self, offset)
        return moved


class CollapsingToolbarLayout(FrameLayout):
    """A toolbar with a large title that shrinks as the bar collapses.

    Args:
        title: The title, also read by accessibility services.
        children: The toolbar (at the top), and anything else in the bar.
        **common: See `View`.
    """

    CLASS = "android.widget.FrameLayout"
    TEXTS = (*View.TEXTS, "title")
    MIRRORS = False

    TOOLBAR: ClassVar[float] = 56.0
    EXPANDED: ClassVar[float] = 221.33
    """Height of the expanded bar in dp."""

    TRIGGER: ClassVar[float] = 174.0
    """Height in dp below which the bar takes its scrolled colour."""

    START: ClassVar[float] = 24.0
    """Space before and after the large title in dp."""

    COLLAPSED_START: ClassVar[float] = 72.0
    """Space before the small title in dp."""

    BOTTOM: ClassVar[float] = 24.0
    """Space below the large title in dp."""

    def __init__(
        self,
        title: str,
        children: Sequence[View | None] = (),
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("content_description", title)
        common["width"] = common["height"] = MATCH
        super().__init__(children, **common)
        self.title = title

    def _raised(self) -> bool:
        return self.bounds[3] - self.bounds[1] < self.ui.px(self.TRIGGER)

    def appearance(self) -> Hashable | None:
        """Return the title, and the height that decides its size and position."""
        ui = self.ui
        return (self.title, self.bounds[3] - self.bounds[1], ui.theme.name, ui.font_scale)

    def draw_margin(self) -> int:
        """Return room for the bar's colour to reach up under the status bar."""
        return self.bounds[1]

    def draw(self, canvas: Any) -> None:
        """Paint the bar's colour, and the title at its current size."""
        from android_gym.simulator.ui._skia import skia
        from android_gym.simulator.ui.text import layout_text

        ui = self.ui
        left, top, right, bottom = self.bounds
        ground = ui.color("app_bar_scrolled" if self._raised() else "app_bar")
        canvas.drawRect(skia.Rect.MakeLTRB(left, 0, right, bottom), skia.Paint(Color=ground))
        expanded, toolbar = ui.px(self.EXPANDED), ui.px(self.TOOLBAR)
        part = 1.0 - (bottom - top - toolbar) / max(1, expanded - toolbar)
        part = max(0.0, min(1.0, part))
        large, small = ui.theme.text_style("collapsing_title"), ui.theme.text_style("app_bar_title")

        def between(a: float, b: float) -> float:
            return a + (b - a) * part

        size = between(large.size_sp, small.size_sp) * ui.font_scale
        language = "" if ui.words is None else ui.words.written
        style = replace(large, size_sp=round(size, 2), line_height=None, language=language)
        x = between(ui.px(self.START), ui.px(self.COLLAPSED_START))
        lines = 2 if part < 0.5 else 1
        text = layout_text(
            self.title, style, ui.density, right - left - x - ui.px(self.START), lines
        )
        height = math.ceil(text.height)
        low = bottom - ui.px(self.BOTTOM) - height
        high = bottom - (toolbar + height) / 2
        at = right - x - text.longest_line if self.rtl else left + x
        text.paint(canvas, at, between(low, high))
