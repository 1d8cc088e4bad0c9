"""Adapters, through which questions access an app: its fields, its noise, and rows on the phone.

An adapter is an instance of a subclass of `Adapter`, listed in ``ADAPTERS`` of a module called
``questions`` in any folder of a suite, usually next to the app's tasks. Files of questions refer to
it by name.
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
"""Name of the modules that contain adapters."""


class Adapter(ABC):
    """One kind of rows of an app: events, messages, files.

    Attributes:
        name: Name used by files of questions, e.g. ``"events"``.
        fields: The fields of a row.
        key: Fields whose values must differ between any two rows; empty if rows may be equal.
        exact: Fields in which capitals and spaces count, as in names of files; by default `key`.
        made_at: Fields that the app sets to the current time when it creates a row.
        saved_at: Fields besides those that it sets to the current time whenever it saves a row.
        stays: Whether the set of rows is fixed, as for settings: none can be added or deleted.
    """

    name: ClassVar[str]
    fields: ClassVar[Mapping[str, Field]]
    key: ClassVar[tuple[str, ...]] = ()
    exact: ClassVar[tuple[str, ...] | None] = None
    made_at: ClassVar[frozenset[str]] = frozenset()
    saved_at: ClassVar[frozenset[str]] = frozenset()
    stays: ClassVar[bool] = False

    @abstractmethod
    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a row as on a used phone: any value that the app can hold may occur.

        Args:
            rng: The only source of randomness.
        """

    @abstractmethod
    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all of the app's rows by these, using only adb, with the app stopped.

        Args:
            device: The device.
            rows: Complete rows, in an order without meaning.

        Raises:
            TaskError: If the device has no place for them; says how to create one.
            DeviceError: If the device fails.
        """

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Return the app's rows, in the form that `settle` returns, in any order.

        Needed by tasks that change rows (`android_gym.task_suite.changes`), not by questions.

        Args:
            device: The device.
            put: The rows given to `put`; if the set of rows is fixed, as for settings, only these
                are read.

        Raises:
            DeviceCommandError: If the app's data is gone.
        """
        raise NotImplementedError(f"The adapter {self.name!r} can't read rows: give it `read`.")

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Return the changes to user data when some rows are lost and others are added.

        A changed row is in both. Needed by tasks that change rows.
        """
        raise NotImplementedError(
            f"The adapter {self.name!r} can't tell what its rows are: give it `touches`."
        )

    def settle(self, row: Row) -> Row:
        """Return a row as the app will hold it: completed, and rounded to what the app can show.

        Raises:
            ValueError: If the app can't hold such a row. By default every field needs a value
                unless it is optional or has a default, and there are no other fields.
        """
        if odd := sorted(row.keys() - self.fields.keys()):
            raise ValueError(f"a row has no field {odd[0]!r}, only {sorted(self.fields)}")
        settled = {name: row.get(name, field.default) for name, field in self.fields.items()}
        for name, value in settled.items():
            if value is None and not self.fields[name].optional:
                raise ValueError(f"a row needs a value for {name!r}")
        return settled

    def written(self, field: str, value: Value) -> str:
        """Return a value as the app writes it, and as an answer should."""
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
    """Yield the names of all adapter modules, in any folder of any suite."""
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
    """Clear the cached adapters, after a folder has been added."""
    adapters.cache_clear()
