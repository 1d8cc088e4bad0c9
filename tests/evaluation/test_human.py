"""A person at the terminal."""

import io

import gymnasium as gym
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.errors import ActionError
from android_gym.evaluation.human import HELP, HumanPolicy, fields_of


def test_an_episode() -> None:
    lines = ["", "fly", "tap 9999", "open Settings", "scroll down", "back", "done", ""]
    said = io.StringIO()
    policy = HumanPolicy(io.StringIO("\n".join(lines)), said)
    env = gym.make(
        "AndroidWorld/SystemWifiTurnOff-v0", termination="declared", **policy.env_options
    )
    try:
        _, info = env.reset(seed=1)
        assert policy.prepare(env) is env
        policy.reset(info["goal"], 0)
        over, steps = False, 0
        while not over:
            _, _, terminated, truncated, info = env.step(policy.act(None, info))
            over, steps = terminated or truncated, steps + 1
        assert (steps, terminated, info["is_success"]) == (4, True, False)
        with pytest.raises(ActionError, match="quit"):
            policy.act(None, info)
    finally:
        env.close()
    for words in (
        "Goal: ",
        HELP,
        "'fly' is not a command",
        "no UI element 9999",
        '"Network & internet"',
    ):
        assert words in said.getvalue(), words


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("tap 3", {"action_type": "click", "index": 3}),
        ("hold 30 40", {"action_type": "long_press", "x": 30, "y": 40}),
        ("type 3 a b", {"action_type": "input_text", "index": 3, "text": "a b"}),
        ("type 10:30", {"action_type": "input_text", "text": "10:30"}),
        ("scroll up 2", {"action_type": "scroll", "direction": "up", "index": 2}),
        ("answer 3 of 4", {"action_type": "answer", "text": "3 of 4"}),
        ("home", {"action_type": "navigate_home"}),
    ],
)
def test_lines(line: str, fields: dict[str, object]) -> None:
    assert fields_of(line) == fields


@pytest.mark.parametrize("line", ["tap", "tap x", "tap 1 2 3", "type", "back 3", "x" * 999])
def test_lines_that_mean_nothing(line: str) -> None:
    with pytest.raises(ActionError, match="is not a command"):
        fields_of(line)
