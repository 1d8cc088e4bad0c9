"""Actions of Joplin's screens and dialogs."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Hashable
from dataclasses import replace
from typing import Any, Final

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.appkit.list_bars import toggled
from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.apps.joplin import alarms
from android_gym.simulator.apps.joplin.editing import BODY, TITLE, Editing
from android_gym.simulator.apps.joplin.manifest import LOCATION
from android_gym.simulator.apps.joplin.model import (
    ConfigState,
    FolderState,
    MainState,
    Note,
    NoteState,
    Place,
    SearchState,
)
from android_gym.simulator.apps.joplin.settings import Value
from android_gym.simulator.apps.joplin.storage import MOST_ATTACHMENT, NewerProfileError
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import callback

__all__ = ["Actions"]

SEARCH_MS: Final = 200
CAMERA: Final = "android.permission.CAMERA"
NOTIFICATIONS: Final = "android.permission.POST_NOTIFICATIONS"
OPENABLE: Final = ("android.intent.category.OPENABLE",)
TYPES: Final = {
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "webp": "image/webp", "bmp": "image/bmp", "pdf": "application/pdf", "txt": "text/plain",
    "md": "text/markdown", "csv": "text/csv", "json": "application/json", "zip": "application/zip",
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "mp4": "video/mp4", "svg": "image/svg+xml",
}  # fmt: skip


class Actions(Editing):
    """The main activity without its views."""

    def on_create(self) -> MainState:
        """Start with the notebook that was viewed last."""
        try:
            self.store.check()
            self.store.welcome()
            state = MainState(place=Place("folder", self._last_folder()))
        except NewerProfileError:
            return MainState()
        shared = self._shared(self.intent)
        return replace(state, **shared) if shared else state

    def _last_folder(self) -> str:
        folder = self.store.folder(self.store.setting("activeFolderId"))
        if folder is not None and not folder.deleted_ms:
            return folder.id
        return self.store.first_folder()

    def on_new_intent(self) -> None:
        """Handle an intent: open the note it names, or take shared content."""
        number = self.intent.extra("note")
        if isinstance(number, str) and self.store.note(number) is not None:
            self.show_note(number)
            return
        self.leave()
        shared = self._shared(self.intent)
        if shared:
            self.update(menu=False, selected=(), **shared)

    def _shared(self, intent: Intent) -> dict[str, Any]:
        """Create a note from shared text or files; return the state changes that show it."""
        if not (intent.action or "").startswith("android.intent.action.SEND"):
            return {}
        folder = self._last_folder()
        if not folder:
            return {}
        text = intent.extra("android.intent.extra.TEXT")
        stream = intent.extra("android.intent.extra.STREAM")
        body = text if isinstance(text, str) else ""
        for uri in stream if isinstance(stream, tuple) else (stream,):
            if isinstance(uri, str):
                body += self._attachment(uri)
        number = self.store.new_note(folder)
        title = intent.extra("android.intent.extra.SUBJECT")
        self.store.save_note(number, title=title if isinstance(title, str) else "", body=body)
        note = NoteState(number, editing=True)
        return {"route": "Note", "history": ("Notes",), "note": note}

    def on_resume(self) -> None:
        """Leave the note if it has been deleted elsewhere."""
        if self.state.route == "Note" and self.note is None:
            self.back()

    def on_pause(self) -> None:
        """Save the note."""
        if self.state.route == "Note":
            self.save_note()

    def on_destroy(self) -> None:
        """Save the note, or remove it if it is new and still empty."""
        self.leave()

    def on_back(self) -> bool:
        """Close what is open, or go back; leave the app at the end of the history."""
        if self.state.route == "Note":
            self.save_note()
        state = self.state
        if state.menu:
            self.set_menu(False)
        elif state.adding:
            self.update(adding=False)
        elif state.selected:
            self.update(selected=())
        elif state.route == "Note" and state.note.find is not None:
            self.change_note(find=None)
        elif state.route == "Note" and state.note.editing and not state.note.provisional:
            self.view()
        elif state.route == "Config" and (state.config.section or state.config.query is not None):
            self.update(config=replace(state.config, section="", query=None))
        elif state.route == "Config" and state.config.changes:
            self.ask_unsaved()
        else:
            return self.back()
        return True

    def ask_unsaved(self) -> None:
        """Ask what to do with unsaved settings; the screen shows the dialog."""
        raise NotImplementedError(f"{type(self).__name__} must ask.")

    # -- lists

    def toggle_selected(self, number: str) -> None:
        """Select or deselect a note."""
        self.update(selected=toggled(self.state.selected, number))

    def select_all(self) -> None:
        """Select all notes of the list."""
        self.update(selected=tuple(self.store.ids(self.place, self.settings.listing())))

    def set_completed(self, number: str, done: bool) -> None:
        """Tick or untick a to-do."""
        self.store.set_completed(number, done)
        alarms.schedule(self.context)

    def delete_notes(self, numbers: tuple[str, ...]) -> None:
        """Move notes to the trash; delete those already there."""
        self.store.delete(numbers)
        self.update(selected=())
        alarms.schedule(self.context)

    def restore_notes(self, numbers: tuple[str, ...]) -> None:
        """Take notes out of the trash."""
        self.store.restore(numbers)
        self.update(selected=())

    def duplicate_notes(self, numbers: tuple[str, ...]) -> None:
        """Copy notes."""
        for number in numbers:
            self.store.duplicate(number)
        self.update(selected=())

    def move_notes(self, numbers: tuple[str, ...], folder: str) -> None:
        """Move notes to a notebook and show it."""
        self.store.move(numbers, folder)
        self.update(selected=())

    def new_note(self, *, todo: bool = False) -> None:
        """Make a note and open it."""
        folder = self.present_folder
        number = self.store.new_note(folder, todo=todo)
        self.go("Note", note=NoteState(number, editing=True, provisional=True, auto_title=True))
        self.show_keyboard(TITLE if todo else BODY)
        if self.settings.flag("trackLocation") and not self.context.granted(LOCATION):
            self.request_permission(LOCATION)

    # -- searching

    def search(self, query: str) -> None:
        """Take the typed query; the search runs a moment after the last keystroke."""
        state = self.state.search
        if state.timer:
            self.context.system.clock.cancel(state.timer)
        timer = self.after(SEARCH_MS, "find")
        self.update(search=SearchState(query, state.found, timer))

    @callback
    def find(self) -> None:
        """Search for the typed query."""
        query = self.state.search.query
        self.update(search=SearchState(query, query))

    def clear_search(self) -> None:
        """Empty the search field."""
        self.update(search=SearchState())
        self.show_keyboard("search")

    # -- notebooks

    def edit_folder(self, number: str = "") -> None:
        """Open the notebook form, for a new notebook by default."""
        folder = self.store.folder(number) if number else None
        form = FolderState()
        if folder is not None:
            form = FolderState(folder.id, folder.title, folder.parent)
        self.go("Folder", folder=form)

    def save_folder(self) -> None:
        """Save the form and show the notebook."""
        form, store = self.state.folder, self.store
        title = form.title.strip()
        if not title:
            return
        parent = form.parent
        if parent and (store.folder(parent) is None or parent in store.inside(form.id or "-")):
            parent = ""
        self.hide_keyboard()
        number = store.save_folder(title, parent, form.id)
        self.show_place(Place("folder", number))

    def delete_folder(self, number: str) -> None:
        """Move a notebook to the trash; if it is on screen, show another one."""
        inside = self.store.inside(number)
        self.store.delete_folder(number)
        alarms.schedule(self.context)
        if self.state.place.id in inside:
            self.update(place=Place("folder", self._last_folder()))

    # -- a note

    def toggle_todo(self, note: Note) -> None:
        """Convert a note to a to-do or back."""
        changes = {"is_todo": int(not note.is_todo)}
        if note.is_todo:
            changes |= {"todo_completed": 0, "todo_due": 0}
        self.store.save_note(note.id, **changes)
        alarms.schedule(self.context)

    def set_alarm(self, number: str, due_ms: int) -> None:
        """Set a to-do's alarm; 0 removes it."""
        self.store.save_note(number, todo_due=due_ms)
        if due_ms and not self.context.granted(NOTIFICATIONS):
            self.request_permission(NOTIFICATIONS)
        alarms.schedule(self.context)

    def delete_note(self, note: Note) -> None:
        """Move the note on screen to the trash and leave it."""
        self.store.delete((note.id,))
        alarms.schedule(self.context)
        self.back()

    def share_note(self, note: Note) -> None:
        """Share the note's title and text with another app."""
        extras = {
            "android.intent.extra.TEXT": f"{note.title}\n\n{note.body}",
            "android.intent.extra.SUBJECT": note.title,
        }
        choose_app(
            self, Intent("android.intent.action.SEND", type="text/plain", extras=Map(extras))
        )

    def copy_link(self, note: Note) -> None:
        """Copy a link to the note to the clipboard."""
        title = note.title.replace("[", "\\[").replace("]", "\\]")
        link = f"[{title}](:/{note.id})"
        self.context.system.clipboard.set_text(link, source=self.context.package)

    def open_link(self, target: str) -> None:
        """Open a link in a note: to another note, an attachment or a web page."""
        if target.startswith(":/"):
            number = target[2:].partition("#")[0]
            if self.store.note(number) is not None:
                self.show_note(number)
            elif self.store.resource(number) is None:
                self.toast(f"No item with ID {number[:40]}", long=True)
            return
        if target.partition(":")[0].lower() not in ("http", "https", "mailto", "tel"):
            scheme = target.partition(":")[0][:40]
            self.toast(f'Links with protocol "{scheme}" are not supported', long=True)
            return
        self.start_activity(Intent("android.intent.action.VIEW", data=target))

    # -- attachments

    def attach_file(self, kind: str = "*/*") -> None:
        """Let the user pick a file to attach."""
        self.start_activity(
            Intent("android.intent.action.GET_CONTENT", type=kind, categories=OPENABLE),
            request="attach",
        )

    def take_photo(self) -> None:
        """Let the user take a photo, asking for the camera permission first."""
        if not self.context.granted(CAMERA):
            self.request_permission(CAMERA, request="photo")
            return
        self.start_activity(Intent("android.media.action.IMAGE_CAPTURE"), request="photo")

    def on_permission_result(self, request: Hashable, granted: bool) -> None:
        """Continue with the camera."""
        if request == "photo" and granted:
            self.take_photo()

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Attach the chosen file or the photo."""
        if request not in ("attach", "photo") or code != RESULT_OK or data is None:
            return
        taken = data.extra("data")
        if isinstance(taken, bytes):
            number = self.store.attach("photo.jpg", "image/jpeg", taken)
            self.insert(f"![photo.jpg](:/{number})")
        elif data.data:
            self.insert(self._attachment(data.data))

    def _attachment(self, uri: str) -> str:
        """Store a URI's file as an attachment and return the Markdown that shows it."""
        path, files = document_path(uri), self.context.system.files
        try:
            if path is None or files.stat(path).size > MOST_ATTACHMENT:
                return ""
            content = files.read(path)
        except FileError:
            return ""
        name = posixpath.basename(path)
        mime = TYPES.get(name.rpartition(".")[2].lower(), "application/octet-stream")
        number = self.store.attach(name, mime, content)
        mark = "!" if mime.startswith("image/") else ""
        return f"{mark}[{name}](:/{number})\n"

    # -- configuration

    def setting(self, key: str) -> Value:
        """Return a setting, including unsaved changes."""
        for name, value in reversed(self.state.config.changes):
            if name == key:
                found: Value = json.loads(value)
                return found
        return self.settings.get(key)

    def change_setting(self, key: str, value: Value) -> None:
        """Change a setting; it takes effect once saved."""
        config = self.state.config
        rest = tuple(change for change in config.changes if change[0] != key)
        if value != self.settings.get(key):
            rest = (*rest, (key, json.dumps(value)))
        self.update(config=replace(config, changes=rest))

    def save_settings(self) -> None:
        """Save the changed settings."""
        config = self.state.config
        self.settings.put({key: json.loads(value) for key, value in config.changes})
        self.update(config=replace(config, changes=()))

    def leave_settings(self) -> None:
        """Leave the configuration, discarding unsaved changes."""
        self.update(config=ConfigState())
        self.back()
