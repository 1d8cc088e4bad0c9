"""The meaning of actions."""

import json
import pickle
import re
from types import SimpleNamespace

import numpy as np
import pytest
from gymnasium.vector.utils import batch_space
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.actions import (
    ACTION_MODES,
    JSON_EXTENSIONS,
    JSON_TYPES,
    KEYS,
    Decoded,
    DiscreteMode,
    Gesture,
    GestureMode,
    JSONMode,
    TouchMode,
    make_action_mode,
)
from android_gym.errors import ActionError, OptionError
from android_gym.events import (
    DoubleTap,
    Drag,
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
)
from android_gym.observations import decode_text, encode_text

ELEMENTS = (
    UIElement(text="first", bbox_pixels=BoundingBox(0, 101, 200, 301)),
    UIElement(text="list", bbox_pixels=BoundingBox(-50, 1200, 1000, 2000)),
    UIElement(text="nowhere"),
)
DEVICE = SimpleNamespace(size=(1080, 2400), ui_elements=lambda: ELEMENTS)


@pytest.mark.parametrize("name", ACTION_MODES)
def test_every_sample_decodes(name):
    mode = make_action_mode(name)
    mode.space.seed(0)
    for _ in range(200):
        action = mode.space.sample()
        assert action in mode.space
        assert isinstance(mode.decode(action, DEVICE), Decoded)


@pytest.mark.parametrize("name", ACTION_MODES)
def test_spaces_are_reproducible_picklable_and_batchable(name):
    mode, other = make_action_mode(name), make_action_mode(name)
    mode.space.seed(3)
    other.space.seed(3)
    assert repr(mode.space.sample()) == repr(other.space.sample())
    assert pickle.loads(pickle.dumps(mode.space)) == mode.space
    batch_space(mode.space, 2).sample()


# --- touch ---


def touch(kind=0, x=0.5, y=0.5):
    return {"action_type": kind, "touch_position": np.array([x, y], np.float32)}


def test_touch():
    assert TouchMode().decode(touch(0, 0.25, 1.0), DEVICE) == Decoded((Touch(0, 0.25, 1.0),))
    assert TouchMode().decode(touch(2), DEVICE) == Decoded((Touch(2, 0.5, 0.5),))
    assert TouchMode(declare=True).decode(touch(3), DEVICE) == Decoded(declared=True)


@pytest.mark.parametrize(
    "action",
    [
        touch(3), touch(-1), touch(float("inf")), touch(0, 1.01), touch(0, 0, -0.1),
        touch(0, np.nan), {}, None, 7,
        {"action_type": 0}, {"action_type": "tap", "touch_position": (0, 0)},
        {"action_type": 0, "touch_position": (0.5,)}, {"action_type": 0, "touch_position": 0.5},
    ],
)  # fmt: skip
def test_touch_refuses_what_is_outside(action):
    with pytest.raises(ActionError, match="not in the action space") as told:
        TouchMode().decode(action, DEVICE)
    assert len(str(told.value)) < 400


# --- gesture ---

SIZE = DEVICE.size
GESTURES = [
    Decoded((Tap(0, 0),)),
    Decoded((Tap(1079, 2399),)),
    Decoded((DoubleTap(540, 1200),)),
    Decoded((LongPress(1, 2),)),
    Decoded((Swipe(10, 20, 1000, 2000),)),
    Decoded((Drag(10, 20, 1000, 2000),)),
    Decoded((Pinch(540, 1200, 200, 900, -90),)),
    Decoded((Pinch(1, 2, 1080, 0, 180),)),
    Decoded((Text("Zoë's 100%s 東京 🎉\n"),)),
    Decoded((Key("KEYCODE_BACK"),)),
    Decoded((Launch("Simple Calendar Pro"),)),
    Decoded((Wait(1000),)),
    Decoded(declared=True),
    Decoded(declared=True, answer="42"),
]


@pytest.mark.parametrize("decoded", GESTURES)
def test_gestures_decode_to_what_was_encoded(decoded):
    mode = GestureMode()
    action = mode.encode(decoded, SIZE)
    assert action in mode.space
    assert mode.decode(action, DEVICE) == decoded


