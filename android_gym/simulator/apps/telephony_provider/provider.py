"""``content://sms``, ``content://mms`` and ``content://mms-sms``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import parse_qs, unquote

from android_gym.simulator.apps.telephony_provider.storage import (
    MESSAGE_COLUMNS,
    PDU_COLUMNS,
    THREAD_COLUMNS,
    open_database,
)
from android_gym.simulator.system.databases import Database
from android_gym.simulator.ui.activity import Context

__all__ = ["MmsProvider", "MmsSmsProvider", "SmsProvider", "same_number"]

Rows = tuple[Sequence[str], Sequence[Sequence[Any]]]

INBOX, SENT, DRAFT, OUTBOX, FAILED, QUEUED = range(1, 7)
BOXES: Final = {
    "inbox": INBOX,
    "sent": SENT,
    "draft": DRAFT,
    "outbox": OUTBOX,
    "failed": FAILED,
    "queued": QUEUED,
}
DEFAULT_CREATOR: Final = "com.android.shell"
MIN_MATCH: Final = 7
"""Digits at the end of two numbers that must be the same."""

_AS = re.compile(r"(?<!\s)\s++as\s++", re.IGNORECASE)


def same_number(first: str, second: str) -> bool:
    """Whether two addresses are one, as PHONE_NUMBERS_EQUAL compares loosely."""
    if first == second:
        return True
    a, b = (re.sub(r"[^\d+*#]", "", text) for text in (first, second))
    if not a or not b or re.search("[A-Za-z@]", first + second):
        return first.casefold() == second.casefold()
    a, b = a.lstrip("+"), b.lstrip("+")
    length = min(len(a), len(b))
    return a == b if length < MIN_MATCH else a[-length:] == b[-length:]


class _Provider:
    """What the three share: the database, and queries built as SQLiteQueryBuilder builds them."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @property
    def database(self) -> Database:
        """The open database."""
        return open_database(self.context)

    def now_ms(self) -> int:
        """This moment."""
        return self.context.system.clock.now_ms()

    def select(
        self,
        table: str,
        columns: Sequence[str],
        conditions: Sequence[str | None],
        parameters: Sequence[Any],
        sort: str | None,
    ) -> Rows:
        """Runs a query; the columns' names are those asked for."""
        where = " AND ".join(f"({part})" for part in conditions if part)
        sql = f"SELECT {', '.join(columns)} FROM {table}"
        if where:
            sql += f" WHERE {where}"
        if sort:
            sql += f" ORDER BY {sort}"
        names = [_AS.split(column)[-1].strip() for column in columns]
        return names, self.database.query(sql, tuple(parameters))

    # -- threads

    def address_id(self, address: str) -> int:
        """The id of a canonical address, made where there is none."""
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
        """The thread with these recipients, made where there is none."""
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
        """Counts threads anew after messages were deleted; those left empty go."""
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
        """Deletes canonical addresses that no thread names."""
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

    def delete_messages(self, conditions: Sequence[str | None], parameters: Sequence[Any]) -> int:
        """Deletes messages, then what their threads no longer need."""
        where = " AND ".join(f"({part})" for part in conditions if part) or "1"
        with self.database.transaction():
            threads = [
                row[0]
                for row in self.database.query(
                    f"SELECT DISTINCT thread_id FROM sms WHERE {where}", tuple(parameters)
                )
            ]
            count = self.database.value(
                f"SELECT count(*) FROM sms WHERE {where}", tuple(parameters)
            )
            if count:
                self.database.execute(f"DELETE FROM sms WHERE {where}", tuple(parameters))
            self.update_threads(threads)
        return int(count)


def _parts(uri: str) -> tuple[list[str], dict[str, list[str]]]:
    """The decoded segments of a URI's path, and its query."""
    rest = uri.partition("://")[2].partition("#")[0]
    path, _, query = rest.partition("?")
    segments = [unquote(part) for part in path.split("/")[1:] if part]
    return segments, parse_qs(query, keep_blank_values=True)


