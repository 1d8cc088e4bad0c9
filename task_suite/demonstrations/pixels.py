"""Reads words off the screen's pixels, for what no element's text says.

A model finds lines of writing and reads them (rapidocr, from the group ``ocr``; its weights come
with it). That takes about a second of processor time a screen, so scripts look seldom and at a part
of the screen, and what was read before is remembered by the pixels themselves.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import unicodedata
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from android_gym.accessibility import BoundingBox
from android_gym.errors import DependencyError

if TYPE_CHECKING:
    import numpy as np

    from android_gym.task_suite.demonstrations.script import Screen

__all__ = ["Words", "in_rows", "read_screen", "read_words"]


@dataclass(frozen=True, slots=True)
class Words:
    """Words that stand close together on one line.

    Attributes:
        text: What they say.
        box: Where they are, in pixels.
        score: How sure the model is, in [0, 1].
    """

    text: str
    box: BoundingBox
    score: float


_MOST: Final = 64
"""Pictures whose words are remembered."""

_FINDING: Final = 960
"""Pixels of the longer side of the picture that writing is looked for in."""

_GAP: Final = 0.2
"""Least width of a blank, in heights of a line's box."""

_WIDE: Final = 0.31
"""Width that is a blank anyway, in heights of a line's box."""

_LEAP: Final = 1.5
"""Least width of a blank, in widths of the gaps between letters."""

_NO_BLANKS: Final = re.compile(
    r"(?<=[\d$]) (?=\d)|(?<=\d) (?=[.,-]\d)|(?<=\d[.,-]) (?=\d)| (?=[.,:;!?](?:\s|$))"
)
"""Blanks inside of numbers, amounts and days, and before a sign that ends something."""

_NOISE: Final = 12
"""Steps of a colour's 255 that a picture's compression may make of one colour."""

_MARGIN: Final = 16
"""Pixels that are left around what is written."""

_remembered: OrderedDict[bytes, tuple[Words, ...]] = OrderedDict()


def read_words(pixels: np.ndarray) -> tuple[Words, ...]:
    """Find and read the words of a picture.

    Args:
        pixels: uint8 (rows, columns, 3), RGB.

    Returns:
        From top to bottom, and in a row from left to right.

    Raises:
        DependencyError: If the group ``ocr`` is not installed.
    """
    key = hashlib.sha256(repr(pixels.shape).encode() + pixels.tobytes()).digest()
    found = _remembered.get(key)
    if found is None:
        found = _remembered[key] = _read(pixels)
        if len(_remembered) > _MOST:
            _remembered.popitem(last=False)
    else:
        _remembered.move_to_end(key)
    return found


def read_screen(screen: Screen, part: BoundingBox | None = None) -> tuple[Words, ...]:
    """Read the words that a screen, or a part of it, shows in pixels.

    Args:
        screen: As a script sees it.
        part: In pixels of the screen; the whole screen by default.

    Returns:
        Like `read_words`, with boxes in pixels of the screen, wherever the part is and however
        small the pixels are.

    Raises:
        DemonstrationError: If the observation has no pixels.
        DependencyError: If the group ``ocr`` is not installed.
    """
    pixels = screen.pixels()
    rows, columns = pixels.shape[:2]
    x_scale = columns / screen.observation.width
    y_scale = rows / screen.observation.height
    left, top, right, bottom = 0, 0, columns, rows
    if part is not None:
        left, right = (min(max(round(x * x_scale), 0), columns) for x in (part.x_min, part.x_max))
        top, bottom = (min(max(round(y * y_scale), 0), rows) for y in (part.y_min, part.y_max))
    return tuple(
        Words(
            words.text,
            BoundingBox(
                x_min=(left + words.box.x_min) / x_scale,
                x_max=(left + words.box.x_max) / x_scale,
                y_min=(top + words.box.y_min) / y_scale,
                y_max=(top + words.box.y_max) / y_scale,
            ),
            words.score,
        )
        for words in read_words(pixels[top:bottom, left:right])
    )


def in_rows(words: tuple[Words, ...]) -> list[str]:
    """Join words that stand at one height, with a blank between those that stand apart.

    Returns:
        The rows, from top to bottom.
    """
    rows: list[list[Words]] = []
    for one in sorted(words, key=lambda one: one.box.center[1]):
        if rows and rows[-1][0].box.y_min <= one.box.center[1] < rows[-1][0].box.y_max:
            rows[-1].append(one)
        else:
            rows.append([one])
    return [
        " ".join(one.text for one in sorted(row, key=lambda one: one.box.x_min)) for row in rows
    ]


