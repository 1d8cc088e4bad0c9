"""Editing of the note on screen: typing, saving, undo and the toolbar's buttons."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from android_gym.simulator.appkit.text_edits import (
    Change,
    Edited,
    around,
    continue_list,
    difference,
    each_line,
    insert,
    joins,
    toggle_prefix,
)
from android_gym.simulator.apps.joplin.dates import moment_text
from android_gym.simulator.apps.joplin.model import Note
from android_gym.simulator.apps.joplin.navigation import Navigation
from android_gym.simulator.ui.activity import callback

if TYPE_CHECKING:
    from android_gym.simulator.ui.editable import Editable

__all__ = ["BODY", "TITLE", "TOOLBAR", "Editing"]

BODY: Final = "body"
TITLE: Final = "title"
SAVE_MS: Final = 500
MOST_UNDO: Final = 100
MOST_UNDO_TEXT: Final = 1 << 20
LONGEST_TITLE: Final = 80

TOOLBAR: Final = (
    ("Bold", "format_bold"),
    ("Italic", "format_italic"),
    ("Code", "code_json"),
    ("KaTeX", "sigma"),
    ("Link", "link_variant"),
    ("Unordered list", "format_list_bulleted"),
    ("Ordered list", "format_list_numbered"),
    ("Task list", "format_list_checks"),
    ("Decrease indent level", "format_indent_decrease"),
    ("Increase indent level", "format_indent_increase"),
    ("Header 1", "format_header_1"),
    ("Header 2", "format_header_2"),
    ("Header 3", "format_header_3"),
    ("Header 4", "format_header_4"),
    ("Header 5", "format_header_5"),
    ("Insert time", "calendar_plus"),
    ("Attach", "paperclip"),
    ("Find and replace", "magnify"),
    ("Hide keyboard", "keyboard_close"),
)
"""Description and icon of each button of the toolbar."""

_DO: Final[dict[str, Callable[[Edited], Edited]]] = {
    "Bold": around("**"),
    "Italic": around("*"),
    "Code": around("`"),
    "KaTeX": around("$"),
    "Unordered list": toggle_prefix("- "),
    "Ordered list": toggle_prefix("1. "),
    "Task list": toggle_prefix("- [ ] "),
    "Increase indent level": each_line(lambda line, _: "\t" + line),
    "Decrease indent level": each_line(lambda line, _: re.sub(r"^(\t| {1,4})", "", line)),
    **{f"Header {level}": toggle_prefix("#" * level + " ") for level in range(1, 6)},
}

_BOX: Final = re.compile(r"^(\s*(?:[-*+]|\d+[.)])\s+\[)([ xX])(\].*)$")


def default_title(body: str) -> str:
    """Return the title of an untitled note: its first line without Markdown syntax."""
    line = next((line for line in body.lstrip().split("\n", 1)), "")[: 4 * LONGEST_TITLE]
    plain = re.sub(r"^[#>\s]*(?:[-*+]\s+)?(?:\[[ xX]\]\s+)?", "", line)
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", plain)
    return re.sub(r"[*_`~]", "", plain).strip()[:LONGEST_TITLE]


class Editing(Navigation):
    """Base of the main activity that edits the note on screen."""

    @property
    def note(self) -> Note | None:
        """The note as saved; None if it is gone."""
        return self.store.note(self.state.note.id)

    def texts(self, note: Note) -> tuple[str, str]:
        """Return a note's title and text, including unsaved changes."""
        state = self.state.note
        title = note.title if state.title is None else state.title
        return title, note.body if state.body is None else state.body

    # -- saving

    def _changed(self) -> None:
        """Schedule a save unless one is already pending."""
        state = self.state.note
        if state.title is None and state.body is None:
            self.after(SAVE_MS, "save_note")

    def typed_title(self, text: str) -> None:
        """Take the typed title, reduced to one line."""
        self._changed()
        self.change_note(title=text.replace("\n", " "), auto_title=False)

    def typed_body(self, text: str) -> None:
        """Take the typed text, continuing lists."""
        note = self.note
        if note is None:
            return
        before = self.texts(note)[1]
        start, removed, added = difference(before, text)
        cursor = start + len(added)
        if added.endswith("\n") and not removed:
            continued = continue_list(Edited(text, cursor, cursor))
            text, cursor = continued.text, continued.end
        self.put_body(text, cursor)

    def put_body(self, text: str, cursor: int) -> None:
        """Replace the text as an edit that can be undone."""
        note = self.note
        if note is None:
            return
        state, change = self.state.note, difference(self.texts(note)[1], text)
        undo = state.undo
        if undo and joins(undo[-1], change):
            at, removed, added = undo[-1]
            undo = (*undo[:-1], (at, removed, added + change[2]))
        else:
            undo = _bounded((*undo, change))
        self._changed()
        self.change_note(body=text, cursor=cursor, undo=undo, redo=())

    def step(self, *, forward: bool = False) -> None:
        """Undo the last edit, or redo it."""
        note, state = self.note, self.state.note
        steps = state.redo if forward else state.undo
        if note is None or not steps:
            return
        at, removed, added = steps[-1]
        old, new = (removed, added) if forward else (added, removed)
        before = self.texts(note)[1]
        if before[at : at + len(old)] != old:
            self.change_note(undo=(), redo=())  # another writer has changed the note
            return
        self._changed()
        text = before[:at] + new + before[at + len(old) :]
        undo = (*state.undo, steps[-1]) if forward else state.undo[:-1]
        redo = state.redo[:-1] if forward else (*state.redo, steps[-1])
        self.change_note(body=text, cursor=at + len(new), undo=undo, redo=redo)

    @callback
    def save_note(self) -> None:
        """Save the typed text."""
        state, note = self.state.note, self.note
        if state.title is None and state.body is None:
            return
        if note is not None:
            title, body = self.texts(note)
            if state.auto_title:
                title = default_title(body)
            changes = {"title": title} if title != note.title else {}
            if body != note.body:
                changes["body"] = body
            if changes:
                self.store.save_note(note.id, **changes)
                self.change_note(provisional=False)
        self.change_note(title=None, body=None)

    def leave(self) -> None:
        """Save the note on screen, or remove it if it is new and still empty."""
        if self.state.route != "Note":
            return
        self.save_note()
        state, note = self.state.note, self.note
        if state.provisional and note is not None and not note.title and not note.body:
            self.store.erase(note.id)

    # -- modes

    def edit(self) -> None:
        """Switch to the editor; a to-do starts in its title."""
        note = self.note
        if note is None:
            return
        self.change_note(editing=True)
        self.show_keyboard(TITLE if note.is_todo else BODY)

    def view(self) -> None:
        """Save, and show the rendered text."""
        self.save_note()
        self.hide_keyboard()
        self.change_note(editing=False, find=None, undo=(), redo=(), auto_title=False)

    def check(self, line: int) -> None:
        """Tick or untick the task on a line of the text."""
        note = self.note
        if note is None:
            return
        lines = note.body.split("\n")
        found = _BOX.match(lines[line]) if line < len(lines) else None
        if found is None:
            return
        lines[line] = found[1] + ("x" if found[2] == " " else " ") + found[3]
        self.store.save_note(note.id, body="\n".join(lines))

    # -- toolbar

    def field(self) -> Editable | None:
        """Return the text field if it is on screen."""
        for window in self.context.windows.windows():
            if window.owner == self.token:
                for field in window.ui.fields:
                    if field.key == BODY:
                        return field
        return None

    def selected_text(self) -> Edited:
        """Return the text with its selection; without a field, the cursor is at the end."""
        field, note = self.field(), self.note
        if field is not None:
            start, end = sorted(field.selection)
            return Edited(field.text, start, end)
        text = self.texts(note)[1] if note is not None else ""
        return Edited(text, len(text), len(text))

    def run(self, name: str) -> None:
        """Run a toolbar action that changes the text."""
        if name == "Insert time":
            edit = insert(moment_text(self.context, self.settings, self.store.now_ms))
        else:
            edit = _DO[name]
        new = edit(self.selected_text())
        self.put_body(new.text, new.end)
        self.show_keyboard(BODY)

    def insert(self, text: str) -> None:
        """Insert text at the selection, or at the end if the note is shown rendered."""
        new = insert(text)(self.selected_text())
        self.put_body(new.text, new.end)


def _bounded(undo: tuple[Change, ...]) -> tuple[Change, ...]:
    """Return the newest edits, within the limits on their number and size."""
    kept: list[Change] = []
    size = 0
    for change in reversed(undo[-MOST_UNDO:]):
        size += len(change[1]) + len(change[2])
        if kept and size > MOST_UNDO_TEXT:
            break
        kept.append(change)
    return tuple(reversed(kept))
