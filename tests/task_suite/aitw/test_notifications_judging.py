"""Rules of showing notifications at their thresholds."""

from __future__ import annotations

import numpy as np
import pytest

from android_gym.errors import OptionError
from android_gym.task_suite.suite import tasks

TASK = tasks("AITW")["General-306"]()
PARAMS = {"front": "settings", "titles": ["Choir", "Bike rack"]}
EXPAND = "cmd statusbar expand-notifications && sleep 1"


@pytest.mark.parametrize(
    ("commands", "score"),
    [
        ((), 0.0),
        ((EXPAND,), 1.0),
        ((EXPAND, "cmd statusbar collapse && sleep 1"), 0.0),
        ((EXPAND, "cmd statusbar expand-settings && sleep 1"), 0.0),
    ],
)
def test_the_shade_is_open(device, commands, score):
    TASK.setup(device, PARAMS)
    for command in commands:
        device.shell(command)
    assert TASK.success(device, PARAMS, None) == score


def test_one_that_is_gone_is_one_too_few(device):
    TASK.setup(device, PARAMS)
    device.shell(EXPAND)
    assert TASK.success(device, {**PARAMS, "titles": ["Choir", "Ferry"]}, None) == 0.0
    assert TASK.success(device, {**PARAMS, "titles": ["Choir"]}, None) == 1.0


def test_what_is_drawn():
    drawn = [TASK.sample(np.random.default_rng(seed))["titles"] for seed in range(40)]
    assert {len(titles) for titles in drawn} == {1, 2, 3}
    for titles in ([], ["Unheard of"]):
        with pytest.raises(OptionError, match="'titles' must be"):
            TASK.check({"front": "", "titles": titles})
