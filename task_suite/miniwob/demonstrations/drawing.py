"""Pages whose drawings and colours are to be looked at."""

from __future__ import annotations

import math
import re
from typing import Final, NamedTuple

import numpy as np

from android_gym.accessibility import UIElement
from android_gym.task_suite.demonstrations.script import Steps
from android_gym.task_suite.miniwob.demonstrations.page import Page, Place, box_of, script

__all__ = ["SCRIPTS", "patches"]

_DRAWING: Final = Place(2, 52)
"""The place where drawings begin."""

_CELL: Final = 20
"""Width and height of a cell of a grid of shapes, in pixels of the page."""

_COLORS: Final = {
    "red": (255, 0, 0),
    "green": (0, 128, 0),
    "blue": (0, 0, 255),
    "aqua": (0, 255, 255),
    "black": (0, 0, 0),
    "magenta": (255, 0, 255),
    "yellow": (255, 255, 0),
}
"""Colours of shapes."""

_BOX_COLORS: Final = _COLORS | {
    "olive": (128, 128, 0),
    "lime": (0, 255, 0),
    "white": (255, 255, 255),
    "grey": (128, 128, 128),
    "purple": (128, 0, 128),
    "orange": (255, 165, 0),
    "cyan": (0, 255, 255),
    "pink": (255, 192, 203),
}
"""Colours of boxes."""


class _Shape(NamedTuple):
    """Something drawn in a cell of a grid.

    Attributes:
        kind: ``"letter"``, ``"digit"`` or ``"shape"``.
        name: The letter or digit, or which shape.
        color: A name of `_COLORS`.
        is_large: Whether it fills its cell.
        middle: Where it is.
    """

    kind: str
    name: str
    color: str
    is_large: bool
    middle: Place

    def is_like(self, size: str, color: str, name: str) -> bool:
        """Return True if it is as described; an empty part describes all."""
        return (
            size in ("", "large" if self.is_large else "small")
            and color in ("", self.color)
            and name in ("item", self.name, self.kind)
        )


def _color_of(part: np.ndarray) -> str:
    """Return the colour of what is drawn on white, from the pixel that is least white."""
    ink = 255.0 - part.reshape(-1, 3).astype(float)
    most = ink[np.argmax(ink.sum(axis=1))]
    most /= np.linalg.norm(most) or 1.0

    def likeness(name: str) -> float:
        other = 255.0 - np.array(_COLORS[name], float)
        return float(most @ other / np.linalg.norm(other))

    return max(sorted(_COLORS), key=likeness)


def _shape_of(part: np.ndarray) -> tuple[str, float]:
    """Return which shape is in a picture, and its width in pixels."""
    ink = (part.min(axis=2) < 128).astype(float)
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if len(rows) == 0:
        return "nothing", 0.0
    inside = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    fullness = inside.mean()
    name = "rectangle" if fullness > 0.9 else "circle" if fullness > 0.66 else "triangle"
    return name, float(columns[-1] + 1 - columns[0])


def _letters(page: Page) -> list[UIElement]:
    """Return the letters and digits of a drawing."""
    return [e for e in page.of_class("TextView") if len((e.text or "").strip()) == 1]


