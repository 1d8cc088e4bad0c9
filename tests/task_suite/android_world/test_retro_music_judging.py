"""The rules of the tasks of Retro Music, at their thresholds."""

from __future__ import annotations

from typing import Any

import pytest

from android_gym.errors import OptionError, TaskError
from android_gym.task_suite.android_world.retro_music import files
from android_gym.task_suite.android_world.retro_music.files import put_playlist, put_queue
from android_gym.task_suite.android_world.retro_music.tasks import (
    RetroCreatePlaylist,
    RetroPlayingQueue,
    RetroPlaylistDuration,
    RetroSavePlaylist,
)
from android_gym.task_suite.touches import FileAt, Rows

LISTING = (RetroCreatePlaylist, RetroSavePlaylist, RetroPlayingQueue)


def clear(phone: Any) -> None:
    phone.execute(files.PLAYLISTS, "DELETE FROM PlaylistEntity; DELETE FROM SongEntity")


def test_songs_and_their_order_must_be_exact(phone: Any, begun: Any) -> None:
    case = begun(RetroCreatePlaylist, phone)
    name, songs = case.params["playlist_name"], case.params["songs"]
    assert len(songs) > 2
    assert (case.success, case.original) == (0.0, 0.0)
    for titles, earned in (
        (songs, 1.0),
        (songs[::-1], 0.0),
        (songs[:-1], 0.0),
        ([*songs, songs[0]][1:], 0.0),
        ([songs[0].upper(), *songs[1:]], 0.0),
        ([], 0.0),
    ):
        clear(phone)
        put_playlist(phone, name, titles, {})
        assert (case.success, case.original) == (earned, earned), titles


@pytest.mark.parametrize(
    ("found", "ours", "theirs"),
    [
        ("Bass & Beats 123", 1.0, 1.0),
        ("bass & beats 123", 1.0, 1.0),
        ("Bass & Beats 12", 0.0, 1.0),  # 30 of 31 letters
        ("Bass & Beats 1234", 0.0, 1.0),
        ("Bass  & Beats 123 ", 1.0, 1.0),
        ("Bass Beats", 0.0, 0.0),
    ],
)
def test_names_must_have_the_words(
    phone: Any, begun: Any, found: str, ours: float, theirs: float
) -> None:
    case = begun(RetroCreatePlaylist, phone, playlist_name="Bass & Beats 123")
    put_playlist(phone, found, case.params["songs"], {})
    assert (case.success, case.original) == (ours, theirs)


@pytest.mark.parametrize(
    ("found", "earned"), [("bass & beats 123", 1.0), ("Bass & Beats 12", 0.0), ("BB 123", 0.0)]
)
def test_a_playlist_of_a_length_must_have_the_words(
    phone: Any, begun: Any, found: str, earned: float
) -> None:
    case = begun(RetroPlaylistDuration, phone, files=LONG, playlist_name="Bass & Beats 123")
    put_playlist(phone, found, ["A", "B"], case.task.durations(case.params))
    assert (case.success, case.original) == (earned, 0.0)


def test_there_must_be_one_of_the_name(phone: Any, begun: Any) -> None:
    case = begun(RetroCreatePlaylist, phone)
    name, songs = case.params["playlist_name"], case.params["songs"]
    put_playlist(phone, name, songs, {})
    put_playlist(phone, name, [], {})
    assert (case.success, case.original) == (0.0, 1.0)


def test_progress_counts_the_songs_that_are_right(phone: Any, begun: Any) -> None:
    case = begun(RetroCreatePlaylist, phone)
    name, songs, task = case.params["playlist_name"], case.params["songs"], case.task
    steps = []
    for count in range(len(songs) + 1):
        clear(phone)
        put_playlist(phone, name, songs[:count], {})
        steps.append(task.progress(phone, case.params))
    assert steps == [count / len(songs) for count in range(len(songs) + 1)]
    clear(phone)
    put_playlist(phone, name, songs[1:], {})
    assert task.progress(phone, case.params) == 0.0


