"""Tasks of OsmAnd: a favourite, a marker, a track."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from android_gym.devices.user_places import FAVORITE_ROWS, TRACK_ROWS
from android_gym.errors import OptionError
from android_gym.task_suite.android_world.osmand.places import (
    DATABASE,
    FAVORITES,
    ITINERARY,
    PACKAGE,
    PLACES,
    TOLERANCE,
    TRACKS,
    Track,
    Waypoint,
    clear,
    is_near,
    passes,
    place_of,
    read_favorites,
    read_tracks,
    written,
)
from android_gym.task_suite.goal import Goal
from android_gym.task_suite.task import Disputed, NearMiss, Params, Task
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["OsmAndFavorite", "OsmAndMarker", "OsmAndTrack"]

BEYOND = 1.1 * TOLERANCE
_INSERT = (
    "INSERT INTO map_markers (marker_id, marker_lat, marker_lon, marker_description, "
    "marker_active, marker_added, marker_visited, marker_color, marker_next_key, "
    "marker_disabled, marker_selected) VALUES (?, ?, ?, 'location#', ?, 1697384040000, 0, 0, "
    "'tail_next', 0, 0)"
)


def _sample_location(rng: np.random.Generator) -> str:
    """Draw a place, and whether it is given by name or by coordinates."""
    names = sorted(PLACES)
    name = str(names[int(rng.integers(len(names)))])
    if rng.random() < 0.5:
        return name
    lat, lon = PLACES[name]
    return f"{lat}, {lon}"


def _other(location: str) -> str:
    """Return another place."""
    place = place_of(location)
    return next(name for name in sorted(PLACES) if not is_near(PLACES[name], place))


def _beyond(location: str) -> tuple[float, float]:
    """Return a place that is slightly too far from another."""
    lat, lon = place_of(location)
    return round(lat + BEYOND, 7), lon


def _put_favorites(device: Device, *waypoints: Waypoint) -> None:
    device.mkdir(FAVORITES)
    device.push(f"{FAVORITES}/favorites.gpx", written(waypoints))


def _put_marker(device: Device, lat: float, lon: float, active: bool = True) -> None:
    number = len(device.query(DATABASE, "SELECT marker_id FROM map_markers"))
    device.execute(DATABASE, _INSERT, [(f"marker-{number}", lat, lon, int(active))])


def _put_track(
    device: Device,
    line: Sequence[tuple[float, float]],
    name: str = "Sun 15 Oct 2023",
    planned: Sequence[tuple[float, float]] = (),
) -> None:
    device.mkdir(TRACKS)
    device.push(f"{TRACKS}/{name}.gpx", written(line=line, planned=planned))


class _LocationTask(Task):
    """A task about one place."""

    apps = ("OsmAnd",)
    tags = ("search", "complex_ui_understanding", "parameterized")

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the place."""
        return {"location": _sample_location(rng)}

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject an invalid place.

        Raises:
            OptionError: If the place is not one of `PLACES`, nor "latitude, longitude".
        """
        super().check(params)
        try:
            lat, lon = place_of(params["location"])
        except ValueError:
            lat = lon = 999.0
        if not (abs(lat) <= 85 and abs(lon) <= 180):
            raise OptionError(
                f"'location' must be one of {', '.join(map(repr, sorted(PLACES)))}, or "
                f"coordinates such as '47.1, 9.5', got {params['location']!r}."
            )


class OsmAndFavorite(_LocationTask):
    """Add a place to the favourites."""

    template = "Add a favorite location marker for {location} in the OsmAnd maps app."
    rewordings = (
        "In the OsmAnd maps app, make {location} one of the favorites.",
        "Save {location} as a favorite place in OsmAnd, the maps app.",
        "I go to {location} often. Please add it to my favorites in OsmAnd.",
        "Open OsmAnd, find {location} on the map and keep it as a favorite.",
    )
    difficulty = "medium"
    complexity = 1.3

    def setup(self, device: Device, params: Params) -> None:
        """Delete all favourites with their backups, and all tracks."""
        clear(device)

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow one new favourite."""
        return [Rows(FAVORITE_ROWS, added=1)]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the place is the only favorite, in any group and with any name.

        There must be no tracks.
        """
        found = read_favorites(device)
        place = place_of(params["location"])
        there = len(found) == 1 and is_near((found[0].lat, found[0].lon), place)
        return float(there and not read_tracks(device))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if a favorite in the default group is at the place, or has its name."""
        location = params["location"]
        place = place_of(location)
        return float(
            any(
                location in each.name or is_near((each.lat, each.lon), place)
                for each in read_favorites(device, default_only=True)
            )
        )

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return another place, one slightly too far, only a name, a marker, and one too many."""
        location = params["location"]
        place, other = place_of(location), _other(location)
        here = Waypoint(location.partition(",")[0], *place)

        def puts(*waypoints: Waypoint) -> NearMiss:
            return lambda device: _put_favorites(device, *waypoints)

        def marks(device: Device) -> None:
            device.launch("osmand")
            device.force_stop(PACKAGE)
            _put_marker(device, *place)

        def also_tracks(device: Device) -> None:
            _put_favorites(device, here)
            _put_track(device, [place, PLACES[other]])

        def groups(device: Device) -> None:
            device.push(
                f"{FAVORITES}/favorites-Trip.gpx",
                written([Waypoint("here", *_beyond(location))]),
            )

        return {
            "another place": puts(Waypoint("elsewhere", *PLACES[other])),
            "a little too far": puts(Waypoint("here", *_beyond(location))),
            "latitude and longitude exchanged": puts(Waypoint("here", place[1], place[0])),
            "too far, and in a group": groups,
            "a marker": marks,
            "the name of the place, elsewhere": Disputed(puts(Waypoint(location, *PLACES[other]))),
            "another favorite beside it": Disputed(
                puts(here, Waypoint("elsewhere", *PLACES[other]))
            ),
            "a track too": Disputed(also_tracks),
        }


class OsmAndMarker(_LocationTask):
    """Mark a place on the map."""

    template = "Add a location marker for {location} in the OsmAnd maps app."
    rewordings = (
        "In the OsmAnd maps app, set a map marker at {location}.",
        "Mark {location} on the map of OsmAnd with a marker.",
        "Please put a flag, a map marker, on {location} in OsmAnd.",
        "Open OsmAnd, search for {location} and add a marker there.",
    )
    difficulty = "hard"
    complexity = 2.0

    def setup(self, device: Device, params: Params) -> None:
        """Delete all markers, favourites and tracks.

        OsmAnd is started once if it has no database yet.
        """
        if not device.exists(DATABASE):
            device.launch("osmand")
        clear(device)
        device.execute(DATABASE, "DELETE FROM map_markers")
        device.remove(ITINERARY)

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow one new marker."""
        return [Rows("map markers", added=1)]

    def _markers(self, device: Device) -> list[tuple[float, float, bool]]:
        """Return latitude, longitude and whether active of each marker that has a position."""
        query = "SELECT marker_lat, marker_lon, marker_active, marker_disabled FROM map_markers"
        return [
            (lat, lon, active == 1 and not disabled)
            for lat, lon, active, disabled in device.query(DATABASE, query)
            if isinstance(lat, int | float) and isinstance(lon, int | float)
        ]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the only marker is at the place and active; no favorites, no tracks."""
        place = place_of(params["location"])
        found = self._markers(device)
        there = len(found) == 1 and found[0][2] and is_near(found[0][:2], place)
        return float(there and not read_favorites(device) and not read_tracks(device))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if any marker is at the place."""
        place = place_of(params["location"])
        markers = self._markers(device)
        return float(any(is_near(marker[:2], place) for marker in markers))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return another place, one a bit too far, a favourite, a passed marker, one too many."""
        location = params["location"]
        place, other = place_of(location), PLACES[_other(location)]

        def marks(*places: tuple[float, float], active: bool = True) -> NearMiss:
            def put(device: Device) -> None:
                for lat, lon in places:
                    _put_marker(device, lat, lon, active)

            return put

        def also(puts: Callable[..., None], what: object) -> NearMiss:
            def put(device: Device) -> None:
                _put_marker(device, *place)
                puts(device, what)

            return put

        return {
            "another place": marks(other),
            "a little too far": marks(_beyond(location)),
            "latitude and longitude exchanged": marks((place[1], place[0])),
            "a favorite": lambda device: _put_favorites(device, Waypoint(location, *place)),
            "a marker in the history": Disputed(marks(place, active=False)),
            "another marker beside it": Disputed(marks(place, other)),
            "a favorite too": Disputed(also(_put_favorites, Waypoint(location, *place))),
            "a track too": Disputed(also(_put_track, [place, other])),
        }


class OsmAndTrack(Task):
    """Save a track through some places."""

    template = (
        "Save a track with waypoints {waypoints} in the OsmAnd maps app in the same order as "
        "listed."
    )
    rewordings = (
        "With the OsmAnd maps app, save a track that goes by {waypoints}, in this order.",
        "Plan a track in OsmAnd with these waypoints, one after the other, and save it: "
        "{waypoints}.",
        "I need a saved track in OsmAnd. Its waypoints, in order: {waypoints}.",
        "Open OsmAnd and make a track through {waypoints}. Keep the order and save the track.",
    )
    apps = ("OsmAnd",)
    difficulty = "hard"
    tags = (
        "complex_ui_understanding",
        "search",
        "data_entry",
        "repetition",
        "parameterized",
    )
    complexity = 12.0

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw two to four places."""
        names = sorted(PLACES)
        count = int(rng.integers(2, 5))
        chosen = rng.permutation(len(names))[:count]
        return {"waypoints": [names[int(number)] for number in chosen]}

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject invalid places.

        Raises:
            OptionError: If there are fewer than two, or one is not in `PLACES` or named twice.
        """
        super().check(params)
        names = params["waypoints"]
        if len(names) < 2 or len(set(names)) < len(names) or not set(names) <= PLACES.keys():
            raise OptionError(
                "'waypoints' must be two or more different ones of "
                f"{', '.join(map(repr, sorted(PLACES)))}, got {names!r}."
            )

    def goal(self, params: Params) -> Goal:
        """Return the instruction with the names in a list."""
        return Goal(self.template, {"waypoints": ", ".join(params["waypoints"])})

    def setup(self, device: Device, params: Params) -> None:
        """Delete all tracks and favourites."""
        clear(device)

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow one new track."""
        return [Rows(TRACK_ROWS, added=1)]

    @staticmethod
    def _fits(track: Track, places: Sequence[tuple[float, float]]) -> bool:
        """Return whether a track begins at the first place, ends at the last, and passes all."""
        if not track.points or not passes(track.points, places):
            return False
        if not (is_near(track.points[0], places[0]) and is_near(track.points[-1], places[-1])):
            return False
        planned = track.planned
        same = len(planned) == len(places) and all(map(is_near, planned, places))
        return same or not planned

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if there is one track, from the first place through the others to the last.

        There must be no favourites.
        """
        places = [PLACES[name] for name in params["waypoints"]]
        tracks = read_tracks(device)
        there = len(tracks) == 1 and self._fits(tracks[0], places)
        return float(there and not read_favorites(device))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if any track, except those in subfolders, passes the places in order."""
        places = [PLACES[name] for name in params["waypoints"]]
        tracks = read_tracks(device, deep=False)
        return float(any(passes(track.points, places) for track in tracks))

    def progress(self, device: Device, params: Params) -> float:
        """Return the share of the places that the only track passes in order."""
        tracks = read_tracks(device)
        places = [PLACES[name] for name in params["waypoints"]]
        if len(tracks) != 1:
            return 0.0
        if self._fits(tracks[0], places):
            return 0.9 if read_favorites(device) else 1.0
        most = max(n for n in range(len(places) + 1) if passes(tracks[0].points, places[:n]))
        return min(most / len(places), 0.9)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return other orders, places missing, too far or extra, favourites, and two tracks."""
        names = params["waypoints"]
        places = [PLACES[name] for name in names]
        other = next(PLACES[name] for name in sorted(PLACES) if name not in names)
        lat, lon = places[-1]

        def line(*points: tuple[float, float]) -> NearMiss:
            return lambda device: _put_track(device, points)

        def planned(device: Device) -> None:
            points = [places[0], other, *places[1:]]
            _put_track(device, points, planned=points)

        def two(device: Device) -> None:
            _put_track(device, places)
            _put_track(device, places[:1], "Sun 15 Oct 2023_1")

        def also_a_favorite(device: Device) -> None:
            _put_track(device, places)
            _put_favorites(device, Waypoint(names[0], *places[0]))

        def favorites(device: Device) -> None:
            pairs = zip(names, places, strict=True)
            _put_favorites(device, *(Waypoint(name, *place) for name, place in pairs))

        return {
            "in reverse": line(*reversed(places)),
            "the first two exchanged": line(places[1], places[0], *places[2:]),
            "without the last": line(*places[:-1]),
            "without the first": line(*places[1:]),
            "the last a little too far": line(*places[:-1], (round(lat + BEYOND, 7), lon)),
            "as favorites": favorites,
            "from somewhere else": Disputed(line(other, *places)),
            "on to somewhere else": Disputed(line(*places, other)),
            "by somewhere else": Disputed(planned),
            "two tracks": Disputed(two),
            "a favorite too": Disputed(also_a_favorite),
        }
