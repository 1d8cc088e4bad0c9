"""Sound files that tasks make are what they say, to programs that read such files."""

from __future__ import annotations

import io

import pytest
import tinytag

from android_gym.errors import OptionError
from android_gym.simulator.system.media.metadata import read_metadata
from android_gym.task_suite.android_world.media_files import FRAME_MS, LONGEST_MS, make_mp3


@pytest.mark.parametrize("duration_ms", [0, 1, 36, 37, 20_000, 215_430, 3_600_000])
def test_a_song_says_what_it_is(duration_ms: int) -> None:
    data = make_mp3("Don't — 新しい", "Ann & Bob", "Älbum", duration_ms)
    frames = max(1, round(duration_ms / FRAME_MS))
    found = tinytag.TinyTag.get(filename="a.mp3", file_obj=io.BytesIO(data))
    assert (found.title, found.artist, found.album) == ("Don't — 新しい", "Ann & Bob", "Älbum")
    assert found.samplerate == 8000 and found.channels == 1
    ours = read_metadata("a.mp3", data)
    assert (ours.title, ours.artist, ours.album) == (found.title, found.artist, found.album)
    if frames > 10:
        assert found.duration == pytest.approx(frames * FRAME_MS / 1000, abs=0.001)
        assert abs(ours.duration_ms - frames * FRAME_MS) <= 1


def test_every_frame_is_whole_and_silent() -> None:
    data = make_mp3("", "", "", 10 * FRAME_MS)
    sound = data[10:]  # an empty tag
    frames = [sound[start : start + 72] for start in range(0, len(sound), 72)]
    assert len(frames) == 11 and all(len(frame) == 72 for frame in frames)
    assert all(frame[:2] == b"\xff\xe3" for frame in frames)
    assert frames[0][13:17] == b"Info" and not any(any(frame[4:]) for frame in frames[1:])


def test_a_second_takes_a_kilobyte() -> None:
    assert len(make_mp3("a", "b", "c", 60_000)) < 61_000


@pytest.mark.parametrize("duration_ms", [-1, LONGEST_MS + 1])
def test_lengths_have_bounds(duration_ms: int) -> None:
    with pytest.raises(OptionError, match="duration_ms"):
        make_mp3("a", "b", "c", duration_ms)
