"""OsmAnd's files, databases and preferences."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from android_gym.errors import FileError
from android_gym.simulator.apps.osmand import gpx
from android_gym.simulator.apps.osmand.model import (
    FLAG_COLORS,
    Hit,
    HitKind,
    Marker,
    TrackInfo,
)
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context, Preferences

__all__ = [
    "MAP_FILE",
    "ROOT",
    "TRACKS",
    "HistoryStore",
    "MarkerStore",
    "Settings",
    "TrackStore",
    "flag",
    "has_map",
    "install",
    "now_of",
    "preferences",
    "setting",
    "write_file",
]

ROOT: Final = "/storage/emulated/0/Android/data/net.osmand/files"
TRACKS: Final = f"{ROOT}/tracks"
MAP_FILE: Final = f"{ROOT}/Liechtenstein_europe.obf"

_MAP_HEADER: Final = b"\x08\x02\xca\x01\x10android_gym map of Liechtenstein\n"

SETTINGS: Final[Mapping[str, str | bool]] = {
    "daynight_mode": "DAY",
    "default_metric_system": "KILOMETERS_AND_METERS",
    "coordinates_format": "0",
    "show_poi_labels": True,
    "show_favorites": True,
    "show_map_markers": True,
    "show_tracks": True,
    "text_scale": "1.0",
    "trip_recording": False,
}
"""Preferences that change what the app does, with their default values."""


def preferences(context: Context) -> Preferences:
    """Return the app's own preferences file."""
    return context.preferences("net.osmand.settings")


def setting(context: Context, key: str) -> str:
    """Return a string setting; its default if a value of another type is stored."""
    return Settings(context).text(key)


def flag(context: Context, key: str) -> bool:
    """Return a boolean setting; its default if a value of another type is stored."""
    return Settings(context).flag(key)


class Settings:
    """The current settings, read once."""

    def __init__(self, context: Context) -> None:
        self.kept = preferences(context).all()

    def text(self, key: str) -> str:
        """Return a string setting; its default if a value of another type is stored."""
        kept = self.kept.get(key)
        return kept if isinstance(kept, str) else str(SETTINGS[key])

    def flag(self, key: str) -> bool:
        """Return a boolean setting; its default if a value of another type is stored."""
        kept = self.kept.get(key)
        return kept if isinstance(kept, bool) else SETTINGS[key] is True


def install(context: Context, *, cleared: bool) -> None:
    """Create the state left by AndroidWorld's set-up: first start done, map installed.

    Args:
        context: The app's context.
        cleared: Whether the app's data was cleared: the first start is shown again; the map stays.
    """
    if cleared:
        return
    preferences(context).put(show_osmand_welcome_screen=False)
    files = context.system.files
    for folder in (ROOT, TRACKS):
        if not files.is_dir(folder):
            files.mkdir(folder, parents=True, owner=context.uid)
    files.write(MAP_FILE, _MAP_HEADER, owner=context.uid)
    MarkerStore(context)  # the first start creates its database


def has_map(context: Context) -> bool:
    """Return whether the map of the country is installed."""
    files = context.system.files
    return files.is_file(MAP_FILE)


def now_of(context: Context) -> int:
    """Return the current time in epoch ms."""
    return int(context.system.clock.now_ms())


def write_file(context: Context, path: str, data: bytes) -> None:
    """Write a file, creating its parent folders.

    Raises:
        FileError: If there is no space for it, or a path component is not a folder.
    """
    files = context.system.files
    folder = path.rpartition("/")[0]
    if not files.is_dir(folder):
        files.mkdir(folder, parents=True, owner=context.uid)
    files.write(path, data, owner=context.uid)


# -- markers

