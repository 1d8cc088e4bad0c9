"""Demonstrations of the browser tasks."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from android_gym.accessibility import BoundingBox
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "SCRIPTS",
    "draw",
    "draw_lines",
    "enter_product",
    "first_run",
    "maze",
    "multiply",
    "open_page",
    "play_maze",
]

_SIZE: Final = 4
_CLICKS: Final = 5
_WANTED: Final = 3
_NEAR: Final = 12
"""Difference in any channel (0 to 255) up to which two colours count as the same."""

_DARK: Final = 64
_MOVES: Final = {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}


def first_run(screen: Screen) -> Steps:
    """Accept Chrome's terms, and decline to add an account."""
    yield from screen.wait_for(text="Accept & continue")
    yield from screen.tap_on(text="Accept & continue")
    yield from screen.wait_for(text="No thanks")
    yield from screen.tap_on(text="No thanks")


def open_page(screen: Screen) -> Steps:
    """Open the page in Chrome, from Downloads, which Files shows first."""
    yield from screen.open_app("Files")
    yield from screen.wait_for(text="task.html")
    yield from screen.tap_on(text="task.html")
    yield from screen.wait_for(text="Chrome")
    yield from screen.tap_on(text="Chrome")
    yield from screen.tap_on(text="Just once")
    yield from first_run(screen)


# --- colours


class Looks:
    """Colours of a screen at positions in screen pixels, whatever the size of the screenshot."""

    def __init__(self, screen: Screen) -> None:
        self.pixels = screen.pixels()
        rows, columns = self.pixels.shape[:2]
        self.across = columns / screen.observation.width
        self.down = rows / screen.observation.height

    def at(self, x: float, y: float) -> np.ndarray:
        """Return the colour at a position, int, shape (3,)."""
        rows, columns = self.pixels.shape[:2]
        row = min(rows - 1, max(0, int(y * self.down)))
        column = min(columns - 1, max(0, int(x * self.across)))
        color: np.ndarray = self.pixels[row, column].astype(int)
        return color

    def dark(self, x: float, y: float) -> bool:
        """Return whether the colour at a position is black."""
        return bool(self.at(x, y).max() < _DARK)

    def count(self, color: np.ndarray, part: BoundingBox) -> int:
        """Return the number of pixels with a colour in a part of the screen."""
        import numpy as np

        rows = slice(int(part.y_min * self.down), int(part.y_max * self.down))
        columns = slice(int(part.x_min * self.across), int(part.x_max * self.across))
        off = np.abs(self.pixels[rows, columns].astype(int) - color).max(axis=-1)
        return int((off <= _NEAR).sum())


# --- the maze


def way(walls: Sequence[Sequence[bool]]) -> list[str]:
    """Return directions of a shortest path from the first to the last cell; empty if none."""
    size = len(walls)
    end, before = (size - 1, size - 1), {(0, 0): ((0, 0), "")}
    waiting = deque([(0, 0)])
    while waiting and end not in before:
        row, column = cell = waiting.popleft()
        for name, (down, right) in _MOVES.items():
            other = (row + down, column + right)
            inside = 0 <= other[0] < size and 0 <= other[1] < size
            if inside and other not in before and not walls[other[0]][other[1]]:
                before[other] = (cell, name)
                waiting.append(other)
    found: list[str] = []
    cell = end
    while cell in before and before[cell][1]:
        cell, name = before[cell]
        found.append(name)
    return found[::-1]


def maze(screen: Screen) -> Steps:
    """Open the page and solve the maze."""
    yield from open_page(screen)
    yield from play_maze(screen)


def play_maze(screen: Screen) -> Steps:
    """Find the walls, which are black, and follow the shortest path."""
    yield from screen.wait_for(text="X")
    start = screen.need(text="X").bbox_pixels
    assert start is not None  # what is found is on the screen
    walls = _walls(screen, *start.center, screen.need(text="Up").bbox_pixels)
    moves = way(walls)
    if not moves:
        raise screen.stuck(f"there is no way through the walls {walls}")
    for move in moves:
        yield from screen.tap_on(text=move)


