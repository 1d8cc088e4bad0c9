"""Audio Recorder: records, names, plays, sorts, deletes, and lives with what adb does below it."""

from __future__ import annotations

import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.system.media.metadata import read_metadata
from android_gym.simulator.wire import images
from android_gym.testing.driver import AppDriver

PACKAGE = "com.dimowner.audiorecorder"
RECORDS = f"/storage/emulated/0/Android/data/{PACKAGE}/files/Music/records"
MAIN = ".app.main.MainActivity"


@pytest.fixture
def app() -> AppDriver:
    """The main screen, behind the first start."""
    app = AppDriver(Phone(), PACKAGE)
    app.start(MAIN)
    app.tap("Get started", "Apply")
    return app


def names(app: AppDriver) -> list[str]:
    return app.phone.system.files.listdir(RECORDS)


def enter(app: AppDriver, name: str) -> None:
    app.tap("input_name")
    app.shell("input keycombination 113 29 && input keyevent 67")
    app.type(name)


def record(app: AppDriver, ms: int = 5_000, name: str | None = None) -> None:
    app.tap("btn_record")
    app.phone.advance(ms)
    app.tap("btn_record_stop")
    if name is not None:
        enter(app, name)
    app.tap("Save")


def rows(app: AppDriver, columns: str = "name, path, format") -> list[tuple]:
    return app.query("records.db", f"SELECT {columns} FROM records ORDER BY _id")


def test_first_start_and_what_it_keeps() -> None:
    app = AppDriver(Phone(), PACKAGE)
    app.start(MAIN)
    assert app.shows("Welcome to a simple and fast application")
    app.tap("Get started", "Wav")
    assert not app.shows("128 kbps") and "Wav is uncompressed" in " ".join(app.texts())
    app.tap("Mono", "Apply")
    assert app.shows("0 Mb, Wav, 44.1kHz")
    stored = app.phone.system.files.read_text(
        f"/data/data/{PACKAGE}/shared_prefs/{PACKAGE}.data.PrefsImpl.xml"
    )
    assert '<boolean name="is_first_run" value="false" />' in stored
    assert '<string name="setting_recording_format">wav</string>' in stored
    app.phone.shell(f"am force-stop {PACKAGE}")
    app.start(MAIN)
    assert app.shows("btn_record")


@pytest.mark.parametrize("density", [420, 560])
def test_the_buttons_below_are_on_the_screen(density: int) -> None:
    app = AppDriver(Phone(1080, 2400, density), PACKAGE)
    app.start(MAIN)
    app.tap("Get started", "Apply")
    size = int(84 * density / 160 + 0.5)
    boxes = [app.find(name).bbox_pixels for name in ("btn_settings", "btn_records_list")]
    assert [box and (box.x_min, box.x_max) for box in boxes] == [(0, size), (1080 - size, 1080)]
    app.tap("btn_records_list")
    assert app.shows("Records")


def test_a_recording(app: AppDriver) -> None:
    app.tap("btn_record")
    assert app.shows("Recording\u2026") and app.shows("Delete")
    assert names(app) == ["Record-1.m4a"]
    assert app.phone.system.files.stat(f"{RECORDS}/Record-1.m4a").size == 0
    assert f"pkg={PACKAGE}" in app.phone.shell("dumpsys notification").stdout.decode()
    assert app.phone.system.microphone.listener is not None
    app.phone.advance(4_000)
    assert app.phone.system.files.stat(f"{RECORDS}/Record-1.m4a").size > 0
    app.tap("btn_record_stop")
    assert app.text("input_name") == "Record-1" and app.shows("Don't ask again")
    enter(app, "")
    assert {"q", "w"} <= {e.content_description for e in app.phone.ui_elements()}, "no capitals"
    app.type("Record-1")
    app.tap("Save")
    ((name, path, container),) = rows(app)
    assert (name, path, container) == ("Record-1", f"{RECORDS}/Record-1.m4a", "m4a")
    data = app.phone.system.files.read(path)
    found = read_metadata(path, data)
    ((duration, size, rate, channels, bitrate),) = rows(
        app, "duration, size, sample_rate, channel_count, bitrate"
    )
    assert size == len(data) and abs(duration / 1000 - found.duration_ms) < 30
    assert 4_000 <= found.duration_ms < 6_500
    assert (rate, channels, bitrate) == (44_100, 2, 128_000)
    ((blob,),) = rows(app, "data")
    assert len(blob) == 617 and len(set(blob)) > 10
    assert app.phone.system.microphone.listener is None
    assert app.shows("Record-1") and app.shows("btn_play")
    assert f"pkg={PACKAGE}" not in app.phone.shell("dumpsys notification").stdout.decode()


