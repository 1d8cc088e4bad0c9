"""Data on a phone that belongs to its user, read over adb.

This is what a user would miss, or be annoyed to find: files of the shared storage, messages,
contacts, calls, alarms, timers, bookmarks, expenses, recipes, events, tasks, favorites, tracks,
recordings, apps and their permissions, whether an app's data was cleared, the clock, the time zone,
saved networks, and the settings that people change. The list is the same for every phone.
Everything else on a phone is left out, above all the internal data of apps.

Also left out, as it changes by itself or merely by looking:

- files: `VOLATILE_FOLDERS` (apps' own files and caches, thumbnails) and `VOLATILE_NAMES` (files
  that the media provider has not finished or has put into its trash); times, owners and modes of
  all;
- tables: read and seen flags, times, ids, usage counters, conversations that leave the archive
  (sending and receiving take them out), bookkeeping;
- private files of apps except for databases in `TABLES`, the preferences in `KEPT`, Chrome's
  bookmarks, and OsmAnd's favorites and tracks, as long as they are not cleared; logs, the
  clipboard, notifications, new permission grants, and every setting that is not in `SETTINGS`.
"""

from __future__ import annotations

import fnmatch
import posixpath
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from android_gym.devices.user_bookmarks import read_bookmarks
from android_gym.devices.user_places import read_places
from android_gym.devices.user_preferences import read_kept
from android_gym.devices.user_tables import TABLES, Listing, Table
from android_gym.errors import DeviceCommandError, DeviceError

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "APPS_FOLDER",
    "FOLDER",
    "SETTINGS",
    "STANDARD_FOLDERS",
    "STORAGE",
    "SWITCHES",
    "TILES",
    "UNSET",
    "VOLATILE_FOLDERS",
    "VOLATILE_NAMES",
    "UserData",
    "read_user_data",
]


STORAGE = "/storage/emulated/0"
"""The shared storage."""

STANDARD_FOLDERS = frozenset(
    "Alarms Audiobooks DCIM DCIM/Camera Documents Documents/markor Download Movies Music "
    "Notifications Pictures Podcasts Recordings Ringtones".split()
)
"""Folders of the shared storage that Android and its apps create by themselves when needed.

Markor creates its notebook when it is first opened. All folders in `APPS_FOLDER` count too.
"""

APPS_FOLDER = "Android"
"""Folder of the shared storage where every app may have folders of its own."""

VOLATILE_FOLDERS = ("Android/data", "Android/obb", "*/.thumbnails", ".thumbnails", "LOST.DIR")
"""Patterns of folders of the shared storage that are left out, with their contents."""

VOLATILE_NAMES = (".pending-*", ".trashed-*", ".database_uuid")
"""Patterns of file names that are left out."""

FOLDER = "folder"
"""Stand-in for the content of a folder."""

