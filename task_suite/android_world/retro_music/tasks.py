"""The tasks of Retro Music: playlists and the playing queue."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from android_gym.errors import OptionError
from android_gym.task_suite.android_world.file_names import choose
from android_gym.task_suite.android_world.retro_music.files import (
    DOWNLOADS,
    Entry,
    Playlist,
    Song,
    draw_songs,
    path_of,
    put_playlist,
    put_queue,
    read_playlists,
    read_queue,
    set_up,
    whole_frames,
)
from android_gym.task_suite.android_world.retro_music.pools import THEMES
from android_gym.task_suite.android_world.rows import does
from android_gym.task_suite.goal import Goal
from android_gym.task_suite.task import Difficulty, Disputed, NearMiss, Params, Task
from android_gym.task_suite.text_match import fuzzy_match, same_text
from android_gym.task_suite.touches import FileAt, Rows, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "RetroCreatePlaylist",
    "RetroPlayingQueue",
    "RetroPlaylistDuration",
    "RetroSavePlaylist",
]

FEWEST, MOST = 2, 5
"""Minimum and maximum number of songs that a goal lists."""

SHORTEST_MS, LONGEST_MS = 45 * 60_000, 50 * 60_000
"""Bounds of the length of a playlist."""

NAME_LENGTH = 60


def _prefix(found: Sequence[Entry], wanted: Sequence[str]) -> int:
    """Return the number of right songs before the first wrong one."""
    count = 0
    for song, title in zip(found, wanted, strict=False):
        if not song.is_song(title):
            break
        count += 1
    return count


def _share(found: Sequence[Entry], wanted: Sequence[str]) -> float:
    """Return the share of right songs, from the first one on; 1.0 only if no others follow."""
    return _prefix(found, wanted) / max(len(wanted), len(found))


def _named(device: Device, params: Params) -> list[Playlist]:
    """Return the playlists with the name, ignoring case and spaces."""
    name = params["playlist_name"]
    return [playlist for playlist in read_playlists(device) if same_text(playlist.name, name)]


class _SongTask(Task):
    """A task about songs that are on the phone.

    Attributes:
        listed: Whether the goal lists songs, in order.
        has_playlist_name: Whether the goal names a playlist.
    """

    apps = ("Retro Music",)
    listed: ClassVar[bool] = True
    has_playlist_name: ClassVar[bool] = True

    def lengths(self, rng: np.random.Generator) -> list[int]:
        """Draw lengths in ms that some songs must have; by default none."""
        return []

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the playlist's name, the songs on the phone, and those that the goal lists."""
        params: Params = {}
        if self.has_playlist_name:
            params["playlist_name"] = f"{choose(rng, THEMES)} {int(rng.integers(1, 1000))}"
        lengths = self.lengths(rng)
        files = draw_songs(rng, lengths)
        if self.listed:
            count = int(rng.integers(FEWEST, MOST + 1))
            params["songs"] = [song["title"] for song in files[:count]]
        rng.shuffle(files)
        return {**params, "files": files}

    def goal(self, params: Params) -> Goal:
        """Return the instruction, with the songs in a list."""
        fields = {}
        if self.has_playlist_name:
            fields["playlist_name"] = params["playlist_name"]
        if self.listed:
            fields["names"] = ", ".join(params["songs"])
        return Goal(self.template, fields)

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject songs that can't be files, and songs of the goal that are not on the phone.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        titles = [song["title"] for song in params["files"]]
        for title in titles:
            if not title or not title.isprintable() or any(sign in title for sign in "/,"):
                raise OptionError(f"A song's title is a file's name without commas, got {title!r}.")
        if len({title.lower() for title in titles}) < len(titles):
            raise OptionError(f"Titles must differ in more than capitals, got {titles!r}.")
        if self.listed:
            songs = params["songs"]
            if not songs or len(set(songs)) < len(songs) or not set(songs) <= set(titles):
                raise OptionError(f"'songs' must be some of the files' titles, got {songs!r}.")
        if self.has_playlist_name:
            name = params["playlist_name"]
            printable = isinstance(name, str) and name.isprintable() and name == name.strip()
            if not printable or not 0 < len(name) <= NAME_LENGTH or set(name) & set('/"'):
                raise OptionError(
                    f"'playlist_name' must be a line of at most {NAME_LENGTH} characters without "
                    f"slashes and quotes, got {name!r}."
                )

    def setup(self, device: Device, params: Params) -> None:
        """Put the songs on the phone; there are no other files, playlists or queues."""
        set_up(device, params["files"])

    @staticmethod
    def durations(params: Params) -> dict[str, int]:
        """Return the length of each song in ms, by its title."""
        return {song["title"]: song["duration_ms"] for song in params["files"]}

    def _others(self, params: Params) -> list[str]:
        """Return the titles that the goal does not list."""
        return [song["title"] for song in params["files"] if song["title"] not in params["songs"]]

    def _wrong_songs(self, params: Params) -> dict[str, list[str]]:
        """Return wrong lists of songs, by the mistake."""
        songs, other = params["songs"], self._others(params)[0]
        return {
            "another order": [*songs[:-2], songs[-1], songs[-2]],
            "the last song missing": songs[:-1],
            "the first song missing": songs[1:],
            "a song too many": [*songs, other],
            "another song first": [other, *songs],
            "another song instead": [*songs[:-1], other],
        }


