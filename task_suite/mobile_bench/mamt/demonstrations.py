"""Demonstrations of the tasks of several apps, by the screen alone."""

from __future__ import annotations

from android_gym.task_suite.android_world.contacts.demonstrations import add_contact
from android_gym.task_suite.android_world.sms.demonstrations import send_message
from android_gym.task_suite.android_world.system.demonstrations import open_settings
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.mobile_bench.demonstrations import (
    add_alarm,
    add_event,
    add_expense,
    add_task,
    dial,
    make_folder,
    read_contact,
    read_markor,
    read_message,
    write_note,
)
from android_gym.task_suite.mobile_bench.mamt.plans import Hands, scripts

__all__ = ["SCRIPTS"]


def folder_in_documents(screen: Screen, name: str) -> Steps:
    """Files > Documents > New folder."""
    yield from make_folder(screen, name, "Documents")


def timeout(screen: Screen, minutes: str) -> Steps:
    """Settings > Display > Screen timeout."""
    yield from open_settings(screen)
    for row in ("Display", "Screen timeout", f"{minutes} minutes"):
        yield from screen.tap_on(text=row)


SCRIPTS: dict[str, Script] = dict(
    scripts(
        Hands(
            note=read_markor,
            message=read_message,
            contact=read_contact,
            alarm=add_alarm,
            send=send_message,
            person=add_contact,
            expense=add_expense,
            task=add_task,
            folder=folder_in_documents,
            write=write_note,
            event=add_event,
            call=dial,
            timeout=timeout,
        )
    )
)
