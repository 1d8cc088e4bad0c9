"""OsmAnd: its map, search, favourites, markers, planner, directions, tracks and files."""

from __future__ import annotations

import hashlib
import itertools
import xml.etree.ElementTree as ET
from collections.abc import Callable

import pytest

from android_gym.simulator.apps.osmand import gpx
from android_gym.simulator.apps.osmand.finding import address_of, find
from android_gym.simulator.apps.osmand.formats import coordinates, parse_coordinates
from android_gym.simulator.apps.osmand.geography import geography
from android_gym.simulator.apps.osmand.model import Favorite, MapState
from android_gym.simulator.apps.osmand.routing import line_of
from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver

PACKAGE = "net.osmand"
MAP = "net.osmand.plus.activities.MapActivity"
PLACES = "net.osmand.plus.myplaces.ui.MyPlacesActivity"
ROOT = "/sdcard/Android/data/net.osmand/files"
NS = "{http://www.topografix.com/GPX/1/1}"
SCHAAN = (47.1663432, 9.5103085)
RUGGELL = (47.23976, 9.5262837)
MIDDLE = (540, 1200)


@pytest.fixture
def app() -> AppDriver:
    driver = AppDriver(Phone(), PACKAGE)
    driver.start(MAP)
    return driver


def state(app: AppDriver) -> MapState:
    top = app.phone.system.activities.top
    assert isinstance(top.saved, MapState)
    return top.saved


def find_place(app: AppDriver, text: str, name: str) -> None:
    app.tap("Search")
    app.enter("searchEditText", text)
    title(app, name)
    if app.shows("searchEditText"):
        app.tap(f"SHOW {name.upper()} ON THE MAP")
    app.wait(500)


def title(app: AppDriver, text: str) -> None:
    app.tap_element(next(e for e in app.elements("title") if e.text == text))


def retype(app: AppDriver, field: str, text: str) -> None:
    app.tap(field)
    length = len(app.text(field))
    app.press("MOVE_END")
    for _ in range(length):
        app.press("DEL")
    app.type(text)


def points(app: AppDriver, path: str, tag: str) -> list[tuple[float, float]]:
    root = ET.fromstring(app.phone.pull(path))
    return [(float(e.get("lat", "")), float(e.get("lon", ""))) for e in root.iter(f"{NS}{tag}")]


def tracks(app: AppDriver) -> list[str]:
    return app.shell(f"find {ROOT}/tracks -type f").split("\n")[:-1]


def near(one: tuple[float, float], two: tuple[float, float], far: float = 1e-6) -> bool:
    return abs(one[0] - two[0]) < far and abs(one[1] - two[1]) < far


# --- the map


def test_a_drag_moves_the_map_by_what_the_finger_moved_beyond_the_slop(app: AppDriver) -> None:
    before = state(app).view.camera
    app.phone.swipe(540, 1200, 740, 1100, 300)
    after = state(app).view.camera
    density = 420 / 160
    slop = 8 * density
    scale = before.world_px(density)
    assert (before.x - after.x) * scale == pytest.approx(200 - slop, abs=12)
    assert (before.y - after.y) * scale == pytest.approx(-(100 - slop), abs=12)
    assert after.zoom == before.zoom


def test_two_taps_show_more_around_the_finger_and_two_fingers_show_less(app: AppDriver) -> None:
    phone, zoom = app.phone, state(app).view.camera.zoom
    box = app.find("map_view_with_layers").bbox_pixels
    assert box is not None
    size = (round(box.width), round(box.height))
    before = state(app).view.camera.at(300, 700, size, 420 / 160)
    phone.tap(300, 700)
    phone.advance(100)
    phone.tap(300, 700)
    phone.advance(500)
    view = state(app).view
    assert view.camera.zoom == zoom + 1
    assert view.size == size
    assert near(view.camera.at(300, 700, size, 420 / 160), before)
    for down in (True, False):
        phone.touch(400, 900, down, 0)
        phone.touch(700, 900, down, 1)
    phone.advance(500)
    assert state(app).view.camera.zoom == zoom
    assert state(app).hud


