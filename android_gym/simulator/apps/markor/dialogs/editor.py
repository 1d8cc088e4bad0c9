"""Dialogs of the editor, and the file information."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from android_gym.simulator.appkit.dialogs import ChoiceDialog, ConfirmDialog, MessageDialog
from android_gym.simulator.apps.markor.dialogs.files import result_list
from android_gym.simulator.apps.markor.dialogs.time_format import (
    DateAndTime,
    FormatChoice,
    PickDate,
    PickTime,
)
from android_gym.simulator.apps.markor.editor import EditorActivity
from android_gym.simulator.apps.markor.look import MarkorActivity
from android_gym.simulator.apps.markor.model import mime_of, size_text
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, CheckBox, EditText, TextView

KEYS = (
    ("top", "Page Up (Page Up)"),
    ("bottom", "Page Down (Page Down)"),
    ("line_start", "Line Start (Pos Home)"),
    ("line_end", "Line End (Pos End)"),
    ("tab", "Tabulator"),
    ("select_all", "Select all (Ctrl+A)"),
    ("undo", "Undo"),
    ("redo", "Redo"),
    ("replace", "Search / Replace"),
)
SIZES = tuple(range(8, 37, 2))

Screen = EditorActivity[Any]


def run_action(screen: Screen, slot: str, action: str) -> None:
    """Perform an action of the editor's toolbar, or open the dialog that it needs."""
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
    """Base of the dialogs of one of an activity's editors.

    Attributes:
        slot: Field of the activity's state that holds the editor's state.
    """

    slot: str


@dataclass(frozen=True)
class FileInfo(Dialog[MarkorActivity[Any]]):
    """Show a file's name, location, date, size and counts.

    Attributes:
        path: The file.
    """

    path: str

    def build(self, screen: MarkorActivity[Any]) -> Overlay | None:
        """Build the lines of information."""
        notebook = screen.notebook
        entry = notebook.entry(self.path)
        if entry is None:
            return None

        base = "ui__fileinfodialog__"

        def line(label: str, value: str, name: str, caption: str | None = None) -> list[View]:
            return [
                TextView(
                    label,
                    id=caption and base + caption,
                    size=12,
                    weight_font=700,
                    color="text_secondary",
                    margin=(0, 16, 0, 0),
                ),
                TextView(value, id=base + name, size=16),
            ]

        known = [
            *line(
                "Last modified",
                notebook.date_text(entry.mtime_ms),
                "last_modified",
                "last_modified_caption",
            ),
            *line("Size", size_text(entry.size), "size_description"),
        ]
        counted: list[View] = []
        settings: list[View] = []
        if not entry.folder:
            known += line("MIME type", mime_of(entry.name), "mimetype_description")
            if notebook.is_text(self.path):
                text = notebook.read_text(self.path)
                lines = text.count("\n") + (not text.endswith("\n") and bool(text))
                counted = line(
                    "Text Lines / Words / Characters",
                    f"{lines} / {len(text.split())} / {len(text)}",
                    "textinfo_description",
                    "textinfo_caption",
                )
            key = f"list_in_recents:{self.path}"
            settings = [
                TextView("Settings", size=20, weight_font=500, margin=(0, 24, 0, 0)),
                CheckBox(
                    "List in recent files",
                    id=f"{base}recents",
                    checked=bool(notebook.get(key, True)),
                    on_checked_change=lambda on: notebook.put(**{key: on}),
                ),
            ]
        parts = wide_column(
            *line("Name", entry.name, "name"),
            *line("Location", posixpath.dirname(self.path), "location"),
            wide_column(*known, id=f"{base}fileinfo"),
            wide_column(*counted, id=f"{base}textinfo") if counted else None,
            wide_column(*settings, id=f"{base}filesettings") if settings else None,
            padding=(24, 0, 24, 8),
        )
        content = ScrollView(parts, width=MATCH)
        return alert_dialog(
            "Info", content=content, positive="OK", on_dismiss=screen.dismiss_dialog
        )


