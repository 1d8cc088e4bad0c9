"""The launcher's activity, as in Android 13's Launcher3 quickstep."""

from __future__ import annotations

from android_gym.simulator.appkit.platform import wallpaper
from android_gym.simulator.apps.nexuslauncher.actions import Actions
from android_gym.simulator.apps.nexuslauncher.dialogs import (
    AppMenu,
    FolderDialog,
    HomeMenu,
    Widgets,
)
from android_gym.simulator.apps.nexuslauncher.screens.all_apps import all_apps
from android_gym.simulator.apps.nexuslauncher.screens.home import home
from android_gym.simulator.apps.nexuslauncher.screens.recents import recents
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout

__all__ = ["NexusLauncherActivity"]

PAGES = {"home": home, "all_apps": all_apps, "recents": recents}


class NexusLauncherActivity(Actions):
    """The launcher's only activity."""

    DIALOGS = (AppMenu, FolderDialog, HomeMenu, Widgets)

    def build(self) -> Screen:
        """Build the current page."""
        all_apps_shown = self.state.page == "all_apps"
        return Screen(
            FrameLayout([PAGES[self.state.page](self)], id="launcher", width=MATCH, height=MATCH),
            background=wallpaper(self.context.system.files),
            edge_to_edge=True,
            light_bars=all_apps_shown and not self.theme().dark,
            title="Home",
            resize=all_apps_shown,
        )