@pytest.mark.parametrize("pixel", [0, 1, 538, 539, 540, 541, 1078, 1079])
@pytest.mark.parametrize("width", [1080, 1440, 720])
def test_encoded_positions_hit_the_same_pixel(pixel, width):
    decoded = Decoded((Tap(min(pixel, width - 1), pixel),))
    mode = GestureMode()
    device = SimpleNamespace(size=(width, 2400))
    assert mode.decode(mode.encode(decoded, (width, 2400)), device) == decoded


@pytest.mark.parametrize(
    "decoded",
    [
        Decoded(),
        Decoded((Tap(0, 0), Tap(0, 0))),
        Decoded((Key("KEYCODE_POWER"),)),
        Decoded((Pinch(540, 1200, 1081, 500),)),
        Decoded((Pinch(540, 1200, 500, 600, 181),)),
        Decoded((Text("x" * 257),)),
        Decoded((Touch(0, 0.0, 0.0),)),
    ],
)
def test_what_a_gesture_cannot_say_is_refused(decoded):
    with pytest.raises(ActionError):
        GestureMode().encode(decoded, SIZE)


def test_a_gesture_mode_without_declaring_cannot_declare():
    mode = GestureMode(declare=False)
    assert mode.space["action_type"].n == Gesture.DECLARE
    with pytest.raises(ActionError):
        mode.encode(Decoded(declared=True), SIZE)


def test_a_gesture_mode_without_answers_still_declares():
    mode = GestureMode(answer=False)
    assert mode.space["action_type"].n == len(Gesture) - 1
    with pytest.raises(ActionError):
        mode.encode(Decoded(declared=True, answer="4"), SIZE)
    declare = mode.encode(Decoded(declared=True), SIZE)
    assert declare in mode.space
    assert mode.decode(declare, DEVICE) == Decoded(declared=True)


@pytest.mark.parametrize(
    "change",
    [
        {"action_type": 12}, {"key": len(KEYS)}, {"key": "x"}, {"touch_position": (0.5, 1.5)},
        {"end_position": (0.5,)}, {"end_position": (0.1, 0.2, 0.3)}, {"action_type": None},
        {"action_type": 1.5}, {"touch_position": "00"}, {"text": np.zeros(7, np.uint8)},
        {"text": np.full(256, -1)}, {"text": None}, {"text": np.zeros(256, np.float32)},
        {"pinch": (0.5, 0.5)}, {"pinch": (0.5, 1.5, 0)}, {"pinch": None}, {"pinch": "000"},
        {"pinch": (0.5, 0.5, np.nan)}, {"pinch": (0.5, 0.5, -1.1)},
    ],
)  # fmt: skip
def test_gesture_names_the_part_that_is_outside(change):
    mode = GestureMode()
    action = mode.encode(Decoded((Tap(1, 1),)), SIZE) | change
    (name,) = change
    with pytest.raises(ActionError, match=f"not in the action space: {name} must be") as told:
        mode.decode(action, DEVICE)
    assert len(str(told.value)) < 400
    del action[name]
    with pytest.raises(ActionError, match=f"it lacks '{name}'"):
        mode.decode(action, DEVICE)


# --- discrete ---


def test_discrete_meanings():
    mode = DiscreteMode(rows=2, columns=2, texts=("hello",), apps=("Clock",), swipe_ms=300)
    meaning = {name: mode.decode(i, DEVICE) for i, name in enumerate(mode.meanings)}
    assert mode.space.n == len(meaning)
    assert meaning["tap row 1 column 0"] == Decoded((Tap(270, 1800),))
    assert meaning["swipe up"] == Decoded((Swipe(540, 1800, 540, 600, 300),))
    assert meaning["press back"] == Decoded((Key("KEYCODE_BACK"),))
    assert meaning["type 'hello'"] == Decoded((Text("hello"),))
    assert meaning["open Clock"] == Decoded((Launch("Clock"),))
    assert meaning["declare"] == Decoded(declared=True)
    assert "declare" not in DiscreteMode(declare=False).meanings


@pytest.mark.parametrize("action", [-1, 10**6, 1.5, 1.0, "x", None, float("inf"), float("nan")])
def test_discrete_refuses_what_is_outside(action):
    with pytest.raises(ActionError):
        DiscreteMode().decode(action, DEVICE)


@pytest.mark.parametrize("name", ["texts", "apps"])
@pytest.mark.parametrize("words", ["hello", [1], 7, ["\ud800"]])
def test_discrete_refuses_words_that_are_none(name, words):
    with pytest.raises(OptionError, match=f"{name} must be"):
        DiscreteMode(**{name: words})


