"""Rules of looking at events at their thresholds."""

from __future__ import annotations

import datetime as dt

import gymnasium as gym
import numpy as np
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.accessibility import UIElement
from android_gym.errors import OptionError
from android_gym.events import Answer, Declare
from android_gym.task_suite.aitw.general.live import GeneralTask
from android_gym.task_suite.suite import tasks
from android_gym.testing.demonstrations import play
from android_gym.trace import EpisodeTrace, ScreenState, TraceStep

WEEK = tasks("AITW")["General-161"]()
REST_OF_MONTH = tasks("AITW")["General-392"]()
REST_OF_WEEK = tasks("AITW")["General-393"]()
CALENDAR = "com.google.android.calendar/com.android.calendar.AllInOneActivity"
DAYS = {  # the episode is on Wednesday 2024-02-14
    "Vet": "2024-02-09",
    "Judo": "2024-02-13",
    "Choir": "2024-02-15",
    "Dentist": "2024-02-16",
    "Book club": "2024-02-19",
    "Eye test": "2024-02-29",
    "Tax papers": "2024-03-01",
}
PARAMS = {
    "front": "",
    "start": "2024-02-14 09:41",
    "events": [{"title": title, "day": day, "hour": 10} for title, day in DAYS.items()],
}


def screen(*texts, activity=CALENDAR, shown_by=""):
    package = shown_by or activity.partition("/")[0]
    elements = tuple(UIElement(text=text, package_name=package) for text in texts)
    return ScreenState(0, (1080, 2400), activity, elements)


def score(task, *screens, answer=None):
    end = Declare() if answer is None else Answer(answer)
    events = [()] * (len(screens) - 1) + [(end,)]
    steps = tuple(TraceStep(done, shown) for done, shown in zip(events, screens, strict=True))
    trace = EpisodeTrace("", "", screen("Home", activity="launcher/.Main"), steps)
    return task.judge(trace, PARAMS)


def test_what_is_asked_for():
    assert WEEK.wanted(PARAMS) == {"Judo", "Choir", "Dentist"}
    assert REST_OF_WEEK.wanted(PARAMS) == {"Choir", "Dentist"}
    assert REST_OF_MONTH.wanted(PARAMS) == {"Choir", "Dentist", "Book club", "Eye test"}


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("Choir, Dentist", 1.0),
        ("You have choir on Thursday at 10 and the dentist on Friday at 10.", 1.0),
        ("Choir and Dentist; there are no other events.", 1.0),
        ("Choir, Dentist and Valentine's Day", 1.0),  # it is today
        ("Choir, Dentist and Presidents' Day", 0.0),  # in the next week
        ("Choir, Dentist and Halloween", 0.0),
        ("Choir or Dentist", 0.0),
        ("You don't have Choir and Dentist.", 0.0),
        ("Choir, Dentist, Yoga", 0.0),
        ("Choir, Dentist, Ballooning", 0.0),
        ("Choir, Dentist and a balloon ride on Friday", 0.0),
        ("# Choir\n# Dentist\n# Balloon ride", 0.0),
        ("Choir, Dentist at Harbour Hall", 0.0),
        ("Choir (with Ada), Dentist", 0.0),
        (
            "For the rest of the week, you have 2 events:\n- **Choir**: Thursday, February 15, "
            "10:00–11:00 AM\n- **Dentist**: Friday, February 16, 10:00–11:00 AM",
            1.0,
        ),
        (
            "According to your calendar, the upcoming events are: 1. Choir (tomorrow at 10 a.m.) "
            "2. Dentist (Fri 10 o'clock). That's all.",
            1.0,
        ),
        ("Your choir practice is on Thursday; then there's the dentist on Friday.", 1.0),
        ("Choir", 0.0),
        ("Choir, Dentist, Book club", 0.0),
        ("Judo, Choir, Dentist", 0.0),
        ("Nothing", 0.0),
        ("", 0.0),
    ],
)
def test_an_answer_names_just_these(answer, right):
    assert score(REST_OF_WEEK, screen("Choir", "Dentist"), answer=answer) == right
    assert score(REST_OF_WEEK, screen("Home", activity="launcher/.Main"), answer=answer) == right


