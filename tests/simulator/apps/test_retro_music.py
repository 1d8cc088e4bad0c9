"""Retro Music through its screen, and databases and files that it did not expect."""

from __future__ import annotations

from typing import Any

import pytest

from android_gym.simulator.apps.retro_music.model import length_text
from android_gym.simulator.apps.retro_music.tags import read_lyrics, with_tags
from android_gym.simulator.phone import Phone
from android_gym.task_suite.android_world.media_files import FRAME_MS, make_mp3
from android_gym.testing.driver import AppDriver

PACKAGE = "code.name.monkey.retromusic"
DATABASES = f"/data/data/{PACKAGE}/databases"
MUSIC = "/storage/emulated/0/Music"
DOWNLOAD = "/storage/emulated/0/Download"
SONGS = (
    ("Amber", "Ann", "Dawn"), ("Birch", "Bob", "Dusk"), ("Cedar", "Ann", "Dawn"),
    ("Delta", "Eve", ""), ("Ember", "Bob", "Dusk"),
)  # fmt: skip
TITLES = [title for title, _, _ in SONGS]


class App(AppDriver):
    """Retro Music on a phone of its own with five songs of 100, 110 ... 140 seconds."""

    phone: Phone

    def __init__(self) -> None:
        super().__init__(Phone(), PACKAGE)
        for place, (title, artist, album) in enumerate(SONGS):
            self.put(title, artist, album, 100_000 + place * 10_000)

    def put(self, title: str, artist: str, album: str, duration_ms: int) -> None:
        """Put a song on the phone."""
        self.phone.push(f"{MUSIC}/{title}.mp3", make_mp3(title, artist, album, duration_ms))

    def launch(self) -> None:
        """Open the tabs."""
        self.start(".activities.MainActivity")

    def sql(self, statement: str, name: str = "playlist.db") -> None:
        """Run SQL by adb."""
        self.phone.push("/data/local/tmp/run.sql", statement.encode())
        self.shell(f"sqlite3 {DATABASES}/{name} < /data/local/tmp/run.sql")
        self.wait(300)

    def titles(self, id: str = "title") -> list[str]:
        """Titles in the list."""
        return [e.text or "" for e in self.elements(id)]

    def queue(self, table: str = "playing_queue") -> list[str]:
        rows = self.query("music_playback_state.db", f"SELECT title FROM {table} ORDER BY rowid")
        return [title for (title,) in rows]

    def playlist(self, name: str) -> list[str]:
        rows = self.query(
            "playlist.db",
            "SELECT title FROM SongEntity JOIN PlaylistEntity ON playlist_id = playlist_creator_id "
            f"WHERE playlist_name = '{name}' ORDER BY song_key",
        )
        return [title for (title,) in rows]

    def row(self, title: str, *entries: str) -> None:
        """Open the menu of a row and choose from it, and from what comes then."""
        title_box = self.find(title).bbox_pixels
        assert title_box is not None
        dots = [
            e
            for e in self.elements("menu")
            if e.bbox_pixels and abs(e.bbox_pixels.center[1] - title_box.center[1]) < 80
        ]
        self.tap_element(dots[0])
        self.tap(*entries)

    def make(self, name: str, *titles: str) -> None:
        """Make a playlist on the tab of songs."""
        self.tap("action_song")
        self.long_press(titles[0])
        for title in titles[1:]:
            self.tap(title)
        self.tap("More options", "Add to playlist", "New playlist")
        self.enter("actionNewPlaylist", name)
        self.tap("Create")


@pytest.fixture
def app() -> App:
    app = App()
    app.launch()
    return app


# --- databases


def test_a_long_queue_is_written_whole_and_in_order() -> None:
    app = App()
    more = [f"Song {number:03}" for number in range(102)]
    for title in more:
        app.put(title, f"Artist {title}", "Dawn", 100_000)
    app.launch()
    app.tap("action_song", "Birch")
    assert app.queue() == app.queue("original_playing_queue") == TITLES + more
    columns = "title, artist, _data, album_artist, composer"
    first, *_, last = app.query("music_playback_state.db", f"SELECT {columns} FROM playing_queue")
    assert list(first) == ["Amber", "Ann", f"{MUSIC}/Amber.mp3", None, None]
    assert list(last) == ["Song 101", "Artist Song 101", f"{MUSIC}/Song 101.mp3", None, None]


