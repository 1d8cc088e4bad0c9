"""Peculiarities of each format, in replies as models write them."""

import json

import gymnasium as gym
import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.accessibility import BoundingBox, UIElement
from android_gym.actions import Decoded
from android_gym.agents.formats import ModelReply, Screen, ToolCall, make_format
from android_gym.errors import ReplyError
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
    Touch,
    Wait,
)

BUTTON = UIElement(text="OK", bbox_pixels=BoundingBox(x_min=0, x_max=100, y_min=0, y_max=60))
SCREEN = Screen((1080, 2400), (BUTTON,))
BACK, HOME, ENTER = (Key(f"KEYCODE_{name}") for name in ("BACK", "HOME", "ENTER"))
CLEAR = (KeyCombination((113, 29)), Key("KEYCODE_DEL"))


def use(**arguments):
    call = json.dumps({"name": "mobile_use", "arguments": arguments})
    return f"<tool_call>\n{call}\n</tool_call>"


def call(name, **arguments):
    return ModelReply("", (ToolCall(name, json.dumps(arguments)),))


def computer(*actions):
    return call("computer", actions=list(actions))


SINGLE = [
    ("androidworld-1", 'Reason: r\nAction: {"action_type": "click", "index": 0}', Tap(50, 30)),
    ("androidworld-1", "Reason: r\nAction: {'action_type': 'wait'}", Wait(1000)),
    (
        "androidworld-1",
        'Reason: r\nAction: ```json\n{"action_type": "answer",\n "text": "a } b"}\n```',
        Answer("a } b"),
    ),
    (
        "androidworld-1",
        '{"action_type": "status", "goal_status": "infeasible"}',
        Declare("infeasible"),
    ),
    ("ui-tars-1.5", "Thought: t\nAction: click(point='<point>546 1204</point>')", Tap(540, 1200)),
    ("ui-tars-1.5", "Action: click(start_box='(546,1204)')", Tap(540, 1200)),
    (
        "ui-tars-1.5",
        "Action: click(start_box='<|box_start|>(546,1204)<|box_end|>')",
        Tap(540, 1200),
    ),
    ("ui-tars-1.5", "Action: click(start_box='[446, 1104, 646, 1304]')", Tap(540, 1200)),
    ("ui-tars-1.0", "Action: click(start_box='(500,500)')", Tap(540, 1200)),
    ("ui-tars-1.5", "Action: type(content='it\\'s \"here\"')", Text('it\'s "here"')),
    ("ui-tars-1.5", "Action: type(content='it's here')", Text("it's here")),
    ("ui-tars-1.5", "Action: wait()", Wait(5000)),
    ("ui-tars-1.5", "Action: open_app(app_name='Clock')", Launch("Clock")),
    ("qwen2.5-vl", use(action="click", coordinate=[546, 1204]), Tap(540, 1200)),
    ("qwen2.5-vl", use(action="key", text="volume_up"), Key("KEYCODE_VOLUME_UP")),
    ("qwen2.5-vl", use(action="long_press", coordinate=[0, 0], time=2), LongPress(0, 0, 2000)),
    ("qwen3-vl", use(action="click", coordinate=[999, 999]), Tap(1079, 2399)),
    ("qwen3-vl", use(action="click", coordinate="[500, 500]"), Tap(540, 1201)),
    ("qwen3-vl", use(action="system_button", button="Menu"), Key("KEYCODE_APP_SWITCH")),
    ("qwen3-vl", use(action="terminate", status="failure"), Declare("infeasible")),
    ("qwen3-vl", use(action="type", text="a } b"), Text("a } b")),
    ("gui-owl-1", use(action="tap", coordinate=[546, 1204]), Tap(540, 1200)),
    ("gui-owl-1", use(action="swipe", coordinate=[0, 0, 546, 1204]), Swipe(0, 0, 540, 1200)),
    ("mai-ui-1", use(action="double_click", coordinate=[999, 0]), DoubleTap(1079, 0)),
    (
        "mai-ui-1",
        use(action="drag", start_coordinate=[0, 0], end_coordinate=[999, 999]),
        Drag(0, 0, 1079, 2399),
    ),
    (
        "autoglm-1",
        '<think>a</think><answer>do(action="Tap", element=[500,500])</answer>',
        Tap(540, 1200),
    ),
    ("autoglm-1", 'I think so. do(action="Wait", duration="3 seconds")', Wait(3000)),
    ("autoglm-1", 'do(action="Tap", element=[1000,1000], message="pay")', Tap(1079, 2399)),
    ("ui-venus-1.5", "<action>Click(box=(999, 999))</action>", Tap(1079, 2399)),
    ("ui-venus-1.5", "<action>CallUser(content='5, or 6')</action>", Answer("5, or 6")),
    (
        "gelab-zero-1",
        "<THINK> the switch </THINK>\nexplain:tap it\taction:CLICK\tpoint:500,500\tsummary:tapped",
        Tap(540, 1200),
    ),
    ("gelab-zero-1", "<tink>a</tink>explain:b\taction:CLICK\tpoint:1000 1000", Tap(1079, 2399)),
    ("gelab-zero-1", "<think>x</think>\n<THINK>action:WAIT</THINK>\taction:COMPLETE", Declare()),
    ("gelab-zero-1", "explain:a\\taction:WAIT\\tvalue:2.5\\tsummary:b", Wait(2500)),
    ("gelab-zero-1", "action: TYPE\nvalue: hi: there\npoint: 1,2", Text("hi: there")),
    ("gelab-zero-1", "action:TYPE\tvalue:a\nb\tkeyboard_exists:true", Text("a\nb")),
    (
        "gelab-zero-1",
        "action:SLIDE\tpoint1:500,750\tpoint2:500,250",
        Swipe(540, 1800, 540, 600, 1500),
    ),
    ("gelab-zero-1", "action:LONGPRESS\tpoint:0,0", LongPress(0, 0, 1500)),
    ("gelab-zero-1", "action:ABORT\tvalue:no such app", Declare("infeasible")),
    ("openai-computer-1", computer({"type": "click", "x": 288, "y": 640}), Tap(540, 1200)),
    (
        "openai-computer-1",
        computer({"type": "keypress", "keys": ["CTRL", "A"]}),
        KeyCombination((113, 29)),
    ),
    (
        "anthropic-computer-20251124",
        call("computer", action="left_click", coordinate=[288, 640]),
        Tap(540, 1200),
    ),
    ("anthropic-computer-20260801", call("key", text="Return"), ENTER),
    ("anthropic-computer-20260801", call("press_button", button="home"), HOME),
    ("gemini-computer-mobile-1", call("click", x=500, y=500, intent="tap"), Tap(540, 1200)),
    ("gemini-computer-mobile-1", call("open_app", package_name="org.tasks"), Launch("org.tasks")),
]


