"""Audio Recorder's recordings and settings, for questions and changes."""

from __future__ import annotations

from typing import Final

from android_gym.task_suite.android_gym.app_settings import AppSettings, Kept, chosen, switched
from android_gym.task_suite.android_gym.recorder.recordings import Recordings
from android_gym.task_suite.android_world.audio_recorder.tasks import PACKAGE

__all__ = ["ADAPTERS"]

_STARTED: Final = {"is_first_run": False, "is_migrated": True, "is_migrated_db3": True}
"""Flags by which the app knows that its first start is over."""

_SETTINGS: Final = {
    "Keep screen ON while recording": switched("keep_screen_on"),
    "Show rename dialog after recording is completed": switched(
        "is_ask_rename_after_stop_recording", "on"
    ),
    "Recording format": chosen(
        "setting_recording_format", "M4a", {"M4a": "m4a", "Wav": "wav", "3gp": "3gp"}
    ),
    "Sample rate": Kept(
        "setting_sample_rate",
        "44.1kHz",
        {
            "8kHz": "8000",
            "16kHz": "16000",
            "22kHz": "22050",
            "32kHz": "32000",
            "44.1kHz": "44100",
            "48kHz": "48000",
        },
        "int",
    ),
    "Bitrate": Kept(
        "setting_bitrate",
        "128 kbps",
        {
            "48 kbps": "48000",
            "96 kbps": "96000",
            "128 kbps": "128000",
            "192 kbps": "192000",
            "256 kbps": "256000",
        },
        "int",
    ),
    "Channel count": Kept("setting_channel_count", "Stereo", {"Stereo": "2", "Mono": "1"}, "int"),
}

_OWN: Final = AppSettings(
    "recorder settings", PACKAGE, _SETTINGS, file=f"{PACKAGE}.data.PrefsImpl", always=_STARTED
)

ADAPTERS = (Recordings(_OWN), _OWN)
