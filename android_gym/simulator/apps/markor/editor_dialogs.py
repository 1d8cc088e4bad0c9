"""The dialogs of the editor."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from typing import TYPE_CHECKING

from android_gym.errors import FileError
from android_gym.simulator.apps.markor.dialogs import file_info
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.layouts import RecyclerView, column
from android_gym.simulator.ui.view import MATCH
from android_gym.simulator.ui.widgets import CheckBox, EditText, TextView

if TYPE_CHECKING:
    from android_gym.simulator.apps.markor.editor import Editor

__all__ = ["dialog"]

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


def dialog(editor: Editor) -> Overlay | None:
    """Builds the dialog that is open."""
    name = editor.state.dialog[0] if editor.state.dialog else ""
    build: Callable[[Editor], Overlay | None] | None = {
        "lines": _lines,
        "replace": _replace,
        "info": _info,
        "font_size": _font_size,
        "date": _date,
        "special_key": _special_key,
        "snippet": _snippet,
        "attach": _attach,
        "link": _link,
        "image": _link,
        "speed_read": _speed_read,
    }.get(name)
    return build(editor) if build is not None else None


def _closer(editor: Editor) -> Callable[[], None]:
    return lambda: editor.change(dialog=())


def _set(editor: Editor, position: int) -> Callable[[str], None]:
    """Keeps what is typed as one of the dialog's values."""

    def keep(text: str) -> None:
        values = list(editor.state.dialog)
        values[position] = text
        editor.change(dialog=tuple(values))

    return keep


def _lines(editor: Editor) -> Overlay:
    wanted = editor.state.dialog[1]
    found = [
        (number, line)
        for number, line in enumerate(editor.state.text.split("\n"), 1)
        if wanted.casefold() in line.casefold()
    ]

    def jump(number: int) -> Callable[[], None]:
        def go() -> None:
            editor.change(dialog=())
            editor.jump(number)

        return go

    def line(index: int) -> TextView:
        number, text = found[index]
        return TextView(
            text,
            id="android:id/text1",
            key=number,
            size=16,
            max_lines=2,
            width=MATCH,
            min_height=48,
            vertical="center",
            padding=(24, 4),
            on_click=jump(number),
        )

    content = column(
        EditText(
            wanted, hint="Search", on_text_change=_set(editor, 1), width=MATCH, margin=(20, 0)
        ),
        RecyclerView(
            len(found), line, class_name="android.widget.ListView", width=MATCH, height=320
        ),
        width=MATCH,
    )
    return alert_dialog(
        "Search", content=content, negative="Cancel", on_dismiss=_closer(editor), key="lines"
    )


def _replace(editor: Editor) -> Overlay:
    values = (*editor.state.dialog, "", "", "", "")[:5]
    _, wanted, new, regex, multiline = values

    def field(name: str, label: str, position: int) -> EditText:
        def keep(text: str) -> None:
            kept = list(values)
            kept[position] = text
            editor.change(dialog=tuple(kept))

        return EditText(values[position], id=name, hint=label, on_text_change=keep, width=MATCH)

    def box(label: str, position: int) -> CheckBox:
        def toggle(on: bool) -> None:
            kept = list(values)
            kept[position] = "1" if on else ""
            editor.change(dialog=tuple(kept))

        return CheckBox(label, checked=bool(values[position]), on_checked_change=toggle)

    def replace(count: int) -> Callable[[], None]:
        return lambda: editor.replace(wanted, new, count, bool(regex), bool(multiline))

    content = column(
        field("search_input", "Search for", 1),
        field("replace_input", "Replace with", 2),
        box("Regex", 3),
        box("Multiline", 4),
        width=MATCH,
        padding=(20, 0),
    )
    return alert_dialog(
        "Search/Replace",
        content=content,
        positive="Replace all",
        on_positive=replace(0),
        neutral="Replace (1)",
        on_neutral=replace(1),
        negative="Cancel",
        on_dismiss=_closer(editor),
        key="replace",
    )


