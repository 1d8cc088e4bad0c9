"""Right-to-left layouts: mapping of coordinates between a mirrored window and the screen.

If the phone's language is written from right to left, a window is laid out as usual and then
mirrored horizontally: its drawing, its nodes and the touches on it are flipped, so that neither
layouts nor apps have to care. Views with text or pictures (those whose class doesn't set `MIRRORS`)
aren't mirrored themselves: they are drawn and touched the way they were laid out. The same applies
to everything inside a view with ``layout_direction="ltr"``: the keyboard, keys with digits, a dial.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from android_gym.simulator.ui.display_item import DisplayItem
    from android_gym.simulator.ui.drawables import Drawable
    from android_gym.simulator.ui.geometry import Rect
    from android_gym.simulator.ui.touches import Scale, Touch
    from android_gym.simulator.ui.view import View

__all__ = [
    "along",
    "mirrored",
    "mirrored_icon",
    "mirrored_items",
    "mirrored_rect",
    "mirrors_background",
    "send",
    "send_zoom",
    "turned_back",
    "x_on",
]

_Number = TypeVar("_Number", int, float)

_ICONS: Final = frozenset(
    "arrow_back arrow_back_ios arrow_forward arrow_forward_ios arrow_left arrow_right assignment "
    "backspace chevron_left chevron_right exit_to_app first_page forward last_page logout "
    "format_list_bulleted format_list_numbered keyboard_arrow_left keyboard_arrow_right label "
    "list navigate_before navigate_next note open_in_new queue_music redo reply reply_all send "
    "short_text sort subject undo view_list volume_down volume_mute volume_off volume_up".split()
)
"""Icons that point in the reading direction (Material's ``autoMirrored`` ones)."""


def mirrored_icon(name: str) -> bool:
    """Return whether an icon is flipped in right-to-left layouts."""
    return name in _ICONS


def mirrored_rect(rect: Rect, width: int) -> Rect:
    """Mirror a rectangle within a width."""
    left, top, right, bottom = rect
    return width - right, top, width - left, bottom


def mirrored_items(items: Sequence[DisplayItem], width: int) -> list[DisplayItem]:
    """Return what a mirrored window draws.

    Args:
        items: What it draws unmirrored.
        width: Width of the screen in pixels.
    """
    from android_gym.simulator.ui.display_item import DisplayItem

    found = []
    for item in items:

        def draw(canvas: Any, item: DisplayItem = item) -> None:
            canvas.translate(width, 0)
            canvas.scale(-1, 1)
            item.draw(canvas)

        clip = item.clip and mirrored_rect(item.clip, width)
        rect, key = mirrored_rect(item.rect, width), ("mirrored", item.key)
        found.append(DisplayItem(rect, clip, key, draw, item.opaque))
    return found


def turned_back(items: Sequence[DisplayItem], bounds: Rect) -> list[DisplayItem]:
    """Return the items of a picture, each as wide as the picture, so that it isn't mirrored."""
    found = mirrored_items(items, bounds[0] + bounds[2])
    for item, before in zip(found, items, strict=True):
        item.rect, item.clip = before.rect, before.clip
    return found


def mirrored(view: View) -> bool:
    """Return whether a view's drawing, and the touches on it, are mirrored."""
    return view.rtl and view.MIRRORS


def mirrors_background(background: Drawable | str | None) -> bool:
    """Return whether a background is a shape with a start and an end, rather than a picture."""
    from android_gym.simulator.ui.drawables import Inset, Layers, Rounded

    if isinstance(background, Inset):
        return mirrors_background(background.drawable)
    if isinstance(background, Layers):
        return all(mirrors_background(layer) for layer in background.layers)
    return isinstance(background, Rounded)


def x_on(view: View, x: float) -> float:
    """Convert the position of a finger, `x` in px in the mirrored window, to a view's own."""
    if not view.ui.mirrored or mirrored(view):
        return x
    left, _, right, _ = view.bounds
    return left + right - 1 - x


def along(view: View, axis: str, amount: _Number) -> _Number:
    """Return the movement along "x" or "y" as a view perceives it."""
    return -amount if axis == "x" and view.ui.mirrored and not view.rtl else amount


def send(view: View, event: Touch) -> None:
    """Send a touch event to a view."""
    if view.ui.mirrored and not mirrored(view):
        event.x, event.start_x = x_on(view, event.x), x_on(view, event.start_x)
        event.velocity_x = -event.velocity_x
    view.touch(event)


def send_zoom(view: View, event: Scale) -> None:
    """Send a gesture of two fingers to a view."""
    if view.ui.mirrored and not mirrored(view):
        x = x_on(view, event.focus_x)
        event = replace(event, focus_x=x, pan_x=-event.pan_x, degrees=-event.degrees)
    view.zoom(event)
