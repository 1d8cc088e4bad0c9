"""Promises of every action format: round trips, corners, replies that are none."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.agents.formats import FORMATS, MAX_REPLY, ModelReply, Screen, ToolCall, make_format
from android_gym.agents.formats.gestures import finger_direction
from android_gym.errors import ActionError, OptionError, ReplyError
from android_gym.events import (
    Answer,
    Declare,
    DoubleTap,
    Drag,
    Key,
    KeyCombination,
    Launch,
    LongPress,
    Swipe,
    Tap,
    Text,
    Wait,
)

NAMES = sorted(FORMATS)
SCREENS = (Screen((1080, 2400)), Screen((2400, 1080)), Screen((720, 1280)))
# Formats that name elements, not places; those whose swipes are directions.
BY_ELEMENT = (
    "aitw-llm-0", "aitw-llm-hist-5-cot", "appagent-1", "autodroid-1", "mobile-agent-1", "seeact-1"
)  # fmt: skip
STRAIGHT = (
    "mai-ui-1", "gemini-computer-mobile-1", "androidworld-1", "cogagent-1", "odyssey-1", *BY_ELEMENT
)  # fmt: skip
# Steps that models and agents were given no words for.
LACKING = {
    "aitw-llm-0": {LongPress, Launch, Wait, Answer},
    "aitw-llm-hist-5-cot": {LongPress, Launch, Wait, Answer},
    "gelab-zero-1": {Key},
    "appagent-1": {Key, Launch, Wait, Answer},
    "autodroid-1": {Key("KEYCODE_HOME"), LongPress, Launch, Wait, Answer},
    "mobile-agent-1": {LongPress, Wait, Answer},
    "mobile-agent-2": {LongPress, Wait, Answer},
    "auto-ui-1": {LongPress, Launch, Wait, Answer},
    "digirl-1": {LongPress, Launch, Wait, Answer},
    "cogagent-1": {LongPress, Launch, Wait, Answer},
    "odyssey-1": {Launch, Wait, Answer},
}
TOOLS = [n for n in NAMES if make_format(n).tools((1080, 2400))]


def points(screen):
    width, height = screen.size
    return st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))


TEXTS = st.text(
    st.characters(codec="utf-8", exclude_characters="\0\r"), min_size=1, max_size=60
).filter(lambda text: text.strip() == text and text)
SECONDS = st.integers(1, 600).map(lambda tenths: tenths * 100)
KEYS = st.sampled_from(["BACK", "HOME", "APP_SWITCH", "ENTER", "TAB", "DEL", "VOLUME_UP"])


def with_element(screen, *places):
    """Return the screen with something to touch at each place."""
    found = tuple(
        UIElement(
            text=f"Thing {i}",
            class_name="android.widget.Button",
            is_clickable=True,
            bbox_pixels=BoundingBox(x_min=x - 1, x_max=x + 1, y_min=y - 1, y_max=y + 1),
        )
        for i, (x, y) in enumerate(places)
    )
    return Screen(screen.size, found)


@st.composite
def cases(draw):
    screen = draw(st.sampled_from(SCREENS))
    at = points(screen)
    step = draw(
        st.one_of(
            at.map(lambda p: (Tap(*p),)),
            at.map(lambda p: (DoubleTap(*p),)),
            at.map(lambda p: (LongPress(*p),)),
            st.tuples(at, at).map(lambda pq: (Swipe(*pq[0], *pq[1]),)),
            st.tuples(at, at).map(lambda pq: (Drag(*pq[0], *pq[1]),)),
            TEXTS.map(lambda text: (Text(text),)),
            TEXTS.map(lambda text: (Text(text), Key("KEYCODE_ENTER"))),
            TEXTS.map(lambda text: (KeyCombination((113, 29)), Key("KEYCODE_DEL"), Text(text))),
            TEXTS.map(lambda app: (Launch(app),)),
            KEYS.map(lambda key: (Key(f"KEYCODE_{key}"),)),
            st.sampled_from([(KeyCombination((113, 29)),), (KeyCombination((113, 59, 66)),)]),
            SECONDS.map(lambda ms: (Wait(ms),)),
            TEXTS.map(lambda text: (Answer(text),)),
            TEXTS.map(lambda text: (Answer(text), Declare())),
            st.sampled_from([(Declare(),), (Declare("infeasible"),), ()]),
        )
    )
    return screen, step


def same_place(action_format, screen, x, y, to_x, to_y):
    """Return whether two pixels are as near as the format's coordinates allow."""
    for across, edge, a, b in zip(
        screen.size, action_format.grid.span(screen.size), (x, y), (to_x, to_y), strict=True
    ):
        # Formats that never write their last number miss the last pixels by as much.
        if abs(a - b) > across / edge + 1:
            return False
    return True


def assert_same(action_format, screen, wanted, got):
    assert len(wanted) == len(got)
    for event, other in zip(wanted, got, strict=True):
        assert type(event) is type(other)
        if isinstance(event, Swipe) and action_format.name in STRAIGHT:
            assert finger_direction(event) == finger_direction(other)
        elif isinstance(event, Tap | DoubleTap | LongPress | Swipe | Drag):
            assert same_place(action_format, screen, event.x, event.y, other.x, other.y)
            if isinstance(event, Swipe | Drag):
                ends = (event.to_x, event.to_y, other.to_x, other.to_y)
                assert same_place(action_format, screen, *ends)
        else:
            assert event == other


