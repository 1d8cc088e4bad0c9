"""Reading of an episode by the generalist: goal, screen and past moves, as numbers."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from android_gym.accessibility import UIElement
from android_gym.agents.generalist.moves import (
    KINDS,
    MOST_PART,
    ON_ELEMENT,
    ON_GOAL,
    Kind,
    Move,
    label_of,
    says,
    shown_box,
    text_of,
)
from android_gym.agents.generalist.words import row_of, words_of
from android_gym.task_suite.demonstrations import Observation

__all__ = [
    "ELEMENT_NAMES",
    "ELEMENT_NUMBERS",
    "ELEMENT_WORDS",
    "GOAL_NUMBERS",
    "MOST_ELEMENTS",
    "MOST_STEPS",
    "MOST_WORDS",
    "PAST",
    "PAST_NUMBERS",
    "PAST_WORDS",
    "RELATIONS",
    "TOP_NUMBERS",
    "Reader",
    "Sight",
    "relations",
]

MOST_ELEMENTS: Final = 96
_MANY: Final = 64
"""Divisor for positions and counts of elements."""
MOST_WORDS: Final = 112
"""Maximum number of words of a goal."""
ELEMENT_WORDS: Final = 12
ELEMENT_NAMES: Final = 8
ELEMENT_NUMBERS: Final = 32
GOAL_NUMBERS: Final = 10
PAST: Final = 8
"""Number of past moves that are remembered one by one."""
PAST_WORDS: Final = 10
PAST_NUMBERS: Final = 3
TOP_NUMBERS: Final = 10
MOST_STEPS: Final = 32

RELATIONS: Final = 20
"""Number of kinds of relations between rows; see `relations`."""

_FLAGS: Final = (
    "is_checkable", "is_checked", "is_clickable", "is_editable", "is_enabled", "is_focusable",
    "is_focused", "is_long_clickable", "is_scrollable", "is_selected",
)  # fmt: skip
_MONTHS: Final = frozenset(
    "january february march april june july august september october november december".split()
)
_COMMON: Final = frozenset(
    "a an and at by for from in is it of on or that the this to with".split()
)

_Identity = tuple[str, str, str]


@dataclass(frozen=True)
class Sight:
    """The arrays read at one step, with E elements and G words of the goal.

    Attributes:
        shown: int16 (E,), positions of these elements in the observation.
        element_words: int16 (E, ELEMENT_WORDS), rows of the words of their labels.
        element_names: int16 (E, ELEMENT_NAMES), rows of the names of their resources and classes.
        part_words: int16 (E, MOST_PART), rows of the words that a move can point at.
        element_numbers: float16 (E, ELEMENT_NUMBERS), bounds, flags and marks.
        goal_words: int16 (G,), rows of the goal's words.
        goal_numbers: float16 (G, GOAL_NUMBERS), marks of the words.
        past_kinds: int8 (PAST,), kinds of the last moves, newest first; -1 if there is none.
        past_words: int16 (PAST, PAST_WORDS), rows of what they touched or typed.
        past_numbers: float16 (PAST, PAST_NUMBERS).
        top_numbers: float16 (TOP_NUMBERS,), of the whole episode.
        step: Number of moves before, at most MOST_STEPS - 1.
        whole: bool (E, G), where an element's whole label occurs in the goal.
        shared: bool (E, G), where a word of the goal occurs in an element's label.
        in_row: bool (E, E), where two elements share a row of the screen.
    """

    shown: NDArray[np.int16]
    element_words: NDArray[np.int16]
    element_names: NDArray[np.int16]
    part_words: NDArray[np.int16]
    element_numbers: NDArray[np.float16]
    goal_words: NDArray[np.int16]
    goal_numbers: NDArray[np.float16]
    past_kinds: NDArray[np.int8]
    past_words: NDArray[np.int16]
    past_numbers: NDArray[np.float16]
    top_numbers: NDArray[np.float16]
    step: int
    whole: NDArray[np.bool_]
    shared: NDArray[np.bool_]
    in_row: NDArray[np.bool_]


def relations(sight: Sight) -> NDArray[np.uint8]:
    """Return the relation of each row to each other: uint8 (T, T), T = 1 + PAST + E + G.

    The rows are the top, past moves, elements and words, in this order. 0 means no relation; other
    values below `RELATIONS` mean whole labels, shared words, screen rows, and neighbours in lists
    and in the goal.
    """
    elements, words = sight.whole.shape
    first = 1 + PAST
    size = first + elements + words
    found = np.zeros((size, size), np.uint8)
    among = found[first : first + elements, first : first + elements]
    among[sight.in_row] = 5
    if elements > 1:
        near = np.arange(elements - 1)
        among[near, near + 1] = np.where(sight.in_row[near, near + 1], 6, 8)
        among[near + 1, near] = np.where(sight.in_row[near + 1, near], 7, 9)
    np.fill_diagonal(among, 10)
    to_goal = found[first : first + elements, first + elements :]
    to_goal[sight.shared] = 3
    to_goal[sight.whole] = 1
    to_elements = found[first + elements :, first : first + elements]
    to_elements[sight.shared.T] = 4
    to_elements[sight.whole.T] = 2
    goal = found[first + elements :, first + elements :]
    apart = np.arange(words)[None, :] - np.arange(words)[:, None]
    close = np.abs(apart) <= 3
    goal[close] = (apart[close] + 14).astype(np.uint8)  # 11 to 17
    found[0, :] = 18
    found[:, 0] = 19
    return found


class Reader:
    """Reader of an episode: `read` each screen, `note` each move made.

    Args:
        goal: The instruction.

    Attributes:
        said: Pieces that were said and not typed so far.
    """

    def __init__(self, goal: str) -> None:
        self.said: list[str] = []
        self._goal = words_of(goal)[:MOST_WORDS]
        self._keys = [_key(word.text) for word in self._goal]
        self._goal_rows = np.array([row_of(word.text) for word in self._goal], np.int16)
        self._shapes = [_shape(goal[word.start : word.end]) for word in self._goal]
        count = len(self._goal)
        self._typed, self._last, self._named = np.zeros(count), np.zeros(count), np.zeros(count)
        self._past: deque[tuple[Kind, list[int]]] = deque(maxlen=PAST)
        self._changed: deque[float] = deque(maxlen=PAST)
        self._touched: Counter[_Identity] = Counter()
        self._last_touched: _Identity | None = None
        self._before: frozenset[_Identity] = frozenset()
        self._step = 0
        self._since_open = 0
        self._same_for = 0
        self._matches: dict[str, tuple[NDArray[np.bool_], NDArray[np.bool_]]] = {}

    def read(self, seen: Observation) -> Sight:
        """Return the arrays for a screen."""
        size = seen.width, seen.height
        shown: list[int] = []
        boxes: list[tuple[float, float, float, float]] = []
        keyboard = 0.0
        for index, element in enumerate(seen.elements):
            if (element.resource_name or "").startswith("key_pos_"):
                keyboard = 1.0
                continue
            box = shown_box(element, size)
            if box is not None and len(shown) < MOST_ELEMENTS:
                shown.append(index)
                boxes.append((box.x_min, box.x_max, box.y_min, box.y_max))
        elements = [seen.elements[index] for index in shown]
        told = [_told(e.text, e.content_description, e.hint_text, e.resource_name, e.class_name)
                for e in elements]  # fmt: skip
        identities = [(label_of(e), e.resource_name or "", e.class_name or "") for e in elements]
        now = frozenset(identities)
        same = float(now == self._before)
        self._same_for = self._same_for + 1 if same else 0
        if self._past:
            self._changed[0] = 1.0 - same
        matches = [self._match(label_of(e)) for e in elements]
        empty = np.zeros((0, len(self._goal)), bool)
        whole = np.array([match[0] for match in matches], bool) if matches else empty
        shared = np.array([match[1] for match in matches], bool) if matches else empty
        bounds = np.array(boxes, np.float32).reshape(-1, 4)
        numbers = self._element_numbers(elements, identities, bounds, size, whole, shared)
        self._before = now
        focused = any(e.is_focused and e.is_editable for e in elements)
        middle = (bounds[:, 2] + bounds[:, 3]) / 2
        level = (bounds[:, None, 2] <= middle[None, :]) & (middle[None, :] < bounds[:, None, 3])
        top = (
            self._step / 40, np.log1p(self._step) / 4, self._since_open / 20, keyboard,
            float(focused), len(elements) / _MANY, same, min(self._same_for, 5) / 5,
            min(len(self.said), 5) / 5, float(seen.width > seen.height),
        )  # fmt: skip
        return Sight(
            shown=np.array(shown, np.int16),
            element_words=_rows([words for words, _ in told], ELEMENT_WORDS),
            element_names=_rows([names for _, names in told], ELEMENT_NAMES),
            part_words=_rows([_part(label_of(e)) for e in elements], MOST_PART),
            element_numbers=numbers,
            goal_words=self._goal_rows,
            goal_numbers=self._goal_numbers(whole, shared),
            past_kinds=self._past_kinds(),
            past_words=_rows([words for _, words in self._past], PAST_WORDS, PAST),
            past_numbers=self._past_numbers(),
            top_numbers=np.array(top, np.float16),
            step=min(self._step, MOST_STEPS - 1),
            whole=whole,
            shared=shared,
            in_row=level | level.T,
        )

    def note(self, move: Move, seen: Observation) -> None:
        """Remember a move that was made on the last screen read."""
        words: list[int] = []
        if move.kind in ON_ELEMENT:
            element = seen.elements[move.element]
            label = label_of(element)
            names = words_of(element.resource_name or "")
            words = [row_of(word.text) for word in words_of(label)[: PAST_WORDS - 3]]
            words += [row_of(word.text, "name") for word in names[-3:]]
            identity = (label, element.resource_name or "", element.class_name or "")
            if not move.kind.startswith("scroll"):
                self._touched[identity] += 1
                self._last_touched = identity
                self._named = np.maximum(self._named, self._match(label)[0])
        elif move.kind in ON_GOAL:
            span = slice(move.first, move.last + 1)
            words = [int(row) for row in self._goal_rows[span][:PAST_WORDS]]
            self._typed[span] += 1
            self._last[:] = 0
            self._last[span] = 1
        elif move.phrase:
            words = [row_of(word.text) for word in words_of(move.phrase)[:PAST_WORDS]]
        if says(move):
            self.said.append(text_of(move, seen))
        elif move.kind == "type_said" and self.said:
            words = [row_of(word.text) for word in words_of(self.said.pop(0))[:PAST_WORDS]]
        self._past.appendleft((move.kind, words))
        self._changed.appendleft(0.0)
        self._step += 1
        self._since_open = 0 if move.kind.startswith("open") else self._since_open + 1

    def _match(self, label: str) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return where a whole label occurs in the goal, and where a word of it does."""
        if label not in self._matches:
            keys = [_key(word.text) for word in words_of(label)[:40]]
            whole = np.zeros(len(self._keys), bool)
            for at in range(len(self._keys) - len(keys) + 1) if keys else ():
                if self._keys[at] == keys[0] and self._keys[at : at + len(keys)] == keys:
                    whole[at : at + len(keys)] = True
            telling = {key for key in keys if key not in _COMMON and key.isalnum()}
            self._matches[label] = whole, np.array([key in telling for key in self._keys], bool)
        return self._matches[label]

    def _element_numbers(
        self,
        elements: Sequence[UIElement],
        identities: Sequence[_Identity],
        bounds: NDArray[np.float32],
        size: tuple[int, int],
        whole: NDArray[np.bool_],
        shared: NDArray[np.bool_],
    ) -> NDArray[np.float16]:
        rows = np.zeros((len(elements), ELEMENT_NUMBERS), np.float16)
        if not elements:
            return rows
        scaled = bounds / np.array([size[0], size[0], size[1], size[1]], np.float32)
        rows[:, :4] = scaled
        rows[:, 4] = scaled[:, 1] - scaled[:, 0]
        rows[:, 5] = scaled[:, 3] - scaled[:, 2]
        rows[:, 6:8] = (scaled[:, 0:3:2] + scaled[:, 1:4:2]) / 2
        seen: Counter[_Identity] = Counter()
        times = Counter(identities)
        for i, (element, identity) in enumerate(zip(elements, identities, strict=True)):
            touched = self._touched[identity]
            label = identity[0]
            rows[i, 8:18] = [bool(getattr(element, name)) for name in _FLAGS]
            rows[i, 18:29] = (
                identity not in self._before,
                touched > 0,
                touched > 1,
                identity == self._last_touched,
                min(times[identity], 8) / 8,
                min(seen[identity], 8) / 8,
                not label,
                min(len(label), 60) / 60,
                label.isdigit(),
                i / _MANY,
                label in self.said,
            )
            seen[identity] += 1
        if len(self._goal):
            rows[:, 29] = whole.any(1)
            rows[:, 30] = np.minimum(shared.sum(1), 6) / 6
            rows[:, 31] = (whole & (self._typed > 0)).any(1)
        return rows

    def _goal_numbers(
        self, whole: NDArray[np.bool_], shared: NDArray[np.bool_]
    ) -> NDArray[np.float16]:
        rows = np.zeros((len(self._goal), GOAL_NUMBERS), np.float16)
        if self._shapes:
            rows[:, :4] = self._shapes
            rows[:, 4] = self._typed > 0
            rows[:, 5] = self._last
            rows[:, 6] = self._named
            rows[:, 7] = whole.any(0)
            rows[:, 8] = shared.any(0)
            rows[:, 9] = np.minimum(self._typed, 4) / 4
        return rows

    def _past_kinds(self) -> NDArray[np.int8]:
        kinds = np.full(PAST, -1, np.int8)
        for i, (kind, _) in enumerate(self._past):
            kinds[i] = KINDS.index(kind)
        return kinds

    def _past_numbers(self) -> NDArray[np.float16]:
        rows = np.zeros((PAST, PAST_NUMBERS), np.float16)
        rows[:, 1] = np.arange(PAST) / PAST
        for i, changed in enumerate(self._changed):
            rows[i, 0] = changed
            rows[i, 2] = 1.0
        return rows


