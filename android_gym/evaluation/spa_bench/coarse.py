"""Coarse detection: does any screen show all key components of a solved task?

From the last screen backwards, all texts of a screen are joined, without spaces and in lower case;
the first screen found with every key component passes. This is a filter: a judge looks at what
passes, the rest has failed.

A screen's texts come from its elements, or from its pixels. The status and navigation bars are left
out, as a clock that shows 8:29 would match half of the numbers that tasks ask for; with
``strict_upstream`` they count, as they do in the benchmark's own code.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from android_gym.errors import TraceError
from android_gym.evaluation.pictures import decode
from android_gym.evaluation.spa_bench.trajectories import Shot, Trajectory

__all__ = ["CoarseMatch", "CoarseMatcher", "ocr_texts", "tree_texts"]

_BLANKS: Final = re.compile(r"\s+")

_BARS: Final = (0.032, 0.052)
"""Heights of the status and the navigation bar, as fractions of the screen's.

They are 24 dp and 48 dp of 914, and a bit more for the status bar of phones with a cutout.
"""

Texts = Callable[[Shot, bool], str]
"""Returns a screen's texts, including the bars' if the second argument is True."""


@dataclass(frozen=True, slots=True)
class CoarseMatch:
    """The result of coarse detection.

    Attributes:
        passed: True if a screen shows all key components.
        shot: Number of that screen, None if there is none.
    """

    passed: bool
    shot: int | None = None


class CoarseMatcher:
    """A search for key components on the screens of trajectories.

    Texts of equal screens are read once.

    Args:
        texts: Reads a screen's texts: `tree_texts`, or `ocr_texts`.
        strict_upstream: True to include the phone's bars, as the benchmark's code does.
    """

    def __init__(self, texts: Texts | None = None, strict_upstream: bool = False) -> None:
        self._texts = tree_texts if texts is None else texts
        self._bars = strict_upstream
        self._known: dict[bytes, str] = {}

    def match(self, trajectory: Trajectory) -> CoarseMatch:
        """Return the last screen that shows all key components of the task.

        A task without key components passes with its last screen.

        Raises:
            TraceError: If the trajectory has no screens, or a screen lacks what is to be read.
        """
        if not trajectory.shots:
            raise TraceError(f"The trajectory of {trajectory.record.uid} has no screens.")
        wanted = [_flat(part) for part in trajectory.record.key_components]
        for number in range(len(trajectory.shots) - 1, -1, -1):
            said = self._said(trajectory.shots[number])
            if all(part in said for part in wanted):
                return CoarseMatch(True, number)
        return CoarseMatch(False)

    def _said(self, shot: Shot) -> str:
        if shot.png is None:
            return _flat(self._texts(shot, self._bars))
        # Elements are part of the key: screens may look the same but have other texts.
        key = hashlib.sha256(shot.png + repr((shot.texts, shot.bar_texts)).encode()).digest()
        if key not in self._known:
            self._known[key] = _flat(self._texts(shot, self._bars))
        return self._known[key]


def _flat(text: str) -> str:
    return _BLANKS.sub("", text).lower()


def tree_texts(shot: Shot, bars: bool) -> str:
    """Return the texts of a screen's elements.

    Raises:
        TraceError: If the screen has no elements.
    """
    if shot.texts is None:
        raise TraceError(f"Screen {shot.name} came without elements; read its pixels (ocr_texts).")
    return "".join(shot.texts + (shot.bar_texts if bars else ()))


def ocr_texts(shot: Shot, bars: bool) -> str:
    """Return the texts in a screen's pixels.

    Raises:
        TraceError: If the screen has no picture, or it can't be decoded.
        DependencyError: If the extra ``ocr`` is not installed.
    """
    from android_gym.task_suite.demonstrations.pixels import read_words

    pixels = decode(shot)
    if not bars:
        rows = len(pixels)
        pixels = pixels[round(rows * _BARS[0]) : rows - round(rows * _BARS[1])]
    return "".join(words.text for words in read_words(pixels))
