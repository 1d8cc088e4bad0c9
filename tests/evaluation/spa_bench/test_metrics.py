"""The seven metrics: the arithmetic of the paper's table 3, and what the published code changes."""

import pytest

from android_gym.errors import OptionError
from android_gym.evaluation.spa_bench.metrics import GPT_4O, Run, metrics, termination


def runs(finished=0, premature=0, out=0, overdue=0, errors=0, lucky=0):
    """Runs of 150 tasks; `lucky` of the errors solved their task all the same."""
    return [
        *[Run(5, "finished", False, 6)] * premature,
        *[Run(5, "finished", True, 6)] * (finished - premature),
        *[Run(5, "max_rounds", True, 11)] * overdue,
        *[Run(5, "max_rounds", False, 11)] * (out - overdue),
        *[Run(5, "error", True, 3)] * lucky,
        *[Run(5, "error", False, 3)] * (errors - lucky),
    ]


# English tasks of one app: success, finished, out of rounds, error, premature, overdue.
TABLE_3 = {
    "M3A": (runs(127, 31, 23, 0), (0.640, 0.847, 0.153, 0.000, 0.244, 0.000)),
    "T3A": (runs(106, 39, 44, 6), (0.487, 0.707, 0.293, 0.000, 0.368, 0.136)),
    "MobileAgentV2": (runs(87, 29, 63, 7), (0.433, 0.580, 0.420, 0.000, 0.333, 0.111)),
    "SeeAct": (runs(30, 3, 116, 32, 4), (0.393, 0.200, 0.773, 0.027, 0.100, 0.276)),
    "MobileAgent": (runs(55, 6, 95, 9), (0.387, 0.367, 0.633, 0.000, 0.109, 0.095)),
    "AppAgent": (runs(49, 17, 76, 15, 25, 4), (0.340, 0.327, 0.507, 0.166, 0.347, 0.197)),
    "AutoDroid": (runs(89, 44, 51, 4, 10), (0.327, 0.593, 0.340, 0.067, 0.494, 0.078)),
}


@pytest.mark.parametrize("agent", TABLE_3)
def test_rates_are_those_of_the_paper(agent):
    played, wanted = TABLE_3[agent]
    figures = metrics(played)
    assert figures.runs == 150
    found = (
        figures.success_rate,
        figures.finished_rate,
        figures.max_rounds_rate,
        figures.error_rate,
        figures.premature_rate,
        figures.overdue_rate,
    )
    assert found == pytest.approx(wanted, abs=0.001)


def test_what_there_is_none_of_has_no_rate():
    figures = metrics([])
    assert (figures.runs, figures.success_rate, figures.step_ratio) == (0, None, None)
    assert metrics([Run(5, "error", False, 0)]).premature_rate is None
    assert metrics([Run(5, "error", False, 0)]).seconds_per_step is None


def test_saying_finished_is_no_step():
    assert Run(5, "finished", True, 6).steps() == 5
    assert Run(5, "finished", True, 6).steps(strict_upstream=True) == 5


def test_the_last_round_of_a_run_that_used_them_up_is_a_step():
    run = Run(5, "max_rounds", True, 11)
    assert run.steps() == 11
    assert run.steps(strict_upstream=True) == 10  # exactly twice the golden steps


def test_step_ratio_is_that_of_successes():
    played = [Run(4, "finished", True, 7), Run(4, "finished", False, 13)]
    assert metrics(played).step_ratio == pytest.approx(1.5)
    assert metrics(played, strict_upstream=True).step_ratio == pytest.approx((1.5 + 3.0) / 2)


def test_time_and_cost_are_means_of_steps():
    played = [
        Run(4, "finished", True, 5, seconds=40.0, prompt_tokens=4000, completion_tokens=400),
        Run(4, "error", False, 0, seconds=9.0, prompt_tokens=100),
        Run(4, "max_rounds", False, 10, seconds=30.0, prompt_tokens=1000),
    ]
    figures = metrics(played)
    assert figures.seconds_per_step == pytest.approx((40 / 4 + 30 / 10) / 2)
    assert figures.cost_per_step == pytest.approx(((0.02 + 0.006) / 4 + 0.005 / 10) / 2)
    strict = metrics(played, strict_upstream=True)
    assert strict.cost_per_step == pytest.approx(((0.02 + 0.006) / 5 + 0.005 / 10) / 2)
    assert GPT_4O.prompt * 1e6 == pytest.approx(5) and GPT_4O.completion * 1e6 == pytest.approx(15)


def test_saying_impossible_is_ending_the_run():
    assert [termination(code) for code in range(6)] == [
        "finished",
        "error",
        "error",
        "error",
        "max_rounds",
        "finished",
    ]
    assert termination(5, strict_upstream=True) == "error"
    with pytest.raises(OptionError, match="exit_code"):
        termination(6)


@pytest.mark.parametrize(
    "wrong", [{"golden_steps": 0}, {"rounds": -1}, {"seconds": float("nan")}, {"level": 4}]
)
def test_wrong_values_are_refused(wrong):
    values = {"golden_steps": 5, "termination": "finished", "success": True, "rounds": 6} | wrong
    with pytest.raises(OptionError, match=next(iter(wrong))):
        Run(**values)
