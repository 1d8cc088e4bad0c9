"""Episodes of demonstrations as files, for `generalist.py`: what was seen and what was done.

There is a folder for each round of collecting, in it a file for each id with a line of JSON for
each episode.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import gymnasium as gym

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.actions import Decoded
from android_gym.agent_view import AgentView
from android_gym.checks import shown
from android_gym.errors import AndroidGymError, OptionError
from android_gym.evaluation.policies import DemonstrationPolicy
from android_gym.evaluation.splits import split
from android_gym.events import Event, Text, from_json, to_json
from android_gym.task_suite.demonstrations import Demonstration, Observation, demonstration
from android_gym.task_suite.rewordings import original

__all__ = [
    "Episode",
    "Moment",
    "Stage",
    "collect",
    "file_of",
    "in_lines",
    "read",
    "training_seeds",
    "wordings",
    "write",
]

_FLAGS = (
    "is_checkable", "is_checked", "is_clickable", "is_editable", "is_enabled", "is_focusable",
    "is_focused", "is_long_clickable", "is_scrollable", "is_selected", "is_visible",
)  # fmt: skip
_TEXTS = ("text", "content_description", "hint_text", "resource_name", "class_name")


@dataclass(frozen=True)
class Moment:
    """A step: what was seen, what was done, and what should have been done.

    Attributes:
        size: (width, height) of the screen in pixels.
        elements: Texts, bounds and flag bits of each element.
        done: The event that was carried out, as JSON.
        wanted: The demonstration's event here, as JSON; None if it can't be asked.
    """

    size: tuple[int, int]
    elements: list[list[Any]]
    done: dict[str, Any]
    wanted: dict[str, Any] | None

    def seen(self, goal: str) -> Observation:
        """Return the observation."""
        return Observation(goal, tuple(_element(row) for row in self.elements), *self.size)

    @classmethod
    def of(cls, seen: Observation, done: Event, wanted: Event | None) -> Moment:
        """Return the step in the form that is stored."""
        rows = [_row(element) for element in seen.elements]
        told = None if wanted is None else to_json(wanted)
        return cls((seen.width, seen.height), rows, to_json(done), told)

    @property
    def event(self) -> Event:
        """The event that was carried out."""
        return from_json(self.done)

    @property
    def label(self) -> Event | None:
        """The event that the demonstration wanted."""
        return None if self.wanted is None else from_json(self.wanted)


@dataclass
class Episode:
    """An episode.

    Attributes:
        id: Id of the environment.
        seed: Seed of its reset.
        rewording: Number of the goal's rewording.
        goal: The instruction.
        moments: Its steps.
        success: Whether the end was right.
        source: ``"demonstration"``, or ``"dagger"`` if the policy acted first.
    """

    id: str
    seed: int
    rewording: int
    goal: str
    moments: list[Moment] = field(default_factory=list)
    success: bool = False
    source: str = "demonstration"


def in_lines(event: Event) -> list[Event]:
    """Return an event as a policy performs it, typing one line at a time."""
    if not isinstance(event, Text) or "\n" not in event.text[:-1]:
        return [event]
    return [Text(line) for line in event.text.splitlines(keepends=True)]


def _row(element: UIElement) -> list[Any]:
    box = element.bbox_pixels or BoundingBox(0, 0, 0, 0)
    bits = sum(1 << i for i, name in enumerate(_FLAGS) if getattr(element, name))
    texts = [getattr(element, name) for name in _TEXTS]
    return [*texts, box.x_min, box.x_max, box.y_min, box.y_max, bits]


def _element(row: Sequence[Any]) -> UIElement:
    flags = {name: bool(row[9] >> i & 1) for i, name in enumerate(_FLAGS)}
    texts = dict(zip(_TEXTS, row[:5], strict=True))
    return UIElement(**texts, **flags, bbox_pixels=BoundingBox(*row[5:9]))


class Stage:
    """An environment for demonstrations of one id, in the protocol ``declared``."""

    def __init__(self, env_id: str) -> None:
        self.id = env_id
        options = DemonstrationPolicy.env_options
        self.env: gym.Env[Any, Any] = gym.make(env_id, termination="declared", **options)
        self.task_class = type(self.env.get_wrapper_attr("task"))
        self.device = self.env.get_wrapper_attr("device")
        self._mode = self.env.get_wrapper_attr("action_mode")
        self._view = AgentView(self.device, self.task_class.observation_size)
        self.over = False
        self.success = False

    def reset(self, seed: int, rewording: int) -> Episode:
        """Begin an episode.

        Raises:
            AndroidGymError: If there is no such rewording, or the device fails.
        """
        options = {"rewording": rewording} if rewording else None
        _, info = self.env.reset(seed=seed, options=options)
        self.goal: str = info["goal"]
        self.own_goal = original(self.task_class, self.goal)
        self.over = self.success = False
        return Episode(self.id, seed, rewording, self.goal)

    def script(self) -> Demonstration:
        """Return a fresh demonstration."""
        return demonstration(self.task_class)

    def look(self) -> Observation:
        """Return what is seen, with the goal in the task's own words."""
        return self._view.look(self.own_goal)

    def step(self, event: Event) -> None:
        """Carry out an event."""
        action = self._mode.encode(Decoded.of(event), self.device.size)
        _, _, terminated, truncated, info = self.env.step(action)
        self.over = terminated or truncated
        self.success = terminated and bool(info["is_success"])

    def demonstrate(self, seed: int, rewording: int) -> Episode:
        """Play the demonstration."""
        episode = self.reset(seed, rewording)
        script = self.script()
        while not self.over:
            seen = self.look()
            for line, event in enumerate(in_lines(script(seen))):
                if self.over:
                    break
                seen = self.look() if line else seen
                episode.moments.append(Moment.of(seen, event, event))
                self.step(event)
        episode.success = self.success
        return episode

    def close(self) -> None:
        """Close the environment."""
        self.env.close()


