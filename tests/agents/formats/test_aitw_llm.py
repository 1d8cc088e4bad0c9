"""Android in the Wild's language models: what they are told, and what their replies mean."""

import pytest

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.agents.formats import ModelReply, Screen, make_format
from android_gym.agents.formats.aitw_llm_examples import EXAMPLES
from android_gym.agents.session import Session
from android_gym.errors import ReplyError
from android_gym.events import Declare, Key, Swipe, Tap, Text

SIZE = (200, 400)
ZERO, COT = make_format("aitw-llm-0"), make_format("aitw-llm-hist-5-cot")


def element(x, y, **fields):
    """Return an element of 40 x 20 pixels."""
    return UIElement(bbox_pixels=BoundingBox(x, x + 40, y, y + 20), is_visible=True, **fields)


SCREEN = Screen(
    SIZE,
    (
        element(0, 0, content_description="Navigate up"),
        element(100, 40, text='Say "hi" <b>\nnow'),
        element(0, 40, is_clickable=True, resource_name="a:id/more"),
        UIElement(bbox_pixels=BoundingBox(0, 200, 0, 400), is_clickable=True, is_visible=True),
    ),
)


def test_the_screen_is_texts_and_icons():
    assert ZERO.words(SCREEN).splitlines() == [
        "Screen:",
        '<img id=0 class="IconArrowBackward" alt="Navigate up"> </img>',
        '<img id=1 class="IconThreeDots" alt="Three Dots Icon"> </img>',
        '<p id=2 class="text" alt="Say &quot;hi&quot; &lt;b&gt; now"> '
        "Say &quot;hi&quot; &lt;b&gt; now </p>",
    ]
    assert 'alt="Arrow Backward Icon"' in make_format("aitw-llm-0", "upstream").words(SCREEN)


def test_a_screen_of_any_length_is_told_in_part():
    elements = tuple(element(0, i % 380, text=f"{i} " + "x" * 900) for i in range(900))
    screen = Screen(SIZE, elements)
    lines = ZERO.words(screen).splitlines()[1:]
    assert 60 < len(lines) < 200
    assert sum(map(len, lines)) < 32_768
    last = len(lines) - 1
    assert ZERO.parse(f'{{"action_type": "click", "idx": {last}}}', screen).events
    with pytest.raises(ReplyError, match="no element"):
        ZERO.parse(f'{{"action_type": "click", "idx": {last + 1}}}', screen)


@pytest.mark.parametrize(
    ("reply", "event", "told"),
    [
        ('{"action_type": "click", "idx": 2}', Tap(120, 50), 'click [Say "hi" <b> now]'),
        ('{"action_type": "click", "idx": "0"}', Tap(20, 10), "click [Navigate up]"),
        ('{"action_type": "type", "text": "a b"}', Text("a b"), "type [a b]"),
        ('{"action_type": "navigate_home"}', Key("KEYCODE_HOME"), "press [HOME key]"),
        ('{"action_type": "navigate_back"}', Key("KEYCODE_BACK"), "press [BACK key]"),
        ('{"action_type": "press_enter"}', Key("KEYCODE_ENTER"), "press [ENTER key]"),
        ('{"action_type": "task_complete"}', Declare(), "task complete"),
        ('{"action_type": "task_impossible"}', Declare("infeasible"), "task impossible"),
        (
            'I see {two} tabs. {"a": 1} So the action is {"action_type": "click", "idx": 1}',
            Tap(20, 50),
            "click [Three Dots Icon]",
        ),
    ],
)
def test_actions(reply, event, told):
    session = Session(COT, "Go.")
    session.look(None, SCREEN)
    assert COT.parse(reply, SCREEN).events == (event,)
    session.take(reply)
    assert f"Step 1: {told}\n" in session.look(None, SCREEN)[1].text


def test_scrolling_names_where_the_wanted_lies():
    parsed = ZERO.parse('{"action_type": "scroll", "direction": "down"}', SCREEN)
    (swipe,) = parsed.events
    assert isinstance(swipe, Swipe)
    assert swipe.to_y < swipe.y
    (swipe,) = ZERO.parse('{"action_type": "scroll", "direction": "left"}', SCREEN).events
    assert swipe.to_x > swipe.x


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ('{"action_type": "click"}', "idx"),
        ('{"action_type": "click", "idx": 1.5}', "no element"),
        ('{"action_type": "click", "idx": -1}', "no element"),
        ('{"action_type": "click", "idx": 3}', "no element"),
        ('{"action_type": "click", "idx": true}', "number"),
        ('{"action_type": "type", "text": ""}', "text"),
        ('{"action_type": "scroll", "direction": "away"}', "one of"),
        ('{"action_type": "open_app"}', "one of"),
        ('{"idx": 1}', "no action"),
    ],
)
def test_what_is_no_action(reply, why):
    with pytest.raises(ReplyError, match=why):
        ZERO.parse(reply, SCREEN)


def test_as_in_the_paper_there_is_neither_enter_nor_an_end():
    papers = make_format("aitw-llm-hist-5-cot", "upstream")
    for name in ("press_enter", "task_complete", "task_impossible"):
        assert name in COT.system_prompt(SIZE)
        assert name not in papers.system_prompt(SIZE)
        with pytest.raises(ReplyError, match="one of"):
            papers.parse(f'{{"action_type": "{name}"}}', SCREEN)
    for event in (Key("KEYCODE_ENTER"), Declare()):
        with pytest.raises(ReplyError, match="can't express"):
            papers.render((event,), SCREEN)


def test_a_touch_is_meant_for_the_smallest_that_it_is_in():
    around = UIElement(text="A card", bbox_pixels=BoundingBox(0, 200, 100, 300), is_visible=True)
    within = element(80, 200, text="OK")
    screen = Screen(SIZE, (around, within))
    assert '"idx": 1' in ZERO.render((Tap(85, 203),), screen).text
    assert '"idx": 0' in ZERO.render((Tap(3, 103),), screen).text
    with pytest.raises(ReplyError, match="can't express"):
        ZERO.render((Tap(3, 50),), screen)


def test_one_is_shown_five_examples_and_its_past_and_the_other_neither():
    assert len(EXAMPLES) == 5
    assert COT.system_prompt(SIZE).count("\nExample ") == 5
    assert "Example" not in ZERO.system_prompt(SIZE)
    for action_format, past in ((COT, True), (ZERO, False)):
        session = Session(action_format, "Go.")
        session.look(None, SCREEN)
        session.take('{"action_type": "navigate_back"}')
        messages = session.look(None, SCREEN)
        assert len(messages) == 2
        assert ("press [BACK key]" in messages[1].text) == past
        assert not any(message.pictures for message in messages)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.task)
def test_examples_say_what_can_be_done(example):
    """Each example's screen has the element that its action names, in the form of `words`."""
    names = {"IconArrowBackward": "back", "IconX": "close", "IconRefresh": "refresh"}
    lines = example.screen.splitlines()
    elements = [
        element(0, 20 * i, text=line.split("> ")[1].removesuffix(" </p>"))
        if line.startswith("<p")
        else element(
            0, 20 * i, is_clickable=True, resource_name=f"a:id/{names[line.split(chr(34))[1]]}"
        )
        for i, line in enumerate(lines)
    ]
    papers = make_format("aitw-llm-hist-5-cot", "upstream")
    screen = Screen(SIZE, tuple(elements))
    assert papers.words(screen) == f"Screen:\n{example.screen}"
    reply = ModelReply(f"{example.thought} So the action is {example.action}")
    assert len(papers.parse(reply, screen).events) == 1
