"""The rules of the tasks of Camera, at their thresholds."""

from __future__ import annotations

from typing import Any

import pytest

from android_gym.task_suite.android_world.camera.tasks import (
    MOVIES,
    PICTURES,
    CameraTakePhoto,
    CameraTakeVideo,
)
from android_gym.task_suite.touches import NewFilesBelow

PHOTO, VIDEO = "echo /9j/4A== | base64 -d >", "printf '\\0\\0\\0\\024ftypisom' >"
KINDS = [(CameraTakePhoto, PICTURES, PHOTO), (CameraTakeVideo, MOVIES, VIDEO)]


@pytest.mark.parametrize(("task", "folder", "writes"), KINDS)
def test_exactly_one_new_file(phone: Any, begun: Any, task: type, folder: str, writes: str) -> None:
    case = begun(task, phone)
    assert case.scores == (0.0, 0.0)
    phone.shell(f"{writes} {folder}/.pending-1.jpg")
    assert case.success == 0.0  # still being written
    phone.shell(f"{writes} {folder}/one.jpg")
    assert case.scores == (1.0, 1.0)
    phone.shell(f"{writes} {folder}/two.jpg")
    assert case.scores == (0.0, 0.0)
    phone.shell(f"rm {folder}/one.jpg")
    assert case.success == 1.0
    phone.shell(f"rm {folder}/two.jpg")
    assert case.success == 0.0


@pytest.mark.parametrize(("task", "folder", "writes"), KINDS)
def test_the_other_folder_does_not_count(
    phone: Any, begun: Any, task: type, folder: str, writes: str
) -> None:
    case = begun(task, phone)
    other = MOVIES if folder == PICTURES else PICTURES
    phone.shell(f"{writes} {other}/one.jpg")
    assert case.success == 0.0


@pytest.mark.parametrize(("task", "folder", "writes"), KINDS)
def test_the_original_takes_anything_that_is_alone(
    phone: Any, begun: Any, task: type, folder: str, writes: str
) -> None:
    case = begun(task, phone)
    assert case.original == 0.0
    phone.shell(f"echo text > {folder}/.hidden")
    assert case.original == 0.0
    phone.mkdir(f"{folder}/one")
    assert (case.success, case.original) == (0.0, 1.0)
    phone.shell(f"{writes} {folder}/two.jpg")
    assert case.original == 0.0
    phone.shell(f"rmdir {folder}/one")
    assert (case.success, case.original) == (1.0, 1.0)


@pytest.mark.parametrize(("task", "folder", "writes"), KINDS)
def test_new_files_may_be_in_the_folder(task: Any, folder: str, writes: str) -> None:
    assert task().touches({}) == [NewFilesBelow(folder)]
