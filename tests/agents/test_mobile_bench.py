"""Mobile-Bench's agent: what it asks, what it may leave out, what becomes of bad replies."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.accessibility import BoundingBox, UIElement
from android_gym.agents.agent import Ask, View
from android_gym.agents.client import ChatClient
from android_gym.agents.formats import ModelReply, Screen
from android_gym.agents.mobile_bench import Ablation, MobileBenchAgent
from android_gym.agents.mobile_bench_examples import EXAMPLES, Asked
from android_gym.agents.policy import ModelPolicy
from android_gym.apis import load_registry
from android_gym.errors import ModelError, OptionError
from android_gym.events import ApiCall, Key, Tap, Wait
from android_gym.testing.model_server import Fault, ModelServer

BUTTON = UIElement(
    text="Add & save",
    class_name="android.widget.Button",
    package_name="com.example",
    is_clickable=True,
    is_visible=True,
    bbox_pixels=BoundingBox(x_min=0, x_max=100, y_min=200, y_max=260),
)
VIEW = View(np.zeros((640, 320, 3), np.uint8), Screen((320, 640), (BUTTON,)))
PLAN = '{"apps": ["Clock"], "plan": ["Set the alarm", "Tell when"]}'
API, UI, FINISH = ('{"next": "api"}', '{"next": "ui"}', '{"next": "finish"}')
ALARM = '{"name": "clock_set_alarm", "arguments": {"hour": 7, "minute": 5}}'
CLICK = '{"action": "click", "element": 1}'


def think(agent: MobileBenchAgent, view: View, *replies: str) -> tuple[Any, list[str]]:
    """Let the agent think; return its action, and the users' messages of what it asked."""
    thinking = agent.think(view)
    asked: list[Ask] = [next(thinking)]
    for reply in replies[:-1]:
        asked.append(thinking.send(ModelReply(reply)))
    with pytest.raises(StopIteration) as done:
        thinking.send(ModelReply(replies[-1]))
    (action,) = done.value.value
    return action, [ask.messages[-1].text for ask in asked]


def after(error: str | None = None, result: str | None = None) -> View:
    return View(VIEW.pixels, VIEW.screen, error, result)


def test_a_plan_a_thought_a_choice_and_a_call() -> None:
    agent = MobileBenchAgent("Wake me.")
    action, asked = think(agent, VIEW, PLAN, "The clock comes first.", API, ALARM)
    assert action.call == ApiCall.of("clock_set_alarm", hour=7, minute=5)
    planning, thinking, choosing, calling = asked
    assert all("Wake me." in text and "Add &amp; save" in text for text in asked)
    assert "Simple SMS Messenger" in planning and "Your plan" not in planning
    assert "- Set the alarm\n- Tell when" in thinking and PLAN not in thinking
    assert "Your thought:\nThe clock comes first." in choosing and '{"next": "api"}' in choosing
    assert "clock_set_alarm(hour: a whole number" in calling
    assert "go_home()" in calling and "sms_compose" not in calling  # of no app in the plan
    action, asked = think(agent, after(result="clock_set_alarm(): Started."), "Done?", UI, CLICK)
    assert action.events == (Tap(50, 230),)
    assert "What the last call returned:\nclock_set_alarm(): Started." in asked[0]
    assert f"1. API {ALARM} [Call result]: clock_set_alarm(): Started." in asked[0]
    action, asked = think(agent, after(), "Yes.", '{"next": "finish", "answer": "7:05"}')
    assert (action.declared, action.answer) == (True, "7:05")
    assert f'2. UI {CLICK} on <button package="com.example"' in asked[0]
    assert "What the last call returned" not in asked[0]


@pytest.mark.parametrize(("without", "replies"), [
    (("plan",), ("Hm.", API, ALARM)),
    (("thought",), (PLAN, API, ALARM)),
    (("plan", "thought"), (API, ALARM)),
    (("api",), (PLAN, "Hm.", UI, '{"action": "press", "key": "home"}')),
    (("api", "plan", "thought"), (UI, '{"action": "wait"}')),
])  # fmt: skip
def test_parts_left_out(without: Sequence[Ablation], replies: Sequence[str]) -> None:
    action, asked = think(MobileBenchAgent("Go.", without=without), VIEW, *replies)
    assert action.error is None
    assert any("Apps: " in text for text in asked) == ("plan" not in without)
    assert any("Think in" in text for text in asked) == ("thought" not in without)
    assert any("API" in text for text in asked) == ("api" not in without)
    if "api" in without:
        assert action.events in ((Key("KEYCODE_HOME"),), (Wait(1000),))
    else:
        assert action.call is not None
        assert ("sms_compose" in asked[-1]) == ("plan" in without)  # all are offered then


