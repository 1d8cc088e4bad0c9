"""The rules of the tasks of OsmAnd, at their thresholds."""

from __future__ import annotations

from typing import Any

import pytest

from android_gym.errors import OptionError
from android_gym.task_suite.android_world.osmand import places
from android_gym.task_suite.android_world.osmand.places import (
    DATABASE,
    FAVORITES,
    PLACES,
    TRACKS,
    Waypoint,
    is_near,
    passes,
    place_of,
    written,
)
from android_gym.task_suite.android_world.osmand.tasks import (
    OsmAndFavorite,
    OsmAndMarker,
    OsmAndTrack,
)
from android_gym.task_suite.touches import Rows

SCHAAN = PLACES["Schaan, Liechtenstein"]
RUGGELL = PLACES["Ruggell, Liechtenstein"]
BALZERS = PLACES["Balzers, Liechtenstein"]
NAMES = ["Schaan, Liechtenstein", "Ruggell, Liechtenstein", "Balzers, Liechtenstein"]
LINE = [SCHAAN, RUGGELL, BALZERS]


def put(phone: Any, *waypoints: Waypoint, group: str = "favorites") -> None:
    phone.push(f"{FAVORITES}/{group}.gpx", written(waypoints))


def verdicts(case: Any) -> tuple[float, float]:
    """Ours and AndroidWorld's."""
    return case.success, case.original


def mark(phone: Any, number: str, lat: float | None, lon: float | None, active: int = 1) -> None:
    phone.execute(
        DATABASE,
        "INSERT INTO map_markers (marker_id, marker_lat, marker_lon, marker_active) "
        "VALUES (?, ?, ?, ?)",
        [(number, lat, lon, active)],
    )


def track(phone: Any, line: list[Any], name: str = "a", planned: list[Any] | None = None) -> None:
    phone.push(f"{TRACKS}/{name}.gpx", written(line=line, planned=planned or []))


def test_a_place_is_named_or_given_by_its_coordinates() -> None:
    assert place_of("Schaan, Liechtenstein") == SCHAAN
    assert place_of("47.5, -9.25") == (47.5, -9.25)
    for text in ("Schaan", "47.5", "1, 2, 3", ""):
        with pytest.raises(ValueError):  # noqa: PT011
            place_of(text)


@pytest.mark.parametrize(("off", "near"), [(0.0, True), (0.00099, True), (0.00101, False)])
def test_a_thousandth_of_a_degree(off: float, near: bool) -> None:
    for sign in (1, -1):
        assert is_near((SCHAAN[0] + sign * off, SCHAAN[1]), SCHAAN) is near
        assert is_near((SCHAAN[0], SCHAAN[1] + sign * off), SCHAAN) is near


def test_a_line_passes_places_in_their_order() -> None:
    assert passes(LINE, LINE)
    assert passes([SCHAAN, BALZERS, RUGGELL, BALZERS], LINE)
    assert passes(LINE, [])
    assert not passes([], LINE)
    assert not passes(LINE[::-1], LINE)
    assert not passes(LINE[:2], LINE)
    near = (SCHAAN[0] + 0.0001, SCHAAN[1])
    assert passes([SCHAAN], [SCHAAN, near])  # one point may stand for two places


@pytest.mark.parametrize("name", ["here", "Schaan, Liechtenstein"])
def test_the_only_favorite_is_at_the_place(phone: Any, begun: Any, name: str) -> None:
    case = begun(OsmAndFavorite, phone, location="Schaan, Liechtenstein")
    assert verdicts(case) == (0.0, 0.0)
    put(phone, Waypoint(name, *SCHAAN))
    assert verdicts(case) == (1.0, 1.0)
    put(phone, Waypoint(name, *SCHAAN), group="favorites-Trip")
    assert verdicts(case) == (0.0, 1.0)
    phone.remove(f"{FAVORITES}/favorites.gpx")
    assert verdicts(case) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("name", "ours", "theirs"),
    [
        ("favorites.gpx", 1.0, 1.0),
        ("favorites-Trip.gpx", 1.0, 0.0),
        ("favorites.gpx.bak", 0.0, 0.0),
        ("favorites-Trip.txt", 0.0, 0.0),
        ("mine.gpx", 0.0, 0.0),
    ],
)
def test_favorites_are_what_the_app_reads(
    phone: Any, begun: Any, name: str, ours: float, theirs: float
) -> None:
    case = begun(OsmAndFavorite, phone, location="Schaan, Liechtenstein")
    phone.push(f"{FAVORITES}/{name}", written([Waypoint("x", *SCHAAN)]))
    assert verdicts(case) == (ours, theirs)


