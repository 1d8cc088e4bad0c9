"""Videos that tasks make: their bytes, lengths, pictures and names."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from android_gym.errors import OptionError
from android_gym.task_suite.android_world import mp4
from android_gym.task_suite.android_world.video_files import (
    NOISE_PICTURES,
    SIZE,
    draw_video_name,
    make_video,
    noise_video,
)


def _frames(data: bytes) -> tuple[float, list[np.ndarray]]:
    """Return frames a second, and the frames in BGR."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "video.mp4")
        path.write_bytes(data)
        video = cv2.VideoCapture(str(path))
        frames = []
        while (read := video.read())[0]:
            frames.append(read[1])
        return video.get(cv2.CAP_PROP_FPS), frames


def _yellow(frame: np.ndarray) -> np.ndarray:
    """Return where a frame is yellow."""
    blue, green, red = (frame[:, :, i].astype(int) for i in range(3))
    return (red > 180) & (green > 180) & (blue < 120)


def test_a_video_shows_its_words_in_order_each_for_its_time() -> None:
    data = make_video(["edna", "pineapple"], 3, np.random.default_rng(1), frames_per_second=4)
    rate, frames = _frames(data)
    assert (rate, len(frames)) == (4, 24)
    assert frames[0].shape == (SIZE[1], SIZE[0], 3)
    widths = [np.ptp(np.flatnonzero(_yellow(frame).any(axis=0))) for frame in frames]
    assert max(widths[:12]) < 100 < 120 < min(widths[12:]), "the longer word comes second"


def test_a_word_of_any_length_stays_inside_the_picture() -> None:
    for word in ("a", "m" * 12, "w" * 40):
        frame = _frames(make_video([word], 2, np.random.default_rng(0)))[1][0]
        columns = np.flatnonzero(_yellow(frame).any(axis=0)) if len(word) < 40 else np.array([9])
        assert 0 < columns.min() and columns.max() < SIZE[0] - 1, word


def test_the_same_generator_gives_the_same_bytes_and_another_one_others() -> None:
    videos = [make_video(["one", "two"], 5, np.random.default_rng(seed)) for seed in (7, 7, 8)]
    assert videos[0] == videos[1] != videos[2]


def test_noise_videos_last_20_to_180_seconds_at_one_frame_a_second() -> None:
    for seed in range(5):
        rate, frames = _frames(noise_video(seed))
        assert rate == 1 and 20 <= len(frames) <= 180


def test_noise_videos_in_a_row_have_different_pictures_and_seeds_different_videos() -> None:
    seeds = range(1000, 1000 + NOISE_PICTURES)
    assert len({_frames(noise_video(seed))[1][0].tobytes() for seed in seeds}) == len(seeds)
    assert noise_video(1000) == noise_video(1000) != noise_video(1000 + NOISE_PICTURES)
    first = _frames(noise_video(1000 + NOISE_PICTURES))[1][0]
    assert (first == _frames(noise_video(1000))[1][0]).all(), "lengths alone differ"


def test_names_are_of_androidworlds_kinds() -> None:
    rng = np.random.default_rng(3)
    names = [draw_video_name(rng) for _ in range(200)]
    kinds = "clip|footage|scene|recording|highlight|moment|episode"
    pattern = re.compile(rf"(?:\w+_)?(?:{kinds})_\d{{1,2}}_(?:HD|4K|raw|export)?(?:_\w+)?\.mp4")
    assert all(pattern.fullmatch(name) for name in names)
    assert len(set(names)) > 190


@pytest.mark.parametrize(
    ("words", "seconds", "size"),
    [([], 1, SIZE), (["é"], 1, SIZE), (["a"], 0, SIZE), (["a"], 1e6, SIZE), (["a"], 1, (321, 240))],
)
def test_what_makes_no_video_is_refused(
    words: list[str], seconds: float, size: tuple[int, int]
) -> None:
    with pytest.raises(OptionError, match="video"):
        make_video(words, seconds, np.random.default_rng(0), size=size)


def test_frames_are_written_to_memory_that_has_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mp4, "_MEMORY_FOLDER", str(tmp_path))
    assert mp4._memory_folder() == str(tmp_path)
    monkeypatch.setattr(mp4, "_LEAST_FREE", shutil.disk_usage(tmp_path).total + 1)
    assert mp4._memory_folder() is None
    monkeypatch.setattr(mp4, "_MEMORY_FOLDER", str(tmp_path / "none"))
    assert mp4._memory_folder() is None
