"""Each format earns a task's reward through server, client, session and environment."""

import json
import urllib.request

import gymnasium as gym
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.actions import Decoded
from android_gym.agents.client import ChatClient
from android_gym.agents.formats import FORMATS, ModelReply, Screen, ToolCall, make_format
from android_gym.agents.session import Session
from android_gym.errors import ReplyError
from android_gym.events import Launch
from android_gym.testing.model_server import DemonstrationBrain, ModelServer

TASK = "AndroidWorld/SystemWifiTurnOff-v0"


@pytest.fixture(scope="module")
def env():
    made = gym.make(TASK, termination="declared", observation="goal", budget_factor=3)
    yield made
    made.close()


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_format_solves_a_task(name, env):
    action_format = make_format(name)
    _, info = env.reset(seed=3)
    device = env.get_wrapper_attr("device")
    task = type(env.get_wrapper_attr("task"))
    brain = DemonstrationBrain(action_format, task, device, info["goal"])
    session = Session(action_format, info["goal"])
    reward, over = 0.0, False
    try:
        action_format.render((Launch("Settings"),), Screen(device.size))
    except ReplyError:  # agents of SPA-Bench find the app open
        event = brain.next_event()
        assert isinstance(event, Launch)
        env.step(Decoded.of(event))
    with ModelServer(brain) as server:
        client = ChatClient(server.base_url, "demonstration", max_calls=60, max_retries=0)
        while not over:
            screen = Screen(device.size, device.ui_elements())
            messages = session.look(device.screenshot(), screen, info.get("action_error"))
            reply = client.complete(messages, action_format.tools(device.size))
            for action in session.take(reply):
                assert action.error is None
                _, reward, terminated, truncated, info = env.step(action)
                over = terminated or truncated
    assert reward == 1.0
    assert info["is_success"]
    assert len(server.requests) > 2


def test_a_reply_as_a_stream() -> None:
    """Some clients ask for nothing else."""
    reply = ModelReply("Yes.", (ToolCall("tap", "{}", "call-7"),))
    with ModelServer(lambda request: reply) as server:
        asked = urllib.request.Request(
            server.base_url + "/chat/completions", b'{"model": "one", "stream": true}'
        )
        with urllib.request.urlopen(asked, timeout=30) as answer:
            assert answer.headers["Content-Type"] == "text/event-stream"
            events = answer.read().decode().split("\n\n")
    assert events[-2:] == ["data: [DONE]", ""]
    first, last, usage = (json.loads(event.removeprefix("data: ")) for event in events[:3])
    assert first["choices"][0]["delta"]["content"] == "Yes."
    assert first["choices"][0]["delta"]["tool_calls"][0]["index"] == 0
    assert last["choices"][0]["finish_reason"] == "tool_calls"
    assert usage["usage"]["completion_tokens"] == reply.length


def test_a_server_that_is_late_and_keeps_nothing() -> None:
    with ModelServer(lambda request: ModelReply("Yes."), latency_s=0.05, keep=False) as server:
        client = ChatClient(server.base_url, "m", max_retries=0)
        assert client.complete(()).text == client.complete(()).text == "Yes."
    assert server.requests == server.keys == []
    assert [sent - came >= 0.05 for came, sent in server.spans] == [True, True]
