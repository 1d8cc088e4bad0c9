"""Actions of Keep's screens."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from immutables import Map

from android_gym.simulator.appkit.list_bars import toggled
from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.appkit.times import is_24_hour
from android_gym.simulator.apps.keep.model import Content, Item, KeepState, Note, Page
from android_gym.simulator.apps.keep.reminders import plan
from android_gym.simulator.apps.keep.storage import Notes, Settings
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, callback

__all__ = ["Actions"]

_MOST_UNDO = 50


class Actions(Activity[KeepState]):
    """The notes and the editor, without their views."""

    @property
    def notes(self) -> Notes:
        """The notes."""
        return Notes(self.context)

    @property
    def settings(self) -> Settings:
        """The user's settings."""
        return Settings(self.context)

    @property
    def note(self) -> Note | None:
        """The note in the editor."""
        return self.notes.get(self.state.editing) if self.state.editing else None

    def moment(self, time_ms: int) -> str:
        """Format a time as in chips: "Today, 6:00 PM"."""
        when = self.context.system.clock.datetime(time_ms)
        today = self.context.system.clock.today()
        days = (when.date() - today).days
        names = {0: "Today", 1: "Tomorrow", -1: "Yesterday"}
        day = names.get(days) or f"{when:%b} {when.day}" + (
            f", {when.year}" if when.year != today.year else ""
        )
        if is_24_hour(self.context):
            return f"{day}, {when:%H:%M}"
        return f"{day}, {when.hour % 12 or 12}:{when:%M %p}"

    # -- lists of notes

    def go(self, page: Page, label: int = 0) -> None:
        """Show other notes."""
        self.update(page=page, label=label, drawer=False, selected=(), query=None)

    def search(self, query: str | None) -> None:
        """Search for a text; None closes the search."""
        if query is None:
            self.hide_keyboard()
            self.update(query=None, color="", kind="", found_label=0)
        else:
            self.update(query=query, selected=())

    def toggle(self, number: int) -> None:
        """Select a note, or deselect it."""
        self.update(selected=toggled(self.state.selected, number))

    def tap(self, number: int) -> None:
        """Open a note, or toggle its selection while others are selected."""
        if self.state.selected:
            self.toggle(number)
        else:
            self.open(number)

    def pin(self, numbers: tuple[int, ...]) -> None:
        """Pin notes; if all of them are pinned, unpin them."""
        found = [self.notes.get(number) for number in numbers]
        pinned = all(note is not None and note.pinned for note in found)
        self.notes.pin(numbers, not pinned)
        self.update(selected=())

    def archive(self, numbers: tuple[int, ...], archived: bool) -> None:
        """Archive or unarchive notes."""
        self.leave_editor()
        changed = tuple(note.id for note in self._found(numbers) if note.archived != archived)
        pinned = self._pinned(numbers)
        self.notes.archive(numbers, archived)
        self.update(selected=())
        what = "archived" if archived else "unarchived"
        words = f"Note {what}" if len(numbers) == 1 else f"{len(numbers)} notes {what}"
        self.show_snackbar(
            words, action="Undo", method="undo_archive", arguments=(changed, not archived, pinned)
        )

    def _found(self, numbers: tuple[int, ...]) -> list[Note]:
        return [note for note in map(self.notes.get, numbers) if note is not None]

    def _pinned(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """Return which of the notes are pinned."""
        return tuple(note.id for note in self._found(numbers) if note.pinned)

    @callback
    def undo_archive(
        self, numbers: tuple[int, ...], archived: bool, pinned: tuple[int, ...]
    ) -> None:
        """Undo the last archiving or unarchiving; pin what it has unpinned."""
        self.notes.archive(numbers, archived)
        self.notes.pin(pinned, True)

    def trash(self, numbers: tuple[int, ...]) -> None:
        """Move notes to the trash."""
        self.leave_editor()
        pinned = self._pinned(numbers)
        self.notes.trash(numbers)
        self.update(selected=())
        words = "Note moved to trash" if len(numbers) == 1 else (
            f"{len(numbers)} notes moved to trash"
        )  # fmt: skip
        self.show_snackbar(words, action="Undo", method="undo_trash", arguments=(numbers, pinned))

    @callback
    def undo_trash(self, numbers: tuple[int, ...], pinned: tuple[int, ...]) -> None:
        """Undo the last move to the trash; pin what it has unpinned."""
        self.restore(numbers)
        self.notes.pin(pinned, True)

    def restore(self, numbers: tuple[int, ...]) -> None:
        """Restore notes from the trash."""
        self.notes.restore(numbers)
        self.update(selected=())

    def delete(self, numbers: tuple[int, ...]) -> None:
        """Permanently delete notes."""
        self.update(selected=(), editing=0)
        self.notes.delete(numbers)
        plan(self.context)

    def copy(self, number: int) -> None:
        """Make a copy of a note."""
        self.leave_editor()
        if self.notes.copy(number):
            self.update(selected=())
            self.show_snackbar("Note copied")

    def send(self, number: int) -> None:
        """Share a note with another app."""
        note = self.notes.get(number)
        if note is None:
            return
        self.update(selected=())
        lines = [note.content.text]
        if note.content.is_list:
            lines = [f"[{'x' if item.checked else ' '}] {item.text}" for item in note.content.items]
        extras = {"android.intent.extra.TEXT": "\n".join(lines)}
        if note.content.title:
            extras["android.intent.extra.SUBJECT"] = note.content.title
        intent = Intent("android.intent.action.SEND", type="text/plain", extras=Map(extras))
        choose_app(self, intent)

    def set_color(self, numbers: tuple[int, ...], color: str) -> None:
        """Set the colour of notes."""
        self.notes.set_color(numbers, color)
        self.update(selected=())

    def remind(self, numbers: tuple[int, ...], when: dt.datetime | None) -> None:
        """Set the reminder of notes; None removes it."""
        zone = self.context.system.clock.zone()
        time_ms = int(when.replace(tzinfo=zone).timestamp() * 1000) if when is not None else 0
        self.notes.remind(numbers, time_ms)
        plan(self.context)
        self.update(selected=())

    def now(self) -> dt.datetime:
        """Return the phone's time."""
        return self.context.system.clock.datetime()

    # -- the editor

    def create(self, *, is_list: bool = False) -> None:
        """Open the editor with a new note, which gets the label on screen."""
        content = Content(items=(Item(0, ""),), is_list=is_list)
        number = self.notes.add(content)
        if self.state.page == "label":
            self.notes.put_label((number,), self.state.label, True)
        self.open(number, created=True)
        note = self.note
        if note is not None:
            self.show_keyboard(f"item{note.content.items[0].id}" if is_list else "edit_note_text")

    def open(self, number: int, *, created: bool = False) -> None:
        """Open a note in the editor."""
        self.hide_snackbar()
        self.update(
            editing=number, created=created, undo=(), redo=(), folded=False, drawer=False,
            selected=(),
        )  # fmt: skip

    def leave_editor(self) -> None:
        """Close the editor; an empty note is deleted."""
        note = self.note
        if not self.state.editing:
            return
        self.hide_keyboard()
        self.update(editing=0, created=False, undo=(), redo=())
        if note is not None and note.content.empty and not note.trashed_ms:
            self.notes.delete((note.id,))
            plan(self.context)
            self.show_snackbar("Empty note discarded")

    def change(self, content: Content) -> None:
        """Change the content of the note in the editor."""
        note = self.note
        if note is None or note.content == content:
            return
        undo = (*self.state.undo, note.content)[-_MOST_UNDO:]
        self.notes.save(note.id, content)
        self.update(undo=undo, redo=())

    def undo(self) -> None:
        """Undo the last change."""
        note = self.note
        if note is not None and self.state.undo:
            *rest, last = self.state.undo
            self.notes.save(note.id, last)
            self.update(undo=tuple(rest), redo=(*self.state.redo, note.content))

    def redo(self) -> None:
        """Redo the change undone last."""
        note = self.note
        if note is not None and self.state.redo:
            *rest, last = self.state.redo
            self.notes.save(note.id, last)
            self.update(redo=tuple(rest), undo=(*self.state.undo, note.content))

    def type_title(self, text: str) -> None:
        """Change the title."""
        if self.note is not None:
            self.change(replace(self.note.content, title=text))

    def type_text(self, text: str) -> None:
        """Change the text of a note that isn't a list."""
        note = self.note
        if note is not None:
            first = note.content.items[0].id if note.content.items else 0
            self.change(replace(note.content, items=(Item(first, text),)))

    def type_item(self, place: int, text: str) -> None:
        """Change an item; line breaks split it into several items."""
        note = self.note
        if note is None or place >= len(note.content.items):
            return
        items = list(note.content.items)
        first, *more = text.split("\n")
        items[place] = replace(items[place], text=first)
        items[place + 1 : place + 1] = [Item(0, line) for line in more]
        self.change(replace(note.content, items=tuple(items)))
        if more:
            self._focus_item(place + len(more))

    def add_item(self) -> None:
        """Add an item after the unchecked ones."""
        note = self.note
        if note is None:
            return
        items = list(note.content.items)
        place = max((i + 1 for i, item in enumerate(items) if not item.checked), default=0)
        items.insert(place, Item(0, ""))
        self.change(replace(note.content, items=tuple(items)))
        self._focus_item(place)

    def _focus_item(self, place: int) -> None:
        note = self.note
        if note is not None and place < len(note.content.items):
            self.show_keyboard(f"item{note.content.items[place].id}")

    def _edit_items(self, items: list[Item]) -> None:
        note = self.note
        if note is not None:
            self.change(replace(note.content, items=tuple(items)))

    def check(self, place: int, checked: bool) -> None:
        """Check or uncheck an item and its indented ones."""
        note = self.note
        if note is None or place >= len(note.content.items):
            return
        items = list(note.content.items)
        items[place] = replace(items[place], checked=checked)
        if not items[place].indented:
            for below in range(place + 1, len(items)):
                if not items[below].indented:
                    break
                items[below] = replace(items[below], checked=checked)
        self._edit_items(items)

    def remove_item(self, place: int) -> None:
        """Remove an item."""
        note = self.note
        if note is not None:
            items = list(note.content.items)
            del items[place : place + 1]
            self._edit_items(items)

    def move_item(self, place: int, rows: int) -> None:
        """Move an item up or down among the unchecked ones."""
        note = self.note
        if note is None:
            return
        items = list(note.content.items)
        shown = [i for i, item in enumerate(items) if not item.checked]
        if place not in shown:
            return
        to = shown[max(0, min(len(shown) - 1, shown.index(place) + rows))]
        items.insert(to, items.pop(place))
        self._edit_items(items)

    def indent(self, place: int) -> None:
        """Indent an item below the one above it, or remove the indentation."""
        note = self.note
        if note is None or not 0 < place < len(note.content.items):
            return
        items = list(note.content.items)
        items[place] = replace(items[place], indented=not items[place].indented)
        self._edit_items(items)

    def to_list(self) -> None:
        """Turn a note into a list, with an item for each line."""
        note = self.note
        if note is not None:
            lines = note.content.text.split("\n")
            items = tuple(Item(0, line) for line in lines if line or len(lines) == 1)
            self.change(replace(note.content, items=items, is_list=True))

    def to_text(self) -> None:
        """Turn a list into a text, with a line for each item."""
        note = self.note
        if note is not None:
            items = (Item(0, note.content.text),)
            self.change(replace(note.content, items=items, is_list=False))

    def uncheck_all(self) -> None:
        """Uncheck all items."""
        if self.note is not None:
            self._edit_items([replace(item, checked=False) for item in self.note.content.items])

    def delete_checked(self) -> None:
        """Remove all checked items."""
        if self.note is not None:
            self._edit_items([item for item in self.note.content.items if not item.checked])

    # -- labels

    def choose_labels(self, numbers: tuple[int, ...]) -> None:
        """Open the page that assigns labels to notes."""
        self.hide_keyboard()
        self.update(labelling=numbers, label_query="", selected=())

    def close_labels(self) -> None:
        """Close the page that assigns labels."""
        self.hide_keyboard()
        self.update(labelling=(), label_query="")

    def create_label(self, name: str) -> None:
        """Create a label, and assign it to the notes on the label page."""
        name = name.strip()
        if name:
            label = self.notes.add_label(name)
            self.notes.put_label(self.state.labelling, label, True)
            self.update(label_query="", new_label="")

    # -- lifecycle

    def on_new_intent(self) -> None:
        """Open the note of a reminder."""
        number = self.intent.get_int("note", 0)
        if number and self.notes.get(number) is not None:
            self.leave_editor()
            self.open(number)

    def on_resume(self) -> None:
        """Delete notes that have been in the trash for a week."""
        self.notes.purge()

    def on_back(self) -> bool:
        """Close what is open."""
        state = self.state
        if state.labelling:
            self.close_labels()
        elif state.managing:
            self.update(managing=False, new_label="")
        elif state.drawer:
            self.update(drawer=False)
        elif state.editing:
            self.leave_editor()
        elif state.selected:
            self.update(selected=())
        elif state.query is not None:
            self.search(None)
        elif state.page != "notes":
            self.go("notes")
        else:
            return False
        return True
