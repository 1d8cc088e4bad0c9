"""Layout of windows: the room that bars and keyboard leave, gravity, anchors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from android_gym.simulator.state import State
from android_gym.simulator.ui.geometry import AT_MOST, EXACTLY, MATCH, WRAP, Rect, place
from android_gym.simulator.ui.ui import Ui

if TYPE_CHECKING:
    from android_gym.simulator.system.display import Display
    from android_gym.simulator.ui.activity import Overlay
    from android_gym.simulator.ui.window import Window

__all__ = ["IME_LAYER", "WindowLayout"]

IME_LAYER: Final = 10
"""Layer of the keyboard; windows on lower layers make room for it."""

_STATUS_BAR_PX: Final = 128
"""Height of the status bar on a Pixel 6, whose cutout makes it taller than 24 dp."""

_STATUS_BAR_DP: Final = 28
"""Height of the status bar in landscape, where the cutout is at the side."""

_NAVIGATION_BAR_DP: Final = 24

LEAST_ROOM_DP: Final = 160
"""Minimum height above the keyboard that an overlay needs to keep its margins, in dp."""


class WindowLayout:
    """Determines the bounds of windows on the screen.

    Args:
        state: The root of state.
        display: Size and density of the screen.

    Attributes:
        keyboard_top: Upper edge of the keyboard in pixels, or None if there is no keyboard.
        known_size: Size of the screen, looked up once per refresh rather than for each window.
    """

    def __init__(self, state: State, display: Display) -> None:
        self._state = state
        self._display = display
        self.keyboard_top: int | None = None
        self.known_size = self.size

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the screen in pixels, in its current rotation."""
        return self._display.size

    @property
    def density(self) -> float:
        """Pixels per dp."""
        return self._display.density

    @property
    def status_bar_height(self) -> int:
        """Height of the status bar in pixels."""
        width, height = self.size
        if width > height:
            return int(_STATUS_BAR_DP * self.density + 0.5)
        return round(_STATUS_BAR_PX * self.density / 2.625)

    @property
    def navigation_bar_height(self) -> int:
        """Height of the gesture bar in pixels."""
        return int(_NAVIGATION_BAR_DP * self.density + 0.5)

    @property
    def bottom_limit(self) -> int:
        """Lower edge of the area above the keyboard, in pixels."""
        return self.keyboard_top if self.keyboard_top is not None else self.size[1]

    def frame(self, window: Window) -> tuple[Any, ...]:
        """Return everything besides its views that the bounds of a window depend on."""
        return self.known_size, self.keyboard_top if window.layer < IME_LAYER else None

    def lay_out(self, window: Window, beside: Sequence[Window], *, attach: bool) -> None:
        """Measure and lay out the views of a window.

        Args:
            window: The window.
            beside: Windows of the same owner; the window may be anchored to a view of theirs.
            attach: Whether its views have to be attached first.
        """
        window.forget_drawn()
        window.frame = self.frame(window)
        root, ui = window.root, window.ui
        with self._state.observe(None if attach else ui.seen) as seen:
            ui.size = self.size
            if attach:
                ui.popups.clear()
                ui.back.clear()
                ui.fields.clear()
                ui.key_takers.clear()
                root.attach(ui, None, window.key[1])
            # The size that a root wants also depends on the bars and the keyboard.
            root.request_layout()
            width, height = self.size
            overlay = window.overlay
            if overlay is None:
                root.measure(width, EXACTLY, height, EXACTLY)
                root.layout(0, 0, width, height)
            else:
                self._lay_out_overlay(window, overlay, beside)
            window.bounds = root.bounds
        if attach:
            seen.keep_values()
            ui.seen = seen
            ui.written.clear()

    def _lay_out_overlay(self, window: Window, overlay: Overlay, beside: Sequence[Window]) -> None:
        width, height = self.size
        root, ui = window.root, window.ui
        x0, y0, x1, y1 = ui.insets(overlay.margin)
        if overlay.anchor is not None:  # popups stay clear of the system's bars
            y0, y1 = max(y0, self.status_bar_height), max(y1, self.navigation_bar_height)
        elif overlay.gravity == "bottom":  # a sheet that is as high as can be, too
            y0 = max(y0, self.status_bar_height)
        if window.layer < IME_LAYER and overlay.above_keyboard:
            height = min(height, self.bottom_limit)
            if height - y0 - y1 < ui.px(LEAST_ROOM_DP) and height < self.size[1]:
                # In landscape the keyboard leaves no room for margins.
                y0, y1 = min(y0, self.status_bar_height), min(y1, ui.px(4))
        across = width * overlay.landscape_share if width > self.size[1] else width
        room_x, room_y = max(0, round(across) - x0 - x1), max(0, height - y0 - y1)
        w, wm = _overlay_spec(ui, root.width if overlay.width == WRAP else overlay.width, room_x)
        h, hm = _overlay_spec(ui, root.height if overlay.height == WRAP else overlay.height, room_y)
        root.measure(w, wm, h, hm)
        w, h = root.measured
        anchor = self._anchor(window, overlay, beside)
        if anchor is not None:
            dx, dy = (ui.px(v) for v in overlay.anchor_offset)
            x = anchor[0] + dx
            if "end" in overlay.gravity:
                x = anchor[2] - w - dx
            elif "center_horizontal" in overlay.gravity:
                x = (anchor[0] + anchor[2] - w) // 2
            y = (anchor[1] if overlay.over_anchor else anchor[3]) + dy
            if overlay.above_anchor:
                above = anchor[1] - h - dy
                y = above if above >= y0 else y + ui.px(overlay.below_offset)
            if (
                overlay.turns_up
                and y + h > height - y1
                and anchor[1] - y0 > height - y1 - anchor[3]
            ):
                y = max(y0, anchor[1] - h - dy)
            elif y + h > height - y1:
                y = max(y0, min(y, height - y1 - h))
            x = max(x0, min(x, width - x1 - w))
        else:
            x = place(overlay.gravity, x0, width - x1, w, "x")
            y = place(overlay.gravity, y0, height - y1, h, "y")
        root.layout(x, y, x + w, y + h)

    def _anchor(self, window: Window, overlay: Overlay, beside: Sequence[Window]) -> Rect | None:
        if overlay.anchor is None:
            return None
        if not isinstance(overlay.anchor, str):
            return overlay.anchor()
        for other in beside:
            if other is not window:
                for view in other.root.walk():
                    if overlay.anchor in (view.id, view.key, view.resource_name):
                        return view.bounds
        # In the first pass of a rebuild, the owner's main window isn't laid out yet.
        return None


def _overlay_spec(ui: Ui, wanted: float, room: int) -> tuple[int, int]:
    if wanted == MATCH:
        return room, EXACTLY
    if wanted >= 0:
        return min(room, ui.px(wanted)), EXACTLY
    return room, AT_MOST
