"""The editor without its views: reads, changes, saves and shares a document."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace
from typing import Any

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.appkit.searching import (
    compile_search,
    count_matches,
    replace_matches,
)
from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.apps.markor.edits import (
    Edited,
    apply,
    continue_list,
    difference,
    joins,
    offset_of_line,
)
from android_gym.simulator.apps.markor.look import MarkorActivity
from android_gym.simulator.apps.markor.model import Change, EditorState, kind_of
from android_gym.simulator.apps.markor.storage import BOM, Notebook
from android_gym.simulator.system import intents
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, S_co, callback
from android_gym.simulator.ui.editable import Editable

EDITOR_ID = "document__fragment__edit__highlighting_editor"
SAVE_DELAY_MS = 500
UNDO_LENGTH = 200
TOO_SHORT = (
    "Files with fewer than 2 characters not saved automatically in order to prevent data loss."
)
SPEED_READ_MS = 250
SHARED_AS = {
    "html": ("text/html", ".html"),
    "image": ("image/jpeg", ".jpg"),
    "screenshot": ("image/jpeg", ".jpg"),
    "pdf": ("application/pdf", ".pdf"),
}
"""MIME type and file extension of each format that is shared as a file."""


class EditorActivity(MarkorActivity[S_co]):
    """Base of the activities with one or more editors, each in its own state field."""

    def editor(self, slot: str) -> Editor:
        """Return the editor whose state is in a field."""
        return Editor(self, slot)

    @callback
    def editor_ready(self, slot: str) -> None:
        """Enable Save if there are unsaved changes."""
        editor = self.editor(slot)
        editor.change(ready=editor.state.text != editor.state.saved)

    @callback
    def speed_read(self, slot: str) -> None:
        """Show the next word if Speed Read is still open."""
        editor = self.editor(slot)
        if 0 <= editor.state.word < len(editor.state.text.split()) - 1:
            editor.speed_read(editor.state.word + 1)


class Editor:
    """The editor of one document.

    Args:
        activity: The screen that shows it.
        slot: Field of the activity's state that holds the `EditorState`.
    """

    def __init__(self, activity: EditorActivity[Any], slot: str) -> None:
        self.activity = activity
        self.slot = slot
        self.notebook = Notebook(activity.context)

    @property
    def state(self) -> EditorState:
        """State of the document."""
        state: EditorState = getattr(self.activity.state, self.slot)
        return state

    def change(self, **changes: Any) -> None:
        """Replace fields of the state."""
        self.put(replace(self.state, **changes))

    def put(self, state: EditorState) -> None:
        """Replace the state."""
        self.activity.update(**{self.slot: state})

    # -- reading and writing

    def opened(self, path: str, line: int | None = None) -> EditorState:
        """Read a document, with the cursor restored or moved to a line."""
        state = self._read(path)
        cursor = len(state.text)
        if line is not None:
            cursor = offset_of_line(state.text, line)
        elif state.text and not self.notebook.get(
            "pref_key__editor_start_editing_on_bottom", False
        ):
            cursor = min(cursor, int(self.notebook.get(f"edit_pos:{path}", cursor)))
        first = self._preview_first and bool(state.text)
        preview = self.notebook.get(f"preview:{path}", first)
        return replace(state, cursor=cursor, preview=preview)

    @property
    def _preview_first(self) -> bool:
        """True if documents open in view mode by default."""
        return bool(self.notebook.get("pref_key__is_preview_first", False))

    def _read(self, path: str) -> EditorState:
        """Read a document, with the cursor at its end."""
        files = self.notebook.files
        try:
            text = files.read(path).decode("utf-8", "replace")
            mtime = files.stat(path).mtime_ms
        except FileError:
            return EditorState(path)
        bom = text.startswith(BOM)
        text = text.removeprefix(BOM)
        return EditorState(path, text, text, mtime, bom, len(text))

    def resume(self) -> None:
        """Read the file again if it has changed and there are no unsaved changes."""
        state = self.state
        if not state.path or state.text != state.saved:
            return
        fresh = self._read(state.path)
        if fresh.mtime_ms > state.mtime_ms and fresh.text != state.saved:
            self._take(fresh)

    def reload(self) -> None:
        """Read the file again, discarding unsaved changes."""
        self._take(self._read(self.state.path))

    def _take(self, fresh: EditorState) -> None:
        state = self.state
        self.put(replace(fresh, preview=state.preview, search=state.search, word=state.word))

    def pause(self) -> None:
        """Save changes unless the text is nearly empty; remember the cursor and the mode."""
        state = self.state
        if not state.path:
            return
        if state.text != state.saved:
            if len(state.text) < 2:
                self.activity.toast(TOO_SHORT, long=True)
            else:
                self.save()
        field = self._field()
        shown = state.preview if state.preview != self._preview_first else None
        remembered: dict[str, Any] = {f"preview:{state.path}": shown}
        if field is not None:
            end = field.selection[1]
            remembered[f"edit_pos:{state.path}"] = end if end < len(state.text) else None
        known = self.activity.context.preferences("app").all()
        if any(known.get(name) != value for name, value in remembered.items()):
            self.notebook.put(**remembered)
        if self.notebook.files.exists(state.path):
            self.notebook.visited(state.path)

    def save(self) -> None:
        """Write the file, creating its parent folders."""
        state, notebook = self.state, self.notebook
        notebook.make_folder(posixpath.dirname(state.path))
        if notebook.write(state.path, (BOM if state.bom else "") + state.text):
            entry = notebook.entry(state.path)
            mtime = entry.mtime_ms if entry is not None else 0
            self.change(saved=state.text, ready=False, mtime_ms=mtime)

    def save_changes(self) -> None:
        """Save if there are unsaved changes."""
        if self.state.text != self.state.saved:
            self.save()

    # -- changing

    def _field(self) -> Editable | None:
        """Return the text field on screen, if any."""
        windows = self.activity.context.windows
        for window in windows.windows():
            if window.owner == self.activity.token:
                for field in window.ui.fields:
                    if field.id == EDITOR_ID:
                        return field
        return None

    def typed(self, text: str) -> None:
        """Take the text edited by the user."""
        state = self.state
        start, removed, added = difference(state.text, text)
        cursor = start + len(added)
        if added.endswith("\n") and not removed and self.formatted:
            continued = continue_list(Edited(text, cursor, cursor))
            text, cursor = continued.text, continued.end
        self._changed(text, cursor)

    def _changed(self, text: str, cursor: int) -> None:
        state = self.state
        undo, change = state.undo, difference(state.text, text)
        if undo and joins(undo[-1], change):
            last = undo[-1]
            undo = (*undo[:-1], (last[0], last[1], last[2] + change[2]))
        else:
            undo = (*undo, change)[-UNDO_LENGTH:]
        self._show(text, cursor, undo, ())

    def _show(
        self, text: str, cursor: int, undo: tuple[Change, ...], redo: tuple[Change, ...]
    ) -> None:
        if self.state.text == self.state.saved:
            self.activity.after(SAVE_DELAY_MS, "editor_ready", self.slot)
        self.change(text=text, cursor=cursor, undo=undo, redo=redo)

    def undo(self, forward: bool = False) -> None:
        """Undo the last change, or redo it with `forward`."""
        state = self.state
        source, target = (state.redo, state.undo) if forward else (state.undo, state.redo)
        if not source:
            return
        start, before, after = source[-1]
        gone, new = (before, after) if forward else (after, before)
        text = state.text[:start] + new + state.text[start + len(gone) :]
        source, target = source[:-1], (*target, source[-1])
        undo, redo = (target, source) if forward else (source, target)
        self._show(text, start + len(new), undo, redo)
        if text == state.saved:
            self.change(ready=False)

    def act(self, action: str) -> bool:
        """Perform an action of the toolbar.

        Returns:
            Whether it was performed; False for actions that need a dialog first.
        """
        field = self._field()
        if field is None:
            return True
        state = self.state
        start, end = sorted(field.selection)
        name = "todo_checkbox" if action == "checkbox" and self.kind == "todotxt" else action
        today = self.activity.context.system.clock.datetime()
        dated = self.notebook.get("pref_key__todotxt__add_completion_date_for_todos", True)
        new = apply(
            name,
            Edited(field.text, start, end),
            bullet=self.notebook.get("pref_key__editor_unordered_list_character", "-"),
            done=f"x {today:%Y-%m-%d} " if dated else "x ",
        )
        if new is not None:
            if new.text == state.text:
                field.select(new.start, new.end)
            else:
                self._changed(new.text, new.end)
            self.activity.focus(EDITOR_ID)
        elif action == "open_link":
            self._open_link_at(field.text, end)
        elif action == "rotate":
            display = self.activity.context.system.display
            display.hold(0 if display.rotation else 1)
        elif action == "open_with":
            data = f"{self._provider}{state.path}"
            intent = Intent("android.intent.action.VIEW", data=data, type="text/plain")
            choose_app(self.activity, intent)
        elif action in ("undo", "redo"):
            self.undo(forward=action == "redo")
        else:
            return False
        return True

    def insert(self, text: str) -> None:
        """Insert text at the selection."""
        field = self._field()
        before = self.state.text
        start, end = sorted(field.selection) if field is not None else (len(before),) * 2
        self._changed(before[:start] + text + before[end:], start + len(text))

    def replace(self, wanted: str, new: str, count: int, *, regex: bool, multiline: bool) -> None:
        """Replace the first `count` matches, or all if it is 0."""
        before = self.state.text
        pattern = compile_search(wanted, regex=regex, multiline=multiline)
        if pattern is None:
            return
        text = replace_matches(pattern, new, before, count, regex=regex)
        if wanted and text is not None and text != before:
            start, _, added = difference(before, text)
            self._changed(text, start + len(added))

    def matches(self, wanted: str, *, regex: bool, multiline: bool) -> int | None:
        """Return the number of matches; None if the regular expression is invalid."""
        if not wanted:
            return 0
        pattern = compile_search(wanted, regex=regex, multiline=multiline)
        return None if pattern is None else count_matches(pattern, self.state.text)

    def jump(self, line: int) -> None:
        """Move the cursor to a line, counted from 1."""
        field = self._field()
        offset = offset_of_line(self.state.text, line)
        if field is not None:
            field.select(offset, offset)
        self.activity.focus(EDITOR_ID)

    def jump_to_end(self) -> None:
        """Move the cursor to the end or, if it is there, to the start."""
        field = self._field()
        if field is not None:
            end = len(field.text)
            offset = 0 if field.selection[1] == end else end
            field.select(offset, offset)

    def _open_link_at(self, text: str, cursor: int) -> None:
        begin = text.rfind("\n", 0, cursor) + 1
        stop = text.find("\n", cursor)
        line = text[begin : len(text) if stop < 0 else stop]
        found = re.search(r"https?://[^\s)>\]]+", line)
        if found is None:
            found = re.search(r"\]\(([^)]+)\)", line)
        if found is not None:
            self.open_link(found[found.lastindex or 0])

    def open_link(self, target: str) -> None:
        """Open a link: documents here, anything else in another app."""
        if not re.match(r"[a-z][a-z0-9+.-]*:", target, re.IGNORECASE):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(self.state.path), target))
            if self.notebook.files.is_file(path):
                open_document(self.activity, path)
            return
        self.activity.start_activity(Intent(action="android.intent.action.VIEW", data=target))

    # -- format

    @property
    def kind(self) -> str:
        """Format of the document: the one chosen in its menu, else by its file name."""
        path = self.state.path
        chosen = self.notebook.get(f"format:{path}", "")
        return chosen or kind_of(posixpath.basename(path)) or "plaintext"

    @property
    def formatted(self) -> bool:
        """True if Enter continues lists."""
        path = self.state.path
        return self.kind in ("markdown", "plaintext") and bool(
            self.notebook.get(f"auto_format:{path}", True)
        )

    # -- sharing

    @property
    def _provider(self) -> str:
        return f"content://{self.activity.context.package}.provider"

    def share(self, form: str) -> None:
        """Share the document in a format of `SHARED_AS`, or as "calendar" or "text"."""
        self.save_changes()
        state = self.state
        name = posixpath.basename(state.path)
        stem = name.rpartition(".")[0] or name
        extras: Map[str, Any] = Map({"android.intent.extra.SUBJECT": stem})
        if form == "calendar":
            extras = extras.update(title=stem, description=state.text)
            kind = "vnd.android.cursor.item/event"
            intent = Intent("android.intent.action.INSERT", type=kind, extras=extras)
            self.activity.start_activity(intent)
            return
        mime, suffix = SHARED_AS.get(form, ("text/plain", ""))
        if form in ("text", "html_text"):
            html = f"<html><body><pre>{state.text}</pre></body></html>"
            text = state.text if form == "text" else html
            extras = extras.set("android.intent.extra.TEXT", text)
        else:
            shared = f"{self._provider}/cache/{stem + suffix if suffix else name}"
            extras = extras.set("android.intent.extra.STREAM", shared)
        choose_app(self.activity, Intent("android.intent.action.SEND", type=mime, extras=extras))

    def speed_read(self, word: int) -> None:
        """Show a word and schedule the next one."""
        self.change(word=word)
        self.activity.after(SPEED_READ_MS, "speed_read", self.slot)


def open_document(
    activity: Activity[Any], path: str, line: int | None = None, *, keyboard: bool = False
) -> None:
    """Open a document in its own task.

    Args:
        activity: The activity that opens it.
        path: The document.
        line: Line to put the cursor on.
        keyboard: Whether to keep the keyboard up (`windowSoftInputMode` stateUnchanged).
    """
    extras: dict[str, Any] = {"path": path, "keyboard": keyboard}
    if line is not None:
        extras["line"] = line
    flags = intents.FLAG_ACTIVITY_NEW_TASK | intents.FLAG_ACTIVITY_NEW_DOCUMENT
    activity.start_activity(
        Intent(
            action="android.intent.action.CALL_BUTTON",
            component=activity.context.manifest.component(".activity.DocumentActivity"),
            flags=flags | intents.FLAG_ACTIVITY_MULTIPLE_TASK,
            extras=Map(extras),
        )
    )
