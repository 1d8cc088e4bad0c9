"""What happens to messages without a screen: arriving, having been sent, answers from the shade."""

from __future__ import annotations

from immutables import Map

from android_gym.errors import DatabaseError
from android_gym.simulator.apps.sms_messenger.storage import (
    FAILED,
    OUTBOX,
    ROLE_KEY,
    SENT,
    STATUS_COMPLETE,
    MessageStore,
    preferences,
)
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
_OK, _RADIO_OFF = -1, 2


def deliver(context: Context, intent: Intent) -> None:
    """Stores a message from the network and tells of it."""
    if context.system.settings.get("secure", ROLE_KEY) != context.package:
        return
    store = MessageStore(context)
    address, body = str(intent.extra("address", "")), str(intent.extra("body", ""))
    if store.blocks(address, body):
        return
    try:
        number, thread = store.receive(address, body)
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
        return
    notify(context, thread, address, body)


def notify(context: Context, thread: int, address: str, body: str) -> None:
    """Posts the notification of a conversation."""
    notifications = context.system.notifications
    notifications.create_channel(context.package, CHANNEL)
    name = MessageStore(context).name_of(address)
    visible = preferences(context).get("lock_screen_visibility", 1)
    base = f"{context.package}/{context.package}"
    extras = Map(thread_id=thread, thread_title=name, address=address)
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
            content=PendingIntent(
                Intent(
                    component=f"{base}.activities.ThreadActivity",
                    extras=extras,
                    flags=FLAG_ACTIVITY_NEW_TASK,
                )
            ),
            actions=(
                NotificationAction(
                    "Reply",
                    PendingIntent(
                        Intent(component=f"{base}.receivers.DirectReplyReceiver", extras=extras),
                        "broadcast",
                    ),
                    REPLY_KEY,
                ),
                NotificationAction(
                    "Mark as Read",
                    PendingIntent(
                        Intent(component=f"{base}.receivers.MarkAsReadReceiver", extras=extras),
                        "broadcast",
                    ),
                ),
            ),
        )
    )


def sent(context: Context, intent: Intent) -> None:
    """The network has taken a message, or hasn't."""
    store = MessageStore(context)
    number, result = intent.extra("message"), intent.extra("result", _OK)
    message = store.message(number)
    if message is None or message.type != OUTBOX:
        return
    store.set_type(number, SENT if result == _OK else FAILED)
    if result == _RADIO_OFF:
        context.toast("Couldn't send message, radio turned off", long=True)
    elif result != _OK:
        context.toast("Couldn't send message, service unavailable", long=True)


def mms_sent(context: Context, intent: Intent) -> None:
    """A multimedia message was not sent: the network takes none."""
    store = MessageStore(context)
    number = intent.extra("message")
    message = store.message(number)
    if message is None or message.type != OUTBOX:
        return
    store.fail_multimedia(number)
    context.toast("Couldn't send message, service unavailable", long=True)


def delivered(context: Context, intent: Intent) -> None:
    """A message has arrived."""
    MessageStore(context).set_status(intent.extra("message"), STATUS_COMPLETE)


def mark_as_read(context: Context, intent: Intent) -> None:
    """The notification's second button."""
    MessageStore(context).set_read([intent.extra("thread_id")], True)


def reply(context: Context, intent: Intent) -> None:
    """The notification's first button, with what was typed."""
    body = str(intent.extra(REPLY_KEY, "")).strip()
    store = MessageStore(context)
    if body:
        store.send([str(intent.extra("address", ""))], body)
    store.set_read([intent.extra("thread_id")], True)


def scheduled(context: Context, intent: Intent) -> None:
    """The time of a scheduled message has come."""
    MessageStore(context).send_scheduled(intent.extra("message"))
