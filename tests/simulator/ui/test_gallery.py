"""The gallery: every page is drawn in every theme, and no two pictures are the same."""

from __future__ import annotations

import hashlib
from pathlib import Path

import cv2

from android_gym.simulator.ui.gallery import PAGES, THEMES, render


def test_every_page_is_drawn_in_every_theme(tmp_path: Path) -> None:
    files = render(tmp_path / "gallery", width=108)
    assert len(files) == len(PAGES) * len(THEMES)
    assert len({hashlib.sha256(file.read_bytes()).digest() for file in files}) == len(files)
    assert cv2.imread(str(files[0])).shape == (240, 108, 3)
