"""Calculator's data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Answer", "CalculatorState", "Entry", "Phase", "ThemeChoice"]

Phase = Literal["input", "result", "error"]
"""A formula is typed, its result is shown, or what is wrong with it."""

ThemeChoice = Literal["system", "light", "dark"]


@dataclass(frozen=True)
class Answer:
    """An earlier result that a formula goes on from, where it has more digits than are shown.

    Attributes:
        text: How it stands in the formula, such as "0.3333333333…".
        row: Row of the expression whose result it is.
    """

    text: str
    row: int


@dataclass(frozen=True)
class Entry:
    """A row of the history.

    Attributes:
        id: Its number.
        blob: The expression, as `expression.write_blob` writes it.
        degrees: Whether angles in it are in degrees.
        time: Epoch milliseconds.
    """

    id: int
    blob: bytes
    degrees: bool
    time: int


@dataclass(frozen=True)
class CalculatorState:
    """The calculator.

    Attributes:
        formula: What is typed, without commas between thousands.
        cursor: Place of the cursor in the formula as it is shown.
        answers: Earlier results that are part of it.
        phase: What is shown below it.
        row: Row of the history with the result that is shown; 0 for none.
        scrolled: Digits by which the result is scrolled.
        expanded: Whether the keys of functions are open on an upright screen.
        inverse: Whether they are those of the inverse functions.
        history: Whether the history is open.
        menu: Whether the result's menu is open.
    """

    formula: str = ""
    cursor: int = 0
    answers: tuple[Answer, ...] = ()
    phase: Phase = "input"
    row: int = 0
    scrolled: int = 0
    expanded: bool = False
    inverse: bool = False
    history: bool = False
    menu: bool = False
