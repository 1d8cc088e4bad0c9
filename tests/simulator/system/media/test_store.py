"""MediaStore follows shared storage, and looks at what has changed alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.system.media import store as store_module
from android_gym.simulator.system.media.encoders import encode_m4a
from android_gym.simulator.system.media.schema import DATABASE, PACKAGE
from tests.simulator.system.media.test_metadata import FRAME, id3, png

STORAGE = "/storage/emulated/0"
SONG = id3(("TIT2", b"\0Blue"), ("TPE1", b"\0Ann"), ("TALB", b"\0Sea")) + FRAME * 100


def push(phone: Phone, path: str, data: bytes = SONG) -> None:
    folder = path.rpartition("/")[0]
    if not phone.system.files.exists(folder):
        phone.system.files.mkdir(folder, parents=True)
    phone.system.files.write(path, data)


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Names of the files whose content was read."""
    names: list[str] = []
    real = store_module.read_metadata

    def read(name: str, data: bytes) -> object:
        names.append(name)
        return real(name, data)

    monkeypatch.setattr(store_module, "read_metadata", read)
    yield names


def test_a_song_and_its_row() -> None:
    phone = Phone()
    push(phone, f"{STORAGE}/Music/a.mp3")
    (song,) = phone.system.media.audio()
    assert (song.metadata.title, song.metadata.artist, song.metadata.album) == (
        "Blue",
        "Ann",
        "Sea",
    )
    assert song.bucket_name == "Music" and song.is_music and song.size == len(SONG)
    assert song.date_added == phone.system.clock.now_ms() // 1000
    row = phone.shell("content query --uri content://media/external/audio/media").stdout.decode()
    assert f"_id={song.id}, _data={song.path}" in row and f"album_id={song.album_id}" in row
    assert "is_music=1" in row and "duration=2" in row
    albums = phone.shell("content query --uri content://media/external/audio/albums").stdout
    assert b"album=Sea" in albums and b"numsongs=1" in albums
    database = "/data/data/com.google.android.providers.media.module/databases/external.db"
    asked = phone.shell(f"sqlite3 {database} 'SELECT title, media_type FROM files'").stdout
    assert asked == b"Blue|2\n"


def test_what_songs_without_tags_are_called() -> None:
    phone = Phone()
    push(phone, f"{STORAGE}/Music/one two.mp3", FRAME * 100)
    (song,) = phone.system.media.audio()
    assert song.metadata.title == "one two"
    assert (song.metadata.artist, song.metadata.album) == ("<unknown>", "Music")


def test_only_what_changed_is_looked_at(looked: list[str]) -> None:
    phone = Phone()
    for number in range(200):
        push(phone, f"{STORAGE}/Music/{number}.mp3")
    media = phone.system.media
    assert len(media.audio()) == 200 and len(looked) == 200
    looked.clear()
    revision = media.revision
    phone.advance(1_000)
    assert len(media.audio()) == 200 and media.revision == revision and not looked
    push(phone, f"{STORAGE}/Music/new.mp3")
    assert len(media.audio()) == 201 and looked == ["new.mp3"]
    assert media.revision != revision
    phone.system.files.remove(f"{STORAGE}/Music/new.mp3")
    assert len(media.audio()) == 200 and media.revision == revision and looked == ["new.mp3"]


def test_folders_that_move_hide_and_go() -> None:
    phone = Phone()
    media, files = phone.system.media, phone.system.files
    push(phone, f"{STORAGE}/Music/x/a.mp3")
    push(phone, f"{STORAGE}/Music/x/b.mp3")
    before = media.audio()
    files.rename(f"{STORAGE}/Music/x", f"{STORAGE}/Music/y")
    assert [song.path for song in media.audio()] == [
        f"{STORAGE}/Music/y/a.mp3",
        f"{STORAGE}/Music/y/b.mp3",
    ]
    assert len(before) == 2
    files.write(f"{STORAGE}/Music/y/.nomedia", b"")
    assert media.audio() == () and len(media.files()) == 2
    files.remove(f"{STORAGE}/Music/y/.nomedia")
    assert len(media.audio()) == 2
    files.rename(f"{STORAGE}/Music/y", f"{STORAGE}/Music/.y")
    assert media.files() == ()
    files.rename(f"{STORAGE}/Music/.y", f"{STORAGE}/Music/z")
    assert len(media.audio()) == 2
    files.rmtree(f"{STORAGE}/Music/z")
    assert media.audio() == ()
    push(phone, f"{STORAGE}/Android/data/org.x/files/a.mp3")
    push(phone, f"{STORAGE}/Android/media/org.x/a.mp3")
    assert [song.path for song in media.audio()] == [f"{STORAGE}/Android/media/org.x/a.mp3"]


def test_kinds_purposes_and_paths() -> None:
    phone = Phone()
    media = phone.system.media
    push(phone, f"{STORAGE}/Ringtones/r.mp3")
    push(phone, f"{STORAGE}/DCIM/Camera/p.png", png(30, 20))
    push(phone, f"{STORAGE}/Movies/m.mp4", encode_m4a(3_000))
    push(phone, f"{STORAGE}/Download/t.txt", b"text")
    (ringtone,) = media.audio()
    assert not ringtone.is_music
    (picture,) = media.images()
    assert (picture.metadata.width, picture.metadata.height) == (30, 20)
    assert picture.bucket_name == "Camera" and picture.uri.endswith(f"images/media/{picture.id}")
    assert picture.bucket_id == str(-1739773001)  # Java's hash of the lower-case folder
    assert media.videos()[0].metadata.duration_ms == 3_000
    assert media.at("/sdcard/dcim/camera/P.PNG") == picture
    assert media.at("/sdcard/none") is None
    assert [file.display_name for file in media.files() if file.is_download] == ["t.txt"]