@dataclass(frozen=True)
class SearchLines(_OfEditor, MessageDialog[Screen]):
    """List the lines that contain a text; tapping one jumps to it.

    Attributes:
        text: Text searched for.
    """

    TITLE = "Search"
    NEGATIVE = "Cancel"
    text: str = ""

    def build(self, screen: Screen) -> Overlay:
        """Build the search field and the list."""
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
    """Find and replace; the dialog stays open.

    Attributes:
        wanted: Text or regular expression to find.
        new: Replacement.
        regex: Whether `wanted` is a regular expression.
        multiline: Whether ``^`` and ``$`` match at line boundaries.
    """

    wanted: str = ""
    new: str = ""
    regex: bool = False
    multiline: bool = False

    def build(self, screen: Screen) -> Overlay:
        """Build the fields and check boxes."""

        def change(**changes: Any) -> None:
            screen.update_dialog(replace(self, **changes))

        def button(text: str, name: str, count: int) -> View:
            return Button(
                text,
                id=name,
                all_caps=False,
                kind="filled",
                width=0,
                weight=1,
                margin=(4, 0),
                color="text_primary",
                background=Rounded("strip", 2),
                on_click=lambda: self.replace(screen, count),
            )

        found = screen.editor(self.slot).matches(
            self.wanted, regex=self.regex, multiline=self.multiline
        )
        content = wide_column(
            wide_column(
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
                id="search_replace_text_group",
                class_name="android.widget.RelativeLayout",
            ),
            wide_row(
                CheckBox(
                    "Regex",
                    id="enable_regex",
                    checked=self.regex,
                    on_checked_change=lambda on: change(regex=on),
                ),
                CheckBox(
                    "Multiline",
                    id="multiline",
                    checked=self.multiline,
                    on_checked_change=lambda on: change(multiline=on),
                ),
                margin=(0, 16, 0, 0),
            ),
            TextView(
                "Search or replace pattern error." if found is None else f"{found} Matches",
                id="match_count_or_error",
                margin=(0, 8, 0, 0),
            ),
            wide_row(
                button("Replace (1)", "replace_once", 1),
                button("Replace all", "replace_all", 0),
                margin=(0, 16, 0, 0),
            ),
            padding=(20, 0, 20, 8),
        )
        return alert_dialog("Search / Replace", content=content, on_dismiss=screen.dismiss_dialog)

    def replace(self, screen: Screen, count: int) -> None:
        """Replace the first `count` matches, or all if it is 0."""
        screen.editor(self.slot).replace(
            self.wanted, self.new, count, regex=self.regex, multiline=self.multiline
        )


@dataclass(frozen=True)
class FontSize(_OfEditor, ChoiceDialog[Screen]):
    """Choose the font size of a document."""

    TITLE = "Font Size"

    def _key(self, screen: Screen) -> str:
        return f"font_size:{screen.editor(self.slot).state.path}"

    def choices(self, screen: Screen) -> Sequence[str]:
        """Return the sizes."""
        return [str(size) for size in SIZES]

    def selected(self, screen: Screen) -> int:
        """Return the index of the current size."""
        size = int(screen.notebook.get(self._key(screen), 0)) or 15
        return SIZES.index(size) if size in SIZES else -1

    def on_choose(self, screen: Screen, index: int) -> None:
        """Save the size."""
        screen.notebook.put(**{self._key(screen): SIZES[index]})


@dataclass(frozen=True)
class SpecialKey(_OfEditor, ChoiceDialog[Screen]):
    """Press a key that the keyboard lacks."""

    TITLE = "Special Key"
    MARKED = False

    def choices(self, screen: Screen) -> Sequence[str]:
        """Return the keys."""
        return [label for _, label in KEYS]

    def on_choose(self, screen: Screen, index: int) -> None:
        """Press the key."""
        run_action(screen, self.slot, KEYS[index][0])


@dataclass(frozen=True)
class Snippet(_OfEditor, ChoiceDialog[Screen]):
    """Insert one of the user's templates."""

    TITLE = "Insert snippet"
    MARKED = False

    def message(self, screen: Screen) -> str | None:
        """Return the folder searched for templates if it has none."""
        return None if self.choices(screen) else screen.notebook.snippets

    def choices(self, screen: Screen) -> Sequence[str]:
        """Return the templates' names."""
        return screen.notebook.snippet_names()

    def on_choose(self, screen: Screen, index: int) -> None:
        """Insert the template."""
        notebook = screen.notebook
        text = notebook.read_text(f"{notebook.snippets}/{self.choices(screen)[index]}")
        screen.editor(self.slot).insert(text)


