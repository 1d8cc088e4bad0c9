"""The tasks of one app and one step with API calls."""

from __future__ import annotations

import re

from android_gym.events import Answer, ApiCall, ApiValue
from android_gym.task_suite.android_world.markor.demonstrations import delete_selected, select
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.mobile_bench.demonstrations import (
    alarm_switch,
    rename_file,
)
from android_gym.task_suite.mobile_bench.other_ways import (
    add_task,
    call,
    call_number,
    read_contact,
    read_markor,
    send_message,
    set_alarm,
)
from android_gym.task_suite.mobile_bench.sast.demonstrations import price_shown

__all__ = ["SCRIPTS"]


def _calls(api: str, **arguments: ApiValue) -> Script:
    """Return a script that is one call."""

    def script(screen: Screen) -> Steps:
        yield from screen.do(ApiCall.of(api, **arguments))

    return script


def screen_timeout(screen: Screen, time: str) -> Steps:
    """Set it in milliseconds."""
    count, unit = time.split()
    seconds = int(count) * (60 if unit == "minutes" else 1)
    yield from screen.do(ApiCall.of("set_screen_timeout", value=seconds * 1000))


def battery_saver(screen: Screen) -> Steps:
    """Open its page and use the switch."""
    yield from screen.do(ApiCall.of("settings_battery_saver"))
    yield from screen.switch("Use Battery Saver", on=True)


def page_open(screen: Screen, page: str) -> Steps:
    """Call the page's API."""
    yield from screen.do(ApiCall.of(f"settings_{page.lower()}"))


def silence_alarm(screen: Screen, label: str) -> Steps:
    """Show the alarms by a call."""
    yield from call(screen, "clock_show_alarms")
    yield from alarm_switch(screen, label)


def ring(screen: Screen, name: str) -> Steps:
    """Read the number, and call it."""
    number = yield from read_contact(screen, name)
    yield from call_number(screen, number)


def make_folder(screen: Screen, folder: str) -> Steps:
    """One call."""
    yield from call(screen, "make_folder", path=f"/sdcard/Documents/{folder}")


def rename(screen: Screen, old: str, new: str) -> Steps:
    """Show the folder by a call."""
    yield from call(screen, "files_show_folder", folder="Download")
    yield from rename_file(screen, f"{old}.txt", f"{new}.txt")


def erase_note(screen: Screen, name: str) -> Steps:
    """Open Markor by a call."""
    yield from call(screen, "markor_open")
    yield from select(screen, f"{name}.md")
    yield from delete_selected(screen)


def count_crates(screen: Screen, name: str) -> Steps:
    """Open the note by a call."""
    text = yield from read_markor(screen, f"{name}.md")
    yield Answer(re.findall(r"(\d+) crates", text)[0])


def price(screen: Screen, name: str) -> Steps:
    """Open the list by a call."""
    yield from call(screen, "expense_open")
    yield from screen.scroll_to(resource_id="tv_name", text=name)
    yield Answer(price_shown(screen, name))


def wake(screen: Screen, time: str) -> Steps:
    """One call."""
    yield from set_alarm(screen, time)


def text(screen: Screen, number: str, message: str) -> Steps:
    """Have it typed by a call."""
    yield from send_message(screen, number, message)


SCRIPTS: dict[str, Script] = {
    "AlarmAdd": wake,
    "AlarmSilence": silence_alarm,
    "ContactRing": ring,
    "ExpensePrice": price,
    "FileRename": rename,
    "FolderMake": make_folder,
    "MessageWrite": text,
    "NoteErase": erase_note,
    "NoteRead": count_crates,
    "TaskJot": add_task,
    "DarkThemeOn": _calls("set_dark_theme", on=True),
    "RotationLock": _calls("set_auto_rotate", value=False),
    "ScreenTimeoutSet": screen_timeout,
    "LocationOff": _calls("set_location", on=False),
    "AirplaneModeOn": _calls("set_airplane_mode", on=True),
    "DoNotDisturbOn": _calls("set_do_not_disturb", mode="priority"),
    "BatterySaverStart": battery_saver,
    "BatteryPercentageShow": _calls("set_battery_percentage", value=True),
    "ClockFormatTwelve": _calls("set_24_hour_clock", value=False),
    "PageOpen": page_open,
}
