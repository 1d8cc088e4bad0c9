"""The microphone: which app is recording, and what it hears.

It hears a synthetic voice: the loudness is a function of the phone's time alone, so equal
recordings are identical.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from android_gym.simulator.state import State
from android_gym.simulator.system.activities import ActivityManager
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.packages import PackageManager

__all__ = [
    "ACTION_READ",
    "CHIP_MS",
    "MAX_AMPLITUDE",
    "RECORD_AUDIO",
    "Listener",
    "Microphone",
    "amplitude",
]

RECORD_AUDIO: Final = "android.permission.RECORD_AUDIO"

MAX_AMPLITUDE: Final = 32_767
"""Maximum amplitude of a 16-bit sample, as in ``MediaRecorder.getMaxAmplitude``."""

ACTION_READ: Final = "android_gym.media.READ"
"""Action of the intent that tells a service that there is more to read."""

LEAST_PERIOD_MS: Final = 100

CHIP_MS: Final = 5_000
"""Milliseconds that the privacy chip shows its icon before shrinking to a dot."""


@dataclass(frozen=True)
class Listener:
    """The app that is recording.

    Attributes:
        package: The app; "" for none.
        since_ms: Start of the recording, in milliseconds since boot.
        small: Whether the privacy chip has shrunk to a dot.
        service: Class name of the app's service that is notified periodically; "" for none.
        period_ms: The period.
    """

    package: str = ""
    since_ms: int = 0
    small: bool = False
    service: str = ""
    period_ms: int = 0


def amplitude(at_ms: int) -> int:
    """Return the loudness at a time, 0 to `MAX_AMPLITUDE`: words of a few syllables, and pauses.

    Args:
        at_ms: Milliseconds; any integer.
    """
    seconds = at_ms / 1000
    sentence = max(0.0, _wave(seconds / 7.0) + 0.55) / 1.55
    syllables = 0.55 + 0.45 * _wave(seconds * 1.75 + 0.3 * _wave(seconds * 0.27))
    breath = 0.03 + 0.02 * _wave(seconds * 5.9)
    return int(MAX_AMPLITUDE * min(1.0, breath + 0.8 * sentence * syllables))


def _wave(turns: float) -> float:
    """Return an approximate sine from parabolas, which are the same on every machine."""
    half = turns % 0.5
    height = 16.0 * half * (0.5 - half)
    return height if turns % 1.0 < 0.5 else -height


class Microphone:
    """The microphone, used by one app at a time.

    Args:
        state: The root of state.
        clock: Times the privacy chip and the service's notifications.
        packages: Checks the permission to record.
        activities: Reports the death of processes, which stops their recording.
    """

    def __init__(
        self, state: State, clock: Clock, packages: PackageManager, activities: ActivityManager
    ) -> None:
        self._slot = state.slot("microphone", Listener())
        self._clock = clock
        self._packages = packages
        self._activities = activities
        clock.handler("microphone_chip", self._shrink, int)
        clock.handler("microphone_read", self._read, tuple[str, int])
        activities.on_process_death(self.stop)

    @property
    def listener(self) -> Listener | None:
        """The app that is recording; None if there is none."""
        value = self._slot.get()
        return value if value.package else None

    def start(self, package: str, service: str = "", period_ms: int = 1_000) -> bool:
        """Start recording for an app.

        Args:
            package: The app.
            service: Class name of a service in its manifest that gets an intent with `ACTION_READ`
                each period, to process what was heard; "" for none.
            period_ms: The period, at least `LEAST_PERIOD_MS`.

        Returns:
            False if it lacks the permission, or another app is recording.
        """
        present = self._slot.peek()
        if not self._packages.granted(package, RECORD_AUDIO):
            return False
        if present.package:
            return present.package == package
        now = self._clock.elapsed_ms()
        period = max(LEAST_PERIOD_MS, period_ms)
        self._slot.set(Listener(package, now, service=service, period_ms=period))
        self._clock.schedule(CHIP_MS, "microphone_chip", now)
        if service:
            self._clock.schedule(period, "microphone_read", (package, now))
        return True

    def stop(self, package: str) -> None:
        """Stop recording, if this app is recording."""
        if package and self._slot.peek().package == package:
            self._slot.set(Listener())

    def amplitude(self, at_ms: int) -> int:
        """Return the loudness at a time; see the function `amplitude`."""
        return amplitude(at_ms)

    def _read(self, whose: tuple[str, int]) -> None:
        value = self._slot.peek()
        if (value.package, value.since_ms) != whose:
            return  # from an earlier recording
        manifest = self._packages.manifest(value.package)
        for info in manifest.services:
            if manifest.qualify(info.name) == manifest.qualify(value.service):
                self._clock.schedule(value.period_ms, "microphone_read", whose)
                self._activities.host.start_service(manifest, info, Intent(action=ACTION_READ))

    def _shrink(self, since_ms: int) -> None:
        value = self._slot.peek()
        if value.package and value.since_ms == since_ms:
            self._slot.update(small=True)