def test_holidays_of_the_rest_of_the_month_may_be_named():
    events = "Choir, Dentist, Book club, Eye test"
    assert score(REST_OF_MONTH, screen(), answer=f"{events}, Presidents' Day") == 1.0
    assert score(REST_OF_MONTH, screen(), answer=f"{events}, St. Patrick's Day") == 0.0


@pytest.mark.parametrize(
    ("screens", "shown"),
    [
        ([screen("Judo", "Choir", "Dentist", "Book club")], 1.0),
        ([screen("Judo", "Choir"), screen("Dentist")], 1.0),
        ([screen("Judo, 10:00 – 11:00 AM", "Choir, 6:00 – 7:00 PM", "Dentist")], 1.0),
        (
            [screen("Judo", "Choir", "Dentist"), screen("Manage", shown_by="com.android.systemui")],
            0,
        ),
        ([screen("Choir", "Dentist")], 0.0),
        ([screen("Judo club", "Choir", "Dentist")], 0.0),
        ([screen("Judo", "Choir", "Dentist"), screen("Home", activity="launcher/.Main")], 0.0),
        ([screen("Judo", "Choir", "Dentist", activity="com.google.android.keep/.Main")], 0.0),
    ],
)
def test_all_events_of_the_week_were_to_be_seen_in_the_calendar(screens, shown):
    assert score(WEEK, *screens) == shown


def test_showing_the_rest_is_enough_unless_something_was_answered():
    assert score(REST_OF_WEEK, screen("Choir", "Dentist")) == 1.0
    assert score(REST_OF_WEEK, screen("Choir")) == 0.0
    assert score(REST_OF_WEEK, screen("Choir", "Dentist"), answer="Vet") == 0.0


@pytest.mark.parametrize("task", [WEEK, REST_OF_WEEK, REST_OF_MONTH])
def test_what_is_drawn_leaves_no_doubt(task):
    for seed in range(300):
        params = task.sample(np.random.default_rng(seed))
        task.check(params)
        today = dt.datetime.strptime(params["start"], "%Y-%m-%d %H:%M").date()
        days = [dt.date.fromisoformat(event["day"]) for event in params["events"]]
        assert today not in days and all(day.weekday() < 5 for day in days)
        wanted = task.wanted(params)
        assert wanted and len(wanted) < len(params["events"])
        assert len({event["title"] for event in params["events"]}) == len(params["events"])
        assert any(day < today and day.isocalendar()[:2] == today.isocalendar()[:2] for day in days)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"start": "tomorrow"}, "'start' must be a time"),
        ({"events": [{"title": "Vet", "day": "2024-02-30", "hour": 3}]}, "Each of 'events' must"),
        ({"events": [{"title": "Vet", "day": "2024-02-20", "hour": 24}]}, "Each of 'events' must"),
        ({"events": [{"title": "x", "day": "2024-02-20", "hour": 2}]}, "Each of 'events' must"),
        ({"events": ["Vet"]}, "Each of 'events' must"),
    ],
)
def test_parameters_that_could_not_be_drawn(change, message):
    with pytest.raises(OptionError, match=message):
        WEEK.check({**PARAMS, **change})


@pytest.mark.rotating
@pytest.mark.parametrize("other_way", [False, True])
@pytest.mark.parametrize("number", [161, 392, 393])
def test_demonstrations_work_on_a_screen_on_its_side(number, other_way, monkeypatch):
    bring = GeneralTask.setup

    def bring_and_turn(task, device, params):
        bring(task, device, params)
        device.put_setting("system", "accelerometer_rotation", 0)
        device.put_setting("system", "user_rotation", 1)

    monkeypatch.setattr(GeneralTask, "setup", bring_and_turn)
    env = gym.make(f"AITW/General-{number}-v0", observation="goal", termination="declared")
    assert play(env, 2, other_way=other_way).reward == 1.0
    width, height = env.get_wrapper_attr("device").size
    assert width > height
    env.close()
