"""A page of MiniWoB++ as demonstrations see and use it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.task_suite.demonstrations.script import Observation, Screen, Script, Steps

__all__ = ["Page", "Place", "box_of", "centre_of", "script"]

_WIDTH: Final = 160
"""Width of every page, in its own pixels; its instruction is as wide."""

_QUERY_HEIGHT: Final = 50
"""Height of the instruction, in pixels of the page."""

_LOWEST: Final = 270
"""Lowest pixel of a page, in its own pixels: below may be a keyboard."""


class Place(NamedTuple):
    """A point, in pixels of the page, from its top left corner.

    Attributes:
        x: To the right.
        y: Downwards.
    """

    x: float
    y: float


class Page(Screen):
    """The screen while a page is on it.

    Args:
        observation: The first one.
        utterance: What the page asks for.
    """

    def __init__(self, observation: Observation, utterance: str) -> None:
        super().__init__(observation)
        self.utterance = utterance

    @cached_property
    def _frame(self) -> tuple[float, float, float]:
        """Left and top of the page, and the size of its pixels, in pixels of the screen."""
        pixels = self.pixels()
        yellow = (pixels[:, :, 0] > 250) & (pixels[:, :, 1] > 250) & (pixels[:, :, 2] < 5)
        rows = np.flatnonzero(yellow.sum(axis=1) > pixels.shape[1] // 2)
        if len(rows) == 0:
            raise self.stuck("there is no yellow instruction")
        columns = np.flatnonzero(yellow[rows[0]])
        zoom = self.observation.width / pixels.shape[1]
        scale = (columns[-1] + 1 - columns[0]) * zoom / _WIDTH
        # A row that is half covered is not as yellow, and is found one lower.
        return float(columns[0] * zoom), float(rows[0] * zoom), float(round(scale * 4) / 4)

    @property
    def scale(self) -> float:
        """Pixels of the screen that a pixel of the page takes."""
        return self._frame[2]

    def on_screen(self, place: Place) -> tuple[float, float]:
        """Return where a place is, in pixels of the screen."""
        left, top, scale = self._frame
        return left + place.x * scale, top + place.y * scale

    def place_of(self, x: float, y: float) -> Place:
        """Return which place is at a point of the screen, in its pixels."""
        left, top, scale = self._frame
        return Place((x - left) / scale, (y - top) / scale)

    def tap_place(self, place: Place) -> Steps:
        """Tap a place of the page."""
        yield from self.tap_at(*self.on_screen(place))

    # The elements there are.

    @property
    def items(self) -> list[UIElement]:
        """The visible elements of the page below its instruction, row by row."""
        right, top = self.on_screen(Place(_WIDTH, _QUERY_HEIGHT))
        _, bottom = self.on_screen(Place(0, _LOWEST))
        found = [
            e
            for e in self.find_all()
            if top < box_of(e).center[1] < bottom
            and box_of(e).x_min < right
            and (e.class_name or "").split(".")[-1] != "WebView"
        ]
        return sorted(found, key=lambda e: (box_of(e).y_min, box_of(e).x_min))

    def texts(self, text: str) -> list[UIElement]:
        """Return the elements below the instruction that say exactly this."""
        return [e for e in self.items if text in (_said(e), _described(e))]

    def text(self, text: str) -> UIElement:
        """Return the first element below the instruction that says exactly this.

        Raises:
            DemonstrationError: If there is none.
        """
        found = self.texts(text)
        if not found:
            raise self.stuck(f"nothing says {text!r}")
        return found[0]

    def of_class(self, *names: str) -> list[UIElement]:
        """Return the elements below the instruction of some classes, from top to bottom."""
        return [e for e in self.items if (e.class_name or "").split(".")[-1] in names]

    @property
    def fields(self) -> list[UIElement]:
        """The fields to type into, from top to bottom."""
        return self.of_class("EditText")

    def button(self, *labels: str) -> UIElement:
        """Return the button of one of these labels; any button where none is given.

        Raises:
            DemonstrationError: If there is none.
        """
        for element in self.of_class("Button"):
            if not labels or _said(element) in labels or _described(element) in labels:
                return element
        raise self.stuck(f"no button is called {labels}")

    def quoted(self) -> list[str]:
        """Return what the instruction has in double quotes."""
        return re.findall(r'"([^"]*)"', self.utterance)

    def asks(self, pattern: str) -> tuple[str, ...]:
        """Return what the instruction has where a pattern has groups.

        Raises:
            DemonstrationError: If the pattern isn't in it.
        """
        found = re.search(pattern, self.utterance)
        if found is None:
            raise self.stuck(f"the instruction is not like {pattern!r}")
        return found.groups()

    def picture(self, box: BoundingBox) -> np.ndarray:
        """Return a part of the observation's pixels, uint8 (rows, columns, 3), RGB.

        Args:
            box: In pixels of the screen.
        """
        pixels = self.pixels()
        zoom = pixels.shape[1] / self.observation.width
        left, right = (round(x * zoom) for x in (box.x_min, box.x_max))
        top, bottom = (round(y * zoom) for y in (box.y_min, box.y_max))
        return pixels[max(top, 0) : max(bottom, top + 1), max(left, 0) : max(right, left + 1)]

    def part(self, left: float, top: float, right: float, bottom: float) -> np.ndarray:
        """Return the observation's pixels of a part of the page, in pixels of the page."""
        x, y = self.on_screen(Place(left, top))
        to_x, to_y = self.on_screen(Place(right, bottom))
        return self.picture(BoundingBox(x, to_x, y, to_y))

    def color(self, element: UIElement) -> tuple[int, int, int]:
        """Return the colour in the middle of an element, RGB."""
        x, y = box_of(element).center
        pixel = self.picture(BoundingBox(x, x, y, y))[0, 0]
        return int(pixel[0]), int(pixel[1]), int(pixel[2])

    def is_link(self, element: UIElement) -> bool:
        """Return True if an element's text is blue, as that of links is."""
        pixels = self.picture(box_of(element)).astype(np.int16)
        return bool((pixels[:, :, 2] - pixels[:, :, 0] > 100).any())

    def links(self, text: str) -> list[UIElement]:
        """Return the links that say exactly this."""
        return [e for e in self.texts(text) if self.is_link(e)]

    # The actions.

    def fill(self, field: UIElement, text: str) -> Steps:
        """Tap an empty field and type."""
        yield from self.tap(field)
        yield from self.type(text)

    def submit(self, *labels: str) -> Steps:
        """Tap the button that ends it."""
        yield from self.tap(self.button(*(labels or ("Submit",))))

    def swipe_inside(self, box: BoundingBox, down: bool = True, share: float = 0.6) -> Steps:
        """Scroll what is in a box.

        Args:
            box: In pixels of the screen.
            down: Whether to what is further down.
            share: Of the box's height that the finger moves.
        """
        x, y = box.center
        half = box.height * share / 2
        start, end = (x, y + half), (x, y - half)
        yield from self.swipe(*((start, end) if down else (end, start)))


def script(way: Callable[[Page], Steps]) -> Script:
    """Return the script of a way to solve a page."""

    def run(screen: Screen, utterance: str) -> Steps:
        yield from way(Page(screen.observation, utterance))

    return run


def box_of(element: UIElement) -> BoundingBox:
    """Return where an element is, in pixels of the screen."""
    return element.bbox_pixels or BoundingBox(0, 0, 0, 0)


def centre_of(element: UIElement) -> tuple[float, float]:
    """Return the middle of an element, in pixels of the screen."""
    return box_of(element).center


def _said(element: UIElement) -> str:
    return (element.text or "").strip()


def _described(element: UIElement) -> str:
    return (element.content_description or "").strip()
