"""Themes: colours by role, text styles and corner sizes by name.

A view names what a colour is *for* ("primary", "text_secondary") and the window's theme says which
one that is. Role names are those of Material 3 in snake case, and of Android's theme attributes
(``textColorSecondary`` is "text_secondary"). `Theme.resolve` lists the ways to write a colour.

The themes of Android itself are made of the default palette of Android 12 and 13 (the
``system_accent1_*`` and ``system_neutral1_*`` colours of the platform's resources), which a phone
has until a wallpaper is chosen; third-party apps bring their own colours to `material_theme`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from android_gym.errors import OptionError

from .text import TextStyle

__all__ = [
    "LAUNCHER",
    "LAUNCHER_DARK",
    "MATERIAL_DARK",
    "MATERIAL_LIGHT",
    "SETTINGS_DARK",
    "SETTINGS_LIGHT",
    "SYSTEM_UI",
    "SYSTEM_UI_DARK",
    "Theme",
    "default_theme",
    "dynamic_theme",
    "material_theme",
]


def _parse(text: str) -> int:
    """Read "#RGB", "#RRGGBB" or "#AARRGGBB"."""
    digits = text[1:]
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    try:
        value = int(digits, 16)
    except ValueError:
        value = -1
    if value < 0 or len(digits) not in (6, 8):
        raise OptionError(f"Colour {text!r} is not #RGB, #RRGGBB or #AARRGGBB.")
    return value if len(digits) == 8 else 0xFF000000 | value


@dataclass(frozen=True, eq=False)
class Theme:
    """Colours, text styles and corner radii of a window. Compared by identity.

    Attributes:
        name: What it is called in error messages.
        dark: Whether light text stands on dark ground.
        colors: ARGB integers by role.
        text_styles: (style, colour role) by name.
        corners: Corner radii in dp by component: "button", "card", "dialog", "fab", "chip",
            "text_field", "menu", "bottom_sheet", "snackbar", "search_bar".
        material: 2 or 3, the Material version whose shapes the components take.
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
        """Return a colour as ARGB integer.

        Args:
            color: A role ("primary"), "#RGB", "#RRGGBB" or "#AARRGGBB", any of these with an
                opacity that its own is multiplied by ("primary@0.38"), or an ARGB integer.

        Raises:
            OptionError: The theme has no such role, or the colour is malformed.
        """
        if isinstance(color, int):
            return color
        value = self._resolved.get(color)
        if value is None:
            base, _, opacity = color.partition("@")
            if base.startswith("#"):
                value = _parse(base)
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
        """Return a named text style in its own colour, or in another.

        Args:
            name: Name of a style, such as "body_medium" or "preference_title".
            color: Any colour that `resolve` takes; None for the style's own.
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
        """Corner radius of a component in dp."""
        return self.corners[component]

    def having(self, **colors: str) -> Theme:
        """Return this theme with some colours changed or added: ``having(primary="#FF0000")``."""
        return replace(
            self,
            colors={**self.colors, **{role: self.resolve(value) for role, value in colors.items()}},
            _resolved={},
            _styles={},
        )


def fade(color: int, opacity: float) -> int:
    """Multiply a colour's alpha by an opacity between 0 and 1."""
    return round((color >> 24) * min(max(opacity, 0.0), 1.0)) << 24 | color & 0xFFFFFF


def blend(above: int, below: int, opacity: float) -> int:
    """Put one opaque colour over another at an opacity."""
    mixed = (
        round((above >> shift & 255) * opacity + (below >> shift & 255) * (1 - opacity)) << shift
        for shift in (0, 8, 16)
    )
    return 0xFF000000 | sum(mixed)


def on_color(color: int) -> int:
    """Black or white, whichever is easier to read on a colour (Material's rule: white first)."""
    return 0xFFFFFFFF if _luminance(color) < 0.34 else 0xFF000000


# --- tonal palettes ----------------------------------------------------------------------------
# Material 3 takes colours from palettes of one hue whose tones are lightness L* from 0 to 100.
# Google's HCT colour space measures hue and chroma by CAM16; here it is CIELAB, which has the
# same lightness and nearly the same hues.

