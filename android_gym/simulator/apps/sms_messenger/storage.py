"""What the app keeps itself, and the messages that it reads from the telephony provider."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from immutables import Map

from android_gym.errors import DatabaseError, FileError
from android_gym.simulator.system.databases import Database
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Context, Preferences

__all__ = [
    "DRAFT",
    "FAILED",
    "INBOX",
    "OUTBOX",
    "SENT",
    "Conversation",
    "Message",
    "MessageStore",
    "Person",
    "holds_role",
    "install",
    "preferences",
]

INBOX, SENT, DRAFT, OUTBOX, FAILED, QUEUED = range(1, 7)
STATUS_NONE, STATUS_COMPLETE, STATUS_PENDING = -1, 0, 32
ROLE_KEY: Final = "sms_default_application"
SCHEDULED_FROM: Final = 1 << 40
MMS_MS: Final = 1000
"""How long it takes to find that the network has no centre for multimedia messages."""

MMS_FROM: Final = 1 << 50
"""Multimedia messages are numbered by the provider anew; here from this number on."""
"""Ids of scheduled messages, which no provider has given, begin here."""

_SCHEMA = """
CREATE TABLE android_metadata (locale TEXT);
INSERT INTO android_metadata VALUES ('en_US');
CREATE TABLE `conversations` (`thread_id` INTEGER NOT NULL, `snippet` TEXT NOT NULL,
`date` INTEGER NOT NULL, `read` INTEGER NOT NULL, `title` TEXT NOT NULL,
`photo_uri` TEXT NOT NULL, `is_group_conversation` INTEGER NOT NULL, `phone_number` TEXT NOT NULL,
`is_scheduled` INTEGER NOT NULL, `uses_custom_title` INTEGER NOT NULL,
`archived` INTEGER NOT NULL, PRIMARY KEY(`thread_id`));
CREATE UNIQUE INDEX `index_conversations_thread_id` ON `conversations` (`thread_id`);
CREATE TABLE `attachments` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `message_id` INTEGER NOT NULL,
`uri_string` TEXT NOT NULL, `mimetype` TEXT NOT NULL, `width` INTEGER NOT NULL,
`height` INTEGER NOT NULL, `filename` TEXT NOT NULL);
CREATE UNIQUE INDEX `index_attachments_message_id` ON `attachments` (`message_id`);
CREATE TABLE `message_attachments` (`id` INTEGER NOT NULL, `text` TEXT NOT NULL,
`attachments` TEXT NOT NULL, PRIMARY KEY(`id`));
CREATE TABLE `messages` (`id` INTEGER NOT NULL, `body` TEXT NOT NULL, `type` INTEGER NOT NULL,
`status` INTEGER NOT NULL, `participants` TEXT NOT NULL, `date` INTEGER NOT NULL,
`read` INTEGER NOT NULL, `thread_id` INTEGER NOT NULL, `is_mms` INTEGER NOT NULL,
`attachment` TEXT, `sender_phone_number` TEXT NOT NULL, `sender_name` TEXT NOT NULL,
`sender_photo_uri` TEXT NOT NULL, `subscription_id` INTEGER NOT NULL,
`is_scheduled` INTEGER NOT NULL, PRIMARY KEY(`id`));
CREATE TABLE `recycle_bin_messages` (`id` INTEGER NOT NULL, `deleted_ts` INTEGER NOT NULL,
PRIMARY KEY(`id`));
CREATE UNIQUE INDEX `index_recycle_bin_messages_id` ON `recycle_bin_messages` (`id`);
CREATE TABLE room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT);
INSERT OR REPLACE INTO room_master_table (id,identity_hash)
VALUES(42, '23811e41b338a810cf5df26a5dff67a5');
"""
_VERSION = 8
_TABLES = (
    "conversations", "attachments", "message_attachments", "messages", "recycle_bin_messages",
    "room_master_table", "android_metadata",
)  # fmt: skip

_FIRST_PREFERENCES = {
    "app_run_count": 1,
    "last_version": 85,
    "internal_storage_path": "/storage/emulated/0",
    "was_db_cleared_4": True,
    "is_archive_available": True,
}


def preferences(context: Context) -> Preferences:
    """The app's one preferences file."""
    return context.preferences("Prefs")


