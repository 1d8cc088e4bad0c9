"""Settings, colours, about."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.simulator.appkit import simple_commons
from android_gym.simulator.appkit.preferences import (
    Category,
    LinkPreference,
    Row,
    SwitchPreference,
)
from android_gym.simulator.appkit.simple_commons import COMMONS, SettingsScreen
from android_gym.simulator.apps.simple_draw.actions import Actions

__all__ = ["AboutActivity", "CustomizationActivity", "SettingsActivity"]


def _check(key: str, title: str, id: str, *, default: bool = True) -> Row:
    return SwitchPreference(key, title, default=default, widget="checkbox", id=f"settings_{id}")


class SettingsActivity(Actions, SettingsScreen):
    """The app's settings."""

    def rows(self) -> Sequence[Row | None]:
        """List the settings, in sections."""
        return (
            Category("Color customization"),
            LinkPreference(
                "Customize colors",
                lambda _: self.start_activity(f"{COMMONS}.CustomizationActivity"),
                id="settings_color_customization",
            ),
            Category("General"),
            LinkPreference("Language", self.open_language, "English", id="settings_language"),
            _check(
                "prevent_phone_from_sleeping",
                "Prevent phone from sleeping while the app is in foreground",
                "prevent_phone_from_sleeping",
            ),
            _check("show_brush_size", "Show brush size tool", "show_brush_size"),
            _check(
                "allow_zooming_canvas",
                "Allow zooming and moving the canvas with gestures",
                "allow_zooming_canvas",
            ),
            _check("force_portrait_mode", "Force portrait mode", "force_portrait", default=False),
        )


class CustomizationActivity(Actions, simple_commons.CustomizationActivity):
    """The theme in use."""


class AboutActivity(Actions, simple_commons.AboutActivity):
    """A page about the app's makers."""