_WHITE: Final = (0.95047, 1.0, 1.08883)


def _linear(channel: int) -> float:
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _luminance(color: int) -> float:
    r, g, b = (_linear(color >> shift & 255) for shift in (16, 8, 0))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def _lch(color: int) -> tuple[float, float, float]:
    """Lightness 0 to 100, chroma and hue (radians) of a colour."""
    r, g, b = (_linear(color >> shift & 255) for shift in (16, 8, 0))
    xyz = (
        0.4124 * r + 0.3576 * g + 0.1805 * b,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        0.0193 * r + 0.1192 * g + 0.9505 * b,
    )
    fx, fy, fz = (
        cube ** (1 / 3) if cube > 216 / 24389 else (24389 / 27 * cube + 16) / 116
        for cube in (value / white for value, white in zip(xyz, _WHITE, strict=True))
    )
    a, b_ = 500 * (fx - fy), 200 * (fy - fz)
    return 116 * fy - 16, math.hypot(a, b_), math.atan2(b_, a)


def _from_lch(lightness: float, chroma: float, hue: float) -> int:
    """The colour of a lightness and hue, with as much of the chroma as sRGB has."""
    while True:
        fy = (lightness + 16) / 116
        fx, fz = fy + chroma * math.cos(hue) / 500, fy - chroma * math.sin(hue) / 200
        x, y, z = (
            white * (f**3 if f > 6 / 29 else (116 * f - 16) * 27 / 24389)
            for f, white in zip((fx, fy, fz), _WHITE, strict=True)
        )
        channels = (
            3.2406 * x - 1.5372 * y - 0.4986 * z,
            -0.9689 * x + 1.8758 * y + 0.0415 * z,
            0.0557 * x - 0.2040 * y + 1.0570 * z,
        )
        if chroma <= 0.5 or all(-0.002 <= channel <= 1.002 for channel in channels):
            break
        chroma -= 0.5
    color = 0xFF
    for channel in channels:
        channel = min(max(channel, 0.0), 1.0)
        value = 12.92 * channel if channel <= 0.0031308 else 1.055 * channel ** (1 / 2.4) - 0.055
        color = color << 8 | round(value * 255)
    return color


def _darker(color: int) -> int:
    """Return ``colorPrimaryDark`` by custom: the 700 beside the 500 of Material 2's palettes."""
    lightness, chroma, hue = _lch(color)
    return _from_lch(max(lightness - 8, 0.0), chroma * 0.95, hue)


Tones = Callable[[float], int]


def _tones(hue: float, chroma: float) -> Tones:
    return lambda tone: 0xFFFFFFFF if tone == 100 else _from_lch(tone, chroma, hue)


def _table(*colors: str) -> Tones:
    """A palette of the platform, given for the tones below; others in the hue of tone 50."""
    known = {
        tone: 0xFF000000 | int(color, 16)
        for tone, color in zip((95, 90, 80, 70, 60, 50, 40, 30, 20, 10), colors, strict=True)
    }
    known[100], known[0] = 0xFFFFFFFF, 0xFF000000
    _, chroma, hue = _lch(known[50])

    def tones(tone: float) -> int:
        found = known.get(int(tone)) if tone == int(tone) else None
        return _from_lch(tone, chroma, hue) if found is None else found

    return tones


@dataclass(frozen=True)
class _Palettes:
    accent1: Tones
    accent2: Tones
    accent3: Tones
    neutral1: Tones
    neutral2: Tones


# system_accent1_50 ... system_neutral2_900
_PLATFORM: Final = _Palettes(
    _table(
        *"E0F3FF C1E8FF 76D1FF 4BB6E8 219BCC 007FAC 00668B 004C69 003549 001E2C".split(),
    ),
    _table(
        *"E0F3FF D1E5F4 B5CAD7 9AAEBB 8094A0 657985 4E616C 374955 20333D 091E28".split(),
    ),
    _table(
        *"F5EEFF E6DEFF CAC1EA AEA6CE 938CB1 787296 605A7C 484264 322C4C 1D1736".split(),
    ),
    _table(
        *"F0F0F3 E2E2E5 C6C6C9 AAABAE 8F9193 76777A 5D5E61 454749 2E3133 1A1C1E".split(),
    ),
    _table(
        *"ECF1F7 DEE3E9 C2C7CD A6ACB2 8C9198 72777E 595F66 42474E 2C3137 171C22".split(),
    ),
)


