"""Home screen, all apps and recents: one activity, as in Android 13's Launcher3 quickstep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Unpack

from immutables import Map

from android_gym.simulator.system import intents
from android_gym.simulator.system.activities import ActivityTask
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.packages import (
    ACTION_MAIN,
    CATEGORY_LAUNCHER,
    ActivityInfo,
    Manifest,
)
from android_gym.simulator.ui.activity import Activity, Overlay, Screen
from android_gym.simulator.ui.drawables import Gradient, Rounded
from android_gym.simulator.ui.icons import AppIcon
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    GridLayout,
    HorizontalScrollView,
    LinearLayout,
    RecyclerView,
    SwipeLayout,
    column,
    row,
)
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.theme import LAUNCHER, Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, EditText, ImageView, TextView

WORKSPACE = (
    "com.google.android.gm",
    "com.google.android.apps.photos",
    "com.google.android.youtube",
)
HOTSEAT = (
    "com.google.android.dialer",
    "com.google.android.apps.messaging",
    "com.android.chrome",
)
"""Favourites of the emulator's image; those that are not installed leave their place free."""

HOTSEAT_PLACES = 4
COLUMNS = 4
WALLPAPER = Gradient(("#0B3954", "#16697A", "#489FB5"))

App = tuple[Manifest, ActivityInfo]


@dataclass(frozen=True)
class LauncherState:
    """State of the launcher.

    Attributes:
        page: "home", "all_apps" or "recents".
        search: Text in the search field of all apps.
        popup: Place ("hotseat", "workspace", "apps") and component whose popup is open; a place
            "empty" is the home screen's own.
    """

    page: str = "home"
    search: str = ""
    popup: tuple[str, str] | None = None


def icon_of(manifest: Manifest) -> AppIcon:
    """Returns an app's launcher icon."""
    background, glyph, color = manifest.icon
    return AppIcon(background, glyph, color)


