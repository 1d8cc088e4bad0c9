"""Packages of the apps that goals and actions call by their labels.

adb tells no labels, so a launch by label needs a table on any phone. Suites of tasks fill it
(`android_gym.task_suite.suite.Suite.apps`).
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["fold_label", "name_apps", "named_labels", "named_packages", "package_of"]

_packages: dict[str, str] = {}


def fold_label(label: str) -> str:
    """Return a label in lower case and without surplus spaces, as labels are compared."""
    return " ".join(label.lower().split())


def package_of(label: str) -> str | None:
    """Return the package of the app called `label`, in any case; None if there is no such app."""
    return _packages.get(fold_label(label))


def name_apps(apps: Mapping[str, str]) -> None:
    """Let apps be called by labels, in any case; labels that are taken stay as they are.

    Args:
        apps: Package by label.
    """
    for label, package in apps.items():
        _packages.setdefault(fold_label(label), package)


def named_labels() -> tuple[str, ...]:
    """Return the labels of all apps that have any, as `fold_label` has them, sorted."""
    return tuple(sorted(_packages))


def named_packages() -> tuple[str, ...]:
    """Return the packages of all apps that have labels, sorted."""
    return tuple(sorted(set(_packages.values())))