def test_the_export_must_list_the_songs(phone: Any, begun: Any) -> None:
    case = begun(RetroSavePlaylist, phone)
    name, songs = case.params["playlist_name"], case.params["songs"]
    path = f"{files.DOWNLOADS}/{name}.m3u"
    listed = "\n".join(f"#EXTINF:1,a\n{files.MUSIC}/{title}.mp3" for title in songs)
    assert (case.success, case.original) == (0.0, 0.0)
    phone.push(path, listed)
    assert (case.success, case.original) == (0.0, 0.5)
    assert case.task.progress(phone, case.params) == 0.5
    put_playlist(phone, name, songs, {})
    assert (case.success, case.original) == (1.0, 1.0)
    for text, theirs in (("", 1.0), (listed.replace(".mp3", ".mp4"), 1.0), (listed[:-30], 1.0)):
        phone.push(path, text)
        assert (case.success, case.original) == (0.0, theirs)
    phone.remove(path)
    assert (case.success, case.original) == (0.0, 0.5)
    phone.mkdir(path)
    assert (case.success, case.original) == (0.0, 0.5)


def test_the_queue_must_be_exact(phone: Any, begun: Any) -> None:
    case = begun(RetroPlayingQueue, phone)
    songs = case.params["songs"]
    assert (case.success, case.original) == (0.0, 0.0)
    put_queue(phone, [])
    for titles, earned in ((songs, 1.0), (songs[::-1], 0.0), (songs[:-1], 0.0), (songs * 2, 0.0)):
        phone.execute(files.QUEUE, "DELETE FROM playing_queue")
        put_queue(phone, titles)
        assert (case.success, case.original) == (earned, earned), titles


@pytest.mark.parametrize(
    ("length_ms", "earned"),
    [(2_699_999, 0.0), (2_700_000, 1.0), (3_000_000, 1.0), (3_000_001, 0.0)],
)
def test_the_length_has_bounds(phone: Any, begun: Any, length_ms: int, earned: float) -> None:
    lengths = [1_300_000, length_ms - 1_300_000]
    songs = [
        {"title": title, "artist": "Ann", "duration_ms": length}
        for title, length in zip("AB", lengths, strict=True)
    ]
    case = begun(RetroPlaylistDuration, phone, files=songs)
    put_playlist(phone, case.params["playlist_name"], ["A", "B"], case.task.durations(case.params))
    assert (case.success, case.original) == (earned, earned)


def test_a_length_that_is_no_number_is_none(phone: Any, begun: Any) -> None:
    case = begun(RetroPlaylistDuration, phone, files=LONG)
    put_playlist(phone, case.params["playlist_name"], ["A", "B"], {"A": 1_400_000, "B": 1_400_000})
    for value, theirs in (("'long'", 0.0), ("9e999", 0.0), ("x'ff'", 0.0), ("1400000", 1.0)):
        phone.execute(files.PLAYLISTS, f"UPDATE SongEntity SET duration = {value}")
        assert (case.success, case.original) == (1.0, theirs)  # ours is that of the songs


def test_only_songs_that_are_there_count(phone: Any, begun: Any) -> None:
    case = begun(RetroPlaylistDuration, phone)
    put_playlist(phone, case.params["playlist_name"], ["Made up"], {"Made up": 2_800_000})
    assert (case.success, case.original) == (0.0, 1.0)