def _palettes(seed: int) -> _Palettes:
    _, chroma, hue = _lch(seed)
    return _Palettes(
        _tones(hue, max(chroma, 40.0)),
        _tones(hue, 14.0),
        _tones(hue + math.pi / 3, 22.0),
        _tones(hue, 3.0),
        _tones(hue, 7.0),
    )


def _material3(palettes: _Palettes, dark: bool) -> dict[str, int]:
    """The colour roles of Material 3."""
    a1, a2, a3, n1, n2 = (
        palettes.accent1,
        palettes.accent2,
        palettes.accent3,
        palettes.neutral1,
        palettes.neutral2,
    )
    error = _tones(math.radians(32), 70.0)
    colors: dict[str, int] = {}
    for role, tones in (("primary", a1), ("secondary", a2), ("tertiary", a3), ("error", error)):
        light = (tones(40), tones(100), tones(90), tones(10))
        night = (tones(80), tones(20), tones(30), tones(90))
        plain, on, container, on_container = night if dark else light
        colors[role] = plain
        colors[f"on_{role}"] = on
        colors[f"{role}_container"] = container
        colors[f"on_{role}_container"] = on_container
    neutral = {
        "background": (99, 10),
        "on_background": (10, 90),
        "surface": (99, 10),
        "on_surface": (10, 90),
        "surface_dim": (87, 6),
        "surface_bright": (98, 24),
        "surface_container_lowest": (100, 4),
        "surface_container_low": (96, 10),
        "surface_container": (94, 12),
        "surface_container_high": (92, 17),
        "surface_container_highest": (90, 22),
        "inverse_surface": (20, 90),
        "inverse_on_surface": (95, 20),
    }
    colors |= {role: n1(tones[dark]) for role, tones in neutral.items()}
    variant = {
        "surface_variant": (90, 30),
        "on_surface_variant": (30, 80),
        "outline": (50, 60),
        "outline_variant": (80, 30),
    }
    colors |= {role: n2(tones[dark]) for role, tones in variant.items()}
    colors["inverse_primary"] = a1(40 if dark else 80)
    return colors


def _roles(m: dict[str, int], dark: bool) -> dict[str, int]:
    """Add the roles named after Android's theme attributes and after components."""
    ink = m["on_surface"]
    colors = {
        "accent": m["primary"],
        "dialog_action": m["primary"],
        "app_bar": m["surface"],
        "on_app_bar": ink,
        "app_bar_scrolled": blend(m["primary"], m["surface"], 0.08),
        "bottom_bar": blend(m["primary"], m["surface"], 0.08),
        "card": blend(m["primary"], m["surface"], 0.05),
        "chip": m["surface"],
        "chip_selected": m["secondary_container"],
        "control_activated": m["primary"],
        "control_normal": m["on_surface_variant"],
        "control_disabled": fade(ink, 0.38),
        "dialog": blend(m["primary"], m["surface"], 0.11),
        "disabled": fade(ink, 0.12),
        "divider": m["outline_variant"],
        "fab": m["primary_container"],
        "on_fab": m["on_primary_container"],
        "icon": m["on_surface_variant"],
        "link": m["primary"],
        "menu": blend(m["primary"], m["surface"], 0.08),
        "navigation_bar": m["background"],
        "on_navigation_bar": 0xFFFFFFFF if dark else 0xFF000000,
        "on_snackbar": m["inverse_on_surface"],
        "on_status_bar": 0xFFFFFFFF if dark else 0xFF000000,
        "on_toast": m["on_surface"],
        "ripple": fade(ink, 0.12),
        "scrim": 0x99000000,
        "scrollbar": fade(ink, 0.38),
        "search_bar": m["surface_container_high"],
        "selection": fade(m["primary"], 0.3),
        "slider_track": m["surface_variant"],
        "snackbar": m["inverse_surface"],
        "snackbar_action": m["inverse_primary"],
        "status_bar": m["background"],
        "switch_thumb_off": m["outline"],
        "switch_thumb_on": m["on_primary"],
        "switch_track_off": m["surface_variant"],
        "switch_track_on": m["primary"],
        "tab_indicator": m["primary"],
        "tab_selected": m["primary"],
        "tab_unselected": m["on_surface_variant"],
        "text_disabled": fade(ink, 0.38),
        "text_field": m["surface_variant"],
        "text_hint": m["on_surface_variant"],
        "text_primary": ink,
        "text_secondary": m["on_surface_variant"],
        "text_tertiary": m["outline"],
        "toast": blend(m["primary"], m["surface"], 0.11),
        "transparent": 0,
        "white": 0xFFFFFFFF,
        "black": 0xFF000000,
    }
    return {**m, **colors}


