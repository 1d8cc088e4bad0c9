"""Settings as rows of a name and a value, wherever they are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, TypeVar

from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.values import Field

if TYPE_CHECKING:
    import numpy as np

__all__ = ["NamedSettings"]


class _Choice(Protocol):
    """A setting and what it may be."""

    @property
    def values(self) -> Mapping[str, str]:
        """Stored values by what a goal calls them."""


C = TypeVar("C", bound=_Choice)


class NamedSettings(Adapter, Generic[C]):
    """Settings by the names that the phone shows; subclasses read and write them.

    Args:
        name: See `Adapter`.
        choices: The settings by name.
    """

    fields: ClassVar[Mapping[str, Field]] = {"name": Field("text"), "value": Field("text")}
    key: ClassVar[tuple[str, ...]] = ("name",)
    stays = True

    def __init__(self, name: str, choices: Mapping[str, C]) -> None:
        self.name = name  # type: ignore[misc]  # each instance has its own
        self.choices = choices

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a setting and a value of it."""
        names = sorted(self.choices)
        name = names[int(rng.integers(len(names)))]
        values = sorted(self.choices[name].values)
        return {"name": name, "value": values[int(rng.integers(len(values)))]}

    def settle(self, row: Row) -> Row:
        """Refuse settings that there are not, and values that they can't have."""
        settled = super().settle(row)
        choice = self.choices.get(str(settled["name"]))
        if choice is None:
            raise ValueError(f"{settled['name']!r} is none of {sorted(self.choices)}")
        if settled["value"] not in choice.values:
            raise ValueError(f"{settled['value']!r} is none of {sorted(choice.values)}")
        return settled
