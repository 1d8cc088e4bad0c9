"""Discovery files of running emulators: their ports, and how to get in.

Each writes ``pid_<process id>.ini`` for as long as it runs, into the first of a few folders that is
there; with ``-grpc-use-token`` the token is in it. The served phone writes such a file too.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

__all__ = ["advertised", "find_grpc_token", "folders"]

_MAX_BYTES: Final = 64 << 10  # of a file; the emulator's have some hundred


def folders() -> list[Path]:
    """List the folders where emulators of this user may advertise themselves, best first."""
    get = os.environ.get
    roots = [get("XDG_RUNTIME_DIR"), f"/run/user/{os.getuid()}"]
    roots += [get("ANDROID_EMULATOR_HOME"), os.path.expanduser("~/.android")]
    return [Path(root) / "avd" / "running" for root in roots if root]


@contextlib.contextmanager
def advertised(fields: Mapping[str, str]) -> Iterator[Path | None]:
    """Advertise this process, as an emulator does, until the end of the block.

    Args:
        fields: What to tell, such as ``grpc.port``.

    Yields:
        The file, which this user alone can read; None if there is no place for one.
    """
    path = _write("".join(f"{name}={value}\n" for name, value in fields.items()))
    try:
        yield path
    finally:
        if path is not None:
            path.unlink(missing_ok=True)


def _write(text: str) -> Path | None:
    for folder in folders():
        # A root is not made: /run/user/<uid> belongs to the session. Only ~/.android may be.
        root = folder.parent.parent
        if not root.is_dir() and root.name != ".android":
            continue
        path = folder / f"pid_{os.getpid()}.ini"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)  # of a process that had this number before
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError:
            continue
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        return path
    return None


def find_grpc_token(grpc_port: int) -> str | None:
    """Return the token that the emulator with this gRPC port asks for; None if it tells of none."""
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
    """Read a file of a process that still runs; others are left behind by crashes."""
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
