"""Access to calls, contacts and blocked numbers through their content providers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import quote

from android_gym.simulator.appkit.lists import Pages
from android_gym.simulator.appkit.people import PAGE, PHONE_LABELS, Contacts, label_of, like
from android_gym.simulator.apps.dialer.model import (
    BLOCKED,
    MISSED,
    OUTGOING,
    RESPONSES,
    LoggedCall,
    Number,
    same,
    shown_number,
)
from android_gym.simulator.system.accents import folded
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.phone_numbers import digits_of, e164, keypad_pattern
from android_gym.simulator.system.telephony import VOICEMAIL_NUMBER
from android_gym.simulator.ui.activity import Context

__all__ = [
    "BlockList",
    "CallLog",
    "Calls",
    "People",
    "caller",
    "quick_responses",
    "send_message",
]

CALLS: Final = "content://call_log/calls"
BLOCKED_NUMBERS: Final = "content://com.android.blockednumber/blocked"
PHONES: Final = "mimetype = 'vnd.android.cursor.item/phone_v2'"


class CallLog:
    """The call log."""

    def __init__(self, context: Context) -> None:
        self._provider = context.provider("call_log")

    def count(self, *, missed: bool = False) -> int:
        """Return the number of calls, or of missed ones."""
        where = _of_kind(missed)
        return int(self._provider.query(CALLS, ["count(*)"], where, "1")[1][0][0])

    def page(self, number: int, *, missed: bool = False) -> list[LoggedCall]:
        """Return a page of `PAGE` calls, newest first."""
        return self._calls(_of_kind(missed), f"{PAGE} OFFSET {number * PAGE}")

    def get(self, call: int) -> LoggedCall | None:
        """Return a call; None if it doesn't exist."""
        return next(iter(self._calls("_id = ?", "1", call)), None)

    def with_number(self, number: str) -> list[LoggedCall]:
        """Return the latest 100 calls with a number."""
        full = e164(number) or number
        return self._calls("number = ? OR normalized_number = ?", "100", number, full)

    def last_dialled(self) -> str:
        """Return the number dialled last; "" if there is none."""
        return next((call.number for call in self._calls(f"type = {OUTGOING}", "1")), "")

    def _calls(self, where: str, limit: str, *values: Any) -> list[LoggedCall]:
        columns = [
            "_id", "number", "type", "date", "duration", "name", "numbertype", "numberlabel", "new",
        ]  # fmt: skip
        sort = f"date DESC, _id DESC LIMIT {limit}"
        _, rows = self._provider.query(CALLS, columns, where, sort, values)
        return [
            LoggedCall(
                int(row),
                str(number or ""),
                int(kind or 0),
                _number(date),
                _number(duration),
                str(name or ""),
                label_of(PHONE_LABELS, numbertype, custom) if name else "",
                new == 1 and kind == MISSED,
            )
            for row, number, kind, date, duration, name, numbertype, custom, new in rows
        ]

    def delete(self, calls: Sequence[int]) -> None:
        """Delete calls from the log."""
        places = ", ".join("?" * len(calls))
        self._provider.delete(CALLS, f"_id IN ({places})", tuple(calls))

    def clear(self) -> None:
        """Clear the log."""
        self._provider.delete(CALLS)

    def mark_seen(self) -> None:
        """Mark missed calls as seen."""
        where = f"type = {MISSED} AND new = 1"
        if self._provider.query(CALLS, ["count(*)"], where, "1")[1][0][0]:
            self._provider.update(CALLS, {"new": 0, "is_read": 1}, where)


def _of_kind(missed: bool) -> str:
    return f"type = {MISSED}" if missed else f"type != {BLOCKED}"


def _number(value: Any) -> int:
    """Return a column's value as a whole number, whatever was written there."""
    try:
        return int(value or 0)
    except (TypeError, ValueError):
        return 0


class Calls:
    """Calls in the log by index, newest first, and the groups that share a row of the list.

    Args:
        log: The log.
        missed: Whether to include only missed calls.
    """

    def __init__(self, log: CallLog, *, missed: bool) -> None:
        self.count = log.count(missed=missed)
        self.get = Pages(lambda number: log.page(number, missed=missed), PAGE).get

    def joined(self, index: int) -> bool:
        """Return whether a call is in the same row as the previous one; rows end at page ends."""
        this, last = self.get(index), self.get(index - 1) if index % PAGE else None
        if this is None or last is None:
            return False
        day = 86_400_000
        return same(this.number, last.number) and this.date_ms // day == last.date_ms // day

    def group(self, index: int) -> list[LoggedCall]:
        """Return the calls of the row that begins at an index."""
        first = self.get(index)
        found = [first] if first is not None else []
        while self.joined(index + len(found)) and (this := self.get(index + len(found))):
            found.append(this)
        return found


