"""The action mode of API calls and numbered elements, in environments."""

from __future__ import annotations

import json
import random
import re

import gymnasium as gym
import numpy as np
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.accessibility import BoundingBox, UIElement
from android_gym.actions import API_ACTIONS, ApiJSONMode
from android_gym.errors import ActionError, OptionError
from android_gym.events import ApiCall, KeyCombination, LongPress, Pinch, Swipe, Tap, Text, Wait
from android_gym.observations import decode_text
from android_gym.screen_html import screen_html
from android_gym.task_suite.mobile_bench.checkpoints import CheckPoint, history

WIFI = "AndroidWorld/SystemWifiTurnOff-v0"
ELEMENTS = (
    UIElement(class_name="View", bbox_pixels=BoundingBox(0, 10, 0, 10)),  # says nothing: no number
    UIElement(text="Save", is_clickable=True, bbox_pixels=BoundingBox(100, 300, 200, 400)),
    UIElement(class_name="List", is_scrollable=True, bbox_pixels=BoundingBox(0, 1080, 400, 2400)),
    UIElement(hint_text="Name", is_editable=True, bbox_pixels=BoundingBox(0, 400, -100, 100)),
    UIElement(text="Nowhere", is_clickable=True),
)


class Phone:
    size = (1080, 2400)

    def ui_elements(self) -> tuple[UIElement, ...]:
        return ELEMENTS


@pytest.mark.parametrize(
    ("action", "events"),
    [
        ({"action": "click", "element": 1}, (Tap(200, 300),)),
        ({"action": "long_press", "element": 1}, (LongPress(200, 300),)),
        ({"action": "wait"}, (Wait(1000),)),
        ({"action": "zoom", "element": 1, "direction": "in"}, (Pinch(200, 300, 50, 150),)),
        ({"action": "zoom", "element": 1, "direction": "out"}, (Pinch(200, 300, 150, 50),)),
        (
            {"action": "scroll", "element": 2, "direction": "up"},
            (Swipe(540, 1900, 540, 900, 1000),),
        ),
        (
            {"action": "scroll", "element": 2, "direction": "down", "long": True},
            (Swipe(540, 410, 540, 2390, 1000),),
        ),
        (
            {"action": "scroll", "element": 2, "direction": "left", "long": True},
            (Swipe(1070, 1400, 10, 1400, 1000),),
        ),
        (
            {"action": "input", "element": 3, "text": "Ada"},
            (Tap(200, 50), Wait(1000), KeyCombination((113, 29)), ..., Text("Ada")),
        ),
    ],
)
def test_actions_are_about_numbered_elements(action, events) -> None:
    decoded = ApiJSONMode().decode(action, Phone())
    assert decoded.error is None
    assert len(decoded.events) == len(events)
    assert all(b is ... or a == b for a, b in zip(decoded.events, events, strict=True))
    assert ApiJSONMode().decode(json.dumps(action), Phone()) == decoded


def test_the_numbers_are_those_of_the_html() -> None:
    numbered = screen_html(ELEMENTS)
    assert [numbered.index(number) for number in range(6)] == [None, 1, 2, 3, 4, None]


def test_calls_answers_and_ends() -> None:
    mode = ApiJSONMode()
    call = mode.decode({"action": "api", "name": "set_wifi", "arguments": {"on": True}}, Phone())
    assert call.call == ApiCall.of("set_wifi", on=True) and call.events == ()
    assert mode.decode({"action": "finish"}, Phone()).declared
    answer = mode.decode({"action": "answer", "text": "12"}, Phone())
    assert (answer.declared, answer.answer) == (True, "12")


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ("no json", "is not valid JSON"),
        ("[" * 100_000, "nested too deeply|not valid JSON"),
        ([1], "not in the action space"),
        ({}, "action must be one of"),
        ({"action": ["api"]}, "action must be one of"),
        ({"action": "click"}, "'click' needs 'element'"),
        ({"action": "click", "element": "3"}, "must be the number of an element, got '3'"),
        ({"action": "click", "element": True}, "must be the number of an element"),
        ({"action": "click", "element": 0}, "no element 0; the screen has the numbers 1 to 4"),
        ({"action": "click", "element": 10**30}, "no element"),
        ({"action": "click", "element": 4}, "doesn't say where element 4 is"),
        ({"action": "click", "element": 1, "x": 3}, "'click' has no field 'x'"),
        ({"action": "scroll", "element": 2, "direction": "out"}, "one of .'up'"),
        ({"action": "scroll", "element": 2, "direction": "up", "long": 1}, "true or false"),
        ({"action": "scroll", "element": 2, "direction": ["up"]}, "one of .'up'"),
        ({"action": "input", "element": 3, "text": 5}, "must be a text, got 5"),
        ({"action": "api", "name": "go_home", "arguments": [1]}, "an object with the API's"),
        ({"action": "api", "name": "go_home", "arguments": {"a": [1]}}, "an object of at most"),
        ({"action": "api", "name": "go_home", "arguments": {1: "a"}}, "an object of at most"),
        ({"action": "api", "name": "x" * 200_000}, "a text of at most"),
        ({"action": "api", "name": "\ud800"}, "without lone surrogates"),
        ("x" * 1_000_001, "at most 1,000,000 are allowed"),
    ],
)
def test_what_is_no_action_is_told(action, told) -> None:
    mode = ApiJSONMode()
    if isinstance(action, list):
        with pytest.raises(ActionError, match=told):
            mode.decode(action, Phone())
        return
    decoded = mode.decode(action, Phone())
    assert decoded.events == () and decoded.call is None
    assert decoded.error is not None and len(decoded.error) < 600
    assert re.search(told, decoded.error)


