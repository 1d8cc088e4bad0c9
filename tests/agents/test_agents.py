"""M3A, T3A and SeeAct: what they are shown, what they remember, what becomes of bad replies."""

from __future__ import annotations

from typing import Any

import cv2
import gymnasium as gym
import numpy as np
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.accessibility import BoundingBox, UIElement
from android_gym.agents.agent import Agent, Ask, View
from android_gym.agents.client import ChatClient
from android_gym.agents.formats import ModelReply, Screen, make_format
from android_gym.agents.m3a import M3A, T3A
from android_gym.agents.policy import AgentName, ModelPolicy
from android_gym.agents.seeact import SeeActAgent
from android_gym.errors import OptionError
from android_gym.events import Key, Tap, Wait
from android_gym.testing.model_server import DemonstrationBrain, ModelServer

BUTTON = UIElement(
    text='Say "OK"',
    class_name="android.widget.Button",
    is_clickable=True,
    is_visible=True,
    bbox_pixels=BoundingBox(x_min=0, x_max=100, y_min=200, y_max=260),
)
FIELD = UIElement(
    hint_text="Name",
    class_name="android.widget.EditText",
    is_editable=True,
    is_visible=True,
    bbox_pixels=BoundingBox(x_min=0, x_max=100, y_min=20, y_max=60),
)
SCREEN = Screen((320, 640), (BUTTON, FIELD))
PIXELS = np.full((640, 320, 3), 90, np.uint8)
VIEW = View(PIXELS, SCREEN)
BACK = 'Reason: Not here.\nAction: {"action_type": "navigate_back"}'
DONE = 'Reason: All done.\nAction: {"action_type": "status", "goal_status": "complete"}'


def think(agent: Agent, view: View, *replies: str) -> tuple[Any, list[Ask]]:
    """Let an agent think, and return its actions and what it asked."""
    thinking = agent.think(view)
    asked = [next(thinking)]
    for reply in replies[:-1]:
        asked.append(thinking.send(ModelReply(reply)))
    with pytest.raises(StopIteration) as done:
        thinking.send(ModelReply(replies[-1]))
    return done.value.value, asked


def images(ask: Ask) -> list[np.ndarray]:
    files = [picture.png for message in ask.messages for picture in message.pictures]
    return [cv2.imdecode(np.frombuffer(file, np.uint8), cv2.IMREAD_COLOR) for file in files]


def test_m3a_acts_and_then_sums_up() -> None:
    agent = M3A("Find it.", advice=["It is red."])
    (action,), (ask,) = think(agent, VIEW, BACK)
    assert action.events == (Key("KEYCODE_BACK"),)
    (message,) = ask.messages
    for words in ("Find it.", "nothing was done yet", "It is red.", '"text": "Say \\"OK\\""'):
        assert words in message.text, words
    assert 'UI element 1: {"index": 1, "hint_text": "Name"' in message.text
    raw, marked = images(ask)
    assert (raw == 90).all()
    assert (marked[260, 5:90] == (0, 255, 0)).all()  # the lower edge of the button
    (action,), (summing, ask) = think(agent, VIEW, "I went\nback.", DONE)
    assert (action.declared, action.events) == (True, ())
    assert "Reason: Not here." not in summing.messages[0].text
    assert "The reason: Not here." in summing.messages[0].text
    before, after = images(summing)
    assert (before[-3:, -100:] > 200).any() and (after[-3:, -100:] > 200).any()  # their labels
    told = 'Step 1: chosen action {"action_type": "navigate_back"}. I went back.'
    assert told in ask.messages[0].text


def test_t3a_sees_no_picture() -> None:
    for strict, listed in ((None, '0 Button "Say'), ("upstream", "UI element 0: UIElement(text=")):
        _, (ask,) = think(T3A("Find it.", strict), VIEW, BACK)
        assert not images(ask)
        assert listed in ask.messages[0].text


def test_a_reply_that_is_none_is_remembered_and_not_summed_up() -> None:
    agent = M3A("Find it.")
    (action,), _ = think(agent, VIEW, "I would rather talk.")
    assert "no JSON object" in str(action.error)
    _, (ask,) = think(agent, View(PIXELS, SCREEN, action.error), BACK)
    assert ask.messages[0].text.count("no JSON object") == 1
    assert "Step 1: " in ask.messages[0].text and "Step 2: " not in ask.messages[0].text


@pytest.mark.parametrize(("cls", "strict", "learns"), [
    (M3A, None, True), (M3A, "upstream", False), (T3A, "upstream", True),
])  # fmt: skip
def test_what_could_not_be_carried_out(cls: Any, strict: Any, learns: bool) -> None:
    agent = cls("Find it.", strict)
    think(agent, VIEW, 'Reason: a\nAction: {"action_type": "open_app", "app_name": "Nope"}')
    _, (ask,) = think(agent, View(PIXELS, SCREEN, "There is no app Nope."), BACK)
    assert ("no app Nope" in ask.messages[0].text) == learns


