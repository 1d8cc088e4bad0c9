"""Bad replies and bad servers in whole episodes: told in the trace, spent, never a crash."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.agents.client import ChatClient
from android_gym.agents.formats import (
    FORMATS,
    MAX_REPLY,
    ActionFormat,
    ModelReply,
    Screen,
    ToolCall,
    make_format,
)
from android_gym.agents.policy import ModelPolicy
from android_gym.errors import ReplyError
from android_gym.evaluation import EpisodeKey, Result
from android_gym.evaluation.playing import Job, Player
from android_gym.events import Declare, Event, Key, Launch, Swipe, Tap
from android_gym.testing.model_server import Fault, ModelServer
from android_gym.trace import EpisodeTrace, load_trace

SCREEN = Screen((1080, 2400))
KEY = EpisodeKey("AndroidWorld/SystemWifiTurnOff-v0", "different-seed", 3)
TOOLS = {name for name in FORMATS if make_format(name).tools(SCREEN.size)}
NOWHERE = "NoSuchApp"
# Off the screen, or an element that there is not, of formats that write neither (1079, 2399) nor
# what is read from it.
_DUAL = '"action_type": "DUAL_POINT", "touch_point": "[0.5, 1.2]", "lift_point": "[0.5, 0.5]"'
OFF = {
    "androidworld-1": 'Reason: a\nAction: {"action_type": "click", "index": 4000}',
    "appagent-1": "Action: tap(4000)",
    "autodroid-1": '{"Finished": "No", "id": 4000, "action": "tap"}',
    "mobile-agent-1": "Action: click text (Nowhere)",
    "seeact-1": "ELEMENT: ZZ\nACTION: CLICK\nVALUE: None",
    "auto-ui-1": f"Action Decision: {_DUAL}",
    "digirl-1": f"Action Decision: {_DUAL}",
    "aitw-llm-0": '{"action_type": "click", "idx": 4000}',
    "aitw-llm-hist-5-cot": 'Answer: {"action_type": "click", "idx": 4000}',
}


def written(action_format: ActionFormat, *steps: tuple[Event, ...]) -> ModelReply | None:
    """Return the first of `steps` that a format has words for, without elements."""
    for step in steps:
        with contextlib.suppress(ReplyError):
            return action_format.render(step, SCREEN)
    return None


def halved(reply: ModelReply) -> ModelReply:
    if reply.calls:
        call = reply.calls[0]
        half = ToolCall(call.name, call.arguments[: len(call.arguments) // 2], call.id)
        return ModelReply(reply.text, (half,), cut=True)
    return ModelReply(reply.text[: len(reply.text) // 3], cut=True)


def moved_off(action_format: ActionFormat) -> ModelReply:
    if action_format.name in OFF:
        return ModelReply(OFF[action_format.name])
    reply = action_format.render((Tap(1079, 2399),), SCREEN)
    across, down = action_format.grid.largest(SCREEN.size)

    def moved(text: str) -> str:
        return text.replace(str(down), "77777").replace(str(across), "77777")

    calls = tuple(ToolCall(c.name, moved(c.arguments), c.id) for c in reply.calls)
    return ModelReply(moved(reply.text), calls)


BAD: dict[str, Callable[[ActionFormat], ModelReply | None]] = {
    "empty": lambda one: ModelReply(" \n"),
    "cut": lambda one: halved(one.render((Declare(),), SCREEN)),
    "prose": lambda one: ModelReply("I would open the settings first."),
    "off the screen": moved_off,
    "unknown app": lambda one: written(one, (Launch(NOWHERE),)),
    "100 kB": lambda one: ModelReply("I think " * 12_500),
    "a call with wrong JSON": lambda one: ModelReply("", (ToolCall("tap", '{"x": 1,', "c"),)),
    "100 kB of a call": lambda one: ModelReply("", (ToolCall("tap", "[" * 100_000, "c"),)),
    "a call of nothing": lambda one: ModelReply("", (ToolCall("no_such", "[1]", "c"),)),
}


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Callable[..., tuple[Result, EpisodeTrace]]]:
    """Plays an episode of a policy, as sweeps do; gives the result and the trace from its files."""

    def played(policy: ModelPolicy) -> tuple[Result, EpisodeTrace]:
        player = Player(policy, Job(policy, demonstrate=False, traces=tmp_path))
        try:
            result = player.play(KEY)
        finally:
            player.close()
        return result, load_trace(tmp_path / KEY.file_name)

    yield played


def policy_of(server: ModelServer, name: str, **options: Any) -> ModelPolicy:
    client = ChatClient(server.base_url, "m", sleep=lambda seconds: None, **options)
    return ModelPolicy(client, name)


@pytest.mark.rotating
@pytest.mark.parametrize("name", sorted(FORMATS))
def test_bad_replies_cost_a_step_each_and_are_told(
    name: str, play: Callable[..., tuple[Result, EpisodeTrace]]
) -> None:
    """All of them in one episode, which the model then ends."""
    action_format = make_format(name)
    bad = {what: made for what, make in BAD.items() if (made := make(action_format)) is not None}
    if name in TOOLS:  # there, words without a call end the task
        del bad["prose"]
    replies = [*bad.values(), action_format.render((Declare(),), SCREEN)]
    left = iter(replies)
    with ModelServer(lambda request: next(left)) as server:
        result, trace = play(policy_of(server, name))
        requests = server.requests
    assert (result.error, result.end, result.success) == (None, "declared", False)
    assert result.steps == len(replies) == len(trace.steps) == len(requests)
    assert result.action_errors == len(bad)
    for i, what in enumerate(bad):
        step = trace.steps[i]
        assert step.error, what
        assert step.events == (), what
        assert not step.terminated
        (asked,) = step.notes["asked"]
        assert asked["reply"] == replies[i].text[:MAX_REPLY]
        assert len(json.dumps(step.notes)) < MAX_REPLY + 2_000
        if action_format.history.kind != "none":
            told = json.dumps(requests[i + 1]["messages"][-1])
            assert json.dumps(step.error)[1:-1][:200] in told, what
    assert trace.steps[-1].terminated


@pytest.mark.rotating
@pytest.mark.parametrize("name", sorted(FORMATS))
def test_two_actions_are_two_steps_or_the_first(
    name: str, play: Callable[..., tuple[Result, EpisodeTrace]]
) -> None:
    action_format = make_format(name)
    back = (Key("KEYCODE_BACK"),)
    swipe = (Swipe(540, 1700, 540, 700),)
    first = written(action_format, back, swipe)
    if first is None or name in ("seeact-1", "aitw-llm-hist-5-cot"):
        pytest.skip("the format's replies are one line, of elements")
    if first.calls:
        both = ModelReply("", first.calls * 2)
    else:
        both = ModelReply(f"{first.text}\n{first.text}")
    replies = iter([both, *[action_format.render((Declare(),), SCREEN)] * 2])
    with ModelServer(lambda request: next(replies)) as server:
        result, trace = play(policy_of(server, name))
    assert (result.error, result.end) == (None, "declared")
    errors = [step.error for step in trace.steps]
    if name == "odyssey-1":  # its replies are one action, and nothing else
        assert "PRESS_BACK" in str(errors.pop(0))
    assert set(errors) == {None}
    assert 2 <= result.steps == len(trace.steps) <= 3
    if action_format.several and first.calls:
        assert trace.steps[1].notes == {"more_of_reply": 2}
        assert trace.steps[1].events == trace.steps[0].events


def test_words_beside_a_tool_end_the_task(
    play: Callable[..., tuple[Result, EpisodeTrace]],
) -> None:
    with ModelServer(lambda request: ModelReply("It is done.")) as server:
        result, trace = play(policy_of(server, "openai-computer-1"))
    assert (result.end, result.success, result.steps) == ("declared", False, 1)
    assert trace.steps[0].error is None


@pytest.mark.parametrize(
    "fault",
    [
        Fault(429, b"slow", {"Retry-After": "3"}),
        Fault(500, b"oops"),
        Fault(0),
        Fault(200, b'{"choices"', promised=100),
    ],
    ids=["429", "500", "closed", "cut"],
)
def test_what_passes_is_no_part_of_the_episode(
    fault: Fault, play: Callable[..., tuple[Result, EpisodeTrace]]
) -> None:
    action_format = make_format("qwen3-vl")
    replies = iter([fault, fault, action_format.render((Declare(),), SCREEN)])
    with ModelServer(lambda request: next(replies)) as server:
        result, trace = play(policy_of(server, "qwen3-vl"))
    assert (result.error, result.end, result.steps) == (None, "declared", 1)
    assert trace.steps[0].notes["asked"][0]["requests"] == 3


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (Fault(429, b"slow"), "HTTP 429"),
        (Fault(500, b"oops"), "HTTP 500"),
        (Fault(0), "RemoteDisconnected"),
        (Fault(401, b"who?"), "HTTP 401"),
        (Fault(200, b"<html>"), "did not answer with JSON"),
        (Fault(200, b'{"choices": [{"message": {"tool_calls": [7]}}]}'), "invalid answer"),
        (Fault(200, b'{"choices": {"0": 1}}'), "without a message"),
        (Fault(200, b'{"choices": [{"message": {"content": "\\ud800"}}]}'), None),
    ],
    ids=["429", "500", "closed", "401", "html", "calls", "choices", "half a character"],
)
def test_a_server_that_fails_for_good_fails_no_model(
    fault: Fault, told: str | None, play: Callable[..., tuple[Result, EpisodeTrace]]
) -> None:
    first = make_format("qwen3-vl").render((Key("KEYCODE_BACK"),), SCREEN)
    end = make_format("qwen3-vl").render((Declare(),), SCREEN)
    replies = iter([first, *[fault] * 3, end])
    with ModelServer(lambda request: next(replies)) as server:
        result, trace = play(policy_of(server, "qwen3-vl", max_retries=2))
    if told is None:  # a reply, which can't be read
        assert (result.error, result.end, result.steps) == (None, "declared", 5)
        assert "\ufffd" in str(trace.steps[1].error)
        return
    assert (result.end, result.success, result.steps) == ("error", False, 1)
    assert told in str(result.error)
    assert len(trace.steps) == 1
    assert trace.notes["result"]["error"] == result.error
    assert trace.notes["claimed"] is False


def test_a_server_that_streams_for_ever(
    play: Callable[..., tuple[Result, EpisodeTrace]],
) -> None:
    ended = threading.Event()

    def serve() -> None:
        connection, _ = server.accept()
        with connection, contextlib.suppress(OSError):
            connection.recv(1 << 16)
            connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            while not ended.wait(0.02):
                connection.sendall(b"7\r\ndata: x\r\n")

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=serve)
        thread.start()
        url = f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        try:
            client = ChatClient(url, "m", timeout_s=1.0, max_retries=0)
            result, trace = play(ModelPolicy(client, "qwen3-vl"))
        finally:
            ended.set()
            thread.join()
    assert (result.end, result.success, result.steps) == ("error", False, 0)
    assert "no whole answer within 1 s" in str(result.error)
    assert trace.steps == ()