SETTINGS: Mapping[str, frozenset[str]] = {
    "global": frozenset(
        (
            "adb_enabled adb_wifi_enabled airplane_mode_on always_finish_activities "
            "animator_duration_scale auto_time auto_time_zone ble_scan_always_enabled "
            "bluetooth_on data_roaming debug.force_rtl debug_view_attributes "
            "development_settings_enabled device_name enable_freeform_support "
            "force_resizable_activities low_power low_power_sticky_auto_disable_enabled "
            "low_power_trigger_level mobile_data mobile_data_always_on mode_ringer multi_cb "
            "multi_sim_sms multi_sim_voice_call package_verifier_user_consent "
            "power_button_long_press private_dns_mode show_notification_channel_warnings "
            "soft_ap_timeout_enabled stay_on_while_plugged_in transition_animation_scale "
            "verifier_verify_adb_installs wifi_ap_on wifi_display_on "
            "wifi_networks_available_notification_on wifi_on wifi_scan_always_enabled "
            "wifi_wakeup_enabled window_animation_scale zen_mode zen_mode_config_etag"
        ).split()
    ),
    "secure": frozenset(
        (
            "accessibility_autoclick_enabled accessibility_captioning_enabled "
            "accessibility_captioning_font_scale accessibility_display_daltonizer "
            "accessibility_display_daltonizer_enabled "
            "accessibility_display_inversion_enabled accessibility_display_magnification_enabled "
            "accessibility_enabled accessibility_interactive_ui_timeout_ms "
            "accessibility_large_pointer_icon accessibility_magnification_capability "
            "accessibility_magnification_follow_typing_enabled "
            "accessibility_shortcut_on_lock_screen assist_disclosure_enabled "
            "assist_screenshot_enabled assist_structure_enabled autofill_service backup_enabled "
            "bluetooth_name camera_double_tap_power_gesture_disabled charging_sounds_enabled "
            "clipboard_show_access_notifications "
            "default_input_method display_density_forced doze_enabled doze_pulse_on_double_tap "
            "doze_pulse_on_pick_up emergency_gesture_enabled emergency_gesture_sound_enabled "
            "enabled_accessibility_audio_description_by_default enabled_accessibility_services "
            "font_weight_adjustment hide_silent_status_bar high_text_contrast_enabled "
            "incall_power_button_behavior location_mode lock_screen_allow_private_notifications "
            "lock_screen_owner_info lock_screen_show_notifications lockscreen.disabled "
            "lockscreen_show_controls long_press_timeout nas_enabled navigation_mode "
            "night_display_activated notification_badging notification_bubbles "
            "notification_history_enabled one_handed_mode_enabled odi_captions_enabled "
            "qs_media_recommend "
            "qs_media_resumption reduce_bright_colors_activated reduce_bright_colors_level "
            "reduce_bright_colors_persist_across_reboots screensaver_activate_on_dock "
            "screensaver_activate_on_sleep screensaver_components screensaver_enabled "
            "show_ime_with_hard_keyboard show_notification_snooze sms_default_application "
            "spell_checker_enabled sysui_qs_tiles tts_default_pitch tts_default_rate ui_night_mode "
            "volume_hush_gesture zen_duration"
        ).split()
    ),
    "system": frozenset(
        (
            "accelerometer_rotation alarm_alert alarm_vibration_intensity auto_caps "
            "auto_punctuate auto_replace display_color_mode dtmf_tone font_scale "
            "haptic_feedback_enabled lock_to_app_enabled lockscreen_sounds_enabled master_balance "
            "master_mono media_vibration_intensity notification_sound "
            "notification_vibration_intensity pointer_speed ringtone screen_brightness "
            "screen_brightness_mode screen_off_timeout show_password show_touches "
            "sound_effects_enabled status_bar_show_battery_percent system_locales time_12_24 "
            "user_rotation vibrate_on vibrate_when_ringing volume_alarm volume_alarm_speaker "
            "volume_music volume_music_speaker volume_notification volume_ring "
            "volume_ring_speaker volume_voice volume_voice_earpiece"
        ).split()
    ),
}
"""Settings that a user changes, by their table."""

