"""Simple Draw Pro's data: the sheet, which only exists in memory, and the main screen's state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from android_gym.simulator.ui.sketch import Operation

__all__ = ["ENDINGS", "MIME", "Ending", "MainState", "Sheet", "Tool", "shown_operations"]

Tool = Literal["brush", "eraser", "eyedropper", "bucket"]
Ending = Literal["png", "svg", "jpg"]

ENDINGS: tuple[Ending, ...] = ("png", "svg", "jpg")
"""Extensions of the files that the app writes."""

MIME: dict[Ending, str] = {"png": "image/png", "svg": "image/svg+xml", "jpg": "image/jpg"}
"""MIME types that the app requests; ``image/jpg`` is the app's own name."""


@dataclass(frozen=True)
class Sheet:
    """A drawing and its tools; it is lost when the process dies, as in the real app.

    Attributes:
        operations: The drawing operations, the oldest first.
        undone: The undone operations, the last undone last.
        saved: The operations when the drawing was last saved.
        size: (width, height) of the sheet in pixels when it was last touched.
        picture: The opened file, below the drawing; empty for none.
        background: Background colour.
        color: Colour of the brush.
        brush: Size of the brush, 5 to 100.
        tool: The selected tool.
        line: Points of the line being drawn, in pixels of the sheet.
        fingers: The fingers on the screen: (number, x, y) in pixels of the view.
        moved: Whether two fingers have moved the sheet since the first touch.
        scale: Zoom factor of the sheet.
        x: Left edge of the sheet in the view, in pixels.
        y: Top edge of the sheet in the view, in pixels.
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
    """Return the operations since the sheet was last cleared."""
    for index in reversed(range(len(operations))):
        if operations[index].kind == "clear":
            return operations[index + 1 :]
    return operations


@dataclass(frozen=True)
class MainState:
    """State of the main screen.

    Attributes:
        name: Name of the drawing without its extension; empty before it is saved.
        saving: The extension being saved; None if nothing is being saved.
        asked_ms: When the user was last asked whether to save, in milliseconds since boot.
    """

    name: str = ""
    saving: Ending | None = None
    asked_ms: int = -1
