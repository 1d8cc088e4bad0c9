"""Detection over several apps, and the faults of the published code under ``strict_upstream``."""

import json

import pytest

from android_gym.agents.formats import ModelReply
from android_gym.errors import ModelError, OptionError
from android_gym.evaluation.spa_bench import CrossAppDetector, Verdict
from android_gym.evaluation.spa_bench.cross_app import Segment, check_segments, segment_names

ALARM = "cross-app-ENG/General_Tool_2_ENG"  # Settings, Clock
OLYMPICS = "cross-app-ENG/Information_Management_1_ENG"  # Chrome remembers for Calendar
CATAN = "cross-app-ENG/Web_Shopping_1_ENG"  # its third app is "Amazon/Temu"


def answer(indent=2, **segments):
    data = {n: {"start screen": s, "end screen": e} for n, (s, e) in segments.items()}
    return json.dumps(data, indent=indent)


class Judge:
    """Fails the subtasks whose numbers it is given."""

    def __init__(self, *fails):
        self.fails = fails
        self.asked = []

    def judge(self, question):
        self.asked.append(question)
        return Verdict(len(self.asked) not in self.fails)


def ask(*answers):
    left = list(answers)

    def reply(messages):
        said = left.pop(0)
        if isinstance(said, Exception):
            raise said
        return ModelReply(said)

    return reply


def test_each_subtask_is_judged_on_its_screens(trajectory):
    judge = Judge()
    found = CrossAppDetector(ask(answer(Settings=(2, 3), Clock=(4, 4))), judge).detect(
        trajectory("home", "a", "b", "c", uid=ALARM)
    )
    assert (found.success, found.stage) == (True, "subtasks")
    assert [q.task for q in judge.asked] == ["Enable 'Data Saver' mode", "Set an alarm for 6:00 AM"]
    shown = [[shot.texts[0] for shot in q.trajectory.shots] for q in judge.asked]
    assert shown == [["a", "b"], ["c"]]
    assert [len(q.trajectory.actions) for q in judge.asked] == [1, 0]


def test_the_first_subtask_that_fails_ends_it(trajectory):
    judge = Judge(1)
    found = CrossAppDetector(ask(answer(Settings=(1, 1), Clock=(2, 2))), judge).detect(
        trajectory("a", "b", uid=ALARM)
    )
    assert (found.success, len(judge.asked)) == (False, 1)


def test_what_is_remembered_fills_later_subtasks(trajectory):
    judge = Judge()
    model = ask(answer(Chrome=(1, 1), Calendar=(2, 2)), " 6 February 2026 ")
    assert CrossAppDetector(model, judge).detect(trajectory("a", "b", uid=OLYMPICS)).success
    assert "{" not in judge.asked[1].task and "6 February 2026" in judge.asked[1].task
    assert list(judge.asked[1].memory.values()) == ["6 February 2026"]


def test_memory_that_cannot_be_had_fails(trajectory):
    model = ask(answer(Chrome=(1, 1), Calendar=(2, 2)), ModelError("HTTP 500"))
    found = CrossAppDetector(model, Judge()).detect(trajectory("a", "b", uid=OLYMPICS))
    assert not found.success and found.verdicts[-1].reason == "HTTP 500"


@pytest.mark.parametrize(
    "said",
    [
        "no JSON",
        "",
        answer(Settings=(1, 1)),
        answer(Settings=(1, 1), Clock=(-1, -1)),
        answer(Settings=(0, 1), Clock=(2, 2)),
        answer(Settings=(1, 2), Clock=(2, 2)),
        answer(Settings=(1, 1), Clock=(2, 3)),
        answer(Settings=(2, 1), Clock=(2, 2)),
        answer(Settings=(2, 2), Clock=(1, 1)),
        answer(Settings=(1, 1), Clock=(2, 2), Mail=(1, 1)),
        '{"Settings": {"start screen": true, "end screen": 1}, "Clock": {}}',
    ],
)
def test_an_answer_that_cannot_be_used_fails(trajectory, said):
    judge = Judge()
    found = CrossAppDetector(ask(said, said, said), judge).detect(trajectory("a", "b", uid=ALARM))
    assert (found.success, found.stage, judge.asked) == (False, "split", [])
    assert found.reason


def test_a_model_is_asked_three_times(trajectory):
    model = ask("hm", "hm", answer(Settings=(1, 1), Clock=(2, 2)))
    assert CrossAppDetector(model, Judge()).detect(trajectory("a", "b", uid=ALARM)).success


def test_an_endpoint_that_fails_fails(trajectory):
    found = CrossAppDetector(ask(ModelError("HTTP 429")), Judge()).detect(
        trajectory("a", "b", uid=ALARM)
    )
    assert (found.success, found.reason) == (False, "HTTP 429")


def both(trajectory, said, uid=ALARM):
    """Verdicts of ours and of the published code."""
    found = [
        CrossAppDetector(ask(*[said] * 3), Judge(3), strict).detect(
            trajectory("a", "b", "c", uid=uid)
        )
        for strict in (False, True)
    ]
    return tuple(verdict.success for verdict in found)


def test_upstream_an_answer_that_cannot_be_read_is_a_success(trajectory):
    assert both(trajectory, "I can't tell.") == (False, True)


def test_upstream_json_on_one_line_is_not_read(trajectory):
    said = answer(indent=None, Settings=(1, 1), Clock=(3, 2))
    assert both(trajectory, said) == (False, True)


def test_upstream_apps_with_other_signs_are_never_judged(trajectory):
    said = answer(**{"Amazon": (1, 1), "Temu": (2, 2), "Amazon/Temu": (3, 3)})
    assert both(trajectory, said, CATAN) == (False, True)


def test_upstream_screen_0_is_one():
    assert check_segments([Segment("a", 0, 1)], 3, strict_upstream=True) is None
    assert "no screens" in check_segments([Segment("a", 0, 1)], 3)


def test_apps_that_come_twice_are_numbered():
    assert segment_names(("A", "B", "A")) == ("A_1", "B", "A_2")


def test_a_task_of_one_app_is_refused(trajectory):
    with pytest.raises(OptionError, match="one app"):
        CrossAppDetector(ask(""), Judge()).detect(trajectory("a"))