def test_the_schemas_are_the_app_s(app: App) -> None:
    assert app.query("playlist.db", "PRAGMA user_version") == [(24,)]
    columns = [row[1] for row in app.query("playlist.db", "PRAGMA table_info(SongEntity)")]
    assert columns[:4] == ["song_key", "playlist_creator_id", "id", "title"]
    assert app.query("music_playback_state.db", "PRAGMA user_version") == [(12,)]
    kinds = app.query("music_playback_state.db", "PRAGMA table_info(playing_queue)")
    assert [row[2] for row in kinds[:2]] == ["INT", "STRING"]
    names = [
        path.rpartition("/")[2] for (path,) in app.query("blacklist.db", "SELECT * FROM blacklist")
    ]
    assert names == ["Alarms", "Notifications", "Ringtones"]


def test_a_wiped_folder_of_databases_is_made_anew(app: App) -> None:
    app.tap("action_song", "Amber")
    assert app.queue() == TITLES
    app.stop()
    app.shell(f"rm -rf {DATABASES}/*")
    app.launch()
    assert app.queue() == [] and not app.shows("miniPlayerTitle")
    assert app.query("playlist.db", "SELECT * FROM PlaylistEntity") == []


def test_rows_that_somebody_else_adds_are_shown(app: App) -> None:
    app.sql("INSERT INTO PlaylistEntity VALUES (7, 'By adb')")
    app.tap("action_playlist")
    assert app.text("title") == "By adb" and "0 Songs  •  00:00" in app.texts()
    app.tap("By adb")
    app.sql("DELETE FROM PlaylistEntity")
    assert "By adb" not in app.texts()
    app.back()
    assert "You have no playlists" in app.texts()


def test_a_title_that_is_a_number_stays_a_text(app: App) -> None:
    app.put("1999", "Ann", "", 60_000)
    app.wait(300)
    app.tap("action_song")
    app.row("1999", "Add to playing queue")
    assert app.text("miniPlayerTitle") == "1999 • Ann"
    assert app.queue() == [1999]  # STRING is a numeric type to SQLite


# --- songs


def test_songs_come_from_the_media_store(app: App) -> None:
    app.tap("action_song")
    assert app.titles() == TITLES
    app.put("Short", "Ann", "", 19_000)
    app.put("älter", "Ann", "", 21_000)
    app.wait(300)
    assert app.titles() == ["älter", *TITLES]  # by collation, and songs from 20 s on
    app.shell(f"rm {MUSIC}/Birch.mp3")
    app.wait(300)
    assert "Birch" not in app.titles()
    app.shell(f"mkdir -p /sdcard/Ringtones && mv {MUSIC}/Cedar.mp3 /sdcard/Ringtones/")
    app.wait(300)
    assert "Cedar" not in app.titles()


def test_orders_of_songs(app: App) -> None:
    app.tap("action_song", "More options", "Sort order", "Descending")
    assert app.titles() == TITLES[::-1]
    app.stop()
    app.launch()
    assert app.titles() == TITLES[::-1]  # the tab and the order are kept
    app.tap("More options", "Sort order", "Artist")
    assert app.titles() == ["Amber", "Cedar", "Birch", "Ember", "Delta"]


def test_the_blacklist_hides_a_song(app: App) -> None:
    app.tap("action_song")
    app.row("Birch", "Add to Blacklist")
    assert app.titles() == ["Amber", "Cedar", "Delta", "Ember"]
    app.tap("action_home", "Settings", "Other", "Blacklist", f"{MUSIC}/Birch.mp3", "Remove")
    app.back(2)
    app.tap("action_song")
    assert app.titles() == TITLES


