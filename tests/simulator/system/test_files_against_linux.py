"""Property test: random system calls do on the phone what they do on a Linux file system."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from android_gym.errors import FileError
from android_gym.simulator.state import State
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.files import Files

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="errno differ elsewhere")

BASE = "/data/local/tmp"
NAMES = st.sampled_from(["a", "b", "A", "..", ".", "a", "b", "c" * 256])
PATHS = st.lists(NAMES, min_size=1, max_size=4).map("/".join)
TRAILING = st.sampled_from(["", "", "", "/"])


class Linux:
    """The calls of `Files`, made with the `os` module below a folder of the host."""

    def __init__(self, root: str) -> None:
        self.root = root

    def path(self, path: str) -> str:
        return self.root + path.removeprefix(BASE)

    def write(self, path: str, data: bytes, append: bool) -> None:
        with open(self.path(path), "ab" if append else "wb") as file:
            file.write(data)

    def read(self, path: str) -> bytes:
        with open(self.path(path), "rb") as file:
            return file.read()

    def mkdir(self, path: str) -> None:
        os.mkdir(self.path(path))

    def remove(self, path: str) -> None:
        os.unlink(self.path(path))

    def rmdir(self, path: str) -> None:
        os.rmdir(self.path(path))

    def rename(self, source: str, destination: str) -> None:
        os.rename(self.path(source), self.path(destination))

    def symlink(self, target: str, path: str) -> None:
        os.symlink(target, self.path(path))

    def listdir(self, path: str) -> list[str]:
        return sorted(os.listdir(self.path(path)))

    def stat(self, path: str) -> tuple[str, int]:
        return self.kind(os.stat(self.path(path)))

    def lstat(self, path: str) -> tuple[str, int]:
        return self.kind(os.lstat(self.path(path)))

    def kind(self, found: os.stat_result) -> tuple[str, int]:
        kind = {0o04: "dir", 0o10: "file", 0o12: "link"}[found.st_mode >> 12]
        return kind, 0 if kind == "dir" else found.st_size


class Phone:
    """The same calls on the phone."""

    def __init__(self) -> None:
        state = State()
        self.files = Files(state, Clock(state))

    def write(self, path: str, data: bytes, append: bool) -> None:
        self.files.write(path, data, append=append)

    def stat(self, path: str) -> tuple[str, int]:
        found = self.files.stat(path)
        return found.kind, 0 if found.kind == "dir" else found.size

    def lstat(self, path: str) -> tuple[str, int]:
        found = self.files.lstat(path)
        return found.kind, 0 if found.kind == "dir" else found.size

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return getattr(self.files, name)


def inside(path: str) -> bool:
    """Return whether a path stays below `BASE`: above it, the two trees differ."""
    depth = 0
    for part in path.split("/"):
        depth += {"..": -1, ".": 0, "": 0}.get(part, 1)
        if depth < 0:
            return False
    return True


PLACES = st.tuples(PATHS.filter(inside), TRAILING).map(lambda pair: f"{BASE}/{pair[0]}{pair[1]}")
# Either of two paths that are bad in themselves may be reported.
PLAIN = PLACES.filter(lambda path: "cc" not in path and not path.rstrip("/").endswith("."))
CALLS = st.one_of(
    st.tuples(st.just("write"), PLACES, st.binary(max_size=5), st.booleans()),
    st.tuples(st.just("mkdir"), PLACES),
    st.tuples(st.just("mkdir"), PLACES),
    st.tuples(st.just("rename"), PLAIN, PLAIN),
    st.tuples(st.just("symlink"), st.sampled_from(["a", "b", "a/b", "A"]), PLACES),
    st.tuples(st.sampled_from(["read", "remove", "rmdir", "listdir", "stat", "lstat"]), PLACES),
)


def outcome(system: Any, name: str, arguments: tuple[Any, ...]) -> object:
    try:
        return getattr(system, name)(*arguments)
    except FileError as error:
        return errno.errorcode[error.errno]
    except OSError as error:
        return errno.errorcode[error.errno or 0]


def tree(linux: Linux) -> dict[str, object]:
    found: dict[str, object] = {}
    for folder, folders, names in os.walk(linux.root):
        for name in (*folders, *names):
            path = Path(folder) / name
            kind = "link" if path.is_symlink() else "dir" if path.is_dir() else path.read_bytes()
            found[str(path.relative_to(linux.root))] = kind
    return found


def phone_tree(phone: Phone) -> dict[str, object]:
    found: dict[str, object] = {}
    for path, stat in phone.files.walk(BASE):
        content = phone.files.read(path) if stat.kind == "file" else stat.kind
        found[path.removeprefix(BASE).lstrip("/")] = content
    del found[""]
    return found


@settings(max_examples=300, deadline=None)
@given(st.lists(CALLS, max_size=25))
def test_the_phone_agrees_with_linux(calls: list[tuple[Any, ...]]) -> None:
    with tempfile.TemporaryDirectory() as root:
        linux, phone = Linux(root), Phone()
        for name, *arguments in calls:
            expected = outcome(linux, name, tuple(arguments))
            assert outcome(phone, name, tuple(arguments)) == expected, (name, arguments)
        assert phone_tree(phone) == tree(linux)
        check_bookkeeping(phone.files)


def check_bookkeeping(files: Files) -> None:
    """The tree's own sums are right, and nothing in it is unreachable."""
    tree = files._tree.current()
    parents: dict[int, int] = {}
    for ino, inode in tree.inodes.items():
        assert inode.stat.ino == ino
        assert inode.stat.kind != "file" or inode.stat.size == len(inode.data)
        folders = 0
        for key, (name, child) in (inode.entries or {}).items():
            assert key == name or inode.stat.device == 3
            parents[child] = ino
            folders += tree.inodes[child].entries is not None
        if inode.entries is not None:
            assert inode.stat.nlink == 2 + folders
    assert parents.keys() | {1} == set(tree.inodes)
    fresh = Files(State(), Clock(State()))
    more = sum(i.stat.size for i in tree.inodes.values() if i.stat.kind == "file") - sum(
        i.stat.size for i in fresh._tree.current().inodes.values() if i.stat.kind == "file"
    )
    assert tree.used == more
    assert tree.next_ino > max(tree.inodes)
