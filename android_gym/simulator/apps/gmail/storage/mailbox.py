"""Changes to the mailbox."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from android_gym.simulator.appkit.columns import number_of
from android_gym.simulator.apps.gmail.model import (
    ALL,
    DRAFT,
    IMPORTANT,
    INBOX,
    OUTBOX,
    SCHEDULED,
    SENT,
    SNOOZED,
    SPAM,
    STARRED,
    TRASH,
    UNREAD,
    Address,
    Attachment,
    joined,
)
from android_gym.simulator.apps.gmail.storage.reading import Reading, marks
from android_gym.simulator.apps.gmail.storage.schema import ACCOUNT, OWNER
from android_gym.simulator.apps.gmail.text import snippet_of

__all__ = ["Labelled", "Mailbox"]

Labelled = tuple[tuple[tuple[int, int, int], ...], tuple[tuple[int, int], ...]]
"""Rows of ``message_labels`` and ``snoozed``, which restore conversations to where they were."""

_STEP: Final = 500
"""Largest number of bound values in a statement."""


def _steps(values: Sequence[int]) -> Iterable[Sequence[int]]:
    return (values[start : start + _STEP] for start in range(0, len(values), _STEP))


class Mailbox(Reading):
    """Reads and changes the mailbox's database."""

    # -- labels of conversations

    def labelled(self, conversations: Sequence[int]) -> Labelled:
        """Return the labels of all messages in conversations, and the snooze times."""
        rows, away = list[tuple[int, int, int]](), list[tuple[int, int]]()
        for some in _steps(conversations):
            for label, message, conversation in self.database.query(
                "SELECT labels_id, message_messageId, message_conversation FROM message_labels "
                f"WHERE message_conversation IN ({marks(some)}) ORDER BY 2, 1",
                some,
            ):
                rows.append((number_of(label), number_of(message), number_of(conversation)))
            for conversation, wake in self.database.query(
                "SELECT conversation_id, wakeMs FROM snoozed "
                f"WHERE conversation_id IN ({marks(some)}) ORDER BY 1",
                some,
            ):
                away.append((number_of(conversation), number_of(wake)))
        return tuple(rows), tuple(away)

    def relabel(self, conversations: Sequence[int], labelled: Labelled) -> None:
        """Restore the labels and snooze times of conversations, replacing the current ones."""
        rows, away = labelled
        with self.database.transaction():
            for some in _steps(conversations):
                sql = f"DELETE FROM message_labels WHERE message_conversation IN ({marks(some)})"
                self.database.execute(sql, some)
            self._wake(conversations)
            self.database.executemany("INSERT OR IGNORE INTO message_labels VALUES (?, ?, ?)", rows)
            self.database.executemany("INSERT OR REPLACE INTO snoozed VALUES (?, ?)", away)

    def put(self, conversations: Sequence[int], label: str) -> None:
        """Add a label to all messages of conversations."""
        for some in _steps(conversations):
            self.database.execute(
                "INSERT OR IGNORE INTO message_labels SELECT a._id, m.messageId, m.conversation "
                "FROM messages AS m JOIN labels AS a ON a.canonicalName = ? "
                f"WHERE m.conversation IN ({marks(some)})",
                (label, *some),
            )

    def take(self, conversations: Sequence[int], *labels: str) -> None:
        """Remove labels from all messages of conversations."""
        for some in _steps(conversations):
            self.database.execute(
                f"DELETE FROM message_labels WHERE message_conversation IN ({marks(some)}) AND "
                f"labels_id IN (SELECT _id FROM labels WHERE canonicalName IN ({marks(labels)}))",
                (*some, *labels),
            )

    def label_message(self, message: int, *labels: str) -> None:
        """Add labels to a message."""
        self.database.execute(
            "INSERT OR IGNORE INTO message_labels SELECT a._id, m.messageId, m.conversation "
            "FROM messages AS m JOIN labels AS a "
            f"WHERE m.messageId = ? AND a.canonicalName IN ({marks(labels)})",
            (message, *labels),
        )

    def unlabel_message(self, message: int, *labels: str) -> None:
        """Remove labels from a message."""
        self.database.execute(
            "DELETE FROM message_labels WHERE message_messageId = ? AND labels_id IN "
            f"(SELECT _id FROM labels WHERE canonicalName IN ({marks(labels)}))",
            (message, *labels),
        )

    def archive(self, conversations: Sequence[int]) -> None:
        """Archive conversations."""
        with self.database.transaction():
            self.take(conversations, INBOX, SNOOZED)
            self._wake(conversations)

    def trash(self, conversations: Sequence[int]) -> None:
        """Move conversations to the trash."""
        with self.database.transaction():
            self.put(conversations, TRASH)
            self.take(conversations, INBOX, ALL, SPAM, SNOOZED, SCHEDULED, OUTBOX, DRAFT)
            self._wake(conversations)

    def spam(self, conversations: Sequence[int]) -> None:
        """Report conversations as spam."""
        with self.database.transaction():
            self.put(conversations, SPAM)
            self.take(conversations, INBOX, ALL, TRASH, SNOOZED, IMPORTANT)
            self._wake(conversations)

    def move(self, conversations: Sequence[int], source: str, target: str) -> None:
        """Move conversations from one label to another.

        Args:
            conversations: The conversations.
            source: Canonical name of the label under which they are viewed.
            target: Canonical name of the new label.
        """
        if target in (TRASH, SPAM):
            (self.trash if target == TRASH else self.spam)(conversations)
            return
        with self.database.transaction():
            self.put(conversations, target)
            self.put(conversations, ALL)
            gone = {TRASH, SPAM, SNOOZED, INBOX} - {target}
            if not source.startswith("^") and source != target:
                gone.add(source)
            self.take(conversations, *sorted(gone))
            self._wake(conversations)

    def read(self, conversations: Sequence[int], read: bool) -> None:
        """Mark conversations as read, or their last messages as unread."""
        if read:
            self.take(conversations, UNREAD)
        else:
            for number in conversations:
                self._label_last(number, UNREAD)

    def star(self, conversations: Sequence[int], starred: bool) -> None:
        """Add a star to the last message of each conversation, or remove all stars."""
        if not starred:
            self.take(conversations, STARRED)
        else:
            for number in conversations:
                self._label_last(number, STARRED)

    def _label_last(self, conversation: int, label: str) -> None:
        messages = self.listed(conversation) or self.listed(conversation, "")
        others = [each for each in messages if not {DRAFT, SCHEDULED} & each.labels]
        if last := (others or messages)[-1:]:
            self.label_message(last[0].id, label)

    def snooze(self, conversations: Sequence[int], wake_ms: int) -> None:
        """Snooze conversations until a time."""
        with self.database.transaction():
            self.put(conversations, SNOOZED)
            self.take(conversations, INBOX)
            for number in conversations:
                self.database.execute(
                    "INSERT OR REPLACE INTO snoozed VALUES (?, ?)", (number, wake_ms)
                )

    def wake(self, conversation: int) -> None:
        """Move a conversation back to the top of the inbox."""
        now = self.context.system.clock.now_ms()
        with self.database.transaction():
            self.put((conversation,), INBOX)
            self.take((conversation,), SNOOZED)
            self._wake((conversation,))
            self.database.execute(
                "UPDATE conversation_labels SET date = ? WHERE conversation_id = ? AND "
                "labels_id = (SELECT _id FROM labels WHERE canonicalName = ?)",
                (now, conversation, INBOX),
            )

    def _wake(self, conversations: Sequence[int]) -> None:
        for some in _steps(conversations):
            sql = f"DELETE FROM snoozed WHERE conversation_id IN ({marks(some)})"
            self.database.execute(sql, some)

    def delete(self, conversations: Sequence[int], label: str) -> None:
        """Permanently delete the messages of conversations that are in the trash or spam."""
        for some in _steps(conversations):
            self.database.execute(
                f"DELETE FROM messages WHERE conversation IN ({marks(some)}) AND messageId IN "
                "(SELECT message_messageId FROM message_labels WHERE labels_id = "
                "(SELECT _id FROM labels WHERE canonicalName = ?))",
                (*some, label),
            )

    # -- user labels

    def add_label(self, name: str) -> bool:
        """Create a label; return False if the name is invalid or already used."""
        name = name.strip()
        if not name or name.startswith("^"):
            return False
        taken = self.database.value(
            "SELECT COUNT(*) FROM labels WHERE name = ? COLLATE NOCASE", (name,)
        )
        if not taken:
            self.database.insert("labels", {"canonicalName": name, "name": name})
        return not taken

    def delete_label(self, number: int) -> None:
        """Delete a label; its messages stay."""
        self.database.execute(
            "DELETE FROM labels WHERE _id = ? AND canonicalName NOT LIKE '^%'", (number,)
        )

    # -- messages

    def save_draft(
        self,
        number: int,
        *,
        to: tuple[Address, ...],
        cc: tuple[Address, ...],
        bcc: tuple[Address, ...],
        subject: str,
        body: str,
        answers: int = 0,
        forward: bool = False,
        quoted: str = "",
    ) -> int:
        """Save a draft; return its row.

        Args:
            number: Its row; 0 for a new one.
            to: Recipients.
            cc: Recipients of a copy.
            bcc: Recipients of a hidden copy.
            subject: The subject.
            body: The text.
            answers: The message that it replies to or forwards; 0 for none.
            forward: Whether it forwards that message.
            quoted: The quoted text.
        """
        now = self.context.system.clock.now_ms()
        values: dict[str, str | int] = {
            "fromAddress": str(Address(OWNER, ACCOUNT)),
            "toAddresses": joined(to),
            "ccAddresses": joined(cc),
            "bccAddresses": joined(bcc),
            "dateSentMs": now,
            "dateReceivedMs": now,
            "subject": subject,
            "snippet": snippet_of(body),
            "body": body,
            "refMessageId": answers,
            "forward": int(forward),
            "quotedText": quoted,
            "clientCreated": 1,
        }
        with self.database.transaction():
            if number and self.database.update("messages", values, "messageId = ?", (number,)):
                return number
            first = self.message(answers) if answers and not forward else None
            values["conversation"] = first.conversation if first else 0
            made = number_of(self.database.insert("messages", values))
            self.label_message(made, DRAFT, ALL)
            return made

    def attach(self, message: int, file: Attachment) -> None:
        """Attach a file to a message; the id of `file` is ignored."""
        self.database.insert(
            "attachments",
            {
                "messages_messageId": message,
                "filename": file.name,
                "mimeType": file.type,
                "size": file.size,
                "path": file.path,
            },
        )

    def detach(self, file: int) -> None:
        """Remove an attachment from its message."""
        self.database.execute("DELETE FROM attachments WHERE _id = ?", (file,))

    def delete_message(self, number: int) -> None:
        """Permanently delete a message."""
        self.database.execute("DELETE FROM messages WHERE messageId = ?", (number,))

    def dated(self, number: int, time_ms: int) -> None:
        """Set the time when a message was sent or is scheduled to be."""
        self.database.update(
            "messages",
            {"dateSentMs": time_ms, "dateReceivedMs": time_ms},
            "messageId = ?",
            (number,),
        )

    def sent(self, number: int, *, home: bool) -> None:
        """Mark a message as sent.

        Args:
            number: The message.
            home: Whether the mailbox's own address is a recipient, so that it arrives in the inbox,
                too.
        """
        with self.database.transaction():
            self.dated(number, self.context.system.clock.now_ms())
            self.unlabel_message(number, DRAFT, OUTBOX, SCHEDULED)
            self.label_message(number, SENT, ALL, *((INBOX, UNREAD) if home else ()))