class AppIconView(LinearLayout):
    """An icon with its label: one TextView to accessibility, as in Launcher3."""

    CLASS = "android.widget.TextView"
    IMPORTANT = True

    def __init__(
        self,
        app: App,
        *,
        label: bool = True,
        color: str | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        manifest, info = app
        self.text = info.label or manifest.label
        common.setdefault("content_description", self.text)
        name = TextView(
            self.text, style="launcher_label", color=color, max_lines=1, margin=(2, 6, 2, 0)
        )
        picture = ImageView(icon_of(manifest), size=56, tint=None)
        for part in (picture, name):
            part.important = "no_hide_descendants"
        super().__init__(
            [picture, name if label else None],
            orientation="vertical",
            content_gravity="center",
            **common,
        )

    def accessibility_text(self) -> str:
        """The label."""
        return self.text


class Workspace(FrameLayout):
    """The pages of the home screen; reported as a scrolling view."""

    CLASS = "android.widget.ScrollView"
    IMPORTANT = True

    @property
    def scrollable(self) -> bool:
        """Always, as Launcher3 reports it."""
        return True


class NexusLauncherActivity(Activity[LauncherState]):
    """The launcher's only activity."""

    def theme(self) -> Theme:
        """White labels on the wallpaper, whatever the phone's theme."""
        return LAUNCHER

    def on_new_intent(self) -> None:
        """HOME shows the home screen, the recents key toggles the recently used tasks."""
        if self.intent.action == "com.android.systemui.recents.TOGGLE_RECENTS":
            self.update(page="recents", popup=None)
        else:
            self.update(page="home", search="", popup=None)

    def on_create(self) -> LauncherState:
        """Begins on the page that the intent asks for."""
        recents = self.intent.action == "com.android.systemui.recents.TOGGLE_RECENTS"
        return LauncherState(page="recents" if recents else "home")

    def on_back(self) -> bool:
        """Back leads to the home screen and no further."""
        self.update(page="home", search="", popup=None)
        return True

    def on_pause(self) -> None:
        """All apps are closed when an app starts from them."""
        if self.state.page != "home":
            self.update(page="home", search="", popup=None)

    # -- what is where

    def _apps(self) -> list[App]:
        return self.context.system.packages.launcher_activities()

    def _app(self, package: str) -> App | None:
        return next((app for app in self._apps() if app[0].package == package), None)

    def _launch(self, app: App) -> None:
        manifest, info = app
        self.update(popup=None)
        self.start_activity(
            Intent(
                action=ACTION_MAIN,
                categories=(CATEGORY_LAUNCHER,),
                component=manifest.component(info.name),
                flags=intents.FLAG_ACTIVITY_NEW_TASK | intents.FLAG_ACTIVITY_RESET_TASK_IF_NEEDED,
            )
        )

    def _icon(
        self,
        app: App,
        place: str,
        *,
        label: bool = True,
        color: str | None = None,
        **common: Unpack[ViewOptions],
    ) -> AppIconView:
        component = app[0].component(app[1].name)
        common["id"] = "icon"
        common["key"] = f"{place}:{component}"
        common["on_click"] = lambda: self._launch(app)
        common["on_long_click"] = lambda: self.update(popup=(place, component))
        return AppIconView(app, label=label, color=color, **common)

    # -- pages

    def build(self) -> Screen:
        """Shows one of the three pages."""
        state = self.state
        if state.page == "all_apps":
            content: View = self._all_apps()
        elif state.page == "recents":
            content = self._recents()
        else:
            content = self._home()
        return Screen(
            content,
            overlays=[self._popup()],
            background=WALLPAPER,
            edge_to_edge=True,
            light_bars=state.page == "all_apps",
            title="Home",
            resize=state.page == "all_apps",
        )

    def _home(self) -> View:
        show = {"up": lambda: self.update(page="all_apps"), "down": self._shade}
        today = self.context.system.clock.today()
        date = TextView(
            today.strftime("%a, %b ") + str(today.day),
            style="launcher_clock",
            on_click=lambda: self._open("com.google.android.calendar"),
            margin=(28, 86, 0, 0),
        )
        favourites = [app for package in WORKSPACE if (app := self._app(package))]
        line = GridLayout(
            [self._icon(app, "workspace") for app in favourites],
            columns=COLUMNS,
            width=MATCH,
            gravity="bottom",
            margin=(16, 0, 16, 248),
        )
        cells = FrameLayout(
            [date, line],
            content_description="Home",
            class_name="android.view.View",
            width=MATCH,
            height=MATCH,
            margin=(0, 50, 0, 24),
            on_long_click=lambda: self.update(popup=("empty", "")),
        )
        workspace = Workspace([cells], id="workspace", width=MATCH, height=MATCH)
        return SwipeLayout(
            [workspace, self._hotseat()],
            id="drag_layer",
            on_swipe=show,
            width=MATCH,
            height=MATCH,
        )

    def _hotseat(self) -> View:
        chosen = [app for package in HOTSEAT if (app := self._app(package))]
        taken = {app[0].package for app in chosen}
        icons: list[View] = [self._icon(app, "hotseat", label=False) for app in chosen]
        for app in self._predicted():
            if len(icons) < HOTSEAT_PLACES and app[0].package not in taken:
                description = f"Predicted app: {app[1].label or app[0].label}"
                icons.append(
                    self._icon(app, "hotseat", label=False, content_description=description)
                )
        search = row(
            self._pill("google", "g_icon", "#4285F4", "Google app"),
            View(weight=1, width=0),
            self._pill("microphone", "mic_icon", "#5F6368", "Voice search"),
            self._pill("camera_outline", "lens_icon", "#5F6368", "Google Lens"),
            content_description="Search",
            id="search_container_hotseat",
            class_name="android.widget.FrameLayout",
            width=MATCH,
            height=63,
            padding=(18, 0),
            background=Rounded("#F1F3F4", 32),
            on_click=self._search,
        )
        grid = GridLayout(icons, columns=COLUMNS, width=MATCH, margin=(16, 0), row_height=74)
        search.margin = (28, 22, 28, 0)
        return column(
            grid,
            search,
            id="hotseat",
            class_name="android.view.ViewGroup",
            width=MATCH,
            gravity="bottom",
            margin=(0, 0, 0, 42),
            important_for_accessibility="yes",
        )

    def _pill(self, icon: str, id: str, tint: str, description: str) -> View:
        return ImageView(
            icon,
            id=id,
            tint=tint,
            content_description=description,
            width=44,
            height=MATCH,
            on_click=lambda: self._open("com.google.android.googlequicksearchbox"),
        )

    def _predicted(self) -> list[App]:
        """Apps suggested: the most recently used first, then by label."""
        order = self.context.system.activities.recent_packages
        apps = self._apps()
        return sorted(
            apps,
            key=lambda app: order.index(app[0].package) if app[0].package in order else len(order),
        )

    def _search(self) -> None:
        self.update(page="all_apps", search="")
        self.show_keyboard("input")

    def _shade(self) -> None:
        self.context.system.status_bar.expand_notifications()

    def _open(self, package: str) -> None:
        app = self._app(package)
        if app is not None:
            self._launch(app)
        else:
            self.toast("App isn't installed")

    def _all_apps(self) -> View:
        query = self.state.search.strip().casefold()
        apps = [app for app in self._apps() if query in (app[1].label or app[0].label).casefold()]
        field = EditText(
            self.state.search,
            id="input",
            hint="Search apps",
            on_text_change=lambda text: self.update(search=text),
            on_editor_action=lambda: self._launch(apps[0]) if apps else None,
            ime_action="search",
            icon="magnify",
            icon_padding=16,
            width=MATCH,
            height=56,
            vertical="center",
            padding=(20, 0),
            background=Rounded("search_bar", 28),
            color="on_all_apps",
        )
        box = FrameLayout(
            [field], id="search_container_all_apps", width=MATCH, margin=(16, 8, 16, 16)
        )
        if apps:
            listed: View = RecyclerView(
                len(apps),
                lambda i: self._icon(
                    apps[i], "apps", color="on_all_apps", width=MATCH, padding=(4, 12)
                ),
                columns=COLUMNS,
                id="apps_list_view",
                width=MATCH,
                height=0,
                weight=1,
                padding=(8, 0),
            )
        else:
            listed = TextView(
                f"No apps found matching \u201c{self.state.search}\u201d",
                color="on_all_apps",
                align="center",
                width=MATCH,
                padding=(24, 48),
            )
        body = column(
            box,
            listed,
            id="apps_view",
            width=MATCH,
            height=MATCH,
            padding=(0, 49, 0, 24),
            background="all_apps",
            pane_title="Apps list",
        )
        return SwipeLayout([body], on_swipe={"down": self._close}, width=MATCH, height=MATCH)

    def _close(self) -> None:
        self.update(page="home", search="")

    # -- recents

    def _tasks(self) -> list[ActivityTask]:
        activities = self.context.system.activities
        return [
            task
            for task in activities.tasks
            if not task.home and not activities.info(task.records[0])[1].exclude_from_recents
        ]

    def _recents(self) -> View:
        tasks = self._tasks()
        if not tasks:
            return TextView(
                "No recent items",
                id="overview_panel",
                style="title_large",
                color="on_wallpaper",
                align="center",
                vertical="center",
                width=MATCH,
                height=MATCH,
                on_click=self._close,
            )
        cards = [self._card(task) for task in tasks]
        clear = Button(
            "Clear all",
            id="clear_all",
            color="on_wallpaper",
            gravity="center_vertical",
            margin=(24, 0),
            on_click=self._clear_all,
        )
        return HorizontalScrollView(
            LinearLayout(
                [*cards, clear], height=MATCH, padding=(54, 110, 54, 150), content_gravity="center"
            ),
            id="overview_panel",
            width=MATCH,
            height=MATCH,
            background="scrim",
            pane_title="Recent apps",
        )

    def _card(self, task: ActivityTask) -> View:
        packages = self.context.system.packages
        manifest = packages.manifest(
            task.affinity if packages.installed(task.affinity) else task.top.package
        )
        title = row(
            ImageView(icon_of(manifest), size=36, tint=None, id="icon"),
            TextView(manifest.label, style="title_small", color="on_wallpaper", margin=(12, 0)),
            padding=(4, 8),
            important_for_accessibility="no_hide_descendants",
        )
        body = FrameLayout(
            [ImageView(icon_of(manifest), size=84, tint=None, gravity="center")],
            id="snapshot",
            width=290,
            height=0,
            weight=1,
            background=Rounded("all_apps", 24),
            important_for_accessibility="no_hide_descendants",
        )
        card = column(
            title,
            body,
            key=("task", task.id),
            class_name="android.widget.FrameLayout",
            content_description=manifest.label,
            height=MATCH,
            margin=(8, 0),
            on_click=lambda: self._resume(task.id),
        )
        return SwipeLayout(
            [card],
            key=("swipe", task.id),
            on_swipe={"up": lambda: self._remove(task.id)},
            height=MATCH,
        )

    def _resume(self, task: int) -> None:
        self.update(page="home")
        self.context.system.activities.move_to_front(task)

    def _remove(self, task: int) -> None:
        self.context.system.activities.remove_task(task)

    def _clear_all(self) -> None:
        for task in self._tasks():
            self.context.system.activities.remove_task(task.id)
        self.update(page="home")

    # -- popups

    def _popup(self) -> Overlay | None:
        popup = self.state.popup
        if popup is None:
            return None
        place, component = popup
        if place == "empty":
            entries = [
                ("palette", "Wallpaper & style", self._wallpaper),
                ("widgets", "Widgets", lambda: self.toast("No widgets available")),
                ("cog", "Home settings", self._home_settings),
            ]
            anchor = None
        else:
            package = component.partition("/")[0]
            entries = [("information", "App info", lambda: self._info(package))]
            if not self.context.system.packages.manifest(package).system:
                entries.append(("delete", "Uninstall", lambda: self._uninstall(package)))
            anchor = f"{place}:{component}"
        rows = [
            TextView(
                label,
                icon=icon,
                icon_padding=16,
                style="body_large",
                id="bubble_text",
                width=MATCH,
                height=52,
                vertical="center",
                padding=(16, 0),
                on_click=action,
            )
            for icon, label, action in entries
        ]
        return Overlay(
            column(*rows, width=220, background=Rounded("menu", 18), elevation=4),
            key="popup",
            anchor=anchor,
            over_anchor=False,
            margin=(16, 56, 16, 40),
            on_dismiss=lambda: self.update(popup=None),
            title="Shortcuts",
        )

    def _wallpaper(self) -> None:
        self.update(popup=None)
        if not self.start_activity(Intent(action="android.intent.action.SET_WALLPAPER")):
            self.toast("App isn't installed")

    def _home_settings(self) -> None:
        self.update(popup=None)
        self.start_activity(Intent(action="android.settings.HOME_SETTINGS"))

    def _info(self, package: str) -> None:
        self.update(popup=None)
        self.start_activity(
            Intent(
                action="android.settings.APPLICATION_DETAILS_SETTINGS",
                data=f"package:{package}",
                flags=intents.FLAG_ACTIVITY_NEW_TASK,
            )
        )

    def _uninstall(self, package: str) -> None:
        self.update(popup=None)
        self.start_activity(
            Intent(
                action="android.intent.action.DELETE",
                data=f"package:{package}",
                extras=Map(),
            )
        )
