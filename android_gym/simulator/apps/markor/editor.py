"""The editor: of a document, and of the To-Do and QuickNote pages."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.apps.markor.actions import (
    ACTIONS,
    STRIPS,
    Edited,
    apply,
    continue_list,
)
from android_gym.simulator.apps.markor.look import bar
from android_gym.simulator.apps.markor.markdown import page
from android_gym.simulator.apps.markor.notebook import BOM, Notebook, kind_of
from android_gym.simulator.apps.markor.searching import compile_search, replace_matches
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, Overlay, S_co, callback
from android_gym.simulator.ui.components import MenuItem, SearchView
from android_gym.simulator.ui.editable import Editable
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    HorizontalScrollView,
    ScrollView,
    column,
    row,
)
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import EditText, ImageView

__all__ = ["EDITOR_ID", "Editor", "EditorActivity", "EditorState"]

EDITOR_ID = "document__fragment__edit__highlighting_editor"
SAVE_DELAY_MS = 500
UNDO_LENGTH = 200
TOO_SHORT = (
    "Files with fewer than 2 characters not saved automatically in order to prevent data loss."
)
FORMATS = (
    ("keyvalue", "Key - Value"),
    ("plaintext", "Plain Text"),
    ("asciidoc", "AsciiDoc"),
    ("markdown", "Markdown"),
    ("todotxt", "todo.txt"),
    ("wikitext", "Wikitext"),
    ("csv", "CSV"),
    ("binary", "Embed binary"),
)

Change = tuple[int, str, str]
"""Where, what was there, what is there now."""


@dataclass(frozen=True)
class EditorState:
    """A document being edited.

    Attributes:
        path: The file; empty for none.
        text: The text on screen.
        saved: What the file held when it was last read or written.
        mtime_ms: Its time then; 0 while there is no file.
        bom: Whether the file begins with a byte order mark, which is kept.
        cursor: Where the cursor is put when the app changes the text.
        undo: Changes that can be undone, the last one last.
        redo: Changes that were undone.
        ready: Whether Save may be tapped: some time after a change.
        preview: Whether the text is rendered.
        search: What is looked for in the rendered text; None while the field is closed.
        dialog: What is open, and its values.
    """

    path: str = ""
    text: str = ""
    saved: str = ""
    mtime_ms: int = 0
    bom: bool = False
    cursor: int = 0
    undo: tuple[Change, ...] = ()
    redo: tuple[Change, ...] = ()
    ready: bool = False
    preview: bool = False
    search: str | None = None
    dialog: tuple[str, ...] = ()


def difference(old: str, new: str) -> Change:
    """The one place where two texts differ."""
    start = _common(old, new)
    limit = min(len(old), len(new)) - start
    end = _common(old[::-1][:limit], new[::-1][:limit])
    return start, old[start : len(old) - end], new[start : len(new) - end]


def _common(a: str, b: str) -> int:
    """Length of the longest common beginning, by halving: texts may be long."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


class EditorActivity(Activity[S_co]):
    """An activity with one editor or more, each in a field of its state."""

    def editor(self, slot: str) -> Editor:
        """The editor whose state is in a field."""
        return Editor(self, slot)

    @callback
    def editor_ready(self, slot: str) -> None:
        """Lets Save be tapped."""
        self.editor(slot).ready()

    @callback
    def speed_read(self, slot: str) -> None:
        """Shows the next word."""
        self.editor(slot).next_word()