# --- text --------------------------------------------------------------------------------------


def _style(
    size: float,
    height: float | None = None,
    tracking: float = 0.0,
    weight: int = 400,
    role: str = "text_primary",
) -> tuple[TextStyle, str]:
    """A style with its colour role; tracking is in sp, as Material's tables give it."""
    spacing = round(tracking / size, 5)
    return TextStyle(size, weight, letter_spacing=spacing, line_height=height), role


_MATERIAL3_TEXT: Final = {
    "display_large": _style(57, 64, -0.25),
    "display_medium": _style(45, 52),
    "display_small": _style(36, 44),
    "headline_large": _style(32, 40),
    "headline_medium": _style(28, 36),
    "headline_small": _style(24, 32),
    "title_large": _style(22, 28),
    "title_medium": _style(16, 24, 0.15, 500),
    "title_small": _style(14, 20, 0.1, 500),
    "body_large": _style(16, 24, 0.5),
    "body_medium": _style(14, 20, 0.25),
    "body_small": _style(12, 16, 0.4),
    "label_large": _style(14, 20, 0.1, 500),
    "label_medium": _style(12, 16, 0.5, 500),
    "label_small": _style(11, 16, 0.5, 500),
}

_COMMON_TEXT: Final = {
    "app_bar_title": _style(22, 28, role="on_app_bar"),
    "app_bar_subtitle": _style(14, 20, role="on_app_bar"),
    "button": _style(14, 20, 0.1, 500, "primary"),
    "caption": _style(12, role="text_secondary"),
    "chip": _style(14, 20, 0.1, 500),
    "dialog_button": _style(14, 20, 0.1, 500, "primary"),
    "dialog_message": _style(14, 20, 0.25, role="text_secondary"),
    "dialog_title": _style(24, 32),
    "edit_text": _style(16),
    "list_item": _style(16),
    "list_item_secondary": _style(14, role="text_secondary"),
    "menu_item": _style(16),
    "overline": _style(12, role="text_secondary", weight=500),
    "section": _style(14, weight=500, role="accent"),
    "snackbar": _style(14, 20, 0.25, role="on_snackbar"),
    "tab": _style(14, 20, 0.1, 500, "tab_unselected"),
    "text_view": _style(14, role="text_secondary"),
    "toast": _style(14, role="on_toast"),
    "preference_title": _style(16),
    "preference_summary": _style(14, role="text_secondary"),
    "preference_category": _style(14, weight=500, role="accent"),
}

_SETTINGS_TEXT: Final = {
    "collapsing_title": _style(36),
    "app_bar_title": _style(20, role="on_app_bar"),
    "preference_title": _style(20),
    "preference_summary": _style(14, role="text_secondary"),
    "preference_category": _style(14, weight=500, role="accent"),
    "main_switch": _style(20),
}

_SYSTEM_TEXT: Final = {
    "status_bar_clock": _style(14, weight=500, role="on_status_bar"),
    "launcher_label": _style(13, role="on_wallpaper"),
    "launcher_clock": _style(22, role="on_wallpaper"),
    "notification_title": _style(14, weight=500),
    "notification_text": _style(14, role="text_secondary"),
    "notification_header": _style(12, role="text_secondary"),
    "qs_tile": _style(14, weight=500),
    "qs_tile_secondary": _style(14, role="text_secondary"),
    "shade_clock": _style(14, weight=500),
    "permission_title": _style(20),
}