def test_a_pinch_zooms_and_turns_about_the_fingers(app: AppDriver) -> None:
    phone = app.phone
    zoom = state(app).view.camera.zoom
    phone.touch(440, 1200, True, 0)
    phone.touch(640, 1200, True, 1)
    for step in range(1, 11):
        phone.touch(440 - 10 * step, 1200, True, 0)
        phone.touch(640 + 10 * step, 1200, True, 1)
    phone.touch(340, 1200, False, 0)
    phone.touch(740, 1200, False, 1)
    camera = state(app).view.camera
    assert camera.zoom == pytest.approx(zoom + 1, abs=0.01)
    assert camera.rotation == 0
    phone.touch(340, 1200, True, 0)
    phone.touch(740, 1200, True, 1)
    for step in range(1, 11):
        phone.touch(740, 1200 + 30 * step, True, 1)
    phone.touch(340, 1200, False, 0)
    phone.touch(740, 1500, False, 1)
    assert state(app).view.camera.rotation > 10
    app.tap("Map direction is fixed")
    assert state(app).view.camera.rotation == 0


def test_one_tap_hides_the_buttons_and_another_shows_them(app: AppDriver) -> None:
    app.phone.tap(200, 1700)
    app.wait(600)
    assert not app.shows("Zoom in")
    app.phone.tap(200, 1700)
    app.wait(600)
    assert app.shows("Zoom in")


def test_a_long_press_looks_the_address_up(app: AppDriver) -> None:
    find_place(app, "vaduz", "Vaduz")
    app.back()
    for _ in range(3):
        app.tap("Zoom in")
    phone = app.phone
    phone.touch(*MIDDLE, True)
    phone.advance(600)
    assert app.text("context_menu_line1") == "Looking up address…"
    phone.advance(600)
    phone.touch(*MIDDLE, False)
    assert app.text("context_menu_line1").endswith(", Vaduz")
    assert state(app).spot is not None
    app.phone.swipe(540, 900, 100, 900, 200)  # dragging does not close it
    assert app.shows("context_menu_line1")


def test_where_nothing_is_no_address_is_determined(app: AppDriver) -> None:
    phone = app.phone
    phone.touch(1000, 500, True)
    phone.advance(600)
    phone.touch(1000, 500, False)
    phone.advance(500)
    assert app.text("context_menu_line1") == "No address determined"
    assert app.text("context_menu_line2") == "Location"


def test_the_map_is_where_it_was_left(app: AppDriver) -> None:
    find_place(app, "ruggell", "Ruggell")
    app.press("HOME")
    app.stop()
    app.start(MAP)
    assert near(state(app).view.camera.place, RUGGELL)
    assert "last_known_map_lat" in app.shell(
        "cat /data/data/net.osmand/shared_prefs/net.osmand.settings.xml"
    )


# --- search


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("Schaan, Liechtenstein", "town", "Schaan"),
        ("schaan liech", "town", "Schaan"),
        ("triesen", "village", "Triesen"),
        ("9491", "village", None),
        ("schonberg", "poi", "Schönberg"),
        ("museum", "poi", None),
        ("landstrasse vaduz", "street", "Landstrasse"),
        ("47.1663432, 9.5103085", "location", "47.1663432, 9.5103085"),
    ],
)
def test_what_a_text_finds_first(text: str, kind: str, name: str | None) -> None:
    hits = find(text, (47.16, 9.55))
    if text == "9491":  # a postcode alone names nothing
        assert hits == []
        return
    assert hits[0].kind == kind
    assert name is None or hits[0].name == name


def test_nothing_is_found_without_a_map(app: AppDriver) -> None:
    app.shell(f"rm {ROOT}/Liechtenstein_europe.obf")
    app.stop()
    app.start(MAP)
    app.tap("Search")
    app.enter("searchEditText", "Schaan")
    assert app.shows("Nothing found")
    app.tap("Clear")
    app.enter("searchEditText", "47.2, 9.5")
    title(app, "47.2, 9.5")
    assert app.text("context_menu_line1") == "No address determined" or address_of(47.2, 9.5)


def test_a_village_shows_its_streets_and_a_street_its_houses(app: AppDriver) -> None:
    app.tap("Search")
    app.enter("searchEditText", "Vaduz")
    title(app, "Vaduz")
    assert app.text("searchEditText") == "Vaduz "
    app.type("Land")
    title(app, "Landstrasse")
    assert app.text("buttonToolbarTitle") == "SHOW LANDSTRASSE ON THE MAP"
    app.type("33")
    title(app, "Landstrasse 33")
    assert app.text("context_menu_line1") == "Landstrasse 33, Vaduz"
    assert app.text("context_menu_line2") == "Building"
    app.tap("Back to search")
    assert app.text("searchEditText") == "Landstrasse 33"


