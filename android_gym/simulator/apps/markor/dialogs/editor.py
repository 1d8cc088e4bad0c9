"""The dialogs of the editor, and what is known of a file."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from android_gym.simulator.appkit.dialogs import ChoiceDialog, ConfirmDialog, MessageDialog
from android_gym.simulator.apps.markor.dialogs.files import result_list
from android_gym.simulator.apps.markor.editor import EditorActivity
from android_gym.simulator.apps.markor.look import MarkorActivity
from android_gym.simulator.apps.markor.model import mime_of, size_text
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.layouts import ScrollView, wide_column
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import CheckBox, EditText, TextView

KEYS = (
    ("top", "Page up"),
    ("bottom", "Page down"),
    ("line_start", "Pos1"),
    ("line_end", "End"),
    ("tab", "Tab"),
    ("select_all", "Select all"),
    ("undo", "Undo"),
    ("redo", "Redo"),
    ("replace", "Search/Replace"),
)
DATE_FORMATS = (
    "%Y-%m-%d %H:%M",
    "%Y-%m-%d",
    "%H:%M",
    "%m/%d/%Y",
    "%d.%m.%Y",
    "%A, %B %d, %Y",
    "%H:%M:%S",
)
SIZES = tuple(range(8, 37, 2))

Screen = EditorActivity[Any]


def run_action(screen: Screen, slot: str, action: str) -> None:
    """Do the work of a button of the editor's strip, or ask what is missing for it."""
    if screen.editor(slot).act(action):
        return
    match action:
        case "attach":
            screen.show_dialog(Attach(slot))
        case "date":
            screen.show_dialog(DateAndTime(slot, screen.context.system.clock.now_ms()))
        case "replace":
            screen.show_dialog(Replace(slot))
        case "snippet":
            screen.show_dialog(Snippet(slot))
        case "special_key":
            screen.show_dialog(SpecialKey(slot))


@dataclass(frozen=True)
class _OfEditor:
    """A dialog of one of the editors of an activity.

    Attributes:
        slot: Field of the activity's state that holds the editor's.
    """

    slot: str


@dataclass(frozen=True)
class FileInfo(Dialog[MarkorActivity[Any]]):
    """Tells name, place, date, size and counts of a file.

    Attributes:
        path: The file.
    """

    path: str

    def build(self, screen: MarkorActivity[Any]) -> Overlay | None:
        """Build the lines."""
        notebook = screen.notebook
        entry = notebook.entry(self.path)
        if entry is None:
            return None

        def line(label: str, value: str, name: str) -> View:
            return wide_column(
                TextView(label, size=14, color="text_secondary"),
                TextView(value, id=f"ui__fileinfodialog__{name}", size=16),
                margin=(0, 0, 0, 8),
            )

        parts = [
            line("Name", entry.name, "name"),
            line("Location", posixpath.dirname(self.path), "location"),
            line("Last modified", notebook.date_text(entry.mtime_ms), "last_modified"),
            line("Size", size_text(entry.size), "size_description"),
        ]
        if not entry.folder:
            parts.append(line("MIME type", mime_of(entry.name), "mimetype_description"))
            if notebook.is_text(self.path):
                text = notebook.read_text(self.path)
                lines = text.count("\n") + (not text.endswith("\n") and bool(text))
                counts = f"{lines} / {len(text.split())} / {len(text)}"
                parts.append(
                    line("Text Lines / Words / Characters", counts, "textinfo_description")
                )
            key = f"list_in_recents:{self.path}"
            parts += [
                TextView("Settings", size=14, color="text_secondary", margin=(0, 8, 0, 0)),
                CheckBox(
                    "List in recent files",
                    id="ui__fileinfodialog__recents",
                    checked=bool(notebook.get(key, True)),
                    on_checked_change=lambda on: notebook.put(**{key: on}),
                ),
            ]
        content = ScrollView(wide_column(*parts, padding=(24, 8)), width=MATCH)
        return alert_dialog(
            "Info", content=content, positive="OK", on_dismiss=screen.dismiss_dialog
        )


