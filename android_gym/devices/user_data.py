"""Data on a phone that belongs to its user, read over adb.

This is what a user would miss, or be annoyed to find: files of the shared storage, messages,
contacts, calls, alarms, expenses, recipes, events, tasks, tracks, apps, the time zone, networks
that are saved, and the settings that a person makes. It is the same list for every phone. All else
on a phone is left out, above all what apps keep for themselves.

Left out of what is read, since it changes by itself or through mere looking:

- files: `VOLATILE_FOLDERS` (apps' own files and caches, thumbnails) and `VOLATILE_NAMES` (what the
  media provider has not finished, or has put into its bin); times, owners and modes of all;
- tables: read and seen flags, times, ids, usage counters, drafts of messages, which conversations
  are archived (sending and receiving take them out), bookkeeping;
- databases of apps' private data that are not in `TABLES`, shared preferences, logs, the clipboard,
  notifications, new grants of permissions, and every setting that is not in `SETTINGS`.
"""

from __future__ import annotations

import fnmatch
import posixpath
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from android_gym.errors import DeviceCommandError, OptionError

if TYPE_CHECKING:
    from android_gym.devices.device import Device, SqlValue

__all__ = [
    "APPS_FOLDER",
    "FOLDER",
    "SETTINGS",
    "STANDARD_FOLDERS",
    "STORAGE",
    "TABLES",
    "UNSET",
    "VOLATILE_FOLDERS",
    "VOLATILE_NAMES",
    "Row",
    "Table",
    "UserData",
    "add_table",
    "read_user_data",
]

Row = tuple["SqlValue", ...]
"""Values of a row that a user would name, without ids and times."""

STORAGE = "/storage/emulated/0"
"""The shared storage."""

STANDARD_FOLDERS = frozenset(
    "Alarms Audiobooks DCIM DCIM/Camera Documents Documents/markor Download Movies Music "
    "Notifications Pictures Podcasts Recordings Ringtones".split()
)
"""Folders of the shared storage that Android and its apps make by themselves when needed.

Markor makes its notebook when it is first opened. So are all folders of `APPS_FOLDER`.
"""

APPS_FOLDER = "Android"
"""Folder of the shared storage where every app may have folders of its own."""

VOLATILE_FOLDERS = ("Android/data", "Android/obb", "*/.thumbnails", ".thumbnails", "LOST.DIR")
"""Patterns of folders of the shared storage that are left out, with all in them."""

VOLATILE_NAMES = (".pending-*", ".trashed-*", ".nomedia", ".database_uuid")
"""Patterns of names of files that are left out."""

FOLDER = "folder"
"""Stand-in for the content of a folder."""

SETTINGS: Mapping[str, frozenset[str]] = {
    "global": frozenset(
        (
            "adb_enabled adb_wifi_enabled airplane_mode_on always_finish_activities "
            "animator_duration_scale auto_time auto_time_zone ble_scan_always_enabled "
            "bluetooth_on data_roaming debug.force_rtl development_settings_enabled device_name "
            "enable_freeform_support force_resizable_activities low_power "
            "low_power_sticky_auto_disable_enabled low_power_trigger_level mobile_data "
            "mobile_data_always_on mode_ringer multi_sim_sms multi_sim_voice_call "
            "power_button_long_press private_dns_mode show_notification_channel_warnings "
            "soft_ap_timeout_enabled "
            "stay_on_while_plugged_in transition_animation_scale verifier_verify_adb_installs "
            "wifi_ap_on wifi_display_on wifi_networks_available_notification_on wifi_on "
            "wifi_scan_always_enabled wifi_wakeup_enabled window_animation_scale zen_mode"
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
            "spell_checker_enabled tts_default_pitch tts_default_rate ui_night_mode "
            "volume_hush_gesture zen_duration"
        ).split()
    ),
    "system": frozenset(
        (
            "accelerometer_rotation alarm_alert display_color_mode dtmf_tone font_scale "
            "haptic_feedback_enabled lock_to_app_enabled lockscreen_sounds_enabled master_balance "
            "master_mono notification_sound notification_vibration_intensity pointer_speed "
            "ringtone screen_brightness screen_brightness_mode screen_off_timeout show_password "
            "show_touches sound_effects_enabled status_bar_show_battery_percent system_locales "
            "time_12_24 user_rotation vibrate_on vibrate_when_ringing volume_alarm "
            "volume_alarm_speaker volume_music volume_music_speaker volume_notification "
            "volume_ring volume_ring_speaker volume_voice volume_voice_earpiece"
        ).split()
    ),
}
"""Settings that a user makes, by their table."""

