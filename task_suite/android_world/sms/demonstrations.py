"""Demonstrations of the tasks of Simple SMS Messenger."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = [
    "SCRIPTS",
    "begin",
    "newest_body",
    "open_messages",
    "reply",
    "send",
    "send_message",
    "write",
]

_FIELD, _SEND = "thread_type_message", "thread_send_message"


def open_messages(screen: Screen) -> Steps:
    """Open the list of conversations, even if the app was left on another screen."""
    yield from screen.open_app("Simple SMS Messenger")
    for _ in range(6):
        if screen.find(resource_id="conversations_fab") is not None:
            return
        yield from screen.back()
    yield from screen.wait_for(resource_id="conversations_fab")


def begin(screen: Screen, number: str) -> Steps:
    """Start a conversation with a number by the round button."""
    yield from open_messages(screen)
    yield from screen.tap(screen.need(resource_id="conversations_fab"))
    yield from screen.wait_for(resource_id="new_conversation_address")
    yield from screen.type(number)  # the field has the focus
    yield from screen.wait_for(resource_id="new_conversation_confirm")
    yield from screen.tap(screen.need(resource_id="new_conversation_confirm"))
    yield from screen.wait_for(resource_id=_FIELD)


def write(screen: Screen, message: str) -> Steps:
    """Type a message into the open conversation and send it."""
    yield from screen.type_into(message, resource_id=_FIELD)
    yield from send(screen)


def send(screen: Screen) -> Steps:
    """Send what is in the field, and wait until it is on its way."""
    yield from screen.tap(screen.need(resource_id=_SEND))
    yield from screen.wait_while(resource_id="thread_sending")


def send_message(screen: Screen, number: str, message: str) -> Steps:
    """Start a new conversation and send a message."""
    yield from begin(screen, number)
    yield from screen.type(message)  # so has this one, in a new conversation
    yield from screen.wait_for(resource_id=_FIELD, text=message)
    yield from send(screen)


def reply(screen: Screen, number: str, message: str) -> Steps:
    """Open the conversation with the number and reply."""
    yield from open_messages(screen)
    yield from screen.tap_on(resource_id="conversation_address", text=number)
    yield from screen.wait_for(resource_id=_FIELD)
    yield from write(screen, message)


def reply_to_newest(screen: Screen, message: str) -> Steps:
    """Open the conversation at the top of the list and reply."""
    yield from open_messages(screen)
    yield from screen.wait_for(resource_id="conversation_address")
    rows = screen.find_all(resource_id="conversation_address")
    first = min(rows, key=lambda row: row.bbox_pixels.y_min if row.bbox_pixels else 1e9)
    yield from screen.tap(first)
    yield from screen.wait_for(resource_id=_FIELD)
    yield from write(screen, message)


def send_clipboard(screen: Screen, number: str) -> Steps:
    """Start a new conversation, paste, and send."""
    yield from begin(screen, number)
    yield from screen.long_press(screen.need(resource_id=_FIELD))
    yield from screen.wait_for(label="Paste")
    yield from screen.tap(screen.need(label="Paste"))
    yield from send(screen)


def newest_body(screen: Screen) -> str:
    """Read the lowest message on the screen."""
    bodies = screen.find_all(resource_id="thread_message_body")
    if not bodies:
        raise screen.stuck("there is no message")
    last = max(bodies, key=lambda body: body.bbox_pixels.y_max if body.bbox_pixels else 0.0)
    return last.text or ""


def resend(screen: Screen, name: str) -> Steps:
    """Open the conversation, and send the text above the answer again."""
    yield from open_messages(screen)
    yield from screen.tap_on(resource_id="conversation_address", text=name)
    yield from screen.wait_for(resource_id="thread_message_body")
    bodies = screen.find_all(resource_id="thread_message_body")
    bodies.sort(key=lambda body: body.bbox_pixels.y_min if body.bbox_pixels else 0.0)
    yield from write(screen, bodies[-2].text or "")


def pass_on(screen: Screen, name1: str, name2: str) -> Steps:
    """Read what one contact has sent and send it to the other, chosen from the contacts."""
    yield from open_messages(screen)
    yield from screen.tap_on(resource_id="conversation_address", text=name2)
    yield from screen.wait_for(resource_id="thread_message_body")
    address = newest_body(screen)
    yield from screen.back()
    yield from screen.wait_for(resource_id="conversations_fab")
    yield from screen.tap(screen.need(resource_id="conversations_fab"))
    yield from screen.wait_for(resource_id="new_conversation_address")
    yield from screen.type(name1)
    yield from screen.wait_for(resource_id="item_contact_name", text=name1)
    yield from screen.tap(screen.need(resource_id="item_contact_name", text=name1))
    yield from screen.wait_for(resource_id=_FIELD)
    yield from write(screen, address)


SCRIPTS: dict[str, Script] = {
    "SimpleSmsSend": send_message,
    "SimpleSmsReply": reply,
    "SimpleSmsReplyMostRecent": reply_to_newest,
    "SimpleSmsSendClipboardContent": send_clipboard,
    "SimpleSmsResend": resend,
    "SimpleSmsSendReceivedAddress": pass_on,
}