@dataclass(frozen=True)
class SearchLines(_OfEditor, MessageDialog[Screen]):
    """Lists the lines that hold a text; a tap goes to one.

    Attributes:
        text: Text searched for.
    """

    TITLE = "Search"
    NEGATIVE = "Cancel"
    text: str = ""

    def build(self, screen: Screen) -> Overlay:
        """Build the field and the list."""
        editor = screen.editor(self.slot)
        wanted = self.text.casefold()
        lines = enumerate(editor.state.text.split("\n"), 1)
        found = [(number, line) for number, line in lines if wanted in line.casefold()]

        def choose(index: int) -> None:
            screen.dismiss_dialog()
            editor.jump(found[index][0])

        content = wide_column(
            EditText(
                self.text,
                hint="Search",
                on_text_change=lambda text: screen.update_dialog(replace(self, text=text)),
                width=MATCH,
                margin=(20, 0),
            ),
            result_list([line for _, line in found], choose, height=320, lines=2),
        )
        return self.alert(screen, content=content)


@dataclass(frozen=True)
class Replace(_OfEditor, Dialog[Screen]):
    """Asks what to replace by what; it stays open.

    Attributes:
        wanted: Text, or regular expression.
        new: What comes in its place.
        regex: It is a regular expression.
        multiline: ``^`` and ``$`` stand for each line's ends.
    """

    wanted: str = ""
    new: str = ""
    regex: bool = False
    multiline: bool = False

    def build(self, screen: Screen) -> Overlay:
        """Build fields and boxes."""

        def change(**changes: Any) -> None:
            screen.update_dialog(replace(self, **changes))

        content = wide_column(
            EditText(
                self.wanted,
                id="search_input",
                hint="Search for",
                on_text_change=lambda text: change(wanted=text),
                width=MATCH,
            ),
            EditText(
                self.new,
                id="replace_input",
                hint="Replace with",
                on_text_change=lambda text: change(new=text),
                width=MATCH,
            ),
            CheckBox("Regex", checked=self.regex, on_checked_change=lambda on: change(regex=on)),
            CheckBox(
                "Multiline",
                checked=self.multiline,
                on_checked_change=lambda on: change(multiline=on),
            ),
            padding=(20, 0),
        )
        return alert_dialog(
            "Search/Replace",
            content=content,
            positive="Replace all",
            on_positive=lambda: self.replace(screen, 0),
            neutral="Replace (1)",
            on_neutral=lambda: self.replace(screen, 1),
            negative="Cancel",
            on_dismiss=screen.dismiss_dialog,
        )

    def replace(self, screen: Screen, count: int) -> None:
        """Replace the first matches, or (0) all."""
        screen.editor(self.slot).replace(
            self.wanted, self.new, count, regex=self.regex, multiline=self.multiline
        )


@dataclass(frozen=True)
class FontSize(_OfEditor, ChoiceDialog[Screen]):
    """Chooses the size of a document's text."""

    TITLE = "Font Size"

    def _key(self, screen: Screen) -> str:
        return f"font_size:{screen.editor(self.slot).state.path}"

    def choices(self, screen: Screen) -> Sequence[str]:
        """Return the sizes."""
        return [str(size) for size in SIZES]

    def selected(self, screen: Screen) -> int:
        """Return the index of the present size."""
        size = int(screen.notebook.get(self._key(screen), 0)) or 15
        return SIZES.index(size) if size in SIZES else -1

    def on_choose(self, screen: Screen, index: int) -> None:
        """Keep the size."""
        screen.notebook.put(**{self._key(screen): SIZES[index]})


@dataclass(frozen=True)
class DateAndTime(_OfEditor, ChoiceDialog[Screen]):
    """Inserts the date and time.

    Attributes:
        now_ms: When it was opened.
    """

    TITLE = "Date and time"
    MARKED = False
    now_ms: int

    def choices(self, screen: Screen) -> Sequence[str]:
        """Return the time in all formats."""
        now = screen.context.system.clock.datetime(self.now_ms)
        return [f"{now:{form}}" for form in DATE_FORMATS]

    def on_choose(self, screen: Screen, index: int) -> None:
        """Insert one."""
        screen.editor(self.slot).insert(self.choices(screen)[index])


