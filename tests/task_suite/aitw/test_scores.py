import numpy as np
import pytest

from android_gym.errors import OptionError
from android_gym.task_suite.aitw.scores import EpisodeScore, summarize


def rng():
    return np.random.default_rng(0)


def test_parts_count_alike_however_many_episodes_they_have():
    scores = [EpisodeScore("general", 1, 2)] * 9 + [EpisodeScore("single", 4, 4)]
    found = summarize(scores, rng())
    assert found.episodes == 10
    assert (found.partial.mean, found.complete.mean) == (0.75, 0.5)
    assert {name: own.partial.mean for name, own in found.subsets.items()} == {
        "general": 0.5,
        "single": 1.0,
    }
    assert found.subsets["general"].complete.mean == 0.0


def test_episodes_count_alike_however_long_they_are():
    found = summarize([EpisodeScore("a", 9, 9), EpisodeScore("a", 0, 1)], rng())
    assert (found.partial.mean, found.complete.mean) == (0.5, 0.5)


def test_a_step_missed_is_not_complete():
    assert not EpisodeScore("a", 8, 9).complete and EpisodeScore("a", 9, 9).complete
    assert EpisodeScore("a", 8, 9).partial == 8 / 9


def test_intervals_have_the_mean_of_the_whole_as_often_as_they_say():
    draw = np.random.default_rng(1)
    held = 0
    for _ in range(200):
        scores = [EpisodeScore("a", int(draw.random() < 0.6), 1) for _ in range(80)]
        found = summarize(scores, draw, resamples=200)
        held += found.partial.low <= 0.6 <= found.partial.high
    assert 176 <= held <= 200  # 95 % of 200 within four standard deviations and a bias


def test_intervals_narrow_with_more_episodes_and_lower_levels():
    few = [EpisodeScore("a", i % 2, 1) for i in range(20)]
    width = {}
    for name, scores, level in (("few", few, 0.95), ("many", few * 25, 0.95), ("low", few, 0.5)):
        found = summarize(scores, rng(), level=level).partial
        width[name] = found.high - found.low
        assert found.low <= found.mean <= found.high
    assert width["many"] < width["few"] / 3 and width["low"] < width["few"] / 2


def test_the_same_generator_gives_the_same_intervals():
    scores = [EpisodeScore("a", i % 3, 3) for i in range(30)]
    assert summarize(scores, rng()) == summarize(scores, rng())


@pytest.mark.parametrize(
    "make",
    [
        lambda: summarize([], rng()),
        lambda: summarize([EpisodeScore("a", 1, 1)], rng(), resamples=0),
        lambda: summarize([EpisodeScore("a", 1, 1)], rng(), level=1.0),
        lambda: EpisodeScore("a", 2, 1),
        lambda: EpisodeScore("a", 0, 0),
    ],
)
def test_what_can_not_be_is_told(make):
    with pytest.raises(OptionError):
        make()
