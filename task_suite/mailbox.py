"""Reads and writes Gmail's mailbox over adb, for set-ups and for judging."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from email.utils import getaddresses
from typing import TYPE_CHECKING, Final

from android_gym.errors import DeviceCommandError, TaskError

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "DATABASE",
    "DRAFT",
    "INBOX",
    "OWNER",
    "PACKAGE",
    "SCHEDULED",
    "SENT",
    "SPAM",
    "STARRED",
    "TRASH",
    "UNREAD",
    "Incoming",
    "Mail",
    "fill",
    "read",
    "write",
]

PACKAGE: Final = "com.google.android.gm"
OWNER: Final = "owner@example.com"
"""Address of the mailbox."""

DATABASE: Final = f"/data/data/{PACKAGE}/databases/mailstore.{OWNER}.db"

INBOX: Final = "^i"
UNREAD: Final = "^u"
STARRED: Final = "^t"
SENT: Final = "^f"
DRAFT: Final = "^r"
SCHEDULED: Final = "^scheduled"
SPAM: Final = "^s"
TRASH: Final = "^k"
_ALL: Final = "^all"
"""Canonical names of Gmail's labels."""

_TABLES: Final = ("messages", "message_labels", "attachments", "snoozed")
_COLUMNS: Final = (
    "messageId, toAddresses, ccAddresses, bccAddresses, subject, body, dateSentMs, "
    "refMessageId, (SELECT count(*) FROM attachments WHERE messages_messageId = messageId), "
    "(SELECT group_concat(canonicalName, ' ') FROM message_labels JOIN labels ON _id = labels_id "
    "WHERE message_messageId = messageId)"
)
_MOST: Final = 50
"""Maximum number of messages that are read: more than any task leaves."""


@dataclass(frozen=True)
class Incoming:
    """A received mail.

    Attributes:
        sender: Its sender, such as ``"Ann <ann@example.org>"``.
        subject: Its subject.
        body: Its text.
        minutes_ago: Minutes since it arrived.
        unread: Whether it is unread.
        label: Canonical name of its label.
    """

    sender: str
    subject: str
    body: str
    minutes_ago: int
    unread: bool = True
    label: str = INBOX


@dataclass(frozen=True)
class Mail:
    """A mail written by the user.

    Attributes:
        to: Addresses of the recipients, in lower case, in order.
        subject: Its subject.
        body: Its text.
        labels: Canonical names of its labels, except "unread" and "all mail".
        cc: Addresses in Cc.
        bcc: Addresses in Bcc.
        sent_ms: When it was sent or will be sent, in epoch milliseconds.
        files: Number of attached files.
        answers: Whether it is a reply or a forward.
    """

    to: tuple[str, ...]
    subject: str
    body: str
    labels: frozenset[str]
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    sent_ms: int = 0
    files: int = 0
    answers: bool = False


def _addresses(header: object) -> tuple[str, ...]:
    found = getaddresses([str(header or "")])
    return tuple((email or name).strip().lower() for name, email in found if email or name)


def fill(device: Device, mails: Sequence[Incoming] = ()) -> None:
    """Replace the mailbox's content by some received mail, with Gmail stopped.

    Raises:
        TaskError: If the device has no such mailbox.
    """
    device.force_stop(PACKAGE)
    try:
        for table in _TABLES:
            device.execute(DATABASE, f"DELETE FROM {table}")
    except DeviceCommandError as error:
        raise TaskError(
            f"The device has no mailbox of Gmail at {DATABASE}: {error} Today's Gmail on a real "
            "phone keeps its mail elsewhere; play the task on the built-in phone."
        ) from error
    now_ms = device.now_ms()
    for number, mail in enumerate(mails, 1):
        when = now_ms - mail.minutes_ago * 60_000
        _insert(
            device, number, mail.sender, f"Owner <{OWNER}>", mail.subject, mail.body, when,
            [mail.label, _ALL, *([UNREAD] if mail.unread else [])],
        )  # fmt: skip


def _insert(
    device: Device,
    number: int,
    sender: str,
    to: str,
    subject: str,
    body: str,
    when_ms: int,
    labels: Sequence[str],
) -> None:
    device.execute(
        DATABASE,
        "INSERT INTO messages (messageId, conversation, fromAddress, toAddresses, ccAddresses, "
        "bccAddresses, dateSentMs, dateReceivedMs, subject, snippet, body) "
        "VALUES (?, ?, ?, ?, '', '', ?, ?, ?, ?, ?)",
        [(number, number, sender, to, when_ms, when_ms, subject, body[:200], body)],
    )
    device.execute(
        DATABASE,
        "INSERT INTO message_labels SELECT _id, ?, ? FROM labels WHERE canonicalName = ?",
        [(number, number, label) for label in labels],
    )


def write(device: Device, *mails: Mail) -> None:
    """Add mail to the mailbox as if the user had written it, with Gmail stopped."""
    device.force_stop(PACKAGE)
    now_ms = device.now_ms()
    first = int(str(device.query(DATABASE, "SELECT count(*) FROM messages")[0][0])) + 1
    for number, mail in enumerate(mails, first):
        labels = set(mail.labels) if TRASH in mail.labels else {*mail.labels, _ALL}
        _insert(
            device, number, f"Owner <{OWNER}>", ", ".join(mail.to), mail.subject, mail.body,
            mail.sent_ms or now_ms, sorted(labels),
        )  # fmt: skip
        device.execute(
            DATABASE,
            "UPDATE messages SET ccAddresses = ?, bccAddresses = ? WHERE messageId = ?",
            [(", ".join(mail.cc), ", ".join(mail.bcc), number)],
        )


def read(device: Device) -> list[Mail]:
    """Return the mail in the mailbox, at most fifty; empty if the mailbox is gone."""
    try:
        rows = device.query(
            DATABASE, f"SELECT {_COLUMNS} FROM messages ORDER BY messageId LIMIT {_MOST}"
        )
    except DeviceCommandError:  # the app's data were cleared
        return []
    return [
        Mail(
            to=_addresses(to),
            subject=str(subject or "").strip(),
            body=str(body or "").strip(),
            labels=frozenset(str(labels or "").split()) - {UNREAD, _ALL},
            cc=_addresses(cc),
            bcc=_addresses(bcc),
            sent_ms=sent if isinstance(sent, int) else 0,
            files=files if isinstance(files, int) else 0,
            answers=bool(answers),
        )
        for _, to, cc, bcc, subject, body, sent, answers, files, labels in rows
    ]
