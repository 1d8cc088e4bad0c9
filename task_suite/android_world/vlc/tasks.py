"""Tasks of VLC: playlists of videos, in order."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from android_gym.errors import OptionError, TaskError
from android_gym.task_suite.android_world.file_names import choose
from android_gym.task_suite.android_world.files.tasks import STORAGE
from android_gym.task_suite.android_world.video_files import draw_video_name, noise_video
from android_gym.task_suite.goal import Goal
from android_gym.task_suite.task import Disputed, NearMiss, Params, Task
from android_gym.task_suite.text_match import fuzzy_match, same_text
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["DATABASE", "PACKAGE", "VIDEOS", "VlcCreatePlaylist", "VlcCreateTwoPlaylists"]

PACKAGE = "org.videolan.vlc"
DATABASE = f"/data/data/{PACKAGE}/app_db/vlc_media.db"
VIDEOS = f"{STORAGE}/VLCVideos"

LEAST_FILES, MOST_FILES = 2, 5
_SEEDS = 1 << 31

_THEMES = (
    "Road Trip", "Rainy Day", "Family", "Garden", "City Lights", "Mountain", "Seaside", "Kitchen",
    "Concert", "Birthday", "Holiday", "Workshop", "Marathon", "Museum", "Campfire", "Backyard",
)  # fmt: skip
_QUALIFIERS = ("Favorites", "Highlights", "Mix", "Collection", "Specials", "Memories", "Marathon")

_ROWS = (
    "SELECT p.id_playlist, p.name, m.filename, r.position FROM Playlist p "
    "LEFT JOIN PlaylistMediaRelation r ON r.playlist_id = p.id_playlist "
    "LEFT JOIN Media m ON m.id_media = r.media_id ORDER BY p.name, p.id_playlist, r.position"
)


@dataclass(frozen=True)
class Wanted:
    """A wanted playlist.

    Attributes:
        name: Its name.
        files: Names of its files, in order.
    """

    name: str
    files: tuple[str, ...]


@dataclass(frozen=True)
class _Row:
    """An item of a playlist, or an empty playlist.

    Attributes:
        playlist: Id of the playlist.
        name: Its name.
        file: Name of the file; None if the playlist is empty.
        position: Index of the file.
    """

    playlist: int
    name: str
    file: str | None
    position: int | None


def _rows(device: Device) -> list[_Row]:
    """Read all playlists, sorted by name and position."""
    return [
        _Row(int(str(number)), str(name or ""), None if file is None else str(file), _int(position))
        for number, name, file, position in device.query(DATABASE, _ROWS)
    ]


def _int(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _in_order(rows: Sequence[_Row], files: Sequence[str]) -> bool:
    """Return whether the rows are exactly the files in order, at positions counted from 0."""
    return [(row.file, row.position) for row in rows] == [(f, i) for i, f in enumerate(files)]


def _is_there(rows: Sequence[_Row], wanted: Wanted) -> bool:
    """Return whether exactly one playlist has the name, with the files in order."""
    named = [row for row in rows if same_text(row.name, wanted.name)]
    return len({row.playlist for row in named}) == 1 and _in_order(named, wanted.files)


def _was_there(rows: Sequence[_Row], wanted: Wanted) -> bool:
    """Judge as AndroidWorld does: all playlists with a similar name count as one."""
    named = [row for row in rows if row.file is not None and fuzzy_match(row.name, wanted.name)]
    return _in_order(named, wanted.files)


def _draw_files(rng: np.random.Generator, count: int, taken: set[str]) -> list[str]:
    """Draw names that differ from those taken in more than case."""
    names: list[str] = []
    while len(names) < count:
        name = draw_video_name(rng)
        if name.lower() not in taken:
            taken.add(name.lower())
            names.append(name)
    return names


def _draw_name(rng: np.random.Generator, without: str = "") -> str:
    themes = [theme for theme in _THEMES if theme not in without]
    return f"{choose(rng, themes)} {choose(rng, _QUALIFIERS)}"


class _PlaylistTask(Task):
    """Creating playlists of some of the videos in a folder."""

    apps = ("VLC",)
    difficulty = "medium"

    def _wanted(self, params: Params) -> list[Wanted]:
        """Return the playlists that are asked for."""
        raise NotImplementedError(f"{type(self).__name__} must say which playlists it asks for.")

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject invalid names.

        Raises:
            OptionError: If a file's name is not a video's, or occurs twice, or a playlist has no
                name or no files, or the name of another.
        """
        super().check(params)
        wanted = self._wanted(dict(params))
        files = [name for each in wanted for name in each.files] + list(params["noise"])
        for name in files:
            if not isinstance(name, str) or "/" in name or not name.endswith(".mp4"):
                raise OptionError(f"Files are names of videos ('clip_1_HD.mp4'), got {name!r}.")
        if len({name.lower() for name in files}) < len(files):
            raise OptionError(f"Files must differ in more than capitals, got {files}.")
        names = [each.name.strip().lower() for each in wanted]
        if not all(names) or len(set(names)) < len(names):
            raise OptionError(f"Playlists need names that differ, got {names}.")
        if any(not each.files for each in wanted):
            raise OptionError("A playlist needs at least one file.")

    def setup(self, device: Device, params: Params) -> None:
        """Empty the storage and the library; write the videos.

        Raises:
            TaskError: If the folder does not contain exactly the videos.
        """
        device.force_stop(PACKAGE)
        device.shell(f"find {STORAGE} -mindepth 1 -type f -delete; mkdir -p {VIDEOS}")
        device.execute(
            DATABASE,
            "DELETE FROM Playlist; DELETE FROM Media; DELETE FROM PlaylistMediaRelation",
        )
        names = [name for each in self._wanted(params) for name in each.files] + params["noise"]
        device.push_all(
            {
                f"{VIDEOS}/{name}": noise_video((params["seed"] + number) % _SEEDS)
                for number, name in enumerate(sorted(names))
            }
        )
        if sorted(device.listdir(VIDEOS)) != sorted(names):
            raise TaskError(f"{VIDEOS} does not hold the {len(names)} videos alone.")

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the playlists to be created."""
        return [Rows("playlists of videos", added=len(self._wanted(params)))]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if each playlist exists exactly once, with exactly its files in order."""
        rows = _rows(device)
        return float(all(_is_there(rows, wanted) for wanted in self._wanted(params)))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """Return the share of the playlists that AndroidWorld's check accepts."""
        rows, wanted = _rows(device), self._wanted(params)
        return sum(_was_there(rows, each) for each in wanted) / len(wanted)

    def progress(self, device: Device, params: Params) -> float:
        """Return the share of the files at their positions, from the first on."""
        rows, wanted = _rows(device), self._wanted(params)
        done = 0
        for each in wanted:
            named = [row.file for row in rows if same_text(row.name, each.name)]
            for file, placed in zip(each.files, named, strict=False):
                if file != placed:
                    break
                done += 1
        return done / sum(len(each.files) for each in wanted)

    # -- near misses

    def _make(self, device: Device, playlists: Sequence[Wanted]) -> None:
        """Create playlists as the app does; media missing from the library are added to it."""
        device.force_stop(PACKAGE)
        statements = []
        for each in playlists:
            statements.append(
                f"INSERT INTO Playlist (name, creation_date) VALUES ({_quoted(each.name)}, 1)"
            )
            for position, file in enumerate(each.files):
                name = _quoted(file)
                statements += [
                    "INSERT INTO Media (type, filename, title, import_type) "
                    f"SELECT 1, {name}, {name}, 1 "
                    f"WHERE NOT EXISTS (SELECT 1 FROM Media WHERE filename = {name})",
                    "INSERT INTO PlaylistMediaRelation (media_id, playlist_id, position) "
                    f"SELECT min(id_media), (SELECT max(id_playlist) FROM Playlist), {position} "
                    f"FROM Media WHERE filename = {name}",
                ]
        device.execute(DATABASE, "; ".join(statements))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return other orders, names and files, one too few or too many, and extra changes."""
        first, *rest = self._wanted(params)
        noise = params["noise"][0]
        half = len(rest) / (1 + len(rest))

        def makes(*playlists: Wanted) -> NearMiss:
            return lambda device: self._make(device, [*playlists, *rest])

        def deletes(device: Device) -> None:
            self._make(device, [first, *rest])
            device.shell(f"rm {shlex.quote(f'{VIDEOS}/{noise}')}")

        files, name = first.files, first.name
        wrong: dict[str, tuple[float, NearMiss]] = {
            "another order": (half, makes(Wanted(name, files[::-1]))),
            "one too few": (half, makes(Wanted(name, files[:-1]))),
            "one too many": (half, makes(Wanted(name, (*files, noise)))),
            "one twice": (half, makes(Wanted(name, (*files, files[0])))),
            "another file": (half, makes(Wanted(name, (*files[:-1], noise)))),
            "another name": (half, makes(Wanted(f"My {name} of 2023", files))),
            "nothing in it": (half, makes(Wanted(name, ()))),
            "a letter missing in the name": (1.0, makes(Wanted(name[:-1], files))),
            "in two parts": (half, makes(Wanted(name, files[:1]), Wanted(f"{name} 2", files[1:]))),
            "an empty one beside it": (1.0, makes(Wanted(name, files), Wanted(name, ()))),
            "another one beside it": (
                1.0,
                makes(Wanted(name, files), Wanted("Playlist", (noise,))),
            ),
            "a video deleted": (1.0, deletes),
        }
        return {
            words: Disputed(attempt, original=paid) if paid else attempt
            for words, (paid, attempt) in wrong.items()
        }


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


class VlcCreatePlaylist(_PlaylistTask):
    """Create a playlist of two to five videos; the folder contains as many others."""

    template = (
        'Create a playlist titled "{playlist_name}" with the following files in VLC (located in '
        "Internal Memory/VLCVideos), in order: {files}"
    )
    rewordings = (
        'In VLC, make a playlist called "{playlist_name}" of these files from Internal '
        "Memory/VLCVideos, in this order: {files}",
        "Please open VLC and put these videos of the folder VLCVideos in the internal memory, one "
        'after the other, into a new playlist named "{playlist_name}": {files}',
        'I want a VLC playlist "{playlist_name}". It shall play, in the given order, what follows '
        "from Internal Memory/VLCVideos: {files}",
        "Some of the videos in Internal Memory/VLCVideos belong together. Keep them in VLC as the "
        'playlist "{playlist_name}", in order: {files}',
    )
    tags = ("data_edit", "repetition", "parameterized")
    complexity = 2.8

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw a name, the files and as many others."""
        count, taken = int(rng.integers(LEAST_FILES, MOST_FILES + 1)), set[str]()
        return {
            "playlist_name": _draw_name(rng),
            "files": _draw_files(rng, count, taken),
            "noise": _draw_files(rng, count, taken),
            "seed": int(rng.integers(_SEEDS)),
        }

    def goal(self, params: Params) -> Goal:
        """Return the instruction, with the files separated by commas."""
        return Goal(
            self.template,
            {"playlist_name": params["playlist_name"], "files": ", ".join(params["files"])},
        )

    def _wanted(self, params: Params) -> list[Wanted]:
        return [Wanted(params["playlist_name"], tuple(params["files"]))]


