"""A step of Android in the Wild as numbers: the goal's words, the screen's items, the last steps.

The input is what an agent sees on any phone: the instruction, the screen's pixels, and its
annotations (boxes, texts, types). `Reader` computes the same numbers for a recorded step and a live
one. Words are hashed, so that no vocabulary is needed; words shared by the goal and the screen have
equal hashes, so that texts never met in training can be found and typed.
"""

from __future__ import annotations

import re
import zlib
from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np

from android_gym.evaluation.aitw.records import Action, Annotations
from android_gym.task_suite.aitw.actions import ActionType

BUCKETS = 4096
"""Number of hash values of words: 1 to 4,095; 0 means none."""

GOAL, ITEMS, WORDS = 64, 64, 8
"""Words of a goal, items of a screen, words of an item; anything beyond is not seen."""

ROWS, COLUMNS = 12, 6
"""Cells of the heat map, for taps outside annotated items."""

CROP, CELL = 8, 4
"""Side of an item's picture, and of its cells, in pixels."""

PAST = 2
"""Steps of history, as in the paper."""

TYPES = (
    "tap", "swipe", "type", "press_back", "press_home", "press_enter", "status_task_complete",
    "status_task_impossible",
)  # fmt: skip
"""Names of actions: a dual point is a tap or a swipe."""

KINDS = {
    "type": ActionType.TYPE,
    "press_back": ActionType.PRESS_BACK,
    "press_home": ActionType.PRESS_HOME,
    "press_enter": ActionType.PRESS_ENTER,
    "status_task_complete": ActionType.STATUS_TASK_COMPLETE,
    "status_task_impossible": ActionType.STATUS_TASK_IMPOSSIBLE,
}

_WORD = re.compile(r"[^\W_]+|[^\w\s]|_")


@dataclass(frozen=True)
class Words:
    """A text's words.

    Attributes:
        ids: Their hashes, uint16.
        spans: Beginning and end of each in the text.
    """

    ids: np.ndarray
    spans: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, text: str, most: int) -> Words:
        """Return the first words of a text; a punctuation mark is a word too."""
        found = [match.span() for match, _ in zip(_WORD.finditer(text), range(most), strict=False)]
        ids = [1 + zlib.crc32(text[a:b].lower().encode()) % (BUCKETS - 1) for a, b in found]
        return cls(np.array(ids, np.uint16), tuple(found))


def item_words(annotations: Annotations) -> np.ndarray:
    """Return the words of a screen's items, for icons those of their type: uint16 (N, WORDS)."""
    found = np.zeros((min(len(annotations), ITEMS), WORDS), np.uint16)
    for row, text, kind in zip(found, annotations.texts, annotations.types, strict=False):
        own = Words.of(text if kind == "TEXT" else kind.replace("_", " "), WORDS).ids
        row[: len(own)] = own
    return found


def item_under(annotations: Annotations, touch: tuple[float, float]) -> int | None:
    """Return the smallest of the seen items that contains a touch; None if there is none."""
    boxes = annotations.boxes[:ITEMS]
    low, high = boxes[:, :2], boxes[:, :2] + boxes[:, 2:]
    under = np.flatnonzero(((low <= touch) & (touch <= high)).all(1))
    if not len(under):
        return None
    return int(under[boxes[under, 2:].prod(1).argmin()])


