"""The keyguard: the lock screen, which locks when the screen goes off and is dismissed by a swipe.

There is no PIN: as on a new emulator, the screen lock is "Swipe", or "None" if
``lockscreen.disabled`` is set.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from android_gym.simulator.state import State
from android_gym.simulator.system.activities import ActivityManager
from android_gym.simulator.system.activity_records import ActivityRecord
from android_gym.simulator.system.display import Display
from android_gym.simulator.system.settings import Settings
from android_gym.simulator.system.status_bar import StatusBarManager

__all__ = ["Keyguard"]

_DISABLED = "lockscreen.disabled"


@dataclass(frozen=True)
class _Keyguard:
    locked: bool = False


class Keyguard:
    """Puts the phone to sleep, wakes it, and keeps it locked in between.

    While the screen is off or locked, no activity is resumed except those that declare
    ``show_when_locked``.
    """

    def __init__(
        self,
        state: State,
        settings: Settings,
        display: Display,
        activities: ActivityManager,
        status_bar: StatusBarManager,
    ) -> None:
        self._slot = state.slot("keyguard", _Keyguard())
        self._settings = settings
        self._display = display
        self._activities = activities
        self._status_bar = status_bar
        self._asleep: list[Callable[[], object]] = []
        activities.may_resume = self._may_resume

    @property
    def disabled(self) -> bool:
        """True if the screen lock is "None"."""
        return self._settings.get("secure", _DISABLED) == "1"

    def set_disabled(self, disabled: bool) -> None:
        """Choose "None" or "Swipe" for the screen lock."""
        self._settings.put("secure", _DISABLED, "1" if disabled else "0")

    @property
    def locked(self) -> bool:
        """True if the phone is locked, whether or not the lock screen is visible."""
        return self._slot.get().locked

    @property
    def showing(self) -> bool:
        """True if the lock screen is shown: no activity that may cover it is on top."""
        if not self.locked:
            return False
        top = self._activities.top
        return top is None or not self._shows_when_locked(top)

    def sleep(self) -> None:
        """Turn the screen off and lock the phone."""
        if not self._display.on:
            return
        self._status_bar.collapse()
        for listener in self._asleep:
            listener()
        self._display.set_on(False)
        self._slot.update(locked=not self.disabled)
        self._activities.settle()

    def on_sleep(self, listener: Callable[[], object]) -> None:
        """Register a listener for the screen going off, such as to close transient panels."""
        self._asleep.append(listener)

    def wake(self) -> None:
        """Turn the screen on; a locked phone stays locked."""
        if not self._display.on:
            self._display.set_on(True)
            self._activities.settle()

    def dismiss(self) -> None:
        """Unlock the phone."""
        if self.locked:
            self._slot.update(locked=False)
            self._activities.settle()

    def _may_resume(self, record: ActivityRecord) -> bool:
        return self._display.on and (not self.locked or self._shows_when_locked(record))

    def _shows_when_locked(self, record: ActivityRecord) -> bool:
        return self._activities.info(record)[1].show_when_locked
