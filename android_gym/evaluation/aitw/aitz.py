"""Episodes in the format of AiTZ (Android in the Zoo, Zhang et al., 2024): JSON beside pictures.

An episode is a folder ``SUBSET-ID`` with ``SUBSET-ID.json``, a list of steps, and a PNG for each.
Boxes are in pixels, and lists are JSON texts within the JSON. AiTZ's own additions (thoughts and
descriptions, ``coat_...``) are ignored.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

import numpy as np
import numpy.typing as npt

from android_gym.checks import check_path
from android_gym.errors import DataError
from android_gym.evaluation.aitw.pictures import decode_picture
from android_gym.evaluation.aitw.records import Action, Annotations, Episode, Phone, Step
from android_gym.host_files import open_plain
from android_gym.png import encode_png

__all__ = ["read_aitz", "write_aitz"]

_MOST_BYTES: Final = 64 << 20
_MOST_PICTURE_BYTES: Final = 64 << 20
_MOST_STEPS: Final = 10_000
_FARTHEST: Final = 1e6  # pixels
_MOST_TYPES: Final = 1_000
"""Types of actions that a file may have; the known ones are below 12."""


def read_aitz(path: str | Path) -> Episode:
    """Read an episode.

    Args:
        path: Its JSON file; the pictures are looked for beside it, by the last part of their names.

    Raises:
        DataError: If it is not an episode: the message names the file and the step.
        OSError: If a file can't be read.
    """
    file = check_path("path", path)
    with open(open_plain(file, os.O_RDONLY), "rb") as opened:
        data = opened.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise DataError(str(file), 0, f"it takes more than {_MOST_BYTES} bytes")
    try:
        rows = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise DataError(str(file), getattr(error, "pos", 0), f"not valid JSON: {error}") from error
    if not isinstance(rows, list) or not 1 <= len(rows) <= _MOST_STEPS:
        raise DataError(str(file), 0, f"an episode is a list of 1 to {_MOST_STEPS} steps")
    steps = []
    first = _Row(file, 0, rows[0])
    for number, values in enumerate(rows):
        row = _Row(file, number, values)
        same = all(row.take(n, t) == first.take(n, t) for n, t in _HEAD.items())
        if row.take("step_id", int) != number or not same:
            row.fail("the step is not the next of the same episode")
        steps.append(row.step())
    if first.take("episode_length", int) != len(steps):
        raise DataError(
            str(file), 0, f"there are {len(steps)} steps of {first.take('episode_length', int)}"
        )
    subset = file.stem.rpartition("-")[0].lower()
    return Episode(
        first.take("episode_id", str), first.take("instruction", str), tuple(steps), Phone("", 0),
        subset,
    )  # fmt: skip


_HEAD: Final[Mapping[str, type]] = {
    "episode_id": str,
    "episode_length": int,
    "instruction": str,
}


class _Row:
    """Reader of a step's values that checks their types."""

    def __init__(self, file: Path, number: int, values: Any) -> None:
        self._file = file
        self._number = number
        if not isinstance(values, dict):
            self.fail("a step is an object")
        self._values: dict[str, Any] = values

    def fail(self, problem: str) -> NoReturn:
        """Raise an error about the step.

        Raises:
            DataError: Always.
        """
        raise DataError(str(self._file), 0, f"step {self._number}: {problem}")

    def take(self, name: str, kind: type) -> Any:
        """Return a value."""
        value = self._values.get(name)
        if type(value) is not kind:
            self.fail(f"{name!r} must be of type {kind.__name__}, got {str(value)[:80]!r}")
        return value

    def listed(self, name: str, is_right: Callable[[Any], bool]) -> list[Any]:
        """Return a list, which may be a JSON text."""
        value = self._values.get(name)
        try:
            value = json.loads(value) if isinstance(value, str) else value
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, list) or not all(map(is_right, value)):
            self.fail(f"{name!r} is not a list of the right form, got {str(value)[:80]!r}")
        return value

    def step(self) -> Step:
        """Return the step."""
        image = self._image()
        boxes = np.array(self.listed("ui_positions", _is_box), np.float32).reshape(-1, 4)
        height, width = image.shape[:2]
        boxes /= np.array([height, width, height, width], np.float32)
        boxes.flags.writeable = False
        texts, types = (tuple(self.listed(name, _is_text)) for name in ("ui_text", "ui_types"))
        if not len(texts) == len(types) == len(boxes):
            self.fail(f"{len(boxes)} boxes, {len(texts)} texts and {len(types)} types")
        touch, lift = (tuple(self.listed(f"result_{n}_yx", _is_number)) for n in ("touch", "lift"))
        if not len(touch) == len(lift) == 2:
            self.fail("touch and lift must have two numbers each")
        kind, text = self.take("result_action_type", int), self.take("result_action_text", str)
        if not 0 <= kind < _MOST_TYPES:
            self.fail(f"'result_action_type' must be from 0 to {_MOST_TYPES - 1}, got {kind!r:.80}")
        action = Action(kind, (touch[0], touch[1]), (lift[0], lift[1]), text)
        return Step(image, Annotations(boxes, texts, types), action)

    def _image(self) -> npt.NDArray[np.uint8]:
        # The name is untrusted: only its last part is used, and only beside the file.
        name = re.split(r"[/\\]", self.take("image_path", str))[-1]
        if not re.fullmatch(r"[\w.-]{1,200}\.(png|jpg|jpeg)", name, re.ASCII):
            self.fail(f"'image_path' is not the path of a picture, got {name[:80]!r}")
        try:
            picture = open_plain(self._file.parent / name, os.O_RDONLY)
            with open(picture, "rb") as opened:
                data = opened.read(_MOST_PICTURE_BYTES + 1)
        except OSError as error:
            self.fail(f"its picture {name!r} can't be read: {error.strerror}")
        image = decode_picture(data) if len(data) <= _MOST_PICTURE_BYTES else None
        if image is None:
            self.fail(f"{name!r} is not a picture, or is damaged or too large")
        return image


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and type(value) is not bool and abs(value) <= _FARTHEST


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_box(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 4 and all(map(_is_number, value))


def write_aitz(episode: Episode, folder: str | Path) -> Path:
    """Write an episode.

    Args:
        episode: The episode; its id becomes part of file names.
        folder: Where its folder is created; it must not exist yet.

    Returns:
        The JSON file.

    Raises:
        OSError: If it can't be written.
    """
    clean = re.sub(r"[^\w.-]", "_", episode.id, flags=re.ASCII)[:100]
    name = f"{re.sub(r'[^A-Z_]', '_', (episode.subset or 'general').upper())}-{clean}"
    place = check_path("folder", folder) / name
    place.mkdir(parents=True)
    rows: list[dict[str, Any]] = []
    for number, step in enumerate(episode.steps):
        picture = f"{name}_{number}.png"
        (place / picture).write_bytes(encode_png(step.image))
        height, width = step.image.shape[:2]
        scale = np.array([height, width, height, width], np.float32)
        boxes: Sequence[Any] = np.rint(step.annotations.boxes * scale).astype(int).tolist()
        rows.append(
            {
                "episode_id": episode.id,
                "episode_length": len(episode),
                "step_id": number,
                "instruction": episode.goal,
                "ui_positions": json.dumps(boxes),
                "ui_text": json.dumps(step.annotations.texts),
                "ui_types": json.dumps(step.annotations.types),
                "result_action_type": int(step.action.type),
                "result_action_text": step.action.text,
                "result_touch_yx": json.dumps(step.action.touch),
                "result_lift_yx": json.dumps(step.action.lift),
                "image_path": f"{name}/{picture}",
            }
        )
    path = place / f"{name}.json"
    path.write_text(json.dumps(rows, indent=4) + "\n", encoding="utf-8")
    return path
