"""The phone's place, and those who are told."""

from __future__ import annotations

import pytest

from android_gym.errors import OptionError
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.location import FINE, distance_m

PACKAGE = "de.dennisguse.opentracks"
RECEIVER = Intent(component=f"{PACKAGE}/{PACKAGE}.services.handlers.GpsHandler")


@pytest.fixture
def phone() -> Phone:
    return Phone()


def test_it_stands_where_emulators_stand(phone: Phone) -> None:
    place = phone.system.location.place
    assert (place.latitude, place.longitude) == (37.421998, -122.084)
    assert phone.system.location.last is None


def test_a_fix_comes_each_second_while_someone_asks(phone: Phone) -> None:
    location = phone.system.location
    phone.advance(5000)
    assert location.last is None
    location.request(PACKAGE, RECEIVER)
    phone.advance(999)
    assert location.last is None
    phone.advance(1)
    first = location.last
    assert first is not None and first.time_ms == phone.system.clock.now_ms()
    location.move(47.4, 8.5, 400, speed=3.0)
    assert location.last == first
    phone.advance(1000)
    assert location.last is not None
    assert (location.last.latitude, location.last.longitude) == (47.4, 8.5)
    location.remove(PACKAGE)
    seen = location.last
    phone.advance(5000)
    assert location.last == seen


def test_an_interval_is_kept(phone: Phone) -> None:
    location = phone.system.location
    location.request(PACKAGE, RECEIVER, 10_000)
    phone.advance(1000)
    first = location.last
    phone.advance(9999)
    assert location.last == first
    phone.advance(1)
    assert location.last != first


def test_nobody_hears_without_the_switch_or_the_permission(phone: Phone) -> None:
    location, packages = phone.system.location, phone.system.packages
    phone.shell("settings put secure location_mode 0")
    location.request(PACKAGE, RECEIVER)
    phone.advance(3000)
    assert not location.enabled and location.last is None
    phone.shell("settings put secure location_mode 3")
    packages.revoke(PACKAGE, FINE)
    phone.advance(3000)
    assert location.last is None
    packages.grant(PACKAGE, FINE)
    phone.advance(1000)
    assert location.last is not None


def test_a_dead_process_hears_no_more(phone: Phone) -> None:
    phone.system.location.request(PACKAGE, RECEIVER)
    assert [name for name, _ in phone.system.location.requests()] == [PACKAGE]
    phone.shell(f"am force-stop {PACKAGE}")
    assert phone.system.location.requests() == []
    timers = [timer for timer in phone.system.clock.timers() if timer.handler == "location"]
    assert timers == []


@pytest.mark.parametrize(
    "place",
    [
        {"latitude": 90.1, "longitude": 0},
        {"latitude": 0, "longitude": -180.5},
        {"latitude": float("nan"), "longitude": 0},
        {"latitude": 0, "longitude": float("inf")},
        {"latitude": 0, "longitude": 0, "altitude": 1e9},
        {"latitude": 0, "longitude": 0, "speed": -1},
        {"latitude": 0, "longitude": 0, "bearing": 361},
        {"latitude": 0, "longitude": 0, "satellites": 101},
    ],
)
def test_no_place(phone: Phone, place: dict[str, float]) -> None:
    before = phone.system.location.place
    with pytest.raises(OptionError):
        phone.system.location.move(**place)
    assert phone.system.location.place == before


def test_a_snapshot_holds_it(phone: Phone) -> None:
    location = phone.system.location
    location.move(1, 2)
    location.request(PACKAGE, RECEIVER)
    phone.advance(1000)
    kept = phone.snapshot()
    seen = location.last
    location.move(3, 4)
    phone.advance(2000)
    phone.restore(kept)
    assert location.last == seen and location.place.latitude == 1
    phone.advance(1000)
    assert location.last is not None and location.last != seen


def test_distances() -> None:
    assert distance_m(0, 0, 0, 0) == 0
    assert distance_m(0, 0, 0, 180) == pytest.approx(20_015_114, abs=1)
    # One minute of latitude is a nautical mile.
    assert distance_m(47, 8, 47 + 1 / 60, 8) == pytest.approx(1853, abs=1)


def test_dumpsys(phone: Phone) -> None:
    def dump() -> str:
        text: str = phone.shell("dumpsys location").stdout.decode()
        return text

    assert "service: OFF" in dump() and "last location=null" in dump()
    phone.system.location.move(47.4, 8.5, 400, speed=3, bearing=90)
    phone.system.location.request(PACKAGE, RECEIVER, 2000)
    phone.advance(1000)
    uid = phone.system.packages.state(PACKAGE).uid
    assert f"{uid}/{PACKAGE} Request[@+2s0ms HIGH_ACCURACY]" in dump()
    assert "Location[gps 47.400000,8.500000 hAcc=5.0" in dump()
    assert "alt=400.0 vel=3.0 bear=90.0]" in dump()
    phone.shell("settings put secure location_mode 0")
    assert "Location Setting: false" in dump() and "enabled=false" in dump()
