"""Retro Music's songs, playlists and settings, for questions and changes."""

from __future__ import annotations

from typing import Final

from android_gym.task_suite.android_gym.app_settings import AppSettings, chosen, switched
from android_gym.task_suite.android_gym.retro_music.songs import (
    PlaylistNames,
    PlaylistSongs,
    Songs,
)
from android_gym.task_suite.android_world.retro_music.files import PACKAGE

__all__ = ["ADAPTERS"]

_SETTINGS: Final = {
    "Just Black": switched("black_theme"),
    "Adaptive color": switched("adaptive_color_app"),
    "Song info": switched("extra_song_info"),
    "Snow fall effect": switched("snowfall"),
    "Lyrics type": chosen(
        "lyrics_type", "Replace Cover", {"Replace Cover": "0", "Over Cover": "1"}
    ),
    "Circular play button": switched("circle_play_button"),
    "Carousel effect": switched("carousel_effect"),
    "Extra controls": switched("toggle_add_controls"),
    "Volume controls": switched("toggle_volume"),
    "Gapless playback": switched("gapless_playback"),
    "Auto-play": switched("toggle_headset"),
    "Bluetooth playback": switched("bluetooth_playback"),
    "Show suggestions": switched("toggle_suggestions", "on"),
    "Pause history": switched("pause_history"),
    "Remember last tab": switched("remember_last_tab", "on"),
    "Tab titles mode": chosen(
        "tab_text_mode", "Auto", {"Auto": "0", "Labeled": "1", "Selected": "2", "Unlabeled": "3"}
    ),
    "Auto-download artist images": chosen(
        "auto_download_images_policy",
        "Never",
        {"Always": "always", "Only on Wi-Fi": "only_wifi", "Never": "never"},
    ),
    "Classic notification design": switched("classic_notification"),
    "Colored notification": switched("colored_notification", "on"),
    "Whitelist music": switched("whitelist_music"),
}

ADAPTERS = (
    Songs(),
    PlaylistSongs(),
    PlaylistNames(),
    AppSettings("retro settings", PACKAGE, _SETTINGS),
)
