"""OpenTracks' storage: database, preferences, and their state after installation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from android_gym.errors import DatabaseError
from android_gym.simulator.appkit.columns import text_of
from android_gym.simulator.apps.opentracks.model import Marker, Measured, Point, Track
from android_gym.simulator.apps.opentracks.units import Units, system
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = [
    "CATEGORY",
    "SETTINGS",
    "TrackStore",
    "install",
    "is_on",
    "setting",
    "started",
    "units",
    "whole",
]

VERSION: Final = 37
"""``user_version`` of the database of OpenTracks 4.11.3."""

SCHEMA: Final = """
CREATE TABLE android_metadata (locale TEXT);
INSERT INTO android_metadata VALUES ('en_US');
CREATE TABLE tracks (_id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, description TEXT,
category TEXT, starttime INTEGER, stoptime INTEGER, numpoints INTEGER, totaldistance FLOAT,
totaltime INTEGER, movingtime INTEGER, avgspeed FLOAT, avgmovingspeed FLOAT, maxspeed FLOAT,
minelevation FLOAT, maxelevation FLOAT, elevationgain FLOAT, icon TEXT, uuid BLOB,
elevationloss FLOAT, starttime_offset INTEGER, activity_type TEXT);
CREATE UNIQUE INDEX tracks_uuid_index ON tracks(uuid);
CREATE TABLE trackpoints (_id INTEGER PRIMARY KEY AUTOINCREMENT, trackid INTEGER NOT NULL,
longitude INTEGER, latitude INTEGER, time INTEGER, elevation FLOAT, accuracy FLOAT, speed FLOAT,
bearing FLOAT, sensor_heartrate FLOAT, sensor_cadence FLOAT, sensor_power FLOAT,
elevation_gain FLOAT, elevation_loss FLOAT, type TEXT CHECK(type IN (-2, -1, 0, 1, 3)),
sensor_distance FLOAT, accuracy_vertical FLOAT,
FOREIGN KEY (trackid) REFERENCES tracks(_id) ON UPDATE CASCADE ON DELETE CASCADE);
CREATE INDEX trackpoints_trackid_index ON trackpoints(trackid);
CREATE TABLE markers (_id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, description TEXT,
category TEXT, icon TEXT, trackid INTEGER NOT NULL, length FLOAT, duration INTEGER,
longitude INTEGER, latitude INTEGER, time INTEGER, elevation FLOAT, accuracy FLOAT, bearing FLOAT,
photoUrl TEXT,
FOREIGN KEY (trackid) REFERENCES tracks(_id) ON UPDATE CASCADE ON DELETE CASCADE);
CREATE INDEX markers_trackid_index ON markers(trackid)
"""

MICRO: Final = 1_000_000
"""Factor of stored coordinates, which are in millionths of a degree."""

MOST_POINTS: Final = 50_000
"""Maximum number of points read from a track."""

SETTINGS: Final[Mapping[str, str | bool]] = {
    "statsUnits": "METRIC",
    "statsRate": "ACTIVITY_TYPE",
    "defaultActivity": "unknown",
    "trackName": "DATE_ISO_8601",
    "nightMode": "-1",
    "showOnMapFormatKey": "Ask",
    "recordingDistanceInterval": "10",
    "maxRecordingDistance": "200",
    "minRecordingIntervalV2": "0",
    "recordingGpsAccuracy": "50",
    "idleSpeedDuration": "10",
    "exportTrackFileFormat": "KMZ_WITH_TRACKDETAIL_AND_SENSORDATA_AND_PICTURES",
    "instantExportFilename": "{date}_{time}_{name}",
    "preventReimportTrackKey": True,
    "showIntroduction": True,
}
"""Preferences that affect the app's behaviour, with their defaults."""


def setting(context: Context, key: str) -> str:
    """Return a text preference; its default if another type is stored."""
    return context.preferences().get(key, str(SETTINGS[key]))


def whole(context: Context, key: str) -> int:
    """Return an integer preference, stored as text; its default if it isn't an integer."""
    text = setting(context, key)
    return int(text if text.isdecimal() and len(text) < 9 else str(SETTINGS[key]))


def is_on(context: Context, key: str) -> bool:
    """Return a boolean preference."""
    return context.preferences().get(key, bool(SETTINGS[key]))


def units(context: Context) -> Units:
    """Return the user's preferred units."""
    return system(setting(context, "statsUnits"))


