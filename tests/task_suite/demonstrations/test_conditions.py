"""Demonstrations under other conditions than those they were written in."""

from __future__ import annotations

import gymnasium as gym
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.actions import Decoded
from android_gym.task_suite.demonstrations import Observation, demonstration

CONDITIONS = {
    "large text": "settings put system font_scale 1.3",
    "small text": "settings put system font_scale 0.85",
    "dark": "cmd uimode night yes",
    "larger display": "wm density 500",
    "smaller display": "wm density 340",
    "Settings left on another page": "am start -W -a android.settings.DISPLAY_SETTINGS; "
    "input keyevent KEYCODE_HOME",
    "the app running": "monkey -p com.arduia.expense -c android.intent.category.LAUNCHER 1; "
    "sleep 2; input keyevent KEYCODE_HOME",
}
TASKS = (
    "SystemWifiTurnOff",
    "SystemBluetoothTurnOn",
    "SystemBrightnessMin",
    "ExpenseAddSingle",
    "ExpenseDeleteMultiple2",
    "ExpenseDeleteDuplicates2",
    "SimpleSmsSendClipboardContent",
    "SimpleSmsSendReceivedAddress",
)


@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize("task", TASKS)
def test_demonstration_survives(task: str, condition: str) -> None:
    with gym.make(
        f"AndroidWorld/{task}-v0", observation="goal", termination="declared", max_steps=60
    ) as env:
        _, info = env.reset(seed=1)
        device = env.get_wrapper_attr("device")
        mode = env.get_wrapper_attr("action_mode")
        device.shell(CONDITIONS[condition])
        env.get_wrapper_attr("mark_start")()
        policy = demonstration(type(env.get_wrapper_attr("task")))
        over = False
        while not over:
            seen = Observation(info["goal"], tuple(device.ui_elements()), *device.size)
            action = mode.encode(Decoded.of(policy(seen)), device.size)
            _, reward, terminated, truncated, _ = env.step(action)
            over = terminated or truncated
        assert reward == 1.0
