"""The rules of the tasks of Clock, at their thresholds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from android_gym.accessibility import UIElement
from android_gym.task_suite.android_world.clock.alarms import ONCE, Alarm, adds
from android_gym.task_suite.android_world.clock.tasks import (
    ClockStopWatchPausedVerify,
    ClockStopWatchRunning,
    ClockTimerEntry,
)
from android_gym.task_suite.task import Task

DESK_CLOCK = "com.google.android.deskclock/com.android.deskclock.DeskClock"
ELSEWHERE = "com.android.launcher3/.Launcher"
TITLE = UIElement(text="Stopwatch")
TAB = UIElement(content_description="Stopwatch", is_selected=True)
OTHER_TAB = UIElement(content_description="Stopwatch", is_selected=False)
START, PAUSE, LAP = (UIElement(content_description=label) for label in ("Start", "Pause", "Lap"))
THIRD = pytest.approx(1 / 3)
TWO_THIRDS = pytest.approx(2 / 3)


def judged(
    shown: Any,
    task: type[Task],
    elements: Sequence[UIElement],
    activity: str = DESK_CLOCK,
    **params: int,
) -> tuple[float, float]:
    device = shown(activity, elements)
    return task().success(device, params, None), task().progress(device, params)


@pytest.mark.parametrize(
    ("elements", "scores"),
    [
        ((), (0.0, THIRD)),
        ((OTHER_TAB,), (0.0, THIRD)),
        ((TITLE, TAB), (0.0, TWO_THIRDS)),
        ((TITLE, TAB, START), (0.0, TWO_THIRDS)),
        ((TITLE, TAB, PAUSE), (0.0, TWO_THIRDS)),
        ((TITLE, TAB, LAP), (0.0, TWO_THIRDS)),
        ((TITLE, TAB, PAUSE, LAP), (1.0, 1.0)),
        ((UIElement(text="Pause"), UIElement(text="Lap")), (0.0, THIRD)),
    ],
)
def test_running(shown: Any, elements: Any, scores: tuple[float, float]) -> None:
    assert judged(shown, ClockStopWatchRunning, elements) == scores
    assert judged(shown, ClockStopWatchRunning, elements, ELSEWHERE) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("elements", "scores"),
    [
        ((), (0.0, THIRD)),
        ((START,), (0.0, THIRD)),
        ((OTHER_TAB, START), (0.0, THIRD)),
        ((TITLE, TAB), (0.0, TWO_THIRDS)),
        ((TITLE, TAB, PAUSE, LAP), (0.0, TWO_THIRDS)),
        ((TITLE, TAB, START), (1.0, 1.0)),
        ((TAB, TITLE, UIElement(text="Stopwatch"), START), (1.0, 1.0)),
    ],
)
def test_paused(shown: Any, elements: Any, scores: tuple[float, float]) -> None:
    assert judged(shown, ClockStopWatchPausedVerify, elements) == scores
    assert judged(shown, ClockStopWatchPausedVerify, elements, ELSEWHERE) == (0.0, 0.0)


def described(text: str) -> UIElement:
    return UIElement(content_description=text)


KEYS = tuple(
    UIElement(text=digit, resource_name=f"com.android.deskclock:id/timer_setup_digit_{name}")
    for digit, name in [*((str(i), str(i)) for i in range(10)), ("00", "00")]
)


@pytest.mark.parametrize(
    ("elements", "scores"),
    [
        ((), (0.0, THIRD)),
        (KEYS[:9], (0.0, THIRD)),
        (KEYS, (0.0, TWO_THIRDS)),
        ((*KEYS, UIElement(text="01h 02m 03s")), (1.0, 1.0)),
        ((*KEYS, described("1 hours, 2 minutes, 3 seconds")), (1.0, 1.0)),
        ((*KEYS, UIElement(text="1 hours, 2 minutes, 3 seconds")), (0.0, TWO_THIRDS)),
        ((*KEYS, UIElement(text="1h 02m 03s")), (0.0, TWO_THIRDS)),
        ((*KEYS, UIElement(text="02h 02m 03s")), (0.0, TWO_THIRDS)),
        ((*KEYS, UIElement(text="01h 03m 03s")), (0.0, TWO_THIRDS)),
        ((*KEYS, UIElement(text="01h 02m 04s")), (0.0, TWO_THIRDS)),
        ((*KEYS, UIElement(text="00h 01m 02s")), (0.0, TWO_THIRDS)),
        (
            (*KEYS, UIElement(content_description="2 hours, 2 minutes, 3 seconds")),
            (0.0, TWO_THIRDS),
        ),
        (
            (*KEYS, UIElement(content_description="1 hours, 2 minutes, 30 seconds")),
            (0.0, TWO_THIRDS),
        ),
    ],
)
def test_timer(shown: Any, elements: Any, scores: tuple[float, float]) -> None:
    values = {"hours": 1, "minutes": 2, "seconds": 3}
    assert judged(shown, ClockTimerEntry, elements, **values) == scores
    assert judged(shown, ClockTimerEntry, elements, ELSEWHERE, **values) == (0.0, 0.0)


def original(shown: Any, task: type[Task], *elements: UIElement, **params: Any) -> list[float]:
    """The original's verdict, in Clock and elsewhere."""
    return [
        task().original_success(shown(activity, elements), params, None)
        for activity in (DESK_CLOCK, ELSEWHERE)
    ]


@pytest.mark.parametrize(
    ("elements", "score"),
    [
        ((), 0.0),
        ((START,), 0.0),
        ((TITLE, START), 0.0),
        ((TITLE, TAB), 0.0),
        ((TITLE, TAB, UIElement(text="Start")), 0.0),
        ((TITLE, OTHER_TAB, START), 1.0),
        ((TITLE, TAB, START), 1.0),
        ((TITLE, TITLE, TAB, START), 1.0),
    ],
)
def test_the_original_counts_the_names_of_the_stopwatch(
    shown: Any, elements: Sequence[UIElement], score: float
) -> None:
    assert original(shown, ClockStopWatchPausedVerify, *elements) == [score, 0.0]


def test_the_original_takes_a_duration_wherever_it_stands(shown: Any) -> None:
    values = {"hours": 1, "minutes": 2, "seconds": 3}
    for element, score in (
        (UIElement(text="01h 02m 03s"), 1.0),
        (described("1 hours, 2 minutes, 3 seconds"), 1.0),
        (UIElement(text="01h 02m 04s"), 0.0),
    ):
        assert original(shown, ClockTimerEntry, element, **values) == [score, 0.0]


def test_a_timer_that_was_started_is_none_of_ours(shown: Any) -> None:
    elements = (*KEYS, UIElement(text="01h 02m 03s"), described("Cancel"))
    values = {"hours": 1, "minutes": 2, "seconds": 3}
    assert judged(shown, ClockTimerEntry, elements, **values)[0] == 0.0
    assert original(shown, ClockTimerEntry, *elements, **values)[0] == 1.0


@pytest.mark.parametrize(
    ("date", "right"),
    [("", True), ("2023-10-16", True), ("2023-10-17", True), ("2023-10-18", False)],
)
def test_an_alarm_rings_before_tomorrow_has_ended_in_every_time_zone(
    phone: Any, date: str, right: bool
) -> None:
    adds(Alarm(8, ONCE), date=date)(phone)
    assert Alarm(8, ONCE).set_on(phone) is right
    assert not Alarm(9, ONCE).set_on(phone)