def test_towns_alone_are_searched_once_that_is_asked_for(app: AppDriver) -> None:
    app.tap("Search", "ADDRESS", "First specify city/town/locality")
    assert app.find("searchEditText").hint_text == "Type city or town"
    assert {"Vaduz", "Schaan"} <= {e.text for e in app.elements("title")}
    app.type("land")
    assert app.shows("Nothing found"), "there are streets of this name, and no town"
    app.tap("Clear")
    assert app.find("searchEditText").hint_text == "Type to search all"


def test_postcodes_are_searched(app: AppDriver) -> None:
    app.tap("Search", "ADDRESS", "Postcode search")
    assert app.find("searchEditText").hint_text == "Type postcode" and not app.elements("title")
    app.type("9487")
    assert {e.text for e in app.elements("title")} == {"Gamprin", "Bendern"}
    assert app.shows("9487, Village")
    title(app, "Bendern")
    assert app.text("searchEditText") == "Bendern "


def test_categories_history_and_coordinates(app: AppDriver) -> None:
    app.tap("Search", "Healthcare")
    hits = [e.text for e in app.elements("title")]
    assert "Landesspital" in hits or any("Apotheke" in (text or "") for text in hits)
    app.tap("Clear", "HISTORY")
    assert app.shows("Search history is empty")
    app.tap("ADDRESS", "Coordinates search")
    app.enter("latitudeEditText", "47.23976")
    app.enter("longitudeEditText", "9.5262837")
    app.tap("Show on map")
    assert near(state(app).view.camera.place, RUGGELL, 1e-5)
    rows = app.query("search_history", "SELECT name, latitude FROM history_recents")
    assert len(rows) == 1
    app.tap("Search", "HISTORY")
    assert len(app.elements("title")) == 1


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("47.1, 9.5", (47.1, 9.5)),
        ("47.16634° N, 9.51031° E", (47.16634, 9.51031)),
        ("-33.5 -70.25", (-33.5, -70.25)),
        ("12.5 S, 70 W", (-12.5, -70.0)),
        ("12 13", None),
        ("91.0, 9.5", None),
        ("Vaduz", None),
        ("1.5, " + "9" * 100, None),
    ],
)
def test_coordinates_are_read(text: str, place: tuple[float, float] | None) -> None:
    assert parse_coordinates(text) == place


@pytest.mark.parametrize("style", ["0", "3"])
def test_coordinates_that_are_written_are_read_again(style: str) -> None:
    for lat, lon in ((47.16634, 9.51031), (-1.5, -120.25)):
        assert parse_coordinates(coordinates(lat, lon, style)) == (lat, lon)


def test_coordinates_in_minutes_and_seconds() -> None:
    assert coordinates(47.5, -9.25, "1") == "47° 30.000' N, 9° 15.000' W"
    assert coordinates(47.50001, 9.99999999, "2") == "47° 30' 00.0\" N, 10° 00' 00.0\" E"


# --- favourites


def test_a_favorite_is_written_with_its_backups(app: AppDriver) -> None:
    find_place(app, "Schaan, Liechtenstein", "Schaan")
    app.tap("Add", "Save")
    assert app.text("context_menu_line2") == "Favorites"
    path = f"{ROOT}/favorites/favorites.gpx"
    assert points(app, path, "wpt") == [SCHAAN]
    root = ET.fromstring(app.phone.pull(path))
    assert [e.text for e in root.iter(f"{NS}name")] == ["favorites", "Schaan"]
    private = "/data/data/net.osmand/files"
    assert points(app, f"{private}/favourites_bak.gpx", "wpt") == [SCHAAN]
    assert app.shell(f"ls {private}/backup").startswith("favorites_bak_2023-10-15_")
    app.tap("Edit Favorite")
    retype(app, "name_edit", "Home")
    app.tap("Save")
    assert points(app, path, "wpt") == [SCHAAN]
    assert "Home" in app.shell(f"cat {path}")
    app.tap("Details", "Delete", "YES")
    assert points(app, path, "wpt") == []
    assert not app.shows("context_menu_line1")


