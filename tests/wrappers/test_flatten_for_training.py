import zlib

import numpy as np
import pytest
from gymnasium import spaces

from android_gym.errors import OptionError
from android_gym.observations import element_text
from android_gym.wrappers import FlattenForTraining
from android_gym.wrappers.flatten_for_training import tokenize


def test_stands_gymnasiums_checks(make, check):
    env = FlattenForTraining(make(action_mode="discrete"), size=(54, 120), stack=2)
    assert all(isinstance(part, spaces.Box) for part in env.observation_space.values())
    check(env)


def test_tokens_are_words_and_ids_what_is_documented():
    ids = tokenize("Turn wifi_2 OFF!", 8, vocabulary=1000)
    words = ["turn", "wifi", "_", "2", "off", "!"]
    assert ids.tolist() == [*(1 + zlib.crc32(word.encode()) % 999 for word in words), 0, 0]
    assert tokenize("a b c", 2).shape == (2,)
    assert not tokenize("", 3).any()


def test_texts_become_their_tokens(make):
    env = FlattenForTraining(make(), goal_tokens=5, row_tokens=3)
    observation, info = env.reset(seed=0)
    np.testing.assert_array_equal(observation["goal"], tokenize(info["goal"], 5))
    elements = env.unwrapped.device.ui_elements()
    for row, element in zip(observation["ui_text"], elements, strict=False):
        np.testing.assert_array_equal(row, tokenize(element_text(element), 3))
    assert not observation["ui_text"][len(elements) :].any()


def test_wrong_arguments_are_told(make):
    with pytest.raises(OptionError, match="PixelsOnly"):
        FlattenForTraining(make(observation="pixels"))
    with pytest.raises(OptionError, match="vocabulary"):
        FlattenForTraining(make(), vocabulary=1)