class Editor:
    """One document: reading, changing, saving, showing.

    Args:
        activity: Whose screen it is on.
        slot: Field of the activity's state that holds the `EditorState`.
    """

    def __init__(self, activity: EditorActivity[Any], slot: str) -> None:
        self.activity = activity
        self.slot = slot
        self.notebook = Notebook(activity.context)

    @property
    def state(self) -> EditorState:
        """The document's state."""
        state: EditorState = getattr(self.activity.state, self.slot)
        return state

    def change(self, **changes: Any) -> None:
        """Replaces fields of it."""
        self.put(replace(self.state, **changes))

    def put(self, state: EditorState) -> None:
        """Replace it."""
        self.activity.update(**{self.slot: state})

    # -- reading and writing

    def opened(self, path: str, line: int | None = None) -> EditorState:
        """Reads a document: as it was left, or at a line."""
        text, mtime, bom = self._read(path)
        cursor = len(text)
        if line is not None:
            cursor = _offset_of_line(text, line)
        elif text:
            cursor = min(cursor, int(self.notebook.get(f"edit_pos:{path}", cursor)))
        preview = bool(self.notebook.get(f"preview:{path}", False))
        return EditorState(
            path, text, text, mtime_ms=mtime, bom=bom, cursor=cursor, preview=preview
        )

    def _read(self, path: str) -> tuple[str, int, bool]:
        files = self.notebook.files
        try:
            text = files.read(path).decode("utf-8", "replace")
            mtime = files.stat(path).mtime_ms
        except FileError:
            return "", 0, False
        bom = text.startswith(BOM)
        return text.removeprefix(BOM), mtime, bom

    def resume(self) -> None:
        """Reads the file again if it has changed and nothing here waits to be saved."""
        state = self.state
        if not state.path or state.text != state.saved:
            return
        text, mtime, bom = self._read(state.path)
        if mtime > state.mtime_ms and text != state.saved:
            self.change(
                text=text, saved=text, bom=bom, cursor=len(text), undo=(), redo=(), mtime_ms=mtime
            )

    def pause(self) -> None:
        """Saves what has changed, unless next to nothing is left; remembers the place."""
        state = self.state
        if not state.path:
            return
        if state.text != state.saved:
            if len(state.text) < 2:
                self.activity.toast(TOO_SHORT, long=True)
            else:
                self.save()
        field = self._field()
        remembered: dict[str, Any] = {f"preview:{state.path}": state.preview or None}
        if field is not None:
            end = field.selection[1]
            remembered[f"edit_pos:{state.path}"] = end if end < len(state.text) else None
        known = self.activity.context.preferences("app").all()
        if any(known.get(name) != value for name, value in remembered.items()):
            self.notebook.put(**remembered)
        if self.notebook.files.exists(state.path):
            self.notebook.visited(state.path)

    def save(self) -> bool:
        """Writes the file, with the folders above it."""
        state = self.state
        self.notebook.make_folder(posixpath.dirname(state.path))
        if not self.notebook.write(state.path, (BOM if state.bom else "") + state.text):
            return False
        self.change(saved=state.text, ready=False, mtime_ms=self._mtime())
        return True

    def _mtime(self) -> int:
        try:
            return self.notebook.files.stat(self.state.path).mtime_ms
        except FileError:
            return 0

    def reload(self) -> None:
        """Reads the file anew; what was not saved is lost."""
        text, mtime, bom = self._read(self.state.path)
        self.change(
            text=text,
            saved=text,
            bom=bom,
            mtime_ms=mtime,
            cursor=len(text),
            undo=(),
            redo=(),
            ready=False,
        )

    # -- changing

    def _field(self) -> Editable | None:
        """The text field on screen."""
        windows = self.activity.context.windows
        for window in windows.windows():
            if window.owner == self.activity.token:
                for field in window.ui.fields:
                    if field.id == EDITOR_ID:
                        return field
        return None

    def typed(self, text: str) -> None:
        """The user has edited the text."""
        state = self.state
        change = difference(state.text, text)
        cursor = change[0] + len(change[2])
        if change[2].endswith("\n") and not change[1] and self.formatted:
            continued = continue_list(Edited(text, cursor, cursor))
            text, cursor = continued.text, continued.end
            change = difference(state.text, text)
        self._changed(text, cursor, change)

    def _changed(self, text: str, cursor: int, change: Change) -> None:
        state = self.state
        undo = state.undo
        if undo and _joins(undo[-1], change):
            last = undo[-1]
            undo = (*undo[:-1], (last[0], last[1], last[2] + change[2]))
        else:
            undo = (*undo, change)[-UNDO_LENGTH:]
        if state.text == state.saved:
            self.activity.after(SAVE_DELAY_MS, "editor_ready", self.slot)
        self.change(text=text, cursor=cursor, undo=undo, redo=())

    def ready(self) -> None:
        """Lets Save be tapped if there is something to save."""
        self.change(ready=self.state.text != self.state.saved)

    def undo(self, forward: bool = False) -> None:
        """Takes back the last change, or (forward) what was taken back."""
        state = self.state
        source, target = (state.redo, state.undo) if forward else (state.undo, state.redo)
        if not source:
            return
        start, before, after = source[-1]
        gone, new = (before, after) if forward else (after, before)
        text = state.text[:start] + new + state.text[start + len(gone) :]
        source, target = source[:-1], (*target, (start, before, after))
        undo, redo = (target, source) if forward else (source, target)
        if state.text == state.saved:
            self.activity.after(SAVE_DELAY_MS, "editor_ready", self.slot)
        self.change(text=text, cursor=start + len(new), undo=undo, redo=redo)
        if text == state.saved:
            self.change(ready=False)

    def date_dialog(self) -> tuple[str, ...]:
        """The dialog that offers the date and time, as they are when it opens."""
        return "date", str(self.activity.context.system.clock.now_ms())

    def act(self, action: str) -> None:
        """Does what a button of the strip says."""
        field = self._field()
        if field is None:
            return
        state = self.state
        start, end = sorted(field.selection)
        name = "todo_checkbox" if action == "checkbox" and self.kind == "todotxt" else action
        new = apply(name, Edited(field.text, start, end))
        if new is not None:
            if new.text == state.text:
                field.select(new.start, new.end)
            else:
                self._changed(new.text, new.end, difference(state.text, new.text))
            self.activity.focus(EDITOR_ID)
        elif action == "open_link":
            self._open_link_at(field.text, end)
        elif action == "rotate":
            display = self.activity.context.system.display
            display.hold(0 if display.rotation else 1)
        elif action == "open_with":
            self.view_elsewhere()
        elif action in ("undo", "redo"):
            self.undo(forward=action == "redo")
        else:
            self.change(dialog=(action,) if action != "date" else self.date_dialog())

    def insert(self, text: str) -> None:
        """Puts a text where the cursor is."""
        field = self._field()
        start, end = sorted(field.selection) if field is not None else (len(self.state.text),) * 2
        state = self.state
        new = state.text[:start] + text + state.text[end:]
        self._changed(new, start + len(text), difference(state.text, new))

    def replace(self, wanted: str, new: str, count: int, regex: bool, multiline: bool) -> None:
        """Replaces the first match, or (count 0) all of them."""
        state = self.state
        pattern = compile_search(wanted, regex=regex, multiline=multiline)
        if pattern is None:
            return
        text = replace_matches(pattern, new, state.text, count, regex=regex)
        if wanted and text is not None and text != state.text:
            change = difference(state.text, text)
            self._changed(text, change[0] + len(change[2]), change)

    def jump(self, line: int) -> None:
        """Moves the cursor to a line, the first being 1."""
        field = self._field()
        offset = _offset_of_line(self.state.text, line)
        if field is not None:
            field.select(offset, offset)
        self.activity.focus(EDITOR_ID)

    def jump_to_end(self) -> None:
        """Long press on the bar: to the end, or from there to the beginning."""
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
        """Opens a link: a document here, anything else in another app."""
        if not re.match(r"[a-z][a-z0-9+.-]*:", target, re.IGNORECASE):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(self.state.path), target))
            if self.notebook.files.is_file(path):
                open_document(self.activity, path)
            return
        self.activity.start_activity(Intent(action="android.intent.action.VIEW", data=target))

    # -- format

    @property
    def kind(self) -> str:
        """Format of the document: what its menu says, else what its name says."""
        path = self.state.path
        chosen = self.notebook.get(f"format:{path}", "")
        return chosen or kind_of(posixpath.basename(path)) or "plaintext"

    @property
    def formatted(self) -> bool:
        """Whether Enter goes on with lists."""
        path = self.state.path
        return self.kind in ("markdown", "plaintext") and bool(
            self.notebook.get(f"auto_format:{path}", True)
        )

    # -- sharing

    def share(self, what: str) -> None:
        """Offers the document to other apps, in the form chosen."""
        if self.state.text != self.state.saved:
            self.save()
        state = self.state
        name = posixpath.basename(state.path)
        stem = name.rpartition(".")[0] or name
        extras: dict[str, Any] = {"android.intent.extra.SUBJECT": stem}
        provider = f"content://{self.activity.context.package}.provider"
        html = f"<html><body><pre>{state.text}</pre></body></html>"
        if what == "calendar":
            extras |= {"title": stem, "description": state.text}
            intent = Intent("android.intent.action.INSERT", type="vnd.android.cursor.item/event")
            self.activity.start_activity(replace(intent, extras=Map(extras)))
            return
        mime = {
            "file": "text/plain",
            "html": "text/html",
            "image": "image/jpeg",
            "screenshot": "image/jpeg",
            "pdf": "application/pdf",
        }.get(what, "text/plain")
        if what in ("text", "html_text"):
            extras["android.intent.extra.TEXT"] = state.text if what == "text" else html
        else:
            suffix = {"image": ".jpg", "screenshot": ".jpg", "pdf": ".pdf", "html": ".html"}
            shared = f"{stem}{suffix[what]}" if what in suffix else name
            extras["android.intent.extra.STREAM"] = f"{provider}/cache/{shared}"
        share(self.activity, Intent("android.intent.action.SEND", type=mime, extras=Map(extras)))

    def view_elsewhere(self) -> None:
        """Opens the document in another app."""
        data = f"content://{self.activity.context.package}.provider{self.state.path}"
        intent = Intent("android.intent.action.VIEW", data=data, type="text/plain")
        share(self.activity, intent)

    def next_word(self) -> None:
        """Speed Read shows another word."""
        dialog = self.state.dialog
        if dialog[:1] != ("speed_read",) or len(dialog) < 2:
            return
        index = int(dialog[1]) + 1
        if index < len(self.state.text.split()):
            self.change(dialog=("speed_read", str(index)))
            self.activity.after(250, "speed_read", self.slot)

    def start_speed_read(self) -> None:
        """Begins to show word after word."""
        self.change(dialog=("speed_read", "0"))
        self.activity.after(250, "speed_read", self.slot)

    # -- what it looks like

    def menu(self) -> list[MenuItem | None]:
        """Actions of the bar, and the overflow menu."""
        state = self.state
        path = state.path
        notebook = self.notebook

        def flag(title: str, name: str, default: bool = True) -> MenuItem:
            on = bool(notebook.get(f"{name}:{path}", default))
            return MenuItem(title, lambda: notebook.put(**{f"{name}:{path}": not on}), checked=on)

        def set_format(kind: str) -> Callable[[], None]:
            return lambda: notebook.put(**{f"format:{path}": kind})

        kind = self.kind
        formats = tuple(
            MenuItem(title, set_format(name), checked=kind == name, exclusive=True)
            for name, title in FORMATS
        )

        def sharing(title: str, icon: str, what: str) -> MenuItem:
            return MenuItem(title, lambda: self.share(what), icon=icon)

        overflow = [
            MenuItem(
                "File settings",
                submenu=(
                    flag("Wrap words", "wrap"),
                    flag("Syntax highlighting", "highlight"),
                    flag("Auto-format", "auto_format"),
                    MenuItem("Font Size", lambda: self.change(dialog=("font_size",))),
                    MenuItem("Format", submenu=formats),
                ),
            ),
            MenuItem(
                "Share",
                submenu=(
                    sharing("Plain Text", "text", "text"),
                    sharing("Print / PDF", "printer", "pdf"),
                    sharing("File", "file_outline", "file"),
                    sharing("HTML", "web", "html"),
                    sharing("HTML (as plain text)", "code_tags", "html_text"),
                    sharing("Image", "image_outline", "image"),
                    sharing("Screenshot", "cellphone_screenshot", "screenshot"),
                    sharing("Calendar", "calendar", "calendar"),
                ),
            ),
            MenuItem("Tools", submenu=(MenuItem("Speed Read", self.start_speed_read),)),
            MenuItem("Info", self._info),
            MenuItem("Reload", self.reload),
        ]
        if state.preview:
            return [
                MenuItem("Edit mode", self._edit_mode, icon="pencil", id="action_edit"),
                MenuItem(
                    "Search",
                    lambda: self.change(search=""),
                    icon="search",
                    id="action_search_view",
                ),
                *overflow,
            ]
        return [
            MenuItem("Undo", self.undo, icon="undo", id="action_undo", enabled=bool(state.undo)),
            MenuItem(
                "Redo",
                lambda: self.undo(forward=True),
                icon="redo",
                id="action_redo",
                enabled=bool(state.redo),
            ),
            MenuItem("View mode", self._view_mode, icon="eye", id="action_preview"),
            MenuItem(
                "Save",
                self._save_tapped,
                icon="content_save",
                id="action_save",
                enabled=state.ready and state.text != state.saved,
            ),
            MenuItem(
                "Search",
                lambda: self.change(dialog=("lines", "")),
                icon="search",
                id="action_search",
            ),
            *overflow,
        ]

    def _save_tapped(self) -> None:
        self.save()

    def _info(self) -> None:
        if self.state.text != self.state.saved:
            self.save()
        self.change(dialog=("info",))

    def _view_mode(self) -> None:
        self.activity.hide_keyboard()
        self.change(preview=True, search=None)

    def _edit_mode(self) -> None:
        self.change(preview=False, search=None)
        self.activity.focus(EDITOR_ID)

    def search_bar(self) -> View | None:
        """The search field in place of the bar, in view mode, while it is open."""
        state = self.state
        if not state.preview or state.search is None:
            return None
        return bar(
            "",
            content=SearchView(
                state.search, lambda text: self.change(search=text), hint="Search", width=MATCH
            ),
            navigation="arrow_back",
            navigation_description="Collapse",
            on_navigation=lambda: self.change(search=None),
        )

    def body(self) -> View:
        """Text and strip of buttons, or the rendered text."""
        state = self.state
        if state.preview:
            text = state.text
            if state.search:
                wanted = state.search.casefold()
                lines = text.split("\n")
                first = next((i for i, x in enumerate(lines) if wanted in x.casefold()), 0)
                text = "\n".join(lines[first:])
            blocks = page(text, self.kind, self.open_link)
            return ScrollView(
                column(*blocks, width=MATCH, padding=16),
                id="document__fragment_view_webview",
                class_name="android.webkit.WebView",
                width=MATCH,
                height=MATCH,
            )
        size = float(self.notebook.get(f"font_size:{state.path}", 0)) or float(
            self.notebook.get("pref_key__editor_font_size", 15)
        )
        field = EditText(
            state.text,
            id=EDITOR_ID,
            on_text_change=self.typed,
            multi_line=True,
            capitalize="sentences",
            size=size,
            vertical="top",
            width=MATCH,
            height=MATCH,
            padding=16,
            background="transparent",
            cursor=state.cursor,
        )
        strip = row(
            *(
                self._button(action)
                for action in STRIPS.get(self.kind, STRIPS["plaintext"])
                if not self.notebook.get(f"hidden_action:{action}", False)
            ),
            id="document__fragment__edit__text_actions_bar",
            height=46,
        )
        return column(
            FrameLayout(
                [field],
                id="document__fragment__edit__content_editor__scrolling_parent",
                class_name="android.widget.ScrollView",
                width=MATCH,
                height=0,
                weight=1,
            ),
            HorizontalScrollView(
                strip,
                id="document__fragment__edit__text_actions_bar__scrolling_parent",
                width=MATCH,
                height=46,
                background="strip",
            ),
            width=MATCH,
            height=MATCH,
        )

    def _button(self, action: str) -> View:
        title, icon = ACTIONS[action]
        return ImageView(
            icon,
            key=action,
            tint="icon",
            content_description=title,
            width=48,
            height=46,
            on_click=lambda: self.act(action),
        )

    def overlays(self) -> Sequence[Overlay | None]:
        """The dialog that is open."""
        from android_gym.simulator.apps.markor.editor_dialogs import dialog

        return [dialog(self)]


def _joins(last: Change, change: Change) -> bool:
    """Whether a letter goes on with the word typed just before."""
    start, removed, added = change
    return (
        not removed
        and len(added) == 1
        and added.isalnum()
        and not last[1]
        and len(last[2]) < 40
        and last[2][-1:].isalnum()
        and start == last[0] + len(last[2])
    )


def _offset_of_line(text: str, line: int) -> int:
    offset = 0
    for _ in range(line - 1):
        found = text.find("\n", offset)
        if found < 0:
            return len(text)
        offset = found + 1
    return offset


def share(activity: Activity[Any], intent: Intent) -> None:
    """Lets the user choose an app for an intent."""
    activity.start_activity(
        Intent(
            "android.intent.action.CHOOSER",
            categories=("android.intent.category.DEFAULT",),
            extras=Map({"android.intent.extra.INTENT": intent}),
        )
    )


def open_document(activity: Activity[Any], path: str, line: int | None = None) -> None:
    """Opens a document in a task of its own."""
    from android_gym.simulator.system import intents

    extras: dict[str, Any] = {"path": path}
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
