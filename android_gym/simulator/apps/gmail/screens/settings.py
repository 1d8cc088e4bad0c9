"""The settings pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from immutables import Map

from android_gym.simulator.appkit.dialogs import ConfirmDialog
from android_gym.simulator.appkit.preferences import (
    Category,
    LinkPreference,
    ListPreference,
    PreferenceActivity,
    Row,
    SwitchPreference,
    TextPreference,
)
from android_gym.simulator.apps.gmail.look import theme_of
from android_gym.simulator.apps.gmail.storage import ACCOUNT, Settings
from android_gym.simulator.apps.gmail.storage.settings import SWIPES
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity
from android_gym.simulator.ui.theme import Theme

__all__ = ["AccountSettings", "GeneralSettings", "SettingsActivity", "SwipeSettings"]

_SWIPES: Final = tuple((value, words) for value, (words, _, _) in SWIPES.items())


def _page(name: str) -> Any:
    return lambda screen: screen.start_activity(f".ui.settings.{name}")


def _notifications(screen: Activity[Any]) -> None:
    """Open the system's notification settings of the app."""
    extras = Map({"android.provider.extra.APP_PACKAGE": screen.context.package})
    screen.start_activity(Intent("android.settings.APP_NOTIFICATION_SETTINGS", extras=extras))


class Page(PreferenceActivity):
    """Base class of the settings pages."""

    def theme(self) -> Theme:
        """Return the theme."""
        return theme_of(self.context)


class SettingsActivity(Page):
    """Shows the first page of settings."""

    ROWS = (
        LinkPreference("General settings", _page("GeneralSettingsActivity")),
        LinkPreference(ACCOUNT, _page("AccountSettingsActivity")),
    )


@dataclass(frozen=True)
class ClearSearches(ConfirmDialog["GeneralSettings"]):
    """Asks for confirmation before the search history is cleared."""

    TITLE = "Clear search history?"
    MESSAGE = "All the searches you have previously performed will be removed."
    POSITIVE = "Clear"

    def on_confirm(self, screen: GeneralSettings) -> None:
        """Clear the search history."""
        Settings(screen.context).put(searches=None)


class GeneralSettings(Page):
    """Shows the general settings: look, swipes, confirmations."""

    DIALOGS = (ClearSearches,)
    TITLE = "General settings"
    ROWS = (
        ListPreference(
            "theme",
            "Theme",
            choices=(("default", "System default"), ("light", "Light"), ("dark", "Dark")),
        ),
        LinkPreference("Manage notifications", _notifications),
        ListPreference(
            "notification_action",
            "Default notification action",
            choices=(("archive", "Archive"), ("delete", "Delete")),
        ),
        ListPreference(
            "density",
            "Conversation list density",
            choices=(
                ("default", "Default"), ("comfortable", "Comfortable"), ("compact", "Compact"),
            ),
        ),
        LinkPreference(
            "Swipe actions",
            _page("SwipeSettingsActivity"),
            summary="Configure swipe actions to quickly act on emails in the conversation list",
        ),
        ListPreference(
            "default_reply",
            "Default reply action",
            choices=(("reply", "Reply"), ("all", "Reply all")),
        ),
        ListPreference(
            "auto_advance",
            "Auto-advance",
            choices=(("newer", "Newer"), ("older", "Older"), ("list", "Conversation list")),
            default="list",
        ),
        Category("Action confirmations"),
        SwitchPreference("confirm_delete", "Confirm before deleting", widget="checkbox"),
        SwitchPreference("confirm_archive", "Confirm before archiving", widget="checkbox"),
        SwitchPreference("confirm_send", "Confirm before sending", widget="checkbox"),
        Category("Search"),
        LinkPreference(
            "Clear search history", lambda screen: screen.show_dialog(ClearSearches())
        ),
    )  # fmt: skip


class SwipeSettings(Page):
    """Shows the settings of swipe actions."""

    TITLE = "Swipe actions"
    ROWS = (
        ListPreference("swipe_right", "Right swipe", choices=_SWIPES),
        ListPreference("swipe_left", "Left swipe", choices=_SWIPES),
    )


class AccountSettings(Page):
    """Shows the settings of the account."""

    TITLE = ACCOUNT

    def rows(self) -> Sequence[Row | None]:
        """Return the rows."""
        return (
            Category("Notifications"),
            ListPreference(
                "notifications",
                "Notifications",
                choices=(("all", "All"), ("important", "High priority only"), ("none", "None")),
            ),
            LinkPreference("Manage notifications", _notifications),
            Category("General"),
            TextPreference("signature", "Mobile Signature", empty="Not set", max_length=1000),
            LinkPreference("Manage labels", _page("ManageLabelsActivity")),
        )
