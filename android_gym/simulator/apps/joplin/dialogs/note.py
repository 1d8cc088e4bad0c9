"""Dialogs of a note."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from functools import partial

from android_gym.simulator.appkit.dialogs import DateDialog, TimeDialog
from android_gym.simulator.appkit.text_edits import insert
from android_gym.simulator.appkit.times import moment
from android_gym.simulator.apps.joplin.actions import Actions
from android_gym.simulator.apps.joplin.dates import moment_text
from android_gym.simulator.apps.joplin.dialogs.boxes import GROUP, Click, box, lines, top_of
from android_gym.simulator.apps.joplin.look import (
    glyph,
    native_button,
    options_list,
    touchable,
    words,
)
from android_gym.simulator.apps.joplin.model import Note
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, wide_column, wide_row
from android_gym.simulator.ui.layouts import ScrollView as Scroll
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Divider, EditText

__all__ = [
    "Attach",
    "ChooseDay",
    "ChooseTime",
    "EditLink",
    "NoteMenu",
    "Properties",
    "SetAlarm",
    "TagNote",
]


@dataclass(frozen=True)
class NoteMenu(Dialog[Actions]):
    """The overflow menu of a note."""

    def build(self, screen: Actions) -> Overlay | None:
        """Build the menu entries."""
        note = screen.note
        if note is None:
            return None

        def chosen(click: Click) -> None:
            screen.dismiss_dialog()
            screen.save_note()
            click()

        rows = [
            touchable(
                words(label, padding=(15, 10), width=MATCH),
                width=MATCH,
                key=label,
                on_click=partial(chosen, click),
            )
            for label, click in _note_entries(screen, note)
        ]
        content = Scroll(wide_column(*rows), width=MATCH, key="menu")
        return Overlay(
            wide_column(content, class_name=GROUP, background="background", elevation=5),
            gravity="top|end",
            width=220,
            margin=(0, top_of(screen) + 5, 5, 10),
            on_dismiss=screen.dismiss_dialog,
            title="Joplin",
        )


def _note_entries(screen: Actions, note: Note) -> list[tuple[str, Click]]:
    def show(dialog: Dialog[Actions]) -> Click:
        return lambda: screen.show_dialog(dialog)

    def restore() -> None:
        screen.restore_notes((note.id,))
        screen.back()

    if note.deleted_ms:
        return [
            ("Restore", restore),
            ("Properties", show(Properties())),
        ]
    entries: list[tuple[str, Click]] = [("Attach...", show(Attach()))]
    if note.is_todo:
        entries.append(("Set alarm", show(SetAlarm(note.due_ms))))
    tags = ", ".join(tag.title for tag in screen.store.tags_of(note.id))
    return [
        *entries,
        ("Share", partial(screen.share_note, note)),
        ("Tags", show(TagNote(tags))),
        (
            "Convert to note" if note.is_todo else "Convert to todo",
            partial(screen.toggle_todo, note),
        ),
        ("Copy Markdown link", partial(screen.copy_link, note)),
        ("Properties", show(Properties())),
        ("Delete", partial(screen.delete_note, note)),
    ]


@dataclass(frozen=True)
class Attach(Dialog[Actions]):
    """Choose the source of an attachment."""

    def build(self, screen: Actions) -> Overlay:
        """Build the choices."""
        return lines(
            screen,
            "Choose an option",
            [
                ("Attach file", screen.attach_file),
                ("Attach photo", partial(screen.attach_file, "image/*")),
                ("Take photo", screen.take_photo),
            ],
        )


@dataclass(frozen=True)
class Properties(Dialog[Actions]):
    """Properties of a note: when and where it was created, and when it was changed."""

    def build(self, screen: Actions) -> Overlay | None:
        """Build the properties, and the links to the map and to the source."""
        note = screen.note
        if note is None:
            return None
        written = partial(moment_text, screen.context, screen.settings)
        facts = [f"Created: {written(note.created_ms)}", f"Updated: {written(note.updated_ms)}"]
        entries: list[tuple[str, Click]] = []
        if note.latitude or note.longitude:
            place = f"https://www.openstreetmap.org/?mlat={note.latitude}&mlon={note.longitude}"
            entries.append(("View on map", partial(screen.open_link, place)))
        if note.source_url:
            entries.append(("Go to source URL", partial(screen.open_link, note.source_url)))

        def chosen(click: Click) -> None:
            screen.dismiss_dialog()
            click()

        closed = ("OK", screen.dismiss_dialog)
        rows = options_list([*((label, partial(chosen, c)) for label, c in entries), closed])
        texts = [words(fact, padding=(15, 4), width=MATCH) for fact in facts]
        return box(screen, None, View(height=10), *texts, Divider(width=MATCH), *rows)


@dataclass(frozen=True)
class TagNote(Dialog[Actions]):
    """Choose a note's tags, and add new ones.

    Attributes:
        ticked: Titles of the ticked tags, separated by commas.
        new: Text typed for new tags.
        filter: Text that filters the list.
    """

    ticked: str = ""
    new: str = ""
    filter: str = ""

    def build(self, screen: Actions) -> Overlay | None:
        """Build two fields, the list and the buttons."""
        note = screen.note
        if note is None:
            return None
        ticked = [title for title in self.ticked.split(", ") if title]
        wanted = self.filter.casefold()
        titles = [tag.title for tag in screen.store.tags() if wanted in tag.title.casefold()]

        def toggle(title: str) -> None:
            rest = [other for other in ticked if other != title]
            now = rest if title in ticked else [*ticked, title]
            screen.update_dialog(replace(self, ticked=", ".join(now)))

        def accept() -> None:
            screen.dismiss_dialog()
            screen.store.set_tags(note.id, [*ticked, *self.new.split(",")])

        def row(index: int) -> View:
            title = titles[index]
            mark = "checkbox_marked_outline" if title in ticked else "checkbox_blank_outline"
            return wide_column(
                touchable(
                    glyph(mark, 20, margin=(0, 0, 8, 0)),
                    words(title),
                    width=MATCH,
                    padding=10,
                    on_click=partial(toggle, title),
                ),
                Divider(width=MATCH),
                class_name=GROUP,
                key=title,
            )

        return box(
            screen,
            "Type new tags or select from list",
            self._field(screen, "New tags:", "new", "tag1, tag2, ..."),
            Divider(width=MATCH),
            self._field(screen, None, "filter", "Filter tags"),
            Divider(width=MATCH),
            RecyclerView(
                len(titles),
                row,
                class_name="android.widget.ScrollView",
                width=MATCH,
                height=0,
                weight=1,
                key="tags",
            ),
            wide_row(
                native_button("OK", accept, width=0, weight=1),
                View(width=10),
                native_button("Cancel", screen.dismiss_dialog, width=0, weight=1),
                padding=(10, 10, 10, 0),
            ),
            grow=True,
        )

    def _field(self, screen: Actions, label: str | None, name: str, hint: str) -> View:
        def typed(text: str) -> None:
            changes = {name: text}
            screen.update_dialog(replace(self, **changes))

        field = EditText(
            getattr(self, name),
            key=name,
            hint=hint,
            on_text_change=typed,
            background="transparent",
            color="text_primary",
            width=0,
            weight=1,
            padding=(10, 12),
        )
        shown = words(label, padding=(10, 0, 0, 0)) if label is not None else None
        return wide_row(shown, field, content_gravity="center_vertical")


@dataclass(frozen=True)
class SetAlarm(Dialog[Actions]):
    """Choose when a to-do rings.

    Attributes:
        due_ms: Time of the alarm, epoch milliseconds; 0 for none yet.
    """

    due_ms: int = 0

    def build(self, screen: Actions) -> Overlay | None:
        """Build the time and the buttons."""
        note = screen.note
        if note is None:
            return None

        def choose() -> None:
            start = self.due_ms or screen.store.now_ms + 3_600_000
            screen.show_dialog(ChooseDay(start))

        def done(due_ms: int) -> Click:
            def act() -> None:
                screen.dismiss_dialog()
                screen.set_alarm(note.id, due_ms)

            return act

        shown = moment_text(screen.context, screen.settings, self.due_ms) if self.due_ms else ""
        day = wide_row(
            words(shown, width=0, weight=1, padding=(15, 8)),
            native_button("Set date", choose),
            content_gravity="center_vertical",
            padding=(0, 0, 15, 0),
        )
        gap = 10.0
        return box(
            screen,
            "Set alarm",
            day,
            wide_column(
                native_button(
                    "Save alarm", done(self.due_ms) if self.due_ms else None, width=MATCH
                ),
                View(height=gap),
                native_button("Clear alarm", done(0), width=MATCH),
                View(height=gap),
                native_button("Cancel", screen.dismiss_dialog, width=MATCH),
                padding=15,
            ),
        )


@dataclass(frozen=True)
class ChooseDay(DateDialog[Actions]):
    """Choose the day of an alarm.

    Attributes:
        start_ms: Initial value of the pickers, epoch milliseconds.
    """

    start_ms: int = 0

    def day(self, screen: Actions) -> dt.date:
        """Return the initial date."""
        return moment(screen.context, self.start_ms).date()

    def on_pick(self, screen: Actions, day: dt.date) -> None:
        """Continue with the time."""
        screen.show_dialog(ChooseTime(self.start_ms, day))


@dataclass(frozen=True)
class ChooseTime(TimeDialog[Actions]):
    """Choose the time of day of an alarm.

    Attributes:
        start_ms: Initial value of the pickers, epoch milliseconds.
        on: The chosen day.
    """

    start_ms: int = 0
    on: dt.date = dt.date(2023, 10, 15)

    def time(self, screen: Actions) -> dt.time:
        """Return the initial time."""
        return moment(screen.context, self.start_ms).time()

    def on_pick(self, screen: Actions, time: dt.time) -> None:
        """Combine the day and the time."""
        at = dt.datetime.combine(
            self.on, time.replace(second=0), screen.context.system.clock.zone()
        )
        screen.update_dialog(SetAlarm(int(at.timestamp() * 1000)))


@dataclass(frozen=True)
class EditLink(Dialog[Actions]):
    """Enter the text and the target of a link.

    Attributes:
        label: Text of the link.
        url: Target of the link.
    """

    label: str = ""
    url: str = ""

    def build(self, screen: Actions) -> Overlay:
        """Build two fields and a button."""

        def accept() -> None:
            screen.dismiss_dialog()
            edited = insert(f"[{self.label}]({self.url})")(screen.selected_text())
            screen.put_body(edited.text, edited.end)

        def field(name: str, hint: str) -> View:
            def typed(text: str) -> None:
                changes = {name: text}
                screen.update_dialog(replace(self, **changes))

            return EditText(
                getattr(self, name),
                key=name,
                hint=hint,
                on_text_change=typed,
                input_type="uri" if name == "url" else "text",
                width=MATCH,
            )

        return box(
            screen,
            "Edit link",
            wide_column(
                words("Link text"),
                field("label", "Link description"),
                words("URL"),
                field("url", "URL"),
                native_button("Done", accept, width=MATCH, margin=(0, 10, 0, 0)),
                padding=(30, 0, 30, 20),
            ),
        )
