"""Pictures of an episode."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from android_gym.evaluation.recording import Recording, outline

GREY = np.full((240, 108, 3), 128, np.uint8)


def test_gif_has_each_frame_and_the_finger_where_it_touched(tmp_path: Path) -> None:
    recording = Recording(hold_ms=50)
    recording.add(GREY, [(0.25, 0.5)])
    recording.add(GREY)
    recording.save(tmp_path / "a.gif")
    with Image.open(tmp_path / "a.gif") as gif:
        assert gif.n_frames == len(recording) == 2
        assert gif.size == (108, 240)
        touched = np.asarray(gif.convert("RGB")).astype(int)
        gif.seek(1)
        untouched = np.asarray(gif.convert("RGB")).astype(int)
    differs = np.abs(touched - untouched).sum(axis=2) > 30
    rows, columns = np.nonzero(differs)
    assert abs(rows.mean() - 120) < 2
    assert abs(columns.mean() - 27) < 2


def test_swipe_is_drawn_from_end_to_end(tmp_path: Path) -> None:
    recording = Recording()
    recording.add(GREY, [(0.5, 0.9), (0.5, 0.1)])
    recording.save(tmp_path / "a.gif")
    with Image.open(tmp_path / "a.gif") as gif:
        column = np.asarray(gif.convert("RGB"))[30:210, 54].astype(int)
    assert (np.abs(column - 128).sum(axis=1) > 30).all()


def test_an_empty_recording_says_so(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="add a frame"):
        Recording().save(tmp_path / "a.gif")


def test_outline_leaves_the_inside_alone() -> None:
    image = np.asarray(outline(GREY, [(0.0, 0.5, 1.0, 0.75), (0.5, 0.5, 0.5, 0.5)]))
    assert (image[120, 40:] != GREY[120, 40:]).any(axis=1).all()
    assert (image[150, 20:100] == 128).all()
    assert (image[200] == 128).all()
