"""Episodes of a sweep and their results."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, NamedTuple

from android_gym.checks import shown
from android_gym.kinds import FLAG, NUMBER, TEXT, Kind, check_kinds, number, one_of, or_null, whole

__all__ = ["GROUPS", "MOST", "EpisodeKey", "Group", "Result"]

End = Literal["declared", "budget", "error"]
ENDS: tuple[End, ...] = ("declared", "budget", "error")

Group = Literal["same-seed", "different-seed", "reworded"]

GROUPS: tuple[Group, ...] = ("same-seed", "different-seed", "reworded")
"""Episodes of one seed; one for each of many seeds; the latter with reworded goals."""


MOST: Final = 10**38
"""Largest seed or count of a result; averages of larger ones would overflow."""


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
            values: Any = json.loads(line)
        except RecursionError as error:
            raise ValueError(f"{shown(line)} can't be read: {error}") from error
        if not isinstance(values, dict):
            raise ValueError(f"{shown(line)} is not an object")
        check_kinds(values, _KINDS)
        if odd := sorted(values.keys() - _KINDS.keys()):
            raise ValueError(f"it has {shown(odd[0])}")
        _check_together(values)
        key = EpisodeKey(**{name: values.pop(name) for name in EpisodeKey._fields})
        return cls(key, **values)


_COUNT = whole(0, MOST)
_KINDS: Mapping[str, Kind] = {
    "id": TEXT,
    "group": one_of(GROUPS),
    "seed": _COUNT,
    "repeat": _COUNT,
    "rewording": _COUNT,
    "goal": TEXT,
    "success": FLAG,
    "score": number(0, 1),
    "steps": _COUNT,
    "demonstration_steps": or_null(_COUNT),
    "end": one_of(ENDS),
    "action_errors": _COUNT,
    "error": or_null(TEXT),
    "seconds": NUMBER,
}
"""Kind of each value in a line."""


def _check_together(values: Mapping[str, Any]) -> None:
    """Check values of a line that depend on one another.

    Raises:
        ValueError: If two contradict one another.
    """
    for name, value, other, implied in (
        ("success", values["success"], "score", values["score"] >= 1),
        ("success", values["success"] and values["end"] != "declared", "end", False),
        ("group", values["group"] == "reworded", "rewording", values["rewording"] > 0),
    ):
        if value != implied:
            raise ValueError(
                f"{name!r} is {shown(values[name])}, but {other!r} is {shown(values[other])}"
            )
