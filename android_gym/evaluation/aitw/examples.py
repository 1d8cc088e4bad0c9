"""Conversion of steps from and to ``tf.train.Example``, with a check of every key."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from android_gym.evaluation.aitw.records import Action, Annotations, Episode, Phone, Step
from android_gym.evaluation.aitw.wire import (
    Feature,
    Value,
    WireError,
    encode_example,
    parse_example,
)

__all__ = ["KEYS", "Place", "read_step", "write_step"]

KEYS: Mapping[str, str] = {
    "android_api_level": "int64",
    "current_activity": "bytes",
    "device_type": "bytes",
    "episode_id": "bytes",
    "episode_length": "int64",
    "goal_info": "bytes",
    "image/channels": "int64",
    "image/encoded": "bytes",
    "image/height": "int64",
    "image/ui_annotations_positions": "float",
    "image/ui_annotations_text": "bytes",
    "image/ui_annotations_ui_types": "bytes",
    "image/width": "int64",
    "results/action_type": "int64",
    "results/type_action": "bytes",
    "results/yx_lift": "float",
    "results/yx_touch": "float",
    "step_id": "int64",
}
"""The kind of each feature of a step."""

_LISTS = ("image/ui_annotations_text", "image/ui_annotations_ui_types")
_MOST_STEPS = 10_000
_MOST_PIXELS = 16_384
_MOST_TEXT = 100_000
_FARTHEST = 1000.0  # limit for values that should be in [0, 1]; its square is still finite


@dataclass(frozen=True, slots=True)
class Place:
    """The episode that a step belongs to, and its position there.

    Attributes:
        episode_id: Id of its episode.
        length: Steps of the episode.
        step: Its number, from 0 on.
        goal: The episode's instruction.
        phone: The episode's phone.
    """

    episode_id: str
    length: int
    step: int
    goal: str
    phone: Phone


class _Reader:
    """Reader of a message's features that checks their kinds."""

    def __init__(self, data: bytes) -> None:
        self._features = parse_example(data)

    def take(self, key: str) -> Feature:
        feature = self._features.get(key)
        if feature is None:
            raise WireError(f"the key {key!r} is missing")
        kind = KEYS[key]
        if feature.kind != kind and not (feature.kind == "" and not len(feature.data)):
            raise WireError(f"{key!r} must be a list of {kind}, got one of {feature.kind}")
        return feature

    def number(self, key: str, low: int, high: int) -> int:
        values = self.take(key).ints()
        if len(values) != 1 or not low <= values[0] <= high:
            raise WireError(f"{key!r} must be one number from {low} to {high}, got {values[:4]}")
        return values[0]

    def data(self, key: str) -> memoryview:
        values = self.take(key).strings()
        if len(values) != 1:
            raise WireError(f"{key!r} must be one byte string, got {len(values)}")
        return values[0]

    def text(self, key: str) -> str:
        return _text(key, self.data(key))

    def texts(self, key: str) -> tuple[str, ...]:
        return tuple(_text(key, value) for value in self.take(key).strings())

    def point(self, key: str) -> tuple[float, float]:
        values = self.take(key).floats().tolist()
        if len(values) != 2 or not all(abs(value) <= _FARTHEST for value in values):
            raise WireError(
                f"{key!r} must be two numbers of at most {_FARTHEST:g}, got {values[:4]}"
            )
        return values[0], values[1]


def _text(key: str, value: memoryview) -> str:
    if len(value) > _MOST_TEXT:
        raise WireError(f"{key!r} has a text of {len(value)} bytes, at most {_MOST_TEXT}")
    return str(value, "utf-8", "replace")


def _place(reader: _Reader) -> Place:
    length = reader.number("episode_length", 1, _MOST_STEPS)
    return Place(
        episode_id=reader.text("episode_id"),
        length=length,
        step=reader.number("step_id", 0, length - 1),
        goal=reader.text("goal_info"),
        phone=Phone(reader.text("device_type"), reader.number("android_api_level", 0, 10_000)),
    )


def read_step(data: bytes) -> tuple[Place, Step]:
    """Read a step. Its image is a view of the message.

    Args:
        data: The message.

    Raises:
        WireError: If it is not a step; the message names the key.
    """
    reader = _Reader(data)
    place = _place(reader)
    shape = tuple(
        reader.number(f"image/{name}", 1, _MOST_PIXELS) for name in ("height", "width", "channels")
    )
    pixels = reader.data("image/encoded")
    if shape[2] != 3 or len(pixels) != math.prod(shape):
        raise WireError(
            f"'image/encoded' has {len(pixels)} bytes; height, width and channels are {shape}, "
            "of which 3 channels and one byte for each value are wanted"
        )
    action = Action(
        type=reader.number("results/action_type", 0, 1000),
        touch=reader.point("results/yx_touch"),
        lift=reader.point("results/yx_lift"),
        text=reader.text("results/type_action"),
    )
    step = Step(
        image=np.frombuffer(pixels, np.uint8).reshape(shape),
        annotations=_annotations(reader),
        action=action,
        activity=reader.text("current_activity"),
    )
    return place, step


def _annotations(reader: _Reader) -> Annotations:
    key = "image/ui_annotations_positions"
    boxes = reader.take(key).floats()
    texts, types = (reader.texts(name) for name in _LISTS)
    if len(boxes) != 4 * len(texts) or len(texts) != len(types):
        raise WireError(
            f"{key!r} has {len(boxes)} numbers, four for each of {len(texts)} texts and "
            f"{len(types)} types are wanted"
        )
    if not (np.abs(boxes) <= _FARTHEST).all():
        raise WireError(f"{key!r} has a number that is not finite, or above {_FARTHEST:g}")
    return Annotations(boxes.reshape(-1, 4), texts, types)


def write_step(episode: Episode, number: int) -> bytes:
    """Write a step as a message.

    Args:
        episode: The episode.
        number: Number of the step, from 0 on.
    """
    step = episode.steps[number]
    height, width, channels = step.image.shape
    notes, action = step.annotations, step.action
    values: dict[str, Value] = {
        "android_api_level": [episode.phone.api_level],
        "current_activity": [step.activity.encode()],
        "device_type": [episode.phone.device.encode()],
        "episode_id": [episode.id.encode()],
        "episode_length": [len(episode)],
        "goal_info": [episode.goal.encode()],
        "image/channels": [channels],
        "image/encoded": [step.image.tobytes()],
        "image/height": [height],
        "image/ui_annotations_positions": np.asarray(notes.boxes, np.float32).reshape(-1),
        "image/ui_annotations_text": [text.encode("utf-8", "replace") for text in notes.texts],
        "image/ui_annotations_ui_types": [kind.encode() for kind in notes.types],
        "image/width": [width],
        "results/action_type": [int(action.type)],
        "results/type_action": [action.text.encode("utf-8", "replace")],
        "results/yx_lift": np.array(action.lift, np.float32),
        "results/yx_touch": np.array(action.touch, np.float32),
        "step_id": [number],
    }
    return encode_example({key: (kind, values[key]) for key, kind in KEYS.items()})