def _walls(screen: Screen, x: float, y: float, below: BoundingBox | None) -> list[list[bool]]:
    """Return which cells are black, given the first one's centre; the last one is green."""
    import numpy as np

    looks = Looks(screen)
    lower = screen.observation.height if below is None else below.y_min
    pixels = looks.pixels[: int(lower * looks.down)].astype(int)
    green = (pixels[..., 1] > 2 * pixels[..., 0]) & (pixels[..., 1] > 2 * pixels[..., 2])
    rows, columns = np.nonzero(green)
    if not len(rows):
        raise screen.stuck("there is no green cell")
    right = (columns.min() + columns.max() + 1) / 2 / looks.across
    bottom = (rows.min() + rows.max() + 1) / 2 / looks.down
    across, down = (right - x) / (_SIZE - 1), (bottom - y) / (_SIZE - 1)
    return [
        [looks.dark(x + column * across, y + row * down) for column in range(_SIZE)]
        if row
        else [False, *(looks.dark(x + column * across, y) for column in range(1, _SIZE))]
        for row in range(_SIZE)
    ]


# --- the product


def multiply(screen: Screen) -> Steps:
    """Open the page, and submit the product by the button."""
    yield from open_page(screen)
    yield from enter_product(screen)
    yield from screen.tap_on(text="Submit")


def enter_product(screen: Screen, end: str = "") -> Steps:
    """Read each number before the next click, then type the product.

    Args:
        screen: The screen.
        end: What to type after the product.
    """
    yield from screen.wait_for(text="Click Me")
    product = 1
    for _ in range(_CLICKS):
        product *= _number(screen)
        yield from screen.tap_on(text="Click Me")
    yield from screen.wait_for(text="Submit")
    yield from screen.type_into(
        f"{product}{end}", editable=True, class_name="EditText", resource_id="answer"
    )


def _number(screen: Screen) -> int:
    """Return the number that the page shows."""
    for element in screen.find_all():
        text = (element.text or "").strip()
        name = element.resource_name or ""
        if text.isdecimal() and "/" not in name and ":" not in name:
            return int(text)
    raise screen.stuck("the page shows no number")


# --- the drawing


def draw(screen: Screen) -> Steps:
    """Open the page and draw horizontal lines."""
    yield from open_page(screen)
    yield from draw_lines(screen)


def draw_lines(screen: Screen, *, upright: bool = False) -> Steps:
    """Draw a line in each of the colours shown at the top, and submit."""
    yield from screen.wait_for(text="Submit")
    patches = [
        element
        for element in screen.find_all(class_name="Button", clickable=True)
        if not element.text and not element.content_description
    ]
    boxes = [element.bbox_pixels for element in patches if element.bbox_pixels is not None]
    if not boxes:
        raise screen.stuck("there are no colours to choose")
    looks = Looks(screen)
    bar = screen.need(resource_id="url_bar").bbox_pixels
    canvas = screen.need(resource_id="canvas").bbox_pixels
    assert bar is not None and canvas is not None
    top = BoundingBox(0, screen.observation.width, bar.y_max, canvas.y_min)
    counted = [(looks.count(looks.at(*box.center), top), box) for box in boxes]
    wanted = [box for _, box in sorted(counted, key=lambda found: -found[0])[:_WANTED]]
    x, y = canvas.center
    across, down = ((canvas.x_max - canvas.x_min) / 4, (canvas.y_max - canvas.y_min) / 4)
    for index, box in enumerate(wanted):
        yield from screen.tap_at(*box.center)
        off = index - _WANTED // 2
        if upright:
            line = ((x + off * across, y - down), (x + off * across, y + down))
        else:
            line = ((x - across, y + off * down), (x + across, y + off * down))
        yield from screen.swipe(*line)
    yield from screen.tap_on(text="Submit")


SCRIPTS: dict[str, Script] = {
    "BrowserDraw": draw,
    "BrowserMaze": maze,
    "BrowserMultiply": multiply,
}
