"""Package names of the apps that goals and actions refer to by label.

adb doesn't report labels, so launching by label needs a table on any phone. Suites of tasks fill it
(`android_gym.task_suite.suite.Suite.apps`).
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["fold_label", "name_apps", "named_labels", "named_packages", "package_of"]

_packages: dict[str, str] = {}


def fold_label(label: str) -> str:
    """Return a label in lower case and without surplus spaces, for comparison."""
    return " ".join(label.lower().split())


def package_of(label: str) -> str | None:
    """Return the package of the app called `label`, ignoring case; None if there is no such app."""
    return _packages.get(fold_label(label))


def name_apps(apps: Mapping[str, str]) -> None:
    """Register labels of apps; labels that are already registered stay as they are.

    Args:
        apps: Package by label.
    """
    for label, package in apps.items():
        _packages.setdefault(fold_label(label), package)


def named_labels() -> tuple[str, ...]:
    """Return all registered labels, as `fold_label` returns them, sorted."""
    return tuple(sorted(_packages))


def named_packages() -> tuple[str, ...]:
    """Return the packages of all apps with registered labels, sorted."""
    return tuple(sorted(set(_packages.values())))