@pytest.mark.parametrize("name", NAMES)
@given(case=cases(), thought=st.sampled_from(["", "I tap it.", "A {brace} and 'it's' <b>"]))
@settings(max_examples=50, deadline=None)
def test_what_is_written_is_read(name, case, thought):
    action_format = make_format(name)
    screen, step = case
    if name in BY_ELEMENT and step and hasattr(step[0], "x"):
        screen = with_element(screen, (step[0].x, step[0].y))
    try:
        reply = action_format.render(step, screen, thought)
    except ReplyError:
        return
    parsed = action_format.parse(reply, screen)
    assert len(parsed.steps) == 1
    assert not parsed.note
    assert_same(action_format, screen, step, parsed.steps[0])


COMMON = [
    (Tap(5, 7),), (LongPress(5, 7),), (Swipe(500, 1500, 500, 700),), (Key("KEYCODE_BACK"),),
    (Key("KEYCODE_HOME"),), (Launch("Settings"),), (Wait(1000),), (Declare(),),
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_every_format_says_what_a_task_needs(name):
    action_format = make_format(name)
    lacking = LACKING.get(name, set())
    screen = with_element(SCREENS[0], (5, 7), (500, 1500))
    for step in COMMON:
        if {*step, *map(type, step)} & lacking:
            with pytest.raises(ReplyError):
                action_format.render(step, screen)
        else:
            assert action_format.render(step, screen)
    typed = {
        "autodroid-1": (Tap(5, 7), KeyCombination((113, 29)), Key("KEYCODE_DEL"), Text("a")),
        "seeact-1": (Tap(5, 7), Wait(1000), Text("a"), Key("KEYCODE_ENTER")),
        "androidworld-1": (Tap(5, 7), Wait(1000), Text("a"), Key("KEYCODE_ENTER")),
        "autoglm-1": (KeyCombination((113, 29)), Key("KEYCODE_DEL"), Text("a")),
    }
    assert action_format.render(typed.get(name, (Text("a"),)), screen)
    if Answer in lacking:
        return
    answer = (Answer("5"),) if action_format.answers_apart else (Answer("5"), Declare())
    assert action_format.render(answer, SCREENS[0])


@pytest.mark.parametrize("name", NAMES)
def test_what_cannot_be_said_is_an_error(name):
    with pytest.raises(ReplyError, match="can't express"):
        make_format(name).render((Tap(1, 1), Tap(2, 2), Tap(3, 3)), SCREENS[0])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_corners_land_on_the_screen(name, screen):
    action_format = make_format(name)
    width, height = screen.size
    for x, y in [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)]:
        there = with_element(screen, (x, y)) if name in BY_ELEMENT else screen
        (tap,) = action_format.parse(action_format.render((Tap(x, y),), there), there).events
        assert 0 <= tap.x < width
        assert 0 <= tap.y < height
        assert same_place(action_format, screen, x, y, tap.x, tap.y)


