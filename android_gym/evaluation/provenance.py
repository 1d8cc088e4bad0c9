"""Provenance of a run: the command, the machine, the versions of all packages."""

from __future__ import annotations

import os
import platform
import re
import sys
from importlib import metadata
from typing import Any

__all__ = ["provenance"]


def provenance() -> dict[str, Any]:
    """Return JSON values that describe this process.

    Returns:
        ``command``, the words of the command line; ``python``, ``platform``, ``processors``; and
        ``packages``, the version of each installed package that this one depends on.
    """
    return {
        "command": list(sys.argv),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "processors": os.cpu_count(),
        "packages": _packages(),
    }


def _packages() -> dict[str, str]:
    names = ["android-gym"]
    try:
        wanted = metadata.requires("android-gym") or []
    except metadata.PackageNotFoundError:  # run from its sources
        wanted = []
    names += [found[0] for text in wanted if (found := re.match(r"[\w.-]+", text))]
    versions = {}
    for name in sorted(set(names)):
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:  # of an extra that is not installed
            continue
    return versions
