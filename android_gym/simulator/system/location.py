"""LocationManager: the phone's position, and the apps that receive it.

The emulator's receiver is at the position last set by the console (``geo fix``) or gRPC
(``setGps``), and reports it repeatedly to each app that requests updates, as a real receiver does
on a phone that does not move. Nothing is reported while location is switched off.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

from immutables import Map

from android_gym.errors import OptionError
from android_gym.simulator.state import State
from android_gym.simulator.system.activities import ActivityManager
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.packages import PackageManager
from android_gym.simulator.system.settings import Settings

__all__ = ["FINE", "Fix", "LocationManager", "LocationRequest", "distance_m"]

FINE: Final = "android.permission.ACCESS_FINE_LOCATION"

SHORTEST_MS: Final = 1000
"""Minimum time between two fixes of the receiver."""

EARTH_M: Final = 6_371_008.8
"""Mean radius of the Earth (IUGG)."""


@dataclass(frozen=True)
class Fix:
    """A position as reported by a receiver.

    Attributes:
        latitude: Degrees, -90 to 90.
        longitude: Degrees, -180 to 180.
        altitude: Metres above the ellipsoid.
        speed: Metres a second; None if unknown.
        bearing: Degrees clockwise from north; None if unknown.
        satellites: Number of satellites in use.
        accuracy: Radius in metres.
        time_ms: Epoch milliseconds of the report; 0 before the first.
        elapsed_ms: Milliseconds since boot of the report.
    """

    latitude: float = 37.421998
    longitude: float = -122.084
    altitude: float = 5.0
    speed: float | None = None
    bearing: float | None = None
    satellites: int = 0
    accuracy: float = 5.0
    time_ms: int = 0
    elapsed_ms: int = 0


@dataclass(frozen=True)
class LocationRequest:
    """An app's request for location updates.

    Attributes:
        interval_ms: Milliseconds between two reports.
        receiver: Broadcast that tells the app to read `LocationManager.last`.
        timer: Id of the clock's timer for the next report.
    """

    interval_ms: int
    receiver: Intent
    timer: int


class LocationManager:
    """The location receiver, and the apps that listen to it."""

    def __init__(
        self,
        state: State,
        clock: Clock,
        settings: Settings,
        packages: PackageManager,
        activities: ActivityManager,
    ) -> None:
        nowhere: Fix | None = None
        self._place = state.slot("location.place", Fix())
        self._last = state.slot("location.last", nowhere, holds=Fix | None)
        self._requests = state.slot(
            "location.requests", Map[str, LocationRequest](), holds=Map[str, LocationRequest]
        )
        self._clock = clock
        self._settings = settings
        self._packages = packages
        self._activities = activities
        clock.handler("location", self._report, str)

    @property
    def enabled(self) -> bool:
        """Return whether the user has location switched on."""
        return self._settings.get("secure", "location_mode") not in (None, "0")

    @property
    def place(self) -> Fix:
        """Return the receiver's position."""
        return self._place.get()

    def whereabouts(self) -> tuple[float, float] | None:
        """Return the degrees north and east of the phone; None if location is off."""
        place = self._place.get()
        return (place.latitude, place.longitude) if self.enabled else None

    @property
    def last(self) -> Fix | None:
        """The last fix that was reported to an app; None before the first."""
        return self._last.get()

    def move(
        self,
        latitude: float,
        longitude: float,
        altitude: float = 0.0,
        *,
        speed: float | None = None,
        bearing: float | None = None,
        satellites: int = 1,
    ) -> None:
        """Move the receiver; apps learn of it with their next report.

        Args:
            latitude: Degrees.
            longitude: Degrees.
            altitude: Metres.
            speed: Metres a second; None for unknown.
            bearing: Degrees clockwise from north; None for unknown.
            satellites: Number of satellites in use.

        Raises:
            OptionError: If a number is out of range or not finite.
        """
        for name, value, low, high in (
            ("latitude", latitude, -90.0, 90.0),
            ("longitude", longitude, -180.0, 180.0),
            ("altitude", altitude, -10_000.0, 1_000_000.0),
            ("speed", 0.0 if speed is None else speed, 0.0, 100_000.0),
            ("bearing", 0.0 if bearing is None else bearing, 0.0, 360.0),
            ("satellites", float(satellites), 0.0, 100.0),
        ):
            if not low <= value <= high:  # false for NaN, too
                raise OptionError(f"A {name} is from {low:g} to {high:g}, not {value:g}.")
        self._place.set(Fix(latitude, longitude, altitude, speed, bearing, satellites))

    def request(self, package: str, receiver: Intent, interval_ms: int = 0) -> None:
        """Report to an app from now on, replacing its earlier request.

        Args:
            package: The app.
            receiver: Broadcast after each report, which is then `last`.
            interval_ms: Time between two reports; at least the receiver's own interval.
        """
        self.remove(package)
        interval = max(SHORTEST_MS, interval_ms)
        timer = self._clock.schedule(SHORTEST_MS, "location", package)
        requests = self._requests.peek()
        self._requests.set(requests.set(package, LocationRequest(interval, receiver, timer)))

    def remove(self, package: str) -> None:
        """Stop reporting to an app."""
        requests = self._requests.peek()
        if (known := requests.get(package)) is not None:
            self._clock.cancel(known.timer)
            self._requests.set(requests.delete(package))

    def requests(self) -> list[tuple[str, LocationRequest]]:
        """Return the apps' requests, sorted by package."""
        return sorted(self._requests.get().items())

    def _report(self, package: str) -> None:
        requests = self._requests.peek()
        known = requests.get(package)
        if known is None:
            return
        timer = self._clock.schedule(known.interval_ms, "location", package)
        self._requests.set(requests.set(package, replace(known, timer=timer)))
        if self.enabled and self._packages.granted(package, FINE):
            now, elapsed = self._clock.now_ms(), self._clock.elapsed_ms()
            self._last.set(replace(self._place.peek(), time_ms=now, elapsed_ms=elapsed))
            self._activities.broadcast(known.receiver)


def distance_m(
    from_latitude: float, from_longitude: float, latitude: float, longitude: float
) -> float:
    """Return the great-circle distance in metres between two places in degrees, on a sphere."""
    first, second = math.radians(from_latitude), math.radians(latitude)
    across = math.radians(longitude - from_longitude)
    half = (
        math.sin((second - first) / 2) ** 2
        + math.cos(first) * math.cos(second) * math.sin(across / 2) ** 2
    )
    return 2 * EARTH_M * math.asin(min(1.0, math.sqrt(half)))
