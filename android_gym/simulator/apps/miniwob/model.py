"""The state of an episode, and the options that the app is started with."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Final

__all__ = ["Config", "Episode"]

_REWARD: Final = re.compile(r"reward: \S+ \(raw: ([^\s)]+)\)")


@dataclass(frozen=True)
class Episode:
    """An episode, as the page has reported it on its console.

    Attributes:
        utterance: The instruction; None before the episode has begun.
        reward: The raw reward as the page writes it, without the time penalty; empty before the
            end.
    """

    utterance: str | None = None
    reward: str = ""

    def told(self, line: str) -> Episode:
        """Return the episode after a line on the console.

        Only the first reward counts: what happens on the page after the end of an episode, within
        the same action, can't change the result.
        """
        if line.startswith("utterance: "):
            return Episode(line.removeprefix("utterance: "), self.reward)
        reward = _REWARD.fullmatch(line)
        if reward is not None and not self.reward:
            return Episode(self.utterance, reward[1])
        return self


@dataclass(frozen=True)
class Config:
    """Options that the app is started with.

    Attributes:
        task: Name of the page.
        seed: Seed of the page's random numbers, from 0 to 2**32 - 1; None: the phone chooses one.
    """

    task: str = ""
    seed: int | None = None

    @classmethod
    def read(cls, text: str) -> Config:
        """Parse the extra ``RL_TASK_APP_CONFIG``; invalid parts are ignored."""
        try:
            data = json.loads(text)
        except ValueError:
            return cls()
        if not isinstance(data, dict):
            return cls()
        task, seed = data.get("task"), data.get("seed")
        is_seed = isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 2**32
        return cls(task if isinstance(task, str) else "", seed if is_seed else None)
