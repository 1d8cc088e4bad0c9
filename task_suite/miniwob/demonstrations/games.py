"""Pages that answer back: a game, and a sequence to repeat."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from android_gym.task_suite.demonstrations.script import Steps
from android_gym.task_suite.miniwob.demonstrations.page import Page, Place, box_of, script

__all__ = ["SCRIPTS", "best_move"]

_LINES: Final = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6),
)  # fmt: skip

_GUESSES: Final = 0.55
"""Share of the other player's moves that are random, as one can tell from some games."""


def _won(board: str, mark: str) -> bool:
    return any(all(board[i] == mark for i in line) for line in _LINES)


def _moved(board: str, place: int, mark: str) -> str:
    return board[:place] + mark + board[place + 1 :]


def _completing(board: str, mark: str) -> list[int]:
    """Return the free places that would complete a line."""
    return [
        place
        for place in range(9)
        if board[place] == " " and _won(_moved(board, place, mark), mark)
    ]


@cache
def _chance(board: str) -> float:
    """Return how likely the best moves win from a board on which X is to move."""
    free = [place for place in range(9) if board[place] == " "]
    return max((_chance_after(_moved(board, place, "x")) for place in free), default=0.0)


@cache
def _chance_after(board: str) -> float:
    """Return the same of a board on which O is to move."""
    if _won(board, "x"):
        return 1.0
    free = [place for place in range(9) if board[place] == " "]
    if not free:
        return 0.0

    def after(place: int) -> float:
        other = _moved(board, place, "o")
        return 0.0 if _won(other, "o") else _chance(other)

    anywhere = sum(after(place) for place in free) / len(free)
    wise = _completing(board, "o") or _completing(board, "x") or free
    return _GUESSES * anywhere + (1 - _GUESSES) * sum(after(place) for place in wise) / len(wise)


def best_move(board: str) -> int:
    """Return where X should move.

    Args:
        board: Nine of ``"x"``, ``"o"`` and blanks, row by row.
    """
    free = [place for place in range(9) if board[place] == " "]
    return max(free, key=lambda place: _chance_after(_moved(board, place, "x")))


_SQUARE: Final = 44.8
"""Distance of the board's squares, in pixels of the page."""


def _middle(index: int) -> Place:
    row, column = divmod(index, 3)
    return Place(33 + _SQUARE * column, 83 + _SQUARE * row + 0.2 * row)


def _mark(page: Page, index: int) -> str:
    """Return what is in a square: a cross has ink in its middle, a ring has not."""
    x, y = _middle(index)
    whole = page.part(x - 17, y - 17, x + 17, y + 17).min(axis=2) < 140
    if whole.mean() < 0.04:
        return " "
    side = whole.shape[0] // 8
    middle = whole.shape[0] // 2
    return "x" if whole[middle - side : middle + side, middle - side : middle + side].any() else "o"


def _noughts_and_crosses(page: Page) -> Steps:
    while True:
        board = "".join(_mark(page, index) for index in range(9))
        yield from page.tap_place(_middle(best_move(board)))


_MOST_TAPS: Final = 15
"""Taps until the first light; each takes 50 ms, of which a light is on for 250."""


def _simon(page: Page) -> Steps:
    """Watch which button lights up, then push them in that order.

    The lights come at equal distances. Short taps beside the buttons find the first; text that goes
    nowhere lasts until the next one.
    """
    buttons = page.of_class("Button")[:4]
    dark = [np.array(page.color(button)) for button in buttons]
    order: list[int] = []
    for _ in range(_MOST_TAPS):
        if (lit := _lit(page, dark)) is not None:
            break
        yield from page.tap_place(Place(80, 205))
    while lit is not None:
        order.append(lit)
        yield from page.type("x")
        lit = _lit(page, dark)
    for index in order:
        yield from page.tap_at(*box_of(buttons[index]).center)


def _lit(page: Page, dark: list[np.ndarray]) -> int | None:
    for index, button in enumerate(page.of_class("Button")[:4]):
        if np.abs(np.array(page.color(button)) - dark[index]).sum() > 60:
            return index
    return None


SCRIPTS = {
    "simon-says": script(_simon),
    "tic-tac-toe": script(_noughts_and_crosses),
}
"""Scripts by the names of pages."""
