"""Demonstrations of the tasks of one app and one step, by the screen alone."""

from __future__ import annotations

import re

from android_gym.events import Answer
from android_gym.task_suite.android_world.clock.demonstrations import open_tab
from android_gym.task_suite.android_world.files.demonstrations import open_folder
from android_gym.task_suite.android_world.markor.demonstrations import delete_note
from android_gym.task_suite.android_world.sms.demonstrations import send_message
from android_gym.task_suite.android_world.system.demonstrations import open_settings
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.mobile_bench.demonstrations import (
    add_alarm,
    add_task,
    alarm_switch,
    call_by_contacts,
    make_folder,
    read_markor,
    rename_file,
)

__all__ = ["SCRIPTS", "price_shown"]


def _page(screen: Screen, *path: str) -> Steps:
    """Go to a page of Settings, row by row."""
    yield from open_settings(screen)
    for row in path:
        yield from screen.tap_on(text=row)


def _switch(*path: str, on: bool) -> Script:
    """Return a script that brings the last of some rows of Settings, a switch, to a state."""

    def script(screen: Screen) -> Steps:
        yield from _page(screen, *path[:-1])
        yield from screen.switch(path[-1], on)

    return script


def screen_timeout(screen: Screen, time: str) -> Steps:
    """Display > Screen timeout."""
    yield from _page(screen, "Display", "Screen timeout", time)


def page_open(screen: Screen, page: str) -> Steps:
    """Tap the page's row."""
    yield from _page(screen, page)


def do_not_disturb(screen: Screen) -> Steps:
    """Notifications > Do Not Disturb > Turn on now."""
    yield from _page(screen, "Notifications", "Do Not Disturb", "Turn on now")


def silence_alarm(screen: Screen, label: str) -> Steps:
    """The switch on its card."""
    yield from open_tab(screen, "Alarm")
    yield from alarm_switch(screen, label)


def rename(screen: Screen, old: str, new: str) -> Steps:
    """In the folder Download."""
    yield from open_folder(screen, "Download")
    yield from rename_file(screen, f"{old}.txt", f"{new}.txt")


def make_in_documents(screen: Screen, folder: str) -> Steps:
    """In the folder Documents."""
    yield from make_folder(screen, folder, "Documents")


def count_crates(screen: Screen, name: str) -> Steps:
    """Read the note and answer."""
    text = yield from read_markor(screen, f"{name}.md")
    yield Answer(re.findall(r"(\d+) crates", text)[0])


def price_shown(screen: Screen, name: str) -> str:
    """Return the amount beside an expense, its digits."""
    row = screen.need(resource_id="tv_name", text=name)
    amount = screen.need(resource_id="tv_amount", beside=row).text or ""
    return re.findall(r"\d+(?:\.\d+)?", amount)[0]


def price(screen: Screen, name: str) -> Steps:
    """Read it from the list."""
    yield from screen.open_app("Pro Expense")
    yield from screen.scroll_to(resource_id="tv_name", text=name)
    yield Answer(price_shown(screen, name))


def erase_note(screen: Screen, name: str) -> Steps:
    """Select it, Delete."""
    yield from delete_note(screen, f"{name}.md")


SCRIPTS: dict[str, Script] = {
    "AlarmAdd": add_alarm,
    "AlarmSilence": silence_alarm,
    "ContactRing": call_by_contacts,
    "ExpensePrice": price,
    "FileRename": rename,
    "FolderMake": make_in_documents,
    "MessageWrite": send_message,
    "NoteErase": erase_note,
    "NoteRead": count_crates,
    "TaskJot": add_task,
    "DarkThemeOn": _switch("Display", "Dark theme", on=True),
    "RotationLock": _switch("Display", "Auto-rotate screen", on=False),
    "ScreenTimeoutSet": screen_timeout,
    "LocationOff": _switch("Location", "Use location", on=False),
    "AirplaneModeOn": _switch("Network & internet", "Airplane mode", on=True),
    "DoNotDisturbOn": do_not_disturb,
    "BatterySaverStart": _switch("Battery", "Battery Saver", "Use Battery Saver", on=True),
    "BatteryPercentageShow": _switch("Battery", "Battery percentage", on=True),
    "ClockFormatTwelve": _switch("System", "Date & time", "Use 24-hour format", on=False),
    "PageOpen": page_open,
}
