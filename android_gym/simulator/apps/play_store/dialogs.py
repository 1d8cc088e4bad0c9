"""The Play Store's dialogs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from android_gym.simulator.appkit.dialogs import ChoiceDialog, ConfirmDialog
from android_gym.simulator.apps.play_store.actions import Store
from android_gym.simulator.apps.play_store.catalogue import listing_of
from android_gym.simulator.apps.play_store.model import SORTS, ManageState, Sort
from android_gym.simulator.system.words import verbatim
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import ListItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, wide_column
from android_gym.simulator.ui.sheets import bottom_sheet
from android_gym.simulator.ui.widgets import TextView

__all__ = ["AccountMenu", "SortApps", "UninstallApps", "WhichApps"]


@dataclass(frozen=True)
class UninstallApps(ConfirmDialog[Store[Any]]):
    """Asks for confirmation before apps are uninstalled."""

    POSITIVE = "Uninstall"
    packages: tuple[str, ...] = ()

    def title(self, screen: Store[Any]) -> str:
        """Return the app's title, or the number of apps."""
        if len(self.packages) == 1:
            found = listing_of(self.packages[0])
            return verbatim(found.title if found is not None else self.packages[0])
        return f"Uninstall {len(self.packages)} apps?"

    def message(self, screen: Store[Any]) -> str:
        """Return the question."""
        packages = screen.context.system.packages
        if any(packages.installed(p) and packages.manifest(p).system for p in self.packages):
            return "Go back to the version the phone came with? All data of the app is deleted."
        if len(self.packages) == 1:
            return "Do you want to uninstall this app?"
        return "Their data is deleted with them."

    def on_confirm(self, screen: Store[Any]) -> None:
        """Uninstall the apps."""
        screen.uninstall(self.packages)
        if isinstance(screen.state, ManageState):
            screen.update(marked=())


@dataclass(frozen=True)
class AccountMenu(Dialog[Store[Any]]):
    """The account menu, opened by the picture at the top."""

    def build(self, screen: Store[Any]) -> Overlay:
        """Build the menu's rows."""

        def leads(way: Callable[[], None]) -> Callable[[], None]:
            def go() -> None:
                screen.dismiss_dialog()
                way()

            return go

        rows = (
            ("Manage apps & device", "apps", screen.open_manage),
            ("Settings", "settings", screen.open_settings),
        )
        content = wide_column(
            TextView("Google Play", style="title_large", align="center", width=MATCH, padding=16),
            *(ListItem(words, icon=icon, on_click=leads(way)) for words, icon, way in rows),
            padding=(0, 0, 0, 16),
        )
        return bottom_sheet(ScrollView(content), screen.dismiss_dialog, title="Account")


@dataclass(frozen=True)
class SortApps(ChoiceDialog[Store[ManageState]]):
    """Asks for the sort order of the list."""

    TITLE = "Sort by"
    sort: Sort = "recent"

    def choices(self, screen: Store[ManageState]) -> Sequence[str]:
        """Return the orders."""
        return [words for _, words in SORTS]

    def selected(self, screen: Store[ManageState]) -> int:
        """Return the index of the current order."""
        return [sort for sort, _ in SORTS].index(self.sort)

    def on_choose(self, screen: Store[ManageState], index: int) -> None:
        """Sort the list."""
        screen.update(sort=SORTS[index][0])


@dataclass(frozen=True)
class WhichApps(ChoiceDialog[Store[ManageState]]):
    """Asks which apps to list."""

    TITLE = "Show"
    installed: bool = True

    def choices(self, screen: Store[ManageState]) -> Sequence[str]:
        """Return the two choices."""
        return ["Installed", "Not installed"]

    def selected(self, screen: Store[ManageState]) -> int:
        """Return the index of the current choice."""
        return 0 if self.installed else 1

    def on_choose(self, screen: Store[ManageState], index: int) -> None:
        """List the chosen apps."""
        screen.update(installed=index == 0, updates=False, marked=())
