"""Demonstrations of the tasks of one app and several steps, by the screen alone."""

from __future__ import annotations

import datetime as dt

from android_gym.events import Answer
from android_gym.task_suite.android_world.clock.demonstrations import open_tab
from android_gym.task_suite.android_world.contacts.demonstrations import add_contact
from android_gym.task_suite.android_world.expense.demonstrations import add_expenses
from android_gym.task_suite.android_world.files.demonstrations import enter, open_folder, select
from android_gym.task_suite.android_world.markor.demonstrations import delete_note
from android_gym.task_suite.android_world.sms.demonstrations import reply, send_message
from android_gym.task_suite.android_world.system.demonstrations import open_settings
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.mobile_bench.demonstrations import (
    add_alarm,
    add_event,
    add_expense,
    add_task,
    alarm_switch,
    make_folder,
    pick_time,
    read_contact,
    read_message,
    rename_file,
    write_note,
)

__all__ = ["SCRIPTS", "alarm_time", "expenses_enter", "move_into"]


def alarm_pair(screen: Screen, first: str, second: str) -> Steps:
    """One after the other."""
    yield from add_alarm(screen, first)
    yield from screen.tap_on(description="Add alarm")
    yield from pick_time(screen, second)


def alarm_replace(screen: Screen, label: str, time: str) -> Steps:
    """The switch, then a new one."""
    yield from open_tab(screen, "Alarm")
    yield from alarm_switch(screen, label)
    yield from screen.tap_on(description="Add alarm")
    yield from pick_time(screen, time)


def alarm_time(screen: Screen, label: str) -> str:
    """Return the time on an alarm's card, of five characters."""
    card = screen.need(description=f"{label} Alarm").bbox_pixels
    for clock in screen.find_all(resource_id="digital_clock"):
        box = clock.bbox_pixels
        if card and box and card.y_min <= box.center[1] < card.y_max:
            return (clock.text or "").rjust(5, "0")
    raise screen.stuck(f"the alarm {label!r} has no time")


def alarm_tell(screen: Screen, label: str) -> Steps:
    """Read it from the card."""
    yield from open_tab(screen, "Alarm")
    yield from screen.scroll_to(description=f"{label} Alarm")
    yield Answer(alarm_time(screen, label))


def number_tell(screen: Screen, name: str) -> Steps:
    """Read it from the contact's page."""
    number = yield from read_contact(screen, name)
    yield Answer(number)


def folder_nest(screen: Screen, outer: str, inner: str) -> Steps:
    """Make the one, enter it, and make the other."""
    yield from make_folder(screen, outer, "Documents")
    yield from screen.tap_on(text=outer, resource_id="title")
    yield from screen.wait_for(contains=f"Files in {outer}")
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="New folder")
    yield from screen.wait_for(resource_id="text1")
    yield from screen.type(inner)
    yield from screen.tap_on(text="OK")


def move_into(screen: Screen, name: str, folder: str) -> Steps:
    """Move a file of Download into a folder there."""
    yield from select(screen, name)
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Move to\u2026")
    yield from screen.wait_for(text="Move")
    yield from enter(screen, "Download")
    yield from screen.tap_on(text=folder, resource_id="title")
    yield from screen.tap_on(text="Move", resource_id="button1")


def file_stow(screen: Screen, folder: str, name: str) -> Steps:
    """Make the folder and move the file."""
    yield from make_folder(screen, folder, "Download")
    yield from move_into(screen, f"{name}.txt", folder)


def rename_both(screen: Screen, first: str, new: str, second: str, newer: str) -> Steps:
    """One after the other."""
    yield from open_folder(screen, "Download")
    yield from rename_file(screen, f"{first}.txt", f"{new}.txt")
    yield from rename_file(screen, f"{second}.txt", f"{newer}.txt")


def note_write(screen: Screen, name: str, text: str) -> Steps:
    """Make it and type."""
    yield from write_note(screen, f"{name}.md", text)


def notes_clear(screen: Screen, first: str, second: str) -> Steps:
    """One after the other."""
    yield from delete_note(screen, f"{first}.md")
    yield from delete_note(screen, f"{second}.md")


def message_both(screen: Screen, first: str, second: str, message: str) -> Steps:
    """One after the other."""
    yield from send_message(screen, first, message)
    yield from send_message(screen, second, message)


def message_forward(screen: Screen, sender: str, receiver: str) -> Steps:
    """Read it, and type it again."""
    text = yield from read_message(screen, sender)
    yield from send_message(screen, receiver, text)


def expenses_enter(screen: Screen, first: str, amount: str, second: str, another: str) -> Steps:
    """One after the other."""
    rows = f"{first}|{amount}|Clothes|\n{second}|{another}|Clothes|"
    yield from add_expenses(screen, f"name|amount|category|note\n{rows}")


def event_plan(screen: Screen, title: str, day: str, start: str, end: str) -> Steps:
    """The form."""
    yield from add_event(screen, dt.date(2023, 10, int(day)), title, start, end)


def tasks_list(screen: Screen, first: str, second: str) -> Steps:
    """One after the other."""
    yield from add_task(screen, first)
    yield from add_task(screen, second)


def evening(screen: Screen) -> Steps:
    """Display, both."""
    yield from open_settings(screen)
    yield from screen.tap_on(text="Display")
    yield from screen.switch("Dark theme", on=True)
    yield from screen.tap_on(text="Screen timeout")
    yield from screen.tap_on(text="30 seconds")


def hide(screen: Screen) -> Steps:
    """Location, then Network & internet."""
    yield from open_settings(screen)
    yield from screen.tap_on(text="Location")
    yield from screen.switch("Use location", on=False)
    yield from open_settings(screen)
    yield from screen.tap_on(text="Network & internet")
    yield from screen.tap_on(text="Internet")
    yield from screen.switch("Wi-Fi", on=False)


def flight(screen: Screen) -> Steps:
    """Network & internet, then Notifications."""
    yield from open_settings(screen)
    yield from screen.tap_on(text="Network & internet")
    yield from screen.switch("Airplane mode", on=True)
    yield from open_settings(screen)
    yield from screen.tap_on(text="Notifications")
    yield from screen.tap_on(text="Do Not Disturb")
    yield from screen.tap_on(text="Turn on now")


SCRIPTS: dict[str, Script] = {
    "AlarmPair": alarm_pair,
    "AlarmReplace": alarm_replace,
    "AlarmTimeTell": alarm_tell,
    "ContactNumberTell": number_tell,
    "ContactSave": add_contact,
    "EventPlan": event_plan,
    "ExpenseRecord": add_expense,
    "ExpensesEnter": expenses_enter,
    "FileStow": file_stow,
    "FilesRenameBoth": rename_both,
    "FolderNest": folder_nest,
    "MessageAnswer": reply,
    "MessageBoth": message_both,
    "MessageForward": message_forward,
    "NoteWrite": note_write,
    "NotesClear": notes_clear,
    "SettingsEvening": evening,
    "SettingsFlight": flight,
    "SettingsHide": hide,
    "TasksList": tasks_list,
}