def test_what_is_left_out_is_not_there() -> None:
    mode = ApiJSONMode(declare=False, answer=False, api=False)
    assert set(mode.types) == set(API_ACTIONS) - {"finish", "answer", "api"}
    assert "not available" in (mode.decode({"action": "finish"}, Phone()).error or "")
    mode.space.seed(0)
    for _ in range(100):
        assert json.loads(decode_text(mode.space.sample()))["action"] in mode.types
    assert {"action": "finish"} not in mode.space and {"action": "wait"} in mode.space


def test_options_are_checked(tmp_path) -> None:
    for options in ({"length": 3}, {"api": 1}, {"apis": tmp_path / "none"}, {"what": 1}):
        with pytest.raises(OptionError):
            gym.make(WIFI, action_mode="api_json", action_options=options)


def test_an_episode_with_calls_and_elements() -> None:
    env = gym.make(
        WIFI,
        action_mode="api_json",
        observation=["ui_html", "api_result"],
        termination="declared",
        trace=True,
    )
    observation, info = env.reset(seed=0)
    assert decode_text(observation["api_result"]) == "" and "api_result" not in info
    go = {"action": "api", "name": "settings_network"}
    observation, *_, info = env.step(go)
    assert info["api_result"].startswith("settings_network(): Starting: Intent")
    assert decode_text(observation["api_result"]) == info["api_result"]
    wrong = {"action": "api", "name": "set_wifi", "arguments": {"on": "no"}}
    observation, *_, info = env.step(wrong)
    assert info["action_error"] == info["api_result"]
    assert "failed: 'on' must be true or false, got 'no'" in info["api_result"]
    html = decode_text(observation["ui_html"])
    assert html == info["html"] and "ui_html" not in info
    number = next(line.split(":")[0] for line in html.splitlines() if line.endswith(": Internet"))
    observation, *_, info = env.step({"action": "click", "element": int(number)})
    assert decode_text(observation["api_result"]) == "" and "api_result" not in info
    off = {"action": "api", "name": "set_wifi", "arguments": {"on": False}}
    env.step(json.dumps(off))
    _, reward, terminated, _, info = env.step({"action": "finish"})
    assert (reward, terminated) == (1.0, True)
    done = history(info["trace"])
    points = CheckPoint.of(
        package="com.android.settings", text="Internet", api='["svc wifi disable", set_wifi]'
    )
    assert points.level_2(done).share == 1.0
    assert CheckPoint.of(api="enable").level_2(done).share == 0.0  # the failed call doesn't count
    assert decode_text(env.reset()[0]["api_result"]) == ""
    env.close()


def test_the_info_tells_of_calls_even_where_they_are_not_observed() -> None:
    env = gym.make(WIFI, action_mode="api_json", observation="goal")
    _, info = env.reset(seed=0)
    assert "api_result" not in info
    *_, info = env.step({"action": "api", "name": "get_time"})
    assert info["api_result"] == "get_time(): Sunday 2023-10-15 15:34:00 +0000"
    *_, info = env.step({"action": "wait"})
    assert "api_result" not in info
    env.close()


def test_random_actions_neither_crash_nor_depend_on_anything_but_the_seed() -> None:
    def episode() -> list[object]:
        env = gym.make(WIFI, action_mode="api_json", observation=["ui_outline", "api_result"])
        env.action_space.seed(5)
        env.reset(seed=5)
        found: list[object] = []
        for _ in range(60):
            observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
            assert "device_error" not in info
            found.append((info["ui_outline"], info.get("api_result"), info.get("action_error")))
            if terminated or truncated:
                env.reset()
        env.close()
        return found

    random.seed(1)
    np.random.seed(1)
    first = episode()
    assert episode() == first
