"""Episodes of a sweep and their results."""

from __future__ import annotations

import json
import re
import sys
import zlib
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, NamedTuple

from android_gym.checks import shown

__all__ = ["GROUPS", "EpisodeKey", "Group", "Result"]

End = Literal["declared", "budget", "error"]
ENDS: tuple[End, ...] = ("declared", "budget", "error")

Group = Literal["same-seed", "different-seed", "reworded"]

GROUPS: tuple[Group, ...] = ("same-seed", "different-seed", "reworded")
"""Episodes of one seed; one for each of many seeds; the latter with reworded goals."""


class EpisodeKey(NamedTuple):
    """Identity of an episode of a sweep.

    Attributes:
        id: Id of the environment.
        group: See `GROUPS`.
        seed: Seed of the reset.
        repeat: Counts episodes of the same seed, from 0.
        rewording: Rewording of the goal; 0 for the task's own words.
    """

    id: str
    group: Group
    seed: int
    repeat: int = 0
    rewording: int = 0

    @property
    def file_name(self) -> str:
        """Name for files of this episode, e.g. ``"AndroidWorld_ClockTimerEntry-v0-30-0-2"``.

        Names of the same-seed group end in ``-same``.
        """
        env_id = re.sub(r"[^\w.-]", "_", self.id)
        name = f"{env_id}-{self.seed}-{self.repeat}-{self.rewording}"
        # The first repeat of the same seed has another episode's numbers without being that
        # episode.
        return f"{name}-same" if self.group == "same-seed" else name

    @property
    def policy_seed(self) -> int:
        """Return the policy's own seed, in [0, 2**32); a different one for every repeat."""
        return zlib.crc32(repr((self.id, self.seed, self.repeat, self.rewording)).encode())


@dataclass(frozen=True)
class Result:
    """Result of an episode.

    Attributes:
        key: Identity of the episode.
        goal: The instruction; empty if an error came before there was one.
        success: Whether the score is 1.
        score: In [0, 1]; 0 if the budget was spent or an error came.
        steps: Steps taken, including the declaration.
        demonstration_steps: Steps of the demonstration on the same seed; None if unknown.
        end: ``"declared"``, ``"budget"`` or ``"error"``.
        action_errors: Number of actions that could not be carried out.
        error: Error of the policy or, after several tries, of device or worker; None for none.
        seconds: Wall time of the last try.
    """

    key: EpisodeKey
    goal: str = ""
    success: bool = False
    score: float = 0.0
    steps: int = 0
    demonstration_steps: int | None = None
    end: End = "error"
    action_errors: int = 0
    error: str | None = None
    seconds: float = 0.0

    def to_json(self) -> str:
        """Return one line of JSON: the key's parts, then the rest."""
        own = asdict(self)
        del own["key"]
        return json.dumps(self.key._asdict() | own)

    @classmethod
    def from_json(cls, line: str) -> Result:
        """Read a line written by `to_json`.

        Raises:
            ValueError: If it is something else.
        """
        try:
            values: dict[str, Any] = json.loads(line)
            key = EpisodeKey(**{name: values.pop(name) for name in EpisodeKey._fields})
            result = cls(key, **values)
        except (TypeError, KeyError, AttributeError, RecursionError) as error:
            raise ValueError(f"{shown(line)} is not an episode: {error}") from error
        if values.keys() != {field.name for field in fields(cls)} - {"key"}:
            raise ValueError(f"{shown(line)} lacks values.")
        for name, value in {**key._asdict(), **values}.items():
            expected, is_right = _KINDS[name]
            if not is_right(value):
                raise ValueError(f"{name} must be {expected}, got {shown(value)}.")
        return result


_MOST = 10**38
"""Seeds and counts are below; averages of larger ones would overflow."""


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MOST


def _is_number(value: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and abs(value) <= sys.float_info.max  # not NaN; any whole number can be compared


_COUNT = "a whole number from 0 to 1e38", _is_count
_KINDS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "id": ("a string", lambda value: isinstance(value, str)),
    "group": (f"one of {list(GROUPS)}", lambda value: value in GROUPS),
    "seed": _COUNT,
    "repeat": _COUNT,
    "rewording": _COUNT,
    "goal": ("a string", lambda value: isinstance(value, str)),
    "success": ("true or false", lambda value: isinstance(value, bool)),
    "score": ("a number from 0 to 1", lambda value: _is_number(value) and 0 <= value <= 1),
    "steps": _COUNT,
    "demonstration_steps": (
        "a whole number or null",
        lambda value: value is None or _is_count(value),
    ),
    "end": (f"one of {list(ENDS)}", lambda value: value in ENDS),
    "action_errors": _COUNT,
    "error": ("a string or null", lambda value: value is None or isinstance(value, str)),
    "seconds": ("a number", _is_number),
}
"""Description and check of each value in a line."""
