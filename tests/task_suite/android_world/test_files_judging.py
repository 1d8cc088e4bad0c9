"""The rules of the tasks of Files, at their thresholds."""

from __future__ import annotations

from typing import Any

import pytest

from android_gym.task_suite.android_world.files.tasks import STORAGE, FilesDeleteFile, FilesMoveFile
from android_gym.task_suite.touches import FileAt, MovedFile


def test_the_file_must_be_gone(phone: Any, begun: Any) -> None:
    case = begun(FilesDeleteFile, phone)
    path = f"{STORAGE}/{case.params['subfolder']}/{case.params['file_name']}"
    assert case.scores == (0.0, 0.0)
    phone.shell(f": > '{path}'")
    assert case.scores == (0.0, 0.0)
    phone.shell(f"rm '{path}' && mkdir '{path}'")
    assert case.scores == (0.0, 0.0)
    phone.shell(f"rmdir '{path}'")
    assert case.scores == (1.0, 1.0)


@pytest.mark.parametrize(
    ("command", "scores"),
    [
        (":", (0.0, 0.0)),
        ("mv $source $target", (1.0, 1.0)),
        ("cp $source $target", (0.0, 0.5)),
        ("rm $source", (0.0, 0.0)),
        ("rm $source; mkdir $target", (0.0, 0.0)),
        ("mv $source $target; mkdir $source", (0.0, 0.5)),
        ("mv $source $target.bak", (0.0, 0.0)),
    ],
)
def test_the_file_must_have_moved(
    phone: Any, begun: Any, command: str, scores: tuple[float, float]
) -> None:
    case = begun(FilesMoveFile, phone)
    name = case.params["file_name"]
    source = f"{STORAGE}/{case.params['source_folder']}/{name}"
    target = f"{STORAGE}/{case.params['destination_folder']}/{name}"
    phone.shell(f"source={source} target={target}; {command}")
    assert case.scores == scores


def test_which_files_may_differ() -> None:
    there, here = f"{STORAGE}/Music/a.mp3", f"{STORAGE}/Podcasts/a.mp3"
    params = {"file_name": "a.mp3", "subfolder": "Music"}
    assert FilesDeleteFile().touches(params) == [FileAt(there)]
    params = {"file_name": "a.mp3", "source_folder": "Music", "destination_folder": "Podcasts"}
    assert FilesMoveFile().touches(params) == [MovedFile(there, here)]
