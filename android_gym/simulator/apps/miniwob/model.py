"""State of a page while it is shown."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Final

__all__ = ["Config", "Episode"]

_REWARD: Final = re.compile(r"reward: \S+ \(raw: ([^\s)]+)\)")


@dataclass(frozen=True)
class Episode:
    """An episode, as the page has told it on its console.

    Attributes:
        utterance: What is to be done; None before it has begun.
        reward: The reward as the page writes it, without what time takes off; empty before the end.
    """

    utterance: str | None = None
    reward: str = ""

    def told(self, line: str) -> Episode:
        """Return the episode after a line on the console.

        The first reward counts: what is done to a page after its end, within the same action, can't
        put an episode right.
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
        seed: Where the page's chance begins, from 0 to 2**32 - 1; None to leave it to the phone.
    """

    task: str = ""
    seed: int | None = None

    @classmethod
    def read(cls, text: str) -> Config:
        """Read what the extra ``RL_TASK_APP_CONFIG`` says; what can't be read is left out."""
        try:
            data = json.loads(text)
        except ValueError:
            return cls()
        if not isinstance(data, dict):
            return cls()
        task, seed = data.get("task"), data.get("seed")
        is_seed = isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 2**32
        return cls(task if isinstance(task, str) else "", seed if is_seed else None)
