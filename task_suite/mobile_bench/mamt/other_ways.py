"""The tasks of several apps with API calls."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.mobile_bench.demonstrations import (
    add_expense as enter_expense,
)
from android_gym.task_suite.mobile_bench.demonstrations import (
    write_note as enter_note,
)
from android_gym.task_suite.mobile_bench.mamt.plans import Hands, scripts
from android_gym.task_suite.mobile_bench.other_ways import (
    add_contact,
    add_event,
    add_task,
    call,
    call_number,
    read_contact,
    read_markor,
    read_message,
    send_message,
    set_alarm,
)

__all__ = ["SCRIPTS"]


def add_expense(screen: Screen, name: str, amount: str, category: str) -> Steps:
    """Open Pro Expense by a call."""
    yield from call(screen, "expense_open")
    yield from enter_expense(screen, name, amount, category)


def write_note(screen: Screen, file_name: str, text: str) -> Steps:
    """Open Markor by a call."""
    yield from call(screen, "markor_open")
    yield from enter_note(screen, file_name, text)


def make_folder(screen: Screen, name: str) -> Steps:
    """One call."""
    yield from call(screen, "make_folder", path=f"/sdcard/Documents/{name}")


def timeout(screen: Screen, minutes: str) -> Steps:
    """One call."""
    yield from call(screen, "set_screen_timeout", value=int(minutes) * 60_000)


SCRIPTS: dict[str, Script] = dict(
    scripts(
        Hands(
            note=read_markor,
            message=read_message,
            contact=read_contact,
            alarm=set_alarm,
            send=send_message,
            person=add_contact,
            expense=add_expense,
            task=add_task,
            folder=make_folder,
            write=write_note,
            event=add_event,
            call=call_number,
            timeout=timeout,
        )
    )
)
