"""Pages of settings."""

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
    """Open the phone's page of the app's notifications."""
    extras = Map({"android.provider.extra.APP_PACKAGE": screen.context.package})
    screen.start_activity(Intent("android.settings.APP_NOTIFICATION_SETTINGS", extras=extras))


class Page(PreferenceActivity):
    """A page, with the theme that the user has chosen."""

    def theme(self) -> Theme:
        """Return the theme."""
        return theme_of(self.context)


class SettingsActivity(Page):
    """The first page."""

    ROWS = (
        LinkPreference("General settings", _page("GeneralSettingsActivity")),
        LinkPreference(ACCOUNT, _page("AccountSettingsActivity")),
    )


@dataclass(frozen=True)
class ClearSearches(ConfirmDialog["GeneralSettings"]):
    """Ask before searches are forgotten."""

    TITLE = "Clear search history?"
    MESSAGE = "All the searches you have previously performed will be removed."
    POSITIVE = "Clear"

    def on_confirm(self, screen: GeneralSettings) -> None:
        """Forget them."""
        Settings(screen.context).put(searches=None)


class GeneralSettings(Page):
    """Choices of the whole app: look, swipes, questions."""

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
    """Choices of what swipes over a conversation do."""

    TITLE = "Swipe actions"
    ROWS = (
        ListPreference("swipe_right", "Right swipe", choices=_SWIPES),
        ListPreference("swipe_left", "Left swipe", choices=_SWIPES),
    )


class AccountSettings(Page):
    """Settings of the mailbox."""

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
