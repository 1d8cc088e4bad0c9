"""The seven metrics of SPA-Bench (section 4.3 of the paper) for one agent's runs.

They are success, step ratio, reason of termination, premature and overdue termination, time and
cost. If the benchmark's code differs from the paper, the paper is followed; with
``strict_upstream`` the figures are the code's:

- It leaves out the last round of a run that used up its rounds, though an action was carried out.
- It computes a step ratio for failed runs too.
- It divides tokens by the number of steps plus one.
- If the agent says that the task can't be done (exit code 5), it takes the run for one that did not
  end, not for one that the agent ended.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final, Literal

from android_gym.checks import check_choice, check_number, check_whole
from android_gym.errors import OptionError
from android_gym.evaluation.spa_bench.trajectories import Summary
from android_gym.task_suite.spa_bench.records import Record

__all__ = [
    "GPT_4O",
    "TERMINATIONS",
    "Metrics",
    "Prices",
    "Run",
    "Termination",
    "metrics",
    "termination",
]

Termination = Literal["finished", "max_rounds", "error"]
"""The end of a run: declared by the agent, out of rounds, or an error."""

TERMINATIONS: Final[tuple[Termination, ...]] = ("finished", "max_rounds", "error")


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices of a model.

    Attributes:
        prompt: US dollars per prompt token.
        completion: US dollars per completion token.
    """

    prompt: float
    completion: float


GPT_4O: Final = Prices(5e-6, 15e-6)
"""Prices used for the benchmark's figures (gpt-4o, 2024-05-13)."""


@dataclass(frozen=True, slots=True)
class Run:
    """An agent's run on a task.

    Attributes:
        golden_steps: A person's number of actions.
        termination: Why it ended.
        success: True if a detector found the task solved.
        rounds: Steps of the agent, including the one that says "finished".
        seconds: Time of all steps.
        prompt_tokens: Tokens sent to the model.
        completion_tokens: Tokens written by the model.
        level: Level of the task, 1 to 3.

    Raises:
        OptionError: If a value is out of range.
    """

    golden_steps: int
    termination: Termination
    success: bool
    rounds: int
    seconds: float = 0.0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    level: int = 1

    def __post_init__(self) -> None:
        check_whole(1, 10_000, golden_steps=self.golden_steps)
        check_choice("termination", self.termination, TERMINATIONS)
        check_whole(0, 1_000_000, rounds=self.rounds)
        check_number("seconds", self.seconds, 0.0, 1e12)
        check_whole(0, 10**15, prompt_tokens=self.prompt_tokens)
        check_whole(0, 10**15, completion_tokens=self.completion_tokens)
        check_whole(1, 3, level=self.level)

    @classmethod
    def of(
        cls,
        summary: Summary,
        exit_code: int,
        record: Record,
        success: bool,
        strict_upstream: bool = False,
    ) -> Run:
        """Return the run described by an agent's log and exit code; see `termination`."""
        return cls(
            record.golden_steps,
            termination(exit_code, strict_upstream),
            success,
            summary.rounds,
            summary.seconds,
            summary.prompt_tokens,
            summary.completion_tokens,
            record.level,
        )

    def steps(self, strict_upstream: bool = False) -> int:
        """Return the number of actions carried out."""
        dropped = strict_upstream or self.termination == "finished"
        return max(self.rounds - dropped, 0)

    def cost(self, prices: Prices = GPT_4O) -> float:
        """Return the model's cost, in US dollars."""
        return self.prompt_tokens * prices.prompt + self.completion_tokens * prices.completion


def termination(exit_code: int, strict_upstream: bool = False) -> Termination:
    """Return why a run ended, by the exit code of the agent's process.

    Args:
        exit_code: 0 finished, 4 out of rounds, 5 declared impossible; 1, 2, 3 errors.
        strict_upstream: True to take 5 for an error, as the benchmark's code does.

    Raises:
        OptionError: If it is not such an exit code.
    """
    if exit_code not in range(6):
        raise OptionError(f"exit_code must be from 0 to 5, got {exit_code!r}.")
    if exit_code == 0 or (exit_code == 5 and not strict_upstream):
        return "finished"
    return "max_rounds" if exit_code == 4 else "error"


@dataclass(frozen=True, slots=True)
class Metrics:
    """An agent's figures. Undefined ones, such as a rate of nothing, are None.

    Attributes:
        runs: Number of runs.
        success_rate: Share of runs that solved their task.
        step_ratio: Mean of the agent's actions per person's action, over runs that succeeded.
        finished_rate: Share of runs that the agent ended ("self-reported completion").
        max_rounds_rate: Share of runs that used up their rounds.
        error_rate: Share of runs that an error ended.
        premature_rate: Share of runs ended by the agent that had not solved their task.
        overdue_rate: Share of runs that used up their rounds though the task was solved.
        seconds_per_step: Mean over runs of the time per step.
        cost_per_step: Mean over runs of the cost per step, in US dollars.
    """

    runs: int
    success_rate: float | None
    step_ratio: float | None
    finished_rate: float | None
    max_rounds_rate: float | None
    error_rate: float | None
    premature_rate: float | None
    overdue_rate: float | None
    seconds_per_step: float | None
    cost_per_step: float | None


def metrics(
    runs: Sequence[Run], *, prices: Prices = GPT_4O, strict_upstream: bool = False
) -> Metrics:
    """Return the seven metrics for some runs of an agent.

    Args:
        runs: One run per task.
        prices: Prices of the agent's model.
        strict_upstream: True for the figures of the benchmark's own code.
    """
    ended = {kind: [run for run in runs if run.termination == kind] for kind in TERMINATIONS}
    counted = runs if strict_upstream else [run for run in runs if run.success]

    def per_step(figure: Callable[[Run], float]) -> float | None:
        return _mean([figure(run) / n for run in runs if (n := run.steps(strict_upstream)) > 0])

    def cost(run: Run) -> float:
        share = run.steps(True) / (run.steps(True) + 1) if strict_upstream else 1.0
        return run.cost(prices) * share

    return Metrics(
        runs=len(runs),
        success_rate=_mean([run.success for run in runs]),
        step_ratio=_mean([run.steps(strict_upstream) / run.golden_steps for run in counted]),
        finished_rate=_mean([run.termination == "finished" for run in runs]),
        max_rounds_rate=_mean([run.termination == "max_rounds" for run in runs]),
        error_rate=_mean([run.termination == "error" for run in runs]),
        premature_rate=_mean([not run.success for run in ended["finished"]]),
        overdue_rate=_mean([run.success for run in ended["max_rounds"]]),
        seconds_per_step=per_step(lambda run: run.seconds),
        cost_per_step=per_step(cost),
    )


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None
