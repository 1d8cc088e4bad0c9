"""The launcher's popups, which a long press opens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from android_gym.simulator.apps.nexuslauncher.actions import Actions
from android_gym.simulator.apps.nexuslauncher.model import Place
from android_gym.simulator.system.intents import FLAG_ACTIVITY_NEW_TASK, Intent
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.view import MATCH
from android_gym.simulator.ui.widgets import TextView

__all__ = ["AppMenu", "HomeMenu"]

Entry = tuple[str, str, Callable[[], object]]
"""Icon, label, what a tap does."""


def _menu(entries: list[Entry], anchor: str | None = None) -> Overlay:
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
            on_click=on_click,
        )
        for icon, label, on_click in entries
    ]
    return Overlay(
        column(*rows, width=220, background=Rounded("menu", 18), elevation=4),
        anchor=anchor,
        margin=(16, 56, 16, 40),
        title="Shortcuts",
    )


@dataclass(frozen=True)
class HomeMenu(Dialog[Actions]):
    """The entries of the home screen itself."""

    def build(self, screen: Actions) -> Overlay:
        """Build the menu."""

        def open_page(action: str) -> None:
            screen.dismiss_dialog()
            if not screen.start_activity(Intent(action)):
                screen.toast("App isn't installed")

        return _menu(
            [
                (
                    "palette",
                    "Wallpaper & style",
                    partial(open_page, "android.intent.action.SET_WALLPAPER"),
                ),
                ("widgets", "Widgets", lambda: screen.toast("No widgets available")),
                ("cog", "Home settings", partial(open_page, "android.settings.HOME_SETTINGS")),
            ]
        )


@dataclass(frozen=True)
class AppMenu(Dialog[Actions]):
    """The entries of an app's icon.

    Attributes:
        place: Where the icon is.
        component: The activity that it starts.
    """

    place: Place
    component: str

    def build(self, screen: Actions) -> Overlay | None:
        """Build the menu next to the icon; None where the app has been uninstalled."""
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
        return _menu(entries, f"{self.place}:{self.component}")