@dataclass(frozen=True)
class SpecialKey(_OfEditor, ChoiceDialog[Screen]):
    """Presses a key that the keyboard lacks."""

    TITLE = "Special Key"
    MARKED = False

    def choices(self, screen: Screen) -> Sequence[str]:
        """Return the keys."""
        return [label for _, label in KEYS]

    def on_choose(self, screen: Screen, index: int) -> None:
        """Press it."""
        run_action(screen, self.slot, KEYS[index][0])


@dataclass(frozen=True)
class Snippet(_OfEditor, ChoiceDialog[Screen]):
    """Inserts one of the user's templates."""

    TITLE = "Insert snippet"
    MARKED = False

    def message(self, screen: Screen) -> str | None:
        """Return where templates are looked for, where there are none."""
        return None if self.choices(screen) else screen.notebook.snippets

    def choices(self, screen: Screen) -> Sequence[str]:
        """Return their names."""
        return screen.notebook.snippet_names()

    def on_choose(self, screen: Screen, index: int) -> None:
        """Insert it."""
        notebook = screen.notebook
        text = notebook.read_text(f"{notebook.snippets}/{self.choices(screen)[index]}")
        screen.editor(self.slot).insert(text)


@dataclass(frozen=True)
class Attach(_OfEditor, ChoiceDialog[Screen]):
    """Chooses what to insert."""

    TITLE = "Attach"
    MARKED = False

    def choices(self, screen: Screen) -> Sequence[str]:
        """Return what can be inserted."""
        return ("Link", "Image", "Date and time")

    def on_choose(self, screen: Screen, index: int) -> None:
        """Ask on."""
        if index == 2:
            screen.show_dialog(DateAndTime(self.slot, screen.context.system.clock.now_ms()))
        else:
            screen.show_dialog(InsertLink(self.slot, image=index == 1))


@dataclass(frozen=True)
class InsertLink(_OfEditor, ConfirmDialog[Screen]):
    """Asks for name and path of a link or image.

    Attributes:
        image: It is an image.
        name: Text of the link.
        path: Where it leads.
    """

    image: bool
    name: str = ""
    path: str = ""

    def title(self, screen: Screen) -> str:
        """Return which of them it is."""
        return "Insert image" if self.image else "Insert Link"

    def body(self, screen: Screen) -> View:
        """Build the fields."""
        base = "ui__select_path_dialog__"
        return wide_column(
            self.text_field(screen, "name", id=f"{base}name", hint="Name"),
            self.text_field(screen, "path", id=f"{base}url", hint="Path"),
            padding=(20, 0),
        )

    def on_confirm(self, screen: Screen) -> None:
        """Insert it."""
        name = self.name or posixpath.basename(self.path)
        target = self.path.replace(" ", "%20")
        screen.editor(self.slot).insert(f"{'!' if self.image else ''}[{name}]({target})")


@dataclass(frozen=True)
class SpeedRead(_OfEditor, MessageDialog[Screen]):
    """Shows the text word after word."""

    TITLE = "Speed Read"

    def body(self, screen: Screen) -> View:
        """Build the word."""
        state = screen.editor(self.slot).state
        words = state.text.split()
        word = words[state.word] if 0 <= state.word < len(words) else ""
        return TextView(word, size=32, align="center", width=MATCH, padding=(24, 32))

    def on_cancel(self, screen: Screen) -> None:
        """Stop."""
        screen.editor(self.slot).change(word=-1)


EDITOR_DIALOGS = (
    Attach,
    DateAndTime,
    FileInfo,
    FontSize,
    InsertLink,
    Replace,
    SearchLines,
    Snippet,
    SpecialKey,
    SpeedRead,
)
"""Dialogs that each activity with an editor shows."""
