"""The network of `generalist.py` in PyTorch, the twin of `agents.generalist.network`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from android_gym.agents.generalist.moves import (
    CASES,
    KINDS,
    MOST_PART,
    ON_ELEMENT,
    ON_GOAL,
    ON_PART,
    WITH_PHRASE,
    Move,
)
from android_gym.agents.generalist.network import HEADS, INNER, LAYERS, WIDTH
from android_gym.agents.generalist.reading import (
    ELEMENT_NAMES,
    ELEMENT_NUMBERS,
    ELEMENT_WORDS,
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

__all__ = ["Batch", "Net", "Target", "batch_of", "losses"]

_NONE = -100


@dataclass(frozen=True, slots=True)
class Target:
    """A move as the classes that the heads choose from; -100 for heads that don't apply."""

    kind: int
    element: int = _NONE
    first: int = _NONE
    last: int = _NONE
    part_first: int = _NONE
    part_last: int = _NONE
    case: int = _NONE
    phrase: int = _NONE

    @classmethod
    def of(cls, move: Move, sight: Sight, phrases: dict[str, int]) -> Target | None:
        """Return a move's classes; None if it points at something unread or an unknown phrase."""
        element = first = last = part_first = part_last = case = phrase = _NONE
        if move.kind in ON_ELEMENT:
            (at,) = np.nonzero(sight.shown == move.element)
            if not len(at):
                return None
            element = int(at[0])
        if move.kind in ON_PART:
            part_first, part_last = move.first, move.last
        if move.kind in ON_GOAL:
            first, last = move.first, move.last
            if last >= len(sight.goal_words):
                return None
        if move.kind in WITH_PHRASE:
            if move.phrase not in phrases:
                return None
            phrase = phrases[move.phrase]
        if move.kind.partition("_")[0] in ("type", "open", "say"):
            case = CASES.index(move.case)
        kind = KINDS.index(move.kind)
        return cls(kind, element, first, last, part_first, part_last, case, phrase)


@dataclass
class Batch:
    """Steps as a padded batch; see `Sight` for the arrays."""

    element_words: Tensor
    element_names: Tensor
    part_words: Tensor
    element_numbers: Tensor
    goal_words: Tensor
    goal_numbers: Tensor
    past_kinds: Tensor
    past_words: Tensor
    past_numbers: Tensor
    top_numbers: Tensor
    step: Tensor
    near: Tensor
    hidden: Tensor


def batch_of(sights: Sequence[Sight]) -> Batch:
    """Combine steps into a batch."""
    count = len(sights)
    most = max(max(len(s.shown) for s in sights), 1)
    words = max(max(len(s.goal_words) for s in sights), 1)
    size = 1 + PAST + most + words
    element_words = np.zeros((count, most, ELEMENT_WORDS), np.int64)
    element_names = np.zeros((count, most, ELEMENT_NAMES), np.int64)
    part_words = np.zeros((count, most, MOST_PART), np.int64)
    element_numbers = np.zeros((count, most, ELEMENT_NUMBERS), np.float32)
    goal_words = np.zeros((count, words), np.int64)
    goal_numbers = np.zeros((count, words, GOAL_NUMBERS), np.float32)
    near = np.zeros((count, size, size), np.int64)
    hidden = np.ones((count, size), bool)
    first = 1 + PAST
    for i, sight in enumerate(sights):
        e, g = len(sight.shown), len(sight.goal_words)
        element_words[i, :e] = sight.element_words
        element_names[i, :e] = sight.element_names
        part_words[i, :e] = sight.part_words
        element_numbers[i, :e] = sight.element_numbers
        goal_words[i, :g] = sight.goal_words
        goal_numbers[i, :g] = sight.goal_numbers
        own = relations(sight)
        a, b = first + e, first + most
        near[i, :a, :a] = own[:a, :a]
        near[i, :a, b : b + g] = own[:a, a:]
        near[i, b : b + g, :a] = own[a:, :a]
        near[i, b : b + g, b : b + g] = own[a:, a:]
        hidden[i, 0] = False
        hidden[i, 1:first] = sight.past_kinds < 0
        hidden[i, first:a] = False
        hidden[i, b : b + g] = False
    return Batch(
        torch.from_numpy(element_words),
        torch.from_numpy(element_names),
        torch.from_numpy(part_words),
        torch.from_numpy(element_numbers),
        torch.from_numpy(goal_words),
        torch.from_numpy(goal_numbers),
        torch.from_numpy(np.stack([s.past_kinds for s in sights]).astype(np.int64)),
        torch.from_numpy(np.stack([s.past_words for s in sights]).astype(np.int64)),
        torch.from_numpy(np.stack([s.past_numbers for s in sights]).astype(np.float32)),
        torch.from_numpy(np.stack([s.top_numbers for s in sights]).astype(np.float32)),
        torch.tensor([s.step for s in sights]),
        torch.from_numpy(near),
        torch.from_numpy(hidden),
    )