def _deletes(solve: Callable[[Device], None], title: str) -> Disputed:
    """Return a solution that also deletes a song."""

    def attempt(device: Device) -> None:
        solve(device)
        device.remove(path_of(title))

    return Disputed(does(attempt))


class RetroCreatePlaylist(_SongTask):
    """Create a playlist of some songs, in order."""

    template = (
        'Create a playlist in Retro Music titled "{playlist_name}" with the following songs, in '
        "order: {names}"
    )
    rewordings = (
        'Make a new playlist called "{playlist_name}" in Retro Music. These songs go into it, in '
        "this order: {names}",
        'In Retro Music, I would like a playlist with the title "{playlist_name}" that has, one '
        "after the other, the songs {names}",
        'Please use Retro Music to put together the playlist "{playlist_name}" from these songs, '
        "keeping their order: {names}",
        'Add a playlist to Retro Music. Its name is "{playlist_name}", its songs are, in that '
        "order, {names}",
    )
    difficulty: ClassVar[Difficulty] = "medium"
    tags = ("data_entry", "repetition", "parameterized")
    complexity = 2.4

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow one playlist with as many songs as asked for."""
        return [
            Rows("playlists", added=1),
            Rows("songs in playlists", added=len(params["songs"])),
        ]

    def _playlist(self, device: Device, params: Params) -> Playlist | None:
        """Return the only playlist with the name; None if there is none, or several."""
        found = _named(device, params)
        return found[0] if len(found) == 1 else None

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if there is one playlist with the name, and it has exactly the songs in order."""
        found = self._playlist(device, params)
        return float(found is not None and _share(found.songs, params["songs"]) == 1.0)

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the playlists whose names are similar have, taken together, the songs in order."""
        return float(self._verified(device, params))

    @staticmethod
    def _verified(device: Device, params: Params) -> bool:
        rows = [
            (title, place)
            for playlist in read_playlists(device)
            if fuzzy_match(playlist.name, params["playlist_name"])
            for place, title in enumerate(playlist.titles)
        ]
        songs = params["songs"]
        return len(rows) == len(songs) and all(
            (title, place) in rows for place, title in enumerate(songs)
        )

    def progress(self, device: Device, params: Params) -> float:
        """Return the share of right songs, from the first one on, up to a wrong one."""
        found = self._playlist(device, params)
        return 0.0 if found is None else _share(found.songs, params["songs"])

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return wrong songs, a wrong name, a second playlist, and a song deleted."""
        name, songs, durations = params["playlist_name"], params["songs"], self.durations(params)

        def puts(title: str, *titles: str) -> NearMiss:
            return does(lambda device: put_playlist(device, title, titles, durations))

        def named(title: str) -> NearMiss:
            attempt = puts(title, *songs)
            return Disputed(attempt) if fuzzy_match(title, name) else attempt

        def solve(device: Device) -> None:
            put_playlist(device, name, songs, durations)

        def two(device: Device) -> None:
            solve(device)
            put_playlist(device, "Another one", songs[:1], durations)

        def twice(device: Device) -> None:
            solve(device)
            put_playlist(device, name.upper(), songs, durations)

        other = self._others(params)[0]
        return {
            **{what: puts(name, *titles) for what, titles in self._wrong_songs(params).items()},
            "no songs": puts(name),
            "the name without its number": named(name.rpartition(" ")[0]),
            "a letter missing in the name": named(name[:1] + name[2:]),
            "another playlist too": Disputed(does(two)),
            "two playlists of the name": does(twice),
            "in the queue": does(lambda device: put_queue(device, songs)),
            "titles of the songs, the file of another": Disputed(
                does(lambda device: put_playlist(device, name, songs, durations, file=other))
            ),
            "a song deleted": _deletes(solve, other),
        }


