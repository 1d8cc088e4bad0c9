"""Costs of steps that open screens, in processor time, by the parts of a step."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import gymnasium as gym

from android_gym.testing.demonstrations import play
from android_gym.wrappers import ElementActions

__all__ = ["PARTS", "element_steps", "replay_parts"]

PARTS = {"_act": "act", "_look_at": "look", "_ask_success": "judge"}
"""Methods of `AndroidTaskEnv` that a step is made of, with what they are called here."""


def element_steps(env_id: str, steps: int = 150, rounds: int = 5) -> float:
    """Take random actions of `ElementActions` that can be done now, resets not counted.

    Args:
        env_id: The task.
        steps: Steps of a round; each round takes the same.
        rounds: Rounds, of which the quickest counts: apps are imported in the first.

    Returns:
        Steps per second of processor time.
    """
    env = ElementActions(gym.make(env_id, observation=("ui_elements",)))
    best = float("inf")
    for _ in range(rounds):
        env.action_space.seed(0)
        _, info = env.reset(seed=0)
        spent = 0.0
        for step in range(steps):
            action = env.action_space.sample(info["action_mask"])
            start = time.process_time()
            _, _, terminated, truncated, info = env.step(action)
            spent += time.process_time() - start
            if terminated or truncated:
                _, info = env.reset(seed=step)
        best = min(best, spent)
    env.close()
    return steps / best


def replay_parts(
    env_id: str, size: tuple[int, int], seeds: int = 3, rounds: int = 5
) -> dict[str, float]:
    """Replay demonstrations, and tell how long each part of a step takes.

    Args:
        env_id: The task.
        size: (width, height) of the screenshots.
        seeds: Demonstrations.
        rounds: How often each is replayed; the first time, when apps are imported, does not count.

    Returns:
        Milliseconds of processor time a step: of each of `PARTS`, of "rest", and of the "step".
    """
    env = gym.make(env_id, observation_size=size)
    episodes = [play(env, seed).actions for seed in range(seeds)]
    spent = dict.fromkeys([*PARTS.values(), "step"], 0.0)
    counting = False  # what a reset looks at is no step's

    def timed(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **kwargs: Any) -> Any:
            start = time.process_time()
            try:
                return method(*args, **kwargs)
            finally:
                spent[name] += (time.process_time() - start) * counting

        return run

    inner: Any = env.unwrapped
    for method, name in PARTS.items():
        setattr(inner, method, timed(name, getattr(inner, method)))
    steps = 0
    for turn in range(rounds + 1):
        for seed, actions in enumerate(episodes):
            env.reset(seed=seed)
            for action in actions:
                counting = turn > 0
                _, _, terminated, truncated, _ = timed("step", env.step)(action)
                steps += counting
                if terminated or truncated:
                    break
            counting = False
    env.close()
    rest = spent["step"] - sum(spent[name] for name in PARTS.values())
    return {name: 1e3 * value / steps for name, value in {**spent, "rest": rest}.items()}
