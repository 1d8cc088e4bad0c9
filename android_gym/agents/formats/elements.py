"""Elements that formats name by a number or a word: which they are, and where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from android_gym.accessibility import UIElement
from android_gym.observations import element_text

__all__ = ["choosable", "index_at", "middle", "one_line"]

_NEAR = 3
"""Pixels from an element's middle within which a touch is meant for it."""


def middle(element: UIElement) -> tuple[int, int] | None:
    """Return the pixel in an element's middle; None where its bounds are unknown."""
    box = element.bbox_pixels
    return None if box is None else (int(box.center[0]), int(box.center[1]))


def index_at(place: tuple[int, int], places: Sequence[tuple[int, int] | None]) -> int | None:
    """Return which of some places is meant by one near it, the nearest; None for none of them."""
    far = [
        (max(abs(there[0] - place[0]), abs(there[1] - place[1])), i)
        for i, there in enumerate(places)
        if there is not None
    ]
    distance, nearest = min(far, default=(_NEAR + 1, 0))
    return nearest if distance <= _NEAR else None


def choosable(elements: Iterable[UIElement]) -> tuple[UIElement, ...]:
    """Return the elements that can be touched to some end: that react, or that say something.

    What reacts is often a row around a text, and of the two the list has the text.
    """
    return tuple(
        element
        for element in elements
        if element.bbox_pixels is not None
        and (
            element.is_clickable
            or element.is_long_clickable
            or element.is_editable
            or element.is_scrollable
            or element.is_checkable
            or element_text(element)
        )
    )


def one_line(text: str) -> bool:
    """Return whether a text is one line that loses nothing at its ends."""
    return bool(text) and text.splitlines() == [text] and text.strip() == text