@pytest.mark.parametrize("without", [(), ("api",)])
@pytest.mark.parametrize("shots", [0, 1, 3])
def test_examples_are_given_with_each_question(shots: int, without: Sequence[Ablation]) -> None:
    agent = MobileBenchAgent("Go.", without=without, shots=shots)
    action = '{"action": "wait"}' if without else ALARM
    kinds: list[Asked] = ["plan", "thought", "next", "ui" if without else "api"]
    _, asked = think(agent, VIEW, PLAN, "Hm.", UI if without else API, action)
    for kind, text in zip(kinds, asked, strict=True):
        given = [one for one in EXAMPLES[kind] if f"{one.situation}\n{one.reply}" in text]
        assert len(given) == shots
        assert not any(one.api for one in given) or not without


def test_examples_are_replies_that_are_understood() -> None:
    agent = MobileBenchAgent("Go.", without=("thought",))
    registry = load_registry()
    apps = {api.app for api in registry.values()}
    for one in EXAMPLES["plan"]:
        assert set(json.loads(one.reply)["apps"]) <= apps
    for one in EXAMPLES["api"]:
        call = json.loads(one.reply)
        assert registry[call["name"]].line(call["arguments"])
    elements = (BUTTON,) * 12
    fields = (replace(BUTTON, is_editable=True, is_scrollable=True),) * 12
    for one in EXAMPLES["ui"]:
        screen = Screen((320, 640), fields if "scroll" in one.reply else elements)
        screen = Screen((320, 640), fields) if "input" in one.reply else screen
        action, _ = think(agent, View(VIEW.pixels, screen, None, None), PLAN, UI, one.reply)
        assert action.error is None and action.events, one
        agent = MobileBenchAgent("Go.", without=("thought",))


def test_apis_of_ones_own_are_offered(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        '[[api]]\nname = "ring_bell"\napp = "Bell"\ndescription = "Ring."\n'
        'command = ["am", "start", "-W", "-a", "com.example.RING"]\n'
    )
    agent = MobileBenchAgent("Ring.", without=("thought",), apis=[str(tmp_path)])
    call = '{"name": "ring_bell", "arguments": {}}'
    plan = '{"apps": ["Bell"], "plan": ["Ring it"]}'
    action, asked = think(agent, VIEW, plan, API, call)
    assert action.call == ApiCall("ring_bell")
    assert "Bell" in asked[0] and "ring_bell(): Ring." in asked[-1]


@pytest.mark.parametrize(("without", "replies", "told"), [
    ((), ("Clock, I think.",), "no JSON object"),
    ((), ('{"apps": ["Clok"], "plan": ["a"]}',), "got 'Clok'"),
    ((), ('{"apps": ["Clock"], "plan": []}',), "'plan' must have at least one part"),
    ((), ('{"apps": "Clock", "plan": ["a"]}',), "'apps' must be a list"),
    ((), ('{"apps": [], "plan": [1]}',), "'plan' must be a list"),
    (("plan",), ("  ",), "thought is empty"),
    (("plan", "thought"), ('{"next": "adb"}',), "'next' must be one of ['api', 'ui', 'finish']"),
    (("plan", "thought", "api"), (API,), "'next' must be one of ['ui', 'finish'], got 'api'"),
    (("plan", "thought"), ('{"next": "finish", "answer": 5}',), "'answer' must be a text"),
    (("plan", "thought"), (UI, '{"action": "click", "element": 9}'), "no element 9"),
    (("plan", "thought"), (UI, '{"action": "finish"}'), "'finish', which is not available here"),
    (("plan", "thought"), (UI, '{"action": "press", "key": "home"}'), "got 'press'"),
    (("plan", "thought", "api"), (UI, '{"action": "press", "key": [1]}'), "got [1]"),
    (("plan", "thought"), (API, '{"arguments": {}}'), "'api' needs 'name'"),
    (("plan", "thought"), (API, '{"name": "x", "arguments": {"a": {}}}'), "a"),
    (("plan", "thought"), (API, '{"name": "x" "cut'), "incomplete or invalid"),
])  # fmt: skip
def test_a_bad_reply_is_spent_and_told(
    without: Sequence[Ablation], replies: Sequence[str], told: str
) -> None:
    agent = MobileBenchAgent("Go.", without=without)
    action, _ = think(agent, VIEW, *replies)
    assert told in action.error
    assert (action.events, action.call, action.declared) == ((), None, False)
    _, asked = think(agent, after(error=action.error), *_good(without))
    line = f"1. Nothing was done. [Fail]: {' '.join(action.error.split())[:400]}"
    assert asked[0].count("[Fail]") == 1 and line in asked[0]


def _good(without: Sequence[Ablation]) -> list[str]:
    start = [PLAN] if "plan" not in without else []
    return [*start, *(["Hm."] if "thought" not in without else []), FINISH]