def holds_role(context: Context) -> bool:
    """Whether this is the phone's SMS app, and the role has brought its permissions."""
    default = context.system.settings.get("secure", ROLE_KEY)
    return default == context.package and context.granted("android.permission.SEND_SMS")


def _create(database: Database) -> None:
    database.script(_SCHEMA)


def _upgrade(database: Database, old: int, new: int) -> None:
    for table in _TABLES:
        database.execute(f"DROP TABLE IF EXISTS {table}")
    database.script(_SCHEMA)


def open_database(context: Context) -> Database:
    """Opens the app's own database, making it where it is missing."""
    database = context.database(
        "conversations.db", wal=True, version=_VERSION, create=_create, upgrade=_upgrade
    )
    found = {row[0] for row in database.query("SELECT name FROM sqlite_master WHERE type='table'")}
    if not found.issuperset(_TABLES):
        _upgrade(database, 0, _VERSION)
    return database


def install(context: Context, *, cleared: bool) -> None:
    """The prepared image has the app as the SMS app; a cleared one asks for the role."""
    if cleared:
        return
    context.system.settings.put("secure", ROLE_KEY, context.package)
    preferences(context).put(**_FIRST_PREFERENCES)
    open_database(context)
    context.system.databases.close_owner(context.package)


@dataclass(frozen=True)
class Person:
    """A contact's number.

    Attributes:
        name: The contact's name.
        number: As the contact has it.
        kind: "Mobile", "Home", ...
    """

    name: str
    number: str
    kind: str = "Mobile"


@dataclass(frozen=True)
class Conversation:
    """One thread.

    Attributes:
        id: The provider's number for it.
        numbers: Addresses of the others.
        title: Their names, or what the user calls it.
        snippet: Text below the title.
        date_ms: When it last changed.
        read: Whether all is read.
        draft: Text that was begun.
        pinned: Whether it stands above the others.
    """

    id: int
    numbers: tuple[str, ...]
    title: str
    snippet: str
    date_ms: int
    read: bool
    draft: str = ""
    pinned: bool = False


class Attachment(NamedTuple):
    """A file that goes with a message: its address (or path), type and name."""

    uri: str
    mime: str
    name: str


@dataclass(frozen=True)
class Message:
    """One message; `id` is the provider's, or a scheduled or multimedia message's own."""

    id: int
    body: str
    type: int
    status: int
    date_ms: int
    address: str = ""
    read: bool = True
    scheduled: bool = False
    attachments: tuple[Attachment, ...] = ()


_MESSAGE = ("_id", "body", "type", "status", "date", "address", "read")


def _whole(value: Any, otherwise: int = 0) -> int:
    return value if isinstance(value, int) else otherwise


def _message(row: Sequence[Any]) -> Message:
    number, body, kind, status, date, address, read = row
    return Message(
        number,
        str(body or ""),
        _whole(kind, INBOX),
        _whole(status, -1),
        _whole(date),
        str(address or ""),
        bool(read),
    )


