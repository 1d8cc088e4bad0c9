"""The others: android_env's FakeSimulator, and MiniWoB++ where it is installed."""

from __future__ import annotations

import importlib.util
import logging
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np

__all__ = ["fake_simulator", "miniwob", "miniwob_missing"]

Step = Callable[[], object]


@contextmanager
def fake_simulator(width: int, height: int) -> Iterator[Step]:
    """A random touch on android_env's FakeSimulator: random pixels, no phone behind them.

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
    """Return what has to be installed before MiniWoB++ can be measured; None when nothing."""
    if importlib.util.find_spec("miniwob") is None:
        return "the package miniwob (pip install 'android-gym[web]')"
    if not (shutil.which("chromium") or shutil.which("google-chrome")):
        return "Chromium (apt-get install chromium chromium-driver)"
    if not shutil.which("chromedriver"):
        return "its driver (apt-get install chromium-driver)"
    return None


@contextmanager
def miniwob(task: str = "click-test-2") -> Iterator[Step]:
    """A random click on MiniWoB++'s own Gymnasium environment in headless Chromium.

    Args:
        task: One of its tasks; episodes that end are reset, inside the measured time.

    Yields:
        A function that takes one step.
    """
    import gymnasium
    import miniwob
    from miniwob.action import ActionSpaceConfig, ActionTypes

    logging.getLogger().setLevel(logging.ERROR)  # it warns of every click that meets nothing
    gymnasium.register_envs(miniwob)
    env: gymnasium.Env[Any, Any] = gymnasium.make(
        f"miniwob/{task}-v1",
        action_space_config=ActionSpaceConfig(action_types=[ActionTypes.CLICK_COORDS]),
    )
    env.action_space.seed(0)

    def step() -> object:
        result = env.step(env.action_space.sample())
        if result[2] or result[3]:
            env.reset()
        return result

    try:
        env.reset(seed=0)
        yield step
    finally:
        env.close()