def install(context: Context, *, cleared: bool) -> None:
    """Create the database as in the prepared image; a cleared app creates it when it starts.

    The introduction is already done in the image; AndroidWorld's way to open the app skips it too.
    """
    if cleared:
        return
    started(context)
    context.preferences().put(showIntroduction=False)
    TrackStore(context)
    context.system.databases.close_owner(context.package)


def started(context: Context) -> None:
    """Store the units for the phone's language, as the app does at its first start."""
    preferences = context.preferences()
    if preferences.get("statsUnits") is None:
        language = context.system.properties.get("persist.sys.locale") or "en-US"
        preferences.put(statsUnits="IMPERIAL" if language == "en-US" else "METRIC")


def _int(value: object) -> int:
    """Return a value as Android's ``Cursor.getLong`` does."""
    if isinstance(value, int):
        return value
    return int(_float(value) or 0)


def _float(value: object) -> float | None:
    """Return a value as ``Cursor.getFloat`` does; None for NULL and for values that don't fit."""
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return 0.0
    if isinstance(value, int | float) and abs(value) < 1e300:  # false for not-a-number
        return float(value)
    return None


def _track(row: Sequence[Any]) -> Track:
    (
        number, name, description, category, start, stop, points, distance, total, moving, top,
        gain, loss, offset, kind, markers,
    ) = row  # fmt: skip
    return Track(
        number,
        text_of(name),
        text_of(description),
        text_of(category),
        _int(start),
        _int(stop),
        _int(points),
        _float(distance) or 0.0,
        _int(total),
        _int(moving),
        _float(top) or 0.0,
        _float(gain),
        _float(loss),
        _int(offset),
        text_of(kind),
        markers,
    )


_TRACK = (
    "SELECT _id, name, description, category, starttime, stoptime, numpoints, totaldistance, "
    "totaltime, movingtime, maxspeed, elevationgain, elevationloss, starttime_offset, "
    "activity_type, (SELECT count(*) FROM markers WHERE trackid = tracks._id) FROM tracks"
)
CATEGORY: Final = "CAST(coalesce(category, '') AS TEXT)"
"""SQL expression of the activity type's label as text, whatever type is stored."""

_ORDER = "ORDER BY starttime DESC, _id"
_FOUND = "(name LIKE ? OR description LIKE ? OR category LIKE ?)"
_MARKER = (
    "SELECT _id, trackid, name, description, category, length, duration, latitude, longitude, "
    "time, elevation FROM markers"
)


def _marker(row: Sequence[Any]) -> Marker:
    number, track, name, description, category, length, duration, north, east, time, height = row
    return Marker(
        number,
        _int(track),
        text_of(name),
        text_of(description),
        text_of(category),
        _float(length) or 0.0,
        _int(duration),
        (_float(north) or 0.0) / MICRO,
        (_float(east) or 0.0) / MICRO,
        _int(time),
        _float(height),
    )


def _like(found: str | None) -> tuple[str, tuple[str | int, ...]]:
    """Return the SQL condition of a search, and its parameters."""
    return ("", ()) if not found else (f" WHERE {_FOUND}", (f"%{found}%",) * 3)


def _micro(degrees: float | None) -> int | None:
    return None if degrees is None else round(degrees * MICRO)


