"""Tasks made of other tasks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from android_gym.errors import OptionError
from android_gym.task_suite.android_world.expense.tasks import ExpenseAddSingle
from android_gym.task_suite.android_world.system.tasks import (
    SystemBluetoothTurnOn,
    SystemBrightnessMax,
    SystemWifiTurnOff,
)
from android_gym.task_suite.compose import AllOf, InSequence
from android_gym.task_suite.task import Params, Task
from android_gym.task_suite.touches import Rows, Setting
from android_gym.trace import EpisodeTrace, ScreenState


class Both(AllOf):
    """A set-up of both kinds."""

    template = "First: {SystemBrightnessMax} Second: {ExpenseAddSingle}"
    parts = (SystemBrightnessMax, ExpenseAddSingle)


def test_metadata_come_from_the_parts() -> None:
    assert Both.apps == ("Settings", "Pro Expense")
    assert Both().budget == 22
    assert not Both.answers
    assert not Both.satisfied_at_reset


def test_goal_holds_the_goals_of_the_parts() -> None:
    params = Both().sample(np.random.default_rng(1))
    goal = str(Both().goal(params))
    assert goal.startswith("First: Turn brightness to the max value. Second: Add the following")
    assert params["ExpenseAddSingle"]["expenses"][0]["name"] in goal


def test_solved_when_all_parts_are(device: Any) -> None:
    task = Both()
    params = task.sample(np.random.default_rng(1))
    task.setup(device, params)
    assert task.progress(device, params) == 0.0
    device.put_setting("system", "screen_brightness", 255)
    assert task.success(device, params, None) == 0.0
    assert task.progress(device, params) == 0.5
    expense = params["ExpenseAddSingle"]["expenses"][0]
    device.execute(
        "",
        "INSERT INTO expense (name, amount, category, note, created_date, modified_date) "
        "VALUES (?, ?, ?, ?, 1697384040000, 0)",
        [tuple(expense[field] for field in ("name", "amount", "category", "note"))],
    )
    assert task.success(device, params, None) == 1.0


def test_in_sequence_a_part_counts_once_all_before_it_are_solved(device: Any) -> None:
    class Then(InSequence):
        parts = (SystemBrightnessMax, SystemWifiTurnOff)

    task = Then()
    params = task.sample(np.random.default_rng(1))
    task.setup(device, params)
    device.put_setting("global", "wifi_on", "0")
    assert (task.progress(device, params), task.success(device, params, None)) == (0.0, 0.0)
    device.put_setting("system", "screen_brightness", 255)
    assert (task.progress(device, params), task.success(device, params, None)) == (1.0, 1.0)
    device.put_setting("global", "wifi_on", "1")
    assert (task.progress(device, params), task.success(device, params, None)) == (0.5, 0.0)


def test_parts_check_their_own_parameters() -> None:
    params = Both().sample(np.random.default_rng(1))
    Both().check(params)
    params["ExpenseAddSingle"]["format"] = "xml"
    with pytest.raises(OptionError, match="csv"):
        Both().check(params)
    with pytest.raises(OptionError, match="takes the parameters"):
        Both().check({"ExpenseAddSingle": params["ExpenseAddSingle"]})


def test_two_parts_of_one_name_are_refused() -> None:
    with pytest.raises(OptionError, match="different names"):

        class Twice(AllOf):
            parts = (SystemWifiTurnOff, SystemWifiTurnOff)


def test_the_original_takes_the_mean(device: Any) -> None:
    class Three(AllOf):
        parts = (SystemBrightnessMax, SystemWifiTurnOff, SystemBluetoothTurnOn)

    task = Three()
    params = task.sample(np.random.default_rng(1))
    task.setup(device, params)
    for solved, solve in enumerate(
        (
            ("system", "screen_brightness", 255),
            ("global", "wifi_on", 0),
            ("global", "bluetooth_on", 1),
        )
    ):
        assert task.original_success(device, params, None) == pytest.approx(solved / 3)
        device.put_setting(*solve)
    assert task.original_success(device, params, None) == 1.0


def test_the_parts_may_touch_what_each_may() -> None:
    params = Both().sample(np.random.default_rng(1))
    touches = [Setting("system", "screen_brightness"), Rows("expenses", added=1)]
    assert list(Both().touches(params)) == touches


def test_a_stage_is_done_while_its_part_is(device: Any) -> None:
    class Then(InSequence):
        parts = (SystemBrightnessMax, SystemWifiTurnOff)

    task = Then()
    params = task.sample(np.random.default_rng(1))
    task.setup(device, params)
    first, second = task.stages(params)
    assert (str(first), str(second)) == ("SystemBrightnessMax", "SystemWifiTurnOff")
    assert not first(device) and not second(device)
    device.put_setting("system", "screen_brightness", 255)
    assert first(device) and not second(device)


def test_parts_must_be_tasks() -> None:
    with pytest.raises(OptionError, match="Odd.parts must be classes of tasks, got <class 'int'>"):
        type("Odd", (AllOf,), {"parts": (int,)})
    with pytest.raises(OptionError, match="Odd.parts must be a list, got <class"):
        type("Odd", (AllOf,), {"parts": SystemWifiTurnOff})


class Looked(SystemWifiTurnOff):
    """Judged by the way, too."""

    def judge(self, trace: EpisodeTrace, params: Params) -> float:
        return float(trace.seed == params["seed"])

    def sample(self, rng: np.random.Generator) -> Params:
        return {"seed": 3}


class Seen(Task):
    """Judged by the way alone."""

    def judge(self, trace: EpisodeTrace, params: Params) -> float:
        return 1.0


def test_judges_of_parts_see_the_episode() -> None:
    class WithJudge(AllOf):
        parts = (SystemBrightnessMax, Looked)

    task, params = WithJudge(), WithJudge().sample(np.random.default_rng(1))
    assert not Both().judges_episodes() and task.judges_episodes()
    screen = ScreenState(0, (1, 1), "", ())
    for seed, score in ((3, 1.0), (4, 0.0)):
        assert task.judge(EpisodeTrace("", "", screen, seed=seed), params) == score
    with pytest.raises(OptionError, match="Seen, which only judges whole episodes"):
        type("Odd", (AllOf,), {"parts": (SystemBrightnessMax, Seen)})


def test_the_order_within_a_part_counts() -> None:
    class Then(InSequence):
        template = "{SystemBrightnessMax} {SystemWifiTurnOff}"
        parts = (SystemBrightnessMax, SystemWifiTurnOff)

    class Around(AllOf):
        parts = (Then, ExpenseAddSingle)

    params = Around().sample(np.random.default_rng(1))
    assert [str(stage) for stage in Around().stages(params)] == [part.name for part in Then.parts]
    again = type("Again", (Then,), {})
    for base, parts in ((AllOf, (Then, again)), (InSequence, (Then, ExpenseAddSingle))):
        with pytest.raises(OptionError, match="stages have an order of their own"):
            type("Odd", (base,), {"parts": parts})
