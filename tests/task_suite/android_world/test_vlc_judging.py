"""The rules of the tasks of VLC, at their thresholds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from android_gym.errors import OptionError
from android_gym.task_suite.android_world.vlc.tasks import (
    DATABASE,
    VIDEOS,
    VlcCreatePlaylist,
    VlcCreateTwoPlaylists,
)
from android_gym.task_suite.touches import Rows

FILES = ["clip_1_HD.mp4", "scene_2_raw.mp4", "moment_3_.mp4"]
NOISE = ["clip_1_4K.mp4", "scene_2_.mp4", "moment_33_.mp4"]


def put(phone: Any, name: str, files: Sequence[str], *, start: int = 0) -> None:
    """Make a playlist; media of the same name are one."""
    quoted = name.replace("'", "''")
    lines = [f"INSERT INTO Playlist (name, creation_date) VALUES ('{quoted}', 1)"]
    for position, file in enumerate(files, start):
        lines.append(
            f"INSERT INTO Media (type, filename, import_type) SELECT 1, '{file}', 0 "
            f"WHERE NOT EXISTS (SELECT 1 FROM Media WHERE filename = '{file}')"
        )
        lines.append(
            "INSERT INTO PlaylistMediaRelation SELECT min(id_media), "
            f"(SELECT max(id_playlist) FROM Playlist), {position} FROM Media "
            f"WHERE filename = '{file}'"
        )
    phone.execute(DATABASE, "; ".join(lines))


@pytest.fixture
def case(phone: Any, begun: Any) -> Any:
    return begun(VlcCreatePlaylist, phone, playlist_name="Rainy Day Mix", files=FILES, noise=NOISE)


@pytest.mark.parametrize(
    ("name", "strict", "original"),
    [
        ("Rainy Day Mix", 1.0, 1.0),
        ("rainy day mix", 1.0, 1.0),
        (" Rainy  Day Mix", 1.0, 1.0),
        ("Rainy Day Mi", 0.0, 1.0),
        ("Rainy Day Mixes", 0.0, 1.0),
        ("Rainy Day", 0.0, 0.0),
        ("", 0.0, 0.0),
    ],
)
def test_names(phone: Any, case: Any, name: str, strict: float, original: float) -> None:
    assert (case.success, case.original) == (0.0, 0.0)
    put(phone, name, FILES)
    assert (case.success, case.original) == (strict, original)


@pytest.mark.parametrize(
    ("files", "earned"),
    [
        (FILES, 1.0),
        (FILES[::-1], 0.0),
        (FILES[:2], 0.0),
        ([*FILES, NOISE[0]], 0.0),
        ([*FILES, FILES[0]], 0.0),
        ([*FILES[:2], NOISE[2]], 0.0),
        ([file.upper() for file in FILES], 0.0),
        ([], 0.0),
    ],
)
def test_files_and_their_order(phone: Any, case: Any, files: list[str], earned: float) -> None:
    put(phone, "Rainy Day Mix", files)
    assert (case.success, case.original) == (earned, earned)


def test_places_count_from_zero(phone: Any, case: Any) -> None:
    put(phone, "Rainy Day Mix", FILES, start=1)
    assert (case.success, case.original) == (0.0, 0.0)
    phone.execute(DATABASE, "UPDATE PlaylistMediaRelation SET position = position - 1")
    assert (case.success, case.original) == (1.0, 1.0)


def test_one_playlist_alone_may_have_the_name(phone: Any, case: Any) -> None:
    put(phone, "Rainy Day Mix", FILES)
    put(phone, "Rainy Day Mix", [])
    assert (case.success, case.original) == (0.0, 1.0)
    case.again()
    put(phone, "Rainy Day Mix", FILES)
    put(phone, "Other", FILES)
    assert (case.success, case.original) == (1.0, 1.0), "side effects are judged apart"


def test_a_place_that_points_to_nothing_is_no_file(phone: Any, case: Any) -> None:
    put(phone, "Rainy Day Mix", FILES)
    phone.execute(DATABASE, "INSERT INTO PlaylistMediaRelation VALUES (999, 1, 3)")
    assert case.success == 0.0


def test_the_way_is_counted_in_files(phone: Any, case: Any) -> None:
    ways = []
    for count in range(4):
        case.again()
        put(phone, "Rainy Day Mix", FILES[:count])
        ways.append(case.task.progress(phone, case.params))
    assert ways == [0.0, 1 / 3, 2 / 3, 1.0]


def test_two_playlists_are_paid_together(phone: Any, begun: Any) -> None:
    case = begun(
        VlcCreateTwoPlaylists,
        phone,
        playlist_name1="Rainy Day Mix",
        files1=FILES[:2],
        playlist_name2="City Lights Mix",
        files2=FILES[2:],
        noise=NOISE,
    )
    put(phone, "Rainy Day Mix", FILES[:2])
    assert (case.success, case.original) == (0.0, 0.5)
    assert case.task.progress(phone, case.params) == 2 / 3
    put(phone, "City Lights Mix", FILES[2:])
    assert (case.success, case.original) == (1.0, 1.0)


def test_the_playlists_alone_may_be_touched() -> None:
    for task, added in ((VlcCreatePlaylist(), 1), (VlcCreateTwoPlaylists(), 2)):
        params = task.sample(np.random.default_rng(0))
        assert task.touches(params) == [Rows("playlists of videos", added=added)]


@pytest.mark.parametrize(
    "changes",
    [
        {"files": []},
        {"files": ["a/b.mp4"]},
        {"files": ["a.avi"]},
        {"files": ["a.mp4", "A.mp4"]},
        {"files": ["a.mp4"], "noise": ["a.mp4"]},
        {"playlist_name": " "},
    ],
)
def test_what_can_t_be_is_refused(changes: dict[str, Any]) -> None:
    params = {"playlist_name": "Mix", "files": FILES, "noise": NOISE, "seed": 1}
    VlcCreatePlaylist().check(params)
    with pytest.raises(OptionError):
        VlcCreatePlaylist().check(params | changes)


def test_the_library_and_the_storage_are_emptied(phone: Any, begun: Any) -> None:
    put(phone, "Old", ["old.mp4"])
    phone.shell(f"echo x > {VIDEOS}/old.mp4; echo x > /sdcard/Download/old.mp4")
    case = begun(VlcCreatePlaylist, phone)
    found = phone.shell("cd /sdcard && find . -type f").split()
    names = [*case.params["files"], *case.params["noise"]]
    assert sorted(found) == sorted(f"./VLCVideos/{name}" for name in names)
    assert phone.query(DATABASE, "SELECT count(*) FROM Playlist") == [(0,)]
