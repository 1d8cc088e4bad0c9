"""DocumentActivity: the editor on a document of its own, and "Share to..." for shared text."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote, urlsplit

from android_gym.simulator.apps.markor.editor import EDITOR_ID, EditorActivity, EditorState
from android_gym.simulator.apps.markor.look import bar, theme_of
from android_gym.simulator.apps.markor.share import ShareState, share_into
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.layouts import FrameLayout, column
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import MATCH

SHARING = ("android.intent.action.SEND", "android.intent.action.PROCESS_TEXT")


@dataclass(frozen=True)
class DocumentState:
    """State of a document's screen.

    Attributes:
        document: The document.
        share: Text shared to Markor, until it is put somewhere.
    """

    document: EditorState = field(default_factory=EditorState)
    share: ShareState | None = None


class DocumentActivity(EditorActivity[DocumentState]):
    """One document."""

    def theme(self) -> Theme:
        """Markor's colours."""
        return theme_of(self.context)

    def on_create(self) -> DocumentState:
        """Opens what the intent names."""
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
        editor = self.editor("document")
        self.focus(EDITOR_ID)
        return DocumentState(editor.opened(str(path), int(line) if line is not None else None))

    def _path_of(self, uri: str) -> tuple[str, int | None]:
        """Path and line of a file: or content: address."""
        document = document_path(uri) if uri.startswith("content:") else None
        if document is not None:
            return document, None
        try:
            parts = urlsplit(uri)
        except ValueError:
            return "", None
        path = unquote(parts.path)
        if parts.scheme == "content" and not self.context.system.files.exists(path):
            found = path.find("/storage/")
            path = path[found:] if found >= 0 else ""
        line = parse_qs(parts.query).get("line", [""])[0]
        return path, int(line) if line.isdigit() and len(line) < 9 else None

    def on_resume(self) -> None:
        """Reads the file again if another app has changed it."""
        if self.state.document.path:
            self.editor("document").resume()
            if not self.state.document.preview:
                self.focus(EDITOR_ID)

    def on_pause(self) -> None:
        """Saves."""
        self.editor("document").pause()

    def on_back(self) -> bool:
        """Closes the search field of view mode, else the document."""
        editor = self.editor("document")
        if editor.state.search is not None:
            editor.change(search=None)
            return True
        return False

    def build(self) -> Screen:
        """Bar, editor, dialogs."""
        if self.state.share is not None:
            return share_into(self, self.state.share)
        editor = self.editor("document")
        name = posixpath.basename(editor.state.path)
        title = name.rpartition(".")[0] or name
        top = editor.search_bar() or bar(
            title,
            editor.menu(),
            title_id="note__activity__text_note_title",
            on_long_click=editor.jump_to_end,
        )
        return Screen(
            column(
                top,
                FrameLayout(
                    [editor.body()],
                    id="document__placeholder_fragment",
                    width=MATCH,
                    height=0,
                    weight=1,
                ),
                width=MATCH,
                height=MATCH,
            ),
            overlays=editor.overlays(),
            status_bar="status_bar",
            navigation_bar="navigation_bar",
            light_bars=False,
        )
