"""Tasks for Inspect (``inspect eval android_gym/adapters/inspect_ai.py@android``).

Importing this module imports ``inspect_ai`` (``pip install "android-gym[inspect]"``).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from android_gym.adapters.tools import EpisodeTools
from android_gym.adapters.trl import rows
from android_gym.errors import AndroidGymError, DependencyError
from android_gym.evaluation.ids import task_of
from android_gym.evaluation.splits import Kind, Part

try:
    from inspect_ai import Task, task
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ChatMessageSystem, ContentImage
    from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
    from inspect_ai.solver import Generate, Solver, TaskState, generate, solver
    from inspect_ai.tool import ToolDef, ToolError
except ImportError as error:
    raise DependencyError(
        'This needs the package inspect-ai: run `pip install "android-gym[inspect]"`.'
    ) from error

__all__ = ["android", "phone", "solved"]

_episodes: dict[str, EpisodeTools] = {}
"""The episode of each sample under way, which a store can't hold."""

_SYSTEM = (
    "You operate an Android phone by calling tools. They return a list of the elements on the "
    "screen; refer to an element by its index in the latest list. When the task is done, call "
    "finish. If the task asks a question, call answer instead."
)


@task
def android(
    kind: Kind = "template",
    part: Part = "test",
    count: int = 100,
    ids: Sequence[str] | None = None,
    device: str = "simulator",
    message_limit: int = 120,
) -> Task:
    """Return instances of the registered tasks, for a model that calls tools.

    Args:
        kind: Kind of the split, see `android_gym.evaluation.split`.
        part: Part of the split.
        count: Maximum number of samples.
        ids: Only these environments; all of the part by default.
        device: As `gymnasium.make` takes it.
        message_limit: Messages after which a sample ends unsolved.
    """
    samples = [
        Sample(
            id=f"{row['env_id']}/{row['seed']}",
            input="The task follows.",
            target="1.0",
            metadata={
                "env_id": row["env_id"],
                "seed": row["seed"],
                "difficulty": task_of(row["env_id"]).difficulty,
            },
        )
        for row in rows(kind, part, count, ids=ids)
    ]
    return Task(
        dataset=samples,
        solver=[phone(device), generate(tool_calls="loop")],
        cleanup=_end,
        scorer=solved(),
        message_limit=message_limit,
    )


@solver
def phone(device: str = "simulator") -> Solver:
    """Begin the sample's episode, state its goal, and offer the tools.

    Args:
        device: As `gymnasium.make` takes it.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        tools = EpisodeTools(device=device)
        _episodes[state.uuid] = tools
        goal = tools._begin(state.metadata["env_id"], state.metadata["seed"])
        state.messages.insert(0, ChatMessageSystem(content=_SYSTEM))
        state.user_prompt.text = f"Task: {goal}\n\nOn the screen:\n{tools.elements()}"
        offered = [_told(method) for method in tools._tools().values()]
        state.tools = [ToolDef(tool, parallel=False).as_tool() for tool in offered]
        state.tools.append(ToolDef(_screenshot(tools), parallel=False).as_tool())
        return state

    return solve


def _told(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a tool whose errors are reported to the model."""

    @functools.wraps(method)
    async def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return method(*args, **kwargs)
        except AndroidGymError as error:
            raise ToolError(str(error)) from error

    return run


def _screenshot(tools: EpisodeTools) -> Callable[..., Any]:
    async def screenshot() -> list[Any]:
        """Take a screenshot, and return it as an image."""
        import base64

        data = base64.b64encode(tools._png()).decode()
        return [ContentImage(image=f"data:image/png;base64,{data}")]

    return screenshot


@scorer(metrics=[mean(), stderr()])
def solved() -> Scorer:
    """Score a sample by its episode's reward: 0 unless the agent declared the end."""

    async def score(state: TaskState, target: Target) -> Score:
        tools = _episodes[state.uuid]
        return Score(value=tools._reward, explanation=f"claimed: {tools._over}")

    return score


async def _end(state: TaskState) -> None:
    """Close the sample's phone."""
    tools = _episodes.pop(state.uuid, None)
    if tools is not None:
        tools._close()
