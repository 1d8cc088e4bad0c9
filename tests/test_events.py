"""Events, their commands and their JSON."""

import json
import typing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from android_gym import events
from android_gym.errors import ActionError
from android_gym.events import (
    Answer,
    ApiCall,
    Declare,
    DoubleTap,
    Drag,
    ExpandPanel,
    Key,
    KeyCombination,
    Launch,
    LongPress,
    Pinch,
    Swipe,
    Tap,
    Text,
    Touch,
    Wait,
    from_json,
    pinch_fingers,
    shell_command,
    to_json,
)

ONE_OF_EACH = {
    Touch(0, 0.5, 1.0): None,
    Tap(1, 2): "input tap 1 2",
    DoubleTap(1, 2): "input tap 1 2 && input tap 1 2",
    LongPress(1, 2): "input swipe 1 2 1 2 1000",
    Swipe(1, 2, 3, 4): "input swipe 1 2 3 4 500 && sleep 1",
    Drag(1, 2, 3, 4): "input draganddrop 1 2 3 4 2000",
    Pinch(540, 1200, 200, 600, -90): None,
    Text("it's 5% of $HOME"): "input text 'it'\"'\"'s 5% of $HOME'",
    Text("100%s"): None,
    Text("東京"): None,
    Text("two\nlines"): None,
    Key("back"): "input keyevent KEYCODE_BACK",
    Key("KEYCODE_A"): "input keyevent KEYCODE_A",
    Key(66): "input keyevent 66",
    KeyCombination((113, 29)): "input keycombination 113 29",
    Wait(1500): "sleep 1.5",
    Launch("Markor"): None,
    ExpandPanel("settings"): "cmd statusbar expand-settings",
    ApiCall.of("clock_set_alarm", hour=7, minute=15, label="it's", vibrate=False): None,
    Answer("42"): None,
    Declare("infeasible"): None,
}


def test_there_is_an_example_of_each_class():
    assert {type(event) for event in ONE_OF_EACH} == set(typing.get_args(events.Event))


@pytest.mark.parametrize(("event", "command"), ONE_OF_EACH.items(), ids=repr)
def test_commands(event, command):
    assert shell_command(event) == command


@pytest.mark.parametrize("code", ["BACK; reboot", "", "KEYCODE_É", -1])
def test_a_key_is_a_name_or_a_number(code):
    with pytest.raises(ActionError, match="is not a key"):
        shell_command(Key(code))


@pytest.mark.parametrize("event", ONE_OF_EACH, ids=repr)
def test_json_round_trip(event):
    data = to_json(event)
    assert from_json(json.loads(json.dumps(data))) == event


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_survives_json(text):
    assert from_json(json.loads(json.dumps(to_json(Answer(text))))) == Answer(text)


def test_names_are_the_classes_in_snake_case():
    assert to_json(LongPress(1, 2)) == {"type": "long_press", "x": 1, "y": 2, "duration_ms": 1000}
    assert to_json(KeyCombination((113, 29))) == {"type": "key_combination", "codes": [113, 29]}


def test_fields_with_a_default_may_be_missing():
    assert from_json({"type": "wait"}) == Wait(1000)
    assert from_json({"type": "declare"}) == Declare("complete")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "an object"),
        ("tap", "an object"),
        ({}, "type must be one of"),
        ({"type": ["tap"]}, "type must be one of"),
        ({"type": "Tap", "x": 1, "y": 2}, "type must be one of"),
        ({"type": "tap", "x": 1}, "needs the field 'y'"),
        ({"type": "tap", "x": 1, "y": 2, "z": 3}, "no field 'z'"),
        ({"type": "tap", "x": 1.5, "y": 2}, "'x' of 'tap' must be a whole number"),
        ({"type": "tap", "x": True, "y": 2}, "'x' of 'tap' must be a whole number"),
        ({"type": "tap", "x": -1, "y": 2}, "from 0 to 100000, got -1"),
        ({"type": "tap", "x": 10**400, "y": 2}, "from 0 to 100000"),
        ({"type": "pinch", "x": 1, "y": 2, "from_span": 3}, "needs the field 'to_span'"),
        ({"type": "pinch", "x": 1, "y": 2, "from_span": -1, "to_span": 2}, "from 0 to 100000"),
        (
            {"type": "pinch", "x": 1, "y": 2, "from_span": 1, "to_span": 2, "degrees": 361},
            "'degrees' of 'pinch' must be a whole number from -360 to 360, got 361",
        ),
        ({"type": "wait", "duration_ms": 10**9}, "from 0 to 600000"),
        ({"type": "touch", "action_type": 3, "x": 0, "y": 0}, "from 0 to 2, got 3"),
        ({"type": "touch", "action_type": 0, "x": float("nan"), "y": 0}, "a number from 0 to 1"),
        ({"type": "text", "text": 5}, "a text of at most"),
        ({"type": "text", "text": "x" * 100_001}, "a text of at most"),
        ({"type": "answer", "text": "\ud800"}, "lone surrogates"),
        ({"type": "key", "code": None}, "'code' of 'key'"),
        ({"type": "key", "code": 10**9}, "'code' of 'key'"),
        ({"type": "key_combination", "codes": []}, "a list of 1 to 8"),
        ({"type": "key_combination", "codes": [29] * 9}, "a list of 1 to 8"),
        ({"type": "key_combination", "codes": ["29"]}, "a whole number"),
        ({"type": "expand_panel", "panel": "x; reboot"}, "one of ['notifications', 'settings']"),
        ({"type": "declare", "status": []}, "one of ['complete', 'infeasible']"),
    ],
    ids=repr,
)
def test_what_is_no_event_is_said(data, said):
    with pytest.raises(ActionError) as caught:
        from_json(data)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 400


def test_the_fingers_of_a_pinch_turn_around_its_middle():
    pinch = Pinch(100, 200, 20, 60, degrees=90)
    assert pinch_fingers(pinch, 0.0) == ((90, 200), (110, 200))
    left, right = pinch_fingers(pinch, 1.0)
    assert left == pytest.approx((100, 170)) and right == pytest.approx((100, 230))  # clockwise
