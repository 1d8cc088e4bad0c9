"""Every face of every app is as it was accepted. `faces.py` tells how one is declared.

Where a change is meant, look at the sheet that the test names, then accept it by ``make faces
FACES=--record``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from android_gym.simulator.phone import Phone

sys.path.insert(0, str(Path(__file__).parent))

from faces import GOLDEN, LAST_BITS, Face, changed, faces  # noqa: E402

MEGABYTES = 3


@pytest.mark.parametrize("face", faces(), ids=str)
def test_face(face: Face) -> None:
    now, accepted = face.draw(), face.accepted()
    assert accepted is not None, f"{face.golden} is not there: make faces FACES=--record"
    assert now.shape == accepted.shape
    if changed(now, accepted).any():
        pytest.fail(f"Something looks different: {face.sheet(now, accepted)}")


def test_no_app_is_forgotten() -> None:
    launched = {m.package for m, _ in Phone().system.packages.launcher_activities()}
    assert launched <= {face.package for face in faces() if face.name == "start"}


def test_names_are_told_apart_and_pictures_are_needed_and_small() -> None:
    goldens = [face.golden for face in faces()]
    assert len(set(goldens)) == len(goldens)
    assert set(GOLDEN.iterdir()) <= set(goldens)
    assert sum(path.stat().st_size for path in goldens) < MEGABYTES * 1_000_000


def test_a_pixel_that_changes_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    face = next(face for face in faces() if face.app == "settings")
    now = face.draw()
    other = now.copy()
    other[300, 100, 1] ^= 4
    assert changed(now, other).sum() == 1
    assert not changed(now, np.where(now < 255 - LAST_BITS, now + LAST_BITS, now)).any()
    monkeypatch.setattr("faces.SHEETS", tmp_path)
    assert face.sheet(now, other).parent == tmp_path


def test_a_face_that_is_recorded_is_read_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("faces.GOLDEN", tmp_path)
    face = faces()[0]
    assert face.accepted() is None
    picture = np.random.default_rng(0).integers(0, 256, (600, 540, 3), np.uint8)
    face.record(picture)
    read = face.accepted()
    assert read is not None
    np.testing.assert_array_equal(read, picture)
