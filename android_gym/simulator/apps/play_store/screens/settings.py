"""The store's settings."""

from __future__ import annotations

from collections.abc import Sequence

from immutables import Map

from android_gym.simulator.appkit.preferences import (
    Category,
    LinkPreference,
    ListPreference,
    PreferenceActivity,
    Row,
)
from android_gym.simulator.apps.play_store.installer import NETWORK, WIFI_ONLY
from android_gym.simulator.apps.play_store.look import theme_of
from android_gym.simulator.apps.play_store.storage import Searches
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.theme import Theme

__all__ = ["SettingsActivity"]

_NETWORKS = (("any", "Over any network"), (WIFI_ONLY, "Over Wi-Fi only"))


class SettingsActivity(PreferenceActivity):
    """Shows the preferences."""

    def theme(self) -> Theme:
        """Return the theme chosen by the user."""
        return theme_of(self.context)

    def rows(self) -> Sequence[Row | None]:
        """Return preferences for notifications, theme, networks and searches, and the version."""
        return [
            Category("General"),
            LinkPreference(
                "Notifications",
                lambda _: self._notifications(),
                summary="Manage notification settings",
            ),
            ListPreference(
                "theme",
                "Theme",
                choices=(("system", "System default"), ("light", "Light"), ("dark", "Dark")),
                default="system",
            ),
            LinkPreference(
                "Clear device search history",
                lambda _: self._clear(),
                summary="Remove searches you have performed from this device",
            ),
            Category("Network preferences"),
            ListPreference(NETWORK, "App download preference", choices=_NETWORKS, default="any"),
            Category("About"),
            LinkPreference("Play Store version", summary=self.context.manifest.version_name),
        ]

    def _notifications(self) -> None:
        extras = Map({"android.provider.extra.APP_PACKAGE": self.context.package})
        self.start_activity(Intent("android.settings.APP_NOTIFICATION_SETTINGS", extras=extras))

    def _clear(self) -> None:
        Searches(self.context).clear()
        self.toast("Search history cleared")