@pytest.mark.parametrize(("name", "reply", "event"), SINGLE, ids=str)
def test_one_event(name, reply, event):
    assert make_format(name).parse(reply, SCREEN).steps == ((event,),)


SEVERAL = [
    (
        "gelab-zero-1",
        "action:TYPE\tvalue:hi\tpoint:500,500\tkeyboard_exists:false",
        [(Tap(540, 1200), Wait(1000), Text("hi"))],
    ),
    ("gelab-zero-1", "action:COMPLETE\treturn:It is 5.", [(Answer("It is 5."), Declare())]),
    (
        "androidworld-1",
        'Reason: r\nAction: {"action_type": "input_text", "text": "hi", "index": 0}',
        [(Tap(50, 30), Wait(1000), Text("hi"), ENTER)],
    ),
    ("ui-tars-1.5", "Action: type(content='hi\\n')", [(Text("hi"), ENTER)]),
    ("ui-tars-1.5", "Action: finished(content='It is 5.')", [(Answer("It is 5."), Declare())]),
    ("ui-tars-1.5", "Action: finished(content='')", [(Declare(),)]),
    ("ui-tars-1.5", "Action: press_home()\n\npress_back()", [(HOME,), (BACK,)]),
    ("autoglm-1", 'do(action="Type", text="hi")', [(*CLEAR, Text("hi"))]),
    ("autoglm-1", 'finish(message="5")', [(Answer("5"), Declare())]),
    (
        "openai-computer-1",
        computer({"type": "wait"}, {"type": "screenshot"}, {"type": "type", "text": "a"}),
        [(Wait(2000),), (), (Text("a"),)],
    ),
    (
        "openai-computer-1",
        computer({"type": "drag", "path": [{"x": 0, "y": 0}, {"x": 288, "y": 0}, [288, 640]]}),
        [
            tuple(
                Touch(kind, (x + 0.5) / 1080, (y + 0.5) / 2400)
                for kind, x, y in [(0, 0, 0), (0, 540, 0), (0, 540, 1200), (1, 540, 1200)]
            )
        ],
    ),
    ("openai-computer-1", "The answer is 5.", [(Answer("The answer is 5."), Declare())]),
    ("anthropic-computer-20260801", call("key", text="Tab", repeat=2), [(Key("KEYCODE_TAB"),) * 2]),
    (
        "gemini-computer-mobile-1",
        call("type_text_at", x=0, y=0, text="hi", clear_before_typing=True),
        [(Tap(0, 0), Wait(1000), *CLEAR, Text("hi"), ENTER)],
    ),
    ("gemini-computer-mobile-1", call("type", text="hi"), [(Text("hi"),)]),
]


