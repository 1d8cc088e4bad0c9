"""Themes: named colours, text styles and corner radii.

Views refer to a colour by its *role* ("primary", "text_secondary"), and the window's theme maps
roles to colours. Role names are those of Material 3 in snake case, and those of Android's theme
attributes (``textColorSecondary`` is "text_secondary"). `Theme.resolve` documents the ways to write
a colour.

Android's own themes use the default palette of Android 12 and 13 (the platform's
``system_accent1_*`` and ``system_neutral1_*`` resources), which applies until a wallpaper is
chosen; third-party apps pass their own colours to `material_theme`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from android_gym.errors import OptionError
from android_gym.simulator.ui.colors import (
    blend,
    darker,
    fade,
    from_lch,
    on_color,
    parse_color,
    to_lch,
)
from android_gym.simulator.ui.palettes import PLATFORM, material3_colors, palettes_of, role_colors

from .text import TextStyle

__all__ = [
    "COMMON_TEXT",
    "MATERIAL3_CORNERS",
    "MATERIAL3_TEXT",
    "MATERIAL_DARK",
    "MATERIAL_LIGHT",
    "SYSTEM_COLORS",
    "SYSTEM_TEXT",
    "Theme",
    "default_theme",
    "dynamic_theme",
    "material_theme",
    "style_of",
]


@dataclass(frozen=True, eq=False)
class Theme:
    """Colours, text styles and corner radii of a window. Compared by identity.

    Attributes:
        name: Name for error messages.
        dark: Whether it has light text on a dark background.
        colors: ARGB integers by role.
        text_styles: (style, colour role) by name.
        corners: Corner radii in dp by component: "button", "card", "dialog", "fab", "chip",
            "text_field", "menu", "bottom_sheet", "snackbar", "search_bar".
        material: Material version whose shapes the components use, 2 or 3.
    """

    name: str
    dark: bool
    colors: Mapping[str, int]
    text_styles: Mapping[str, tuple[TextStyle, str]]
    corners: Mapping[str, float]
    material: int = 3
    _resolved: dict[str, int] = field(default_factory=dict, repr=False)
    _styles: dict[tuple[str, str | int | None], TextStyle] = field(default_factory=dict, repr=False)

    def resolve(self, color: str | int) -> int:
        """Return a colour as an ARGB integer.

        Args:
            color: A role ("primary"), "#RGB", "#RRGGBB" or "#AARRGGBB", optionally with an opacity
                to multiply its alpha by ("primary@0.38"), or an ARGB integer.

        Raises:
            OptionError: If the theme has no such role, or the colour is malformed.
        """
        if isinstance(color, int):
            return color
        value = self._resolved.get(color)
        if value is None:
            base, _, opacity = color.partition("@")
            if base.startswith("#"):
                value = parse_color(base)
            elif base in self.colors:
                value = self.colors[base]
            else:
                raise OptionError(
                    f"Theme {self.name!r} has no colour {base!r}. It has: "
                    f"{', '.join(sorted(self.colors))}; or write #RRGGBB."
                )
            if opacity:
                value = fade(value, float(opacity))
            self._resolved[color] = value
        return value

    def text_style(self, name: str, color: str | int | None = None) -> TextStyle:
        """Return a named text style, in its own or another colour.

        Args:
            name: Name of a style, such as "body_medium" or "preference_title".
            color: Any colour that `resolve` accepts; None for the style's own.
        """
        style = self._styles.get((name, color))
        if style is None:
            if name not in self.text_styles:
                raise OptionError(
                    f"Theme {self.name!r} has no text style {name!r}. It has: "
                    f"{', '.join(sorted(self.text_styles))}."
                )
            plain, role = self.text_styles[name]
            style = replace(plain, color=self.resolve(role if color is None else color))
            self._styles[name, color] = style
        return style

    def corner(self, component: str) -> float:
        """Return the corner radius of a component in dp."""
        return self.corners[component]

    def having(self, **colors: str) -> Theme:
        """Return this theme with some colours changed or added: ``having(primary="#FF0000")``."""
        return replace(
            self,
            colors={**self.colors, **{role: self.resolve(value) for role, value in colors.items()}},
            _resolved={},
            _styles={},
        )


# --- tonal palettes ----------------------------------------------------------------------------
# Material 3 takes colours from palettes of one hue whose tones are lightness L* from 0 to 100.
# Google's HCT colour space takes hue and chroma from CAM16; CIELAB, used here, has the same
# lightness and nearly the same hues.


# --- text --------------------------------------------------------------------------------------


def style_of(
    size: float,
    height: float | None = None,
    tracking: float = 0.0,
    weight: int = 400,
    role: str = "text_primary",
) -> tuple[TextStyle, str]:
    """Return a text style with its colour role; tracking is in sp, as in Material's tables."""
    spacing = round(tracking / size, 5)
    return TextStyle(size, weight, letter_spacing=spacing, line_height=height), role


