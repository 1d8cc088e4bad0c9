"""EpisodeTrace: what happened in an episode, for judges, viewers and recorders.

A trace holds what an onlooker could know: the goal, what was done, what the screen showed after
each step and which app was in front. Consecutive identical screens share one `ScreenState`, so a
trace costs only as much as has changed. Pictures are optional.

On disk a trace is a folder: ``trace.json`` (facts about the whole episode), ``steps.jsonl`` (one
line per step) and a PNG for each distinct picture, named by its digest. Files may come from others,
so reading checks every field and limits sizes.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NoReturn, get_type_hints

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.checks import shown
from android_gym.errors import ActionError, TraceError
from android_gym.events import Answer, Declare, Event, from_json, to_json
from android_gym.host_files import open_plain, read_plain

__all__ = [
    "API_CALL",
    "VERSION",
    "EpisodeTrace",
    "ScreenState",
    "TraceStep",
    "load_trace",
    "save_trace",
]

VERSION: Final = 1
"""Version of the files that `save_trace` writes."""

API_CALL: Final = "api_call"
"""Key in a step's notes (`TraceStep.notes`) of the API call made in it, as a text."""

_MAX_LINE_BYTES = 16 * 2**20
_MAX_STEPS = 100_000
_MAX_PNG_BYTES = 64 * 2**20
_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class ScreenState:
    """The screen at one moment.

    Attributes:
        time_ms: Time on the phone's clock since the episode began.
        size: (width, height) in pixels, in the screen's rotation.
        activity: The activity in front, ``package/full.ClassName``; ``""`` if unknown.
        elements: The elements of all windows, as accessibility reports them.
        png: The picture as PNG; None if none was taken.
    """

    time_ms: int
    size: tuple[int, int]
    activity: str
    elements: tuple[UIElement, ...]
    png: bytes | None = None

    @property
    def package(self) -> str:
        """The package in front, ``""`` if unknown."""
        return self.activity.partition("/")[0]

    @property
    def texts(self) -> Iterator[str]:
        """Texts and content descriptions of the visible elements, in their order.

        Fields are left out: an agent could have typed anything.
        """
        for element in self.elements:
            if element.is_visible is not False and not element.is_editable:
                for text in (element.text, element.content_description):
                    if text:
                        yield text


