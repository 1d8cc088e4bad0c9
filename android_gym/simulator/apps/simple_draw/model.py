"""Simple Draw Pro's data: the sheet, which is kept in memory alone, and the main screen's state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from android_gym.simulator.ui.sketch import Operation

__all__ = ["ENDINGS", "MIME", "Ending", "MainState", "Sheet", "Tool", "shown_operations"]

Tool = Literal["brush", "eraser", "eyedropper", "bucket"]
Ending = Literal["png", "svg", "jpg"]

ENDINGS: tuple[Ending, ...] = ("png", "svg", "jpg")
"""Endings of the files that the app writes."""

MIME: dict[Ending, str] = {"png": "image/png", "svg": "image/svg+xml", "jpg": "image/jpg"}
"""The types that the app asks for; ``image/jpg`` is the app's own word."""


@dataclass(frozen=True)
class Sheet:
    """A drawing and its tools. It is lost when the process ends, as the app's is.

    Attributes:
        operations: What was drawn, the oldest first.
        undone: What was undone, the latest last.
        saved: The operations when the drawing was saved last.
        size: (width, height) of the sheet in pixels, as it was when it was touched last.
        picture: The file that was opened, below what is drawn; empty for none.
        background: Colour of the sheet.
        color: Colour of the brush.
        brush: Size of the brush, 5 to 100.
        tool: What the finger does.
        line: Where the finger has been since it came down, in pixels of the sheet.
        fingers: The fingers on the glass: (number, x, y) in pixels of the view.
        moved: Whether two of them have moved the sheet since the first came down.
        scale: How many times larger the sheet is shown.
        x: Where its left edge is in the view, in pixels.
        y: Where its top edge is.
    """

    operations: tuple[Operation, ...] = ()
    undone: tuple[Operation, ...] = ()
    saved: tuple[Operation, ...] = ()
    size: tuple[int, int] = (0, 0)
    picture: bytes = b""
    background: str = "#FFFFFF"
    color: str = "#F57C00"
    brush: float = 40.0
    tool: Tool = "brush"
    line: tuple[tuple[float, float], ...] = ()
    fingers: tuple[tuple[int, float, float], ...] = ()
    moved: bool = False
    scale: float = 1.0
    x: float = 0.0
    y: float = 0.0

    @property
    def unsaved(self) -> bool:
        """True if closing the app would lose part of the drawing."""
        shown = shown_operations(self.operations)
        return bool(shown) and shown != shown_operations(self.saved)


def shown_operations(operations: tuple[Operation, ...]) -> tuple[Operation, ...]:
    """Return the operations after the sheet was cleared last."""
    for index in reversed(range(len(operations))):
        if operations[index].kind == "clear":
            return operations[index + 1 :]
    return operations


@dataclass(frozen=True)
class MainState:
    """State of the main screen.

    Attributes:
        name: Name of the drawing without its ending; empty before it was saved.
        saving: The ending that is being saved; None while nothing is.
        asked_ms: When the user was asked last whether to save, since the phone booted.
    """

    name: str = ""
    saving: Ending | None = None
    asked_ms: int = -1
