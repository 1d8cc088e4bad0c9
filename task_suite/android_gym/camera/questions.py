"""Camera's settings, for changes."""

from __future__ import annotations

from typing import Final

from android_gym.task_suite.android_gym.app_settings import AppSettings, Kept

__all__ = ["ADAPTERS"]

PACKAGE: Final = "com.android.camera2"

_PHOTO: Final = {
    "(4:3) 1.9 megapixels": "0",
    "(4:3) 1.2 megapixels": "1",
    "(4:3) 0.3 megapixels": "2",
}
_VIDEO: Final = {"HD 720p": "0", "SD 480p": "1", "CIF": "2"}
_SETTINGS: Final = {
    "Back camera photo": Kept("size_back_photo", "(4:3) 1.9 megapixels", _PHOTO, "int"),
    "Back camera video": Kept("size_back_video", "HD 720p", _VIDEO, "int"),
    "Front camera photo": Kept("size_front_photo", "(4:3) 1.9 megapixels", _PHOTO, "int"),
    "Front camera video": Kept("size_front_video", "HD 720p", _VIDEO, "int"),
}

ADAPTERS = (AppSettings("camera settings", PACKAGE, _SETTINGS),)