@dataclass(frozen=True, slots=True)
class TraceStep:
    """A step, and what the screen showed after it.

    Attributes:
        events: What was done, in order; empty for an action that could not be carried out.
        screen: The screen afterwards.
        error: Why the action could not be carried out, None if it could.
        reward: The step's reward.
        terminated: True if the episode ended with it.
        truncated: True if the episode was cut off after it.
        notes: JSON values that the agent left: its reply, tokens, API calls.
    """

    events: tuple[Event, ...]
    screen: ScreenState
    error: str | None = None
    reward: float = 0.0
    terminated: bool = False
    truncated: bool = False
    notes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EpisodeTrace:
    """An episode.

    Attributes:
        task: ``"Namespace/Name"`` of the task.
        goal: The instruction as it was given.
        start: The screen when the episode began.
        steps: What was done and seen since.
        params: The task's parameters, JSON values.
        seed: Seed of the reset, None if it had none.
        success: The final score from 0 to 1, None if the episode was not judged.
        notes: JSON values about the whole episode: agent, model, prompt's digest.
    """

    task: str
    goal: str
    start: ScreenState
    steps: tuple[TraceStep, ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    success: float | None = None
    notes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def screens(self) -> tuple[ScreenState, ...]:
        """All screens, that of the start first."""
        return (self.start, *(step.screen for step in self.steps))

    @property
    def events(self) -> Iterator[Event]:
        """Everything that was done, in order."""
        for step in self.steps:
            yield from step.events

    @property
    def answer(self) -> str | None:
        """The agent's last answer, None if it gave none."""
        answers = [event.text for event in self.events if isinstance(event, Answer)]
        return answers[-1] if answers else None

    @property
    def declared(self) -> bool:
        """True if the agent declared the end."""
        return any(isinstance(event, Declare) for event in self.events)

    @property
    def packages(self) -> tuple[str, ...]:
        """Packages in front, in order, without consecutive repetitions."""
        found: list[str] = []
        for screen in self.screens:
            if screen.package and found[-1:] != [screen.package]:
                found.append(screen.package)
        return tuple(found)

    def then(self, step: TraceStep) -> EpisodeTrace:
        """Return the trace with one more step."""
        return dataclasses.replace(self, steps=(*self.steps, step))


# --- files ---------------------------------------------------------------------------------------


def save_trace(trace: EpisodeTrace, folder: str | Path) -> None:
    """Write a trace to a folder, which is created if need be.

    Args:
        trace: The episode.
        folder: The folder; a trace in it is replaced.

    Raises:
        TraceError: If the folder can't be written, or a note is not a JSON value.
    """
    folder = Path(folder)
    head = {
        "version": VERSION,
        "task": trace.task,
        "goal": trace.goal,
        "params": dict(trace.params),
        "seed": trace.seed,
        "success": trace.success,
        "notes": dict(trace.notes),
        "steps": len(trace.steps),
        "start": _screen_json(trace.start),
    }
    lines = [
        {
            "events": [to_json(event) for event in step.events],
            "screen": _screen_json(step.screen),
            "error": step.error,
            "reward": step.reward,
            "terminated": step.terminated,
            "truncated": step.truncated,
            "notes": dict(step.notes),
        }
        for step in trace.steps
    ]
    try:
        texts = [json.dumps(line, ensure_ascii=False, allow_nan=False) for line in (head, *lines)]
    except (TypeError, ValueError, RecursionError) as error:
        raise TraceError(
            f"The trace of {trace.task} has a note that is not valid JSON: {error}."
        ) from error
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for screen in trace.screens:
            if screen.png is not None:
                _write(folder / f"{_digest(screen.png)}.png", screen.png)
        _write(folder / "steps.jsonl", "".join(f"{text}\n" for text in texts[1:]).encode())
        _write(folder / "trace.json", f"{texts[0]}\n".encode())
    except (OSError, UnicodeEncodeError) as error:
        raise TraceError(f"The trace can't be written to {folder}: {error}.") from error


def load_trace(folder: str | Path, *, inside: Path | None = None) -> EpisodeTrace:
    """Read a trace that `save_trace` has written.

    Args:
        folder: The trace's folder.
        inside: A folder that links in it must not lead out of; `folder` itself if None.

    Raises:
        TraceError: If it is not a trace, is of another version, or is damaged; the message names
            the file, the line and the field.
    """
    folder = Path(folder)
    inside = folder if inside is None else inside
    head_path = folder / "trace.json"
    head = _object(head_path, 1, _lines(head_path, 1, inside))
    reader = _Reader(folder, inside, f"{head_path}:1")
    version = head.get("version")
    if type(version) is not int or version != VERSION:
        raise TraceError(
            f"{head_path} is of version {shown(version)}; this package reads {VERSION}. Use the "
            "release that wrote it."
        )
    count = reader.take(head, "steps", int)
    if not 0 <= count <= _MAX_STEPS:
        raise TraceError(f"{head_path}: 'steps' must be from 0 to {_MAX_STEPS}, got {count}.")
    start = reader.screen(reader.take(head, "start", dict))
    steps = []
    path = folder / "steps.jsonl"
    lines = _lines(path, count + 1, inside)
    if len(lines) > count:
        raise TraceError(
            f"{path} has more than the {count} steps that {head_path} tells: it was overwritten "
            "halfway. Record the episode again."
        )
    for number in range(1, count + 1):
        reader.place = f"{path}:{number}"
        steps.append(reader.step(_object(path, number, lines)))
    reader.place = f"{head_path}:1"
    return EpisodeTrace(
        task=reader.take(head, "task", str),
        goal=reader.take(head, "goal", str),
        start=start,
        steps=tuple(steps),
        params=reader.take(head, "params", dict),
        seed=reader.seed(head),
        success=reader.score(head),
        notes=reader.take(head, "notes", dict),
    )


def _screen_json(screen: ScreenState) -> dict[str, Any]:
    return {
        "time_ms": screen.time_ms,
        "size": list(screen.size),
        "activity": screen.activity,
        "elements": [_element_json(element) for element in screen.elements],
        "png": None if screen.png is None else _digest(screen.png),
    }


_BOX_FIELDS = tuple(f.name for f in dataclasses.fields(BoundingBox))
# `metadata` is for whoever made the element; a trace keeps what every phone reports.
_ELEMENT_FIELDS = tuple(f.name for f in dataclasses.fields(UIElement) if f.name != "metadata")


def _element_json(element: UIElement) -> dict[str, Any]:
    values = {name: getattr(element, name) for name in _ELEMENT_FIELDS}
    return {
        name: [getattr(value, side) for side in _BOX_FIELDS]
        if isinstance(value, BoundingBox)
        else value
        for name, value in values.items()
        if value is not None
    }


def _write(file: Path, data: bytes) -> None:
    handle = open_plain(file, os.O_WRONLY | os.O_CREAT)
    with open(handle, "wb") as out:
        out.truncate(0)  # not truncated on opening: a pipe or a link is refused before
        out.write(data)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]


def _lines(path: Path, most: int, inside: Path) -> Sequence[bytes]:
    """Return the lines of a file, at most `most`, each of limited length."""
    lines: list[bytes] = []
    try:
        with open(open_plain(path, os.O_RDONLY, inside=inside), "rb") as file:
            while len(lines) < most and (line := file.readline(_MAX_LINE_BYTES + 1)):
                if len(line) > _MAX_LINE_BYTES:
                    raise TraceError(
                        f"{path}:{len(lines) + 1} is longer than {_MAX_LINE_BYTES} bytes."
                    )
                lines.append(line)
    except OSError as error:
        raise TraceError(f"There is no trace at {path.parent}: {error}.") from error
    return lines


