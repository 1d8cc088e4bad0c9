"""OpenTracks: the list, a track's tabs, editing, recording, markers, sums, files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver

PACKAGE = "de.dennisguse.opentracks"
DATABASE = f"/data/data/{PACKAGE}/databases/database.db"
NOW_MS = 1_697_384_040_000
"""15 October 2023, 15:34 UTC, a Sunday: what the phone's clock begins with."""

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS

COLUMNS = (
    "name, description, category, activity_type, starttime, stoptime, totaltime, movingtime, "
    "totaldistance, numpoints, maxspeed, elevationgain, elevationloss, starttime_offset"
)


def track(
    name: str,
    category: str = "running",
    *,
    ago_ms: int = HOUR_MS,
    minutes: int = 30,
    metres: float = 5000,
    description: str = "",
    offset_s: int = 0,
) -> tuple[Any, ...]:
    """Return a row of the table."""
    start, length = NOW_MS - ago_ms, minutes * 60_000
    return (
        name, description, category, category, start, start + length, length, length,
        metres, 0, 0, 100, 50, offset_s,
    )  # fmt: skip


def put(phone: Phone, rows: Sequence[tuple[Any, ...]]) -> None:
    """Write tracks over adb, as a task's set-up does."""
    values = ", ".join(
        "(" + ", ".join(f"'{v}'" if isinstance(v, str) else str(v) for v in row) + ")"
        for row in rows
    )
    phone.system.files.write_text(
        "/sdcard/in.sql", f"INSERT INTO tracks ({COLUMNS}) VALUES {values};"
    )
    result = phone.shell(f"sqlite3 {DATABASE} < /sdcard/in.sql")
    assert result.exit_code == 0, result


class OpenTracks(AppDriver):
    """The app on its phone."""

    def names(self) -> list[str]:
        """Return the names in the list, from the top."""
        return [element.text or "" for element in self.elements("track_list_item_name")]

    def toast(self) -> str:
        """Return the text of the toast on screen, "" without one."""
        shown = self.phone.system.status_bar.toast  # type: ignore[attr-defined]
        return shown[1] if shown is not None else ""

    def tracks(self, columns: str) -> list[tuple[Any, ...]]:
        """Return columns of all rows."""
        return self.query("database.db", f"SELECT {columns} FROM tracks ORDER BY _id")

    def walk(self, north: float, *, seconds: int = 5, altitude: float = 400) -> None:
        """Put the receiver somewhere on a meridian, and let it report."""
        said = self.phone.console(f"geo fix 8.0 {47 + north:.6f} {altitude}")  # type: ignore[attr-defined]
        assert said == "OK\r\n", said
        self.wait(seconds * 1000)


@pytest.fixture
def phone() -> Phone:
    phone = Phone()
    assert phone.shell("mkdir /sdcard/Tracks").exit_code == 0
    return phone


@pytest.fixture
def app(phone: Phone) -> OpenTracks:
    return OpenTracks(phone, PACKAGE)


# -- the list


def test_nothing_yet(app: OpenTracks) -> None:
    app.start(".TrackListActivity")
    assert app.shows("Start recording your next adventure here") and app.shows("Arrow")
    app.tap("aggregated_stats_button")
    assert app.shows("Record your first track to see aggregated statistics")
    app.back()
    app.tap("Markers")
    assert app.shows("You don't have any markers")


def test_rows(app: OpenTracks, phone: Phone) -> None:
    put(
        phone,
        [
            track("Now", minutes=5, metres=432),
            track("Later", ago_ms=-2 * DAY_MS),
            track("Last", ago_ms=DAY_MS, minutes=90, metres=8500, description="Slow"),
            track("Week", ago_ms=6 * DAY_MS),
            track("Older", ago_ms=7 * DAY_MS),
            track("Year", ago_ms=400 * DAY_MS),
            track("Away", ago_ms=2 * DAY_MS, offset_s=7200),
        ],
    )
    app.start(".TrackListActivity")
    assert app.names() == ["Later", "Now", "Last", "Away", "Week", "Older", "Year"]
    days = [element.text for element in app.elements("track_list_item_date")]
    assert days == ["Tuesday", "Today", "Yesterday", "Friday", "Monday", "8 Oct", "10 Sep 2022"]
    times = [element.text for element in app.elements("track_list_item_time")]
    assert times[1] == "14:34" and times[3] == "17:34 +02"
    said = [element.text for element in app.elements("track_list_item_time_distance")]
    assert said[1] == "05:00 (1,417.32 ft)" and said[2] == "1:30:00 (5.28 mi)"
    assert [e.text for e in app.elements("track_list_item_category_description")] == ["Slow"]


