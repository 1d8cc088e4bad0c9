"""Files of folders that others made: links out, pipes, devices, files that are too large."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from android_gym.host_files import open_plain, read_plain

WRITES = os.O_WRONLY | os.O_CREAT


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"1234")
    (tmp_path / "link").symlink_to("file")
    assert read_plain(file, 4) == b"1234"
    assert read_plain(tmp_path / "link", 4, inside=tmp_path) == b"1234"
    with pytest.raises(OSError, match="more than 3 bytes"):
        read_plain(file, 3)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (os.mkfifo, "not a regular file"),
        (lambda path: path.symlink_to("/dev/zero"), "not a regular file"),
        (lambda path: path.mkdir(), "a folder, not a file"),
        (lambda path: path.symlink_to("/etc/passwd"), "leads out"),
        (lambda path: path.symlink_to(path), "is a link"),
        (lambda path: path.symlink_to("nothing"), "No such file"),
    ],
)
def test_what_is_no_file_of_the_folder_is_not_read(
    tmp_path: Path, make: Callable[[Path], None], why: str
) -> None:
    file = tmp_path / "file"
    make(file)
    with pytest.raises(OSError, match=why if "leads" in why else "."):
        read_plain(file, 10, inside=tmp_path)
    if "leads" not in why:
        with pytest.raises(OSError, match=why):
            read_plain(file, 10)


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("mine")
    (tmp_path / "link").symlink_to(other)
    (tmp_path / "new").symlink_to(tmp_path / "made")
    os.mkfifo(tmp_path / "pipe")
    for name, why in (("link", "is a link"), ("new", "is a link"), ("pipe", "not a regular file")):
        with pytest.raises(OSError, match=why):
            open_plain(tmp_path / name, WRITES)
    assert other.read_text() == "mine" and not (tmp_path / "made").exists()
