"""What Phone reads and writes through the providers of calls and contacts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.phone_numbers import as_typed, digits_of, e164, keypad_pattern
from android_gym.simulator.system.telephony import VOICEMAIL_NUMBER
from android_gym.simulator.ui.activity import Context

__all__ = ["PAGE", "BlockList", "CallLog", "LoggedCall", "Number", "People", "Person", "same"]

CALLS: Final = "content://call_log/calls"
CONTACTS: Final = "content://com.android.contacts"
BLOCKED: Final = "content://com.android.blockednumber/blocked"
PHONES: Final = "mimetype = 'vnd.android.cursor.item/phone_v2'"
PAGE: Final = 50

INCOMING, OUTGOING, MISSED, VOICEMAIL, REJECTED, BLOCKED_TYPE = 1, 2, 3, 4, 5, 6
"""``CallLog.Calls.TYPE``."""

PHONE_TYPES: Final = (
    "Custom", "Home", "Mobile", "Work", "Work Fax", "Home Fax", "Pager", "Other", "Callback",
    "Car", "Company Main", "ISDN", "Main", "Other Fax", "Radio", "Telex", "TTY TDD",
    "Work Mobile", "Work Pager", "Assistant", "MMS",
)  # fmt: skip
"""Labels by ``Phone.TYPE``."""


def same(one: str, other: str) -> bool:
    """Whether two numbers reach the same phone."""
    return (e164(one) or digits_of(one)) == (e164(other) or digits_of(other))


def _label(kind: Any, custom: Any) -> str:
    if str(kind) == "0":
        return str(custom or "Custom")
    number = int(kind) if str(kind).isdecimal() else -1
    return PHONE_TYPES[number] if 0 < number < len(PHONE_TYPES) else "Other"


@dataclass(frozen=True)
class LoggedCall:
    """A call in the log.

    Attributes:
        id: Its row.
        number: The other's number; "" where it was withheld.
        kind: ``INCOMING`` and so on.
        date_ms: When it began.
        duration_s: How long it took.
        name: Name of the contact as it was then.
        label: Label of the number as it was then.
        new: Whether it was missed and nobody has looked yet.
    """

    id: int
    number: str
    kind: int
    date_ms: int
    duration_s: int
    name: str
    label: str
    new: bool


class CallLog:
    """The log of calls."""

    def __init__(self, context: Context) -> None:
        self._provider = context.provider("call_log")

    def _query(
        self, columns: Sequence[str], where: str | None, sort: str, *values: Any
    ) -> Sequence[Sequence[Any]]:
        _, rows = self._provider.query(CALLS, columns, where, sort, values)
        return rows

    @staticmethod
    def _of_kind(missed: bool) -> str:
        return f"type = {MISSED}" if missed else f"type != {BLOCKED_TYPE}"

    def count(self, *, missed: bool = False) -> int:
        """Number of calls."""
        return int(self._query(["count(*)"], self._of_kind(missed), "1")[0][0])

    def page(self, number: int, *, missed: bool = False) -> list[LoggedCall]:
        """A page of `PAGE` calls, newest first."""
        return self._calls(self._of_kind(missed), f"LIMIT {PAGE} OFFSET {number * PAGE}")

    def get(self, call: int) -> LoggedCall | None:
        """One call."""
        found = self._calls("_id = ?", "LIMIT 1", call)
        return found[0] if found else None

    def with_number(self, number: str, limit: int = 100) -> list[LoggedCall]:
        """The latest calls with a number."""
        full = e164(number) or number
        where = "number = ? OR normalized_number = ?"
        return self._calls(where, f"LIMIT {limit}", number, full)

    def last_dialled(self) -> str:
        """The number that was called last; "" where none was."""
        found = self._calls(f"type = {OUTGOING}", "LIMIT 1")
        return found[0].number if found else ""

    def _calls(self, where: str, limit: str, *values: Any) -> list[LoggedCall]:
        columns = [
            "_id", "number", "type", "date", "duration", "name", "numbertype", "numberlabel", "new",
        ]  # fmt: skip
        rows = self._query(columns, where, f"date DESC, _id DESC {limit}", *values)
        return [
            LoggedCall(
                int(row[0]),
                str(row[1] or ""),
                int(row[2] or 0),
                _number(row[3]),
                _number(row[4]),
                str(row[5] or ""),
                _label(row[6], row[7]) if row[5] else "",
                row[8] == 1 and row[2] == MISSED,
            )
            for row in rows
        ]

    def delete(self, calls: Sequence[int]) -> None:
        """Takes calls out of the log."""
        places = ", ".join("?" * len(calls))
        self._provider.delete(CALLS, f"_id IN ({places})", tuple(calls))

    def clear(self) -> None:
        """Empties the log."""
        self._provider.delete(CALLS)

    def seen(self) -> None:
        """Marks missed calls as looked at."""
        if self._query(["count(*)"], f"type = {MISSED} AND new = 1", "1")[0][0]:
            values = {"new": 0, "is_read": 1}
            self._provider.update(CALLS, values, f"type = {MISSED} AND new = 1")


def _number(value: Any) -> int:
    try:
        return int(value or 0)
    except (TypeError, ValueError):
        return 0


@dataclass(frozen=True)
class Person:
    """A contact.

    Attributes:
        contact: Its number in the provider.
        name: Its name.
        section: Letter that it stands under.
        starred: Whether it is a favorite.
    """

    contact: int
    name: str
    section: str = ""
    starred: bool = False


@dataclass(frozen=True)
class Number:
    """A contact's number."""

    contact: int
    name: str
    number: str
    label: str


