"""Settings, the order of the editor's buttons, and the More page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from android_gym.simulator.apps.markor.actions import ACTIONS, STRIPS
from android_gym.simulator.apps.markor.look import SETTING, bar, theme_of
from android_gym.simulator.apps.markor.notebook import Notebook
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, Overlay, Screen
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.layouts import RecyclerView, column, row
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import CheckBox, EditText, ImageView, TextView

__all__ = ["ActionButtonSettingsActivity", "SettingsActivity", "more_page"]

Click = Callable[[], None]


def preference(
    title: str,
    summary: str = "",
    on_click: Click | None = None,
    *,
    icon: str | None = None,
    checked: bool | None = None,
) -> View:
    """A row of a list of preferences."""
    return row(
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
        width=MATCH,
        min_height=56,
        padding=(8, 8, 16, 8),
        content_gravity="center_vertical",
        on_click=on_click,
    )


def category(title: str) -> View:
    """The heading of a group of preferences."""
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


def _list(*rows: View) -> View:
    return RecyclerView(list(rows), id="recycler_view", width=MATCH, height=MATCH)


def more_page(app: Activity[Any]) -> View:
    """The fourth page of the main screen."""

    def link(target: str) -> Click:
        intent = Intent("android.intent.action.VIEW", data=target)

        def go() -> None:
            app.start_activity(intent)

        return go

    def settings() -> None:
        app.start_activity(".activity.SettingsActivity")

    source = "https://github.com/gsantner/markor"
    version = app.context.manifest.version_name
    return _list(
        preference("Markor", f"v{version}", link(source), icon="information_outline"),
        preference(
            "Rate this app", "", link("market://details?id=net.gsantner.markor"), icon="star"
        ),
        preference("Settings", "", settings, icon="settings"),
        preference("Help", "Help, FAQ", link(f"{source}#readme"), icon="help"),
        category("Contribute"),
        preference("Report issues", "", link(f"{source}/issues"), icon="bug"),
        preference("Source code", source, link(source), icon="code_tags"),
        preference("Translate", "", link("https://crowdin.com/project/markor"), icon="translate"),
        category("Project team"),
        preference("Gregor Santner", "Developer", link("https://gsantner.net"), icon="account"),
        category("Community"),
        preference("Discussions", "", link(f"{source}/discussions"), icon="forum"),
        category("Licenses"),
        preference(
            "Apache License 2.0", "", link(f"{source}/blob/master/LICENSE.txt"), icon="license"
        ),
    )


@dataclass(frozen=True)
class SettingsState:
    """State of Settings.

    Attributes:
        page: "" for the first page, else the title of a page below it.
        dialog: Setting that is being chosen, and what was typed so far.
    """

    page: str = ""
    dialog: tuple[str, ...] = ()


Choice = tuple[str, str, tuple[tuple[str, str], ...], str]
"""Key, title, (value, label) pairs, default."""

CHOICES: dict[str, Choice] = {
    choice[0]: choice
    for choice in (
        (
            SETTING,
            "Theme",
            (("system", "Follow system"), ("light", "Light"), ("dark", "Dark")),
            "system",
        ),
        (
            "pref_key__file_browser_sort_by",
            "Sort by",
            (("NAME", "Name"), ("DATE", "Date"), ("FILESIZE", "Size"), ("MIMETYPE", "MIME type")),
            "NAME",
        ),
    )
}
PATHS = (
    ("pref_key__notebook_directory", "Notebook"),
    ("pref_key__todo_filepath", "To-Do"),
    ("pref_key__quicknote_filepath", "QuickNote"),
)
FLAGS: dict[str, tuple[tuple[str, str, bool], ...]] = {
    "General": (
        ("pref_key__is_overview_statusbar_hidden", "Hide status bar", False),
        ("pref_key__is_keep_screen_on", "Keep screen on", False),
        ("pref_key__swipe_to_change_mode", "Swipe to change mode", False),
    ),
    "Editor": (
        ("pref_key__is_line_breaking_enabled", "Wrap words", True),
        ("pref_key__is_highlighting_activated", "Syntax highlighting", True),
        ("pref_key__is_spellcheck", "Spell check", True),
    ),
    "File browser": (
        ("pref_key__file_browser_folder_first", "Folder first", True),
        ("pref_key__file_browser_sort_reverse", "Reverse order", False),
        ("pref_key__file_browser_dot_files", ".dotfiles", True),
    ),
}


class SettingsActivity(Activity[SettingsState]):
    """The settings."""

    def theme(self) -> Theme:
        """Markor's colours."""
        return theme_of(self.context)

    @property
    def notebook(self) -> Notebook:
        """Files and preferences."""
        return Notebook(self.context)

    def on_back(self) -> bool:
        """From a page below to the first."""
        if self.state.page:
            self.update(page="")
            return True
        return False

    def _flag(self, name: str, title: str, default: bool) -> View:
        on = bool(self.notebook.get(name, default))
        return preference(title, "", lambda: self.notebook.put(**{name: not on}), checked=on)

    def _choice(self, name: str) -> View:
        _, title, values, default = CHOICES[name]
        label = dict(values).get(str(self.notebook.get(name, default)), "")
        return preference(title, label, lambda: self.update(dialog=(name,)))

    def _path(self, name: str, title: str) -> View:
        notebook = self.notebook
        value = {"Notebook": notebook.folder, "To-Do": notebook.todo}.get(title, notebook.quicknote)
        return preference(title, value, lambda: self.update(dialog=(name, value)))

    def _rows(self) -> list[View]:
        page = self.state.page

        def open_page(name: str, summary: str, icon: str) -> View:
            return preference(name, summary, lambda: self.update(page=name), icon=icon)

        def buttons() -> None:
            self.start_activity(".activity.ActionButtonSettingsActivity")

        if page == "Paths":
            return [self._path(name, title) for name, title in PATHS]
        if page == "General":
            return [self._choice(SETTING), *(self._flag(*flag) for flag in FLAGS[page])]
        if page == "Editor":
            size = int(self.notebook.get("pref_key__editor_font_size", 15))
            return [
                preference(
                    "Font Size", str(size), lambda: self.update(dialog=("font_size", str(size)))
                ),
                *(self._flag(*flag) for flag in FLAGS[page]),
                preference("Action order", "Reorder the buttons of the editor", buttons),
            ]
        if page == "File browser":
            return [
                self._choice("pref_key__file_browser_sort_by"),
                *(self._flag(*flag) for flag in FLAGS[page]),
            ]
        return [
            open_page("General", "Theme, status bar, screen", "settings"),
            open_page("Paths", "Notebook, To-Do, QuickNote", "folder"),
            open_page("Editor", "Font, highlighting, action order", "pencil"),
            open_page("File browser", "Sort order, hidden files", "file_tree"),
        ]

    def _dialog(self) -> Overlay | None:
        dialog = self.state.dialog
        if not dialog:
            return None

        def close() -> None:
            self.update(dialog=())

        name = dialog[0]
        if name in CHOICES:
            _, title, values, default = CHOICES[name]
            current = self.notebook.get(name, default)

            def choose(index: int) -> None:
                self.notebook.put(**{name: values[index][0]})
                close()

            return alert_dialog(
                title,
                items=[label for _, label in values],
                selected=next((i for i, v in enumerate(values) if v[0] == current), -1),
                on_item=choose,
                negative="Cancel",
                on_dismiss=close,
                key=name,
            )

        def done() -> None:
            text = self.state.dialog[1].strip()
            close()
            if name == "font_size":
                if text.isdigit() and 5 <= int(text) <= 60:
                    self.notebook.put(pref_key__editor_font_size=int(text))
            elif text.startswith("/"):
                self.notebook.put(**{name: text})

        title = {"font_size": "Font Size", **dict(PATHS)}[name]
        field = EditText(
            dialog[1],
            id="android:id/edit",
            on_text_change=lambda text: self.update(dialog=(name, text)),
            input_type="number" if name == "font_size" else "text",
            autofocus=True,
            width=MATCH,
        )
        return alert_dialog(
            title,
            content=column(field, width=MATCH, padding=(20, 8)),
            positive="OK",
            on_positive=done,
            negative="Cancel",
            on_dismiss=close,
            key=name,
        )

    def build(self) -> Screen:
        """The page and its dialog."""
        top: dict[str, Any] = {"navigation": "arrow_back", "on_navigation": self._up}
        return Screen(
            column(
                bar(self.state.page or "Settings", **top),
                RecyclerView(
                    self._rows(),
                    id="recycler_view",
                    key=self.state.page or "settings",
                    width=MATCH,
                    height=0,
                    weight=1,
                ),
                width=MATCH,
                height=MATCH,
            ),
            [self._dialog()],
            status_bar="status_bar",
            navigation_bar="navigation_bar",
            light_bars=False,
        )

    def _up(self) -> None:
        if not self.on_back():
            self.finish()


class ActionButtonSettingsActivity(Activity):
    """Which buttons the editor shows for Markdown."""

    def theme(self) -> Theme:
        """Markor's colours."""
        return theme_of(self.context)

    def build(self) -> Screen:
        """The buttons, each with a box."""
        notebook = Notebook(self.context)

        def button(action: str) -> View:
            key = f"hidden_action:{action}"
            shown = not notebook.get(key, False)
            title, icon = ACTIONS[action]
            return preference(
                title, "", lambda: notebook.put(**{key: shown}), icon=icon, checked=shown
            )

        return Screen(
            column(
                bar("Action order", navigation="arrow_back", on_navigation=self.finish),
                RecyclerView(
                    [button(action) for action in STRIPS["markdown"]],
                    id="action_buttons",
                    width=MATCH,
                    height=0,
                    weight=1,
                ),
                width=MATCH,
                height=MATCH,
            ),
            status_bar="status_bar",
            navigation_bar="navigation_bar",
            light_bars=False,
        )