_MARKERS_VERSION: Final = 13
_MARKERS: Final = """
CREATE TABLE android_metadata (locale TEXT);
INSERT INTO android_metadata VALUES ('en_US');
CREATE TABLE IF NOT EXISTS map_markers (marker_id TEXT PRIMARY KEY, marker_lat double,
marker_lon double, marker_description TEXT, marker_active int, marker_added long,
marker_visited long, group_name TEXT, group_key TEXT, marker_color int, marker_next_key TEXT,
marker_disabled int, marker_selected int, marker_map_object_name TEXT);
CREATE TABLE IF NOT EXISTS map_markers_groups (group_id TEXT PRIMARY KEY, group_name TEXT,
group_type int, group_disabled int, group_categories TEXT)
"""
_COLUMNS: Final = (
    "marker_id, marker_lat, marker_lon, marker_description, marker_active, marker_added, "
    "marker_visited, marker_color"
)


class MarkerStore:
    """Stores markers in ``map_markers_db``, with a copy of the active ones in ``itinerary.gpx``."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.database = context.database(
            "map_markers_db", version=_MARKERS_VERSION, create=_create_markers, upgrade=_keep
        )

    def ids(self, *, active: bool) -> list[str]:
        """Return the ids of the active markers, the first added first, or of those in the history.

        Markers in the history are ordered by when they were passed, the latest first.
        """
        order = "marker_added, rowid" if active else "marker_visited DESC, rowid DESC"
        rows = self.database.query(
            "SELECT marker_id FROM map_markers WHERE ifnull(marker_active, 0) = ? "
            f"ORDER BY {order}",
            (int(active),),
        )
        return [str(number) for (number,) in rows if number is not None]

    def get(self, number: str) -> Marker | None:
        """Return a marker; None if it doesn't exist."""
        rows = self.database.query(
            f"SELECT {_COLUMNS} FROM map_markers WHERE marker_id = ?", (number,)
        )
        return _marker(rows[0]) if rows else None

    def active(self) -> list[Marker]:
        """Return the active markers, the first added first."""
        rows = self.database.query(
            f"SELECT {_COLUMNS} FROM map_markers WHERE marker_active = 1 "
            "ORDER BY marker_added, rowid"
        )
        return [_marker(row) for row in rows]

    def flags(self) -> str:
        """Return the active markers as "latitude longitude color;" for each."""
        text = self.database.value(
            "SELECT group_concat(marker_lat || ' ' || marker_lon || ' ' || "
            "ifnull(marker_color, 0), ';') FROM map_markers WHERE marker_active = 1"
        )
        return str(text or "")

    def add(self, lat: float, lon: float, kind: str, name: str, poi: str = "") -> str:
        """Add a marker; return its id."""
        raw = str(self.database.value("SELECT lower(hex(randomblob(16)))"))
        number = "-".join((raw[:8], raw[8:12], "4" + raw[13:16], "a" + raw[17:20], raw[20:]))
        last = self.database.query(
            "SELECT marker_color FROM map_markers WHERE marker_active = 1 "
            "ORDER BY marker_added DESC, rowid DESC LIMIT 1"
        )
        color = (_whole(last[0][0]) + 1) % len(FLAG_COLORS) if last else 0
        self.database.execute(
            "UPDATE map_markers SET marker_next_key = ? WHERE marker_next_key = 'tail_next'",
            (number,),
        )
        self.database.insert(
            "map_markers",
            {
                "marker_id": number,
                "marker_lat": round(lat, 7),
                "marker_lon": round(lon, 7),
                "marker_description": f"{kind}#{name}",
                "marker_active": 1,
                "marker_added": now_of(self.context),
                "marker_visited": 0,
                "group_name": None,
                "group_key": None,
                "marker_color": color,
                "marker_next_key": "tail_next",
                "marker_disabled": 0,
                "marker_selected": 0,
                "marker_map_object_name": poi or None,
            },
        )
        self.save_itinerary()
        return number

    def describe(self, number: str, kind: str, name: str) -> None:
        """Rename a marker."""
        self._change(number, marker_description=f"{kind}#{name}")

    def move(self, number: str, lat: float, lon: float) -> None:
        """Move a marker."""
        self._change(number, marker_lat=round(lat, 7), marker_lon=round(lon, 7))

    def recolor(self, number: str, color: int) -> None:
        """Change a marker's colour."""
        self._change(number, marker_color=color)

    def set_active(self, numbers: Sequence[str], active: bool) -> None:
        """Move markers to the history, or back to the active ones."""
        now = 0 if active else now_of(self.context)
        rows = [(int(active), now, "tail_next" if active else "history_next", n) for n in numbers]
        self.database.executemany(
            "UPDATE map_markers SET marker_active = ?, marker_visited = ?, marker_next_key = ? "
            "WHERE marker_id = ?",
            rows,
        )
        self.save_itinerary()

    def delete(self, number: str) -> None:
        """Delete a marker."""
        self.database.execute("DELETE FROM map_markers WHERE marker_id = ?", (number,))
        self.save_itinerary()

    def _change(self, number: str, **values: object) -> None:
        self.database.update("map_markers", values, "marker_id = ?", (number,))
        self.save_itinerary()

    def save_itinerary(self) -> None:
        """Write the file of active markers."""
        points = [(m.lat, m.lon, m.name, gpx.iso_time(m.added), "") for m in self.active()]
        data = gpx.write_points("itinerary", gpx.iso_time(now_of(self.context)), points)
        try:
            write_file(self.context, f"{ROOT}/itinerary.gpx", data)
        except FileError:
            return  # the database still has them


