import numpy as np
import pytest

from android_gym.errors import OptionError
from android_gym.wrappers import ElementActions, RandomizeDevice, SetOfMarks, Stabilize


def test_stands_gymnasiums_checks(make, check):
    check(RandomizeDevice(make()))
    check(ElementActions(Stabilize(RandomizeDevice(make()))))


def test_the_device_looks_as_told(make):
    env = RandomizeDevice(make())
    looks = []
    for seed in range(6):
        observation, info = env.reset(seed=seed)
        look = info["device_look"]
        looks.append(tuple(look.values()))
        density = env.device.shell("wm density").strip().splitlines()[-1]
        assert density.endswith(str(look["density"]))
        assert env.device.get_setting("system", "font_scale") == str(look["font_scale"])
        wanted = "yes" if look["night"] else "no"
        assert wanted in env.device.shell("cmd uimode night")
        np.testing.assert_array_equal(observation["pixels"], env.device.screenshot((108, 240)))
    assert len(set(looks)) > 3
    again, info = env.reset(seed=5)
    assert tuple(info["device_look"].values()) == looks[-1]
    np.testing.assert_array_equal(again["pixels"], observation["pixels"])


def test_the_task_can_still_be_solved(make):
    env = RandomizeDevice(make(action_mode="json"))
    env.reset(seed=3)
    env.device.shell("svc wifi disable")
    assert env.step({"action_type": "wait"})[1:3] == (1.0, True)


def test_wrong_arguments_are_told(make):
    for options in ({"densities": []}, {"font_scales": [9]}, {"notifications": 7}):
        with pytest.raises(OptionError, match=next(iter(options))):
            RandomizeDevice(make(), **options)
    from gymnasium.wrappers import FlattenObservation

    with pytest.raises(OptionError, match="first"):
        RandomizeDevice(FlattenObservation(make(observation=("pixels", "goal"))))
    SetOfMarks(RandomizeDevice(make()))


def test_notifications_are_in_the_shade(make):
    env = RandomizeDevice(make(), notifications=6)
    for seed in range(8):
        _, info = env.reset(seed=seed)
        env.device.shell("cmd statusbar expand-notifications")
        titles = [e.resource_name for e in env.device.ui_elements()].count("android:id/title")
        assert (titles > 0) == (info["device_look"]["notifications"] > 0)