@dataclass(frozen=True)
class Attach(_OfEditor, ChoiceDialog[Screen]):
    """Choose the kind of attachment to insert."""

    TITLE = "Attach"
    MARKED = False

    def choices(self, screen: Screen) -> Sequence[str]:
        """Return the kinds of attachment."""
        return ("Insert Link", "File", "Image", "Audio", "Date", "Color")

    def on_choose(self, screen: Screen, index: int) -> None:
        """Open the dialog for that kind."""
        if index == 4:
            screen.show_dialog(DateAndTime(self.slot, screen.context.system.clock.now_ms()))
        elif index == 5:
            screen.show_dialog(Color(self.slot))
        else:
            kind: tuple[Literal["link", "image", "audio"], ...] = ("link", "link", "image", "audio")
            screen.show_dialog(InsertLink(self.slot, kind[index]))


@dataclass(frozen=True)
class Color(_OfEditor, Dialog[Screen]):
    """Colour the text at the cursor or its background, or insert a colour code.

    Attributes:
        color: The colour's code.
    """

    color: str = "#F04B4B"

    def build(self, screen: Screen) -> Overlay:
        """Build the field and the three actions."""

        def insert(form: str) -> None:
            screen.dismiss_dialog()
            screen.editor(self.slot).insert(form.format(self.color.strip()))

        return alert_dialog(
            "Color",
            "Set foreground or background color of text? Inserting hex color code is also "
            "possible.",
            content=EditText(
                self.color,
                on_text_change=lambda color: screen.update_dialog(replace(self, color=color)),
                max_length=9,
                width=MATCH,
                margin=(20, 0),
            ),
            positive="Hexcode",
            on_positive=lambda: insert("{}"),
            negative="Background",
            on_negative=lambda: insert("<span style='background-color:{};'></span>"),
            neutral="Foreground",
            on_neutral=lambda: insert("<span style='color:{};'></span>"),
            on_dismiss=screen.dismiss_dialog,
        )


@dataclass(frozen=True)
class InsertLink(_OfEditor, ConfirmDialog[Screen]):
    """Ask for the name and path of a link, image or audio file.

    Attributes:
        kind: Kind of the link.
        name: Text of the link.
        path: Target of the link.
    """

    kind: Literal["link", "image", "audio"]
    name: str = ""
    path: str = ""

    def title(self, screen: Screen) -> str:
        """Return the title for the kind."""
        return {"link": "Insert Link", "image": "Insert Image", "audio": "Audio"}[self.kind]

    def body(self, screen: Screen) -> View:
        """Build the fields."""
        base = "ui__select_path_dialog__"
        return wide_column(
            self.text_field(screen, "name", id=f"{base}name", hint="Description"),
            self.text_field(screen, "path", id=f"{base}url", hint="URL / Path"),
            padding=(20, 0),
        )

    def on_confirm(self, screen: Screen) -> None:
        """Insert the link."""
        name = self.name or posixpath.basename(self.path)
        target = self.path.replace(" ", "%20")
        if self.kind == "audio":
            screen.editor(self.slot).insert(f"<audio src='{target}' controls></audio>")
        else:
            mark = "!" if self.kind == "image" else ""
            screen.editor(self.slot).insert(f"{mark}[{name}]({target})")


@dataclass(frozen=True)
class SpeedRead(_OfEditor, MessageDialog[Screen]):
    """Speed Read: shows the text word by word."""

    TITLE = "Speed Read"

    def body(self, screen: Screen) -> View:
        """Build the current word."""
        state = screen.editor(self.slot).state
        words = state.text.split()
        word = words[state.word] if 0 <= state.word < len(words) else ""
        return TextView(word, size=32, align="center", width=MATCH, padding=(24, 32))

    def on_cancel(self, screen: Screen) -> None:
        """Stop reading."""
        screen.editor(self.slot).change(word=-1)


EDITOR_DIALOGS = (
    Attach,
    Color,
    DateAndTime,
    FileInfo,
    FontSize,
    FormatChoice,
    InsertLink,
    PickDate,
    PickTime,
    Replace,
    SearchLines,
    Snippet,
    SpecialKey,
    SpeedRead,
)
"""Dialogs of every activity with an editor."""
