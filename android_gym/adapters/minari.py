"""Data sets of Minari (Farama's offline format) from played episodes.

Needs the package ``minari`` with ``pyarrow`` (``pip install "android-gym[minari]"``), but not its
group ``create``, which brings in JAX.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import gymnasium as gym
import numpy as np

from android_gym.actions.stored import stored_action
from android_gym.errors import DependencyError, DeviceError, OptionError
from android_gym.evaluation.policies import Policy

if TYPE_CHECKING:
    from minari import MinariDataset
    from minari.data_collector import EpisodeBuffer

__all__ = ["Recording", "create_dataset", "record"]


class Recording(list["EpisodeBuffer"]):
    """The episodes that were played to their end.

    Attributes:
        failures: What was wrong with the device, by the seed of each episode that it cut short.
            These episodes are left out.
    """

    def __init__(self) -> None:
        super().__init__()
        self.failures: dict[int, str] = {}


def record(env: gym.Env[Any, Any], policy: Policy, seeds: Sequence[int]) -> Recording:
    """Play a policy, one episode per seed, and record its observations and actions.

    Args:
        env: The environment; its actions are those of its action space.
        policy: The policy; prepared for `env`.
        seeds: Seeds of the resets and of the policy.

    Returns:
        A list of Minari's buffers. An episode whose device failed is not among them; its seed is in
        ``failures``, and a warning says so.

    Raises:
        DependencyError: If ``minari`` is missing.
        OptionError: If the policy gives an action that is not in the action space.
        ActionError: If it gives JSON that is longer than the action space's arrays.
    """
    try:
        from minari.data_collector import EpisodeBuffer
    except ImportError as error:
        raise DependencyError(
            'This needs the package minari: run `pip install "android-gym[minari]"`.'
        ) from error
    recording = Recording()
    for seed in seeds:
        try:
            parts = _play(env, policy, seed)
        except DeviceError as error:
            recording.failures[int(seed)] = str(error)
            gym.logger.warn(f"The episode of seed {seed} is left out: {error}")
        else:
            recording.append(EpisodeBuffer(id=len(recording), seed=seed, **parts))
    return recording


def _play(env: gym.Env[Any, Any], policy: Policy, seed: int) -> dict[str, Any]:
    """Play an episode, and return a buffer's parts.

    Raises:
        DeviceError: If the device fails.
    """
    observation, info = env.reset(seed=seed)
    policy.reset(str(info["goal"]), seed)
    seen, done = [observation], []
    rewards, terminations, truncations = [], [], []
    over = False
    while not over:
        action = policy.act(observation, info)
        if not env.action_space.contains(action):
            raise OptionError(f"{action!r:.200} is not in the action space {env.action_space}.")
        stored = stored_action(env.action_space, action)
        observation, reward, terminated, truncated, info = env.step(action)
        if "device_error" in info:
            raise DeviceError(info["device_error"])
        seen.append(observation)
        done.append(stored)
        rewards.append(float(reward))
        terminations.append(bool(terminated))
        truncations.append(bool(truncated))
        over = terminated or truncated
    return {
        "observations": _together(seen),
        "actions": _together(done),
        "rewards": rewards,
        "terminations": terminations,
        "truncations": truncations,
    }


def create_dataset(
    dataset_id: str, env: gym.Env[Any, Any], buffers: Sequence[EpisodeBuffer], **about: Any
) -> MinariDataset:
    """Write episodes as a Minari data set, without any loss.

    By default Minari would store arrays that look like pictures as JPEG, including the texts of
    ``ui_text``.

    Args:
        dataset_id: An id such as ``"android/wifi-off/demonstration-v0"``.
        env: The environment of the episodes.
        buffers: Episodes returned by `record`.
        about: Further arguments of `minari.create_dataset_from_buffers`.

    Raises:
        DependencyError: If ``minari`` is missing.
    """
    try:
        import minari
    except ImportError as error:
        raise DependencyError(
            'This needs the package minari: run `pip install "android-gym[minari]"`.'
        ) from error
    given = {"data_format": "parquet", "jpeg_encoding": False, "eval_env": env} | about
    return minari.create_dataset_from_buffers(dataset_id, list(buffers), env=env, **given)


def _together(values: Sequence[Any]) -> Any:
    """Return the values of all steps in Minari's form: a list at each leaf of a dict."""
    if isinstance(values[0], dict):
        return {name: _together([value[name] for value in values]) for name in values[0]}
    if isinstance(values[0], tuple):
        return tuple(_together(column) for column in zip(*values, strict=True))
    return [np.asarray(value) for value in values]
