"""The rows of Markor's settings, page by page."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from android_gym.simulator.appkit.preferences import (
    Category,
    LinkPreference,
    ListPreference,
    PreferenceActivity,
    Row,
    SeekBarPreference,
    SwitchPreference,
    TextPreference,
)
from android_gym.simulator.apps.markor.colors import COLORS, HEX, SCHEME, SCHEMES
from android_gym.simulator.apps.markor.look import SETTING

__all__ = ["FIRST", "PAGES", "PARENTS"]

_box = partial(SwitchPreference, widget="checkbox")

HIGHLIGHTING_DELAY = (
    "Delay in milliseconds for highlighting refresh. A lower value will start highlighting "
    "earlier, but it will drain your battery and may slow down the app on older devices."
)


def _path(text: str) -> str | None:
    """Return a typed path; None if it is invalid."""
    return text.strip() if text.strip().startswith("/") else None


def _hex(text: str) -> str | None:
    """Return a typed colour; None if it is invalid."""
    return text.strip() if HEX.fullmatch(text.strip()) else None


def _page(title: str, summary: str | None, icon: str) -> Row:
    return LinkPreference(title, lambda screen: screen.update(page=title), summary, icon)


def _color(key: str, title: str, default: str, icon: str) -> Row:
    return TextPreference(f"{SCHEME}{key}", title, None, icon, default=default, accept=_hex)


def _order(key: str = "") -> Row:
    return LinkPreference(
        "Action order",
        lambda screen: screen.start_activity(".activity.ActionButtonSettingsActivity"),
        icon="reorder_horizontal",
        key=key,
    )


def _delay(name: str, default: int, maximum: int) -> Row:
    return SeekBarPreference(
        f"pref_key__{name}",
        "Highlighting delay",
        HIGHLIGHTING_DELAY,
        "marker",
        default=default,
        minimum=50,
        maximum=maximum,
    )


def _put_scheme(screen: PreferenceActivity[Any], colors: tuple[str, str, str, str]) -> None:
    """Save a scheme's colours."""
    for name, color in zip(COLORS, colors, strict=True):
        screen.set_value(TextPreference(f"{SCHEME}{name}", name), color)


FONTS: Final = (
    ("sans-serif-regular", "Roboto Regular"),
    ("sans-serif-light", "Roboto Light"),
    ("sans-serif-bold", "Roboto Bold"),
    ("sans-serif-medium", "Roboto Medium"),
    ("monospace", "Monospace"),
    ("serif", "Noto Serif"),
    ("serif-monospace", "Cutive Mono"),
    ("sans-serif-condensed", "Roboto Condensed"),
    ("sans-serif-thin", "Roboto Thin"),
    ("sans-serif-black", "Roboto Black"),
    ("casual", "Coming Soon"),
    ("sans-serif-smallcaps", "Carrois Gothic"),
    ("cursive", "Dancing Script"),
)

FIRST: Final[tuple[Row, ...]] = (
    _page("General", "Files and folders", "file"),
    _page("Other", "Miscellaneous", "border_outside"),
    _page("Edit mode", "Editor Settings", "pencil"),
    _page("View mode", "Display converted markup", "eye"),
    Category("Format"),
    _page("Markdown", None, "language_markdown"),
    _page("todo.txt", None, "clipboard_check"),
    _page("Wikitext", None, "fountain_pen"),
    _page("Plain Text", None, "format_size"),
    _page("AsciiDoc", None, "alpha_a"),
    Category("Essential"),
    ListPreference(
        SETTING,
        "Theme",
        icon="invert_colors",
        choices=(
            ("system", "System"),
            ("auto", "Auto"),
            ("autocompat", "Auto (09:00 - 17:00)"),
            ("light", "Light"),
            ("dark", "Dark"),
            ("dark-black", "Black"),
        ),
    ),
    ListPreference(
        "pref_key__language",
        "Language",
        "Change language of this app. Restart app for changes to take effect",
        "web",
        choices=(("", "System"), ("en", "English")),
    ),
)
"""Rows of the first page."""

