"""A policy over elements: it scores each (verb, element) by the element's features and texts.

The same weights are applied to every element, so its position in the list or on the screen doesn't
matter. Tokens shared by the goal and an element are equal, so that texts never met in training can
be found, typed and tapped.
"""

from __future__ import annotations

import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn


class ElementNet(BaseFeaturesExtractor):
    """A network from observations of `FlattenForTraining` to logits of actions, and a summary.

    Output: float32 (batch, actions + width).
    """

    def __init__(self, space: spaces.Dict, actions: int, verbs: int = 6, width: int = 64) -> None:
        super().__init__(space, actions + width)
        self.elements, columns = space["ui_elements"].shape
        self.candidates = space["candidates"].shape[0]
        self.verbs, self.actions = verbs, actions
        others = actions - verbs * self.elements - self.candidates
        vocabulary = int(space["goal"].high.max()) + 1
        self.words = nn.Embedding(vocabulary, width, padding_idx=0)
        self.goal = nn.GRU(width, width // 2, bidirectional=True, batch_first=True)
        # Columns, the last action on it, whether it is a candidate, the share of its words that are
        # in the goal, its words, and their places in the goal.
        self.row = nn.Linear(columns + verbs + 2 + 2 * width, width)
        self.top = nn.Linear(width + others, width)
        layer = nn.TransformerEncoderLayer(width, 4, 2 * width, dropout=0.0, batch_first=True)
        self.mix = nn.TransformerEncoder(layer, 1, enable_nested_tensor=False)
        self.on_element = nn.Linear(width, verbs)
        self.on_candidate = nn.Linear(width, 1)
        self.on_nothing = nn.Linear(width, others)

    def forward(self, seen: dict[str, torch.Tensor]) -> torch.Tensor:
        """Score the actions of a batch of observations."""
        goal = seen["goal"].long()
        goal = goal[:, : max(1, int((goal != 0).sum(1).max()))]
        places, _ = self.goal(self.words(goal))
        goal_is = (goal != 0).unsqueeze(-1).float()
        whole = (places * goal_is).sum(1) / goal_is.sum(1).clamp(min=1)

        tokens = torch.cat([seen["ui_text"], seen["candidates"]], 1).long()
        is_word = tokens != 0
        words = is_word.sum(2, keepdim=True).clamp(min=1)
        text = self.words(tokens).sum(2) / words
        same = (tokens.unsqueeze(3) == goal[:, None, None, :]) & is_word.unsqueeze(3)
        share = same.any(3).sum(2, keepdim=True) / words
        hits = same.any(2).float()
        found = hits @ places / hits.sum(2, keepdim=True).clamp(min=1)

        table, last = seen["ui_elements"], seen["action_history"][:, -1]
        split = [self.verbs * self.elements, self.candidates]
        last_on, last_typed, last_other = last.tensor_split([split[0], sum(split)], dim=1)
        last_on = last_on.unflatten(1, (self.verbs, -1)).transpose(1, 2)
        typed = last_typed.unsqueeze(2)
        table = torch.cat([table, last_on], 2)
        as_row = torch.cat([typed, table.new_zeros(*typed.shape[:2], table.shape[2] - 1)], 2)
        table = torch.cat([table, as_row], 1)
        is_candidate = torch.zeros_like(share)
        is_candidate[:, self.elements :] = 1

        rows = self.row(torch.cat([table, is_candidate, share, text, found], 2))
        top = self.top(torch.cat([whole, last_other], 1)).unsqueeze(1)
        there = torch.cat([table[:, : self.elements, 0] > 0, is_word[:, self.elements :].any(2)], 1)
        absent = torch.cat([torch.zeros_like(there[:, :1]), ~there], 1)
        mixed = self.mix(torch.relu(torch.cat([top, rows], 1)), src_key_padding_mask=absent)

        summary, elements, candidates = mixed.split([1, self.elements, self.candidates], 1)
        logits = [
            self.on_element(elements).transpose(1, 2).flatten(1),
            self.on_candidate(candidates).squeeze(2),
            self.on_nothing(summary.squeeze(1)),
        ]
        return torch.cat([*logits, summary.squeeze(1)], 1)


class _Split(nn.Module):
    """The split of the features into logits for the actor and a summary for the critic."""

    def __init__(self, actions: int, width: int) -> None:
        super().__init__()
        self.latent_dim_pi, self.latent_dim_vf = actions, width

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        return features[:, : self.latent_dim_pi]

    def forward_critic(self, features: torch.Tensor) -> torch.Tensor:
        return features[:, self.latent_dim_pi :]


class ElementPolicy(MaskableActorCriticPolicy):
    """`ElementNet` as MaskablePPO's actor and critic."""

    def __init__(self, observation_space, action_space, lr_schedule, width: int = 64, **others):
        others |= {
            "features_extractor_class": ElementNet,
            "features_extractor_kwargs": {"actions": int(action_space.n), "width": width},
            "ortho_init": False,
        }
        super().__init__(observation_space, action_space, lr_schedule, **others)

    def _build_mlp_extractor(self) -> None:
        actions = int(self.action_space.n)
        self.mlp_extractor = _Split(actions, self.features_dim - actions)

    def _build(self, lr_schedule) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()  # the logits are computed already
        self.optimizer = self.optimizer_class(
            self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
        )
