"""The content providers of ``content://sms``, ``content://mms`` and ``content://mms-sms``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from android_gym.simulator.appkit.providers import ContentProvider, QueryArgs, Rows, Source, Uri
from android_gym.simulator.apps.telephony_provider.storage import (
    MESSAGE_COLUMNS,
    PDU_COLUMNS,
    THREAD_COLUMNS,
    open_database,
)
from android_gym.simulator.system.databases import Database

__all__ = ["MmsProvider", "MmsSmsProvider", "SmsProvider", "same_number"]

INBOX, SENT, DRAFT, OUTBOX, FAILED, QUEUED = range(1, 7)
BOXES: Final = dict(
    inbox=INBOX, sent=SENT, draft=DRAFT, outbox=OUTBOX, failed=FAILED, queued=QUEUED
)
DEFAULT_CREATOR: Final = "com.android.shell"
MIN_MATCH: Final = 7
"""Number of trailing digits that must match for two numbers to count as the same."""


def same_number(first: str, second: str) -> bool:
    """Return whether two addresses are the same, compared loosely like PHONE_NUMBERS_EQUAL."""
    if first == second:
        return True
    a, b = (re.sub(r"[^\d+*#]", "", text) for text in (first, second))
    if not a or not b or re.search("[A-Za-z@]", first + second):
        return first.casefold() == second.casefold()
    a, b = a.lstrip("+"), b.lstrip("+")
    length = min(len(a), len(b))
    return a == b if length < MIN_MATCH else a[-length:] == b[-length:]


class _Provider(ContentProvider):
    """Base class of the three providers: the database and the threads."""

    def open(self) -> Database:
        """Open the database."""
        return open_database(self.context)

    def now_ms(self) -> int:
        """Return the epoch time in milliseconds."""
        return self.context.system.clock.now_ms()

    # -- threads

    def address_id(self, address: str) -> int:
        """Return the id of a canonical address; create it if it's missing."""
        wanted = address.strip()
        if "@" in wanted:
            wanted = wanted.lower()
        found = self.database.query(
            "SELECT _id FROM canonical_addresses WHERE address = ? ORDER BY _id", (wanted,)
        )
        if found:
            return int(found[0][0])
        for number, known in self.database.query(
            "SELECT _id, address FROM canonical_addresses ORDER BY _id"
        ):
            if isinstance(known, str) and same_number(known, wanted):
                return int(number)
        return self.database.insert("canonical_addresses", {"address": wanted})

    def thread_id(self, addresses: Sequence[str]) -> int:
        """Return the id of the thread with these recipients; create it if it's missing."""
        ids = sorted({self.address_id(address) for address in addresses if address.strip()})
        recipients = " ".join(map(str, ids))
        found = self.database.query(
            "SELECT _id FROM threads WHERE recipient_ids = ? ORDER BY _id", (recipients,)
        )
        if found:
            return int(found[0][0])
        now = self.now_ms()
        return self.database.insert(
            "threads",
            {
                "date": now - now % 1000,
                "recipient_ids": recipients,
                "message_count": 0,
                "type": int(len(ids) > 1),
            },
        )

    def update_threads(self, threads: Sequence[Any]) -> None:
        """Update the dates and counts of threads after messages were deleted; delete empty ones."""
        for thread in sorted({t for t in threads if t is not None}):
            newest = self.database.query(
                "SELECT date, body, 0 FROM sms WHERE thread_id = ? UNION "
                "SELECT date * 1000, sub, sub_cs FROM pdu WHERE thread_id = ? "
                "ORDER BY date DESC LIMIT 1",
                (thread, thread),
            )
            if not newest:
                self.database.execute("DELETE FROM threads WHERE _id = ?", (thread,))
                continue
            date, snippet, charset = newest[0]
            self.database.execute(
                "UPDATE threads SET date = ?, snippet = ?, snippet_cs = ?, message_count = "
                "(SELECT count(*) FROM sms WHERE thread_id = threads._id AND type != 3) + "
                "(SELECT count(*) FROM pdu WHERE thread_id = threads._id AND msg_box != 3), "
                "read = NOT EXISTS (SELECT 1 FROM sms WHERE thread_id = threads._id AND read = 0), "
                "error = (SELECT count(*) FROM sms WHERE thread_id = threads._id AND type = 5) "
                "WHERE _id = ?",
                (date, snippet, charset, thread),
            )
        self.drop_unused_addresses()

    def drop_unused_addresses(self) -> None:
        """Delete canonical addresses that no thread uses."""
        used = {
            number
            for (recipients,) in self.database.query("SELECT recipient_ids FROM threads")
            for number in str(recipients or "").split()
        }
        unused = [
            (number,)
            for (number,) in self.database.query("SELECT _id FROM canonical_addresses")
            if str(number) not in used
        ]
        if unused:
            self.database.executemany("DELETE FROM canonical_addresses WHERE _id = ?", unused)

    def delete_messages(self, where: str, parameters: Sequence[Any]) -> int:
        """Delete messages, then update their threads; return how many messages."""
        with self.database.transaction():
            found = self.database.query(
                f"SELECT thread_id FROM sms WHERE {where}", tuple(parameters)
            )
            if found:
                self.database.execute(f"DELETE FROM sms WHERE {where}", tuple(parameters))
            self.update_threads([thread for (thread,) in found])
        return len(found)


