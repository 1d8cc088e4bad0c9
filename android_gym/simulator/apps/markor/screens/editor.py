"""Views of an editor: text field with toolbar, rendered page, menu, search field."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from android_gym.simulator.appkit.markdown import Look
from android_gym.simulator.apps.markor.colors import HEX, editor_colors, highlights
from android_gym.simulator.apps.markor.dialogs.editor import (
    FileInfo,
    FontSize,
    SearchLines,
    SpeedRead,
    run_action,
)
from android_gym.simulator.apps.markor.editor import EDITOR_ID, Editor
from android_gym.simulator.apps.markor.edits import ACTIONS, STRIPS
from android_gym.simulator.apps.markor.look import bar
from android_gym.simulator.apps.markor.markdown import page
from android_gym.simulator.ui.components import MenuItem, SearchView
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    HorizontalScrollView,
    ScrollView,
    full_column,
    row,
    wide_column,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, ImageView

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
FONTS: Final[dict[str, dict[str, Any]]] = {
    "sans-serif-light": {"weight_font": 300},
    "sans-serif-bold": {"weight_font": 700},
    "sans-serif-medium": {"weight_font": 500},
    "monospace": {"font": "mono"},
    "serif-monospace": {"font": "mono"},
    "sans-serif-thin": {"weight_font": 100},
    "sans-serif-black": {"weight_font": 900},
}
"""Text options for the settings' font families; the phone has no other fonts."""

LINE = 1.17
"""Line height of Roboto, in multiples of the font size."""

SHARING = (
    ("Plain Text", "text", "text"),
    ("Print / PDF", "printer", "pdf"),
    ("File", "file_outline", "file"),
    ("HTML", "web", "html"),
    ("HTML (as plain text)", "code_tags", "html_text"),
    ("Image", "image_outline", "image"),
    ("Screenshot", "cellphone_screenshot", "screenshot"),
    ("Calendar", "calendar", "calendar"),
)
"""Title, icon and format of each way to share a document."""


def menu(editor: Editor) -> list[MenuItem | None]:
    """Return the entries of the app bar and its overflow menu."""
    state, app = editor.state, editor.activity
    turn = partial(change_mode, editor)
    if state.preview:
        find = partial(editor.change, search="")
        return [
            MenuItem("Edit mode", turn, icon="pencil", id="action_edit"),
            MenuItem("Search", find, icon="search", id="action_search_view"),
            *_overflow(editor),
        ]
    redo = partial(editor.undo, forward=True)
    savable = state.ready and state.text != state.saved
    lines = SearchLines(editor.slot)
    return [
        MenuItem("Undo", editor.undo, icon="undo", id="action_undo", enabled=bool(state.undo)),
        MenuItem("Redo", redo, icon="redo", id="action_redo", enabled=bool(state.redo)),
        MenuItem("View mode", turn, icon="eye", id="action_preview"),
        MenuItem("Save", editor.save, icon="content_save", id="action_save", enabled=savable),
        MenuItem("Search", lambda: app.show_dialog(lines), icon="search", id="action_search"),
        *_overflow(editor),
    ]


def change_mode(editor: Editor) -> None:
    """Switch between the editor and the rendered page."""
    if editor.state.preview:
        editor.change(preview=False, search=None)
        editor.activity.focus(EDITOR_ID)
    else:
        editor.activity.hide_keyboard()
        editor.change(preview=True, search=None)


def _overflow(editor: Editor) -> list[MenuItem]:
    path, app, slot = editor.state.path, editor.activity, editor.slot
    get, put = editor.notebook.get, editor.notebook.put

    def flag(title: str, name: str) -> MenuItem:
        on = bool(get(f"{name}:{path}", True))
        return MenuItem(title, lambda: put(**{f"{name}:{path}": not on}), checked=on)

    def format(kind: str, title: str) -> MenuItem:
        choose = partial(put, **{f"format:{path}": kind})
        return MenuItem(title, choose, checked=editor.kind == kind, exclusive=True)

    def info() -> None:
        editor.save_changes()
        app.show_dialog(FileInfo(path))

    def speed_read() -> None:
        editor.speed_read(0)
        app.show_dialog(SpeedRead(slot))

    settings = (
        flag("Wrap words", "wrap"),
        flag("Syntax highlighting", "highlight"),
        flag("Auto-format", "auto_format"),
        MenuItem("Font Size", lambda: app.show_dialog(FontSize(slot))),
        MenuItem("Format", submenu=tuple(format(*each) for each in FORMATS)),
    )
    sharing = tuple(
        MenuItem(title, partial(editor.share, form), icon=icon) for title, icon, form in SHARING
    )
    return [
        MenuItem("File settings", submenu=settings),
        MenuItem("Share", submenu=sharing),
        MenuItem("Tools", submenu=(MenuItem("Speed Read", speed_read),)),
        MenuItem("Info", info),
        MenuItem("Reload", editor.reload),
    ]


