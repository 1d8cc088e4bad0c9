"""Judging of composites: all parts, in order where that counts, with the value that was asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium as gym
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.actions import Decoded
from android_gym.devices.device import Device
from android_gym.errors import OptionError
from android_gym.events import Wait
from android_gym.task_suite.changes.sampling import kept_rows
from android_gym.task_suite.changes.task import ChangeTask
from android_gym.task_suite.compose import AllOf
from android_gym.task_suite.composites.task import FlowTask, OrderedTask
from android_gym.task_suite.suite import tasks

TASKS = tasks("AndroidGym")
ORDERED = [name for name, task in TASKS.items() if issubclass(task, OrderedTask)]
FLOWS = [name for name, task in TASKS.items() if issubclass(task, FlowTask)]
FLOW, WITH_QUESTION = "ExpenseOfBill", "StarTaskAndTellAmount"


class Phone:
    """An environment after a reset."""

    def __init__(self, name: str, seed: int = 0) -> None:
        self.env = gym.make(f"AndroidGym/{name}-v0", observation="goal", termination="declared")
        _, info = self.env.reset(seed=seed)
        self.params: dict[str, Any] = info["params"]
        self.task: AllOf = self.env.get_wrapper_attr("task")
        self.device: Device = self.env.get_wrapper_attr("device")

    def solve(self, part: type[ChangeTask]) -> None:
        """Carry a part out over adb, and let a step pass."""
        own = self.params[part.name]
        part.change.adapter.put(self.device, [*kept_rows(own, part.change), *own["wanted"]])
        self.step(Decoded((Wait(100),)))

    def step(self, meant: Decoded) -> float:
        action = self.env.get_wrapper_attr("action_mode").encode(meant, self.device.size)
        return float(self.env.step(action)[1])

    def declare(self, answer: str | None = None) -> float:
        return self.step(Decoded(declared=True, answer=answer))


@pytest.fixture
def phone(request: pytest.FixtureRequest) -> Iterator[Phone]:
    made = Phone(request.param)
    yield made
    made.env.close()


on = pytest.mark.parametrize


@pytest.mark.rotating(period=14)
@on("phone", ORDERED, indirect=True)
@on("right", [True, False])
def test_the_order_counts(phone: Phone, right: bool) -> None:
    parts = phone.task.parts if right else (*phone.task.parts[1:], phone.task.parts[0])
    for part in parts:
        assert issubclass(part, ChangeTask)
        phone.solve(part)
    assert phone.declare() == float(right)


@on("phone", [WITH_QUESTION], indirect=True)
@on(("does", "says", "earned"), [(True, True, 1.0), (True, False, 0.0), (False, True, 0.0)])
def test_what_is_asked_has_to_be_answered_too(
    phone: Phone, does: bool, says: bool, earned: float
) -> None:
    do, ask = phone.task.parts
    assert issubclass(do, ChangeTask)
    if does:
        phone.solve(do)
    (amount,) = ask().expected(phone.params[ask.name])  # type: ignore[attr-defined]
    assert phone.declare(amount if says else f"{amount}1") == earned


@pytest.mark.rotating(period=14)
@on("phone", FLOWS, indirect=True)
def test_the_change_is_about_the_answer_and_nothing_else_tells_it(phone: Phone) -> None:
    flow = phone.task.composite  # type: ignore[attr-defined]
    (answer,) = flow.find().expected(phone.params[flow.find.name])
    assert phone.params[flow.do.name]["values"][flow.value] == answer
    assert answer not in str(phone.task.goal(phone.params))
    assert phone.declare(answer) == 0.0, "to answer is not to do"


@on("phone", [FLOW], indirect=True)
def test_parts_that_do_not_fit_each_other_are_refused(phone: Phone) -> None:
    phone.task.check(phone.params)
    other = Phone(FLOW, seed=1)
    other.env.close()
    mixed = {**phone.params, "SmsAmountDue": other.params["SmsAmountDue"]}
    with pytest.raises(OptionError, match="which is the answer to SmsAmountDue"):
        phone.task.check(mixed)


@on("phone", [FLOW], indirect=True)
def test_the_near_misses_have_the_value_of_another_and_a_loss(phone: Phone) -> None:
    found = phone.task.near_misses(phone.params)
    assert {"nothing done", "another amount", "the value of another"} <= found.keys()
    assert "done, and what is asked about deleted" in found
