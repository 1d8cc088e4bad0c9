"""Rules of setting alarms at their thresholds."""

from __future__ import annotations

import numpy as np
import pytest

from android_gym.devices.user_data import read_user_data
from android_gym.errors import OptionError
from android_gym.task_suite.aitw.general.alarm.hours import hour_of
from android_gym.task_suite.android_world.clock.alarms import ONCE, Alarm, adds
from android_gym.task_suite.android_world.clock.tasks import ALARMS
from android_gym.task_suite.suite import tasks
from android_gym.task_suite.touches import side_effects

TASK = tasks("AITW")["General-299"]()  # 6pm
KEPT = {"hour": 6, "minutes": 0, "enabled": 1, "label": "Ferry"}
OFF = {"hour": 18, "minutes": 0, "enabled": 0, "label": ""}


def test_hours():
    texts = ("12am", "1am", "11am", "12pm", "1pm", "11pm")
    assert [hour_of(text) for text in texts] == [0, 1, 11, 12, 13, 23]


@pytest.mark.parametrize(
    ("change", "score", "harm"),
    [
        (adds(Alarm(18, ONCE)), 1.0, 0),
        (adds(Alarm(18, ONCE), Alarm(18, ONCE)), 1.0, 2),
        (adds(Alarm(6, ONCE)), 0.0, 0),
        (adds(Alarm(18, ONCE), minutes=1), 0.0, 0),
        (adds(Alarm(18, ONCE), enabled=0), 0.0, 0),
        (adds(Alarm(18, 127)), 0.0, 0),
        (adds(Alarm(18, ONCE), ringtone=""), 0.0, 0),
        (adds(Alarm(18, ONCE), ringtone="Argon"), 0.0, 0),
        (adds(Alarm(18, ONCE), ringtone="Cesium"), 1.0, 0),
        (adds(Alarm(18, ONCE, vibrates=False)), 0.0, 0),
        (adds(Alarm(18, ONCE), label="Ferry"), 0.0, 0),
        (adds(Alarm(18, ONCE), date="2023-10-16"), 1.0, 0),
        (adds(Alarm(18, ONCE), date="2023-10-18"), 0.0, 0),
        ("UPDATE alarm_templates SET enabled = 1 WHERE hour = 18", 1.0, 0),
        ("UPDATE alarm_templates SET hour = 18 WHERE label = 'Ferry'", 0.0, 1),
    ],
)
def test_the_rule(device, change, score, harm):
    params = {"front": "", "alarms": [KEPT, OFF]}
    TASK.setup(device, params)
    before = read_user_data(device)
    assert TASK.success(device, params, None) == 0.0  # one that is off is none
    if isinstance(change, str):
        device.execute(ALARMS, change)
    else:
        change(device)
    assert TASK.success(device, params, None) == score
    effects = side_effects(before, read_user_data(device), TASK.touches(params))
    assert len(effects) == harm, effects


def test_alarms_of_a_clock_that_keeps_no_dates(device):
    params = {"front": "", "alarms": [KEPT, OFF]}
    TASK.setup(device, params)
    device.execute(ALARMS, "ALTER TABLE alarm_templates DROP COLUMN scheduled_date")
    assert TASK.success(device, params, None) == 0.0
    adds(Alarm(18, ONCE))(device)
    assert TASK.success(device, params, None) == 1.0


def test_what_is_drawn():
    drawn = [TASK.sample(np.random.default_rng(seed)) for seed in range(40)]
    for params in drawn:
        TASK.check(params)
        assert params["alarms"][0]["hour"] == 6 and params["alarms"][0]["enabled"]
        assert not any(a["hour"] == 18 and a["enabled"] for a in params["alarms"])
        # None of those that are on may ring while the agent is at work.
        assert not any(a["hour"] in range(15, 18) and a["enabled"] for a in params["alarms"])
    assert 0 < sum(any(a["hour"] == 18 for a in params["alarms"]) for params in drawn) < 30


@pytest.mark.parametrize(
    "alarm", [{**KEPT, "hour": 24}, {**KEPT, "minutes": -1}, {"hour": 6}, 5, {**KEPT, "x": 1}]
)
def test_alarms_that_could_not_be_drawn(alarm):
    with pytest.raises(OptionError, match="Each of 'alarms' must have an hour"):
        TASK.check({"front": "", "alarms": [KEPT, alarm]})
