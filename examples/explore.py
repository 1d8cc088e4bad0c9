"""Episodes that solve a task, found by random actions and the reward alone.

This follows Ecoffet et al., First return, then explore (2021): random actions search for a reward;
the actions that led to it are shortened and played on other looks of the device; the policy learns
from that. After each reset with the same seed the phone behaves the same, so a solution can be
repeated. No demonstration is used.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from pixels import Played, Steps, pixel_env, record, steps_of

from android_gym.errors import DemonstrationError

EXPLORATION_SEED = 450_000
"""First seed of the search's episodes, which neither training nor tests use."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that determine the episodes to clone."""
    add = parser.add_argument
    add(
        "--demonstrations",
        type=_count,
        default=300,
        help="number of episodes to clone, 0 for none",
    )
    add(
        "--pretraining",
        type=_count,
        default=300,
        help="number of batches of these episodes to train on before the agent acts",
    )
    add(
        "--curriculum",
        action="store_true",
        help="start episodes near the end of a demonstration, then ever earlier",
    )
    add(
        "--explore",
        type=_count,
        default=0,
        help="number of random steps that search for solutions to clone instead of demonstrations, "
        "0 to clone demonstrations",
    )


def _count(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to 999999999")
    return int(text)


def settings(args: Any) -> dict[str, Any]:
    """Return the same settings for ``result.json``."""
    return {
        "curriculum": args.curriculum,
        "demonstrations": 0 if args.explore else args.demonstrations,
        "explored_steps": args.explore,
        "pretraining": args.pretraining,
    }


def steps_to_clone(args: Any, seed: int, n_steps: int, gamma: float) -> Steps | None:
    """Return steps of demonstrations, or of found episodes; None if neither is wanted.

    Args:
        args: The example's arguments.
        seed: Number of the training run.
        n_steps: Steps of a return.
        gamma: Discount of a step.

    Raises:
        DemonstrationError: If there are none.
    """
    if args.explore:
        if not args.demonstrations:
            raise DemonstrationError("--explore needs --demonstrations: how many to clone.")
        found = explore(args.task, args.explore, args.demonstrations, seed)
        return steps_of(found, n_steps, gamma)
    if args.demonstrations:
        return record(args.task, args.demonstrations, seed, n_steps, gamma)
    return None


def explore(task: str, steps: int, episodes: int, seed: int) -> list[Played]:
    """Search for solutions; play them on other looks and keep those that earn the reward there.

    The search ends an episode when the task is solved. Kept episodes declare their end.

    Args:
        task: Name of one of AndroidWorld's tasks.
        steps: Random steps of the search.
        episodes: Maximum number to keep.
        seed: Number of the training run; each has other episodes.

    Raises:
        DemonstrationError: If no solution earns the reward again.
    """
    first = EXPLORATION_SEED + 1000 * seed
    env = pixel_env(task, termination="success")
    found = []
    for start, actions in _search(env, steps, first):
        short = _shorten(env, start, actions)
        print(f"found in {len(actions)} actions, of which {len(short)} are needed")
        found.append(short)
    env.close()
    env = pixel_env(task)
    ends = int(env.action_space.n) - 1  # the last action declares the end
    played = []
    for number in range(episodes if found else 0):
        episode = play(env, first + number, [*found[number % len(found)], ends])
        played += [episode] if sum(episode[2]) == 1.0 else []
    env.close()
    if not played:
        raise DemonstrationError(
            f"{steps} random steps found no solution of {task} that earns its reward again. "
            "Give --explore more steps, or another task."
        )
    print(f"{len(found)} solutions earned the reward on {len(played)} of {episodes} looks")
    return played


def _search(env: gym.Env, steps: int, seed: int) -> list[tuple[int, list[int]]]:
    """Act at random; return the seeds and actions of episodes that were solved."""
    rng = np.random.default_rng(seed)
    found, taken = [], 0
    while taken < steps:
        env.reset(seed=seed)
        actions, over = list[int](), False
        while not over:
            actions.append(int(rng.integers(env.action_space.n)))
            _, _, terminated, truncated, info = env.step(actions[-1])
            over = terminated or truncated
        found += [(seed, actions)] if info["is_success"] else []
        taken += len(actions)
        seed += 1
    return found


def _shorten(env: gym.Env, seed: int, actions: Sequence[int]) -> list[int]:
    """Remove, from the last to the first, each action without which the task is still solved."""
    kept = list(actions)
    for index in reversed(range(len(actions))):
        without = kept[:index] + kept[index + 1 :]
        if sum(play(env, seed, without)[2]) == 1.0:
            kept = without
    return kept


def play(env: gym.Env, seed: int, actions: Sequence[int]) -> Played:
    """Play actions until the episode or the actions end."""
    seen, rewards = [env.reset(seed=seed)[0]], list[float]()
    for action in actions:
        observation, reward, terminated, truncated, _ = env.step(action)
        seen.append(observation)
        rewards.append(float(reward))
        if terminated or truncated:
            break
    return seen, list(actions[: len(rewards)]), rewards