def _object(path: Path, number: int, lines: Sequence[bytes]) -> dict[str, Any]:
    if len(lines) < number:
        raise TraceError(f"{path} ends before line {number}.")
    try:
        data = json.loads(lines[number - 1], parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise TraceError(f"{path}:{number} is not valid JSON: {error}.") from error
    if not isinstance(data, dict):
        raise TraceError(f"{path}:{number} must be an object, got {type(data).__name__}.")
    return data


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _as_float(value: float) -> float:
    try:
        return float(value)
    except OverflowError:  # a whole number with hundreds of digits
        return math.inf


class _Reader:
    """Reader of a trace's files that checks their fields.

    Attributes:
        place: File and line, for messages.
    """

    def __init__(self, folder: Path, inside: Path, place: str) -> None:
        self.folder = folder
        self.inside = inside
        self.place = place
        self._pngs: dict[str, bytes] = {}

    def take(self, data: Mapping[str, Any], name: str, kind: type, optional: bool = False) -> Any:
        """Return a field after a check of its type."""
        value = data.get(name)
        if optional and value is None:
            return None
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = _as_float(value)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise TraceError(
                f"{self.place}: {name!r} must be of type {kind.__name__}, got {value!r:.80}."
            )
        if isinstance(value, float) and not math.isfinite(value):  # JSON has 1e999
            raise TraceError(f"{self.place}: {name!r} must be a finite number, got {value}.")
        return value

    def seed(self, data: Mapping[str, Any]) -> int | None:
        """Return the seed of the reset."""
        value: int | None = self.take(data, "seed", int, optional=True)
        if value is not None and value < 0:
            raise TraceError(f"{self.place}: 'seed' must be from 0 on, got {value!r:.80}.")
        return value

    def score(self, data: Mapping[str, Any]) -> float | None:
        """Return the episode's score."""
        value: float | None = self.take(data, "success", float, optional=True)
        if value is not None and not 0 <= value <= 1:
            raise TraceError(f"{self.place}: 'success' must be from 0 to 1, got {value!r:.80}.")
        return value

    def step(self, data: Mapping[str, Any]) -> TraceStep:
        """Return a step from its JSON object."""
        try:
            events = tuple(from_json(event) for event in self.take(data, "events", list))
        except ActionError as error:
            raise TraceError(f"{self.place}: {error}") from error
        return TraceStep(
            events=events,
            screen=self.screen(self.take(data, "screen", dict)),
            error=self.take(data, "error", str, optional=True),
            reward=self.take(data, "reward", float),
            terminated=self.take(data, "terminated", bool),
            truncated=self.take(data, "truncated", bool),
            notes=self.take(data, "notes", dict),
        )

    def screen(self, data: Mapping[str, Any]) -> ScreenState:
        """Return a screen from its JSON object."""
        size = self.take(data, "size", list)
        if len(size) != 2 or not all(type(n) is int and 0 < n < 100_000 for n in size):
            raise TraceError(f"{self.place}: 'size' must be [width, height], got {size!r:.80}.")
        return ScreenState(
            time_ms=self.take(data, "time_ms", int),
            size=(size[0], size[1]),
            activity=self.take(data, "activity", str),
            elements=tuple(self._element(item) for item in self.take(data, "elements", list)),
            png=self._png(self.take(data, "png", str, optional=True)),
        )

    def _element(self, data: object) -> UIElement:
        if not isinstance(data, dict) or not data.keys() <= set(_ELEMENT_FIELDS):
            raise TraceError(f"{self.place}: {data!r:.80} is not an element.")
        values: dict[str, Any] = {}
        for name in data:
            kind = _ELEMENT_TYPES[name]
            if kind is BoundingBox:
                sides = self.take(data, name, list)
                if len(sides) != 4 or not all(
                    type(n) in (int, float) and math.isfinite(_as_float(n)) for n in sides
                ):
                    raise TraceError(
                        f"{self.place}: {name!r} must be 4 numbers, got {sides!r:.80}."
                    )
                values[name] = BoundingBox(*sides)
            else:
                values[name] = self.take(data, name, kind)
        return UIElement(**values)

    def _png(self, name: str | None) -> bytes | None:
        if name is None:
            return None
        if name not in self._pngs:
            # The name comes from the file: only a digest may become part of a path.
            if not re.fullmatch(r"[0-9a-f]{32}", name):
                raise TraceError(
                    f"{self.place}: 'png' must be 32 hexadecimal digits, got {name!r:.80}."
                )
            path = self.folder / f"{name}.png"
            try:
                data = read_plain(path, _MAX_PNG_BYTES, inside=self.inside)
            except OSError as error:
                raise TraceError(
                    f"{self.place}: the picture {path} is missing or no file of the trace: {error}."
                ) from error
            if not data.startswith(_PNG_SIGNATURE):
                raise TraceError(f"{path} is not a PNG.")
            self._pngs[name] = data
        return self._pngs[name]


def _element_types() -> dict[str, type]:
    """Return the type of each of an element's fields, without ``None``."""
    hints = get_type_hints(UIElement)
    return {
        name: next(t for t in hints[name].__args__ if t is not type(None))
        for name in _ELEMENT_FIELDS
    }


_ELEMENT_TYPES = _element_types()
