"""The phone's apps: each folder with a ``manifest`` module is an app."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import replace
from functools import cache

from android_gym.simulator.system.packages import Manifest

__all__ = ["discover"]


@cache
def discover() -> tuple[Manifest, ...]:
    """Return the manifests of all apps in this package, in order of folder names."""
    manifests = []
    for entry in sorted(pkgutil.iter_modules(__path__), key=lambda e: e.name):
        if entry.ispkg:
            folder = f"{__name__}.{entry.name}"
            module = importlib.import_module(f"{folder}.manifest")
            declared = getattr(module, "MANIFESTS", None) or (module.MANIFEST,)
            manifests += [replace(m, module=m.module or folder) for m in declared]
    return tuple(manifests)
