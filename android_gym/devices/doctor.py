"""Checks of this computer and of a device: what is missing to use environments on emulators."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from android_gym.devices.adb_server import AdbServer, adb_version, find_adb, is_listening
from android_gym.devices.apps import named_packages
from android_gym.errors import DeviceError, OptionError

__all__ = ["Finding", "examine", "examine_device"]


@dataclass(frozen=True)
class Finding:
    """Result of one check.

    Attributes:
        what: The thing checked.
        state: ``ok``, ``missing`` (nothing works without it), or ``advice``.
        found: What was found.
        remedy: What to do about it; empty if all is well.
    """

    what: str
    state: str
    found: str
    remedy: str = ""


def examine(adb_path: str | None = None) -> Iterator[Finding]:
    """Check this computer.

    Args:
        adb_path: The adb binary, if not in the usual places.
    """
    adb = ""
    try:
        adb = find_adb(adb_path)
        yield Finding("adb", "ok", f"{adb}, 1.0.{adb_version(adb)[0]}")
    except DeviceError as error:
        yield Finding("adb", "missing", "none", str(error))
    yield _emulator_binary()
    if os.path.exists("/dev/kvm"):
        usable = os.access("/dev/kvm", os.R_OK | os.W_OK)
        remedy = "" if usable else "Join the group kvm: sudo usermod -aG kvm $USER, then log in."
        yield Finding("KVM", "ok" if usable else "advice", "/dev/kvm", remedy)
    else:
        yield Finding(
            "KVM",
            "advice",
            "none",
            "Google's emulator needs it (a computer with virtualisation switched on); the "
            "built-in phone does not.",
        )
    avds = sorted(path.stem for path in _avd_home().glob("*.ini"))
    yield Finding(
        "virtual devices",
        "ok" if avds else "advice",
        ", ".join(avds) or "none",
        ""
        if avds
        else "avdmanager create avd -n AndroidWorldAvd -d pixel_6 "
        "-k 'system-images;android-33;google_apis;x86_64'",
    )
    consoles = [port for port in range(5554, 5586, 2) if is_listening(port + 1)]
    found = ", ".join(
        f"emulator-{port}{'' if is_listening(port + 3000) else ' (no gRPC)'}" for port in consoles
    )
    yield Finding(
        "running emulators",
        "ok" if consoles else "advice",
        found or "none",
        "" if consoles else "emulator -avd NAME -grpc 8554, or android-gym phone serve",
    )


def _emulator_binary() -> Finding:
    roots = [os.environ.get(name, "") for name in ("ANDROID_HOME", "ANDROID_SDK_ROOT")]
    roots = [root for root in [*roots, "~/Android/Sdk"] if root]
    places = [Path(root).expanduser() / "emulator" / "emulator" for root in roots]
    found = next((str(p) for p in places if os.access(p, os.X_OK)), shutil.which("emulator"))
    return Finding(
        "emulator",
        "ok" if found else "advice",
        found or "none",
        ""
        if found
        else "sdkmanager 'emulator' (accept Google's licence), or use the built-in "
        "phone: android-gym-emulator",
    )


def _avd_home() -> Path:
    home = os.environ.get("ANDROID_AVD_HOME") or "~/.android/avd"
    return Path(home).expanduser()


def examine_device(name: str, adb_path: str | None = None) -> Iterator[Finding]:
    """Check a running emulator.

    Args:
        name: A name such as ``emulator-5554``.
        adb_path: The adb binary, if not in the usual places.

    Raises:
        OptionError: If that is not an emulator's name.
        DeviceError: If there is no adb.
    """
    found = re.fullmatch(r"emulator-(\d{1,5})", name)
    if found is None:
        raise OptionError(f"An emulator's name must be emulator-<console port>, got {name!r}.")
    console = int(found[1])
    if not is_listening(console + 1):
        yield Finding(name, "missing", "does not run", "Start it; see `adb devices`.")
        return
    grpc = is_listening(console + 3000)
    yield Finding(
        "gRPC",
        "ok" if grpc else "missing",
        f"port {console + 3000}" if grpc else "none",
        "" if grpc else f"Start the emulator with -grpc {console + 3000}.",
    )
    server = AdbServer.for_console(find_adb(adb_path), console)
    try:
        server.register(console + 1)
        server.wait_for(name, 20.0)
        yield from _inside(lambda command: server.run("-s", name, "shell", command))
    except DeviceError as error:
        yield Finding("adb", "missing", "no answer", str(error))
    finally:
        server.stop()


def _inside(shell: Callable[[str], str]) -> Iterator[Finding]:
    level = shell("getprop ro.build.version.sdk").strip()
    yield Finding(
        "API level",
        "ok" if level == "33" else "advice",
        level,
        "" if level == "33" else "Tasks were written for a system image of Android 13 (API 33).",
    )
    build = shell("getprop ro.build.type").strip()
    rootable = build in ("userdebug", "eng")
    yield Finding(
        "root",
        "ok" if rootable else "missing",
        f"{build} build",
        "" if rootable else "Use a system image with Google APIs, not with Google Play.",
    )
    size = shell("wm size").strip().rpartition(" ")[2]
    yield Finding(
        "screen",
        "ok" if size == "1080x2400" else "advice",
        size,
        "" if size == "1080x2400" else "AndroidWorld's device is a Pixel 6, 1080x2400.",
    )
    installed = set(shell("pm list packages").split())
    forwarder = "package:com.google.androidenv.accessibilityforwarder" in installed
    yield Finding(
        "accessibility forwarder",
        "ok" if forwarder else "advice",
        "installed" if forwarder else "none",
        ""
        if forwarder
        else "Put android_env's accessibility_forwarder.apk into "
        "~/.cache/android_gym, or run `android-gym device setup`; without it trees come from "
        "uiautomator, and slowly.",
    )
    named = named_packages()
    missing = [package for package in named if f"package:{package}" not in installed]
    yield Finding(
        "apps",
        "advice" if missing else "ok",
        f"{len(named) - len(missing)} of {len(named)}",
        f"Missing: {', '.join(missing)}. `android-gym device setup NAME --apks FOLDER`."
        if missing
        else "",
    )