def test_search(app: OpenTracks, phone: Phone) -> None:
    put(phone, [track("One"), track("Two", "hiking"), track("Three", description="hiking boots")])
    app.start(".TrackListActivity")
    app.tap("Search")
    app.type("hik")
    assert len(app.names()) == 3  # only the search key filters
    app.press("ENTER")
    assert app.names() == ["Two", "Three"]
    assert app.shows("hik")
    app.back()
    assert len(app.names()) == 3 and app.shows("OpenTracks")
    app.back()
    assert not app.names()


def test_marking_and_deleting(app: OpenTracks, phone: Phone) -> None:
    put(phone, [track(name, ago_ms=n * HOUR_MS) for n, name in enumerate("ABCD")])
    app.shell(f"sqlite3 {DATABASE} \"INSERT INTO markers (name, trackid) VALUES ('m', 2)\"")
    app.start(".TrackListActivity")
    app.long_press("B")
    app.tap("C")
    assert app.shows("2") and not app.shows("Record")
    app.tap("C")
    assert app.shows("1")
    app.menu("Delete")
    assert app.shows("Delete track?")
    assert app.shows("The track and its markers will be permanently deleted from the device.")
    app.tap("Cancel")
    assert len(app.tracks("_id")) == 4
    app.menu("Delete")
    app.tap("OK")
    assert app.names() == ["A", "C", "D"] and app.shows("Record")
    assert app.query("database.db", "SELECT count(*) FROM markers") == [(0,)]
    app.long_press("A")
    app.menu("Select all")
    assert app.shows("3")
    app.menu("Delete")
    assert app.shows("Delete selected?")
    app.tap("OK")
    assert app.tracks("_id") == []


def test_it_follows_adb(app: OpenTracks, phone: Phone) -> None:
    put(phone, [track("One")])
    app.start(".TrackListActivity")
    put(phone, [track("Two", ago_ms=0)])
    app.wait(500)
    assert app.names() == ["Two", "One"]
    app.tap("One")
    app.shell(f"sqlite3 {DATABASE} \"DELETE FROM tracks WHERE name = 'One'\"")
    app.press("HOME")
    app.start(".TrackListActivity")
    assert app.names() == ["Two"]


def test_state_survives(app: OpenTracks, phone: Phone) -> None:
    put(phone, [track("One"), track("Two")])
    app.start(".TrackListActivity")
    app.tap("One", "More options", "Edit")
    app.enter("track_edit_name", "New")
    app.back()
    app.shell("settings put system user_rotation 1; settings put system accelerometer_rotation 0")
    app.wait(500)
    assert app.text("track_edit_name") == "New"
    app.shell("settings put system user_rotation 0")
    app.stop()
    app.press("APP_SWITCH")
    app.tap(re.compile("OpenTracks"))
    app.wait(500)
    assert app.text("track_edit_name") == "New"
    app.tap("Save")
    assert app.tracks("name") == [("New",), ("Two",)]


# -- a track


def test_statistics(app: OpenTracks, phone: Phone) -> None:
    put(phone, [track("Ride", "cycling", minutes=60, metres=20000, description="Far"),
                track("Run", ago_ms=0, minutes=50, metres=10000)])  # fmt: skip
    app.start(".TrackListActivity")
    app.tap("Ride")
    assert app.text("stats_name_value") == "Ride"
    assert app.text("stats_start_datetime_value") == "Oct 15, 2023, 2:34:00 PM"
    assert app.text("stats_distance_value") == "12.43" and app.text("stats_distance_unit") == "mi"
    assert app.text("stats_max_speed_label") == "MAX SPEED"
    assert app.text("stats_average_speed_value") == "12.4"
    assert (app.text("stats_altitude_gain_value"), app.text("stats_altitude_gain_unit")) == (
        "328", "ft",
    )  # fmt: skip
    app.back()
    app.tap("Run")
    assert app.text("stats_max_speed_label") == "FASTEST PACE"
    assert app.text("stats_average_speed_value") == "8:02"
    assert app.text("stats_average_speed_unit") == "min/mi"


def test_a_start_elsewhere_is_written_in_full(app: OpenTracks, phone: Phone) -> None:
    put(phone, [track("Away", offset_s=-5 * 3600)])
    app.start(".TrackListActivity")
    app.tap("Away")
    shown = "Sunday, October 15, 2023 at 9:34:00 AM -05"
    assert app.text("stats_start_datetime_value") == shown