def _crops(image: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    """Return a small picture of each box: uint8 (N, CROP * CROP * 3)."""
    height, width = image.shape[:2]
    found = np.zeros((len(boxes), CROP, CROP, 3), np.uint8)
    for own, (top, left, tall, wide) in zip(found, boxes.tolist(), strict=True):
        y, x = min(int(top * height), height - 1), min(int(left * width), width - 1)
        to_y, to_x = round((top + tall) * height), round((left + wide) * width)
        part = image[y : max(y + 1, to_y), x : max(x + 1, to_x)]
        own[:] = cv2.resize(part, (CROP, CROP), interpolation=cv2.INTER_AREA)
    return found.reshape(len(boxes), CROP * CROP * 3)


@dataclass(frozen=True)
class Past:
    """A past step.

    Attributes:
        words: Words of the screen's items, uint16 (N, WORDS).
        touched: Words of what was touched, or typed, uint16 (WORDS,).
        numbers: float32 (len(TYPES) + 4,): the action's type, touch and lift.
    """

    words: np.ndarray
    touched: np.ndarray
    numbers: np.ndarray


class Reader:
    """Reader of the steps of one episode, in order.

    Args:
        goal: The instruction.
    """

    def __init__(self, goal: str) -> None:
        self.goal = goal
        self.words = Words.of(goal, GOAL)
        self._past: deque[Past] = deque(maxlen=PAST)

    def look(self, image: np.ndarray, annotations: Annotations) -> dict[str, np.ndarray]:
        """Return the current step as numbers.

        Args:
            image: RGB, uint8 (height, width, 3).
            annotations: Its annotations.
        """
        boxes = annotations.boxes[:ITEMS]
        count = len(boxes)
        seen = empty(1)
        step = {name: array[0] for name, array in seen.items()}
        step["goal"][: len(self.words.ids)] = self.words.ids
        step["words"][:count] = item_words(annotations)
        step["boxes"][:count] = boxes
        step["crops"][:count] = _crops(image, boxes)
        step["is_text"][:count] = [kind == "TEXT" for kind in annotations.types[:ITEMS]]
        step["count"] = np.array(count, np.int16)
        small = cv2.resize(image, (COLUMNS * CELL, ROWS * CELL), interpolation=cv2.INTER_AREA)
        cells = small.reshape(ROWS, CELL, COLUMNS, CELL, 3).swapaxes(1, 2)
        step["cells"][:] = cells.reshape(ROWS * COLUMNS, -1)
        for place, past in enumerate(reversed(self._past)):
            step["past_words"][place, : len(past.words)] = past.words
            step["past_touched"][place] = past.touched
            step["past_numbers"][place] = past.numbers
        self._compare(step)
        return step

    def _compare(self, step: dict[str, np.ndarray]) -> None:
        """Fill in which words are equal."""
        words, goal = step["words"], step["goal"]
        is_word = words != 0
        length = np.maximum(is_word.sum(1), 1)
        same = (words[:, :, None] == goal) & is_word[:, :, None]
        step["hits"][:] = same.any(1)
        step["share"][:] = same.any(2).sum(1) / length
        done = step["past_touched"]
        step["lately"][:] = (np.isin(words, done) & is_word).sum(1) / length
        step["done"][:] = np.isin(goal, done) & (goal != 0)

    def note(self, annotations: Annotations, action: Action) -> None:
        """Remember the action on the last screen looked at."""
        numbers = np.zeros(len(TYPES) + 4, np.float32)
        touched = np.zeros(WORDS, np.uint16)
        if action.name in TYPES:
            numbers[TYPES.index(action.name)] = 1
        words = item_words(annotations)
        if action.type == ActionType.DUAL_POINT:
            numbers[-4:] = *action.touch, *action.lift
            under = item_under(annotations, action.touch)
            if under is not None:
                touched[:] = words[under]
        elif action.text:
            own = Words.of(action.text, WORDS).ids
            touched[: len(own)] = own
        self._past.append(Past(words, touched, numbers))


def empty(steps: int) -> dict[str, np.ndarray]:
    """Return arrays for steps, all zeros.

    Words are hashes, boxes are top, left, height and width in [0, 1], pictures are RGB. ``hits``
    has the words of the goal that an item contains, ``share`` the share of its words that these
    are, ``lately`` the share touched or typed in the steps before, and ``done`` the words of the
    goal that were.
    """
    pixels = CROP * CROP * 3
    return {
        "goal": np.zeros((steps, GOAL), np.uint16),
        "words": np.zeros((steps, ITEMS, WORDS), np.uint16),
        "boxes": np.zeros((steps, ITEMS, 4), np.float32),
        "crops": np.zeros((steps, ITEMS, pixels), np.uint8),
        "is_text": np.zeros((steps, ITEMS), np.bool_),
        "count": np.zeros(steps, np.int16),
        "cells": np.zeros((steps, ROWS * COLUMNS, CELL * CELL * 3), np.uint8),
        "hits": np.zeros((steps, ITEMS, GOAL), np.bool_),
        "share": np.zeros((steps, ITEMS), np.float32),
        "lately": np.zeros((steps, ITEMS), np.float32),
        "done": np.zeros((steps, GOAL), np.bool_),
        "past_words": np.zeros((steps, PAST, ITEMS, WORDS), np.uint16),
        "past_touched": np.zeros((steps, PAST, WORDS), np.uint16),
        "past_numbers": np.zeros((steps, PAST, len(TYPES) + 4), np.float32),
    }


@dataclass(frozen=True)
class Target:
    """An action as the network is taught it; -1 for parts that it doesn't have.

    Attributes:
        type: Position in `TYPES`; -1 for an action that isn't one of them.
        place: For a tap: an item, or ITEMS + a cell of the heat map.
        first: For a typed text: the goal's word that it begins with.
        last: The word that it ends with.
    """

    type: int
    place: int = -1
    first: int = -1
    last: int = -1

    @classmethod
    def of(cls, goal: str, words: Words, annotations: Annotations, action: Action) -> Target:
        """Return the output that the network should have."""
        kind = TYPES.index(action.name) if action.name in TYPES else -1
        if action.name == "tap":
            under = item_under(annotations, action.touch)
            return cls(kind, ITEMS + cell_of(action.touch) if under is None else under)
        if action.name == "type" and action.text.strip():
            begin = goal.find(action.text)
            if begin < 0:
                begin = goal.lower().find(action.text.lower())
            end = begin + len(action.text.rstrip())
            inside = [i for i, (a, b) in enumerate(words.spans) if begin <= a and b <= end]
            if begin >= 0 and inside:
                return cls(kind, first=inside[0], last=inside[-1])
        return cls(kind)


def cell_of(touch: tuple[float, float]) -> int:
    """Return the cell of the heat map that contains a point."""
    row, column = min(int(touch[0] * ROWS), ROWS - 1), min(int(touch[1] * COLUMNS), COLUMNS - 1)
    return max(row, 0) * COLUMNS + max(column, 0)


def point_of(place: int, boxes: np.ndarray) -> tuple[float, float]:
    """Return the center of an item, or of a cell of the heat map: (y, x)."""
    if place < ITEMS:
        top, left, height, width = boxes[place].tolist()
        return top + height / 2, left + width / 2
    row, column = divmod(place - ITEMS, COLUMNS)
    return (row + 0.5) / ROWS, (column + 0.5) / COLUMNS


def copied(goal: str, words: Words, first: int, last: int) -> str:
    """Return the goal's text from one word to another."""
    if not words.spans:
        return ""
    last = min(max(first, last), len(words.spans) - 1)
    return goal[words.spans[min(first, last)][0] : words.spans[last][1]]