class TrackStore:
    """Queries of the database, which is created if it is missing."""

    def __init__(self, context: Context) -> None:
        self.database: Database = context.database(
            "database.db",
            version=VERSION,
            create=lambda database: database.script(SCHEMA),
            upgrade=_upgrade,
            foreign_keys=True,
        )

    # -- tracks

    def count(self, found: str | None = None) -> int:
        """Return the number of tracks, or of those that a search finds."""
        where, parameters = _like(found)
        return int(self.database.value(f"SELECT count(*) FROM tracks{where}", parameters))

    def page(self, number: int, size: int, found: str | None = None) -> list[Track]:
        """Return a page of the list, latest start first."""
        where, parameters = _like(found)
        # Read whole rows and count markers only for the page's tracks.
        chosen = f"SELECT _id FROM tracks{where} {_ORDER} LIMIT {size} OFFSET {number * size}"
        rows = self.database.query(f"{_TRACK} WHERE _id IN ({chosen}) {_ORDER}", parameters)
        return [_track(row) for row in rows]

    def ids(self, found: str | None = None) -> tuple[int, ...]:
        """Return the ids of the list's tracks, in order."""
        where, parameters = _like(found)
        rows = self.database.query(f"SELECT _id FROM tracks{where} {_ORDER}", parameters)
        return tuple(number for (number,) in rows)

    def get(self, number: int) -> Track | None:
        """Return one track; None if there is none."""
        rows = self.database.query(f"{_TRACK} WHERE _id = ?", (number,))
        return _track(rows[0]) if rows else None

    def new_uuid(self) -> bytes:
        """Return 16 random bytes from the phone's own generator."""
        made: bytes = self.database.value("SELECT randomblob(16)")
        return made

    def known(self, uuid: bytes) -> int | None:
        """Return the id of the track with a UUID; None if there is none."""
        rows = self.database.query("SELECT _id FROM tracks WHERE uuid = ?", (uuid,))
        return rows[0][0] if rows else None

    def uuid(self, number: int) -> bytes:
        """Return a track's UUID; 16 zero bytes if it has none."""
        value = self.database.value("SELECT uuid FROM tracks WHERE _id = ?", (number,))
        return value if isinstance(value, bytes) and len(value) == 16 else bytes(16)

    def add(self, track: Track, uuid: bytes) -> int:
        """Add a track, ignoring its id; return its new id."""
        return self.database.insert("tracks", {**_columns(track), "uuid": uuid})

    def rewrite(self, number: int, track: Track, heights: tuple[float, float] | None) -> None:
        """Update a track's statistics.

        Args:
            number: Id of the track.
            track: Track with the new statistics.
            heights: Lowest and highest altitude in metres; None if unknown.
        """
        low, high = heights or (None, None)
        values = {
            "stoptime": track.stop_ms,
            "numpoints": track.points,
            "totaldistance": track.distance,
            "totaltime": track.total_ms,
            "movingtime": track.moving_ms,
            "avgspeed": track.average_speed,
            "avgmovingspeed": track.moving_speed,
            "maxspeed": track.max_speed,
            "minelevation": low,
            "maxelevation": high,
        }
        self.database.update("tracks", values, "_id = ?", (number,))

    def heights(self, number: int) -> tuple[float, float] | None:
        """Return a track's lowest and highest altitude in metres; None if unknown."""
        rows = self.database.query(
            "SELECT minelevation, maxelevation FROM tracks WHERE _id = ?", (number,)
        )
        low, high = map(_float, rows[0]) if rows else (None, None)
        return None if low is None or high is None else (low, high)

    def edit(self, number: int, name: str, category: str, kind: str, description: str) -> None:
        """Update the user-editable fields of a track."""
        values = {
            "name": name,
            "category": category,
            "activity_type": kind,
            "description": description,
        }
        self.database.update("tracks", values, "_id = ?", (number,))

    def delete(self, numbers: Sequence[int]) -> None:
        """Delete tracks with their points and markers."""
        self._delete("tracks", numbers)

    def _delete(self, table: str, numbers: Sequence[int]) -> None:
        self.database.executemany(f"DELETE FROM {table} WHERE _id = ?", [(n,) for n in numbers])

    def totals(self, condition: str, parameters: Sequence[object]) -> list[tuple[Any, ...]]:
        """Return (category, count, metres, moving ms, top speed) of tracks, grouped by category."""
        return self.database.query(
            f"SELECT {CATEGORY}, count(*), total(totaldistance), total(movingtime), max(maxspeed) "
            f"FROM tracks WHERE {condition} GROUP BY 1 ORDER BY 2 DESC, 1",
            tuple(parameters),
        )

    def categories(self) -> list[str]:
        """Return all categories in use, sorted."""
        rows = self.database.query(f"SELECT DISTINCT {CATEGORY} FROM tracks ORDER BY 1")
        return [category for (category,) in rows]

    # -- points

    def add_point(self, track: int, point: Point) -> None:
        """Add a point to a track."""
        self.add_points(track, [point])

    def add_points(self, track: int, points: Sequence[Point]) -> None:
        """Add all points to a track, or none on failure."""
        self.database.executemany(
            "INSERT INTO trackpoints (trackid, longitude, latitude, time, elevation, accuracy, "
            "speed, bearing, type, sensor_heartrate, sensor_cadence, sensor_power, "
            "elevation_gain, elevation_loss) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    track, _micro(point.longitude), _micro(point.latitude), point.time_ms,
                    point.altitude, point.accuracy, point.speed, point.bearing, point.kind,
                    point.heart_rate, point.cadence, point.power, point.gain, point.loss,
                )
                for point in points
            ],
        )  # fmt: skip

    def measured(self, track: int, column: str) -> Measured | None:
        """Return the summary of a sensor's values; None if it measured nothing.

        Args:
            track: Id of the track.
            column: Column of `trackpoints`: ``sensor_heartrate``, ``sensor_cadence`` or
                ``sensor_power``.
        """
        # A value is weighted by the time until the next point; a single value has full weight.
        rows = self.database.query(
            "SELECT max(value), coalesce(sum(value * lasts) / sum(lasts), avg(value)) FROM ("
            f"SELECT 1.0 * {column} AS value, "
            "max(0, lead(time) OVER (ORDER BY _id) - time) AS lasts "
            f"FROM (SELECT * FROM trackpoints WHERE trackid = ? ORDER BY _id LIMIT {MOST_POINTS})) "
            "WHERE value IS NOT NULL",
            (track,),
        )
        highest, mean = (_float(value) for value in rows[0])
        return None if highest is None or mean is None else Measured(highest, mean)

    def points(self, track: int) -> list[Point]:
        """Return a track's points in time order, at most `MOST_POINTS`."""
        rows = self.database.query(
            "SELECT type, time, latitude, longitude, elevation, speed, accuracy, bearing, "
            "elevation_gain, elevation_loss, sensor_heartrate, sensor_cadence, sensor_power "
            f"FROM trackpoints WHERE trackid = ? ORDER BY _id LIMIT {MOST_POINTS}",
            (track,),
        )
        found = []
        for kind, time, north, east, *rest in rows:
            latitude, longitude = _float(north), _float(east)
            found.append(
                Point(
                    _int(kind),
                    _int(time),
                    None if latitude is None else latitude / MICRO,
                    None if longitude is None else longitude / MICRO,
                    *map(_float, rest),
                )
            )
        return found

    # -- markers

    def markers(self, track: int | None, found: str | None = None) -> list[int]:
        """Return the ids of markers in order: a track's or all, or those that a search finds.

        Args:
            track: Id of the track; None for all.
            found: Search text; None for no search.
        """
        where, parameters = _like(found)
        if track is not None:
            where = f"{where} AND trackid = ?" if where else " WHERE trackid = ?"
            parameters = (*parameters, track)
        rows = self.database.query(f"SELECT _id FROM markers{where} ORDER BY _id", parameters)
        return [number for (number,) in rows]

    def marker(self, number: int) -> Marker | None:
        """Return one marker; None if there is none."""
        rows = self.database.query(f"{_MARKER} WHERE _id = ?", (number,))
        return _marker(rows[0]) if rows else None

    def track_markers(self, track: int) -> list[Marker]:
        """Return the markers of a track, in order."""
        rows = self.database.query(f"{_MARKER} WHERE trackid = ? ORDER BY _id", (track,))
        return [_marker(row) for row in rows]

    def add_marker(self, marker: Marker) -> int:
        """Add a marker, ignoring its id; return its new id."""
        return self.database.insert(
            "markers",
            {
                "name": marker.name,
                "description": marker.description,
                "category": marker.category,
                "icon": "",
                "trackid": marker.track,
                "length": marker.length,
                "duration": marker.duration_ms,
                "longitude": _micro(marker.longitude),
                "latitude": _micro(marker.latitude),
                "time": marker.time_ms,
                "elevation": marker.altitude,
                "photoUrl": "",
            },
        )

    def edit_marker(self, number: int, name: str, category: str, description: str) -> None:
        """Update the user-editable fields of a marker."""
        values = {"name": name, "category": category, "description": description}
        self.database.update("markers", values, "_id = ?", (number,))

    def delete_markers(self, numbers: Sequence[int]) -> None:
        """Delete markers."""
        self._delete("markers", numbers)


def _upgrade(database: Database, old: int, new: int) -> None:
    # The app can upgrade from version 23 on, but the tables of older versions are unknown here.
    raise DatabaseError(f"Can't upgrade database from version {old} to {new}")


def _columns(track: Track) -> dict[str, object]:
    return {
        "name": track.name,
        "description": track.description,
        "category": track.category,
        "starttime": track.start_ms,
        "stoptime": track.stop_ms,
        "numpoints": track.points,
        "totaldistance": track.distance,
        "totaltime": track.total_ms,
        "movingtime": track.moving_ms,
        "avgspeed": track.average_speed,
        "avgmovingspeed": track.moving_speed,
        "maxspeed": track.max_speed,
        "elevationgain": track.gain,
        "elevationloss": track.loss,
        "starttime_offset": track.offset_s,
        "activity_type": track.activity_type,
    }
