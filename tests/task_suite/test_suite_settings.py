"""Settings of a suite: made before every task's own set-up, and none of the agent's doing."""

from __future__ import annotations

import gymnasium as gym

import android_gym  # noqa: F401  (registers the ids)


def test_androidworld_s_tasks_begin_with_the_24_hour_clock() -> None:
    env = gym.make("AndroidWorld/ClockStopWatchRunning-v0", observation="ui_elements")
    env.reset(seed=0)
    device = env.unwrapped.device
    assert device.shell("settings get system time_12_24").strip() == "24"
    assert "15:34" in {element.text for element in device.ui_elements()}
    device.shell("settings put system time_12_24 12")  # harm that only a reset undoes
    env.reset(seed=0)
    assert device.shell("settings get system time_12_24").strip() == "24"
    env.close()


def test_a_suite_without_settings_leaves_the_phone_alone() -> None:
    env = gym.make(next(id for id in gym.registry if str(id).startswith("AndroidGym/")))
    env.reset(seed=0)
    assert env.unwrapped.device.shell("settings get system time_12_24").strip() == "null"
    env.close()
