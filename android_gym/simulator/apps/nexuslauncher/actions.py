"""The launcher but for its views."""

from __future__ import annotations

from android_gym.simulator.apps.nexuslauncher.model import App, LauncherState
from android_gym.simulator.system import intents
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.packages import ACTION_MAIN, CATEGORY_LAUNCHER
from android_gym.simulator.ui.activity import Activity
from android_gym.simulator.ui.theme import LAUNCHER, LAUNCHER_DARK, Theme

__all__ = ["Actions"]

TOGGLE_RECENTS = "com.android.systemui.recents.TOGGLE_RECENTS"


class Actions(Activity[LauncherState]):
    """The launcher's only activity but for its views."""

    def theme(self) -> Theme:
        """Return white labels on the wallpaper; all apps and menus are dark where the phone is."""
        return LAUNCHER_DARK if self.context.system.display.dark else LAUNCHER

    # -- navigation

    def on_create(self) -> LauncherState:
        """Begin with the page that the intent asks for."""
        recents = self.intent.action == TOGGLE_RECENTS
        return LauncherState(page="recents" if recents else "home")

    def on_new_intent(self) -> None:
        """Show the home screen for HOME, the recent tasks for the recents key."""
        if self.intent.action == TOGGLE_RECENTS:
            self.dismiss_dialogs()
            self.update(page="recents", opened=self.state.opened + 1)
        else:
            self.go_home()

    def on_back(self) -> bool:
        """Return to the home screen and no further."""
        self.go_home()
        return True

    def on_pause(self) -> None:
        """Close all apps and recents when an app is started from them."""
        if self.state.page != "home":
            self.go_home()

    def go_home(self) -> None:
        """Show the home screen with nothing open over it."""
        self.dismiss_dialogs()
        self.update(page="home", search="")

    # -- tasks

    def resume(self, task: int) -> None:
        """Bring a task to the front."""
        self.update(page="home")
        self.context.system.activities.move_to_front(task)

    def close(self, task: int) -> None:
        """Close a task; without any left, the home screen is next."""
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
        """Keep a task's picture as a screenshot."""
        picture = self.context.windows.task_snapshots.get(task)
        if picture is not None:
            self.context.system.screenshots.add(picture)

    def search(self) -> None:
        """Show all apps with the keyboard for their search field."""
        self.update(page="all_apps", search="")
        self.show_keyboard("input")

    # -- apps

    def apps(self) -> list[App]:
        """Return the apps that have an icon, by label."""
        return self.context.system.packages.launcher_activities()

    def installed(self, packages: tuple[str, ...]) -> list[App]:
        """Return the apps of some packages, in their order; those not installed are left out."""
        apps = {app[0].package: app for app in reversed(self.apps())}
        return [apps[package] for package in packages if package in apps]

    def predicted(self) -> list[App]:
        """Return all apps as suggestions: the most recently used first, then by label."""
        order: dict[str, int] = {}
        for place, package in enumerate(self.context.system.activities.recent_packages):
            order.setdefault(package, place)  # an app with several tasks counts by its latest
        return sorted(self.apps(), key=lambda app: order.get(app[0].package, len(order)))

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
        """Start the app of a package, if there is one."""
        for app in self.installed((package,)):
            self.launch(app)
            return
        self.toast("App isn't installed")
