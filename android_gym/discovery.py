"""Discovery files of running emulators: their ports and their access tokens.

An emulator keeps ``pid_<process id>.ini`` while it runs, in the first of a few folders that exists;
with ``-grpc-use-token`` the file holds the token. The served phone writes such a file too.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

__all__ = ["advertised", "find_grpc_token", "folders"]

_MAX_BYTES: Final = 64 << 10  # of a file; the emulator's have some hundred bytes


def folders() -> list[Path]:
    """List the folders where this user's emulators may advertise themselves, best first."""
    get = os.environ.get
    roots = [get("XDG_RUNTIME_DIR"), f"/run/user/{os.getuid()}"]
    roots += [get("ANDROID_EMULATOR_HOME"), os.path.expanduser("~/.android")]
    return [Path(root) / "avd" / "running" for root in roots if root]


@contextlib.contextmanager
def advertised(fields: Mapping[str, str]) -> Iterator[Path | None]:
    """Advertise this process as an emulator does, until the end of the block.

    Args:
        fields: Fields of the file, such as ``grpc.port``.

    Yields:
        The file, readable by this user alone; None if there is no place for one.
    """
    path = _write("".join(f"{name}={value}\n" for name, value in fields.items()))
    try:
        yield path
    finally:
        if path is not None:
            path.unlink(missing_ok=True)


def _write(text: str) -> Path | None:
    for folder in folders():
        # No root is created but ~/.android: /run/user/<uid> belongs to the session.
        root = folder.parent.parent
        if not root.is_dir() and root.name != ".android":
            continue
        path = folder / f"pid_{os.getpid()}.ini"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)  # left by an earlier process with this number
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError:
            continue
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        return path
    return None


def find_grpc_token(grpc_port: int) -> str | None:
    """Return the token required by the emulator with this gRPC port; None if there is none."""
    for folder in folders():
        try:
            paths = sorted(folder.glob("pid_*.ini"))
        except OSError:
            continue
        for path in paths:
            fields = _read(path)
            if fields.get("grpc.port") == str(grpc_port) and "grpc.token" in fields:
                return fields["grpc.token"]
    return None


def _read(path: Path) -> dict[str, str]:
    """Read the fields of a file whose process still runs; crashes leave other files behind."""
    found = re.fullmatch(r"pid_(\d{1,10})\.ini", path.name)
    if found is None or not _is_running(int(found[1])):
        return {}
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            lines = file.read(_MAX_BYTES).splitlines()
    except OSError:
        return {}
    pairs = (line.partition("=") for line in lines)
    return {name.strip(): value.strip() for name, equals, value in pairs if equals}


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except OSError:
        return False
    return True
