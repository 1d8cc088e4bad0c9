"""Common parts of the examples: arguments, environments, evaluation, the files of a run."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, NoReturn, TypeVar
from zipfile import BadZipFile

import gymnasium as gym
import numpy as np
import torch
from run_files import read_run
from stable_baselines3.common.base_class import BaseAlgorithm
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, VecEnv
from writing import about, write_json

from android_gym.errors import AndroidGymError
from android_gym.evaluation import describe_checkpoint
from android_gym.evaluation.statistics import wilson
from android_gym.wrappers import (
    ActionHistory,
    Curriculum,
    ElementActions,
    FlattenForTraining,
    RandomizeDevice,
    Stabilize,
)

M = TypeVar("M", bound=BaseAlgorithm)

TEST_SEED = 1_000_000
"""First seed of test episodes, above all those of training and validation."""

VALIDATION_SEED = 500_000
"""First seed of the episodes for learning curves."""

HELD_OUT = {"densities": [380, 410, 460], "font_scales": [0.9, 1.1, 1.2], "notifications": 5}
"""Looks of the device that don't occur in training (which uses `RandomizeDevice`'s defaults)."""

Phase = Literal["training", "validation", "test"]
"""Purpose of an environment; each phase has its own seeds, and may have its own looks."""

Policy = Callable[[Any, gym.Env], int]


class Parser(argparse.ArgumentParser):
    """A parser whose errors are a single line, without the list of arguments."""

    def error(self, message: str) -> NoReturn:
        """End the program."""
        self.exit(2, f"{self.prog}: error: {message} (--help lists the arguments)\n")


def arguments(description: str, task: str, **defaults: Any) -> argparse.ArgumentParser:
    """Return a parser with the arguments that all examples take."""
    parser = Parser(description=description, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    add = parser.add_argument
    add("--task", default=task, help="name of an AndroidWorld task")
    add("--seeds", type=int, nargs="+", default=[0, 1, 2], help="seeds, one training run each")
    add(
        "--steps",
        type=int,
        default=defaults.get("steps", 300_000),
        help="maximum number of environment steps of a run",
    )
    add(
        "--minutes",
        type=float,
        default=defaults.get("minutes", 15.0),
        help="maximum duration of a run in minutes",
    )
    add(
        "--envs",
        type=int,
        default=defaults.get("envs", 8),
        help="number of environments that run in parallel",
    )
    add(
        "--eval-every",
        type=int,
        default=defaults.get("eval_every", 4000),
        help="number of steps between evaluations",
    )
    add("--eval-episodes", type=int, default=20, help="number of episodes of an evaluation")
    add("--test-episodes", type=int, default=100, help="number of test episodes after training")
    add(
        "--stop-at",
        type=float,
        default=0.95,
        help="success rate, from 0 to 1, at which training stops if two evaluations in a row "
        "reach it",
    )
    add(
        "--budget-factor",
        type=float,
        default=1.0,
        help="factor by which the task's maximum number of steps is multiplied",
    )
    add("--threads", type=int, default=1, help="number of threads of PyTorch")
    add("--quiet", action="store_true", help="show no progress bar")
    add("--out", type=Path, required=True, help="folder of the runs; existing runs are resumed")
    return parser


def parse(parser: argparse.ArgumentParser, argv: Sequence[str] | None = None) -> Any:
    """Read the arguments; errors are reported in one line."""
    args = parser.parse_args(argv)
    if f"AndroidWorld/{args.task}-v0" not in gym.registry:
        parser.error(f"there is no task {args.task!r}; `android-gym list` lists them")
    for name in ("steps", "envs", "eval_every", "eval_episodes", "test_episodes", "threads"):
        if getattr(args, name) < 1:
            parser.error(f"--{name.replace('_', '-')} must be 1 or more")
    if not args.minutes > 0:
        parser.error("--minutes must be above 0")
    if len(set(args.seeds)) != len(args.seeds) or not set(args.seeds) <= set(range(40)):
        parser.error("--seeds must be different, from 0 to 39")
    if args.out.exists() and not args.out.is_dir():
        parser.error(f"--out {args.out} is a file")
    torch.set_num_threads(args.threads)
    return args


def element_env(
    task: str, phase: Phase = "training", curriculum: bool = False, budget_factor: float = 1.0
) -> gym.Env:
    """Make a task to be solved by verbs on elements, on a device whose look is random."""
    env: gym.Env = gym.make(
        f"AndroidWorld/{task}-v0",
        observation=("ui_elements", "ui_text", "goal"),
        max_elements=40,
        goal_length=512,
        termination="declared",
        budget_factor=budget_factor,
    )
    env = RandomizeDevice(env, **(HELD_OUT if phase == "test" else {}))
    env = Stabilize(env, polls=2, poll_ms=1000)
    if curriculum:
        env = Curriculum(env, threshold=0.5)
    env = ElementActions(env, elements=40, candidates=16)
    return FlattenForTraining(ActionHistory(env, length=1))


def evaluate(policy: Policy, env: gym.Env, episodes: int, first_seed: int) -> list[bool]:
    """Return whether each of some episodes, with consecutive seeds, was solved and declared."""
    results = []
    for seed in range(first_seed, first_seed + episodes):
        observation, info = env.reset(seed=seed)
        over = False
        while not over:
            observation, _, terminated, truncated, info = env.step(policy(observation, env))
            over = terminated or truncated
        results.append(bool(info["is_success"]))
    return results


def summary(results: Sequence[bool]) -> dict[str, Any]:
    """Return the success rate, with its 95 % Wilson interval."""
    low, high = wilson(sum(results), len(results))
    return {
        "success": round(float(np.mean(results)), 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "episodes": len(results),
    }


class Run(BaseCallback):
    """One seed's training: evaluates, keeps checkpoints, stops in time, and can be resumed.

    Its folder has ``checkpoint.zip``, ``checkpoint.json`` (for ``android-gym sweep``), ``run.json``
    (progress and learning curve) and TensorBoard's files. Time spent on evaluation does not count
    as training; ``all_cpu_minutes`` includes it, and preparations.
    """

    def __init__(self, args: Any, seed: int, make_env: Callable[..., gym.Env]) -> None:
        super().__init__()
        self.args, self.seed, self.make_env = args, seed, make_env
        self.folder = args.out / f"seed_{seed}"
        self.folder.mkdir(parents=True, exist_ok=True)
        same = {"task": args.task, "envs": args.envs, "budget_factor": args.budget_factor}
        self.state: dict[str, Any] = {"seed": seed, "steps": 0, "minutes": 0.0, "curve": []} | same
        if (self.folder / "run.json").exists():
            self.state = same | read_run(self.folder / "run.json")
        there = {name: self.state[name] for name in same}
        if there != same:
            raise SystemExit(f"error: {self.folder} has a run with {there}, not {same}")
        self._validation: gym.Env | None = None
        self._created = time.process_time()
        self.policy: Policy = lambda observation, env: 0

    def load(self, kind: type[M], env: VecEnv) -> M:
        """Return the model to continue with.

        Args:
            kind: The algorithm's class.
            env: The environments.
        """
        path = self.folder / "checkpoint.zip"
        try:
            return kind.load(path, env, tensorboard_log=str(self.folder))
        except (ValueError, OSError, KeyError, EOFError, RuntimeError, BadZipFile) as error:
            raise SystemExit(
                f"error: {path} is no checkpoint of this version that can be gone on with "
                f"({error}). Delete {self.folder} to begin anew."
            ) from None

    @property
    def checkpoint(self) -> Path | None:
        """Return the file to continue from, if there is one."""
        path = self.folder / "checkpoint.zip"
        return path if path.exists() else None

    def training_env(self, curriculum: bool) -> DummyVecEnv:
        """Return a vector of environments, at the curriculum's last position."""

        def make() -> gym.Env:
            return Monitor(
                self.make_env(
                    self.args.task, curriculum=curriculum, budget_factor=self.args.budget_factor
                ),
                info_keywords=("is_success",),
            )

        envs = DummyVecEnv([make] * self.args.envs)
        # Each continuation uses other episodes, still below those of `evaluate`.
        envs.seed(10_000 * self.seed + self.state["steps"] % 9_000)
        for index, start in enumerate(self.state.get("starts", [])):
            envs.env_method("begin_after", start, indices=[index])
        return envs

    def train(self, model: BaseAlgorithm, policy: Policy) -> dict[str, Any]:
        """Train for the rest of the run's steps and minutes, then test; return the results."""
        self.policy = policy
        left = self.args.steps - self.state["steps"]
        if left > 0 and not self._enough():
            model.learn(
                left, callback=self, reset_num_timesteps=False, progress_bar=not self.args.quiet
            )
            self._look()
        if self._validation is not None:
            self._validation.close()
        if "test" not in self.state or self.state["test"]["episodes"] != self.args.test_episodes:
            env = self.make_env(self.args.task, phase="test", budget_factor=self.args.budget_factor)
            found = evaluate(self.policy, env, self.args.test_episodes, TEST_SEED)
            env.close()
            self.state["test"] = summary(found)
            spent = self.state.get("all_cpu_minutes", 0.0)
            spent += (time.process_time() - self._created) / 60
            self.state["all_cpu_minutes"] = round(spent, 2)
            write_json(self.folder / "run.json", self.state)
        return self.state

    def _on_training_start(self) -> None:
        self._began = time.monotonic() - 60 * self.state["minutes"]
        self._cpu_began = time.process_time() - 60 * self.state.get("cpu_minutes", 0.0)
        self._next = self.num_timesteps
        self.state.pop("test", None)

    def _on_step(self) -> bool:
        if self.num_timesteps >= self._next:
            self._look()
            self._next = self.num_timesteps + self.args.eval_every
        return not self._enough()

    def _minutes(self) -> float:
        return (time.monotonic() - self._began) / 60

    def _enough(self) -> bool:
        last = [point["success"] for point in self.state["curve"][-2:]]
        spent = self._minutes() if hasattr(self, "_began") else self.state["minutes"]
        solved = len(last) == 2 and min(last) >= self.args.stop_at
        return solved or spent >= self.args.minutes

    def _look(self) -> None:
        """Evaluate, add a point to the learning curve, and save."""
        curve = self.state["curve"]
        if curve and curve[-1]["steps"] == self.num_timesteps:
            return
        minutes, cpu = self._minutes(), time.process_time() - self._cpu_began
        if self._validation is None:
            self._validation = self.make_env(
                self.args.task, phase="validation", budget_factor=self.args.budget_factor
            )
        found = evaluate(self.policy, self._validation, self.args.eval_episodes, VALIDATION_SEED)
        spent = {"minutes": round(minutes, 2), "cpu_minutes": round(cpu / 60, 2)}
        point = {"steps": self.num_timesteps, **spent, **summary(found)}
        curve.append(point)
        self.state |= {"steps": self.num_timesteps, **spent}
        env = self.model.get_env()
        if env is not None and env.has_attr("begin_after"):
            self.state["starts"] = env.get_attr("start")
        self.model.save(self.folder / "part.zip")
        os.replace(self.folder / "part.zip", self.folder / "checkpoint.zip")
        describe_checkpoint(self.folder / "checkpoint.zip", self.model, self._validation)
        write_json(self.folder / "run.json", self.state)
        self.logger.record("eval/success_rate", point["success"])
        for index, start in enumerate(self.state.get("starts", [])):
            self.logger.record(f"curriculum/start_{index}", -1 if start is None else start)
        self.logger.dump(self.num_timesteps)
        draw(self.args.out, self.args.task)
        self._began = time.monotonic() - 60 * minutes
        self._cpu_began = time.process_time() - cpu


