"""Writing of result files: atomically, and with their provenance."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import torch

import android_gym


def write_json(path: Path, value: Any) -> None:
    """Write a file atomically."""
    part = path.with_suffix(".part")
    part.write_text(json.dumps(value, indent=1) + "\n")
    os.replace(part, path)


def _commit() -> str | None:
    """Return the checked-out commit, with ``+`` if files differ; None without git."""
    git = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty=+"]
    try:
        return subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None


def about(threads: int, *modules: ModuleType) -> dict[str, Any]:
    """Return the provenance of a result: commit, command, machine and versions.

    Args:
        threads: Number of threads that torch uses.
        modules: Packages whose versions are included, besides torch and android_gym.
    """
    return {
        "commit": _commit(),
        "command": " ".join(["python", *sys.argv]),
        "machine": f"{os.cpu_count()} cores, shared with other work; {threads} used by torch",
        "versions": {
            "python": platform.python_version(),
            "torch": torch.__version__,
            **{module.__name__: module.__version__ for module in modules},
            "android_gym": android_gym.__version__,
        },
    }
