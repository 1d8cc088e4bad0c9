"""Texts and icons of a screen, as a viewer of its pixels alone would list them.

They are made from the accessibility elements. An element that shows text is a text; a small one
without text is an icon, whose type is taken from its description or resource name, else
``ICON_UNSPECIFIED``. Containers are left out. Types are those of IconNet, as in Android in the
Wild.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from android_gym.accessibility import BoundingBox, UIElement

__all__ = ["ScreenItem", "icon_type", "screen_items"]

_ICONS: Final[Sequence[tuple[str, str]]] = (
    ("navigate up back", "ARROW_BACKWARD"),
    ("voice mic microphone", "MIC"),
    ("magnifying search find", "MAGNIFYING_GLASS"),
    ("settings preferences gear", "SETTINGS"),
    ("delete remove trash bin recycle", "DELETE"),
    ("undo", "UNDO"),
    ("redo", "REDO"),
    ("plus add new create", "PLUS"),
    ("edit rename pencil", "EDIT"),
    ("share", "SHARE"),
    ("save done ok confirm apply check checked selected", "CHECK"),
    ("close clear cancel dismiss", "X"),
    ("options overflow more", "THREE_DOTS"),
    ("drawer hamburger", "THREE_BARS"),
    ("home", "HOME"),
    ("signal wifi battery", "UNSPECIFIED"),
    ("video videocam camcorder", "VIDEOCAM"),
    ("shutter camera capture photo lens", "TAKE_PHOTO"),
    ("calendar date month", "CALENDAR"),
    ("alarm time clock timer stopwatch", "TIME"),
    ("play start resume", "PLAY"),
    ("pause", "PAUSE"),
    ("stop", "STOP"),
    ("call phone dial dialpad", "CALL"),
    ("send", "SEND"),
    ("message messages chat sms", "CHAT"),
    ("mail email gmail", "ENVELOPE"),
    ("people group contacts", "PEOPLE"),
    ("person contact account profile", "PERSON"),
    ("location map maps place", "LOCATION"),
    ("compass", "COMPASS"),
    ("notification notifications bell", "NOTIFICATIONS"),
    ("star favorite favorites favourite", "STAR"),
    ("heart like", "HEART"),
    ("info information about", "INFO"),
    ("help question", "QUESTION"),
    ("refresh sync reload", "REFRESH"),
    ("download", "DOWNLOAD"),
    ("upload", "UPLOAD"),
    ("attach attachment paperclip", "PAPERCLIP"),
    ("gallery image picture photos", "GALLERY"),
    ("emoji", "EMOJI_FACE"),
    ("google", "GOOGLE"),
    ("list", "LIST"),
    ("history recent", "HISTORY"),
    ("volume speaker sound", "VOLUME_STATE"),
    ("expand collapse dropdown", "V_DOWNWARD"),
    ("next forward", "V_FORWARD"),
    ("previous", "V_BACKWARD"),
    ("cloud", "CLOUD"),
    ("weather", "WEATHER"),
)
_TYPES: Final = {word: kind for words, kind in reversed(_ICONS) for word in words.split()}
_ORDER: Final = {kind: place for place, (_, kind) in enumerate(_ICONS)}
_ICON_WIDTH, _ICON_HEIGHT = 0.25, 0.125
_MOST_TEXT: Final = 1000


@dataclass(frozen=True, slots=True)
class ScreenItem:
    """A text or an icon.

    Attributes:
        box: Top, left, height and width of the part that is on the screen, in [0, 1].
        kind: ``"TEXT"`` or ``"ICON_..."``.
        text: Its text, 1,000 characters at most; empty for an icon.
        description: Its content description, or its state if it can be on or off; neither is in the
            pixels.
    """

    box: tuple[float, float, float, float]
    kind: str
    text: str = ""
    description: str = ""

    def middle(self, size: tuple[int, int]) -> tuple[int, int]:
        """Return the pixel (x, y) at its center.

        Args:
            size: (width, height) of the screen in pixels.
        """
        top, left, height, width = self.box
        across, down = (left + width / 2) * size[0], (top + height / 2) * size[1]
        return min(round(across), size[0] - 1), min(round(down), size[1] - 1)


def screen_items(elements: Sequence[UIElement], size: tuple[int, int]) -> tuple[ScreenItem, ...]:
    """Return the texts and icons of a screen, from top to bottom.

    Args:
        elements: The elements reported by accessibility.
        size: (width, height) of the screen in pixels.
    """
    found: list[ScreenItem] = []
    for element in elements:
        box = _box(element.bbox_pixels, size)
        if box is None or element.is_visible is False:
            continue
        text = element.text or element.hint_text or ""
        description = (element.content_description or _state(element))[:_MOST_TEXT]
        if text:
            found.append(ScreenItem(box, "TEXT", text[:_MOST_TEXT], description))
        elif description or element.is_clickable or element.is_checkable:
            if box[3] <= _ICON_WIDTH and box[2] <= _ICON_HEIGHT:
                found.append(ScreenItem(box, icon_type(element), "", description))
    return tuple(sorted(found, key=lambda item: (item.box, item.kind, item.text)))


def _state(element: UIElement) -> str:
    if not element.is_checkable:
        return ""
    return "on" if element.is_checked else "off"


def icon_type(element: UIElement) -> str:
    """Return the type of an icon, judged by its names."""
    names = (element.content_description, (element.resource_name or "").rpartition("/")[2])
    for name in names:
        words = re.split(r"[^a-z]+", (name or "").lower())
        kinds = {_TYPES[word] for word in words if word in _TYPES}
        if kinds:
            return f"ICON_{min(kinds, key=lambda kind: _ORDER[kind])}"
    return "ICON_UNSPECIFIED"


def _box(
    box: BoundingBox | None, size: tuple[int, int]
) -> tuple[float, float, float, float] | None:
    """Return top, left, height and width of the part on the screen, in [0, 1]; None if none."""
    if box is None:
        return None
    width, height = size
    left, right = max(box.x_min, 0), min(box.x_max, width)
    top, bottom = max(box.y_min, 0), min(box.y_max, height)
    if left >= right or top >= bottom:
        return None
    return top / height, left / width, (bottom - top) / height, (right - left) / width
