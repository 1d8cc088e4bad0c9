"""The launcher's popups, opened by a long press."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from android_gym.simulator.apps.nexuslauncher.actions import Actions
from android_gym.simulator.apps.nexuslauncher.favorites import Spot
from android_gym.simulator.apps.nexuslauncher.model import App, Place
from android_gym.simulator.system.intents import FLAG_ACTIVITY_NEW_TASK, Intent
from android_gym.simulator.system.words import phrase, verbatim
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.drag_drop import DragSource
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.icons import AppIcon
from android_gym.simulator.ui.layouts import (
    GridLayout,
    LinearLayout,
    ScrollView,
    column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.sheets import bottom_sheet
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, ImageView, TextView

__all__ = ["AppMenu", "FolderDialog", "HomeMenu", "Widgets"]

Entry = tuple[str, str, Callable[[], object]]
"""Icon, label and click handler of a menu entry."""


def _rows(entries: Sequence[Entry]) -> list[View]:
    return [
        TextView(
            label,
            icon=icon,
            icon_padding=16,
            style="body_large",
            max_lines=1,
            id="bubble_text",
            key=(icon, label),
            width=MATCH,
            height=52,
            vertical="center",
            padding=(16, 0),
            on_click=on_click,
        )
        for icon, label, on_click in entries
    ]


def _menu(
    entries: Sequence[Entry],
    anchor: str | None = None,
    *,
    shortcuts: Sequence[Entry] = (),
    notice: View | None = None,
) -> Overlay:
    """Build a popup: a notification, the app's shortcuts, and the launcher's own entries."""

    def part(id: str, rows: Sequence[View]) -> View | None:
        look = Rounded("menu", 18)
        return wide_column(*rows, id=id, key=id, background=look, elevation=4) if rows else None

    parts = (
        part("notification_container", [notice] if notice is not None else []),
        part("deep_shortcuts_container", _rows(shortcuts)),
        part("system_shortcuts_container", _rows(entries)),
    )
    shown = [view for view in parts if view is not None]
    for view in shown[1:]:
        view.margin = (0, 4, 0, 0)
    return Overlay(
        column(*shown, id="popup_container", width=220),
        anchor=anchor,
        above_anchor=True,
        margin=(16, 56, 16, 40),
        title="Shortcuts and notifications" if notice is not None else "Shortcuts",
    )


@dataclass(frozen=True)
class HomeMenu(Dialog[Actions]):
    """The menu of the home screen itself."""

    def build(self, screen: Actions) -> Overlay:
        """Build the menu."""

        def open_wallpapers() -> None:
            screen.dismiss_dialog()
            if not screen.start_activity(Intent("android.intent.action.SET_WALLPAPER")):
                screen.toast("App isn't installed")

        def open_settings() -> None:
            screen.dismiss_dialog()
            screen.start_activity("com.android.launcher3.settings.SettingsActivity")

        def open_widgets() -> None:
            screen.dismiss_dialog()
            screen.show_dialog(Widgets())

        return _menu(
            [
                ("palette", "Wallpaper & style", open_wallpapers),
                ("widgets", "Widgets", open_widgets),
                ("cog", "Home settings", open_settings),
            ]
        )


@dataclass(frozen=True)
class Widgets(Dialog[Actions]):
    """The widget sheet; no app offers any widgets."""

    def build(self, screen: Actions) -> Overlay:
        """Build the title and the message for an empty list."""
        return bottom_sheet(
            wide_column(
                TextView("Widgets", id="title", style="title_large", align="center", width=MATCH),
                TextView(
                    "Widgets and shortcuts aren't available",
                    id="no_widgets_text",
                    style="body_large",
                    align="center",
                    width=MATCH,
                    padding=(24, 48),
                ),
                padding=(16, 24),
            ),
            screen.dismiss_dialog,
            title="Widgets list",
        )


@dataclass(frozen=True)
class AppMenu(Dialog[Actions]):
    """The menu of an app's icon.

    Attributes:
        place: Place of the icon.
        component: Component of the app's activity.
    """

    place: Place
    component: str

    def build(self, screen: Actions) -> Overlay | None:
        """Build the menu next to the icon; None if the app has been uninstalled."""
        package = self.component.partition("/")[0]
        packages = screen.context.system.packages
        if not packages.installed(package):
            return None

        def open_page(action: str, flags: int = 0) -> None:
            screen.dismiss_dialog()
            screen.start_activity(Intent(action, data=f"package:{package}", flags=flags))

        about = "android.settings.APPLICATION_DETAILS_SETTINGS"
        entries: list[Entry] = [
            ("information", "App info", partial(open_page, about, FLAG_ACTIVITY_NEW_TASK))
        ]
        if not packages.manifest(package).system:
            uninstall = partial(open_page, "android.intent.action.DELETE")
            entries.append(("delete", "Uninstall", uninstall))

        def start(intent: Intent) -> None:
            screen.dismiss_dialog()
            flags = intent.flags | FLAG_ACTIVITY_NEW_TASK
            if not screen.start_activity(replace(intent, flags=flags)):
                screen.toast("Shortcut isn't available")

        manifest = packages.manifest(package)
        shortcuts: list[Entry] = [
            (each.icon, each.label, partial(start, each.intent)) for each in manifest.shortcuts
        ]
        first = packages.launch_component(package) == self.component
        return _menu(
            entries,
            f"{self.place}:{self.component}",
            shortcuts=shortcuts if first else (),
            notice=self._notice(screen),
        )

    def _notice(self, screen: Actions) -> View | None:
        """Build the app's newest notification, with the number of notifications."""
        notices = screen.notices(self.component.partition("/")[0])
        if not notices:
            return None
        newest = max(notices, key=lambda notice: notice.posted_ms)

        def press() -> None:
            screen.dismiss_dialogs()
            screen.context.system.notifications.press(newest.key)

        return wide_column(
            wide_row(
                TextView("Notifications", style="label_large", width=0, weight=1),
                TextView(str(len(notices)), id="notification_count", style="label_large"),
                padding=(16, 12, 16, 4),
            ),
            wide_column(
                TextView(verbatim(newest.title), style="body_large", max_lines=1),
                TextView(verbatim(newest.text), style="body_medium", max_lines=2)
                if newest.text
                else None,
                id="notification_text",
                padding=(16, 4, 16, 12),
                on_click=press,
            ),
            key="notice",
        )


