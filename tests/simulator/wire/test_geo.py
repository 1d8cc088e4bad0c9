"""Places as the console and gRPC take them."""

from __future__ import annotations

import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.system.location import Fix
from android_gym.simulator.wire.console import Console
from android_gym.simulator.wire.geo import parse_fix, parse_nmea

HERE = Fix(1.0, 2.0, 3.0, 4.0, 5.0, 6)


def test_geo_fix() -> None:
    phone = Phone()
    console = Console(phone)
    assert console.run("geo fix 8.5417 47.3769 408.5 7 10") == "OK\r\n"
    place = phone.system.location.place
    assert (place.longitude, place.latitude, place.altitude) == (8.5417, 47.3769, 408.5)
    assert place.satellites == 7
    assert place.speed == pytest.approx(10 * 1852 / 3600)
    assert console.run("geo fix -122.1 -37.4") == "OK\r\n"
    place = phone.system.location.place
    assert (place.longitude, place.latitude, place.altitude) == (-122.1, -37.4, 0.0)
    assert place.speed is None


@pytest.mark.parametrize(
    "line",
    [
        "geo",
        "geo zork",
        "geo fix",
        "geo fix 8",
        "geo fix 8 x",
        "geo fix nan 47",
        "geo fix 8 inf",
        "geo fix 181 0",
        "geo fix 0 -91",
        "geo fix 8 47 400 0",
        "geo fix 8 47 400 13",
        "geo fix 8 47 400 1.5",
        "geo fix 8 47 400 1 -1",
        "geo nmea",
        "geo nmea zork",
        "geo nmea $GPGGA,1,2",
        "geo nmea $GPGGA,001043,x,N,121,W,1,12,0.98,1113.0,M",
        "geo nmea $GPRMC,081836,A,3751.65,Q,14507.36,E,0,360",
    ],
)
def test_what_is_no_place_changes_nothing(line: str) -> None:
    phone = Phone()
    before = phone.system.location.place
    assert Console(phone).run(line).startswith("KO: ")
    assert phone.system.location.place == before


def test_sentences_of_nmea() -> None:
    assert parse_nmea(
        "$GPGGA,001043,4404.14,N,12118.86,W,1,12,0.98,1113.0,M,-21.3,M,,*47", HERE
    ) == (Fix(44 + 4.14 / 60, -(121 + 18.86 / 60), 1113.0, 4.0, 5.0, 12))
    moved = parse_nmea("$GPRMC,081836,A,3751.65,S,14507.36,E,010.0,090.0,130998,011.3,E*62", HERE)
    assert isinstance(moved, Fix)
    assert moved.latitude == pytest.approx(-(37 + 51.65 / 60))
    assert moved.longitude == pytest.approx(145 + 7.36 / 60)
    assert (moved.altitude, moved.bearing) == (3.0, 90.0)
    assert moved.speed == pytest.approx(10 * 1852 / 3600)


def test_a_fix_has_all_its_parts() -> None:
    assert parse_fix(["8", "47"]) == Fix(47.0, 8.0, 0.0, None, None, 1)
    assert parse_fix(["8", "47", "5"]) == Fix(47.0, 8.0, 5.0, None, None, 1)
    assert parse_fix(["8", "47", "5", "3"]) == Fix(47.0, 8.0, 5.0, None, None, 3)
