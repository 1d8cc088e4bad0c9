"""The launcher's actions, without its views."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from immutables import Map

from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.apps.nexuslauncher.favorites import (
    COLUMNS,
    HOTSEAT,
    MOST_SCREENS,
    ROWS,
    Item,
    Spot,
    dropped,
    free_spot,
    read,
    taken_out,
    write,
)
from android_gym.simulator.apps.nexuslauncher.model import ROTATES, App, LauncherState
from android_gym.simulator.system import intents
from android_gym.simulator.system.clipboard import ClipTooLargeError
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.notifications import Notification
from android_gym.simulator.system.packages import ACTION_MAIN, CATEGORY_LAUNCHER
from android_gym.simulator.system.words import verbatim
from android_gym.simulator.ui.activity import Activity
from android_gym.simulator.ui.system_themes import LAUNCHER, LAUNCHER_DARK
from android_gym.simulator.ui.task_snapshots import SnapshotText
from android_gym.simulator.ui.theme import Theme

__all__ = ["ROW", "SIDE", "TARGETS", "WORKSPACE_END", "Actions"]

TOGGLE_RECENTS = "com.android.systemui.recents.TOGGLE_RECENTS"


WORKSPACE: Final = (
    "com.google.android.gm",
    "com.google.android.apps.photos",
    "com.google.android.youtube",
)
PINNED: Final = (
    "com.google.android.dialer",
    "com.google.android.apps.messaging",
    "com.android.chrome",
)
"""Default favourites of the emulator's image; apps that aren't installed are skipped."""

SIDE: Final = 16
"""Padding at the sides of the cells, in dp."""

ROW: Final = 112
"""Distance from one row of cells to the next, in dp."""

WORKSPACE_END: Final = 272
"""Distance from the bottom of the last row of cells to the screen's edge, in dp."""

HOTSEAT_HEIGHT: Final = 225
"""Distance from the top of the hotseat to the screen's edge, in dp."""

TARGETS: Final = 110
"""Height of the drop targets at the top of the screen, in dp."""

EDGE: Final = 20
"""Width of the side areas where a dropped icon moves to another page, in dp."""


