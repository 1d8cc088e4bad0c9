import pytest

from android_gym.errors import OptionError
from android_gym.wrappers import TimePenalty


def test_stands_gymnasiums_checks(make, check):
    check(TimePenalty(make()))


def test_every_step_costs_and_success_still_pays(make):
    env = TimePenalty(make(termination="declared", action_mode="json"), penalty=0.25)
    env.reset(seed=0)
    assert env.step({"action_type": "wait"})[1] == -0.25
    env.unwrapped.device.shell("svc wifi disable")
    assert env.step({"action_type": "status", "goal_status": "complete"})[1:3] == (0.75, True)


@pytest.mark.parametrize("penalty", [-1, float("nan"), "0.1", True])
def test_wrong_penalties_are_told(make, penalty):
    with pytest.raises(OptionError, match="penalty"):
        TimePenalty(make(), penalty=penalty)
