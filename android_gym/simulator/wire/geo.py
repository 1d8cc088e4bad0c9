"""Parsers of the emulator console's locations: ``geo fix`` and ``geo nmea``.

Formats and units are those of the emulator's own help (``help geo fix``): degrees east and north,
metres, knots. Of NMEA 0183, the two sentences that contain a position are supported.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from android_gym.simulator.system.location import Fix

__all__ = ["parse_fix", "parse_nmea"]

KNOT: Final = 1852 / 3600
"""Metres per second in a knot."""


def parse_fix(words: list[str]) -> Fix | str:
    """Parse ``longitude latitude [altitude [satellites [velocity]]]``; return a fix or an error."""
    if len(words) < 2:
        return "not enough arguments: see 'help geo fix' for details"
    numbers: list[float] = []
    for name, word in zip(
        ("longitude", "latitude", "altitude", "satellites", "velocity"), words, strict=False
    ):
        number = _number(word)
        if number is None:
            return f"argument '{word[:40]}' is not a number ({name})"
        numbers.append(number)
    longitude, latitude, altitude, satellites, *knots = numbers + [0.0, 1.0][len(numbers) - 2 :]
    if not 1 <= satellites <= 12 or satellites != int(satellites):
        return "invalid number of satellites. Must be an integer between 1 and 12"
    speed = knots[0] * KNOT if knots else None
    return Fix(latitude, longitude, altitude, speed, None, int(satellites))


def parse_nmea(sentence: str, before: Fix) -> Fix | str:
    """Parse a ``$GPGGA`` or ``$GPRMC`` sentence; return a fix or an error.

    Args:
        sentence: The sentence; its checksum is ignored, as by the emulator.
        before: The previous fix, for the values that the sentence does not contain.
    """
    if not sentence:
        return "NMEA sentence missing, try 'help geo nmea'"
    kind, *fields = sentence.partition("*")[0].split(",")
    if kind == "$GPGGA" and len(fields) >= 9:
        latitude, longitude = _degrees(fields[1], fields[2]), _degrees(fields[3], fields[4])
        satellites, altitude = _number(fields[6] or "1"), _number(fields[8] or "0")
        if latitude is None or longitude is None or satellites is None or altitude is None:
            return "malformed NMEA sentence"
        return Fix(latitude, longitude, altitude, before.speed, before.bearing, int(satellites))
    if kind == "$GPRMC" and len(fields) >= 8:
        latitude, longitude = _degrees(fields[2], fields[3]), _degrees(fields[4], fields[5])
        knots, bearing = _number(fields[6] or "0"), _number(fields[7] or "0")
        if latitude is None or longitude is None or knots is None or bearing is None:
            return "malformed NMEA sentence"
        return replace(
            before, latitude=latitude, longitude=longitude, speed=knots * KNOT, bearing=bearing
        )
    return "NMEA sentence must start with $GPGGA or $GPRMC"


def _number(text: str) -> float | None:
    """Return a finite number; None for anything else."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _degrees(text: str, hemisphere: str) -> float | None:
    """Return the degrees of NMEA's ``ddmm.mmmm`` (or ``dddmm.mmmm``) with a hemisphere letter."""
    number = _number(text)
    if number is None or number < 0 or hemisphere not in ("N", "S", "E", "W"):
        return None
    degrees = number // 100 + number % 100 / 60
    return -degrees if hemisphere in "SW" else degrees
