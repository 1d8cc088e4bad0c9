"""The all-files access of apps to shared storage: the app op ``MANAGE_EXTERNAL_STORAGE``."""

from __future__ import annotations

from android_gym.simulator.system.app_ops import MANAGE_EXTERNAL_STORAGE
from android_gym.simulator.ui.activity import Context

__all__ = ["allow_all_files", "forbid_all_files", "may_manage_files"]


def may_manage_files(context: Context) -> bool:
    """Return whether the app may manage all files."""
    return context.system.packages.app_op(context.package, MANAGE_EXTERNAL_STORAGE) == "allow"


def allow_all_files(context: Context) -> None:
    """Grant the app access to all files, as in AndroidWorld's image."""
    context.system.packages.set_app_op(context.package, MANAGE_EXTERNAL_STORAGE, "allow")


def forbid_all_files(context: Context) -> None:
    """Reset the app's access, so that it asks again, as after its data was cleared."""
    context.system.packages.set_app_op(context.package, MANAGE_EXTERNAL_STORAGE, None)
