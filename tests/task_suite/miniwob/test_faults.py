"""A browser that fails in the middle of an episode costs the episode, and nothing else."""

import os
import signal
import threading

import gymnasium as gym
import numpy as np
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.actions import Decoded
from android_gym.events import Tap
from android_gym.simulator.ui.fonts import font_files
from android_gym.simulator.web import page as pages
from android_gym.simulator.web.browser import shared_browser
from android_gym.simulator.web.engines import find_engine

pytestmark = [
    pytest.mark.rotating,
    pytest.mark.skipif(find_engine() is None, reason="there is no Chromium"),
]
pytest.importorskip("miniwob", reason="the group 'web' is not installed")

TAP = Decoded((Tap(400, 300),))


@pytest.fixture
def env():
    made = gym.make("MiniWoB/click-checkboxes-v0", observation=("pixels", "ui_text"))
    yield made
    made.close()


def browser():
    return shared_browser(font_files()).process


@pytest.mark.parametrize("fault", [signal.SIGKILL, signal.SIGSTOP])
def test_one_that_is_killed_or_hangs(env, fault, monkeypatch):
    expected, _ = env.reset(seed=5)
    expected = {name: part.copy() for name, part in expected.items()}
    env.step(TAP)
    monkeypatch.setattr(pages, "BUDGET_S", 2.0)
    os.killpg(browser().pid, fault)
    _, reward, terminated, truncated, info = env.step(TAP)
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert "browser" in info["device_error"]
    monkeypatch.undo()
    again, info = env.reset(seed=5)
    assert "device_error" not in info
    assert all(np.array_equal(again[name], part) for name, part in expected.items())
    assert "device_error" not in env.step(TAP)[4]


def test_one_that_answers_late(env):
    env.reset(seed=5)
    expected = env.step(TAP)[0]
    expected = {name: part.copy() for name, part in expected.items()}
    env.reset(seed=5)
    group = browser().pid
    os.killpg(group, signal.SIGSTOP)
    timer = threading.Timer(1.0, os.killpg, (group, signal.SIGCONT))
    timer.start()
    late, _, _, truncated, info = env.step(TAP)
    timer.join()
    assert not truncated and "device_error" not in info
    assert all(np.array_equal(late[name], part) for name, part in expected.items())
