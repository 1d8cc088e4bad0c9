"""Screens with the action drawn on them, for judges.

A red dot marks where an action acts, and a white strip below the screen has its name and detail (as
in the figures of the paper's evaluation). Sizes are those of the benchmark's code for a screen of
1080x2400, in proportion for other screens.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from android_gym.agents.agent import Picture, picture_of
from android_gym.errors import TraceError
from android_gym.evaluation.trajectories import LoggedAction, Shot

if TYPE_CHECKING:
    import numpy as np
    from PIL.ImageFont import FreeTypeFont

__all__ = ["decode", "draw_action", "mark_place"]

_WIDTH: Final = 1080
_DOT: Final = 20
_DOT_OPACITY: Final = 128 / 255
_LINE: Final = 10
_TEXT: Final = 60
_SPACING: Final = 10
_ROOM: Final = 20
_RED: Final = (255, 0, 0)
_BLUE: Final = (0, 0, 255)
_BLACK: Final = (0, 0, 0)
_LONGEST: Final = 500
_MOST_PIXELS: Final = 50_000_000
_DOT_SAYS: Final = "The red dot was acted upon."


def mark_place(shot: Shot, action: LoggedAction | None) -> Picture:
    """Return a screen with a red dot at the place of the next action.

    Args:
        shot: A screen with a picture.
        action: The next action; None for the last screen.

    Returns:
        A PNG.

    Raises:
        TraceError: If the screen has no picture that can be decoded.
    """
    return picture_of(_marked(shot, action))


def draw_action(shot: Shot, action: LoggedAction | None) -> Picture:
    """Return a screen with the next action marked on it and described below it.

    Args:
        shot: A screen with a picture.
        action: The next action; None for the last screen.

    Returns:
        A PNG.

    Raises:
        TraceError: If the screen has no picture that can be decoded.
    """
    pixels = _marked(shot, action)
    return picture_of(pixels if action is None else _told(pixels, action))


def _marked(shot: Shot, action: LoggedAction | None) -> np.ndarray:
    pixels = decode(shot)
    if action is None or action.position is None:
        return pixels
    return _dotted(pixels, action.position)


def _dotted(pixels: np.ndarray, position: tuple[float, float]) -> np.ndarray:
    import cv2

    scale = pixels.shape[1] / _WIDTH
    marked = pixels.copy()
    # A place off the screen is not in the picture; huge numbers would overflow OpenCV's integers.
    x, y = (round(min(max(n, -1e4), 1e5)) for n in position)
    cv2.circle(marked, (x, y), max(round(_DOT * scale), 2), _RED, cv2.FILLED)
    mixed = cv2.addWeighted(marked, _DOT_OPACITY, pixels, 1 - _DOT_OPACITY, 0)
    mixed.flags.writeable = False
    return mixed


def _told(pixels: np.ndarray, action: LoggedAction) -> np.ndarray:
    """Return pixels with a strip below them that describes an action."""
    import numpy as np
    from PIL import Image, ImageDraw

    scale = pixels.shape[1] / _WIDTH
    font = _font(max(round(_TEXT * scale), 8))
    detail = _DOT_SAYS if action.position is not None else action.detail
    lines = [
        ("Action: ", line) for line in _wrapped(action.name, font, pixels.shape[1], "Action: ")
    ]
    lines += [("Detail: ", line) for line in _wrapped(detail, font, pixels.shape[1], "Detail: ")]
    height = sum(font.getmetrics()) + round(_SPACING * scale)
    rule, room = max(round(_LINE * scale), 1), round(_ROOM * scale)
    strip = Image.new("RGB", (pixels.shape[1], rule + len(lines) * height + room), "white")
    draw = ImageDraw.Draw(strip)
    draw.rectangle((0, 0, strip.width, rule - 1), fill=_BLUE)
    y, before = rule + room // 2, ""
    for label, text in lines:
        head = "" if label == before else label
        left = (strip.width - font.getlength(head + text)) / 2
        draw.text((left, y), head, _RED, font)
        draw.text((left + font.getlength(head), y), text, _BLACK, font)
        y, before = y + height, label
    return np.concatenate([pixels, np.asarray(strip)])


def _wrapped(text: str, font: FreeTypeFont, width: int, head: str) -> list[str]:
    """Break text into lines that fit, between characters if need be (Chinese has no spaces)."""
    text = " ".join(text.split())
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]}…"
    lines = [""]
    for char in text:
        line = lines[-1] + char
        if lines[-1] and font.getlength((head if len(lines) == 1 else "") + line) > width * 0.95:
            lines.append(char.lstrip())
        else:
            lines[-1] = line
    return lines


@cache
def _font(size: int) -> FreeTypeFont:
    from importlib.resources import files

    from PIL import ImageFont

    folder = files("noto_cjk_sans_jp_regular")
    found = sorted(str(path) for path in folder.iterdir() if path.name.endswith((".otf", ".ttc")))
    return ImageFont.truetype(found[0], size)


def decode(shot: Shot) -> np.ndarray:
    """Return a screen's pixels, uint8 (rows, columns, 3), RGB.

    Raises:
        TraceError: If the screen has no picture, or not one of at most 50 megapixels.
    """
    import io

    import cv2
    import numpy as np
    from PIL import Image, UnidentifiedImageError

    if shot.png is None:
        raise TraceError(f"Screen {shot.name} came without a picture.")
    try:
        with Image.open(io.BytesIO(shot.png)) as head:  # reads only the size
            width, height = head.size
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError, ValueError) as error:
        raise TraceError(f"Screen {shot.name} can't be decoded as a picture.") from error
    if width * height > _MOST_PIXELS:
        raise TraceError(f"Screen {shot.name} has {width}x{height} pixels, over {_MOST_PIXELS:,}.")
    pixels = cv2.imdecode(np.frombuffer(shot.png, np.uint8), cv2.IMREAD_COLOR)
    if pixels is None:
        raise TraceError(f"Screen {shot.name} can't be decoded as a picture.")
    return cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB)
