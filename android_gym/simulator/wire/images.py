"""Snapshots as bytes, for files and for other processes.

A snapshot is a pickle behind a line that says so. Reading one makes objects of the simulator and
of a few plain types; whatever else a pickle could call is refused.
"""

from __future__ import annotations

import io
import pickle
import zlib
from typing import Any, Final

from android_gym.errors import SimulatorError
from android_gym.simulator.state import Snapshot

__all__ = ["dump", "load"]

_MAGIC: Final = b"android_gym image 1\n"
_MAX_BYTES: Final = 4 << 30
_TRUSTED: Final = {
    "builtins": frozenset({"frozenset", "set", "bytearray", "complex", "range", "slice"}),
    "collections": frozenset({"OrderedDict", "deque"}),
    "datetime": frozenset({"date", "datetime", "time", "timedelta", "timezone"}),
    "immutables": frozenset({"Map"}),
    "immutables.map": frozenset({"Map"}),
    "immutables._map": frozenset({"Map"}),
    "zoneinfo": frozenset({"ZoneInfo"}),
}


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if name in _TRUSTED.get(module, ()):
            return super().find_class(module, name)
        if module.startswith("android_gym.simulator.") and "." not in name:
            found = super().find_class(module, name)
            if isinstance(found, type):  # classes only: a function could do anything
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a snapshot")


def dump(snapshot: Snapshot) -> bytes:
    """Writes a snapshot.

    Raises:
        SimulatorError: If it holds something that can't be written.
    """
    try:
        data = pickle.dumps(snapshot, protocol=5)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        raise SimulatorError(f"The phone's state can't be written: {error}.") from error
    return _MAGIC + zlib.compress(data, 1)


def load(data: bytes) -> Snapshot:
    """Reads what `dump` wrote.

    Raises:
        SimulatorError: If it is something else.
    """
    if not data.startswith(_MAGIC):
        raise SimulatorError("This is no image of a phone; `android-gym phone save` writes them.")
    try:
        raw = zlib.decompressobj().decompress(data[len(_MAGIC) :], _MAX_BYTES)
        snapshot = _Unpickler(io.BytesIO(raw)).load()
    except Exception as error:  # a pickle can fail in any way
        raise SimulatorError(f"The image of a phone can't be read: {error}.") from error
    if not isinstance(snapshot, Snapshot):
        raise SimulatorError("The file holds something, but no phone's state.")
    return snapshot
