"""Strangers' ``.npz`` files are data, within a limit."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest

from android_gym.npz import DAMAGED, check_bytes, read_npz


def saved(**arrays: np.ndarray) -> io.BytesIO:
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    file.seek(0)
    return file


def test_reads_numbers_and_the_texts_that_are_named(tmp_path: Path) -> None:
    numbers = np.arange(6, dtype=np.float16).reshape(2, 3)
    found = read_npz(saved(a=numbers, told=np.array("words")), 1000, texts=("told",))
    assert np.array_equal(found["a"], numbers) and found["a"].dtype == np.float16
    assert str(found["told"]) == "words"
    np.savez(tmp_path / "a.npz", a=numbers)
    assert list(read_npz(tmp_path / "a.npz", 1000)) == ["a"]


@pytest.mark.parametrize(
    "array", [np.array([{}], dtype=object), np.array("words"), np.array(["a", "b"])]
)
def test_refuses_what_is_no_array_of_numbers(array: np.ndarray) -> None:
    with pytest.raises(ValueError, match="it has an array of .* called 'a'"):
        read_npz(saved(a=array), 1000)


def test_refuses_a_list_of_texts_where_one_is_asked_for() -> None:
    with pytest.raises(ValueError, match="called 'told'"):
        read_npz(saved(told=np.array(["a", "b"])), 1000, texts=("told",))


def test_arrays_share_the_limit() -> None:
    arrays = {name: np.zeros(100, np.uint8) for name in "ab"}
    assert len(read_npz(saved(**arrays), 200)) == 2
    with pytest.raises(ValueError, match="take 100 bytes; at most 99 are allowed"):
        read_npz(saved(**arrays), 199)


def test_a_header_that_promises_more_than_the_file_holds_takes_no_memory() -> None:
    member = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        member, {"descr": "|u1", "fortran_order": False, "shape": (10**12,)}
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a.npy", member.getvalue())
    with pytest.raises(ValueError, match="take 1000000000000 bytes"):
        read_npz(file, 10**13)


@pytest.mark.parametrize("data", [b"", b"text", b"PK\x03\x04", b"PK\x05\x06" + bytes(18)])
def test_damaged_files_raise_what_is_named(data: bytes) -> None:
    try:
        assert read_npz(io.BytesIO(data), 1000) == {}
    except DAMAGED:
        pass


def test_a_size_at_the_limit_is_allowed() -> None:
    check_bytes(10, 10)
    with pytest.raises(ValueError, match="take 11 bytes; at most 10"):
        check_bytes(11, 10)
