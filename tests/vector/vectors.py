"""Vector environments for tests, and comparisons of what they give."""

from __future__ import annotations

import multiprocessing
import time
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode

import android_gym  # noqa: F401  (registers the ids)
from android_gym.vector import AndroidVectorEnv

WIFI = "AndroidWorld/SystemWifiTurnOff-v0"
BLUETOOTH = "AndroidWorld/SystemBluetoothTurnOff-v0"
EXPENSE = "AndroidWorld/ExpenseAddSingle-v0"
SMALL: dict[str, Any] = {"observation_size": (54, 120), "max_elements": 20}
MODES = list(AutoresetMode)


def make(env_id: str = WIFI, **options: Any) -> AndroidVectorEnv:
    options = {"num_envs": 3, "num_workers": 2, "context": "forkserver", **SMALL, **options}
    envs = gym.make_vec(env_id, vectorization_mode="vector_entry_point", **options)
    assert isinstance(envs, AndroidVectorEnv)
    envs.action_space.seed(0)
    return envs


def same(one: Any, other: Any, where: str = "") -> None:
    """Both hold the same, to the byte and the type."""
    if isinstance(one, dict):
        assert one.keys() == other.keys(), where
        for key in one:
            same(one[key], other[key], f"{where}.{key}")
    elif isinstance(one, np.ndarray) and one.dtype != object:
        assert (one.dtype, one.shape) == (other.dtype, other.shape), where
        assert one.tobytes() == other.tobytes(), where
    elif isinstance(one, list | tuple | np.ndarray):
        assert len(one) == len(other), where
        for index, (part, its) in enumerate(zip(one, other, strict=True)):
            same(part, its, f"{where}[{index}]")
    else:
        assert type(one) is type(other) and one == other, where


def row(batch: Any, index: int) -> Any:
    """One environment's part of a batch."""
    if isinstance(batch, dict):
        return {key: row(value, index) for key, value in batch.items()}
    return batch[index]


def unbatched(infos: dict[str, Any], index: int) -> dict[str, Any]:
    """One environment's info, taken back out of the batch."""
    found = {}
    for key, value in infos.items():
        if key.startswith("_") or not infos[f"_{key}"][index]:
            continue
        part = unbatched(value, index) if isinstance(value, dict) else value[index]
        found[key] = part.item() if isinstance(part, np.generic) else part
    return found


def workers() -> list[Any]:
    """The processes of the environments that are open, in their order."""
    return sorted(
        (p for p in multiprocessing.active_children() if p.name.startswith("AndroidVectorEnv")),
        key=lambda process: process.name,
    )


def await_true(condition: Any, seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "It did not come true."
        time.sleep(0.02)
