"""A folder that is read again is listed as if it were read for the first time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from android_gym.simulator.state import State
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.files import Files
from android_gym.simulator.system.inodes import Stat
from android_gym.simulator.system.listing import Listing

Item = tuple[str, int]
FOLDER = "/sdcard/x"


def new_files() -> Files:
    state = State()
    files = Files(state, Clock(state))
    files.mkdir(FOLDER, parents=True)
    return files


def make(name: str, stat: Stat) -> Item | None:
    return None if name.startswith(".") else (name, stat.size)


def by_size(item: Item) -> Any:
    return -item[1], item[0]


def sort(items: Iterable[Item]) -> list[Item]:
    return sorted(items, key=by_size)


def sort_backwards(items: Iterable[Item]) -> list[Item]:
    return sorted(items, key=by_size, reverse=True)


WAYS: dict[str, tuple[Any, ...]] = {
    "key": (sort, by_size),
    "backwards": (sort_backwards, by_size, True),
    "no key": (sort,),
}
"""The order of a listing."""


changes = st.lists(
    st.tuples(
        st.sampled_from(("write", "remove", "rename", "read")),
        st.sampled_from(("a", "b", ".c", "d")),
        st.integers(0, 3),
    ),
    max_size=30,
)


@pytest.mark.parametrize("way", WAYS)
@given(episode=changes)
def test_it_is_what_a_new_one_reads(way: str, episode: list[tuple[str, str, int]]) -> None:
    files = new_files()
    kept = Listing(FOLDER, make, *WAYS[way])
    for what, name, size in [*episode, ("read", "", 0)]:
        path = f"{FOLDER}/{name}"
        if what == "write":
            files.write(path, b"x" * size)
        elif what == "read":
            assert kept.read(files) == Listing(FOLDER, make, *WAYS[way]).read(files)
        elif files.exists(path):
            if what == "remove":
                files.remove(path)
            else:
                files.rename(path, path + str(size))


def test_only_what_changed_is_made_again() -> None:
    files = new_files()
    made: list[str] = []

    def noting(name: str, stat: Stat) -> Item | None:
        made.append(name)
        return make(name, stat)

    for number in range(100):
        files.write(f"{FOLDER}/{number}", b"x")
    listing = Listing(FOLDER, noting, sort, by_size)
    assert len(listing.read(files)) == 100
    made.clear()
    before = listing.read(files)
    assert made == [] and listing.read(files) is before
    files.write(f"{FOLDER}/7", b"xx")
    files.remove(f"{FOLDER}/8")
    after = listing.read(files)
    assert made == ["7"] and after[0] == ("7", 2) and len(after) == 99
    assert len(before) == 100, "what was read before is left alone"
    made.clear()
    files.remove(f"{FOLDER}/9")
    files.write(f"{FOLDER}/new", b"x")
    assert len(listing.read(files)) == 99 and made == ["new"]


def test_many_changes_a_link_and_no_folder() -> None:
    files = new_files()
    asked: list[str] = []

    def is_folder(name: str, stat: Stat) -> Item:
        asked.append(name)
        return name, int(files.is_dir(f"/data/x/{name}"))

    listing = Listing("/data/x", is_folder, sort, by_size)
    assert listing.read(files) == []
    files.mkdir("/data/x")
    files.symlink("/data/y", "/data/x/link")
    assert listing.read(files) == [("link", 0)]
    files.mkdir("/data/y")
    assert listing.read(files) == [("link", 1)], "what a link leads to may change behind it"
    for number in range(50):
        files.write(f"/data/x/{number:02}", b"")
    assert [name for name, _ in listing.read(files)][:2] == ["link", "00"]
    files.rmdir("/data/y")
    files.write("/data/x/other", b"")
    assert ("link", 0) in listing.read(files), "and while others come"
    files.remove("/data/x/link")
    files.write("/data/x/link", b"")
    assert ("link", 0) in listing.read(files)
    made = len(asked)
    assert ("link", 0) in listing.read(files) and len(asked) == made, "it is one no more"
    files.remove("/data/x/link")
    files.symlink("/data/y", "/data/x/link")
    listing.read(files)
    files.remove("/data/x/link")
    assert len(listing.read(files)) == len(listing.read(files)) == 51
    files.rmtree("/data/x")
    assert listing.read(files) == []
