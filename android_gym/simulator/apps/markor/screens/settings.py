"""Settings, the order of the editor's buttons, and the More page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from android_gym.simulator.appkit.preferences import (
    LinkPreference,
    ListPreference,
    Preference,
    PreferenceActivity,
    Row,
    SwitchPreference,
    TextPreference,
    Value,
)
from android_gym.simulator.apps.markor.edits import ACTIONS, STRIPS
from android_gym.simulator.apps.markor.look import SETTING, MarkorActivity, bar, screen, theme_of
from android_gym.simulator.apps.markor.storage import Notebook
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, Screen
from android_gym.simulator.ui.drawables import Drawable
from android_gym.simulator.ui.layouts import RecyclerView, column, wide_row
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import CheckBox, ImageView, TextView

Click = Callable[[], object]


def preference(
    title: str,
    summary: str = "",
    on_click: Click | None = None,
    *,
    icon: str | Drawable | None = None,
    checked: bool | None = None,
) -> View:
    """Build a row of a list of preferences."""
    return wide_row(
        ImageView(icon or None, id="android:id/icon", width=56, height=48),
        column(
            TextView(title, id="android:id/title", size=16, color="text_primary"),
            TextView(
                summary,
                id="android:id/summary",
                size=14,
                color="text_secondary",
                visibility="visible" if summary else "gone",
            ),
            width=0,
            weight=1,
        ),
        CheckBox(checked=checked, id="android:id/checkbox", clickable=False)
        if checked is not None
        else None,
        key=title,
        min_height=56,
        padding=(8, 8, 16, 8),
        content_gravity="center_vertical",
        on_click=on_click,
    )


def category(title: str) -> View:
    """Build the heading of a group of preferences."""
    return TextView(
        title,
        id="android:id/title",
        key=f"category {title}",
        size=14,
        weight_font=500,
        color="accent",
        width=MATCH,
        padding=(72, 16, 16, 8),
    )


def more_page(app: Activity[Any]) -> View:
    """Build the fourth page of the main screen."""
    source = "https://github.com/gsantner/markor"
    version = f"v{app.context.manifest.version_name}"

    def link(title: str, summary: str, icon: str, target: str) -> View:
        intent = Intent("android.intent.action.VIEW", data=target)
        return preference(title, summary, partial(app.start_activity, intent), icon=icon)

    rows = (
        link("Markor", version, "information_outline", source),
        link("Rate this app", "", "star", "market://details?id=net.gsantner.markor"),
        preference(
            "Settings",
            "",
            lambda: app.start_activity(".activity.SettingsActivity"),
            icon="settings",
        ),
        link("Help", "Help, FAQ", "help", f"{source}#readme"),
        category("Contribute"),
        link("Report issues", "", "bug", f"{source}/issues"),
        link("Source code", source, "code_tags", source),
        link("Translate", "", "translate", "https://crowdin.com/project/markor"),
        category("Project team"),
        link("Gregor Santner", "Developer", "account", "https://gsantner.net"),
        category("Community"),
        link("Discussions", "", "forum", f"{source}/discussions"),
        category("Licenses"),
        link("Apache License 2.0", "", "license", f"{source}/blob/master/LICENSE.txt"),
    )
    return RecyclerView(list(rows), id="recycler_view", width=MATCH, height=MATCH)


@dataclass(frozen=True)
class SettingsState:
    """State of the settings.

    Attributes:
        page: Title of the page below the first that is open; "" for the first.
    """

    page: str = ""


def _folder(text: str) -> str | None:
    """Return a path that was typed, None for what is none."""
    return text.strip() if text.strip().startswith("/") else None


def _font_size(text: str) -> int | None:
    """Return a size that was typed, None for what is none."""
    size = text.strip()
    return int(size) if size.isdigit() and 5 <= int(size) <= 60 else None


def _pages(screen: SettingsActivity) -> tuple[Row, ...]:
    def page(title: str, summary: str, icon: str) -> Row:
        return LinkPreference(title, lambda _: screen.update(page=title), summary, icon)

    return (
        page("General", "Theme, status bar, screen", "settings"),
        page("Paths", "Notebook, To-Do, QuickNote", "folder"),
        page("Editor", "Font, highlighting, action order", "pencil"),
        page("File browser", "Sort order, hidden files", "file_tree"),
    )


_box = partial(SwitchPreference, widget="checkbox")

PAGES: dict[str, tuple[Row, ...]] = {
    "General": (
        ListPreference(
            SETTING,
            "Theme",
            choices=(("system", "Follow system"), ("light", "Light"), ("dark", "Dark")),
        ),
        _box("pref_key__is_overview_statusbar_hidden", "Hide status bar"),
        _box("pref_key__is_keep_screen_on", "Keep screen on"),
        _box("pref_key__swipe_to_change_mode", "Swipe to change mode"),
    ),
    "Paths": (
        TextPreference("pref_key__notebook_directory", "Notebook", accept=_folder),
        TextPreference("pref_key__todo_filepath", "To-Do", accept=_folder),
        TextPreference("pref_key__quicknote_filepath", "QuickNote", accept=_folder),
    ),
    "Editor": (
        TextPreference(
            "pref_key__editor_font_size",
            "Font Size",
            default="15",
            input_type="number",
            accept=_font_size,
        ),
        _box("pref_key__is_line_breaking_enabled", "Wrap words", default=True),
        _box("pref_key__is_highlighting_activated", "Syntax highlighting", default=True),
        _box("pref_key__is_spellcheck", "Spell check", default=True),
        LinkPreference(
            "Action order",
            lambda screen: screen.start_activity(".activity.ActionButtonSettingsActivity"),
            "Reorder the buttons of the editor",
        ),
    ),
    "File browser": (
        ListPreference(
            "pref_key__file_browser_sort_by",
            "Sort by",
            choices=(
                ("NAME", "Name"),
                ("DATE", "Date"),
                ("FILESIZE", "Size"),
                ("MIMETYPE", "MIME type"),
            ),
        ),
        _box("pref_key__file_browser_folder_first", "Folder first", default=True),
        _box("pref_key__file_browser_sort_reverse", "Reverse order"),
        _box("pref_key__file_browser_dot_files", ".dotfiles", default=True),
    ),
}


class SettingsActivity(PreferenceActivity[SettingsState]):
    """The settings."""

    DIALOG_PADDING = (20, 8)

    def theme(self) -> Theme:
        """Return Markor's colours."""
        return theme_of(self.context)

    def title(self) -> str:
        """Return the title of the page."""
        return self.state.page or "Settings"

    def rows(self) -> Sequence[Row]:
        """List the pages, or the settings of one."""
        return PAGES.get(self.state.page) or _pages(self)

    def value(self, preference: Preference) -> Value:
        """Return a setting; the notebook knows where its files are."""
        notebook = Notebook(self.context)
        match preference.title:
            case "Notebook":
                return notebook.folder
            case "To-Do":
                return notebook.todo
            case "QuickNote":
                return notebook.quicknote
        value = notebook.get(preference.key, preference.initial)
        return bool(value) if isinstance(preference, SwitchPreference) else str(value)

    def set_value(self, preference: Preference, value: Value) -> None:
        """Keep a setting."""
        Notebook(self.context).put(**{preference.key: value})

    def on_back(self) -> bool:
        """Go from a page below to the first."""
        if self.state.page:
            self.update(page="")
            return True
        return False

    def row(
        self,
        row: Preference | LinkPreference,
        summary: str | None,
        on_click: Callable[[], object] | None,
        widget: View | None,
    ) -> View:
        """Build a row of Markor's look."""
        checked = widget.checked if widget is not None else None
        return preference(row.title, summary or "", on_click, icon=row.icon, checked=checked)

    def bar(self) -> View:
        """Build the bar with its arrow."""
        return bar(self.title(), navigation="arrow_back", on_navigation=self.up)

    def listing(self, rows: Sequence[View]) -> View:
        """Build the list; each page has its own place."""
        return RecyclerView(
            list(rows),
            id="recycler_view",
            key=self.state.page or "settings",
            width=MATCH,
            height=0,
            weight=1,
        )

    def build(self) -> Screen:
        """Build the page between coloured bars."""
        screen = super().build()
        screen.title = ""
        screen.status_bar, screen.navigation_bar = "status_bar", "navigation_bar"
        screen.light_bars = False
        return screen


class ActionButtonSettingsActivity(MarkorActivity):
    """The list of buttons that the editor shows for Markdown."""

    def build(self) -> Screen:
        """Build the buttons, each with a box."""

        def button(action: str) -> View:
            key = f"hidden_action:{action}"
            shown = not self.notebook.get(key, False)
            title, icon = ACTIONS[action]
            hide = partial(self.notebook.put, **{key: shown})
            return preference(title, "", hide, icon=icon, checked=shown)

        return screen(
            bar("Action order", navigation="arrow_back", on_navigation=self.finish),
            RecyclerView(
                [button(action) for action in STRIPS["markdown"]],
                id="action_buttons",
                width=MATCH,
                height=0,
                weight=1,
            ),
        )
