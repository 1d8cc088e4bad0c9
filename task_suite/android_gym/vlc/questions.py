"""VLC's settings, for changes."""

from __future__ import annotations

from typing import Final

from android_gym.task_suite.android_gym.app_settings import AppSettings, chosen, switched

__all__ = ["ADAPTERS"]

PACKAGE: Final = "org.videolan.vlc"

_SETTINGS: Final = {
    "Auto rescan": switched("auto_rescan", "on"),
    "Background/PiP mode": chosen(
        "video_action_switch",
        "Stop",
        {
            "Stop": "0",
            "Play videos in background": "1",
            "Play videos in Picture-in-picture mode": "2",
        },
    ),
    "Hardware Acceleration": chosen(
        "hardware_acceleration",
        "Automatic",
        {
            "Automatic": "-1",
            "Disabled": "0",
            "Decoding acceleration": "1",
            "Full acceleration": "2",
        },
    ),
    "Video screen orientation": chosen(
        "screen_orientation",
        "Automatic (sensor)",
        {
            "Automatic (sensor)": "99",
            "Portrait": "101",
            "Landscape": "102",
            "Landscape reverse": "103",
            "Last locked orientation": "98",
        },
    ),
    "Playback history": switched("playback_history", "on"),
    "Single line list title ellipsize": chosen(
        "list_title_ellipsize",
        "Default",
        {"Default": "0", "Left": "1", "Right": "2", "Middle": "3"},
    ),
    "Show seen video marker": switched("media_seen", "on"),
    "Video playlist mode": switched("force_play_all_video"),
    "Video thumbnails": switched("show_video_thumbnails", "on"),
    "Audio playlist mode": switched("force_play_all_audio"),
    "Seek buttons in notification panel": switched("show_seek_in_compact_notification"),
    "Always use fast seek": switched("always_fast_seek"),
    "Videos transition": switched("video_transition_show", "on"),
    "Resume played videos": chosen(
        "video_confirm_resume", "Always", {"Always": "0", "Never": "1", "Ask confirmation": "2"}
    ),
    "Resume playback after a call": switched("resume_playback", "on"),
    "Detect headset": switched("enable_headset_detection", "on"),
    "Lower VLC volume on notifications": switched("audio_ducking", "on"),
    "Time-stretching audio": switched("enable_time_stretching_audio", "on"),
    "Deblocking filter settings": chosen(
        "deblocking",
        "Automatic",
        {
            "Automatic": "-1",
            "Full deblocking (slowest)": "0",
            "Medium deblocking": "1",
            "Low deblocking": "3",
            "No deblocking (fastest)": "4",
        },
    ),
    "Frame skip": switched("enable_frame_skip"),
}

ADAPTERS = (AppSettings("vlc settings", PACKAGE, _SETTINGS),)