def test_a_song_is_deleted_everywhere(app: App) -> None:
    app.make("Mix", "Amber", "Birch")
    app.tap("Amber")  # queues all
    app.row("Birch", "Delete from device")
    app.tap("Deny")
    assert "Birch" in app.titles()
    app.row("Birch", "Delete from device", "Allow")
    assert "Birch" not in app.titles()
    assert app.playlist("Mix") == ["Amber"] and "Birch" not in app.queue()
    assert "Birch" not in app.shell(f"ls {MUSIC}")


def test_tags_are_written_into_the_file(app: App) -> None:
    app.tap("action_song")
    app.row("Delta", "Tag editor")
    app.enter("songText", "Echo")
    app.tap("Save", "Allow")
    assert app.titles() == ["Amber", "Birch", "Cedar", "DeltaEcho", "Ember"]
    assert app.shell(f"ls {MUSIC}").split() == [f"{title}.mp3" for title in TITLES]


def test_details_tell_of_the_file(app: App) -> None:
    app.tap("action_song")
    app.row("Amber", "Details")
    shown = app.texts()
    assert f"File path: {MUSIC}/Amber.mp3" in shown and "Length: 01:40" in shown


# --- playlists


def test_a_playlist_has_songs_in_the_order_of_marking(app: App) -> None:
    app.make("Mine", "Delta", "Amber", "Cedar")
    assert app.playlist("Mine") == ["Delta", "Amber", "Cedar"]
    app.tap("action_playlist")
    assert "3 Songs  •  05:50" in app.texts()
    app.tap("Mine")
    assert app.titles()[1:] == ["Delta", "Amber", "Cedar"]
    assert not app.shows("action_song")


def test_a_song_that_is_added_again_moves_to_the_end(app: App) -> None:
    app.make("Mine", "Amber", "Birch")
    app.row("Amber", "Add to playlist", "Mine")
    assert app.playlist("Mine") == ["Birch", "Amber"]


def test_the_same_name_is_the_same_playlist(app: App) -> None:
    app.make("Mine", "Amber")
    app.make("Mine", "Birch")
    app.make("mine", "Cedar")
    names = app.query("playlist.db", "SELECT playlist_name FROM PlaylistEntity")
    assert names == [("Mine",), ("mine",)]
    assert app.playlist("Mine") == ["Amber", "Birch"]


def test_without_a_name_nothing_is_made(app: App) -> None:
    app.tap("action_playlist", "More options", "New playlist", "Create")
    assert not app.shows("actionNewPlaylist")
    assert app.query("playlist.db", "SELECT * FROM PlaylistEntity") == []


def test_playlists_are_renamed_and_deleted(app: App) -> None:
    app.make("Mine", "Amber", "Birch")
    app.tap("action_playlist", "menu", "Rename")
    app.enter("actionNewPlaylist", "Yours")
    app.tap("Rename")
    assert app.playlist("MineYours") == ["Amber", "Birch"]
    app.tap("menu", "Delete")
    assert "Delete the playlist MineYours?" in app.texts()
    app.tap("Delete")
    assert app.query("playlist.db", "SELECT count(*) FROM SongEntity") == [(0,)]


def test_songs_are_removed_and_dragged(app: App) -> None:
    app.make("Mine", "Amber", "Birch", "Cedar", "Delta")
    app.tap("action_playlist", "Mine")
    app.row("Birch", "Remove from playlist")
    assert "Remove the song Birch from the playlist?" in app.texts()
    app.tap("Remove")
    assert app.playlist("Mine") == ["Amber", "Cedar", "Delta"]
    first = app.find("Amber").bbox_pixels
    assert first is not None
    y = first.center[1]
    app.phone.swipe(52, y, 52, y + 2.2 * 64 * 2.625, 600)  # by the handle at the left
    app.wait(300)
    assert app.playlist("Mine") == ["Cedar", "Delta", "Amber"]