def training_seeds(env_id: str, count: int) -> list[int]:
    """Return the first seeds for training: of the instance split's part, if the id is listed."""
    listed = split("instance", "train").get(env_id, range(500))
    return list(listed[:count])


def wordings(k: int) -> list[int]:
    """Return the rewordings to try in turn for a seed by its position; the own words come last."""
    return list(dict.fromkeys(((0, 1, 0, 2)[k % 4], 0)))


def file_of(folder: Path, env_id: str) -> Path:
    """Return the file of an id's episodes."""
    return folder / f"{env_id.replace('/', '__')}.jsonl.gz"


def write(file: Path, episodes: Sequence[Episode]) -> None:
    """Write episodes atomically."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    with gzip.open(part, "wt", compresslevel=1, encoding="utf-8") as opened:
        for episode in episodes:
            opened.write(json.dumps(asdict(episode), ensure_ascii=False) + "\n")
    part.replace(file)


def read(file: Path) -> Iterator[Episode]:
    """Yield the episodes of a file, one after the other; none if there is no file.

    Raises:
        OptionError: If it is damaged, or of an id of another version.
    """
    if not file.exists():
        return
    remedy = "Delete it, and collect the id anew (`generalist.py collect`)."
    try:
        with gzip.open(file, "rt", encoding="utf-8") as opened:
            for line in opened:
                value = json.loads(line)
                value["moments"] = [Moment(**moment) for moment in value["moments"]]
                episode = Episode(**value)
                if episode.id not in gym.registry:
                    raise OptionError(
                        f"{str(file)!r} has episodes of {shown(episode.id)}, which is not "
                        f"registered: another version of it is, or none. {remedy}"
                    )
                yield episode
    except (
        OSError,
        EOFError,
        zlib.error,
        ValueError,
        TypeError,
        LookupError,
        RecursionError,
    ) as error:
        if isinstance(error, AndroidGymError):
            raise
        raise OptionError(f"{str(file)!r} holds no episodes: {error!r:.200}. {remedy}") from error


def collect(folder: Path, env_id: str, first: int, count: int) -> tuple[int, str]:
    """Play demonstrations on training seeds and keep those that earn 1.0.

    Args:
        folder: Folder for the files.
        env_id: Id of the task.
        first: Position of the first seed among the training seeds.
        count: Number of seeds.

    Returns:
        The number of episodes, and why others failed.
    """
    kept: list[Episode] = []
    why = ""
    stage = Stage(env_id)
    try:
        for k, seed in enumerate(training_seeds(env_id, first + count)[first:], start=first):
            for rewording in wordings(k):
                try:
                    episode = stage.demonstrate(seed, rewording)
                except AndroidGymError as error:
                    why = f"{type(error).__name__}: {error}"[:200]
                    continue
                if episode.success:
                    kept.append(episode)
                break
    finally:
        stage.close()
    write(file_of(folder, env_id), kept)
    return len(kept), why
