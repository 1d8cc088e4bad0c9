"""State of the keyboard: its layer, and touches that it remembers."""

from dataclasses import dataclass
from typing import Literal

from android_gym.simulator.ui.geometry import Rect

__all__ = ["Alternates", "KeyboardState", "Layer", "Shift", "Touched"]

Layer = Literal["letters", "symbols", "more", "emoji", "emoji_search", "clipboard"]
Shift = Literal["auto", "on", "off", "lock"]


@dataclass(frozen=True)
class KeyboardState:
    """State of the keyboard window.

    Attributes:
        layer: Current layer of keys.
        shift: "auto" (as the field requests), "on" (for the next letter), "off" or "lock".
        category: Current category of emoji.
        query: Search text for emoji.
    """

    layer: Layer = "letters"
    shift: Shift = "auto"
    category: int = 0
    query: str = ""


@dataclass(frozen=True)
class Alternates:
    """The alternate characters over a held key.

    Attributes:
        key: Id of the key.
        texts: The characters.
        chosen: Index of the character under the finger.
        box: Bounds on screen, in pixels.
    """

    key: str
    texts: tuple[str, ...]
    chosen: int
    box: Rect


@dataclass(frozen=True)
class Touched:
    """Touch state that affects the next touch.

    Attributes:
        alternates: Alternates over the held key; None for none.
        slide: Characters the cursor has moved in the current slide on the space bar.
        space_ms: Time of the last tap on the space bar, milliseconds since boot.
        shift_ms: Time of the last tap on the shift key, milliseconds since boot.
        spaced: Whether the space before the cursor was added by a suggestion.
    """

    alternates: Alternates | None = None
    slide: int = 0
    space_ms: int = -10_000
    shift_ms: int = -10_000
    spaced: bool = False
