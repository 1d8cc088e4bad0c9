"""FlattenForTraining: observes a flat Dict in which texts are token ids."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from android_gym.checks import check_flag, check_size, check_whole
from android_gym.errors import OptionError
from android_gym.observations import decode_text
from android_gym.wrappers.base import pixels_space
from android_gym.wrappers.pixels_only import FrameStack

__all__ = ["FlattenForTraining", "tokenize"]

_LEFT_OUT = "ui_strings"
_TOKEN = re.compile(r"[^\W_]+|[^\w\s]|_")


@lru_cache(maxsize=65_536)
def _token_ids(data: bytes, length: int, vocabulary: int) -> tuple[int, ...]:
    words = _TOKEN.findall(decode_text(np.frombuffer(data, np.uint8)).lower())[:length]
    ids = [1 + zlib.crc32(word.encode()) % (vocabulary - 1) for word in words]
    return (*ids, *[0] * (length - len(ids)))


def tokenize(text: str, length: int, vocabulary: int = 4096) -> np.ndarray:
    """Return the token ids of a text.

    Tokens are runs of letters and digits, and single other characters that aren't spaces, all in
    lower case. A token's id is ``1 + crc32(UTF-8 of the token) % (vocabulary - 1)``: the same on
    every machine, without a word list; two tokens may share an id. 0 pads.

    Args:
        text: The text.
        length: Number of ids; further tokens are left out.
        vocabulary: Number of different ids, including 0.

    Returns:
        int32 (length,), from 0 to vocabulary - 1.
    """
    return np.array(_token_ids(text.encode("utf-8", "replace"), length, vocabulary), np.int32)


class FlattenForTraining(gym.Wrapper[Any, Any, Any, Any], gym.utils.RecordConstructorArgs):
    """A wrapper that observes a flat ``Dict`` of ``Box`` spaces, for SB3's MultiInputPolicy.

    Parts of the environment's observation become:

    * ``pixels``: uint8 (height, width, channels * stack), see `PixelsOnly`;
    * ``goal``: int32 (goal_tokens,), token ids, see `tokenize`;
    * ``ui_text`` and ``candidates``: int32 (rows, row_tokens), token ids;
    * ``ui_strings``: left out, as ``ui_text`` has a row for each element;
    * everything else that is a ``Box``: unchanged.

    Token ids are meant for an embedding. Stable-Baselines3's own extractor takes them as numbers,
    which is of little use: give it an extractor that embeds them.

    Args:
        env: An environment whose observation is a ``Dict`` of ``Box`` spaces.
        size: (width, height) of ``pixels``; unchanged by default.
        grayscale: Whether to convert the three channels to one.
        stack: Number of frames.
        goal_tokens: Ids of ``goal``.
        row_tokens: Ids of a row of ``ui_text`` and ``candidates``.
        vocabulary: Number of different ids, including 0 for padding; 2 or more.

    Raises:
        OptionError: If the observation is something else or an argument is wrong.
    """

    def __init__(
        self,
        env: gym.Env[Any, Any],
        size: Sequence[int] | None = None,
        grayscale: bool = False,
        stack: int = 1,
        goal_tokens: int = 64,
        row_tokens: int = 4,
        vocabulary: int = 4096,
    ) -> None:
        size = None if size is None else list(check_size("size", size))
        check_flag(grayscale=grayscale)
        check_whole(1, 1000, stack=stack)
        check_whole(1, 100_000, goal_tokens=goal_tokens, row_tokens=row_tokens)
        check_whole(2, vocabulary=vocabulary)
        gym.utils.RecordConstructorArgs.__init__(
            self,
            size=size,
            grayscale=grayscale,
            stack=stack,
            goal_tokens=goal_tokens,
            row_tokens=row_tokens,
            vocabulary=vocabulary,
        )
        gym.Wrapper.__init__(self, env)
        inner = env.observation_space
        if not isinstance(inner, spaces.Dict) or not all(
            isinstance(part, spaces.Box) for part in inner.values()
        ):
            raise OptionError(
                f"FlattenForTraining takes a Dict of Box spaces, got {inner}. Make the "
                'environment with several observations, or use PixelsOnly for "pixels".'
            )
        self._vocabulary = vocabulary
        self._lengths = {"goal": goal_tokens, "ui_text": row_tokens, "candidates": row_tokens}
        self._frames: FrameStack | None = None
        parts: dict[str, spaces.Space[Any]] = {}
        for name, part in inner.items():
            if name == _LEFT_OUT:
                continue
            if name == "pixels":
                self._frames = FrameStack(pixels_space(env), size, grayscale, stack)
                parts[name] = self._frames.space
            elif name in self._lengths:
                shape = (*(part.shape or ())[:-1], self._lengths[name])
                parts[name] = spaces.Box(0, vocabulary - 1, shape, np.int32)
            else:
                parts[name] = part
        self.observation_space = spaces.Dict(parts)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Reset; the stack holds only the first frame."""
        observation, info = self.env.reset(seed=seed, options=options)
        return self._flatten(observation, first=True), info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Step, stack and tokenize."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        return self._flatten(observation), reward, terminated, truncated, info

    def _flatten(self, observation: dict[str, Any], first: bool = False) -> dict[str, Any]:
        flat = {}
        for name, value in observation.items():
            if name == _LEFT_OUT:
                continue
            if name == "pixels" and self._frames is not None:
                value = self._frames.reset(value) if first else self._frames.add(value)
            elif name in self._lengths:
                length = self._lengths[name]
                rows = value.reshape(-1, value.shape[-1])
                ids = [_token_ids(row.tobytes(), length, self._vocabulary) for row in rows]
                value = np.array(ids, np.int32).reshape(*value.shape[:-1], length)
            flat[name] = value
        return flat