_MATERIAL2_TEXT: Final = {
    "headline1": _style(96, tracking=-1.5, weight=300),
    "headline2": _style(60, tracking=-0.5, weight=300),
    "headline3": _style(48),
    "headline4": _style(34, tracking=0.25),
    "headline5": _style(24),
    "headline6": _style(20, tracking=0.15, weight=500),
    "subtitle1": _style(16, tracking=0.15),
    "subtitle2": _style(14, tracking=0.1, weight=500),
    "body1": _style(16, tracking=0.5),
    "body2": _style(14, tracking=0.25),
    "app_bar_title": _style(20, weight=500, role="on_app_bar"),
    "app_bar_subtitle": _style(16, role="on_app_bar"),
    "button": _style(14, tracking=1.25, weight=500, role="accent"),
    "caption": _style(12, tracking=0.4, role="text_secondary"),
    "chip": _style(14, tracking=0.25),
    "dialog_button": _style(14, tracking=1.25, weight=500, role="accent"),
    "dialog_message": _style(16, role="text_secondary"),
    "dialog_title": _style(20, weight=500),
    "snackbar": _style(14, role="on_snackbar"),
    "tab": _style(14, tracking=1.25, weight=500, role="tab_unselected"),
}

_MATERIAL3_CORNERS: Final = {
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
    """Material 2 and AppCompat, under the names of Material 3."""
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
        "inverse_primary": _from_lch(80 if not dark else 40, *_lch(accent)[1:]),
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
    return _roles(roles, dark) | {
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
        "status_bar": _darker(bar),
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
    """Make the theme of an app from its own colours.

    Args:
        primary: The app's main colour, "#RRGGBB". Material 2 paints the app bar with it in light
            themes; Material 3 makes its whole palette from it.
        accent: Colour of controls in Material 2 (``colorAccent``, ``colorSecondary``); None for
            the primary colour.
        dark: A dark theme.
        material: 2 (also for AppCompat apps) or 3.
        background: Colour of the window; None for the usual one.
        surface: Colour of cards, sheets and menus; None for the usual one.
        name: What error messages call it.
        colors: (role, colour) pairs that override what came out.

    Returns:
        The theme; the same object for the same arguments.
    """
    if material == 3:
        made = _material3(_palettes(_parse(primary)), dark)
        if background is not None:
            made["background"] = _parse(background)
        if background is not None or surface is not None:
            made["surface"] = _parse(surface or background or "")
        theme = _material3_theme(name, dark, made)
    elif material == 2:
        ground = _parse(background or ("#121212" if dark else "#FAFAFA"))
        plane = _parse(surface or (dark and background) or ("#121212" if dark else "#FFFFFF"))
        made = _material2(_parse(primary), _parse(accent or primary), ground, plane, dark)
        theme = Theme(
            name,
            dark,
            made | _SYSTEM_COLORS,
            {**_MATERIAL3_TEXT, **_COMMON_TEXT, **_SYSTEM_TEXT, **_MATERIAL2_TEXT},
            _MATERIAL2_CORNERS,
            2,
        )
    else:
        raise OptionError(f"Material version {material!r} is not 2 or 3.")
    return theme.having(**dict(colors)) if colors else theme


@lru_cache(maxsize=32)
def dynamic_theme(*, dark: bool, name: str = "dynamic") -> Theme:
    """Make the theme of an app that takes its colours from the wallpaper.

    Args:
        dark: A dark theme.
        name: What error messages call it.

    Returns:
        The theme; the same object for the same arguments.
    """
    return _material3_theme(name, dark, _material3(_PLATFORM, dark))


def _material3_theme(name: str, dark: bool, made: dict[str, int]) -> Theme:
    return Theme(
        name,
        dark,
        _roles(made, dark) | _SYSTEM_COLORS,
        {**_MATERIAL3_TEXT, **_COMMON_TEXT, **_SYSTEM_TEXT},
        _MATERIAL3_CORNERS,
    )


_SYSTEM_COLORS: Final = {
    "wallpaper": 0xFF0B3954,
    "on_wallpaper": 0xFFFFFFFF,
}


def _settings(dark: bool) -> Theme:
    p = _PLATFORM
    n1, n2, a1, a2 = p.neutral1, p.neutral2, p.accent1, p.accent2
    colors = _roles(_material3(p, dark), dark) | _SYSTEM_COLORS
    ground = n1(6 if dark else 98)
    colors |= {
        "background": ground,
        "surface": ground,
        "app_bar": ground,
        "app_bar_scrolled": n2(20 if dark else 95),
        "status_bar": ground,
        "navigation_bar": ground,
        "search_bar": n1(20 if dark else 95),
        "text_primary": n1(95 if dark else 10),
        "text_secondary": n2(80 if dark else 30),
        "text_tertiary": n2(60 if dark else 50),
        "accent": a1(80 if dark else 40),
        "dialog_action": a1(80 if dark else 40),
        "icon": n2(80 if dark else 30),
        "dialog": n1(20 if dark else 95),
        "menu": n1(20 if dark else 95),
        "toast": n1(20 if dark else 98),
        "on_toast": n1(95 if dark else 10),
        "main_switch_on": a1(90),
        "main_switch_off": n2(20 if dark else 90),
        "on_main_switch": n1(10),
        "switch_thumb_on": a1(90 if not dark else 20),
        "switch_thumb_off": n2(80 if not dark else 60),
        "switch_track_on": a1(40 if not dark else 80),
        "switch_track_off": n2(50 if not dark else 30),
        "chip_selected": a2(90 if not dark else 30),
    }
    return Theme(
        "settings dark" if dark else "settings",
        dark,
        colors,
        {**_MATERIAL3_TEXT, **_COMMON_TEXT, **_SYSTEM_TEXT, **_SETTINGS_TEXT},
        _MATERIAL3_CORNERS,
    )


SETTINGS_LIGHT: Final = _settings(False)
SETTINGS_DARK: Final = _settings(True)


def _system_ui(dark: bool) -> Theme:
    """SystemUI: the shade, its dialogs. A tile that is on is light in either theme."""
    base, n1, a1 = (
        (SETTINGS_DARK if dark else SETTINGS_LIGHT),
        _PLATFORM.neutral1,
        _PLATFORM.accent1,
    )
    return replace(
        base,
        name="system ui dark" if dark else "system ui",
        colors={
            **base.colors,
            "shade": 0xFF000000 | (n1(10 if dark else 98) & 0xFFFFFF),
            "notification": n1(20 if dark else 100),
            "notification_icon": a1(80 if dark else 40),
            "on_notification_icon": n1(10 if dark else 100),
            "qs_tile_on": a1(90),
            "qs_tile_off": n1(20 if dark else 90),
            "on_qs_tile_on": n1(10),
            "on_qs_tile_off": n1(90 if dark else 10),
            "brightness_track": n1(20 if dark else 90),
            "brightness": a1(80),
            "power_button": n1(30 if dark else 90),
        },
        _resolved={},
        _styles={},
    )


def _launcher(dark: bool) -> Theme:
    """The launcher: white on the wallpaper whatever the theme, which all apps follow."""
    base, n1 = (SETTINGS_DARK if dark else SETTINGS_LIGHT), _PLATFORM.neutral1
    return replace(
        base,
        name="launcher dark" if dark else "launcher",
        colors={
            **base.colors,
            "all_apps": n1(10 if dark else 98),
            "on_all_apps": n1(95 if dark else 10),
            "search_bar": n1(20 if dark else 95),
            "on_status_bar": 0xFFFFFFFF,
            "on_navigation_bar": 0xFFFFFFFF,
        },
        _resolved={},
        _styles={},
    )


SYSTEM_UI: Final = _system_ui(False)
SYSTEM_UI_DARK: Final = _system_ui(True)
LAUNCHER: Final = _launcher(False)
LAUNCHER_DARK: Final = _launcher(True)

MATERIAL_LIGHT: Final = material_theme("#6750A4", name="material light")
MATERIAL_DARK: Final = material_theme("#6750A4", dark=True, name="material dark")


def default_theme(dark: bool) -> Theme:
    """The theme of a window whose app has none of its own."""
    return MATERIAL_DARK if dark else MATERIAL_LIGHT
