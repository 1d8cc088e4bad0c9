"""System services: pure state and rules. They know the state's root and each other, no views."""

from __future__ import annotations

from collections.abc import Iterable

from android_gym.simulator.state import State
from android_gym.simulator.system.activities import ActivityManager
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.display import Display
from android_gym.simulator.system.databases import Databases
from android_gym.simulator.system.files import Files
from android_gym.simulator.system.packages import Manifest, PackageManager
from android_gym.simulator.system.settings import Settings
from android_gym.simulator.system.status_bar import StatusBarManager

__all__ = ["System"]


class System:
    """Every service of one phone, wired in the order in which they need each other.

    Args:
        state: The root of state; all services' slots are made in it.
        manifests: Every app that ships with the phone.
        width: Pixels of the screen in portrait.
        height: Pixels of the screen in portrait.
        density_dpi: Pixels per inch.
    """

    def __init__(
        self,
        state: State,
        manifests: Iterable[Manifest] = (),
        *,
        width: int = 1080,
        height: int = 2400,
        density_dpi: int = 420,
    ) -> None:
        self.state = state
        self.clock = Clock(state)
        self.files = Files(state, self.clock)
        self.databases = Databases(state, self.files, self.clock)
        self.settings = Settings(state)
        self.display = Display(state, self.settings, width, height, density_dpi)
        self.packages = PackageManager(state, manifests)
        self.activities = ActivityManager(state, self.packages, self.clock.elapsed_ms)
        self.status_bar = StatusBarManager(state, self.clock)
