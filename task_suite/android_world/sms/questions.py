"""Simple SMS Messenger's rows, for questions about messages."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.errors import DeviceCommandError, TaskError
from android_gym.task_suite.android_world.sms.messages import DATABASE, MESSAGES, PACKAGE
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.values import (
    START,
    TODAY,
    Field,
    Value,
    epoch_seconds,
    moment,
)

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["ADAPTERS", "Messages", "put_messages"]

_DAYS: Final = 12
"""Number of days before today from which noise is drawn."""


_DATE_THREADS: Final = (
    "UPDATE threads SET date = (SELECT max(date) FROM sms WHERE thread_id = threads._id)"
)
"""SQL that sets the date of conversations, for which the provider uses the time of insertion."""


class Messages(Adapter):
    """Received messages; those of one sender form a conversation.

    Attributes:
        name: See `Adapter`.
        fields: ``sender`` is a number, or the name of a company.
    """

    name = "messages"
    fields: ClassVar[Mapping[str, Field]] = {
        "sender": Field("text"),
        "text": Field("text"),
        "date": Field("date"),
        "time": Field("time", default="12:00"),
    }

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a message from the last days before today, with its own sender number."""
        day = TODAY - timedelta(days=int(rng.integers(1, _DAYS + 1)))
        return {
            "sender": f"+1{int(rng.integers(201, 990))}{int(rng.integers(2_000_000, 10_000_000))}",
            "text": MESSAGES[int(rng.integers(len(MESSAGES)))],
            "date": day.isoformat(),
            "time": f"{int(rng.integers(7, 23)):02}:{int(rng.integers(60)):02}",
        }

    def settle(self, row: Row) -> Row:
        """Reject empty messages, and messages from the future."""
        settled = super().settle(row)
        for name in ("sender", "text"):
            if not str(settled[name]).strip():
                raise ValueError(f"a message needs a {name}")
        if moment(settled["date"], settled["time"]) >= START:
            raise ValueError("a message can't have come after the question is asked")
        return settled

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all messages, oldest first, without notifications.

        Raises:
            TaskError: If there is no message database, or it rejects one.
        """
        put_messages(device, [("inbox", row["sender"], row) for row in sorted(rows, key=_key)])


def put_messages(device: Device, messages: Sequence[tuple[str, Value, Row]]) -> None:
    """Replace all messages, without notifications.

    Args:
        device: The device.
        messages: Messages, oldest first: box (``inbox``, ``sent``), sender or recipient, and a row
            with text, date and time.

    Raises:
        TaskError: If there is no message database, or it rejects one.
    """
    device.force_stop(PACKAGE)
    try:
        device.execute(DATABASE, "DELETE FROM sms; DELETE FROM threads")
    except DeviceCommandError as error:
        raise TaskError(
            f"The phone has no messages in {DATABASE}: {error}. Make Simple SMS Messenger its SMS "
            "app once, and save the base state."
        ) from error
    lines = [_inserts(*message) for message in messages]
    output = device.shell("\n".join(lines)) if lines else ""
    if "Error" in output or "Exception" in output:
        raise TaskError(f"The device does not take the messages: {output.strip()[:500]}")
    device.execute(DATABASE, _DATE_THREADS)


def _key(row: Row) -> tuple[str, ...]:
    return tuple(str(row[name]) for name in ("date", "time", "sender", "text"))


def _inserts(box: str, address: Value, row: Row) -> str:
    """Return the command that puts a message into a box, marked as read."""
    values = (
        f"address:s:{address}",
        f"body:s:{row['text']}",
        f"date:l:{epoch_seconds(row['date'], row['time'])}000",
        "read:i:1",
        "seen:i:1",
    )
    binds = " ".join(f"--bind {shlex.quote(value)}" for value in values)
    return f"content insert --uri content://sms/{box} {binds} 2>&1"


ADAPTERS = (Messages(),)
