"""OpenTracks' settings, for changes."""

from __future__ import annotations

from typing import Final

from android_gym.task_suite.android_gym.app_settings import AppSettings, chosen, switched

__all__ = ["ADAPTERS"]

_PACKAGE: Final = "de.dennisguse.opentracks"

_SETTINGS: Final = {
    "UI Theme": chosen("nightMode", "System", {"System": "-1", "Day": "1", "Night": "2"}),
    "Show statistics on lockscreen": switched("trackdetail_show_on_lockscreen_while_recording"),
    "Keep screen on": switched("trackdetail_keep_screen_on_while_recording"),
    "Fullscreen": switched("trackdetail_fullscreen_while_recording"),
    "Default track name": chosen(
        "trackName",
        "Date (ISO 8601)",
        {"Date (local)": "DATE_LOCAL", "Date (ISO 8601)": "DATE_ISO_8601", "Number": "NUMBER"},
    ),
    "Sampling time interval": chosen(
        "minRecordingIntervalV2",
        "Smallest (recommended)",
        {"Smallest (recommended)": "0", "2 s": "2", "3 s": "3", "5 s": "5", "10 s": "10"},
    ),
    "Idle threshold": chosen(
        "idleSpeedDuration",
        "10 s (recommended)",
        {"5 s": "5", "10 s (recommended)": "10", "15 s": "15", "30 s": "30", "45 s": "45"},
    ),
    "Use the device's speaker": switched("voiceOnDeviceSpeaker", "on"),
    "Voice speed": chosen(
        "voiceSpeedRate",
        "0.9",
        {"0.7": "0.7", "0.8": "0.8", "0.9": "0.9", "1.1": "1.1", "1.3": "1.3"},
    ),
    "Prevent re-import of tracks": switched("preventReimportTrackKey", "on"),
}

ADAPTERS = (AppSettings("opentracks settings", _PACKAGE, _SETTINGS),)
