"""Radios: what settings say at once, and what the radios do after a while."""

from __future__ import annotations

import pytest

from android_gym.simulator.state import State
from android_gym.simulator.system import System
from android_gym.simulator.system.connectivity import Connectivity
from android_gym.simulator.system.intents import Intent


@pytest.fixture
def system() -> System:
    return System(State())


@pytest.fixture
def radios(system: System) -> Connectivity:
    return system.connectivity


def row(system: System, key: str) -> str | None:
    return system.settings.get("global", key)


def test_a_fresh_phone_is_online(system: System, radios: Connectivity) -> None:
    assert (radios.wifi_enabled, radios.wifi_connected) == (True, True)
    assert radios.wifi_ssid == "AndroidWifi"
    assert radios.bluetooth_enabled and radios.mobile_data and not radios.airplane_mode
    assert radios.active_network == "wifi"
    assert (row(system, "wifi_on"), row(system, "bluetooth_on")) == ("1", "1")


def test_wifi_off_and_on_again(system: System, radios: Connectivity) -> None:
    radios.set_wifi(False)
    assert row(system, "wifi_on") == "0"
    assert (radios.wifi_state, radios.wifi_ssid, radios.networks()) == ("disabled", None, ())
    assert radios.active_network == "mobile"
    radios.set_wifi(True)
    assert row(system, "wifi_on") == "1"
    seen = []
    for _ in range(40):
        if not seen or seen[-1] != radios.wifi_state:
            seen.append(radios.wifi_state)
        system.clock.advance(100)
    assert seen == ["enabling", "scanning", "connecting", "connected"]
    assert radios.wifi_ssid == "AndroidWifi"


def test_switching_off_halfway_stays_off(system: System, radios: Connectivity) -> None:
    radios.set_wifi(False)
    radios.set_wifi(True)
    system.clock.advance(500)
    radios.set_wifi(False)
    system.clock.advance(60_000)
    assert radios.wifi_state == "disabled"
    assert system.clock.timers() == ()


def test_switching_on_twice_does_not_begin_anew(system: System, radios: Connectivity) -> None:
    before = system.state.revision
    radios.set_wifi(True)
    radios.set_bluetooth(True)
    assert system.state.revision == before
    assert radios.wifi_connected


def test_bluetooth(system: System, radios: Connectivity) -> None:
    radios.set_bluetooth(False)
    assert (row(system, "bluetooth_on"), radios.bluetooth_state) == ("0", "turning_off")
    assert not radios.bluetooth_enabled
    radios.set_bluetooth(True)
    assert (row(system, "bluetooth_on"), radios.bluetooth_state) == ("1", "turning_on")
    system.clock.advance(5000)
    assert radios.bluetooth_state == "on"
    radios.set_bluetooth(False)
    system.clock.advance(5000)
    assert radios.bluetooth_state == "off"


def test_airplane_mode_takes_the_radios_and_gives_them_back(
    system: System, radios: Connectivity
) -> None:
    radios.set_airplane_mode(True)
    system.clock.advance(5000)
    assert (row(system, "airplane_mode_on"), row(system, "wifi_on")) == ("1", "3")
    assert row(system, "bluetooth_on") == "2"
    assert (radios.wifi_state, radios.bluetooth_state) == ("disabled", "off")
    assert radios.active_network is None
    radios.set_airplane_mode(False)
    system.clock.advance(5000)
    assert (row(system, "wifi_on"), row(system, "bluetooth_on")) == ("1", "1")
    assert radios.wifi_connected and radios.bluetooth_enabled


def test_what_was_off_before_airplane_mode_stays_off(system: System, radios: Connectivity) -> None:
    radios.set_wifi(False)
    radios.set_bluetooth(False)
    radios.set_airplane_mode(True)
    radios.set_airplane_mode(False)
    system.clock.advance(5000)
    assert (row(system, "wifi_on"), row(system, "bluetooth_on")) == ("0", "0")
    assert (radios.wifi_state, radios.bluetooth_state) == ("disabled", "off")


def test_wifi_switched_on_in_airplane_mode(system: System, radios: Connectivity) -> None:
    radios.set_airplane_mode(True)
    radios.set_wifi(True)
    system.clock.advance(5000)
    assert row(system, "wifi_on") == "2"
    assert radios.wifi_connected
    radios.set_airplane_mode(False)
    assert row(system, "wifi_on") == "1"
    assert radios.wifi_connected


def test_rows_written_by_hand_move_no_radio(system: System, radios: Connectivity) -> None:
    system.settings.put("global", "wifi_on", "0")
    system.settings.put("global", "bluetooth_on", "0")
    assert radios.wifi_connected and radios.bluetooth_enabled
    system.settings.put("global", "airplane_mode_on", "1")
    assert radios.airplane_mode and radios.wifi_connected


def test_the_broadcast_makes_the_radios_follow(system: System, radios: Connectivity) -> None:
    system.settings.put("global", "airplane_mode_on", "1")
    system.activities.broadcast(Intent(action="android.intent.action.AIRPLANE_MODE"))
    assert not radios.wifi_enabled and not radios.bluetooth_enabled


def test_networks(system: System, radios: Connectivity) -> None:
    assert [network.ssid for network in radios.networks()] == ["AndroidWifi"]
    assert not radios.connect("Elsewhere")
    radios.forget("AndroidWifi")
    assert (radios.wifi_state, radios.saved_networks) == ("disconnected", ())
    radios.set_wifi(False)
    radios.set_wifi(True)
    system.clock.advance(10_000)
    assert radios.wifi_state == "disconnected", "a forgotten network is not joined by itself"
    assert radios.connect("AndroidWifi")
    assert radios.wifi_state == "connecting"
    system.clock.advance(10_000)
    assert radios.wifi_connected
    assert radios.saved_networks == ("AndroidWifi",)


def test_mobile_data_and_listeners(system: System, radios: Connectivity) -> None:
    heard: list[str] = []
    radios.listen(heard.append)
    radios.set_mobile_data(False)
    radios.set_mobile_data(False)
    assert heard == ["mobile_data"]
    assert row(system, "mobile_data") == "0"
    radios.set_wifi(False)
    assert radios.active_network is None
    radios.set_airplane_mode(True)
    assert heard == ["mobile_data", "wifi", "bluetooth", "airplane"]


def test_a_screen_that_shows_wifi_is_rebuilt(system: System, radios: Connectivity) -> None:
    with system.state.observe() as seen:
        assert radios.wifi_connected
    radios.set_mobile_data(False)
    assert not seen.changed()
    radios.set_wifi(False)
    assert seen.changed()
