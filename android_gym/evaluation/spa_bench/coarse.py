"""Coarse detection: does any screen show all key components of a solved task?

From the last screen backwards, all that a screen says is joined, blanks are left out and letters
made small; the first screen that has every key component passes. It is a filter: what passes is
looked at by a judge, what does not has failed.

What a screen says comes from its elements, or from its pixels. The status and navigation bars are
left out, since a clock that shows 8:29 would give half of the numbers that tasks ask for; with
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
"""Heights of the status and the navigation bar, as shares of the screen's: 24 dp and 48 dp of 914,
and a bit more for the status bar of phones with a cutout."""

Texts = Callable[[Shot, bool], str]
"""Returns what a screen says; the bars too where the second argument is True."""


@dataclass(frozen=True, slots=True)
class CoarseMatch:
    """The result of coarse detection.

    Attributes:
        passed: True if a screen shows all key components.
        shot: Number of that screen, None where none does.
    """

    passed: bool
    shot: int | None = None


class CoarseMatcher:
    """Looks for key components on the screens of trajectories.

    Texts of equal screens are made once.

    Args:
        texts: What a screen says: `tree_texts`, or `ocr_texts`.
        strict_upstream: True to count the bars of the phone too, as the benchmark's code does.
    """

    def __init__(self, texts: Texts | None = None, strict_upstream: bool = False) -> None:
        self._texts = tree_texts if texts is None else texts
        self._bars = strict_upstream
        self._known: dict[bytes, str] = {}

    def match(self, trajectory: Trajectory) -> CoarseMatch:
        """Return the last screen that shows all key components of the task.

        A task without key components passes with its last screen.

        Raises:
            TraceError: If the trajectory has no screens, or a screen has not what is to be read.
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
        # Elements count too: screens may look the same and say other things.
        key = hashlib.sha256(shot.png + repr((shot.texts, shot.bar_texts)).encode()).digest()
        if key not in self._known:
            self._known[key] = _flat(self._texts(shot, self._bars))
        return self._known[key]


def _flat(text: str) -> str:
    return _BLANKS.sub("", text).lower()


def tree_texts(shot: Shot, bars: bool) -> str:
    """Return what the elements of a screen say.

    Raises:
        TraceError: If the screen came without elements.
    """
    if shot.texts is None:
        raise TraceError(f"Screen {shot.name} came without elements; read its pixels (ocr_texts).")
    return "".join(shot.texts + (shot.bar_texts if bars else ()))


def ocr_texts(shot: Shot, bars: bool) -> str:
    """Return what is written in the pixels of a screen.

    Raises:
        TraceError: If the screen came without a picture, or it can't be decoded.
        DependencyError: If the group ``ocr`` is not installed.
    """
    from android_gym.task_suite.demonstrations.pixels import read_words

    pixels = decode(shot)
    if not bars:
        rows = len(pixels)
        pixels = pixels[round(rows * _BARS[0]) : rows - round(rows * _BARS[1])]
    return "".join(words.text for words in read_words(pixels))