def test_a_track_without_points(app: OpenTracks, phone: Phone) -> None:
    put(phone, [track("Empty", metres=0, minutes=0)])
    app.start(".TrackListActivity")
    app.tap("Empty")
    assert app.text("stats_distance_value") == "0.00"
    assert app.text("stats_max_speed_value") == "0:00"
    app.tap("Intervals")
    assert app.shows("There are not any interval yet")
    app.tap("By time")
    assert app.shows("chart_view")
    app.tap("By distance")
    assert app.shows("chart_view")
    app.drag("chart_view", dx=600)
    assert app.find("By time").is_selected


def test_edit(app: OpenTracks, phone: Phone) -> None:
    put(phone, [track("Run")])
    app.start(".TrackListActivity")
    app.tap("Run", "More options", "Edit")
    assert app.text("track_edit_activity_type") == "running"
    app.enter("track_edit_activity_type", "skate")  # the tap marks all of it
    app.tap("skate boarding")
    assert app.text("track_edit_activity_type") == "skate boarding"
    app.enter("track_edit_description", "Wheels")
    app.tap("Cancel")
    assert app.tracks("category, description") == [("running", "")]
    app.tap("More options", "Edit")
    app.tap("track_edit_activity_type_icon")
    icons = [e for e in phone.ui_elements() if e.class_name == "android.widget.ImageView"]
    app.tap_element(icons[1])
    assert app.text("track_edit_activity_type") == "ATV"
    app.enter("track_edit_activity_type", "chess")
    app.tap("Save")
    assert app.tracks("name, category, activity_type") == [("Run", "chess", "unknown")]


def test_show_on_map_and_share(app: OpenTracks, phone: Phone) -> None:
    put(phone, [track("Run")])
    app.start(".TrackListActivity")
    app.tap("Run", "Show on map")
    assert app.shows('Select "show on map" behavior')
    app.tap("OK")
    app.wait(100)
    assert "No application supporting" in app.toast()
    app.tap("Show on map", "Always")
    assert b"DASHBOARD" in phone.pull(
        f"/data/data/{PACKAGE}/shared_prefs/{PACKAGE}_preferences.xml"
    )


# -- sums


def test_aggregated_statistics(app: OpenTracks, phone: Phone) -> None:
    put(
        phone,
        [
            track("A", "running", ago_ms=HOUR_MS, metres=5000),
            track("B", "running", ago_ms=2 * DAY_MS, metres=7000, minutes=90),
            track("C", "hiking", ago_ms=3 * DAY_MS),
            track("D", "cycling", ago_ms=20 * DAY_MS),
        ],
    )
    app.start(".TrackListActivity")
    app.tap("aggregated_stats_button")
    labels = [element.text for element in app.elements("aggregated_stats_type_label")]
    assert labels == ["RUNNING", "CYCLING", "HIKING"]
    assert app.text("aggregated_stats_num_tracks") == "(2)"
    assert app.text("aggregated_stats_distance") == "7.46"
    assert app.text("aggregated_stats_time") == "2:00:00"
    app.tap("Filter")
    assert app.text("filter_date_edit_text_from") == "Sunday, October 15, 2023"
    assert app.text("filter_date_edit_text_to") == "Saturday, October 21, 2023"
    app.tap("OK")
    assert [e.text for e in app.elements("aggregated_stats_num_tracks")] == ["(1)"]
    app.tap("Filter")  # now it clears
    assert len(app.elements("aggregated_stats_type_label")) == 3
    app.tap("Filter", "filter_date_edit_text_from", "12 October 2023")
    assert app.text("filter_date_edit_text_from") == "Thursday, October 12, 2023"
    app.tap("hiking", "OK")
    assert [e.text for e in app.elements("aggregated_stats_num_tracks")] == ["(2)"]
    app.tap("Filter", "Filter", "running", "hiking", "cycling", "OK")
    assert app.shows("There are not activities for the specified filter")
    app.back()
    app.long_press("C")
    app.menu("Aggregated stats")
    assert [e.text for e in app.elements("aggregated_stats_type_label")] == ["HIKING"]


def test_units(app: OpenTracks, phone: Phone) -> None:
    put(phone, [track("Run", metres=432.0), track("Ride", "cycling", metres=1_234_567, ago_ms=0)])
    app.start(".TrackListActivity")
    app.menu("Settings")
    app.tap("Default Units and Activity", "Preferred units", "Metric (km, m)")
    app.back(2)
    said = [element.text for element in app.elements("track_list_item_time_distance")]
    assert said == ["30:00 (1,234.57 km)", "30:00 (432.00 m)"]
    app.menu("Settings")
    app.tap("Default Units and Activity", "Preferred rate", "Speed (km/hr)")
    app.back(2)
    app.tap("Run")
    assert app.text("stats_average_speed_unit") == "km/h"
    app.back()
    app.menu("Settings")
    app.tap("Reset", "OK")
    app.back()
    assert app.shows("30:00 (1,417.32 ft)")


