"""Tonal palettes, and Material 3's colour roles made from them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from android_gym.simulator.ui.colors import Tones, blend, fade, from_lch, to_lch, tones_of

__all__ = ["PLATFORM", "material3_colors", "palettes_of", "role_colors"]


def tone_table(*colors: str) -> Tones:
    """Return a palette of the platform from the tones below; others take the hue of tone 50."""
    known = {
        tone: 0xFF000000 | int(color, 16)
        for tone, color in zip((95, 90, 80, 70, 60, 50, 40, 30, 20, 10), colors, strict=True)
    }
    known[100], known[0] = 0xFFFFFFFF, 0xFF000000
    _, chroma, hue = to_lch(known[50])

    def tones(tone: float) -> int:
        found = known.get(int(tone)) if tone == int(tone) else None
        return from_lch(tone, chroma, hue) if found is None else found

    return tones


@dataclass(frozen=True)
class Palettes:
    accent1: Tones
    accent2: Tones
    accent3: Tones
    neutral1: Tones
    neutral2: Tones


# system_accent1_50 ... system_neutral2_900
PLATFORM: Final = Palettes(
    tone_table(
        *"E0F3FF C1E8FF 76D1FF 4BB6E8 219BCC 007FAC 00668B 004C69 003549 001E2C".split(),
    ),
    tone_table(
        *"E0F3FF D1E5F4 B5CAD7 9AAEBB 8094A0 657985 4E616C 374955 20333D 091E28".split(),
    ),
    tone_table(
        *"F5EEFF E6DEFF CAC1EA AEA6CE 938CB1 787296 605A7C 484264 322C4C 1D1736".split(),
    ),
    tone_table(
        *"F0F0F3 E2E2E5 C6C6C9 AAABAE 8F9193 76777A 5D5E61 454749 2E3133 1A1C1E".split(),
    ),
    tone_table(
        *"ECF1F7 DEE3E9 C2C7CD A6ACB2 8C9198 72777E 595F66 42474E 2C3137 171C22".split(),
    ),
)


def palettes_of(seed: int) -> Palettes:
    """Return the palettes of a seed colour, as Material derives them."""
    _, chroma, hue = to_lch(seed)
    return Palettes(
        tones_of(hue, max(chroma, 40.0)),
        tones_of(hue, 14.0),
        tones_of(hue + math.pi / 3, 22.0),
        tones_of(hue, 3.0),
        tones_of(hue, 7.0),
    )


def material3_colors(palettes: Palettes, dark: bool) -> dict[str, int]:
    """Return the colour roles of Material 3."""
    a1, a2, a3, n1, n2 = (
        palettes.accent1,
        palettes.accent2,
        palettes.accent3,
        palettes.neutral1,
        palettes.neutral2,
    )
    error = tones_of(math.radians(32), 70.0)
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


def role_colors(m: dict[str, int], dark: bool) -> dict[str, int]:
    """Add the roles that are named after Android's theme attributes and after components."""
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
