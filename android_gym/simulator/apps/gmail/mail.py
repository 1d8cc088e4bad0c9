"""Sending, scheduling and snoozing of messages, including in the background.

No network reaches other people: a sent message is only stored in Sent, and one to the mailbox's own
address arrives in the inbox.
"""

from __future__ import annotations

import posixpath
from typing import Final

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.apps.gmail.manifest import MANIFEST
from android_gym.simulator.apps.gmail.model import (
    ALL,
    DRAFT,
    INBOX,
    OUTBOX,
    SCHEDULED,
    SENT,
    UNREAD,
    Attachment,
)
from android_gym.simulator.apps.gmail.notices import CHANNELS, announce
from android_gym.simulator.apps.gmail.storage import ACCOUNT, Mailbox
from android_gym.simulator.system.documents import shared_path
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Context

__all__ = [
    "MOST_ATTACHED",
    "attached_file",
    "cancel",
    "flush",
    "install",
    "plan",
    "schedule",
    "send",
]

MOST_ATTACHED: Final = 25_000_000
"""Gmail's limit for a message's attachments in bytes (support.google.com/mail/answer/6584)."""

_ALARM: Final = MANIFEST.component(".receiver.AlarmReceiver")


def install(context: Context, *, cleared: bool) -> None:
    """Create the notification channels, and the prepared mailbox.

    Args:
        context: The app's context.
        cleared: Whether its data was just cleared; the mailbox is then created on the next start.
    """
    for channel in CHANNELS:
        context.system.notifications.create_channel(context.package, channel)
    if not cleared:
        Mailbox(context).database.close()


def send(context: Context, number: int) -> bool:
    """Send a message; without a connection, it waits in the outbox.

    Returns:
        Whether it was sent.
    """
    mailbox = Mailbox(context)
    message = mailbox.message(number)
    if message is None:
        return False
    context.system.alarms.cancel(context.package, f"send {number}")
    if context.system.connectivity.active_network is None:
        with mailbox.database.transaction():
            mailbox.unlabel_message(number, DRAFT, SCHEDULED)
            mailbox.label_message(number, OUTBOX, ALL)
        return False
    home = any(person.email.lower() == ACCOUNT for person in message.people)
    mailbox.sent(number, home=home)
    if home:
        announce(context)
    return True


def flush(context: Context) -> None:
    """Send the messages in the outbox, if there is a connection."""
    if context.system.connectivity.active_network is not None:
        for number in Mailbox(context).with_label(OUTBOX):
            send(context, number)


def schedule(context: Context, number: int, time_ms: int) -> None:
    """Schedule a message to be sent at a time in epoch milliseconds."""
    mailbox = Mailbox(context)
    with mailbox.database.transaction():
        mailbox.dated(number, time_ms)
        mailbox.unlabel_message(number, DRAFT, OUTBOX)
        mailbox.label_message(number, SCHEDULED, ALL)
    plan(context)


def cancel(context: Context, number: int) -> None:
    """Turn a message that is scheduled, in the outbox or just sent back into a draft."""
    mailbox = Mailbox(context)
    with mailbox.database.transaction():
        mailbox.unlabel_message(number, SENT, OUTBOX, SCHEDULED, INBOX, UNREAD)
        mailbox.label_message(number, DRAFT, ALL)
        mailbox.dated(number, context.system.clock.now_ms())
    context.system.alarms.cancel(context.package, f"send {number}")
    message = mailbox.message(number)
    if message is not None:
        context.system.notifications.cancel(context.package, message.conversation)


def plan(context: Context) -> None:
    """Set an alarm for each scheduled message and snoozed conversation, replacing all others."""
    alarms, mailbox = context.system.alarms, Mailbox(context)
    alarms.cancel_all(context.package)
    for number in mailbox.with_label(SCHEDULED):
        message = mailbox.message(number)
        if message is not None:
            intent = Intent(component=_ALARM, extras=Map({"message": number}))
            alarms.set(context.package, f"send {number}", message.sent_ms, intent, wall=True)
    for number, wake_ms in mailbox.snoozed():
        intent = Intent(component=_ALARM, extras=Map({"conversation": number}))
        alarms.set(context.package, f"wake {number}", max(0, wake_ms), intent, wall=True)


def attached_file(context: Context, uri: str, kind: str | None = None) -> Attachment | None:
    """Return the file of a URI passed by another app; None if there is none.

    Args:
        context: The app's context.
        uri: A document, a file shared by an app, or an entry of MediaStore.
        kind: Its MIME type, if known.
    """
    media, path = context.system.media, shared_path(uri)
    known = None
    if uri.startswith("content://media/external"):
        number = uri.rpartition("/")[2]
        known = media.get(int(number)) if number.isascii() and number.isdigit() else None
        path = known.path if known is not None else None
    if path is None:
        return None
    try:
        stat = context.system.files.stat(path)
    except FileError:
        return None
    if stat.kind != "file":
        return None
    found = known or media.at(path)
    if not kind or "*" in kind:
        kind = found.metadata.mime_type if found is not None else "application/octet-stream"
    return Attachment(0, posixpath.basename(path), kind, stat.size, path)