class _Related(torch.autograd.Function):
    """Lookup of relations in a small table, whose gradient is summed by relation."""

    @staticmethod
    def forward(ctx: Any, near: Tensor, table: Tensor) -> Tensor:
        ctx.save_for_backward(near)
        return table.T.contiguous()[:, near].transpose(0, 1).contiguous()

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[None, Tensor]:
        (near,) = ctx.saved_tensors
        flat = near.flatten()
        sums = [
            torch.bincount(flat, grad[:, head].float().flatten(), RELATIONS)
            for head in range(HEADS)
        ]
        return None, torch.stack(sums, 1).to(grad.dtype)


class _Layer(nn.Module):
    """A layer of the transformer, whose relations are added to the attention."""

    def __init__(self) -> None:
        super().__init__()
        self.norm_1, self.norm_2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.inputs, self.outputs = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.up, self.down = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.relations = nn.Embedding(RELATIONS, HEADS)
        nn.init.zeros_(self.relations.weight)
        with torch.no_grad():
            self.relations.weight[1:5] = torch.tensor([2.0, 2.0, 1.0, 0.0])
            self.relations.weight[5:8] = torch.tensor([0.0, 0.0, 1.0, 2.0])
            self.relations.weight[11:18] = torch.tensor([0.0, 1.0, 0.0, 1.0])

    def forward(self, rows: Tensor, near: Tensor, hidden: Tensor, drop: float) -> Tensor:
        """Return the rows after the layer: (batch, T, WIDTH)."""
        count, size = rows.shape[:2]
        parts = self.inputs(self.norm_1(rows)).view(count, size, 3, HEADS, -1)
        asked, keys, values = parts.permute(2, 0, 3, 1, 4)
        mask = _Related.apply(near, self.relations.weight) + hidden
        scores = (asked / (WIDTH // HEADS) ** 0.5) @ keys.transpose(2, 3) + mask
        mixed = scores.softmax(-1) @ values
        mixed = self.outputs(mixed.transpose(1, 2).reshape(count, size, WIDTH))
        rows = rows + nn.functional.dropout(mixed, drop, self.training)
        up = torch.relu(self.up(self.norm_2(rows)))
        return rows + nn.functional.dropout(self.down(up), drop, self.training)


class Net(nn.Module):
    """The network.

    Args:
        phrases: Number of phrases that it chooses from.
        drop: Dropout rate in training.
    """

    def __init__(self, phrases: int, drop: float = 0.0) -> None:
        super().__init__()
        self.drop = drop
        self.words = nn.Embedding(ROWS, WIDTH, padding_idx=0)
        self.kinds = nn.Embedding(len(KINDS) + 1, WIDTH)
        self.steps = nn.Embedding(MOST_STEPS, WIDTH)
        self.places = nn.Embedding(MOST_WORDS, WIDTH)
        self.part_places = nn.Embedding(MOST_PART, WIDTH)
        self.wanted = nn.Embedding(len(KINDS), WIDTH)
        small = (self.kinds, self.steps, self.places, self.part_places, self.wanted)
        for table in (self.words, *small):
            nn.init.normal_(table.weight, std=0.3 if table is self.words else 0.1)
        with torch.no_grad():
            self.words.weight[0] = 0
        self.element = nn.Linear(2 * WIDTH + ELEMENT_NUMBERS, WIDTH)
        self.goal = nn.Linear(3 * WIDTH + GOAL_NUMBERS, WIDTH)
        self.past = nn.Linear(WIDTH + PAST_NUMBERS, WIDTH)
        self.top = nn.Linear(TOP_NUMBERS, WIDTH)
        self.layers = nn.ModuleList(_Layer() for _ in range(LAYERS))
        self.norm = nn.LayerNorm(WIDTH)
        self.kind_1, self.kind_2 = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, len(KINDS))
        self.ask_element, self.ask_first = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.ask_last = nn.Linear(2 * WIDTH, WIDTH)
        self.part = nn.Linear(4 * WIDTH, WIDTH)
        self.ask_part_first = nn.Linear(WIDTH, WIDTH)
        self.ask_part_last = nn.Linear(2 * WIDTH, WIDTH)
        self.case, self.phrase = nn.Linear(WIDTH, len(CASES)), nn.Linear(WIDTH, phrases)

    def forward(
        self,
        seen: Batch,
        kind: Tensor,
        first: Tensor,
        element: Tensor,
        part_first: Tensor,
        hide: Tensor | None = None,
        asked_parts: Tensor | None = None,
    ) -> dict[str, Tensor]:
        """Score moves.

        Args:
            seen: A batch of steps.
            kind: int64 (batch,), kinds of the moves, on which all outputs but ``kind`` depend.
            first: int64 (batch,), words of the goal, on which ``last`` depends.
            element: int64 (batch,), elements whose parts are scored.
            part_first: int64 (batch,), words of the element, on which ``part_last`` depends.
            hide: bool (ROWS,), words to replace by the hidden one.
            asked_parts: int64 (P,), positions of the steps whose parts are scored; all if not
                given.

        Returns:
            Logits: ``kind``, ``element``, ``first``, ``last``, ``case`` and ``phrase`` of each
                step, ``part_first`` and ``part_last`` of those whose parts are scored.
        """
        number = self.top.weight.dtype
        count = seen.element_words.shape[1]
        asked_parts = torch.arange(len(kind)) if asked_parts is None else asked_parts
        part_rows = self._shown(seen.part_words[asked_parts, element[asked_parts]], hide)
        table, places = self._rows(
            self._shown(seen.element_words, hide),
            seen.element_names,
            self._shown(seen.past_words, hide),
            self._shown(seen.goal_words, hide),
            part_rows,
        )
        labels, names, past = (_bag(own, table).to(number) for own in places[:3])
        table = table.to(number)
        elements = torch.cat([labels, names, seen.element_numbers.to(number)], 2)
        goal = nn.functional.embedding(places[3], table, padding_idx=0)
        beside = nn.functional.pad(goal, (0, 0, 1, 1))
        goal = torch.cat([goal, beside[:, :-2], beside[:, 2:], seen.goal_numbers.to(number)], 2)
        past = torch.cat([past, seen.past_numbers.to(number)], 2)
        rows = torch.cat(
            [
                (self.top(seen.top_numbers.to(number)) + self.steps(seen.step)).unsqueeze(1),
                self.past(past) + self.kinds(seen.past_kinds + 1),
                self.element(elements),
                self.goal(goal) + self.places.weight[: goal.shape[1]],
            ],
            1,
        )
        hidden = seen.hidden[:, None, None, :] * torch.tensor(-1e9, dtype=number)
        for layer in self.layers:
            rows = layer(rows, seen.near, hidden, self.drop)
        rows = self.norm(rows)
        at = 1 + PAST
        top, on_screen, in_goal = rows[:, 0], rows[:, at : at + count], rows[:, at + count :]
        no_element, no_word = seen.hidden[:, at : at + count], seen.hidden[:, at + count :]
        asking = top + self.wanted(kind)
        begun = in_goal[torch.arange(len(top)), first.clamp(0, in_goal.shape[1] - 1)]

        def pointed(on: Tensor, ask: Tensor, none: Tensor) -> Tensor:
            logits = (on @ ask.unsqueeze(2)).squeeze(2) / WIDTH**0.5
            return logits.float().masked_fill(none, -1e9)

        asking_last = self.ask_last(torch.cat([asking, begun], 1))
        parts = nn.functional.embedding(places[4], table, padding_idx=0)
        beside = nn.functional.pad(parts, (0, 0, 1, 1))
        whole = on_screen[asked_parts, element[asked_parts]]
        whole = whole.unsqueeze(1).expand(-1, MOST_PART, -1)
        parts = self.part(torch.cat([parts, beside[:, :-2], beside[:, 2:], whole], 2))
        parts = torch.relu(parts + self.part_places.weight)
        no_part, asking_part = part_rows == 0, asking[asked_parts]
        part_begun = parts[torch.arange(len(parts)), part_first[asked_parts]]
        asking_part_last = self.ask_part_last(torch.cat([asking_part, part_begun], 1))
        return {
            "kind": self.kind_2(torch.relu(self.kind_1(top))),
            "element": pointed(on_screen, self.ask_element(asking), no_element),
            "first": pointed(in_goal, self.ask_first(asking), no_word),
            "last": pointed(in_goal, asking_last, no_word),
            "part_first": pointed(parts, self.ask_part_first(asking_part), no_part),
            "part_last": pointed(parts, asking_part_last, no_part),
            "case": self.case(asking),
            "phrase": self.phrase(asking),
        }

    @staticmethod
    def _shown(rows: Tensor, hide: Tensor | None) -> Tensor:
        return rows if hide is None else torch.where(hide[rows], 1, rows)

    def _rows(self, *rows: Tensor) -> tuple[Tensor, list[Tensor]]:
        """Return the weights of the words that occur, and the position of each word among them."""
        there = torch.zeros(ROWS, dtype=torch.bool)
        there[0] = True
        for own in rows:
            there[own.flatten()] = True
        place = there.cumsum(0) - 1
        table = self.words.weight[there.nonzero().squeeze(1)]
        return table, [place[own] for own in rows]


def _bag(rows: Tensor, table: Tensor) -> Tensor:
    """Return the mean of words' rows: (batch, N, WIDTH) for (batch, N, words)."""
    flat = nn.functional.embedding_bag(rows.flatten(0, 1), table, mode="mean", padding_idx=0)
    return flat.unflatten(0, rows.shape[:2])


def losses(
    net: Net,
    seen: Batch,
    targets: Sequence[Target],
    hide: Tensor | None,
    number: torch.dtype = torch.float32,
) -> Tensor:
    """Return the loss of each step: (batch,).

    Args:
        net: The network.
        seen: The steps.
        targets: The right moves.
        hide: Words that are hidden.
        number: Type for computing all but words; the weights keep theirs.
    """
    wanted = {
        name: torch.tensor([getattr(target, name) for target in targets])
        for name in Target.__slots__
    }
    given = (wanted[name].clamp(min=0) for name in ("kind", "first", "element", "part_first"))
    (parts,) = torch.nonzero(wanted["part_first"] >= 0, as_tuple=True)
    weights = {
        name: weight if name.startswith("words") else weight.to(number)
        for name, weight in net.named_parameters()
    }
    scores = torch.func.functional_call(net, weights, (seen, *given, hide, parts))
    total = torch.zeros(len(targets))
    for name, want in wanted.items():
        own = want[parts] if name.startswith("part") else want
        loss = nn.functional.cross_entropy(
            scores[name].float(), own, ignore_index=_NONE, reduction="none"
        )
        total = total.index_add(0, parts, loss) if name.startswith("part") else total + loss
    return total
