"""Gmail's mails, labels and settings, for questions and changes."""

from __future__ import annotations

from typing import Final

from android_gym.task_suite.android_gym.app_settings import AppSettings, chosen, switched
from android_gym.task_suite.android_gym.gmail.mails import KeptMails, MailLabels, SeenMails
from android_gym.task_suite.mailbox import PACKAGE

__all__ = ["ADAPTERS"]

_SWIPES: Final = {
    "Archive": "archive",
    "Delete": "delete",
    "Mark as read/unread": "read",
    "Move to": "move",
    "Snooze": "snooze",
    "None": "none",
}
_SETTINGS: Final = {
    "Theme": chosen(
        "theme", "System default", {"System default": "default", "Light": "light", "Dark": "dark"}
    ),
    "Default notification action": chosen(
        "notification_action", "Archive", {"Archive": "archive", "Delete": "delete"}
    ),
    "Conversation list density": chosen(
        "density",
        "Default",
        {"Default": "default", "Comfortable": "comfortable", "Compact": "compact"},
    ),
    "Right swipe": chosen("swipe_right", "Archive", _SWIPES),
    "Left swipe": chosen("swipe_left", "Archive", _SWIPES),
    "Default reply action": chosen(
        "default_reply", "Reply", {"Reply": "reply", "Reply all": "all"}
    ),
    "Auto-advance": chosen(
        "auto_advance",
        "Conversation list",
        {"Newer": "newer", "Older": "older", "Conversation list": "list"},
    ),
    "Confirm before deleting": switched("confirm_delete"),
    "Confirm before archiving": switched("confirm_archive"),
    "Confirm before sending": switched("confirm_send"),
    "Notifications": chosen(
        "notifications", "All", {"All": "all", "High priority only": "important", "None": "none"}
    ),
}

ADAPTERS = (
    KeptMails(),
    SeenMails(),
    MailLabels(),
    AppSettings("gmail settings", PACKAGE, _SETTINGS),
)
