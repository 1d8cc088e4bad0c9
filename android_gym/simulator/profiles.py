"""Device profiles: screen and Android build by name, like those of virtual devices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from android_gym.checks import check_choice
from android_gym.simulator.system.builds import ANDROID_12, ANDROID_13, Build

__all__ = ["PROFILES", "Profile", "profile_of"]


@dataclass(frozen=True)
class Profile:
    """A device profile.

    Attributes:
        width: Width of the screen in portrait, in pixels.
        height: Height of the screen in portrait, in pixels.
        density_dpi: Pixels per inch.
        build: The Android build.
    """

    width: int
    height: int
    density_dpi: int
    build: Build


PROFILES: Final[dict[str, Profile]] = {
    "pixel_6": Profile(1080, 2400, 420, ANDROID_13),
    "pixel_5": Profile(1080, 2340, 440, ANDROID_12),
}
"""Profiles by the names that the SDK's ``avdmanager`` uses for such hardware."""


def profile_of(name: str) -> Profile:
    """Return the profile of a name.

    Raises:
        OptionError: If there is no profile of that name.
    """
    check_choice("profile", name, tuple(PROFILES))
    return PROFILES[name]
