"""Draws of the tasks' parameters."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Draw", "Number", "Phone", "Pool", "Time", "minutes_between", "named"]


class Draw(ABC):
    """A set of values of one parameter."""

    @abstractmethod
    def draw(self, rng: np.random.Generator) -> Any:
        """Draw a value, a JSON value."""

    @abstractmethod
    def accepts(self, value: Any) -> bool:
        """Return True if a value could have been drawn."""

    @property
    @abstractmethod
    def wanted(self) -> str:
        """The values that fit, in words."""


@dataclass(frozen=True)
class Pool(Draw):
    """One of a few texts."""

    values: tuple[str, ...]

    def draw(self, rng: np.random.Generator) -> str:
        """See `Draw.draw`."""
        return self.values[int(rng.integers(len(self.values)))]

    def accepts(self, value: Any) -> bool:
        """See `Draw.accepts`."""
        return value in self.values

    @property
    def wanted(self) -> str:
        """See `Draw.wanted`."""
        return f"one of {list(self.values)}"


@dataclass(frozen=True)
class Number(Draw):
    """A whole number from `low` to `high`, in steps from `low` on."""

    low: int
    high: int
    step: int = 1

    def draw(self, rng: np.random.Generator) -> int:
        """See `Draw.draw`."""
        return self.low + self.step * int(rng.integers((self.high - self.low) // self.step + 1))

    def accepts(self, value: Any) -> bool:
        """See `Draw.accepts`."""
        return type(value) is int and value in range(self.low, self.high + 1, self.step)

    @property
    def wanted(self) -> str:
        """See `Draw.wanted`."""
        steps = "" if self.step == 1 else f" in steps of {self.step}"
        return f"a whole number from {self.low} to {self.high}{steps}"


@dataclass(frozen=True)
class Time(Draw):
    """A time of day, ``HH:MM``, a multiple of five minutes in an hour from `low` to `high`."""

    low: int = 0
    high: int = 23

    def draw(self, rng: np.random.Generator) -> str:
        """See `Draw.draw`."""
        hour = int(rng.integers(self.low, self.high + 1))
        return f"{hour:02}:{5 * int(rng.integers(12)):02}"

    def accepts(self, value: Any) -> bool:
        """See `Draw.accepts`."""
        found = re.fullmatch(r"(\d\d):([0-5][05])", value) if isinstance(value, str) else None
        return found is not None and self.low <= int(found[1]) <= self.high

    @property
    def wanted(self) -> str:
        """See `Draw.wanted`."""
        return f"a time such as '07:15' from {self.low:02}:00 to {self.high:02}:55"


def minutes_between(start: str, end: str) -> int:
    """Return the minutes from one time of a day, ``HH:MM``, to another."""
    (hour, minute), (to_hour, to_minute) = (map(int, time.split(":")) for time in (start, end))
    return 60 * (to_hour - hour) + to_minute - minute


_PHONE: Final = re.compile(r"\+1[2-9]\d{9}")


@dataclass(frozen=True)
class Phone(Draw):
    """A phone number of the United States, ``+1`` and ten digits."""

    def draw(self, rng: np.random.Generator) -> str:
        """See `Draw.draw`."""
        return f"+1{int(rng.integers(201, 990))}{int(rng.integers(2_000_000, 10_000_000))}"

    def accepts(self, value: Any) -> bool:
        """See `Draw.accepts`."""
        return isinstance(value, str) and _PHONE.fullmatch(value) is not None

    @property
    def wanted(self) -> str:
        """See `Draw.wanted`."""
        return "a phone number such as '+13055550123'"


def named(**draws: Draw) -> Mapping[str, Draw]:
    """Return what each parameter is drawn from, by its name."""
    return draws
