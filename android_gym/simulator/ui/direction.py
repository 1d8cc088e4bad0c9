"""Layouts from right to left: where a mirrored window meets the screen and the finger.

A window of a phone that is read from right to left is laid out as any other, and looked at in a
mirror: what it draws, its nodes and the fingers on it change sides at its edge, so that no layout
and no app has to know. What has letters or pictures (each view whose class does not say `MIRRORS`)
stands upright in it: it is drawn, and feels fingers, the way it was made. So does all that is in a
view with ``layout_direction="ltr"``: the keyboard, keys with digits, a dial.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from android_gym.simulator.ui.drawables import Drawable
    from android_gym.simulator.ui.view import DisplayItem, Rect, Scale, Touch, View

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
"""Icons that point into the direction of reading (Material's ``autoMirrored`` ones)."""


def mirrored_icon(name: str) -> bool:
    """Return whether an icon points the other way where lines run from right to left."""
    return name in _ICONS


def mirrored_rect(rect: Rect, width: int) -> Rect:
    """Return where a rectangle is in a mirror of this width."""
    left, top, right, bottom = rect
    return width - right, top, width - left, bottom


def mirrored_items(items: Sequence[DisplayItem], width: int) -> list[DisplayItem]:
    """Return what a mirrored window draws.

    Args:
        items: The same as it was laid out.
        width: Pixels from one edge of the screen to the other.
    """
    from android_gym.simulator.ui.view import DisplayItem

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
    """Return a picture's parts, each as wide as all of it, as they stand upright in the mirror."""
    found = mirrored_items(items, bounds[0] + bounds[2])
    for item, before in zip(found, items, strict=True):
        item.rect, item.clip = before.rect, before.clip
    return found


def mirrored(view: View) -> bool:
    """Return whether a view sees itself in the mirror: what it draws, and the fingers on it."""
    return view.rtl and view.MIRRORS


def mirrors_background(background: Drawable | str | None) -> bool:
    """Return whether a background is a shape, which has a start and an end, not a picture."""
    from android_gym.simulator.ui.drawables import Inset, Layers, Rounded

    if isinstance(background, Inset):
        return mirrors_background(background.drawable)
    if isinstance(background, Layers):
        return all(mirrors_background(layer) for layer in background.layers)
    return isinstance(background, Rounded)


def x_on(view: View, x: float) -> float:
    """Return where a finger is for a view: `x` from the left edge of the mirror, in px."""
    if not view.ui.mirrored or mirrored(view):
        return x
    left, _, right, _ = view.bounds
    return left + right - 1 - x


def along(view: View, axis: str, amount: _Number) -> _Number:
    """Return how far a movement along "x" or "y" goes for a view."""
    return -amount if axis == "x" and view.ui.mirrored and not view.rtl else amount


def send(view: View, event: Touch) -> None:
    """Tell a view of a finger."""
    if view.ui.mirrored and not mirrored(view):
        event.x, event.start_x = x_on(view, event.x), x_on(view, event.start_x)
        event.velocity_x = -event.velocity_x
    view.touch(event)


def send_zoom(view: View, event: Scale) -> None:
    """Tell a view of two fingers."""
    if view.ui.mirrored and not mirrored(view):
        x = x_on(view, event.focus_x)
        event = replace(event, focus_x=x, pan_x=-event.pan_x, degrees=-event.degrees)
    view.zoom(event)