def test_the_editor_asks_before_it_is_left(app: AppDriver) -> None:
    find_place(app, "ruggell", "Ruggell")
    for leave in ("Cancel", "Navigate up"):
        app.tap("Add", leave)
        assert app.shows("Exit without saving?")
        app.tap("Exit")
        assert app.shows("context_menu_line1")
    app.tap("Add")
    retype(app, "name_edit", "  ")
    assert app.find("right_bottom_button").is_enabled is False
    assert app.shell(f"ls {ROOT}/favorites 2>/dev/null || true") == ""


def test_a_name_that_is_taken_gets_a_number(app: AppDriver) -> None:
    for place in ("Ruggell", "Planken"):
        find_place(app, place.lower(), place)
        app.tap("Add")
        retype(app, "name_edit", "Mine")
        app.tap("Save")
    assert app.shows("Favorite renamed to Mine (1) to avoid duplication.")
    app.tap("OK")
    assert len(points(app, f"{ROOT}/favorites/favorites.gpx", "wpt")) == 2
    assert "Mine (1)" in app.shell(f"cat {ROOT}/favorites/favorites.gpx")


def test_a_group_has_a_file_of_its_own(app: AppDriver) -> None:
    find_place(app, "ruggell", "Ruggell")
    app.tap("Add", "Add a group")
    app.type("Trips/2023")
    app.tap("SAVE")
    app.tap("Save")
    assert app.shell(f"ls {ROOT}/favorites") == "favorites-Trips_%_2023.gpx\n"
    assert app.text("context_menu_line2") == "Trips/2023"
    app.start(PLACES)
    assert app.shows("Trips/2023")


def test_files_are_read_whatever_the_prefix(app: AppDriver) -> None:
    data = (
        "<ns0:gpx xmlns:ns0='http://www.topografix.com/GPX/1/1' version='1.1'>"
        "<ns0:wpt lat='47.2' lon='9.5'><ns0:name>A &amp; B</ns0:name></ns0:wpt>"
        "<ns0:wpt lat='x' lon='9.5'/><ns0:wpt lat='147' lon='9.5'/></ns0:gpx>"
    )
    (favorite,) = gpx.read_favorites(data.encode())
    assert (favorite.name, favorite.lat, favorite.lon) == ("A & B", 47.2, 9.5)


def test_what_is_written_is_read_again() -> None:
    favorite = Favorite(
        "Zoë <1>", 47.1234567, -9.5, "", "2023-10-15T15:34:00Z", "Here 1", "two\nlines",
        "special_heart", "square", "#ff10c0f0", True, (("amenity_name", "x"),),
    )  # fmt: skip
    assert gpx.read_favorites(gpx.write_favorites("favorites", "", [favorite])) == (favorite,)


BOMB = b"<!DOCTYPE gpx [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>]>"
GPX = b"<gpx xmlns='http://www.topografix.com/GPX/1/1'>%s</gpx>"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no xml",
        b"<gpx",
        BOMB + GPX % b"<wpt lat='1' lon='1'><name>&b;</name></wpt>",
        b"<html/>",
        b" " * (gpx.MOST_BYTES + 1),
        GPX % b"<trk><trkseg/></trk>" + b"<x/>",
    ],
)
def test_hostile_files_hold_nothing(data: bytes) -> None:
    assert gpx.read_favorites(data) == ()
    assert gpx.read_track("a.gpx", data) is None


def test_a_million_points_are_too_many() -> None:
    point = b"<trkpt lat='1' lon='1'/>"
    data = GPX % (b"<trk><trkseg>" + point * 600_000 + b"</trkseg></trk>")
    assert gpx.read_track("a.gpx", data) is None


