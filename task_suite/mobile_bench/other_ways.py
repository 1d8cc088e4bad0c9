"""Common parts of the ways with API calls."""

from __future__ import annotations

import datetime as dt
from collections.abc import Generator

from android_gym.events import ApiCall, ApiValue, Event
from android_gym.task_suite.android_world.markor.demonstrations import EDITOR
from android_gym.task_suite.android_world.sms.demonstrations import newest_body, send
from android_gym.task_suite.demonstrations.script import Observation, Screen, Script, Steps
from android_gym.task_suite.mobile_bench.demonstrations import hang_up, number_shown

__all__ = [
    "SCRIPTS",
    "add_contact",
    "add_event",
    "add_task",
    "call",
    "call_number",
    "read_contact",
    "read_markor",
    "read_message",
    "send_message",
    "set_alarm",
]

SCRIPTS: dict[str, Script] = {}
"""None: each level has its own."""

NOTES = "/storage/emulated/0/Documents/Markor"

Read = Generator[Event, Observation, str]


def call(screen: Screen, api: str, **arguments: ApiValue) -> Steps:
    """Make a call."""
    yield from screen.do(ApiCall.of(api, **arguments))


def set_alarm(screen: Screen, time: str, label: str = "") -> Steps:
    """Set an alarm."""
    hour, minute = map(int, time.split(":"))
    own = {"label": label} if label else {}
    yield from call(screen, "clock_set_alarm", hour=hour, minute=minute, **own)


def send_message(screen: Screen, number: str, text: str) -> Steps:
    """Have it typed, and send it."""
    yield from call(screen, "sms_compose", number=number, text=text)
    yield from screen.wait_for(resource_id="thread_send_message")
    yield from send(screen)


def add_contact(screen: Screen, name: str, number: str) -> Steps:
    """Have the form filled in, and save it."""
    yield from call(screen, "contacts_new", name=name, phone=number)
    yield from screen.wait_for(text="Save")
    yield from screen.tap_on(text="Save")
    yield from screen.wait_while(text="Save")


def add_event(screen: Screen, day: dt.date, title: str, start: str, end: str) -> Steps:
    """Have the form filled in, and save it."""
    times = {"begin": f"{day}T{start}:00+00:00", "end": f"{day}T{end}:00+00:00"}
    yield from call(screen, "calendar_new_event", title=title, **times)
    yield from screen.wait_for(resource_id="event_title")
    yield from screen.tap_on(description="Save")
    yield from screen.wait()
    if screen.find(text="Disclaimer") is not None:
        yield from screen.tap_on(text="OK")
    yield from screen.wait_while(resource_id="event_title")


def add_task(screen: Screen, title: str) -> Steps:
    """Have the form filled in, and save it."""
    yield from call(screen, "tasks_new", title=title)
    yield from screen.wait_for(description="Save")
    yield from screen.tap_on(description="Save")
    yield from screen.wait_while(description="Save")


def call_number(screen: Screen, number: str) -> Steps:
    """Call, and hang up."""
    yield from call(screen, "phone_call", number=number)
    yield from hang_up(screen)


def read_markor(screen: Screen, file_name: str) -> Read:
    """Open a note and read it."""
    yield from call(screen, "markor_open_file", path=f"{NOTES}/{file_name}")
    yield from screen.wait_for(resource_id=EDITOR)
    return screen.need(resource_id=EDITOR).text or ""


def read_message(screen: Screen, number: str) -> Read:
    """Open the conversation and read the newest message."""
    yield from call(screen, "sms_compose", number=number)
    yield from screen.wait_for(resource_id="thread_message_body")
    return newest_body(screen)


def read_contact(screen: Screen, name: str) -> Read:
    """Open Contacts, the person, and read the number."""
    yield from call(screen, "contacts_open")
    yield from screen.tap_on(text=name)
    yield from screen.wait_for(description="Edit contact")
    return number_shown(screen)
