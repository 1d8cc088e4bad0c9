"""The dialogs of the file browser."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from android_gym.errors import FileError
from android_gym.simulator.apps.markor.notebook import Entry, Notebook, mime_of, size_text
from android_gym.simulator.apps.markor.templates import TEMPLATES, template_text
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.components import Spinner
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.layouts import RecyclerView, ScrollView, column, row
from android_gym.simulator.ui.options import Insets
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import CheckBox, EditText, TextView

if TYPE_CHECKING:
    from android_gym.simulator.apps.markor.main import MainActivity

__all__ = ["TYPES", "browser_dialog", "file_info", "new_file"]

TYPES = (
    ("Markdown", ".md"),
    ("Plain Text", ".txt"),
    ("todo.txt", ".todo.txt"),
    ("Wikitext", ".txt"),
    ("AsciiDoc", ".adoc"),
    ("CSV", ".csv"),
    ("None", ""),
)
"""Types of new files, and the extension that each puts into its field."""

REFUSED = str.maketrans("", "", '<|[\\?*:"/]>`$%;=&#@\n\r')


def browser_dialog(app: MainActivity) -> Overlay | None:
    """Builds the dialog that is open."""
    name = app.state.dialog[0] if app.state.dialog else ""
    build: Callable[[MainActivity], Overlay | None] | None = {
        "new": _new,
        "delete": _delete,
        "rename": _rename,
        "details": _details,
        "search": _search,
        "results": _results,
        "clash": _clash,
    }.get(name)
    return build(app) if build is not None else None


def _closer(app: MainActivity) -> Callable[[], None]:
    return lambda: app.update(dialog=())


def _setter(app: MainActivity, position: int) -> Callable[[Any], None]:
    def put(value: Any) -> None:
        values = list(app.state.dialog)
        values[position] = value
        app.update(dialog=tuple(values))

    return put


# -- a new file


def new_file(app: MainActivity) -> None:
    """Opens the dialog, with the type and extension used last."""
    notebook = app.notebook
    kind = min(max(int(notebook.get("pref_key__new_file_dialog_lastused_type", 0)), 0), 6)
    extension = str(notebook.get("pref_key__new_file_dialog_lastused_extension", ".md"))
    app.update(dialog=("new", "", extension, kind, 0))
    app.after(200, "show_name_keyboard")


def _new(app: MainActivity) -> Overlay:
    _, name, extension, kind, template = app.state.dialog
    put_name, put_extension = _setter(app, 1), _setter(app, 2)

    def choose_type(index: int) -> None:
        chosen = 6 if TYPES[index][0] == "Wikitext" else template
        app.update(dialog=("new", name, TYPES[index][1], index, chosen))
        app.notebook.put(pref_key__new_file_dialog_lastused_type=index)

    templates = _templates(app)

    def choose_template(index: int) -> None:
        title = name
        now = app.context.system.clock.datetime()
        if "jekyll" in templates[index] and not title:
            title = f"{now:%Y-%m-%d}-"
        elif "zettelkasten" in templates[index] and not title:
            title = f"{now:%Y%m%d%H%M}-"
        app.update(dialog=("new", title, extension, kind, index))

    content = ScrollView(
        column(
            _label("Name"),
            row(
                EditText(
                    name,
                    id="new_file_dialog__name",
                    hint="my_note",
                    on_text_change=lambda text: put_name(text.translate(REFUSED)),
                    width=0,
                    weight=7,
                ),
                EditText(
                    extension,
                    id="new_file_dialog__ext",
                    hint=".md",
                    on_text_change=lambda text: put_extension(text.translate(REFUSED)),
                    align="end",
                    width=0,
                    weight=3,
                ),
                width=MATCH,
            ),
            _label("Type"),
            Spinner(
                [label for label, _ in TYPES],
                kind,
                choose_type,
                id="new_file_dialog__type",
                width=MATCH,
            ),
            _label("Template"),
            Spinner(
                templates, template, choose_template, id="new_file_dialog__template", width=MATCH
            ),
            TextView("- Folder is created without file extension", size=12, margin=(4, 12, 0, 0)),
            TextView("- Files and folders are not overwritten", size=12, margin=(4, 2, 0, 0)),
            width=MATCH,
            padding=(20, 12, 20, 8),
        ),
        id="new_file_dialog__root",
        width=MATCH,
    )
    return alert_dialog(
        content=content,
        positive="OK",
        on_positive=lambda: _create(app),
        negative="Cancel",
        neutral="Folder",
        on_neutral=lambda: _create_folder(app),
        on_dismiss=_closer(app),
        key="new",
    )


def _label(text: str) -> View:
    return TextView(text, size=14, color="text_secondary", margin=(4, 8, 0, 0))


def _templates(app: MainActivity) -> list[str]:
    folder = f"{app.notebook.folder}/.app/snippets"
    own = [e.name for e in app.notebook.entries(folder) if not e.folder]
    return [*TEMPLATES, *own]


def _create(app: MainActivity) -> None:
    _, name, extension, _, template = app.state.dialog
    app.update(dialog=())
    app.hide_keyboard()
    title = name.strip()
    if not title:
        return
    notebook = app.notebook
    path = f"{app.write_folder.rstrip('/')}/{title}{extension.strip()}"
    notebook.put(pref_key__new_file_dialog_lastused_extension=extension)
    if not notebook.files.exists(path):
        chosen = _templates(app)[template]
        if template < len(TEMPLATES):
            text = template_text(chosen, app.context.system.clock.datetime())
        else:
            try:
                data = notebook.files.read(f"{notebook.folder}/.app/snippets/{chosen}")
            except FileError:
                data = b""
            text = data.decode("utf-8", "replace")
        notebook.make_folder(app.write_folder)
        if not notebook.write(path, text):
            return
    if notebook.files.is_dir(path):
        app.reload()
        return
    app.open(path)


def _create_folder(app: MainActivity) -> None:
    name = app.state.dialog[1].strip()
    app.update(dialog=())
    app.hide_keyboard()
    if name:
        app.notebook.make_folder(f"{app.write_folder.rstrip('/')}/{name}")
        app.reload()


# -- of what is selected


def _delete(app: MainActivity) -> Overlay:
    paths = app.state.selected

    def confirm() -> None:
        app.update(dialog=(), selected=())
        app.notebook.delete(paths)
        app.reload()

    word = "Documents" if len(paths) > 1 else "Document"
    message = f"Do you really want to delete this {word}?\n\n\n" + "\n".join(paths)
    return alert_dialog(
        "Confirm Delete",
        message,
        positive="OK",
        on_positive=confirm,
        negative="Cancel",
        on_dismiss=_closer(app),
        key="delete",
    )


def _rename(app: MainActivity) -> Overlay:
    _, name, error = app.state.dialog
    path = app.state.selected[0] if app.state.selected else ""

    def typed(text: str) -> None:
        app.update(dialog=("rename", text.replace("\n", ""), ""))

    def confirm() -> None:
        new = app.state.dialog[1]
        if new == posixpath.basename(path):
            app.update(dialog=(), selected=())
            return
        target = f"{posixpath.dirname(path)}/{new}"
        files = app.notebook.files
        if files.exists(target) and files.resolve(target) != files.resolve(path):
            text = "File/folder already exists! Please use a different name"
            app.update(dialog=("rename", new, text))
            return
        app.notebook.rename(path, new)
        app.update(dialog=(), selected=())
        app.hide_keyboard()
        app.reload()

    content = column(
        TextView(
            error,
            id="dialog_message",
            color="accent",
            visibility="visible" if error else "gone",
            margin=(4, 0),
        ),
        EditText(
            name,
            id="new_name",
            hint="Enter the name of your folder",
            on_text_change=typed,
            autofocus=True,
            width=MATCH,
        ),
        width=MATCH,
        padding=(20, 8),
    )
    return alert_dialog(
        "Rename",
        content=content,
        positive="OK",
        on_positive=confirm,
        positive_enabled=not error,
        negative="Cancel",
        on_dismiss=_closer(app),
        key="rename",
    )


def _details(app: MainActivity) -> Overlay | None:
    entry = app.notebook.entry(app.state.selected[0]) if app.state.selected else None
    if entry is None:
        return None
    return file_info(app.notebook, entry, _closer(app))


def file_info(notebook: Notebook, entry: Entry, close: Callable[[], None]) -> Overlay:
    """What there is to know about a file."""

    def line(label: str, value: str, name: str) -> View:
        return column(
            TextView(label, size=14, color="text_secondary"),
            TextView(value, id=f"ui__fileinfodialog__{name}", size=16),
            width=MATCH,
            margin=(0, 0, 0, 8),
        )

    parts: list[View] = [
        line("Name", entry.name, "name"),
        line("Location", posixpath.dirname(entry.path), "location"),
        line("Last modified", notebook.date_text(entry.mtime_ms), "last_modified"),
        line("Size", size_text(entry.size), "size_description"),
    ]
    if not entry.folder:
        parts.append(line("MIME type", mime_of(entry.name), "mimetype_description"))
    if not entry.folder and notebook.is_text(entry.path):
        text = notebook.files.read(entry.path).decode("utf-8", "replace")
        lines = text.count("\n") + (not text.endswith("\n") and bool(text))
        counts = f"{lines} / {len(text.split())} / {len(text)}"
        parts.append(line("Text Lines / Words / Characters", counts, "textinfo_description"))
    if not entry.folder:
        key = f"list_in_recents:{entry.path}"
        parts.append(TextView("Settings", size=14, color="text_secondary", margin=(0, 8, 0, 0)))
        parts.append(
            CheckBox(
                "List in recent files",
                id="ui__fileinfodialog__recents",
                checked=bool(notebook.get(key, True)),
                on_checked_change=lambda on: notebook.put(**{key: on}),
            )
        )
    return alert_dialog(
        "Info",
        content=ScrollView(column(*parts, width=MATCH, padding=(24, 8)), width=MATCH),
        positive="OK",
        on_dismiss=close,
        key="info",
    )


# -- search


def _search(app: MainActivity) -> Overlay:
    _, text, regex, case, content, first = app.state.dialog

    def confirm() -> None:
        results = app.notebook.search(
            app.folder, text, regex=regex, case=case, content=content, first=first
        )
        app.hide_keyboard()
        app.update(dialog=("results", app.folder, *results))

    def box(label: str, name: str, position: int, on: bool, margin: Insets = 0) -> View:
        return CheckBox(
            label,
            id=name,
            checked=on,
            on_checked_change=_setter(app, position),
            margin=margin,
        )

    body = column(
        TextView("Recursive search in current directory.", margin=(4, 0, 0, 8)),
        EditText(text, hint="Search", on_text_change=_setter(app, 1), width=MATCH, autofocus=True),
        box("Regex search", "regex_search", 2, regex),
        box("Case sensitive", "case_sensitivity", 3, case),
        box("Search in content", "search_in_content", 4, content),
        box("Stop search after first match", "first_match", 5, first, margin=(24, 0, 0, 0))
        if content
        else None,
        width=MATCH,
        padding=(20, 8),
    )
    return alert_dialog(
        "Search",
        content=body,
        positive="OK",
        on_positive=confirm,
        negative="Cancel",
        on_dismiss=_closer(app),
        key="search",
    )


def _results(app: MainActivity) -> Overlay:
    _, folder, *results = app.state.dialog

    def choose(text: str) -> Callable[[], None]:
        def go() -> None:
            app.update(dialog=())
            name, colon, number = text.rpartition(":")
            line = int(number) if colon and number.isdigit() else None
            path = f"{folder.rstrip('/')}/{name if line is not None else text}"
            app.open(path, line)

        return go

    def line(index: int) -> View:
        return TextView(
            results[index],
            id="android:id/text1",
            key=index,
            size=16,
            width=MATCH,
            min_height=48,
            vertical="center",
            padding=(24, 4),
            on_click=choose(results[index]),
        )

    listing = RecyclerView(
        len(results), line, class_name="android.widget.ListView", width=MATCH, height=400
    )
    return alert_dialog(
        "Search results",
        content=listing if results else TextView("Nothing found", padding=(24, 12)),
        negative="Cancel",
        on_dismiss=_closer(app),
        key="results",
    )


# -- names that are taken


def _clash(app: MainActivity) -> Overlay:
    _, copy, folder, several, *paths = app.state.dialog
    name = posixpath.basename(paths[0])
    labels = ["Keep both", "Overwrite", "Skip"]
    if several:
        labels = [label for one in labels for label in (one, f"{one} (all)")]

    def choose(index: int) -> None:
        label = labels[index]
        how = {"Keep both": "keep", "Overwrite": "overwrite"}.get(label.removesuffix(" (all)"), "")
        app.resolve_clash(paths, folder, bool(copy), how, to_all=label.endswith("(all)"))

    return alert_dialog(
        f"'{name}' already exists in {posixpath.basename(folder)}",
        items=labels,
        on_item=choose,
        on_dismiss=_closer(app),
        key="clash",
    )
