"""Playing of demonstrations on environments, with a record of their actions."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import gymnasium as gym

from android_gym.actions import Decoded, Gesture, GestureMode
from android_gym.agent_view import AgentView
from android_gym.devices.device import Device
from android_gym.events import Wait
from android_gym.task_suite.demonstrations import demonstration

__all__ = ["Episode", "play"]


@dataclass
class Episode:
    """Result of playing a demonstration.

    Attributes:
        goal: The instruction.
        params: The task's parameters.
        actions: The environment's actions, in order.
        reward: Sum of the rewards.
        terminated: Whether the episode terminated before its budget was spent.
        seconds: Time spent in `env.step`.
    """

    goal: str
    params: dict[str, Any]
    actions: list[Any] = field(default_factory=list)
    reward: float = 0.0
    terminated: bool = False
    seconds: float = 0.0


def play(
    env: gym.Env[Any, Any],
    seed: int | None = None,
    *,
    options: dict[str, Any] | None = None,
    other_way: bool = False,
    on_goal: Callable[[str], object] | None = None,
    on_action: Callable[[Decoded], object] | None = None,
) -> Episode:
    """Play the demonstration of an environment's task for one episode.

    The demonstration sees what the default observation carries, see
    `android_gym.agent_view.AgentView`, whatever this environment observes.

    Args:
        env: An environment in action mode ``"gesture"``.
        seed: Seed of the episode.
        options: Options of the reset.
        other_way: Whether to play the task's second way.
        on_goal: Called with the goal when the episode begins.
        on_action: Called with the meaning of each action before it is taken.

    Raises:
        DemonstrationError: If there is no demonstration, or it is stuck.
    """
    policy = demonstration(type(env.get_wrapper_attr("task")), other_way=other_way)
    _, info = env.reset(seed=seed, options=options)
    if on_goal is not None:
        on_goal(info["goal"])
    device: Device = env.get_wrapper_attr("device")
    view = AgentView(device, env.get_wrapper_attr("task").observation_size)
    mode: GestureMode = env.get_wrapper_attr("action_mode")
    episode = Episode(info["goal"], info["params"])
    over = False
    while not over:
        decoded = Decoded.of(policy(view.look(info["goal"])))
        if on_action is not None:
            on_action(decoded)
        if decoded.declared and decoded.answer is None and Gesture.DECLARE not in mode.types:
            # Success ends the episode by itself; it is checked once more.
            decoded, over = Decoded((Wait(1000),)), True
        # API calls are not gestures, but the environment also accepts an action's meaning.
        action = decoded if decoded.call is not None else mode.encode(decoded, device.size)
        start = time.perf_counter()
        _, reward, episode.terminated, truncated, _ = env.step(action)
        episode.seconds += time.perf_counter() - start
        episode.actions.append(action)
        episode.reward += float(reward)
        over = over or episode.terminated or truncated
    return episode
