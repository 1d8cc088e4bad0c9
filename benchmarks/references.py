"""The references: android_env's FakeSimulator, and MiniWoB++ if it is installed."""

from __future__ import annotations

import importlib.util
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

import numpy as np

if TYPE_CHECKING:
    import gymnasium as gym

__all__ = ["fake_simulator", "miniwob", "miniwob_env", "miniwob_missing"]

Step = Callable[[], object]


@contextmanager
def fake_simulator(width: int, height: int) -> Iterator[Step]:
    """Yield random touches on android_env's FakeSimulator: random pixels, no phone behind them.

    Args:
        width: Width of its screen in pixels.
        height: Height of its screen in pixels.

    Yields:
        A function that takes one step.
    """
    from android_env import loader
    from android_env.components import config_classes

    with tempfile.TemporaryDirectory() as folder:
        task = Path(folder) / "task.textproto"
        task.write_text('id: "benchmark"\n', encoding="utf-8")
        env = loader.load(
            config_classes.AndroidEnvConfig(
                task=config_classes.FilesystemTaskConfig(path=str(task)),
                simulator=config_classes.FakeSimulatorConfig(screen_dimensions=(height, width)),
            )
        )
        rng = np.random.default_rng(0)
        actions = cycle(
            {
                "action_type": np.array(rng.integers(3), dtype=np.int32),
                "touch_position": rng.random(2, dtype=np.float32),
            }
            for _ in range(1000)
        )

        def step() -> object:
            return env.step(next(actions))

        try:
            env.reset()
            yield step
        finally:
            env.close()


def miniwob_missing() -> str | None:
    """Return what has to be installed before MiniWoB++ can be measured; None if nothing."""
    from android_gym.simulator.web.engines import find_engine

    if importlib.util.find_spec("miniwob") is None:
        return "the package miniwob (pip install 'android-gym[web]')"
    if find_engine() is None:
        return "a Chromium (apt-get install chromium-headless-shell)"
    if not shutil.which("chromedriver"):
        return "its driver (apt-get install chromium-driver)"
    return None


@contextmanager
def miniwob_env(task: str, browser: str) -> Iterator[gym.Env[Any, Any]]:
    """Yield MiniWoB++'s own Gymnasium environment, which clicks in a headless browser.

    Args:
        task: One of its tasks.
        browser: The browser's executable.

    Yields:
        The environment.
    """
    import gymnasium
    import miniwob
    from miniwob.action import ActionSpaceConfig, ActionTypes

    logging.getLogger().setLevel(logging.ERROR)  # it warns about every click that hits nothing
    gymnasium.register_envs(miniwob)
    programs = {
        "MINIWOB_CHROME_BINARY": browser,
        "MINIWOB_CHROMEDRIVER": shutil.which("chromedriver") or "",
    }
    with mock.patch.dict(os.environ, programs):
        env: gymnasium.Env[Any, Any] = gymnasium.make(
            f"miniwob/{task}-v1",
            action_space_config=ActionSpaceConfig(action_types=[ActionTypes.CLICK_COORDS]),
        )
        try:
            env.reset(seed=0)
            yield env
        finally:
            env.close()


@contextmanager
def miniwob(task: str = "click-test-2") -> Iterator[Step]:
    """Yield random clicks on MiniWoB++'s own Gymnasium environment in headless Chromium.

    Args:
        task: One of its tasks; ended episodes are reset within the measured time.

    Yields:
        A function that takes one step.
    """
    from android_gym.simulator.web.engines import require_engine

    with miniwob_env(task, require_engine().path) as env:
        env.action_space.seed(0)

        def step() -> object:
            result = env.step(env.action_space.sample())
            if result[2] or result[3]:
                env.reset()
            return result

        yield step