def test_snapshots_keep_what_was_known_and_what_was_pending() -> None:
    phone = Phone()
    media = phone.system.media
    push(phone, f"{STORAGE}/Music/a.mp3")
    first = media.audio()
    push(phone, f"{STORAGE}/Music/b.mp3")
    snapshot = phone.snapshot()
    phone.system.files.remove(f"{STORAGE}/Music/a.mp3")
    assert [song.display_name for song in media.audio()] == ["b.mp3"]
    phone.restore(snapshot)
    assert [song.display_name for song in media.audio()] == ["a.mp3", "b.mp3"]
    assert media.audio()[0] == first[0]
    other = Phone()
    other.restore(snapshot)
    assert other.system.media.audio() == media.audio()


def test_edits_by_adb_and_a_cleared_provider() -> None:
    phone = Phone()
    media = phone.system.media
    push(phone, f"{STORAGE}/Music/a.mp3")
    revision = (len(media.audio()), media.revision)[1]
    database = "/data/data/com.google.android.providers.media.module/databases/external.db"
    phone.shell(f"sqlite3 {database} \"UPDATE files SET title = 'Red'\"")
    assert media.audio()[0].metadata.title == "Red" and media.revision != revision
    phone.shell("am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE "
                f"-d file://{STORAGE}/Music/a.mp3")  # fmt: skip
    assert media.audio()[0].metadata.title == "Blue"
    phone.shell(f"sqlite3 {database} \"UPDATE files SET title = x'FF', duration = 'long'\"")
    assert media.audio()[0].metadata.duration_ms == 0
    phone.shell("pm clear com.google.android.providers.media.module")
    assert media.audio()[0].metadata.title == "Blue"


def test_content_calls() -> None:
    phone = Phone()
    push(phone, f"{STORAGE}/Pictures/p.png", png(3, 2))
    call = "content call --uri content://media --method"
    out = phone.shell(f"{call} scan_file --arg {STORAGE}/Pictures/p.png").stdout.decode()
    (picture,) = phone.system.media.images()
    assert picture.uri in out
    assert phone.shell(f"{call} scan_volume --arg external_primary").exit_code == 0
    assert b"image/png" in phone.shell(f"content gettype --uri {picture.uri}").stdout
    assert phone.shell(f"content read --uri {picture.uri}").stdout == png(3, 2)
    update = "content update --uri content://media/external/images/media"
    phone.shell(f"{update} --bind is_favorite:i:1")
    assert b"not allowed" in phone.shell(f"{update} --bind _data:s:/data/x").stderr
    phone.shell(f"content delete --uri {picture.uri}")
    assert not phone.system.files.exists(picture.path) and phone.system.media.images() == ()


def test_a_screen_that_shows_songs_is_built_again_when_one_comes() -> None:
    phone = Phone()
    push(phone, f"{STORAGE}/Music/a.mp3")
    with phone.state.observe() as seen:
        assert len(phone.system.media.audio()) == 1
    assert not seen.changed()
    push(phone, f"{STORAGE}/Android/data/org.x/files/a.mp3")
    phone.advance(1_000)
    assert not seen.changed()
    push(phone, f"{STORAGE}/Music/b.mp3")
    assert seen.changed()
    with phone.state.observe() as seen:
        assert len(phone.system.media.audio()) == 2
    with phone.state.observe():
        assert len(phone.system.media.audio()) == 2
    assert not seen.changed()


def test_who_reads_it_depends_on_what_there_is_and_no_more() -> None:
    phone = Phone()
    state, media = phone.state, phone.system.media
    push(phone, f"{STORAGE}/Music/a.mp3")
    with state.observe() as seen:
        media.audio()
    seen.keep_values()
    push(phone, f"{STORAGE}/Music/b.mp3")
    assert seen.changed() and not seen.recurred()
    assert not seen.recurs() and len(media.audio()) == 2
    phone.system.files.remove(f"{STORAGE}/Music/b.mp3")
    assert not seen.recurred(), "nobody has looked yet"
    assert seen.recurs() and len(media.audio()) == 1
    media.database().execute("UPDATE files SET title = 'Red'")
    assert not seen.recurs() and media.audio()[0].metadata.title == "Red"


def test_what_was_read_of_it_recurs_in_another_episode() -> None:
    """It is looked through again, and its database made and opened, as by who reads it anew."""
    phone = Phone()
    start = phone.snapshot()
    push(phone, f"{STORAGE}/Music/a.mp3")
    phone.restore(start)
    with phone.state.observe() as seen:
        assert phone.system.media.audio() == ()
    seen.keep_values()
    push(phone, f"{STORAGE}/Music/a.mp3")
    assert not seen.recurs()
    phone.restore(start)
    assert not phone.system.files.exists(DATABASE)
    assert seen.recurs() and phone.system.databases.owners(DATABASE) == (PACKAGE,)
    assert phone.system.media.audio() == ()


def test_a_phone_that_took_over_another_s_state_follows_its_database() -> None:
    first, phone = Phone(), Phone()
    push(first, f"{STORAGE}/Music/a.mp3")
    first.system.media.audio()
    phone.restore(first.snapshot())
    with phone.state.observe() as seen:
        phone.system.media.audio()
    phone.system.media.database().execute("UPDATE files SET title = 'Red'")
    assert seen.changed()
