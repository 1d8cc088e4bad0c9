"""The display: size, rotation, brightness, dark theme."""

from __future__ import annotations

import pytest

from android_gym.simulator.state import State
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.display import (
    Display,
    brightness_of_slider,
    slider_of_brightness,
)
from android_gym.simulator.system.night import NightMode
from android_gym.simulator.system.orientation import Orientation, rotation_for
from android_gym.simulator.system.settings import Settings


@pytest.fixture
def state() -> State:
    return State()


@pytest.fixture
def settings(state: State) -> Settings:
    return Settings(state)


@pytest.fixture
def display(state: State, settings: Settings) -> Display:
    night = NightMode(state, Clock(state), settings)
    return Display(state, settings, night, 1080, 2400, 420)


def test_rotation_as_adb_sets_it(display: Display, settings: Settings) -> None:
    settings.put("system", "user_rotation", "1")
    assert display.rotation == 0, "auto-rotate is on"
    settings.put("system", "accelerometer_rotation", "0")
    assert (display.rotation, display.size) == (1, (2400, 1080))
    settings.put("system", "user_rotation", "2")
    assert (display.rotation, display.size) == (2, (1080, 2400))


def test_turning_the_phone(display: Display, settings: Settings) -> None:
    display.hold(3)
    assert (display.rotation, display.size) == (3, (2400, 1080))
    display.set_rotation(0)
    assert settings.get("system", "accelerometer_rotation") == "0"
    assert display.rotation == 0
    settings.put("system", "accelerometer_rotation", "1")
    assert display.rotation == 3


@pytest.mark.parametrize(
    ("orientation", "free", "locked"),
    [
        ("unspecified", (0, 1, 2, 3), (0, 1, 2, 3)),
        ("portrait", (0, 0, 0, 0), (0, 0, 2, 0)),
        ("landscape", (1, 1, 1, 1), (1, 1, 1, 3)),
        ("sensor", (0, 1, 2, 3), (1, 1, 1, 1)),
        ("nosensor", (0, 0, 0, 0), (0, 0, 0, 0)),
    ],
)
def test_the_way_up_that_is_asked_for(
    orientation: Orientation, free: tuple[int, ...], locked: tuple[int, ...]
) -> None:
    """Turn by how the phone is held while auto-rotate is on; else (held at 1) as the user set."""
    assert free == tuple(
        rotation_for(orientation, locked=False, user=3, held=held) for held in range(4)
    )
    assert locked == tuple(
        rotation_for(orientation, locked=True, user=user, held=1) for user in range(4)
    )


def test_overrides(display: Display, settings: Settings) -> None:
    display.set_size(720, 1600)
    display.set_density(320)
    assert (display.size, display.density) == ((720, 1600), 2.0)
    assert display.override_size == (720, 1600)
    assert settings.get("global", "display_size_forced") == "720,1600"
    assert settings.get("secure", "display_density_forced") == "320"
    display.set_size()
    display.set_density()
    assert (display.size, display.density_dpi, display.override_size) == ((1080, 2400), 420, None)
    assert settings.get("global", "display_size_forced") is None
    assert settings.get("secure", "display_density_forced") is None


@pytest.mark.parametrize(
    ("value", "single"),
    [("255", "1.0"), ("1", "0.0"), ("102", "0.39763778"), ("128", "0.5"), ("22", "0.08267716")],
)
def test_brightness_is_kept_twice(
    display: Display, settings: Settings, value: str, single: str
) -> None:
    for other in ("7", value):
        settings.put("system", "screen_brightness", other)
    assert settings.get("system", "screen_brightness_float") == single
    settings.put("system", "screen_brightness_float", "0.9")
    settings.put("system", "screen_brightness_float", single)
    assert settings.get("system", "screen_brightness") == value
    assert display.brightness == int(value)


def test_odd_brightness(display: Display, settings: Settings) -> None:
    settings.put("system", "screen_brightness", "0")
    assert (display.brightness, display.slider) == (0, 0.0)
    settings.put("system", "screen_brightness", "400")
    assert display.slider == pytest.approx(1.0)
    settings.put("system", "screen_brightness", "much")
    assert display.brightness == 102
    settings.put("system", "screen_brightness_float", "NaN")
    settings.delete("system", "screen_brightness_float")
    display.set_brightness(999)
    assert settings.get("system", "screen_brightness") == "255"


@pytest.mark.parametrize(
    ("value", "percent"),
    [(1, 0), (10, 33), (22, 50), (64, 74), (102, 83), (128, 87), (200, 96), (255, 100)],
)
def test_the_slider_is_android_s(value: int, percent: int) -> None:
    assert round(100 * slider_of_brightness(value)) == percent


def test_the_slider_reaches_every_value() -> None:
    assert [brightness_of_slider(slider_of_brightness(value)) for value in range(1, 256)] == list(
        range(1, 256)
    )
    assert (brightness_of_slider(0), brightness_of_slider(1)) == (1, 255)
    assert brightness_of_slider(0.99) < 255


def test_brightness_keys(display: Display) -> None:
    display.set_brightness(255)
    display.move_brightness(-0.1)
    assert display.brightness < 255
    display.move_slider(1.0)
    assert display.brightness == 255


def test_what_a_screen_depends_on(state: State, settings: Settings, display: Display) -> None:
    with state.observe() as seen:
        assert not display.dark
        assert display.font_scale == 1.0
    display.set_brightness(3)
    display.set_on(False)
    assert not seen.changed()
    display.set_dark(True)
    assert seen.changed() and display.dark
    settings.put("system", "font_scale", "9")
    assert display.font_scale == 2.0
