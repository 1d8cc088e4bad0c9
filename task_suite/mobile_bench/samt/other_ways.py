"""The tasks of one app and several steps with API calls."""

from __future__ import annotations

import datetime as dt

from android_gym.events import Answer, ApiCall
from android_gym.task_suite.android_world.markor.demonstrations import delete_selected, select
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.mobile_bench.demonstrations import (
    add_expense,
    alarm_switch,
    rename_file,
    write_note,
)
from android_gym.task_suite.mobile_bench.other_ways import (
    add_contact,
    add_event,
    add_task,
    call,
    read_contact,
    read_message,
    send_message,
    set_alarm,
)
from android_gym.task_suite.mobile_bench.samt.demonstrations import (
    alarm_time,
    expenses_enter,
    move_into,
)

__all__ = ["SCRIPTS"]


def _calls(*calls: ApiCall) -> Script:
    """Return a script that makes calls, one after the other."""

    def script(screen: Screen) -> Steps:
        for one in calls:
            yield from screen.do(one)

    return script


def alarm_pair(screen: Screen, first: str, second: str) -> Steps:
    """Two calls."""
    yield from set_alarm(screen, first)
    yield from set_alarm(screen, second)


def alarm_replace(screen: Screen, label: str, time: str) -> Steps:
    """Set the one by a call, which shows both."""
    yield from set_alarm(screen, time)
    yield from alarm_switch(screen, label)


def alarm_tell(screen: Screen, label: str) -> Steps:
    """Show the alarms by a call."""
    yield from call(screen, "clock_show_alarms")
    yield from screen.scroll_to(description=f"{label} Alarm")
    yield Answer(alarm_time(screen, label))


def number_tell(screen: Screen, name: str) -> Steps:
    """Open Contacts by a call."""
    number = yield from read_contact(screen, name)
    yield Answer(number)


def folder_nest(screen: Screen, outer: str, inner: str) -> Steps:
    """One call makes both."""
    yield from call(screen, "make_folder", path=f"/sdcard/Documents/{outer}/{inner}")


def file_stow(screen: Screen, folder: str, name: str) -> Steps:
    """Make the folder by a call."""
    yield from call(screen, "make_folder", path=f"/sdcard/Download/{folder}")
    yield from call(screen, "files_show_folder", folder="Download")
    yield from move_into(screen, f"{name}.txt", folder)


def rename_both(screen: Screen, first: str, new: str, second: str, newer: str) -> Steps:
    """Show the folder by a call."""
    yield from call(screen, "files_show_folder", folder="Download")
    yield from rename_file(screen, f"{first}.txt", f"{new}.txt")
    yield from rename_file(screen, f"{second}.txt", f"{newer}.txt")


def note_write(screen: Screen, name: str, text: str) -> Steps:
    """Open Markor by a call."""
    yield from call(screen, "markor_open")
    yield from write_note(screen, f"{name}.md", text)


def notes_clear(screen: Screen, first: str, second: str) -> Steps:
    """Open Markor by a call."""
    yield from call(screen, "markor_open")
    for name in (first, second):
        yield from select(screen, f"{name}.md")
        yield from delete_selected(screen)


def message_both(screen: Screen, first: str, second: str, message: str) -> Steps:
    """Have both typed by calls."""
    yield from send_message(screen, first, message)
    yield from send_message(screen, second, message)


def message_answer(screen: Screen, number: str, message: str) -> Steps:
    """Have it typed by a call."""
    yield from send_message(screen, number, message)


def message_forward(screen: Screen, sender: str, receiver: str) -> Steps:
    """Open the conversation by a call, and have it typed by another."""
    text = yield from read_message(screen, sender)
    yield from send_message(screen, receiver, text)


def expense_record(screen: Screen, name: str, amount: str, category: str) -> Steps:
    """Open Pro Expense by a call."""
    yield from call(screen, "expense_open")
    yield from add_expense(screen, name, amount, category)


def two_expenses(screen: Screen, first: str, amount: str, second: str, another: str) -> Steps:
    """Open Pro Expense by a call."""
    yield from call(screen, "expense_open")
    yield from expenses_enter(screen, first, amount, second, another)


def event_plan(screen: Screen, title: str, day: str, start: str, end: str) -> Steps:
    """Have the form filled in by a call."""
    yield from add_event(screen, dt.date(2023, 10, int(day)), title, start, end)


def tasks_list(screen: Screen, first: str, second: str) -> Steps:
    """Have both typed by calls."""
    yield from add_task(screen, first)
    yield from add_task(screen, second)


SCRIPTS: dict[str, Script] = {
    "AlarmPair": alarm_pair,
    "AlarmReplace": alarm_replace,
    "AlarmTimeTell": alarm_tell,
    "ContactNumberTell": number_tell,
    "ContactSave": add_contact,
    "EventPlan": event_plan,
    "ExpenseRecord": expense_record,
    "ExpensesEnter": two_expenses,
    "FileStow": file_stow,
    "FilesRenameBoth": rename_both,
    "FolderNest": folder_nest,
    "MessageAnswer": message_answer,
    "MessageBoth": message_both,
    "MessageForward": message_forward,
    "NoteWrite": note_write,
    "NotesClear": notes_clear,
    "SettingsEvening": _calls(
        ApiCall.of("set_dark_theme", on=True), ApiCall.of("set_screen_timeout", value=30_000)
    ),
    "SettingsFlight": _calls(
        ApiCall.of("set_airplane_mode", on=True),
        ApiCall.of("set_do_not_disturb", mode="priority"),
    ),
    "SettingsHide": _calls(ApiCall.of("set_location", on=False), ApiCall.of("set_wifi", on=False)),
    "TasksList": tasks_list,
}
