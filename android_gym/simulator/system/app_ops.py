"""Names of app ops: what an app may do beyond its permissions. See `PackageManager.app_op`."""

from __future__ import annotations

from typing import Final

__all__ = [
    "ACCESS_NOTIFICATION_POLICY",
    "AUTO_REVOKE_PERMISSIONS_IF_UNUSED",
    "MANAGE_EXTERNAL_STORAGE",
    "RUN_ANY_IN_BACKGROUND",
    "WRITE_SETTINGS",
]

ACCESS_NOTIFICATION_POLICY: Final = "ACCESS_NOTIFICATION_POLICY"
"""Access to Do Not Disturb."""

AUTO_REVOKE_PERMISSIONS_IF_UNUSED: Final = "AUTO_REVOKE_PERMISSIONS_IF_UNUSED"
"""Pausing of the app when it is not used for months."""

MANAGE_EXTERNAL_STORAGE: Final = "MANAGE_EXTERNAL_STORAGE"
"""Access to all files of shared storage."""

RUN_ANY_IN_BACKGROUND: Final = "RUN_ANY_IN_BACKGROUND"
"""Use of the battery in the background: "allow" is without limits, "ignore" is restricted."""

WRITE_SETTINGS: Final = "WRITE_SETTINGS"
"""Changes of the phone's settings."""