def test_hostile_files_are_listed_and_harm_nothing(app: AppDriver) -> None:
    point = b"<trkpt lat='47.1' lon='9.5'/>"
    many = GPX % (b"<trk><trkseg>" + point * 1_000_000 + b"</trkseg></trk>")
    app.phone.push(f"{ROOT}/tracks/many.gpx", many)
    entities = BOMB + GPX % b"<trk><name>&b;</name><trkseg><trkpt lat='1' lon='1'/></trkseg></trk>"
    app.phone.push(f"{ROOT}/tracks/entities.gpx", entities)
    app.shell(
        f"mkdir -p {ROOT}/favorites {ROOT}/tracks; echo '<gpx' > {ROOT}/favorites/favorites.gpx; "
        f"echo x > {ROOT}/tracks/bad.gpx; mkdir {ROOT}/favorites/favorites-a.gpx"
    )
    app.start(PLACES)
    assert app.shows("You do not have any favorites yet")
    app.tap("TRACKS")
    assert app.texts().count("The file can't be read") == 3
    app.tap("many")
    assert app.shows("map_view_with_layers")
    app.start(PLACES)
    app.tap("TRACKS", "bad")
    assert app.shows("map_view_with_layers")


# --- markers


def test_markers_have_their_rows_and_the_itinerary(app: AppDriver) -> None:
    for place in ("Ruggell", "Planken"):
        find_place(app, place.lower(), place)
        app.tap("Marker")
        assert not app.shows("context_menu_line1")
    rows = app.query(
        "map_markers_db",
        "SELECT marker_lat, marker_lon, marker_description, marker_active, marker_color, "
        "marker_next_key, marker_visited FROM map_markers ORDER BY marker_added",
    )
    ids = app.query("map_markers_db", "SELECT marker_id FROM map_markers ORDER BY marker_added")
    assert rows == [
        (*RUGGELL, "address.village#Ruggell", 1, 0, ids[1][0], 0),
        (47.1858882, 9.5452201, "address.village#Planken", 1, 1, "tail_next", 0),
    ]
    assert app.query("map_markers_db", "PRAGMA user_version") == [(13,)]
    assert len(points(app, f"{ROOT}/itinerary.gpx", "wpt")) == 2
    app.tap("Back to menu", "Map markers", "Mark passed", "History")
    assert app.shows("Ruggell")
    app.tap("Delete")
    assert app.query("map_markers_db", "SELECT marker_description FROM map_markers") == [
        ("address.village#Planken",)
    ]


def test_a_marker_is_moved_and_recolored(app: AppDriver) -> None:
    find_place(app, "ruggell", "Ruggell")
    app.tap("Marker", "Back to menu", "Map markers", "Ruggell", "Edit", "Color 3")
    app.tap("Change marker position")
    app.phone.swipe(540, 1000, 300, 1000, 300)
    app.tap("Apply")
    ((lat, lon, color),) = app.query(
        "map_markers_db", "SELECT marker_lat, marker_lon, marker_color FROM map_markers"
    )
    assert color == 2
    assert abs(lat - RUGGELL[0]) < 1e-5
    assert lon > RUGGELL[1] + 1e-4


# --- planning


def test_a_planned_route_is_saved_and_can_be_unsaved(app: AppDriver) -> None:
    find_place(app, "schaan", "Schaan")
    app.tap("Actions", "Plan a route")
    assert app.shows("points: 1")
    app.phone.swipe(700, 1200, 400, 1000, 300)
    app.tap("Add", "Undo")
    assert app.shows("points: 1")
    app.tap("Redo")
    assert app.text("widget_top_bar_title") == "Sun 15 Oct 2023"
    app.phone.tap(300, 700)
    app.wait(600)
    assert app.shows("points: 3")
    app.tap("Done")
    (path,) = tracks(app)
    assert path.endswith("/tracks/Sun 15 Oct 2023.gpx")
    line = points(app, path, "trkpt")
    assert line == points(app, path, "rtept")
    assert len(line) == 3
    assert line[0] == SCHAAN
    app.tap("UNDO")
    assert tracks(app) == []


def test_names_of_tracks_get_numbers_and_errors(app: AppDriver) -> None:
    for _ in range(2):
        app.tap("Back to menu", "Plan a route", "Create new route", "Add", "Done")
        app.wait(6000)
    assert [path.rpartition("/")[2] for path in tracks(app)] == [
        "Sun 15 Oct 2023.gpx",
        "Sun 15 Oct 2023_1.gpx",
    ]
    app.tap("Back to menu", "Plan a route", "Create new route")
    app.tap("Done")
    assert app.shows("points: 0")
    app.tap("Add", "Options", "Save as new track")
    retype(app, "name_edit_text", "Sun 15 Oct 2023")
    assert app.shows("File with same name already exists.")
    assert app.find("right_bottom_button").is_enabled is False
    retype(app, "name_edit_text", "a/b")
    assert app.find("right_bottom_button").is_enabled is False
    retype(app, "name_edit_text", "Mine")
    app.tap("Save")
    assert app.shows("Track saved")
    app.tap("Exit")
    assert (
        f"{ROOT}/tracks/Mine.gpx".removeprefix("/sdcard") in tracks(app)[0] or len(tracks(app)) == 3
    )


