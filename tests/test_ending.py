"""Tasks whose words only the device knows, and whose episodes end by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from android_gym.actions import Decoded
from android_gym.devices import make_device
from android_gym.devices.device import Device
from android_gym.devices.user_data import STORAGE
from android_gym.env import AndroidTaskEnv
from android_gym.errors import OptionError
from android_gym.events import Wait
from android_gym.task_suite.goal import Goal
from android_gym.task_suite.task import Params, Task
from android_gym.task_suite.touches import FileAt, Touch

SMALL = {"observation_size": (27, 60), "max_elements": 10}
SAID, SCORE = f"{STORAGE}/said", f"{STORAGE}/score"


class Game(Task):
    """A score that is written once; what is to be done stands on the device."""

    template = "Do this: {what}."
    rewordings = ("Please: {what}.", "I want {what}.", "{what}, please.", "Now {what}.")
    ends_by_itself = True

    def sample(self, rng: Any) -> Params:
        return {"number": int(rng.integers(1000))}

    def goal(self, params: Params) -> Goal:
        return Goal.of(self.template, {"what": "..."})

    def setup(self, device: Device, params: Params) -> None:
        device.push(SAID, f"thing {params['number']}")

    def goal_on(self, device: Device, params: Params) -> Goal:
        return Goal.of(self.template, {"what": device.shell(f"cat {SAID}")})

    def score(self, device: Device) -> float:
        return float(device.shell(f"cat {SCORE} 2> /dev/null || echo 0"))

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        return float(self.score(device) == 1.0)

    def is_over(self, device: Device, params: Params) -> bool:
        return self.score(device) != 0.0

    def measures(self, device: Device, params: Params) -> dict[str, float]:
        return {"score": self.score(device)}

    def touches(self, params: Params) -> list[Touch]:
        return [FileAt(SCORE)]


@pytest.fixture(scope="module")
def phone() -> Iterator[Device]:
    device = make_device()
    yield device
    device.close()


def make(phone: Device, **options: Any) -> AndroidTaskEnv:
    return AndroidTaskEnv(Game(), phone, **SMALL, **options)


def act(env: AndroidTaskEnv, command: str = ":", *, declares: bool = False) -> Any:
    env.device.shell(command)
    return env.step(Decoded(declared=True) if declares else Decoded((Wait(1),)))


def test_the_goal_is_what_the_device_says(phone: Device) -> None:
    env = make(phone)
    _, info = env.reset(seed=0)
    number = info["params"]["number"]
    assert info["goal"] == env.goal == f"Do this: thing {number}."
    _, again = env.reset(options={"params": {"number": 7}, "rewording": 4})
    assert again["goal"] == "Now thing 7."
    with pytest.raises(OptionError, match="rewording"):
        env.reset(options={"rewording": 5})


def test_a_prepared_episode_has_its_goal() -> None:
    env = make(make_device(), rewording="random")
    spare = make_device(env.device.twin)
    env.reset(seed=0)
    present = env.goal
    env.prepare(spare)
    assert env.goal == present
    _, prepared = env.reset()
    other = make(make_device(), rewording="random")
    other.reset(seed=0)
    assert other.reset()[1] == prepared
    assert str(prepared["params"]["number"]) in prepared["goal"]
    for one in (env.device, spare, other.device):
        one.close()


@pytest.mark.parametrize("termination", ["success", "declared"])
@pytest.mark.parametrize(("score", "reward"), [(-1, 0.0), (0.5, 0.0), (1, 1.0)])
def test_the_episode_ends_with_the_score(
    phone: Device, termination: Any, score: float, reward: float
) -> None:
    env = make(phone, termination=termination)
    _, info = env.reset(seed=0)
    assert info["score"] == 0.0
    _, _, terminated, truncated, info = act(env)
    assert (terminated, truncated, info["score"]) == (False, False, 0.0)
    _, earned, terminated, truncated, info = act(env, f"echo {score} > {SCORE}")
    assert (earned, terminated, truncated) == (reward, True, False)
    assert (info["score"], info["is_success"]) == (score, reward == 1.0)


def test_declaring_counts_as_without(phone: Device) -> None:
    env = make(phone, termination="declared")
    env.reset(seed=0)
    _, earned, terminated, _, info = act(env, declares=True)
    assert (earned, terminated, info["score"]) == (0.0, True, 0.0)


def test_harm_counts_at_such_an_end(phone: Device) -> None:
    env = make(phone)
    env.reset(seed=0)
    _, earned, terminated, _, info = act(env, f"echo 1 > {SCORE}; rm {SAID}")
    assert (earned, terminated) == (0.0, True)
    assert info["side_effects"] == [f"file lost: {SAID}"]


def test_a_task_that_does_not_end_by_itself_is_not_asked(phone: Device) -> None:
    class Endless(Game):
        ends_by_itself = False

    env = AndroidTaskEnv(Endless(), phone, termination="declared", **SMALL)
    env.reset(seed=0)
    assert act(env, f"echo -1 > {SCORE}")[2] is False
