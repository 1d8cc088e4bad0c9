"""Types of preference rows, the permission groups, and the kinds of special app access."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from android_gym.simulator.appkit.preferences import (
    LinkPreference,
    RadioPreference,
    SwitchPreference,
)
from android_gym.simulator.system.packages import Manifest
from android_gym.simulator.system.words import day_text, phrase
from android_gym.simulator.ui.drawables import Drawable
from android_gym.simulator.ui.icons import AppIcon

__all__ = [
    "DARK_TO_SAVE",
    "ACCESS",
    "GROUPS",
    "NOTIFICATIONS",
    "ZEN_ON",
    "WHILE_IN_USE",
    "Access",
    "Click",
    "Link",
    "MainSwitch",
    "Toggle",
    "TwoTarget",
    "app_icon",
    "file_size",
    "link",
    "month_so_far",
    "opens",
    "permission_groups",
    "radios",
]

DARK_TO_SAVE: Final = "Temporarily on due to Battery Saver"
"""Summary of the dark theme while it can't be turned off."""

Click = Callable[[Any], object]
"""Click handler, called with the page."""


@dataclass(frozen=True)
class Link(LinkPreference):
    """A row whose tap calls a function, optionally with a separate button at its end.

    Attributes:
        summary_lines: Maximum lines of the summary.
        gear: Click handler of the button; None for no button.
        gear_icon: The button's icon.
        gear_label: The button's content description.
        searchable: Whether the search lists the row.
    """

    summary_lines: int = 10
    gear: Click | None = None
    gear_icon: str = "settings_outline"
    gear_label: str = "Settings"
    searchable: bool = True


@dataclass(frozen=True)
class Toggle(SwitchPreference):
    """A switch for a value in `storage.Store`.

    Attributes:
        on: Text stored while the switch is on, if the store holds the value as text.
        off: Text stored while the switch is off.
    """

    on: str = "1"
    off: str = "0"


@dataclass(frozen=True)
class MainSwitch(Toggle):
    """The main switch at the top of a page; on unless `off` is stored.

    Attributes:
        turn_on: Called on a tap instead of switching on, e.g. to ask first.
        turn_off: Called on a tap instead of switching off.
    """

    turn_on: Click | None = None
    turn_off: Click | None = None


@dataclass(frozen=True)
class TwoTarget(Toggle):
    """A row that opens a page and has a separate switch behind a divider.

    Attributes:
        on_click: Click handler of the row outside the switch.
        switchable: Whether the switch can be tapped.
    """

    on_click: Click | None = None
    switchable: bool = True


def opens(screen: str, **extras: str) -> Click:
    """Return a click handler that opens a page of Settings (`PageInfo.screen`)."""
    return lambda page: page.open(screen, **extras)


def link(
    title: str,
    screen: str,
    summary: str | None = None,
    icon: str | Drawable | None = None,
    **extras: str,
) -> Link:
    """Return a row that opens a page of Settings."""
    return Link(title, opens(screen, **extras), summary, icon)


def month_so_far(today: dt.date) -> str:
    """Return the days of the month up to a date, e.g. "Oct 1 - 15"."""
    month = day_text(today, "MMM")
    return phrase("{month} 1 \u2013 {day}", month=month, day=today.day)


def radios(key: str, choices: dict[str, str], default: str = "0") -> tuple[RadioPreference, ...]:
    """Return a radio button row for each choice (value -> label)."""
    return tuple(
        RadioPreference(key, label, choice=value, default=default)
        for value, label in choices.items()
    )


def app_icon(manifest: Manifest) -> AppIcon:
    """Return the launcher icon of an app."""
    return AppIcon(*manifest.icon)


def file_size(count: int) -> str:
    """Format a number of bytes like Android's ``Formatter.formatFileSize``: ``12.35 MB``."""
    value = float(count)
    units = ("B", "kB", "MB", "GB", "TB", "PB")
    unit = 0
    while value > 900 and unit < len(units) - 1:
        value /= 1000
        unit += 1
    number = f"{value:.0f}" if unit == 0 or value >= 100 else f"{value:.2f}"
    return f"{number} {units[unit]}"


# -- permissions

_P: Final = "android.permission."

NOTIFICATIONS: Final = _P + "POST_NOTIFICATIONS"
ZEN_ON: Final = ("Calls", "Allow repeat callers", "Alarms", "Media sounds")
"""Interruptions that Do Not Disturb allows by default."""


GROUPS: Final = {
    "Calendar": ("calendar_outline", "READ_CALENDAR WRITE_CALENDAR"),
    "Call logs": ("phone_log_outline", "READ_CALL_LOG WRITE_CALL_LOG PROCESS_OUTGOING_CALLS"),
    "Camera": ("camera_outline", "CAMERA"),
    "Contacts": ("contacts_outline", "READ_CONTACTS WRITE_CONTACTS GET_ACCOUNTS"),
    "Files and media": (
        "folder_outline",
        "READ_EXTERNAL_STORAGE WRITE_EXTERNAL_STORAGE MANAGE_EXTERNAL_STORAGE",
    ),
    "Location": (
        "map_marker_outline",
        "ACCESS_FINE_LOCATION ACCESS_COARSE_LOCATION ACCESS_BACKGROUND_LOCATION",
    ),
    "Microphone": ("microphone_outline", "RECORD_AUDIO"),
    "Music and audio": ("music_note_outline", "READ_MEDIA_AUDIO"),
    "Nearby devices": (
        "bluetooth_connect",
        "BLUETOOTH_CONNECT BLUETOOTH_SCAN BLUETOOTH_ADVERTISE NEARBY_WIFI_DEVICES",
    ),
    "Notifications": ("bell_outline", "POST_NOTIFICATIONS"),
    "Phone": ("phone_outline", "CALL_PHONE READ_PHONE_STATE READ_PHONE_NUMBERS ANSWER_PHONE_CALLS"),
    "Photos and videos": (
        "image_outline",
        "READ_MEDIA_IMAGES READ_MEDIA_VIDEO ACCESS_MEDIA_LOCATION",
    ),
    "Physical activity": ("run", "ACTIVITY_RECOGNITION"),
    "Body sensors": ("heart_pulse", "BODY_SENSORS"),
    "SMS": ("message_text_outline", "SEND_SMS READ_SMS RECEIVE_SMS RECEIVE_MMS RECEIVE_WAP_PUSH"),
}
"""Android 13's permission groups: icon, and permissions without the ``android.permission.``."""

