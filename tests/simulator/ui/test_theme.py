"""Themes resolve colours and text styles by role."""

from __future__ import annotations

import pytest

from android_gym.errors import OptionError
from android_gym.simulator.ui import system_themes
from android_gym.simulator.ui import theme as themes
from android_gym.simulator.ui.colors import blend
from android_gym.simulator.ui.theme import Theme, dynamic_theme, material_theme

READY = [
    system_themes.SETTINGS_LIGHT,
    system_themes.SETTINGS_DARK,
    system_themes.SYSTEM_UI,
    system_themes.LAUNCHER,
    themes.MATERIAL_LIGHT,
    themes.MATERIAL_DARK,
    dynamic_theme(dark=False),
    dynamic_theme(dark=True),
    material_theme("#3F51B5", "#FF4081", material=2),
    material_theme("#3F51B5", "#FF4081", material=2, dark=True),
]


def luminance(color: int) -> float:
    channels = [(color >> shift & 255) / 255 for shift in (16, 8, 0)]
    r, g, b = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(theme: Theme, ink: str, ground: str) -> float:
    below = theme.resolve(ground)
    color = theme.resolve(ink)
    solid = blend(color, below, (color >> 24) / 255)
    low, high = sorted((luminance(solid), luminance(below)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("written", "argb"),
    [
        ("#102030", 0xFF102030),
        ("#80102030", 0x80102030),
        ("#fff", 0xFFFFFFFF),
        ("#102030@0.5", 0x80102030),
        ("black@0.38", 0x61000000),
        ("transparent", 0),
        (0x12345678, 0x12345678),
    ],
)
def test_ways_to_write_a_colour(written: str | int, argb: int) -> None:
    assert themes.MATERIAL_LIGHT.resolve(written) == argb


@pytest.mark.parametrize("wrong", ["primry", "#12345", "#GGGGGG", ""])
def test_wrong_colours_are_named(wrong: str) -> None:
    with pytest.raises(OptionError, match=repr(wrong)):
        themes.MATERIAL_LIGHT.resolve(wrong)


@pytest.mark.parametrize("theme", READY, ids=lambda theme: theme.name)
def test_what_is_written_can_be_read(theme: Theme) -> None:
    for ink, ground in (
        ("text_primary", "background"),
        ("text_secondary", "background"),
        ("on_primary", "primary"),
        ("on_secondary", "secondary"),
        ("on_error", "error"),
        ("on_app_bar", "app_bar"),
        ("on_snackbar", "snackbar"),
        ("on_fab", "fab"),
        ("text_primary", "card"),
        ("text_primary", "dialog"),
        ("on_toast", "toast"),
    ):
        assert contrast(theme, ink, ground) >= 3.0, (ink, ground)


def test_all_themes_have_the_same_names() -> None:
    for theme in READY:
        assert set(themes.MATERIAL_LIGHT.colors) <= set(theme.colors)
        assert set(themes.MATERIAL_LIGHT.text_styles) <= set(theme.text_styles)
        assert set(themes.MATERIAL_LIGHT.corners) == set(theme.corners)
        for name in theme.text_styles:
            assert theme.text_style(name).color >> 24


def test_text_styles() -> None:
    theme = system_themes.SETTINGS_LIGHT
    style = theme.text_style("preference_title")
    assert (style.size_sp, style.color) == (20, theme.resolve("text_primary"))
    assert theme.text_style("preference_title", "error").color == theme.resolve("error")
    assert theme.text_style("preference_title") is style
    with pytest.raises(OptionError, match="heading"):
        theme.text_style("heading")


def test_material_3_palette_of_the_baseline_seed() -> None:
    """Material's own baseline scheme, which HCT makes of #6750A4, within a few levels."""
    expected = {
        "primary": 0x6750A4,
        "primary_container": 0xEADDFF,
        "surface": 0xFFFBFE,
        "on_surface": 0x1C1B1F,
        "surface_variant": 0xE7E0EC,
        "inverse_surface": 0x313033,
    }
    for role, color in expected.items():
        ours = themes.MATERIAL_LIGHT.resolve(role)
        for shift in (16, 8, 0):
            assert abs((ours >> shift & 255) - (color >> shift & 255)) <= 4, role


def test_apps_get_their_own_colours() -> None:
    theme = material_theme("#388E3C", material=2, colors=(("fab", "#FF0000"),))
    assert theme.resolve("app_bar") == 0xFF388E3C
    assert theme.resolve("fab") == 0xFFFF0000
    assert theme is material_theme("#388E3C", material=2, colors=(("fab", "#FF0000"),))
    assert theme.having(fab="#00FF00").resolve("fab") == 0xFF00FF00
    with pytest.raises(OptionError, match="4"):
        material_theme("#388E3C", material=4)


def test_dynamic_colours_are_those_of_the_emulators_wallpaper() -> None:
    light, dark = dynamic_theme(dark=False), dynamic_theme(dark=True)
    roles = ("primary", "secondary_container", "bottom_bar")
    assert [light.resolve(role) for role in roles] == [0xFF00668B, 0xFFD1E5F4, 0xFFE7F0F6]
    assert [dark.resolve(role) for role in roles] == [0xFF76D1FF, 0xFF374955, 0xFF212A30]
    assert dynamic_theme(dark=True) is dark
