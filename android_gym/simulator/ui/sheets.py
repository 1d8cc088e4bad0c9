"""Bottom sheets and snackbars, which slide in from below."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Unpack

from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH, WRAP
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.themed import Themed
from android_gym.simulator.ui.touches import Touch
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import (
    Button,
    TextView,
)

__all__ = [
    "Snackbar",
    "bottom_sheet",
]

Click = Callable[[], object]


class _BottomSheet(Themed):
    """A sheet that slides in from the bottom; dragging it down dismisses it."""

    CLASS = "android.widget.FrameLayout"
    CLIPS = True

    def __init__(
        self, content: View, on_dismiss: Click, handle: bool | None, **common: Unpack[ViewOptions]
    ):
        super().__init__((), orientation="vertical", **common)
        self.content = content
        self.on_dismiss = on_dismiss
        self.handle = handle

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return the content, in Material 3 below a drag handle."""
        material, corner = ui.theme.material, ui.theme.corner("bottom_sheet")
        if self.background is None:
            fill = "dialog" if material == 2 else "card"
            self.background = Rounded(fill, (corner, corner, 0, 0))
        handle = None
        if self.handle if self.handle is not None else material == 3:
            handle = View(
                width=32,
                height=4,
                gravity="center_horizontal",
                margin=(0, 22, 0, 22),
                background=Rounded("on_surface_variant@0.4", 2),
            )
        return [handle, self.content]

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure the sheet with padding that keeps its content clear of the navigation bar."""
        windows = self.ui.windows
        bottom = windows.navigation_bar_height if windows.keyboard_top is None else 0
        self.pad = (*self.pad[:3], bottom)
        return super().measure_content(width, width_mode, height, height_mode)

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the sheet where it has been dragged."""
        down = max(0, self.ui.offset(self))
        super().layout(left, top + down, right, bottom + down)

    def takes_drag(self, axis: str) -> bool:
        """Return True for vertical drags."""
        return axis == "y"

    def touch(self, event: Touch) -> None:
        """Follow the finger, and decide when it is lifted."""
        moved = round(max(0.0, event.y - event.start_y))
        if event.action == "move":
            self.ui.set_offset(self, moved)
        elif event.action in ("up", "cancel"):
            self.ui.set_offset(self, 0)
            quick = event.velocity_y > self.ui.px(500)
            far = moved > (self.bounds[3] - self.bounds[1]) / 2
            if event.action == "up" and (far or (moved and quick)):
                self.on_dismiss()


def bottom_sheet(
    content: View,
    on_dismiss: Click,
    *,
    key: Hashable = "bottom_sheet",
    id: str = "design_bottom_sheet",
    handle: bool | None = None,
    background: Any = None,
    cancelable: bool = True,
    title: str = "",
) -> Overlay:
    """Return a modal sheet at the bottom of the screen.

    Args:
        content: The content.
        on_dismiss: Called when a tap above it, BACK or a drag downwards dismisses it.
        key: Identity among the overlays of the screen.
        id: Resource id of the sheet.
        handle: Whether there is a drag handle; by default in Material 3.
        background: Colour or drawable of the sheet.
        cancelable: If False, only the content can close it.
        title: Title of its window.
    """
    if content.width == WRAP:
        content.width = MATCH
    sheet = _BottomSheet(
        content, on_dismiss if cancelable else _nothing, handle, id=id, background=background
    )
    sheet.elevation = 16
    return Overlay(
        sheet,
        key=key,
        gravity="bottom",
        width=MATCH,
        dim=0.32,
        cancelable=cancelable,
        on_dismiss=on_dismiss,
        title=title,
    )


def _nothing() -> None:
    """Do nothing."""


class Snackbar(Themed):
    """A message at the lower edge of the screen; usually created by `Activity.show_snackbar`.

    Args:
        text: The message.
        action: Label of its button; None for no button.
        on_action: Called when the button is tapped.
        on_dismiss: Called when it is swiped away.
        bottom: Extra distance from the lower edge in dp.
        **common: See `View`.
    """

    CLASS = "android.widget.FrameLayout"
    eats_touches = True

    def __init__(
        self,
        text: str,
        *,
        action: str | None = None,
        on_action: Click | None = None,
        on_dismiss: Click | None = None,
        bottom: float = 0,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("width", MATCH)
        common.setdefault("gravity", "bottom")
        common.setdefault("margin", (8, 8, 8, 8 + bottom))
        common.setdefault("min_height", 48)
        common.setdefault("key", "snackbar")
        common.setdefault("elevation", 6)
        super().__init__((), content_gravity="center_vertical", **common)
        self.text = text
        self.action = action
        self.on_action = on_action
        self.on_dismiss = on_dismiss

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return text and button."""
        self.background = Rounded("snackbar", ui.theme.corner("snackbar"))
        button = None
        if self.action is not None:
            button = Button(
                self.action,
                id="snackbar_action",
                color="snackbar_action",
                on_click=self.on_action,
                margin=(0, 0, 8, 0),
                min_width=48,
            )
        text = TextView(
            self.text,
            id="snackbar_text",
            style="snackbar",
            color="on_snackbar",
            max_lines=2,
            width=0,
            weight=1.0,
            padding=(16, 14, 8, 14),
        )
        return [text, button]

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the bar where the finger has moved it."""
        shift = self.ui.offset(self)
        super().layout(left + shift, top, right + shift, bottom)

    def takes_drag(self, axis: str) -> bool:
        """Return True for sideways drags if it can be dismissed."""
        return axis == "x" and self.on_dismiss is not None

    def touch(self, event: Touch) -> None:
        """Follow the finger, and decide when it is lifted."""
        moved = round(event.x - event.start_x)
        if event.action == "move":
            self.ui.set_offset(self, moved)
        elif event.action in ("up", "cancel"):
            self.ui.set_offset(self, 0)
            far = abs(moved) > (self.bounds[2] - self.bounds[0]) / 2
            quick = abs(event.velocity_x) > self.ui.px(500)
            if event.action == "up" and (far or quick) and self.on_dismiss is not None:
                self.on_dismiss()
