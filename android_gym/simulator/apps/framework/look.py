"""Theme of the framework's windows."""

from __future__ import annotations

from android_gym.simulator.ui.activity import Context
from android_gym.simulator.ui.theme import SETTINGS_DARK, SETTINGS_LIGHT, Theme

__all__ = ["theme_of"]


def theme_of(context: Context) -> Theme:
    """Return the system's theme, as light or dark as the phone is."""
    return SETTINGS_DARK if context.system.display.dark else SETTINGS_LIGHT
