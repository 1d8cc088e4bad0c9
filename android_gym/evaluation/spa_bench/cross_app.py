"""Success detection for tasks over several apps (section 4.2 of the paper).

First a model decides which screens belong to which app, in the order in which the task needs them;
then the subtasks are judged one after the other, each on its own screens, and facts that a later
one needs are remembered in words. All of them have to pass.

With ``strict_upstream`` the first answer is read as the benchmark's code reads it, including its
faults: if nothing can be read the task has *passed*, as has every subtask whose app's name contains
other characters than letters, digits and spaces, and JSON on one line can't be read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from android_gym.agents.session import Message
from android_gym.checks import shown
from android_gym.errors import ModelError, OptionError, TraceError
from android_gym.evaluation.judges import Ask, Judge, Question, Verdict
from android_gym.evaluation.pictures import mark_place
from android_gym.evaluation.spa_bench.trajectories import Trajectory

__all__ = ["CrossAppDetector", "CrossAppVerdict", "Segment", "check_segments", "read_segments"]

_TRIES: Final = 3
_UPSTREAM: Final = re.compile(
    r'"([\w\s]+_?\d?)": {\s+"start screen": (-?\d+),\s+"end screen": (-?\d+)'
)
_LONGEST_MEMORY: Final = 4_000


@dataclass(frozen=True, slots=True)
class Segment:
    """The screens of a subtask.

    Attributes:
        name: The app's name; with a number if the task needs the app more than once.
        start: Its first screen, from 1 on.
        end: Its last screen.
    """

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class CrossAppVerdict:
    """The verdict on a trajectory across apps.

    Attributes:
        success: True if all subtasks were solved.
        stage: Stage that decided: the split into apps, or the subtasks.
        segments: The screens of each subtask; empty if the split failed.
        verdicts: Verdicts on the subtasks that were judged, in order.
        reason: Reason for a decision in the first stage.
    """

    success: bool
    stage: Literal["split", "subtasks"]
    segments: tuple[Segment, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    reason: str = ""


def segment_names(apps: Sequence[str]) -> tuple[str, ...]:
    """Return names of a task's apps; those that it needs more than once get numbers.

    Example:
        >>> segment_names(("YouTube", "Clock", "YouTube"))
        ('YouTube_1', 'Clock', 'YouTube_2')
    """
    seen: dict[str, int] = {}
    names = []
    for app in apps:
        seen[app] = seen.get(app, 0) + 1
        names.append(f"{app}_{seen[app]}" if apps.count(app) > 1 else app)
    return tuple(names)


def read_segments(answer: str, names: Sequence[str]) -> tuple[Segment, ...]:
    """Return the screens of each app according to an answer.

    Args:
        answer: A JSON object, alone or in prose, such as
            ``{"Clock": {"start screen": 1, "end screen": 3}}``.
        names: The names that it must have, all of them and no other.

    Raises:
        TraceError: If it is not such an answer.
    """
    start, end = answer.find("{"), answer.rfind("}")
    try:
        data = json.loads(answer[start : end + 1]) if 0 <= start < end else None
    except (ValueError, RecursionError) as error:
        raise TraceError(f"{shown(answer)} contains no JSON object: {error}.") from error
    if not isinstance(data, dict) or sorted(data) != sorted(names):
        raise TraceError(f"The answer must have {list(names)} as its keys, got {shown(answer)}.")
    segments = []
    for name in names:
        match data[name]:
            case {"start screen": int(first), "end screen": int(last)} if not (
                isinstance(first, bool) or isinstance(last, bool)
            ):
                segments.append(Segment(name, first, last))
            case other:
                raise TraceError(
                    f"{name!r} must have whole numbers as 'start screen' and 'end screen', got "
                    f"{shown(other)}."
                )
    return tuple(segments)


def check_segments(
    segments: Sequence[Segment], screens: int, strict_upstream: bool = False
) -> str | None:
    """Return what is wrong with segments, None if nothing is.

    Each must have screens, they must follow each other, and none may share a screen with the next.

    Args:
        segments: In the order of the subtasks.
        screens: Number of screens.
        strict_upstream: True to let a segment begin with screen 0, as the benchmark's code does.
    """
    least = 0 if strict_upstream else 1
    before = least - 1
    for segment in segments:
        if not least <= segment.start <= segment.end <= screens:
            return f"{segment.name} has no screens: {segment.start} to {segment.end} of {screens}"
        if segment.start <= before:
            return f"{segment.name} begins with screen {segment.start}, before {before} has ended"
        before = segment.end
    return None


class CrossAppDetector:
    """Success detector for tasks over several apps.

    Args:
        ask: Sends messages to a model that splits screens by app and remembers facts.
        judge: Judges the subtasks.
        strict_upstream: True for the verdicts of the benchmark's own code.
    """

    def __init__(self, ask: Ask, judge: Judge, strict_upstream: bool = False) -> None:
        self._ask = ask
        self._judge = judge
        self._strict = strict_upstream

    def detect(self, trajectory: Trajectory) -> CrossAppVerdict:
        """Return the verdict on an episode.

        Raises:
            OptionError: If the task has only one app.
        """
        record = trajectory.record
        if not record.subtasks:
            raise OptionError(f"{record.uid} is a task of one app; use a judge.")
        names = segment_names([subtask.app for subtask in record.subtasks])
        segments, reason = self._split(trajectory, names)
        if segments is None:
            return CrossAppVerdict(False, "split", reason=reason)
        by_name = {segment.name: segment for segment in segments}
        memory: dict[str, str] = {}
        verdicts: list[Verdict] = []
        for subtask, name in zip(record.subtasks, names, strict=True):
            segment = by_name.get(name)
            if segment is None:  # read with the benchmark's faults
                continue
            part = trajectory.part(max(segment.start - 1, 0), segment.end - 1)
            known = dict(memory) if subtask.history else {}
            task = _filled(subtask.task, memory)
            verdicts.append(self._judge.judge(Question(task, part, known)))
            if not verdicts[-1].success:
                return CrossAppVerdict(False, "subtasks", segments, tuple(verdicts))
            if subtask.memory is not None:
                try:
                    memory[subtask.memory] = self._remember(part, subtask.memory)
                except (ModelError, TraceError) as error:
                    verdicts.append(Verdict(False, "failed", str(error)))
                    return CrossAppVerdict(False, "subtasks", segments, tuple(verdicts))
        return CrossAppVerdict(True, "subtasks", segments, tuple(verdicts))

    def _split(
        self, trajectory: Trajectory, names: Sequence[str]
    ) -> tuple[tuple[Segment, ...] | None, str]:
        """Return the screens of each app; or None, and why the split failed."""
        problem = ""
        try:
            messages = self._split_messages(trajectory, names)
        except TraceError as error:
            return None, str(error)
        for _ in range(_TRIES):
            try:
                answer = self._ask(messages).text
            except ModelError as error:
                return None, str(error)
            if self._strict:
                found = tuple(
                    Segment(name, int(start), int(end))
                    for name, start, end in _UPSTREAM.findall(answer)
                )
            else:
                try:
                    found = read_segments(answer, names)
                except TraceError as error:
                    problem = str(error)
                    continue
            problem = check_segments(found, len(trajectory.shots), self._strict) or ""
            if not problem:
                return found, ""
        return None, problem

    def _split_messages(self, trajectory: Trajectory, names: Sequence[str]) -> list[Message]:
        count = len(trajectory.shots)
        example = json.dumps(
            {name: {"start screen": 1, "end screen": 2} for name in names[:1]}, indent=2
        )
        text = (
            f"An agent used these apps, in this order: {', '.join(names)}. Tell the first and the "
            f"last of the {count} screenshots of each; -1 for an app that is not there. Screens of "
            "the launcher and of loading belong to none. Answer with a JSON object like this, and "
            f"nothing else:\n{example}"
        )
        return [Message("system", _SPLIT_ROLE), Message("user", text), *_screens(trajectory)]

    def _remember(self, part: Trajectory, phrase: str) -> str:
        text = (
            f"What do these screenshots say about this: {phrase}? Answer in one or two sentences "
            "that can be understood without them. If they say nothing, answer: unknown."
        )
        messages = [Message("system", _MEMORY_ROLE), Message("user", text), *_screens(part)]
        return self._ask(messages).text.strip()[:_LONGEST_MEMORY]


def _screens(trajectory: Trajectory) -> list[Message]:
    return [
        Message("user", f"Screenshot {number}", pictures=(mark_place(shot, None),))
        for number, shot in enumerate(trajectory.shots, 1)
    ]


def _filled(task: str, memory: dict[str, str]) -> str:
    """Replace the placeholders in a task by what is remembered for their phrases."""
    for phrase, text in memory.items():
        task = task.replace(f"{{{phrase}}}", text)
    return task


_SPLIT_ROLE: Final = (
    "You look at screenshots of a phone, in the order in which they were taken, and tell which app "
    "each shows."
)
_MEMORY_ROLE: Final = "You take notes of what screenshots of a phone show."