def test_a_playlist_is_saved_as_a_file(app: App) -> None:
    app.make("R & B", "Birch", "Amber")
    app.tap("action_playlist", "menu", "Save as file")
    app.wait(500)
    assert app.text("title") == "R & B"  # Files adds the ending
    app.tap("SAVE")
    app.wait(500)
    found = app.shell("find /sdcard/ -name '*.m3u'").strip()
    assert found.endswith("R & B.m3u")
    assert app.shell(f"cat '{found}'").splitlines() == [
        "#EXTM3U",
        f"#EXTINF:{duration(1)},Bob - Birch",
        f"{MUSIC}/Birch.mp3",
        f"#EXTINF:{duration(0)},Ann - Amber",
        f"{MUSIC}/Amber.mp3",
    ]
    assert "Save as file" not in app.texts()


def duration(place: int) -> int:
    """Length of a song in whole frames."""
    return round((100_000 + place * 10_000) / FRAME_MS) * FRAME_MS


def test_files_of_playlists_are_imported(app: App) -> None:
    app.phone.push(f"{DOWNLOAD}/Old.m3u", f"#EXTM3U\n{MUSIC}/Delta.mp3\n/nowhere.mp3\n".encode())
    app.wait(300)
    app.tap("action_playlist", "More options", "Import playlist", "Import")
    assert app.playlist("Old") == ["Delta"]


# --- the queue and the player


def test_the_first_song_of_an_empty_queue_is_not_played(app: App) -> None:
    app.tap("action_song")
    app.row("Cedar", "Add to playing queue")
    app.row("Amber", "Add to playing queue")
    assert app.queue() == ["Cedar", "Amber"] == app.queue("original_playing_queue")
    app.wait(5000)
    assert app.text("miniPlayerTitle") == "Cedar • Ann"
    app.tap("miniPlayerTitle")
    assert app.text("songCurrentProgress") == "00:00"


def test_play_next_comes_after_the_present_song(app: App) -> None:
    app.tap("action_song", "Birch")
    app.row("Amber", "Play next")
    assert app.queue() == ["Amber", "Birch", "Amber", "Cedar", "Delta", "Ember"]


def test_marked_songs_are_queued_in_order(app: App) -> None:
    app.tap("action_song")
    app.long_press("Ember")
    app.tap("Birch", "Delta", "Add to playing queue")
    assert app.queue() == ["Ember", "Birch", "Delta"]
    assert app.shows("Shuffle")  # nothing is marked any more


def test_songs_are_played_one_after_the_other(app: App) -> None:
    app.tap("action_song", "Delta", "miniPlayerTitle")
    app.wait(60_000)
    assert app.text("songCurrentProgress") in ("01:00", "01:01", "01:02")
    app.tap("playPauseButton")
    shown = app.text("songCurrentProgress")
    app.wait(60_000)
    assert app.text("songCurrentProgress") == shown
    app.tap("playPauseButton")
    app.wait(75_000)
    assert app.text("title") == "Ember"
    app.wait(150_000)
    assert app.text("title") == "Ember"  # the last one, and nothing is repeated
    shown = app.text("songCurrentProgress")
    app.wait(5_000)
    assert app.text("songCurrentProgress") == shown
    app.back()
    app.tap("action_home", "Most played")
    assert set(app.titles()) == {"Delta", "Ember"}


def test_modes_of_the_player(app: App) -> None:
    app.tap("action_song", "Ember", "miniPlayerTitle", "repeatButton")  # repeats all
    app.wait(150_000)
    assert app.text("title") == "Amber"
    app.tap("shuffleButton")
    assert app.queue()[0] == "Amber" and sorted(app.queue()) == TITLES
    assert app.queue("original_playing_queue") == TITLES
    app.tap("shuffleButton")
    assert app.queue() == TITLES
    app.tap("nextButton")
    assert app.text("title") == "Birch"
    app.tap("previousButton")
    assert app.text("title") == "Amber"


def test_the_player_survives_the_process(app: App) -> None:
    app.tap("action_song", "Cedar", "miniPlayerTitle")
    app.wait(30_000)
    app.tap("playPauseButton")
    shown = app.text("songCurrentProgress")
    app.shell(f"am force-stop {PACKAGE}")
    app.launch()
    app.tap("miniPlayerTitle")
    assert (app.text("title"), app.text("songCurrentProgress")) == ("Cedar", shown)


