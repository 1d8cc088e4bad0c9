"""Recorded episodes in the form that an environment shows, cached after decoding."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from android_gym.checks import check_list, check_size, check_whole, shown
from android_gym.errors import OptionError
from android_gym.evaluation.aitw.dataset import Errors, IndexedFile, find_files
from android_gym.evaluation.aitw.records import Action, Annotations, Episode
from android_gym.observations import encode_text
from android_gym.task_suite.aitw.matching import enlarge

__all__ = ["Library", "Records", "Shape", "Shown"]

Records = str | Path | Sequence[Episode]
"""A folder of records, a single file, or episodes."""

_TYPE_LENGTH = 32


@dataclass(frozen=True)
class Shape:
    """Sizes of the observations.

    Attributes:
        size: (width, height) of the screens in pixels; others are resized.
        annotations: Maximum number of a screen's elements; further ones are not shown, but still
            used for matching.
        text_length: Bytes of an element's text.
        goal_length: Bytes of the goal.
    """

    size: tuple[int, int] = (270, 600)
    annotations: int = 100
    text_length: int = 64
    goal_length: int = 512

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", check_size("observation_size", self.size))
        for name in ("text_length", "goal_length"):
            check_whole(1, 1_000_000, **{name: getattr(self, name)})
        check_whole(1, 10_000, max_annotations=self.annotations)

    def space(self) -> spaces.Dict:
        """Return the observation space."""
        width, height = self.size
        rows = self.annotations
        return spaces.Dict(
            {
                "pixels": spaces.Box(0, 255, (height, width, 3), np.uint8),
                "annotation_boxes": spaces.Box(0.0, 1.0, (rows, 4), np.float32),
                "annotation_texts": spaces.Box(0, 255, (rows, self.text_length), np.uint8),
                "annotation_types": spaces.Box(0, 255, (rows, _TYPE_LENGTH), np.uint8),
                "goal": spaces.Box(0, 255, (self.goal_length,), np.uint8),
            }
        )


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """An episode in the form that an environment shows.

    Attributes:
        observations: The observation of each step, in read-only arrays; and the one after the end
            of the episode, which equals the last step's but has its own arrays.
        actions: The action of each step: type, touch and lift, float32 (2,) each.
        boxes: Annotated elements of each screen, float32 (N, 4).
        ends: The same boxes enlarged, see `android_gym.task_suite.aitw.matching.enlarge`.
        recorded: The recorded action of each step.
        id: Id of the episode.
        goal: Its instruction.
        subset: Part of the data set.
        bytes: Approximate size in memory.
    """

    observations: tuple[dict[str, npt.NDArray[Any]], ...]
    actions: tuple[tuple[int, npt.NDArray[np.float32], npt.NDArray[np.float32]], ...]
    boxes: tuple[npt.NDArray[np.float32], ...]
    ends: tuple[npt.NDArray[np.float32], ...]
    recorded: tuple[Action, ...]
    id: str
    goal: str
    subset: str
    bytes: int

    def __len__(self) -> int:
        return len(self.actions)


class Library:
    """Episodes of a folder, of a file, or in memory, by number.

    Args:
        records: Where they are.
        shape: Sizes of the observations.
        ids: Ids of the episodes to include, in their order; all if None.
        memory_mb: Memory for decoded episodes. Those passed in memory always stay.
        errors: ``"skip"`` to leave out damaged ones when an index is made, or ``"raise"``.

    Raises:
        OptionError: If an argument is wrong, or there is no such episode.
        DataError: If a file is damaged, or its index belongs to another file.
        OSError: If a file can't be read.
    """

    def __init__(
        self,
        records: Records | None,
        shape: Shape,
        ids: Sequence[str] | None = None,
        memory_mb: int = 1024,
        errors: Errors = "raise",
    ) -> None:
        check_whole(0, 1 << 20, memory_mb=memory_mb)
        self.shape = shape
        self._room = memory_mb << 20
        self._kept: OrderedDict[int, Shown] = OrderedDict()
        self._files: list[IndexedFile] = []
        self._episodes: list[Episode | tuple[int, int]] = []
        self._used = 0
        names: list[str] = []
        if records is None:
            raise OptionError('There are no records of episodes. Give records="FOLDER".')
        if isinstance(records, str | Path):
            for path in find_files(records):
                file = IndexedFile(path, errors)
                names += [entry.id for entry in file.index.entries]
                self._episodes += [(len(self._files), at) for at in range(len(file))]
                self._files.append(file)
        else:
            for episode in check_list("records", records):
                if not isinstance(episode, Episode):
                    raise OptionError(f"records must be a folder or episodes, got {shown(episode)}")
                names.append(episode.id)
                self._episodes.append(episode)
        if ids is not None:
            numbers = {name: number for number, name in enumerate(names)}
            missing = [name for name in check_list("episodes", ids) if name not in numbers]
            if missing:
                raise OptionError(f"There is no episode {shown(missing[0])} in {shown(records)}.")
            names = list(ids)
            self._episodes = [self._episodes[numbers[name]] for name in names]
        if not names:
            raise OptionError(f"There are no episodes in {shown(records)}.")
        self.names = tuple(names)
        self._numbers = {name: number for number, name in enumerate(names)}

    def __len__(self) -> int:
        return len(self._episodes)

    def number(self, name: str) -> int:
        """Return the number of an episode.

        Raises:
            OptionError: If there is none with this id.
        """
        if not isinstance(name, str) or name not in self._numbers:
            raise OptionError(f"There is no episode {shown(name)}; the first is {self.names[0]!r}.")
        return self._numbers[name]

    def show(self, number: int) -> Shown:
        """Return an episode in the form that is shown.

        Args:
            number: Its number, from 0 on.

        Raises:
            DataError: If it is damaged.
        """
        found = self._kept.get(number)
        if found is not None:
            self._kept.move_to_end(number)
            return found
        place = self._episodes[number]
        episode = place if isinstance(place, Episode) else self._files[place[0]].read(place[1])
        found = _shown(episode, self.shape)
        self._kept[number] = found
        self._used += found.bytes
        while self._used > self._room and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._used -= old.bytes
        return found


def _shown(episode: Episode, shape: Shape) -> Shown:
    goal = encode_text(episode.goal, shape.goal_length)
    observations, actions = [], []
    names = tuple(shape.space())
    for step in (*episode.steps, episode.steps[-1]):
        # Separate arrays, as Gymnasium expects that no two steps' observations share one.
        observation = {"pixels": _fit(step.image, shape.size), "goal": goal.copy()}
        observation |= _annotations(step.annotations, shape)
        for array in observation.values():
            array.flags.writeable = False
        observations.append({name: observation[name] for name in names})
    for step in episode.steps:
        touch, lift = (np.array(p, np.float32) for p in (step.action.touch, step.action.lift))
        actions.append((int(step.action.type), touch, lift))
    boxes = tuple(np.asarray(step.annotations.boxes, np.float32) for step in episode.steps)
    return Shown(
        observations=tuple(observations),
        actions=tuple(actions),
        boxes=boxes,
        ends=tuple(map(enlarge, boxes)),
        recorded=tuple(step.action for step in episode.steps),
        id=episode.id,
        goal=episode.goal,
        subset=episode.subset,
        bytes=sum(array.nbytes for own in observations for array in own.values()),
    )


def _fit(image: npt.NDArray[np.uint8], size: tuple[int, int]) -> npt.NDArray[np.uint8]:
    if image.shape[1::-1] == size:
        return np.array(image)  # a copy, so that the record it is a view of can be freed
    smaller = image.shape[1] > size[0]
    fitted = cv2.resize(image, size, interpolation=cv2.INTER_AREA if smaller else cv2.INTER_LINEAR)
    return np.asarray(fitted, np.uint8)


def _annotations(notes: Annotations, shape: Shape) -> dict[str, npt.NDArray[Any]]:
    count = min(len(notes), shape.annotations)
    boxes = np.zeros((shape.annotations, 4), np.float32)
    boxes[:count] = np.clip(notes.boxes[:count], 0.0, 1.0)
    texts = np.zeros((shape.annotations, shape.text_length), np.uint8)
    types = np.zeros((shape.annotations, _TYPE_LENGTH), np.uint8)
    for row in range(count):
        texts[row] = encode_text(notes.texts[row], shape.text_length)
        types[row] = encode_text(notes.types[row], _TYPE_LENGTH)
    return {"annotation_boxes": boxes, "annotation_texts": texts, "annotation_types": types}
