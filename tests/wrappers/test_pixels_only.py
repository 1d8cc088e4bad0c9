import numpy as np
import pytest

from android_gym.errors import OptionError
from android_gym.wrappers import PixelsOnly, SetOfMarks


@pytest.mark.parametrize(
    "options, shape",
    [
        ({}, (240, 108, 3)),
        ({"size": (54, 120), "grayscale": True, "stack": 4}, (120, 54, 4)),
        ({"stack": 2}, (240, 108, 6)),
    ],
)
def test_stands_gymnasiums_checks(make, check, options, shape):
    env = PixelsOnly(make(action_mode="discrete"), **options)
    assert env.observation_space.shape == shape
    check(env)


def test_frames_are_stacked_latest_last(make):
    env = PixelsOnly(SetOfMarks(make(action_mode="json", observation="pixels")), stack=2)
    first, _ = env.reset(seed=0)
    np.testing.assert_array_equal(first[..., :3], first[..., 3:])
    second = env.step({"action_type": "open_app", "app_name": "settings"})[0]
    np.testing.assert_array_equal(second[..., :3], first[..., 3:])
    assert (second[..., 3:] != first[..., 3:]).any()


def test_small_frames_are_averages(make):
    env = PixelsOnly(make(), size=(54, 120))
    plain = env.env.reset(seed=0)[0]["pixels"].astype(float)
    small, _ = env.reset(seed=0)
    means = plain.reshape(120, 2, 54, 2, 3).mean(axis=(1, 3))
    assert np.abs(means - small).max() <= 1


def test_wrong_arguments_are_told(make):
    with pytest.raises(OptionError, match="no pixels"):
        PixelsOnly(make(observation=("goal", "ui_text")))
    with pytest.raises(OptionError, match="size"):
        PixelsOnly(make(), size=(1, 2, 3))
    with pytest.raises(OptionError, match="stack"):
        PixelsOnly(make(), stack=0)