class VlcCreateTwoPlaylists(_PlaylistTask):
    """Create two playlists of videos in one folder."""

    template = (
        'Create a playlist titled "{playlist_name1}" with the following files in VLC (located in '
        "Internal Memory/VLCVideos), in order: {files1}. And then, create a playlist titled "
        '"{playlist_name2}" with the following files in VLC, in order: {files2}.'
    )
    rewordings = (
        'In VLC, make two playlists of files from Internal Memory/VLCVideos: "{playlist_name1}" '
        'with {files1} in this order; then "{playlist_name2}" with {files2} in this order.',
        "Please open VLC and sort some videos of VLCVideos in the internal memory into two new "
        'playlists. The first is named "{playlist_name1}" and has, in order, {files1}. The second '
        'is named "{playlist_name2}" and has, in order, {files2}.',
        'I want a VLC playlist "{playlist_name1}" that plays {files1} one after the other, and one '
        'more, "{playlist_name2}", that plays {files2} one after the other. They are in Internal '
        "Memory/VLCVideos.",
        "Some of the videos in Internal Memory/VLCVideos belong together. Keep {files1} in VLC as "
        'the playlist "{playlist_name1}", and {files2} as the playlist "{playlist_name2}", each '
        "in the given order.",
    )
    tags = ("data_entry", "requires_setup", "parameterized")
    complexity = 4.8

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw names and files of both, and as many other files."""
        taken: set[str] = set()
        counts = [int(count) for count in rng.integers(LEAST_FILES, MOST_FILES + 1, size=2)]
        first = _draw_name(rng)
        return {
            "playlist_name1": first,
            "files1": _draw_files(rng, counts[0], taken),
            "playlist_name2": _draw_name(rng, without=first),
            "files2": _draw_files(rng, counts[1], taken),
            "noise": _draw_files(rng, sum(counts), taken),
            "seed": int(rng.integers(_SEEDS)),
        }

    def goal(self, params: Params) -> Goal:
        """Return the instruction, with the files separated by commas."""
        fields = {
            "playlist_name1": params["playlist_name1"],
            "files1": ", ".join(params["files1"]),
            "playlist_name2": params["playlist_name2"],
            "files2": ", ".join(params["files2"]),
        }
        return Goal(self.template, fields)

    def _wanted(self, params: Params) -> list[Wanted]:
        return [
            Wanted(params[f"playlist_name{number}"], tuple(params[f"files{number}"]))
            for number in (1, 2)
        ]

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return also one of them alone, the names exchanged, and all in one."""
        first, second = self._wanted(params)

        def makes(*playlists: Wanted) -> NearMiss:
            return lambda device: self._make(device, playlists)

        return {
            **super().near_misses(params),
            "the first alone": Disputed(makes(first), original=0.5),
            "the second alone": Disputed(makes(second), original=0.5),
            "the names exchanged": makes(
                Wanted(first.name, second.files), Wanted(second.name, first.files)
            ),
            "all in one": makes(Wanted(first.name, first.files + second.files)),
        }
