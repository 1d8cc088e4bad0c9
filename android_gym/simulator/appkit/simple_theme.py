"""Themes of the Simple Mobile Tools: with the phone's colours, or those chosen by the user."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from android_gym.simulator.appkit.simple_views import argb, ink_on
from android_gym.simulator.ui.activity import Context, Preferences
from android_gym.simulator.ui.system_themes import SETTINGS_DARK, SETTINGS_LIGHT
from android_gym.simulator.ui.theme import Theme

__all__ = [
    "AUTO",
    "CUSTOM",
    "SYSTEM",
    "THEMES",
    "Colors",
    "Look",
    "chosen_theme",
    "colors_of",
    "kept_colors",
    "look_of",
    "prefs",
    "theme_of",
]

ORANGE: Final = 0xFFF57C00 - (1 << 32)
"""The apps' own colour (``color_primary``)."""

_DARK_GREY: Final = 0xFF2D2D2D - (1 << 32)
_PALE: Final = 0xFFEEEEEE - (1 << 32)
_RED: Final = 0xFFD32F2F - (1 << 32)
_BLACK: Final = 0xFF000000 - (1 << 32)
_WHITE: Final = 0xFFFFFFFF - (1 << 32)


@dataclass(frozen=True)
class Colors:
    """The user's colours in Android's format: ARGB as signed integers.

    Attributes:
        text: Colour of texts and icons.
        background: Colour of screens, bars and dialogs.
        primary: Colour of buttons and of active controls.
        accent: Used instead of `primary` in the white theme and in the black and white one.
    """

    text: int = _PALE
    background: int = _DARK_GREY
    primary: int = ORANGE
    accent: int = ORANGE

    @property
    def is_white(self) -> bool:
        """True for the white theme, which has an accent colour."""
        return (self.text, self.background, self.primary) == (_DARK_GREY, _WHITE, _WHITE)

    @property
    def is_black(self) -> bool:
        """True for the black and white theme, which has an accent colour."""
        return (self.text, self.background, self.primary) == (_WHITE, _BLACK, _BLACK)


@dataclass(frozen=True)
class Look:
    """The ingredients of a theme.

    Attributes:
        dark: Whether the phone's theme is dark.
        colors: The user's colours; None for the wallpaper's.
    """

    dark: bool
    colors: Colors | None = None


LIGHT: Final = Colors(_DARK_GREY, _WHITE)
DARK: Final = Colors()

SYSTEM: Final = "system"
AUTO: Final = "auto"
CUSTOM: Final = "custom"

MATERIAL_YOU: Final = "Material You"

THEMES: Final[dict[str, tuple[str, Colors | None]]] = {
    SYSTEM: (f"System default ({MATERIAL_YOU})", None),
    AUTO: ("Auto light / dark", None),
    "light": ("Light", LIGHT),
    "dark": ("Dark", DARK),
    "dark_red": ("Dark red", Colors(primary=_RED)),
    "white": ("White", Colors(_DARK_GREY, _WHITE, _WHITE)),
    "black_white": ("Black & White", Colors(_WHITE, _BLACK, _BLACK)),
    CUSTOM: ("Custom", None),
}
"""The themes by name: their labels, and their colours if these are fixed."""

_KEYS: Final = {
    "text": "text_color",
    "background": "background_color",
    "primary": "primary_color_2",
    "accent": "accent_color",
}


def prefs(context: Context) -> Preferences:
    """Return the app's preferences; each of the apps has a single file."""
    return context.preferences("Prefs")


def kept_colors(context: Context) -> Colors:
    """Return the last chosen colours; those of the dark theme if none were chosen."""
    kept = prefs(context)
    found = {field: kept.get(key) for field, key in _KEYS.items()}
    return replace(DARK, **{field: value for field, value in found.items() if type(value) is int})


def chosen_theme(context: Context) -> str:
    """Return the name of the theme in use."""
    kept = prefs(context)
    if kept.get("is_using_system_theme", True):
        return SYSTEM
    if kept.get("is_using_auto_theme", False):
        return AUTO
    colors = kept_colors(context)
    for name, (_, fixed) in THEMES.items():
        if fixed is not None and replace(fixed, accent=colors.accent) == colors:
            return name
    return CUSTOM


def colors_of(name: str, colors: Colors, *, dark: bool) -> Colors | None:
    """Return the colours of a theme; None for the wallpaper's.

    Args:
        name: The theme.
        colors: The user's colours, for those that the theme leaves open.
        dark: Whether the phone's theme is dark.
    """
    if name == SYSTEM:
        return None
    if name == AUTO:
        return replace(DARK if dark else LIGHT, primary=colors.primary, accent=colors.accent)
    fixed = THEMES[name][1]
    return colors if fixed is None else replace(fixed, accent=colors.accent)


def look_of(context: Context) -> Look:
    """Return what an app's theme is made from."""
    dark = context.system.display.dark
    kept = prefs(context)
    if kept.get("is_using_system_theme", True):
        return Look(dark)
    auto = kept.get("is_using_auto_theme", False)
    return Look(dark, colors_of(AUTO if auto else CUSTOM, kept_colors(context), dark=dark))


@lru_cache(maxsize=64)
def theme_of(look: Look) -> Theme:
    """Return the theme of a look."""
    if look.colors is not None:
        return _chosen(look.colors)
    if look.dark:
        return SETTINGS_DARK.having(
            primary="#76D1FF",
            accent="#76D1FF",
            on_primary="#003549",
            fab="#76D1FF",
            on_fab="#003549",
            background="#1A1C1E",
            surface="#1A1C1E",
            app_bar="#1A1C1E",
            status_bar="#1A1C1E",
            navigation_bar="#1A1C1E",
            bottom_bar="#2E3133",
            search_pill="#4076D1FF",
        )
    return SETTINGS_LIGHT.having(
        primary="#219BCC",
        accent="#007FAC",
        on_primary="#FFFFFF",
        fab="#219BCC",
        on_fab="#FFFFFF",
        background="#FCFCFF",
        surface="#FCFCFF",
        app_bar="#FCFCFF",
        status_bar="#FCFCFF",
        navigation_bar="#FCFCFF",
        bottom_bar="#F0F0F3",
        dialog="#F0F0F3",
        text_primary="#001E2C",
        on_app_bar="#001E2C",
        icon="#001E2C",
        search_pill="#40219BCC",
    )


def _chosen(colors: Colors) -> Theme:
    """Return a theme with the user's colours."""
    primary_int = colors.accent if colors.is_white or colors.is_black else colors.primary
    text, ground, primary = argb(colors.text), argb(colors.background), argb(primary_int)
    ink = ink_on(primary_int)
    dark = ink_on(colors.background) == "#FFFFFF"
    grounds = (
        "background", "surface", "app_bar", "app_bar_scrolled", "status_bar", "navigation_bar",
        "dialog", "menu",
    )  # fmt: skip
    inks = ("text_primary", "on_app_bar", "icon", "on_surface")
    tinted = ("primary", "accent", "fab", "dialog_action", "control_activated")
    roles = dict.fromkeys(grounds, ground) | dict.fromkeys(inks, text)
    roles |= dict.fromkeys(tinted, primary) | {
        "on_primary": ink,
        "on_fab": ink,
        "text_secondary": f"{text}@0.8",
        "bottom_bar": "#2E3133" if dark else "#F1F1F1",
        "search_pill": f"{primary}@0.25",
    }
    return (SETTINGS_DARK if dark else SETTINGS_LIGHT).having(**roles)
