"""Messages and conversations, through the telephony provider."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final
from urllib.parse import quote

from android_gym.errors import DatabaseError
from android_gym.simulator.appkit.columns import number_of
from android_gym.simulator.apps.sms_messenger.model import (
    DRAFT,
    INBOX,
    MMS_FROM,
    SCHEDULED_FROM,
    STATUS_NONE,
    Attachment,
    Conversation,
    Message,
)
from android_gym.simulator.apps.sms_messenger.storage.contacts import name_of
from android_gym.simulator.apps.sms_messenger.storage.database import AppData
from android_gym.simulator.ui.activity import Context

_THREADS: Final = "mms-sms/conversations?simple=true"
_MESSAGE: Final = ("_id", "body", "type", "status", "date", "address", "read")


def _message(row: Sequence[Any]) -> Message:
    number, body, kind, status, date, address, read = row
    return Message(
        number,
        str(body or ""),
        number_of(kind, INBOX),
        number_of(status, -1),
        number_of(date),
        str(address or ""),
        bool(read),
    )


def _list(numbers: Iterable[int]) -> str:
    return ",".join(map(str, sorted(numbers))) or "NULL"


class MessageStore(AppData):
    """Messages and conversations; "thread" is the provider's id of a conversation."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._providers: dict[str, Any] = {
            name: context.find_provider(name) for name in ("sms", "mms", "mms-sms")
        }

    # -- the provider; URIs are given without their scheme, e.g. ``sms/draft``

    def _provider(self, uri: str) -> Any:
        return self._providers[uri.partition("/")[0]]

    def query(
        self,
        uri: str,
        columns: Sequence[str],
        where: str | None = None,
        sort: str | None = None,
        parameters: Sequence[object] = (),
    ) -> Sequence[Sequence[Any]]:
        """Return the rows of a provider URI."""
        provider = self._provider(uri)
        return provider.query(f"content://{uri}", columns, where, sort, parameters)[1]

    def insert(self, uri: str, **values: object) -> int:
        """Add a row; return its id."""
        added: str = self._provider(uri).insert(f"content://{uri}", values)
        return int(added.rpartition("/")[2])

    def insert_text(self, uri: str, thread: int, address: str, body: str, **values: object) -> int:
        """Add a text message with the current time; return its id."""
        return self.insert(
            uri,
            thread_id=thread,
            address=address,
            date=self.now_ms(),
            body=body,
            sub_id=1,
            creator=self.context.package,
            **values,
        )

    def change(self, uri: str, where: str | None = None, **values: object) -> None:
        """Change the rows of a provider URI."""
        self._provider(uri).update(f"content://{uri}", values, where)

    def _delete(self, uri: str, where: str | None = None) -> None:
        self._provider(uri).delete(f"content://{uri}", where)

    def write_part(self, number: int, data: bytes) -> None:
        """Write the content of a part of an MMS."""
        self._providers["mms"].write(f"content://mms/part/{number}", data)

    @property
    def available(self) -> bool:
        """True if the telephony provider exists and its database works."""
        if self._providers["sms"] is None or self._providers["mms-sms"] is None:
            return False
        try:
            for uri in ("sms", _THREADS, "mms-sms/canonical-addresses"):
                self.query(uri, ["1"], "_id = -1")
        except DatabaseError:
            return False
        return True

    # -- conversations

    def thread_id(self, numbers: Iterable[str]) -> int:
        """Return the thread with some people; the provider creates it if there is none."""
        query = "&".join(f"recipient={quote(number, safe='')}" for number in numbers)
        return int(self.query(f"mms-sms/threadID?{query}", ["_id"])[0][0])

    def _where(self, archived: bool) -> str:
        marked = self.archived()
        where = "message_count > 0"
        if archived or marked:
            where += f" AND _id {'IN' if archived else 'NOT IN'} ({_list(marked)})"
        if (binned := self.recycled()) and not archived:
            where += (
                " AND (EXISTS (SELECT 1 FROM sms WHERE sms.thread_id = threads._id "
                f"AND sms._id NOT IN ({_list(binned)})) OR "
                "EXISTS (SELECT 1 FROM pdu WHERE pdu.thread_id = threads._id))"
            )
        return where

    def threads(self, *, archived: bool = False) -> list[int]:
        """Return the ids of all conversations, or of the archived ones, in the list's order."""
        order = f"_id IN ({_list(self.pinned())}) DESC, date DESC, _id DESC"
        return [int(row[0]) for row in self.query(_THREADS, ["_id"], self._where(archived), order)]

    def conversation(self, thread: int) -> Conversation | None:
        """Return one conversation; None if it doesn't exist."""
        columns = ["recipient_ids", "snippet", "date", "read"]
        rows = self.query(_THREADS, columns, f"_id = {thread}")
        if not rows:
            return None
        recipients, snippet, date, read = rows[0]
        numbers = [
            str(row[0])
            for address in str(recipients or "").split()
            if address.isdecimal()
            for row in self.query(f"mms-sms/canonical-address/{address}", ["address"])
        ]
        custom = self.database.query(
            "SELECT title FROM conversations WHERE thread_id = ? AND uses_custom_title = 1",
            (thread,),
        )
        return Conversation(
            thread,
            tuple(numbers),
            custom[0][0] if custom else ", ".join(name_of(self.context, n) for n in numbers),
            str(snippet or ""),
            number_of(date),
            bool(read),
            self.draft(thread),
            thread in self.pinned(),
        )

    def draft(self, thread: int) -> str:
        """Return the draft of a conversation."""
        rows = self.query("sms/draft", ["body"], f"thread_id = {thread}", "date DESC LIMIT 1")
        return str(rows[0][0] or "") if rows else ""

    def save_draft(self, thread: int, body: str) -> None:
        """Save a draft; an empty one deletes the saved draft."""
        if body == self.draft(thread):
            return
        if body:
            self.insert(
                "sms/draft",
                body=body,
                date=self.now_ms(),
                type=DRAFT,
                thread_id=thread,
                creator=self.context.package,
            )
        else:
            self._delete("sms/draft", f"thread_id = {thread}")

    def set_read(self, threads: Iterable[int], read: bool) -> None:
        """Mark conversations as read, or their newest message as unread."""
        for thread in threads:
            if read:
                where = f"thread_id = {thread} AND (read = 0 OR seen = 0)"
                if self.query("sms/inbox", ["_id"], where):
                    self.change("sms/inbox", where, read=1, seen=1)
                self.context.system.notifications.cancel(self.context.package, thread)
            else:
                newest = f"thread_id = {thread} ORDER BY date DESC, _id DESC LIMIT 1"
                self.change("sms", f"_id = (SELECT _id FROM sms WHERE {newest})", read=0, seen=0)

    def delete_threads(self, threads: Iterable[int], *, for_good: bool = False) -> None:
        """Delete conversations, or move them to the recycle bin if it is in use."""
        use_bin = self.setting("use_recycle_bin") and not for_good
        for thread in threads:
            of_thread = f"thread_id = {thread}"
            self._delete("mms", of_thread)
            if use_bin:
                self.recycle([row[0] for row in self.query("sms", ["_id"], of_thread)])
            else:
                self._delete("sms", of_thread)
                for table in ("messages", "conversations"):
                    self.database.execute(f"DELETE FROM {table} WHERE thread_id = ?", (thread,))
            self.context.system.notifications.cancel(self.context.package, thread)

    def set_archived(self, threads: Iterable[int], archived: bool) -> None:
        """Archive or unarchive conversations."""
        known = self.archived()
        for thread in threads:
            if (thread in known) == archived:
                continue
            talk = self.conversation(thread)
            if talk is not None:
                self._keep(talk, talk.snippet, talk.date_ms)
            self.database.execute(
                "UPDATE conversations SET archived = ? WHERE thread_id = ?", (archived, thread)
            )

    def rename(self, thread: int, title: str) -> None:
        """Set the title of a group; if it is empty, use the members' names."""
        talk = self.conversation(thread)
        if talk is None:
            return
        self._keep(talk, talk.snippet, talk.date_ms)
        self.database.execute(
            "UPDATE conversations SET title = ?, uses_custom_title = ? WHERE thread_id = ?",
            (title, bool(title), thread),
        )

    def _keep(self, talk: Conversation, snippet: str, date_ms: int) -> None:
        group = int(len(talk.numbers) > 1)
        self.database.execute(
            "INSERT INTO conversations VALUES (?, ?, ?, ?, ?, '', ?, ?, 0, 0, 0) "
            "ON CONFLICT (thread_id) DO UPDATE SET snippet = excluded.snippet, "
            "date = excluded.date, read = excluded.read",
            (talk.id, snippet, date_ms // 1000, int(talk.read), talk.title, group,
             talk.numbers[0] if talk.numbers else ""),
        )  # fmt: skip

    # -- messages

    def _visible(self, thread: int, binned: bool) -> str:
        """Return the SQL condition of a thread's messages, or of those in the recycle bin."""
        where = f"thread_id = {thread} AND type != {DRAFT}"
        ids = self.recycled()
        if ids or binned:
            where += f" AND _id {'IN' if binned else 'NOT IN'} ({_list(ids)})"
        return where

    def message_count(self, thread: int, *, binned: bool = False) -> int:
        """Return the number of a thread's messages."""
        texts = self.query("sms", ["count(*)"], self._visible(thread, binned), "1")[0][0]
        return int(texts) + (0 if binned else len(self._multimedia(thread)))

    def messages(
        self, thread: int, first: int, count: int, *, binned: bool = False
    ) -> list[Message]:
        """Return `count` messages of a thread, starting at index `first`, oldest first."""
        multimedia = [] if binned else self._multimedia(thread)
        if not multimedia:
            return self._texts_of(thread, first, count, binned)
        # Position of each MMS among all messages; only a page of the texts is read.
        placed: dict[int, int] = {}
        for index, (number, date_ms) in enumerate(multimedia):
            where = f"{self._visible(thread, False)} AND date <= {date_ms}"
            placed[int(self.query("sms", ["count(*)"], where, "1")[0][0]) + index] = number
        before = sum(place < first for place in placed)
        inside = [place for place in sorted(placed) if first <= place < first + count]
        found = self._texts_of(thread, first - before, count - len(inside), False)
        for place in inside:
            message = self.message(MMS_FROM + placed[place])
            if message is not None:
                found.insert(place - first, message)
        return found

    def every_message(self, thread: int, *, binned: bool = False) -> list[Message]:
        """Return all messages of a thread, oldest first."""
        return self.messages(thread, 0, self.message_count(thread, binned=binned), binned=binned)

    def _texts_of(self, thread: int, first: int, count: int, binned: bool) -> list[Message]:
        page = f"date, _id LIMIT {count} OFFSET {first}"
        return [*map(_message, self.query("sms", _MESSAGE, self._visible(thread, binned), page))]

    def _multimedia(self, thread: int) -> list[tuple[int, int]]:
        """Return (id, date) of a thread's MMS, oldest first."""
        where = f"thread_id = {thread} AND msg_box != 3"
        rows = self.query("mms", ["_id", "date"], where, "date, _id")
        return [(int(number), number_of(date) * 1000) for number, date in rows]

    def _multimedia_message(self, number: int) -> Message | None:
        rows = self.query(f"mms/{number}", ["date", "msg_box", "read"])
        if not rows:
            return None
        date, box, read = rows[0]
        parts = self.query(f"mms/{number}/part", ["ct", "name", "text", "_data"], None, "seq, _id")
        return Message(
            MMS_FROM + number,
            "\n".join(str(text) for ct, _, text, _ in parts if ct == "text/plain" and text),
            number_of(box, INBOX),
            STATUS_NONE,
            number_of(date) * 1000,
            read=bool(read),
            attachments=tuple(
                Attachment(str(data), str(ct), str(name)) for ct, name, _, data in parts if data
            ),
        )

    def message(self, number: int) -> Message | None:
        """Return one message: an SMS, a scheduled message or an MMS."""
        if number >= MMS_FROM:
            return self._multimedia_message(number - MMS_FROM)
        if number >= SCHEDULED_FROM:
            return next((m for m in self.scheduled() if m.id == number), None)
        rows = self.query("sms", _MESSAGE, f"_id = {number}")
        return _message(rows[0]) if rows else None

    def search(self, text: str, limit: int = 50) -> list[tuple[Message, int]]:
        """Return messages that contain a text, newest first, with their threads."""
        pattern = re.sub(r"([%_\\])", r"\\\1", text).replace("'", "''")
        rows = self.query(
            "sms",
            [*_MESSAGE, "thread_id"],
            f"type != {DRAFT} AND body LIKE '%{pattern}%' ESCAPE '\\'",
            f"date DESC, _id DESC LIMIT {limit}",
        )
        return [(_message(row[:-1]), number_of(row[-1])) for row in rows]

    def delete_messages(self, numbers: Sequence[int], *, for_good: bool = False) -> None:
        """Delete messages, or move texts to the recycle bin if it is in use."""
        texts = [number for number in numbers if number < SCHEDULED_FROM]
        for number in sorted(set(numbers) - set(texts)):
            if number >= MMS_FROM:
                self._delete(f"mms/{number - MMS_FROM}")
            else:
                self.database.execute("DELETE FROM messages WHERE id = ?", (number,))
                self.context.system.alarms.cancel(self.context.package, f"scheduled {number}")
        if self.setting("use_recycle_bin") and not for_good:
            self.recycle(texts)
            return
        for number in texts:
            self._delete(f"sms/{number}")
            for table in ("messages", "recycle_bin_messages"):
                self.database.execute(f"DELETE FROM {table} WHERE id = ?", (number,))

    def set_type(self, number: int, kind: int) -> None:
        """Move a message to another box."""
        if number >= MMS_FROM:
            self.change(f"mms/{number - MMS_FROM}", msg_box=kind)
            return
        self.change(f"sms/{number}", type=kind)
        self.database.execute("UPDATE messages SET type = ? WHERE id = ?", (kind, number))

    def remember(self, thread: int, number: int) -> None:
        """Store the app's own copy of a message and its conversation."""
        message, talk = self.message(number), self.conversation(thread)
        if message is None or talk is None:
            return
        people = [
            {
                "name": name_of(self.context, other),
                "phoneNumbers": [{"normalizedNumber": other, "value": other}],
            }
            for other in talk.numbers
        ]
        sender = message.address if message.type == INBOX else ""
        self.database.execute(
            "INSERT OR REPLACE INTO messages VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, NULL, ?, ?, '', "
            "1, 0)",
            (number, message.body, message.type, message.status, json.dumps(people),
             message.date_ms // 1000, int(message.read), thread, sender,
             name_of(self.context, sender)),
        )  # fmt: skip
        self._keep(talk, message.body, message.date_ms)

    # -- conversations in the recycle bin

    def recycled_threads(self) -> list[int]:
        """Return the threads with messages in the recycle bin, newest first."""
        where = f"_id IN ({_list(self.recycled())}) AND type != {DRAFT}"
        rows = self.query("sms", ["thread_id"], where, "date DESC")
        return list(dict.fromkeys(number_of(row[0]) for row in rows))

    def restore(self, threads: Iterable[int]) -> None:
        """Restore the messages of threads from the recycle bin."""
        for thread in threads:
            self.take_back([message.id for message in self.every_message(thread, binned=True)])

    def empty_bin(self, threads: Iterable[int] | None = None) -> None:
        """Permanently delete the messages in the recycle bin, of some threads or all."""
        for thread in self.recycled_threads() if threads is None else threads:
            found = self.every_message(thread, binned=True)
            self.delete_messages([message.id for message in found], for_good=True)
