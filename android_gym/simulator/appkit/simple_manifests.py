"""Manifest parts shared by the Simple Mobile Tools; imports nothing of the user interface."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.system.packages import LAUNCHER_FILTER, ActivityInfo

__all__ = ["COMMONS", "LIBRARY", "SPLASH", "own"]

COMMONS: Final = "com.simplemobiletools.commons.activities"
"""Package of the library's activities."""


def own(name: str, screen: str) -> ActivityInfo:
    """Return an unexported activity from ``screens``."""
    return ActivityInfo(name, f"screens.{screen}", exported=False)


LIBRARY: Final = tuple(
    own(f"{COMMONS}.{name}", f"settings:{name}")
    for name in ("AboutActivity", "CustomizationActivity", "FAQActivity", "LicenseActivity")
)
"""The pages about the app and its colours, which each app has in ``screens/settings.py``."""

SPLASH: Final = ActivityInfo(
    ".activities.SplashActivity.Orange",
    target=".activities.MainActivity",
    forwards=True,
    filters=(LAUNCHER_FILTER,),
)
"""The launcher activity with the orange icon, which opens the main activity."""
