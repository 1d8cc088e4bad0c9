"""Permission groups, roles, and the state of each screen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from android_gym.simulator.system.intents import Intent

__all__ = [
    "ROLES",
    "GrantState",
    "Group",
    "ReviewState",
    "Role",
    "RoleState",
    "group_of",
    "together",
]


@dataclass(frozen=True)
class Group:
    """Permissions that are requested and granted together.

    Attributes:
        icon: Icon of the dialog.
        wording: The dialog's words for what the app wants to do.
        permissions: Their names without ``android.permission.``.
    """

    icon: str
    wording: str
    permissions: tuple[str, ...] = ()


_CONTACTS: Final = ("READ_CONTACTS", "WRITE_CONTACTS", "GET_ACCOUNTS")
_FILES: Final = ("READ_EXTERNAL_STORAGE", "WRITE_EXTERNAL_STORAGE")
_IMAGES: Final = ("READ_MEDIA_IMAGES", "READ_MEDIA_VIDEO", "ACCESS_MEDIA_LOCATION")
_NEARBY: Final = "find, connect to, and determine the relative position of nearby devices"

GROUPS: Final = (
    Group("bell_outline", "send you notifications", ("POST_NOTIFICATIONS",)),
    Group("microphone_outline", "record audio", ("RECORD_AUDIO",)),
    Group("camera_outline", "take pictures and record video", ("CAMERA",)),
    Group("contacts_outline", "access your contacts", _CONTACTS),
    Group("calendar_outline", "access your calendar", ("READ_CALENDAR", "WRITE_CALENDAR")),
    Group("message_outline", "send and view SMS messages", ("SEND_SMS", "READ_SMS", "RECEIVE_SMS")),
    Group("phone_outline", "make and manage phone calls", ("CALL_PHONE", "READ_PHONE_STATE")),
    Group("phone_log_outline", "access your phone call logs", ("READ_CALL_LOG",)),
    Group("map_marker_outline", "access this device\u2019s location", ("ACCESS_FINE_LOCATION",)),
    Group(
        "map_marker_outline",
        "access this device\u2019s approximate location",
        ("ACCESS_COARSE_LOCATION",),
    ),
    Group("folder_outline", "access photos and media on your device", _FILES),
    Group("image_outline", "access photos and videos on this device", _IMAGES),
    Group("music_note_outline", "access music and audio on this device", ("READ_MEDIA_AUDIO",)),
    Group("run", "access your physical activity", ("ACTIVITY_RECOGNITION",)),
    Group("bluetooth", _NEARBY, ("BLUETOOTH_CONNECT", "BLUETOOTH_SCAN")),
)
"""Icons and wording of Android 13's permission groups; location has one for each precision."""

LOCATION: Final = ("ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION")

_GROUPS: Final = {name: group for group in GROUPS for name in group.permissions}


def group_of(permission: str) -> Group:
    """Return the group of a permission; for an unknown permission, a group of its own."""
    name = permission.rpartition(".")[2]
    return _GROUPS.get(name) or Group("shield_outline", f"use {name}", (name,))


def together(permission: str, declared: Iterable[str]) -> set[str]:
    """Return the permissions answered together with one: those an app declares in its group.

    Precise and approximate location, whose dialogs differ, count as one group.
    """
    names = group_of(permission).permissions
    if names[0] in LOCATION:
        names = LOCATION
    return {permission, *(other for other in declared if other.rpartition(".")[2] in names)}


@dataclass(frozen=True)
class Role:
    """A role, held by one app at a time.

    Attributes:
        setting: Key in the secure settings that stores its holder.
        name: Its name in the dialog.
        brings: What the holder is allowed to do.
        intent: An intent that an app must handle to hold it.
    """

    setting: str
    name: str
    brings: str
    intent: Intent


ROLES: Final = {
    "android.app.role.SMS": Role(
        "sms_default_application",
        "default SMS app",
        "Gets access to contacts, SMS, phone",
        Intent("android.intent.action.SENDTO", data="smsto:5551234567"),
    ),
    "android.app.role.DIALER": Role(
        "dialer_default_application",
        "default phone app",
        "Gets access to phone, contacts, SMS, microphone",
        Intent("android.intent.action.DIAL"),
    ),
}


@dataclass(frozen=True)
class GrantState:
    """State of the dialog that asks for a permission.

    Attributes:
        precise: Whether precise location is chosen.
        answered: Requested permissions that were allowed or denied.
    """

    precise: bool = True
    answered: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ReviewState:
    """State of the review of a legacy app's permissions.

    Attributes:
        notifications: Whether the notifications' switch is on.
    """

    notifications: bool = True


@dataclass(frozen=True)
class RoleState:
    """State of the dialog that asks for a role.

    Attributes:
        chosen: The selected package; empty for the current holder.
    """

    chosen: str = ""
