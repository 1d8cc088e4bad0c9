"""The dialog that asks for a runtime permission."""

from __future__ import annotations

from dataclasses import dataclass

from android_gym.simulator.system.activities import RESULT_OK
from android_gym.simulator.ui.activity import Activity, Overlay, Screen
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import FrameLayout, ScrollView, column
from android_gym.simulator.ui.theme import SETTINGS_DARK, SETTINGS_LIGHT, Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, ImageView, RadioButton, TextView

_ID = "com.android.permissioncontroller:id/"
_FINE = "android.permission.ACCESS_FINE_LOCATION"
_COARSE = "android.permission.ACCESS_COARSE_LOCATION"

GROUPS = {
    "POST_NOTIFICATIONS": ("bell_outline", "send you notifications"),
    "RECORD_AUDIO": ("microphone_outline", "record audio"),
    "CAMERA": ("camera_outline", "take pictures and record video"),
    "READ_CONTACTS": ("contacts_outline", "access your contacts"),
    "WRITE_CONTACTS": ("contacts_outline", "access your contacts"),
    "GET_ACCOUNTS": ("contacts_outline", "access your contacts"),
    "READ_CALENDAR": ("calendar_outline", "access your calendar"),
    "WRITE_CALENDAR": ("calendar_outline", "access your calendar"),
    "SEND_SMS": ("message_outline", "send and view SMS messages"),
    "READ_SMS": ("message_outline", "send and view SMS messages"),
    "RECEIVE_SMS": ("message_outline", "send and view SMS messages"),
    "CALL_PHONE": ("phone_outline", "make and manage phone calls"),
    "READ_PHONE_STATE": ("phone_outline", "make and manage phone calls"),
    "READ_CALL_LOG": ("phone_log_outline", "access your phone call logs"),
    "ACCESS_FINE_LOCATION": ("map_marker_outline", "access this device\u2019s location"),
    "ACCESS_COARSE_LOCATION": (
        "map_marker_outline",
        "access this device\u2019s approximate location",
    ),
    "READ_EXTERNAL_STORAGE": (
        "folder_outline",
        "access photos and media on your device",
    ),
    "WRITE_EXTERNAL_STORAGE": (
        "folder_outline",
        "access photos and media on your device",
    ),
    "READ_MEDIA_IMAGES": ("image_outline", "access photos and videos on this device"),
    "READ_MEDIA_VIDEO": ("image_outline", "access photos and videos on this device"),
    "READ_MEDIA_AUDIO": ("music_note_outline", "access music and audio on this device"),
    "ACTIVITY_RECOGNITION": ("run", "access your physical activity"),
    "BLUETOOTH_CONNECT": (
        "bluetooth",
        "find, connect to, and determine the relative position of nearby devices",
    ),
    "BLUETOOTH_SCAN": (
        "bluetooth",
        "find, connect to, and determine the relative position of nearby devices",
    ),
}
"""Icon and wording by permission; wording of Android 13's permission groups."""

WHILE_IN_USE = ("RECORD_AUDIO", "CAMERA", "ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION")
"""Permissions that can be given for the time of use only, or once."""

TOP, MIDDLE, BOTTOM = (20, 20, 4, 4), (4, 4, 4, 4), (4, 4, 20, 20)
"""Corners of the buttons, which lie close together."""


@dataclass(frozen=True)
class GrantState:
    """State of the dialog.

    Attributes:
        precise: Whether precise location is chosen.
    """

    precise: bool = True


class GrantPermissionsActivity(Activity[GrantState]):
    """Asks whether an app may do something."""

    def theme(self) -> Theme:
        """The system's theme."""
        return SETTINGS_DARK if self.context.system.display.dark else SETTINGS_LIGHT

    @property
    def _permission(self) -> str:
        return self.intent.extra("permission", "")

    def build(self) -> Screen:
        """Builds the dialog over whatever asked."""
        package = self.intent.extra("package", self.context.package)
        packages = self.context.system.packages
        # The app may be uninstalled over adb meanwhile.
        label = packages.manifest(package).label if packages.installed(package) else package
        short = self._permission.rpartition(".")[2]
        icon, wording = GROUPS.get(short, ("shield_outline", f"use {short}"))
        rows: list[View] = [
            ImageView(icon, id=_ID + "permission_icon", tint="accent", gravity="center_horizontal"),
            TextView(
                f"Allow {label} to {wording}?",
                id=_ID + "permission_message",
                style="permission_title",
                align="center",
                width=MATCH,
                margin=(0, 16, 0, 20),
            ),
        ]
        if short == "ACCESS_FINE_LOCATION":
            rows.append(self._accuracy())
        if short in WHILE_IN_USE:
            name = "permission_allow_foreground_only_button"
            rows += [
                self._button("While using the app", name, corners=TOP),
                self._button("Only this time", "permission_allow_one_time_button", corners=MIDDLE),
            ]
        else:
            rows.append(self._button("Allow", "permission_allow_button", corners=TOP))
        again = packages.installed(package) and self._permission in packages.state(package).denied
        deny = "permission_deny_and_dont_ask_again_button" if again else "permission_deny_button"
        rows.append(self._button("Don\u2019t allow", deny, corners=BOTTOM, grant=False))
        dialog = column(
            *rows,
            id=_ID + "grant_dialog",
            width=MATCH,
            padding=(24, 24, 24, 16),
            background=Rounded("dialog", 28),
        )
        overlay = Overlay(
            ScrollView(FrameLayout([dialog], id=_ID + "grant_singleton", width=MATCH), width=MATCH),
            key="grant",
            width=340,
            dim=0.5,
            canceled_on_touch_outside=False,
            on_dismiss=lambda: self.finish(RESULT_OK, False),
            title="Permission",
        )
        empty = View(width=MATCH, height=MATCH)
        return Screen(empty, [overlay], background=None, edge_to_edge=True)

    def _accuracy(self) -> View:
        precise = self.state.precise
        return column(
            RadioButton(
                "Precise",
                id=_ID + "permission_location_accuracy_radio_fine",
                checked=precise,
                on_checked_change=lambda _: self.update(precise=True),
            ),
            RadioButton(
                "Approximate",
                id=_ID + "permission_location_accuracy_radio_coarse",
                checked=not precise,
                on_checked_change=lambda _: self.update(precise=False),
            ),
            id=_ID + "permission_location_accuracy",
            margin=(0, 0, 0, 16),
        )

    def _button(
        self,
        label: str,
        name: str,
        *,
        corners: tuple[float, float, float, float],
        grant: bool = True,
    ) -> View:
        return Button(
            label,
            id=_ID + name,
            width=MATCH,
            height=56,
            margin=(0, 2),
            kind="tonal",
            background=Rounded("secondary_container", corners),
            on_click=lambda: self._answer(grant),
        )

    def _answer(self, grant: bool) -> None:
        packages = self.context.system.packages
        package, permission = self.intent.extra("package"), self._permission
        if not packages.installed(package):
            self.finish(RESULT_OK, False)
            return
        group = GROUPS.get(permission.rpartition(".")[2], (None, None))[1]
        # Android grants by group: every permission the app asks for with the same wording.
        names = {permission} | {
            p
            for p in packages.manifest(package).permissions
            if GROUPS.get(p.rpartition(".")[2], (None, ""))[1] == group
        }
        if grant and "LOCATION" in permission:
            names = {_COARSE}
            if permission == _FINE and self.state.precise:
                names.add(_FINE)
        for name in sorted(names):
            if grant:
                packages.grant(package, name)
            else:
                packages.deny(package, name)
        self.finish(RESULT_OK, packages.granted(package, permission))
