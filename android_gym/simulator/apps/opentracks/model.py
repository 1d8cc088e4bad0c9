"""OpenTracks' data, and the states of its screens."""

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
        id: Id of the track.
        name: Name.
        description: Description.
        category: Label of the activity type.
        start_ms: Start time, epoch milliseconds.
        stop_ms: End time, epoch milliseconds.
        points: Number of stored points.
        distance: Metres.
        total_ms: Total duration.
        moving_ms: Duration without idle time.
        max_speed: Metres per second.
        gain: Metres climbed; None for unknown.
        loss: Metres descended; None for unknown.
        offset_s: UTC offset of the local time, in seconds.
        activity_type: Id of the activity type.
        markers: Number of markers.
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
        """Average over the total time in metres per second; 0.0 without time."""
        return self.distance / (self.total_ms / 1000) if self.total_ms > 0 else 0.0

    @property
    def moving_speed(self) -> float:
        """Average while moving in metres per second; 0.0 without time."""
        return self.distance / (self.moving_ms / 1000) if self.moving_ms > 0 else 0.0

    @property
    def top_speed(self) -> float:
        """Maximum in metres per second, never below `moving_speed`."""
        return max(self.max_speed, self.moving_speed)


@dataclass(frozen=True)
class Point:
    """One row of ``trackpoints``; None for values that were not measured.

    Attributes:
        kind: One of the constants of this module.
        time_ms: Epoch milliseconds.
        latitude: Degrees.
        longitude: Degrees.
        altitude: Metres.
        speed: Metres per second.
        accuracy: Metres.
        bearing: Degrees.
        gain: Metres climbed since the previous point.
        loss: Metres descended since the previous point.
        heart_rate: Beats per minute.
        cadence: Revolutions per minute.
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
        """Latitude and longitude in degrees; None unless both are known."""
        if self.latitude is None or self.longitude is None:
            return None
        return self.latitude, self.longitude


@dataclass(frozen=True)
class Measured:
    """Summary of a sensor's values along a track.

    Attributes:
        highest: Maximum.
        mean: Time-weighted mean.
    """

    highest: float
    mean: float


@dataclass(frozen=True)
class Marker:
    """One row of ``markers``.

    Attributes:
        id: Id of the marker.
        track: Id of the track.
        name: Name.
        description: Description.
        category: Free-form marker type.
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
    """The current recording; it is lost with the process.

    Attributes:
        track: Id of the track.
        started_ms: Time of the start or resumption, milliseconds since boot.
        before_ms: Duration of the track at that time.
        last: Last stored point with a position in this segment.
        last_ms: Time when `last` was stored, milliseconds since boot.
        idle: Whether the phone is not moving.
        fixed: Whether there has been a sufficiently accurate fix.
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
    """State that is lost with the process.

    Attributes:
        recording: The current recording.
        gps: Whether the GPS receiver was started from the list, without a recording.
        ready: Whether the receiver has a fix.
    """

    recording: Recording | None = None
    gps: bool = False
    ready: bool = False


# -- states of the screens


@dataclass(frozen=True)
class IntroductionState:
    """Page of the introduction, from 0."""

    page: int = 0


@dataclass(frozen=True)
class TrackListState(ListState):
    """State of the track list; `query` is the text in the search field.

    Attributes:
        found: Search text in effect; None for the whole list.
        asked: Whether the permissions were requested.
    """

    found: str | None = None
    asked: bool = False


@dataclass(frozen=True)
class TrackState:
    """State of a track's tabs.

    Attributes:
        tab: Index of the tab.
        interval: Index of the chosen split interval.
        zoom: Zoom factor of the charts' axis.
        start: Fraction of the axis to the left of the visible part.
    """

    tab: int = 0
    interval: int = 2
    zoom: float = 1.0
    start: float = 0.0


@dataclass(frozen=True)
class EditState:
    """State of the form with a track's fields.

    Attributes:
        name: Name.
        type: Activity type as typed.
        description: Description.
        typing: Whether matching types are listed below the field.
    """

    name: str = ""
    type: str = ""
    description: str = ""
    typing: bool = False


@dataclass(frozen=True)
class MarkerEditState:
    """State of the form with a marker's fields; `typing` as in `EditState`."""

    name: str = ""
    type: str = ""
    description: str = ""
    typing: bool = False


@dataclass(frozen=True)
class Filter:
    """Filter of the aggregated statistics.

    Attributes:
        categories: Activity types to include.
        first: First day to include.
        last: Last day to include.
    """

    categories: frozenset[str]
    first: dt.date
    last: dt.date


@dataclass(frozen=True)
class AggregatedState:
    """State of the aggregated statistics; `filter` is None if all tracks are included."""

    filter: Filter | None = None


Page = Literal["", "defaults", "ui", "gps", "sensors", "announcements", "files", "api"]


@dataclass(frozen=True)
class SettingsState:
    """Title of the settings page on screen; "" for the first."""

    page: Page = ""


@dataclass(frozen=True)
class Transfer:
    """Progress of an import or export.

    Attributes:
        total: Number of files.
        done: Number of files written or read.
        overwritten: Number of them that replaced an existing file.
        skipped: Number of files skipped because the file or the track exists already.
        errors: Error messages, one per line.
    """

    total: int = 0
    done: int = 0
    overwritten: int = 0
    skipped: int = 0
    errors: tuple[str, ...] = ()


@dataclass(frozen=True)
class TransferState:
    """State of an import or export screen.

    Attributes:
        progress: Progress.
        waiting: Ids of the tracks to export, the next first.
        folder: Path of the folder to export to.
        one_file: Whether all tracks go into one file.
        always: What to do with existing files; "" to ask.
        ticked: Whether the answer applies to all files.
    """

    progress: Transfer = Transfer()
    waiting: tuple[int, ...] = ()
    folder: str = ""
    one_file: bool = False
    always: Literal["", "skip", "overwrite"] = ""
    ticked: bool = False
