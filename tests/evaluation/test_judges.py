"""Judges: how answers are read, and what a model is shown."""

import pytest

from android_gym.agents.formats import ModelReply
from android_gym.errors import ModelError, OptionError, TraceError
from android_gym.evaluation.judges import ModelJudge, Question, StateJudge
from android_gym.evaluation.trajectories import Shot, Trajectory


class Model:
    """Answers in turn, and keeps what it was asked."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []

    def __call__(self, messages):
        self.asked.append(messages)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return ModelReply(answer)


def question(seen, *said, **options):
    return Question("Set an alarm for 8am.", seen(*(said or ("a", "b"))), **options)


@pytest.mark.parametrize(
    ("answer", "success", "strict"),
    [
        ("Result: 1", True, True),
        ("Result: 0", False, False),
        ("Reason: It is there.\nResult: 1", True, True),
        ("**Result: 1**", True, True),
        ("result：1", True, None),
        ("Result: 2", None, True),
        ("Result: 10", None, True),
        ("Result: 1\nResult: 0", None, True),
        ("I would say Result: 1 if the alarm were on.\nResult: 0", False, True),
        ("It was solved.", None, None),
        ("", None, None),
        ("Result: ", None, None),
    ],
)
def test_answers_are_read(seen, answer, success, strict):
    verdict = ModelJudge(Model(answer), tries=1).judge(question(seen))
    assert verdict.success is bool(success)
    assert verdict.outcome == ("unread" if success is None else "judged")
    upstream = ModelJudge(Model(answer), tries=1, strict_upstream=True).judge(question(seen))
    assert upstream.success is bool(strict)
    assert upstream.outcome == ("unread" if strict is None else "judged")


def test_the_reason_is_kept(seen):
    answer = "Reason: The alarm\nis off.\nResult: 0"
    assert ModelJudge(Model(answer)).judge(question(seen)).reason == "The alarm\nis off."


def test_a_model_is_asked_again_until_its_answer_can_be_read(seen):
    model = Model("hm", "hm", "Result: 1")
    verdict = ModelJudge(model).judge(question(seen))
    assert (verdict.success, verdict.asked, len(model.asked)) == (True, 3, 3)
    verdict = ModelJudge(Model("hm"), tries=5).judge(question(seen))
    assert (verdict.success, verdict.outcome, verdict.asked) == (False, "unread", 5)
    assert "hm" in verdict.reason


def test_an_endpoint_that_fails_gives_no_verdict(seen):
    verdict = ModelJudge(Model(ModelError("HTTP 500"))).judge(question(seen))
    assert (verdict.success, verdict.outcome, verdict.reason) == (False, "failed", "HTTP 500")


@pytest.mark.parametrize("png", [None, b"\x89PNG\r\n\x1a\n"])
def test_a_screen_that_cannot_be_shown_gives_no_verdict(png):
    trajectory = Trajectory((Shot("7.png", png),))
    verdict = ModelJudge(Model("Result: 1")).judge(Question("x", trajectory))
    assert (verdict.success, verdict.outcome) == (False, "failed") and "7.png" in verdict.reason


@pytest.mark.parametrize("actions", ["none", "text", "picture"])
def test_all_screens_are_shown_in_order(seen, actions):
    model = Model("Result: 1")
    ModelJudge(model, actions=actions).judge(question(seen, "a", "b", "c"))
    (messages,) = model.asked
    system, told, *screens = messages
    assert system.role == "system" and "Set an alarm for 8am." in told.text
    assert [m.text for m in screens] == [f"Screenshot {n} of 3" for n in (1, 2, 3)]
    # A picture with an action told below it is taller; the last screen has none.
    heights = [m.pictures[0].size[1] for m in screens]
    assert (heights[0] > 240) is (actions == "picture") and heights[2] == 240
    assert ("Between screenshots 1 and 2: tap" in told.text) is (actions == "text")


def test_what_earlier_parts_gave_is_told(seen):
    model = Model("Result: 1")
    ModelJudge(model).judge(question(seen, memory={"the date": "6 February"}))
    assert "- the date: 6 February" in model.asked[0][1].text


def test_a_reason_is_asked_for_by_option(seen):
    for reasons in (True, False):
        model = Model("Result: 1")
        ModelJudge(model, reasons=reasons).judge(question(seen))
        assert ("Reason:" in model.asked[0][1].text) is reasons


def test_the_phones_state_judges(seen):
    judge = StateJudge()
    for reward in (0.0, 0.5, 1.0):
        shown = seen("a", reward=reward)
        assert judge.judge(Question("x", shown)).success is (reward == 1.0)
    with pytest.raises(TraceError, match="without a reward"):
        judge.judge(Question("x", seen("a")))


@pytest.mark.parametrize("wrong", [{"actions": "video"}, {"tries": 0}])
def test_wrong_options_are_refused(wrong):
    with pytest.raises(OptionError, match=next(iter(wrong))):
        ModelJudge(Model(""), **wrong)