class People:
    """Contacts and their numbers."""

    def __init__(self, context: Context) -> None:
        self._provider = context.provider("com.android.contacts")
        last = context.preferences().get("sort_by_last_name", False)
        self._key = "sort_key_alt" if last else "sort_key"
        turned = context.preferences().get("last_name_first", False)
        self._name = "display_name_alt" if turned else "display_name"
        self._letter = "phonebook_label_alt" if last else "phonebook_label"

    def _query(
        self, path: str, columns: Sequence[str], where: str | None, sort: str, *values: Any
    ) -> Sequence[Sequence[Any]]:
        _, rows = self._provider.query(f"{CONTACTS}/{path}", list(columns), where, sort, values)
        return rows

    def count(self) -> int:
        """Number of contacts."""
        return int(self._query("contacts", ["count(*)"], None, "")[0][0])

    def page(self, number: int) -> list[Person]:
        """A page of `PAGE` contacts by name."""
        limit = f"LIMIT {PAGE} OFFSET {number * PAGE}"
        return self._people(None, limit)

    def favorites(self) -> list[Person]:
        """Contacts with a star."""
        return self._people("starred = 1", "")

    def get(self, contact: int) -> Person | None:
        """One contact."""
        found = self._people("_id = ?", "", contact)
        return found[0] if found else None

    def _people(self, where: str | None, limit: str, *values: Any) -> list[Person]:
        columns = ["_id", self._name, self._letter, "starred"]
        key = self._key
        sort = f"{key} IS NULL OR {key} = '', {key} COLLATE NOCASE, _id {limit}"
        rows = self._query("contacts", columns, where, sort, *values)
        return [
            Person(int(i), str(name or "(No name)"), str(letter or "\u2026"), star == 1)
            for i, name, letter, star in rows
        ]

    def star(self, contact: int, starred: bool) -> None:
        """Makes a contact a favorite, or no longer."""
        self._provider.update(f"{CONTACTS}/contacts/{contact}", {"starred": int(starred)})

    def _numbers(self, where: str, limit: int, *values: Any) -> list[Number]:
        columns = ["contact_id", self._name, "data1", "data2", "data3"]
        sort = f"sort_key COLLATE NOCASE, contact_id, _id LIMIT {limit}"
        rows = self._query("data", columns, f"{PHONES} AND ({where})", sort, *values)
        return [
            Number(int(i), str(name or "(No name)"), str(number or ""), _label(kind, custom))
            for i, name, number, kind, custom in rows
        ]

    def numbers(self, contact: int) -> list[Number]:
        """Numbers of a contact."""
        return self._numbers("contact_id = ?", 50, contact)

    def lookup(self, number: str) -> Number | None:
        """Whose number it is."""
        if same(number, VOICEMAIL_NUMBER):
            return Number(0, "Voicemail", number, "")
        if not digits_of(number):
            return None
        path = f"phone_lookup/{quote(number, safe='')}"
        columns = ["contact_id", "display_name", "number", "type", "label"]
        for i, name, written, kind, custom in self._query(path, columns, None, ""):
            return Number(int(i), str(name or ""), str(written), _label(kind, custom))
        return None

    def search(self, text: str, limit: int = 50) -> list[Number]:
        """Numbers whose contact's name or own digits begin with what was typed."""
        words = text.split()
        parts, values = [], []
        for word in words:
            plain = re.sub(r"([\\%_])", r"\\\1", word)
            part = "display_name LIKE ? ESCAPE '\\' OR display_name LIKE ? ESCAPE '\\'"
            values += [f"{plain}%", f"% {plain}%"]
            digits = re.sub(r"\D", "", word)
            if digits and not re.search(r"[^\d+().\-*#]", word):
                part += " OR data4 LIKE ? OR data1 LIKE ?"
                values += [f"%{digits}%", f"%{digits}%"]
            parts.append(f"({part})")
        return self._numbers(" AND ".join(parts), limit, *values) if parts else []

    def dialpad(self, digits: str, limit: int = 20) -> list[Number]:
        """Numbers that digits on the keys may mean: by name (T9) or by the number itself."""
        plain = re.sub(r"\D", "", digits)
        if not plain:
            return []
        pattern = keypad_pattern(plain)
        where = (
            "display_name GLOB ? OR display_name GLOB ? OR data4 LIKE ? OR data4 LIKE ? "
            "OR replace(replace(replace(replace(data1, '-', ''), ' ', ''), '(', ''), ')', '') "
            "LIKE ?"
        )
        values = (pattern, f"* {pattern}", f"+1{plain}%", f"+{plain}%", f"{plain}%")
        return self._numbers(where, limit, *values)


