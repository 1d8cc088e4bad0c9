"""Feature flags (DeviceConfig): values by namespace and name, which nothing here acts on."""

from __future__ import annotations

from typing import Final

from immutables import Map

from android_gym.errors import OptionError
from android_gym.simulator.state import State
from android_gym.simulator.system.settings import MAX_CHARACTERS, MAX_KEYS

__all__ = ["SYNC_MODES", "DeviceConfig"]

SYNC_MODES: Final = ("none", "persistent", "until_reboot")
"""For how long flags are kept from being overwritten by a server."""


class DeviceConfig:
    """The flags of a phone; none is set at first.

    Args:
        state: The root of state.
    """

    def __init__(self, state: State) -> None:
        self._flags = state.slot(
            "device_config", Map[tuple[str, str], str](), holds=Map[tuple[str, str], str]
        )
        self._sync = state.slot("device_config.sync", SYNC_MODES[0], holds=str)

    @property
    def sync_mode(self) -> str:
        """One of `SYNC_MODES`; setting another raises `OptionError`."""
        return self._sync.get()

    @sync_mode.setter
    def sync_mode(self, mode: str) -> None:
        if mode not in SYNC_MODES:
            raise OptionError(f"Unknown mode {mode!r}; there are {', '.join(SYNC_MODES)}.")
        self._sync.set(mode)

    def get(self, namespace: str, name: str) -> str | None:
        """Return a flag's value; None if it is not set."""
        return self._flags.get().get((namespace, name))

    def put(self, namespace: str, name: str, value: str) -> None:
        """Set a flag.

        Raises:
            OptionError: If there are too many flags, or their texts are too long together.
        """
        flags = self._flags.peek().set((namespace, name), value)
        size = sum(len(text) + sum(map(len, key)) for key, text in flags.items())
        if len(flags) > MAX_KEYS or size > MAX_CHARACTERS:
            raise OptionError("You are adding too many flags.")
        self._flags.set(flags)

    def delete(self, namespace: str, name: str) -> bool:
        """Remove a flag. Return whether it was set."""
        flags = self._flags.peek()
        if (namespace, name) not in flags:
            return False
        self._flags.set(flags.delete((namespace, name)))
        return True

    def list(self, namespace: str | None = None) -> list[tuple[str, str, str]]:
        """Return namespaces, names and values, sorted; of one namespace if it is given."""
        flags = self._flags.get().items()
        return sorted((*key, text) for key, text in flags if namespace in (None, key[0]))

    def reset(self, namespace: str | None = None) -> None:
        """Remove all flags, or those of a namespace: there are no defaults to go back to."""
        for space, name, _ in self.list(namespace):
            self.delete(space, name)

    def restart(self) -> None:
        """Forget what lasts until the phone restarts."""
        if self.sync_mode == "until_reboot":
            self.sync_mode = "none"
