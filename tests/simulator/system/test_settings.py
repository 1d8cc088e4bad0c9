"""Settings: tables, dependencies by key, listeners, validation."""

from __future__ import annotations

import json

import pytest

from android_gym.errors import OptionError
from android_gym.simulator.state import State
from android_gym.simulator.system.settings import MAX_LENGTH, NAMESPACES, Settings


@pytest.fixture
def state() -> State:
    return State()


@pytest.fixture
def settings(state: State) -> Settings:
    return Settings(state)


def test_defaults_are_an_api_33_emulator_s(settings: Settings) -> None:
    assert settings.get("global", "wifi_on") == "1"
    assert settings.get("global", "airplane_mode_on") == "0"
    assert settings.get("system", "accelerometer_rotation") in ("0", "1")
    assert 1 <= settings.get_int("system", "screen_brightness", 0) <= 255
    assert settings.get("secure", "zen_duration") is not None
    overlay = settings.get("secure", "theme_customization_overlay_packages")
    assert overlay is not None and "_applied_timestamp" in json.loads(overlay)
    assert settings.get("system", "no_such_key") is None


@pytest.mark.parametrize("namespace", NAMESPACES)
def test_lists_are_sorted_and_have_one_line_a_key(settings: Settings, namespace: str) -> None:
    pairs = settings.list(namespace)
    assert pairs == sorted(pairs)
    assert all("\n" not in value and "=" not in key for key, value in pairs)


def test_put_and_delete(settings: Settings) -> None:
    settings.put("global", "new", "x=1")
    assert settings.get("global", "new") == "x=1"
    assert ("new", "x=1") in settings.list("global")
    assert settings.delete("global", "new")
    assert not settings.delete("global", "new")
    assert settings.get("global", "new") is None


def test_unknown_namespace(settings: Settings) -> None:
    for call in (
        lambda: settings.get("sistem", "x"),
        lambda: settings.put("sistem", "x", "y"),
        lambda: settings.delete("sistem", "x"),
        lambda: settings.list("sistem"),
    ):
        with pytest.raises(OptionError, match="sistem"):
            call()


@pytest.mark.parametrize(
    ("key", "value"), [("user_rotation", "4"), ("time_12_24", "13"), ("font_scale", "big")]
)
def test_values_that_the_provider_refuses(settings: Settings, key: str, value: str) -> None:
    before = settings.get("system", key)
    with pytest.raises(OptionError, match=f"Invalid value: {value} for setting: {key}"):
        settings.put("system", key, value)
    assert settings.get("system", key) == before
    settings.put("global", key, value)


@pytest.mark.parametrize("namespace", NAMESPACES)
def test_names_and_values_have_a_limit(settings: Settings, namespace: str) -> None:
    most = "x" * MAX_LENGTH
    settings.put(namespace, most, most)
    assert settings.get(namespace, most) == most
    with pytest.raises(OptionError, match=r"The name of your setting \[x{20}\.\.\.\] is too long"):
        settings.put(namespace, most + "x", "")
    with pytest.raises(OptionError, match=r"The value of your setting \[key\] is too long"):
        settings.put(namespace, "key", most + "x")
    assert settings.get(namespace, "key") is None


def test_numbers(settings: Settings) -> None:
    settings.put("system", "font_scale", "1.15")
    assert settings.get_float("system", "font_scale", 1.0) == 1.15
    assert settings.get_int("system", "font_scale", 7) == 7
    assert settings.get_int("system", "none", 8) == 8


def test_a_reader_of_one_key_is_untouched_by_others(state: State, settings: Settings) -> None:
    with state.observe() as one:
        settings.get("global", "wifi_on")
    with state.observe() as absent:
        settings.get("global", "not_there")
    with state.observe() as everything:
        settings.list("global")
    settings.put("global", "bluetooth_on", "0")
    assert not one.changed() and not absent.changed()
    assert everything.changed()
    settings.put("global", "wifi_on", "1")
    assert not one.changed(), "it was 1 already"
    settings.put("global", "wifi_on", "0")
    settings.put("global", "not_there", "0")
    assert one.changed() and absent.changed()


def test_listeners(settings: Settings) -> None:
    heard: list[str | None] = []
    settings.listen("system", "time_12_24", heard.append)
    settings.put("system", "time_12_24", "24")
    settings.put("system", "time_12_24", "24")
    settings.put("global", "time_12_24", "12")
    settings.delete("system", "time_12_24")
    assert heard == ["24", None]


def test_restore(state: State, settings: Settings) -> None:
    snapshot = state.snapshot()
    settings.put("global", "wifi_on", "0")
    with state.observe() as seen:
        settings.get("global", "wifi_on")
    state.restore(snapshot)
    assert settings.get("global", "wifi_on") == "1"
    assert seen.changed()
