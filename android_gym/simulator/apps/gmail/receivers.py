"""Gmail's broadcast receivers."""

from __future__ import annotations

from android_gym.simulator.apps.gmail.mail import flush, plan, send
from android_gym.simulator.apps.gmail.model import SCHEDULED
from android_gym.simulator.apps.gmail.notices import announce, announce_again, forget
from android_gym.simulator.apps.gmail.storage import Mailbox
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Context

__all__ = ["on_action", "on_alarm", "on_mail"]


def on_mail(context: Context, intent: Intent) -> None:
    """Notify of new mail, however it arrived, and send queued messages."""
    flush(context)
    announce(context)
    plan(context)


def on_action(context: Context, intent: Intent) -> None:
    """Run the action of a notification's button."""
    mailbox = Mailbox(context)
    message = mailbox.message(intent.get_int("message"))
    if message is None:
        return
    one = (message.conversation,)
    match intent.get_str("action"):
        case "archive":
            mailbox.archive(one)
        case "delete":
            mailbox.trash(one)
        case "read":
            mailbox.read(one, True)
    forget(context, one)


def on_alarm(context: Context, intent: Intent) -> None:
    """Send a scheduled message, or bring a snoozed conversation back, when its time has come."""
    mailbox = Mailbox(context)
    if number := intent.get_int("message"):
        message = mailbox.message(number)
        if message is not None and SCHEDULED in message.labels:
            send(context, number)
    if number := intent.get_int("conversation"):
        if any(each == number for each, _ in mailbox.snoozed()):
            mailbox.wake(number)
            announce_again(context, number)