# --- json ---

JSON = [
    ({"action_type": "click", "x": 5, "y": 6.9}, (Tap(5, 6),)),
    ({"action_type": "click", "index": 0}, (Tap(50, 250),)),
    ({"action_type": "click", "index": "0", "x": None}, (Tap(50, 250),)),
    ({"action_type": "double_tap", "x": 5, "y": 6}, (DoubleTap(5, 6),)),
    ({"action_type": "long_press", "x": 5, "y": 6}, (LongPress(5, 6, 1000),)),
    (
        {"action_type": "pinch", "x": 5, "y": 6, "from_span": 100, "to_span": 300},
        (Pinch(5, 6, 100, 300),),
    ),
    (
        {"action_type": "pinch", "index": 0, "from_span": "300", "to_span": 100, "degrees": -45},
        (Pinch(50, 250, 300, 100, -45),),
    ),
    ({"action_type": "input_text", "text": ""}, ()),
    ({"action_type": "input_text", "text": 7}, (Text("7"), Key("KEYCODE_ENTER"))),
    (
        {"action_type": "input_text", "text": "é", "x": 5, "y": 6, "clear_text": True},
        (
            Tap(5, 6),
            Wait(1000),
            KeyCombination((113, 29)),
            Key("KEYCODE_DEL"),
            Wait(1000),
            Text("é"),
            Key("KEYCODE_ENTER"),
        ),
    ),
    ({"action_type": "navigate_home"}, (Key("KEYCODE_HOME"),)),
    ({"action_type": "navigate_back"}, (Key("KEYCODE_BACK"),)),
    ({"action_type": "keyboard_enter"}, (Key("KEYCODE_ENTER"),)),
    ({"action_type": "open_app", "app_name": "Clock"}, (Launch("Clock"),)),
    ({"action_type": "wait"}, (Wait(1000),)),
    ({"action_type": "unknown"}, ()),
    ({"action_type": "scroll", "direction": "down"}, (Swipe(540, 1200, 540, 0, 300),)),
    ({"action_type": "scroll", "direction": "up"}, (Swipe(540, 1200, 540, 2400, 300),)),
    (
        {"action_type": "scroll", "direction": "right", "index": 1},
        (Swipe(540, 1500, 0, 1500, 300),),
    ),
    (
        {"action_type": "scroll", "direction": "left", "index": 1},
        (Swipe(540, 1500, 1080, 1500, 300),),
    ),
    ({"action_type": "swipe", "direction": "down"}, (Swipe(540, 0, 540, 2400, 500),)),
    ({"action_type": "swipe", "direction": "left"}, (Swipe(0, 1200, 1080, 1200, 500),)),
]


@pytest.mark.parametrize("action, events", JSON)
def test_json_actions_are_androidworlds(action, events):
    mode = JSONMode()
    assert action in mode.space
    for form in (action, json.dumps(action)):
        assert mode.decode(form, DEVICE) == Decoded(events)


def test_json_declares_and_answers():
    mode = JSONMode()
    status = {"action_type": "status", "goal_status": "infeasible"}
    assert mode.decode(status, DEVICE) == Decoded(declared=True)
    answer = {"action_type": "answer", "text": "3 h"}
    assert mode.decode(answer, DEVICE) == Decoded(declared=True, answer="3 h")