def test_leaving_the_planner_is_asked_for(app: AppDriver) -> None:
    app.tap("Back to menu", "Plan a route", "Create new route", "Add")
    app.back()
    assert app.shows("Exit without saving?")
    app.tap("Exit")
    assert app.shows("Search")
    assert tracks(app) == []


def test_a_route_follows_roads_where_a_profile_is_chosen(app: AppDriver) -> None:
    straight = line_of((SCHAAN, RUGGELL), "")
    road = line_of((SCHAAN, RUGGELL), "car")
    assert straight == (SCHAAN, RUGGELL)
    assert road[0] == SCHAAN
    assert road[-1] == RUGGELL
    assert gpx.length_of(road) > 1.02 * gpx.length_of(straight)
    legs = itertools.pairwise(road)
    assert max(gpx.length_of(leg) for leg in legs) < 3000


def test_directions_become_a_track(app: AppDriver) -> None:
    find_place(app, "schaan", "Schaan")
    app.tap("Actions", "Directions from", "toText")
    app.enter("searchEditText", "ruggell")
    title(app, "Ruggell")
    app.tap("SELECT RUGGELL")
    app.tap("ViaView")
    app.enter("searchEditText", "bendern")
    title(app, "Bendern")
    app.tap("SELECT BENDERN")
    app.tap("save_as_gpx")
    retype(app, "name_edit_text", "Way")
    app.tap("Save", "Exit")
    (path,) = tracks(app)
    line = points(app, path, "trkpt")
    assert (line[0], line[-1]) == (SCHAAN, RUGGELL)
    assert (47.2122151, 9.5062101) in line
    assert points(app, path, "rtept") == []
    app.tap("Cancel")
    assert app.shows("Zoom in")


def test_tracks_are_shown_renamed_and_deleted(app: AppDriver) -> None:
    app.tap("Back to menu", "Plan a route", "Create new route", "Add")
    app.phone.swipe(700, 1200, 300, 1000, 300)
    app.tap("Add", "Done")
    app.start(PLACES)
    app.tap("TRACKS", "More options", "Rename")
    retype(app, "edit", "Tour")
    app.tap("SAVE")
    assert tracks(app)[0].endswith("/Tour.gpx")
    app.tap("Tour")
    assert app.text("context_menu_line1") == "Tour"
    app.start(PLACES)
    app.tap("TRACKS", "More options", "Delete", "YES")
    assert tracks(app) == []
    app.start(MAP)  # the track that was shown is gone
    app.phone.screenshot(270, 600)


def test_a_track_is_imported(app: AppDriver) -> None:
    data = gpx.write_track("x", "", [[SCHAAN, RUGGELL]])
    app.phone.system.files.write("/storage/emulated/0/Download/tour.gpx", data)
    view = (
        "am start -a android.intent.action.VIEW -t application/gpx+xml -d {} " + f"{PACKAGE}/{MAP}"
    )
    app.shell(view.format("file:///sdcard/Download/tour.gpx"))
    app.wait(500)
    assert app.text("context_menu_line1") == "tour"
    (path,) = tracks(app)
    assert points(app, path, "trkpt") == [SCHAAN, RUGGELL]
    app.shell("echo x > /sdcard/Download/bad.gpx")
    app.shell(view.format("file:///sdcard/Download/bad.gpx"))
    app.wait(500)
    assert len(tracks(app)) == 1
    app.back()
    app.tap("Back to menu", "Plan a route", "Import track")
    app.wait(500)
    app.tap("tour.gpx")
    app.wait(500)
    assert len(tracks(app)) == 2