def test_pauses_leave_empty_files_and_take_no_time(app: AppDriver) -> None:
    app.tap("btn_record")
    app.phone.advance(2_000)
    app.tap("btn_record")
    assert app.shows("Paused")
    app.phone.advance(60_000)
    app.tap("btn_record")
    app.phone.advance(1_000)
    app.tap("btn_record_stop", "Cancel")
    sizes = {n: app.phone.system.files.stat(f"{RECORDS}/{n}").size > 0 for n in names(app)}
    assert sizes == {"Record-1.m4a": True, "Record-2.m4a": False, "Record-3.m4a": False}
    ((duration,),) = rows(app, "duration")
    assert 3_000_000 <= duration < 6_000_000


def test_names(app: AppDriver) -> None:
    record(app, name="talk.m4a")
    assert names(app) == ["talk.m4a.m4a"] and rows(app)[0][0] == "talk.m4a"
    record(app, name="TALK.m4a")
    assert sorted(names(app)) == ["Record-2.m4a", "talk.m4a.m4a"]
    app.tap("txt_name")
    assert not app.shows("Don't ask again")
    enter(app, "a:b" + "x" * 60)
    app.tap("Save")
    assert rows(app)[1][0] == "a_b" + "x" * 47
    app.tap("txt_name")
    enter(app, "")
    app.tap("Save")
    assert rows(app)[1][0] == "a_b" + "x" * 47


def test_it_asks_no_more_once_told(app: AppDriver) -> None:
    app.tap("btn_record")
    app.phone.advance(1_000)
    app.tap("btn_record_stop", "Don't ask again", "Cancel", "btn_record")
    app.phone.advance(1_000)
    app.tap("btn_record_stop")
    assert not app.shows("New name") and len(rows(app)) == 2


def test_a_discarded_recording(app: AppDriver) -> None:
    app.tap("btn_record")
    app.phone.advance(1_000)
    app.tap("btn_record_delete")
    assert app.shows("Delete this record?")
    app.tap("No")
    assert app.shows("Paused")
    app.tap("btn_record_delete", "Yes")
    assert names(app) == [] and rows(app) == [] and not app.shows("Paused")


def test_playing(app: AppDriver) -> None:
    record(app, 6_000)
    app.tap("btn_play")
    app.phone.advance(2_500)
    assert app.text("txt_progress") in ("00:02", "00:03")
    app.tap("btn_play")
    place = app.text("txt_progress")
    app.phone.advance(5_000)
    assert app.text("txt_progress") == place
    app.tap("btn_play")
    app.phone.press_key(3)
    app.phone.advance(10_000)
    assert app.phone.system.playback.of(PACKAGE).state == "none"
    app.start(MAIN)
    app.tap("btn_play")
    app.phone.shell(f"rm {RECORDS}/Record-1.m4a")
    app.tap("btn_play", "btn_play")
    assert app.phone.system.playback.of(PACKAGE).state == "none"


def test_the_menu(app: AppDriver) -> None:
    record(app)
    app.tap("btn_share", " " * 6 + "Information")
    assert app.text("txt_location") == f"{RECORDS}/Record-1.m4a"
    assert app.text("txt_bitrate") == "128 kbps" and app.text("txt_channels_count") == "Stereo"
    app.tap("btn_back", "btn_share", " " * 6 + "Save as\u2026", "Yes")
    assert app.phone.system.files.listdir("/storage/emulated/0/Download") == ["Record-1.m4a"]
    app.tap("btn_share", " " * 6 + "Delete")
    assert app.shows("Move to trash Record-1?")
    app.tap("Yes")
    assert names(app) == ["Record-1.m4a.del"] and rows(app) == []
    app.tap("btn_records_list", "Trash", "Restore", "Yes")
    assert names(app) == ["Record-1.m4a"] and len(rows(app)) == 1
    assert app.query("records.db", "SELECT * FROM trash") == []


