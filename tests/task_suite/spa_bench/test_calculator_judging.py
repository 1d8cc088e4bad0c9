"""Rules of SPA-Bench's tasks of Calculator at their thresholds, over screens."""

import pytest

from android_gym.accessibility import UIElement
from android_gym.task_suite.spa_bench.calculator.tasks import AddOne, ClearAndFactorial, LogAndLn
from android_gym.trace import EpisodeTrace, ScreenState, TraceStep

PACKAGE = "com.google.android.calculator"
LOGS = ("log(20)+ln(e)", "2.30102999566")


def display(formula, result="", *, kind="result_final", package=PACKAGE, visible=True):
    elements = tuple(
        UIElement(text=text, resource_name=f"{package}:id/{name}", is_visible=visible)
        for name, text in (("formula", formula), (kind, result))
    )
    return ScreenState(0, (1080, 2400), f"{package}/com.android.calculator2.Calculator", elements)


def score(task, *screens):
    steps = tuple(TraceStep((), screen) for screen in screens)
    trace = EpisodeTrace("SPABench/x", "", ScreenState(0, (1080, 2400), "", ()), steps)
    return task().judge(trace, {})


@pytest.mark.parametrize(
    ("task", "formula", "result", "earned"),
    [
        (AddOne, "1+1", "2", 1.0),
        (AddOne, "1 + 1", "2", 1.0),
        (AddOne, "1+1", "", 0.0),
        (AddOne, "1+1", "22", 0.0),
        (AddOne, "1+2", "2", 0.0),
        (AddOne, "11+1", "2", 0.0),
        (AddOne, "", "2", 0.0),
        (LogAndLn, *LOGS, 1.0),
        (LogAndLn, "log(20)+ln(e", LOGS[1], 1.0),
        (LogAndLn, "log(20)+ln(e))", LOGS[1], 1.0),
        (LogAndLn, LOGS[0], "2.30", 0.0),
        (LogAndLn, LOGS[0], "2.31", 0.0),
        (LogAndLn, "log(20)−ln(e)", LOGS[1], 0.0),
        (LogAndLn, "ln(20)+log(e)", LOGS[1], 0.0),
    ],
)
@pytest.mark.parametrize("kind", ["result_final", "result_preview"])
def test_a_formula_and_its_result(task, formula, result, earned, kind):
    assert score(task, display(formula, result, kind=kind)) == earned


def test_another_app_or_what_is_not_seen_does_not_count():
    assert score(AddOne, display("1+1", "2", package="org.example.calculator")) == 0.0
    assert score(AddOne, display("1+1", "2", visible=False)) == 0.0
    assert score(AddOne) == 0.0


LOGARITHMS, CLEARED, SEVEN = display(*LOGS), display(""), display("7!", "5,040")


@pytest.mark.parametrize(
    ("screens", "earned"),
    [
        ((LOGARITHMS, CLEARED, SEVEN), 1.0),
        ((CLEARED, LOGARITHMS, display("7"), CLEARED, SEVEN), 1.0),
        ((LOGARITHMS, CLEARED, display("7×6×5×4×3×2×1", "5,040")), 1.0),
        ((LOGARITHMS, SEVEN), 0.0),  # not cleared
        ((LOGARITHMS, display("", "5,040"), SEVEN), 0.0),
        ((SEVEN, CLEARED, LOGARITHMS), 0.0),
        ((CLEARED, SEVEN), 0.0),
        ((LOGARITHMS, CLEARED), 0.0),
        ((LOGARITHMS, CLEARED, display("7!", "504")), 0.0),
        ((LOGARITHMS, CLEARED, display("5040", "5,040")), 0.0),
        ((LOGARITHMS, CLEARED, display("6!", "720")), 0.0),
    ],
)
def test_one_after_the_other(screens, earned):
    assert score(ClearAndFactorial, *screens) == earned
