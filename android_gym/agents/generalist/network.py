"""The generalist's network in NumPy, for acting; `examples/generalist_net.py` trains the same one.

A transformer reads the whole episode at once: one row for the top, and a row for each of the last
moves, each element of the screen and each word of the goal. The relations between rows
(`reading.relations`) are added to their attention.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from android_gym.agents.generalist.moves import (
    CASES,
    KINDS,
    MOST_PART,
    ON_ELEMENT,
    ON_GOAL,
    ON_PART,
    WITH_PHRASE,
    Kind,
    Move,
)
from android_gym.agents.generalist.reading import (
    ELEMENT_NUMBERS,
    GOAL_NUMBERS,
    MOST_STEPS,
    MOST_WORDS,
    PAST,
    PAST_NUMBERS,
    RELATIONS,
    TOP_NUMBERS,
    Sight,
    relations,
)
from android_gym.agents.generalist.words import ROWS

__all__ = ["HEADS", "LAYERS", "WIDTH", "Network", "Read", "shapes"]

Array = NDArray[np.float32]

WIDTH: Final = 128
HEADS: Final = 4
LAYERS: Final = 2
INNER: Final = 256

_EPSILON: Final = 1e-5


def shapes(phrases: int, kinds: int = len(KINDS)) -> dict[str, tuple[int, ...]]:
    """Return the shape of each array of weights, by its name.

    Args:
        phrases: Number of phrases.
        kinds: Number of kinds of moves.
    """
    found: dict[str, tuple[int, ...]] = {
        "words.weight": (ROWS, WIDTH),
        "kinds.weight": (kinds + 1, WIDTH),
        "steps.weight": (MOST_STEPS, WIDTH),
        "places.weight": (MOST_WORDS, WIDTH),
        "part_places.weight": (MOST_PART, WIDTH),
        "wanted.weight": (kinds, WIDTH),
    }
    linear = {
        "element": (2 * WIDTH + ELEMENT_NUMBERS, WIDTH),
        "goal": (3 * WIDTH + GOAL_NUMBERS, WIDTH),
        "past": (WIDTH + PAST_NUMBERS, WIDTH),
        "top": (TOP_NUMBERS, WIDTH),
        "kind_1": (WIDTH, WIDTH),
        "kind_2": (WIDTH, kinds),
        "ask_element": (WIDTH, WIDTH),
        "ask_first": (WIDTH, WIDTH),
        "ask_last": (2 * WIDTH, WIDTH),
        "part": (4 * WIDTH, WIDTH),
        "ask_part_first": (WIDTH, WIDTH),
        "ask_part_last": (2 * WIDTH, WIDTH),
        "case": (WIDTH, len(CASES)),
        "phrase": (WIDTH, phrases),
    }
    norms = ["norm"]
    for i in range(LAYERS):
        linear[f"layers.{i}.inputs"] = (WIDTH, 3 * WIDTH)
        linear[f"layers.{i}.outputs"] = (WIDTH, WIDTH)
        linear[f"layers.{i}.up"] = (WIDTH, INNER)
        linear[f"layers.{i}.down"] = (INNER, WIDTH)
        found[f"layers.{i}.relations.weight"] = (RELATIONS, HEADS)
        norms += [f"layers.{i}.norm_1", f"layers.{i}.norm_2"]
    for name, (taken, given) in linear.items():
        found[f"{name}.weight"], found[f"{name}.bias"] = (given, taken), (given,)
    for name in norms:
        found[f"{name}.weight"], found[f"{name}.bias"] = (WIDTH,), (WIDTH,)
    return found


@dataclass(frozen=True)
class Read:
    """The transformer's output for a step.

    Attributes:
        top: float32 (WIDTH,).
        elements: float32 (E, WIDTH).
        words: float32 (G, WIDTH).
        kinds: float32 (len(KINDS),), logits.
    """

    top: Array
    elements: Array
    words: Array
    kinds: Array


class Network:
    """The network, with its weights.

    Args:
        weights: Arrays by name, with the shapes of `shapes`.
        phrases: Phrases that its moves can say besides words of the goal and the screen.
    """

    def __init__(self, weights: Mapping[str, Array], phrases: tuple[str, ...]) -> None:
        self._weights = {name: array.astype(np.float32) for name, array in weights.items()}
        self._phrases = phrases

    def read(self, sight: Sight) -> Read:
        """Return the transformer's output for a step."""
        w = self._weights
        elements = np.concatenate(
            [
                self._bag(sight.element_words),
                self._bag(sight.element_names),
                sight.element_numbers.astype(np.float32),
            ],
            1,
        )
        goal = w["words.weight"][sight.goal_words]
        edge = np.zeros((1, WIDTH), np.float32)
        beside = np.concatenate([edge, goal, edge])
        goal = np.concatenate(
            [goal, beside[:-2], beside[2:], sight.goal_numbers.astype(np.float32)], 1
        )
        past = np.concatenate(
            [self._bag(sight.past_words), sight.past_numbers.astype(np.float32)], 1
        )
        rows = np.concatenate(
            [
                self._linear("top", sight.top_numbers.astype(np.float32)[None])
                + w["steps.weight"][sight.step],
                self._linear("past", past)
                + w["kinds.weight"][sight.past_kinds.astype(np.int64) + 1],
                self._linear("element", elements),
                self._linear("goal", goal) + w["places.weight"][: len(goal)],
            ]
        )
        hidden = np.zeros(len(rows), np.float32)
        hidden[1 : 1 + PAST][sight.past_kinds < 0] = -1e9
        near = relations(sight)
        for i in range(LAYERS):
            rows = self._layer(f"layers.{i}", rows, near, hidden)
        rows = self._norm("norm", rows)
        first = 1 + PAST
        count = len(elements)
        top = rows[0]
        kinds = self._linear("kind_2", np.maximum(self._linear("kind_1", top), 0))
        return Read(top, rows[first : first + count], rows[first + count :], kinds)

    def elements(self, read: Read, kind: Kind) -> Array:
        """Return logits of each element being meant: float32 (E,)."""
        return self._pointed(read.elements, self._linear("ask_element", self._asking(read, kind)))

    def first(self, read: Read, kind: Kind) -> Array:
        """Return logits of each word of the goal being the first of a piece: float32 (G,)."""
        return self._pointed(read.words, self._linear("ask_first", self._asking(read, kind)))

    def last(self, read: Read, kind: Kind, first: int) -> Array:
        """Return logits of each word being the last of a piece from `first` on: float32 (G,)."""
        both = np.concatenate([self._asking(read, kind), read.words[first]])
        logits = self._pointed(read.words, self._linear("ask_last", both))
        logits[:first] = -np.inf
        return logits

    def move(self, sight: Sight, read: Read, kind: Kind) -> Move:
        """Return the likeliest move of a kind.

        Args:
            sight: The arrays read; they have elements, elements with words, or words of the goal,
                if the kind points at them.
            read: The transformer's output for them.
            kind: Kind of the move.
        """
        asking = self._asking(read, kind)
        element = first = last = -1
        phrase = ""
        case = CASES[0]
        if kind in ON_ELEMENT:
            logits = self.elements(read, kind)
            if kind in ON_PART:  # of an element that has words
                logits = np.where(sight.part_words.any(1), logits, -np.inf)
            told = int(logits.argmax())
            element = int(sight.shown[told])
            if kind in ON_PART:
                first, last = self.part(sight, read, kind, told)
        if kind in ON_GOAL:
            first = int(self.first(read, kind).argmax())
            last = int(self.last(read, kind, first).argmax())
        if kind in WITH_PHRASE:
            phrase = self._phrases[int(self._linear("phrase", asking).argmax())]
        if kind.partition("_")[0] in ("type", "open", "say"):
            case = CASES[int(self._linear("case", asking).argmax())]
        return Move(kind, element, first, last, case, phrase)

    def part(self, sight: Sight, read: Read, kind: Kind, told: int) -> tuple[int, int]:
        """Return the meant words of an element: positions of the first and last."""
        rows = sight.part_words[told]
        count = max(1, int((rows != 0).sum()))
        words = self._weights["words.weight"][rows[:count]]
        edge = np.zeros((1, WIDTH), np.float32)
        beside = np.concatenate([edge, words, edge])
        whole = np.repeat(read.elements[told][None], count, 0)
        words = np.concatenate([words, beside[:-2], beside[2:], whole], 1)
        words = self._linear("part", words) + self._weights["part_places.weight"][:count]
        words = np.maximum(words, 0)
        asking = self._asking(read, kind)
        first = int(self._pointed(words, self._linear("ask_part_first", asking)).argmax())
        both = np.concatenate([asking, words[first]])
        logits = self._pointed(words, self._linear("ask_part_last", both))
        return first, first + int(logits[first:].argmax())

    def _asking(self, read: Read, kind: Kind) -> Array:
        row: Array = read.top + self._weights["wanted.weight"][KINDS.index(kind)]
        return row

    @staticmethod
    def _pointed(rows: Array, asking: Array) -> Array:
        logits: Array = rows @ asking / np.float32(WIDTH**0.5)
        return logits

    def _bag(self, rows: NDArray[np.int16]) -> Array:
        """Return the mean of words' weights: float32 (N, WIDTH) for (N, words)."""
        there = rows != 0
        found = self._weights["words.weight"][rows] * there[:, :, None]
        mean: Array = found.sum(1) / np.maximum(there.sum(1, keepdims=True), 1)
        return mean.astype(np.float32)

    def _linear(self, name: str, rows: Array) -> Array:
        made: Array = rows @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]
        return made

    def _norm(self, name: str, rows: Array) -> Array:
        mean = rows.mean(-1, keepdims=True)
        spread = np.sqrt(((rows - mean) ** 2).mean(-1, keepdims=True) + _EPSILON)
        made: Array = (rows - mean) / spread * self._weights[f"{name}.weight"]
        return made + self._weights[f"{name}.bias"]

    def _layer(self, name: str, rows: Array, near: NDArray[np.uint8], hidden: Array) -> Array:
        count = len(rows)
        asked, keys, values = (
            part.reshape(count, HEADS, -1).transpose(1, 0, 2)
            for part in np.split(
                self._linear(f"{name}.inputs", self._norm(f"{name}.norm_1", rows)), 3, 1
            )
        )
        scores = asked @ keys.transpose(0, 2, 1) / np.float32((WIDTH // HEADS) ** 0.5)
        scores += self._weights[f"{name}.relations.weight"][near].transpose(2, 0, 1) + hidden
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        scores /= scores.sum(-1, keepdims=True)
        mixed = (scores @ values).transpose(1, 0, 2).reshape(count, WIDTH)
        rows = rows + self._linear(f"{name}.outputs", mixed)
        up = np.maximum(self._linear(f"{name}.up", self._norm(f"{name}.norm_2", rows)), 0)
        return rows + self._linear(f"{name}.down", up)
