"""Finds the browser on the host that runs the pages."""

from __future__ import annotations

import glob
import os
import shutil
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from android_gym.errors import DependencyError, OptionError

__all__ = ["VARIABLE", "Engine", "find_engine", "require_engine"]

VARIABLE: Final = "ANDROID_GYM_BROWSER"
"""Environment variable with the path of a Chromium, or ``none``."""

_PROGRAMS: Final = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "headless_shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
    "microsoft-edge-stable",
    "microsoft-edge",
)
"""Names on the PATH, the best first: headless shells draw frames on command."""

_PLAYWRIGHT: Final = (
    "chromium_headless_shell-*/*/*headless*shell",
    "chromium-*/*/chrome",
)
"""Paths of browsers in Playwright's cache."""

MISSING: Final = (
    "Web pages need a Chromium on this machine and none was found: install one, for example with "
    "`apt-get install chromium-headless-shell` or `playwright install chromium-headless-shell`, or "
    f"set {VARIABLE} to the path of one."
)


@dataclass(frozen=True)
class Engine:
    """A browser.

    Attributes:
        path: Path of its program.
        begin_frames: Whether it draws frames on command only (``beginFrame``), as headless shells
            do; others draw frames on their own.
    """

    path: str
    begin_frames: bool


def find_engine() -> Engine | None:
    """Return the first browser that exists; None if there is none.

    Raises:
        OptionError: If `VARIABLE` names no program.
    """
    return _find(os.environ.get(VARIABLE, ""), os.environ.get("PATH", ""), _cache())


def require_engine() -> Engine:
    """Return the first browser that exists.

    Raises:
        DependencyError: If there is none; the message says what to install.
        OptionError: If `VARIABLE` names no program.
    """
    engine = find_engine()
    if engine is None:
        raise DependencyError(MISSING)
    return engine


def _cache() -> str:
    given = os.environ.get("PLAYWRIGHT_BROWSERS_PATH", "")
    return given if given not in ("", "0") else str(Path.home() / ".cache" / "ms-playwright")


@lru_cache(maxsize=8)
def _find(named: str, path: str, cache: str) -> Engine | None:
    if named == "none":
        return None
    if named:
        program = shutil.which(named, path=path)
        if program is None:
            raise OptionError(
                f"{VARIABLE} must be the path of a Chromium (or `none`), got {named!r}, which is "
                "no program."
            )
        return _engine(program)
    for name in _PROGRAMS:
        program = shutil.which(name, path=path)
        if program is not None:
            return _engine(program)
    for pattern in _PLAYWRIGHT:
        for program in sorted(glob.glob(os.path.join(cache, pattern)), reverse=True):
            if os.access(program, os.X_OK):
                return _engine(program)
    return None


def _engine(program: str) -> Engine:
    name = os.path.basename(os.path.realpath(program)).replace("_", "-")
    return Engine(
        program, "headless-shell" in name or "headless-shell" in os.path.basename(program)
    )
