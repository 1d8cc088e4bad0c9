import time

import pytest

from android_gym.accessibility import UIElement
from android_gym.errors import DeviceError, OptionError
from android_gym.wrappers import SetOfMarks, Stabilize


@pytest.mark.parametrize("pixels", [False, True])
def test_stands_gymnasiums_checks(make, check, pixels):
    check(Stabilize(make(), pixels=pixels))


def test_waits_until_the_screen_is_the_same_so_often(make, monkeypatch):
    env = Stabilize(make(action_mode="json", observation="pixels"), polls=3, poll_ms=500)
    _, info = env.reset(seed=0)
    assert (info["stable"], info["stable_polls"], info["stable_seconds"]) == (True, 3, 1.0)
    shown = iter("abbc" + "d" * 9)
    monkeypatch.setattr(env.device, "ui_elements", lambda: (UIElement(text=next(shown)),))
    before = env.device.now()
    info = env.step({"action_type": "unknown"})[4]
    assert (info["stable"], info["stable_polls"], info["stable_seconds"]) == (True, 7, 3.0)
    assert (env.device.now() - before).total_seconds() == 3


def test_goes_on_at_the_deadline(make, monkeypatch):
    env = Stabilize(make(action_mode="json", observation="pixels"), poll_ms=200, deadline_ms=1000)
    env.reset(seed=0)
    monkeypatch.setattr(env.device, "ui_elements", lambda: (UIElement(text=str(time.time_ns())),))
    info = env.step({"action_type": "unknown"})[4]
    assert (info["stable"], info["stable_seconds"]) == (False, 1.0)


def test_costs_the_devices_time_only(make):
    env = Stabilize(make(), poll_ms=60_000, deadline_ms=600_000)
    start, before = time.monotonic(), (env.reset(seed=0), env.device.now())[1]
    for _ in range(10):
        env.step(env.action_space.sample() | {"action_type": 8})
    assert (env.device.now() - before).total_seconds() >= 1200
    assert time.monotonic() - start < 60


def test_success_is_judged_after_the_wait(make):
    env = Stabilize(make(action_mode="json"))
    env.reset(seed=0)
    env.device.shell("svc wifi disable")
    _, reward, terminated, _, info = env.step({"action_type": "wait"})
    assert (reward, terminated, info["is_success"]) == (1.0, True, True)


def test_what_cannot_be_done_is_told(make):
    env = Stabilize(make(action_mode="json"))
    env.reset(seed=0)
    assert "launch" in env.step({"action_type": "open_app", "app_name": "a.b.c"})[4]["action_error"]


def test_a_device_that_dies_truncates(make, monkeypatch):
    env = Stabilize(make(action_mode="json", observation="pixels"))
    env.reset(seed=0)

    def fail():
        raise DeviceError("The cable is out.")

    with monkeypatch.context() as patch:
        patch.setattr(env.device, "ui_elements", fail)
        _, _, terminated, truncated, info = env.step({"action_type": "wait"})
    assert truncated and not terminated and "cable" in info["device_error"]
    assert "device_error" not in env.reset()[1]


def test_must_be_innermost(make):
    SetOfMarks(Stabilize(make()))
    from gymnasium.wrappers import FlattenObservation

    with pytest.raises(OptionError, match="first"):
        Stabilize(FlattenObservation(make(observation=("pixels", "goal"))))
    with pytest.raises(OptionError, match="polls"):
        Stabilize(make(), polls=1)
