"""Receiving and sending of messages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.apps.sms_messenger.model import (
    MMS_FROM,
    OUTBOX,
    SCHEDULED_FROM,
    SENT,
    STATUS_COMPLETE,
    STATUS_NONE,
    STATUS_PENDING,
    Attachment,
)
from android_gym.simulator.apps.sms_messenger.storage.messages import MessageStore
from android_gym.simulator.system.accents import without_accents
from android_gym.simulator.system.documents import shared_path
from android_gym.simulator.system.intents import Intent

MMS_MS: Final = 1000
"""Milliseconds until an MMS fails because the network has no MMS centre."""


def _to_receiver(store: MessageStore, name: str, number: int) -> Intent:
    package = store.context.package
    return Intent(component=f"{package}/{package}.receivers.{name}", extras=Map(message=number))


def _set_alarm(store: MessageStore, name: str, when_ms: int, receiver: str, number: int) -> None:
    intent = _to_receiver(store, receiver, number)
    store.context.system.alarms.set(store.context.package, name, when_ms, intent, wall=True)


def receive(store: MessageStore, address: str, body: str) -> int:
    """Store a received message; return its thread."""
    thread = store.thread_id([address])
    number = store.insert_text(
        "sms/inbox", thread, address, body, date_sent=0, subject="", read=0, seen=0
    )
    store.remember(thread, number)
    return thread


def send(
    store: MessageStore, numbers: Sequence[str], body: str, *, resend: int | None = None
) -> None:
    """Send a text to each number; it stays in the outbox until the network has answered.

    Args:
        store: The message store.
        numbers: The recipients.
        body: The text.
        resend: Id of a failed message to resend; None for a new one.
    """
    if store.setting("use_simple_characters"):
        body = without_accents(body)

    def add(thread: int, address: str, kind: int, status: int) -> int:
        values = {"read": 1, "seen": 1, "type": kind, "status": status}
        return store.insert_text("sms", thread, address, body, **values)

    if len(numbers) > 1:
        # The group's own thread shows the text sent to everybody.
        add(store.thread_id(numbers), "|".join(numbers), SENT, STATUS_COMPLETE)
    reports = store.setting("enable_delivery_reports")
    status = STATUS_PENDING if reports else STATUS_NONE
    for number in numbers:
        thread = store.thread_id([number])
        if resend is not None and len(numbers) == 1:
            message = resend
            now = store.now_ms()
            store.change(f"sms/{message}", type=OUTBOX, body=body, date=now, status=status)
        else:
            message = add(thread, number, OUTBOX, status)
        store.context.system.telephony.send_sms(
            number,
            _to_receiver(store, "SmsStatusSentReceiver", message),
            _to_receiver(store, "SmsStatusDeliveredReceiver", message) if reports else None,
        )
        store.set_archived([thread], False)
        store.remember(thread, message)


def send_multimedia(
    store: MessageStore, numbers: Sequence[str], body: str, attachments: Sequence[Attachment]
) -> None:
    """Send one MMS to all numbers; attachments that can't be read are left out."""
    thread = store.thread_id(numbers)
    message = store.insert(
        "mms/outbox",
        thread_id=thread,
        read=1,
        seen=1,
        m_type=128,  # MESSAGE_TYPE_SEND_REQ of PduHeaders
        v=18,
        ct_t="application/vnd.wap.multipart.related",
        sub_id=1,
        creator=store.context.package,
        text_only=int(not attachments),
    )
    for number in numbers:
        # "To" of PduHeaders, in UTF-8.
        store.insert(f"mms/{message}/addr", address=number, type=151, charset=106)
    parts = f"mms/{message}/part"
    if body:
        store.insert(parts, ct="text/plain", chset=106, name="text.txt", text=body)
    files = store.context.system.files
    for attachment in attachments:
        try:
            data = files.read(shared_path(attachment.uri) or attachment.uri)
        except FileError:
            continue
        name = attachment.name
        store.write_part(store.insert(parts, ct=attachment.mime, name=name, cl=name), data)
    store.set_archived([thread], False)
    _hand_over(store, message)


def resend_multimedia(store: MessageStore, number: int) -> None:
    """Resend a failed MMS."""
    message = number - MMS_FROM
    store.change(f"mms/{message}", msg_box=OUTBOX, date=store.now_ms() // 1000)
    _hand_over(store, message)


def _hand_over(store: MessageStore, message: int) -> None:
    when_ms = store.now_ms() + MMS_MS
    _set_alarm(store, f"mms {message}", when_ms, "MmsSentReceiver", MMS_FROM + message)


def schedule(
    store: MessageStore, thread: int, numbers: Sequence[str], body: str, when_ms: int
) -> None:
    """Store a message, and set the alarm that sends it at a time in epoch milliseconds."""
    number = int(
        store.database.value(
            "SELECT max(coalesce(max(id), 0) + 1, ?) FROM messages", (SCHEDULED_FROM,)
        )
    )
    store.database.execute(
        "INSERT INTO messages VALUES (?, ?, 6, -1, ?, ?, 1, ?, 0, NULL, '', '', '', 1, 1)",
        (number, body, json.dumps(list(numbers)), when_ms // 1000, thread),
    )
    _set_alarm(store, f"scheduled {number}", when_ms, "ScheduledMessageReceiver", number)


def send_scheduled(store: MessageStore, number: int) -> None:
    """Send a scheduled message that is due."""
    rows = store.database.query(
        "SELECT body, participants FROM messages WHERE id = ? AND is_scheduled = 1", (number,)
    )
    if rows:
        store.database.execute("DELETE FROM messages WHERE id = ?", (number,))
        send(store, json.loads(rows[0][1]), rows[0][0])
