"""Curriculum: starts episodes near a demonstration's end, then earlier as the agent succeeds."""

from __future__ import annotations

from collections import deque
from typing import Any

import gymnasium as gym

from android_gym.actions import Decoded
from android_gym.agent_view import AgentView
from android_gym.checks import check_number, check_whole
from android_gym.errors import DemonstrationError, OptionError
from android_gym.task_suite.demonstrations import demonstration
from android_gym.wrappers.base import DeviceWrapper, check_inside, check_own_actions

__all__ = ["Curriculum"]

_ATTEMPTS = 5


class Curriculum(DeviceWrapper):
    """A wrapper that starts episodes in states along a demonstration, moving backwards.

    After a reset the first actions of the demonstration are taken before the agent acts: at first
    all those before it declares the end (or all but the last one, if solving the task already ends
    the episode). Each time that `threshold` of the last `window` episodes succeeded, one action
    fewer is taken, until episodes begin where they do without this wrapper. So the agent meets a
    sparse reward from the first episodes on (Florensa et al., 2017, "Reverse Curriculum Generation
    for Reinforcement Learning"; Salimans and Chen, 2018).

    The demonstration acts through the environment and sees only the screen, so this works on any
    device. Its actions count towards the budget of steps. An episode whose demonstration gets stuck
    begins at the usual start, and counts neither as a success nor as a failure; nor does one that a
    failing device ends.

    A share of the episodes, drawn from the environment's ``np_random``, rehearses: such an episode
    begins after any number of actions from the current one to all, and does not count either.
    Without rehearsal, an agent that has learnt to declare the end where everything is done tends to
    declare it everywhere.

    Put it around `RandomizeDevice` and `Stabilize`, and inside wrappers that have their own action
    space. For training only; evaluate without it.

    Info, at a reset and at the end of an episode: ``curriculum_start`` (int, number of actions
    taken before the agent's).

    Args:
        env: An environment of a task that has a demonstration.
        threshold: Share of successes that moves the start back, above 0, up to 1.
        window: Number of episodes for that share, 1 or more.
        rehearse: Share of episodes that begin later than necessary, from 0 to 1.

    Attributes:
        start: Maximum number of actions taken; None for all there are.

    Raises:
        OptionError: If an argument is wrong, or the wrapped environment has changed actions or a
            curriculum already.
        DemonstrationError: If the task has no demonstration.
    """

    def __init__(
        self,
        env: gym.Env[Any, Any],
        threshold: float = 0.8,
        window: int = 10,
        rehearse: float = 0.5,
    ) -> None:
        check_whole(1, 1_000_000, window=window)
        check_number("threshold", threshold, 0, 1)
        if threshold == 0:
            raise OptionError(f"threshold must be above 0 and up to 1, got {threshold!r}.")
        check_number("rehearse", rehearse, 0, 1)
        super().__init__(env, threshold=threshold, window=window, rehearse=rehearse)
        check_own_actions(env, type(self).__name__)
        check_inside(env, type(self).__name__, Curriculum)
        self._task = type(env.get_wrapper_attr("task"))
        demonstration(self._task)
        self._threshold = threshold
        self._rehearse = rehearse
        self._results: deque[bool] = deque(maxlen=window)
        self._longest = 0
        self._counts = False
        self._taken = 0
        self.start: int | None = None

    def begin_after(self, actions: int | None) -> None:
        """Set `start`, as when training is resumed.

        Raises:
            OptionError: If it is not a number from 0 on.
        """
        if actions is not None:
            check_whole(0, actions=actions)
        self.start = actions
        self._results.clear()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Reset and take the demonstration's first actions.

        Raises:
            DeviceError: If the device stays broken.
        """
        most = self.start
        rehearses = False
        for attempt in range(_ATTEMPTS):
            observation, info = self.env.reset(seed=seed, options=options)
            seed = None
            if attempt == 0 and most is not None and self.np_random.random() < self._rehearse:
                rehearses = True
                most = int(self.np_random.integers(most, max(most, self._longest) + 1))
            try:
                observation, info, taken, over = self._replay(observation, info, most)
            except DemonstrationError:
                most = 0
                continue
            if not over:
                break
            if "device_error" not in info:
                most = taken - 1  # the last of these actions ended the episode
        else:
            observation, info = self.env.reset(options=options)
            taken = 0
        self._counts = not rehearses and (taken > 0 or self.start == 0)
        self._longest = max(self._longest, taken)
        self._taken = taken
        return observation, {**info, "curriculum_start": taken}

    def _replay(
        self, observation: Any, info: dict[str, Any], most: int | None
    ) -> tuple[Any, dict[str, Any], int, bool]:
        """Take up to `most` actions of a demonstration; return how many, and if it ended there."""
        policy = demonstration(self._task)
        view = AgentView(self.device, self._task.observation_size)
        taken = 0
        while most is None or taken < most:
            decoded = Decoded.of(policy(view.look(info["goal"])))
            if decoded.declared:
                break
            observation, _, terminated, truncated, news = self.env.step(decoded)
            info = {**info, **news}
            taken += 1
            if terminated or truncated:
                return observation, info, taken, True
        return observation, info, taken, False

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Step, and move the start back if enough episodes succeeded."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        if terminated or truncated:
            info["curriculum_start"] = self._taken
            if self._counts and "device_error" not in info:
                self._note(bool(info["is_success"]))
        return observation, reward, terminated, truncated, info

    def _note(self, success: bool) -> None:
        self._counts = False
        self._results.append(success)
        full = len(self._results) == self._results.maxlen
        if self.start != 0 and full and sum(self._results) >= self._threshold * len(self._results):
            self.start = max(0, (self._longest if self.start is None else self.start) - 1)
            self._results.clear()
