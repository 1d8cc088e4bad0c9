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


def _ink(page: Page, color: tuple[int, int, int]) -> tuple[np.ndarray, float]:
    """Return where the drawing has a colour, bool (rows, columns), and pixels in one of its own."""
    part = page.part(2, 52, 152, 182).astype(int)
    return np.abs(part - np.array(color)).sum(axis=2) < 200, part.shape[1] / 150


def _black_dots(page: Page) -> list[Place]:
    """Return the middles of the black dots, in pixels of the drawing, without lines to them."""
    import cv2

    ink, zoom = _ink(page, (0, 0, 0))
    thick = cv2.erode(ink.astype(np.uint8), np.ones((5, 5), np.uint8)).astype(bool)
    found = [p for p in patches(thick) if p[2] > 8 * zoom**2]
    return [
        Place(float(round((x + 0.5) / zoom)), float(round((y + 0.5) / zoom))) for x, y, _ in found
    ]


def _middle_of_ink(page: Page, color: tuple[int, int, int]) -> Place:
    """Return the middle of all that is drawn in a colour, in pixels of the drawing."""
    ink, zoom = _ink(page, color)
    rows, columns = np.nonzero(ink)
    return Place(
        float(round((columns.min() + columns.max() + 1) / 2 / zoom)),
        float(round((rows.min() + rows.max() + 1) / 2 / zoom)),
    )


def _pointed(page: Page, x: float, y: float) -> Steps:
    """Tap so that the page takes the tap for a point of its drawing."""
    # Its drawing begins 2 pixels further right and down than the page believes.
    yield from page.tap_place(Place(x + 0.5, y + 50 + 0.5))


def _middle_of_two(page: Page) -> Steps:
    one, two = _black_dots(page)
    yield from _pointed(page, (one.x + two.x) / 2, (one.y + two.y) / 2)
    yield from page.submit()


def _places() -> tuple[np.ndarray, np.ndarray]:
    """Return x and y of all places of a drawing that can be tapped."""
    y, x = np.mgrid[2.0:127.0, 1.0:149.0]
    return x, y


def _angle(one: Place, x: np.ndarray, y: np.ndarray, vertex: Place) -> np.ndarray:
    """Return the angle between a dot and other places in degrees, as the page reckons it."""
    to_one = math.sqrt((vertex.x - one.x) ** 2 + (vertex.y - one.y) ** 2)
    to_other = np.sqrt((vertex.x - x) ** 2 + (vertex.y - y) ** 2)
    across = np.sqrt((x - one.x) ** 2 + (y - one.y) ** 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        cosine = (to_other * to_other + to_one * to_one - across * across) / (2 * to_other * to_one)
        return np.asarray(np.arccos(cosine) * 180 / math.pi)


def _best_tapped(page: Page, score: np.ndarray) -> Steps:
    """Tap the place with the highest score, and submit."""
    x, y = _places()
    row, column = np.unravel_index(np.nanargmax(score), score.shape)
    yield from _pointed(page, float(x[row, column]), float(y[row, column]))
    yield from page.submit()


def _right_angle(page: Page) -> Steps:
    vertex = _middle_of_ink(page, (0, 0, 255))
    (end,) = _black_dots(page)
    x, y = _places()
    # Half pixels off, for the page's dots are of two sizes.
    yield from _best_tapped(page, -np.abs(90 - _angle(end, x + 0.5, y + 0.5, vertex)))


def _centre_of_circle(page: Page) -> Steps:
    """Tap as near to the middle as a tap comes: full reward is half a pixel away."""
    ink, zoom = _ink(page, (0, 0, 0))
    rows, columns = np.nonzero(ink)
    left, right = columns.min() / zoom, (columns.max() + 1) / zoom
    # The button may lie over its lower part.
    y = rows.min() / zoom + (right - left) / 2
    yield from _pointed(page, float(round((left + right) / 2)), float(round(y)))
    yield from page.submit()


def _bisector(page: Page) -> Steps:
    vertex = _middle_of_ink(page, (0, 0, 255))
    one, two = _black_dots(page)
    x, y = _places()
    whole = float(_angle(one, np.array(two.x), np.array(two.y), vertex))
    larger = np.maximum(_angle(one, x, y, vertex), _angle(two, x, y, vertex))
    yield from _best_tapped(page, np.where(larger > whole, math.nan, -larger))


def _box_into_box(page: Page) -> Steps:
    small, large = (box_of(page.text(name)) for name in ("s", "L"))
    if not (
        large.x_min < small.x_min
        and small.x_max < large.x_max
        and large.y_min < small.y_min
        and small.y_max < large.y_max
    ):
        yield from page.swipe(small.center, large.center)
    yield from page.submit()


def _resized(page: Page) -> Steps:
    side, way = page.asks(r"so that the (\w+) is (\w+) than")
    box = box_of(page.fields[0])
    by = 15 * page.scale * (1 if way == "larger" else -1)
    start = box.x_max - 1, box.y_max - 1
    to = (start[0] + by, start[1]) if side == "width" else (start[0], start[1] + by)
    yield from page.swipe(start, to)
    yield from page.submit()


SCRIPTS = {
    "bisect-angle": script(_bisector),
    "circle-center": script(_centre_of_circle),
    "drag-box": script(_box_into_box),
    "drag-item": script(_circle),
    "find-midpoint": script(_middle_of_two),
    "highlight-text": script(_selected),
    "highlight-text-2": script(_selected),
    "resize-textarea": script(_resized),
    "right-angle": script(_right_angle),
    "scroll-text-2": script(_scrolled_text),
}
"""Scripts by the names of pages."""
