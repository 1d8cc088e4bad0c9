"""Settings as rows of a name and a value, for changes."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from android_gym.errors import TaskError
from android_gym.task_suite.android_gym.named_settings import NamedSettings
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.touches import Setting, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["ADAPTERS", "Choice", "SettingRows"]

PACKAGE: Final = "com.android.settings"

_SWITCH: Final[Mapping[str, str]] = {"on": "1", "off": "0"}


@dataclass(frozen=True, slots=True)
class Choice:
    """A setting and what it may be.

    Attributes:
        namespace: Android's table.
        key: Its name there.
        values: What is stored, by what a goal calls it.
        unset: What a setting that was never put means.
    """

    namespace: Literal["global", "secure", "system"]
    key: str
    values: Mapping[str, str] = field(default_factory=lambda: _SWITCH)
    unset: str = "off"


class SettingRows(NamedSettings[Choice]):
    """Settings of one part of the app, by the names that it shows.

    Args:
        name: See `Adapter`.
        choices: The settings by name.
    """

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Make the settings that are named; the others stay.

        Raises:
            TaskError: If the device does not keep one.
        """
        device.force_stop(PACKAGE)
        lines = []
        for row in rows:
            choice = self.choices[str(row["name"])]
            value = shlex.quote(choice.values[str(row["value"])])
            lines.append(f"settings put {choice.namespace} {choice.key} {value}")
        device.shell("\n".join(lines) or ":")
        if sorted(map(repr, self.read(device, rows))) != sorted(map(repr, rows)):
            raise TaskError(f"The device does not keep the settings {[r['name'] for r in rows]}.")

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read the settings that were put."""
        names = list(dict.fromkeys(str(row["name"]) for row in put))
        choices = [self.choices[name] for name in names]
        output = device.shell(
            "\n".join(f"settings get {choice.namespace} {choice.key}" for choice in choices)
        )
        found: list[Row] = []
        for name, choice, stored in zip(names, choices, output.splitlines(), strict=True):
            words = {value: word for word, value in choice.values.items()}
            value = choice.unset if stored == "null" else words.get(stored, f"stored as {stored}")
            found.append({"name": name, "value": value})
        return found

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for other values of these settings."""
        choices = [self.choices[str(row["name"])] for row in lost]
        return [Setting(choice.namespace, choice.key) for choice in choices]