class SmsProvider(_Provider):
    """Text messages."""

    def _conditions(self, uri: str) -> tuple[list[str | None], list[Any]]:
        """What a URI selects."""
        path, _ = _parts(uri)
        match path:
            case []:
                return [], []
            case ["undelivered"]:
                return ["type=4 OR type=5 OR type=6"], []
            case [box] if box in BOXES:
                return [f"type={BOXES[box]}"], []
            case [number] if number.isdecimal():
                return ["_id = ?"], [int(number)]
            case [box, number] if box in BOXES and number.isdecimal():
                return [f"type={BOXES[box]}", "_id = ?"], [int(number)]
            case ["conversations", number] if number.lstrip("-").isdecimal():
                return ["thread_id = ?"], [int(number)]
        raise ValueError(f"Unknown URL {uri}")

    def query(
        self,
        uri: str,
        projection: Sequence[str] | None = None,
        where: str | None = None,
        sort: str | None = None,
        parameters: Sequence[Any] = (),
    ) -> Rows:
        """Messages of a box, newest first; or one row for each conversation."""
        if _parts(uri)[0] == ["conversations"]:
            known = {
                "thread_id": "sms.thread_id AS thread_id",
                "msg_count": "groups.msg_count AS msg_count",
                "snippet": "sms.body AS snippet",
            }
            return self.select(
                "sms, (SELECT thread_id AS group_thread_id, MAX(date) AS group_date, "
                "COUNT(*) AS msg_count FROM sms GROUP BY thread_id) AS groups",
                [known.get(name, name) for name in projection or known],
                ["sms.thread_id = groups.group_thread_id AND sms.date = groups.group_date", where],
                parameters,
                sort or "sms.date DESC",
            )
        conditions, values = self._conditions(uri)
        return self.select(
            "sms",
            list(projection or MESSAGE_COLUMNS),
            [*conditions, where],
            [*values, *parameters],
            sort or "date DESC",
        )

    def insert(self, uri: str, values: Mapping[str, Any]) -> str | None:
        """Adds a message, to its address's thread unless it names one."""
        path, _ = _parts(uri)
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

    def update(
        self,
        uri: str,
        values: Mapping[str, Any],
        where: str | None = None,
        parameters: Sequence[Any] = (),
    ) -> int:
        """Changes messages."""
        conditions, own = self._conditions(uri)
        wanted = " AND ".join(f"({part})" for part in [*conditions, where] if part) or "1"
        return self.database.update("sms", values, wanted, (*own, *parameters))

    def delete(self, uri: str, where: str | None = None, parameters: Sequence[Any] = ()) -> int:
        """Deletes messages; threads and addresses that nothing is left of go too."""
        conditions, own = self._conditions(uri)
        return self.delete_messages([*conditions, where], [*own, *parameters])

    def get_type(self, uri: str) -> str | None:
        """The MIME type behind a URI."""
        last = (_parts(uri)[0] or [""])[-1]
        return f"vnd.android.cursor.{'item' if last.isdecimal() else 'dir'}/sms"