# -- recording


def test_recording(app: OpenTracks, phone: Phone) -> None:
    app.start(".TrackListActivity")
    app.tap("Record", wait_ms=100)
    assert app.shows(re.compile("Waiting for GPS signal.*"))
    app.walk(0, seconds=3)
    assert not app.shows(re.compile("Waiting for GPS signal.*"))
    for step in range(1, 6):
        app.walk(step * 0.001, altitude=400 + step)  # 111 m each
    (row,) = app.tracks("name, category, numpoints, totaldistance, maxelevation")
    assert row[:3] == ("2023-10-15T15:34Z", "unknown", 7) and row[4] == 405
    assert row[3] == pytest.approx(556, abs=1)
    assert app.text("stats_value") == "1,824.07"
    app.tap("Stop")
    assert app.toast() == "Hold to stop"
    app.long_press("Stop")
    assert app.shows("Discard") and app.text("distance") == "1,824.07"
    app.enter("track_edit_name", "Round")
    app.tap("finish_button")
    assert app.names() == ["Round"]
    kinds = app.query("database.db", "SELECT type FROM trackpoints ORDER BY _id")
    assert [kind for (kind,) in kinds] == ["-2", "0", "0", "0", "0", "0", "0", "1"]
    assert phone.system.location.requests() == []
    total, moving = app.tracks("totaltime, movingtime")[0]
    assert 28_000 <= total <= 32_000 and moving <= total


def test_recording_without_a_fix(app: OpenTracks, phone: Phone) -> None:
    app.shell("settings put secure location_mode 0")
    app.start(".TrackListActivity")
    app.tap("Record", wait_ms=100)
    app.wait(9_000)
    assert app.tracks("numpoints") == [(1,)]
    app.wait(22_000)
    assert app.tracks("numpoints, totaltime, totaldistance") == [(4, 30_000, 0)]
    points = app.query("database.db", "SELECT type, latitude, time FROM trackpoints ORDER BY _id")
    assert [point[:2] for point in points] == [("-2", None), *[("0", None)] * 3]
    assert [b[2] - a[2] for a, b in zip(points, points[1:], strict=False)] == [10_000] * 3
    app.shell("settings put secure location_mode 3")
    app.wait(30_000)  # it has a place, and is idle
    assert app.tracks("numpoints") == [(6,)]
    app.long_press("Stop")
    app.shell("settings put secure location_mode 0")
    app.tap("resume_button")
    app.shell(f"sqlite3 {DATABASE} 'DELETE FROM tracks'")
    app.wait(40_000)
    assert app.query("database.db", "SELECT count(*) FROM trackpoints") == [(8,)]  # as before
    assert phone.system.alarms.pending() == [] and phone.system.location.requests() == []


def test_near_far_and_still(app: OpenTracks, phone: Phone) -> None:
    app.start(".TrackListActivity")
    app.tap("Record")
    app.walk(0, seconds=2)
    app.walk(0.00008, seconds=2)  # 9 m: too near to be stored
    assert app.tracks("numpoints") == [(2,)]
    app.walk(0.0001, seconds=2)  # 11 m
    assert app.tracks("numpoints") == [(3,)]
    app.wait(30_000)  # still: idle after ten seconds, once
    assert app.tracks("numpoints") == [(4,)]
    moving = app.tracks("movingtime")[0][0]
    assert moving <= 16_000
    app.walk(0.0019, seconds=2)  # 200.2 m: a jump, which is no way
    ((points, metres),) = app.tracks("numpoints, totaldistance")
    assert points == 5 and metres == pytest.approx(11.1, abs=0.1)
    app.walk(0.0036, seconds=2)  # 189 m
    assert app.tracks("totaldistance")[0][0] == pytest.approx(200.1, abs=0.5)
    kinds = app.query("database.db", "SELECT type FROM trackpoints ORDER BY _id")
    assert [kind for (kind,) in kinds] == ["-2", "0", "0", "3", "-1", "0"]
    app.tap("Intervals")
    assert len(app.elements("interval_item_distance")) == 1


def test_back_goes_on_recording_and_so_does_the_zone(app: OpenTracks, phone: Phone) -> None:
    app.start(".TrackListActivity")
    app.tap("Record")
    app.walk(0)
    app.back()
    assert app.elements("Record") and not app.shows("Today")
    phone.system.clock.set_timezone("Asia/Tokyo")
    app.walk(0.001)
    app.long_press("track_list_fab_action")
    assert app.shows("Discard")
    app.tap("finish_button")
    assert app.tracks("starttime_offset, numpoints") == [(0, 4)]
    assert app.text("track_list_item_time") == "15:34 Z"
    phone.system.clock.set_timezone("UTC")
    app.wait(100)
    assert app.text("track_list_item_time") == "15:34"


