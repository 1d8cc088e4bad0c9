"""A page for each task: goals, pictures of the first and the solved screen, budget, rules.

Nothing here is written by hand: it is what the environment gives and the classes say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import gymnasium as gym
import numpy as np
from judges import original_rule, strict_rule
from PIL import Image

from android_gym.task_suite.suite import suites, tasks
from android_gym.task_suite.task import Task
from android_gym.testing.demonstrations import play

__all__ = ["Pictures", "TaskPage", "tasks_by_id", "write_pictures"]

SEEDS = (0, 1, 2)
"""Instances whose goals a page tells; the first is the one in the pictures."""

SIZE = (270, 600)


def tasks_by_id() -> dict[str, Task]:
    """Return the tasks that have a page by id, in order."""
    return {
        f"{namespace}/{cls.name}-v{cls.version}": cls()
        for namespace in sorted(suites())
        for cls in tasks(namespace).values()
    }


@dataclass(frozen=True)
class Pictures:
    """Goals, length and reward of a demonstration that was played.

    Attributes:
        goals: Of each of `SEEDS`.
        steps: That the demonstration took.
        reward: That it earned.
    """

    goals: tuple[str, ...]
    steps: int
    reward: float


def write_pictures(env_id: str, folder: Path) -> Pictures:
    """Play an id's demonstration; write ``start.webp`` and ``solved.webp``, 270 x 600.

    Args:
        env_id: Such as ``"AndroidWorld/ClockStopWatchRunning-v0"``.
        folder: For the two files, made if it is not there.

    Raises:
        DependencyError: If the task needs a package or a browser that is not installed.
        DemonstrationError: If the demonstration is stuck.
    """
    folder.mkdir(parents=True, exist_ok=True)
    env = gym.make(env_id, action_mode="gesture", termination="declared", render_mode="rgb_array")
    try:
        goals = [str(env.reset(seed=seed)[1]["goal"]) for seed in reversed(SEEDS)]
        save(np.asarray(env.render()), folder / "start.webp")
        episode = play(env, SEEDS[0])
        save(np.asarray(env.render()), folder / "solved.webp")
    finally:
        env.close()
    return Pictures(tuple(reversed(goals)), len(episode.actions), episode.reward)


def save(frame: np.ndarray, path: Path) -> None:
    """Write a frame, shape (height, width, 3), dtype uint8, at the size of the pages."""
    Image.fromarray(frame).resize(SIZE, Image.Resampling.LANCZOS).save(path, quality=85)


@dataclass(frozen=True)
class TaskPage:
    """The page of one task.

    Attributes:
        env_id: Its id.
        task: The task.
        pictures: What its demonstration gave, None if it was not played.
        deviations: Text of docs/deviations.md, for a link to the app's section.
    """

    env_id: str
    task: Task
    pictures: Pictures | None
    deviations: str

    @property
    def path(self) -> str:
        """The page's path on the site."""
        return f"tasks/{self.env_id}.md"

    def text(self) -> str:
        """Return the page, in Markdown."""
        task = self.task
        suite = self.env_id.partition("/")[0]
        lines = [f"# {task.name}", "", f"[Tasks](../../tasks.md) / [{suite}](index.md)", ""]
        lines += self.table()
        lines += ["", "```python", "import gymnasium as gym", "import android_gym", ""]
        lines += [f'env = gym.make("{self.env_id}")', "observation, info = env.reset(seed=0)"]
        lines += ["```", "", "## Goal", ""]
        lines += self.goals()
        if self.pictures is not None:
            name = self.env_id.rpartition("/")[2]
            lines += ["", "## Screens", "", "Seed 0, at reset and when it is solved:", ""]
            lines += [f"![Screen at reset]({name}/start.webp){{ .phone }}"]
            lines += [f"![Screen when solved]({name}/solved.webp){{ .phone }}"]
        lines += ["", "## What earns 1.0", "", *self.rules()]
        misses = self.near_misses()
        if misses:
            lines += ["", "What looks right and earns nothing under strict rules:", ""]
            lines += [f"- {escaped(miss)}" for miss in misses]
        return "\n".join(lines) + "\n"

    def table(self) -> Iterator[str]:
        """Say the facts in a table."""
        task = self.task
        yield f"| Id | `{self.env_id}` |"
        yield "| --- | --- |"
        yield f"| Apps | {', '.join(task.apps) or 'none in particular'} |"
        yield f"| Difficulty | {task.difficulty} |"
        yield f"| Budget | {task.budget} gestures |"
        if self.pictures is not None:
            yield f"| Demonstration | {self.pictures.steps} steps |"
        if task.tags:
            yield f"| Tags | {', '.join(task.tags)} |"
        if task.answers:
            yield "| Answer | in text |"
        if task.unsolved is not None:
            yield f"| Can't always be solved | {escaped(task.unsolved.reason)} |"
        if task.satisfied_at_reset:
            yield "| At reset | some instances are solved already: see that, and say so |"

    def goals(self) -> Iterator[str]:
        """Tell the goals of some seeds, and the template's rewordings."""
        if self.pictures is not None and len(set(self.pictures.goals)) > 1:
            for seed, goal in zip(SEEDS, self.pictures.goals, strict=True):
                yield f"- Seed {seed}: {escaped(goal)}"
        elif self.pictures is not None:
            yield f"- {escaped(self.pictures.goals[0])}"
        else:
            yield f"- {escaped(self.task.template)}"
        rewordings = [text for texts in type(self.task).wordings().values() for text in texts]
        if rewordings:
            yield ""
            yield 'In other words (`reset(options={"rewording": n})`):'
            yield ""
            for number, words in enumerate(rewordings[:4], 1):
                yield f"{number}. {escaped(words)}"

    def rules(self) -> Iterator[str]:
        """Say what is rewarded, under strict rules and the original's."""
        strict, original = strict_rule(self.task), None
        rules = suites()[self.env_id.partition("/")[0]].rules
        if rules:
            original = original_rule(self.task)
        yield f"{escaped(strict)} Nothing else that belongs to the user may be harmed"
        yield "([rules](../../environments.md#rules))."
        if original:
            yield ""
            yield f'Under `rules="{rules}"`: {escaped(original)}'
        found = [app for app in self.task.apps if f"\n## {app}\n" in self.deviations]
        if found:
            anchors = [re.sub(r"[^a-z0-9]+", "-", app.lower()).strip("-") for app in found]
            yield ""
            yield "Deviations from the original: " + ", ".join(
                f"[{app}](../../deviations.md#{anchor})"
                for app, anchor in zip(found, anchors, strict=True)
            )

    def near_misses(self) -> Sequence[str]:
        """Return the names of its near misses."""
        params = self.task.sample(np.random.default_rng(SEEDS[0]))
        return sorted(self.task.near_misses(params))


def escaped(text: str) -> str:
    """Return text that Markdown shows as it is, in one line, but for code between backticks."""
    return re.sub(r"([\\*_<>\[\]|{}#])", r"\\\1", " ".join(text.split()))
