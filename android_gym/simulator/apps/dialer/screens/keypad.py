"""The twelve keys of the dial pad and of a call's keypad."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from android_gym.simulator.system.phone_numbers import KEYS
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, GridLayout, column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["keypad"]

_KEYS: Final = (
    ("1", "one"), ("2", "two"), ("3", "three"), ("4", "four"), ("5", "five"), ("6", "six"),
    ("7", "seven"), ("8", "eight"), ("9", "nine"), ("*", "star"), ("0", "zero"), ("#", "pound"),
)  # fmt: skip
"""Characters and resource ids of the keys, row by row."""


def keypad(
    on_key: Callable[[str], object],
    on_hold: Callable[[str], object] | None = None,
    *,
    height: float = 60,
) -> View:
    """Build the keys.

    Args:
        on_key: Called with the character of a pressed key.
        on_hold: Called with "1" or "0" if that key is held; None if holding does nothing.
        height: Height of a key in dp.
    """
    cells = []
    for character, name in _KEYS:
        letters = "+" if character == "0" else KEYS.get(character, "")
        below: View = TextView(
            letters,
            id="dialpad_key_letters",
            size=12,
            color="text_secondary",
            letter_spacing=0.05,
            most_scale=1.0,
            min_height=16,
        )
        if character == "1":
            below = ImageView("voicemail", id="dialpad_key_voicemail", size=16, height=16)
        words = character if character in "*#" else f"{character},{letters}"
        held = partial(on_hold, character) if on_hold and character in "10" else None
        cells.append(
            FrameLayout(
                [_key(character, below if character not in "*#" else None, height)],
                id=name,
                height=height,
                margin=4,
                content_description=words,
                background=Rounded("bottom_bar", 30),
                on_click=partial(on_key, character),
                on_long_click=held,
            )
        )
    return GridLayout(cells, columns=3, id="dialpad", width=MATCH, layout_direction="ltr")


def _key(character: str, below: View | None, height: float) -> View:
    """Build a key's content: its character, with letters or an icon below."""
    number = TextView(
        character,
        id="dialpad_key_number",
        size=min(height / 2, height - 24),  # on low keys, too, there is room for letters
        most_scale=1.0,
        color="text_primary",
    )
    letters = FrameLayout([below], id="dialpad_key_icon_or_letters_layout") if below else None
    return column(
        number,
        letters,
        id="dialpad_key_layout",
        gravity="center",
        content_gravity="center_horizontal",
    )
