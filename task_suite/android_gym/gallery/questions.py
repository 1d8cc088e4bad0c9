"""Simple Gallery Pro's settings, for changes."""

from __future__ import annotations

from typing import Final

from android_gym.task_suite.android_gym.app_settings import AppSettings, Kept, switched

__all__ = ["ADAPTERS", "PACKAGE"]

PACKAGE: Final = "com.simplemobiletools.gallery.pro"

_SETTINGS: Final = {
    "Search all files instead of folders on the main screen": switched(
        "search_all_files_by_default"
    ),
    "Play videos automatically": switched("autoplay_videos"),
    "Loop videos": switched("loop_videos"),
    "Crop thumbnails into squares": switched("crop_thumbnails", "on"),
    "Black background at fullscreen media": switched("black_background"),
    "Automatically hide system UI at fullscreen media": switched("hide_system_ui"),
    "Allow instantly changing media by clicking on screen sides": switched("allow_instant_change"),
    "Allow closing the fullscreen view with a down gesture": switched("allow_down_gesture", "on"),
    "Rotate fullscreen media by": Kept(
        "screen_rotation",
        "System setting",
        {"System setting": "0", "Device rotation": "1", "Aspect ratio": "2"},
        "int",
    ),
    "Allow rotating images with gestures": switched("allow_rotating_with_gestures", "on"),
    "Delete empty folders after deleting their content": switched("delete_empty_folders"),
    "Keep old last-modified value at file operations": switched("keep_last_modified", "on"),
    "Always skip delete confirmation dialog": switched("skip_delete_confirmation"),
    "Show some action buttons at the bottom of the screen": switched("bottom_actions", "on"),
    "Move items into the Recycle Bin instead of deleting": switched("use_recycle_bin", "on"),
}

ADAPTERS = (AppSettings("gallery settings", PACKAGE, _SETTINGS, file="Prefs"),)