def test_the_queue_is_edited(app: App) -> None:
    app.tap("action_song", "Amber", "miniPlayerTitle", "Now playing queue")
    assert "Up next  •  08:20" in app.texts()
    app.row("Cedar", "Remove from playing queue")
    assert app.queue() == ["Amber", "Birch", "Delta", "Ember"]
    app.drag("Delta", dx=900)
    assert app.queue() == ["Amber", "Birch", "Ember"]
    app.tap("Clear queue")
    assert app.queue() == [] and not app.shows("miniPlayerTitle")


def test_favourites_are_a_playlist(app: App) -> None:
    app.tap("action_song", "Birch", "miniPlayerTitle", "Favorites")
    assert app.playlist("Favorites") == ["Birch"]
    app.tap("Favorites")
    assert app.playlist("Favorites") == []


# --- elsewhere


def test_the_search_finds_all_kinds(app: App) -> None:
    app.make("Bandstand", "Amber")
    app.tap("Navigate up")
    app.enter("searchView", "b")
    shown = app.texts()
    for found in ("Amber", "Birch", "Ember"):
        assert found in shown
    app.tap("Artists")
    assert "Bob" in app.texts() and "Birch" not in app.texts()
    app.drag("Albums", dx=-600)
    app.tap("Playlists")
    assert "Birch" not in app.texts() and "Bandstand" in app.texts()
    app.tap("clearText")
    app.enter("searchView", "zzz")
    assert "No results" in app.texts()


def test_albums_and_artists(app: App) -> None:
    app.tap("action_album")
    assert app.titles() == ["Dawn", "Dusk", "Music"]
    app.tap("Dusk")
    assert app.text("albumText") == "Bob • 04:09"
    app.back()
    app.tap("action_artist", "Ann")
    assert app.text("text").startswith("1 Album • 2 Songs")


def test_tabs_are_chosen(app: App) -> None:
    app.tap("Settings", "Personalize", "Library categories", "Artists", "Folders", "Done")
    app.back(2)
    assert app.shows("action_folder") and not app.shows("action_artist")
    app.tap("action_folder")
    assert "Amber" in app.texts()


def test_news_are_shown_once(app: App) -> None:
    app.shell(f"pm clear {PACKAGE}")
    for name in ("READ_MEDIA_AUDIO", "POST_NOTIFICATIONS"):
        app.shell(f"pm grant {PACKAGE} android.permission.{name}")
    app.launch()
    assert app.shows("tgFab")
    app.shell(f"am force-stop {PACKAGE}")
    app.launch()
    assert not app.shows("tgFab")


def test_permissions_are_asked_for(app: App) -> None:
    app.shell(f"pm clear {PACKAGE}")
    app.shell(f"pm revoke {PACKAGE} android.permission.READ_MEDIA_AUDIO")
    app.launch()
    app.tap("Let's go")  # which is greyed out
    assert "Let's go" in app.texts()
    app.tap("Grant access", "Allow", "Allow", "Let's go")
    assert app.shows("tgFab")  # the news, over the tabs
    app.back()
    assert app.shows("action_song")


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [(0, "00:00"), (59_999, "00:59"), (3_599_999, "59:59"), (3_600_000, "01:00:00")],
)
def test_lengths_are_written(milliseconds: int, text: str) -> None:
    assert length_text(milliseconds) == text


def test_tags_of_odd_files() -> None:
    song = make_mp3("A", "B", "C", 1000)
    for broken in (b"", b"ID3", song[:15], song[:40], b"ID3\x03\0\0" + b"\x7f" * 100, b"\xff" * 9):
        assert read_lyrics(broken) == ""
        with_tags(broken, {"title": "x"})
    assert with_tags(b"RIFF1234WAVE", {"title": "x"}) is None
    written = with_tags(song, {"lyrics": "la\nlä", "title": "新しい", "album": ""})
    assert written is not None and read_lyrics(written) == "la\nlä"
    assert b"TALB" not in written and b"TPE1" in written
    assert with_tags(written, {"lyrics": ""}) != written