class MessageStore:
    """Messages and threads, by way of the content providers."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._sms: Any = context.find_provider("sms")
        self._mms: Any = context.find_provider("mms")
        self._threads: Any = context.find_provider("mms-sms")

    @property
    def database(self) -> Database:
        """The app's own database."""
        return open_database(self.context)

    @property
    def available(self) -> bool:
        """Whether the telephony provider is there and its database works."""
        if self._sms is None or self._threads is None:
            return False
        try:
            self._sms.query("content://sms", ["1"], "_id = -1", None)
            for part in ("conversations?simple=true", "canonical-addresses"):
                self._threads.query(f"content://mms-sms/{part}", ["1"], "_id = -1", None)
        except DatabaseError:
            return False
        return True

    def now_ms(self) -> int:
        """This moment."""
        return self.context.system.clock.now_ms()

    # -- contacts

    def people(self) -> list[Person]:
        """Contacts with a number, by name."""
        provider = self.context.find_provider("com.android.contacts")
        if provider is None or not self.context.granted("android.permission.READ_CONTACTS"):
            return []
        try:
            _, rows = provider.query(
                "content://com.android.contacts/data/phones",
                ["display_name", "data1", "data2", "data3"],
                None,
                "display_name COLLATE NOCASE",
            )
        except (DatabaseError, ValueError):
            return []
        return [
            Person(str(name or number), str(number), str(label or _KINDS.get(kind, "Other")))
            for name, number, kind, label in rows
            if number
        ]

    def name_of(self, number: str) -> str:
        """The contact's name behind a number, or the number."""
        provider = self.context.find_provider("com.android.contacts")
        if provider is None or not number or not re.search(r"\d", number):
            return number
        if not self.context.granted("android.permission.READ_CONTACTS"):
            return number
        try:
            _, rows = provider.query(
                f"content://com.android.contacts/phone_lookup/{quote(number, safe='')}",
                ["display_name"],
                None,
                None,
            )
        except (DatabaseError, ValueError):
            return number
        return str(rows[0][0]) if rows and rows[0][0] else number

    # -- threads

    def thread_id(self, numbers: Iterable[str]) -> int:
        """The thread with these people; the provider makes it where there is none."""
        query = "&".join(f"recipient={quote(number, safe='')}" for number in numbers)
        _, rows = self._threads.query(f"content://mms-sms/threadID?{query}", ["_id"], None, None)
        return int(rows[0][0])

    def _where(self, archived: bool) -> str:
        marked = self.archived()
        ids = ",".join(map(str, sorted(marked))) or "NULL"
        where = "message_count > 0"
        if archived:
            where += f" AND _id IN ({ids})"
        elif marked:
            where += f" AND _id NOT IN ({ids})"
        if (bin_ids := self.recycled()) and not archived:
            hidden = ",".join(map(str, sorted(bin_ids)))
            where += (
                " AND (EXISTS (SELECT 1 FROM sms WHERE sms.thread_id = threads._id "
                f"AND sms._id NOT IN ({hidden})) OR "
                "EXISTS (SELECT 1 FROM pdu WHERE pdu.thread_id = threads._id))"
            )
        return where

    def count(self, *, archived: bool = False) -> int:
        """Number of conversations."""
        _, rows = self._threads.query(
            "content://mms-sms/conversations?simple=true", ["count(*)"], self._where(archived), "1"
        )
        return int(rows[0][0])

    def page(self, first: int, count: int, *, archived: bool = False) -> list[int]:
        """Ids of `count` conversations from number `first` on, as the list has them."""
        pinned = ",".join(map(str, sorted(self.pinned()))) or "NULL"
        _, rows = self._threads.query(
            "content://mms-sms/conversations?simple=true",
            ["_id"],
            self._where(archived),
            f"_id IN ({pinned}) DESC, date DESC, _id DESC LIMIT {count} OFFSET {first}",
        )
        return [int(row[0]) for row in rows]

    def conversation(self, thread: int) -> Conversation | None:
        """One conversation."""
        _, rows = self._threads.query(
            "content://mms-sms/conversations?simple=true",
            ["recipient_ids", "snippet", "date", "read"],
            f"_id = {thread}",
            None,
        )
        if not rows:
            return None
        recipients, snippet, date, read = rows[0]
        numbers = []
        for address in str(recipients or "").split():
            if address.isdecimal():
                _, found = self._threads.query(
                    f"content://mms-sms/canonical-address/{address}", ["address"], None, None
                )
                numbers += [str(row[0]) for row in found]
        custom = self.database.query(
            "SELECT title FROM conversations WHERE thread_id = ? AND uses_custom_title = 1",
            (thread,),
        )
        title = custom[0][0] if custom else ", ".join(self.name_of(number) for number in numbers)
        return Conversation(
            thread,
            tuple(numbers),
            title,
            str(snippet or ""),
            _whole(date),
            bool(read),
            self.draft(thread),
            thread in self.pinned(),
        )

    def draft(self, thread: int) -> str:
        """Text that was begun in a conversation."""
        _, rows = self._sms.query(
            "content://sms/draft", ["body"], f"thread_id = {thread}", "date DESC LIMIT 1"
        )
        return str(rows[0][0] or "") if rows else ""

    def save_draft(self, thread: int, body: str) -> None:
        """Keeps text that was begun; none for an empty one."""
        if body == self.draft(thread):
            return
        if body:
            values = {"body": body, "date": self.now_ms(), "type": DRAFT, "thread_id": thread}
            self._sms.insert("content://sms/draft", {**values, "creator": self.context.package})
        else:
            self._sms.delete("content://sms/draft", f"thread_id = {thread}")

    def set_read(self, threads: Iterable[int], read: bool) -> None:
        """Marks conversations as read, or their newest message as unread."""
        for thread in threads:
            if read:
                where = f"thread_id = {thread} AND (read = 0 OR seen = 0)"
                _, rows = self._sms.query("content://sms/inbox", ["_id"], where, None)
                if rows:
                    self._sms.update("content://sms/inbox", {"read": 1, "seen": 1}, where)
                self.context.system.notifications.cancel(self.context.package, thread)
            else:
                where = (
                    f"_id = (SELECT _id FROM sms WHERE thread_id = {thread} "
                    "ORDER BY date DESC, _id DESC LIMIT 1)"
                )
                self._sms.update("content://sms", {"read": 0, "seen": 0}, where)

    def delete_threads(self, threads: Iterable[int], *, for_good: bool = False) -> None:
        """Deletes conversations, or moves them to the recycle bin where that is in use."""
        use_bin = preferences(self.context).get("use_recycle_bin", False) and not for_good
        for thread in threads:
            self._mms.delete("content://mms", f"thread_id = {thread}")
            if use_bin:
                _, rows = self._sms.query("content://sms", ["_id"], f"thread_id = {thread}", None)
                self.recycle([row[0] for row in rows])
            else:
                self._sms.delete("content://sms", f"thread_id = {thread}")
                for table in ("messages", "conversations"):
                    self.database.execute(f"DELETE FROM {table} WHERE thread_id = ?", (thread,))
            self.context.system.notifications.cancel(self.context.package, thread)

    # -- messages

    def _visible(self, thread: int, binned: bool) -> str:
        """What belongs to a thread, or to its part of the recycle bin."""
        where = f"thread_id = {thread} AND type != {DRAFT}"
        ids = self.recycled()
        if ids or binned:
            word = "IN" if binned else "NOT IN"
            where += f" AND _id {word} ({','.join(map(str, sorted(ids))) or 'NULL'})"
        return where

    def message_count(self, thread: int, *, binned: bool = False) -> int:
        """Number of a thread's messages."""
        where = self._visible(thread, binned)
        _, rows = self._sms.query("content://sms", ["count(*)"], where, "1")
        return int(rows[0][0]) + (0 if binned else len(self._multimedia(thread)))

    def messages(
        self, thread: int, first: int, count: int, *, binned: bool = False
    ) -> list[Message]:
        """`count` messages of a thread from number `first` on, oldest first."""
        multimedia = [] if binned else self._multimedia(thread)
        if not multimedia:
            return self._texts(thread, first, count, binned)
        # Where each stands among the texts, of which only a page is read.
        placed: dict[int, int] = {}
        for index, (number, date_ms) in enumerate(multimedia):
            where = f"{self._visible(thread, False)} AND date <= {date_ms}"
            _, rows = self._sms.query("content://sms", ["count(*)"], where, "1")
            placed[int(rows[0][0]) + index] = number
        before = sum(place < first for place in placed)
        inside = [place for place in sorted(placed) if first <= place < first + count]
        found = self._texts(thread, first - before, count - len(inside), False)
        for place in inside:
            message = self.message(MMS_FROM + placed[place])
            if message is not None:
                found.insert(place - first, message)
        return found

    def _texts(self, thread: int, first: int, count: int, binned: bool) -> list[Message]:
        _, rows = self._sms.query(
            "content://sms",
            list(_MESSAGE),
            self._visible(thread, binned),
            f"date, _id LIMIT {count} OFFSET {first}",
        )
        return [_message(row) for row in rows]

    def _multimedia(self, thread: int) -> list[tuple[int, int]]:
        """(number, date in ms) of a thread's multimedia messages, oldest first."""
        _, rows = self._mms.query(
            "content://mms", ["_id", "date"], f"thread_id = {thread} AND msg_box != 3", "date, _id"
        )
        return [(int(number), _whole(date) * 1000) for number, date in rows]

    def _multimedia_message(self, number: int) -> Message | None:
        _, rows = self._mms.query(
            f"content://mms/{number}", ["date", "msg_box", "read"], None, None
        )
        if not rows:
            return None
        date, box, read = rows[0]
        _, parts = self._mms.query(
            f"content://mms/{number}/part", ["ct", "name", "text", "_data"], None, "seq, _id"
        )
        body = "\n".join(str(text) for ct, _, text, _ in parts if ct == "text/plain" and text)
        attachments = tuple(
            Attachment(str(data), str(ct), str(name)) for ct, name, _, data in parts if data
        )
        return Message(
            MMS_FROM + number, body, _whole(box, INBOX), STATUS_NONE, _whole(date) * 1000,
            read=bool(read), attachments=attachments,
        )  # fmt: skip

    def message(self, number: int) -> Message | None:
        """One message."""
        if number >= MMS_FROM:
            return self._multimedia_message(number - MMS_FROM)
        if number >= SCHEDULED_FROM:
            return next((m for m in self.scheduled() if m.id == number), None)
        _, rows = self._sms.query("content://sms", list(_MESSAGE), f"_id = {number}", None)
        return _message(rows[0]) if rows else None

    def newest(self, thread: int) -> Message | None:
        """The last message of a thread."""
        where = self._visible(thread, False)
        _, rows = self._sms.query(
            "content://sms", list(_MESSAGE), where, "date DESC, _id DESC LIMIT 1"
        )
        return _message(rows[0]) if rows else None

    def search(self, text: str, limit: int = 50) -> list[tuple[Message, int]]:
        """Messages that hold a text, newest first, with their threads."""
        pattern = re.sub(r"([%_\\])", r"\\\1", text).replace("'", "''")
        _, rows = self._sms.query(
            "content://sms",
            [*_MESSAGE, "thread_id"],
            f"type != {DRAFT} AND body LIKE '%{pattern}%' ESCAPE '\\'",
            f"date DESC, _id DESC LIMIT {limit}",
        )
        return [(_message(row[:-1]), _whole(row[-1])) for row in rows]

    def delete_messages(self, numbers: Sequence[int], *, for_good: bool = False) -> None:
        """Deletes messages, or moves them to the recycle bin where that is in use."""
        for number in [n for n in numbers if n >= MMS_FROM]:
            self._mms.delete(f"content://mms/{number - MMS_FROM}")
        for number in [n for n in numbers if SCHEDULED_FROM <= n < MMS_FROM]:
            self.database.execute("DELETE FROM messages WHERE id = ?", (number,))
            self.context.system.alarms.cancel(self.context.package, f"scheduled {number}")
        real = [number for number in numbers if number < SCHEDULED_FROM]
        if preferences(self.context).get("use_recycle_bin", False) and not for_good:
            self.recycle(real)
            return
        for number in real:
            self._sms.delete(f"content://sms/{number}")
            self.database.execute("DELETE FROM messages WHERE id = ?", (number,))
            self.database.execute("DELETE FROM recycle_bin_messages WHERE id = ?", (number,))

    def receive(self, address: str, body: str) -> tuple[int, int]:
        """Stores a message from the network; returns its id and its thread's."""
        thread = self.thread_id([address])
        uri = self._sms.insert(
            "content://sms/inbox",
            {
                "thread_id": thread,
                "address": address,
                "date": self.now_ms(),
                "date_sent": 0,
                "read": 0,
                "subject": "",
                "body": body,
                "sub_id": 1,
                "seen": 0,
                "creator": self.context.package,
            },
        )
        number = int(uri.rpartition("/")[2])
        self._remember(thread, number)
        return number, thread

    def send(self, numbers: Sequence[str], body: str, *, resend: int | None = None) -> None:
        """Sends a message to each number, which first goes to the outbox.

        Args:
            numbers: Whom to.
            body: The text.
            resend: Id of a message that failed before and now goes out again.
        """
        if preferences(self.context).get("use_simple_characters", False):
            body = _without_accents(body)
        if len(numbers) > 1:
            # Where the group's own thread shows what was sent to everybody.
            self._store(self.thread_id(numbers), "|".join(numbers), body, SENT, STATUS_COMPLETE)
        reports = bool(preferences(self.context).get("enable_delivery_reports", False))
        for number in numbers:
            thread = self.thread_id([number])
            status = STATUS_PENDING if reports else STATUS_NONE
            if resend is not None and len(numbers) == 1:
                identity = resend
                self._sms.update(
                    f"content://sms/{identity}",
                    {"type": OUTBOX, "body": body, "date": self.now_ms(), "status": status},
                )
            else:
                identity = self._store(thread, number, body, OUTBOX, status)
            receiver = f"{self.context.package}/{self.context.package}.receivers"
            extras: Map[str, Any] = Map(message=identity)
            delivered = Intent(component=f"{receiver}.SmsStatusDeliveredReceiver", extras=extras)
            self.context.system.telephony.send_sms(
                number,
                Intent(component=f"{receiver}.SmsStatusSentReceiver", extras=extras),
                delivered if reports else None,
            )
            self.set_archived([thread], False)
            self._remember(thread, identity)

    def send_multimedia(
        self, numbers: Sequence[str], body: str, attachments: Sequence[Attachment]
    ) -> None:
        """Sends one multimedia message to all; what can't be read of it is left out."""
        thread = self.thread_id(numbers)
        uri = self._mms.insert(
            "content://mms/outbox",
            {
                "thread_id": thread,
                "read": 1,
                "seen": 1,
                "m_type": 128,
                "v": 18,
                "ct_t": "application/vnd.wap.multipart.related",
                "sub_id": 1,
                "creator": self.context.package,
                "text_only": int(not attachments),
            },
        )
        for number in numbers:
            values = {"address": number, "type": 151, "charset": 106}
            self._mms.insert(f"{uri}/addr", values)
        if body:
            values = {"ct": "text/plain", "chset": 106, "name": "text.txt", "text": body}
            self._mms.insert(f"{uri}/part", values)
        files = self.context.system.files
        for attachment in attachments:
            try:
                data = files.read(document_path(attachment.uri) or attachment.uri)
            except FileError:
                continue
            values = {"ct": attachment.mime, "name": attachment.name, "cl": attachment.name}
            self._mms.write_part(self._mms.insert(f"{uri}/part", values), data)
        self.set_archived([thread], False)
        self._hand_over(int(uri.rpartition("/")[2]))

    def resend_multimedia(self, number: int) -> None:
        """Tries again to send a multimedia message that failed."""
        values = {"msg_box": OUTBOX, "date": self.now_ms() // 1000}
        self._mms.update(f"content://mms/{number - MMS_FROM}", values)
        self._hand_over(number - MMS_FROM)

    def _hand_over(self, number: int) -> None:
        receiver = f"{self.context.package}/{self.context.package}.receivers.MmsSentReceiver"
        self.context.system.alarms.set(
            self.context.package,
            f"mms {number}",
            self.now_ms() + MMS_MS,
            Intent(component=receiver, extras=Map(message=MMS_FROM + number)),
            wall=True,
        )

    def fail_multimedia(self, number: int) -> None:
        """Notes that a multimedia message was not sent."""
        self._mms.update(f"content://mms/{number - MMS_FROM}", {"msg_box": FAILED})

    def _store(self, thread: int, address: str, body: str, kind: int, status: int) -> int:
        uri = self._sms.insert(
            "content://sms",
            {
                "thread_id": thread,
                "address": address,
                "date": self.now_ms(),
                "read": 1,
                "status": status,
                "type": kind,
                "body": body,
                "sub_id": 1,
                "seen": 1,
                "creator": self.context.package,
            },
        )
        return int(uri.rpartition("/")[2])

    def set_type(self, number: int, kind: int) -> None:
        """Moves a message to another box."""
        self._sms.update(f"content://sms/{number}", {"type": kind})
        self.database.execute("UPDATE messages SET type = ? WHERE id = ?", (kind, number))

    def set_status(self, number: int, status: int) -> None:
        """Notes whether a message has arrived."""
        self._sms.update(f"content://sms/{number}", {"status": status})

    # -- what only the app knows

    def _remember(self, thread: int, number: int) -> None:
        """Keeps the copy of a message and of its conversation that the app makes."""
        message, talk = self.message(number), self.conversation(thread)
        if message is None or talk is None:
            return
        people = [
            {"name": self.name_of(n), "phoneNumbers": [{"normalizedNumber": n, "value": n}]}
            for n in talk.numbers
        ]
        sender = message.address if message.type == INBOX else ""
        self.database.execute(
            "INSERT OR REPLACE INTO messages VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, NULL, ?, ?, '', "
            "1, 0)",
            (number, message.body, message.type, message.status, json.dumps(people),
             message.date_ms // 1000, int(message.read), thread, sender, self.name_of(sender)),
        )  # fmt: skip
        self._keep_conversation(talk, message.body, message.date_ms)

    def _keep_conversation(self, talk: Conversation, snippet: str, date_ms: int) -> None:
        group = int(len(talk.numbers) > 1)
        self.database.execute(
            "INSERT INTO conversations VALUES (?, ?, ?, ?, ?, '', ?, ?, 0, 0, 0) "
            "ON CONFLICT (thread_id) DO UPDATE SET snippet = excluded.snippet, "
            "date = excluded.date, read = excluded.read",
            (talk.id, snippet, date_ms // 1000, int(talk.read), talk.title, group,
             talk.numbers[0] if talk.numbers else ""),
        )  # fmt: skip

    def archived(self) -> set[int]:
        """Threads that are archived."""
        rows = self.database.query("SELECT thread_id FROM conversations WHERE archived = 1")
        return {row[0] for row in rows}

    def set_archived(self, threads: Iterable[int], archived: bool) -> None:
        """Archives threads or takes them back."""
        known = self.archived()
        for thread in threads:
            if (thread in known) == archived:
                continue
            talk = self.conversation(thread)
            if talk is not None:
                self._keep_conversation(talk, talk.snippet, talk.date_ms)
            self.database.execute(
                "UPDATE conversations SET archived = ? WHERE thread_id = ?", (archived, thread)
            )

    def rename(self, thread: int, title: str) -> None:
        """Gives a group a title; its members' names where it is empty."""
        talk = self.conversation(thread)
        if talk is None:
            return
        self._keep_conversation(talk, talk.snippet, talk.date_ms)
        self.database.execute(
            "UPDATE conversations SET title = ?, uses_custom_title = ? WHERE thread_id = ?",
            (title, bool(title), thread),
        )

    def pinned(self) -> frozenset[int]:
        """Threads that stand above the others."""
        kept = preferences(self.context).get("pinned_conversations", frozenset())
        values = kept if isinstance(kept, frozenset) else frozenset()
        return frozenset(int(value) for value in values if value.isdecimal())

    def pin(self, threads: Iterable[int], pinned: bool) -> None:
        """Puts threads above the others, or back."""
        kept = self.pinned() | set(threads) if pinned else self.pinned() - set(threads)
        preferences(self.context).put(pinned_conversations=frozenset(map(str, kept)))

    def recycled(self) -> dict[int, int]:
        """Messages in the recycle bin: when each was deleted, by id."""
        return dict(self.database.query("SELECT id, deleted_ts FROM recycle_bin_messages"))

    def recycle(self, numbers: Iterable[int]) -> None:
        """Moves messages to the recycle bin."""
        now = self.now_ms()
        self.database.executemany(
            "INSERT OR REPLACE INTO recycle_bin_messages VALUES (?, ?)",
            [(number, now) for number in numbers],
        )

    def recycled_threads(self) -> list[int]:
        """Threads with messages in the recycle bin, newest first."""
        ids = ",".join(map(str, sorted(self.recycled()))) or "NULL"
        _, rows = self._sms.query(
            "content://sms", ["thread_id"], f"_id IN ({ids}) AND type != {DRAFT}", "date DESC"
        )
        return list(dict.fromkeys(_whole(row[0]) for row in rows))

    def restore(self, threads: Iterable[int]) -> None:
        """Takes the messages of threads out of the recycle bin."""
        for thread in threads:
            found = self.messages(thread, 0, self.message_count(thread, binned=True), binned=True)
            self.take_back([message.id for message in found])

    def take_back(self, numbers: Iterable[int]) -> None:
        """Takes messages out of the recycle bin."""
        self.database.executemany(
            "DELETE FROM recycle_bin_messages WHERE id = ?", [(number,) for number in numbers]
        )

    def empty_bin(self, threads: Iterable[int] | None = None) -> None:
        """Deletes what is in the recycle bin, of some threads or all, for good."""
        for thread in self.recycled_threads() if threads is None else threads:
            count = self.message_count(thread, binned=True)
            numbers = [m.id for m in self.messages(thread, 0, count, binned=True)]
            self.delete_messages(numbers, for_good=True)

    # -- scheduled messages

    def scheduled(self, thread: int | None = None) -> list[Message]:
        """Messages to be sent later, earliest first."""
        where = "" if thread is None else f" AND thread_id = {thread}"
        rows = self.database.query(
            f"SELECT id, body, date FROM messages WHERE is_scheduled = 1{where} ORDER BY date, id"
        )
        return [
            Message(number, body, QUEUED, STATUS_NONE, date * 1000, scheduled=True)
            for number, body, date in rows
        ]

    def schedule(self, thread: int, numbers: Sequence[str], body: str, when_ms: int) -> None:
        """Keeps a message and sets the alarm that sends it."""
        number = self.database.value(
            "SELECT max(coalesce(max(id), 0) + 1, ?) FROM messages", (SCHEDULED_FROM,)
        )
        self.database.execute(
            "INSERT INTO messages VALUES (?, ?, 6, -1, ?, ?, 1, ?, 0, NULL, '', '', '', 1, 1)",
            (number, body, json.dumps(list(numbers)), when_ms // 1000, thread),
        )
        receiver = f"{self.context.package}/{self.context.package}.receivers"
        intent = Intent(
            component=f"{receiver}.ScheduledMessageReceiver", extras=Map(message=int(number))
        )
        self.context.system.alarms.set(
            self.context.package, f"scheduled {number}", when_ms, intent, wall=True
        )

    def send_scheduled(self, number: int) -> None:
        """Sends a message whose time has come."""
        rows = self.database.query(
            "SELECT body, participants FROM messages WHERE id = ? AND is_scheduled = 1", (number,)
        )
        if rows:
            self.database.execute("DELETE FROM messages WHERE id = ?", (number,))
            self.send(json.loads(rows[0][1]), rows[0][0])

    # -- blocking

    def blocked_numbers(self) -> list[str]:
        """Numbers whose messages are thrown away."""
        kept = preferences(self.context).get("blocked_numbers", frozenset())
        return sorted(kept) if isinstance(kept, frozenset) else []

    def block(self, numbers: Iterable[str], blocked: bool = True) -> None:
        """Blocks numbers, or lets them through again."""
        kept = frozenset(self.blocked_numbers())
        chosen = frozenset(numbers)
        preferences(self.context).put(blocked_numbers=kept | chosen if blocked else kept - chosen)

    def blocks(self, address: str, body: str) -> bool:
        """Whether a message is to be thrown away."""
        words = preferences(self.context).get("blocked_keywords", frozenset())
        keywords = words if isinstance(words, frozenset) else frozenset()
        plain = re.sub(r"[^\d+]", "", address) or address
        blocked = {re.sub(r"[^\d+]", "", number) or number for number in self.blocked_numbers()}
        return plain in blocked or any(word.lower() in body.lower() for word in keywords)


_KINDS = {1: "Home", 2: "Mobile", 3: "Work", 4: "Work Fax", 5: "Home Fax", 6: "Pager", 12: "Main"}


def _without_accents(text: str) -> str:
    import unicodedata

    parts = unicodedata.normalize("NFD", text)
    return "".join(part for part in parts if not unicodedata.combining(part))