PAGES: Final[dict[str, tuple[Row, ...]]] = {
    "General": (
        Category("Save location"),
        TextPreference(
            "pref_key__notebook_directory", "Notebook", icon="content_save", accept=_path
        ),
        TextPreference("pref_key__quicknote_filepath", "QuickNote", icon="flash", accept=_path),
        TextPreference("pref_key__todo_filepath", "To-Do", icon="clipboard_check", accept=_path),
        Category("Miscellaneous"),
        TextPreference(
            "pref_key__exts_to_always_open_in_this_app",
            "Always open with this app",
            icon="open_in_app",
        ),
        ListPreference(
            "pref_key__app_start_tab_v2",
            "App start tab",
            icon="file",
            choices=(("0", "Notebook"), ("1", "To-Do"), ("2", "QuickNote")),
        ),
        ListPreference(
            "pref_key__app_start_folder",
            "App start folder",
            icon="file",
            choices=(
                ("notebook", "Notebook"),
                ("favourites", "Favourites"),
                ("internal_storage", "Internal storage"),
                ("appdata_public", "AppData (public)"),
                ("appdata_private", "AppData (private)"),
                ("popular_documents", "Popular documents"),
                ("recently_viewed_documents", "Recently viewed documents"),
            ),
        ),
        LinkPreference("File encryption password", icon="lock_outline", enabled=False),
        Category("Search"),
        ListPreference(
            "pref_key__max_search_depth",
            "Search depth",
            icon="file_tree",
            choices=(("0", "Infinite"), *((n, n) for n in ("1", "2", "3", "5", "10"))),
        ),
        TextPreference("pref_key__filesearch_ignorelist", "Ignore list", icon="folder_remove"),
        Category("Features"),
        _box(
            "pref_key__is_highlighting_activated",
            "Syntax highlighting",
            "Control whether entered text should be highlighted or not",
            "marker",
            default=True,
        ),
        _box(
            "pref_key__is_dynamic_highlighting_activated",
            "Dynamic highlighting",
            "Dynamic highlighting increases performance. May cause rendering artifacts.",
            "marker",
            default=True,
        ),
        _box(
            "pref_key__is_launcher_for_special_files_enabled",
            "Special documents",
            "App drawer launchers - To-Do, QuickNote",
            "widgets",
        ),
        _box(
            "pref_key__is_multi_window_enabled",
            "Multiple windows",
            "Open documents always in separate windows. Switch using the 'recents' key of your "
            "device.",
            "border_outside",
            default=True,
        ),
        _box("pref_key__is_enable_experimental_features", "Experimental features", icon="bug"),
    ),
    "Other": (
        Category("General"),
        ListPreference(
            "pref_key__navigationbar_color",
            "Navigation bar color",
            icon="invert_colors",
            default="#000000",
            choices=(("", "System"), ("#000000", "Black"), ("#ffffff", "White")),
        ),
        _box(
            "pref_key__theming_hide_system_statusbar",
            "Hide status bar",
            "Hide the status bar in this view",
            "eye_off",
        ),
        _box("pref_key__keep_screen_on", "Keep screen on", icon="cellphone_lock"),
        _box("pref_key__is_disallow_screenshots", "Disallow screenshots", icon="lock_outline"),
        TextPreference(
            "pref_key__share_into_format",
            "Share into - Format",
            icon="share_variant",
            default="\\n----\\n{{text}}",
        ),
        _box(
            "pref_key__open_links_with_chrome_custom_tabs",
            "Chrome Custom Tabs",
            icon="open_in_app",
            default=True,
        ),
        Category("Editor"),
        SeekBarPreference(
            "pref_key__editor_textaction_bar_item_padding",
            "ActionButton spacing",
            "Horizontal space between ActionButtons",
            "keyboard_space",
            default=8,
            maximum=32,
        ),
        _page(
            "Basic color scheme",
            "Changes background and foreground color of the text editor. Adjusts to app theme so "
            "available in light and dark theme. Syntax highlighting colors remain the same.",
            "palette",
        ),
        Category("File browser"),
        TextPreference(
            "pref_key__file_description_format",
            "File description format",
            icon="information",
            empty="Default",
        ),
        Category("Backup"),
        LinkPreference(
            "Backup settings",
            lambda screen: screen.ask_for_folder(),
            "Export settings to json file",
            "content_save",
        ),
        LinkPreference(
            "Restore settings",
            lambda screen: screen.ask_for_backup(),
            "Import settings from backup json file. On success, the app is restarted.",
            "backup_restore",
        ),
    ),
    "Basic color scheme": (
        _color("bg_light", "BG Light", "#EEEEEE", "border_outside"),
        _color("fg_light", "FG Light", "#212121", "format_size"),
        _color("bg_dark", "BG Dark", "#222222", "border_outside"),
        _color("fg_dark", "FG Dark", "#FFFFFF", "format_size"),
        Category("Preset"),
        *(
            LinkPreference(name, partial(_put_scheme, colors=colors), icon="palette")
            for name, colors in SCHEMES.items()
        ),
    ),
    "Edit mode": (
        ListPreference(
            "pref_key__font_family",
            "Font",
            icon="format_text",
            choices=FONTS,
        ),
        SeekBarPreference(
            "pref_key__editor_font_size",
            "Font Size",
            "Control the font size used in the editor",
            "format_size",
            default=15,
            minimum=1,
            maximum=36,
        ),
        SeekBarPreference(
            "pref_key__tab_width_v2",
            "Tab width",
            "Amount of space characters to display tabulator",
            "keyboard_tab",
            default=1,
            minimum=1,
            maximum=12,
        ),
        Category("Syntax highlighting"),
        _box(
            "pref_key__is_highlighting_for_hexcolor_activated",
            "Underline Hex Color Codes",
            "Whether to underline hex color codes according to color",
            "format_color_fill",
        ),
        _box(
            "pref_key__editor_disable_spelling_red_underline",
            "Disable spelling underline",
            "Keyboard suggestions stay, red underline vanishes",
            "format_color_fill",
            default=True,
        ),
        _box(
            "pref_key__highlight_code_monospace_font",
            "Use monospace font for code",
            "Make use of a different font type. Changing it dynamically impacts app performance.",
            "code_tags",
        ),
        _box(
            "pref_key__highlight_code_block_disabled",
            "Disable highlighting for code blocks",
            icon="code_tags",
        ),
        _box(
            "pref_key__editor_markdown_bigger_headings_2",
            "Bigger headings",
            "Increase text size of headers according to level (# h1, ## h2. ### h3…)",
            "format_size",
        ),
        Category("Miscellaneous"),
        SeekBarPreference(
            "pref_key__editor_line_spacing",
            "Line Spacing",
            "Space between lines in percent",
            "format_line_spacing",
            default=100,
            minimum=50,
            maximum=250,
        ),
        _box(
            "pref_key__editor_enable_line_breaking",
            "Wrap words",
            "Soft break if text doesn't fit to screen width. Else enable horizontal scrolling.",
            "eye",
            default=True,
        ),
        _box(
            "pref_key__editor_start_editing_in_center",
            "Center text",
            "Edit text in the center of the screen",
            "image_filter_center_focus",
        ),
        _box(
            "pref_key__editor_start_editing_on_bottom",
            "Start on bottom",
            "Upon loading a document, position cursor at its end",
            "format_vertical_align_bottom",
        ),
        ListPreference(
            "pref_key__editor_unordered_list_character",
            "Unordered list character",
            "Which character to use to denote unordered lists",
            "format_list_bulleted",
            choices=(("-", "Dash (-)"), ("*", "Asterisk (*)"), ("+", "Plus (+)")),
        ),
    ),
    "View mode": (
        _box(
            "pref_key__is_preview_first",
            "Prefer view",
            "Open existing files in view mode",
            "eye",
        ),
        _box(
            "pref_key__swipe_to_change_mode",
            "Swipe to change mode",
            "Swipe to change to edit or view mode (opposite of the current mode)",
            "arrow_left",
        ),
        Category("Inject"),
        TextPreference(
            "pref_key__inject_to_head",
            "Inject -> head",
            "html: <head>CSS, JavaScript</head>",
            "plus",
        ),
        TextPreference("pref_key__inject_to_body", "Inject -> body", icon="plus"),
        Category("Text"),
        TextPreference(
            "pref_key__view_mode_link_color",
            "Link color",
            None,
            "format_underline",
            default="#388E3C",
        ),
        _box(
            "pref_key__is_render_rtl",
            "RTL rendering",
            "Render for right-to-left languages",
            "format_pilcrow_arrow_left",
        ),
        SeekBarPreference(
            "pref_key__view_font_size",
            "Font Size",
            "-1 => Editor",
            "format_size",
            default=-1,
            minimum=-1,
            maximum=36,
        ),
    ),
    "Markdown": (
        Category("Syntax highlighting"),
        _delay("markdown__hl_delay_v2", 650, 3000),
        _box(
            "pref_key__markdown__highlight_lineending_two_or_more_space",
            "Highlight line ending",
            "Highlight spaces at the end of lines containing two or more spaces",
            "keyboard_space",
        ),
        _box(
            "pref_key__markdown_newline_newparagraph",
            "Newline = new paragraph",
            icon="keyboard_return",
        ),
        Category("View mode"),
        _box(
            "pref_key__markdown_render_math",
            "Math",
            "KaTex (LaTex)\n$ a^2 + b^2 = c^2 $",
            "numeric_5_box",
        ),
        ListPreference(
            "pref_key__markdown_table_of_contents_enabled_levels",
            "Table of contents",
            icon="format_list_bulleted",
            choices=(("", "None"), *((str(n), f"Heading {n}") for n in range(1, 7))),
        ),
        TextPreference(
            "pref_key__markdown_always_shown_yaml_front_matter_keys",
            "Front Matter",
            icon="format_list_bulleted",
            default="title,tags,date",
        ),
        Category("ActionButton"),
        _order(),
    ),
    "todo.txt": (
        Category("ActionButton"),
        _box(
            "pref_key__todotxt__add_completion_date_for_todos",
            "Add completion date",
            "Add completion date for todos when marking them as done",
            "calendar_range",
            default=True,
        ),
        _box(
            "pref_key__todotxt__append_contexts_and_projects_on_end_of_task",
            "Append contexts and projects",
            "Append contexts and projects at the end of a task when using the appropriate text "
            "action",
            "plus",
            default=True,
        ),
        _order(),
        TextPreference(
            "pref_key__todotxt__additional_projects_contexts",
            "Additional contexts and projects",
            "Enter space-separated @contexts and +projects. These will always be visible at "
            "todo.txt insert dialogs.",
            "heart",
            default="+music +video @home @shop",
        ),
        Category("Syntax highlighting"),
        _delay("todotxt__hl_delay", 870, 5000),
    ),
    "Wikitext": (
        Category("ActionButton"),
        _order(),
        _box(
            "pref_key__wikitext_dynamic_notebook_root",
            "Dynamic search for notebook root",
            "In order to follow wiki links, dynamically search for the notebook.zim file to "
            "identify the root directory for the current notebook. Check this if you use "
            "multiple zim notebooks or the notebook directory set in the app differs from the "
            "root of your zim "
            "notebook.",
            "link",
        ),
    ),
    "Plain Text": (Category("ActionButton"), _order()),
    "AsciiDoc": (
        Category("Syntax highlighting"),
        _delay("asciidoc__hl_delay", 650, 3000),
        _box(
            "pref_key__asciidoc__highlight_lineending_hard_line_break",
            "Highlight line ending",
            "Highlight spaces at the end of lines containing two or more spaces",
            "keyboard_space",
            default=True,
        ),
        Category("ActionButton"),
        _order(),
    ),
}
"""Rows of the sub-pages by title."""

PARENTS: Final = {"Basic color scheme": "Other"}
"""Parent page of a sub-page, if it is not the first page."""