_SOUND: Final = {
    "Dial pad tones": Choice("system", "dtmf_tone", unset="on"),
    "Screen locking sound": Choice("system", "lockscreen_sounds_enabled", unset="on"),
    "Charging sounds and vibration": Choice("secure", "charging_sounds_enabled", unset="on"),
    "Touch sounds": Choice("system", "sound_effects_enabled", unset="on"),
    "Pin media player": Choice("secure", "qs_media_resumption", unset="on"),
    "Show media recommendations": Choice("secure", "qs_media_recommend", unset="on"),
    "Use Live Caption": Choice("secure", "odi_captions_enabled"),
}
_VIBRATION: Final = {
    "Ring vibration": Choice("system", "vibrate_when_ringing", unset="on"),
    "Alarm vibration": Choice("system", "alarm_vibration_intensity", unset="on"),
    "Touch feedback": Choice("system", "haptic_feedback_enabled", unset="on"),
    "Media vibration": Choice("system", "media_vibration_intensity", unset="on"),
    "Notification vibration": Choice("system", "notification_vibration_intensity", unset="on"),
    "Use vibration & haptics": Choice("system", "vibrate_on", unset="on"),
}
_NOTIFICATIONS: Final = {
    "Hide silent notifications in status bar": Choice(
        "secure", "hide_silent_status_bar", unset="on"
    ),
    "Allow notification snoozing": Choice("secure", "show_notification_snooze"),
    "Notification dot on app icon": Choice("secure", "notification_badging", unset="on"),
    "Enhanced notifications": Choice("secure", "nas_enabled", unset="on"),
    "Allow apps to show bubbles": Choice("secure", "notification_bubbles", unset="on"),
    "Use notification history": Choice("secure", "notification_history_enabled"),
}
_ACCESSIBILITY: Final = {
    "Audio description": Choice("secure", "enabled_accessibility_audio_description_by_default"),
    "Color inversion": Choice("secure", "accessibility_display_inversion_enabled"),
    "Large mouse pointer": Choice("secure", "accessibility_large_pointer_icon"),
    "Mono audio": Choice("system", "master_mono"),
    "High contrast text": Choice("secure", "high_text_contrast_enabled"),
    "Use color correction": Choice("secure", "accessibility_display_daltonizer_enabled"),
    "Bold text": Choice("secure", "font_weight_adjustment", {"on": "300", "off": "0"}),
    "Use extra dim": Choice("secure", "reduce_bright_colors_activated"),
    "Keep on after device restarts": Choice(
        "secure", "reduce_bright_colors_persist_across_reboots"
    ),
}
_INTERACTION: Final = {
    "Autoclick (dwell timing)": Choice("secure", "accessibility_autoclick_enabled"),
    "Power button ends call": Choice(
        "secure", "incall_power_button_behavior", {"on": "2", "off": "1"}
    ),
    "Shortcut from lock screen": Choice("secure", "accessibility_shortcut_on_lock_screen"),
    "Touch & hold delay": Choice(
        "secure",
        "long_press_timeout",
        {"Short": "400", "Medium": "1000", "Long": "1500"},
        unset="Short",
    ),
    "Time to take action (Accessibility timeout)": Choice(
        "secure",
        "accessibility_interactive_ui_timeout_ms",
        {
            "Default": "0",
            "10 seconds": "10000",
            "30 seconds": "30000",
            "1 minute": "60000",
            "2 minutes": "120000",
        },
        unset="Default",
    ),
}
_MAGNIFICATION: Final = {
    "Magnification shortcut": Choice("secure", "accessibility_display_magnification_enabled"),
    "Magnify typing": Choice(
        "secure", "accessibility_magnification_follow_typing_enabled", unset="on"
    ),
    "Magnification type": Choice(
        "secure",
        "accessibility_magnification_capability",
        {
            "Magnify full screen": "1",
            "Magnify part of screen": "2",
            "Switch between full and partial screen": "3",
        },
        unset="Switch between full and partial screen",
    ),
}
_CAPTIONS: Final = {
    "Show captions": Choice("secure", "accessibility_captioning_enabled"),
    "Text size": Choice(
        "secure",
        "accessibility_captioning_font_scale",
        {
            "Very small": "0.25",
            "Small": "0.5",
            "Normal": "1.0",
            "Large": "1.5",
            "Very large": "2.0",
        },
        unset="Normal",
    ),
}
_DISPLAY: Final = {
    "Screen timeout": Choice(
        "system",
        "screen_off_timeout",
        {
            "15 seconds": "15000",
            "30 seconds": "30000",
            "1 minute": "60000",
            "2 minutes": "120000",
            "5 minutes": "300000",
            "10 minutes": "600000",
            "30 minutes": "1800000",
        },
    ),
    "Double-tap to check phone": Choice("secure", "doze_pulse_on_double_tap"),
    "Lift to check phone": Choice("secure", "doze_pulse_on_pick_up"),
    "Use screen saver": Choice("secure", "screensaver_enabled"),
    "Wake screen for notifications": Choice("secure", "doze_enabled", unset="on"),
    "Use auto-rotate": Choice("system", "accelerometer_rotation"),
    "Show device controls": Choice("secure", "lockscreen_show_controls", unset="on"),
}
_PRIVACY: Final = {
    "Show clipboard access": Choice("secure", "clipboard_show_access_notifications", unset="on"),
    "Show passwords": Choice("system", "show_password", unset="on"),
    "Use & share diagnostics": Choice("global", "multi_cb"),
}
_LOCATION: Final = {
    "Wi\u2011Fi scanning": Choice("global", "wifi_scan_always_enabled"),
    "Bluetooth scanning": Choice("global", "ble_scan_always_enabled"),
}
_BATTERY: Final = {
    "Battery percentage": Choice("system", "status_bar_show_battery_percent"),
    "Turn off when charged": Choice("global", "low_power_sticky_auto_disable_enabled", unset="on"),
}
_ASSISTANT: Final = {
    "Use text from screen": Choice("secure", "assist_structure_enabled", unset="on"),
    "Use screenshot": Choice("secure", "assist_screenshot_enabled", unset="on"),
    "Flash screen": Choice("secure", "assist_disclosure_enabled"),
}
_NETWORK: Final = {
    "Turn on Wi\u2011Fi automatically": Choice("global", "wifi_wakeup_enabled"),
    "Notify for public networks": Choice("global", "wifi_networks_available_notification_on"),
    "Roaming": Choice("global", "data_roaming"),
}
_GESTURES: Final = {
    "Use quickly open camera": Choice(
        "secure",
        "camera_double_tap_power_gesture_disabled",
        {"on": "0", "off": "1"},
        unset="on",
    ),
    "Use one-handed mode": Choice("secure", "one_handed_mode_enabled"),
    "Use prevent ringing": Choice("secure", "volume_hush_gesture", unset="on"),
}
_SYSTEM: Final = {
    "Spell checker": Choice("secure", "spell_checker_enabled"),
    "Use on-screen keyboard": Choice("secure", "show_ime_with_hard_keyboard"),
    "Use Backup by Google One": Choice("secure", "backup_enabled"),
    "Show taps": Choice("system", "show_touches"),
    "Enable view attribute inspection": Choice("global", "debug_view_attributes"),
}
_KEYBOARD: Final = {
    "Auto-correction": Choice("system", "auto_replace"),
    "Auto-capitalization": Choice("system", "auto_caps", unset="on"),
    "Double-space period": Choice("system", "auto_punctuate", unset="on"),
}
_SAFETY: Final = {
    "Use Emergency SOS": Choice("secure", "emergency_gesture_enabled", unset="on"),
    "Play countdown alarm": Choice("secure", "emergency_gesture_sound_enabled"),
    "Use app pinning": Choice("system", "lock_to_app_enabled"),
    "Scan apps with Play Protect": Choice(
        "global", "package_verifier_user_consent", {"on": "1", "off": "-1"}
    ),
}

ADAPTERS = (
    SettingRows("sound settings", _SOUND),
    SettingRows("notification settings", _NOTIFICATIONS),
    SettingRows("accessibility settings", _ACCESSIBILITY),
    SettingRows("display settings", _DISPLAY),
    SettingRows("privacy settings", _PRIVACY),
    SettingRows("interaction settings", _INTERACTION),
    SettingRows("location settings", _LOCATION),
    SettingRows("battery settings", _BATTERY),
    SettingRows("assistant settings", _ASSISTANT),
    SettingRows("network settings", _NETWORK),
    SettingRows("system settings", _SYSTEM),
    SettingRows("vibration settings", _VIBRATION),
    SettingRows("magnification settings", _MAGNIFICATION),
    SettingRows("caption settings", _CAPTIONS),
    SettingRows("gesture settings", _GESTURES),
    SettingRows("keyboard settings", _KEYBOARD),
    SettingRows("safety settings", _SAFETY),
)
