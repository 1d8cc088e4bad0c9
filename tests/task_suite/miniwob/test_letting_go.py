"""Environments that are closed leave nothing of their pages."""

import gc
import weakref

import gymnasium as gym
import psutil

import android_gym  # noqa: F401  (registers the ids)
from android_gym.simulator.web.ahead import MOST


def renderers() -> int:
    """Count the browser's processes that hold pages."""
    count = 0
    for child in psutil.Process().children(recursive=True):
        try:
            count += "--type=renderer" in child.cmdline()
        except psutil.Error:  # it has just ended
            continue
    return count


def test_a_closed_environment_leaves_no_page_and_no_phone():
    phones, counts = [], []
    for seed in range(6):
        env = gym.make("MiniWoB/click-test-v0", render_mode="rgb_array")
        env.reset(seed=seed)
        env.step(env.action_space.sample())
        env.render()
        phones.append(weakref.ref(env.get_wrapper_attr("device").phone))
        env.close()
        del env
        gc.collect()
        counts.append(renderers())
    # The place of the first page is used again, beside those of pages that are loaded ahead.
    assert counts[-1] <= counts[0] + MOST
    assert [phone() for phone in phones] == [None] * 6


def test_a_phone_that_was_closed_can_go_on():
    env = gym.make("MiniWoB/click-test-v0", observation=("pixels", "ui_elements"))
    env.reset(seed=0)
    device = env.get_wrapper_attr("device")
    before, elements = device.screenshot(), device.ui_elements()
    device.phone.close()
    assert (device.phone.repaint() == before).all()
    assert device.ui_elements() == elements
    env.close()
