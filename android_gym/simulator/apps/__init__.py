"""The phone's apps: each folder with a ``manifest`` module is an app."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import replace
from functools import cache

from android_gym.checks import shown
from android_gym.errors import OptionError
from android_gym.simulator.system.packages import Manifest

__all__ = ["discover"]


@cache
def discover() -> tuple[Manifest, ...]:
    """Return the manifests of all apps in this package, in order of folder names.

    Raises:
        OptionError: If a folder has no manifest, or two apps have the same package.
    """
    manifests: dict[str, Manifest] = {}
    for entry in sorted(pkgutil.iter_modules(__path__), key=lambda e: e.name):
        if entry.ispkg:
            folder = f"{__name__}.{entry.name}"
            try:
                module = importlib.import_module(f"{folder}.manifest")
            except ModuleNotFoundError as error:
                if error.name != f"{folder}.manifest":
                    raise
                raise OptionError(
                    f"There is no manifest.py beside {importlib.import_module(folder).__file__}: "
                    "an app needs one. See docs/add_an_app.md."
                ) from error
            declared = getattr(module, "MANIFESTS", None) or (getattr(module, "MANIFEST", None),)
            for manifest in declared:
                if not isinstance(manifest, Manifest):
                    raise OptionError(
                        f"{module.__file__} must define MANIFEST, a Manifest, got "
                        f"{shown(manifest)}."
                    )
                other = manifests.get(manifest.package)
                if other is not None:
                    raise OptionError(
                        f"Both {other.module} and {folder} are called {manifest.package!r}. Give "
                        "one another package."
                    )
                manifests[manifest.package] = replace(manifest, module=manifest.module or folder)
    return tuple(manifests.values())
