"""Pictures of words: what they are made of, and that what they say can be read from a screen."""

from __future__ import annotations

import io
import subprocess
import sys

import cv2
import numpy as np
import pytest
from PIL import Image

from android_gym.devices.device import Device
from android_gym.errors import DependencyError, OptionError
from android_gym.task_suite.android_world import pictures
from android_gym.task_suite.android_world.pictures import (
    FOLDER,
    LOOKS,
    READABLE,
    Cell,
    check_look,
    draw_look,
    put_pictures,
    table_picture,
    text_picture,
)
from android_gym.task_suite.demonstrations.pixels import in_rows, read_words

LINES = (
    "Expense: Motorway Toll\n amount_dollars: $67.4\n category_name: Health Care\n"
    " note: Ask for a discount next time\n"
)


def decoded(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


def on_screen(data: bytes) -> np.ndarray:
    """The picture as a viewer shows it: as large as the screen allows, on black."""
    width, height = READABLE
    picture = decoded(data)
    scale = min(width / picture.shape[1], height / picture.shape[0])
    size = round(picture.shape[1] * scale), round(picture.shape[0] * scale)
    screen = np.zeros((height, width, 3), np.uint8)
    x, y = (width - size[0]) // 2, (height - size[1]) // 2
    screen[y : y + size[1], x : x + size[0]] = cv2.resize(picture, size)
    return screen


@pytest.mark.rotating
@pytest.mark.parametrize("look", LOOKS)
def test_lines_can_be_read_from_a_screen(look: str) -> None:
    rows = in_rows(read_words(on_screen(text_picture(LINES, look))))
    assert rows == [line.strip() for line in LINES.splitlines()]


@pytest.mark.rotating
@pytest.mark.parametrize("look", LOOKS)
def test_tables_can_be_read_from_a_screen(look: str) -> None:
    rows = (
        (Cell("Old Mill Bakery", 0.06, 34, True),),
        (),
        (Cell("2023-02-21", 0.06), Cell("Coffee Beans", 0.36), Cell("$8.17", -0.06)),
    )
    read = in_rows(read_words(on_screen(table_picture(rows, look, 500, 250, 50))))
    assert read == [
        "Old Mill Bakery",
        "2023-02-21 Coffee Beans $8.17",
    ]


def test_the_same_words_are_the_same_bytes_in_every_process() -> None:
    code = (
        "import sys; from android_gym.task_suite.android_world.pictures import text_picture; "
        f"sys.stdout.buffer.write(text_picture({LINES!r}, 'book'))"
    )
    other = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout
    assert other == text_picture(LINES, "book")


def test_looks_differ() -> None:
    kinds = {text_picture(LINES, look) for look in LOOKS}
    assert len(kinds) == len(LOOKS)
    papers = {tuple(int(c) // 16 for c in decoded(data)[4, 4]) for data in kinds}
    assert len(papers) > 4


def test_lines_are_wrapped_between_words() -> None:
    assert text_picture("one two three", "print", 9) == text_picture("one two\nthree", "print")
    whole = text_picture("a\nsoft-boiled\negg", "print")
    assert text_picture("a soft-boiled egg", "print", 11) == whole
    assert (
        decoded(text_picture("a\n\nb", "print")).shape[0]
        == (decoded(text_picture("a\nb\nc", "print")).shape[0])
    )


def test_the_words_of_a_picture_fit_on_a_screen() -> None:
    """Sixty letters of the widest are as high as a screen's own texts."""
    for look in LOOKS:
        width = decoded(text_picture("W" * 30 + "m" * 30, look)).shape[1]
        assert width < 2.2 * READABLE[0], look


def test_looks_are_drawn_and_checked() -> None:
    drawn = {draw_look(np.random.default_rng(seed)) for seed in range(60)}
    assert drawn == set(LOOKS)
    check_look("print")
    for wrong in ("Print", "", None, 3, ["print"]):
        with pytest.raises(OptionError, match="look must be one of"):
            check_look(wrong)


def test_a_missing_font_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures.importlib.util, "find_spec", lambda name: None)
    pictures._font_file.cache_clear()
    pictures._font.cache_clear()
    with pytest.raises(DependencyError, match="pip install fontpkg-roboto=="):
        pictures._font("print", 31)
    pictures._font_file.cache_clear()


def test_nothing_that_draws_is_imported_before_it_is_used() -> None:
    code = (
        "import sys, android_gym.task_suite.android_world.pictures; "
        "sys.exit('PIL.Image' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_pictures_alone_are_in_the_storage(phone: Device) -> None:
    phone.push("/storage/emulated/0/Download/other.txt", "x")
    first, second = text_picture("one", "print"), text_picture("two", "book")
    put_pictures(phone, {"a b.jpg": first, "c.jpg": second, "d.jpg": second})
    found = phone.shell("cd /storage/emulated/0 && find . -type f").split("\n")
    assert sorted(filter(None, found)) == ["./DCIM/a b.jpg", "./DCIM/c.jpg", "./DCIM/d.jpg"]
    assert phone.pull(f"{FOLDER}/a b.jpg") == first
    assert phone.pull(f"{FOLDER}/d.jpg") == phone.pull(f"{FOLDER}/c.jpg") == second
    times = [
        int(phone.shell(f"stat -c %Y '{FOLDER}/{name}'")) for name in ("a b.jpg", "c.jpg", "d.jpg")
    ]
    now = phone.now_ms() // 1000
    assert times == [times[0], times[0] + 1, times[0] + 2] and now - 5 < times[2] < now