def _shapes(page: Page, rows: int = 7) -> list[_Shape]:
    """Return all that is drawn in a grid of 7 columns."""
    letters: dict[tuple[int, int], UIElement] = {}
    for element in _letters(page):
        x, y = page.place_of(*box_of(element).center)
        cell = int((x - _DRAWING.x) // _CELL), int((y - _DRAWING.y) // _CELL)
        letters[cell] = element
    found = []
    for column in range(7):
        for row in range(rows):
            left, top = _DRAWING.x + column * _CELL, _DRAWING.y + row * _CELL
            middle = Place(left + _CELL / 2, top + _CELL / 2)
            part = page.part(left + 0.4, top + 0.4, left + _CELL - 0.4, top + _CELL - 0.4)
            letter = letters.get((column, row))
            if letter is not None:
                name = (letter.text or "").strip()
                large = box_of(letter).height > 16 * page.scale
                kind = "digit" if name.isdigit() else "letter"
                found.append(_Shape(kind, name, _color_of(part), large, middle))
                continue
            name, width = _shape_of(part)
            # A letter of the next cell may reach into this one.
            if name != "nothing" and width > 0.35 * part.shape[1]:
                large = width > 0.75 * part.shape[1]
                found.append(_Shape("shape", name, _color_of(part), large, middle))
    return found


def _described(words: str) -> tuple[str, str, str]:
    """Return size, colour and name of a description such as ``"small red item"``."""
    *parts, name = words.split()
    size = next((part for part in parts if part in ("large", "small")), "")
    color = next((part for part in parts if part in _COLORS), "")
    return size, color, name


def _one_shape(page: Page) -> Steps:
    (words,) = page.asks(r"Click on a (.+)$")
    wanted = _described(words)
    found = [shape for shape in _shapes(page) if shape.is_like(*wanted)]
    if not found:
        raise page.stuck(f"no shape is {words}")
    yield from page.tap_place(found[0].middle)


def _number_of_shapes(page: Page) -> Steps:
    (words,) = page.asks(r"How many (.+)s are there\?")
    wanted = _described(words)
    count = sum(shape.is_like(*wanted) for shape in _shapes(page, rows=6))
    yield from page.tap(page.button(str(count)))


def _kind_of_figure(page: Page) -> Steps:
    letters = _letters(page)
    if letters:
        is_digit = (letters[0].text or "").strip().isdigit()
        yield from page.tap(page.button("Number" if is_digit else "Letter"))
        return
    name, _ = _shape_of(page.part(2, 52, 158, 105))
    yield from page.tap(page.button(name.capitalize()))


def _colored_box(page: Page) -> Steps:
    """Tap the box of the colour that the instruction names or shows."""
    places = [Place(x, y) for y in (103, 168) for x in (49, 111)]
    boxes = {
        place: page.part(place.x - 9, place.y - 9, place.x + 9, place.y + 9) for place in places
    }
    colors = {place: tuple(np.median(p.reshape(-1, 3), axis=0)) for place, p in boxes.items()}
    named = re.search(r"Click on the (\w+) colored box", page.utterance)
    if named is not None and named[1] in _BOX_COLORS:
        wanted = np.array(_BOX_COLORS[named[1]], float)
    else:
        wanted = _swatch(page)
    best = min(places, key=lambda place: float(np.abs(np.array(colors[place]) - wanted).sum()))
    yield from page.tap_place(best)


def _swatch(page: Page) -> np.ndarray:
    """Return the colour of the square inside of the instruction, which has a black frame."""
    query = page.part(0, 0, 160, 50).astype(int)
    zoom = query.shape[1] / 160
    size = round(8 * zoom)
    yellow = np.array(_COLORS["yellow"])
    best, evenness = yellow.astype(float), math.inf
    for top in range(0, query.shape[0] - size, 1):
        for left in range(0, query.shape[1] - size, 1):
            frame = query[top, left : left + size], query[top : top + size, left]
            if np.abs(frame[0] - frame[0][0]).max() > 60:
                continue
            part = query[top : top + size, left : left + size]
            if (np.abs(part - yellow).sum(axis=2) > 100).mean() < 0.98:
                continue
            spread = float(part.reshape(-1, 3).std(axis=0).sum())
            if spread < evenness:
                best, evenness = np.median(part.reshape(-1, 3), axis=0), spread
    return best


def patches(ink: np.ndarray) -> list[tuple[float, float, int]]:
    """Return x, y of the middle and size of each patch of ink, in pixels of the picture.

    Args:
        ink: Where there is ink: bool (rows, columns).
    """
    import cv2

    count, _, stats, middles = cv2.connectedComponentsWithStats(
        ink.astype(np.uint8), connectivity=4
    )
    return [
        (float(middles[i][0]), float(middles[i][1]), int(stats[i][cv2.CC_STAT_AREA]))
        for i in range(1, count)
    ]


def _shades(page: Page) -> Steps:
    (name,) = page.asks(r"shades of (\w+) and")
    wanted = ("red", "green", "blue").index(name)
    left, top, right, bottom = 2.0, 52.0, 158.0, 200.0
    part = page.part(left, top, right, bottom)
    zoom = part.shape[1] / (right - left)
    colored = (part.max(axis=2).astype(int) - part.min(axis=2)) > 12
    for x, y, size in patches(colored):
        if size < 60 * zoom**2 or int(np.argmax(part[int(y), int(x)])) != wanted:
            continue
        yield from page.tap_place(Place(left + (x + 0.5) / zoom, top + (y + 0.5) / zoom))
    yield from page.submit()


def _number_of_blocks(page: Page) -> Steps:
    part = page.part(0, 52, 160, 150).astype(int)
    zoom = part.shape[1] / 160
    block = np.abs(part - np.array((127, 176, 255))).sum(axis=2) < 60
    count = sum(size > 40 * zoom**2 for _, _, size in patches(block))
    yield from page.fill(page.fields[0], str(count))
    yield from page.submit()


def _number_of_sides(page: Page) -> Steps:
    """Count the corners: the distance from the middle has a maximum at each."""
    part = page.part(2, 52, 152, 152)
    zoom = part.shape[1] / 150
    rows, columns = np.nonzero(part.min(axis=2) < 100)
    x, y = columns - 75 * zoom, rows - 50 * zoom
    angles = ((np.arctan2(y, x) + math.pi) / (2 * math.pi) * 180).astype(int) % 180
    far = np.zeros(180)
    np.maximum.at(far, angles, np.hypot(x, y))
    waves = np.abs(np.fft.rfft(far - far.mean()))
    yield from page.tap(page.button(str(3 + int(np.argmax(waves[3:8])))))


def _color_typed(page: Page) -> Steps:
    """Type the colour's digits into the picker's field."""
    named = re.search(r"Select (\w+) with the color picker", page.utterance)
    if named is not None:
        digits = _HEX[named[1]]
    else:
        digits = "".join(f"{int(round(value)):02X}" for value in _swatch_of_picker(page))
    field = page.fields[0]
    yield from page.tap(field)
    yield from page.press("MOVE_END")
    for _ in range(6):
        yield from page.press("DEL")
    yield from page.type(digits)
    # The picker lies over the button until something else is tapped.
    yield from page.tap_place(Place(140, 195))
    yield from page.submit()


def _swatch_of_picker(page: Page) -> np.ndarray:
    query = page.part(0, 0, 160, 50).astype(int)
    zoom = query.shape[1] / 160
    other = (np.abs(query - np.array(_COLORS["yellow"])).sum(axis=2) > 4).astype(bool)
    x, y, _ = max(patches(other), key=lambda patch: patch[2])
    reach = max(1, round(2 * zoom))
    middle = query[int(y) - reach : int(y) + reach, int(x) - reach : int(x) + reach]
    return np.asarray(np.median(middle.reshape(-1, 3), axis=0))


_HEX: Final = {
    "black": "000000",
    "white": "FFFFFF",
    "aqua": "00FFFF",
    "blue": "0000FF",
    "gray": "808080",
    "green": "008000",
    "lime": "00FF00",
    "maroon": "800000",
    "navy": "000080",
    "olive": "808000",
    "purple": "800080",
    "red": "FF0000",
    "silver": "C0C0C0",
    "teal": "008080",
    "yellow": "FFFF00",
    "pink": "FFC0CB",
    "magenta": "FF00FF",
    "gold": "FFD700",
    "orange": "FFA500",
}
"""Colours of the picker, as CSS has them."""


SCRIPTS = {
    "click-color": script(_colored_box),
    "click-shades": script(_shades),
    "click-shape": script(_one_shape),
    "count-shape": script(_number_of_shapes),
    "count-sides": script(_number_of_sides),
    "identify-shape": script(_kind_of_figure),
    "use-colorwheel": script(_color_typed),
    "use-colorwheel-2": script(_color_typed),
    "visual-addition": script(_number_of_blocks),
}
"""Scripts by the names of pages."""
