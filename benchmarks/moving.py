"""Costs of steps while much of the screen moves: a map under a finger, a playing video."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import Any

import gymnasium as gym
import numpy as np

from android_gym.task_suite.android_world.video_files import make_video

__all__ = ["MAP_DRAGS", "map_steps", "video_ms"]

SIZE = (270, 600)
MAP_DRAGS = 9
"""Moves of the finger in one drag."""

_SHOW_MAP = "am start -n net.osmand/net.osmand.plus.activities.MapActivity; sleep 1"
_ZOOM_IN = "input tap 540 1200; input tap 540 1200; sleep 1"
_VIDEO = "/storage/emulated/0/Movies/moving.mp4"
_PLAY = (
    "am start -a android.intent.action.VIEW -n org.videolan.vlc/.StartActivity -t video/mp4 "
    f"-d file://{_VIDEO}; sleep 4"
)
_WORDS = 600
"""Frames of the video, ten per second, all different."""


def map_steps(drags: int = 40) -> tuple[float, float]:
    """Drag OsmAnd's map to and fro, with a step for each touch.

    Args:
        drags: Number of drags.

    Returns:
        Steps/s of processor time, by the median step; share of frames that changed.
    """
    env = _touched("OsmAndMarker", "; ".join((_SHOW_MAP, *3 * (_ZOOM_IN,))))
    taken, changed, before = [], 0, None
    for action in _drags(np.random.default_rng(0), drags):
        spent, seen = _step(env, action)
        taken.append(spent)
        changed += before is not None and not np.array_equal(seen, before)
        before = seen
    env.close()
    return 1.0 / statistics.median(taken), changed / len(taken)


def video_ms(frames: int = 100) -> tuple[float, float]:
    """Play a video of 320x240 pixels in VLC, and look at it.

    Args:
        frames: Number of steps to take.

    Returns:
        Median step, in milliseconds of processor time; share of frames that changed.
    """
    words = [str(number) for number in range(_WORDS)]
    video = make_video(words, 0.1, np.random.default_rng(0), frames_per_second=10)
    env = _touched("VlcCreatePlaylist", "true")
    device = env.get_wrapper_attr("device")
    device.push(_VIDEO, video)
    device.shell(_PLAY)
    lift = {"action_type": np.int64(1), "touch_position": np.full(2, 0.5, np.float32)}
    taken, changed, before = [], 0, None
    for _ in range(frames):
        spent, seen = _step(env, lift)
        taken.append(spent)
        changed += before is not None and not np.array_equal(seen, before)
        before = seen
    env.close()
    return 1e3 * statistics.median(taken), changed / len(taken)


def _touched(task: str, command: str) -> gym.Env[Any, Any]:
    env: gym.Env[Any, Any] = gym.make(
        f"AndroidWorld/{task}-v0",
        action_mode="touch",
        observation="pixels",
        observation_size=SIZE,
        max_steps=10**6,
    )
    env.reset(seed=0)
    env.get_wrapper_attr("device").shell(command)
    return env


def _step(env: gym.Env[Any, Any], action: dict[str, Any]) -> tuple[float, Any]:
    start = time.process_time()
    seen = env.step(action)[0]
    return time.process_time() - start, seen


def _drags(rng: np.random.Generator, drags: int) -> Iterator[dict[str, Any]]:
    """Yield touches of drags between places in the screen's middle half, there and back."""
    for _ in range(drags):
        start, end = rng.uniform(0.25, 0.75, (2, 2))
        for first, last in ((start, end), (end, start)):
            for part in np.linspace(0.0, 1.0, MAP_DRAGS):
                place = (first + (last - first) * part).astype(np.float32)
                yield {"action_type": np.int64(0), "touch_position": place}
            yield {"action_type": np.int64(1), "touch_position": last.astype(np.float32)}
