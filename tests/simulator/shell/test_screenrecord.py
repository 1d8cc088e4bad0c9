"""Videos of the screen."""

from __future__ import annotations

import tempfile

import numpy as np
import pytest

from android_gym.simulator.system.media.video import VideoFile
from android_gym.simulator.ui.view import View


def video_of(phone, path):
    video = VideoFile.open(phone.pull(path))
    assert video is not None
    return video


def test_a_video_shows_what_the_screen_showed(phone):
    phone.show(lambda screen: View(id="red", width=400, height=700, background="#FF0000"))
    phone.system.clock.handler("test_home", lambda _: phone.press_key(3))
    phone.system.clock.schedule(1500, "test_home")
    began = phone.system.clock.elapsed_ms()
    result = phone.shell("screenrecord --time-limit 3 --size 200x400 /sdcard/v.mp4")
    assert (result.exit_code, result.output) == (0, b"")
    assert phone.system.clock.elapsed_ms() - began == 3000
    video = video_of(phone, "/sdcard/v.mp4")
    assert (video.width, video.height) == (200, 400)
    assert abs(video.duration_ms - 3000) <= 200
    first, last = video.frame_at(0), video.frame_at(2900)
    assert np.abs(first[200, 100].astype(int) - (255, 0, 0)).max() < 40
    shown = phone.screenshot(200, 400).astype(int)
    assert np.abs(last.astype(int) - shown).mean() < 12


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("", "Must specify output file"),
        ("--time-limit", "requires an argument"),
        ("--time-limit 181 /sdcard/v.mp4", "outside acceptable range"),
        ("--size 0x5 /sdcard/v.mp4", "Invalid size"),
        ("--size 9999x5 /sdcard/v.mp4", "Invalid size"),
        ("--size=5 /sdcard/v.mp4", "Invalid size"),
        ("--output-format h264 /sdcard/v.mp4", "Unknown format"),
        ("--nonsense /sdcard/v.mp4", "unrecognized option"),
        ("--time-limit 1 /nowhere/v.mp4", "No such file"),
        ("--time-limit 1 /sdcard", "Is a directory"),
    ],
)
def test_bad_input(phone, options, said):
    result = phone.shell(f"screenrecord {options}")
    assert result.exit_code
    assert said in result.output.decode()


def test_a_recording_has_no_file_that_could_be_left_behind(phone, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    seen = []
    phone.system.clock.handler("test_look", lambda _: seen.append(list(tmp_path.iterdir())))
    phone.system.clock.schedule(500, "test_look")
    phone.shell("screenrecord --time-limit 1 --size 200x400 /sdcard/v.mp4")
    assert seen == [[]]
    assert video_of(phone, "/sdcard/v.mp4").width == 200
