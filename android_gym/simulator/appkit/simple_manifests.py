"""Declarations that the Simple Mobile Tools share; imports nothing of the user interface."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.system.packages import LAUNCHER_FILTER, ActivityInfo

__all__ = ["ABOUT", "COMMONS", "CUSTOMIZATION", "SPLASH", "own"]

COMMONS: Final = "com.simplemobiletools.commons.activities"
"""Package of the activities that come with the library."""


def own(name: str, screen: str) -> ActivityInfo:
    """Return an activity of ``screens`` that other apps can't start."""
    return ActivityInfo(name, f"screens.{screen}", exported=False)


ABOUT: Final = own(f"{COMMONS}.AboutActivity", "settings:AboutActivity")
CUSTOMIZATION: Final = own(f"{COMMONS}.CustomizationActivity", "settings:CustomizationActivity")
SPLASH: Final = ActivityInfo(
    ".activities.SplashActivity.Orange",
    target=".activities.MainActivity",
    filters=(LAUNCHER_FILTER,),
)
"""The orange icon, which opens the main activity."""
