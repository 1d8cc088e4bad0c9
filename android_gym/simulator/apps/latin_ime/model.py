"""State of the keyboard."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["KeyboardState", "Layer"]

Layer = Literal["letters", "symbols", "more", "emoji"]


@dataclass(frozen=True)
class KeyboardState:
    """State of the keyboard.

    Attributes:
        layer: Characters that the keys type.
        shift: "auto" (capitals as the field asks), "on" (for the next letter), "off" or "lock".
    """

    layer: Layer = "letters"
    shift: Literal["auto", "on", "off", "lock"] = "auto"