@pytest.mark.parametrize(("name", "reply", "steps"), SEVERAL, ids=str)
def test_several_events(name, reply, steps):
    assert list(make_format(name).parse(reply, SCREEN).steps) == steps


@pytest.mark.parametrize(
    ("name", "reply"),
    [
        ("mai-ui-1", use(action="ask_user", text="Which one?")),
        ("autoglm-1", 'do(action="Take_over", message="Which one?")'),
        ("ui-tars-1.5", "Action: call_user(content='Which one?')"),
        ("gelab-zero-1", "explain:e\taction:INFO\tvalue:Which one?\tsummary:s"),
    ],
)
def test_questions_do_nothing(name, reply):
    parsed = make_format(name).parse(reply, SCREEN)
    assert parsed.steps == ((),)
    assert parsed.question == "Which one?"


def test_summaries_for_histories():
    owl = f"<thinking>t</thinking>{use(action='wait')}<conclusion>\nI waited.\n</conclusion>"
    assert make_format("gui-owl-1").parse(owl, SCREEN).summary == "I waited."
    qwen = f'Thought: t\nAction: "Wait a bit"\n{use(action="wait")}'
    assert make_format("qwen3-vl").parse(qwen, SCREEN).summary == "Wait a bit"


def test_the_first_of_two_lines_counts():
    line = "<THINK> t </THINK>\nexplain:e\taction:{}\tpoint:500,500\tsummary:s\n"
    both = line.format("CLICK") + line.format("LONGPRESS")
    parsed = make_format("gelab-zero-1").parse(both, SCREEN)
    assert parsed.steps == ((Tap(540, 1200),),)
    assert "first of your 2" in parsed.note


def test_a_server_that_parses_the_tags_is_read_alike():
    reply = call("mobile_use", action="click", coordinate=[999, 999])
    assert make_format("qwen3-vl").parse(reply, SCREEN).events == (Tap(1079, 2399),)


WRONG = [
    ("androidworld-1", 'Reason: r\nAction: {"action_type": "fly"}', "action_type"),
    ("androidworld-1", 'Reason: r\nAction: {"action_type": "wait", "speed": 1}', "speed"),
    ("qwen3-vl", '<tool_call>{"name": "browser_use", "arguments": {}}</tool_call>', "browser_use"),
    ("qwen3-vl", use(action="click"), "needs 'coordinate'"),
    ("qwen3-vl", use(action="click", coordinate=[1]), "two numbers"),
    ("qwen3-vl", use(action="click", coordinate=[True, False]), "numbers"),
    ("qwen3-vl", use(action="open", text=" "), "characters"),
    ("qwen3-vl", use(action="wait", time=1e9), "seconds"),
    ("qwen3-vl", use(action="type", text="\ud800"), "half"),
    ("ui-tars-1.5", "Action: type(content='')", "nothing to type"),
    ("ui-tars-1.5", "Action: fly(to='x')", "no action 'fly'"),
    ("autoglm-1", 'do(action="Tap", element=[1,', "cut"),
    ("ui-venus-1.5", "Click(box=(1, 2))", "no <action>"),
    ("gelab-zero-1", "explain:e\taction:BACK\tsummary:s", "no action 'BACK'"),
    ("gelab-zero-1", "explain:e\taction:CLICK\tpoint:500\tsummary:s", "two numbers"),
    ("gelab-zero-1", "<THINK> action:CLICK </THINK>\tpoint:1,1", "no 'action:'"),
    ("openai-computer-1", computer({"type": "drag", "path": [[1, 1]]}), "2 to 200 points"),
    ("openai-computer-1", ModelReply("I will", cut=True), "cut"),
    ("anthropic-computer-20260801", call("left_mouse_down"), "mouse"),
    ("anthropic-computer-20260801", call("key", text="Hyper"), "no key"),
    ("gemini-computer-mobile-1", call("navigate", url="x"), "no function"),
]


@pytest.mark.parametrize(("name", "reply", "words"), WRONG, ids=str)
def test_wrong_replies_say_what_is_wrong(name, reply, words):
    with pytest.raises(ReplyError, match=words):
        make_format(name).parse(reply, SCREEN)


UPSTREAM = [
    ('Reason: r\nAction: {"action_type": "answer", "text": "a } b"}', False),
    ('{"action_type": "wait"}', False),
    ('Reason:\nAction: {"action_type": "wait"}', False),
    ('Reason: r\nAction: {"action_type": "wait"}', True),
    ('Reason: r\nAction: {"action_type":\n"wait"}', True),
    ('Reason: r\nAction: {"action_type": "wait", "index": null}', True),
    ('Reason: r\nAction: {"action_type":\n"wait", "index": null}', False),
]