class _FolderApp(DragSource, LinearLayout):
    """An app in an open folder; dragging it outside takes it out of the folder."""

    CLASS = "android.widget.TextView"
    IMPORTANT = True

    def __init__(self, screen: Actions, folder: Spot, app: App) -> None:
        manifest, info = app
        component = manifest.component(info.name)
        self.text = screen.name(app)
        name = TextView(
            self.text,
            style="launcher_label",
            color="text_primary",
            max_lines=1,
            margin=(2, 6, 2, 0),
        )
        picture = ImageView(AppIcon(*manifest.icon), size=56, tint=None)
        for part in (picture, name):
            part.important = "no_hide_descendants"
        super().__init__(
            [picture, name],
            orientation="vertical",
            content_gravity="center",
            id="icon",
            key=f"folder:{component}",
            content_description=self.text,
            width=MATCH,
            padding=(4, 8),
            on_click=lambda: screen.launch(app),
            on_long_click=lambda: None,  # starts a drag
        )

        def drop(view: View, x: float, y: float) -> None:
            left, top, right, bottom = list(view.ancestors())[-1].bounds
            if not (left <= x < right and top <= y < bottom):
                screen.dismiss_dialogs()
                screen.take_out(folder, component, x, y)

        self.drag_with(drop)

    def accessibility_text(self) -> str:
        """Return the label."""
        return self.text


@dataclass(frozen=True)
class FolderDialog(Dialog[Actions]):
    """An open folder of the home screen.

    Attributes:
        spot: Cell of the folder.
        title: Typed name of the folder.
    """

    spot: Spot
    title: str = ""

    def build(self, screen: Actions) -> Overlay | None:
        """Build the apps with the folder's name below; None if it is no longer a folder."""
        item = next((each for each in screen.items() if each.spot == self.spot), None)
        if item is None or not item.folder:
            return None
        known = screen.by_component()
        apps = [known[each] for each in item.components if each in known]

        def done() -> None:
            screen.rename(self.spot, self.title)
            screen.hide_keyboard()

        def close() -> None:
            done()
            screen.dismiss_dialog()

        name = EditText(
            self.title,
            id="folder_name",
            hint="Edit name",
            on_text_change=lambda text: screen.update_dialog(replace(self, title=text)),
            on_editor_action=done,
            ime_action="done",
            max_lines=1,
            align="center",
            width=MATCH,
            padding=(16, 12),
        )
        icons = GridLayout(
            [_FolderApp(screen, self.spot, app) for app in apps],
            columns=min(4, max(2, len(apps))),
            width=MATCH,
        )
        return Overlay(
            column(
                ScrollView(icons, id="folder_content", width=MATCH),
                name,
                width=300,
                padding=(8, 16, 8, 4),
                background=Rounded("menu", 26),
                elevation=4,
            ),
            margin=(16, 56, 16, 40),
            title=phrase("Folder: {title}", title=verbatim(item.title)),
            on_dismiss=close,
        )