def _create_markers(database: Database) -> None:
    database.script(_MARKERS)


def _keep(database: Database, old: int, new: int) -> None:
    """Upgrade an older database by creating the tables that it lacks."""
    tables = _MARKERS.partition("CREATE TABLE IF NOT EXISTS")
    database.script(tables[1] + tables[2])


def _whole(value: object) -> int:
    return value if isinstance(value, int) and abs(value) < 2**62 else 0


def _degrees(value: object, most: float) -> float:
    number = float(value) if isinstance(value, int | float) else 0.0
    return number if abs(number) <= most else 0.0


def _marker(row: Sequence[Any]) -> Marker:
    number, lat, lon, description, active, added, visited, color = row
    kind, _, name = str(description or "").partition("#")
    moments = [max(0, min(_whole(each), 4_102_444_800_000)) for each in (added, visited)]
    return Marker(
        str(number), _degrees(lat, 90), _degrees(lon, 180), kind, name.partition("#")[0],
        active == 1, moments[0], moments[1], _whole(color) % len(FLAG_COLORS),
    )  # fmt: skip


# -- tracks


class TrackStore:
    """Stores tracks as GPX files, and which of them are shown on the map."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def paths(self) -> list[str]:
        """Return the paths of all tracks, sorted by name, with those in subfolders last."""
        files = self.context.system.files
        if not files.is_dir(TRACKS):
            return []
        found = [
            path
            for path, stat in files.walk(TRACKS)
            if stat.kind == "file" and path.lower().endswith(".gpx")
        ]
        return sorted(found, key=lambda path: (path.count("/"), path.casefold()))

    def get(self, path: str) -> TrackInfo | None:
        """Return a track; None if it doesn't exist or can't be read."""
        files = self.context.system.files
        if not path.startswith(f"{TRACKS}/") or not files.is_file(path):
            return None
        return gpx.read_track(path, files.read(path))

    def contents(self, paths: Sequence[str]) -> list[tuple[str, bytes]]:
        """Return path and content of the tracks that exist."""
        files = self.context.system.files
        inside = [path for path in paths if path.startswith(f"{TRACKS}/")]
        return [(path, files.read(path)) for path in inside if files.is_file(path)]

    def free_name(self, name: str, folder: str = TRACKS) -> str:
        """Return an unused name for a track, with a number added if needed."""
        files, number, free = self.context.system.files, 0, name
        while files.exists(f"{folder}/{free}.gpx"):
            number += 1
            free = f"{name}_{number}"
        return free

    def exists(self, name: str) -> bool:
        """Return whether a track with a name exists outside of subfolders."""
        return self.context.system.files.exists(f"{TRACKS}/{name}.gpx")

    def save(self, path: str, data: bytes) -> None:
        """Write a track.

        Raises:
            FileError: If it can't be written.
        """
        write_file(self.context, path, data)

    def delete(self, paths: Sequence[str]) -> None:
        """Delete tracks; ignore those that don't exist."""
        files = self.context.system.files
        for path in paths:
            if path.startswith(f"{TRACKS}/") and files.is_file(path):
                files.remove(path)
        self.show(self.shown() - set(paths))

    def rename(self, path: str, name: str) -> str:
        """Rename a track; return its new path.

        Raises:
            FileError: If it can't be renamed.
        """
        target = f"{path.rpartition('/')[0]}/{name}.gpx"
        self.context.system.files.rename(path, target)
        if path in self.shown():
            self.show(self.shown() - {path} | {target})
        return target

    def shown(self) -> frozenset[str]:
        """Return the paths of the tracks shown on the map."""
        return self.shown_in(preferences(self.context).get("selected_gpx"))

    @staticmethod
    def shown_in(kept: object) -> frozenset[str]:
        """Return the paths stored in a setting."""
        return frozenset(_selected(kept)) if isinstance(kept, str) else frozenset()

    def show(self, paths: frozenset[str]) -> None:
        """Show exactly these tracks on the map."""
        names = [{"file": path.removeprefix(f"{TRACKS}/")} for path in sorted(paths)]
        preferences(self.context).put(selected_gpx=json.dumps(names))


