"""Many recorded episodes at once, in one process: actions are matched as a batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from android_gym.checks import check_flag, check_whole, shown
from android_gym.errors import ActionError, OptionError
from android_gym.evaluation.aitw.replay import Order, ReplayEnv
from android_gym.task_suite.aitw.matching import Actions, match

__all__ = ["ReplayVectorEnv"]


class ReplayVectorEnv(VectorEnv[Any, Any, Any]):
    """Several `ReplayEnv`s that share their episodes.

    Environment i with the seed s shows what a `ReplayEnv` with the seed s + i would; with
    ``order="sequence"`` the first environment begins with the first episode, the next with the
    second, and each advances by the number of environments. After the end of an episode, the next
    step begins another one; its action is ignored and its reward is 0 (Gymnasium's ``NEXT_STEP``).

    Args:
        num_envs: Number of environments.
        copy: Whether observations belong to the caller; otherwise the next step overwrites them.
        autoreset_mode: `AutoresetMode.NEXT_STEP`, the only one.
        order: See `ReplayEnv`.
        **options: Options of each environment, see `ReplayEnv`.

    Raises:
        OptionError: If an argument is wrong.
        DataError: If a file is damaged.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        copy: bool = True,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        order: Order = "random",
        **options: Any,
    ) -> None:
        check_whole(1, 100_000, num_envs=num_envs)
        check_flag(copy=copy)
        if autoreset_mode not in (AutoresetMode.NEXT_STEP, AutoresetMode.NEXT_STEP.value):
            raise OptionError(
                f"ReplayVectorEnv resets in the next step, got {shown(autoreset_mode)}."
            )
        first = ReplayEnv(order=order, **options)
        self.num_envs = num_envs
        self.library = first.library
        self.single_observation_space: Any = first.observation_space
        self.single_action_space: Any = first.action_space
        self.observation_space: Any = batch_space(self.single_observation_space, num_envs)
        self.action_space: Any = batch_space(self.single_action_space, num_envs)
        self.metadata = {**first.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.render_mode = first.render_mode
        self._copy = copy
        self._buffers = self._empty()
        self._random = order == "random"
        self._generators = [np.random.default_rng() for _ in range(num_envs)]
        self._nexts = list(range(num_envs))
        self._shown = [self.library.show(0)] * num_envs
        self._steps = np.full(num_envs, -1)
        self._matched = np.zeros(num_envs, np.int64)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Show the first screens of as many episodes.

        Raises:
            OptionError: If there is another number of seeds, or there are options.
            DataError: If an episode is damaged.
        """
        if options:
            raise OptionError(f"ReplayVectorEnv.reset takes no options, got {shown(options)}.")
        seeds: list[int | None]
        if seed is None or isinstance(seed, int | np.integer):
            seeds = [None if seed is None else int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise OptionError(f"There are {len(seeds)} seeds for {self.num_envs} environments.")
        for i, own in enumerate(seeds):
            if own is not None:
                self._generators[i], _ = gym.utils.seeding.np_random(own)
            self._begin(i)
        return self._look(), self._infos(np.ones(self.num_envs, np.bool_))

    def _begin(self, i: int) -> None:
        if self._random:
            number = int(self._generators[i].integers(len(self.library)))
        else:
            number = self._nexts[i] % len(self.library)
            self._nexts[i] = number + self.num_envs
        self._shown[i] = self.library.show(number)
        self._steps[i] = self._matched[i] = 0

    def step(
        self, actions: Any
    ) -> tuple[Any, npt.NDArray[Any], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Compare the actions with the recorded ones and show the next screens.

        Raises:
            ActionError: If the actions are not in the space.
            gymnasium.error.ResetNeeded: Before the first reset.
        """
        if (self._steps < 0).any():
            raise gym.error.ResetNeeded("There is no episode yet. Call reset().")
        taken = self._read(actions)
        lengths = np.array([len(own) for own in self._shown])
        over = self._steps >= lengths
        at = np.minimum(self._steps, lengths - 1)
        matched = match(taken, *self._recorded(at)) & ~over
        for i in np.flatnonzero(over):
            self._begin(int(i))
        self._steps[~over] += 1
        self._matched += matched
        terminated = ~over & (self._steps >= lengths)
        infos = self._infos(np.ones(self.num_envs, np.bool_))
        partial = self._matched / np.array([len(own) for own in self._shown])
        complete = partial == 1.0
        for name, values, there in (
            ("matched", matched, ~over),
            ("partial", partial, ~over),
            ("complete", complete, terminated),
        ):
            infos[name], infos[f"_{name}"] = np.where(there, values, 0).astype(values.dtype), there
        rewards = matched.astype(np.float64)
        return self._look(), rewards, terminated, np.zeros(self.num_envs, np.bool_), infos

    def _read(self, actions: Any) -> Actions:
        try:
            kinds = np.asarray(actions["action_type"])
            points = [
                np.asarray(actions[f"{name}_point"], np.float32) for name in ("touch", "lift")
            ]
            taken = Actions(kinds, *points)
            inside = all(((p >= 0.0) & (p <= 1.0)).all() for p in points)
            if len(taken) != self.num_envs or not inside or kinds.min() < 3 or kinds.max() > 11:
                raise ValueError
        except (TypeError, ValueError, KeyError, IndexError) as error:
            raise ActionError(
                f"The actions {shown(actions)} are not in the action space: a dict of arrays "
                f"action_type ({self.num_envs},), touch_point and lift_point ({self.num_envs}, 2)."
            ) from error
        return taken

    def _recorded(
        self, at: npt.NDArray[np.integer[Any]]
    ) -> tuple[Actions, npt.NDArray[np.float32], npt.NDArray[np.integer[Any]]]:
        """Return the recorded actions of the current steps, and the screens' boxes."""
        rows = [(own.actions[step], own.boxes[step]) for own, step in zip(self._shown, at)]  # noqa: B905
        kinds, touches, lifts = zip(*(action for action, _ in rows), strict=True)
        counts = np.array([len(boxes) for _, boxes in rows])
        padded = np.zeros((self.num_envs, int(counts.max()), 4), np.float32)
        for i, (_, boxes) in enumerate(rows):
            padded[i, : len(boxes)] = boxes
        return Actions(np.array(kinds), np.array(touches), np.array(lifts)), padded, counts

    def _empty(self) -> dict[str, npt.NDArray[Any]]:
        return {
            name: np.empty(space.shape or (), space.dtype)
            for name, space in self.observation_space.spaces.items()
        }

    def _look(self) -> dict[str, npt.NDArray[Any]]:
        batch = self._empty() if self._copy else self._buffers
        for i, (own, step) in enumerate(zip(self._shown, self._steps, strict=True)):
            seen = own.observations[step]
            for name, array in batch.items():
                array[i] = seen[name]
        return batch

    def _infos(self, there: npt.NDArray[np.bool_]) -> dict[str, Any]:
        infos: dict[str, Any] = {
            "goal": np.array([own.goal for own in self._shown], object),
            "episode_id": np.array([own.id for own in self._shown], object),
            "subset": np.array([own.subset for own in self._shown], object),
            "length": np.array([len(own) for own in self._shown]),
        }
        return infos | {f"_{name}": there for name in infos}

    def close_extras(self, **kwargs: Any) -> None:
        """Release the episodes."""
        self._buffers = {}