def test_the_list(app: AppDriver) -> None:
    for name, ms in (("beta", 2_000), ("alpha", 9_000), ("gamma", 4_000)):
        record(app, ms, name)
    app.tap("btn_records_list")

    def shown() -> list[str]:
        return [
            e.text
            for e in app.phone.ui_elements()
            if e.text and (e.resource_name or "").endswith("list_item_name")
        ]

    assert shown() == ["gamma", "alpha", "beta"] and app.shows("Today")
    for words, wanted in (
        ("By name (A-Z)", ["alpha", "beta", "gamma"]),
        ("By duration (longest)", ["alpha", "gamma", "beta"]),
        ("By date (oldest)", ["beta", "alpha", "gamma"]),
    ):
        app.tap("btn_sort", " " * 6 + words)
        assert shown() == wanted
    app.tap("alpha")
    assert app.shows("touch_layout") or app.shows("btn_next")
    app.tap("btn_next")
    assert app.phone.system.playback.of(PACKAGE).item.title == "gamma"
    app.tap("btn_stop", "list_item_bookmark", "btn_bookmarks")
    assert shown() == ["beta"]
    app.tap("btn_bookmarks")
    app.long_press("alpha")
    app.tap("gamma")
    assert app.shows(" 2 selected")
    app.tap("btn_delete_multi")
    assert app.shows("Move to trash 2 selected records?")
    app.tap("Yes")
    assert shown() == ["beta"] and len(app.query("records.db", "SELECT * FROM trash")) == 2


def test_lost_records(app: AppDriver) -> None:
    record(app)
    app.phone.shell(f"am force-stop {PACKAGE}; rm -r {RECORDS}/*")
    app.start(MAIN)
    assert app.shows("Some of your records was deleted or moved")
    app.phone.press_key(4)
    assert app.shows("Some of your records was deleted or moved")
    app.tap("Details")
    assert app.shows("Lost records") and app.shows("Record-1")
    app.tap("Delete all", "Yes")
    assert rows(app) == []


def test_the_file_browser(app: AppDriver) -> None:
    record(app)
    app.phone.shell(f"cp {RECORDS}/Record-1.m4a {RECORDS}/other.m4a")
    app.tap("btn_settings", "File browser")
    assert app.shows("Found in the app") and app.shows("Not found in the app")
    app.tap("Import")
    assert [name for name, _, _ in rows(app)] == ["Record-1", "other"]
    app.tap("Public directory")
    assert app.shows("Empty")


def test_a_full_disk_keeps_what_was_recorded(app: AppDriver) -> None:
    files = app.phone.system.files
    app.tap("btn_record")
    app.phone.advance(7_000)
    free = files.space().free
    files.take_room(free - 1_000, RECORDS)
    app.phone.advance(6_000)
    assert app.phone.system.microphone.listener is None
    ((duration, size),) = rows(app, "duration, size")
    data = files.read(f"{RECORDS}/Record-1.m4a")
    assert len(data) == size and duration >= 4_000_000
    assert abs(read_metadata("x.m4a", data).duration_ms - duration / 1000) < 30
    app.tap("btn_record")
    assert app.phone.system.microphone.listener is None or size


def test_the_death_of_the_process_loses_the_recording_alone(app: AppDriver) -> None:
    record(app)
    app.tap("btn_record")
    app.phone.advance(4_000)
    app.phone.press_key(3)
    app.phone.shell(f"am kill {PACKAGE}")  # a service in the foreground is spared
    assert app.phone.system.microphone.listener is not None
    app.start(MAIN)
    assert app.shows("Recording\u2026")
    app.phone.shell(f"am force-stop {PACKAGE}")
    app.start(MAIN)
    assert app.shows("btn_record") and app.phone.system.microphone.listener is None
    assert [duration > 0 for (duration,) in rows(app, "duration")] == [True, False]