def sql(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


@pytest.mark.parametrize("task", [RetroCreatePlaylist, RetroSavePlaylist, RetroPlaylistDuration])
def test_songs_of_a_playlist_must_be_those_files(phone: Any, begun: Any, task: Any) -> None:
    case = begun(task, phone, **({"files": LONG} if task is RetroPlaylistDuration else {}))
    name, titles = case.params["playlist_name"], case.params.get("songs", ["A", "B"])
    put_playlist(phone, name, titles, case.task.durations(case.params))
    listed = "\n".join(map(files.path_of, titles))
    phone.push(f"{files.DOWNLOADS}/{name}.m3u", listed)
    assert (case.success, case.original) == (1.0, 1.0)
    for changed in (f"title = {sql(titles[0])}", f"title = {sql(titles[1])}"):
        update = f"UPDATE SongEntity SET data = data || 'x' WHERE {changed}"
        phone.execute(files.PLAYLISTS, update)
        assert (case.success, case.original) == (0.0, 1.0), changed
        phone.execute(files.PLAYLISTS, update.replace("data || 'x'", "rtrim(data, 'x')"))
        assert case.success == 1.0


def test_songs_of_the_queue_must_be_those_files(phone: Any, begun: Any) -> None:
    case = begun(RetroPlayingQueue, phone)
    put_queue(phone, case.params["songs"])
    last = "UPDATE playing_queue SET _data = {} WHERE _id = (SELECT max(_id) FROM playing_queue)"
    phone.execute(files.QUEUE, last.format("_data || 'x'"))
    assert (case.success, case.original) == (0.0, 1.0)
    assert case.progress == 1 - 1 / len(case.params["songs"])
    phone.execute(files.QUEUE, last.format("rtrim(_data, 'x')"))
    assert (case.success, case.original, case.progress) == (1.0, 1.0, 1.0)


def test_a_song_counts_once_for_the_length(phone: Any, begun: Any) -> None:
    case = begun(RetroPlaylistDuration, phone, files=LONG)
    put_playlist(phone, case.params["playlist_name"], ["A", "A"], {"A": 1_400_000})
    assert (case.success, case.original) == (0.0, 1.0)


LONG = [{"title": title, "artist": "Ann", "duration_ms": 1_400_000} for title in "ABC"]


def test_what_may_be_touched() -> None:
    params = {"playlist_name": "A 1", "songs": ["B", "C"], "files": [{}] * 15}
    made = [Rows("playlists", added=1), Rows("songs in playlists", added=2)]
    assert RetroCreatePlaylist().touches(params) == made
    export = FileAt(f"{files.DOWNLOADS}/A 1.m3u")
    assert RetroSavePlaylist().touches(params) == [*made, export]
    assert RetroPlayingQueue().touches(params) == ()
    any_songs = Rows("songs in playlists", added=15)
    assert RetroPlaylistDuration().touches(params) == [Rows("playlists", added=1), any_songs]


@pytest.mark.parametrize("task", LISTING)
def test_databases_that_are_gone_earn_nothing(phone: Any, begun: Any, task: Any) -> None:
    case = begun(task, phone)
    for break_it in ("rm", "truncate -s 0", "echo garbage >"):
        case.again()
        phone.shell(f"{break_it} {files.PLAYLISTS}; rm -f {files.QUEUE}")
        assert (case.success, case.original) == (0.0, 0.0)


def test_an_app_that_was_never_started_can_t_be_set_up(phone: Any, begun: Any) -> None:
    phone.shell(f"rm {files.PLAYLISTS}")
    with pytest.raises(TaskError, match="Start the app once"):
        begun(RetroCreatePlaylist, phone)


SONG = {"title": "A", "artist": "B", "duration_ms": 180_000}


@pytest.mark.parametrize(
    "changes",
    [
        {"playlist_name": ""},
        {"playlist_name": "a/b"},
        {"playlist_name": 'a"b'},
        {"playlist_name": " a"},
        {"playlist_name": "a" * 61},
        {"songs": []},
        {"songs": ["Nowhere"]},
        {"songs": ["A", "A"], "files": [SONG]},
        {"songs": ["A"], "files": [SONG, {**SONG, "title": "a"}]},
        {"songs": ["A"], "files": [SONG, {**SONG, "title": "b, c"}]},
        {"songs": ["A"], "files": [SONG, {**SONG, "title": "b/c"}]},
    ],
)
def test_parameters_that_could_not_be_are_refused(phone: Any, begun: Any, changes: Any) -> None:
    case = begun(RetroCreatePlaylist, phone)
    with pytest.raises(OptionError):
        case.task.check(case.params | changes)


def test_songs_that_the_app_hides_are_refused(phone: Any, begun: Any) -> None:
    case = begun(RetroPlaylistDuration, phone)
    case.task.check(case.params | {"files": [{**SONG, "duration_ms": 20_000}]})
    with pytest.raises(OptionError, match="20 seconds"):
        case.task.check(case.params | {"files": [{**SONG, "duration_ms": 19_999}]})