def search_bar(editor: Editor) -> View | None:
    """Build the search field that replaces the bar in view mode; None while it is closed."""
    state = editor.state
    if not state.preview or state.search is None:
        return None
    return bar(
        "",
        content=SearchView(
            state.search, lambda text: editor.change(search=text), hint="Search", width=MATCH
        ),
        navigation="arrow_back",
        navigation_description="Collapse",
        on_navigation=partial(editor.change, search=None),
    )


def body(editor: Editor) -> View:
    """Build the text field with its toolbar, or the rendered text."""
    state, get = editor.state, editor.notebook.get
    if state.preview:
        return _rendered(editor)
    size = float(get(f"font_size:{state.path}", 0) or get("pref_key__editor_font_size", 15))
    spacing = get("pref_key__editor_line_spacing", 100)
    centred = get("pref_key__editor_start_editing_in_center", False)
    ground, letters = editor_colors(editor.notebook, editor.activity.theme().dark)
    highlighted = get("pref_key__is_highlighting_activated", True) and get(
        f"highlight:{state.path}", True
    )
    field = EditText(
        state.text,
        id=EDITOR_ID,
        on_text_change=editor.typed,
        multi_line=True,
        capitalize="sentences",
        size=size,
        line_height=None if spacing == 100 else size * LINE * spacing / 100,
        align="center" if centred else "start",
        vertical="center" if centred else "top",
        width=MATCH,
        height=MATCH,
        padding=16,
        background="transparent",
        color=letters,
        colored=highlights(state.text, editor.kind) if highlighted else (),
        cursor=state.cursor,
        **FONTS.get(get("pref_key__font_family", ""), {}),
    )
    strip = row(
        *(
            _button(editor, action)
            for action in STRIPS.get(editor.kind, STRIPS["plaintext"])
            if not get(f"hidden_action:{action}", False)
        ),
        id="document__fragment__edit__text_actions_bar",
        height=46,
    )
    return full_column(
        FrameLayout(
            [field],
            id="document__fragment__edit__content_editor__scrolling_parent",
            class_name="android.widget.ScrollView",
            width=MATCH,
            height=0,
            weight=1,
            background=ground,
        ),
        HorizontalScrollView(
            strip,
            id="document__fragment__edit__text_actions_bar__scrolling_parent",
            width=MATCH,
            height=46,
            background="strip",
        ),
    )


def _rendered(editor: Editor) -> View:
    """Build the rendered text, starting at the first line that matches the search."""
    text, search = editor.state.text, editor.state.search
    if search:
        lines, wanted = text.split("\n"), search.casefold()
        first = next((i for i, line in enumerate(lines) if wanted in line.casefold()), 0)
        text = "\n".join(lines[first:])
    views = page(text, editor.kind, editor.open_link, _look(editor))
    return ScrollView(
        wide_column(*views, padding=16, layout_direction="ltr"),
        id="document__fragment_view_webview",
        class_name="android.webkit.WebView",
        width=MATCH,
        height=MATCH,
    )


def _look(editor: Editor) -> Look:
    """Return the style of rendered text; by default its size is the editor's."""
    get, plain = editor.notebook.get, Look()
    size = get("pref_key__view_font_size", -1)
    scale = (size if size > 0 else get("pref_key__editor_font_size", 15)) / 15
    link = get("pref_key__view_mode_link_color", "#388E3C")
    return Look(
        size=plain.size * scale,
        headings=tuple(each * scale for each in plain.headings),
        link=link if HEX.fullmatch(link) else plain.link,
        breaks=get("pref_key__markdown_newline_newparagraph", False),
    )


def _button(editor: Editor, action: str) -> View:
    title, icon = ACTIONS[action]
    room = editor.notebook.get("pref_key__editor_textaction_bar_item_padding", 8)
    return ImageView(
        icon,
        key=action,
        tint="icon",
        content_description=title,
        width=32 + 2 * room,
        height=46,
        on_click=partial(run_action, editor.activity, editor.slot, action),
    )
