"""Serving phones on 127.0.0.1, with one process per phone."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import logging
import multiprocessing
import os
import secrets
import signal
import sqlite3
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.metadata import version
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Final

from android_gym import discovery
from android_gym.errors import AndroidGymError, DeviceError, OptionError, SnapshotError
from android_gym.host_files import read_plain
from android_gym.simulator.phone import Phone
from android_gym.simulator.profiles import profile_of
from android_gym.simulator.system.packages import Apk
from android_gym.simulator.wire import images
from android_gym.simulator.wire.console import Snapshots
from android_gym.simulator.wire.server import PhoneServer, Ports

__all__ = ["Ports", "ServeOptions", "add_forwarder", "emulator_main", "serve", "serve_many"]

PACKAGE: Final = "com.google.androidenv.accessibilityforwarder"
"""android_env's accessibility forwarder, which is installed on a served phone."""

AVD_NAME: Final = "AndroidWorldAvd"
"""Default name of a served phone."""

_STOP_S: Final = 10.0
_SQLITE_BYTES: Final = 2 << 30
"""Memory limit of all databases of a served phone, including that of running statements."""
_PR_SET_PDEATHSIG: Final = 1


@dataclass(frozen=True)
class ServeOptions:
    """Settings of a served phone.

    Attributes:
        ports: Ports that it listens on.
        profile: Its device profile, one of `android_gym.simulator.profiles.PROFILES`.
        width: Width of the screen in pixels; None for the profile's, like the next two.
        height: Height of the screen in pixels.
        density_dpi: Pixels per inch.
        image: A file written by ``android-gym phone save``, to start from.
        virtual_time: See `PhoneServer`.
        snapshots: See `PhoneServer`.
        avd_name: Name that the phone reports.
        root: Whether adbd can run as root; it can't on a system image with Google Play.
        grpc_use_token: Whether gRPC calls require a token. It is generated for each phone, and
            written to its discovery file like the emulator's.
    """

    ports: Ports = Ports()
    profile: str = "pixel_6"
    width: int | None = None
    height: int | None = None
    density_dpi: int | None = None
    image: Path | None = None
    virtual_time: bool = False
    snapshots: bool = True
    avd_name: str = ""
    root: bool = True
    grpc_use_token: bool = False


def _read(path: Path) -> bytes:
    try:
        return read_plain(path, images.MOST_PACKED)
    except OSError as error:
        raise OptionError(f"The image {path} can't be read: {error.strerror}.") from error


def _phone(options: ServeOptions) -> Phone:
    """Create a phone, in the state of the image if there is one."""
    chosen = profile_of(options.profile)
    phone = Phone(
        chosen.width if options.width is None else options.width,
        chosen.height if options.height is None else options.height,
        chosen.density_dpi if options.density_dpi is None else options.density_dpi,
        build=chosen.build,
    )
    if options.image is not None:
        snapshots = Snapshots(phone)
        try:
            image = images.load(phone, _read(options.image))
        except SnapshotError as error:
            raise SnapshotError(f"{str(options.image)!r}: {error}") from error
        snapshots.accept("image", image)
        snapshots.load("image")
    return phone


def serve(options: ServeOptions, on_ready: Callable[[], None] = lambda: None) -> None:
    """Serve a phone in this process until it is terminated.

    Args:
        options: Settings of the phone.
        on_ready: Called when it can be reached.

    Raises:
        DeviceError: If a port is taken.
        OptionError: If an option is wrong.
        SimulatorError: If the image isn't valid.
    """
    _bound_sqlite(_SQLITE_BYTES)
    phone = _phone(options)
    if options.image is None:  # as on AndroidWorld's devices
        add_forwarder(phone)
    if options.avd_name:
        phone.system.properties.preset("ro.boot.qemu.avd_name", options.avd_name)
    if not options.root:
        phone.system.properties.preset("ro.debuggable", "0")
        phone.system.properties.preset("ro.build.type", "user")
    token = secrets.token_urlsafe(32) if options.grpc_use_token else ""
    server = PhoneServer(
        phone,
        options.ports,
        virtual_time=options.virtual_time,
        snapshots=options.snapshots,
        grpc_token=token,
    )
    with contextlib.ExitStack() as stack:
        if token:
            stack.enter_context(_advertised(phone, options.ports, token))
        asyncio.run(server.run(on_ready))