@pytest.mark.parametrize(
    "action, message",
    [
        ("{", "is not valid JSON"),
        ("[1]", "must be a dict"),
        ({}, "action_type must be one of"),
        ({"action_type": "fly"}, "got 'fly'"),
        ({"action_type": "wait", "speed": 1}, "no field 'speed'"),
        ({"action_type": "click", "index": "one"}, "index must be a whole number, got 'one'"),
        ({"action_type": "click", "index": 1, "x": 1, "y": 1}, "not both"),
        ({"action_type": "click", "x": 1}, "needs x and y"),
        ({"action_type": "click", "x": 1, "y": float("inf")}, "y must be a whole number"),
        ({"action_type": "scroll", "direction": "north"}, "got 'north'"),
        ({"action_type": "click", "x": 1, "y": 1, "to_span": 1}, "to_span is only for 'pinch'"),
        ({"action_type": "wait", "keycode": "HOME"}, "must begin with KEYCODE_"),
        ("[" * 100_000, "nested too deeply"),
        ('"' + "x" * 1_000_000, "has 1,000,001 characters; at most 1,000,000 are allowed"),
        ({"action_type": "click", "x": 10**5000, "y": 1}, "x must be a whole number"),
        ({"action_type": "input_text", "text": "a\ud800"}, "text has a lone surrogate"),
        ('{"action_type": "open_app", "app_name": "\\udcff"}', "app_name has a lone surrogate"),
        ({"action_type": "answer", "text": ["a"]}, "text must be a string, got \\['a'\\]"),
    ],
)
def test_json_that_is_no_action_is_told(action, message):
    mode = JSONMode()
    assert action not in mode.space
    decoded = mode.decode(action, DEVICE)
    assert decoded.events == () and not decoded.declared
    assert re.search(message, decoded.error)
    assert len(decoded.error) < 500


@pytest.mark.parametrize("action", [3.5, None, [1, 2], np.zeros(7, np.uint8), np.zeros(512)])
def test_json_refuses_what_is_neither_text_nor_bytes(action):
    with pytest.raises(ActionError, match="not in the action space: it must be"):
        JSONMode().decode(action, DEVICE)


@pytest.mark.parametrize("dtype", [np.uint8, np.int64, np.uint16])
def test_bytes_of_json_may_be_any_integers(dtype):
    text = encode_text('{"action_type": "wait"}', 512).astype(dtype)
    assert JSONMode().decode(text, DEVICE) == Decoded((Wait(1000),))
    assert JSONMode().decode(text.tolist(), DEVICE) == Decoded((Wait(1000),))


def test_json_without_ends_has_none():
    mode = JSONMode(declare=False, answer=False, apps=["settings"])
    mode.space.seed(0)
    kinds = {json.loads(decode_text(mode.space.sample()))["action_type"] for _ in range(300)}
    assert kinds == {*JSON_TYPES, *JSON_EXTENSIONS} - {"status", "answer"}
    for action in ({"action_type": "status"}, {"action_type": "answer", "text": "1"}):
        assert action not in mode.space
        decoded = mode.decode(action, DEVICE)
        assert not decoded.declared and "is not available here" in decoded.error


@pytest.mark.parametrize(
    "action, message",
    [
        ({"action_type": "click", "index": 3}, "no UI element 3; the screen has 3"),
        ({"action_type": "click", "index": -1}, "no UI element -1"),
        ({"action_type": "click", "index": 2}, "no bounds"),
        ({"action_type": "click"}, "needs an index or a position"),
        ({"action_type": "scroll"}, "needs a direction"),
        ({"action_type": "pinch", "x": 1, "y": 1, "to_span": 1}, "needs from_span"),
        (
            {"action_type": "pinch", "x": 1, "y": 1, "from_span": 1, "to_span": -1},
            "'to_span' of 'pinch' must be a whole number from 0",
        ),
        ({"action_type": "pinch", "from_span": 1, "to_span": 1}, "needs an index or a position"),
    ],
)
def test_json_actions_that_fit_no_screen_say_so(action, message):
    decoded = JSONMode().decode(action, DEVICE)
    assert decoded.events == () and message in decoded.error


def test_bytes_that_are_no_json_cannot_be_carried_out():
    mode = JSONMode(length=8)
    decoded = mode.decode(np.full(8, 65, np.uint8), DEVICE)
    assert decoded.events == () and "is not valid JSON" in decoded.error


@pytest.mark.parametrize("options", [{"length": 0}, {"bytes": 5}])
def test_wrong_options_are_named(options):
    with pytest.raises(OptionError, match=str(next(iter(options)))):
        make_action_mode("json", options)


# --- anything at all ---

junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
fields = st.sampled_from(
    ["action_type", "touch_position", "end_position", "key", "text", "index", "x", "y", "direction"]
)


@pytest.mark.parametrize("name", ACTION_MODES)
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(action=junk | st.dictionaries(fields, junk | st.sampled_from(["click", "scroll"])))
def test_nonsense_is_refused_and_nothing_worse(name, action):
    mode = make_action_mode(name)
    try:
        decoded = mode.decode(action, DEVICE)
    except ActionError:
        return
    assert isinstance(decoded, Decoded)