WHILE_IN_USE: Final = ("Camera", "Location", "Microphone")
"""Groups that can only be allowed while the app is in use."""


def permission_groups(manifest: Manifest) -> dict[str, list[str]]:
    """Return the runtime permissions that an app requests, by group."""
    found = {}
    for group, (_, names) in GROUPS.items():
        present = [_P + name for name in names.split() if _P + name in manifest.permissions]
        if present:
            found[group] = present
    return found


# -- special access


@dataclass(frozen=True)
class Access:
    """One kind of special app access.

    Attributes:
        title: Title of the list of apps and of an app's page.
        switch: Label of an app's switch.
        about: Explanation shown in the footer.
        permission: Permission that an app must declare to be listed; "" lists all apps.
        default: Whether apps have the access until it is revoked.
    """

    title: str
    switch: str
    about: str
    permission: str = ""
    default: bool = False


ACCESS: Final = {
    "MANAGE_EXTERNAL_STORAGE": Access(
        "All files access",
        "Allow access to manage all files",
        "Allow this app to read, modify and delete all files on this device or any connected"
        " storage volumes. If granted, app may access files without your explicit knowledge.",
        _P + "MANAGE_EXTERNAL_STORAGE",
    ),
    "SYSTEM_ALERT_WINDOW": Access(
        "Display over other apps",
        "Allow display over other apps",
        "Allow this app to display on top of other apps you\u2019re using. This app will be able to"
        " see where you tap or change what\u2019s displayed on the screen.",
        _P + "SYSTEM_ALERT_WINDOW",
    ),
    "ACCESS_NOTIFICATION_POLICY": Access(
        "Do Not Disturb access",
        "Allow Do Not Disturb",
        "Allow this app to turn Do Not Disturb on and off.",
        _P + "ACCESS_NOTIFICATION_POLICY",
    ),
    "MANAGE_MEDIA": Access(
        "Media management apps",
        "Allow app to manage media files",
        "If allowed, this app can modify or delete media files created with other apps without"
        " asking you. App must have permission to access files and media.",
        _P + "MANAGE_MEDIA",
    ),
    "WRITE_SETTINGS": Access(
        "Modify system settings",
        "Allow modifying system settings",
        "This permission allows an app to modify system settings.",
        _P + "WRITE_SETTINGS",
    ),
    "ACCESS_NOTIFICATIONS": Access(
        "Device & app notifications",
        "Allow notification access",
        "This app will be able to read all notifications, including personal information such as"
        " contact names, photos, and the text of messages you receive.",
        _P + "BIND_NOTIFICATION_LISTENER_SERVICE",
    ),
    "PICTURE_IN_PICTURE": Access(
        "Picture-in-picture",
        "Allow picture-in-picture",
        "Allow this app to create a picture-in-picture window while the app is open or after you"
        " leave it (for example, to continue watching a video).",
        default=True,
    ),
    "UNRESTRICTED_DATA": Access(
        "Unrestricted data",
        "Allow unrestricted data usage",
        "Allow unrestricted data access when Data Saver is on.",
    ),
    "REQUEST_INSTALL_PACKAGES": Access(
        "Install unknown apps",
        "Allow from this source",
        "Your phone and personal data are more vulnerable to attack by unknown apps. By installing"
        " apps from this source, you agree that you are responsible for any damage to your phone"
        " or loss of data that may result from their use.",
        _P + "REQUEST_INSTALL_PACKAGES",
    ),
    "SCHEDULE_EXACT_ALARM": Access(
        "Alarms & reminders",
        "Allow setting alarms and reminders",
        "Allow this app to set alarms and schedule time-sensitive actions. This lets the app run in"
        " the background, which may use more battery.",
        _P + "SCHEDULE_EXACT_ALARM",
        default=True,
    ),
    "GET_USAGE_STATS": Access(
        "Usage access",
        "Permit usage access",
        "Usage access allows an app to track what other apps you\u2019re using and how often, as"
        " well as your carrier, language settings, and other details.",
        _P + "PACKAGE_USAGE_STATS",
    ),
    "CHANGE_WIFI_STATE": Access(
        "Wi\u2011Fi control",
        "Allow app to control Wi\u2011Fi",
        "Allow this app to turn Wi\u2011Fi on or off, scan and connect to Wi\u2011Fi networks, add"
        " or remove networks, or start a local-only hotspot",
        _P + "CHANGE_WIFI_STATE",
        default=True,
    ),
}
"""Kinds of special access by the name of the app op that stores them."""