def test_a_clock_that_is_set_back_does_no_harm(app: OpenTracks, phone: Phone) -> None:
    app.start(".TrackListActivity")
    app.tap("Record")
    app.walk(0)
    phone.system.clock.set_time(NOW_MS - DAY_MS)
    app.walk(0.001)
    app.long_press("Stop")
    ((start, stop, total),) = app.tracks("starttime, stoptime, totaltime")
    assert stop >= start and 9_000 <= total <= 14_000


def test_discard_and_resume(app: OpenTracks, phone: Phone) -> None:
    app.start(".TrackListActivity")
    app.tap("Record")
    app.walk(0)
    app.long_press("Stop")
    app.tap("resume_button")
    assert app.shows("Stop")
    app.walk(0.001)
    app.long_press("Stop")
    app.tap("Discard", "OK")
    assert app.tracks("_id") == []
    assert app.shows("Start recording your next adventure here")


def test_the_recorded_track_is_not_deleted(app: OpenTracks, phone: Phone) -> None:
    put(phone, [track("Old")])
    app.start(".TrackListActivity")
    app.tap("Record")
    app.back()
    app.long_press("Old")
    app.menu("Select all")
    app.menu("Delete")
    app.tap("OK")
    assert [row[0] for row in app.tracks("name")] == ["2023-10-15T15:34Z"]
    assert "cannot be deleted" in app.toast()


def test_a_recording_dies_with_the_process(app: OpenTracks, phone: Phone) -> None:
    app.start(".TrackListActivity")
    app.tap("Record")
    app.walk(0)
    app.shell(f"am force-stop {PACKAGE}")
    assert phone.system.location.requests() == []
    app.walk(0.001)
    app.start(".TrackListActivity")
    assert app.tracks("numpoints") == [(2,)]
    app.tap("Record")
    assert app.shows("Stop") and len(app.tracks("_id")) == 2


def test_a_track_deleted_under_the_recording(app: OpenTracks, phone: Phone) -> None:
    app.start(".TrackListActivity")
    app.tap("Record")
    app.walk(0)
    app.shell(f"sqlite3 {DATABASE} 'DELETE FROM tracks'")
    app.walk(0.001)
    assert phone.system.location.requests() == []
    assert app.query("database.db", "SELECT count(*) FROM trackpoints WHERE type = '0'") == [(1,)]


def test_location_switched_off(app: OpenTracks, phone: Phone) -> None:
    app.shell("settings put secure location_mode 0")
    app.start(".TrackListActivity")
    app.tap("sensor_start_button")
    assert phone.system.activities.top is not None
    assert phone.system.activities.top.package == "com.android.settings"


def test_gps_without_a_recording(app: OpenTracks, phone: Phone) -> None:
    app.start(".TrackListActivity")
    app.tap("sensor_start_button")
    assert len(phone.system.location.requests()) == 1
    app.wait(2000)
    app.tap("sensor_start_button")
    assert phone.system.location.requests() == []


# -- markers


def test_markers(app: OpenTracks, phone: Phone) -> None:
    app.start(".TrackListActivity")
    app.tap("Record", wait_ms=200)
    app.tap("Insert marker", "Add", wait_ms=100)
    assert app.toast().startswith("Unable to insert a marker")
    app.walk(0)
    app.enter("marker_edit_name", "Well")
    app.enter("marker_edit_marker_type", "drink")
    app.tap("drinking water", "Add")
    app.walk(0.001)
    app.tap("Insert marker")
    assert app.text("marker_edit_name") == "Marker 2"
    app.tap("Add")
    app.menu("Markers")
    assert [e.text for e in app.elements("marker_list_item_name")] == ["Well", "Marker 2"]
    app.tap("Well")
    assert app.shows("1 of 2") and app.shows("drinking water")
    app.tap("Edit")
    app.enter("marker_edit_description", "Cold")
    app.tap("Save")
    assert app.shows("Cold")
    app.back()
    app.long_press("Marker 2")
    app.tap("Delete", "OK")
    rows = app.query("database.db", "SELECT name, category, description, latitude FROM markers")
    assert rows == [("Well", "drinking water", "Cold", 47_000_000)]
    app.back(2)
    assert app.text("track_list_item_marker_count") == "1"


# -- files


