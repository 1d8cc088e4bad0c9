"""Second ways to send messages: from the notification, from Phone, and with a corrected text."""

from __future__ import annotations

from android_gym.task_suite.android_world.open_app.other_ways import (
    start_from_all_apps,
)
from android_gym.task_suite.android_world.sms.demonstrations import begin, send, write
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "send_message"]

_FIELD = "thread_type_message"


def send_message(screen: Screen, number: str, message: str) -> Steps:
    """Phone > the keypad > the number > Send a message."""
    yield from start_from_all_apps(screen, "Phone")
    yield from screen.wait_for(description="key pad")
    yield from screen.tap_on(description="key pad")
    yield from screen.wait_for(description="dial")
    yield from screen.type(number)
    yield from screen.wait_for(text="Send a message")
    yield from screen.tap_on(text="Send a message")
    yield from screen.wait_for(resource_id=_FIELD)
    yield from write(screen, message)


def open_newest_notice(screen: Screen) -> Steps:
    """Open the shade and tap the first message; several are grouped in one card until expanded."""
    x, height = screen.observation.width / 2, screen.observation.height
    yield from screen.swipe((x, 2), (x, 0.6 * height))
    yield from screen.wait_for(text="SMS Messenger")
    if screen.find(resource_id="title") is None:
        yield from screen.tap(screen.need(description="Expand"))
        yield from screen.wait_for(resource_id="title")
    titles = screen.find_all(resource_id="title")
    yield from screen.tap(min(titles, key=lambda e: e.bbox_pixels.y_min if e.bbox_pixels else 1e9))
    yield from screen.wait_for(resource_id=_FIELD)


def reply_to_newest(screen: Screen, message: str) -> Steps:
    """Reply from the notification."""
    yield from open_newest_notice(screen)
    yield from write(screen, message)


def reply(screen: Screen, number: str, message: str) -> Steps:
    """Start a new conversation with the number, after leaving a draft there."""
    yield from begin(screen, number)
    yield from screen.type(message)
    yield from screen.back()
    yield from screen.back()
    yield from begin(screen, number)
    if screen.need(resource_id=_FIELD).text != message:
        yield from screen.type_into(message, resource_id=_FIELD)
    yield from send(screen)


SCRIPTS: dict[str, Script] = {
    "SimpleSmsSend": send_message,
    "SimpleSmsReply": reply,
    "SimpleSmsReplyMostRecent": reply_to_newest,
}