def test_formats(app: AppDriver) -> None:
    app.tap("btn_settings")
    app.scroll_to("3gp")
    app.tap("3gp")
    assert not app.shows("44.1kHz") and not app.shows("Stereo")
    app.phone.press_key(4)
    record(app, 3_000, "voice")
    assert names(app) == ["voice.3gp"]
    found = read_metadata("voice.3gp", app.phone.system.files.read(f"{RECORDS}/voice.3gp"))
    assert found.sample_rate == 8_000 and found.duration_ms > 2_900


def test_rows_that_adb_has_written(app: AppDriver) -> None:
    app.phone.shell(f"am force-stop {PACKAGE}")
    database = f"/data/data/{PACKAGE}/databases/records.db"
    app.phone.shell(
        f'sqlite3 {database} "INSERT INTO records (name, duration, created, added, path, data, '
        "data_str) VALUES (x'00', 'long', -5, 1e300, '', 7, '')\""
    )
    app.start(".app.records.RecordsActivity")
    assert app.shows("Ok")
    app.tap("Ok")
    assert app.shows("list_item_more")


def test_an_image_of_a_phone_that_records_and_asks(app: AppDriver) -> None:
    phone = app.phone
    app.tap("btn_record")
    phone.advance(2_000)
    other = Phone()
    other.restore(images.load(other, images.dump(phone, phone.snapshot())))
    twin = AppDriver(other, PACKAGE)
    for each in (app, twin):
        each.phone.advance(4_000)
        each.tap("btn_record_stop")
    assert app.texts() == twin.texts() and twin.shows("New name")
    assert rows(app, "*") == rows(twin, "*")
    again = Phone()
    again.restore(images.load(again, images.dump(other, other.snapshot())))
    third = AppDriver(again, PACKAGE)
    third.tap("Save")
    assert third.shows("btn_play")


def test_a_finger_drags_the_waveform(app: AppDriver) -> None:
    record(app, 9_000)
    phone = app.phone
    phone.swipe(540, 800, 340, 800, 400)
    phone.advance(300)
    moved = phone.system.playback.of(PACKAGE).position_ms()
    assert 2_000 < moved < 4_000  # 76 dp to the left, at 25 dp a second
    app.tap("btn_play")
    phone.advance(1_000)
    assert phone.system.playback.of(PACKAGE).position_ms() > moved + 900
    phone.swipe(540, 800, 900, 800, 400)
    phone.advance(50)
    assert phone.system.playback.of(PACKAGE).position_ms() < moved


def test_the_notification_ends_a_recording(app: AppDriver) -> None:
    app.tap("btn_record")
    app.phone.advance(2_000)
    app.phone.press_key(3)
    (item,) = app.phone.system.notifications.active()
    assert item.title == "Recording is ON" and item.ongoing
    app.phone.system.notifications.press_action(item.key, 0)
    assert app.phone.system.microphone.listener is None
    app.start(MAIN)
    assert app.shows("New name")


def test_the_shortcut_records_at_once(app: AppDriver) -> None:
    app.phone.press_key(3)
    app.phone.shell(f"am start -a android.intent.action.ACTION_RUN -n {PACKAGE}/{MAIN}")
    app.phone.advance(1_000)
    assert app.phone.system.microphone.listener is not None
    app.tap("btn_record_stop", "Save", "btn_records_list", "btn_back")
    assert app.shows("btn_record") and app.phone.system.microphone.listener is None


def test_without_the_permission_it_asks(app: AppDriver) -> None:
    app.phone.shell(f"pm revoke {PACKAGE} android.permission.RECORD_AUDIO")
    app.start(MAIN)
    app.tap("btn_record")
    assert app.phone.system.microphone.listener is None
    app.tap("While using the app")
    assert app.phone.system.microphone.listener is not None


def test_the_chip_of_the_shade_tells_who_listens() -> None:
    phone = Phone()
    phone.shell(f"pm grant {PACKAGE} android.permission.RECORD_AUDIO")
    app = AppDriver(phone, "com.android.systemui")
    phone.shell("cmd statusbar expand-notifications; sleep 1")
    assert not app.shows("Applications are using your microphone.")
    phone.system.microphone.start(PACKAGE)
    app.tap("Applications are using your microphone.")
    app.tap("Being used by Audio Recorder")
    top = phone.system.activities.top
    assert top is not None and top.component.endswith("AppInfoDashboardActivity")
    assert "Audio Recorder" in [element.text for element in phone.ui_elements()]