MATERIAL3_TEXT: Final = {
    "display_large": style_of(57, 64, -0.25),
    "display_medium": style_of(45, 52),
    "display_small": style_of(36, 44),
    "headline_large": style_of(32, 40),
    "headline_medium": style_of(28, 36),
    "headline_small": style_of(24, 32),
    "title_large": style_of(22, 28),
    "title_medium": style_of(16, 24, 0.15, 500),
    "title_small": style_of(14, 20, 0.1, 500),
    "body_large": style_of(16, 24, 0.5),
    "body_medium": style_of(14, 20, 0.25),
    "body_small": style_of(12, 16, 0.4),
    "label_large": style_of(14, 20, 0.1, 500),
    "label_medium": style_of(12, 16, 0.5, 500),
    "label_small": style_of(11, 16, 0.5, 500),
}

COMMON_TEXT: Final = {
    "app_bar_title": style_of(22, 28, role="on_app_bar"),
    "app_bar_subtitle": style_of(14, 20, role="on_app_bar"),
    "button": style_of(14, 20, 0.1, 500, "primary"),
    "caption": style_of(12, role="text_secondary"),
    "chip": style_of(14, 20, 0.1, 500),
    "dialog_button": style_of(14, 20, 0.1, 500, "primary"),
    "dialog_message": style_of(14, 20, 0.25, role="text_secondary"),
    "dialog_title": style_of(24, 32),
    "edit_text": style_of(16),
    "list_item": style_of(16),
    "list_item_secondary": style_of(14, role="text_secondary"),
    "menu_item": style_of(16),
    "overline": style_of(12, role="text_secondary", weight=500),
    "section": style_of(14, weight=500, role="accent"),
    "snackbar": style_of(14, 20, 0.25, role="on_snackbar"),
    "tab": style_of(14, 20, 0.1, 500, "tab_unselected"),
    "text_view": style_of(14, role="text_secondary"),
    "toast": style_of(14, role="on_toast"),
    "preference_title": style_of(16),
    "preference_summary": style_of(14, role="text_secondary"),
    "preference_category": style_of(14, weight=500, role="accent"),
}


_MATERIAL2_TEXT: Final = {
    "headline1": style_of(96, tracking=-1.5, weight=300),
    "headline2": style_of(60, tracking=-0.5, weight=300),
    "headline3": style_of(48),
    "headline4": style_of(34, tracking=0.25),
    "headline5": style_of(24),
    "headline6": style_of(20, tracking=0.15, weight=500),
    "subtitle1": style_of(16, tracking=0.15),
    "subtitle2": style_of(14, tracking=0.1, weight=500),
    "body1": style_of(16, tracking=0.5),
    "body2": style_of(14, tracking=0.25),
    "app_bar_title": style_of(20, weight=500, role="on_app_bar"),
    "app_bar_subtitle": style_of(16, role="on_app_bar"),
    "button": style_of(14, tracking=1.25, weight=500, role="accent"),
    "caption": style_of(12, tracking=0.4, role="text_secondary"),
    "chip": style_of(14, tracking=0.25),
    "dialog_button": style_of(14, tracking=1.25, weight=500, role="accent"),
    "dialog_message": style_of(16, role="text_secondary"),
    "dialog_title": style_of(20, weight=500),
    "snackbar": style_of(14, role="on_snackbar"),
    "tab": style_of(14, tracking=1.25, weight=500, role="tab_unselected"),
}

