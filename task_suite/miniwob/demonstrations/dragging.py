"""Pages where something is to be dragged, scrolled, selected or measured."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from android_gym.events import Drag
from android_gym.task_suite.demonstrations.script import Steps
from android_gym.task_suite.miniwob.demonstrations.drawing import patches
from android_gym.task_suite.miniwob.demonstrations.page import Page, Place, box_of, script

__all__ = ["SCRIPTS"]

_WAYS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def _circle(page: Page) -> Steps:
    (name,) = page.asks(r"Drag the circle (\w+) then")
    part = page.part(2, 52, 160, 182)
    zoom = part.shape[1] / 158
    x, y, _ = max(patches(part.min(axis=2) < 128), key=lambda patch: patch[2])
    middle = Place(2 + x / zoom, 52 + y / zoom)
    across, down = _WAYS[name]
    # Back into the drawing, not out of it: it is as wide and high as this.
    to = Place(min(max(middle.x + 40 * across, 8), 152), min(max(middle.y + 40 * down, 58), 176))
    yield from page.swipe(page.on_screen(middle), page.on_screen(to))
    yield from page.submit()


def _scrolled_text(page: Page) -> Steps:
    (way,) = page.asks(r"Scroll the textarea to the (\w+) of")
    box = box_of(page.fields[0])
    before: np.ndarray | None = None
    for _ in range(20):
        now = page.picture(box).copy()
        if before is not None and np.array_equal(now, before):
            break
        before = now
        yield from page.swipe_inside(box, down=way == "bottom", share=0.8)
    yield from page.submit()


def _selected(page: Page) -> Steps:
    """Hold the first word until it is selected, and pull to the end of the text."""
    texts = [e for e in page.items if e.text and (e.class_name or "")[-6:] != "Button"]
    numbers = [int(n[0]) for n in page.utterance.split() if n[:3] in ("1st", "2nd", "3rd")]
    box = box_of(texts[numbers[0] - 1 if numbers else 0])
    line = 11.5 * page.scale
    x, y = box.x_min + 3 * page.scale, box.y_min + line / 2
    to_x, to_y = box.x_max - page.scale, box.y_max - line / 2
    yield from page.do(Drag(int(x), int(y), int(to_x), int(to_y)))
    yield from page.submit()


def _dots(page: Page, color: tuple[int, int, int]) -> list[Place]:
    """Return the middles of the dots of a colour, in pixels of the drawing."""
    part = page.part(2, 52, 152, 182).astype(int)
    zoom = part.shape[1] / 150
    near = np.abs(part - np.array(color)).sum(axis=2) < 200
    found = [p for p in patches(near) if p[2] > 20 * zoom**2]
    return [Place(float(round(x / zoom)), float(round(y / zoom))) for x, y, _ in found]


def _pointed(page: Page, x: float, y: float) -> Steps:
    """Tap so that the page takes the tap for a point of its drawing."""
    # Its drawing begins 2 pixels further right and down than the page believes.
    yield from page.tap_place(Place(x + 0.5, y + 50 + 0.5))


def _middle_of_two(page: Page) -> Steps:
    one, two = _dots(page, (0, 0, 0))
    yield from _pointed(page, (one.x + two.x) / 2, (one.y + two.y) / 2)
    yield from page.submit()


def _right_angle(page: Page) -> Steps:
    (vertex,) = _dots(page, (0, 0, 255))
    end = max(_dots(page, (0, 0, 0)), key=lambda dot: math.dist(dot, vertex))
    across, down = int(end.x - vertex.x), int(end.y - vertex.y)
    step = math.gcd(across, down) or 1
    across, down = across // step, down // step
    # Half pixels off, for the page's dots are of two sizes: an odd number of halves is exact.
    for times in (9, -9, 7, -7, 11, -11, 5, -5, 3, -3, 1, -1, 13, -13, 15, -15):
        x = vertex.x - 0.5 - down * times / 2
        y = vertex.y - 0.5 + across * times / 2
        if x == int(x) and y == int(y) and 0 <= x < 150 and 2 <= y < 128:
            break
    else:
        x = min(max(vertex.x - down * 20 / math.hypot(across, down), 1), 149)
        y = min(max(vertex.y + across * 20 / math.hypot(across, down), 3), 127)
    yield from _pointed(page, float(round(x)), float(round(y)))
    yield from page.submit()


SCRIPTS = {
    "drag-item": script(_circle),
    "find-midpoint": script(_middle_of_two),
    "highlight-text": script(_selected),
    "highlight-text-2": script(_selected),
    "right-angle": script(_right_angle),
    "scroll-text-2": script(_scrolled_text),
}
"""Scripts by the names of pages."""
