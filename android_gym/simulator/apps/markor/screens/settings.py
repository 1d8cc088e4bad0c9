"""Settings, the order of the editor's toolbar buttons, and the More page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from android_gym.simulator.appkit.preferences import (
    LinkPreference,
    Preference,
    PreferenceActivity,
    Row,
    Value,
)
from android_gym.simulator.apps.markor.edits import ACTIONS, STRIPS
from android_gym.simulator.apps.markor.look import MarkorActivity, bar, theme_of
from android_gym.simulator.apps.markor.screens.settings_pages import FIRST, PAGES, PARENTS
from android_gym.simulator.apps.markor.storage import Notebook
from android_gym.simulator.system.documents import chosen_path
from android_gym.simulator.system.intents import FLAG_ACTIVITY_CLEAR_TOP, Intent
from android_gym.simulator.ui.activity import Activity, Screen
from android_gym.simulator.ui.drawables import Drawable
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, column, wide_column, wide_row
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import CheckBox, ImageView, SeekBar, TextView

Click = Callable[[], object]


def preference(
    title: str,
    summary: str = "",
    on_click: Click | None = None,
    *,
    icon: str | Drawable | None = None,
    checked: bool | None = None,
    enabled: bool = True,
) -> View:
    """Build a preference row."""
    return wide_row(
        ImageView(icon or None, id="android:id/icon", width=56, height=48),
        column(
            TextView(title, id="android:id/title", size=16, color="text_primary", enabled=enabled),
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
        on_click=on_click if enabled else None,
        enabled=enabled,
    )


def category(title: str) -> View:
    """Build the heading of a preference group."""
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

    def view(target: str) -> bool:
        return app.start_activity(Intent("android.intent.action.VIEW", data=target))

    def rate() -> None:
        of = f"details?id={app.context.package}"
        if not view(f"market://{of}"):
            view(f"https://play.google.com/store/apps/{of}")

    def link(title: str, summary: str, icon: str, target: str) -> View:
        return preference(title, summary, partial(view, target), icon=icon)

    rows = (
        link("Markor", version, "information_outline", source),
        preference("Rate this app", "", rate, icon="thumb_up"),
        preference(
            "Settings",
            "",
            lambda: app.start_activity(".activity.SettingsActivity"),
            icon="settings",
        ),
        link("Help", "", "information", f"{source}#readme"),
        category("Contribute"),
        link(
            "Report bugs",
            "Give feedback, report bugs or suggest improvements",
            "bug",
            f"{source}/issues",
        ),
        link(
            "Translate",
            "Translate this app into other languages",
            "translate",
            "https://crowdin.com/project/markor",
        ),
        category("Project Team"),
        link("Gregor Santner", "Developer", "account", "https://gsantner.net"),
        category("Community"),
        link("Join the Community", "", "account_group", f"{source}/discussions"),
        link(
            "Contributors",
            "Show contributor info. Provide it to be shown here on an opt-in basis after "
            "contributing",
            "information",
            f"{source}/blob/master/CONTRIBUTORS.md",
        ),
        category("Licenses"),
        link("Project License", "", "copyright", f"{source}/blob/master/LICENSE.txt"),
        link("Open Source Licenses", "", "copyright", f"{source}#licensing"),
        link(
            "Source Code",
            "Contribute code to the project. Everybody is welcome to do so, including newcomers",
            "code_tags",
            source,
        ),
        preference(
            "Copy build information",
            "",
            lambda: app.context.system.clipboard.set_text(
                f"Markor {version}", source=app.context.package
            ),
            icon="code_tags",
        ),
    )
    return RecyclerView(list(rows), id="recycler_view", width=MATCH, height=MATCH)


@dataclass(frozen=True)
class SettingsState:
    """State of the settings.

    Attributes:
        page: Title of the open sub-page; "" for the first page.
    """

    page: str = ""


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
        """List the sub-pages, or the settings of the open one."""
        return PAGES.get(self.state.page, FIRST)

    def value(self, preference: Preference) -> Value:
        """Return a setting; the notebook supplies the paths of its files."""
        notebook = Notebook(self.context)
        match preference.title:
            case "Notebook":
                return notebook.folder
            case "To-Do":
                return notebook.todo
            case "QuickNote":
                return notebook.quicknote
        kept: Value = notebook.get(preference.key, preference.initial)
        return kept

    def set_value(self, preference: Preference, value: Value) -> None:
        """Save a setting."""
        Notebook(self.context).put(**{preference.key: value})

    # -- backups

    def ask_for_folder(self) -> None:
        """Ask for the folder of a new backup."""
        self.start_activity(Intent("android.intent.action.OPEN_DOCUMENT_TREE"), request="backup")

    def ask_for_backup(self) -> None:
        """Ask for a backup to restore."""
        self.start_activity(
            Intent(
                "android.intent.action.OPEN_DOCUMENT",
                type="*/*",
                categories=("android.intent.category.OPENABLE",),
            ),
            request="restore",
        )

    def on_activity_result(self, request: object, code: int, data: Intent | None) -> None:
        """Write a backup, or restore one and restart the app."""
        path = chosen_path(code, data)
        if path is None:
            return
        notebook = Notebook(self.context)
        if request == "backup":
            written = notebook.back_up(path)
            self.toast(written or "Could not write the file", long=True)
        elif notebook.restore(path):
            self.finish()
            main = self.context.manifest.component(".activity.MainActivity")
            self.start_activity(Intent(component=main, flags=FLAG_ACTIVITY_CLEAR_TOP))
        else:
            self.toast("Invalid backup file", long=True)

    # -- the page

    def on_back(self) -> bool:
        """Return from a sub-page to the first page."""
        if self.state.page:
            self.update(page=PARENTS.get(self.state.page, ""))
            return True
        return False

    def row(
        self,
        row: Preference | LinkPreference,
        summary: str | None,
        on_click: Callable[[], object] | None,
        widget: View | None,
    ) -> View:
        """Build a row in Markor's style."""
        if isinstance(widget, SeekBar):
            item = preference(row.title, summary or "", icon=row.icon)
            widget.margin = (64, 0, 16, 8)
            return wide_column(item, widget, key=row.title)
        checked = widget.checked if widget is not None else None
        return preference(
            row.title, summary or "", on_click, icon=row.icon, checked=checked, enabled=row.enabled
        )

    def heading(self, title: str) -> View:
        """Build a group heading in Markor's style."""
        return category(title)

    def bar(self) -> View:
        """Build the app bar with its Up arrow."""
        return bar(self.title(), navigation="arrow_back", on_navigation=self.up)

    def listing(self, rows: Sequence[View]) -> View:
        """Build the list; each page keeps its own scroll position."""
        return RecyclerView(
            list(rows),
            id="recycler_view",
            key=self.state.page or "settings",
            width=MATCH,
            height=0,
            weight=1,
        )

    def build(self) -> Screen:
        """Build the page between coloured system bars."""
        screen = super().build()
        screen.title = ""
        screen.status_bar, screen.navigation_bar = "status_bar", "navigation_bar"
        screen.light_bars = False
        return screen


class ActionButtonSettingsActivity(MarkorActivity):
    """The list of toolbar buttons for Markdown."""

    def build(self) -> Screen:
        """Build the buttons with check boxes."""

        def button(action: str) -> View:
            key = f"hidden_action:{action}"
            shown = not self.notebook.get(key, False)
            title, icon = ACTIONS[action]
            hide = partial(self.notebook.put, **{key: shown})
            return preference(title, "", hide, icon=icon, checked=shown)

        return self.screen(
            bar("Action order", navigation="arrow_back", on_navigation=self.finish),
            RecyclerView(
                [button(action) for action in STRIPS["markdown"]],
                id="action_buttons",
                width=MATCH,
                height=0,
                weight=1,
            ),
        )
