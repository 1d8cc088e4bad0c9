"""Simple SMS Messenger's messages, for changes: those received, and all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, ClassVar

from android_gym.task_suite.android_gym.sms.settings import SETTINGS
from android_gym.task_suite.android_world.sms.messages import DATABASE
from android_gym.task_suite.android_world.sms.questions import Messages, put_messages
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.tables import read_texts
from android_gym.task_suite.questions.values import (
    START,
    TODAY,
    Field,
    day_and_time,
    moment,
    parse_phone,
)
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["ADAPTERS", "Inbox", "Texts"]

_RECEIVED, _SENT = 1, 2
"""Types of messages, by Android's provider."""

_DIGITS = 10
"""Digits of a number of North America without the country's."""


class Inbox(Messages):
    """Received messages; those of one sender are one conversation."""

    name = "inbox"

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read all messages; one that was not received has that in its text."""
        return [
            {"sender": sender, "text": text, **day_and_time(int(date) // 1000)}
            for sender, text, date in read_texts(
                device,
                DATABASE,
                f"SELECT address, body || CASE type WHEN {_RECEIVED} THEN '' ELSE ' (not "
                "received)' END, date FROM sms",
            )
        ]

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for as many messages."""
        return [Rows("received messages", added=len(new), lost=len(lost))]


class Texts(Adapter):
    """Messages that were sent and received, each to or from a number of North America."""

    name = "texts"
    fields: ClassVar[Mapping[str, Field]] = {
        "number": Field("text"),
        "text": Field("text"),
        "sent": Field("flag", default=True),
        "date": Field("date"),
        "time": Field("time", default="12:00"),
    }
    made_at: ClassVar[frozenset[str]] = frozenset({"date", "time"})

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a message that a number of its own has sent."""
        return {
            "number": f"{int(rng.integers(201, 990))}{int(rng.integers(2_000_000, 10_000_000))}",
            "text": f"Code {int(rng.integers(1000, 10_000))}",
            "sent": False,
            "date": (TODAY - timedelta(days=int(rng.integers(1, 10)))).isoformat(),
            "time": f"{int(rng.integers(7, 23)):02}:{int(rng.integers(60)):02}",
        }

    def settle(self, row: Row) -> Row:
        """Refuse what is no number, empty messages, and those of the future."""
        settled = super().settle(row)
        number = _number(str(settled["number"]))
        if len(number) != _DIGITS or not number.isdecimal():
            raise ValueError(f"{row['number']!r} is no telephone number of {_DIGITS} digits")
        if not str(settled["text"]).strip():
            raise ValueError("a message needs a text")
        if moment(settled["date"], settled["time"]) >= START:
            raise ValueError("a message can't be of the future")
        return {**settled, "number": number}

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all messages, oldest first; no notification comes.

        Raises:
            TaskError: If there is no database of messages, or it refuses one.
        """
        ordered = sorted(rows, key=lambda row: (str(row["date"]), str(row["time"])))
        put_messages(
            device,
            [("sent" if row["sent"] else "inbox", f"+1{row['number']}", row) for row in ordered],
        )

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read all messages; one in another box, such as a draft, has its type in its text."""
        return [
            {
                "number": _number(address),
                "text": text,
                "sent": kind == str(_SENT),
                **day_and_time(int(date) // 1000),
            }
            for address, text, kind, date in read_texts(
                device,
                DATABASE,
                f"SELECT address, body || CASE WHEN type IN ({_RECEIVED}, {_SENT}) THEN '' ELSE "
                "' (type ' || type || ')' END, type, date FROM sms",
            )
        ]

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for as many messages of each kind."""
        return [
            Rows(
                f"{kind} messages",
                added=sum(row["sent"] is sent for row in new),
                lost=sum(row["sent"] is sent for row in lost),
            )
            for kind, sent in (("sent", True), ("received", False))
        ]


def _number(text: str) -> str:
    """Return a number by its digits alone, without the country's; what is none stays."""
    return parse_phone(text) or text


ADAPTERS = (Inbox(), Texts(), SETTINGS)
