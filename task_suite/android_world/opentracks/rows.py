"""OpenTracks' table of tracks, over adb."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["CATEGORIES", "DATABASE", "PACKAGE", "Track", "draw", "insert", "rounded"]

PACKAGE: Final = "de.dennisguse.opentracks"
DATABASE: Final = f"/data/data/{PACKAGE}/databases/database.db"

CATEGORIES: Final = (
    "biking", "climbing", "cycling", "escooter", "hiking", "inline skating", "kayaking",
    "mountain biking", "paddling", "road biking", "rowing", "running", "sailing", "skiing",
    "swimming", "trail running", "walking", "wind surfing", "workout",
)  # fmt: skip
"""Activity types of noise; the app and readers agree on their meaning."""

NAMES: Final = (
    "Canal and back", "Lunch round", "Up the hill", "Late one", "Sunday with the club", "Warm-up",
    "Long way home", "Out to the lighthouse", "Two loops", "Rainy day", "Easy does it",
)  # fmt: skip
DESCRIPTIONS: Final = (
    "", "", "Headwind.", "Felt good.", "Saw a fox.", "Too hot.", "With Maja and Tom.", "Tired.",
)  # fmt: skip

MILE: Final = 1609.34
"""Metres in a mile, as AndroidWorld rounds it."""


@dataclass(frozen=True)
class Track:
    """A track without track points.

    Attributes:
        name: Its name.
        description: Its description.
        category: Its activity type.
        start: Its start in UTC, to the minute.
        minutes: Its duration.
        metres: Its length; see `rounded`.
        gain: Metres climbed.
        loss: Metres descended.
    """

    name: str
    description: str
    category: str
    start: datetime
    minutes: int
    metres: int
    gain: int = 0
    loss: int = 0


def rounded(metres: float) -> int:
    """Return a length rounded to a multiple of 0.01 mile, as the app shows it, in whole metres."""
    return round(round(metres / 1609.344, 2) * MILE)


def draw(rng: np.random.Generator, today: date) -> Track:
    """Draw a track from the last two weeks that ends by 15:00 today.

    Args:
        rng: The only source of randomness.
        today: The device's date.
    """

    def choose(pool: Sequence[str]) -> str:
        return pool[int(rng.integers(len(pool)))]

    minutes = int(rng.integers(1, 300))
    day = today - timedelta(days=int(rng.integers(15)))
    start = int(rng.integers(5 * 60, 10 * 60))
    return Track(
        choose(NAMES),
        choose(DESCRIPTIONS),
        choose(CATEGORIES),
        datetime(day.year, day.month, day.day, start // 60, start % 60, tzinfo=UTC),
        minutes,
        rounded(float(rng.integers(20_001))),
        int(rng.integers(501)),
        int(rng.integers(501)),
    )


def insert(device: Device, tracks: Sequence[Track]) -> None:
    """Add tracks to the app's table; see `sql`.

    Raises:
        DeviceError: If the device fails.
    """
    if tracks:
        device.execute(DATABASE, SQL, [values(track, i) for i, track in enumerate(tracks, 1)])


COLUMNS: Final = (
    "name, description, category, activity_type, starttime, stoptime, numpoints, totaldistance, "
    "totaltime, movingtime, avgspeed, avgmovingspeed, maxspeed, minelevation, maxelevation, "
    "elevationgain, elevationloss, uuid, starttime_offset"
)
SQL: Final = f"INSERT INTO tracks ({COLUMNS}) VALUES ({', '.join('?' * 19)})"


def values(track: Track, number: int) -> tuple[str | int | float | bytes, ...]:
    """Return a track as the app stores it.

    Args:
        track: The track.
        number: Determines its UUID, so no two tracks may share it.
    """
    start = int(track.start.timestamp()) * 1000
    length = track.minutes * 60_000
    speed = track.metres / (length / 1000) if length else 0.0
    return (
        track.name, track.description, track.category, track.category, start, start + length, 0,
        track.metres, length, length, speed, speed, speed, 0, 0, track.gain, track.loss,
        uuid.UUID(int=number).bytes, 0,
    )  # fmt: skip
