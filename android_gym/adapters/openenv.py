"""A server of OpenEnv's protocol: ``android-gym openenv``.

Importing this module imports ``openenv`` (``pip install "android-gym[openenv]"``). A session is an
episode: the client resets by an id and a seed, or by a split and an index, and each step uses one
of the tools that all adapters offer.
"""

from __future__ import annotations

import base64
import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from android_gym.adapters.tools import EpisodeTools
from android_gym.adapters.trl import rows
from android_gym.checks import check_choice, check_whole
from android_gym.errors import DependencyError, OptionError
from android_gym.evaluation.splits import Kind, Part

try:
    from openenv.core.env_server import Action, Environment, Observation, State, create_fastapi_app
    from pydantic import Field
except ImportError as error:
    raise DependencyError(
        'This needs the package openenv: run `pip install "android-gym[openenv]"`.'
    ) from error

if TYPE_CHECKING:
    from fastapi import FastAPI

__all__ = ["PhoneAction", "PhoneEnvironment", "PhoneObservation", "PhoneState", "make_app"]

_SPLITS: Final[dict[str, tuple[Kind, Part]]] = {
    f"{kind}-{part}": (kind, part)
    for kind in ("instance", "template", "app")
    for part in ("train", "test")
}
_MOST_TASKS = 1_000_000
_SHOWN_TASKS = 1000
"""Maximum number of tasks in a list of them; `PhoneEnvironment.num_tasks` counts all."""


class PhoneAction(Action):
    """A call of a tool: its name and arguments. Leave out the arguments that it doesn't take."""

    tool: Literal[
        "answer", "elements", "finish", "long_press", "open_app", "press", "scroll", "swipe",
        "tap", "tap_at", "type_text", "wait",
    ] = Field(description="Name of the tool. answer and finish end the episode.")  # fmt: skip
    index: int | None = Field(
        None,
        description=(
            "Index of an element in the text of the latest observation, from 0. "
            "tap, long_press: the element to touch; scroll: the element to scroll, the whole "
            "screen if left out; type_text: the text field to tap first, none if left out."
        ),
    )
    x: int | None = Field(
        None,
        description=(
            "Pixels from the left edge of the screen, from 0 to width - 1. "
            "tap_at: the point to tap; swipe: the start of the swipe."
        ),
    )
    y: int | None = Field(
        None,
        description=(
            "Pixels from the top edge of the screen, from 0 to height - 1. "
            "tap_at: the point to tap; swipe: the start of the swipe."
        ),
    )
    to_x: int | None = Field(
        None, description="swipe: the end of the swipe, in pixels from the left edge of the screen."
    )
    to_y: int | None = Field(
        None, description="swipe: the end of the swipe, in pixels from the top edge of the screen."
    )
    direction: Literal["up", "down", "left", "right"] | None = Field(
        None,
        description='scroll: the direction of the content to show; "down" shows what is below.',
    )
    text: str | None = Field(
        None, description="type_text: the text to type; answer: the answer to the task's question."
    )
    enter: bool | None = Field(
        None, description="type_text: whether to press Enter after the text; false if left out."
    )
    key: Literal["back", "home", "enter", "recent"] | None = Field(
        None, description='press: the button; "recent" opens the list of recent apps.'
    )
    name: str | None = Field(
        None, description="open_app: name of the app as shown in the launcher, or its package name."
    )
    seconds: float | None = Field(
        None, description="wait: how long to wait, in seconds, from 0 to 60; 1 if left out."
    )
    status: Literal["complete", "infeasible"] | None = Field(
        None,
        description=(
            'finish: "complete" if the task is done, "infeasible" if it can\'t be done; '
            "complete if left out."
        ),
    )


class PhoneObservation(Observation):
    """The goal, and the screen after a reset or a step."""

    goal: str = Field(description="Goal of the task: the instruction to carry out on the phone.")
    text: str = Field(
        description=(
            "The elements of the screen, one per line: index, class, quoted text, bounds in pixels "
            "as [left,top][right,bottom], and states such as clickable, checked or disabled."
        )
    )
    size: tuple[int, int] = Field(description="Width and height of the screen in pixels.")
    picture: str | None = Field(
        None,
        description=(
            "Screenshot as base64-encoded PNG, at most 1200 pixels on the longer side; null unless "
            "the server sends pictures."
        ),
    )
    error: str | None = Field(
        None, description="Why the last action could not be carried out; null if it was."
    )


class PhoneState(State):
    """State of the current episode."""

    env_id: str | None = Field(None, description="Id of the environment; null before a reset.")
    seed: int | None = Field(None, description="Seed of the reset; null if none was given.")
    success: bool = Field(
        False, description="Whether the task was solved, and declared done by the agent."
    )


