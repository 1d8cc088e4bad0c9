"""The environment of the pixel examples, demonstrations on its grid, and networks of cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import gymnasium as gym
import numpy as np
import torch
from common import HELD_OUT, Phase
from gymnasium import spaces
from stable_baselines3.common.policies import ActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.dqn.policies import DQNPolicy, QNetwork
from torch import nn
from torch.nn import functional

from android_gym.agent_view import AgentView
from android_gym.env import Termination
from android_gym.errors import DemonstrationError
from android_gym.events import Declare, Event, Key, Launch, Tap, Wait
from android_gym.task_suite.demonstrations import demonstration
from android_gym.task_suite.suite import tasks
from android_gym.wrappers import Curriculum, PixelsOnly, RandomizeDevice, Stabilize

ROWS, COLUMNS = 20, 8
"""The grid of taps: cells of 135 by 120 of the phone's pixels, lower than a list's row."""

DEMONSTRATION_SEED = 400_000
"""First seed of demonstrations, whose seeds neither training nor tests use."""

LOOKS: dict[Phase, dict[str, Any]] = {
    "training": {
        "densities": [
            d for d in range(360, 485, 5) if d not in (370, 380, 395, 410, 430, 445, 460)
        ],
        "font_scales": [
            0.85,
            0.875,
            0.925,
            0.975,
            1.0,
            1.025,
            1.075,
            1.125,
            1.175,
            1.225,
            1.275,
            1.3,
        ],
    },
    "validation": {
        "densities": [370, 395, 430, 445],
        "font_scales": [0.95, 1.05, 1.15, 1.25],
        "notifications": 5,
    },
    "test": HELD_OUT,
}
"""Looks of the device by phase; training's lie close to each other, the others in between.

