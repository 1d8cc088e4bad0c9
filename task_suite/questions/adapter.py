"""Adapters, through which an app is asked about: its fields, noise, how rows get onto a phone.

An adapter is an object of a subclass of `Adapter`, listed in ``ADAPTERS`` of a module called
``questions`` in any folder of a suite, usually beside the app's tasks. Files of questions name it.
"""

from __future__ import annotations

import importlib
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from android_gym.errors import OptionError
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.values import Field, Value, written

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device
    from android_gym.task_suite.touches import Touch

__all__ = ["Adapter", "adapters", "clear"]

MODULE = "questions"
"""Name of the modules where adapters are found."""


class Adapter(ABC):
    """One kind of rows of an app: events, messages, files.

    Attributes:
        name: What files of questions call it, e.g. ``"events"``.
        fields: What a row has.
        key: Fields that no two rows may have alike; empty where any two may be equal.
        made_at: Fields that the app sets to the present when it makes a row.
        saved_at: Fields that it sets to the present whenever it saves a row, besides those.
        stays: Whether the same rows are always there, as settings are: none can come or go.
    """

    name: ClassVar[str]
    fields: ClassVar[Mapping[str, Field]]
    key: ClassVar[tuple[str, ...]] = ()
    made_at: ClassVar[frozenset[str]] = frozenset()
    saved_at: ClassVar[frozenset[str]] = frozenset()
    stays: ClassVar[bool] = False

    @abstractmethod
    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a row such as a used phone has: any value that the app can hold may come.

        Args:
            rng: The only source of randomness.
        """

    @abstractmethod
    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Make these rows the only ones that the app has, over adb alone, with the app stopped.

        Args:
            device: The device.
            rows: Complete ones, in an order that means nothing.

        Raises:
            TaskError: If the device has no place for them; says how to make one.
            DeviceError: If the device does not do as told.
        """

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Return the rows that the app has, as `settle` would leave them, in any order.

        Needed by tasks that change rows (`android_gym.task_suite.changes`), not by questions.

        Args:
            device: The device.
            put: What `put` was given; where an app's rows are always there, as settings are, only
                those that this names are read.

        Raises:
            DeviceCommandError: If the app's data is gone.
        """
        raise NotImplementedError(f"The adapter {self.name!r} can't read rows: give it `read`.")

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Return what belongs to the user and changes where rows are lost and others come.

        A row that is changed is among both. Needed by tasks that change rows.
        """
        raise NotImplementedError(
            f"The adapter {self.name!r} can't tell what its rows are: give it `touches`."
        )

    def settle(self, row: Row) -> Row:
        """Return a row as the app will hold it: completed, rounded to what the app can show.

        Raises:
            ValueError: If the app can hold no such row. By default a field has to have a value
                unless it is optional or has one by default.
        """
        settled = {name: row.get(name, field.default) for name, field in self.fields.items()}
        for name, value in settled.items():
            if value is None and not self.fields[name].optional:
                raise ValueError(f"a row needs a value for {name!r}")
        return settled

    def written(self, field: str, value: Value) -> str:
        """Return a value as the app writes it, and an answer should."""
        return written(self.fields[field], value)


@cache
def adapters() -> Mapping[str, Adapter]:
    """Return all adapters by name.

    Raises:
        OptionError: If two share a name, or ``ADAPTERS`` holds something else.
    """
    found: dict[str, Adapter] = {}
    modules: dict[str, str] = {}
    for name in _modules():
        for adapter in getattr(importlib.import_module(name), "ADAPTERS", ()):
            if not isinstance(adapter, Adapter):
                raise OptionError(f"ADAPTERS in {name} must hold Adapters, got {adapter!r}.")
            if adapter.name in found:
                raise OptionError(
                    f"Both {modules[adapter.name]} and {name} have an adapter called "
                    f"{adapter.name!r}. Give one another name."
                )
            found[adapter.name], modules[adapter.name] = adapter, name
    return found


def _modules() -> Iterator[str]:
    """Yield the names of all modules of adapters, in any folder of any suite."""
    from android_gym import task_suite

    pending = [(path, f"{task_suite.__name__}.") for path in task_suite.__path__]
    while pending:
        path, prefix = pending.pop()
        for module in sorted(pkgutil.iter_modules([path], prefix), key=lambda m: m.name):
            last = module.name.rpartition(".")[2]
            if module.ispkg and module.name != __package__:
                pending.append((f"{path}/{last}", f"{module.name}."))
            elif not module.ispkg and last == MODULE:
                yield module.name


def clear() -> None:
    """Forget which adapters there are, after a folder has been added."""
    adapters.cache_clear()