class PhoneEnvironment(Environment[PhoneAction, PhoneObservation, PhoneState]):
    """Episodes on a phone of its own.

    An action that can't be carried out is reported in `PhoneObservation.error`, and costs a step.

    Args:
        pictures: Whether observations have pictures.
        options: Further arguments of `gymnasium.make`, such as ``device``.
    """

    SUPPORTS_CONCURRENT_SESSIONS: ClassVar[bool] = True

    def __init__(self, pictures: bool = False, options: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self._pictures = pictures
        self._tools = EpisodeTools(**(options or {}))
        self._state = PhoneState()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        env_id: str | None = None,
        rewording: int = 0,
        split: str | None = None,
        index: int | None = None,
        **others: Any,
    ) -> PhoneObservation:
        """Begin an episode.

        Args:
            seed: Seed of the reset.
            episode_id: The client's name for the episode.
            env_id: Id of the environment.
            rewording: Number of the goal's rewording.
            split: In place of `env_id` and `seed`: one of `list_splits`.
            index: Index of the task in the split.
            others: Not allowed.

        Raises:
            OptionError: If neither or both of `env_id` and `split` are given.
            gymnasium.error.Error: If there is no such id.
        """
        if others:
            raise OptionError(f"reset has no argument {sorted(others)[0]!r}.")
        if (split is None) != (index is None) or (split is None) == (env_id is None):
            raise OptionError("reset needs either env_id (and seed), or split and index.")
        if split is not None and index is not None:
            task = self.get_task(split, index)
            env_id, seed, rewording = task["env_id"], task["seed"], task["rewording"]
        assert env_id is not None
        self._tools._begin(env_id, seed, rewording)
        self._state = PhoneState(episode_id=episode_id, env_id=env_id, seed=seed)
        return self._seen()

    def step(
        self, action: PhoneAction, timeout_s: float | None = None, **others: Any
    ) -> PhoneObservation:
        """Use a tool.

        Args:
            action: The tool and its arguments.
            timeout_s: Not used: each event on the phone has a deadline of its own.
            others: Not used.

        Raises:
            ActionError: If no episode is under way.
            DeviceError: If the phone fails, which ends the episode.
        """
        arguments = action.model_dump(exclude={"tool", "metadata"}, exclude_none=True)
        before = self._tools._reward
        error = self._tools._call(action.tool, arguments)
        self._state.step_count = self._tools._steps
        self._state.success = self._tools._reward == 1.0
        return self._seen(self._tools._reward - before, error)

    def _seen(self, reward: float | None = None, error: str | None = None) -> PhoneObservation:
        tools = self._tools
        picture = base64.b64encode(tools._png()).decode() if self._pictures else None
        return PhoneObservation(
            done=tools._over,
            reward=reward,
            goal=tools._goal,
            text=tools.elements(),
            size=tools._device.size,
            picture=picture,
            error=error,
        )

    @property
    def state(self) -> PhoneState:
        """The episode under way."""
        return self._state

    def close(self) -> None:
        """Close the phone."""
        self._tools._close()

    def list_splits(self) -> list[dict[str, str]]:
        """Return the splits of `android_gym.evaluation.split`."""
        return [{"name": name, "type": part} for name, (_, part) in _SPLITS.items()]

    def num_tasks(self, split: str) -> int:
        """Return the number of tasks in a split."""
        return len(_tasks(split))

    def list_tasks(self, split: str) -> list[dict[str, Any]]:
        """Return the first tasks of a split, at most a thousand."""
        return self.get_task_range(split, 0, _SHOWN_TASKS)

    def get_task(self, split: str, index: int) -> dict[str, Any]:
        """Return a task of a split.

        Raises:
            IndexError: If it has fewer.
        """
        check_whole(0, index=index)
        return {"index": index, **_tasks(split)[index]}

    def get_task_range(
        self, split: str, start: int | None = None, stop: int | None = None
    ) -> list[dict[str, Any]]:
        """Return some tasks of a split, at most a thousand."""
        found = list(enumerate(_tasks(split)))[start:stop][:_SHOWN_TASKS]
        return [{"index": index, **task} for index, task in found]


@functools.cache
def _tasks(split: str) -> tuple[dict[str, Any], ...]:
    check_choice("split", split, tuple(_SPLITS))
    kind, part = _SPLITS[split]
    wanted = ("env_id", "seed", "rewording")
    return tuple({name: row[name] for name in wanted} for row in rows(kind, part, _MOST_TASKS))


def make_app(pictures: bool = False, sessions: int = 8, **options: Any) -> FastAPI:
    """Make the server: sessions at ``/ws``, the available tasks at ``/android_gym/tasks``.

    Args:
        pictures: Whether observations have pictures.
        sessions: Maximum number of sessions at a time; each has a phone of its own.
        options: Further arguments of `gymnasium.make`, such as ``device``.

    Raises:
        OptionError: If an argument is wrong.
    """
    check_whole(sessions=sessions)
    EpisodeTools(**options)  # reports wrong options now
    return create_fastapi_app(
        functools.partial(PhoneEnvironment, pictures, options),
        PhoneAction,
        PhoneObservation,
        max_concurrent_envs=sessions,
        env_name="android_gym",
        state_cls=PhoneState,
    )
