"""Pictures of receipts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from android_gym.task_suite.android_world.file_names import choose

if TYPE_CHECKING:
    import numpy as np

__all__ = ["draw_receipt", "receipt_picture"]

_SHOPS: Final = ("Corner Market", "Harbor Stationery", "Cedar Cafe", "Union Hardware")
_SLOGANS: Final = ("Thank you!", "Come again soon", "Open every day", "Quality since 1987")
_ITEMS: Final = (
    ("Coffee", 2, 6), ("Notebook", 3, 12), ("Lamp", 15, 60), ("Sandwich", 5, 11),
    ("Umbrella", 10, 30), ("Batteries", 6, 18),
)  # fmt: skip
_WIDTH: Final = 500
_LINE: Final = 50
_MOST_LINES: Final = 40
_QUALITY: Final = 92


def draw_receipt(rng: np.random.Generator) -> list[str]:
    """Draw the lines of a receipt: shop, slogan, date, one item, total."""
    name, low, high = _ITEMS[int(rng.integers(len(_ITEMS)))]
    price = f"${int(rng.integers(low * 100, high * 100 + 1)) / 100:.2f}"
    month, day = int(rng.integers(1, 10)), int(rng.integers(1, 29))
    return [
        choose(rng, _SHOPS),
        choose(rng, _SLOGANS),
        f"Date: 2023-{month:02}-{day:02}",
        f"{name}  {price}",
        f"Total: {price}",
    ]


def receipt_picture(lines: Sequence[str]) -> bytes:
    """Return a JPEG of ASCII lines in black on white, 500 pixels wide."""
    import cv2
    import numpy as np

    shown = [line.encode("ascii", "replace").decode() for line in lines[:_MOST_LINES]]
    picture = np.full((_LINE * (len(shown) + 2), _WIDTH, 3), 255, np.uint8)
    for number, line in enumerate(shown):
        place = (30, _LINE * (number + 2) - 15)
        cv2.putText(picture, line, place, cv2.FONT_HERSHEY_SIMPLEX, 1.0, (0, 0, 0), 2)
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1])
