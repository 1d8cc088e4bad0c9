"""Broadcast receivers for incoming, sent and scheduled messages, and notification actions."""

from __future__ import annotations

from immutables import Map

from android_gym.errors import DatabaseError
from android_gym.simulator.apps.sms_messenger.model import FAILED, OUTBOX, SENT, STATUS_COMPLETE
from android_gym.simulator.apps.sms_messenger.storage import MessageStore, name_of, preferences
from android_gym.simulator.apps.sms_messenger.storage.database import ROLE_KEY
from android_gym.simulator.apps.sms_messenger.storage.sending import receive, send, send_scheduled
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.intents import FLAG_ACTIVITY_NEW_TASK, Intent
from android_gym.simulator.system.notifications import (
    IMPORTANCE_HIGH,
    Channel,
    Notification,
    NotificationAction,
    PendingIntent,
)
from android_gym.simulator.ui.activity import Context

CHANNEL = Channel("simple_sms_messenger", "Received SMS", IMPORTANCE_HIGH)
REPLY_KEY = "com.simplemobiletools.smsmessenger.action.reply"
RESULT_ERROR_RADIO_OFF = 2
"""Result code of ``SmsManager`` while the radio is off."""


def deliver(context: Context, intent: Intent) -> None:
    """Store a received message, and post a notification unless its conversation is on screen."""
    if context.system.settings.get("secure", ROLE_KEY) != context.package:
        return
    store = MessageStore(context)
    address, body = str(intent.extra("address", "")), str(intent.extra("body", ""))
    if store.blocks(address, body):
        return
    try:
        thread = receive(store, address, body)
    except DatabaseError:
        return  # a locked or broken database loses the message, as on Android
    store.set_archived([thread], False)
    top = context.system.activities.top
    if (
        top is not None
        and top.component.endswith(".ThreadActivity")
        and top.package == context.package
        and top.intent.extra("thread_id") == thread
    ):
        store.set_read([thread], True)
    else:
        notify(context, thread, address, body)


def notify(context: Context, thread: int, address: str, body: str) -> None:
    """Post a conversation's notification."""
    notifications = context.system.notifications
    notifications.create_channel(context.package, CHANNEL)
    name = name_of(context, address)
    visible = preferences(context).get("lock_screen_visibility", 1)
    base = f"{context.package}/{context.package}"
    extras = Map(thread_id=thread, thread_title=name, address=address)

    def broadcast(receiver: str) -> PendingIntent:
        intent = Intent(component=f"{base}.receivers.{receiver}", extras=extras)
        return PendingIntent(intent, "broadcast")

    conversation = Intent(
        component=f"{base}.activities.ThreadActivity", extras=extras, flags=FLAG_ACTIVITY_NEW_TASK
    )
    notifications.post(
        Notification(
            context.package,
            thread,
            name if visible in (1, 2) else "New message",
            body,
            icon="message_text",
            channel=CHANNEL.id,
            category="msg",
            big_text=body,
            content=PendingIntent(conversation),
            actions=(
                NotificationAction("Reply", broadcast("DirectReplyReceiver"), REPLY_KEY),
                NotificationAction("Mark as Read", broadcast("MarkAsReadReceiver")),
            ),
        )
    )


def sent(context: Context, intent: Intent) -> None:
    """Move a message from the outbox to the sent or failed messages, by the network's result."""
    store, number = MessageStore(context), intent.get_int("message")
    result = intent.extra("result", RESULT_OK)
    message = store.message(number)
    if message is None or message.type != OUTBOX:
        return
    store.set_type(number, SENT if result == RESULT_OK else FAILED)
    if result != RESULT_OK:
        off = result == RESULT_ERROR_RADIO_OFF
        reason = "radio turned off" if off else "service unavailable"
        context.toast(f"Couldn't send message, {reason}", long=True)


def mms_sent(context: Context, intent: Intent) -> None:
    """Mark an MMS as failed, because the network takes none."""
    store, number = MessageStore(context), intent.get_int("message")
    message = store.message(number)
    if message is not None and message.type == OUTBOX:
        store.set_type(number, FAILED)
        context.toast("Couldn't send message, service unavailable", long=True)


def delivered(context: Context, intent: Intent) -> None:
    """Record that a message has been delivered."""
    MessageStore(context).change(f"sms/{intent.get_int('message')}", status=STATUS_COMPLETE)


def mark_as_read(context: Context, intent: Intent) -> None:
    """Mark a conversation as read (a notification action)."""
    MessageStore(context).set_read([intent.get_int("thread_id")], True)


def reply(context: Context, intent: Intent) -> None:
    """Send the reply typed into the notification."""
    store, body = MessageStore(context), intent.get_str(REPLY_KEY).strip()
    if body:
        send(store, [intent.get_str("address")], body)
    store.set_read([intent.get_int("thread_id")], True)


def scheduled(context: Context, intent: Intent) -> None:
    """Send a scheduled message that is due."""
    send_scheduled(MessageStore(context), intent.get_int("message"))
