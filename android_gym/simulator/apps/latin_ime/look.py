"""The keyboard's colours: Material You's, light or dark as the phone is set."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.ui.system_themes import SETTINGS_DARK, SETTINGS_LIGHT
from android_gym.simulator.ui.theme import Theme

__all__ = ["theme_of"]

_LIGHT: Final = SETTINGS_LIGHT.having(
    keyboard="#F1F1F3",
    key="#FFFFFF",
    on_key="#1B1B1D",
    key_hint="#45474A",
    key_special="#D2E5F4",
    key_layer="#B1C9D7",
    key_delete="#E5DFFB",
    key_action="#76D1FE",
    on_key_action="#001E2C",
    key_popup="#FFFFFF",
)
_DARK: Final = SETTINGS_DARK.having(
    keyboard="#1B1C1E",
    key="#303336",
    on_key="#E2E2E5",
    key_hint="#A9ABAF",
    key_special="#374955",
    key_layer="#4E616C",
    key_delete="#484264",
    key_action="#76D1FE",
    on_key_action="#001E2C",
    key_popup="#45484B",
)


def theme_of(dark: bool) -> Theme:
    """Return the keyboard's colours for a light or dark phone."""
    return _DARK if dark else _LIGHT