def test_nothing_else_may_be_kept(phone: Any, begun: Any) -> None:
    case = begun(OsmAndFavorite, phone, location="Schaan, Liechtenstein")
    put(phone, Waypoint("x", *SCHAAN))
    track(phone, LINE)
    assert verdicts(case) == (0.0, 1.0)
    case = begun(OsmAndMarker, phone, location="Schaan, Liechtenstein")  # empties both folders
    mark(phone, "a", *SCHAAN)
    assert verdicts(case) == (1.0, 1.0)
    track(phone, LINE)
    assert verdicts(case) == (0.0, 1.0)
    phone.remove(f"{TRACKS}/a.gpx")
    put(phone, Waypoint("x", *SCHAAN))
    assert verdicts(case) == (0.0, 1.0)
    case = begun(OsmAndTrack, phone, waypoints=NAMES)
    track(phone, LINE)
    assert (*verdicts(case), case.progress) == (1.0, 1.0, 1.0)
    put(phone, Waypoint("x", *SCHAAN))
    assert (*verdicts(case), case.progress) == (0.0, 1.0, 0.9)


def test_tracks_are_what_the_app_lists(phone: Any, begun: Any) -> None:
    case = begun(OsmAndTrack, phone, waypoints=NAMES)
    phone.push(f"{TRACKS}/a.txt", written(line=LINE))
    assert verdicts(case) == (0.0, 0.0)
    track(phone, LINE)
    assert verdicts(case) == (1.0, 1.0)
    phone.push(f"{TRACKS}/b.gpx", "<gpx")
    assert verdicts(case) == (0.0, 1.0)


def test_favorites_that_are_not_at_the_place(phone: Any, begun: Any) -> None:
    case = begun(OsmAndFavorite, phone, location="47.1663432, 9.5103085")
    put(phone, Waypoint("", *SCHAAN))
    assert verdicts(case) == (1.0, 1.0)
    put(phone, Waypoint("47.1663432, 9.5103085", *RUGGELL))
    assert verdicts(case) == (0.0, 1.0)
    put(phone, Waypoint("x", *RUGGELL))
    assert verdicts(case) == (0.0, 0.0)
    phone.push(f"{FAVORITES}/favorites.gpx", "no xml at all")
    assert verdicts(case) == (0.0, 0.0)
    phone.push(f"{FAVORITES}/favorites.gpx", "<gpx><wpt lat='47.1663432' lon='9.5103085'/></gpx>")
    assert verdicts(case) == (0.0, 0.0)  # of no namespace


def test_entities_are_not_resolved(phone: Any, begun: Any) -> None:
    case = begun(OsmAndFavorite, phone, location="Schaan, Liechtenstein")
    bomb = "<!DOCTYPE gpx [<!ENTITY a '9.5103085'>]>"
    space = "xmlns='http://www.topografix.com/GPX/1/1'"
    phone.push(
        f"{FAVORITES}/favorites.gpx", f"{bomb}<gpx {space}><wpt lat='47.1663432'>&a;</wpt></gpx>"
    )
    assert verdicts(case) == (0.0, 0.0)


def test_the_only_marker_is_active_and_at_the_place(phone: Any, begun: Any) -> None:
    case = begun(OsmAndMarker, phone, location="Schaan, Liechtenstein")
    assert verdicts(case) == (0.0, 0.0)
    mark(phone, "a", *SCHAAN)
    assert verdicts(case) == (1.0, 1.0)
    mark(phone, "b", *RUGGELL)
    assert verdicts(case) == (0.0, 1.0)
    phone.execute(DATABASE, "DELETE FROM map_markers WHERE marker_id = 'a'")
    assert verdicts(case) == (0.0, 0.0)
    phone.execute(DATABASE, "DELETE FROM map_markers")
    mark(phone, "c", *SCHAAN, active=0)
    assert verdicts(case) == (0.0, 1.0)
    phone.execute(DATABASE, "DELETE FROM map_markers")
    mark(phone, "d", None, SCHAAN[1])
    assert verdicts(case) == (0.0, 0.0)
    phone.execute(DATABASE, "DELETE FROM map_markers")
    mark(phone, "e", *SCHAAN)
    phone.execute(DATABASE, "UPDATE map_markers SET marker_disabled = 1")
    assert verdicts(case) == (0.0, 1.0)


