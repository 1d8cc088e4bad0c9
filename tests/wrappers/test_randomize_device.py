import shutil

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError

from android_gym.actions import Decoded, Gesture
from android_gym.errors import ActionError, DeviceError, OptionError
from android_gym.simulator.system.latency import PROFILES, SEED_SETTING, SETTING
from android_gym.task_suite.android_world.noise import NOISE
from android_gym.task_suite.suite import tasks
from android_gym.testing.demonstrations import play
from android_gym.wrappers import (
    Curriculum,
    DualPointGestures,
    ElementActions,
    RandomizeDevice,
    SetOfMarks,
    Stabilize,
)

ALL = {
    "sizes": [(1080, 2400), (720, 1600), (1440, 3120)],
    "time_formats": ["12", "24"],
    "noise": True,
    "latencies": ["none", "phone", {"open": [10, 20]}],
    "cutouts": ["none", "corner", "double", "hole", "tall"],
}
"""Everything but messages, which no demonstration watches out for."""


def test_stands_gymnasiums_checks(make, check):
    check(RandomizeDevice(make()))
    check(ElementActions(Stabilize(RandomizeDevice(make()))))


def test_stands_them_with_everything(make, check):
    check(RandomizeDevice(make(), messages=2, **ALL))
    check(DualPointGestures(Stabilize(RandomizeDevice(make(), messages=2, **ALL))))


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
    for options in (
        {"densities": []},
        {"font_scales": [9]},
        {"notifications": 7},
        {"sizes": [(1080,)]},
        {"sizes": [(1080, 10)]},
        {"time_formats": ["13"]},
        {"messages": 5},
        {"messages": True},
        {"latencies": ["fast"]},
        {"cutouts": ["round"]},
        {"cutouts": "hole"},
        {"locales": "zh-CN"},
        {"locales": ["zh-CN; reboot"]},
        {"locales": [1]},
    ):
        with pytest.raises(OptionError, match=next(iter(options))):
            RandomizeDevice(make(), **options)
    from gymnasium.wrappers import FlattenObservation

    with pytest.raises(OptionError, match="first"):
        RandomizeDevice(FlattenObservation(make(observation=("pixels", "goal"))))
    for inner in (Stabilize, Curriculum):
        with pytest.raises(OptionError, match=f"can.t wrap {inner.__name__}"):
            RandomizeDevice(inner(make()))
    with pytest.raises(OptionError, match="One is enough"):
        RandomizeDevice(RandomizeDevice(make()))
    SetOfMarks(RandomizeDevice(make()))


def test_notifications_are_in_the_shade(make):
    env = RandomizeDevice(make(), notifications=6)
    for seed in range(8):
        _, info = env.reset(seed=seed)
        env.device.shell("cmd statusbar expand-notifications")
        names = {e.resource_name for e in env.device.ui_elements()}
        shown = names & {"android:id/title", "com.android.systemui:id/notification_line"}
        assert bool(shown) == (info["device_look"]["notifications"] > 0)


def test_the_device_is_as_told(make):
    env = RandomizeDevice(make("AndroidWorld/SystemBluetoothTurnOff-v0"), **ALL)
    looks = []
    for seed in range(8):
        look = env.reset(seed=seed)[1]["device_look"]
        looks.append(tuple(look.values()))
        assert env.device.size == look["size"]
        assert f"Override density: {look['density']}" in env.device.shell("wm density")
        assert abs(look["density"] / look["size"][0] * 1080 - 420) <= 61
        assert env.device.get_setting("system", "time_12_24") == look["time_format"]
        assert env.device.get_setting("global", SETTING) == look["latency"]
        assert env.device.get_setting("global", SEED_SETTING).isdecimal()
        assert set(look["noise"].split()) == set(NOISE)
    assert len(set(looks)) == 8
    for index in range(len(looks[0])):
        assert len({look[index] for look in looks}) > 1
    assert tuple(env.reset(seed=7)[1]["device_look"].values()) == looks[-1]


def test_the_phone_speaks_what_is_told(make):
    env = RandomizeDevice(make(), locales=["en-US", "zh-CN"])
    spoken = set()
    for seed in range(6):
        locale = env.reset(seed=seed)[1]["device_look"]["locale"]
        assert env.device.get_setting("system", "system_locales") == locale
        env.device.shell("am start -W -a android.settings.SETTINGS && sleep 1")
        texts = {element.text for element in env.device.ui_elements()}
        assert ("设置" if locale == "zh-CN" else "Settings") in texts
        spoken.add(locale)
    assert len(spoken) == 2


def test_what_is_not_chosen_among_is_left_alone(make):
    env = RandomizeDevice(make(device={"kind": "simulator", "latency": "slow"}))
    look = env.reset(seed=0)[1]["device_look"]
    assert look.keys() == {"density", "night", "font_scale", "notifications"}
    assert env.device.get_setting("global", SETTING) == "slow"
    assert env.device.get_setting("system", "time_12_24") == "24"  # as the suite sets it
    assert "Override" not in env.device.shell("wm size")


def test_its_latencies_are_the_simulators(make):
    """The wrapper may not import them."""
    for name in PROFILES:
        RandomizeDevice(make(), latencies=[name])