class Actions(Activity[LauncherState]):
    """The launcher's only activity, without its views."""

    def theme(self) -> Theme:
        """Return a theme with white labels on the wallpaper; all apps and menus can be dark."""
        return LAUNCHER_DARK if self.context.system.display.dark else LAUNCHER

    # -- navigation

    def on_create(self) -> LauncherState:
        """Start with the page requested by the intent."""
        recents = self.intent.action == TOGGLE_RECENTS
        return LauncherState(page="recents" if recents else "home")

    def on_new_intent(self) -> None:
        """Show the home screen for HOME, the recent tasks for the Recents key."""
        if self.intent.action == TOGGLE_RECENTS:
            self.dismiss_dialogs()
            self.select_in(None)
            self.update(page="recents", opened=self.state.opened + 1)
            self._turn()
        else:
            self.go_home()
            self.update(screen=0)

    def on_resume(self) -> None:
        """Follow a change of the settings."""
        self._turn()

    def _turn(self) -> None:
        """Let Recents turn with the phone, and the home screen if that is allowed."""
        free = self.state.page == "recents" or self.context.preferences().get(ROTATES, False)
        self.request_orientation("unspecified" if free else "nosensor")

    def on_back(self) -> bool:
        """Leave text selection in Recents, or return to the home screen."""
        if self.state.selecting is not None:
            self.select_in(None)
        else:
            self.go_home()
        return True

    def on_pause(self) -> None:
        """Return to the home screen when an app is started from all apps or Recents."""
        if self.state.page != "home":
            self.go_home()

    def go_home(self) -> None:
        """Show the home screen and close everything over it."""
        self.dismiss_dialogs()
        self.update(page="home", search="", selecting=None, chosen=(), dragging="")
        self._turn()

    # -- tasks

    def resume(self, task: int) -> None:
        """Bring a task to the front."""
        self.update(page="home", selecting=None, chosen=())
        self.context.system.activities.move_to_front(task)

    def close(self, task: int) -> None:
        """Close a task; if it was the last one, show the home screen."""
        activities = self.context.system.activities
        activities.remove_task(task)
        if not activities.recent_tasks:
            self.go_home()

    def close_all(self) -> None:
        """Close all tasks."""
        for task in self.context.system.activities.recent_tasks:
            self.context.system.activities.remove_task(task.id)
        self.go_home()

    def save_snapshot(self, task: int) -> None:
        """Save a task's snapshot as a screenshot."""
        picture = self.context.windows.task_snapshots.get(task)
        if picture is not None:
            self.context.system.screenshots.add(picture)

    def select_in(self, task: int | None) -> None:
        """Start text selection in a task's snapshot; None ends it."""
        self.update(selecting=task, chosen=())

    def choose_text(self, number: int) -> None:
        """Select or deselect a text in the snapshot."""
        chosen = set(self.state.chosen) ^ {number}
        self.update(chosen=tuple(sorted(chosen)))

    def choose_every_text(self) -> None:
        """Select all readable texts in the snapshot."""
        self.update(chosen=tuple(range(len(self.readable()))))

    def readable(self) -> tuple[SnapshotText, ...]:
        """Return the selectable texts."""
        task = self.state.selecting
        return () if task is None else self.context.windows.task_snapshots.texts(task)

    def chosen_text(self) -> str:
        """Return the selected texts, one per line."""
        texts = self.readable()
        return "\n".join(texts[number].text for number in self.state.chosen if number < len(texts))

    def copy_chosen(self) -> None:
        """Copy the selected texts and end the selection."""
        try:
            self.context.system.clipboard.set_text(self.chosen_text(), source=self.context.package)
        except ClipTooLargeError:
            self.toast("Failed to copy to clipboard")
            return
        self.select_in(None)

    def share_chosen(self) -> None:
        """Share the selected texts with an app."""
        extras = Map({"android.intent.extra.TEXT": self.chosen_text()})
        self.select_in(None)
        choose_app(self, Intent("android.intent.action.SEND", type="text/plain", extras=extras))

    def search(self) -> None:
        """Show all apps with the keyboard for the search field."""
        self.update(page="all_apps", search="")
        self.show_keyboard("input")

    # -- the home screen

    def items(self) -> tuple[Item, ...]:
        """Return the home screen's items, including apps that aren't installed."""
        kept = read(self.context)
        if kept is not None:
            return kept
        rows = ((self.installed(WORKSPACE), 0, ROWS - 1), (self.installed(PINNED), HOTSEAT, 0))
        found = []
        for apps, screen, row in rows:
            # The emulator's image leaves the first columns of the workspace empty.
            first = 0 if screen == HOTSEAT else COLUMNS - len(apps)
            for column, (manifest, info) in enumerate(apps, start=first):
                spot = Spot(screen, row, column)
                found.append(Item(spot, (manifest.component(info.name),)))
        return tuple(found)

    def pages(self) -> int:
        """Return the number of pages of the home screen."""
        return 1 + max([0, *(item.spot.screen for item in self.items())])

    def turn(self, by: int) -> None:
        """Go `by` pages along the home screen, if there is such a page."""
        self.update(screen=max(0, min(self.pages() - 1, self.state.screen + by)))

    def pick_up(self, component: str) -> None:
        """Start dragging an icon."""
        self.dismiss_dialogs()
        self.update(page="home", dragging=component)

    def put_down(self, component: str, start: Spot | None, x: float, y: float) -> None:
        """Drop an icon: into a cell, onto another icon, on another page, or on a drop target.

        Args:
            component: Component of the app, or of a folder's first app.
            start: Original cell; None if it comes from all apps or out of a folder.
            x: Pixels from the left edge of the screen.
            y: Pixels from the top edge of the screen.
        """
        self.dismiss_dialogs()
        self.update(page="home", search="", dragging="")
        width, height = self.context.windows.size
        density = self.context.windows.density
        if y < TARGETS * density:
            if x >= width / 2:
                self.uninstall(component, start)
            elif start is not None:
                self._keep(dropped(self.items(), component, start, None))
            return
        page = self.state.screen
        if x < EDGE * density or x >= width - EDGE * density:
            page += -1 if x < EDGE * density else 1
            if 0 <= page < MOST_SCREENS:
                self._put_on_page(component, start, page)
            return
        column = int((x - SIDE * density) * COLUMNS / (width - 2 * SIDE * density))
        column = max(0, min(COLUMNS - 1, column))
        if y >= height - HOTSEAT_HEIGHT * density:
            spot = Spot(HOTSEAT, 0, column)
        else:
            above = (height - WORKSPACE_END * density - y) / (ROW * density)
            spot = Spot(page, ROWS - 1 - max(0, min(ROWS - 1, int(above))), column)
        self._keep(dropped(self.items(), component, start, spot))

    def _put_on_page(self, component: str, start: Spot | None, page: int) -> None:
        spot = free_spot(self.items(), page)
        if spot is None:
            self.toast("No room on this Home screen")
        else:
            self._keep(dropped(self.items(), component, start, spot))
            self.update(screen=min(page, self.pages() - 1))

    def take_out(self, folder: Spot, component: str, x: float, y: float) -> None:
        """Drop an app that was dragged out of a folder."""
        self.update(dragging="")
        before = self.items()
        self._keep(taken_out(before, folder, component))
        if y >= TARGETS * self.context.windows.density:
            kept = self.items()
            self.put_down(component, None, x, y)
            if self.items() == kept:  # there was no room for it
                self._keep(before)
        elif x >= self.context.windows.size[0] / 2:
            self._keep(before)
            self.uninstall(component, None)

    def uninstall(self, component: str, start: Spot | None) -> None:
        """Ask whether to uninstall an app; system apps can't be uninstalled."""
        package = component.partition("/")[0]
        folder = any(item.spot == start and item.folder for item in self.items())
        if folder or self.context.system.packages.manifest(package).system:
            self.toast("App can't be uninstalled")
        else:
            self.start_activity(Intent("android.intent.action.DELETE", data=f"package:{package}"))

    def rename(self, folder: Spot, title: str) -> None:
        """Rename a folder."""
        name = " ".join(title.split())
        items = self.items()
        self._keep(
            tuple(replace(each, title=name) if each.spot == folder else each for each in items)
        )

    def _keep(self, items: tuple[Item, ...] | None) -> None:
        """Save changed items, and move off a page that no longer exists."""
        if items is not None and items != self.items():
            write(self.context, items)
            self.turn(0)

    # -- notifications

    def notices(self, package: str) -> list[Notification]:
        """Return an app's notifications if its icon may show a dot for them."""
        system = self.context.system
        if system.settings.get("secure", "notification_badging") == "0":
            return []
        if not system.notifications.shows_dot(package):
            return []
        return [
            notice
            for notice in system.notifications.of(package)
            if not notice.ongoing and not notice.media
        ]

    # -- apps

    def by_component(self) -> dict[str, App]:
        """Return the apps with an icon, by component of the activity that starts them."""
        return {manifest.component(info.name): (manifest, info) for manifest, info in self.apps()}

    def apps(self) -> list[App]:
        """Return the apps with an icon, by label."""
        return self.context.system.packages.launcher_activities()

    def name(self, app: App) -> str:
        """Return an icon's label in the phone's language."""
        manifest, info = app
        return verbatim(info.label or self.context.system.locales.label(manifest))

    def installed(self, packages: tuple[str, ...]) -> list[App]:
        """Return the installed apps among some packages, in their order."""
        apps = {app[0].package: app for app in reversed(self.apps())}
        return [apps[package] for package in packages if package in apps]

    def predicted(self, count: int, taken: set[str]) -> list[App]:
        """Return suggested apps: the most recently used first, then by label.

        Args:
            count: Maximum number of apps.
            taken: Packages that have an icon already.
        """
        apps = [app for app in self.apps() if app[0].package not in taken]
        packages = frozenset(app[0].package for app in apps)
        recent = self.context.system.activities.recent_among(packages, max(0, count))
        order = {package: place for place, package in enumerate(recent)}
        return sorted(apps, key=lambda app: order.get(app[0].package, len(order)))[: max(0, count)]

    def launch(self, app: App) -> None:
        """Start an app, or bring it to the front."""
        manifest, info = app
        self.dismiss_dialogs()
        self.start_activity(
            Intent(
                action=ACTION_MAIN,
                categories=(CATEGORY_LAUNCHER,),
                component=manifest.component(info.name),
                flags=intents.FLAG_ACTIVITY_NEW_TASK | intents.FLAG_ACTIVITY_RESET_TASK_IF_NEEDED,
            )
        )

    def open(self, package: str) -> None:
        """Start a package's app if there is one."""
        for app in self.installed((package,)):
            self.launch(app)
            return
        self.toast("App isn't installed")
