"""The network of `aitw_bc.py`: an action's type, a place among items and cells, a span of the goal.

It has about 400,000 weights, most of them for words. The same weights are applied to every item, so
its position on the screen and its app don't matter.
"""

from __future__ import annotations

import torch
from aitw_features import BUCKETS, CELL, COLUMNS, CROP, ITEMS, ROWS, TYPES
from torch import Tensor, nn

Seen = dict[str, Tensor]


class Net(nn.Module):
    """Scores of actions.

    Args:
        swipes: Number of kinds of swipes.
        history: Whether it is shown the two steps before.
        width: Width of its layers.
    """

    def __init__(self, swipes: int, history: bool, width: int = 64) -> None:
        super().__init__()
        self.history = history
        self.words = nn.EmbeddingBag(BUCKETS, width, mode="mean", padding_idx=0)
        self.goal = nn.Linear(5 * (width + 2), width)
        self.goal_again = nn.Linear(5 * width, width)
        self.crop = nn.Linear(CROP * CROP * 3, 32)
        # An item: its words, their places in the goal, its picture, its box, and what it shares.
        self.item = nn.Linear(2 * width + 32 + 4 + 4, width)
        self.step = nn.Linear(2 * width + len(TYPES) + 4, width)
        self.top = nn.Linear(width, width)
        # A single layer: the output of its first row queries the items once more.
        self.mix = nn.TransformerEncoderLayer(width, 4, 2 * width, dropout=0.0, batch_first=True)
        self.ask = nn.Linear(width, width)
        self.on_type = nn.Linear(width, len(TYPES))
        self.on_item = nn.Linear(width, 1)
        self.cell = nn.Linear(CELL * CELL * 3, width)
        self.cell_place = nn.Parameter(torch.randn(ROWS * COLUMNS, width) * 0.1)
        self.on_cell = nn.Sequential(nn.ReLU(), nn.Linear(width, 1))
        self.on_swipe = nn.Linear(width, swipes)
        self.first = nn.Linear(width, width)
        self.last = nn.Linear(2 * width, width)

    def forward(self, seen: Seen, first: Tensor | None = None) -> dict[str, Tensor]:
        """Score the actions of a batch of steps.

        Args:
            seen: The arrays of `aitw_features.empty`, as tensors.
            first: (batch,), the first word of the typed text, for scoring the last; the likeliest
                one if not given.

        Returns:
            Logits: ``type``, ``place`` (items, then cells), ``swipe``, ``first`` and ``last``.
        """
        goal = seen["goal"].long()
        goal = goal[:, : max(1, int((goal != 0).sum(1).max()))]
        most = max(1, int(seen["count"].max()))
        words = seen["words"][:, :most].long()
        is_goal = goal != 0
        hits = seen["hits"][:, :most, : goal.shape[1]]
        share, lately = seen["share"][:, :most].unsqueeze(2), seen["lately"][:, :most].unsqueeze(2)
        shown, done = hits.any(1), seen["done"][:, : goal.shape[1]]
        if not self.history:
            lately, done = torch.zeros_like(lately), torch.zeros_like(done)

        told = [self._mean(goal.unsqueeze(2)), shown.unsqueeze(2), done.unsqueeze(2)]
        rows = torch.relu(self.goal(_neighbours(torch.cat(told, 2))))
        places = (rows + self.goal_again(_neighbours(rows))) * is_goal.unsqueeze(2)
        whole = places.sum(1) / is_goal.sum(1, keepdim=True).clamp(min=1)

        text, hit = self._mean(words), hits.float()
        found = hit @ places / hit.sum(2, keepdim=True).clamp(min=1)
        crops = torch.relu(self.crop(seen["crops"][:, :most].float() / 255))
        is_text = seen["is_text"][:, :most].unsqueeze(2).float()
        told = [text, found, crops, seen["boxes"][:, :most], share, lately, is_text]
        items = torch.relu(self.item(torch.cat([*told, share.eq(1).float()], 2)))

        tokens = [torch.relu(self.top(whole)).unsqueeze(1)]
        absent = [torch.zeros_like(seen["count"], dtype=torch.bool).unsqueeze(1)]
        if self.history:
            tokens.append(self._past(seen))
            absent.append(seen["past_numbers"][:, :, : len(TYPES)].sum(2) == 0)
        there = torch.arange(most).unsqueeze(0) < seen["count"].unsqueeze(1)
        mixed = self.mix(
            torch.cat([*tokens, items], 1), src_key_padding_mask=torch.cat([*absent, ~there], 1)
        )
        top, on_screen = mixed[:, 0], mixed[:, -most:]
        on = (on_screen @ self.ask(top).unsqueeze(2) + self.on_item(on_screen)).squeeze(2)
        on = on.masked_fill(~there, -1e9)
        on = nn.functional.pad(on, (0, ITEMS - most), value=-1e9)
        cells = self.cell(seen["cells"].float() / 255) + self.cell_place
        cells = self.on_cell(cells + top.unsqueeze(1)).squeeze(2)

        begins = (places @ self.first(top).unsqueeze(2)).squeeze(2).masked_fill(~is_goal, -1e9)
        if first is None:
            first = begins.argmax(1)
        begun = places[torch.arange(len(places)), first.clamp(0, places.shape[1] - 1)]
        ends = (places @ self.last(torch.cat([top, begun], 1)).unsqueeze(2)).squeeze(2)
        return {
            "type": self.on_type(top),
            "place": torch.cat([on, cells], 1),
            "swipe": self.on_swipe(top),
            "first": begins,
            "last": ends.masked_fill(~is_goal, -1e9),
        }

    def _mean(self, words: Tensor) -> Tensor:
        """Return the mean of texts' words: float32 (..., width) for int64 (..., words)."""
        return self.words(words.flatten(0, -2)).unflatten(0, words.shape[:-1])

    def _past(self, seen: Seen) -> Tensor:
        """Return a row for each past step: what was seen, touched or typed, and done."""
        screens = self._mean(seen["past_words"].long().flatten(2))
        touched = self._mean(seen["past_touched"].long())
        return torch.relu(self.step(torch.cat([screens, touched, seen["past_numbers"]], 2)))


def _neighbours(rows: Tensor) -> Tensor:
    """Return each row with the two before and after it: (batch, N, 5 width)."""
    padded = nn.functional.pad(rows, (0, 0, 2, 2))
    return torch.cat([padded[:, i : i + rows.shape[1]] for i in range(5)], 2)
