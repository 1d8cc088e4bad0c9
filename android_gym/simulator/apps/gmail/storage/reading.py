"""Queries of the mailbox."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from android_gym.simulator.appkit.columns import number_of, text_of
from android_gym.simulator.apps.gmail.model import (
    ALL,
    SPAM,
    STARRED,
    TRASH,
    UNREAD,
    Address,
    Attachment,
    Label,
    Listed,
    Message,
    Search,
    addresses,
)
from android_gym.simulator.apps.gmail.storage.schema import SCHEMA
from android_gym.simulator.apps.gmail.storage.searching import conditions
from android_gym.simulator.apps.gmail.text import LONGEST_BODY, plain_text
from android_gym.simulator.ui.activity import Context

__all__ = ["PAGE", "Reading", "marks", "starred"]

PAGE: Final = 50
"""Conversations that a list reads at a time."""

MOST: Final = 200
"""Largest number of messages read of a conversation."""

LONGEST_HEADER: Final = 20_000
LONGEST_SUBJECT: Final = 1_000
"""Largest number of characters read of a header and a subject, as adb may write any."""

_NOBODY: Final = Address("(unknown sender)", "")
_LABEL: Final = "(SELECT _id FROM labels WHERE canonicalName = ?)"
_LISTED: Final = (
    f"m.messageId, m.conversation, substr(m.fromAddress, 1, {LONGEST_HEADER}), "
    f"substr(m.toAddresses, 1, {LONGEST_HEADER}), substr(m.subject, 1, {LONGEST_SUBJECT}), "
    "substr(coalesce(nullif(m.snippet, ''), m.body), 1, 400), m.dateReceivedMs, "
    "(SELECT group_concat(a.canonicalName, char(10)) FROM message_labels AS l "
    "JOIN labels AS a ON a._id = l.labels_id WHERE l.message_messageId = m.messageId)"
)
_WHOLE: Final = (
    f"{_LISTED}, substr(m.ccAddresses, 1, {LONGEST_HEADER}), "
    f"substr(m.bccAddresses, 1, {LONGEST_HEADER}), substr(m.body, 1, {LONGEST_BODY}), "
    f"m.dateSentMs, m.refMessageId, m.forward, substr(m.quotedText, 1, {LONGEST_BODY})"
)


def marks(values: Sequence[object]) -> str:
    """Return one ``?`` for each value."""
    return ", ".join("?" * len(values))


def _listed(row: Sequence[Any]) -> dict[str, Any]:
    number, conversation, sender, to, subject, snippet, received, labels = row
    return {
        "id": number_of(number),
        "conversation": number_of(conversation),
        "sender": next(iter(addresses(text_of(sender))), _NOBODY),
        "to": addresses(text_of(to)),
        "subject": text_of(subject),
        "snippet": " ".join(plain_text(text_of(snippet)).split())[:200],
        "received_ms": max(0, number_of(received)),
        "labels": frozenset(text_of(labels).split("\n")) - {""},
    }


class Reading:
    """Queries of the database, which is created if it's missing.

    Attributes:
        context: The app's context.
        database: The database.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.database = SCHEMA.open(context)

    # -- lists of conversations

    def count(self, label: str) -> int:
        """Return how many conversations have a label."""
        sql = f"SELECT COUNT(*) FROM conversation_labels WHERE labels_id = {_LABEL}"
        return number_of(self.database.value(sql, (label,)))

    def unread(self, label: str) -> int:
        """Return how many conversations with a label have unread messages."""
        sql = (
            "SELECT COUNT(*) FROM conversation_labels AS u JOIN conversation_labels AS c "
            f"ON c.conversation_id = u.conversation_id AND c.labels_id = {_LABEL} "
            f"WHERE u.labels_id = {_LABEL}"
        )
        return number_of(self.database.value(sql, (label, UNREAD)))

    def page(self, label: str, number: int) -> list[int]:
        """Return a page of the conversations with a label, the newest first."""
        rows = self.database.query(
            f"SELECT conversation_id FROM conversation_labels WHERE labels_id = {_LABEL} "
            f"ORDER BY date DESC, conversation_id DESC LIMIT {PAGE} OFFSET ?",
            (label, number * PAGE),
        )
        return [number_of(row) for (row,) in rows]

    def every(self, label: str) -> list[int]:
        """Return all conversations with a label, the newest first."""
        rows = self.database.query(
            f"SELECT conversation_id FROM conversation_labels WHERE labels_id = {_LABEL} "
            "ORDER BY date DESC, conversation_id DESC",
            (label,),
        )
        return [number_of(row) for (row,) in rows]

    def beside(self, label: str, conversation: int, *, newer: bool) -> int:
        """Return the next newer or older conversation with a label; 0 if there is none."""
        sign, order = (">", "ASC") if newer else ("<", "DESC")
        rows = self.database.query(
            f"SELECT conversation_id FROM conversation_labels WHERE labels_id = {_LABEL} AND "
            f"(date, conversation_id) {sign} (SELECT date, conversation_id FROM "
            f"conversation_labels WHERE labels_id = {_LABEL} AND conversation_id = ?) "
            f"ORDER BY date {order}, conversation_id {order} LIMIT 1",
            (label, label, conversation),
        )
        return number_of(rows[0][0]) if rows else 0

    def find(self, search: Search, most: int = -1) -> list[int]:
        """Return the conversations that match a search, the newest first, up to `most`."""
        where, values = conditions(search)
        rows = self.database.query(
            f"SELECT m.conversation FROM messages AS m WHERE {where} "
            "GROUP BY m.conversation ORDER BY MAX(m.dateReceivedMs) DESC, m.conversation DESC "
            f"LIMIT {int(most)}",
            values,
        )
        return [number_of(row) for (row,) in rows]

    # -- conversations and messages

    def listed(self, conversation: int, label: str = ALL) -> list[Listed]:
        """Return the messages of a conversation as shown in lists, the oldest first.

        Args:
            conversation: The conversation.
            label: The label under which it is viewed: messages in the trash or spam are only shown
                there; "" for all messages.
        """
        rows = self.database.query(
            f"SELECT {_LISTED} FROM messages AS m WHERE m.conversation = ? "
            f"ORDER BY m.dateReceivedMs DESC, m.messageId DESC LIMIT {MOST}",
            (conversation,),
        )
        found = [Listed(**_listed(row)) for row in reversed(rows)]
        return [each for each in found if _seen(each, label)]

    def message(self, number: int) -> Message | None:
        """Return a whole message; None if it doesn't exist."""
        rows = self.database.query(
            f"SELECT {_WHOLE} FROM messages AS m WHERE m.messageId = ?", (number,)
        )
        if not rows:
            return None
        *listed, cc, bcc, body, sent, answers, forward, quoted = rows[0]
        return Message(
            **_listed(listed),
            cc=addresses(text_of(cc)),
            bcc=addresses(text_of(bcc)),
            body=plain_text(text_of(body)),
            sent_ms=max(0, number_of(sent)),
            answers=number_of(answers),
            forward=bool(forward),
            quoted=text_of(quoted),
            files=self.files(number),
        )

    def files(self, message: int) -> tuple[Attachment, ...]:
        """Return the attachments of a message."""
        rows = self.database.query(
            "SELECT _id, filename, mimeType, size, path FROM attachments "
            "WHERE messages_messageId = ? ORDER BY _id LIMIT 100",
            (message,),
        )
        return tuple(
            Attachment(
                number_of(row), text_of(name) or "noname",
                text_of(kind) or "application/octet-stream", max(0, number_of(size)), text_of(path),
            )
            for row, name, kind, size, path in rows
        )  # fmt: skip

    def conversation_files(self, conversation: int) -> list[str]:
        """Return the names of the first few attachments in a conversation."""
        rows = self.database.query(
            "SELECT a.filename FROM attachments AS a JOIN messages AS m "
            "ON m.messageId = a.messages_messageId WHERE m.conversation = ? "
            "ORDER BY a._id LIMIT 3",
            (conversation,),
        )
        return [text_of(name) or "noname" for (name,) in rows]

    # -- labels

    def labels(self) -> list[Label]:
        """Return the user's labels, sorted by name."""
        rows = self.database.query(
            "SELECT _id, name FROM labels WHERE canonicalName NOT LIKE '^%' AND hidden = 0 "
            "ORDER BY name COLLATE NOCASE, _id"
        )
        return [Label(number_of(row), text_of(name)) for row, name in rows]

    def has(self, conversation: int, label: str) -> bool:
        """Return whether a conversation has a label."""
        sql = (
            "SELECT COUNT(*) FROM conversation_labels WHERE conversation_id = ? "
            f"AND labels_id = {_LABEL}"
        )
        return bool(self.database.value(sql, (conversation, label)))

    def snoozed(self) -> list[tuple[int, int]]:
        """Return (conversation, epoch milliseconds) of the snoozed conversations."""
        rows = self.database.query("SELECT conversation_id, wakeMs FROM snoozed ORDER BY 1")
        return [(number_of(row), number_of(wake)) for row, wake in rows]

    def wakes_ms(self, conversation: int) -> int:
        """Return when a conversation's snooze ends, epoch milliseconds; 0 if it isn't snoozed."""
        sql = "SELECT wakeMs FROM snoozed WHERE conversation_id = ?"
        rows = self.database.query(sql, (conversation,))
        return max(0, number_of(rows[0][0])) if rows else 0

    def with_label(self, label: str) -> list[int]:
        """Return the messages with a label, sorted by row."""
        rows = self.database.query(
            f"SELECT message_messageId FROM message_labels WHERE labels_id = {_LABEL} ORDER BY 1",
            (label,),
        )
        return [number_of(row) for (row,) in rows]

    @property
    def newest(self) -> int:
        """The row of the latest message; 0 if there is none."""
        return number_of(self.database.value("SELECT MAX(messageId) FROM messages"))

    def people(self) -> list[Address]:
        """Return senders and recipients of recent messages, the latest first."""
        rows = self.database.query(
            "SELECT substr(fromAddress, 1, 1000), substr(toAddresses, 1, 1000) FROM messages "
            "ORDER BY dateReceivedMs DESC, messageId DESC LIMIT 200"
        )
        found: dict[str, Address] = {}
        for row in rows:
            for header in row:
                for person in addresses(text_of(header)):
                    if person.valid:
                        found.setdefault(person.email.lower(), person)
        return list(found.values())


def _seen(message: Listed, label: str) -> bool:
    """Return whether a message is shown when its conversation is viewed under a label."""
    if not label:
        return True
    for place in (TRASH, SPAM):
        if label == place:
            return place in message.labels
        if place in message.labels:
            return False
    return True


def starred(messages: Sequence[Listed]) -> bool:
    """Return whether any of the messages has a star."""
    return any(STARRED in each.labels for each in messages)
