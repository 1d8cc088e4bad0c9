"""Theme of Android's own apps, and activities that are only a window.

Settings, PermissionController, the package installer and the framework's chooser use it.
"""

from __future__ import annotations

from typing import Final

from android_gym.simulator.ui.activity import Activity, Overlay, S_co, Screen, SystemWindow
from android_gym.simulator.ui.drawables import Gradient
from android_gym.simulator.ui.theme import SETTINGS_DARK, SETTINGS_LIGHT, Theme
from android_gym.simulator.ui.view import MATCH, View

__all__ = ["WALLPAPER", "PlatformActivity", "PlatformWindow", "platform_theme", "translucent"]

WALLPAPER: Final = Gradient(("#0B3954", "#16697A", "#489FB5"))
"""Wallpaper behind the home screen and the lock screen."""


def platform_theme(dark: bool) -> Theme:
    """Return the theme of Android's own apps."""
    return SETTINGS_DARK if dark else SETTINGS_LIGHT


def translucent(*overlays: Overlay | None, light_bars: bool | None = None) -> Screen:
    """Return a screen of windows alone, over what was on the screen before."""
    empty = View(width=MATCH, height=MATCH)
    return Screen(empty, overlays, background=None, edge_to_edge=True, light_bars=light_bars)


class PlatformActivity(Activity[S_co]):
    """An activity of one of Android's own apps."""

    def theme(self) -> Theme:
        """Return the system's colours, light or dark as the phone is."""
        return platform_theme(self.context.system.display.dark)


class PlatformWindow(SystemWindow[S_co]):
    """A window that the system shows over whatever is on the screen."""

    def theme(self) -> Theme:
        """Return the system's colours, light or dark as the phone is."""
        return platform_theme(self.context.system.display.dark)