MATERIAL3_CORNERS: Final = {
    "bottom_sheet": 28.0,
    "button": 20.0,
    "card": 12.0,
    "chip": 8.0,
    "dialog": 28.0,
    "fab": 16.0,
    "menu": 4.0,
    "search_bar": 28.0,
    "snackbar": 4.0,
    "text_field": 4.0,
    "toast": 28.0,
}
_MATERIAL2_CORNERS: Final = {
    "bottom_sheet": 0.0,
    "button": 4.0,
    "card": 4.0,
    "chip": 16.0,
    "dialog": 4.0,
    "fab": 28.0,
    "menu": 4.0,
    "search_bar": 4.0,
    "snackbar": 4.0,
    "text_field": 4.0,
    "toast": 24.0,
}

# --- themes ------------------------------------------------------------------------------------


def _material2(
    primary: int, accent: int, background: int, surface: int, dark: bool
) -> dict[str, int]:
    """Return the colours of Material 2 and AppCompat, by the roles of Material 3."""
    ink = 0xFFFFFFFF if dark else 0xFF000000
    strong = blend(ink, surface, 1.0 if dark else 0.87)
    bar = surface if dark else primary
    roles = {
        "background": background,
        "on_background": strong,
        "surface": surface,
        "on_surface": strong,
        "surface_dim": blend(ink, surface, 0.08),
        "surface_bright": surface,
        "surface_container_lowest": surface,
        "surface_container_low": surface,
        "surface_container": blend(ink, surface, 0.04),
        "surface_container_high": blend(ink, surface, 0.08),
        "surface_container_highest": blend(ink, surface, 0.12),
        "inverse_surface": blend(ink, surface, 0.8),
        "inverse_on_surface": 0xFF000000 if dark else 0xFFFFFFFF,
        "inverse_primary": from_lch(80 if not dark else 40, *to_lch(accent)[1:]),
        "surface_variant": blend(ink, surface, 0.12),
        "on_surface_variant": blend(ink, surface, 0.7 if dark else 0.54),
        "outline": blend(ink, surface, 0.38),
        "outline_variant": blend(ink, surface, 0.12),
    }
    error = 0xFFCF6679 if dark else 0xFFB00020
    for role, color in (
        ("primary", primary),
        ("secondary", accent),
        ("tertiary", accent),
        ("error", error),
    ):
        roles[role] = color
        roles[f"on_{role}"] = on_color(color)
        roles[f"{role}_container"] = blend(color, surface, 0.24)
        roles[f"on_{role}_container"] = strong
    return role_colors(roles, dark) | {
        "accent": accent,
        "dialog_action": accent,
        "app_bar": bar,
        "on_app_bar": on_color(bar),
        "app_bar_scrolled": bar,
        "bottom_bar": surface,
        "card": surface if not dark else blend(ink, surface, 0.05),
        "chip": blend(ink, surface, 0.12),
        "chip_selected": blend(accent, surface, 0.24),
        "control_activated": accent,
        "control_normal": blend(ink, surface, 0.7 if dark else 0.54),
        "dialog": surface if not dark else blend(ink, surface, 0.16),
        "divider": fade(ink, 0.12),
        "fab": accent,
        "on_fab": on_color(accent),
        "link": accent,
        "menu": surface if not dark else blend(ink, surface, 0.12),
        "navigation_bar": 0xFF000000,
        "on_navigation_bar": 0xFFFFFFFF,
        "on_snackbar": blend(0xFF000000, 0xFFFFFFFF, 0.87) if dark else 0xFFFFFFFF,
        "snackbar": blend(0xFFFFFFFF, surface, 0.8) if dark else 0xFF323232,
        "on_status_bar": 0xFFFFFFFF,
        "status_bar": darker(bar),
        "search_bar": surface,
        "slider_track": fade(accent, 0.24),
        "switch_thumb_off": 0xFFB9B9B9 if dark else 0xFFECECEC,
        "switch_thumb_on": accent,
        "switch_track_off": fade(ink, 0.3 if dark else 0.26),
        "switch_track_on": fade(accent, 0.5),
        "tab_indicator": accent if dark else on_color(bar),
        "tab_selected": on_color(bar),
        "tab_unselected": fade(on_color(bar), 0.7),
        "text_field": fade(ink, 0.06),
        "text_hint": fade(ink, 0.5 if dark else 0.38),
        "text_secondary": fade(ink, 0.7 if dark else 0.54),
        "text_primary": fade(ink, 1.0 if dark else 0.87),
        "text_tertiary": fade(ink, 0.5 if dark else 0.38),
    }