def test_the_size_of_names_can_be_chosen(app: AppDriver) -> None:
    before = app.phone.screenshot(270, 600)
    app.tap("Configure map", "Text size", "150 %")
    app.back()
    assert (app.phone.screenshot(270, 600) != before).any()
    app.tap("Configure map", "Text size", "100 %")
    app.back()
    assert (app.phone.screenshot(270, 600) == before).all()


# --- trips, settings, the first start


def test_a_trip_is_recorded(app: AppDriver) -> None:
    app.shell(
        "pm grant net.osmand android.permission.ACCESS_FINE_LOCATION; "
        "settings put secure location_mode 3"
    )
    app.phone.console("geo fix 9.51 47.16")
    app.tap("Back to menu", "Plugins", "Trip recording", "Navigate up")
    app.tap("Back to menu", "Trip recording", "Start recording")
    app.wait(12_000)
    app.phone.console("geo fix 9.52 47.17")
    app.wait(10_000)
    app.tap("Finish")
    (path,) = tracks(app)
    assert "/tracks/rec/2023-10-15_" in path
    line = points(app, path, "trkpt")
    assert near(line[0], (47.16, 9.51))
    assert near(line[-1], (47.17, 9.52))


def test_my_location_asks_first(app: AppDriver) -> None:
    app.phone.console("geo fix 9.51 47.16")
    app.tap("Where am I")
    assert app.shows("While using the app")
    app.tap("While using the app")
    app.wait(500)
    assert near(state(app).view.camera.place, (47.16, 9.51), 1e-4)


def test_settings_change_how_distances_and_places_are_written(app: AppDriver) -> None:
    app.tap("Back to menu", "Settings", "Units of length", "Miles/feet")
    app.tap("Coordinates format", "DDD° MM.MMM'")
    app.back()
    find_place(app, "schaan", "Schaan")
    app.tap("Details")
    assert app.shows("47° 09.981' N, 9° 30.619' E")
    assert app.text("distance").startswith("0 ft")


def test_the_first_start_comes_again_once_data_are_cleared(app: AppDriver) -> None:
    app.shell("pm clear net.osmand")
    app.start(MAP)
    assert not app.shows("Search")
    app.tap("SKIP DOWNLOAD")
    assert app.shows("Search")
    app.stop()
    app.start(MAP)
    assert app.shows("Search")


def test_the_database_is_made_again_where_it_was_wiped(app: AppDriver) -> None:
    app.stop()
    app.shell("rm -r /data/data/net.osmand/databases/*")
    app.start(MAP)
    assert app.query("map_markers_db", "SELECT count(*) FROM map_markers") == [(0,)]


def test_geo_addresses_open_the_map(app: AppDriver) -> None:
    app.shell("am start -a android.intent.action.VIEW -d geo:47.16634,9.51031 -n "
              "net.osmand/net.osmand.plus.activities.search.GeoIntentActivity")  # fmt: skip
    app.wait(1500)
    assert near(state(app).view.camera.place, (47.16634, 9.51031), 1e-5)
    assert app.shows("context_menu_line1")


# --- cost


def _files_read(app: AppDriver, run: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> int:
    calls = 0
    parse = gpx._root

    def counted(data: bytes) -> object:
        nonlocal calls
        calls += 1
        return parse(data)

    monkeypatch.setattr(gpx, "_root", counted)
    run()
    return calls


def test_two_thousand_favorites_are_read_once(
    app: AppDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [Favorite(f"P{n}", 47 + n / 9000, 9.5 + n % 40 / 400) for n in range(2000)]
    data = gpx.write_favorites("favorites", "", many)
    app.shell(f"mkdir -p {ROOT}/favorites")
    app.phone.system.files.write(f"{ROOT}/favorites/favorites.gpx", data)

    def steps() -> None:
        for _ in range(10):
            app.phone.swipe(540, 1200, 740, 1100, 100)
            app.phone.ui_elements()
            app.phone.screenshot(108, 240)

    assert _files_read(app, steps, monkeypatch) == 1


def test_the_country_is_the_same_everywhere() -> None:
    country = geography()
    names = [place.name for place in country.places]
    assert len(names) == len(set(names)) == 24
    assert sum(len(street.houses) for street in country.streets) == 5309
    digest = hashlib.sha256(repr((country.streets, country.sights)).encode()).hexdigest()
    assert digest[:16] == "7219d02ffb401386"