def test_messages_arrive_and_pop_up(make):
    env = RandomizeDevice(make(action_mode="json", max_steps=50), messages=4)
    arrived = []
    for seed in range(4):
        number = env.reset(seed=seed)[1]["device_look"]["messages"]
        steps = []
        for _ in range(12):
            steps.append(env.step({"action_type": "wait"})[4]["message_arrived"])
            elements = env.device.ui_elements()
            tops = [e.bbox_pixels.y_min for e in elements if e.resource_name == "android:id/title"]
            assert any(0 < top < 300 for top in tops) or not steps[-1]
        assert sum(steps) == number
        arrived.append(tuple(steps))
    assert len(set(arrived)) > 1 and any(map(any, arrived))


def test_refused_actions_bring_no_messages(make):
    """They are no steps: messages come when they would have come without them."""
    env = RandomizeDevice(make(max_steps=50), messages=4)
    wait = {**env.action_space.sample(), "action_type": Gesture.WAIT}
    sent = []
    console = env.device.console
    env.device.console = lambda command: sent.append(command) or console(command)

    def arrivals(refused):
        env.reset(seed=3)
        steps = []
        for _ in range(12):
            for _ in range(refused):
                before = len(sent)
                with pytest.raises(ActionError):
                    env.step({**wait, "action_type": 99})
                assert len(sent) == before
            steps.append(env.step(wait)[4]["message_arrived"])
        return steps

    expected = arrivals(0)
    assert any(expected) and arrivals(2) == expected
    env.reset(seed=3)
    env.unwrapped.close()
    count = len(sent)
    for _ in range(12):
        with pytest.raises(ClosedEnvironmentError):
            env.step(wait)
    assert len(sent) == count


def test_none_do_where_they_could_be_judged_or_there_is_no_console(make, monkeypatch):
    env = RandomizeDevice(make("AndroidWorld/SimpleSmsSend-v0"), messages=4, noise=True)
    for seed in range(5):
        look = env.reset(seed=seed)[1]["device_look"]
        assert look["messages"] == 0
        assert not {"contacts", "messages"} & set(look["noise"].split())
    env = RandomizeDevice(make(action_mode="json"), messages=4)
    seed = next(s for s in range(9) if env.reset(seed=s)[1]["device_look"]["messages"])

    def fail(command):
        raise DeviceError("There is no console.")

    monkeypatch.setattr(env.device, "console", fail)
    env.reset(seed=seed)
    for _ in range(10):
        info = env.step({"action_type": "unknown"})[4]
        assert not info["message_arrived"] and "device_error" not in info


EVERY_DAY = (
    "ClockTimerEntry",
    "ContactsAddContact",
    "ExpenseDeleteSingle",
    "FilesDeleteFile",
    "MarkorDeleteNewestNote",
    "OpenAppTaskEval",
    "SimpleSmsReplyMostRecent",
    "SystemBrightnessMax",
    "SystemWifiTurnOffVerify",
)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name in EVERY_DAY else pytest.mark.nightly)
        for name in tasks("AndroidWorld")
    ],
)
def test_nothing_that_is_judged_is_touched(make, name):
    # A screen that shows less takes more swipes.
    options = {"observation": "goal", "termination": "declared", "budget_factor": 2}
    env = Stabilize(RandomizeDevice(make(f"AndroidWorld/{name}-v0", **options), **ALL))
    declare = env.unwrapped.action_mode.encode(Decoded(declared=True), (1080, 2400))
    task = env.get_wrapper_attr("task")
    for seed in range(2 if name in EVERY_DAY else 5):
        assert play(env, seed=seed).reward == 1.0
        _, info = env.reset(seed=seed)
        score = task.success(env.get_wrapper_attr("device"), info["params"], None)
        assert env.step(declare)[1] == score
        assert task.satisfied_at_reset or score == 0.0


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("adb") is None, reason="needs adb")
def test_it_is_the_same_on_a_phone_in_another_process(make, served_phone):
    seen = []
    for device in ("simulator", served_phone.name):
        env = make("AndroidWorld/ExpenseAddSingle-v0", device=device, observation="ui_text",
                   termination="declared")  # fmt: skip
        env = Stabilize(RandomizeDevice(env, **ALL))
        episodes = [play(env, seed=seed) for seed in range(2)]
        observation, info = env.reset(seed=2)
        seen.append(([(e.reward, len(e.actions)) for e in episodes], info, observation.tobytes()))
        assert all(episode.reward == 1.0 for episode in episodes)
        env.close()
    assert seen[0] == seen[1]


def test_a_cutout_is_one_of_those_asked_for_and_none_of_another_episodes(make):
    env = RandomizeDevice(make(device={"kind": "simulator"}), cutouts=["none", "hole", "tall"])
    seen = set()
    for seed in range(8):
        _, info = env.reset(seed=seed)
        cutout = info["device_look"]["cutout"]
        seen.add(cutout)
        lines = env.device.shell("cmd overlay list").splitlines()
        on = [
            line.rpartition(".")[2] for line in lines if line.startswith("[x]") and "cutout" in line
        ]
        assert on == ([] if cutout == "none" else [cutout])
    assert seen == {"none", "hole", "tall"}


def test_the_night_can_be_chosen(make):
    env = make()
    wrapped = RandomizeDevice(env, night="always")
    try:
        for seed in range(3):
            _, info = wrapped.reset(seed=seed)
            assert info["device_look"]["night"] is True
        assert "yes" in wrapped.device.shell("cmd uimode night")
    finally:
        wrapped.close()
    with pytest.raises(OptionError, match="night"):
        RandomizeDevice(env, night="never")
