"""The all-files access of apps to shared storage: the app op ``MANAGE_EXTERNAL_STORAGE``."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.ui.activity import Context

__all__ = ["allow_all_files", "forbid_all_files", "may_manage_files"]

_OP: Final = "MANAGE_EXTERNAL_STORAGE"


def may_manage_files(context: Context) -> bool:
    """Return whether the app may manage all files."""
    return context.system.packages.state(context.package).app_ops.get(_OP) == "allow"


def allow_all_files(context: Context) -> None:
    """Grant the app access to all files, as in AndroidWorld's image."""
    packages = context.system.packages
    ops = packages.state(context.package).app_ops
    packages.change(context.package, app_ops=ops.set(_OP, "allow"))


def forbid_all_files(context: Context) -> None:
    """Reset the app's access, so that it asks again, as after its data was cleared."""
    packages = context.system.packages
    ops = packages.state(context.package).app_ops
    if _OP in ops:
        packages.change(context.package, app_ops=ops.delete(_OP))
