"""Sharing of events with other apps as iCalendar files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from immutables import Map

from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.apps.simple_calendar.actions import Actions
from android_gym.simulator.apps.simple_calendar.ics import write_calendar
from android_gym.simulator.apps.simple_calendar.model import Mark
from android_gym.simulator.system.intents import Intent

__all__ = ["share"]


def share(screen: Actions[Any], marks: Sequence[Mark]) -> None:
    """Share a file of the selected events with an app that the user chooses."""
    numbers = sorted({number for number, _ in marks})
    events = [event for number in numbers if (event := screen.store.get(number)) is not None]
    if not events:
        screen.toast("No items found.")
        return
    first, files = events[0], screen.context.system.files
    title = "".join(c if c.isalnum() or c in " -_" else "_" for c in first.title)[:40].strip()
    folder = f"{screen.context.data_dir}/cache"
    if not files.exists(folder):
        files.mkdir(folder, parents=True, owner=screen.context.uid)
    path = f"{folder}/{title or 'event'}.ics"
    files.write(path, write_calendar(screen.store, events), owner=screen.context.uid)
    extras = Map(
        {"android.intent.extra.STREAM": f"content://{screen.context.package}.provider{path}"}
    )
    send = Intent("android.intent.action.SEND", type="text/calendar", extras=extras)
    choose_app(screen, send, "Share via")
