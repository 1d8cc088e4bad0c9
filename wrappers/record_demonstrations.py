"""RecordDemonstrations: episodes become files to learn from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from android_gym.errors import OptionError

__all__ = ["RecordDemonstrations", "load_episode"]

VERSION = 1
"""Of the files' format; moves when an old file can't be read as a new one."""


class RecordDemonstrations(gym.Wrapper[Any, Any, Any, Any], gym.utils.RecordConstructorArgs):
    """Writes every episode that ends to a compressed ``.npz`` file.

    An episode of T steps becomes ``episode_000000.npz`` (the next free number) with the arrays

    * ``observations`` or, of a ``Dict``, ``observations/<key>``: T + 1 observations;
    * ``actions`` or, of a ``Dict``, ``actions/<key>``: T actions;
    * ``rewards``: float64 (T,); ``terminated`` and ``truncated``: bool (T,);
    * ``metadata``: a JSON text with ``version``, ``env_id``, ``goal``, ``task``, ``params``,
      ``seed``, ``return`` and ``is_success``.

    `load_episode` reads it; nothing in it is pickled. Episodes that are abandoned by a reset, or
    that a failing device ended, are not written. A file that is there is never overwritten.

    Args:
        env: An environment whose observations and actions are arrays or flat ``Dict`` of them.
        folder: Where to write; made if it isn't there.
        only_successful: Whether to leave out episodes whose task wasn't solved.

    Raises:
        OptionError: If a space is something else, or `folder` is a file.
    """

    def __init__(self, env: gym.Env[Any, Any], folder: str, only_successful: bool = True) -> None:
        gym.utils.RecordConstructorArgs.__init__(
            self, folder=str(folder), only_successful=only_successful
        )
        gym.Wrapper.__init__(self, env)
        for space in (env.observation_space, env.action_space):
            parts = list(space.values()) if isinstance(space, spaces.Dict) else [space]
            if any(part.shape is None for part in parts):
                raise OptionError(f"RecordDemonstrations can't store elements of {space}.")
        self._folder = Path(folder)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OptionError(f"folder must be one to write to, got {folder!r}: {error}") from error
        self._only_successful = only_successful
        self._observations: list[Any] = []
        self._actions: list[Any] = []
        self._outcomes: list[tuple[float, bool, bool]] = []
        self._start: dict[str, Any] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Resets and begins another recording."""
        observation, info = self.env.reset(seed=seed, options=options)
        self._observations = [_copy(observation)]
        self._actions, self._outcomes = [], []
        self._start = {name: info.get(name) for name in ("goal", "task", "params")}
        self._start["seed"] = seed
        return observation, info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Steps and records; writes where the episode ends."""
        self._actions.append(_copy(action))
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._observations.append(_copy(observation))
        self._outcomes.append((float(reward), bool(terminated), bool(truncated)))
        if terminated or truncated:
            success = bool(info.get("is_success"))
            if "device_error" not in info and (success or not self._only_successful):
                info["recorded"] = str(self._write(success))
        return observation, reward, terminated, truncated, info

    def _write(self, success: bool) -> Path:
        rewards, terminated, truncated = zip(*self._outcomes, strict=True)
        metadata = self._start | {
            "version": VERSION,
            "env_id": self.spec.id if self.spec is not None else None,
            "return": sum(rewards),
            "is_success": success,
        }
        arrays: dict[str, Any] = {
            **_stack("observations", self._observations),
            **_stack("actions", self._actions),
            "rewards": np.array(rewards),
            "terminated": np.array(terminated),
            "truncated": np.array(truncated),
            "metadata": np.array(json.dumps(metadata)),
        }
        number = len(list(self._folder.glob("episode_*.npz")))
        while True:
            path = self._folder / f"episode_{number:06}.npz"
            try:
                with path.open("xb") as file:  # several environments may share the folder
                    np.savez_compressed(file, **arrays)
                return path
            except FileExistsError:
                number += 1


def load_episode(path: str | Path) -> dict[str, Any]:
    """Reads an episode.

    Returns:
        The arrays by name, as in `RecordDemonstrations`, and ``metadata`` as a dict.

    Raises:
        OptionError: If the file is none, or of another version.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            episode: dict[str, Any] = dict(file)
        episode["metadata"] = json.loads(str(episode["metadata"]))
        version = episode["metadata"]["version"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise OptionError(f"{path} is no recorded episode: {error}") from error
    if version != VERSION:
        raise OptionError(f"{path} is of version {version}; this release reads {VERSION}.")
    return episode


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: np.array(part) for name, part in value.items()}
    return np.array(value)


def _stack(name: str, values: list[Any]) -> dict[str, np.ndarray]:
    if isinstance(values[0], dict):
        return {f"{name}/{key}": np.stack([value[key] for value in values]) for key in values[0]}
    return {name: np.stack(values)}
