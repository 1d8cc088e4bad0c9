"""Reading words off pixels."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from android_gym.accessibility import BoundingBox
from android_gym.errors import DemonstrationError, DependencyError
from android_gym.task_suite.demonstrations import pixels
from android_gym.task_suite.demonstrations.pixels import Words, in_rows, read_screen, read_words
from android_gym.task_suite.demonstrations.script import Observation, Screen

SIZE = (540, 1200)


def picture(*texts: tuple[int, int, str], size: tuple[int, int] = SIZE) -> np.ndarray:
    """A dark screen with a bright page in its middle third, and words on that."""
    image = Image.new("RGB", size)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, size[1] // 3, size[0], 2 * size[1] // 3), (250, 244, 230))
    font = ImageFont.load_default(32)
    for x, y, text in texts:
        draw.text((x, y), text, (30, 20, 60), font)
    return np.asarray(image)


def screen(array: np.ndarray | None, width: int = SIZE[0], height: int = SIZE[1]) -> Screen:
    look = None if array is None else lambda: array
    return Screen(Observation("Read it.", (), width, height, look))


def test_words_and_where_they_are() -> None:
    words = read_words(picture((40, 460, "Rye Bread"), (300, 640, "$12.50")))
    assert [one.text for one in words] == ["Rye Bread", "$12.50"]
    bread, price = (one.box for one in words)
    assert abs(bread.x_min - 40) < 8 and 455 < bread.center[1] < 500
    assert abs(price.x_min - 300) < 8 and 635 < price.center[1] < 680
    assert min(one.score for one in words) > 0.8


def test_a_part_of_a_screen_in_pixels_of_the_screen() -> None:
    """The pixels are half as large as the screen, and the upper words are left out."""
    array = picture((40, 460, "Rye Bread"), (300, 640, "$12.50"))
    part = BoundingBox(x_min=0, x_max=1080, y_min=1100, y_max=1600)
    (price,) = read_screen(screen(array, 1080, 2400), part)
    assert price.text == "$12.50"
    assert abs(price.box.x_min - 600) < 16 and 1270 < price.box.center[1] < 1360


def test_nothing_is_written() -> None:
    assert read_words(picture()) == ()
    assert read_words(np.zeros((40, 40, 3), np.uint8)) == ()


def test_what_was_read_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    array = picture((60, 500, "Ferry Crossing"))
    first = read_words(array)
    monkeypatch.setattr(pixels, "_read", lambda array: pytest.fail("read again"))
    assert read_words(array.copy()) is first


def test_only_so_much_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    monkeypatch.setattr(pixels, "_remembered", type(pixels._remembered)())
    monkeypatch.setattr(pixels, "_MOST", 2)
    monkeypatch.setattr(pixels, "_read", lambda array: read.append(int(array[0, 0, 0])) or ())
    for shade in (1, 2, 1, 3, 1, 2):
        read_words(np.full((8, 8, 3), shade, np.uint8))
    assert read == [1, 2, 3, 2]


def test_frames_are_cut_off_and_words_are_not() -> None:
    array = picture((40, 460, "Rye Bread"))
    left, top, rest = pixels._trim(array)
    assert 20 <= left <= 32 and 430 <= top <= 470
    assert rest.shape[0] < 100 and rest.shape[1] < 300
    assert (array[top : top + rest.shape[0], left : left + rest.shape[1]] == rest).all()
    assert int(rest.min()) < 70  # of the ink


def test_rows() -> None:
    def words(text: str, x: int, y: int) -> Words:
        return Words(text, BoundingBox(x_min=x, x_max=x + 50, y_min=y, y_max=y + 20), 1.0)

    found = (words("c", 200, 42), words("b", 100, 45), words("d", 0, 90), words("a", 0, 40))
    assert in_rows(found) == ["a b c", "d"]
    assert in_rows(()) == []


def test_without_pixels_nothing_can_be_read() -> None:
    with pytest.raises(DemonstrationError, match="no pixels"):
        read_screen(screen(None))


def test_without_the_library_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pixels._reader.cache_clear()
    monkeypatch.setitem(sys.modules, "rapidocr", None)
    with pytest.raises(DependencyError, match=r"pip install 'android-gym\[ocr\]'"):
        read_words(picture((60, 500, "Nobody reads this")))


def test_the_library_is_imported_when_used() -> None:
    code = (
        "import sys, android_gym.task_suite.demonstrations.pixels as p; "
        "sys.exit('rapidocr' in sys.modules or 'onnxruntime' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_reader_leaves_nothing_of_its_own_behind(tmp_path: Path) -> None:
    """Its runtime gives each machine an identifier unless it is told not to."""
    code = "from android_gym.task_suite.demonstrations import pixels; pixels._reader()"
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    unset = {"ORT_DISABLE_TELEMETRY", *home}
    kept = {name: value for name, value in os.environ.items() if name not in unset}
    subprocess.run([sys.executable, "-c", code], env=kept | home, check=True, timeout=120)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