UNSET: Mapping[str, str] = {
    "global power_button_long_press": "1",
    "global wifi_wakeup_enabled": "1",
    "global low_power_sticky_auto_disable_enabled": "1",
    "global soft_ap_timeout_enabled": "1",
    "global zen_mode_config_etag": "-1",
    "secure accessibility_captioning_font_scale": "1",
    "secure accessibility_display_daltonizer": "12",
    "secure volume_hush_gesture": "1",
    "secure accessibility_magnification_capability": "3",
    "secure accessibility_magnification_follow_typing_enabled": "1",
    "secure assist_screenshot_enabled": "1",
    "secure assist_structure_enabled": "1",
    "secure autofill_service": "null",
    "secure charging_sounds_enabled": "1",
    "secure clipboard_show_access_notifications": "1",
    "secure doze_enabled": "1",
    "secure emergency_gesture_enabled": "1",
    "secure enabled_accessibility_services": "",
    "secure hide_silent_status_bar": "1",
    "secure incall_power_button_behavior": "1",
    "secure lock_screen_owner_info": "",
    "secure lockscreen_show_controls": "1",
    "secure nas_enabled": "1",
    "secure notification_badging": "1",
    "secure notification_bubbles": "1",
    "secure qs_media_recommend": "1",
    "secure qs_media_resumption": "1",
    "secure tts_default_pitch": "100",
    "secure tts_default_rate": "100",
    "system alarm_vibration_intensity": "1",
    "system auto_caps": "1",
    "system auto_punctuate": "1",
    "system auto_replace": "0",
    "system dtmf_tone": "1",
    "system lockscreen_sounds_enabled": "1",
    "system media_vibration_intensity": "1",
    "system notification_vibration_intensity": "1",
    "system show_password": "1",
    "system sound_effects_enabled": "1",
    "system system_locales": "en-US",
    "system time_12_24": "12",
    "system vibrate_on": "1",
}
"""Value of a setting that was never set, if that is not ``"0"``.

With it, a switch that was turned on and off again counts as unchanged.
"""

SWITCHES = frozenset({"global stay_on_while_plugged_in"})
"""Settings that are on at any value but 0; Settings writes another one than adb does."""


TILES = "secure sysui_qs_tiles"
"""The tiles of Quick Settings, in order. A phone on which they were never edited doesn't say it."""

_OWN_TILES = frozenset(
    "cast color_correction controls hotspot inversion night reduce_brightness saver wallet "
    "work".split()
)
"""Tiles that Android adds by itself when what they switch is first used."""


SPECIAL_ACCESS = frozenset(
    "GET_USAGE_STATS MANAGE_EXTERNAL_STORAGE MANAGE_MEDIA REQUEST_INSTALL_PACKAGES "
    "SCHEDULE_EXACT_ALARM SYSTEM_ALERT_WINDOW WRITE_SETTINGS".split()
)
"""App ops that a user grants to single apps in Settings."""

ROLES = "ASSISTANT BROWSER DIALER HOME"
"""Roles whose holders, the default apps, a user chooses."""


@dataclass(frozen=True, slots=True)
class UserData:
    """User data at one moment.

    Attributes:
        files: Digest of the content by absolute path; `FOLDER` for a folder.
        rows: The rows by the table's name, of `TABLES`, `user_preferences.KEPT`, `user_bookmarks`
            and `user_places`; None if there is no such table.
        settings: Value by "table key", e.g. ``"global wifi_on"``. ``"phone ..."`` has what Android
            keeps elsewhere: ``time_zone``, whether ``data_saver`` is ``"enabled"``, the names of
            saved ``wifi_networks``, the package of the default ``browser``, the limits of apps'
            ``background_data``, which apps' use of the battery is ``battery_unrestricted``, and the
            ``clock``: when the phone was started, in seconds since 1970, which changes only when
            the clock is set.
        apps: Packages that are installed and enabled.
        permissions: "package permission" of permissions granted at run time, and "package OP" of
            app ops among `SPECIAL_ACCESS` that are allowed.
        restrictions: "package OP" of app ops that are forbidden.
        data: The folders of an app's data, each with its inode, by package: clearing an app creates
            new ones.
    """

    files: Mapping[str, str]
    rows: Mapping[str, Listing | None]
    settings: Mapping[str, str]
    apps: frozenset[str]
    permissions: frozenset[str] = frozenset()
    restrictions: frozenset[str] = frozenset()
    data: Mapping[str, frozenset[str]] = field(default_factory=dict)