class SmsProvider(_Provider):
    """Text messages."""

    KIND = "sms"

    def source(self, uri: Uri) -> Source:
        """Return the source of a box (newest first), a message, or a conversation's messages."""
        conditions: tuple[str, ...] = ()
        parameters: tuple[int, ...] = ()
        match uri.path:
            case ():
                pass
            case ("undelivered",):
                conditions = ("type=4 OR type=5 OR type=6",)
            case (box,) if box in BOXES:
                conditions = (f"type={BOXES[box]}",)
            case (number,) if number.isdecimal():
                conditions, parameters = ("_id = ?",), (int(number),)
            case (box, number) if box in BOXES and number.isdecimal():
                conditions, parameters = (f"type={BOXES[box]}", "_id = ?"), (int(number),)
            case ("conversations", number) if number.lstrip("-").isdecimal():
                conditions, parameters = ("thread_id = ?",), (int(number),)
            case _:
                raise uri.unknown()
        return Source("sms", conditions, parameters, MESSAGE_COLUMNS, "date DESC")

    def answer(self, uri: Uri, args: QueryArgs) -> Rows:
        """Return messages of a box, newest first, or one row for each conversation."""
        if uri.path != ("conversations",):
            return super().answer(uri, args)
        known = {
            "thread_id": "sms.thread_id AS thread_id",
            "msg_count": "groups.msg_count AS msg_count",
            "snippet": "sms.body AS snippet",
        }
        newest = Source(
            "sms, (SELECT thread_id AS group_thread_id, MAX(date) AS group_date, "
            "COUNT(*) AS msg_count FROM sms GROUP BY thread_id) AS groups",
            ("sms.thread_id = groups.group_thread_id AND sms.date = groups.group_date",),
            columns=tuple(known.values()),
            sort="sms.date DESC",
        )
        columns = [known.get(name, name) for name in args.projection or ()]
        return self.select(newest, replace(args, projection=columns))

    def insert(self, uri: str, values: Mapping[str, Any]) -> str | None:
        """Add a message, in its address's thread unless another is given."""
        path = Uri.parse(uri).path
        if path and (len(path) > 1 or path[0] not in BOXES):
            raise ValueError(f"Unknown URL {uri}")
        row = dict(values)
        kind = BOXES[path[0]] if path else int(row.get("type") or INBOX)
        row["type"] = kind
        row.setdefault("date", self.now_ms())
        row.setdefault("creator", DEFAULT_CREATOR)
        if kind != INBOX:
            row["read"] = 1
        address = row.get("address")
        with self.database.transaction():
            if not row.get("thread_id") and address:
                row["thread_id"] = self.thread_id([str(address)])
            if kind == DRAFT:
                self.database.execute(
                    "DELETE FROM sms WHERE thread_id = ? AND type = 3", (row.get("thread_id"),)
                )
            number = self.database.insert("sms", row)
            self.database.execute(
                "INSERT INTO words (_id, index_text, source_id, table_to_use) VALUES (?, ?, ?, 1)",
                (number, row.get("body"), number),
            )
        return f"content://sms/{number}"

    def delete(self, uri: str, where: str | None = None, parameters: Sequence[Any] = ()) -> int:
        """Delete messages, and threads and addresses that become unused."""
        source = self.source(Uri.parse(uri))
        return self.delete_messages(source.where(where), [*source.parameters, *parameters])


