"""OsmAnd's favorites and tracks among what belongs to the user."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from android_gym.devices import make_device
from android_gym.devices.device import Device
from android_gym.devices.user_data import read_user_data
from android_gym.devices.user_places import (
    FAVORITE_ROWS,
    GPX,
    MOST_BYTES,
    ROOT,
    TRACK_ROWS,
    parse_gpx,
    read_places,
)

SPACE = GPX.strip("{}")


def gpx(*places: tuple[str, str, str]) -> str:
    points = "".join(
        f'<wpt lat="{lat}" lon="{lon}"><name>{name}</name></wpt>' for name, lat, lon in places
    )
    return f'<gpx xmlns="{SPACE}">{points}</gpx>'


@pytest.fixture
def device() -> Iterator[Device]:
    with closing(make_device()) as device:
        yield device


def test_a_phone_without_osmands_folder_has_none(device: Device) -> None:
    device.remove(ROOT)
    found = read_places(device)
    assert not found[FAVORITE_ROWS].rows() and not found[TRACK_ROWS].rows()


def test_favorites_of_all_groups(device: Device) -> None:
    device.push(f"{ROOT}/favorites/favorites.gpx", gpx(("Home", "47.1", "9.5")))
    device.push(f"{ROOT}/favorites/favorites-Joe's trip.gpx", gpx(("A\nB", "1", "-2")))
    device.push(f"{ROOT}/favorites/notes.gpx", gpx(("Not a group", "3", "4")))
    assert set(read_places(device)[FAVORITE_ROWS].rows()) == {
        ("favorites/favorites.gpx", "Home", "47.1", "9.5"),
        ("favorites/favorites-Joe's trip.gpx", "A\nB", "1", "-2"),
    }


def test_a_track_that_is_added_changed_or_renamed(device: Device) -> None:
    path = f"{ROOT}/tracks/rec/a walk.gpx"
    seen = []
    for content in ("<gpx/>", "<gpx></gpx>"):
        device.push(path, content)
        seen.append(read_places(device)[TRACK_ROWS].rows())
    device.shell(f"mv '{path}' {ROOT}/tracks/b.gpx")
    seen.append(read_places(device)[TRACK_ROWS].rows())
    assert all(rows.total() == 1 for rows in seen)
    assert seen[0] != seen[1] != seen[2]


@pytest.mark.parametrize("content", ["", "<gpx", "no gpx", "<!DOCTYPE a><a>&b;</a>"])
def test_an_invalid_file_has_no_favorites(device: Device, content: str) -> None:
    assert parse_gpx(content.encode()) is None or "&b;" in content
    device.push(f"{ROOT}/favorites/favorites.gpx", content)
    assert not read_places(device)[FAVORITE_ROWS].rows()


def test_a_file_that_is_too_long_is_cut(device: Device) -> None:
    long = gpx(("x", "1", "2")).replace("<wpt", " " * MOST_BYTES + "<wpt", 1)
    device.push(f"{ROOT}/favorites/favorites.gpx", long)
    assert not read_places(device)[FAVORITE_ROWS].rows()


def test_they_are_the_users(device: Device) -> None:
    before = read_user_data(device)
    device.push(f"{ROOT}/favorites/favorites.gpx", gpx(("Home", "47.1", "9.5")))
    after = read_user_data(device)
    assert before.rows[FAVORITE_ROWS] != after.rows[FAVORITE_ROWS]
