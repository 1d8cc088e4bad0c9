"""OpenTracks' data, and the state of its screens."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final, Literal

from android_gym.simulator.appkit.lists import ListState

PACKAGE: Final = "de.dennisguse.opentracks"

SEGMENT_START: Final = -2
SEGMENT_START_AUTOMATIC: Final = -1
TRACK_POINT: Final = 0
SEGMENT_END: Final = 1
IDLE: Final = 3


@dataclass(frozen=True)
class Track:
    """One row of ``tracks``.

    Attributes:
        id: Its id.
        name: Name.
        description: Description.
        category: Activity type as the user reads it.
        start_ms: Epoch milliseconds of its start.
        stop_ms: Epoch milliseconds of its end.
        points: Number of stored points.
        distance: Metres.
        total_ms: Duration.
        moving_ms: Duration without the time standing still.
        max_speed: Metres a second.
        gain: Metres climbed; None for unknown.
        loss: Metres descended; None for unknown.
        offset_s: Seconds that the local time was ahead of UTC.
        activity_type: Id of the activity type.
        markers: Number of its markers.
    """

    id: int
    name: str = ""
    description: str = ""
    category: str = ""
    start_ms: int = 0
    stop_ms: int = 0
    points: int = 0
    distance: float = 0.0
    total_ms: int = 0
    moving_ms: int = 0
    max_speed: float = 0.0
    gain: float | None = None
    loss: float | None = None
    offset_s: int = 0
    activity_type: str = ""
    markers: int = 0

    @property
    def average_speed(self) -> float:
        """Metre a second over the whole time, 0.0 without time."""
        return self.distance / (self.total_ms / 1000) if self.total_ms > 0 else 0.0

    @property
    def moving_speed(self) -> float:
        """Metre a second while moving, 0.0 without time."""
        return self.distance / (self.moving_ms / 1000) if self.moving_ms > 0 else 0.0

    @property
    def top_speed(self) -> float:
        """Metre a second: the highest, which is never below `moving_speed`."""
        return max(self.max_speed, self.moving_speed)


@dataclass(frozen=True)
class Point:
    """One row of ``trackpoints``; None for what was not measured.

    Attributes:
        kind: One of the constants of this module.
        time_ms: Epoch milliseconds.
        latitude: Degrees.
        longitude: Degrees.
        altitude: Metres.
        speed: Metres a second.
        accuracy: Metres.
        bearing: Degrees.
        gain: Metres climbed since the point before.
        loss: Metres descended since the point before.
        heart_rate: Beats a minute.
        cadence: Turns a minute.
        power: Watts.
    """

    kind: int
    time_ms: int
    latitude: float | None = None
    longitude: float | None = None
    altitude: float | None = None
    speed: float | None = None
    accuracy: float | None = None
    bearing: float | None = None
    gain: float | None = None
    loss: float | None = None
    heart_rate: float | None = None
    cadence: float | None = None
    power: float | None = None

    @property
    def place(self) -> tuple[float, float] | None:
        """Latitude and longitude in degrees, where both are known."""
        if self.latitude is None or self.longitude is None:
            return None
        return self.latitude, self.longitude


@dataclass(frozen=True)
class Measured:
    """Values that a sensor measured along a track.

    Attributes:
        highest: The highest value.
        mean: The mean over time.
    """

    highest: float
    mean: float


@dataclass(frozen=True)
class Marker:
    """One row of ``markers``.

    Attributes:
        id: Its id.
        track: Id of its track.
        name: Name.
        description: Description.
        category: Kind of marker, freely chosen.
        length: Metres from the track's start.
        duration_ms: Time from the track's start.
        latitude: Degrees.
        longitude: Degrees.
        time_ms: Epoch milliseconds.
        altitude: Metres; None for unknown.
    """

    id: int
    track: int
    name: str = ""
    description: str = ""
    category: str = ""
    length: float = 0.0
    duration_ms: int = 0
    latitude: float = 0.0
    longitude: float = 0.0
    time_ms: int = 0
    altitude: float | None = None


@dataclass(frozen=True)
class Recording:
    """A recording under way; it dies with the process.

    Attributes:
        track: Id of the track.
        started_ms: Milliseconds since boot when it was started or resumed.
        before_ms: Duration that the track had then.
        last: Last stored point with a place, in this segment.
        last_ms: Milliseconds since boot when that was stored.
        idle: Whether the phone stands still.
        fixed: Whether a fix good enough has come.
    """

    track: int
    started_ms: int
    before_ms: int = 0
    last: Point | None = None
    last_ms: int = 0
    idle: bool = False
    fixed: bool = False


@dataclass(frozen=True)
class Memory:
    """State that ends with the process.

    Attributes:
        recording: The recording under way.
        gps: Whether the receiver was started from the list, without a recording.
        ready: Whether it has found a place.
    """

    recording: Recording | None = None
    gps: bool = False
    ready: bool = False


# -- the screens' states


@dataclass(frozen=True)
class IntroductionState:
    """Page of the introduction, from 0."""

    page: int = 0


@dataclass(frozen=True)
class TrackListState(ListState):
    """The list of tracks; `query` is what the search field holds.

    Attributes:
        found: What the list was searched for; None for the whole list.
        asked: Whether the permissions were asked for.
    """

    found: str | None = None
    asked: bool = False


@dataclass(frozen=True)
class TrackState:
    """A track's tabs.

    Attributes:
        tab: Index of the tab.
        interval: Index in the choices of the split interval.
        zoom: How many times the charts' axis is stretched.
        start: Share of the axis that lies left of what is shown.
        dismissed: Whether the hint on the missing signal was dismissed.
    """

    tab: int = 0
    interval: int = 2
    zoom: float = 1.0
    start: float = 0.0
    dismissed: bool = False


@dataclass(frozen=True)
class EditState:
    """The fields of a track.

    Attributes:
        name: Name.
        type: Activity type as typed.
        description: Description.
        typing: Whether the types that fit are listed below the field.
    """

    name: str = ""
    type: str = ""
    description: str = ""
    typing: bool = False


@dataclass(frozen=True)
class MarkerEditState:
    """The fields of a marker; `typing` as in `EditState`."""

    name: str = ""
    type: str = ""
    description: str = ""
    typing: bool = False


@dataclass(frozen=True)
class Filter:
    """Filter of the aggregated statistics.

    Attributes:
        categories: Activity types that count.
        first: First day that counts.
        last: Last day that counts.
    """

    categories: frozenset[str]
    first: dt.date
    last: dt.date


@dataclass(frozen=True)
class AggregatedState:
    """The aggregated statistics; `filter` is None while all tracks count."""

    filter: Filter | None = None


Page = Literal["", "defaults", "ui", "gps", "sensors", "announcements", "files", "api"]


@dataclass(frozen=True)
class SettingsState:
    """Page of the settings; "" for the first."""

    page: Page = ""


@dataclass(frozen=True)
class Transfer:
    """The progress of an import or export.

    Attributes:
        total: Number of files.
        done: How many were written or read.
        overwritten: How many of these replaced another file.
        skipped: How many were left out, as a file is there or the track is known.
        errors: What went wrong, a line each.
    """

    total: int = 0
    done: int = 0
    overwritten: int = 0
    skipped: int = 0
    errors: tuple[str, ...] = ()


@dataclass(frozen=True)
class TransferState:
    """The screen of an import or export.

    Attributes:
        progress: How far it is.
        waiting: Ids of the tracks to export, the next first.
        folder: Path of the folder to export to.
        one_file: Whether all tracks go into one file.
        always: What to do with files that are there: "" asks.
        ticked: Whether the answer holds for all.
    """

    progress: Transfer = Transfer()
    waiting: tuple[int, ...] = ()
    folder: str = ""
    one_file: bool = False
    always: Literal["", "skip", "overwrite"] = ""
    ticked: bool = False
