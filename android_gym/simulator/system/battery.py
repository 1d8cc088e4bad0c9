"""The battery, like an emulator's: full and on AC power until ``dumpsys battery`` changes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from android_gym.simulator.state import State

__all__ = ["Battery", "BatteryState"]


@dataclass(frozen=True)
class BatteryState:
    """State that the battery service reports.

    Attributes:
        ac: On AC power.
        usb: On USB power.
        wireless: On a wireless charger.
        status: ``BatteryManager.BATTERY_STATUS_*``: 2 charging, 3 discharging, 4 not charging,
            5 full.
        level: 0 to 100.
        temperature: Tenths of a degree Celsius.
        present: Whether there is a battery.
        overridden: Whether ``dumpsys battery set`` or ``unplug`` has stopped the updates.
    """

    ac: bool = True
    usb: bool = False
    wireless: bool = False
    status: int = 2
    level: int = 100
    temperature: int = 250
    present: bool = True
    overridden: bool = False


class Battery:
    """The battery service."""

    def __init__(self, state: State) -> None:
        self._slot = state.slot("battery", BatteryState())
        self._listeners: list[Callable[[], None]] = []

    @property
    def state(self) -> BatteryState:
        """Return the reported state."""
        return self._slot.get()

    def change(self, **changes: bool | int) -> None:
        """Replace fields of the state, and stop updates from the hardware."""
        self._slot.update(overridden=True, **changes)
        self._tell()

    def reset(self) -> None:
        """Go back to the hardware's values."""
        self._slot.update(**vars(BatteryState()))
        self._tell()

    def listen(self, listener: Callable[[], None]) -> None:
        """Have `listener` called whenever the reported state changes."""
        self._listeners.append(listener)

    def _tell(self) -> None:
        for listener in self._listeners:
            listener()
