"""The rules of the tasks of Audio Recorder, at their thresholds."""

from __future__ import annotations

import posixpath
from typing import Any

import numpy as np
import pytest

from android_gym.errors import OptionError
from android_gym.task_suite.android_world.audio_recorder.tasks import (
    DATABASE,
    FOLDER,
    AudioRecorderRecordAudio,
    AudioRecorderRecordAudioWithFileName,
)
from android_gym.task_suite.touches import Rows

SOUNDS = {
    "m4a": "printf '\\0\\0\\0\\030ftypmp42moov'",
    "wav": "printf 'RIFFxxxxWAVE'",
}
ADD = (
    "INSERT INTO records (name, duration, created, added, path, data, data_str) VALUES "
    "('{name}', {duration}, 1, 1, '{path}', x'', '')"
)


def know(phone: Any, path: str, duration: int = 1) -> None:
    phone.shell("am start -W -n com.dimowner.audiorecorder/.app.records.RecordsActivity; sleep 1")
    phone.shell("am force-stop com.dimowner.audiorecorder")
    name = posixpath.splitext(posixpath.basename(path))[0]
    add = ADD.format(name=name, path=path, duration=duration)
    phone.shell(f'sqlite3 {DATABASE} "{add}"')


@pytest.mark.parametrize("kind", SOUNDS)
def test_one_finished_recording_is_wanted(phone: Any, begun: Any, kind: str) -> None:
    case = begun(AudioRecorderRecordAudio, phone)
    path = f"{FOLDER}/Record 1.{kind}"
    assert (case.success, case.original) == (0.0, 0.0)
    know(phone, path)
    assert (case.success, case.original) == (0.0, 0.0)
    phone.shell(f": > '{path}'; : > {FOLDER}/Record-2.m4a")
    assert (case.success, case.original) == (0.0, 0.0)
    phone.shell(f"{SOUNDS[kind]} > '{path}'")
    assert (case.success, case.original) == (1.0, 1.0)
    phone.shell(f"echo x > '{FOLDER}/Record-2.m4a'")
    assert (case.success, case.original) == (0.0, 0.0)
    phone.shell(f"mv {FOLDER}/Record-2.m4a {FOLDER}/Record-2.m4a.del")
    assert (case.success, case.original) == (1.0, 0.0)
    phone.shell(f"rm {FOLDER}/*.del; printf 'no sound' > '{path}'")
    assert (case.success, case.original) == (0.0, 1.0)
    for broken in ("\\0\\0\\0\\030ftypmp42", "RIFFxxxxAVI "):  # without its index; no sound
        phone.shell(f"printf '{broken}' > '{path}'")
        assert (case.success, case.original) == (0.0, 1.0)


def test_the_app_must_know_the_file_and_its_length(phone: Any, begun: Any) -> None:
    case = begun(AudioRecorderRecordAudio, phone)
    path = f"{FOLDER}/a.m4a"
    phone.shell(f"{SOUNDS['m4a']} > {path}")
    assert (case.success, case.original) == (0.0, 1.0)
    know(phone, f"{FOLDER}/b.m4a")
    assert case.success == 0.0
    know(phone, path, duration=0)
    assert case.success == 0.0
    phone.shell(f'sqlite3 {DATABASE} "UPDATE records SET duration = 1"')
    assert case.success == 1.0


def test_a_bookmark_is_not_asked_for(phone: Any, begun: Any) -> None:
    case = begun(AudioRecorderRecordAudio, phone)
    path = f"{FOLDER}/a.m4a"
    phone.shell(f"{SOUNDS['m4a']} > {path}")
    know(phone, path)
    for value, success in (("0", 1.0), ("1", 0.0)):
        phone.shell(f'sqlite3 {DATABASE} "UPDATE records SET bookmark = {value}"')
        assert (case.success, case.original) == (success, 1.0), value


def test_the_list_must_show_the_name(phone: Any, begun: Any) -> None:
    case = begun(AudioRecorderRecordAudioWithFileName, phone, file_name="talk.m4a")
    path = f"{FOLDER}/talk.m4a.m4a"
    phone.shell(f"{SOUNDS['m4a']} > {path}")
    know(phone, path)
    assert (case.success, case.original) == (1.0, 1.0)
    phone.shell(f"sqlite3 {DATABASE} \"UPDATE records SET name = 'Talk.m4a'\"")
    assert (case.success, case.original) == (0.0, 1.0)


def test_one_ending_or_two(phone: Any, begun: Any) -> None:
    case = begun(AudioRecorderRecordAudioWithFileName, phone, file_name="talk.m4a")
    for name, strict, original in (
        ("talk.m4a.m4a", 1.0, 1.0),
        ("talk.m4a", 1.0, 0.0),
        ("talk", 0.0, 0.0),
        ("talk.m4a.m4a.m4a", 0.0, 0.0),
        ("a_talk.m4a.m4a", 0.0, 0.0),
        ("talk.m4a.wav", 0.0, 0.0),
    ):
        phone.shell(f"rm -rf {FOLDER}/*; {SOUNDS['m4a']} > {FOLDER}/{name}")
        know(phone, f"{FOLDER}/{name}")
        assert (case.success, case.original) == (strict, original), name
    phone.shell(f"rm -rf {FOLDER}/*; : > {FOLDER}/talk.m4a.m4a")
    assert (case.success, case.original) == (0.0, 1.0)


def test_half_the_way_is_a_recording(phone: Any, begun: Any) -> None:
    task = AudioRecorderRecordAudioWithFileName()
    begun(AudioRecorderRecordAudioWithFileName, phone, file_name="talk.m4a")
    assert task.progress(phone, {"file_name": "talk.m4a"}) == 0.0
    phone.shell(f"{SOUNDS['m4a']} > {FOLDER}/Record-1.m4a")
    know(phone, f"{FOLDER}/Record-1.m4a")
    assert task.progress(phone, {"file_name": "talk.m4a"}) == 0.5


def test_a_recording_alone_may_be_touched() -> None:
    assert AudioRecorderRecordAudio().touches({}) == [Rows("recordings", added=1)]


@pytest.mark.parametrize(
    "name", ["", "a", ".m4a", "a.wav", "a/b.m4a", "a:b.m4a", "x" * 47 + ".m4a"]
)
def test_names_that_the_app_can_t_give_are_refused(name: str) -> None:
    with pytest.raises(OptionError, match="file_name"):
        AudioRecorderRecordAudioWithFileName().check({"file_name": name})


def test_names_fit_the_app() -> None:
    task = AudioRecorderRecordAudioWithFileName()
    for seed in range(200):
        params = task.sample(np.random.default_rng(seed))
        task.check(params)
        assert params["file_name"].endswith(".m4a")


def test_the_folder_is_emptied(phone: Any, begun: Any) -> None:
    phone.shell(f"mkdir -p {FOLDER}/old; echo x > {FOLDER}/old.m4a")
    begun(AudioRecorderRecordAudio, phone)
    assert phone.shell(f"ls {FOLDER}") == ""
