"""State of the keyboard: the keys that it shows, and the touches that it remembers."""

from dataclasses import dataclass
from typing import Literal

from android_gym.simulator.ui.view import Rect

__all__ = ["Alternates", "KeyboardState", "Layer", "Shift", "Touched"]

Layer = Literal["letters", "symbols", "more", "emoji", "emoji_search", "clipboard"]
Shift = Literal["auto", "on", "off", "lock"]


@dataclass(frozen=True)
class KeyboardState:
    """State of the keyboard.

    Attributes:
        layer: Characters that the keys type.
        shift: "auto" (capitals as the field asks), "on" (for the next letter), "off" or "lock".
        category: Of the emoji shown.
        query: Text that emoji are searched for.
    """

    layer: Layer = "letters"
    shift: Shift = "auto"
    category: int = 0
    query: str = ""


@dataclass(frozen=True)
class Alternates:
    """The characters over a key that is held.

    Attributes:
        key: Id of the key.
        texts: The characters.
        chosen: Which of them the finger is on.
        box: Where they stand, in pixels.
    """

    key: str
    texts: tuple[str, ...]
    chosen: int
    box: Rect


@dataclass(frozen=True)
class Touched:
    """Touches that the next one depends on.

    Attributes:
        alternates: What stands over the key that is held.
        slide: Characters that the cursor has moved since a finger began to slide on the space bar.
        space_ms: When the space bar was tapped last, in ms since boot.
        shift_ms: When the shift key was.
        spaced: True if the space before the cursor came with a suggestion.
    """

    alternates: Alternates | None = None
    slide: int = 0
    space_ms: int = -10_000
    shift_ms: int = -10_000
    spaced: bool = False