SYSTEM_TEXT: Final = {
    "status_bar_clock": style_of(14, weight=500, role="on_status_bar"),
    "launcher_label": style_of(13, role="on_wallpaper"),
    "launcher_clock": style_of(22, role="on_wallpaper"),
    "notification_title": style_of(14, weight=500),
    "notification_text": style_of(14, role="text_secondary"),
    "notification_header": style_of(12, role="text_secondary"),
    "qs_tile": style_of(14, weight=500),
    "qs_tile_secondary": style_of(14, role="text_secondary"),
    "shade_clock": style_of(14, weight=500),
    "permission_title": style_of(20),
}

SYSTEM_COLORS: Final = {
    "wallpaper": 0xFF0B3954,
    "on_wallpaper": 0xFFFFFFFF,
}


@lru_cache(maxsize=256)
def material_theme(
    primary: str,
    accent: str | None = None,
    *,
    dark: bool = False,
    material: int = 3,
    background: str | None = None,
    surface: str | None = None,
    name: str = "app",
    colors: tuple[tuple[str, str], ...] = (),
) -> Theme:
    """Return the theme of an app with its own colours.

    Args:
        primary: The app's primary colour, "#RRGGBB". Material 2 uses it for the app bar in light
            themes; Material 3 derives its whole palette from it.
        accent: Colour of controls in Material 2 (``colorAccent``, ``colorSecondary``); None for the
            primary colour.
        dark: Whether it is a dark theme.
        material: 2 (also for AppCompat apps) or 3.
        background: Colour of the window; None for the default.
        surface: Colour of cards, sheets and menus; None for the default.
        name: Name for error messages.
        colors: (role, colour) pairs that override the result.

    Returns:
        The theme; always the same object for the same arguments.
    """
    if material == 3:
        made = material3_colors(palettes_of(parse_color(primary)), dark)
        if background is not None:
            made["background"] = parse_color(background)
        if background is not None or surface is not None:
            made["surface"] = parse_color(surface or background or "")
        theme = _material3_theme(name, dark, made)
    elif material == 2:
        ground = parse_color(background or ("#121212" if dark else "#FAFAFA"))
        plane = parse_color(surface or (dark and background) or ("#121212" if dark else "#FFFFFF"))
        made = _material2(parse_color(primary), parse_color(accent or primary), ground, plane, dark)
        theme = Theme(
            name,
            dark,
            made | SYSTEM_COLORS,
            {**MATERIAL3_TEXT, **COMMON_TEXT, **SYSTEM_TEXT, **_MATERIAL2_TEXT},
            _MATERIAL2_CORNERS,
            2,
        )
    else:
        raise OptionError(f"Material version {material!r} is not 2 or 3.")
    return theme.having(**dict(colors)) if colors else theme


@lru_cache(maxsize=32)
def dynamic_theme(*, dark: bool, name: str = "dynamic") -> Theme:
    """Return the theme of an app that takes its colours from the wallpaper.

    Args:
        dark: Whether it is a dark theme.
        name: Name for error messages.

    Returns:
        The theme; always the same object for the same arguments.
    """
    return _material3_theme(name, dark, material3_colors(PLATFORM, dark))


def _material3_theme(name: str, dark: bool, made: dict[str, int]) -> Theme:
    return Theme(
        name,
        dark,
        role_colors(made, dark) | SYSTEM_COLORS,
        {**MATERIAL3_TEXT, **COMMON_TEXT, **SYSTEM_TEXT},
        MATERIAL3_CORNERS,
    )


MATERIAL_LIGHT: Final = material_theme("#6750A4", name="material light")
MATERIAL_DARK: Final = material_theme("#6750A4", dark=True, name="material dark")


def default_theme(dark: bool) -> Theme:
    """Return the theme of windows whose app has no theme of its own."""
    return MATERIAL_DARK if dark else MATERIAL_LIGHT
