"""Screenshots taken by the user: their files, and the on-screen preview of the last one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from android_gym.simulator.state import State
from android_gym.simulator.system import users
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.files import Files
from android_gym.simulator.system.notifications import (
    IMPORTANCE_HIGH,
    Channel,
    Notification,
    NotificationManager,
)

__all__ = ["PREVIEW_MS", "SCREENSHOTS", "Screenshots"]

SCREENSHOTS: Final = "/storage/emulated/0/Pictures/Screenshots"
PREVIEW_MS: Final = 6_000
"""Milliseconds until the preview disappears (SCREENSHOT_CORNER_DEFAULT_TIMEOUT_MILLIS)."""


_PACKAGE: Final = "com.android.systemui"
_CHANNEL: Final = Channel("ALR", "Alerts", IMPORTANCE_HIGH)
_REFUSED: Final = 1
"""Number of the notification (SystemMessage.NOTE_GLOBAL_SCREENSHOT)."""


@dataclass(frozen=True)
class _Preview:
    path: str = ""
    timer: int = 0


class Screenshots:
    """Saves screenshots to the pictures folder and keeps a preview of the last one for a while."""

    def __init__(self, state: State, clock: Clock, files: Files) -> None:
        self._slot = state.slot("screenshots", _Preview())
        self._clock = clock
        self._files = files
        clock.handler("screenshot", lambda _: self.dismiss())

    @property
    def preview(self) -> str:
        """Path of the previewed screenshot; "" if none."""
        return self._slot.get().path

    def add(self, png: bytes) -> str:
        """Save a screenshot and preview it; return its path."""
        if not self._files.exists(SCREENSHOTS):
            self._files.mkdir(SCREENSHOTS, parents=True, owner=users.MEDIA_RW)
        stem = f"{SCREENSHOTS}/Screenshot_{self._clock.datetime():%Y%m%d-%H%M%S}"
        path, number = f"{stem}.png", 1
        while self._files.exists(path):  # two in the same second, named as MediaStore does
            path, number = f"{stem} ({number}).png", number + 1
        self._files.write(path, png, owner=users.MEDIA_RW)
        self.dismiss()
        self._slot.set(_Preview(path, self._clock.schedule(PREVIEW_MS, "screenshot")))
        return path

    @staticmethod
    def refuse(notifications: NotificationManager) -> None:
        """Say that what is shown is kept from pictures."""
        notifications.create_channel(_PACKAGE, _CHANNEL)
        notifications.post(
            Notification(
                _PACKAGE,
                _REFUSED,
                "Couldn\u2019t save screenshot",
                "Taking screenshots isn\u2019t allowed by the app or your organization",
                icon="image_broken_variant",
                channel=_CHANNEL.id,
            )
        )

    def dismiss(self) -> None:
        """Close the preview; the file stays."""
        self._clock.cancel(self._slot.peek().timer)
        self._slot.set(_Preview())
