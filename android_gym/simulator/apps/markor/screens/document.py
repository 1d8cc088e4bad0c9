"""The document screen, which also asks "Share to..." for shared text."""

from __future__ import annotations

import posixpath
from functools import partial
from urllib.parse import parse_qs, unquote, urlsplit

from android_gym.simulator.apps.markor.dialogs.editor import EDITOR_DIALOGS
from android_gym.simulator.apps.markor.editor import EDITOR_ID, Editor, EditorActivity
from android_gym.simulator.apps.markor.look import bar
from android_gym.simulator.apps.markor.model import DocumentState, ShareState
from android_gym.simulator.apps.markor.screens import editor as views
from android_gym.simulator.apps.markor.screens.share import share_into
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.ui.activity import Screen, callback
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, SwipeLayout

KEYBOARD_MS = 50
SHARING = ("android.intent.action.SEND", "android.intent.action.PROCESS_TEXT")


class DocumentActivity(EditorActivity[DocumentState]):
    """Activity of one document."""

    DIALOGS = EDITOR_DIALOGS

    @property
    def _editor(self) -> Editor:
        return self.editor("document")

    def on_create(self) -> DocumentState:
        """Open the document or shared text of the intent."""
        intent = self.intent
        if intent.action in SHARING:
            text = intent.extra("android.intent.extra.TEXT") or intent.extra(
                "android.intent.extra.PROCESS_TEXT"
            )
            subject = intent.extra("android.intent.extra.SUBJECT")
            whole = f"{subject}\n{text or ''}" if subject and subject not in str(text) else text
            return DocumentState(share=ShareState(str(whole or "")))
        path, line = intent.extra("path"), intent.extra("line")
        if path is None:
            path, line = self._path_of(intent.data or "")
        if not path:
            self.finish()
            return DocumentState()
        self.focus(EDITOR_ID)
        if intent.extra("keyboard"):
            self.after(KEYBOARD_MS, "keep_keyboard")
        opened = self._editor.opened(str(path), int(line) if line is not None else None)
        return DocumentState(opened)

    def _path_of(self, uri: str) -> tuple[str, int | None]:
        """Return the path and line of a ``file:`` or ``content:`` URI."""
        document = document_path(uri) if uri.startswith("content:") else None
        if document is not None:
            return document, None
        try:
            parts = urlsplit(uri)
        except ValueError:
            return "", None
        path = unquote(parts.path)
        if parts.scheme == "content" and not self.notebook.files.exists(path):
            found = path.find("/storage/")
            path = path[found:] if found >= 0 else ""
        line = parse_qs(parts.query).get("line", [""])[0]
        return path, int(line) if line.isdigit() and len(line) < 9 else None

    @callback
    def keep_keyboard(self) -> None:
        """Show the keyboard again once the text field exists."""
        self.show_keyboard(EDITOR_ID)

    def on_resume(self) -> None:
        """Read the file again if another app has changed it."""
        if self.state.document.path:
            self._editor.resume()
            if not self.state.document.preview:
                self.focus(EDITOR_ID)

    def on_pause(self) -> None:
        """Save the document."""
        self._editor.pause()

    def on_back(self) -> bool:
        """Close the search field of view mode, else leave the document."""
        if self.state.document.search is None:
            return False
        self._editor.change(search=None)
        return True

    def build(self) -> Screen:
        """Build the bar and the editor."""
        if self.state.share is not None:
            return share_into(self, self.state.share)
        editor = self._editor
        name = posixpath.basename(editor.state.path)
        top = views.search_bar(editor) or bar(
            name.rpartition(".")[0] or name,
            views.menu(editor),
            title_id="note__activity__text_note_title",
            on_long_click=editor.jump_to_end,
        )
        fragment = "document__placeholder_fragment"
        body = views.body(editor)
        if self.notebook.get("pref_key__swipe_to_change_mode", False):
            turn = partial(views.change_mode, editor)
            swipes = {"left": turn, "right": turn}
            body = SwipeLayout([body], on_swipe=swipes, width=MATCH, height=MATCH)
        return self.screen(top, FrameLayout([body], id=fragment, width=MATCH, height=0, weight=1))