def recorded_walk(app: OpenTracks) -> None:
    """Record a track with a marker, a name that XML has to escape, and a type."""
    app.start(".TrackListActivity")
    app.tap("Record")
    for step in range(4):
        app.walk(step * 0.001)
    app.tap("Insert marker", "Add")
    app.long_press("Stop")
    app.enter("track_edit_name", "A & <B>")
    app.enter("track_edit_activity_type", "hiking")
    app.press("BACK")
    app.tap("finish_button")


def to_files(app: OpenTracks) -> None:
    """Go to the settings' page for import and export."""
    app.start(".TrackListActivity")
    app.menu("Settings")
    app.tap("Import/Export")


def choose_folder(app: OpenTracks) -> None:
    """Answer the system's question for a folder; Download as a whole may not be used."""
    if not app.shows("Files in Tracks"):
        app.tap("Show roots", re.compile("sdk_gphone64_x86_64.*"), "Tracks")
    app.tap("USE THIS FOLDER", "Allow")
    app.wait(500)


@pytest.mark.parametrize("kind", ["GPX", "KML", "KMZ (with photos)"])
def test_what_is_exported_can_be_imported(app: OpenTracks, phone: Phone, kind: str) -> None:
    recorded_walk(app)
    columns = "name, category, activity_type, round(totaldistance), starttime_offset, hex(uuid)"
    before = app.tracks(columns)
    places = "SELECT type, latitude, longitude, elevation, time FROM trackpoints WHERE latitude > 0"
    points = app.query("database.db", places)
    markers = "SELECT name, latitude, longitude, time FROM markers"
    marks = app.query("database.db", markers)
    assert len(points) == 4 and len(marks) == 1
    to_files(app)
    app.tap("Export/sharing file format", kind, "Export all (one file per track)")
    choose_folder(app)
    assert app.text("export_progress_summary_new") == "1"
    path = f"/sdcard/Tracks/A _ _B_.{kind[:3].lower()}"
    assert phone.system.files.is_file(path)
    app.tap("OK")
    app.tap("Import all")
    choose_folder(app)
    assert app.text("import_progress_summary_exists") == "1"
    app.tap("OK")
    app.shell(f"sqlite3 {DATABASE} 'PRAGMA foreign_keys = 1; DELETE FROM tracks'")
    app.tap("Import all")
    choose_folder(app)
    assert app.text("import_progress_summary_ok") == "1"
    assert app.tracks(columns) == before
    again = app.query("database.db", places)
    assert [row[1:] for row in again] == [row[1:] for row in points]
    assert [row[0] for row in again] == ["-2", "0", "0", "0"]
    assert app.query("database.db", markers) == marks


def test_files_in_the_way(app: OpenTracks, phone: Phone) -> None:
    put(phone, [track("One"), track("Two"), track("Three")])
    for name in ("One", "Two", "Three"):
        phone.system.files.write_text(f"/sdcard/Tracks/{name}.kmz", "old")
    to_files(app)
    app.tap("Export all (one file per track)")
    choose_folder(app)
    assert app.shows("The file One.kmz already exists at the destination directory.")
    app.tap("Skip")
    assert app.shows("The file Two.kmz already exists at the destination directory.")
    app.tap("do it for all conflicts", "Overwrite")
    assert app.text("export_progress_summary_skip") == "1"
    assert app.text("export_progress_summary_overwrite") == "2"
    old = [phone.pull(f"/sdcard/Tracks/{n}.kmz") == b"old" for n in ("One", "Two", "Three")]
    assert old == [True, False, False]


def test_all_in_one_file(app: OpenTracks, phone: Phone) -> None:
    put(phone, [track("One"), track("Two")])
    to_files(app)
    app.tap("Export/sharing file format", "KML", "Export all (one file for all tracks)")
    choose_folder(app)
    data = phone.pull("/sdcard/Tracks/OpenTracks-Backup.kml")
    assert b"<name>One</name>" in data and b"<name>Two</name>" in data


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("cut.gpx", b"<gpx><trk><name>x", "Parser error"),
        ("none.gpx", b"<gpx/>", "it has no track"),
        ("none.kml", b"<kml/>", "it has no track"),
        ("bad.kmz", b"PK not", "Unable to import file"),
        ("empty.kmz", b"PK\5\6" + bytes(18), "No kml file found in KMZ"),
        ("bomb.gpx", b'<!DOCTYPE a [<!ENTITY b "b">]><gpx>&b;</gpx>', "it has no track"),
        ("odd.gpx",
         b"<gpx><trk><trkseg><trkpt lat='x' lon='999'><time>never</time></trkpt></trkseg></trk>"
         b"</gpx>", ""),
    ],
)  # fmt: skip
def test_files_that_are_no_tracks(
    app: OpenTracks, phone: Phone, name: str, data: bytes, said: str
) -> None:
    phone.system.files.write(f"/sdcard/Tracks/{name}", data)
    to_files(app)
    app.tap("Import all")
    choose_folder(app)
    if said:
        assert said in app.text("import_progress_alert_msg")
        assert app.tracks("_id") == []
    else:  # a track whose points can't be read has none
        assert app.tracks("numpoints") == [(0,)]


