"""Notifications of new mail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from immutables import Map

from android_gym.simulator.apps.gmail.manifest import MANIFEST
from android_gym.simulator.apps.gmail.model import IMPORTANT, INBOX, UNREAD, Listed
from android_gym.simulator.apps.gmail.storage import ACCOUNT, Mailbox, Settings
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.notifications import (
    IMPORTANCE_DEFAULT,
    Channel,
    Notification,
    NotificationAction,
    PendingIntent,
)
from android_gym.simulator.ui.activity import Context

__all__ = ["CHANNELS", "announce", "announce_again", "forget", "seen"]

_MAIL: Final = Channel("^nc_~_z_mail", "Mail", IMPORTANCE_DEFAULT)
CHANNELS: Final = (
    _MAIL,
    Channel("^nc_~_z_attachments", "Attachments", IMPORTANCE_DEFAULT),
    Channel("^nc_~_z_misc", "Miscellaneous", IMPORTANCE_DEFAULT),
)
"""The notification channels."""

_MOST: Final = 20
"""Largest number of new messages with a notification each."""

_MAIN: Final = MANIFEST.component(".ConversationListActivityGmail")
_RECEIVER: Final = MANIFEST.component(".receiver.NotificationReceiver")


def announce(context: Context) -> None:
    """Notify of unread messages that arrived in the inbox since the last call."""
    mailbox, settings = Mailbox(context), Settings(context)
    told = settings.number("last_notified")
    newest = mailbox.newest
    rows = mailbox.database.query(
        "SELECT i.message_messageId FROM message_labels AS i JOIN message_labels AS u "
        "ON u.message_messageId = i.message_messageId "
        "AND u.labels_id = (SELECT _id FROM labels WHERE canonicalName = ?) "
        "WHERE i.labels_id = (SELECT _id FROM labels WHERE canonicalName = ?) "
        "AND i.message_messageId > ? ORDER BY 1 DESC LIMIT ?",
        (UNREAD, INBOX, told, _MOST),
    )
    if newest > told:
        settings.put(last_notified=newest)
    which = settings.text("notifications", "all")
    for (number,) in reversed(rows):
        message = mailbox.message(number)
        if message is None or which == "none":
            continue
        if which == "important" and IMPORTANT not in message.labels:
            continue
        _post(context, message, settings)


def seen(context: Context) -> None:
    """Cancel all notifications of mail, as the user is looking at the mailbox."""
    newest = Mailbox(context).newest
    settings = Settings(context)
    if newest > settings.number("last_notified"):
        settings.put(last_notified=newest)
    manager = context.system.notifications
    for item in manager.active():
        if item.package == context.package and item.channel == _MAIL.id:
            manager.cancel(item.package, item.id, item.tag)


def announce_again(context: Context, conversation: int) -> None:
    """Notify of a conversation whose snooze time has ended."""
    settings = Settings(context)
    messages = Mailbox(context).listed(conversation)
    if messages and settings.text("notifications", "all") != "none":
        _post(context, messages[-1], settings)


def _post(context: Context, message: Listed, settings: Settings) -> None:
    manager = context.system.notifications
    manager.create_channel(context.package, _MAIL)

    def send(action: str) -> PendingIntent:
        extras = Map({"message": message.id, "action": action})
        return PendingIntent(Intent(component=_RECEIVER, extras=extras), "broadcast")

    archives = settings.text("notification_action", "archive") == "archive"
    content = Intent(component=_MAIN, extras=Map({"conversation": message.conversation}))
    manager.post(
        Notification(
            context.package,
            message.conversation,
            message.sender.shown,
            message.subject or "(no subject)",
            icon="email_outline",
            channel=_MAIL.id,
            category="email",
            sub_text=ACCOUNT,
            big_text=f"{message.subject or '(no subject)'}\n{message.snippet}",
            when_ms=message.received_ms,
            content=PendingIntent(content),
            actions=(
                NotificationAction(
                    "Archive" if archives else "Delete", send("archive" if archives else "delete")
                ),
                NotificationAction("Mark as read", send("read")),
            ),
        )
    )


def forget(context: Context, conversations: Sequence[int]) -> None:
    """Cancel the notifications of conversations."""
    for number in conversations:
        context.system.notifications.cancel(context.package, number)
