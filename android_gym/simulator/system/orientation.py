"""Orientations that activities request, and the screen rotation that follows from them."""

from __future__ import annotations

from typing import Final, Literal

__all__ = ["ORIENTATION_NUMBERS", "Orientation", "rotation_for"]

Orientation = Literal["unspecified", "landscape", "portrait", "sensor", "nosensor"]
"""The ``ActivityInfo.SCREEN_ORIENTATION_*`` values that apps here request."""

ORIENTATION_NUMBERS: Final[dict[Orientation, int]] = {
    "unspecified": -1,
    "landscape": 0,
    "portrait": 1,
    "sensor": 4,
    "nosensor": 5,
}
"""Android's constants for them."""


def rotation_for(orientation: Orientation, *, locked: bool, user: int, held: int) -> int:
    """Return the screen's rotation in quarter turns, as Android's DisplayRotation decides.

    Args:
        orientation: Requested by the activity in front.
        locked: Whether auto-rotate is off.
        user: Quarter turns set by the user for that case, 0 to 3.
        held: Quarter turns at which the phone is held, 0 to 3.
    """
    preferred = 0
    if orientation == "sensor" or (orientation == "unspecified" and not locked):
        preferred = held
    elif locked and orientation != "nosensor":
        preferred = user
    # Either of the two rotations with this orientation will do; else the usual one.
    if orientation == "portrait":
        return preferred if preferred % 2 == 0 else 0
    if orientation == "landscape":
        return preferred if preferred % 2 else 1
    return preferred
