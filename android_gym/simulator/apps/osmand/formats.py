"""Formats distances, directions and coordinates, and parses coordinates."""

from __future__ import annotations

import math
import re
from typing import Final

__all__ = [
    "COORDINATE_FORMATS",
    "bearing",
    "coordinates",
    "distance",
    "duration",
    "parse_coordinates",
]

COORDINATE_FORMATS: Final = ("DDD.DDDDD°", "DDD° MM.MMM'", "DDD° MM' SS.S\"", "DDD.DDDDD")
"""Labels of the formats; the setting stores an index."""

_FEET: Final = 3.28084
_MILE: Final = 1609.344
_NUMBER: Final = r"[+-]?\d{1,3}(?:\.\d{1,12})?"
_PAIR: Final = re.compile(rf"({_NUMBER})°?\s*([NS]?)[\s,;]+({_NUMBER})°?\s*([EW]?)")
_MOST_TEXT: Final = 80


def distance(metres: float, system: str = "KILOMETERS_AND_METERS") -> str:
    """Format a distance: metres below a kilometre, then kilometres; or feet and miles."""
    if system.startswith("MILES"):
        if metres < 0.1 * _MILE:
            return f"{round(metres * _FEET)} ft"
        miles = metres / _MILE
        return f"{miles:.2f} mi" if miles < 10 else f"{miles:.1f} mi"
    if metres < 1000:
        return f"{math.floor(metres + 0.5)} m"
    if metres < 10_000:
        return f"{metres / 1000:.2f} km"
    if metres < 100_000:
        return f"{metres / 1000:.1f} km"
    return f"{metres / 1000:.0f} km"


def duration(seconds: int) -> str:
    """Format a duration as hours and minutes."""
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def bearing(lat: float, lon: float, to_lat: float, to_lon: float) -> int:
    """Return the bearing from one location to another, in degrees clockwise from north."""
    one, two = math.radians(lat), math.radians(to_lat)
    across = math.radians(to_lon - lon)
    y = math.sin(across) * math.cos(two)
    x = math.cos(one) * math.sin(two) - math.sin(one) * math.cos(two) * math.cos(across)
    return round(math.degrees(math.atan2(y, x))) % 360


def coordinates(lat: float, lon: float, style: str = "0") -> str:
    """Format a location in one of `COORDINATE_FORMATS`, by its index as text."""
    north, east = "N" if lat >= 0 else "S", "E" if lon >= 0 else "W"
    match style:
        case "1":
            return f"{_minutes(lat)} {north}, {_minutes(lon)} {east}"
        case "2":
            return f"{_seconds(lat)} {north}, {_seconds(lon)} {east}"
        case "3":
            return f"{lat:.5f} {lon:.5f}"
    return f"{abs(lat):.5f}° {north}, {abs(lon):.5f}° {east}"


def _minutes(value: float) -> str:
    thousandths = round(abs(value) * 60_000)
    return f"{thousandths // 60_000}° {thousandths % 60_000 / 1000:06.3f}'"


def _seconds(value: float) -> str:
    tenths = round(abs(value) * 36_000)
    return f"{tenths // 36_000}° {tenths // 600 % 60:02d}' {tenths % 600 / 10:04.1f}\""


def parse_coordinates(text: str) -> tuple[float, float] | None:
    """Parse latitude and longitude from a text such as "47.1, 9.5" or "47.1° N, 9.5° E".

    Returns:
        Latitude and longitude; None if the text has no coordinates.
    """
    text = text.strip()
    found = _PAIR.fullmatch(text.upper()) if len(text) <= _MOST_TEXT else None
    if found is None:
        return None
    lat, lon = float(found[1]), float(found[3])
    if not ("." in found[1] or "." in found[3] or "," in text):
        return None
    lat, lon = (-lat if found[2] == "S" else lat), (-lon if found[4] == "W" else lon)
    return (lat, lon) if abs(lat) <= 90 and abs(lon) <= 180 else None
