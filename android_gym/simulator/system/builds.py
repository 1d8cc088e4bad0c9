"""Builds of Android: the versions that a phone's properties can report.

Only one system image ships, that of Android 13. A phone with another build reports that build's
properties and leaves out those that the build did not have yet; its apps and their look remain
those of the image.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["ANDROID_12", "ANDROID_13", "Build"]


@dataclass(frozen=True)
class Build:
    """A build of Android.

    Attributes:
        file: Names and values of properties, as ``/system/build.prop`` lists them.
        more: Properties of the build that come from other files.
    """

    file: tuple[tuple[str, str], ...]
    more: tuple[tuple[str, str], ...]


def _build(
    release: str, sdk: int, name: str, number: str, device: str, patch: str, day: str, seconds: str
) -> Build:
    """Return a build of Google's emulator image with Google APIs, for x86-64.

    Args:
        release: Android version, such as ``"13"``.
        sdk: API level.
        name: Build id (``ro.build.id``).
        number: Google's build number.
        device: Device name of the image.
        patch: Date of the security patch level.
        day: Build date.
        seconds: Build date in seconds since 1970.
    """
    product = "sdk_gphone64_x86_64"
    return Build(
        (
            ("ro.build.id", name),
            ("ro.build.display.id", f"{product}-userdebug {release} {name} {number} dev-keys"),
            ("ro.build.version.incremental", number),
            ("ro.build.version.sdk", str(sdk)),
            ("ro.build.version.codename", "REL"),
            ("ro.build.version.release", release),
            ("ro.build.version.security_patch", patch),
            ("ro.build.type", "userdebug"),
            ("ro.build.user", "android-build"),
            ("ro.build.tags", "dev-keys"),
            ("ro.build.flavor", f"{product}-userdebug"),
            ("ro.build.characteristics", "emulator"),
            (
                "ro.build.fingerprint",
                f"google/{product}/{device}:{release}/{name}/{number}:userdebug/dev-keys",
            ),
            ("ro.product.model", product),
            ("ro.product.brand", "google"),
            ("ro.product.name", product),
            ("ro.product.device", device),
            ("ro.product.manufacturer", "Google"),
            ("ro.product.board", "goldfish_x86_64"),
            ("ro.product.cpu.abi", "x86_64"),
            ("ro.product.cpu.abilist", "x86_64,arm64-v8a"),
            ("ro.product.locale", "en-US"),
            ("ro.hardware", "ranchu"),
        ),
        (
            ("ro.build.date", day),
            ("ro.build.date.utc", seconds),
            ("ro.build.product", device),
            ("ro.product.first_api_level", str(sdk)),
            ("ro.system.build.version.sdk", str(sdk)),
        ),
    )


ANDROID_13: Final = _build(
    "13", 33, "TE1A.220922.034", "10940250", "emu64xa",
    "2022-10-05", "Mon Oct  9 21:02:33 UTC 2023", "1696885353",
)  # fmt: skip
"""The image that ships."""

ANDROID_12: Final = _build(
    "12", 31, "SE1A.220826.008", "10564458", "emulator64_x86_64_arm64",
    "2022-10-05", "Thu Jul 27 01:03:52 UTC 2023", "1690419832",
)  # fmt: skip
"""Fingerprint of the emulator's API 31 image; the dates are guesses."""