class MmsProvider(_Provider):
    """Multimedia messages, their parts and addresses."""

    _BOXES: Final = {"inbox": 1, "sent": 2, "drafts": 3, "outbox": 4}

    def _source(self, uri: str) -> tuple[str, str | None]:
        """Table and condition that an address stands for."""
        path, _ = _parts(uri)
        match path:
            case []:
                return "pdu", None
            case [box] if box in self._BOXES:
                return "pdu", f"msg_box={self._BOXES[box]}"
            case [number] if number.isdecimal():
                return "pdu", f"_id={number}"
            case ["part"]:
                return "part", None
            case ["part", number] if number.isdecimal():
                return "part", f"_id={number}"
            case [number, "part"] if number.isdecimal():
                return "part", f"mid={number}"
            case [number, "addr"] if number.isdecimal():
                return "addr", f"msg_id={number}"
        raise ValueError(f"Unknown URL {uri}")

    def query(
        self,
        uri: str,
        projection: Sequence[str] | None = None,
        where: str | None = None,
        sort: str | None = None,
    ) -> Rows:
        """Messages, or the parts or addresses of one."""
        table, chosen = self._source(uri)
        columns = list(projection or _MMS_COLUMNS[table])
        order = "date DESC" if table == "pdu" else "_id"
        return self.select(table, columns, [chosen, where], (), sort or order)

    def insert(self, uri: str, values: Mapping[str, Any]) -> str | None:
        """Adds a message, or a part or an address to one."""
        table, chosen = self._source(uri)
        path, _ = _parts(uri)
        row = dict(values)
        with self.database.transaction():
            if table == "pdu":
                if path:
                    row["msg_box"] = self._BOXES[path[0]]
                row.setdefault("date", self.now_ms() // 1000)
                number = self.database.insert("pdu", row)
                self.update_threads([row.get("thread_id")])
                return f"content://mms/{number}"
            if chosen is None or path[0] == "part":
                raise ValueError(f"Unknown URL {uri}")
            row["mid" if table == "part" else "msg_id"] = int(path[0])
            number = self.database.insert(table, row)
        return f"content://mms/part/{number}" if table == "part" else f"{uri}/{number}"

    def write_part(self, uri: str, data: bytes) -> None:
        """Stores the content of a part, as writing to its stream does."""
        number = _parts(uri)[0][-1]
        folder = "/data/user_de/0/com.android.providers.telephony/app_parts"
        path = f"{folder}/PART_{self.now_ms()}_{number}"
        files = self.context.system.files
        files.mkdir(folder, parents=True)
        files.write(path, data, owner=self.context.uid)
        self.update(uri, {"_data": path})

    def update(
        self,
        uri: str,
        values: Mapping[str, Any],
        where: str | None = None,
        parameters: Sequence[Any] = (),
    ) -> int:
        """Changes messages, parts or addresses."""
        table, chosen = self._source(uri)
        wanted = " AND ".join(f"({part})" for part in (chosen, where) if part) or "1"
        return self.database.update(table, values, wanted, parameters)

    def delete(self, uri: str, where: str | None = None, parameters: Sequence[Any] = ()) -> int:
        """Deletes messages with their parts; threads that nothing is left of go too."""
        table, chosen = self._source(uri)
        if table != "pdu":
            raise ValueError(f"Unknown URL {uri}")
        _, rows = self.select(
            "pdu", ["_id", "thread_id"], [chosen, where], tuple(parameters), "_id"
        )
        with self.database.transaction():
            for number, _thread in rows:
                for (data,) in self.database.query(
                    "SELECT _data FROM part WHERE mid = ?", (number,)
                ):
                    if data and self.context.system.files.is_file(data):
                        self.context.system.files.remove(data)
                self.database.execute("DELETE FROM part WHERE mid = ?", (number,))
                self.database.execute("DELETE FROM addr WHERE msg_id = ?", (number,))
                self.database.execute("DELETE FROM pdu WHERE _id = ?", (number,))
            self.update_threads([thread for _, thread in rows])
        return len(rows)


_MMS_COLUMNS: Final = {
    "pdu": PDU_COLUMNS,
    "part": ("_id", "mid", "seq", "ct", "name", "chset", "cd", "fn", "cid", "cl", "ctt_s",
             "ctt_t", "_data", "text"),
    "addr": ("_id", "msg_id", "contact_id", "address", "type", "charset"),
}  # fmt: skip


_PARTS: Final = {
    "undelivered": "type IN (4, 5, 6)",
    "draft": "type = 3",
    "locked": "locked = 1",
}


class MmsSmsProvider(_Provider):
    """Conversations."""

    def query(
        self,
        uri: str,
        projection: Sequence[str] | None = None,
        where: str | None = None,
        sort: str | None = None,
        parameters: Sequence[Any] = (),
    ) -> Rows:
        """Threads, messages of one, addresses, or a thread id by recipients."""
        path, query = _parts(uri)
        match path:
            case ["conversations"] if query.get("simple") == ["true"]:
                columns = list(projection or THREAD_COLUMNS)
                return self.select("threads", columns, [where], parameters, sort or "date DESC")
            case ["conversations" | "complete-conversations"]:
                columns = list(projection or MESSAGE_COLUMNS)
                newest = "_id IN (SELECT _id FROM sms GROUP BY thread_id HAVING MAX(date))"
                return self.select("sms", columns, [newest, where], parameters, sort or "date ASC")
            case ["conversations", number] if number.isdecimal():
                columns = list(projection or MESSAGE_COLUMNS)
                values = [int(number), *parameters]
                return self.select(
                    "sms", columns, ["thread_id = ?", where], values, sort or "date ASC"
                )
            case ["threadID"]:
                recipients = query.get("recipient") or []
                if not any(recipient.strip() for recipient in recipients):
                    raise ValueError("recipients is empty")
                return ("_id",), [(self.thread_id(recipients),)]
            case ["canonical-addresses"]:
                columns = list(projection or ("_id", "address"))
                return self.select("canonical_addresses", columns, [where], parameters, sort)
            case ["canonical-address", number] if number.isdecimal():
                columns = list(projection or ("address",))
                return self.select("canonical_addresses", columns, ["_id = ?"], [number], sort)
            case [part] if part in _PARTS:
                columns = list(projection or MESSAGE_COLUMNS)
                return self.select("sms", columns, [_PARTS[part], where], parameters, sort)
            case ["search"]:
                return self._search((query.get("pattern") or [""])[0])
        raise ValueError(f"Unrecognized URI:{uri}")

    def _search(self, pattern: str) -> Rows:
        """Messages with a word that begins so."""
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
        """Changes the messages of a conversation, or which conversations are archived."""
        path, _ = _parts(uri)
        condition = f" AND ({where})" if where else ""
        if path[:1] == ["conversations"] and len(path) == 2 and path[1].isdecimal():
            table, chosen, own = "sms", "thread_id = ?", [int(path[1])]
        elif path == ["conversations"]:
            table, chosen, own = "threads", "1", []
            if set(values) != {"archived"}:
                raise ValueError("only archived can be updated")
        else:
            raise ValueError(f"Unrecognized URI:{uri}")
        return self.database.update(table, values, f"{chosen}{condition}", (*own, *parameters))

    def delete(self, uri: str, where: str | None = None, parameters: Sequence[Any] = ()) -> int:
        """Deletes a conversation, all of them, or those without messages."""
        path, _ = _parts(uri)
        match path:
            case ["conversations", number] if number.isdecimal():
                return self.delete_messages(["thread_id = ?", where], [int(number), *parameters])
            case ["conversations"]:
                return self.delete_messages([where], parameters)
            case ["conversations", "obsolete"]:
                empty = "_id NOT IN (SELECT thread_id FROM sms WHERE thread_id IS NOT NULL)"
                count = self.database.value(f"SELECT count(*) FROM threads WHERE {empty}")
                self.database.execute(f"DELETE FROM threads WHERE {empty}")
                self.drop_unused_addresses()
                return int(count)
        raise ValueError(f"Unrecognized URI:{uri}")

    def get_type(self, uri: str) -> str:
        """The MIME type behind a URI."""
        return "vnd.android-dir/mms-sms"