If validation used training's looks, a run would stop as soon as it had solved these, too early.
"""

GLOBAL = 128
"""Number of features of the whole screen."""


def pixel_env(
    task: str,
    phase: Phase = "training",
    curriculum: bool = False,
    budget_factor: float = 1.0,
    termination: Termination = "declared",
) -> gym.Env:
    """Make a task to be solved by taps on a grid, seen as two small gray frames.

    There is one action for opening each of the task's apps, like AndroidWorld's ``open_app``.
    """
    env: gym.Env = gym.make(
        f"AndroidWorld/{task}-v0",
        action_mode="discrete",
        action_options={"rows": ROWS, "columns": COLUMNS, "apps": tasks("AndroidWorld")[task].apps},
        observation="pixels",
        observation_size=(72, 160),
        termination=termination,
        budget_factor=budget_factor,
    )
    env = RandomizeDevice(env, **LOOKS[phase])
    env = Stabilize(env, polls=2, poll_ms=1000)
    if curriculum:
        env = Curriculum(env, threshold=0.5)
    return PixelsOnly(env, grayscale=True, stack=2)


# --- demonstrations ---

Played = tuple[list[np.ndarray], list[int], list[float]]
"""Observations (one more than actions), the actions, and their rewards."""


@dataclass(frozen=True)
class Steps:
    """Steps of demonstrations, each with the discounted rewards of the next few.

    Attributes:
        seen: uint8 (steps, channels, height, width).
        actions: int64 (steps,).
        returns: float32 (steps,), the discounted rewards of the next few steps.
        later: uint8, as `seen`: what was seen after these.
        discounts: float32 (steps,), for the value of `later`; 0 if the episode was over.
    """

    seen: torch.Tensor
    actions: torch.Tensor
    returns: torch.Tensor
    later: torch.Tensor
    discounts: torch.Tensor

    def draw(self, count: int, rng: np.random.Generator, rows: int = 0) -> Steps:
        """Return a random sample of the steps, shifted by a pixel or two.

        Args:
            count: Number of steps.
            rng: Generator to draw from.
            rows: Maximum number of the grid's rows by which frames and taps are also shifted up or
                down.
        """
        index = torch.from_numpy(rng.integers(0, len(self.actions), count))
        moved = (int(rng.integers(-2, 3)), int(rng.integers(-1, 2)))
        seen, later = _shifted(self.seen[index], moved), _shifted(self.later[index], moved)
        actions = self.actions[index]
        if rows:
            by = torch.from_numpy(rng.integers(-rows, rows + 1, count))
            row = actions // COLUMNS + by
            taps = actions < ROWS * COLUMNS
            by[taps & ((row < 0) | (row >= ROWS))] = 0
            actions = actions + torch.where(taps, by * COLUMNS, 0)
            seen, later = _moved(seen, by), _moved(later, by)
        return Steps(seen, actions, self.returns[index], later, self.discounts[index])


def _moved(frames: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
    """Shift each frame down by its own number of the grid's rows, repeating the edges."""
    height = frames.shape[-2]
    lines = torch.arange(height) - rows[:, None] * (height // ROWS)
    lines = lines.clamp(0, height - 1)[:, None, :, None].expand(frames.shape)
    return frames.gather(2, lines)


def _shifted(frames: torch.Tensor, by: tuple[int, int]) -> torch.Tensor:
    """Shift frames down and to the right, repeating the edges."""
    down, right = by
    height, width = frames.shape[-2:]
    rows = (torch.arange(height) - down).clamp(0, height - 1)
    columns = (torch.arange(width) - right).clamp(0, width - 1)
    return frames[..., rows, :][..., columns]


def record(task: str, episodes: int, seed: int, n_steps: int, gamma: float) -> Steps:
    """Play demonstrations through the environment's own actions; keep solved episodes.

    Args:
        task: Name of one of AndroidWorld's tasks.
        episodes: Number to keep.
        seed: Number of the training run; each has other episodes.
        n_steps: Steps of a return.
        gamma: Discount of a step.

    Raises:
        DemonstrationError: If fewer than half of the episodes can be played on the grid.
    """
    env = pixel_env(task)
    played, first = [], DEMONSTRATION_SEED + 1000 * seed
    for number in range(2 * episodes):
        found = _play(env, first + number)
        played += [found] if found is not None else []
        if len(played) == episodes:
            break
    else:
        raise DemonstrationError(
            f"Only {len(played)} of {2 * episodes} demonstrations of {task} are taps on the grid."
        )
    env.close()
    return steps_of(played, n_steps, gamma)


def steps_of(played: Sequence[Played], n_steps: int, gamma: float) -> Steps:
    """Return the steps of episodes.

    Args:
        played: The episodes.
        n_steps: Steps of a return.
        gamma: Discount of a step.
    """
    rows = [row for episode in played for row in _returns(*episode, n_steps, gamma)]
    seen, actions, returns, later, discounts = zip(*rows, strict=True)
    return Steps(
        torch.from_numpy(np.stack(seen)).permute(0, 3, 1, 2).contiguous(),
        torch.tensor(actions),
        torch.tensor(returns, dtype=torch.float32),
        torch.from_numpy(np.stack(later)).permute(0, 3, 1, 2).contiguous(),
        torch.tensor(discounts, dtype=torch.float32),
    )


def _play(env: gym.Env, seed: int) -> Played | None:
    """Play one episode; None if the grid is too coarse for its demonstration."""
    observation, info = env.reset(seed=seed)
    task = type(env.get_wrapper_attr("task"))
    device = env.get_wrapper_attr("device")
    policy, view = demonstration(task), AgentView(device, task.observation_size)
    meanings = env.get_wrapper_attr("action_mode").meanings
    seen, actions, rewards, over = [observation], list[int](), list[float](), False
    while not over:
        try:
            action = meanings.index(_meaning(policy(view.look(info["goal"])), device.size))
        except (DemonstrationError, ValueError):
            return None
        observation, reward, terminated, truncated, info = env.step(action)
        over = terminated or truncated
        seen.append(observation)
        actions.append(action)
        rewards.append(float(reward))
    return (seen, actions, rewards) if info["is_success"] else None


def _meaning(event: Event, size: tuple[int, int]) -> str:
    """Return the name of an event's action in the discrete mode."""
    match event:
        case Declare():
            return "declare"
        case Launch(app):
            return f"open {app}"
        case Tap(x, y):
            return f"tap row {y * ROWS // size[1]} column {x * COLUMNS // size[0]}"
        case Key(code):
            return f"press {str(code).removeprefix('KEYCODE_').lower()}"
        case Wait():
            return "wait"
        case _:
            raise DemonstrationError(f"No action of the discrete mode is like {event}.")


def _returns(
    seen: list[np.ndarray], actions: list[int], rewards: list[float], n_steps: int, gamma: float
) -> Iterator[tuple[np.ndarray, int, float, np.ndarray, float]]:
    """Yield the steps of an episode with the rewards of the next `n_steps`."""
    for now in range(len(actions)):
        end = min(now + n_steps, len(actions))
        earned = sum(gamma ** (step - now) * rewards[step] for step in range(now, end))
        yield (
            seen[now],
            actions[now],
            earned,
            seen[end],
            gamma ** (end - now) if end < len(actions) else 0.0,
        )


# --- networks ---


class CellFeatures(BaseFeaturesExtractor):
    """A score for each cell of the grid, and features of the whole.

    A plain convolutional policy flattens its features, and has to learn each cell separately. Here
    one filter scores all cells, so a switch learned in one place is also found where another
    density or font size moves it. Dark frames are inverted, so that a text looks alike in both
    themes.

    Input: uint8 (batch, channels, height, width), scaled to 0..1 by Stable-Baselines3.
    Output: float32 (batch, ROWS * COLUMNS + GLOBAL).
    """

    def __init__(self, space: spaces.Box, width: int = 64) -> None:
        super().__init__(space, ROWS * COLUMNS + GLOBAL)
        channels, height, wide = space.shape
        cell = (height // ROWS, wide // COLUMNS)
        # Cells overlap by four pixels, for items between two of them.
        self.local = nn.Sequential(
            nn.Conv2d(channels, width, (cell[0] + 4, cell[1] + 4), stride=cell, padding=2),
            nn.GroupNorm(8, width),
            nn.ReLU(),
            nn.Conv2d(width, width, 3, padding=1),
            nn.GroupNorm(8, width),
            nn.ReLU(),
        )
        self.place = nn.Parameter(0.1 * torch.randn(1, width, ROWS, COLUMNS))
        self.whole = nn.Sequential(
            nn.Conv2d(width, 16, 1),
            nn.Flatten(),
            nn.LayerNorm(16 * ROWS * COLUMNS),
            nn.Linear(16 * ROWS * COLUMNS, GLOBAL),
            nn.ReLU(),
        )
        self.context = nn.Linear(GLOBAL, width)
        self.score = nn.Sequential(
            nn.ReLU(), nn.Conv2d(width, width, 1), nn.ReLU(), nn.Conv2d(width, 1, 1)
        )

    def forward(self, pixels: torch.Tensor) -> torch.Tensor:
        """Score the cells by their content and surroundings, and by the whole screen."""
        dark = pixels.mean((-2, -1), keepdim=True) < 0.5
        local = self.local(torch.where(dark, 1 - pixels, pixels))
        whole = self.whole(local)
        cells = local + self.place + self.context(whole)[:, :, None, None]
        return torch.cat([self.score(cells).flatten(1), whole], dim=1)


class Scores(nn.Module):
    """Scores of all actions: unchanged for taps, computed from the whole's features for others."""

    def __init__(self, actions: int) -> None:
        super().__init__()
        self.others = nn.Linear(GLOBAL, actions - ROWS * COLUMNS)
        nn.init.orthogonal_(self.others.weight, 0.01)
        nn.init.zeros_(self.others.bias)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Return float32 (batch, actions)."""
        taps, whole = features[:, : ROWS * COLUMNS], features[:, ROWS * COLUMNS :]
        return torch.cat([taps, self.others(whole)], dim=1)


class CellActorCriticPolicy(ActorCriticPolicy):
    """The policy and value function of PPO."""

    def __init__(self, *args: Any, **options: Any) -> None:
        options |= {"features_extractor_class": CellFeatures, "net_arch": [], "ortho_init": False}
        super().__init__(*args, **options)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = Scores(int(self.action_space.n))
        self.optimizer = self.optimizer_class(
            self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
        )

    def cloning_loss(self, steps: Steps) -> torch.Tensor:
        """Return the mean cross-entropy of the demonstrations' actions."""
        return -self.get_distribution(steps.seen).log_prob(steps.actions).mean()


class CellQNetwork(QNetwork):
    """The action values of DQN."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.q_net = Scores(int(self.action_space.n))


class CellDQNPolicy(DQNPolicy):
    """The policy of DQN."""

    def __init__(self, *args: Any, **options: Any) -> None:
        options |= {"features_extractor_class": CellFeatures, "net_arch": []}
        super().__init__(*args, **options)

    def make_q_net(self) -> CellQNetwork:
        """Make a network of action values."""
        arguments = self._update_features_extractor(self.net_args, features_extractor=None)
        return CellQNetwork(**arguments).to(self.device)


def margin_loss(values: torch.Tensor, actions: torch.Tensor, margin: float) -> torch.Tensor:
    """Return how far demonstrated actions fall short of being worth `margin` more than all others.

    Hester et al., Deep Q-learning from Demonstrations (2018), equation 3.

    Args:
        values: float32 (batch, actions).
        actions: int64 (batch,), the demonstrated ones.
        margin: The wanted margin.
    """
    others = functional.one_hot(actions, values.shape[1]) == 0
    best = (values + margin * others).max(dim=1).values
    return (best - values.gather(1, actions[:, None])[:, 0]).mean()