def _key(word: str) -> str:
    """Return a word's key for comparison: numbers without leading zeros, abbreviated months."""
    if word.isdigit():
        return word.lstrip("0") or "0"
    return word[:3] if word in _MONTHS else word


def _shape(text: str) -> tuple[float, float, float, float]:
    """Return whether a word is digits, is capitalized, is all capitals, is punctuation."""
    digits, letters = text.isdigit(), text.isalpha()
    capital = letters and text[0].isupper()
    return (
        float(digits),
        float(capital),
        float(letters and text.isupper()),
        float(not (digits or letters)),
    )


@lru_cache(maxsize=32_768)
def _part(label: str) -> list[int]:
    """Return the rows of the words of a label that a move can point at."""
    return [row_of(word.text) for word in words_of(label)[:MOST_PART]]


@lru_cache(maxsize=32_768)
def _told(
    text: str | None,
    description: str | None,
    hint: str | None,
    resource: str | None,
    class_name: str | None,
) -> tuple[list[int], list[int]]:
    """Return the rows of an element's words, and of the names that describe it besides them."""
    said = [row_of(word.text) for word in words_of(text or "")]
    if description and description != text:
        said += [row_of(word.text) for word in words_of(description)]
    label = text or description or hint or ""
    names = [
        row_of(class_name or "", "class"),
        row_of(f"{label}\0{resource}\0{class_name}", "all"),
        row_of(f"{resource}", "resource"),
        row_of(label.lower(), "label"),
    ]
    if hint and hint != text:
        names += [row_of(word.text, "hint") for word in words_of(hint)[:2]]
    names += [row_of(word.text, "name") for word in words_of(resource or "") if word.text != "_"]
    return said[:ELEMENT_WORDS], names[:ELEMENT_NAMES]


def _rows(
    rows: Sequence[Sequence[int]], width: int, height: int | None = None
) -> NDArray[np.int16]:
    """Return rows of numbers as an array, padded with zeros."""
    array = np.zeros((len(rows) if height is None else height, width), np.int16)
    for i, row in enumerate(rows):
        array[i, : min(len(row), width)] = row[:width]
    return array
