"""Roles: what one app at a time can be the default for, such as the phone's browser."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.packages import PackageManager
from android_gym.simulator.system.settings import Settings

__all__ = ["ROLE_INTENTS", "able", "holder", "setting_of"]

ROLE_INTENTS: Final = {
    "ASSISTANT": Intent("android.intent.action.ASSIST"),
    "BROWSER": Intent("android.intent.action.VIEW", data="http://example.com"),
    "DIALER": Intent("android.intent.action.DIAL"),
    "HOME": Intent("android.intent.action.MAIN", categories=("android.intent.category.HOME",)),
    "SMS": Intent("android.intent.action.SENDTO", data="smsto:5551234567"),
}
"""Intent that an app must handle to hold a role, by the role's name."""


def setting_of(role: str) -> str:
    """Return the key in the ``secure`` settings that names a role's holder."""
    return f"{role.lower()}_default_application"


def able(packages: PackageManager, role: str) -> list[str]:
    """Return the packages that could hold a role, sorted."""
    return sorted({m.package for m, _ in packages.query_activities(ROLE_INTENTS[role])})


def holder(packages: PackageManager, settings: Settings, role: str) -> str:
    """Return the package that holds a role, "" for none: by default the first that could.

    The SMS role has no default; it must be set.
    """
    named = settings.get("secure", setting_of(role)) or ""
    if role == "SMS":
        return named
    packages_able = able(packages, role)
    return named if named in packages_able else next(iter(packages_able), "")
