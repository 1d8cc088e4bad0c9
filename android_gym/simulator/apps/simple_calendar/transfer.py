"""Import and export of iCalendar files: the main screen's actions and dialogs."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.apps.simple_calendar import reminders
from android_gym.simulator.apps.simple_calendar.actions import Actions, MainActions
from android_gym.simulator.apps.simple_calendar.dialogs import ok_cancel
from android_gym.simulator.apps.simple_calendar.ics import (
    MAX_BYTES,
    Import,
    read_calendar,
    write_calendar,
)
from android_gym.simulator.apps.simple_calendar.look import COLORS, RELATIVE
from android_gym.simulator.apps.simple_calendar.model import REGULAR
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import TextInputLayout
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, ScrollView, column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import CheckBox, EditText

__all__ = ["ExportEvents", "ImportEvents", "ask_file", "write_events"]

OPENABLE = ("android.intent.category.OPENABLE",)


def ask_file(screen: Actions[Any]) -> None:
    """Let the user choose a file to import."""
    intent = Intent(
        "android.intent.action.OPEN_DOCUMENT", type="text/calendar", categories=OPENABLE
    )
    screen.open_elsewhere(intent, request="import")


def _read(screen: Actions[Any], path: str) -> Import | None:
    files = screen.context.system.files
    try:
        if files.stat(path).size > MAX_BYTES:
            return None
        content = files.read(path)
    except FileError:
        return None
    clock = screen.context.system.clock
    return read_calendar(content, clock.zone(), clock.timezone, clock.now_ms())


def import_file(screen: Actions[Any], path: str, *, own_types: bool) -> str:
    """Import the entries of a file that do not exist yet; return the message for the user.

    Args:
        screen: The current screen.
        path: The file.
        own_types: Whether to keep the file's event types, creating missing ones.
    """
    found = _read(screen, path)
    if found is None:
        return "Importing failed"
    store = screen.store
    known = {event.import_id: event for event in store.all() if event.import_id}
    types = {kind.title.casefold(): kind.id for kind in store.types()}
    added = 0
    with store.database.transaction():
        for event, title in found.events:
            number = REGULAR
            if own_types and title:
                number = types.get(title.casefold(), 0) or store.save_type(
                    0, title, COLORS[len(types) % len(COLORS)]
                )
                types[title.casefold()] = number
            old = known.get(event.import_id) if event.import_id else None
            if old is not None and old.last_updated >= event.last_updated:
                continue
            event = replace(event, event_type=number, id=old.id if old else 0)
            if not event.import_id:
                event = replace(event, import_id=store.new_import_id(event.title, event.start))
            event = replace(event, id=store.save(event))
            known[event.import_id] = event
            reminders.plan(screen.context, event)
            added += 1
    if added:
        return "Importing some entries failed" if found.failed else "Importing successful"
    if found.failed:
        return "Importing failed"
    return (
        "No new items have been found"
        if found.events
        else "No entries for importing have been found"
    )


def write_events(screen: Actions[Any], uri: str, ask: ExportEvents) -> str:
    """Write events to a document; return the message for the user."""
    path = document_path(uri)
    now = screen.context.system.clock.now_ms() // 1000
    events = [
        event
        for event in screen.store.all()
        if (ask.tasks if event.is_task else ask.events)
        and (ask.past or event.end >= now or event.repetition.interval)
    ]
    if not events:
        return "No entries for exporting have been found"
    if path is None:
        return "Exporting failed"
    try:
        screen.context.system.files.write(path, write_calendar(screen.store, events))
    except FileError:
        return "Exporting failed"
    return "Exporting successful"


def _box(label: str, name: str, checked: bool, on_click: Callable[[], object]) -> View:
    return FrameLayout(
        [CheckBox(label, id=name, checked=checked, size=16, clickable=False, width=MATCH)],
        id=f"{name}_holder",
        class_name=RELATIVE,
        width=MATCH,
        padding=(12, 6, 16, 6),
        on_click=on_click,
    )


@dataclass(frozen=True)
class ImportEvents(Dialog[MainActions]):
    """Ask how to import a file.

    Attributes:
        path: The file.
        ignore: Whether all entries get the default type.
    """

    path: str
    ignore: bool = False

    def build(self, screen: MainActions) -> Overlay:
        """Build the default type and the option."""

        def accept() -> None:
            screen.dismiss_dialog()
            screen.toast(import_file(screen, self.path, own_types=not self.ignore))

        kind = TextInputLayout(
            EditText(
                screen.store.type_of(REGULAR).title,
                hint="Default event type",
                id="import_event_type_title",
                focusable=False,
                clickable=False,
                width=MATCH,
            ),
            id="import_event_type_hint",
            width=MATCH,
            margin=(16, 0),
        )
        holder = column(
            kind,
            _box(
                "Ignore event types in the file, always use the default one",
                "import_events_checkbox",
                self.ignore,
                lambda: screen.update_dialog(replace(self, ignore=not self.ignore)),
            ),
            id="import_events_holder",
            width=MATCH,
            padding=(0, 16, 0, 0),
        )
        return ok_cancel(screen, holder, accept, "Import events")


@dataclass(frozen=True)
class ExportEvents(Dialog[MainActions]):
    """Ask for the name of a file, and what to export.

    Attributes:
        name: The name, without ``.ics``.
        events: Whether to export events.
        tasks: Whether to export tasks.
        past: Whether to export past events too.
    """

    name: str = ""
    events: bool = True
    tasks: bool = True
    past: bool = False

    def build(self, screen: MainActions) -> Overlay:
        """Build the name and the options."""

        def accept() -> None:
            name = self.name.strip()
            if not name:
                screen.toast("Filename cannot be empty")
                return
            if "/" in name or len(name) > 100:
                screen.toast("Filename contains invalid characters")
                return
            screen.dismiss_dialog()
            screen.update(export=(self.events, self.tasks, self.past))
            intent = Intent(
                "android.intent.action.CREATE_DOCUMENT",
                type="text/calendar",
                categories=OPENABLE,
                extras=Map({"android.intent.extra.TITLE": posixpath.basename(f"{name}.ics")}),
            )
            screen.open_elsewhere(intent, request="export")

        name = TextInputLayout(
            EditText(
                self.name,
                hint="Filename (without .ics)",
                id="export_events_filename",
                capitalize="words",
                on_text_change=lambda text: screen.update_dialog(replace(self, name=text)),
                width=MATCH,
            ),
            id="export_events_filename_hint",
            width=MATCH,
            margin=(16, 0, 16, 8),
        )

        def box(label: str, name: str, checked: bool, turned: ExportEvents) -> View:
            return _box(label, name, checked, lambda: screen.update_dialog(turned))

        events, tasks, past = self.events, self.tasks, self.past
        holder = column(
            name,
            box(
                "Export events", "export_events_checkbox", events, replace(self, events=not events)
            ),
            box("Export tasks", "export_tasks_checkbox", tasks, replace(self, tasks=not tasks)),
            box(
                "Export past entries too",
                "export_past_events_checkbox",
                past,
                replace(self, past=not past),
            ),
            id="export_events_holder",
            width=MATCH,
            padding=(0, 16, 0, 0),
        )
        content = ScrollView(holder, id="export_events_scrollview", width=MATCH)
        return ok_cancel(screen, content, accept, "Export events")