class BlockList:
    """Blocked numbers."""

    def __init__(self, context: Context) -> None:
        self._provider = context.provider("com.android.blockednumber")

    def all(self) -> list[tuple[int, str]]:
        """(row, number) of all."""
        _, rows = self._provider.query(BLOCKED, ["_id", "original_number"])
        return [(int(row), str(number)) for row, number in rows]

    def blocks(self, number: str) -> bool:
        """Whether a number is blocked."""
        return any(same(other, number) for _, other in self.all())

    def add(self, number: str) -> None:
        """Blocks a number."""
        self._provider.insert(BLOCKED, {"original_number": number})

    def remove(self, number: str) -> None:
        """Unblocks a number."""
        for row, other in self.all():
            if same(other, number):
                self._provider.delete(f"{BLOCKED}/{row}")


def shown_number(number: str) -> str:
    """A number as it is read."""
    return as_typed(number) if number else "Private number"


def send_message(context: Context, number: str, text: str) -> None:
    """Sends a text message, as ``SmsManager`` does for an app that is not the one for messages."""
    provider = context.find_provider("sms")
    if provider is not None:
        now = context.system.clock.now_ms()
        provider.insert(
            "content://sms/sent", {"address": number, "body": text, "date": now, "read": 1}
        )
    context.system.telephony.send_sms(number, Intent(package=context.package))
