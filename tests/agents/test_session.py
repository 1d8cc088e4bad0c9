"""Sessions: what a model is shown, and what becomes of its replies."""

import base64

import cv2
import numpy as np
import pytest

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.actions import Decoded
from android_gym.agents.formats import FORMATS, ModelReply, Screen, make_format
from android_gym.agents.session import Session, read_chat, to_chat
from android_gym.errors import ActionError, ReplyError
from android_gym.events import Answer, Declare, Key, Tap

PIXELS = np.zeros((2400, 1080, 3), np.uint8)
PIXELS[:, :, 0] = 255
OK = UIElement(text="OK", bbox_pixels=BoundingBox(x_min=0, x_max=100, y_min=0, y_max=60))
SCREEN = Screen((1080, 2400), (OK,))


def pictures(messages):
    return [picture for message in messages for picture in message.pictures]


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_model_sees_the_picture_in_the_formats_size(name):
    action_format = make_format(name)
    session = Session(action_format, "Turn Wi-Fi off.")
    messages = session.look(PIXELS, SCREEN)
    assert [message.role for message in messages] == ["system", "user"]
    assert "Turn Wi-Fi off." in messages[1].text
    assert action_format.words(SCREEN) in messages[1].text
    if action_format.history.pictures == 0:
        assert pictures(messages) == []
        return
    (picture,) = pictures(messages)
    data = base64.b64decode(picture.url.partition("base64,")[2])
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert (image.shape[1], image.shape[0]) == action_format.grid.picture_size((1080, 2400))
    if not action_format.tags(SCREEN):  # which cover the corner
        assert image[0, 0].tolist() == [0, 0, 255]  # red, as OpenCV orders it


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_old_pictures_are_dropped(name):
    action_format = make_format(name)
    session = Session(action_format, "Go.")
    for _ in range(7):
        messages = session.look(PIXELS, SCREEN)
        reply = action_format.render((Declare(),), SCREEN, "I am done.")
        assert session.take(reply) == (Decoded(declared=True),)
    shown = len(pictures(messages))
    kept = action_format.history.pictures
    if action_format.history.kind != "turns":
        assert len(messages) == 2
        assert shown == kept
        kind = action_format.history.kind
        assert ("Step 6: " in messages[1].text) == (kind == "summaries")
        if kind == "running":
            assert messages[1].text.count("I am done.") == 1
    else:
        assert shown == (7 if kept is None else kept)
        assert messages[-1].pictures
        assert sum("Go." in message.text for message in messages) == 1
        assert sum(message.role == "assistant" for message in messages) == 6
    calls = [call.id for message in messages for call in message.calls]
    assert [message.call_id for message in messages if message.role == "tool"] == calls


def test_what_cannot_be_read_costs_a_step_and_is_told():
    session = Session(make_format("qwen3-vl"), "Go.")
    session.look(PIXELS, SCREEN)
    (action,) = session.take("I am not sure.")
    assert action.events == ()
    assert "no JSON object" in str(action.error)
    told = session.look(PIXELS, SCREEN, "There is no app 'Foo'.")[1].text
    assert "no JSON object" in told
    assert "no app 'Foo'" in told
    session.take("again")
    assert "no app 'Foo'" not in session.look(PIXELS, SCREEN)[1].text


def test_a_summary_that_is_carried_on_survives_what_cannot_be_read():
    session = Session(make_format("gelab-zero-1"), "Go.")
    for reply in (
        "<THINK> a </THINK>\nexplain:e\taction:CLICK\tpoint:1,2\tsummary:Opened " + "a" * 3000,
        "<THINK> hm </THINK>\nexplain:none",
    ):
        session.look(PIXELS, SCREEN)
        session.take(reply)
    told = session.look(PIXELS, SCREEN)[1].text
    assert "Opened " + "a" * 3000 in told
    assert "There is no 'action:'" in told
    assert "Nothing was done" not in told


def test_answers_and_ends():
    session = Session(make_format("ui-tars-1.5"), "How many?")
    session.look(PIXELS, SCREEN)
    (action,) = session.take("Thought: t\nAction: finished(content='5')")
    assert action == Decoded(declared=True, answer="5")
    session = Session(make_format("qwen3-vl"), "How many?")
    session.look(PIXELS, SCREEN)
    (action,) = session.take(make_format("qwen3-vl").render((Answer("5"),), SCREEN))
    assert action == Decoded(answer="5")
    session.look(PIXELS, SCREEN)
    (action,) = session.take(make_format("qwen3-vl").render((Declare(),), SCREEN))
    assert action == Decoded(declared=True)


def test_a_question_is_answered_that_nobody_is_there():
    session = Session(make_format("mai-ui-1"), "Go.")
    session.look(PIXELS, SCREEN)
    call = '{"name": "mobile_use", "arguments": {"action": "ask_user", "text": "Which?"}}'
    assert session.take(f"<tool_call>{call}</tool_call>") == (Decoded(),)
    assert "No user" in session.look(PIXELS, SCREEN)[-1].text


def test_several_actions_are_several_steps():
    session = Session(make_format("ui-tars-1.5"), "Go.")
    session.look(PIXELS, SCREEN)
    actions = session.take("Action: click(point='<point>0 0</point>')\n\npress_back()")
    assert actions == (Decoded((Tap(0, 0),)), Decoded((Key("KEYCODE_BACK"),)))


def test_a_reply_without_a_look():
    session = Session(make_format("qwen3-vl"), "Go.")
    with pytest.raises(ActionError, match="look"):
        session.take("x")


def test_chat_there_and_back():
    action_format = make_format("gemini-computer-mobile-1")
    reply = action_format.render((Tap(1, 2),), SCREEN, "I tap.")
    session = Session(action_format, "Go.")
    session.look(PIXELS, SCREEN)
    session.take(reply)
    said = [to_chat(m) for m in session.look(PIXELS, SCREEN) if m.role == "assistant"]
    assert read_chat(said[0]) == reply
    assert read_chat({"content": None}, "length") == ModelReply(cut=True)
    assert read_chat({"content": [{"type": "text", "text": "a"}]}) == ModelReply("a")
    assert read_chat({"content": None, "refusal": "No."}) == ModelReply("No.")
    assert read_chat({"content": [{"type": "refusal", "refusal": "No."}]}) == ModelReply("No.")
    assert read_chat({"content": "Yes.", "refusal": None}) == ModelReply("Yes.")
    for wrong in ({"content": 3}, {"tool_calls": 3}, {"tool_calls": [3]}):
        with pytest.raises(ReplyError):
            read_chat(wrong)
