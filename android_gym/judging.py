"""Judging of an episode: the task's verdict, and side effects that count against it."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from android_gym.checks import shown
from android_gym.devices.device import Device
from android_gym.devices.user_data import UserData, read_user_data
from android_gym.errors import DeviceCommandError, TaskError
from android_gym.task_suite.task import Params, Stage, Task
from android_gym.task_suite.touches import side_effects
from android_gym.tracing import Tracer

__all__ = ["MOST_SIDE_EFFECTS", "MOST_WITH_HARM", "SETTLE_MS", "SETTLE_STEP_MS", "EpisodeJudge"]

_log = logging.getLogger(__name__)

SETTLE_MS = 2000
"""Longest time a declaration waits for things under way, in ms of the device's time."""

SETTLE_STEP_MS = 200
"""Time between two checks meanwhile, in milliseconds of the device's time."""

MOST_SIDE_EFFECTS = 20
"""Maximum number of side effects that `EpisodeJudge.side_effects` lists."""

MOST_WITH_HARM = 0.99
"""Progress of a task whose state is right, but with side effects or not by the right way."""


class EpisodeJudge:
    """Judge of one episode. It asks the device only if something has changed since last time.

    Args:
        task: The task.
        params: Parameters of this instance.
        rules: ``"strict"``, or the name of the suite's own rules: `Task.original_success`.
        tracer: Keeps the episode's trace, for a task that judges it (`Task.judge`).

    Attributes:
        success: The latest score, in [0, 1]; 0.0 at first.
        side_effects: Why strict rules withheld that success, e.g.
            ``"file lost: /storage/emulated/0/DCIM/a.jpg"``; empty if they did not.
        measures: What the task adds to each info (`Task.measures`), as of the latest step.
        tracer: Keeps the episode's trace; None unless the caller sets one.
    """

    def __init__(self, task: Task, params: Params, rules: str) -> None:
        self.success = 0.0
        self.side_effects: list[str] = []
        self.measures: Mapping[str, float] = {}
        self._task = task
        self._params = params
        self._strict = rules == "strict"
        self._judges_trace = task.judges_episodes()
        self._has_state = _judges_states(task) or not self._judges_trace
        self.tracer: Tracer | None = None
        self._start: Callable[[], UserData] | None = None
        self._stages: Sequence[Stage] = ()
        self._since: list[int | None] = []
        self._success_key: Any = None
        self._progress = 0.0
        self._progress_key: Any = None
        self._measures_key: Any = None

    def begin(self, device: Device) -> None:
        """Take the device's current state as the start of the episode.

        Raises:
            DeviceError: If the device fails.
        """
        self.measure(device)
        if self._strict:
            self._start = device.remember(read_user_data)
            self._stages = self._task.stages(self._params)
            self._since = [None] * len(self._stages)
            self._stages_key: Any = None
            self.watch(device, 0)

    def measure(self, device: Device) -> None:
        """Ask the task for its part of the info; to be called at the start and after every step.

        Raises:
            DeviceError: If the device fails.
        """
        if type(self._task).measures is Task.measures:
            return
        key = self._state_key(device)
        if key is None or key != self._measures_key:
            self.measures = self._task.measures(device, self._params)
            self._measures_key = self._state_key(device)

    def watch(self, device: Device, step: int) -> None:
        """Note since which step each of the task's stages has held; to be called after every step.

        Raises:
            DeviceError: If the device fails.
        """
        if not self._stages:
            return
        key = self._state_key(device)
        if key is not None and key == self._stages_key:
            return
        for i, stage in enumerate(self._stages):
            if not self._ask("a stage", partial(stage, device)):
                self._since[i] = None
            elif self._since[i] is None:
                self._since[i] = step
        self._stages_key = self._state_key(device)

    def ask_success(self, device: Device, answer: str | None) -> float:
        """Return the score of the device's current state, in [0, 1].

        Raises:
            DeviceError: If the device fails.
        """
        key = self._state_key(device)
        steps = self._traced_steps
        if key is None or (key, answer, steps) != self._success_key:
            self.success = self._score(device, answer)
            # Computed afterwards, as judging may itself change the device's revision (an atime, a
            # log line).
            self._success_key = (self._state_key(device), answer, steps)
        return self.success

    def settle(self, device: Device, answer: str | None, step: int) -> float:
        """Give things under way up to `SETTLE_MS` to finish; return the score after that.

        The wait ends once the task is solved, and there is none if there are side effects.

        Raises:
            DeviceError: If the device fails.
        """
        self.ask_success(device, answer)
        for _ in range(0, SETTLE_MS, SETTLE_STEP_MS):
            if self.success >= 1.0 or self.side_effects:
                break
            device.shell(f"sleep {SETTLE_STEP_MS / 1000:g}")
            self.watch(device, step)
            self.ask_success(device, answer)
        return self.success

    def ask_progress(self, device: Device) -> float:
        """Return the task's progress, in [0, 1].

        Raises:
            DeviceError: If the device fails.
        """
        key = self._state_key(device)
        steps = self._traced_steps
        if key is None or (key, steps) != self._progress_key:
            if self._judges_trace and type(self._task).progress is Task.progress:
                progress = self._score_unharmed(device, None)
            else:
                progress = self._ask("progress", lambda: self._task.progress(device, self._params))
            if progress >= 1.0 and (self._judge_trace() < 1.0 or self._objections(device)):
                progress = MOST_WITH_HARM
            self._progress = progress
            self._progress_key = (self._state_key(device), steps)
        return self._progress

    def _score(self, device: Device, answer: str | None) -> float:
        self.side_effects = []
        score = self._score_unharmed(device, answer)
        if score < 1.0 or not self._strict:
            return score
        self.side_effects = self._objections(device)
        return 0.0 if self.side_effects else score

    def _score_unharmed(self, device: Device, answer: str | None) -> float:
        """Return the lower of the scores for the state and the trace, ignoring side effects."""
        score = 1.0
        if self._has_state:
            success = self._task.success if self._strict else self._task.original_success
            score = self._ask(success.__name__, lambda: success(device, self._params, answer))
        return min(score, self._judge_trace()) if score > 0.0 else score

    def _judge_trace(self) -> float:
        """Return the score for the trace; 1.0 if the task does not judge it."""
        task, tracer = self._task, self.tracer
        if not self._judges_trace:
            return 1.0
        if tracer is None:
            raise TaskError(f"Task {task.name} judges traces, but no trace is kept.")
        return self._ask("judge", lambda: task.judge(tracer.trace, self._params))

    @property
    def _traced_steps(self) -> int:
        """Number of steps that the task's judge sees; 0 if it has none."""
        if not self._judges_trace or self.tracer is None:
            return 0
        return self.tracer.length

    def _ask(self, what: str, judge: Callable[[], float]) -> float:
        """Return a verdict of the task; 0.0 if an app's data on a healthy device can't be read.

        Raises:
            TaskError: If the verdict is not a number in [0, 1]; `what` says whose it is.
        """
        try:
            verdict = judge()
        except DeviceCommandError as error:
            _log.warning("%s can't be judged, and counts as 0.0: %s", self._task.name, error)
            return 0.0
        try:
            score = float(verdict)
        except (TypeError, ValueError):
            score = math.nan
        if not 0.0 <= score <= 1.0:
            raise TaskError(
                f"Task {self._task.name} can't be judged: {what} must return a number from 0 to 1, "
                f"got {shown(verdict)}."
            )
        return score

    def _objections(self, device: Device) -> list[str]:
        """Return what withholds a success: a wrong order, and side effects."""
        if self._start is None:
            return []
        found = []
        for i in range(1, len(self._stages)):
            earlier, later = self._since[i - 1], self._since[i]
            if earlier is not None and later is not None and later < earlier:
                found.append(f"wrong order: {self._stages[i]} before {self._stages[i - 1]}")
        touches = self._task.touches(self._params)
        # Read the present first: what is unchanged need not be read from the start's state.
        now = device.reread(read_user_data)
        effects = side_effects(self._start(), now, touches)
        return found + [str(effect) for effect in effects[:MOST_SIDE_EFFECTS]]

    def _state_key(self, device: Device) -> Any:
        """Return a key that changes whenever the verdict could; None if unknown."""
        revision = device.revision()
        if revision is None or not self._task.reads_screen:
            return revision
        return revision, device.ui_elements()


def _judges_states(task: Task) -> bool:
    """Return True if a task judges the device's state, with or without a trace."""
    kind = type(task)
    return kind.success is not Task.success or kind.original_success is not Task.original_success