class People(Contacts):
    """The contacts and their numbers."""

    def __init__(self, context: Context) -> None:
        kept = context.preferences()
        super().__init__(
            context,
            by_last_name=kept.get("sort_by_last_name", False),
            last_name_first=kept.get("last_name_first", False),
        )

    def _numbers(self, where: str, limit: int, *values: Any) -> list[Number]:
        columns = ["contact_id", self.name, "data1", "data2", "data3"]
        sort = f"sort_key COLLATE NOCASE, contact_id, _id LIMIT {limit}"
        rows = self.query("data", columns, f"{PHONES} AND ({where})", sort, *values)
        return [
            Number(
                int(contact),
                str(name or "(No name)"),
                str(number or ""),
                label_of(PHONE_LABELS, kind, custom),
            )
            for contact, name, number, kind, custom in rows
        ]

    def numbers(self, contact: int) -> list[Number]:
        """Return the numbers of a contact."""
        return self._numbers("contact_id = ?", 50, contact)

    def lookup(self, number: str) -> Number | None:
        """Return the contact's number that equals a number; None if there is none."""
        if same(number, VOICEMAIL_NUMBER):
            return Number(0, "Voicemail", number, "")
        if not digits_of(number):
            return None
        path = f"phone_lookup/{quote(number, safe='')}"
        columns = ["contact_id", "display_name", "number", "type", "label"]
        for contact, name, written, kind, custom in self.query(path, columns):
            label = label_of(PHONE_LABELS, kind, custom)
            return Number(int(contact), str(name or ""), str(written), label)
        return None

    def search(self, text: str, limit: int = 50) -> list[Number]:
        """Return contacts' numbers by a text's words: prefixes in the name, or digits anywhere."""
        parts, values = [], []
        for word in text.split():
            name = "_FOLDED(display_name) LIKE ? ESCAPE '\\'"
            part, plain = f"{name} OR {name}", like(folded(word))
            values += [f"{plain}%", f"% {plain}%"]
            digits = re.sub(r"\D", "", word)
            if digits and not re.search(r"[^\d+().\-*#]", word):
                part += " OR data4 LIKE ? OR data1 LIKE ?"
                values += [f"%{digits}%", f"%{digits}%"]
            parts.append(f"({part})")
        return self._numbers(" AND ".join(parts), limit, *values) if parts else []

    def dialpad(self, digits: str) -> list[Number]:
        """Return up to 20 contacts' numbers that match dialled digits, by name (T9) or number."""
        plain = re.sub(r"\D", "", digits)
        if not plain:
            return []
        pattern = keypad_pattern(plain)
        where = (
            "_FOLDED(display_name) GLOB ? OR _FOLDED(display_name) GLOB ? "
            "OR data4 LIKE ? OR data4 LIKE ? "
            "OR replace(replace(replace(replace(data1, '-', ''), ' ', ''), '(', ''), ')', '') "
            "LIKE ?"
        )
        values = (pattern, f"* {pattern}", f"+1{plain}%", f"+{plain}%", f"{plain}%")
        return self._numbers(where, 20, *values)


class BlockList:
    """The blocked numbers."""

    def __init__(self, context: Context) -> None:
        self._provider = context.provider("com.android.blockednumber")

    def all(self) -> list[tuple[int, str]]:
        """Return the (row, number) pairs."""
        _, rows = self._provider.query(BLOCKED_NUMBERS, ["_id", "original_number"])
        return [(int(row), str(number)) for row, number in rows]

    def blocks(self, number: str) -> bool:
        """Return whether a number is blocked."""
        return any(same(other, number) for _, other in self.all())

    def add(self, number: str) -> None:
        """Block a number."""
        self._provider.insert(BLOCKED_NUMBERS, {"original_number": number})

    def remove(self, number: str) -> None:
        """Unblock a number."""
        for row, other in self.all():
            if same(other, number):
                self._provider.delete(f"{BLOCKED_NUMBERS}/{row}")


def caller(context: Context, number: str) -> tuple[str, str]:
    """Return the name to show for a number, and the line below it ("" for none)."""
    who = People(context).lookup(number)
    if who is None:
        return shown_number(number), ""
    return who.name, f"{who.label} {shown_number(number)}".strip()


def quick_responses(context: Context) -> list[str]:
    """Return the user's quick responses."""
    kept = context.preferences().all()
    return [str(kept.get(f"canned_response_{i}", text)) for i, text in enumerate(RESPONSES, 1)]


def send_message(context: Context, number: str, text: str) -> None:
    """Send a text message, as ``SmsManager`` does for an app that isn't the default SMS app."""
    provider = context.find_provider("sms")
    if provider is not None:
        now = context.system.clock.now_ms()
        provider.insert(
            "content://sms/sent", {"address": number, "body": text, "date": now, "read": 1}
        )
    context.system.telephony.send_sms(number, Intent(package=context.package))
