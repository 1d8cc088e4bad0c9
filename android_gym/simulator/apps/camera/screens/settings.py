"""Camera's settings."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.simulator.appkit.preferences import (
    LinkPreference,
    ListPreference,
    Preference,
    PreferenceActivity,
    Row,
    SwitchPreference,
    Value,
)
from android_gym.simulator.apps.camera.actions import LOCATION
from android_gym.simulator.apps.camera.model import SettingsState
from android_gym.simulator.apps.camera.storage import SIZES
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, wide_column
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import View

__all__ = ["Settings"]

RESOLUTION = "Resolution & quality"


class Settings(PreferenceActivity[SettingsState]):
    """Shows resolution and quality, and whether photos store their location."""

    def theme(self) -> Theme:
        """Return the theme, light or dark as the phone's."""
        dark = self.context.system.display.dark
        return material_theme("#00838F", dark=dark, material=2, name="camera settings")

    def title(self) -> str:
        """Return the title of the page."""
        return RESOLUTION if self.state.page else "Settings"

    def on_back(self) -> bool:
        """Close the page, then the settings."""
        if not self.state.page:
            return False
        self.update(page="")
        return True

    def rows(self) -> Sequence[Row]:
        """Return the settings, or the settings of sizes."""
        if not self.state.page:
            return (
                LinkPreference(RESOLUTION, lambda _: self.update(page="size")),
                SwitchPreference("save_location", "Save location"),
            )
        return [
            ListPreference(name, title, choices=tuple(enumerate(sizes)))
            for name, (title, sizes) in SIZES.items()
        ]

    def listing(self, rows: Sequence[View]) -> View:
        """Return the rows in a scrolling column."""
        return ScrollView(wide_column(*rows), width=MATCH, height=0, weight=1)

    def set_value(self, preference: Preference, value: Value) -> None:
        """Store a setting; storing locations requires a permission first."""
        if preference.key == "save_location" and value and not self.context.granted(LOCATION):
            self.request_permission(LOCATION)
        else:
            super().set_value(preference, value)

    def on_permission_result(self, request: object, granted: bool) -> None:
        """Turn storing locations on if the permission was granted."""
        self.context.preferences().put(save_location=granted)
