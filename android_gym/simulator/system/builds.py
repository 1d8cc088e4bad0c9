"""Builds of Android: what a phone's properties say that it runs.

One image of the system ships, that of Android 13. A phone of another build says what that one says
of itself, and leaves out what it had not yet; its apps and their look remain those of the image.
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
        more: Properties of the build that stand in other files.
    """

    file: tuple[tuple[str, str], ...]
    more: tuple[tuple[str, str], ...]


def _build(
    release: str, sdk: int, name: str, number: str, device: str, patch: str, day: str, seconds: str
) -> Build:
    """Return a build of Google's emulator image with its programs' interfaces, for x86-64.

    Args:
        release: Of Android, such as ``"13"``.
        sdk: Its API level.
        name: Of the build (``ro.build.id``).
        number: Of the build at Google.
        device: What the image calls the device.
        patch: Date of the security patches.
        day: When it was built.
        seconds: The same since 1970.
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
"""Fingerprint as the emulator's image of API 31 has it; dates are guesses."""
