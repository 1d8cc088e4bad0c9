"""Elements that formats name by a number or a word, and their places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from android_gym.accessibility import UIElement
from android_gym.observations import element_text

__all__ = ["choosable", "index_at", "middle", "one_line"]

_NEAR = 3
"""Distance in pixels from an element's center within which a touch is meant for it."""


def middle(element: UIElement) -> tuple[int, int] | None:
    """Return the pixel at an element's center; None if its bounds are unknown."""
    box = element.bbox_pixels
    return None if box is None else (int(box.center[0]), int(box.center[1]))


def index_at(place: tuple[int, int], places: Sequence[tuple[int, int] | None]) -> int | None:
    """Return the index of the place that is nearest to another one; None if none is near."""
    far = [
        (max(abs(there[0] - place[0]), abs(there[1] - place[1])), i)
        for i, there in enumerate(places)
        if there is not None
    ]
    distance, nearest = min(far, default=(_NEAR + 1, 0))
    return nearest if distance <= _NEAR else None


def choosable(elements: Iterable[UIElement]) -> tuple[UIElement, ...]:
    """Return the elements that are worth touching: those that react or show a text.

    What reacts is often a row around a text; then only the text is in the list.
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
    """Return whether a text is a single line without space at its ends."""
    return bool(text) and text.splitlines() == [text] and text.strip() == text