def test_a_file_that_another_app_hands_over(app: OpenTracks, phone: Phone) -> None:
    gpx = (
        b"<gpx><trk><name>Given</name><trkseg><trkpt lat='47' lon='8'>"
        b"<time>2023-10-01T10:00:00+02:00</time></trkpt></trkseg></trk></gpx>"
    )
    phone.system.files.write("/sdcard/Tracks/given.gpx", gpx)
    app.shell(
        "am start -a android.intent.action.VIEW -t application/gpx+xml "
        f"-d file:///sdcard/Tracks/given.gpx -n {PACKAGE}/.io.file.importer.ImportActivity"
    )
    app.wait(500)
    assert app.tracks("name, starttime_offset, starttime") == [("Given", 7200, 1_696_147_200_000)]


# -- the first start


def test_permissions_are_asked_for_in_one_request(app: OpenTracks, phone: Phone) -> None:
    app.shell(f"pm clear {PACKAGE}")
    app.start(".introduction.IntroductionActivity")
    assert app.shows(re.compile("OpenTracks is a sport tracking application.*"))
    app.tap("next_button")
    assert app.shows(re.compile("OpenTracks itself does not provide a map.*"))
    app.tap("next_button")
    assert app.shows("Allow OpenTracks to access this device\u2019s location?")
    app.tap("While using the app")
    assert app.shows(re.compile("Allow OpenTracks to find, connect to.*"))
    app.tap("Allow")
    app.tap("permission_deny_button")
    assert app.toast().startswith("OpenTracks requires permission")
    assert app.shows("Record")
    app.press("BACK")
    app.start(".introduction.IntroductionActivity")  # which is over
    app.tap("permission_deny_and_dont_ask_again_button")
    assert app.shows("Record")


def test_androidworlds_set_up(app: OpenTracks, phone: Phone) -> None:
    """The dialog outlives the app, and goes on to what was not granted over adb."""
    app.shell(f"pm clear {PACKAGE}")
    app.start(".TrackListActivity")
    app.shell(f"am force-stop {PACKAGE}")
    for name in ("ACCESS_COARSE_LOCATION", "ACCESS_FINE_LOCATION", "POST_NOTIFICATIONS"):
        app.shell(f"pm grant {PACKAGE} android.permission.{name}")
    app.wait(2000)
    app.tap("Allow")
    app.start(".TrackListActivity")
    assert app.shows("Start recording your next adventure here")
    assert app.query("database.db", "PRAGMA user_version") == [(37,)]


# -- what else may be in the table


def test_rows_that_no_app_would_write(app: OpenTracks, phone: Phone) -> None:
    values = ["NULL", "'text'", "1e308", "-9223372036854775808", "x'ff'"]
    rows = ", ".join(f"({', '.join([value] * 9)})" for value in values)
    columns = (
        "name, description, category, starttime, totaltime, movingtime, totaldistance, maxspeed, "
        "starttime_offset"
    )
    app.shell(f'sqlite3 {DATABASE} "INSERT INTO tracks ({columns}) VALUES {rows}"')
    app.start(".TrackListActivity")
    assert len(app.names()) == 5
    app.tap("aggregated_stats_button")
    app.tap("Filter", "OK")
    app.back(2)
    app.start(".TrackListActivity")
    for number in range(5):
        app.tap_element(app.elements("track_list_item_name")[number])
        app.tap("Intervals", "By distance")
        app.back()


def test_types_that_are_no_text_are_summed_up(app: OpenTracks) -> None:
    app.shell(f"sqlite3 {DATABASE} \"INSERT INTO tracks (category, starttime) VALUES (NULL, 0), "
              "('', 0), (7, 0), (x'ff', 0)\"")  # fmt: skip
    app.start(".TrackListActivity")
    app.tap("aggregated_stats_button")
    labels = ["aggregated_stats_type_label", "aggregated_stats_num_tracks"]
    shown = [[element.text for element in app.elements(name)] for name in labels]
    assert shown == [["7", "\ufffd"], ["(2)", "(1)", "(1)"]]  # an empty label takes no room
    app.tap("Filter")
    buttons = app.elements("filter_dialog_check_button")
    assert [button.text or "" for button in buttons] == ["", "7", "\ufffd"]