@lru_cache(maxsize=16)
def _selected(text: str) -> tuple[str, ...]:
    try:
        names = json.loads(text[:1_000_000])
    except (ValueError, RecursionError):
        return ()
    found = names if isinstance(names, list) else []
    return tuple(
        f"{TRACKS}/{each['file']}"
        for each in found
        if isinstance(each, dict) and isinstance(each.get("file"), str)
    )


# -- history

_HISTORY: Final = """
CREATE TABLE android_metadata (locale TEXT);
INSERT INTO android_metadata VALUES ('en_US');
CREATE TABLE IF NOT EXISTS history_recents (name TEXT, time long, freq_intervals TEXT,
freq_values TEXT, latitude double, longitude double, source TEXT)
"""
_MOST_HISTORY: Final = 1500


class HistoryStore:
    """Reads and changes the history of searched and viewed places."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.database = context.database("search_history", version=3, create=_create_history)

    def add(self, kind: str, name: str, lat: float, lon: float) -> None:
        """Add a place; one that is already in the history becomes the latest."""
        described = f"{kind}#{name}"
        self.database.execute("DELETE FROM history_recents WHERE name = ?", (described,))
        self.database.insert(
            "history_recents",
            {
                "name": described, "time": now_of(self.context), "freq_intervals": "",
                "freq_values": "", "latitude": round(lat, 7), "longitude": round(lon, 7),
                "source": "SEARCH",
            },
        )  # fmt: skip
        self.database.execute(
            "DELETE FROM history_recents WHERE rowid IN (SELECT rowid FROM history_recents "
            "ORDER BY time DESC LIMIT -1 OFFSET ?)",
            (_MOST_HISTORY,),
        )

    def numbers(self) -> list[int]:
        """Return the row ids, the latest first."""
        query = "SELECT rowid FROM history_recents ORDER BY time DESC, rowid DESC"
        return [number for (number,) in self.database.query(query)]

    def get(self, number: int) -> Hit | None:
        """Return an entry; None if it doesn't exist."""
        rows = self.database.query(
            "SELECT name, latitude, longitude FROM history_recents WHERE rowid = ?", (number,)
        )
        if not rows:
            return None
        kind, _, name = str(rows[0][0] or "").partition("#")
        place = _degrees(rows[0][1], 90), _degrees(rows[0][2], 180)
        kinds: dict[str, tuple[HitKind, str, str]] = {
            "poi": ("poi", "POI", "map_marker"),
            "favorite": ("favorite", "Favorite", "star"),
            "location": ("location", "Location", "crosshairs_gps"),
        }
        found, detail, icon = kinds.get(kind, ("history", "Address", "home_city"))
        return Hit(found, name or kind, detail, *place, icon=icon)

    def clear(self) -> None:
        """Clear the history."""
        self.database.execute("DELETE FROM history_recents")


def _create_history(database: Database) -> None:
    database.script(_HISTORY)