def read_user_data(device: Device) -> UserData:
    """Read what belongs to the user, part by part; changes nothing.

    Parts that a device knows to be unchanged are not read again, see `Device.reread`, which can
    also be used for the whole.

    Raises:
        DeviceError: If the device fails.
    """
    settings: dict[str, str] = {}
    for namespace in SETTINGS:
        settings |= device.reread(_ReadSettings(namespace))
    settings |= device.reread(_read_phone)
    settings |= device.reread(_read_roles)
    allowed, forbidden = device.reread(_read_app_ops)
    return UserData(
        device.reread(_read_files),
        {name: device.reread(_ReadRows(table)) for name, table in TABLES.items()}
        | dict(device.reread(read_kept))
        | dict(device.reread(read_bookmarks))
        | dict(device.reread(read_places)),
        settings,
        device.reread(_read_apps),
        device.reread(_read_permissions) | allowed,
        forbidden,
        device.reread(_read_data),
    )


# A digest has 32 characters; a folder's line begins with its path.
_LIST_FILES = f"""cd {STORAGE} || exit 1
without='-path ./Android/data -prune -o -path ./Android/obb -prune -o'
find . $without -type d -print 2> /dev/null
find . $without -type f -exec md5sum {{}} + 2> /dev/null
true"""


def _read_files(device: Device) -> Mapping[str, str]:
    files = {}
    # A name may contain line breaks.
    for entry in re.split(r"\n(?=(?:[0-9a-f]{32} [ *])?\./)", device.shell(_LIST_FILES)):
        found = re.fullmatch(r"(?:([0-9a-f]{32}) [ *])?\./(.*?)\n?", entry, re.DOTALL)
        if found is not None and not _volatile(found[2]):
            files[f"{STORAGE}/{found[2]}"] = found[1] or FOLDER
    return files


def _volatile(path: str) -> bool:
    name = posixpath.basename(path)
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in VOLATILE_NAMES) or any(
        fnmatch.fnmatchcase(path, pattern) or fnmatch.fnmatchcase(path, f"{pattern}/*")
        for pattern in VOLATILE_FOLDERS
    )


@dataclass(frozen=True, slots=True)
class _ReadRows:
    """Reading of a table; None if it doesn't exist."""

    table: Table

    def __call__(self, device: Device) -> Listing | None:
        # One value for all rows passes through sqlite3 and its shell faster than one value per row.
        whole = f"SELECT group_concat(line, '\n') FROM ({self.table.sql})"
        try:
            try:
                return self._ask(device, whole)
            except DeviceCommandError as error:
                if "too big" not in error.output:
                    raise
            return self._ask(device, self.table.sql)
        except DeviceCommandError as error:
            if error.lacks_rows:
                return None
            raise

    def _ask(self, device: Device, sql: str) -> Listing:
        path = shlex.quote(self.table.database)
        output = device.shell(f"sqlite3 -readonly {path} {shlex.quote(sql)}")
        return Listing(output.lstrip("\n"))  # without rows, it is an empty line


@dataclass(frozen=True, slots=True)
class _ReadSettings:
    """Reading of the user's settings in a namespace, by "namespace key"."""

    namespace: str

    def __call__(self, device: Device) -> Mapping[str, str]:
        settings = {}
        # A value may contain line breaks.
        for entry in re.split(r"\n(?=[\w.]+=)", device.shell(f"settings list {self.namespace}")):
            key, separator, value = entry.rstrip("\n").partition("=")
            name = f"{self.namespace} {key}"
            if name == TILES:
                value = ",".join(tile for tile in value.split(",") if tile not in _OWN_TILES)
            if separator and key in SETTINGS[self.namespace]:
                settings[name] = value
        return settings


