"""Camera's settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from android_gym.simulator.appkit.preferences import (
    LinkPreference,
    ListPreference,
    Preference,
    PreferenceActivity,
    Row,
    SwitchPreference,
    Value,
)
from android_gym.simulator.ui.activity import Context
from android_gym.simulator.ui.layouts import ScrollView, column
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import MATCH, View

__all__ = ["Settings", "size"]

_PHOTO = {
    "(4:3) 1.9 megapixels": (1200, 1600),
    "(4:3) 1.2 megapixels": (960, 1280),
    "(4:3) 0.3 megapixels": (480, 640),
}
_VIDEO = {"HD 720p": (720, 1280), "SD 480p": (480, 720), "CIF": (288, 352)}
SIZES: Final = "Resolution & quality"
CHOICES: Final = {
    "size_back_photo": ("Back camera photo", _PHOTO),
    "size_back_video": ("Back camera video", _VIDEO),
    "size_front_photo": ("Front camera photo", _PHOTO),
    "size_front_video": ("Front camera video", _VIDEO),
}
"""Title, and width and height in pixels by what they are called, of each size that is chosen."""


def size(context: Context, *, front: bool, video: bool) -> tuple[int, int]:
    """Width and height in pixels of what a lens takes."""
    name = f"size_{'front' if front else 'back'}_{'video' if video else 'photo'}"
    sizes = list(CHOICES[name][1].values())
    chosen = context.preferences().get(name, 0)
    return sizes[chosen if chosen in range(len(sizes)) else 0]


@dataclass(frozen=True)
class SettingsState:
    """The page that is open ("" for the first)."""

    page: str = ""


class Settings(PreferenceActivity[SettingsState]):
    """Resolution and quality, and whether photos keep their place."""

    def theme(self) -> Theme:
        """Return a theme as light or dark as the phone is."""
        dark = self.context.system.display.dark
        return material_theme("#00838F", dark=dark, material=2, name="camera settings")

    def title(self) -> str:
        """Return the title of the page."""
        return SIZES if self.state.page else "Settings"

    def on_back(self) -> bool:
        """Leave the page, then the settings."""
        if not self.state.page:
            return False
        self.update(page="")
        return True

    def rows(self) -> Sequence[Row]:
        """List the settings, or the sizes."""
        if not self.state.page:
            return (
                LinkPreference(SIZES, lambda _: self.update(page="size")),
                SwitchPreference("save_location", "Save location"),
            )
        return [
            ListPreference(name, title, choices=tuple(enumerate(sizes)))
            for name, (title, sizes) in CHOICES.items()
        ]

    def listing(self, rows: Sequence[View]) -> View:
        """Return the rows in one scrolling column."""
        return ScrollView(column(*rows, width=MATCH), width=MATCH, height=0, weight=1)

    def set_value(self, preference: Preference, value: Value) -> None:
        """Keep a setting; to keep places, the camera has to be let know them."""
        permission = "android.permission.ACCESS_COARSE_LOCATION"
        if preference.key == "save_location" and value and not self.context.granted(permission):
            self.request_permission(permission)
        else:
            super().set_value(preference, value)

    def on_permission_result(self, request: object, granted: bool) -> None:
        """Keep places where Android lets the camera know them."""
        self.context.preferences().put(save_location=granted)