def test_a_marker_that_is_at_no_place_is_none(phone: Any, begun: Any) -> None:
    case = begun(OsmAndMarker, phone, location="Schaan, Liechtenstein")
    mark(phone, "a", *SCHAAN)
    for column in ("marker_lat", "marker_lon"):
        for value in ("'north'", "x'ff'", "9e999"):
            phone.execute(DATABASE, f"UPDATE map_markers SET {column} = {value}")
            assert verdicts(case) == (0.0, 0.0)
        phone.execute(
            DATABASE, f"UPDATE map_markers SET marker_lat = {SCHAAN[0]}, marker_lon = {SCHAAN[1]}"
        )
        assert verdicts(case) == (1.0, 1.0)


def test_markers_that_were_there_are_deleted(phone: Any, begun: Any) -> None:
    mark(phone, "old", *SCHAAN)
    phone.push(places.ITINERARY, written([Waypoint("old", *SCHAAN)]))
    case = begun(OsmAndMarker, phone, location="Schaan, Liechtenstein")
    assert verdicts(case) == (0.0, 0.0)
    assert not phone.exists(places.ITINERARY)
    phone.shell(f"rm -r {DATABASE.rpartition('/')[0]}/*")
    case = begun(OsmAndMarker, phone, location="Schaan, Liechtenstein")
    assert verdicts(case) == (0.0, 0.0)


def test_one_marker_may_be_added() -> None:
    assert OsmAndMarker().touches({"location": NAMES[0]}) == [Rows("map markers", added=1)]


def test_the_only_track_begins_and_ends_at_its_places(phone: Any, begun: Any) -> None:
    case = begun(OsmAndTrack, phone, waypoints=NAMES)
    assert verdicts(case) == (0.0, 0.0)
    track(phone, LINE)
    assert verdicts(case) == (1.0, 1.0)
    between = (47.2, 9.5)
    track(phone, [SCHAAN, between, RUGGELL, between, BALZERS])
    assert verdicts(case) == (1.0, 1.0)
    track(phone, [between, *LINE])
    assert verdicts(case) == (0.0, 1.0)
    track(phone, [*LINE, between])
    assert verdicts(case) == (0.0, 1.0)
    track(phone, LINE[::-1])
    assert verdicts(case) == (0.0, 0.0)
    track(phone, LINE)
    track(phone, [between], "b")
    assert verdicts(case) == (0.0, 1.0)
    phone.shell(f"mkdir {TRACKS}/rec; rm {TRACKS}/b.gpx; mv {TRACKS}/a.gpx {TRACKS}/rec/a.gpx")
    assert verdicts(case) == (1.0, 0.0)


def test_a_planned_route_has_these_points_alone(phone: Any, begun: Any) -> None:
    case = begun(OsmAndTrack, phone, waypoints=NAMES)
    track(phone, LINE, planned=LINE)
    assert verdicts(case) == (1.0, 1.0)
    between = (47.2, 9.5)
    track(phone, LINE, planned=[SCHAAN, between, RUGGELL, BALZERS])
    assert verdicts(case) == (0.0, 1.0)
    track(phone, LINE, planned=LINE[:2])
    assert verdicts(case) == (0.0, 1.0)
    track(phone, LINE, planned=[SCHAAN, between, BALZERS])
    assert verdicts(case) == (0.0, 1.0)


def test_progress_is_the_share_of_the_places(phone: Any, begun: Any) -> None:
    case = begun(OsmAndTrack, phone, waypoints=NAMES)
    task = OsmAndTrack()
    for line, share in (([], 0.0), (LINE[:1], 1 / 3), (LINE[:2], 2 / 3), (LINE, 1.0)):
        track(phone, line)
        assert task.progress(phone, case.params) == pytest.approx(share)
    track(phone, [*LINE, SCHAAN])
    assert task.progress(phone, case.params) == 0.9


@pytest.mark.parametrize(
    ("task", "params"),
    [
        (OsmAndFavorite, {"location": "Vaduz"}),
        (OsmAndMarker, {"location": "91, 9"}),
        (OsmAndMarker, {"location": "nan, 9"}),
        (OsmAndTrack, {"waypoints": NAMES[:1]}),
        (OsmAndTrack, {"waypoints": [NAMES[0], NAMES[0]]}),
        (OsmAndTrack, {"waypoints": [NAMES[0], "Vaduz"]}),
    ],
)
def test_other_places_are_refused(task: Any, params: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        task().check(params)
