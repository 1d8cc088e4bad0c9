"""Alarms: broadcasts to come."""

from __future__ import annotations

import pytest

from android_gym.simulator.state import State
from android_gym.simulator.system import System
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.packages import Manifest

APP = "com.example.clock"


@pytest.fixture
def system() -> System:
    return System(State(), [Manifest(APP, "Clock")])


@pytest.fixture
def heard(system: System) -> list[Intent]:
    heard: list[Intent] = []
    system.activities.listen("RING", heard.append)
    return heard


def test_an_alarm_is_delivered_once_when_due(system: System, heard: list[Intent]) -> None:
    due = system.clock.elapsed_ms() + 5_000
    system.alarms.set(APP, "tea", due, Intent(action="RING"), wall=False)
    system.clock.advance(4_999)
    assert not heard
    system.clock.advance(1)
    assert len(heard) == 1
    assert system.alarms.pending() == []
    system.clock.advance(100_000)
    assert len(heard) == 1


def test_the_same_tag_replaces(system: System, heard: list[Intent]) -> None:
    now = system.clock.now_ms()
    for delay in (1_000, 9_000):
        system.alarms.set(APP, "tea", now + delay, Intent(action="RING"), wall=True)
    system.clock.advance(5_000)
    assert not heard
    assert [alarm.due_ms for alarm in system.alarms.pending()] == [now + 9_000]


def test_setting_the_clock_moves_wall_alarms_alone(system: System, heard: list[Intent]) -> None:
    hour = 3_600_000
    now, elapsed = system.clock.now_ms(), system.clock.elapsed_ms()
    system.alarms.set(APP, "elapsed", elapsed + hour, Intent(action="RING"), wall=False)
    system.clock.set_time(now + 2 * hour)
    system.clock.advance(1)
    assert not heard
    system.alarms.set(APP, "wall", now + 3 * hour, Intent(action="RING"), wall=True)
    system.clock.set_time(now + 4 * hour)
    system.clock.advance(1)
    assert len(heard) == 1


def test_stopping_by_force_cancels(system: System, heard: list[Intent]) -> None:
    now = system.clock.now_ms()
    system.alarms.set(APP, "tea", now + 1, Intent(action="RING"), wall=True)
    assert not system.alarms.cancel(APP, "coffee")
    system.alarms.cancel_all(APP)
    system.clock.advance(10)
    assert not heard
    assert system.clock.timers() == ()
