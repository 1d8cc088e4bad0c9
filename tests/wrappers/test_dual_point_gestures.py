import numpy as np
import pytest

from android_gym.errors import ActionError, OptionError
from android_gym.events import Key, Swipe, Tap, Text
from android_gym.wrappers import DualPointGestures, Stabilize
from android_gym.wrappers.dual_point_gestures import ActionType


def test_stands_gymnasiums_checks(make, check):
    check(DualPointGestures(Stabilize(make())))


@pytest.fixture
def acted(make, monkeypatch):
    """An environment with the events it was asked for."""
    env = DualPointGestures(make(action_mode="discrete"))
    env.reset(seed=0)
    events = []
    monkeypatch.setattr(env.device, "perform", events.extend)
    return env, events


@pytest.mark.parametrize(
    "touch, lift, event",
    [
        ((0.5, 0.25), (0.5, 0.25), Tap(270, 1200)),
        ((0.0, 0.25), (0.04, 0.25), Tap(270, 0)),  # 0.04 exactly is still a tap
        ((0.5, 0.25), (0.5, 0.295), Swipe(270, 1200, 318, 1200, 500)),
        ((0.75, 0.5), (0.25, 0.5), Swipe(540, 1800, 540, 600, 500)),
        ((1.0, 1.0), (1.0, 1.0), Tap(1079, 2399)),
    ],
)
def test_near_points_are_a_tap_others_a_swipe(acted, touch, lift, event):
    env, events = acted
    env.step(env.encode(ActionType.DUAL_POINT, touch, lift))
    assert events == [event]


def test_keys_and_text(acted):
    env, events = acted
    for kind in (3, 5, 6, 7, 8, 9):
        env.step(env.encode(kind, (-1, -1), (-1, -1), "Käse"))
    keys = [Key(f"KEYCODE_{name}") for name in ("BACK", "HOME", "ENTER")]
    assert events == [Text("Käse"), *keys]


@pytest.mark.parametrize("kind, status", [(10, "complete"), (11, "impossible")])
def test_both_statuses_end_the_episode(make, kind, status):
    env = DualPointGestures(make())
    env.reset(seed=0)
    _, reward, terminated, _, info = env.step(env.encode(kind))
    assert (reward, terminated, info["status"]) == (0.0, True, status)


def test_wrong_actions_are_told(acted):
    env, _ = acted
    for change in ({"action_type": 2}, {"touch_point": np.array([0, 2], np.float32)}, {"text": 1}):
        with pytest.raises(ActionError, match="encode"):
            env.step(env.encode(4) | change)
    with pytest.raises(OptionError, match="text_length"):
        DualPointGestures(env.env, text_length=0)
