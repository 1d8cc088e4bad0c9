"""Steps of demonstrations of all levels: reading in one app, writing in another."""

from __future__ import annotations

import datetime as dt
from collections.abc import Generator

from android_gym.events import Event
from android_gym.task_suite.android_world.calendar.demonstrations import (
    choose_time,
    open_day,
    save,
)
from android_gym.task_suite.android_world.clock.demonstrations import open_tab
from android_gym.task_suite.android_world.expense.demonstrations import add_expenses
from android_gym.task_suite.android_world.files.demonstrations import open_folder
from android_gym.task_suite.android_world.markor.demonstrations import (
    create_note,
    open_markor,
    read_note,
)
from android_gym.task_suite.android_world.sms.demonstrations import newest_body, open_messages
from android_gym.task_suite.demonstrations.script import Observation, Screen, Script, Steps

__all__ = [
    "SCRIPTS",
    "add_alarm",
    "add_event",
    "add_expense",
    "add_task",
    "alarm_switch",
    "call_by_contacts",
    "dial",
    "hang_up",
    "make_folder",
    "number_shown",
    "pick_time",
    "read_contact",
    "read_markor",
    "read_message",
    "rename_file",
    "write_note",
]

SCRIPTS: dict[str, Script] = {}
"""None: each level has its own."""

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

Read = Generator[Event, Observation, str]
"""A script under way that reads a text."""


def pick_time(screen: Screen, time: str) -> Steps:
    """Choose a time on Clock's dial, of 24 hours and every five minutes."""
    hour, minute = map(int, time.split(":"))
    yield from screen.wait_for(resource_id="material_timepicker_ok_button")
    yield from screen.tap_on(class_name="TextView", description=f"{hour} hours")
    yield from screen.wait_for(class_name="TextView", description="55 minutes")
    yield from screen.tap_on(class_name="TextView", description=f"{minute} minutes")
    yield from screen.tap_on(resource_id="material_timepicker_ok_button")
    yield from screen.wait_while(resource_id="material_timepicker_ok_button")


def add_alarm(screen: Screen, time: str) -> Steps:
    """Clock > Alarm > Add alarm."""
    yield from open_tab(screen, "Alarm")
    yield from screen.tap_on(description="Add alarm")
    yield from pick_time(screen, time)


def alarm_switch(screen: Screen, label: str) -> Steps:
    """Tap the switch on the card of an alarm."""
    yield from screen.scroll_to(description=f"{label} Alarm")
    card = screen.need(description=f"{label} Alarm").bbox_pixels
    for switch in screen.find_all(resource_id="onoff"):
        box = switch.bbox_pixels
        if card and box and card.y_min <= box.center[1] < card.y_max:
            yield from screen.tap(switch)
            return
    raise screen.stuck(f"the alarm {label!r} has no switch")


def add_event(screen: Screen, day: dt.date, title: str, start: str, end: str) -> Steps:
    """The day, the round button, title and times."""
    yield from open_day(screen, day)
    yield from screen.tap_on(resource_id="calendar_fab")
    yield from screen.wait_for(resource_id="fab_event_label")
    yield from screen.tap_on(resource_id="fab_event_label")
    yield from screen.wait_for(resource_id="event_title")
    yield from screen.type_into(title, resource_id="event_title")
    yield from screen.back()
    for field, time in (("event_start_time", start), ("event_end_time", end)):
        hour, minute = map(int, time.split(":"))
        yield from choose_time(screen, field, hour, minute)
    yield from save(screen)


def add_expense(screen: Screen, name: str, amount: str, category: str) -> Steps:
    """The round button of Pro Expense, the fields, Save."""
    yield from add_expenses(screen, f"name|amount|category|note\n{name}|{amount}|{category}|")


def add_task(screen: Screen, title: str) -> Steps:
    """The round button of Tasks, the title, Save."""
    yield from screen.open_app("Tasks")
    yield from screen.wait_for(description="Create new task")
    yield from screen.tap_on(description="Create new task")
    yield from screen.wait_for(description="Save")
    yield from screen.type(title)
    yield from screen.tap_on(description="Save")
    yield from screen.wait_while(description="Save")


def make_folder(screen: Screen, name: str, inside: str) -> Steps:
    """More options > New folder, in a folder of the storage."""
    yield from open_folder(screen, inside)
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="New folder")
    yield from screen.wait_for(resource_id="text1")
    yield from screen.type(name)
    yield from screen.tap_on(text="OK")


def rename_file(screen: Screen, old: str, new: str) -> Steps:
    """Long press, More options > Rename, the new name, OK. The stem of the old one is selected."""
    yield from screen.scroll_to(text=old)
    yield from screen.long_press(screen.need(text=old))
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Rename")
    yield from screen.wait_for(resource_id="text1")
    yield from screen.type(new.rpartition(".")[0])
    yield from screen.tap_on(text="OK")


def number_shown(screen: Screen) -> str:
    """Return the phone number on a contact's page."""
    found = screen.need(resource_id="header", contains="+1").text or ""
    return "".join(c for c in found if c.isdigit() or c == "+")


def read_contact(screen: Screen, name: str) -> Read:
    """Open a contact's page and read the number."""
    yield from screen.open_app("Contacts")
    yield from screen.tap_on(text=name)
    yield from screen.wait_for(description="Edit contact")
    return number_shown(screen)


def hang_up(screen: Screen) -> Steps:
    """End the call that is on the screen."""
    yield from screen.wait_for(description="End call")
    yield from screen.tap(screen.need(description="End call"))
    yield from screen.wait_while(description="End call")


def call_by_contacts(screen: Screen, name: str) -> Steps:
    """Contacts, the person, Call, and hang up."""
    yield from read_contact(screen, name)
    yield from screen.tap_on(description="Call")
    yield from hang_up(screen)


def dial(screen: Screen, number: str) -> Steps:
    """Phone, the dial pad, digit by digit, and hang up; the plus is a zero that is held."""
    yield from screen.open_app("Phone")
    yield from screen.wait_for(description="key pad")
    yield from screen.tap_on(description="key pad")
    yield from screen.wait_for(resource_id="zero")
    for digit in number:
        if digit == "+":
            yield from screen.long_press(screen.need(resource_id="zero"))
        else:
            yield from screen.tap(screen.need(resource_id=_DIGITS[int(digit)]))
    yield from screen.tap_on(description="dial")
    yield from hang_up(screen)


def read_markor(screen: Screen, file_name: str) -> Read:
    """Read a note in Markor."""
    yield from open_markor(screen)
    return (yield from read_note(screen, file_name))


def read_message(screen: Screen, number: str) -> Read:
    """Open the conversation with a number and read the newest message."""
    yield from open_messages(screen)
    yield from screen.tap_on(resource_id="conversation_address", text=number)
    yield from screen.wait_for(resource_id="thread_message_body")
    return newest_body(screen)


def write_note(screen: Screen, file_name: str, text: str) -> Steps:
    """Make a note in Markor."""
    yield from create_note(screen, file_name, text)
