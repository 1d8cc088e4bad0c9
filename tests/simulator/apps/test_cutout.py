"""A cutout that is emulated: where it is, and what keeps off it."""

from __future__ import annotations

import numpy as np
import pytest

from android_gym.simulator.phone import Phone

PACKAGE = "com.android.internal.display.cutout.emulation."


def black(phone: Phone) -> tuple[int, int, int, int]:
    """Bounds of what is black in a picture of the screen over a white page, in halves of pixels."""
    size = (540, 1200) if phone.windows.size[0] < phone.windows.size[1] else (1200, 540)
    picture = phone.screenshot(*size)
    rows, columns = np.nonzero((picture < 8).all(axis=2) & mask(picture))
    return columns.min(), rows.min(), columns.max() + 1, rows.max() + 1


def mask(picture: np.ndarray) -> np.ndarray:
    """Return the part where nothing else is black: icons in the lower half are dark."""
    mask = np.ones(picture.shape[:2], bool)
    height, width = mask.shape
    if height > width:
        mask[height // 3 : height * 9 // 10] = False
    return mask


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("corner", (487, 0, 540, 53)),
        ("double", (178, 0, 362, 1200)),
        ("hole", (11, 11, 49, 49)),
        ("tall", (178, 0, 362, 58)),
    ],
)
def test_the_glass_is_black_there(name: str, place: tuple[int, ...]) -> None:
    phone = Phone()
    phone.shell(f"cmd overlay enable {PACKAGE}{name}")
    assert black(phone) == pytest.approx(place, abs=2)
    elements = phone.ui_elements()
    phone.tap(270, 40)
    clock = next(e.bbox_pixels for e in elements if (e.resource_name or "").endswith("/clock"))
    assert clock is not None
    assert clock.x_min >= (98 if name == "hole" else 60)
    phone.shell(f"cmd overlay disable {PACKAGE}{name}")
    assert "[x] com.android.internal.display" not in phone.shell("cmd overlay list").stdout.decode()


@pytest.mark.parametrize("rtl", [0, 1])
def test_it_stays_where_it_is_on_the_phone(rtl: int) -> None:
    phone = Phone()
    phone.shell(
        f"settings put global debug.force_rtl {rtl}; am start -a android.settings.SETTINGS; "
        f"cmd overlay enable-exclusive --category {PACKAGE}hole; "
        "settings put system accelerometer_rotation 0"
    )
    phone.advance(1000)
    centres = {}
    for turns in range(4):
        phone.shell(f"settings put system user_rotation {turns}")
        phone.advance(1000)
        width, height = phone.windows.size
        picture = phone.screenshot(width // 2, height // 2)
        disc = np.array(phone.repaint(width // 2, height // 2))
        np.testing.assert_array_equal(picture, disc)
        x, y = {0: (60, 60), 1: (60, height - 60), 2: (width - 60, height - 60),
                3: (width - 60, 60)}[turns]  # fmt: skip
        centres[turns] = picture[y // 2 - 12 : y // 2 + 12, x // 2 - 12 : x // 2 + 12].max()
    assert centres == dict.fromkeys(range(4), 0)


def test_other_overlays_and_words_do_nothing() -> None:
    phone = Phone()
    for words in ("enable com.foo", "enable-exclusive --user 0 com.foo", "disable com.foo"):
        assert phone.shell(f"cmd overlay {words}").exit_code == 1
    phone.shell(f"cmd overlay disable {PACKAGE}hole; cmd overlay enable {PACKAGE}none")
    assert phone.system.display.cutout == "none"
