"""Costs of steps that open screens, in processor time, by the parts of a step."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import gymnasium as gym

from android_gym.testing.demonstrations import play
from android_gym.wrappers import ElementActions

__all__ = ["PARTS", "element_steps", "new_seed_ms", "replay_parts"]

_P = ParamSpec("_P")
_T = TypeVar("_T")

PARTS = {"_act": "act", "_look_at": "look", "_ask_success": "judge"}
"""Methods of `AndroidTaskEnv` that make up a step, with their names here."""


def element_steps(env_id: str, steps: int = 150, rounds: int = 8) -> dict[str, float]:
    """Take random valid actions of `ElementActions`, not counting resets.

    Each round takes the same steps, and the fastest time of each step counts, so that other
    programs on the machine and imports of apps in the first round have no effect.

    Args:
        env_id: The task.
        steps: Steps of a round.
        rounds: Number of rounds.

    Returns:
        Milliseconds of processor time per step: for each of `PARTS`, for the "rest", and for the
            whole "step".
    """
    env = ElementActions(gym.make(env_id, observation=("ui_elements",)))
    spent = dict.fromkeys([*PARTS.values(), "step"], 0.0)
    _time_parts(env, spent)
    step_of = _timed(spent, "step", env.step)
    best: list[dict[str, float]] = []
    for turn in range(rounds):
        env.action_space.seed(0)
        _, info = env.reset(seed=0)
        for step in range(steps):
            action = env.action_space.sample(info["action_mask"])
            spent.update(dict.fromkeys(spent, 0.0))
            _, _, terminated, truncated, info = step_of(action)
            if not turn:
                best.append(dict(spent))
            elif spent["step"] < best[step]["step"]:
                best[step] = dict(spent)
            if terminated or truncated:
                _, info = env.reset(seed=step)
    env.close()
    return _a_step({name: sum(each[name] for each in best) for name in spent}, steps)


def new_seed_ms(env_id: str, known: int = 100, episodes: int = 80, steps: int = 30) -> float:
    """Take random actions of `ElementActions` in episodes of seeds that were not there before.

    Args:
        env_id: The task.
        known: Episodes before those that count; after the first one the garbage collector is
            told to leave out what is there, as workers of a vector environment tell it.
        episodes: Episodes that count.
        steps: Most steps of an episode.

    Returns:
        Milliseconds of processor time a step, resets not counted.
    """
    env = ElementActions(gym.make(env_id, observation=("ui_elements",)))
    env.action_space.seed(0)
    spent = {"step": 0.0}
    step_of = _timed(spent, "step", env.step)
    taken = 0
    for episode in range(known + episodes):
        _, info = env.reset(seed=episode)
        if episode == 0:
            gc.collect()
            gc.freeze()
        if episode == known:
            spent["step"], taken = 0.0, 0
        for _ in range(steps):
            _, _, terminated, truncated, info = step_of(
                env.action_space.sample(info["action_mask"])
            )
            taken += 1
            if terminated or truncated:
                break
    gc.unfreeze()
    env.close()
    return 1e3 * spent["step"] / taken


def replay_parts(
    env_id: str, size: tuple[int, int], seeds: int = 3, rounds: int = 5
) -> dict[str, float]:
    """Replay demonstrations, and return how long each part of a step takes.

    Args:
        env_id: The task.
        size: (width, height) of the screenshots.
        seeds: Number of demonstrations.
        rounds: How often each is replayed; the first time, when apps are imported, does not count.

    Returns:
        Milliseconds of processor time per step: for each of `PARTS`, for the "rest", and for the
            whole "step".
    """
    env = gym.make(env_id, observation_size=size)
    episodes = [play(env, seed).actions for seed in range(seeds)]
    spent = dict.fromkeys([*PARTS.values(), "step"], 0.0)
    _time_parts(env, spent)
    step_of = _timed(spent, "step", env.step)
    total = dict.fromkeys(spent, 0.0)
    steps = 0
    for turn in range(rounds + 1):
        for seed, actions in enumerate(episodes):
            env.reset(seed=seed)
            spent.update(dict.fromkeys(spent, 0.0))  # a reset's look is not part of a step
            for action in actions:
                _, _, terminated, truncated, _ = step_of(action)
                steps += turn > 0
                if terminated or truncated:
                    break
            if turn:
                total = {name: value + spent[name] for name, value in total.items()}
    env.close()
    return _a_step(total, steps)


def _timed(spent: dict[str, float], name: str, method: Callable[_P, _T]) -> Callable[_P, _T]:
    """Return a method that adds its processor time to `spent`."""

    def run(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        start = time.process_time()
        try:
            return method(*args, **kwargs)
        finally:
            spent[name] += time.process_time() - start

    return run


def _time_parts(env: gym.Env[Any, Any], spent: dict[str, float]) -> None:
    """Make the parts of an environment's step add their time to `spent`."""
    inner = env.unwrapped
    for method, name in PARTS.items():
        setattr(inner, method, _timed(spent, name, getattr(inner, method)))


def _a_step(seconds: dict[str, float], steps: int) -> dict[str, float]:
    rest = seconds["step"] - sum(seconds[name] for name in PARTS.values())
    return {name: 1e3 * value / steps for name, value in {**seconds, "rest": rest}.items()}
