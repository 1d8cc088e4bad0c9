"""Serving phones: one process a phone, on 127.0.0.1."""

from __future__ import annotations

import asyncio
import ctypes
import logging
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Final

from android_gym.errors import AndroidGymError, DeviceError, OptionError
from android_gym.simulator.phone import Phone
from android_gym.simulator.state import Snapshot
from android_gym.simulator.wire import images
from android_gym.simulator.wire.server import PhoneServer, Ports

__all__ = ["ServeOptions", "emulator_main", "serve", "serve_many"]

_STOP_S: Final = 10.0
_PR_SET_PDEATHSIG: Final = 1


@dataclass(frozen=True)
class ServeOptions:
    """How to serve a phone.

    Attributes:
        ports: Where it listens.
        width: Of the screen, in pixels.
        height: Of the screen, in pixels.
        density_dpi: Pixels per inch.
        image: A file that ``android-gym phone save`` wrote, to start from.
        virtual_time: See `PhoneServer`.
        snapshots: See `PhoneServer`.
        avd_name: What the phone calls itself.
    """

    ports: Ports = Ports()
    width: int = 1080
    height: int = 2400
    density_dpi: int = 420
    image: Path | None = None
    virtual_time: bool = False
    snapshots: bool = True
    avd_name: str = ""


def _load(path: Path | None) -> Snapshot | None:
    if path is None:
        return None
    try:
        return images.load(path.read_bytes())
    except OSError as error:
        raise OptionError(f"The image {path} can't be read: {error.strerror}.") from error


def serve(options: ServeOptions, on_ready: Callable[[], None] = lambda: None) -> None:
    """Serves a phone in this process until it is told to stop.

    Args:
        options: How.
        on_ready: Called when it can be reached.

    Raises:
        DeviceError: If a port is taken.
        OptionError: If an option is wrong.
        SimulatorError: If the image is none.
    """
    snapshot = _load(options.image)
    phone = Phone(options.width, options.height, options.density_dpi)
    if snapshot is not None:
        phone.restore(snapshot)
    if options.avd_name:
        phone.system.properties.preset("ro.boot.qemu.avd_name", options.avd_name)
    server = PhoneServer(
        phone, options.ports, virtual_time=options.virtual_time, snapshots=options.snapshots
    )
    asyncio.run(server.run(on_ready))


def serve_many(options: ServeOptions, count: int, on_ready: Callable[[Ports], None]) -> None:
    """Serves several phones, each in a process of its own, until this one is told to stop.

    The phones' console and adb ports count up in twos, their gRPC ports in ones. They share what
    the first has loaded.

    Raises:
        DeviceError: If one of them can't be started, or dies; the others are stopped.
        OptionError: If an option is wrong.
    """
    if not 1 <= count <= 1000:
        raise OptionError(f"count must be 1 to 1000, got {count}.")
    _load(options.image)  # is it one?
    Phone(options.width, options.height, options.density_dpi)  # boots the image all will share
    context = multiprocessing.get_context("fork")
    children: list[tuple[ForkProcess, Connection, Ports]] = []
    stopping = False

    def stop(*_: object) -> None:
        nonlocal stopping
        stopping = True
        for child, _, _ in children:
            if child.pid is not None and child.is_alive():
                child.terminate()

    previous = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        for number in range(count):
            ports = replace(
                options.ports,
                console=options.ports.console + 2 * number,
                adb=options.ports.adb + 2 * number,
                grpc=options.ports.grpc and options.ports.grpc + number,
            )
            ours, theirs = context.Pipe(duplex=False)
            child = context.Process(
                target=_child, args=(replace(options, ports=ports), theirs), daemon=True
            )
            child.start()
            theirs.close()
            children.append((child, ours, ports))
        for _, pipe, ports in children:
            fault = _heard(pipe)
            if fault is not None and not stopping:
                raise DeviceError(fault)
            if not stopping:
                on_ready(ports)
        while not stopping:
            dead = wait([child.sentinel for child, _, _ in children], timeout=None)
            if dead and not stopping:
                names = [p.console for c, _, p in children if c.sentinel in dead]
                raise DeviceError(f"The phone emulator-{names[0]} has died; all are stopped.")
    finally:
        stop()
        for child, _, _ in children:
            child.join(_STOP_S)
            if child.is_alive():
                child.kill()
                child.join()
        for number, handler in previous.items():
            signal.signal(number, handler)


def _heard(pipe: Connection) -> str | None:
    """What a child says when it has started: None if all is well."""
    try:
        return pipe.recv()
    except EOFError:
        return "A phone ended before it could be reached."


def _child(options: ServeOptions, pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal's ctrl+C goes to all of us
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform == "linux":  # should the parent be killed, its children end too
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    try:
        serve(options, lambda: pipe.send(None))
    except AndroidGymError as error:
        pipe.send(str(error))
        os._exit(1)


def emulator_main() -> None:
    """The command ``android-gym-emulator``: takes the arguments of Google's ``emulator``.

    So android_env can launch the phone as its ``emulator_path``.
    """
    logging.basicConfig(level=logging.WARNING)
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


_FLAGS: Final = frozenset(
    "-no-audio -show-kernel -verbose -no-skin -no-window -no-snapshot -no-boot-anim -wipe-data "
    "-no-snapshot-load -no-snapshot-save -no-snapstorage -read-only -no-passive-gps -writable-system "
    "-no-location-ui -no-metrics -no-cache -no-sim -virtual-time -accel-check -version -no-accel "
    "-delay-adb -shell -wifi-server-port -allow-host-audio -no-qt".split()
)
"""Arguments without a value; all others are taken to have one."""


def _emulator_options(arguments: list[str]) -> ServeOptions:
    """Reads Google's arguments; those that make no difference here are taken and forgotten."""
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
        elif name in _FLAGS:
            found[name] = ""
        elif not rest:
            raise OptionError(f"the argument {name} needs a value")
        else:
            found[name] = rest.pop(0)
    console, adb = _number(found, "-port", 5554), 0
    if "-ports" in found:
        parts = found["-ports"].split(",")
        if len(parts) != 2 or not all(part.isdecimal() for part in parts):
            raise OptionError(f"-ports takes CONSOLE,ADB, not {found['-ports']!r}")
        console, adb = map(int, parts)
    image = found.get("-image")
    return ServeOptions(
        ports=Ports(console, adb or console + 1, _number(found, "-grpc", console + 3000)),
        image=None if image is None else Path(image),
        virtual_time="-virtual-time" in found,
        avd_name=found.get("-avd", ""),
        **_skin(found.get("-skin", "1080x2400")),
        density_dpi=_number(found, "-dpi-device", 420),
    )


def _number(found: dict[str, str], name: str, default: int) -> int:
    text = found.get(name, str(default))
    if not text.isdecimal() or not 0 <= int(text) < 65536:
        raise OptionError(f"{name} takes a number, not {text!r}")
    return int(text)


def _skin(text: str) -> dict[str, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise OptionError(f"-skin takes WIDTHxHEIGHT, not {text!r}")
    return {"width": int(width), "height": int(height)}
