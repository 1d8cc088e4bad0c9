"""Judging of changes to Settings: a setting that no goal names must not change."""

from __future__ import annotations

import gymnasium as gym
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.devices.user_data import SETTINGS
from android_gym.task_suite.android_gym.settings.questions import ADAPTERS


def test_every_setting_that_is_asked_for_is_watched_in_all_tasks() -> None:
    for adapter in ADAPTERS:
        for name, choice in adapter.choices.items():
            assert choice.key in SETTINGS[choice.namespace], name


def test_another_setting_of_the_page_stays() -> None:
    env = gym.make("AndroidGym/SettingsTouchFeedback-v0", observation="goal")
    _, info = env.reset(seed=0)
    task, device = env.get_wrapper_attr("task"), env.get_wrapper_attr("device")
    params, judge = info["params"], env.get_wrapper_attr("judge")
    kept = [row for i, row in enumerate(params["rows"]) if i not in params["targets"]]
    task.change.adapter.put(device, [*kept, *params["wanted"]])
    assert judge.ask_success(device, None) == 1.0
    for value, reward in (("0", 0.0), ("1", 1.0)):  # on is what it is if it was never set
        device.put_setting("system", "alarm_vibration_intensity", value)
        assert judge.ask_success(device, None) == reward
    env.close()


def test_a_value_of_several_lines_is_none_of_the_choices() -> None:
    env = gym.make("AndroidGym/SettingsTouchFeedback-v0", observation="goal")
    _, info = env.reset(seed=0)
    adapter, device = env.get_wrapper_attr("task").change.adapter, env.get_wrapper_attr("device")
    rows = info["params"]["rows"]
    last = adapter.choices[rows[-1]["name"]]
    device.shell(f"settings put {last.namespace} {last.key} '1\nx'")
    with pytest.raises(ValueError):
        adapter.read(device, rows)
    env.close()
