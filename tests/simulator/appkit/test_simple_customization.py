"""Colours and the pages about an app, as the Simple Mobile Tools share them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver

PACKAGE = "com.simplemobiletools.draw.pro"
PREFS = f"/data/data/{PACKAGE}/shared_prefs/Prefs.xml"


class App(AppDriver):
    """Simple Draw, whose screens are plain."""

    phone: Phone

    def __init__(self) -> None:
        super().__init__(Phone(), PACKAGE)

    def colors(self, *taps: str) -> None:
        """Open the page of colours."""
        self.start(".activities.SettingsActivity")
        self.tap("Customize colors", *taps)

    def digits(self, text: str) -> None:
        """Replace the digits of a colour."""
        self.tap("color_picker_new_hex")
        self.shell("input keycombination KEYCODE_CTRL_LEFT KEYCODE_A")
        self.type(text)

    def ground(self) -> tuple[int, ...]:
        """Colour of the screen where nothing stands."""
        pixel: Any = np.asarray(self.phone.screenshot(108, 240))[200, 54]
        return tuple(int(part) for part in pixel)

    def kept(self, name: str) -> str:
        """Line of a preference."""
        lines = self.shell(f"cat {PREFS}").splitlines()
        return next((line for line in lines if f'"{name}"' in line), "")


@pytest.fixture
def app() -> App:
    return App()


def test_a_theme_is_shown_at_once_and_kept_when_saved(app: App) -> None:
    app.colors("Theme", "Dark")
    assert app.ground() == (0x2D, 0x2D, 0x2D)
    assert not app.kept("is_using_system_theme")
    app.tap("Save")
    assert app.ground() == (0x2D, 0x2D, 0x2D)  # the settings
    assert 'value="false"' in app.kept("is_using_system_theme")
    app.stop()
    app.colors()
    assert app.text("customization_theme") == "Dark"


def test_the_systems_colors_follow_the_phone(app: App) -> None:
    app.colors()
    assert app.text("customization_theme") == "System default (Material You)"
    light = app.ground()
    app.shell("cmd uimode night yes")
    app.wait(500)
    assert app.ground() != light
    assert not app.shows("Text color")


def test_auto_is_light_by_day_and_dark_by_night(app: App) -> None:
    app.colors("Theme", "Auto light / dark", "Save")
    assert app.ground() == (255, 255, 255)
    app.shell("cmd uimode night yes")
    app.wait(500)
    assert app.ground() == (0x2D, 0x2D, 0x2D)


def test_a_color_makes_a_theme_of_ones_own(app: App) -> None:
    app.colors("Theme", "Light", "Background color")
    app.digits("00FF00")
    app.tap("OK")
    assert app.text("customization_theme") == "Custom"
    assert app.ground() == (0, 255, 0)
    app.tap("Theme", "Dark", "Theme", "Custom")  # what was not saved is not kept
    assert app.ground() == (0x2D, 0x2D, 0x2D)
    app.tap("Background color")
    app.digits("0000FF")
    app.tap("OK", "Save", "Customize colors", "Theme", "Light", "Theme", "Custom")
    assert app.ground() == (0, 0, 255)


def test_the_primary_color_is_one_of_materials(app: App) -> None:
    app.colors("Theme", "Light", "Primary color")
    assert app.text("hex_code") == "#F57C00"
    app.tap("primary_line_color_picker")  # the family in the middle
    assert app.text("hex_code") == "#388E3C"
    app.tap("secondary_line_color_picker")
    assert app.text("hex_code") == "#4CAF50"
    app.tap("OK", "Save")
    assert f'value="{0xFF4CAF50 - (1 << 32)}"' in app.kept("primary_color_2")


def test_white_and_black_have_an_accent(app: App) -> None:
    app.colors("Theme", "White")
    assert app.shows("Accent color of white theme")
    app.tap("Theme", "Black & White")
    assert app.shows("Accent color of Black & White theme")
    app.tap("Theme", "Dark")
    assert not app.shows("customization_accent_color_label")


def test_unsaved_colors_are_asked_about(app: App) -> None:
    app.colors("Theme", "Dark")
    app.back()
    app.tap("Discard")
    assert not app.kept("is_using_system_theme") and app.shows("Language")
    app.tap("Customize colors", "Theme", "Dark", "Back", "Save")
    assert 'value="false"' in app.kept("is_using_system_theme")


def test_colors_that_were_chosen_are_offered_again(app: App) -> None:
    app.colors("Theme", "Light", "Text color")
    app.digits("123456")
    app.tap("OK", "Background color")
    assert app.text("color_picker_new_hex") == "FFFFFF"
    app.tap("#123456")
    assert app.text("color_picker_new_hex") == "123456"


@pytest.mark.parametrize("value", ["<int name='text_color' value='x'/>", "garbage"])
def test_preferences_that_are_no_colors_change_nothing(app: App, value: str) -> None:
    app.colors("Theme", "Dark", "Save")
    app.stop()
    head = "<map><boolean name='is_using_system_theme' value='false'/>"
    app.shell(f'echo "{head}{value}</map>" > {PREFS}')
    app.colors()
    assert app.text("customization_theme") == "Dark"
    assert app.ground() == (0x2D, 0x2D, 0x2D)


def test_the_page_about_the_app_leads_on(app: App) -> None:
    app.start(".activities.MainActivity")
    app.tap("More options", "About", "Frequently asked questions")
    assert len(app.elements("faq_title")) >= 3
    app.back()
    app.scroll_to("Version: 6.9.3")
    app.tap("Third party licences")
    assert app.shows("Kotlin (programming language)")


def test_mail_that_nobody_takes_is_told(app: App) -> None:
    app.shell("pm disable-user com.google.android.gm")
    app.start(".activities.MainActivity")
    app.tap("More options", "About", "hello@simplemobiletools.com")
    assert app.phone.system.status_bar.toast == (PACKAGE, "No email client found")
