"""Plays demonstrations on environments, recording what they do."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import gymnasium as gym
import numpy as np

from android_gym.actions import KEYS, Gesture, encode_text
from android_gym.devices.device import Device
from android_gym.errors import DemonstrationError
from android_gym.task_suite.demonstrations import Action, Observation, demonstration

__all__ = ["Episode", "encode", "play"]


@dataclass
class Episode:
    """What came of playing a demonstration.

    Attributes:
        goal: The instruction.
        params: The task's parameters.
        actions: The environment's actions, in order.
        reward: Sum of the rewards.
        terminated: Whether the episode came to its end, rather than the budget to its own.
        seconds: Time spent in `env.step`.
    """

    goal: str
    params: dict[str, Any]
    actions: list[Any] = field(default_factory=list)
    reward: float = 0.0
    terminated: bool = False
    seconds: float = 0.0


def encode(action: Action, size: tuple[int, int], text_length: int = 256) -> dict[str, Any]:
    """Turns a demonstration's action into one of the action mode ``"gesture"``.

    Args:
        action: As `android_gym.task_suite.demonstrations.script` describes them.
        size: (width, height) of the screen in pixels.
        text_length: Bytes of the space's ``text``.

    Raises:
        DemonstrationError: If the mode has no such action.
    """
    kind, key, text = action["type"].upper(), action.get("key", KEYS[0]), action.get("text", "")
    if kind not in Gesture.__members__ or key not in KEYS or len(text.encode()) > text_length:
        raise DemonstrationError(f"The gesture mode has no action {action!r}.")
    start = np.array((action.get("x", 0), action.get("y", 0)), np.float32)
    end = np.array((action.get("to_x", 0), action.get("to_y", 0)), np.float32)
    # To the middle of the pixel: rounding must not move a touch to the neighbour.
    return {
        "action_type": np.int64(Gesture[kind]),
        "touch_position": ((np.floor(start) + 0.5) / size).astype(np.float32),
        "end_position": ((np.floor(end) + 0.5) / size).astype(np.float32),
        "key": np.int64(KEYS.index(key)),
        "text": encode_text(text, text_length),
    }


def play(
    env: gym.Env[Any, Any],
    seed: int | None = None,
    on_goal: Callable[[str], object] | None = None,
    on_action: Callable[[Any], object] | None = None,
) -> Episode:
    """Plays the demonstration of an environment's task for one episode.

    The demonstration sees the goal and the elements of the screen, nothing else.

    Args:
        env: An environment in action mode ``"gesture"``.
        seed: Of the episode.
        on_goal: Called with the goal when the episode begins.
        on_action: Called with each of the environment's actions before it is taken.

    Raises:
        DemonstrationError: If there is no demonstration, or it is stuck.
    """
    policy = demonstration(type(env.get_wrapper_attr("task")))
    _, info = env.reset(seed=seed)
    if on_goal is not None:
        on_goal(info["goal"])
    device: Device = env.get_wrapper_attr("device")
    episode = Episode(info["goal"], info["params"])
    over = False
    while not over:
        size = device.size
        seen = Observation(info["goal"], tuple(device.ui_elements()), *size)
        action = encode(policy(seen), size, env.action_space["text"].shape[0])  # type: ignore[index]
        if on_action is not None:
            on_action(action)
        start = time.perf_counter()
        _, reward, episode.terminated, truncated, _ = env.step(action)
        episode.seconds += time.perf_counter() - start
        episode.actions.append(action)
        episode.reward += float(reward)
        over = episode.terminated or truncated
    return episode
