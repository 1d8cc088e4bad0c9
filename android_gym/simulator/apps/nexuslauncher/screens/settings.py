"""Home settings."""

from __future__ import annotations

from android_gym.simulator.appkit.platform import platform_theme
from android_gym.simulator.appkit.preferences import (
    LinkPreference,
    PreferenceActivity,
    SwitchPreference,
)
from android_gym.simulator.apps.nexuslauncher.model import ROTATES
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.theme import Theme

__all__ = ["SettingsActivity"]


class SettingsActivity(PreferenceActivity):
    """Lists the settings of the home screen."""

    TITLE = "Home settings"

    def theme(self) -> Theme:
        """Return the system's theme, light or dark as the phone is set."""
        return platform_theme(self.context.system.display.dark)

    def rows(self) -> tuple[LinkPreference, SwitchPreference]:
        """Return the rows."""
        dots = self.context.system.settings.get("secure", "notification_badging") != "0"
        return (
            LinkPreference("Notification dots", self._open_dots, "On" if dots else "Off"),
            SwitchPreference(ROTATES, "Allow home screen rotation", "When phone is rotated"),
        )

    def _open_dots(self, _: object) -> None:
        self.start_activity(Intent("android.settings.NOTIFICATION_SETTINGS"))