def draw(out: Path, title: str) -> None:
    """Draw the learning curves of all seeds to ``learning_curve.png``."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3.6), layout="constrained")
    axes = figure.subplots()
    for path in sorted(out.glob("seed_*/run.json")):
        run = read_run(path)
        steps = [point["steps"] for point in run["curve"]]
        (line,) = axes.plot(
            steps, [point["success"] for point in run["curve"]], label=f"seed {run['seed']}"
        )
        axes.fill_between(
            steps,
            [point["low"] for point in run["curve"]],
            [point["high"] for point in run["curve"]],
            color=line.get_color(),
            alpha=0.12,
            linewidth=0,
        )
        if "test" in run and steps:
            axes.plot(steps[-1], run["test"]["success"], "o", color=line.get_color(), clip_on=False)
    axes.set(xlabel="steps", ylabel="success, declared", ylim=(-0.02, 1.02), title=title)
    axes.grid(alpha=0.3)
    axes.legend(title="dots: held-out test", fontsize="small", title_fontsize="small")
    figure.savefig(out / "learning_curve.png", dpi=120)


def finish(args: Any, runs: list[dict[str, Any]], algorithm: str, settings: Any) -> None:
    """Write ``result.json`` and the plot, and print the result."""
    import sb3_contrib
    import stable_baselines3

    for run in runs:
        reached = next((point for point in run["curve"] if point["success"] >= 0.9), None)
        run["first_at_0.9"] = reached and {key: reached[key] for key in ("steps", "minutes")}
    result = {
        "task": args.task,
        "algorithm": algorithm,
        "protocol": "declared",
        "mean_test_success": round(float(np.mean([r["test"]["success"] for r in runs])), 4),
        "budget_factor": args.budget_factor,
        "envs": args.envs,
        "hyperparameters": settings,
        "test_looks": HELD_OUT,
        **about(args.threads, stable_baselines3, sb3_contrib),
        "runs": runs,
    }
    write_json(args.out / "result.json", result)
    draw(args.out, f"{args.task}: {algorithm}")
    for run in runs:
        test = run["test"]
        print(
            f"seed {run['seed']}: {run['steps']} steps, {run['minutes']} min, held-out success "
            f"{test['success']} [{test['low']}, {test['high']}]"
        )


def main(run: Callable[[], None]) -> None:
    """Run an example; errors of android_gym are reported in one line."""
    try:
        run()
    except AndroidGymError as error:
        raise SystemExit(f"error: {error}") from error