def _read_phone(device: Device) -> Mapping[str, str]:
    """Read Settings choices that Android keeps outside its settings tables, by "phone key"."""
    lines = device.shell(
        "getprop persist.sys.timezone; TZ=UTC uptime -s; cmd wifi list-networks; "
        "cmd netpolicy get restrict-background; "
        "for list in blacklist whitelist; do cmd netpolicy list restrict-background-$list; done; "
        "dumpsys deviceidle whitelist"
    )
    zone, _, lines = lines.partition("\n")
    started, _, networks = lines.partition("\n")
    try:
        clock = datetime.strptime(f"{started.strip()} +0000", "%Y-%m-%d %H:%M:%S %z")
    except ValueError as error:
        raise DeviceError(f"`uptime -s` printed {started!r}, no time.") from error
    # A network has a line for each of its security types.
    names = {found[1] for found in re.finditer(r"(?m)^\d+ +(.*?) {2,}\S.*$", networks)}
    saver = re.search(r"(?m)^Restrict background status: (\w+)", networks)
    # Who may not use mobile data in the background, and who may even with Data Saver, by user id.
    data = re.findall(r"(?m)^Restrict background (?:black|white)listed UIDs: (.*)$", networks)
    spared = re.findall(r"(?m)^user,([^,\n]+)", networks)
    return {
        "phone background_data": "; ".join(map(str.strip, data)),
        "phone battery_unrestricted": " ".join(sorted(spared)),
        "phone clock": f"{clock.timestamp():.0f}",
        "phone data_saver": "" if saver is None else saver[1],
        "phone time_zone": zone,
        "phone wifi_networks": "\n".join(sorted(names)),
    }


def _read_roles(device: Device) -> Mapping[str, str]:
    """Read the default apps, by "phone role"; the one for messages is a setting."""
    lines = device.shell(
        f"for role in {ROLES}; do "
        "echo $role $(cmd role get-role-holders android.app.role.$role); done"
    )
    return {
        f"phone {role.lower()}": " ".join(sorted(holders))
        for role, *holders in map(str.split, lines.splitlines())
    }


_LIST_APP_OPS = (
    "dumpsys appops | grep -E '^    Package |^      [A-Z_]+ \\((allow|ignore|deny)[ )]'; true"
)


def _read_app_ops(device: Device) -> tuple[frozenset[str], frozenset[str]]:
    """Return "package OP" of special access that is allowed, and of all forbidden app ops."""
    package = ""
    allowed, forbidden = set(), set()
    for line in device.shell(_LIST_APP_OPS).splitlines():
        if found := re.match(r"    Package (.+?):", line):
            package = found[1]
        elif found := re.match(r"      ([A-Z_]+) \((\w+)", line):
            if found[2] != "allow":
                forbidden.add(f"{package} {found[1]}")
            elif found[1] in SPECIAL_ACCESS:
                allowed.add(f"{package} {found[1]}")
    return frozenset(allowed), frozenset(forbidden)


_LIST_DATA = "ls -id /data/data/*/{%s} /data/user_de/0/*/{%s} 2> /dev/null; true" % (
    ("databases,files,shared_prefs",) * 2
)


def _read_data(device: Device) -> Mapping[str, frozenset[str]]:
    """Return the data folders of each app, as "inode path", by package."""
    folders: dict[str, set[str]] = {}
    for line in device.shell(_LIST_DATA).splitlines():
        folders.setdefault(line.split("/")[-2], set()).add(line.strip())
    return {package: frozenset(found) for package, found in folders.items()}


def _read_apps(device: Device) -> frozenset[str]:
    lines = device.shell("pm list packages -e").splitlines()
    return frozenset(line.removeprefix("package:") for line in lines)


# Permissions granted at installation have no flags.
_LIST_PERMISSIONS = "dumpsys package | grep -E '^  Package \\[|: granted=true, flags='; true"


def _read_permissions(device: Device) -> frozenset[str]:
    package = ""
    permissions = set()
    for line in device.shell(_LIST_PERMISSIONS).splitlines():
        if found := re.match(r"  Package \[(.+?)\]", line):
            package = found[1]
        else:
            permissions.add(f"{package} {line.strip().partition(':')[0]}")
    return frozenset(permissions)