@cache
def _reader() -> Callable[..., Any]:
    # Else it gives this machine an identifier and reports its use to its makers.
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    try:
        from rapidocr import RapidOCR
    except ImportError as error:
        raise DependencyError(
            "Words in pictures are read by rapidocr: run `pip install 'android-gym[ocr]'`."
        ) from error
    logging.getLogger("RapidOCR").setLevel(logging.ERROR)
    # One thread: it is as exact, and environments beside this one keep their processors.
    return RapidOCR(
        params={
            "Global.log_level": "error",
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            # Writing is found in a smaller picture, and read in the picture itself.
            "Det.limit_type": "max",
            "Det.limit_side_len": _FINDING,
        }
    )


def _read(pixels: np.ndarray) -> tuple[Words, ...]:
    left, top, written = _trim(pixels)
    picture = written[:, :, ::-1].copy()
    found = _reader()(picture, use_det=True, use_cls=False, use_rec=True)
    if found.boxes is None:
        return ()
    words = []
    for corners, text, score in zip(found.boxes, found.txts, found.scores, strict=True):
        x, y = corners[:, 0], corners[:, 1]
        x_min, x_max, y_min, y_max = (float(n) for n in (x.min(), x.max(), y.min(), y.max()))
        line = picture[max(int(y_min), 0) : int(y_max) + 1, max(int(x_min), 0) : int(x_max) + 1]
        box = BoundingBox(
            x_min=left + x_min, x_max=left + x_max, y_min=top + y_min, y_max=top + y_max
        )
        # A narrow 1 leaves gaps like blanks, as a full stop does where letters are equally wide.
        spaced = _NO_BLANKS.sub("", _with_blanks(line, _plain(text)))
        words.append(Words(spaced, box, float(score)))
    return tuple(sorted(words, key=lambda one: (one.box.center[1], one.box.x_min)))


def _plain(text: str) -> str:
    """Return a text with ASCII's signs: the model knows Chinese, which has wide ones, too."""
    return unicodedata.normalize("NFKC", text).strip()


def _with_blanks(line: np.ndarray, text: str) -> str:
    """Put blanks where a line has them: the model reads letters well, and overlooks blanks.

    Where there are fewer blanks than clear gaps, each word is read for itself.
    """
    parts = _between_gaps(line)
    if len(parts) <= len(text.split()):
        return text
    words = []
    for first, last in parts:
        found = _reader()(line[:, first:last], use_det=False, use_cls=False, use_rec=True)
        words.append(_plain("".join(found.txts or ())).replace(" ", ""))
    spaced = " ".join(words)
    return spaced if spaced.replace(" ", "") == text.replace(" ", "") else text


def _between_gaps(line: np.ndarray) -> list[tuple[int, int]]:
    """Return from which column to which each word of a line goes, with a little around it."""
    import cv2
    import numpy as np

    grey = cv2.cvtColor(line, cv2.COLOR_BGR2GRAY)
    _, bright = cv2.threshold(grey, 0, 255, cv2.THRESH_OTSU)
    less = bright.max() if bright.mean() < 128 else 0  # of the two shades the rarer one is ink
    ink = np.flatnonzero((bright == less).any(axis=0))
    if len(ink) == 0:
        return [(0, line.shape[1])]
    steps = ink[1:] - ink[:-1] - 1
    widths = sorted(int(step) for step in steps if step > 0)
    # Gaps between letters are alike, and so are those between words: the largest leap is between.
    leaps = [
        (after / before, before)
        for before, after in zip([1, *widths], widths, strict=False)
        if after > _GAP * line.shape[0]
    ]
    leap, narrow = max(leaps, default=(0.0, 0))
    # Columns of a table leap more than blanks: what is as wide as no gap between letters is one.
    wide = steps >= _WIDE * line.shape[0]
    gaps = np.flatnonzero(wide | (steps > narrow) if leap > _LEAP else wide).tolist()
    firsts = [int(ink[0]), *(int(ink[gap + 1]) for gap in gaps)]
    lasts = [*(int(ink[gap]) for gap in gaps), int(ink[-1])]
    pad = int(_GAP * line.shape[0] / 3)
    return [(max(one - pad, 0), other + 1 + pad) for one, other in zip(firsts, lasts, strict=True)]


def _trim(pixels: np.ndarray) -> tuple[int, int, np.ndarray]:
    """Cut off frames of one colour, one in another, which cost time; return left, top and rest."""
    left, top, bottom, right = 0, 0, *pixels.shape[:2]
    for _ in range(4):
        part = pixels[top:bottom, left:right].astype("int16")
        differs = (abs(part - part[:1, :1]) > _NOISE).any(axis=2)
        rows, columns = differs.any(axis=1).nonzero()[0], differs.any(axis=0).nonzero()[0]
        if len(rows) == 0 or (len(rows) == bottom - top and len(columns) == right - left):
            break
        bottom, right = top + int(rows[-1]) + 1, left + int(columns[-1]) + 1
        top, left = top + int(rows[0]), left + int(columns[0])
    top, left = max(top - _MARGIN, 0), max(left - _MARGIN, 0)
    return left, top, pixels[top : bottom + _MARGIN, left : right + _MARGIN]
