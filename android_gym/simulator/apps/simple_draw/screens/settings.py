"""The settings, colour customization and about screens."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.simulator.appkit import simple_about, simple_customization
from android_gym.simulator.appkit.preferences import (
    LinkPreference,
    Row,
)
from android_gym.simulator.appkit.simple_about import Question
from android_gym.simulator.appkit.simple_commons import SettingsScreen
from android_gym.simulator.appkit.simple_customization import CustomizationState
from android_gym.simulator.appkit.simple_rows import COLORS, Section, check_row
from android_gym.simulator.apps.simple_draw.actions import Actions

__all__ = [
    "AboutActivity",
    "CustomizationActivity",
    "FAQActivity",
    "LicenseActivity",
    "SettingsActivity",
]


class SettingsActivity(Actions, SettingsScreen):
    """Shows the app's settings."""

    def rows(self) -> Sequence[Row | None]:
        """List the settings, in sections."""
        return (
            Section("Color customization", "color_customization_section"),
            COLORS,
            Section("General", "general_settings", "color_customization"),
            LinkPreference("Language", self.open_language, "English", id="settings_language"),
            check_row(
                "prevent_phone_from_sleeping",
                "Prevent phone from sleeping while the app is in foreground",
                default=True,
            ),
            check_row("show_brush_size", "Show brush size tool", default=True),
            check_row(
                "allow_zooming_canvas",
                "Allow zooming and moving the canvas with gestures",
                default=True,
            ),
            check_row("force_portrait_mode", "Force portrait mode", "force_portrait"),
        )


class CustomizationActivity(
    simple_customization.CustomizationActivity, Actions[CustomizationState]
):
    """Shows the colour customization."""


class AboutActivity(Actions, simple_about.AboutActivity):
    """Shows information about the app."""


class FAQActivity(Actions, simple_about.FAQActivity):
    """Shows frequently asked questions."""

    QUESTIONS = (
        Question(
            "How can one draw straight to a file?",
            "Open a picture from another app with this one; saving asks for a new name.",
        ),
    )


class LicenseActivity(Actions, simple_about.LicenseActivity):
    """Shows the third-party licences."""

    LIBRARIES = (
        "Kotlin (programming language)",
        "Glide (image loading and caching)",
    )
