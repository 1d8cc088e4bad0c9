"""VLC: its library, playlists, browser, players and settings."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from android_gym.simulator.apps.vlc.schema import MODEL_VERSION
from android_gym.simulator.apps.vlc.titles import (
    clean_title,
    common_prefix,
    file_size,
    group_key,
    length_words,
    mrl_of,
    path_of,
    resolution_class,
    short_length,
)
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.media.encoders import encode_wav
from android_gym.task_suite.android_world.media_files import make_mp3
from android_gym.testing.driver import AppDriver

PACKAGE = "org.videolan.vlc"
DATABASE = f"/data/data/{PACKAGE}/app_db/vlc_media.db"
VIDEOS = "/storage/emulated/0/VLCVideos"
FILES = ("clip_12_HD.mp4", "clip_14_raw.mp4", "moment_5_4K.mp4", "scene_3_.mp4")
MINE = "SELECT m.filename FROM PlaylistMediaRelation r JOIN Media m ON id_media = media_id " \
    "ORDER BY playlist_id, position"  # fmt: skip


@cache
def video(seconds: int = 30, color: int = 90, frames_per_second: int = 1) -> bytes:
    """Return a video of a plain colour."""
    import tempfile
    from pathlib import Path

    import cv2

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "video.mp4")
        code = cv2.VideoWriter.fourcc(*"mp4v")
        writer = cv2.VideoWriter(str(path), code, frames_per_second, (320, 240))
        for second in range(seconds * frames_per_second):
            writer.write(np.full((240, 320, 3), (color + 5 * second) % 256, np.uint8))
        writer.release()
        return path.read_bytes()


@pytest.fixture
def phone() -> Phone:
    phone = Phone()
    for index, name in enumerate(FILES):
        phone.system.files.write(f"{VIDEOS}/{name}", video(30 + 30 * index))
    return phone


@pytest.fixture
def app(phone: Phone) -> AppDriver:
    driver = AppDriver(phone, PACKAGE)
    driver.start(".StartActivity")
    return driver


def open_folder(app: AppDriver) -> None:
    app.tap("Browse", "Folder: Internal memory")
    app.scroll_to("VLCVideos")
    app.tap("VLCVideos")


# --- words


def test_titles_drop_the_ending_and_join_words() -> None:
    assert clean_title("clip_12_HD.mp4") == "clip_12_HD"
    assert clean_title("footage_8_.mp4") == "footage_8_"
    assert clean_title("my.first-film.mkv") == "my first film"
    assert clean_title(".mp4") == ".mp4"


def test_groups_are_told_by_six_letters() -> None:
    assert group_key("clip_12_HD") == group_key("Clip_14_raw") == "clip_1"
    assert group_key("The clip_1") == "clip_1"
    assert common_prefix("clip_12_HD", "clip_14_raw") == "clip_1"
    assert common_prefix("clip_12_HD", "clip_12_raw") == "clip_12_"


def test_lengths_and_sizes() -> None:
    assert [short_length(ms) for ms in (-1, 0, 90_000, 3_723_000)] == [
        "",
        "0:00",
        "1:30",
        "1:02:03",
    ]
    assert length_words(90_000) == "1 minutes 30 seconds"
    assert [file_size(n) for n in (0, 1023, 1024, 1_258_291)] == ["0 B", "1023 B", "1 KB", "1.2 MB"]
    assert [resolution_class(*s) for s in ((320, 240), (1280, 720), (1920, 1080), (0, 0))] == [
        "SD", "720p", "1080p", "",
    ]  # fmt: skip


def test_addresses_lead_back_to_paths_in_the_storage_alone() -> None:
    for path in (f"{VIDEOS}/a b'ü%.mp4", "/storage/emulated/0"):
        assert path_of(mrl_of(path)) == path
    for mrl in ("file:///data/data/x", "file:///storage/emulated/0/../../x", "http://x", ""):
        assert path_of(mrl) == ""


# --- the library


def test_the_scan_fills_the_tables(app: AppDriver) -> None:
    media = app.query(DATABASE, "SELECT type, title, filename, duration, import_type FROM Media")
    assert media[:2] == [
        (1, "clip_12_HD", "clip_12_HD.mp4", 30_000, 0),
        (1, "clip_14_raw", "clip_14_raw.mp4", 60_000, 0),
    ]
    groups = "SELECT name, nb_video, nb_present_video, duration FROM MediaGroup"
    assert app.query(DATABASE, groups)[0] == ("clip_1", 2, 2, 90_000)
    assert app.query(DATABASE, "SELECT * FROM Settings") == [(MODEL_VERSION, 2, 6)]
    folders = "SELECT name, nb_video FROM Folder ORDER BY id_folder"
    assert app.query(DATABASE, folders) == [("", 0), ("VLCVideos", 4)]
    found = "SELECT rowid FROM MediaFts WHERE title MATCH 'moment*'"
    assert app.query(DATABASE, found) == [(3,)]
    assert app.query(DATABASE, "SELECT width, height FROM VideoTrack LIMIT 1") == [(320, 240)]


def test_files_that_come_change_and_go_are_seen_at_the_next_start(
    phone: Phone, app: AppDriver
) -> None:
    phone.shell(f"rm {VIDEOS}/scene_3_.mp4; mv {VIDEOS}/clip_14_raw.mp4 {VIDEOS}/clip_15.mp4")
    phone.system.files.write(f"{VIDEOS}/moment_5_4K.mp4", video(77))
    assert app.shows("scene_3_")
    app.press("HOME")
    app.start(".StartActivity")
    names = app.query(DATABASE, "SELECT filename, duration FROM Media ORDER BY filename")
    assert names == [
        ("clip_12_HD.mp4", 30_000), ("clip_15.mp4", 60_000), ("moment_5_4K.mp4", 77_000),
    ]  # fmt: skip
    assert not app.shows("scene_3_")


def test_what_is_in_a_playlist_stays_there_when_its_file_goes(phone: Phone, app: AppDriver) -> None:
    make_playlist(app, "Kept", FILES[2:])
    phone.shell(f"rm {VIDEOS}/scene_3_.mp4")
    app.press("HOME")
    app.start(".StartActivity")
    kept = "SELECT filename, import_type FROM Media WHERE filename LIKE 'scene%'"
    assert app.query(DATABASE, kept) == [("scene_3_.mp4", 1)]
    phone.system.files.write(f"{VIDEOS}/scene_3_.mp4", video(30))
    app.press("HOME")
    app.start(".StartActivity")
    assert app.query(DATABASE, kept) == [("scene_3_.mp4", 0)]


def test_folders_that_are_hidden_or_banned_are_left_out(phone: Phone) -> None:
    for folder in ("Ringtones", "Android/media/x", ".hidden", "quiet"):
        phone.system.files.mkdir(f"/storage/emulated/0/{folder}", parents=True)
        phone.system.files.write(f"/storage/emulated/0/{folder}/a.mp4", video(30))
    phone.system.files.write("/storage/emulated/0/quiet/.nomedia", b"")
    app = AppDriver(phone, PACKAGE)
    app.start(".StartActivity")
    assert app.query(DATABASE, "SELECT count(*) FROM Media") == [(4,)]


def test_the_library_wiped_by_adb_is_filled_anew(phone: Phone, app: AppDriver) -> None:
    make_playlist(app, "Old", FILES[:2])
    app.stop()
    phone.shell(
        f"sqlite3 {DATABASE} 'DELETE FROM Playlist; DELETE FROM Media; "
        "DELETE FROM PlaylistMediaRelation'"
    )
    assert app.query(DATABASE, "SELECT count(*) FROM MediaGroup") == [(0,)]
    assert app.query(DATABASE, "SELECT count(*) FROM PlaylistFts") == [(0,)]
    phone.shell(f"mv {VIDEOS}/clip_12_HD.mp4 {VIDEOS}/new_name_1.mp4")
    app.start(".StartActivity")
    names = app.query(DATABASE, "SELECT filename FROM Media ORDER BY filename")
    assert [name for (name,) in names] == sorted(["new_name_1.mp4", *FILES[1:]])


# --- favourites


def test_favourite_folders_are_rows_of_vlcs_second_database(app: AppDriver) -> None:
    for name in ("Trips & more", "Alarms"):
        app.shell(f"mkdir -p '{VIDEOS}/../{name}'")
    app.tap("Browse", "Folder: Internal memory")
    for name in ("Alarms", "Trips & more"):
        app.scroll_to(name)
        app.tap_element(
            min(
                app.elements("More Actions"),
                key=lambda e: abs(e.bbox_pixels.y_min - app.find(name).bbox_pixels.y_min),
            )
        )
        app.tap("Add to favorites")
    rows = "SELECT * FROM fav_table ORDER BY uri"
    assert app.query("vlc_database", rows) == [
        ("file:///storage/emulated/0/Alarms", 1, "Alarms", None),
        ("file:///storage/emulated/0/Trips%20%26%20more", 1, "Trips & more", None),
    ]
    app.back()
    assert app.shows("Folder: Trips & more") and app.shows("Folder: Alarms")
    app.tap("More Actions", "Remove from favorites")
    assert [row[2] for row in app.query("vlc_database", rows)] == ["Trips & more"]
    assert not app.shows("Folder: Alarms")


# --- playlists


def make_playlist(app: AppDriver, name: str, files: tuple[str, ...]) -> None:
    open_folder(app)
    app.long_press(files[0])
    for file in files[1:]:
        app.tap(file)
    app.tap("Add to playlist")
    app.enter("Playlist name", name)
    app.tap("SAVE")
    app.back(2)


def test_a_playlist_has_its_files_in_the_order_of_marking(app: AppDriver) -> None:
    make_playlist(app, "Trip", (FILES[2], FILES[0], FILES[3]))
    assert app.query(DATABASE, MINE) == [(FILES[2],), (FILES[0],), (FILES[3],)]
    row = "SELECT name, nb_video, nb_present_video, duration, nb_duration_unknown FROM Playlist"
    assert app.query(DATABASE, row) == [("Trip", 3, 3, 90_000 + 30_000 + 120_000, 0)]
    assert app.query(DATABASE, "SELECT nb_playlists FROM Media WHERE id_media = 1") == [(1,)]
    app.tap("Playlists")
    assert app.shows("Playlist: Trip, 3 tracks")


def test_a_name_that_is_there_is_refused(app: AppDriver) -> None:
    make_playlist(app, "Trip", FILES[:1])
    open_folder(app)
    app.long_press(FILES[1])
    app.tap("Add to playlist")
    app.enter("Playlist name", " Trip ")
    app.tap("SAVE")
    assert app.shows("Playlist Trip already exists")
    assert app.query(DATABASE, "SELECT count(*) FROM Playlist") == [(1,)]


def test_one_by_one_and_twice(app: AppDriver) -> None:
    make_playlist(app, "Trip", FILES[:1])
    open_folder(app)
    app.tap("More Actions", nth=1)
    app.tap("Add to playlist")
    app.tap("Trip")
    assert app.query(DATABASE, MINE) == [(FILES[0],), (FILES[1],)]
    app.long_press(FILES[0])
    app.tap(FILES[2], "Add to playlist", "Trip")
    assert app.shows("Add duplicated item(s)?")
    app.tap("ADD NEW ONLY")
    assert app.query(DATABASE, MINE) == [(FILES[0],), (FILES[1],), (FILES[2],)]
    app.long_press(FILES[0])
    app.tap("Add to playlist", "Trip", "ADD")
    assert len(app.query(DATABASE, MINE)) == 4


def test_a_playlist_s_own_screen_removes_moves_and_renumbers(app: AppDriver) -> None:
    make_playlist(app, "Trip", FILES)
    app.tap("Playlists", "Playlist: Trip, 4 tracks")
    handle = app.elements("More Actions")[0]
    assert handle.bbox_pixels is not None
    app.drag("More Actions", dy=2 * 64 * 2.625)
    order = [FILES[1], FILES[2], FILES[0], FILES[3]]
    assert [name for (name,) in app.query(DATABASE, MINE)] == order
    app.tap_element(app.elements("More Actions")[1])
    app.tap("Delete")
    assert [name for (name,) in app.query(DATABASE, MINE)] == order[1:]
    places = "SELECT position FROM PlaylistMediaRelation ORDER BY position"
    assert app.query(DATABASE, places) == [(0,), (1,), (2,)]
    app.tap("CANCEL")
    assert [name for (name,) in app.query(DATABASE, MINE)] == order


def test_a_playlist_is_deleted_after_a_question(app: AppDriver) -> None:
    make_playlist(app, "Trip", FILES)
    app.tap("Playlists")
    app.tap("More Actions", "Delete")
    assert app.shows("Delete playlist 'Trip'?")
    app.tap("CANCEL", "More Actions", "Delete", "DELETE FOREVER")
    for table in ("Playlist", "PlaylistMediaRelation"):
        assert app.query(DATABASE, f"SELECT count(*) FROM {table}") == [(0,)]


def test_files_that_the_library_does_not_know_come_in_as_external(
    phone: Phone, app: AppDriver
) -> None:
    open_folder(app)
    phone.system.files.write(f"{VIDEOS}/later.mp4", video(30))
    app.tap("More options", "Refresh")
    phone.system.files.write(f"{VIDEOS}/latest.mp4", video(30))
    app.back()
    app.tap("VLCVideos")
    app.long_press("latest.mp4")
    app.tap("later.mp4", "Add to playlist")
    app.enter("Playlist name", "New")
    app.tap("SAVE")
    rows = "SELECT filename, type, import_type FROM Media WHERE filename LIKE 'late%'"
    assert app.query(DATABASE, rows) == [("later.mp4", 1, 0), ("latest.mp4", 0, 1)]


# --- the video tab


def test_groups_open_and_can_be_switched_off(app: AppDriver) -> None:
    assert app.shows("Video group: clip_1, 2 videos")
    app.tap("Video group: clip_1, 2 videos")
    assert app.shows("Video: clip_12_HD, Duration: 30 seconds") and not app.shows("moment_5_4K")
    app.back()
    app.tap("More options", "Group videos", "Do not group videos")
    assert app.shows("clip_14_raw") and not app.shows("clip_1")
    app.tap("More options", "Display in list")
    assert app.shows("clip_14_raw")


def test_a_second_long_press_marks_all_between(app: AppDriver) -> None:
    app.tap("More options", "Group videos", "Do not group videos")
    app.long_press("clip_12_HD")
    app.long_press("moment_5_4K")
    assert app.shows("3 selected")
    app.tap("clip_14_raw")
    assert app.shows("2 selected")
    app.back()
    assert app.shows("Search…") and not app.shows("2 selected")


def test_a_group_is_renamed_and_taken_apart(app: AppDriver) -> None:
    app.tap("More Actions", "Rename video group")
    app.enter("new_name", " mine")
    app.tap("OK")
    assert app.shows("Video group: clip_1 mine, 2 videos")
    app.tap_element(app.elements("More Actions")[0])
    app.tap("Ungroup")
    assert app.shows("clip_12_HD") and app.shows("clip_14_raw")


def test_a_video_is_deleted_with_its_file(phone: Phone, app: AppDriver) -> None:
    app.tap("More Actions", nth=1)
    app.scroll_to("Delete")
    app.tap("Delete", "DELETE FOREVER")
    assert phone.shell(f"ls {VIDEOS}/moment_5_4K.mp4").exit_code != 0
    assert app.query(DATABASE, "SELECT count(*) FROM Media") == [(3,)]


# --- playing


def start_video(app: AppDriver, name: str = "moment_5_4K") -> None:
    app.tap(name)
    if app.shows("Video player tips"):
        app.tap("CLOSE")


def test_a_video_plays_in_the_phone_s_time_and_shows_its_frames(
    phone: Phone, app: AppDriver
) -> None:
    start_video(app)
    session = phone.system.playback.of(PACKAGE)
    assert session.playing
    phone.advance(10_000)
    position = session.position_ms()
    assert 10_000 <= position < 15_000
    level = phone.screenshot(108, 240)[120, 54]
    second = position // 1000
    assert abs(int(level[0]) - (90 + 5 * second)) <= 12, (level, second)


def test_the_controls_pause_seek_and_lock(phone: Phone, app: AppDriver) -> None:
    start_video(app)
    session = phone.system.playback.of(PACKAGE)
    app.tap("Pause")
    at = session.position_ms()
    phone.advance(5000)
    assert session.position_ms() == at
    app.tap("Seek 10 seconds forwards")
    assert session.position_ms() == at + 10_000
    app.tap("Lock")
    app.back()
    assert app.shows("SWIPE TO UNLOCK")
    app.tap("SWIPE TO UNLOCK", "Aspect ratio")
    assert app.shows("Fit screen")
    app.tap("advanced options", "Jump to Time")
    app.enter("edit", "1:00")
    app.tap("OK")
    assert session.position_ms() == 60_000


def test_leaving_the_player_keeps_the_place(phone: Phone, app: AppDriver) -> None:
    start_video(app)
    phone.advance(20_000)
    app.back()
    kept = app.query(DATABASE, "SELECT last_time, play_count FROM Media WHERE id_media = 3")
    assert 20_000 <= kept[0][0] < 30_000 and kept[0][1] == 0
    assert phone.system.playback.of(PACKAGE).state == "none"
    app.tap("moment_5_4K")
    assert phone.system.playback.of(PACKAGE).position_ms() >= 20_000


def test_a_video_that_ends_is_marked_and_leaves_the_player(phone: Phone, app: AppDriver) -> None:
    start_video(app)
    phone.advance(120_000)
    assert app.query(DATABASE, "SELECT play_count FROM Media WHERE id_media = 3") == [(1,)]
    assert app.shows("Video: moment_5_4K, Already played, Duration: 1 minutes 30 seconds")


def test_a_queue_goes_on_by_itself(phone: Phone, app: AppDriver) -> None:
    app.tap("Play")
    if app.shows("Video player tips"):
        app.tap("CLOSE")
    session = phone.system.playback.of(PACKAGE)
    assert (len(session.queue), session.index) == (4, 0)
    phone.advance(40_000)
    assert session.index == 1 and app.query(
        DATABASE, "SELECT play_count FROM Media WHERE id_media = 1"
    ) == [(1,)]


def test_a_video_is_heard_alone_behind_other_screens(phone: Phone, app: AppDriver) -> None:
    app.tap("More Actions", nth=1)
    app.tap("Play as audio")
    assert app.shows("header_play_pause")
    app.tap("header_play_pause")
    session = phone.system.playback.of(PACKAGE)
    assert session.state == "paused"
    app.tap("header_play_pause", "Browse")
    app.press("HOME")
    at = session.position_ms()
    phone.advance(5000)
    assert session.position_ms() == at + 5000
    app.start(".StartActivity")
    app.tap("moment_5_4K")
    assert app.shows("Shuffle mode") and app.shows("Repeat mode")
    app.tap("CLOSE", "advanced options", "Sleep timer")
    app.enter("edit", "1")
    app.tap("OK")
    phone.advance(61_000)
    assert phone.system.playback.of(PACKAGE).state == "none"


def test_what_was_played_last_goes_on_where_it_was_left(phone: Phone, app: AppDriver) -> None:
    assert not app.shows("ml_menu_last_playlist")
    app.tap("Play")
    if app.shows("Video player tips"):
        app.tap("CLOSE")
    phone.advance(40_000)
    session = phone.system.playback.of(PACKAGE)
    assert session.index == 1
    left = session.position_ms()
    app.back(2)
    app.stop()
    assert session.state == "none"
    app.start(".StartActivity")
    phone.shell(f"rm {VIDEOS}/scene_3_.mp4")
    app.tap("More options", "Resume playback")
    assert [item.title for item in session.queue] == ["clip_12_HD", "clip_14_raw", "moment_5_4K"]
    assert session.index == 1 and left <= session.position_ms() < left + 3_000
    app.stop()
    phone.shell(f"rm {VIDEOS}/*")
    app.start(".StartActivity")
    app.tap("More options", "Resume playback")
    assert session.state == "none"


def test_settings_forget_the_queue_keep_the_speed_and_stay_quiet_after_calls(
    phone: Phone, app: AppDriver
) -> None:
    app.tap("More", "SETTINGS")
    app.scroll_to("Video play queue history")
    app.tap("Video play queue history")
    app.scroll_to("Advanced")
    app.tap("Audio")
    app.tap("Resume playback after a call", "Save Playback Speed")
    app.back(2)
    app.tap("Video")
    app.tap("More Actions", nth=1)
    app.tap("Play as audio")
    session = phone.system.playback.of(PACKAGE)
    assert session.speed == 1.0
    app.tap("moment_5_4K", "CLOSE", "advanced options", "Playback speed", "Increase speed")
    faster = session.speed
    assert faster > 1.0
    phone.console("gsm call 5551234567")
    phone.console("gsm cancel 5551234567")
    phone.advance(3_000)
    assert session.state == "paused"
    app.stop()
    app.start(".StartActivity")
    app.tap("More options")
    assert not app.shows("Resume playback")
    app.back()
    app.tap("More Actions", nth=1)
    app.tap("Play as audio")
    assert session.speed == faster


def test_music_is_shelved_by_its_tags_and_plays(phone: Phone) -> None:
    for name in ("one.wav", "two.wav"):
        phone.system.files.write(f"/storage/emulated/0/Music/{name}", encode_wav(3000))
    app = AppDriver(phone, PACKAGE)
    app.start(".StartActivity")
    app.tap("Audio", "TRACKS")
    assert app.shows("one") and app.shows("two")
    app.tap("one")
    assert phone.system.playback.of(PACKAGE).item.title == "one"
    assert app.shows("header_play_pause")


# --- first start, settings, search


def test_the_first_start_leads_to_the_permission(phone: Phone) -> None:
    phone.shell(f"pm clear {PACKAGE}")
    app = AppDriver(phone, PACKAGE)
    phone.shell(f"monkey -p {PACKAGE} -c android.intent.category.LAUNCHER 1")
    app.wait(1000)
    assert app.shows("Welcome to VLC!")
    app.tap("SKIP", "GRANT PERMISSION")
    assert app.shows("Allow VLC all file access")
    app.tap("OK", "Allow access to manage all files")
    app.back()
    assert app.shows("moment_5_4K")
    assert app.query(DATABASE, "SELECT count(*) FROM Media") == [(4,)]


def test_the_search_finds_videos_and_playlists(phone: Phone, app: AppDriver) -> None:
    make_playlist(app, "clips of mine", FILES[:1])
    phone.shell(f"am start -a android.intent.action.SEARCH -n {PACKAGE}/.StartActivity")
    app.wait(1000)
    app.enter("search_edit_text", "clip")
    assert app.shows("clip_14_raw") and app.shows("clips of mine")
    app.enter("search_edit_text", "nothing like it")
    assert app.shows("No media found")


def test_another_app_s_file_plays(phone: Phone) -> None:
    phone.shell(
        f"am start -n {PACKAGE}/.StartActivity -a android.intent.action.VIEW -t video/mp4 "
        f"-d file://{VIDEOS}/{FILES[0]}"
    )
    phone.advance(1000)
    assert phone.system.playback.of(PACKAGE).item.title == "clip_12_HD"


def test_settings_turn_pictures_off_and_copy_the_library(phone: Phone, app: AppDriver) -> None:
    with_pictures = phone.screenshot(108, 240)
    app.tap("More", "SETTINGS", "Interface")
    app.scroll_to("Video thumbnails")
    app.tap("Video thumbnails")
    app.back(2)
    app.tap("Video")
    assert (phone.screenshot(108, 240) != with_pictures).any()
    app.tap("More", "SETTINGS")
    app.scroll_to("Advanced")
    app.tap("Advanced", "Dump media database")
    found = app.query("/storage/emulated/0/vlc_media.db", "SELECT count(*) FROM Media")
    assert found == [(4,)]


# --- bad input


def test_a_video_without_an_index_is_listed_and_says_that_it_can_t_be_played(
    phone: Phone,
) -> None:
    broken = video(30)
    phone.system.files.write(f"{VIDEOS}/broken.mp4", broken[: len(broken) // 2])
    phone.system.files.write(f"{VIDEOS}/empty.mp4", b"")
    app = AppDriver(phone, PACKAGE)
    app.start(".StartActivity")
    durations = "SELECT duration FROM Media WHERE filename IN ('broken.mp4', 'empty.mp4')"
    assert app.query(DATABASE, durations) == [(-1,), (-1,)]
    app.tap("broken")
    assert app.shows("Playback error")
    app.tap("OK")
    assert app.shows("broken")


def test_a_video_that_is_deleted_while_it_plays_ends(phone: Phone, app: AppDriver) -> None:
    app.tap("Play")
    if app.shows("Video player tips"):
        app.tap("CLOSE")
    phone.shell(f"rm {VIDEOS}/clip_14_raw.mp4 {VIDEOS}/clip_12_HD.mp4")
    phone.advance(35_000)
    session = phone.system.playback.of(PACKAGE)
    assert session.item.title == "moment_5_4K"
    phone.shell(f"rm {VIDEOS}/*.mp4")
    phone.advance(200_000)
    assert session.state == "none"
    assert app.shows("Search…")


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE MediaGroup SET nb_video = 'text'",
        "UPDATE Playlist SET nb_video = 'text', nb_audio = 'text'",
        "UPDATE Media SET duration = 9e999",
        "UPDATE Artist SET nb_tracks = 'text'; UPDATE Album SET nb_tracks = 'text'",
    ],
)
def test_what_the_library_s_rules_refuse_keeps_nothing_else_out(
    phone: Phone, app: AppDriver, damage: str
) -> None:
    """Counts that adb has set wrong: files that come and go are taken in and let go as far as
    SQLite takes them, and lists, players and playlists go on."""
    song = make_mp3("One", "Ann", "Dawn", 30_000)
    phone.push("/storage/emulated/0/Music/one.mp3", song)
    make_playlist(app, "Trip", FILES[:2])
    app.stop()
    phone.shell(f'sqlite3 {DATABASE} "{damage}"')
    phone.push("/storage/emulated/0/Music/two.mp3", song)
    phone.push(f"{VIDEOS}/another.mp4", video(40))
    phone.push(f"{VIDEOS}/{FILES[0]}", video(50))
    phone.shell(f"rm {VIDEOS}/{FILES[2]}")
    app.start(".StartActivity")
    names = {name for (name,) in app.query(DATABASE, "SELECT filename FROM Media")}
    assert "another.mp4" in names
    app.tap("Playlists", "Trip", "PLAY")
    app.back(3)
    app.start(".StartActivity")
    app.tap("Audio", "Video", "Play")
    assert phone.system.playback.of(PACKAGE).playing


def test_places_that_point_to_nothing_are_passed_over(phone: Phone, app: AppDriver) -> None:
    make_playlist(app, "Trip", FILES[:2])
    app.stop()
    phone.shell(f"sqlite3 {DATABASE} 'INSERT INTO PlaylistMediaRelation VALUES (999, 1, 1)'")
    phone.shell(f"sqlite3 {DATABASE} \"INSERT INTO PlaylistMediaRelation VALUES ('x', 1, NULL)\"")
    app.start(".StartActivity")
    app.tap("Playlists", "Playlist: Trip, 4 tracks")
    assert app.shows("clip_12_HD") and app.shows("clip_14_raw")
    app.tap("PLAY")
    assert len(phone.system.playback.of(PACKAGE).queue) == 2


def test_two_thousand_videos_cost_little_more_than_twenty(phone: Phone) -> None:
    data = video(30)

    def built(count: int) -> int:
        for index in range(count):
            phone.system.files.write(f"{VIDEOS}/take {index:05}.mp4", data)
        app = AppDriver(phone, PACKAGE)
        app.start(".StartActivity")
        app.tap("More options", "Group videos", "Do not group videos")
        views = sum(1 for window in phone.windows.windows() for _ in window.root.walk())
        app.stop()
        return views

    assert built(2000) <= 1.5 * built(20)
    assert phone.shell(f"sqlite3 {DATABASE} 'SELECT count(*) FROM Media'").stdout.strip() == b"2004"