@pytest.mark.parametrize(("reply", "read"), UPSTREAM)
def test_upstreams_parser_has_its_faults(reply, read):
    strict = make_format("androidworld-1", "upstream")
    if read:
        assert strict.parse(reply, SCREEN).events == (Wait(1000),)
        return
    with pytest.raises(ReplyError):
        strict.parse(reply, SCREEN)
    if "Reason:\n" not in reply:
        assert make_format("androidworld-1").parse(reply, SCREEN).events


# Replies that show what is further down a list, and what undoes it.
SCROLLS = {
    "androidworld-1": (
        'Reason: r\nAction: {"action_type": "scroll", "direction": "down"}',
        'Reason: r\nAction: {"action_type": "scroll", "direction": "up"}',
    ),
    "ui-tars-1.5": (
        "Action: scroll(point='<point>546 1204</point>', direction='down')",
        "Action: scroll(point='<point>546 1204</point>', direction='up')",
    ),
    "qwen3-vl": (
        use(action="swipe", coordinate=[500, 700], coordinate2=[500, 300]),
        use(action="swipe", coordinate=[500, 300], coordinate2=[500, 700]),
    ),
    "mai-ui-1": (use(action="swipe", direction="up"), use(action="swipe", direction="down")),
    "autoglm-1": (
        'do(action="Swipe", start=[500,700], end=[500,300])',
        'do(action="Swipe", start=[500,300], end=[500,700])',
    ),
    "ui-venus-1.5": (
        "<action>Scroll(start=(500, 500), direction='down')</action>",
        "<action>Scroll(start=(500, 500), direction='up')</action>",
    ),
    "gelab-zero-1": (
        "action:SLIDE\tpoint1:500,700\tpoint2:500,300",
        "action:SLIDE\tpoint1:500,300\tpoint2:500,700",
    ),
    "openai-computer-1": (
        computer({"type": "scroll", "x": 288, "y": 640, "scroll_x": 0, "scroll_y": 400}),
        computer({"type": "scroll", "x": 288, "y": 640, "scroll_x": 0, "scroll_y": -400}),
    ),
    "anthropic-computer-20260801": (
        call("scroll", coordinate=[288, 640], scroll_direction="down", scroll_amount=4),
        call("scroll", coordinate=[288, 640], scroll_direction="up", scroll_amount=4),
    ),
    "seeact-1": (
        "ELEMENT: None\nACTION: SWIPE\nVALUE: up",
        "ELEMENT: None\nACTION: SWIPE\nVALUE: down",
    ),
    "appagent-1": ('Action: swipe(8, "up", "long")', 'Action: swipe(8, "down", "long")'),
    "autodroid-1": (
        '{"Finished": "No", "id": 7, "action": "scroll down"}',
        '{"Finished": "No", "id": 7, "action": "scroll up"}',
    ),
    "mobile-agent-1": ("Action: page down", "Action: page up"),
    "mobile-agent-2": (
        "### Action ###\nSwipe (540, 1700), (540, 700)",
        "### Action ###\nSwipe (540, 700), (540, 1700)",
    ),
    "auto-ui-1": (
        'Action Decision: "action_type": "DUAL_POINT", "touch_point": "[0.7, 0.5]", '
        '"lift_point": "[0.3, 0.5]"',
        'Action Decision: "action_type": "DUAL_POINT", "touch_point": "[0.3, 0.5]", '
        '"lift_point": "[0.7, 0.5]"',
    ),
    "cogagent-1": ("Grounded Operation: swipe up", "Grounded Operation: swipe down"),
    "odyssey-1": ("SCROLL: UP", "SCROLL: DOWN"),
    "aitw-llm-0": (
        '{"action_type": "scroll", "direction": "down"}',
        '{"action_type": "scroll", "direction": "up"}',
    ),
    "gemini-computer-mobile-1": (
        call("scroll", x=500, y=500, direction="down", magnitude_in_pixels=900),
        call("scroll", x=500, y=500, direction="up", magnitude_in_pixels=900),
    ),
}


@pytest.fixture(scope="module")
def env():
    made = gym.make("AndroidWorld/SystemWifiTurnOff-v0", termination="declared", budget_factor=100)
    made.reset(seed=1)
    yield made
    made.close()


@pytest.mark.parametrize("name", SCROLLS)
def test_scrolling_moves_a_list_of_the_phone(name, env):
    """The first entries of the settings leave upwards, and come back."""
    action_format = make_format(name)
    device = env.get_wrapper_attr("device")

    def texts():
        return {element.text for element in device.ui_elements()}

    env.step(Decoded((Launch("Settings"),)))
    first = {"Network & internet", "Connected devices"}
    assert first <= texts()
    further, again = SCROLLS[name]
    for reply, times in ((further, 1), (again, 2)):
        for _ in range(times):
            screen = Screen(device.size, device.ui_elements())
            env.step(Decoded(action_format.parse(reply, screen).events))
        assert (first <= texts()) == (reply is again)