def test_what_could_not_be_carried_out_is_told() -> None:
    agent = MobileBenchAgent("Go.", without=("plan", "thought"))
    think(agent, VIEW, API, '{"name": "fly", "arguments": {}}')
    failed = "fly(): failed: No API is called 'fly'."
    _, asked = think(agent, after(failed, failed), FINISH)
    assert f'1. API {{"name": "fly", "arguments": {{}}}} [Fail]: {failed}' in asked[0]


def test_the_history_keeps_twenty_entries() -> None:
    agent = MobileBenchAgent("Go.", without=("plan", "thought"))
    for _ in range(25):
        _, asked = think(agent, VIEW, UI, CLICK)
    assert re.findall(r"^(\d+)\. UI", asked[0], re.MULTILINE) == [str(n) for n in range(5, 25)]


class Brain:
    """Answers as a model would: by the question's last words, and by labels in its lists.

    Args:
        steps: What to do, in order: the label of an element to click, a call, or None for the end.
    """

    def __init__(self, apps: list[str], steps: Sequence[str | dict[str, Any] | None]) -> None:
        self._apps = apps
        self._steps = list(steps)

    def __call__(self, request: dict[str, Any]) -> ModelReply:
        text: str = request["messages"][-1]["content"]
        step = self._steps[0]
        if "Before you begin" in text:
            return ModelReply(json.dumps({"apps": self._apps, "plan": ["Do it"]}))
        if "Think in a few sentences" in text:
            return ModelReply("On it goes.")
        if "What is next?" in text:
            if step is None:
                return ModelReply(FINISH)
            return ModelReply(API if isinstance(step, dict) and "name" in step else UI)
        self._steps.pop(0)
        if isinstance(step, dict):
            return ModelReply(f"This one:\n```json\n{json.dumps(step)}\n```")
        found = re.search(rf"^(\d+): {re.escape(str(step))}$", text, re.MULTILINE)
        assert found is not None, (step, text)
        return ModelReply(json.dumps({"action": "click", "element": int(found[1])}))


def play(env_id: str, brain: Any, **options: Any) -> tuple[float, int, ModelPolicy, ModelServer]:
    with ModelServer(brain) as server:
        client = ChatClient(server.base_url, "m", max_calls=60, max_retries=0)
        policy = ModelPolicy(client, agent="mobile-bench", **options)
        env = gym.make(env_id, termination="declared", **policy.env_options)
        try:
            policy.prepare(env)
            _, info = env.reset(seed=1)
            policy.reset(info["goal"], 0)
            over, reward, steps = False, 0.0, 0
            while not over:
                _, reward, terminated, truncated, info = env.step(policy.act(None, info))  # type: ignore[assignment]
                over, steps = terminated or truncated, steps + 1
            return reward, steps, policy, server
        finally:
            env.close()


def test_tasks_are_solved_with_apis_and_gestures() -> None:
    page = {"name": "settings_battery_saver", "arguments": {}}
    brain = Brain(["Settings"], [page, "Use Battery Saver", None])
    reward, steps, policy, server = play("MobileBench/BatterySaverStart-v0", brain)
    assert (reward, steps) == (1.0, 3)
    assert len(server.requests) == 1 + 3 + 3 + 2  # the plan, and three questions a step
    assert policy.env_options["action_options"] == {"api": True}
    assert len(policy.notes["asked"]) == 2  # type: ignore[arg-type]


def test_a_task_is_solved_without_apis() -> None:
    drawer = {"action": "scroll", "element": 1, "direction": "up"}
    steps = [drawer, "Settings", "Network &amp; internet", "Airplane mode", None]
    brain = Brain(["Settings"], steps)
    env_id = "MobileBench/AirplaneModeOn-v0"
    reward, count, policy, server = play(env_id, brain, without=("api", "thought"))
    assert (reward, count) == (1.0, 5)
    assert policy.description["without"] == "api, thought"
    assert not any("API" in str(request) for request in server.requests)


def test_an_endpoint_that_fails_ends_the_episode_with_an_error() -> None:
    with pytest.raises(ModelError, match="HTTP 500"):
        play("MobileBench/AirplaneModeOn-v0", lambda request: Fault(500))


def test_replies_that_are_none_spend_the_budget() -> None:
    reward, steps, _, server = play("MobileBench/AirplaneModeOn-v0", lambda _: ModelReply("What?"))
    assert (reward, steps, len(server.requests)) == (0.0, 10, 10)


def test_mistakes_are_told() -> None:
    client = ChatClient("http://127.0.0.1:9/v1", "m")
    with pytest.raises(OptionError, match="thinking"):
        ModelPolicy(client, agent="mobile-bench", without=("thinking",))  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="must be a list"):
        ModelPolicy(client, agent="mobile-bench", without="api")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="m3a' has no 'without'"):
        ModelPolicy(client, agent="m3a", without=("api",))
    with pytest.raises(OptionError, match="no strict"):
        ModelPolicy(client, agent="mobile-bench", strict="upstream")