def test_upstream_rests_after_an_action_and_keeps_its_parser() -> None:
    (action,), _ = think(M3A("Go.", "upstream"), VIEW, BACK)
    assert action.events == (Key("KEYCODE_BACK"), Wait(2000))
    (action,), _ = think(M3A("Go.", "upstream"), VIEW, DONE)
    assert (action.declared, action.events) == (True, ())
    braces = 'Reason: a\nAction: {"action_type": "answer", "text": "a } b"}'
    assert think(M3A("Go."), VIEW, braces)[0][0].answer == "a } b"
    assert think(M3A("Go.", "upstream"), VIEW, braces)[0][0].error


def test_seeact_thinks_and_then_chooses() -> None:
    agent = SeeActAgent("Find it.")
    chosen = "**ELEMENT**: A\n**ACTION**: INPUT TEXT\n**VALUE**: 10:30"
    (action,), (first, second) = think(agent, VIEW, "The field.", chosen)
    tap, _, text, enter = action.events
    assert (tap, text.text, enter) == (Tap(50, 40), "10:30", Key("KEYCODE_ENTER"))
    assert len(images(first)) == 1
    assert [m.role for m in second.messages] == ["system", "user", "assistant", "user"]
    assert second.messages[2].text == "The field."
    choices = second.messages[3].text
    assert 'A. a "Name" text box that is empty' in choices  # from the top
    assert 'B. "Say "OK"" button' in choices
    assert "C. None of the other options." in choices
    (action,), (first, _) = think(agent, VIEW, "Gone.", "ELEMENT: D\nACTION: CLICK\nVALUE: None")
    assert "no element D" in str(action.error)
    assert "text box that is empty -> INPUT TEXT: 10:30" in first.messages[1].text
    _, (first, _) = think(
        agent, View(PIXELS, SCREEN, action.error), "x", "ELEMENT: None\nACTION: WAIT\nVALUE: None"
    )
    assert first.messages[1].text.count("no element D") == 1


def test_seeact_as_it_was() -> None:
    def strict(reply: str) -> Any:
        return think(SeeActAgent("Go.", "upstream"), VIEW, "x", reply)[0][0]

    assert strict("ELEMENT: B\nACTION: INPUT TEXT\nVALUE: 10:30").events[2].text == "10"
    assert strict("ELEMENT: A\nACTION: CLICK\nVALUE: None").events == (Tap(50, 230),)  # unsorted
    assert "must be None" in strict("ELEMENT: A\nACTION: CLICK\nVALUE: it").error
    assert "Invalid action" in strict("ELEMENT: None\nACTION: ANSWER\nVALUE: 5").error
    assert strict("**ELEMENT**: A\n**ACTION**: CLICK").error


def test_scrolls_of_seeact_are_named_by_the_finger() -> None:
    seeact = make_format("seeact-1")
    (swipe,) = seeact.parse("ELEMENT: None\nACTION: SWIPE\nVALUE: up", SCREEN).events
    assert swipe.to_y < swipe.y


@pytest.mark.parametrize("name", ["m3a", "t3a", "seeact"])
def test_a_task_is_solved(name: AgentName) -> None:
    env = gym.make(
        "AndroidWorld/SystemWifiTurnOff-v0", termination="declared", **ModelPolicy.env_options
    )
    try:
        _, info = env.reset(seed=1)
        device, task = env.get_wrapper_attr("device"), type(env.get_wrapper_attr("task"))
        action_format = make_format("seeact-1" if name == "seeact" else "androidworld-1")
        brain = DemonstrationBrain(action_format, task, device, info["goal"])

        def answer(request: dict[str, Any]) -> ModelReply:
            last = request["messages"][-1]["content"]
            text = last if isinstance(last, str) else last[0]["text"]
            if text.endswith("Your summary:") or "Look at the screen and think" in text:
                return ModelReply("I see.")
            return brain(request)

        with ModelServer(answer) as server:
            policy = ModelPolicy(ChatClient(server.base_url, "m", max_calls=60), agent=name)
            policy.prepare(env)
            policy.reset(info["goal"], 0)
            over, reward = False, 0.0
            while not over:
                _, reward, terminated, truncated, info = env.step(policy.act(None, info))
                over = terminated or truncated
            assert len(policy.notes["asked"]) == 2  # type: ignore[arg-type]
        assert reward == 1.0
    finally:
        env.close()


def test_mistakes_are_told() -> None:
    client = ChatClient("http://127.0.0.1:9/v1", "m")
    with pytest.raises(OptionError, match="m3a"):
        ModelPolicy(client, agent="m4a")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="its own format"):
        ModelPolicy(client, "qwen3-vl", agent="m3a")
    with pytest.raises(OptionError, match="needs a format"):
        ModelPolicy(client)
    with pytest.raises(OptionError, match="strict"):
        ModelPolicy(client, agent="t3a", strict="upsteam")  # type: ignore[arg-type]
