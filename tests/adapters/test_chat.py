"""Episodes as chats, as trainers drive them; and ``verifiers`` itself, where it is installed."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.adapters.chat import EpisodeChat
from android_gym.agents.formats import ModelReply
from android_gym.errors import ActionError, OptionError
from android_gym.evaluation import split
from android_gym.testing.model_server import ModelServer

WIFI = "AndroidWorld/SystemWifiTurnOff-v0"


def part_of(env_id: str) -> str:
    return "train" if env_id in split("template", "train") else "test"


WAY = ("Network & internet", "Internet", "Switch")
"""Words of what is tapped, once Settings is open."""


def plays(messages: list[dict[str, Any]]) -> str:
    """Reply as a model would that turns wifi off, in AndroidWorld's format."""
    turn = sum(message["role"] == "assistant" for message in messages)
    if turn == 0:
        return 'Reason: first.\nAction: {"action_type": "open_app", "app_name": "Settings"}'
    if turn == 1:
        return "I would rather not."  # costs a step
    if turn - 2 == len(WAY):
        return 'Reason: done.\nAction: {"action_type": "status", "goal_status": "complete"}'
    parts = messages[-1]["content"]
    (text,) = (part["text"] for part in parts if part["type"] == "text")
    line = next(line for line in text.splitlines() if WAY[turn - 2] in line)
    index = int(re.findall(r"\d+", line)[0])
    return f'Reason: on.\nAction: {{"action_type": "click", "index": {index}}}'


@pytest.fixture
def chat() -> Iterator[EpisodeChat]:
    made = EpisodeChat("androidworld-1")
    yield made
    made.close()


def test_a_chat_that_grows(chat: EpisodeChat) -> None:
    messages = chat.begin(WIFI, 1)
    assert [message["role"] for message in messages] == ["system", "user"]
    told: list[Any] = []
    while messages:
        told += messages
        reply = plays(told)
        told.append({"role": "assistant", "content": reply})
        messages = chat.take(reply)
        assert len(messages) <= 1
    assert (chat.reward, chat.steps, chat.end) == (1.0, 6, "declared")
    texts = [part["text"] for m in told if m["role"] == "user" for part in m["content"][:1]]
    assert sum("Turn wifi off." in text for text in texts) == 1
    assert "Notice: " in texts[2]
    urls = [m["content"][1]["image_url"]["url"] for m in told if m["role"] == "user"]
    assert all(url.startswith("data:image/png;base64,") for url in urls)
    with pytest.raises(ActionError, match="begin"):
        chat.take("more")


def test_replies_that_can_t_be_read_use_up_the_budget() -> None:
    chat = EpisodeChat("ui-tars-1.5", max_steps=2)
    try:
        chat.begin(WIFI, 1)
        assert chat.take("") and chat.end is None
        assert chat.take("Action: click(point='<point>99999 1</point>')") == []
        assert (chat.reward, chat.end) == (0.0, "budget")
    finally:
        chat.close()


def test_what_no_chat_can_be() -> None:
    with pytest.raises(OptionError, match="calling functions"):
        EpisodeChat("openai-computer-1")
    with pytest.raises(OptionError, match="No format"):
        EpisodeChat("nope")
    with pytest.raises(ActionError, match="begin"):
        EpisodeChat("qwen3-vl").take("?")


def test_a_format_of_verifiers_that_no_chat_can_have_is_refused_at_once() -> None:
    pytest.importorskip("verifiers")
    from android_gym.adapters.verifiers import PhoneEnvConfig

    with pytest.raises(ValueError, match="'openai-computer-1' by calling functions"):
        PhoneEnvConfig(action_format="openai-computer-1")


def test_a_rollout_of_verifiers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own environment and harness, and a server in place of the model."""
    pytest.importorskip("verifiers")
    if shutil.which("uv") is None:
        pytest.skip("its harness needs uv")
    from verifiers.v1.clients import ModelContext
    from verifiers.v1.configs.client import EvalClientConfig
    from verifiers.v1.utils.loaders import load_environment, taskset_config_type

    from android_gym.adapters.verifiers import PhoneEnvConfig

    monkeypatch.setenv("A_KEY", "none")
    config = PhoneEnvConfig(
        taskset=taskset_config_type("android_gym_verifiers")(
            id="android_gym_verifiers", part=part_of(WIFI), ids=[WIFI], count=1
        )
    )
    env = load_environment(config)
    (task,) = env.taskset

    async def run(base_url: str) -> Any:
        client = EvalClientConfig(base_url=base_url, api_key_var="A_KEY")
        async with env.serving():
            return await env.run_episode(task, ModelContext(model="one", client=client))

    with ModelServer(lambda request: ModelReply(plays(request["messages"]))) as server:
        episode = asyncio.run(run(server.base_url))
    assert episode.ok, [error.message for error in episode.errors]
    (trace,) = episode.traces
    assert trace.rewards["success"].score == 1.0
    assert trace.metrics["steps"] == 6.0
    assert len(server.requests) == 6
    assert "image_url" in json.dumps(server.requests[0])