class RetroSavePlaylist(RetroCreatePlaylist):
    """Create a playlist, and export it as a file."""

    template = (
        'Create a playlist in Retro Music titled "{playlist_name}" with the following songs, in '
        "order: {names}. Then export the playlist to the Downloads directory on the device."
    )
    rewordings = (
        'Make a playlist called "{playlist_name}" in Retro Music from these songs, in this order: '
        "{names}. When it is there, save it as a file in the phone's Downloads directory.",
        'I want a playlist "{playlist_name}" in Retro Music with, one after the other, {names}. '
        "After that, export it to Downloads on this device.",
        "Please put the songs {names} in that order into a new playlist of Retro Music titled "
        '"{playlist_name}", and export the playlist to the directory Downloads.',
        'With Retro Music: first a new playlist named "{playlist_name}" with, in order, {names}. '
        "Second, its export to the device's Downloads directory.",
    )
    difficulty = "hard"
    tags = ("search", "repetition", "parameterized")
    complexity = 5.0

    def _path(self, params: Params) -> str:
        return f"{DOWNLOADS}/{params['playlist_name']}.m3u"

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the playlist with its songs, and its file."""
        return [*super().touches(params), FileAt(self._path(params))]

    def _exported(self, device: Device, params: Params) -> bool:
        """Return whether the file lists the songs' files in order."""
        quoted = shlex.quote(self._path(params))
        output, code = device.run(f"test -f {quoted} && cat {quoted}")
        lines = [line for line in output.splitlines() if line and not line.startswith("#")]
        return code == 0 and lines == [path_of(title) for title in params["songs"]]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the playlist is right, and the exported file lists its songs in order."""
        made = super().success(device, params, answer) == 1.0
        return float(made and self._exported(device, params))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """0.5 for the playlist, plus 0.5 for any file with the wanted name."""
        there = device.run(f"test -f {shlex.quote(self._path(params))}")[1] == 0
        return (float(self._verified(device, params)) + float(there)) / 2

    def progress(self, device: Device, params: Params) -> float:
        """Return half of the playlist's progress, plus half for the file."""
        half = super().progress(device, params) / 2
        return half + 0.5 if self._exported(device, params) else half

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return either half alone, and another folder, name or content of the file."""
        name, songs, durations = params["playlist_name"], params["songs"], self.durations(params)
        listed = "\n".join(["#EXTM3U", *map(path_of, songs)])
        other = self._others(params)[0]

        def solve(device: Device, path: str = self._path(params), text: str = listed) -> None:
            put_playlist(device, name, songs, durations)
            device.push(path, text)

        def only_file(device: Device) -> None:
            device.push(self._path(params), listed)

        def wrong_playlist(device: Device) -> None:
            put_playlist(device, name, [*songs, other], durations)
            device.push(self._path(params), listed)

        def other_path(path: str) -> Disputed:
            return Disputed(does(lambda device: solve(device, path)), original=0.5)

        def other_text(text: str) -> Disputed:
            return Disputed(does(lambda device: solve(device, text=text)))

        swapped = "\n".join(["#EXTM3U", *map(path_of, reversed(songs))])
        return {
            "not exported": Disputed(
                does(lambda device: put_playlist(device, name, songs, durations)), original=0.5
            ),
            "the file alone": Disputed(does(only_file), original=0.5),
            "a song too many in the playlist": Disputed(does(wrong_playlist), original=0.5),
            "exported to Music": other_path(f"{path_of(name).removesuffix('.mp3')}.m3u"),
            "exported under another name": other_path(f"{DOWNLOADS}/playlist.m3u"),
            "an empty file": other_text(""),
            "another order in the file": other_text(swapped),
            "a song deleted": _deletes(solve, other),
        }


class RetroPlayingQueue(_SongTask):
    """Add some songs to the playing queue, in order."""

    template = "Add the following songs, in order, {names} to my playing queue in Retro music."
    rewordings = (
        "In Retro Music, put these songs into my playing queue, one after the other: {names}",
        "My playing queue in Retro Music should get the songs {names}, in exactly this order.",
        "Please add {names} to the playing queue of Retro Music, keeping that order.",
        "Open Retro Music and queue these songs in the given order: {names}. They belong in my "
        "playing queue.",
    )
    difficulty = "easy"
    tags = ("parameterized",)
    complexity = 3.2
    has_playlist_name = False

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the queue has exactly the songs in order."""
        return float(_share(read_queue(device), params["songs"]) == 1.0)

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the titles in the queue are exactly the songs' titles in order."""
        return float([song.title for song in read_queue(device)] == params["songs"])

    def progress(self, device: Device, params: Params) -> float:
        """Return the share of right songs, from the first one on, up to a wrong one."""
        return _share(read_queue(device), params["songs"])

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return wrong songs, all songs, a playlist instead of the queue, and a song deleted."""
        songs, durations = params["songs"], self.durations(params)

        def queues(titles: Sequence[str]) -> NearMiss:
            return does(lambda device: put_queue(device, titles))

        def also_listed(device: Device) -> None:
            put_playlist(device, "My queue", songs, durations)
            put_queue(device, songs)

        everything = sorted(durations)
        return {
            **{what: queues(titles) for what, titles in self._wrong_songs(params).items()},
            "all songs, as a tap on one queues them": queues(everything),
            "the songs twice": queues([*songs, *songs]),
            "a playlist": does(lambda device: put_playlist(device, "Queue", songs, durations)),
            "a playlist too": Disputed(does(also_listed)),
            "a song deleted": _deletes(
                lambda device: put_queue(device, songs), self._others(params)[0]
            ),
        }


class RetroPlaylistDuration(_SongTask):
    """Create a playlist of a given length."""

    template = (
        'Create a playlist in Retro Music titled "{playlist_name}" with a duration between 45 and '
        "50 minutes using the provided songs."
    )
    rewordings = (
        'Make a Retro Music playlist called "{playlist_name}" out of the songs there are; in all '
        "it should last from 45 to 50 minutes.",
        "From the songs that are there, put together a playlist in Retro Music. It is titled "
        '"{playlist_name}" and takes no less than 45 and no more than 50 minutes.',
        "I need a playlist of 45 to 50 minutes in Retro Music, made of the songs it has. Please "
        'name it "{playlist_name}".',
        'In Retro Music, use the songs provided for a new playlist "{playlist_name}" whose total '
        "duration is between 45 and 50 minutes.",
    )
    difficulty = "medium"
    tags = ("math_counting", "complex_ui_understanding", "repetition", "parameterized")
    complexity = 3.0
    listed = False

    TOTAL_MS: ClassVar[int] = 2_850_000
    """Total length of the songs that are drawn to fit."""

    def lengths(self, rng: np.random.Generator) -> list[int]:
        """Split a fitting total length into those of 9 to 11 songs."""
        shares = rng.uniform(0.7, 1.3, size=int(rng.integers(9, 12)))
        return [whole_frames(self.TOTAL_MS * float(share / shares.sum())) for share in shares]

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject songs that are too short to be listed by the app.

        Raises:
            OptionError: Naming the song.
        """
        super().check(params)
        for song in params["files"]:
            if song["duration_ms"] < 20_000:
                raise OptionError(f"The app lists songs from 20 seconds on, got {song!r}.")

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow one playlist with any songs."""
        return [
            Rows("playlists", added=1),
            Rows("songs in playlists", added=len(params["files"])),
        ]

    def _length(self, device: Device, params: Params) -> int | None:
        """Return the length in ms of the only playlist with the name; None if it is wrong."""
        found = _named(device, params)
        durations = self.durations(params)
        songs = found[0].songs if len(found) == 1 else None
        if songs is None or len({song.path for song in songs}) < len(songs):
            return None
        if any(song.title not in durations or not song.is_song(song.title) for song in songs):
            return None
        return sum(durations[song.title] for song in songs)

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the playlist has only existing songs, and a duration in the range asked for."""
        length = self._length(device, params)
        return float(length is not None and SHORTEST_MS <= length <= LONGEST_MS)

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if all songs in playlists are in one of that name, with a duration in the range."""
        filled = [playlist for playlist in read_playlists(device) if playlist.songs]
        named = all(playlist.name == params["playlist_name"] for playlist in filled)
        length = sum(song.duration_ms for playlist in filled for song in playlist.songs)
        return float(named and SHORTEST_MS <= length <= LONGEST_MS)

    def progress(self, device: Device, params: Params) -> float:
        """Return the share of the minimum length reached; 0.0 once it is too long."""
        length = self._length(device, params)
        if length is None or length > LONGEST_MS:
            return 0.0
        return min(1.0, length / SHORTEST_MS)

    def _fitting(self, params: Params) -> list[Song]:
        """Return songs with the total length asked for, taken in order."""
        songs: list[Song] = sorted(params["files"], key=lambda song: -song["duration_ms"])
        total, chosen = 0, []
        for song in songs:
            if total + song["duration_ms"] <= LONGEST_MS:
                chosen.append(song)
                total += song["duration_ms"]
        return chosen

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return too short, too long, another name, a second playlist, and a song deleted."""
        name, durations = params["playlist_name"], self.durations(params)
        fitting = [song["title"] for song in self._fitting(params)]
        total, short = 0, []
        for title in fitting:
            if total + durations[title] < SHORTEST_MS:
                short.append(title)
                total += durations[title]
        spare = next(title for title in durations if title not in fitting)
        long = [*fitting, *(title for title in durations if title not in fitting)]

        def puts(title: str, titles: Sequence[str]) -> NearMiss:
            return does(lambda device: put_playlist(device, title, titles, durations))

        def solve(device: Device) -> None:
            put_playlist(device, name, fitting, durations)

        def two(device: Device) -> None:
            solve(device)
            put_playlist(device, "Another one", [], durations)

        def halves(device: Device) -> None:
            put_playlist(device, name, fitting[::2], durations)
            put_playlist(device, name, fitting[1::2], durations)

        return {
            "too short": puts(name, short),
            "too long": puts(name, long),
            "no songs": puts(name, []),
            "a letter missing in the name": puts(name[:1] + name[2:], fitting),
            "the name without its number": puts(name.rpartition(" ")[0], fitting),
            "an empty playlist too": Disputed(does(two)),
            "two halves of the name": Disputed(does(halves)),
            "in the queue": does(lambda device: put_queue(device, fitting)),
            "a song deleted": _deletes(solve, spare),
        }
