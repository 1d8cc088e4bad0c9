"""An app bar with a photo that collapses into a toolbar (Material's parallax and content scrim)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final, Unpack

from android_gym.simulator.ui.display_item import DisplayItem
from android_gym.simulator.ui.geometry import EXACTLY, MATCH, Rect, intersect
from android_gym.simulator.ui.layouts import FrameLayout
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.view import View

__all__ = ["CollapsingPhotoLayout"]

_START: Final = 72.0
"""Space before the title of the collapsed bar in dp."""

_END: Final = 112.0
"""Space after it in dp, for the toolbar's actions."""


class _Title(View):
    """The title of the collapsed bar, over the bar's colour."""

    def __init__(self, title: str) -> None:
        super().__init__(width=MATCH, height=MATCH, important_for_accessibility="no", key="title")
        self.title = title
        self.shown = False

    def appearance(self) -> Hashable | None:
        """Return the title, and whether it is shown."""
        return (self.title, self.shown, self.ui.theme.name, self.ui.font_scale)

    def draw(self, canvas: Any) -> None:
        """Paint colour and title once the bar is collapsed."""
        if not self.shown:
            return
        from android_gym.simulator.ui._skia import skia
        from android_gym.simulator.ui.text import layout_text

        ui = self.ui
        left, top, right, bottom = self.bounds
        ground = skia.Paint(Color=ui.color("app_bar"))
        canvas.drawRect(skia.Rect.MakeLTRB(left, top, right, bottom), ground)
        style = ui.theme.text_style("app_bar_title").having(size_sp=20 * ui.font_scale)
        room = right - left - ui.px(_START) - ui.px(_END)
        text = layout_text(self.title, style, ui.density, room, 1)
        y = bottom - ui.px(56) + (ui.px(56) - text.height) / 2
        x = ui.px(_START)
        text.paint(canvas, right - x - text.longest_line if self.rtl else left + x, y)


class CollapsingPhotoLayout(FrameLayout):
    """A photo below a toolbar, for the `app_bar` of a `collapsing.CoordinatorLayout`.

    The photo moves at half the speed of the content. Once collapsed to the toolbar, the bar has its
    own colour and shows the title, which is its content description then; before, that is blank.

    Args:
        title: The title.
        photo: The photo.
        toolbar: The toolbar at the top.
        expanded: Height of the expanded bar in dp.
        collapsed: Height of the collapsed bar in dp.
        **common: See `View`.
    """

    CLASS = "android.widget.FrameLayout"
    IMPORTANT = True
    CLIPS = True

    def __init__(
        self,
        title: str,
        photo: View,
        toolbar: View,
        *,
        expanded: float,
        collapsed: float,
        **common: Unpack[ViewOptions],
    ) -> None:
        common["width"] = common["height"] = MATCH
        self._title = _Title(title)
        super().__init__([photo, self._title, toolbar], **common)
        self.title = title
        self.expanded = expanded
        self.collapsed = collapsed

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out toolbar, title and photo, keeping the middle of the photo in sight."""
        full = self.ui.px(self.expanded)
        gone = max(0, full - (bottom - top))
        is_collapsed = bottom - top <= self.ui.px(self.collapsed)
        self._title.shown = is_collapsed
        self.content_description = self.title if is_collapsed else " "
        super().layout(left, top, right, bottom)
        photo = self.children[0]
        photo.measure(right - left, EXACTLY, full, EXACTLY)
        photo.layout(left, top - gone // 2, right, top - gone // 2 + full)

    def display_children(self, out: list[DisplayItem], clip: Rect) -> None:
        """Display the children clipped to the bar."""
        super().display_children(out, intersect(self.bounds, clip))