def test_points_that_no_app_would_write(app: OpenTracks, phone: Phone) -> None:
    put(phone, [track("Odd")])
    rows = ", ".join(
        f"(1, {east}, {north}, {time}, {height}, {speed}, '{kind}')"
        for east, north, time, height, speed, kind in (
            ("NULL", "NULL", "NULL", "NULL", "NULL", 0),
            (8_000_000, 47_000_000, 5, 1e300, -5, 0),
            (9_000_000_000, 99_000_000_000, -5, "'x'", 1e308, 3),
            (8_000_000, 47_000_000, 9_000_000_000_000_000, 1, 1, 1),
            ("'x'", "'y'", "'z'", 0, 0, -1),
        )
    )
    columns = "trackid, longitude, latitude, time, elevation, speed, type"
    app.shell(f'sqlite3 {DATABASE} "INSERT INTO trackpoints ({columns}) VALUES {rows}"')
    app.start(".TrackListActivity")
    app.tap("Odd", "Intervals", "By time", "By distance")
    phone.screenshot()
    assert app.shows("chart_view")


def test_five_thousand_tracks(app: OpenTracks, phone: Phone) -> None:
    put(phone, [track(f"T{n}", ago_ms=n * HOUR_MS) for n in range(5000)])
    app.start(".TrackListActivity")
    assert app.names()[0] == "T0"
    app.long_press("T1")
    app.menu("Select all")
    assert app.shows("5000")
    app.menu("Delete")
    app.tap("OK")
    assert app.tracks("count(*)") == [(0,)]


def _layouts(app: OpenTracks) -> None:
    """Settings > User Interface > Customize your recording layout."""
    app.start(".TrackListActivity")
    app.tap("More options", "Settings", "User Interface")
    app.tap("Customize your recording layout")


def test_a_layout_of_ones_own(app: OpenTracks, phone: Phone) -> None:
    _layouts(app)
    assert app.shows("DEFAULT LAYOUT")
    app.tap("New Layout", "custom_layout_list_edit_name")
    app.type("default layout")
    assert app.shows("Layout's name already exists") and not app.find("OK").is_enabled
    app.type(" 2")
    app.tap("OK", "DEFAULT LAYOUT 2")
    app.tap("rows_options", "3")
    app.tap("Shown")  # the distance
    app.tap("TOTAL TIME")  # is no longer large
    while not app.shows("Record"):
        app.back()
    app.tap("Record", wait_ms=100)
    app.tap("More options", "Select Layout")
    app.tap("default layout 2")
    assert app.shows("TOTAL TIME") and not app.shows("DISTANCE")
    kept = phone.snapshot()
    app.tap("More options", "Select Layout", "Default Layout")
    assert app.shows("DISTANCE")
    phone.restore(kept)
    assert not app.shows("DISTANCE")


def test_layouts_are_removed_and_reset(app: OpenTracks, phone: Phone) -> None:
    _layouts(app)
    app.tap("New Layout", "custom_layout_list_edit_name")
    app.type("Mine")
    app.tap("OK")
    x, y = app.find("MINE").bbox_pixels.center
    phone.swipe(x + 300, y, x - 400, y, 150)
    assert app.shows("Layout was removed") and not app.shows("MINE")
    app.tap("Undo")
    assert app.shows("MINE")
    app.back()
    app.tap("Reset Custom Layout", "OK")
    app.tap("Customize your recording layout")
    assert app.shows("DEFAULT LAYOUT") and not app.shows("MINE")


@pytest.mark.parametrize(
    "kept", ["", ";;;", "A;9;distance,1,1", "A;2", "\n\nB;2;zork,1,1", "x" * 99]
)
def test_odd_layouts_are_passed_over(kept: str) -> None:
    from android_gym.simulator.apps.opentracks import layouts as rules

    context = Phone().host.context(PACKAGE)
    context.preferences().put(statsCustomLayoutFieldsKey=kept)
    (only,) = rules.layouts(context)
    assert only == rules.Layout(rules.DEFAULT_NAME)


def test_a_layout_is_read_as_it_was_kept() -> None:
    from android_gym.simulator.apps.opentracks import layouts as rules

    context = Phone().host.context(PACKAGE)
    mine = rules.Layout("Mine", 3).moved("loss", -4).changed(rules.LayoutField("power"))
    rules.keep(context, [mine, rules.Layout("Other")])
    assert rules.layouts(context) == (mine, rules.Layout("Other"))
    assert [f.key for f in mine.fields if f.visible][5] == "loss"
    rules.select(context, "Other")
    assert rules.selected(context).name == "Other"
    rules.select(context, "gone")
    assert rules.selected(context) == mine
