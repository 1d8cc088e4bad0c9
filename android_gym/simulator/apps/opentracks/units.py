"""Number formats of OpenTracks: distances, speeds, paces, altitudes, durations, dates."""

from __future__ import annotations

import datetime as dt
import math
from dataclasses import dataclass
from typing import Final

from android_gym.simulator.appkit.times import moment
from android_gym.simulator.ui.activity import Context

KILOMETRE: Final = 1000.0
MILE: Final = 1609.344
NAUTICAL_MILE: Final = 1852.0
FOOT: Final = MILE / 5280

BLANK: Final = "-"
"""Text shown for an unknown value."""


@dataclass(frozen=True)
class Units:
    """A system of units.

    Attributes:
        key: Value in the preference.
        label: Label in the settings.
        length: Metres per unit of distance.
        distance_unit: Symbol of the unit of distance.
        small: Metres per unit of short distances.
        small_unit: Symbol of the unit of short distances.
        height: Metres per unit of altitude.
        height_unit: Symbol of the unit of altitude.
        speed_unit: Symbol of the unit of speed.
        pace_unit: Symbol of the unit of pace.
        rates: Labels of speed and pace in the settings.
    """

    key: str
    label: str
    length: float
    distance_unit: str
    small: float
    small_unit: str
    height: float
    height_unit: str
    speed_unit: str
    pace_unit: str
    rates: tuple[str, str]

    def distance(self, metres: float) -> tuple[str, str]:
        """Return a distance with two decimals and its unit, the small one up to half a unit."""
        if metres > self.length / 2:
            return number(metres / self.length, 2), self.distance_unit
        return number(metres / self.small, 2), self.small_unit

    def altitude(self, metres: float | None) -> tuple[str, str]:
        """Return an altitude without decimals and its unit."""
        if metres is None:
            return BLANK, self.height_unit
        return number(metres / self.height, 0), self.height_unit

    def rate(self, speed: float, paced: bool) -> tuple[str, str]:
        """Return a speed in metres per second as speed or pace, and its unit."""
        if not paced:
            return number(speed * 3600 / self.length, 1), self.speed_unit
        if speed <= 0 or not math.isfinite(speed):
            return "0:00", self.pace_unit
        minutes, seconds = divmod(int(self.length / speed), 60)
        return f"{minutes}:{seconds:02d}", self.pace_unit


SYSTEMS: Final = (
    Units(
        "METRIC", "Metric (km, m)", KILOMETRE, "km", 1, "m", 1, "m", "km/h", "min/km",
        ("Speed (km/hr)", "Pace (min/km)"),
    ),
    Units(
        "IMPERIAL", "Imperial (mi, ft)", MILE, "mi", FOOT, "ft", FOOT, "ft", "mph", "min/mi",
        ("Speed (mi/hr)", "Pace (min/mi)"),
    ),
    Units(
        "IMPERIAL_METER", "Imperial (mi, m)", MILE, "mi", 1, "m", 1, "m", "mph", "min/mi",
        ("Speed (mi/hr)", "Pace (min/mi)"),
    ),
    Units(
        "NAUTICAL", "Nautical (NM, ft)", NAUTICAL_MILE, "NM", FOOT, "ft", FOOT, "ft", "kn",
        "min/NM", ("Speed (knots)", "Pace (min/NM)"),
    ),
)  # fmt: skip


def system(key: str) -> Units:
    """Return the units with a preference value; metric for an unknown one."""
    return next((each for each in SYSTEMS if each.key == key), SYSTEMS[0])


def number(value: float, decimals: int) -> str:
    """Format a number with grouped thousands, rounding half to even like Java's NumberFormat."""
    return f"{value if math.isfinite(value) else 0.0:,.{decimals}f}"


def elapsed(duration_ms: int) -> str:
    """Format a duration as Android's DateUtils does: ``05:00``, ``1:30:00``."""
    seconds = max(0, duration_ms) // 1000
    hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes:02d}:{seconds:02d}"


def local(start_ms: int, offset_s: int) -> dt.datetime:
    """Return a time in the zone that it was recorded in, clamped to `datetime`'s range."""
    zone = dt.timezone(dt.timedelta(seconds=max(-64_800, min(64_800, offset_s))))
    first, last = dt.datetime(1, 1, 3, tzinfo=zone), dt.datetime(9999, 12, 29, tzinfo=zone)
    try:
        return dt.datetime.fromtimestamp(start_ms / 1000, zone)
    except (OverflowError, ValueError, OSError):
        return first if start_ms < 0 else last


def offset_text(offset_s: int) -> str:
    """Format a UTC offset: ``+02``, ``+05:30``, ``Z`` for none."""
    if not offset_s:
        return "Z"
    minutes = abs(offset_s) // 60
    text = f"{'-' if offset_s < 0 else '+'}{minutes // 60:02d}"
    return f"{text}:{minutes % 60:02d}" if minutes % 60 else text


def offset_now(context: Context, time_ms: int) -> int:
    """Return the UTC offset of the phone's zone at a time, in seconds."""
    ahead = moment(context, time_ms).utcoffset()
    return int(ahead.total_seconds()) if ahead is not None else 0


def day_text(day: dt.date, today: dt.date) -> str:
    """Format the day in a row: Today, Yesterday, a weekday, ``3 Oct`` or ``3 Oct 2022``.

    Future days are shown as a weekday too, because the app only compares the difference in days.
    """
    past = (today - day).days
    if past == 0:
        return "Today"
    if past == 1:
        return "Yesterday"
    if past < 7:
        return f"{day:%A}"
    return f"{day.day} {day:%b}" if day.year == today.year else f"{day.day} {day:%b %Y}"


def time_text(context: Context, start: dt.datetime, start_ms: int, offset_s: int) -> str:
    """Format the time in a row, with its UTC offset if that differs from the phone's."""
    if offset_s == offset_now(context, start_ms):
        return f"{start:%H:%M}"
    return f"{start:%H:%M} {offset_text(offset_s)}"


def _clock(time: dt.datetime) -> str:
    return f"{time.hour % 12 or 12}:{time:%M:%S} {'AM' if time.hour < 12 else 'PM'}"


def start_text(context: Context, start_ms: int, offset_s: int) -> str:
    """Format a track's start: medium length, or in full if its zone isn't the phone's."""
    start = local(start_ms, offset_s)
    if offset_s == offset_now(context, start_ms):
        return f"{start:%b} {start.day}, {start.year}, {_clock(start)}"
    full = f"{start:%A, %B} {start.day}, {start.year} at {_clock(start)}"
    return f"{full} {offset_text(offset_s)}"


def full_date(day: dt.date) -> str:
    """Format a day in full: ``Sunday, October 15, 2023``."""
    return f"{day:%A, %B} {day.day}, {day.year}"