class MmsProvider(_Provider):
    """Multimedia messages, their parts and addresses."""

    _BOXES: Final = {"inbox": 1, "sent": 2, "drafts": 3, "outbox": 4}

    def source(self, uri: Uri) -> Source:
        """Return the source of messages, parts or addresses."""
        match uri.path:
            case ():
                return _mms("pdu")
            case (box,) if box in self._BOXES:
                return _mms("pdu", "msg_box", self._BOXES[box])
            case (number,) if number.isdecimal():
                return _mms("pdu", "_id", int(number))
            case ("part",):
                return _mms("part")
            case ("part", number) if number.isdecimal():
                return _mms("part", "_id", int(number))
            case (number, "part") if number.isdecimal():
                return _mms("part", "mid", int(number))
            case (number, "addr") if number.isdecimal():
                return _mms("addr", "msg_id", int(number))
        raise uri.unknown()

    def insert(self, uri: str, values: Mapping[str, Any]) -> str | None:
        """Add a message, or a part or address of one."""
        parsed = Uri.parse(uri)
        source, path = self.source(parsed), parsed.path
        table, row = source.table, dict(values)
        with self.database.transaction():
            if table == "pdu":
                if path:
                    row["msg_box"] = self._BOXES[path[0]]
                row.setdefault("date", self.now_ms() // 1000)
                number = self.database.insert("pdu", row)
                self.update_threads([row.get("thread_id")])
                return f"content://mms/{number}"
            if not source.conditions or path[0] == "part":
                raise ValueError(f"Unknown URL {uri}")
            row["mid" if table == "part" else "msg_id"] = int(path[0])
            number = self.database.insert(table, row)
        return f"content://mms/part/{number}" if table == "part" else f"{uri}/{number}"

    def write(self, uri: str, data: bytes) -> None:
        """Store the content of a part, as writing to its stream does."""
        number = Uri.parse(uri).path[-1]
        folder = "/data/user_de/0/com.android.providers.telephony/app_parts"
        path = f"{folder}/PART_{self.now_ms()}_{number}"
        files = self.context.system.files
        files.mkdir(folder, parents=True)
        files.write(path, data, owner=self.context.uid)
        self.update(uri, {"_data": path})

    def delete(self, uri: str, where: str | None = None, parameters: Sequence[Any] = ()) -> int:
        """Delete messages with their parts, and threads that become empty."""
        source = self.source(Uri.parse(uri))
        if source.table != "pdu":
            raise ValueError(f"Unknown URL {uri}")
        _, rows = self.select(source, QueryArgs(["_id", "thread_id"], where, "_id", parameters))
        with self.database.transaction():
            for number, _thread in rows:
                for (data,) in self.database.query(
                    "SELECT _data FROM part WHERE mid = ?", (number,)
                ):
                    if data and self.context.system.files.is_file(data):
                        self.context.system.files.remove(data)
                # The database's triggers delete its parts and addresses.
                self.database.execute("DELETE FROM pdu WHERE _id = ?", (number,))
            self.update_threads([thread for _, thread in rows])
        return len(rows)


_MMS_COLUMNS: Final = {
    "pdu": PDU_COLUMNS,
    "part": ("_id", "mid", "seq", "ct", "name", "chset", "cd", "fn", "cid", "cl", "ctt_s",
             "ctt_t", "_data", "text"),
    "addr": ("_id", "msg_id", "contact_id", "address", "type", "charset"),
}  # fmt: skip


def _mms(table: str, column: str | None = None, value: int = 0) -> Source:
    conditions, parameters = ((), ()) if column is None else ((f"{column} = ?",), (value,))
    sort = "date DESC" if table == "pdu" else "_id"
    return Source(table, conditions, parameters, tuple(_MMS_COLUMNS[table]), sort)


_PARTS: Final = {"undelivered": "type IN (4, 5, 6)", "draft": "type = 3", "locked": "locked = 1"}


class MmsSmsProvider(_Provider):
    """Conversations."""

    WRITES = frozenset(("update", "delete"))

    def answer(self, uri: Uri, args: QueryArgs) -> Rows:
        """Return threads, messages of a thread, addresses, or the thread id of recipients."""
        match uri.path:
            case ("threadID",):
                recipients = uri.query.get("recipient") or []
                if not any(recipient.strip() for recipient in recipients):
                    raise ValueError("recipients is empty")
                return ("_id",), [(self.thread_id(recipients),)]
            case ("search",):
                return self._search((uri.query.get("pattern") or [""])[0])
            case ("canonical-address", _):
                args = replace(args, where=None, parameters=())
        return super().answer(uri, args)

    def source(self, uri: Uri) -> Source:
        """Return the source of threads, messages or addresses."""
        match uri.path:
            case ("conversations",) if uri.query.get("simple") == ["true"]:
                return Source("threads", columns=THREAD_COLUMNS, sort="date DESC")
            case ("conversations" | "complete-conversations",):
                newest = "_id IN (SELECT _id FROM sms GROUP BY thread_id HAVING MAX(date))"
                return Source("sms", (newest,), columns=MESSAGE_COLUMNS, sort="date ASC")
            case ("conversations", number) if number.isdecimal():
                of = (int(number),)
                return Source("sms", ("thread_id = ?",), of, MESSAGE_COLUMNS, "date ASC")
            case ("canonical-addresses",):
                return Source("canonical_addresses", columns=("_id", "address"))
            case ("canonical-address", number) if number.isdecimal():
                return Source("canonical_addresses", ("_id = ?",), (number,), ("address",))
            case (part,) if part in _PARTS:
                return Source("sms", (_PARTS[part],), columns=MESSAGE_COLUMNS)
        raise ValueError(f"Unrecognized URI:{uri.text}")

    def _search(self, pattern: str) -> Rows:
        """Return the messages whose words match those of the pattern as prefixes."""
        words = " ".join(f'"{word}*"' for word in re.findall(r"\w+", pattern))
        names = ("_id", "thread_id", "address", "body", "date", "date_sent", "index_text", "_id")
        if not words:
            return names, []
        return names, self.database.query(
            "SELECT sms._id, thread_id, address, body, date, date_sent, index_text, words._id "
            "FROM sms, words WHERE index_text MATCH ? AND sms._id = words.source_id "
            "AND words.table_to_use = 1 ORDER BY thread_id ASC, date DESC",
            (words,),
        )

    def update(
        self,
        uri: str,
        values: Mapping[str, Any],
        where: str | None = None,
        parameters: Sequence[Any] = (),
    ) -> int:
        """Change a conversation's messages, or archive conversations."""
        match Uri.parse(uri).path:
            case ("conversations", number) if number.isdecimal():
                source = Source("sms", ("thread_id = ?",), (int(number),))
            case ("conversations",):
                source = Source("threads")
                if set(values) != {"archived"}:
                    raise ValueError("only archived can be updated")
            case _:
                raise ValueError(f"Unrecognized URI:{uri}")
        return self.database.update(
            source.table, values, source.where(where), (*source.parameters, *parameters)
        )

    def delete(self, uri: str, where: str | None = None, parameters: Sequence[Any] = ()) -> int:
        """Delete a conversation, all of them, or the empty ones."""
        match Uri.parse(uri).path:
            case ("conversations", number) if number.isdecimal():
                condition = f"thread_id = ? AND ({where or 1})"
                return self.delete_messages(condition, [int(number), *parameters])
            case ("conversations",):
                return self.delete_messages(where or "1", parameters)
            case ("conversations", "obsolete"):
                empty = "_id NOT IN (SELECT thread_id FROM sms WHERE thread_id IS NOT NULL)"
                count = self.database.value(f"SELECT count(*) FROM threads WHERE {empty}")
                self.database.execute(f"DELETE FROM threads WHERE {empty}")
                self.drop_unused_addresses()
                return int(count)
        raise ValueError(f"Unrecognized URI:{uri}")

    def get_type(self, uri: str) -> str:
        """Return the MIME type of a URI."""
        return "vnd.android-dir/mms-sms"
