"""PixelsOnly: observes one image, with the size, colours and number of frames a learner wants."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from android_gym.checks import check_flag, check_size, check_whole
from android_gym.wrappers.base import pixels_space

__all__ = ["FrameStack", "PixelsOnly"]


class FrameStack:
    """A stack of the last frames along the channels, scaled, latest last.

    Args:
        space: Space of the frames, uint8 (height, width, channels).
        size: (width, height) of the result; None for that of the frames.
        grayscale: Whether to convert the three channels to one.
        stack: Number of frames; at the start of an episode all are its first one.

    Attributes:
        space: Space of the stacks, uint8 (height, width, channels * stack).

    Raises:
        OptionError: If an argument is wrong.
    """

    def __init__(
        self, space: spaces.Box, size: Sequence[int] | None, grayscale: bool, stack: int
    ) -> None:
        check_whole(stack=stack)
        height, width, channels = space.shape
        if size is not None:
            width, height = check_size("size", size)
        self._resize = (width, height) if (height, width) != space.shape[:2] else None
        self._grayscale = grayscale and channels == 3
        self._frames: deque[np.ndarray] = deque(maxlen=stack)
        self._stack = stack
        depth = (1 if self._grayscale else channels) * stack
        self.space = spaces.Box(0, 255, (height, width, depth), np.uint8)

    def reset(self, frame: np.ndarray) -> np.ndarray:
        """Return the stack at the start of an episode."""
        self._frames.clear()
        frame = self._prepare(frame)
        self._frames.extend([frame] * self._stack)
        return self._join()

    def add(self, frame: np.ndarray) -> np.ndarray:
        """Add a frame and return the stack."""
        self._frames.append(self._prepare(frame))
        return self._join()

    def _prepare(self, frame: np.ndarray) -> np.ndarray:
        if self._grayscale or self._resize is not None:
            import cv2

            if self._grayscale:
                frame = cv2.cvtColor(frame, cv2.COLOR_RGB2GRAY)
            if self._resize is not None:
                frame = cv2.resize(frame, self._resize, interpolation=cv2.INTER_AREA)
        return frame.reshape(*frame.shape[:2], -1)

    def _join(self) -> np.ndarray:
        return np.concatenate(list(self._frames), axis=2)


class PixelsOnly(gym.Wrapper[Any, Any, Any, Any], gym.utils.RecordConstructorArgs):
    """A wrapper that observes only one image, as convolutional policies take it.

    Observation: ``Box(0, 255, (height, width, channels * stack), uint8)``, the last `stack` frames,
    latest last, channels last. The goal is in the info only, so this suits tasks without
    parameters.

    Args:
        env: An environment that observes pixels, alone or among others.
        size: (width, height); by default that of the environment's pixels, which is the cheapest,
            as the phone itself paints at that size. Scaled by averaging areas.
        grayscale: Whether to convert the three channels to one (ITU-R BT.601's weights).
        stack: Number of frames.

    Raises:
        OptionError: If there are no pixels or an argument is wrong.
    """

    def __init__(
        self,
        env: gym.Env[Any, Any],
        size: Sequence[int] | None = None,
        grayscale: bool = False,
        stack: int = 1,
    ) -> None:
        size = None if size is None else list(check_size("size", size))
        check_flag(grayscale=grayscale)
        check_whole(1, 1000, stack=stack)
        gym.utils.RecordConstructorArgs.__init__(self, size=size, grayscale=grayscale, stack=stack)
        gym.Wrapper.__init__(self, env)
        self._frames = FrameStack(pixels_space(env), size, grayscale, stack)
        self.observation_space = self._frames.space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Reset; the stack holds only the first frame."""
        observation, info = self.env.reset(seed=seed, options=options)
        return self._frames.reset(_pixels(observation)), info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Step, and stack the frames."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        return self._frames.add(_pixels(observation)), reward, terminated, truncated, info


def _pixels(observation: Any) -> Any:
    return observation["pixels"] if isinstance(observation, dict) else observation