UNSET: Mapping[str, str] = {
    "global power_button_long_press": "1",
    "global wifi_wakeup_enabled": "1",
    "global low_power_sticky_auto_disable_enabled": "1",
    "global soft_ap_timeout_enabled": "1",
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
    "system dtmf_tone": "1",
    "system lockscreen_sounds_enabled": "1",
    "system notification_vibration_intensity": "1",
    "system show_password": "1",
    "system sound_effects_enabled": "1",
    "system system_locales": "en-US",
    "system time_12_24": "12",
    "system vibrate_on": "1",
}
"""Meaning of a setting that was never made, where that is not ``"0"``.

So a switch that was turned and turned back is as it was.
"""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows that belong to the user, whether they are one table or several.

    Attributes:
        name: What a user would call them.
        database: Path of the database.
        sql: Selects a row for each. Where the device's app has other tables, there are none.
        arrives: Whether new rows come from other people, at any time.
        prefilled: Tells a row that the app puts there itself when it makes the database.
    """

    name: str
    database: str
    sql: str
    arrives: bool = False
    prefilled: Callable[[Row], bool] | None = None


def _plain_number(column: str) -> str:
    """SQL for a telephone number without what people put between its digits."""
    for sign in (" ", "-", "(", ")"):
        column = f"replace({column}, '{sign}', '')"
    return column


_CONTACTS = "/data/data/com.android.providers.contacts/databases"
_MESSAGES = "/data/data/com.android.providers.telephony/databases/mmssms.db"
_RECIPES = "/data/data/com.flauschcode.broccoli/databases/broccoli"
_MESSENGER = "/data/data/com.simplemobiletools.smsmessenger/databases/conversations.db"
_CALENDAR = "/data/data/com.simplemobiletools.calendar.pro/databases/events.db"
_MULTIMEDIA = (
    "SELECT sub, (SELECT group_concat(address) FROM (SELECT address FROM addr "
    "WHERE msg_id = pdu._id ORDER BY address)), "
    "(SELECT group_concat(text) FROM part WHERE mid = pdu._id) FROM pdu WHERE msg_box {}"
)
_ITEMS = (
    "SELECT mimetype || ' ' || ifnull(data1, '') || ' ' || ifnull(data2, '') || ' ' || "
    "ifnull(data3, '') AS item FROM data JOIN mimetypes ON mimetypes._id = mimetype_id "
    "WHERE raw_contact_id = raw._id AND mimetype NOT LIKE '%/group_membership' ORDER BY item"
)

TABLES: dict[str, Table] = {}
"""All tables that are read, by name: those of Android and of the apps that goals call by name."""


def add_table(table: Table) -> None:
    """Have rows of one more app counted as its user's.

    Raises:
        OptionError: If there is another table of this name.
    """
    if TABLES.setdefault(table.name, table) != table:
        raise OptionError(f"There is a table called {table.name!r} already; choose another name.")


for _table in (
    Table(
        "sent messages",
        _MESSAGES,
        f"SELECT {_plain_number('address')}, body FROM sms WHERE type NOT IN (1, 3)",
    ),
    Table(
        "received messages",
        _MESSAGES,
        f"SELECT {_plain_number('address')}, body FROM sms WHERE type = 1",
        arrives=True,
    ),
    Table("sent multimedia messages", _MESSAGES, _MULTIMEDIA.format("NOT IN (1, 3)")),
    Table("received multimedia messages", _MESSAGES, _MULTIMEDIA.format("= 1"), arrives=True),
    Table(
        "scheduled messages",
        _MESSENGER,
        "SELECT participants, body, date FROM messages WHERE is_scheduled = 1",
    ),
    Table("messages in the recycle bin", _MESSENGER, "SELECT id FROM recycle_bin_messages"),
    Table(
        "contacts",
        f"{_CONTACTS}/contacts2.db",
        f"SELECT display_name, starred, (SELECT group_concat(item, '; ') FROM ({_ITEMS})), "
        "(SELECT custom_ringtone FROM contacts WHERE contacts._id = raw.contact_id), "
        "(SELECT send_to_voicemail FROM contacts WHERE contacts._id = raw.contact_id) "
        "FROM raw_contacts AS raw WHERE deleted = 0",
    ),
    Table(
        "outgoing calls",
        f"{_CONTACTS}/calllog.db",
        f"SELECT {_plain_number('number')} FROM calls WHERE type = 2",
    ),
    Table(
        "incoming calls",
        f"{_CONTACTS}/calllog.db",
        f"SELECT {_plain_number('number')}, type FROM calls WHERE type != 2",
        arrives=True,
    ),
    Table(
        "blocked numbers",
        "/data/data/com.android.providers.blockednumber/databases/blockednumbers.db",
        f"SELECT {_plain_number('original_number')} FROM blocked",
    ),
    Table(
        "alarms",
        "/data/user_de/0/com.google.android.deskclock/databases/alarms.db",
        "SELECT hour, minutes, daysofweek, enabled, label, vibrate, ringtone FROM alarm_templates",
        prefilled=lambda row: not row[3] and not row[4],  # switched off, without a label
    ),
    Table(
        "expenses",
        "/data/data/com.arduia.expense/databases/accounting.db",
        "SELECT name, amount, category, note, created_date FROM expense",
    ),
    Table(
        "recipes",
        _RECIPES,
        "SELECT title, imageName, description, servings, preparationTime, source, ingredients, "
        "directions, favorite, (SELECT group_concat(name) FROM (SELECT name FROM categories JOIN "
        "recipes_with_categories USING (categoryId) WHERE recipeId = recipes.recipeId "
        "ORDER BY name)) FROM recipes",
    ),
    Table("recipe categories", _RECIPES, "SELECT name FROM categories"),
    Table(
        "tasks",
        "/data/data/org.tasks/databases/database",
        "SELECT title, importance, dueDate, hideUntil, completed, notes, recurrence, parent "
        "FROM tasks WHERE deleted = 0",
    ),
    Table(
        "tracks",
        "/data/data/de.dennisguse.opentracks/databases/database.db",
        "SELECT name, description, category, starttime, totaltime, totaldistance, "
        "(SELECT count(*) FROM trackpoints WHERE trackid = tracks._id) FROM tracks",
    ),
    Table(
        "markers of tracks",
        "/data/data/de.dennisguse.opentracks/databases/database.db",
        "SELECT name, description, category, time FROM markers",
    ),
    Table(
        "calendar events",
        _CALENDAR,
        "SELECT start_ts, end_ts, title, location, description, repeat_interval, repeat_rule, "
        "repeat_limit, repetition_exceptions, event_type, flags & 9, type FROM events",
    ),
    Table(
        "calendar event types",
        _CALENDAR,
        "SELECT title, color FROM event_types",
        prefilled=lambda row: row[0] == "Regular event",
    ),
):
    add_table(_table)


@dataclass(frozen=True, slots=True)
class UserData:
    """User data of one moment.

    Attributes:
        files: Digest of the content by absolute path; `FOLDER` for a folder.
        rows: How often each row is there, by the table's name; None where there is no such table.
        settings: Value by "table key", e.g. ``"global wifi_on"``; ``"phone time_zone"``, and
            ``"phone wifi_networks"`` for the names of the networks that are saved.
        apps: Packages that are installed and enabled.
        permissions: "package permission" of those that are granted at run time.
    """

    files: Mapping[str, str]
    rows: Mapping[str, Counter[Row] | None]
    settings: Mapping[str, str]
    apps: frozenset[str]
    permissions: frozenset[str] = frozenset()


def read_user_data(device: Device) -> UserData:
    """Read what belongs to the user, part by part; changes nothing.

    Parts that a device knows to be as they were when they were last read are not read again, see
    `Device.reread`.

    Raises:
        DeviceError: If the device fails.
    """
    settings: dict[str, str] = {}
    for namespace in SETTINGS:
        settings |= device.reread(_ReadSettings(namespace))
    settings |= device.reread(_read_phone)
    return UserData(
        device.reread(_read_files),
        {name: device.reread(_ReadRows(table)) for name, table in TABLES.items()},
        settings,
        device.reread(_read_apps),
        device.reread(_read_permissions),
    )


# A digest has 32 characters; a line of a folder begins with its path.
_LIST_FILES = f"""cd {STORAGE} || exit 1
without='-path ./Android/data -prune -o -path ./Android/obb -prune -o'
find . $without -type d -print 2> /dev/null
find . $without -type f -exec md5sum {{}} + 2> /dev/null
true"""


def _read_files(device: Device) -> Mapping[str, str]:
    files = {}
    # A name may have line breaks.
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
    """Reads a table; None where there is none."""

    table: Table

    def __call__(self, device: Device) -> Counter[Row] | None:
        try:
            return Counter(device.query(self.table.database, self.table.sql))
        except DeviceCommandError as error:
            if re.search("no such|unable to open|not a database|malformed", error.output):
                return None
            raise


@dataclass(frozen=True, slots=True)
class _ReadSettings:
    """Reads the user's settings of a namespace, by "namespace key"."""

    namespace: str

    def __call__(self, device: Device) -> Mapping[str, str]:
        settings = {}
        # A value may have line breaks.
        for entry in re.split(r"\n(?=[\w.]+=)", device.shell(f"settings list {self.namespace}")):
            key, separator, value = entry.rstrip("\n").partition("=")
            if separator and key in SETTINGS[self.namespace]:
                settings[f"{self.namespace} {key}"] = value
        return settings


def _read_phone(device: Device) -> Mapping[str, str]:
    """Read what Android keeps elsewhere, but people set in Settings, by "phone key"."""
    zone, _, networks = device.shell(
        "getprop persist.sys.timezone; cmd wifi list-networks"
    ).partition("\n")
    # A network has a line for each of its security types.
    names = {found[1] for found in re.finditer(r"(?m)^\d+ +(.*?) {2,}\S.*$", networks)}
    return {"phone time_zone": zone, "phone wifi_networks": "\n".join(sorted(names))}


def _read_apps(device: Device) -> frozenset[str]:
    lines = device.shell("pm list packages -e").splitlines()
    return frozenset(line.removeprefix("package:") for line in lines)


# Permissions that an app has since its installation have no flags.
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
