"""The dialogs of the file browser."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from android_gym.simulator.appkit.dialogs import ConfirmDialog, MessageDialog
from android_gym.simulator.apps.markor.actions import Actions
from android_gym.simulator.apps.markor.templates import template_text, templates
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.components import Spinner
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, ScrollView, wide_column, wide_row
from android_gym.simulator.ui.options import Align
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import CheckBox, EditText, TextView

TYPES = (
    ("Markdown", ".md"),
    ("Plain Text", ".txt"),
    ("todo.txt", ".todo.txt"),
    ("Wikitext", ".txt"),
    ("AsciiDoc", ".adoc"),
    ("CSV", ".csv"),
    ("None", ""),
)
"""File types, and the extension that each puts into its field."""

WIKITEXT = 6
"""Index of the template selected by the type Wikitext."""

REFUSED = str.maketrans("", "", '<|[\\?*:"/]>`$%;=&#@\n\r')


@dataclass(frozen=True)
class NewFile(ConfirmDialog[Actions]):
    """Ask for the name, type and template of a new file or folder.

    Attributes:
        name: Name typed so far.
        extension: Extension appended to the name.
        kind: Index in `TYPES`.
        template: Index in `templates()`, followed by the user's own.
    """

    name: str
    extension: str
    kind: int
    template: int = 0

    @classmethod
    def opened(cls, app: Actions) -> NewFile:
        """Return the dialog with the last used type and extension."""
        get = app.notebook.get
        kind = int(get("pref_key__new_file_dialog_lastused_type", 0))
        extension = str(get("pref_key__new_file_dialog_lastused_extension", ".md"))
        return cls("", extension, min(max(kind, 0), len(TYPES) - 1))

    def build(self, screen: Actions) -> Overlay:
        """Build the fields and buttons."""
        change = partial(replace, self)
        names = [*templates(), *screen.notebook.snippet_names()]

        def field(
            text: str, name: str, hint: str, weight: float, align: Align = "start"
        ) -> EditText:
            return EditText(
                text,
                id=f"new_file_dialog__{name}",
                hint=hint,
                on_text_change=lambda text: screen.update_dialog(
                    change(**{"name" if name == "name" else "extension": text.translate(REFUSED)})
                ),
                align=align,
                width=0,
                weight=weight,
            )

        def label(text: str) -> View:
            return TextView(text, size=14, color="text_secondary", margin=(4, 8, 0, 0))

        def choose_type(index: int) -> None:
            title, extension = TYPES[index]
            template = WIKITEXT if title == "Wikitext" else self.template
            screen.update_dialog(change(extension=extension, kind=index, template=template))
            screen.notebook.put(pref_key__new_file_dialog_lastused_type=index)

        def choose_template(index: int) -> None:
            now = screen.context.system.clock.datetime()
            name = self.name
            if not name and "jekyll" in names[index]:
                name = f"{now:%Y-%m-%d}-"
            elif not name and "zettelkasten" in names[index]:
                name = f"{now:%Y%m%d%H%M}-"
            screen.update_dialog(change(name=name, template=index))

        fields = wide_column(
            label("Name"),
            wide_row(
                field(self.name, "name", "my_note", 7),
                field(self.extension, "ext", ".md", 3, "end"),
            ),
            label("Type"),
            Spinner(
                [title for title, _ in TYPES],
                self.kind,
                choose_type,
                id="new_file_dialog__type",
                width=MATCH,
            ),
            label("Template"),
            Spinner(
                names,
                self.template,
                choose_template,
                id="new_file_dialog__template",
                width=MATCH,
            ),
            *(
                CheckBox(text, id=f"new_file_dialog__{name}", visibility="gone")
                for text, name in (
                    ("Encrypt file content", "encrypt"),
                    ("UTF-8 with BOM", "utf8_bom"),
                )
            ),
            TextView("- Folder is created without file extension", size=12, margin=(4, 12, 0, 0)),
            TextView("- Files and folders are not overwritten", size=12, margin=(4, 2, 0, 0)),
            padding=(20, 12, 20, 8),
        )
        return self.alert(
            screen,
            lambda: self.on_confirm(screen),
            content=ScrollView(fields, id="new_file_dialog__root", width=MATCH),
            neutral="Folder",
            on_neutral=lambda: self._make_folder(screen),
        )

    def on_confirm(self, screen: Actions) -> None:
        """Create the file unless it exists, and open it with the keyboard up."""
        name = self.name.strip()
        if not name:
            screen.hide_keyboard()
            return
        notebook = screen.notebook
        path = posixpath.join(screen.write_folder, name + self.extension.strip())
        notebook.put(pref_key__new_file_dialog_lastused_extension=self.extension)
        if not notebook.files.exists(path):
            known = list(templates())
            if self.template < len(known):
                now = screen.context.system.clock.datetime()
                text = template_text(known[self.template], now)
            else:
                snippet = notebook.snippet_names()[self.template - len(known)]
                text = notebook.read_text(f"{notebook.snippets}/{snippet}")
            notebook.make_folder(screen.write_folder)
            if not notebook.write(path, text):
                screen.hide_keyboard()
                return
        if notebook.files.is_dir(path):
            screen.hide_keyboard()
            screen.reload()
        else:
            screen.open(path, keyboard=True)

    def _make_folder(self, screen: Actions) -> None:
        screen.dismiss_dialog()
        screen.hide_keyboard()
        if name := self.name.strip():
            screen.notebook.make_folder(posixpath.join(screen.write_folder, name))
            screen.reload()


@dataclass(frozen=True)
class DeleteFiles(ConfirmDialog[Actions]):
    """Ask before deleting files.

    Attributes:
        paths: The files.
    """

    TITLE = "Confirm Delete"
    paths: tuple[str, ...]

    def message(self, screen: Actions) -> str:
        """Return the question with the list of files."""
        word = "Documents" if len(self.paths) > 1 else "Document"
        return f"Do you really want to delete this {word}?\n\n\n" + "\n".join(self.paths)

    def on_confirm(self, screen: Actions) -> None:
        """Delete the files."""
        screen.clear_selection()
        screen.notebook.delete(self.paths)
        screen.reload()


@dataclass(frozen=True)
class RenameFile(ConfirmDialog[Actions]):
    """Ask for a new name for a file.

    Attributes:
        path: The file.
        name: Name typed so far.
        error: Error message on the name.
    """

    TITLE = "Rename"
    path: str
    name: str
    error: str = ""

    def body(self, screen: Actions) -> View:
        """Build the error message and the name field."""
        return wide_column(
            TextView(
                self.error,
                id="dialog_message",
                color="accent",
                visibility="visible" if self.error else "gone",
                margin=(4, 0),
            ),
            EditText(
                self.name,
                id="new_name",
                hint="Enter the name of your folder",
                on_text_change=lambda text: screen.update_dialog(
                    replace(self, name=text.replace("\n", ""), error="")
                ),
                autofocus=True,
                width=MATCH,
            ),
            padding=(20, 8),
        )

    def valid(self, screen: Actions) -> bool:
        """Return whether the name has been edited since it was rejected."""
        return not self.error

    def on_confirm(self, screen: Actions) -> None:
        """Rename the file, or ask again if the name is taken."""
        folder, old = posixpath.split(self.path)
        files, target = screen.notebook.files, f"{folder}/{self.name}"
        if files.exists(target) and self.name != old:  # also true of its own name in another case
            text = "File/folder already exists! Please use a different name"
            screen.show_dialog(replace(self, error=text))
            return
        screen.clear_selection()
        if self.name != old:
            screen.notebook.rename(self.path, self.name)
            screen.hide_keyboard()
            screen.reload()


@dataclass(frozen=True)
class SearchFiles(ConfirmDialog[Actions]):
    """Ask for a search text and options.

    Attributes:
        text: Text or regular expression to find.
        regex: Whether `text` is a regular expression.
        case: Whether the search is case-sensitive.
        content: Whether to search file contents too.
        first: Whether to stop after the first match in each file.
    """

    TITLE = "Search"
    text: str = ""
    regex: bool = False
    case: bool = False
    content: bool = False
    first: bool = False

    def body(self, screen: Actions) -> View:
        """Build the field and check boxes."""

        def box(label: str, name: str, field: str) -> CheckBox:
            checked = bool(getattr(self, field))
            changes: dict[str, Any] = {field: not checked}
            flip = replace(self, **changes)
            return CheckBox(
                label,
                id=name,
                checked=checked,
                on_checked_change=lambda on: screen.update_dialog(flip),
                margin=(24, 0, 0, 0) if field == "first" else 0,
            )

        fields = wide_column(
            TextView("Recursive search in current directory.", margin=(4, 0, 0, 8)),
            self.text_field(screen, "text", hint="Search", autofocus=True),
            box("Regex search", "regex_search", "regex"),
            box("Case sensitive", "case_sensitivity", "case"),
            box("Search in content", "search_in_content", "content"),
            box("Stop search after first match", "first_match", "first") if self.content else None,
            padding=(20, 8),
        )
        return ScrollView(fields, width=MATCH)

    def on_confirm(self, screen: Actions) -> None:
        """Search and list the results."""
        found = screen.notebook.search(
            screen.folder,
            self.text,
            regex=self.regex,
            case=self.case,
            content=self.content,
            first=self.first,
        )
        screen.hide_keyboard()
        screen.show_dialog(SearchResults(screen.folder, tuple(found)))


def result_list(
    texts: list[str], on_choose: Callable[[int], object], *, height: float, lines: int | None
) -> View:
    """Build a selectable list of texts for a dialog."""

    def line(index: int) -> View:
        return TextView(
            texts[index],
            id="android:id/text1",
            key=index,
            size=16,
            max_lines=lines,
            width=MATCH,
            min_height=48,
            vertical="center",
            padding=(24, 4),
            on_click=partial(on_choose, index),
        )

    return RecyclerView(
        len(texts), line, class_name="android.widget.ListView", width=MATCH, height=height
    )


@dataclass(frozen=True)
class SearchResults(MessageDialog[Actions]):
    """List the search results.

    Attributes:
        folder: Folder that was searched.
        found: Paths relative to it, with ``:line`` appended to matches in file contents.
    """

    TITLE = "Search results"
    NEGATIVE = "Cancel"
    folder: str
    found: tuple[str, ...]

    def build(self, screen: Actions) -> Overlay:
        """Build the list."""

        def choose(index: int) -> None:
            screen.dismiss_dialog()
            text = self.found[index]
            name, colon, number = text.rpartition(":")
            line = int(number) if colon and number.isdigit() else None
            screen.open(f"{self.folder.rstrip('/')}/{text if line is None else name}", line)

        content: View = TextView("Nothing found", padding=(24, 12))
        if self.found:
            content = result_list(list(self.found), choose, height=400, lines=None)
        return self.alert(screen, content=content)
