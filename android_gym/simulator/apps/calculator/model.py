"""Calculator's data, and the state of its screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Answer", "CalculatorState", "Entry", "Phase", "ThemeChoice"]

Phase = Literal["input", "result", "error"]
"""Phases of the display: a formula is typed, its result is shown, or its error."""

ThemeChoice = Literal["system", "light", "dark"]


@dataclass(frozen=True)
class Answer:
    """An earlier result in a formula, if it has more digits than are shown.

    Attributes:
        text: Its text in the formula, such as "0.3333333333…".
        row: Row of its expression.
    """

    text: str
    row: int


@dataclass(frozen=True)
class Entry:
    """A row of the history.

    Attributes:
        id: Its id.
        blob: The expression, in the format of `expression.write_blob`.
        degrees: Whether its angles are in degrees.
        time: Epoch milliseconds.
    """

    id: int
    blob: bytes
    degrees: bool
    time: int


@dataclass(frozen=True)
class CalculatorState:
    """State of the calculator.

    Attributes:
        formula: The typed formula, without thousands separators.
        cursor: Position of the cursor in the formula on screen.
        answers: Earlier results in the formula.
        phase: The phase of the display.
        row: Row in the history of the result on screen; 0 for none.
        scrolled: Digits by which the result is scrolled.
        expanded: Whether the function keys are expanded in portrait.
        inverse: Whether they show the inverse functions.
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