def _info(editor: Editor) -> Overlay | None:
    entry = editor.notebook.entry(editor.state.path)
    return file_info(editor.notebook, entry, _closer(editor)) if entry is not None else None


def _font_size(editor: Editor) -> Overlay:
    path = editor.state.path
    current = int(editor.notebook.get(f"font_size:{path}", 0)) or 15

    def choose(index: int) -> None:
        editor.notebook.put(**{f"font_size:{path}": SIZES[index]})
        editor.change(dialog=())

    return alert_dialog(
        "Font Size",
        items=[str(size) for size in SIZES],
        selected=SIZES.index(current) if current in SIZES else -1,
        on_item=choose,
        negative="Cancel",
        on_dismiss=_closer(editor),
        key="font_size",
    )


def _date(editor: Editor) -> Overlay:
    now = editor.activity.context.system.clock.datetime(int(editor.state.dialog[1]))
    texts = [f"{now:{form}}" for form in DATE_FORMATS]

    def choose(index: int) -> None:
        editor.change(dialog=())
        editor.insert(texts[index])

    return alert_dialog(
        "Date and time",
        items=texts,
        on_item=choose,
        negative="Cancel",
        on_dismiss=_closer(editor),
        key="date",
    )


def _special_key(editor: Editor) -> Overlay:
    def choose(index: int) -> None:
        editor.change(dialog=())
        editor.act(KEYS[index][0])

    return alert_dialog(
        "Special Key",
        items=[label for _, label in KEYS],
        on_item=choose,
        negative="Cancel",
        on_dismiss=_closer(editor),
        key="special_key",
    )


def _snippet(editor: Editor) -> Overlay:
    folder = f"{editor.notebook.folder}/.app/snippets"
    names = [e.name for e in editor.notebook.entries(folder) if not e.folder]

    def choose(index: int) -> None:
        editor.change(dialog=())
        try:
            data = editor.notebook.files.read(f"{folder}/{names[index]}")
        except FileError:
            return
        editor.insert(data.decode("utf-8", "replace"))

    return alert_dialog(
        "Insert snippet",
        None if names else folder,
        items=names,
        on_item=choose,
        negative="Cancel",
        on_dismiss=_closer(editor),
        key="snippet",
    )


def _attach(editor: Editor) -> Overlay:
    kinds = (("link", "Link"), ("image", "Image"), ("date", "Date and time"))

    def choose(index: int) -> None:
        kind = kinds[index][0]
        editor.change(dialog=editor.date_dialog() if kind == "date" else (kind, "", ""))

    return alert_dialog(
        "Attach",
        items=[label for _, label in kinds],
        on_item=choose,
        negative="Cancel",
        on_dismiss=_closer(editor),
        key="attach",
    )


def _link(editor: Editor) -> Overlay:
    kind, name, path = editor.state.dialog

    def done() -> None:
        editor.change(dialog=())
        mark = "!" if kind == "image" else ""
        target = path.replace(" ", "%20")
        editor.insert(f"{mark}[{name or posixpath.basename(path)}]({target})")

    content = column(
        EditText(
            name,
            id="ui__select_path_dialog__name",
            hint="Name",
            on_text_change=_set(editor, 1),
            width=MATCH,
        ),
        EditText(
            path,
            id="ui__select_path_dialog__url",
            hint="Path",
            on_text_change=_set(editor, 2),
            width=MATCH,
        ),
        width=MATCH,
        padding=(20, 0),
    )
    return alert_dialog(
        "Insert image" if kind == "image" else "Insert Link",
        content=content,
        positive="OK",
        on_positive=done,
        negative="Cancel",
        on_dismiss=_closer(editor),
        key="link",
    )


def _speed_read(editor: Editor) -> Overlay:
    words = editor.state.text.split()
    index = int(editor.state.dialog[1])
    word = words[index] if index < len(words) else ""
    return alert_dialog(
        "Speed Read",
        content=TextView(word, size=32, align="center", width=MATCH, padding=(24, 32)),
        positive="OK",
        on_dismiss=_closer(editor),
        key="speed_read",
    )
