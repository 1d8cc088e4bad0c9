"""``am get-standby-bucket``, ``set-inactive`` ...: how much an app may do in the background.

Nothing here is held back by its bucket.
"""

from __future__ import annotations

from typing import Final

from android_gym.simulator.shell.command import Arguments, Invocation

__all__ = ["get_inactive", "get_standby_bucket", "set_inactive", "set_standby_bucket"]

_EXEMPTED: Final = 5
_ACTIVE: Final = 10
_RARE: Final = 40
_NEVER: Final = 50
_BUCKETS: Final = {"ac": _ACTIVE, "wo": 20, "fr": 30, "ra": _RARE, "re": 45, "ne": _NEVER}
"""Buckets by the first letters of their names, which are all that Android reads."""


def set_standby_bucket(io: Invocation, args: Arguments) -> int:
    """Put apps into buckets: a package and a bucket, repeatedly."""
    _user(args)
    package, word = args.required(), args.required()
    chosen: dict[str, int] = {}
    while True:
        bucket = _bucket(word)
        if bucket is None:
            io.err(f"Error: Unknown bucket: {word}\n")
            return 255
        chosen[package] = bucket
        following = args.next()
        if following is None:
            break
        package, word = following, args.required()
    for name, bucket in chosen.items():
        _put(io, name, bucket)
    return 0


def get_standby_bucket(io: Invocation, args: Arguments) -> int:
    """Print the bucket of an app, or of all."""
    _user(args)
    package = args.next()
    if package is None:
        io.out("".join(f"{name}: {_of(io, name)}\n" for name in io.system.packages.names))
    else:
        there = io.system.packages.installed(package)
        io.out(f"{_of(io, package) if there else _NEVER}\n")
    return 0


def set_inactive(io: Invocation, args: Arguments) -> int:
    """Make an app idle, which puts it among the rarely used ones, or active."""
    _user(args)
    package, word = args.required(), args.required()
    _put(io, package, _RARE if word.lower() == "true" else _ACTIVE)
    return 0


def get_inactive(io: Invocation, args: Arguments) -> int:
    """Print whether an app is idle; none is while the phone is plugged in."""
    _user(args)
    package = args.required()
    bucket = _of(io, package) if io.system.packages.installed(package) else _NEVER
    battery = io.system.battery.state
    idle = bucket >= _RARE and not (battery.ac or battery.usb or battery.wireless)
    io.out(f"Idle={str(idle).lower()}\n")
    return 0


def _put(io: Invocation, package: str, bucket: int) -> None:
    """Put an app into a bucket, unless it is unknown or exempted from them."""
    packages = io.system.packages
    if packages.installed(package) and _of(io, package) != _EXEMPTED:
        packages.change(package, standby=bucket)


def _of(io: Invocation, package: str) -> int:
    packages = io.system.packages
    default = _EXEMPTED if packages.manifest(package).system else _ACTIVE
    return packages.state(package).standby or default


def _bucket(word: str) -> int | None:
    for start, bucket in _BUCKETS.items():
        if word.lower().startswith(start):
            return bucket
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else None


def _user(args: Arguments) -> None:
    while (option := args.option()) is not None:
        if option == "--user":
            args.required(option)
