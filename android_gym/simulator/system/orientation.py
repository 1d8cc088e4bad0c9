"""Ways up that activities ask for, and how far the screen is turned for them."""

from __future__ import annotations

from typing import Final, Literal

__all__ = ["ORIENTATION_NUMBERS", "Orientation", "rotation_for"]

Orientation = Literal["unspecified", "landscape", "portrait", "sensor", "nosensor"]
"""Those of ``ActivityInfo.SCREEN_ORIENTATION_*`` that apps here ask for."""

ORIENTATION_NUMBERS: Final[dict[Orientation, int]] = {
    "unspecified": -1,
    "landscape": 0,
    "portrait": 1,
    "sensor": 4,
    "nosensor": 5,
}
"""Android's numbers of them."""


def rotation_for(orientation: Orientation, *, locked: bool, user: int, held: int) -> int:
    """Return by how many quarter turns the screen is turned, as Android's DisplayRotation decides.

    Args:
        orientation: Asked for by the activity in front.
        locked: Whether auto-rotate is off.
        user: Quarter turns that the user has set for that, 0 to 3.
        held: Quarter turns that the phone is held at, 0 to 3.
    """
    preferred = 0
    if orientation == "sensor" or (orientation == "unspecified" and not locked):
        preferred = held
    elif locked and orientation != "nosensor":
        preferred = user
    # Either of the two that are that way up will do; else the usual one of them.
    if orientation == "portrait":
        return preferred if preferred % 2 == 0 else 0
    if orientation == "landscape":
        return preferred if preferred % 2 else 1
    return preferred