def add_forwarder(phone: Phone) -> None:
    """Install android_env's accessibility forwarder."""
    forwarder = Apk(PACKAGE, "Accessibility Forwarder")
    phone.system.packages.add(forwarder, phone.system.clock.now_ms())
    phone.prepare(PACKAGE)


def _bound_sqlite(count: int) -> None:
    """Limit SQLite's memory in this process, which serves only this phone, to `count` bytes.

    This includes memory for sorting and for results, which only SQLite itself can account for.
    """
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(f"PRAGMA hard_heap_limit = {count}")


@contextlib.contextmanager
def _advertised(phone: Phone, ports: Ports, token: str) -> Iterator[None]:
    """Advertise the phone and its token to this user's programs.

    Raises:
        OptionError: If there is nowhere to write the token, as then nobody could connect.
    """
    name = phone.system.properties.get("ro.boot.qemu.avd_name")
    fields = {
        "port.serial": str(ports.console),
        "port.adb": str(ports.adb),
        "avd.name": name,
        "avd.id": name,
        "grpc.port": str(ports.grpc),
        "grpc.token": token,
    }
    with discovery.advertised(fields) as path:
        if path is None:
            folders = ", ".join(map(str, discovery.folders()))
            raise OptionError(f"The token of the gRPC can't be written to any of {folders}.")
        yield


def serve_many(options: ServeOptions, count: int, on_ready: Callable[[Ports], None]) -> None:
    """Serve several phones, each in its own process, until this process is terminated.

    The ports of the phones increase in steps of two. The phones share what the first has loaded.

    Raises:
        DeviceError: If one of them can't be started, or dies; the others are stopped then.
        OptionError: If an option is wrong.
    """
    if not 1 <= count <= 1000:
        raise OptionError(f"count must be 1 to 1000, got {count}.")
    fleet_ports = [_ports(options.ports, 2 * number) for number in range(count)]
    taken = [port for ports in fleet_ports for port in ports.listening.values()]
    if len(set(taken)) < len(taken):
        raise OptionError(
            f"{count} phones count up in twos from {options.ports.listening}: these meet. "
            "Put them further apart."
        )
    _phone(options)  # checks the image, and boots what all of them share
    fleet = _Fleet()
    numbers = (signal.SIGTERM, signal.SIGINT)
    previous = {number: signal.signal(number, fleet.stop) for number in numbers}
    try:
        for ports in fleet_ports:
            fleet.start(replace(options, ports=ports))
        fleet.wait_until_ready(on_ready)
        fleet.wait()
    finally:
        fleet.end()
        for number, handler in previous.items():
            signal.signal(number, handler)


def _ports(first: Ports, step: int) -> Ports:
    grpc = first.grpc and first.grpc + step
    return replace(first, console=first.console + step, adb=first.adb + step, grpc=grpc)