def cut(reply):
    """A reply that ends in the middle of its action."""
    if reply.calls:
        call = reply.calls[0]
        half = ToolCall(call.name, call.arguments[: len(call.arguments) // 2])
        return ModelReply(reply.text, (half,), cut=True)
    end = max(reply.text.find(word) for word in ("coordinate", "point", "element", "box", "type"))
    return ModelReply(reply.text[: end + 3], cut=True)


@pytest.mark.parametrize("name", NAMES)
def test_replies_that_are_none(name):
    action_format = make_format(name)
    screen = SCREENS[0]
    whole = action_format.render((Declare(),) if name in BY_ELEMENT else (Tap(5, 7),), screen)
    bad = [
        "",
        " \n\t ",
        "<tool_call>",
        cut(whole),
        "x" * 100_000,
        "{" * 50_000,
        "Action:" * 9_000,
        "<tool_call>" * 5_000,
        ModelReply("", (ToolCall("computer", "{not json"),)),
        ModelReply("", (ToolCall("mobile_use", "[1, 2]"),)),
        ModelReply("", (ToolCall("click", '{"x": "NaN", "y": 1e999}'),)),
        ModelReply("", (ToolCall("left_click", '{"coordinate": ' + "[" * 20_000),)),
        ModelReply("", (ToolCall("no_such_function"),)),
        ModelReply("", (ToolCall("click"),) * 1000),
    ]
    if name not in TOOLS:  # there, words without a call end the task
        bad += ["I would tap on Wi-Fi.", "Thought: hm\nAction: hm", "<answer></answer>", "{}"]
    for reply in bad:
        if name in TOOLS and isinstance(reply, str) and 0 < len(reply.strip()) <= MAX_REPLY:
            continue
        with pytest.raises(ReplyError) as caught:
            action_format.parse(reply, screen)
        assert isinstance(caught.value, ActionError)
        assert 0 < len(str(caught.value)) < 1500


@pytest.mark.parametrize("name", NAMES)
@given(
    text=st.one_of(
        st.text(max_size=200),
        st.lists(
            st.sampled_from([
                "Reason: a\n", "Action: ", "Thought: b\n", "<tool_call>", "</tool_call>", "{",
                "}", '{"name": "mobile_use", "arguments": ', '{"action": "click", ', "<answer>",
                '"coordinate": [1, 2]', "do(", "finish(", 'action="Tap"', "element=[1,2]", ")",
                "click(", "point='<point>1 2</point>'", "<action>", "Click(box=(1, 2", "'", '"',
                '{"action_type": "click", "index": 3}', "\\", "[", "(", ", ", "\ud800", "1e400",
            ]),
            max_size=12,
        ).map("".join),
    )
)  # fmt: skip
@settings(max_examples=50, deadline=None)
def test_nothing_but_our_error_is_raised(name, text):
    action_format = make_format(name)
    for reply in (
        text,
        ModelReply("", (ToolCall("mobile_use", text),)),
        ModelReply("", (ToolCall("computer", text), ToolCall(text[:20], "{}"))),
    ):
        try:
            parsed = action_format.parse(reply, SCREENS[0])
        except ReplyError:
            continue
        assert isinstance(parsed.steps, tuple)


_DUAL = '"action_type": "DUAL_POINT", "touch_point": "[0.5, 1.2]", "lift_point": "[0.5, 0.5]"'
OFF = {
    "aitw-llm-0": '{"action_type": "click", "idx": 40}',
    "aitw-llm-hist-5-cot": '{"action_type": "click", "idx": 40}',
    "appagent-1": "Action: tap(40)",
    "autodroid-1": '{"Finished": "No", "id": 40, "action": "tap"}',
    "mobile-agent-1": "Action: click text (Nowhere)",
    "seeact-1": "ELEMENT: ZZ\nACTION: CLICK\nVALUE: None",
    "auto-ui-1": f"Action Decision: {_DUAL}",
    "digirl-1": f"Action Decision: {_DUAL}",
}


@pytest.mark.parametrize("name", NAMES)
def test_off_the_screen(name):
    action_format = make_format(name)
    if action_format.name == "androidworld-1":
        with pytest.raises(ReplyError, match="no UI element 40"):
            action_format.parse(
                'Reason: a\nAction: {"action_type": "click", "index": 40}', SCREENS[0]
            )
        return
    if name in OFF:
        with pytest.raises(ReplyError, match="no element|off the screen|stands in|no text"):
            action_format.parse(OFF[name], SCREENS[0])
        return
    reply = action_format.render((Tap(1079, 2399),), SCREENS[0])
    across, down = action_format.grid.largest((1080, 2400))

    def moved(text):
        text = text.replace(str(down), "7777") if across != down else text
        return text.replace(str(across), "7777")

    calls = tuple(ToolCall(c.name, moved(c.arguments)) for c in reply.calls)
    with pytest.raises(ReplyError, match="off the screen"):
        action_format.parse(ModelReply(moved(reply.text), calls), SCREENS[0])


ONE_LINE = (*LACKING, "seeact-1")


@pytest.mark.parametrize("name", NAMES)
def test_two_actions(name):
    action_format = make_format(name)
    screen = with_element(SCREENS[0], (100, 200))
    first = action_format.render((Tap(100, 200),), screen)
    if name in ONE_LINE:  # what follows the first is not read
        return
    second = action_format.render((Key("KEYCODE_BACK"),), screen)
    if first.calls:
        both = ModelReply("", first.calls + second.calls)
    elif name == "ui-venus-1.5":
        both = "<think>a</think><action>Click(box=(100, 200)) PressBack()</action>"
    elif name == "autoglm-1":
        both = '<answer>do(action="Tap", element=[1,2])\ndo(action="Back")</answer>'
    elif name.startswith("ui-tars"):
        both = f"{first.text}\n\n{second.text.rpartition('Action: ')[2]}"
    else:
        both = f"{first.text}\n{second.text}"
    parsed = action_format.parse(both, screen)
    assert isinstance(parsed.steps[0][0], Tap)
    if action_format.several:
        assert len(parsed.steps) == 2
        assert parsed.steps[1] == (Key("KEYCODE_BACK"),)
    else:
        assert len(parsed.steps) == 1
        if name != "androidworld-1":
            assert "first of your 2" in parsed.note


@pytest.mark.parametrize("name", NAMES)
def test_prompts_and_tools(name):
    action_format = make_format(name)
    for size in ((1080, 2400), (2400, 1080)):
        told = action_format.system_prompt(size)
        assert len(told) < 4000
        width, height = action_format.grid.picture_size(size)
        assert (width > height) == (size[0] > size[1])
        for tool in action_format.tools(size):
            schema = tool.schema()["function"]
            assert set(schema["parameters"]["required"]) <= set(schema["parameters"]["properties"])


def test_names():
    with pytest.raises(OptionError, match="qwen3-vl"):
        make_format("qwen3")
    with pytest.raises(OptionError, match="strict"):
        make_format("qwen3-vl", "upstream")
    assert all(name == cls.name for name, cls in FORMATS.items())
