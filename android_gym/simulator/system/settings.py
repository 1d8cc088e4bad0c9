"""The three tables of settings: ``global``, ``system`` and ``secure``.

A value is a string, as in Android's SettingsProvider. A screen that reads a key is rebuilt when
that key changes, and only then. Services listen to the keys that they act on; keys that Android
doesn't act on (writing ``wifi_on`` switches no radio) have no effect here either.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from immutables import Map

from android_gym.errors import OptionError
from android_gym.simulator.state import Slot, State

__all__ = [
    "LATIN_IME",
    "MAX_CHARACTERS",
    "MAX_KEYS",
    "MAX_LENGTH",
    "NAMESPACES",
    "QS_TILES",
    "Settings",
]

QS_TILES: Final = "internet,bt,dnd,flashlight,rotation,battery,airplane,dark,night,location,saver"
"""Quick Settings tiles of a new phone."""

NAMESPACES: Final = ("global", "secure", "system")

MAX_LENGTH: Final = 32_768
"""Maximum characters of a name or value (``SettingsState.MAX_LENGTH_PER_STRING``)."""

MAX_KEYS: Final = 4_000
"""Maximum keys in a namespace. Android has no such limit; a phone in use has a few hundred."""

MAX_CHARACTERS: Final = 2 << 20
"""Maximum characters of all names and values in a namespace."""

LATIN_IME: Final = "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME"
_NOTIFICATIONS: Final = "content://media/internal/audio/media"

_DEFAULTS: Final[dict[str, dict[str, str]]] = {
    "global": {
        "_boot_Phenotype_flags": "",
        "adb_enabled": "1",
        "add_users_when_locked": "0",
        "airplane_mode_on": "0",
        "airplane_mode_radios": "cell,bluetooth,uwb,wifi,nfc,wimax",
        "airplane_mode_toggleable_radios": "bluetooth,wifi",
        "animator_duration_scale": "1.0",
        "assisted_gps_enabled": "1",
        "audio_safe_volume_state": "3",
        "auto_time": "1",
        "auto_time_zone": "1",
        "ble_scan_always_enabled": "0",
        "bluetooth_disabled_profiles": "0",
        "bluetooth_on": "1",
        "boot_count": "1",
        "call_auto_retry": "0",
        "captive_portal_mode": "0",
        "car_dock_sound": "/product/media/audio/ui/Dock.ogg",
        "cell_on": "1",
        "charging_sounds_enabled": "1",
        "data_roaming": "0",
        "default_install_location": "0",
        "default_restrict_background_data": "0",
        "desk_dock_sound": "/product/media/audio/ui/Dock.ogg",
        "development_settings_enabled": "1",
        "device_name": "sdk_gphone64_x86_64",
        "device_provisioned": "1",
        "dock_audio_media_enabled": "1",
        "dock_sounds_enabled": "0",
        "emergency_affordance_needed": "0",
        "emergency_tone": "0",
        "enable_freeform_support": "0",
        "force_resizable_activities": "0",
        "heads_up_notifications_enabled": "1",
        "hide_error_dialogs": "0",
        "lock_sound": "/product/media/audio/ui/Lock.ogg",
        "low_battery_sound": "/product/media/audio/ui/LowBattery.ogg",
        "low_power": "0",
        "mobile_data": "1",
        "mobile_data_always_on": "1",
        "mode_ringer": "2",
        "multi_sim_data_call": "1",
        "multi_sim_sms": "1",
        "multi_sim_voice_call": "1",
        "netstats_enabled": "1",
        "network_recommendations_enabled": "1",
        "network_scoring_ui_enabled": "1",
        "package_verifier_user_consent": "-1",
        "power_sounds_enabled": "1",
        "preferred_network_mode": "33",
        "private_dns_mode": "opportunistic",
        "set_install_location": "0",
        "show_first_crash_dialog": "1",
        "stay_on_while_plugged_in": "1",
        "sys_free_storage_log_interval": "14400000",
        "theater_mode_on": "0",
        "transition_animation_scale": "1.0",
        "trusted_sound": "/product/media/audio/ui/Trusted.ogg",
        "unlock_sound": "/product/media/audio/ui/Unlock.ogg",
        "usb_mass_storage_enabled": "1",
        "verifier_verify_adb_installs": "0",
        "wait_for_debugger": "0",
        "wifi_ap_on": "0",
        "wifi_max_dhcp_retry_count": "9",
        "wifi_networks_available_notification_on": "1",
        "wifi_on": "1",
        "wifi_scan_always_enabled": "0",
        "wifi_sleep_policy": "2",
        "wifi_wakeup_enabled": "1",
        "window_animation_scale": "1.0",
        "wireless_charging_started_sound": "/product/media/audio/ui/ChargingStarted.ogg",
        "zen_mode": "0",
        "zen_mode_config_etag": "-1",
    },
    "secure": {
        "accessibility_button_mode": "0",
        "accessibility_captioning_enabled": "0",
        "accessibility_display_inversion_enabled": "0",
        "accessibility_display_magnification_enabled": "0",
        "accessibility_enabled": "0",
        "android_id": "a3c5f0d81b7e2946",
        "assist_gesture_enabled": "1",
        "backup_enabled": "0",
        "backup_transport": "com.android.localtransport/.LocalTransport",
        "bluetooth_name": "sdk_gphone64_x86_64",
        "camera_double_tap_power_gesture_disabled": "0",
        "charging_sounds_enabled": "1",
        "charging_vibration_enabled": "1",
        "clipboard_show_access_notifications": "1",
        "default_input_method": LATIN_IME,
        "double_tap_to_wake": "1",
        "enabled_input_methods": LATIN_IME,
        "gesture_assist_enabled": "1",
        "immersive_mode_confirmations": "confirmed",
        "input_methods_subtype_history": "",
        "install_non_market_apps": "1",
        "last_setup_shown": "eclair_1",
        "location_mode": "3",
        "lock_screen_allow_private_notifications": "1",
        "lock_screen_allow_remote_input": "0",
        "lock_screen_owner_info_enabled": "0",
        "lock_screen_show_notifications": "1",
        "lockdown_in_power_menu": "0",
        "long_press_timeout": "400",
        "mount_play_not_snd": "1",
        "mount_ums_autostart": "0",
        "mount_ums_notify_enabled": "1",
        "mount_ums_prompt": "1",
        "navigation_mode": "2",
        "night_display_activated": "0",
        "notification_badging": "1",
        "notification_bubbles": "1",
        "screensaver_activate_on_dock": "1",
        "screensaver_activate_on_sleep": "0",
        "screensaver_components": "com.google.android.deskclock/com.android.deskclock.Screensaver",
        "screensaver_default_component": (
            "com.google.android.deskclock/com.android.deskclock.Screensaver"
        ),
        "screensaver_enabled": "1",
        "selected_input_method_subtype": "-1",
        "selected_spell_checker": "",
        "show_ime_with_hard_keyboard": "0",
        "show_note_about_notification_hiding": "0",
        "silence_gesture": "0",
        "skip_first_use_hints": "0",
        "sleep_timeout": "-1",
        "sysui_qs_tiles": QS_TILES,
        "sms_default_application": "com.google.android.apps.messaging",
        "speak_password": "1",
        "spell_checker_enabled": "1",
        "theme_customization_overlay_packages": (
            '{"android.theme.customization.color_index":"0",'
            '"android.theme.customization.color_source":"home_wallpaper",'
            '"_applied_timestamp":1697383980000}'
        ),
        "touch_exploration_enabled": "0",
        "trust_agents_initialized": "1",
        "tts_default_synth": "com.google.android.tts",
        "ui_night_mode": "1",
        "unknown_sources_default_reversed": "0",
        "usb_audio_automatic_routing_disabled": "0",
        "user_setup_complete": "1",
        "volume_hush_gesture": "1",
        "wake_gesture_enabled": "1",
        "zen_duration": "0",
        "zen_settings_updated": "1",
    },
    "system": {
        "accelerometer_rotation": "1",
        "alarm_alert": f"{_NOTIFICATIONS}/29?title=Cesium&canonical=1",
        "dim_screen": "1",
        "dtmf_tone": "1",
        "dtmf_tone_type": "0",
        "font_scale": "1.0",
        "haptic_feedback_enabled": "1",
        "hearing_aid": "0",
        "hide_rotation_lock_toggle_for_accessibility": "0",
        "lockscreen_sounds_enabled": "1",
        "mode_ringer_streams_affected": "422",
        "mute_streams_affected": "111",
        "notification_light_pulse": "1",
        "notification_sound": f"{_NOTIFICATIONS}/72?title=Pixie%20Dust&canonical=1",
        "peak_refresh_rate": "60.0",
        "pointer_speed": "0",
        "ringtone": f"{_NOTIFICATIONS}/110?title=Flutey%20Phone&canonical=1",
        "screen_brightness": "102",
        "screen_brightness_float": "0.39763778",
        "screen_brightness_for_vr": "86",
        "screen_brightness_mode": "0",
        "screen_off_timeout": "2147483647",
        "sound_effects_enabled": "1",
        "tty_mode": "0",
        "user_rotation": "0",
        "vibrate_when_ringing": "0",
        "volume_alarm": "6",
        "volume_alarm_speaker": "6",
        "volume_bluetooth_sco": "7",
        "volume_music": "5",
        "volume_music_speaker": "5",
        "volume_notification": "5",
        "volume_ring": "5",
        "volume_ring_speaker": "5",
        "volume_system": "7",
        "volume_voice": "4",
        "volume_voice_earpiece": "4",
    },
}

# Patterns of valid values in `system`; SettingsProvider rejects others from anyone.
_BOOLEAN: Final = "[01]"
_VALID: Final = {
    "accelerometer_rotation": _BOOLEAN,
    "dim_screen": _BOOLEAN,
    "dtmf_tone": _BOOLEAN,
    "font_scale": r"\d+(\.\d*)?|\.\d+",
    "haptic_feedback_enabled": _BOOLEAN,
    "lockscreen_sounds_enabled": _BOOLEAN,
    "pointer_location": _BOOLEAN,
    "screen_brightness_mode": _BOOLEAN,
    "screen_off_timeout": r"\+?\d{1,10}",
    "show_touches": _BOOLEAN,
    "sound_effects_enabled": _BOOLEAN,
    "time_12_24": "12|24",
    "user_rotation": "[0-3]",
    "vibrate_when_ringing": _BOOLEAN,
}


class Settings:
    """Android's settings, by namespace and key."""

    def __init__(self, state: State) -> None:
        self._tables: dict[str, Slot[Map[str, str]]] = {
            namespace: state.slot(
                f"settings.{namespace}", Map(_DEFAULTS[namespace]), holds=Map[str, str]
            )
            for namespace in NAMESPACES
        }
        self._listeners: dict[tuple[str, str], list[Callable[[str | None], None]]] = {}
        self._counted: dict[str, tuple[Map[str, str], int]] = {}  # characters by namespace

    def get(self, namespace: str, key: str) -> str | None:
        """Return the value, or None if the key is not set.

        Raises:
            OptionError: If there is no such namespace.
        """
        return self._table(namespace).select(key, lambda table: table.get(key))

    def revision(self, namespace: str) -> int:
        """Return a number that changes whenever a value in a namespace changes."""
        return self._table(namespace).revision

    def get_int(self, namespace: str, key: str, default: int) -> int:
        """Return the value as an integer; `default` if it is missing or not an integer."""
        try:
            return int(self.get(namespace, key) or "")
        except ValueError:
            return default

    def get_float(self, namespace: str, key: str, default: float) -> float:
        """Return the value as a number; `default` if it is missing or not a number."""
        try:
            return float(self.get(namespace, key) or "")
        except ValueError:
            return default

    def put(self, namespace: str, key: str, value: str, *, limited: bool = False) -> None:
        """Set a value. Setting the same value again changes nothing and notifies nobody.

        Args:
            namespace: One of `NAMESPACES`.
            key: The setting's name.
            value: The new value.
            limited: Whether the namespace's total size is limited. Android limits it for everyone
                (``SettingsState.updateMemoryUsagePerPackageLocked``) but itself, which must keep
                working however much others have stored.

        Raises:
            OptionError: If there is no such namespace, if SettingsProvider would reject the value
                (``Invalid value: 5 for setting: user_rotation``), if name or value is too long, or
                if there are too many settings.
        """
        slot = self._table(namespace)
        for what, text in (("name", key), ("value", value)):
            if len(text) > MAX_LENGTH:
                shown = f"{key[:20]}..." if len(key) > 20 else key
                raise OptionError(
                    f"The {what} of your setting [{shown}] is too long. The max length allowed "
                    f"for the string is {MAX_LENGTH}."
                )
        pattern = _VALID.get(key) if namespace == "system" else None
        if pattern is not None and re.fullmatch(pattern, value) is None:
            raise OptionError(f"Invalid value: {value} for setting: {key}")
        table = slot.peek()
        old = table.get(key)
        if old != value:
            used = self._count(namespace, table) if limited else 0
            added = len(value) + (len(key) if old is None else -len(old))
            if limited and added > 0:
                if used + added > MAX_CHARACTERS or (old is None and len(table) >= MAX_KEYS):
                    raise OptionError(f"You are adding too many {namespace} settings.")
            slot.set(table.set(key, value))
            if limited:
                self._counted[namespace] = slot.peek(), used + added
            self._tell(namespace, key, value)

    def _count(self, namespace: str, table: Map[str, str]) -> int:
        """Return the number of characters in a namespace's names and values, cached by table."""
        known = self._counted.get(namespace)
        if known is None or known[0] is not table:
            used = sum(len(name) + len(text) for name, text in table.items())
            known = self._counted[namespace] = table, used
        return known[1]

    def delete(self, namespace: str, key: str) -> bool:
        """Remove a key. Return whether it was there."""
        slot = self._table(namespace)
        table = slot.peek()
        if key not in table:
            return False
        slot.set(table.delete(key))
        self._tell(namespace, key, None)
        return True

    def list(self, namespace: str) -> list[tuple[str, str]]:
        """Return keys and values, sorted by key."""
        return sorted(self._table(namespace).get().items())

    def listen(self, namespace: str, key: str, listener: Callable[[str | None], None]) -> None:
        """Have `listener` called with each new value of a key (None if it was deleted).

        Services register once, when the phone is built. It isn't called on restore.
        """
        self._table(namespace)
        self._listeners.setdefault((namespace, key), []).append(listener)

    def _table(self, namespace: str) -> Slot[Map[str, str]]:
        try:
            return self._tables[namespace]
        except KeyError:
            raise OptionError(
                f"Invalid namespace {namespace!r}; there are {', '.join(NAMESPACES)}."
            ) from None

    def _tell(self, namespace: str, key: str, value: str | None) -> None:
        for listener in self._listeners.get((namespace, key), ()):
            listener(value)