def test_a_song_that_is_deleted_while_it_plays_is_heard_to_its_end(app: App) -> None:
    """A file that is open can be read on. The next that has gone is told of, and not played."""
    app.tap("action_song", "Cedar", "miniPlayerTitle")
    app.shell(f"rm {MUSIC}/Cedar.mp3 {MUSIC}/Delta.mp3")
    app.wait(60_000)
    assert app.text("title") == "Cedar"
    assert app.text("songCurrentProgress") in ("01:00", "01:01", "01:02")
    app.wait(61_000)
    said = (PACKAGE, "Couldn’t play this song.")
    assert app.text("title") == "Delta" and app.phone.system.status_bar.toast == said
    assert not app.phone.system.playback.of(PACKAGE).playing
    assert app.text("songCurrentProgress") == "00:00"
    app.wait(10_000)
    app.tap("playPauseButton")
    assert app.phone.system.status_bar.toast == said
    app.tap("nextButton")
    assert app.text("title") == "Ember" and app.phone.system.playback.of(PACKAGE).playing
    app.back()
    assert app.titles() == ["Amber", "Birch", "Ember"]


def _song(title: bytes, encoding: int, version: int = 4, cut: int = 0) -> bytes:
    """Return thirty seconds of silence whose tag is in an encoding of ID3's."""
    content = bytes([encoding]) + title
    length = len(content)
    size = bytes(length >> shift & 0x7F for shift in (21, 14, 7, 0))
    frame = b"TIT2" + (size if version == 4 else length.to_bytes(4, "big")) + b"\0\0" + content
    whole = bytes(len(frame) >> shift & 0x7F for shift in (21, 14, 7, 0))
    song = make_mp3("", "", "", 30_000)[10:]
    return b"ID3" + bytes([version, 0, 0]) + whole + frame + song[: len(song) - cut]


def test_songs_with_odd_tags_and_ends_are_listed_and_played(app: App) -> None:
    """Tags in five encodings, one of ten megabytes, and a last frame that is cut in its middle."""
    app.shell(f"rm {MUSIC}/*.mp3")
    songs = {
        "a": _song("Café Ä".encode("latin-1"), 0, 3),
        "b": _song("Café 夜".encode("utf-16"), 1, 3),
        "c": _song("Dôme 夜".encode("utf-16"), 1),
        "d": _song("Ehre 夜".encode("utf-16-be"), 2),
        "e": _song("Früh 夜".encode(), 3),
        "f": _song(b"Long" * 2_500_000, 0),
        "g": _song(b"Short", 0, cut=100),
    }
    for name, data in songs.items():
        app.phone.push(f"{MUSIC}/{name}.mp3", data)
    app.tap("action_song")
    *titles, long, short = app.titles()
    assert titles == ["Café Ä", "Café 夜", "Dôme 夜", "Ehre 夜", "Früh 夜"]
    assert long.startswith("LongLong") and len(long) < 10_000 and short == "Short"
    app.tap("Short", "miniPlayerTitle")
    assert app.text("songTotalTime") in ("00:29", "00:30")
    app.wait(31_000)
    assert not app.phone.system.playback.of(PACKAGE).playing


@pytest.mark.parametrize("value", ["x'00ff'", "1e300", "-1", "9223372036854775807"])
def test_values_of_any_kind_are_borne(app: App, value: Any) -> None:
    app.make("Mine", "Amber", "Birch")
    app.sql(f"UPDATE SongEntity SET title = {value}, duration = {value}, id = song_key")
    app.sql(f"UPDATE PlaylistEntity SET playlist_name = {value}")
    app.tap("action_playlist", "title")
    assert app.shows("subtitle")
    app.sql(
        f"INSERT INTO playing_queue SELECT {value}, {value}, 0, 0, {value}, {value}, 0, 0, 'a', 0, "
        "'b', NULL, NULL",
        "music_playback_state.db",
    )
    app.tap("miniPlayerTitle")
    assert app.shows("playPauseButton")