class _Fleet:
    """The child processes of `serve_many`."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("fork")
        self._children: list[tuple[ForkProcess, Connection, Ports]] = []
        self._stopping = False

    def start(self, options: ServeOptions) -> None:
        """Start a phone in a child process."""
        ours, theirs = self._context.Pipe(duplex=False)
        child = self._context.Process(target=_child, args=(options, theirs), daemon=True)
        child.start()
        theirs.close()
        self._children.append((child, ours, options.ports))

    def wait_until_ready(self, on_ready: Callable[[Ports], None]) -> None:
        """Wait for each phone in turn to become ready.

        Raises:
            DeviceError: If one can't be reached.
        """
        for _, pipe, ports in self._children:
            fault = _heard(pipe)
            if self._stopping:
                return
            if fault is not None:
                raise DeviceError(fault)
            on_ready(ports)

    def wait(self) -> None:
        """Wait until all are told to stop.

        Raises:
            DeviceError: If one ends without being told to.
        """
        while not self._stopping:
            dead = wait([child.sentinel for child, _, _ in self._children])
            if not self._stopping:
                name = next(p.console for c, _, p in self._children if c.sentinel in dead)
                raise DeviceError(f"The phone emulator-{name} has died; all are stopped.")

    def stop(self, *_arguments: object) -> None:
        """Tell all to stop; also used as a signal handler."""
        self._stopping = True
        for child, _, _ in self._children:
            if child.is_alive():
                child.terminate()

    def end(self) -> None:
        """Stop all, and wait until they have ended."""
        self.stop()
        for child, *_ in self._children:
            child.join(_STOP_S)
            if child.is_alive():
                child.kill()
                child.join()


def _heard(pipe: Connection) -> str | None:
    """Return the message of a child once it has started: None if all is well."""
    try:
        return pipe.recv()
    except EOFError:
        return "A phone ended before it could be reached."


def _child(options: ServeOptions, pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends ctrl+C to all processes
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform == "linux":  # if the parent is killed, its children end, too
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    try:
        serve(options, lambda: pipe.send(None))
    except AndroidGymError as error:
        pipe.send(str(error))
        os._exit(1)


def emulator_main() -> None:
    """Run the command ``android-gym-emulator``, which takes the arguments of Google's ``emulator``.

    This allows android_env to launch the phone as its ``emulator_path``.
    """
    logging.basicConfig(level=logging.WARNING)
    said = _said(sys.argv[1:])
    if said is not None:
        print(said)
        return
    try:
        options = _emulator_options(sys.argv[1:])
    except AndroidGymError as error:
        print(f"android-gym-emulator: {error}", file=sys.stderr)
        sys.exit(2)
    try:
        serve(options, lambda: print("INFO | Boot completed", flush=True))
    except AndroidGymError as error:
        print(f"android-gym-emulator: {error}", file=sys.stderr)
        sys.exit(1)


_WITH_VALUE: Final = frozenset("-avd -port -ports -grpc -skin -image -dpi-device".split())
"""Supported arguments that require a value."""

_HELP: Final = """\
android-gym-emulator: the built-in phone, started as Google's emulator is.

  -avd NAME, @NAME     what the phone calls itself
  -port CONSOLE        adb's port is the next one
  -ports CONSOLE,ADB
  -grpc PORT           the console's plus 3000 unless given
  -skin WIDTHxHEIGHT   of the screen, in pixels
  -dpi-device DPI
  -grpc-use-token      calls need the token of avd/running/pid_*.ini
  -image FILE          of `android-gym phone save`, to start from
  -virtual-time        time moves by what commands take

Google's other arguments are taken, and make no difference.
"""


def _said(arguments: list[str]) -> str | None:
    """Return what the emulator prints instead of starting; None if it is to start."""
    if "-help" in arguments:
        return _HELP
    if "-version" in arguments:
        return f"Android emulator of android_gym {version('android-gym')}"
    if "-list-avds" in arguments:
        return AVD_NAME
    return None


def _emulator_options(arguments: list[str]) -> ServeOptions:
    """Parse Google's arguments; those without effect here are accepted and ignored."""
    found: dict[str, str] = {}
    rest = list(arguments)
    while rest:
        name = rest.pop(0)
        if name.startswith("@"):
            found["-avd"] = name[1:]
        elif name == "-qemu":
            break
        elif not name.startswith("-"):
            raise OptionError(f"unknown argument {name!r}")
        elif rest and not rest[0].startswith(("-", "@")):
            found[name] = rest.pop(0)
        elif name in _WITH_VALUE:
            raise OptionError(f"the argument {name} needs a value")
        else:
            found[name] = ""
    console, adb = _number(found, "-port", 5554), 0
    if "-ports" in found:
        parts = found["-ports"].split(",")
        if len(parts) != 2 or not all(part.isdecimal() for part in parts):
            raise OptionError(f"-ports takes CONSOLE,ADB, not {found['-ports']!r}")
        console, adb = map(int, parts)
    width, height = _skin(found.get("-skin", "1080x2400"))
    image = found.get("-image")
    return ServeOptions(
        ports=Ports(console, adb or console + 1, _number(found, "-grpc", console + 3000)),
        image=None if image is None else Path(image),
        virtual_time="-virtual-time" in found,
        grpc_use_token="-grpc-use-token" in found,
        avd_name=found.get("-avd", ""),
        width=width,
        height=height,
        density_dpi=_number(found, "-dpi-device", 420),
    )


def _number(found: dict[str, str], name: str, default: int) -> int:
    text = found.get(name, str(default))
    if not text.isdecimal() or not 0 <= int(text) < 65536:
        raise OptionError(f"{name} takes a number, not {text!r}")
    return int(text)


def _skin(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise OptionError(f"-skin takes WIDTHxHEIGHT, not {text!r}")
    return int(width), int(height)
