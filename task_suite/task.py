"""The base class of tasks: goal, set-up and judging.

A task is stateless: whatever judging needs is in its parameters or on the device. So one object
serves any number of devices, a snapshot can be taken and restored in the middle of an episode, and
an episode can be judged again from a recording.

`android_gym.task_suite.suite` describes how tasks form a suite.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args

from android_gym.checks import check_names
from android_gym.errors import OptionError
from android_gym.kinds import FLAG, NUMBER, TEXT, Kind, check_kinds, one_of, whole
from android_gym.task_suite.goal import Goal

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device
    from android_gym.task_suite.demonstrations.script import Script
    from android_gym.task_suite.touches import Touch
    from android_gym.trace import EpisodeTrace

__all__ = [
    "Difficulty",
    "Disputed",
    "NearMiss",
    "Params",
    "Stage",
    "Task",
    "Unsolved",
]

Params = dict[str, Any]
"""Parameters of one instance of a task: JSON values (str, int, float, bool, None, list, dict)."""

NearMiss = Callable[["Device"], "str | None"]
"""A wrong solution, carried out over adb on a device that was just set up.

Returns its answer, or None if it merely declares the task done. It earns 0.0 under strict rules and
under the original benchmark's, unless it is `Disputed`.
"""


@dataclass(frozen=True, slots=True)
class Disputed:
    """A wrong solution that the original benchmark rewards; it earns 0.0 under strict rules.

    Attributes:
        attempt: Carries it out.
        original: Reward under the suite's own rules (`Suite.rules`), in (0, 1].
    """

    attempt: NearMiss
    original: float = 1.0

    def __call__(self, device: Device) -> str | None:
        """Carry it out and return its answer."""
        return self.attempt(device)


@dataclass(frozen=True, slots=True)
class Unsolved:
    """The reason why no policy reliably solves every instance of a task.

    Attributes:
        reason: The reason, as a sentence.
        solved: Those of the seeds 0 to 19 on which the demonstration, which is as good as any
            policy, earns 1.0. It earns less on the others.
    """

    reason: str
    solved: frozenset[int] = frozenset()


Stage = Callable[["Device"], bool]
"""A check whether part of the task is done at present. Reads over adb and changes nothing."""


Difficulty = Literal["easy", "medium", "hard"]


class Task:
    """A task on a phone: its goal, how to set it up and how to judge whether it is done.

    Attributes:
        name: Name within the suite; by default the class name.
        template: The goal, with ``{parameter}`` placeholders.
        rewordings: Four other wordings of the template, each with the same placeholders; not
            inherited by a class with another template.
        translations: The template in other languages by language tag such as ``"zh"``, each with
            the same placeholders; for tasks with a single template.
        apps: Labels of the apps that the task is about.
        difficulty: ``"easy"``, ``"medium"`` or ``"hard"``.
        tags: Skills that it exercises, e.g. ``("data_entry", "parameterized")``.
        complexity: AndroidWorld's measure of length; the default step budget is ten times it.
        answers: True if the goal asks a question that must be answered in text.
        satisfied_at_reset: True if some instances are solved by declaring them done at once.
        reads_screen: True if `success` or `progress` look at what is on the screen
            (`Device.ui_elements`, `Device.foreground_activity`) besides what adb can read. They are
            then called again whenever the screen has changed; otherwise only when something that
            adb can read has changed, unlike a running stopwatch or a half-typed field.
        ends_by_itself: True if an episode may end without success, see `is_over`.
        observation_size: Default (width, height) of its environments' pixel observations; None for
            the usual size. A task whose text is only in pictures gives a size at which it is
            readable.
        unsolved: Why no policy solves every instance; None if the demonstration does.
        version: Increased when the same seed gives another instance, along with the ``-v0`` of the
            id.
    """

    name: ClassVar[str] = ""
    template: ClassVar[str] = ""
    rewordings: ClassVar[tuple[str, ...]] = ()
    translations: ClassVar[Mapping[str, str]] = {}
    apps: ClassVar[tuple[str, ...]] = ()
    difficulty: ClassVar[Difficulty] = "easy"
    tags: ClassVar[tuple[str, ...]] = ()
    complexity: ClassVar[float] = 1.0
    answers: ClassVar[bool] = False
    satisfied_at_reset: ClassVar[bool] = False
    reads_screen: ClassVar[bool] = False
    ends_by_itself: ClassVar[bool] = False
    observation_size: ClassVar[tuple[int, int] | None] = None
    unsolved: ClassVar[Unsolved | None] = None
    version: ClassVar[int] = 0

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" not in cls.__dict__:
            cls.name = cls.__name__
        if "template" in cls.__dict__ and "rewordings" not in cls.__dict__:
            cls.rewordings = ()
        check_names(cls, "task", lambda name: not name.startswith("_"), Task)
        _check_values(cls)
        _check_methods(cls)

    def __repr__(self) -> str:
        return f"<Task {self.name}>"

    @property
    def budget(self) -> int:
        """Return the number of steps that an episode may take, counted in gestures."""
        return max(1, int(10 * self.complexity))

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the parameters of an instance.

        Args:
            rng: The only source of randomness; the same state gives the same parameters.

        Returns:
            JSON values by name. Numbers must be Python's, not NumPy's.
        """
        return {}

    @classmethod
    def wordings(cls) -> Mapping[str, tuple[str, ...]]:
        """Return each template that a `goal` of this task may have, with its rewordings."""
        return {cls.template: cls.rewordings}

    def goal(self, params: Params) -> Goal:
        """Return the instruction for the agent, one or more sentences.

        Its template is one of `wordings`; its text is ``str(goal)``.
        """
        return Goal.of(self.template, params)

    def goal_on(self, device: Device, params: Params) -> Goal:
        """Return the instruction of an instance on a device that was set up; by default `goal`.

        Overridden by tasks whose words only the device knows. The template must be that of `goal`.

        Raises:
            DeviceError: If the device does not provide them.
        """
        return self.goal(params)

    def setup(self, device: Device, params: Params) -> None:
        """Prepare the start of the task on a device that was just restored to its base state.

        Raises:
            TaskError: If the parameters cannot be set up.
            DeviceError: If the device does not do as told.
        """

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """Judge the device's present state. Must change nothing on the device.

        Args:
            device: The device, at any moment of the episode.
            params: What `sample` gave.
            answer: The text that the agent answered, None if it has not answered.

        Returns:
            Score in [0, 1]; 1.0 means solved.
        """
        raise NotImplementedError(f"{type(self).__name__} must say when it is solved.")

    def is_over(self, device: Device, params: Params) -> bool:
        """Return True if an episode has ended, solved or not; only called if `ends_by_itself`.

        The episode is then judged by its present state, in either protocol. Must change nothing on
        the device.

        Raises:
            DeviceError: If the device fails.
        """
        return False

    def measures(self, device: Device, params: Params) -> Mapping[str, float]:
        """Return numbers for the info of every step, by name; by default none.

        Must change nothing on the device. The names are always the same.

        Raises:
            DeviceError: If the device fails.
        """
        return {}

    def judge(self, trace: EpisodeTrace, params: Params) -> float:
        """Judge a whole episode by what was done and seen; by default not asked.

        A task may have a judge, `success`, or both, of which the lower score counts. The
        environment keeps a trace for a task with a judge.

        Args:
            trace: The episode so far. The agent's answer is `EpisodeTrace.answer`.
            params: The parameters.

        Returns:
            Score in [0, 1]; 1.0 means solved.
        """
        raise NotImplementedError(f"{type(self).__name__} does not judge whole episodes.")

    @classmethod
    def judges_episodes(cls) -> bool:
        """Return whether it has a `judge`."""
        return cls.judge is not Task.judge

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """Judge as the benchmark does that the task comes from; by default as `success` does.

        Takes and returns the same as `success`.
        """
        return self.success(device, params, answer)

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return what a solution may change; by default nothing.

        Under strict rules, all other user data (`android_gym.devices.user_data`) must be the same
        at the end as after the set-up.
        """
        return ()

    def stages(self, params: Params) -> Sequence[Stage]:
        """Return the stages that must be reached in this order; empty if the order does not matter.

        Under strict rules, each is checked after every step. A stage must not have last become true
        before the stage ahead of it did.
        """
        return ()

    def progress(self, device: Device, params: Params) -> float:
        """Return how far the device's state has come, in [0, 1].

        By default that is `success` without an answer.
        """
        return self.success(device, params, None)

    def teardown(self, device: Device, params: Params) -> None:
        """Undo what restoring the device's base state would not. Rarely needed."""

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return plausible wrong solutions, for tests: each earns 0.0 under strict rules.

        Returns:
            A function that carries each out, by a description of the mistake.
        """
        return {}

    @classmethod
    def own_script(cls, *, other_way: bool = False) -> Script | None:
        """Return a demonstration that is not in a module; by default none.

        Args:
            other_way: True for the second way.
        """
        return None

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject parameters given by hand that `sample` could not have returned.

        By default names and JSON types must match a sample. Override to check values too.

        Raises:
            OptionError: Naming the parameter at fault.
        """
        import numpy as np

        sample = self.sample(np.random.default_rng(0))
        if params.keys() != sample.keys():
            raise OptionError(
                f"Task {self.name} takes the parameters {sorted(sample)}, got {sorted(params)}. "
                "Start from info['params'] of a reset and change values."
            )
        for name, value in params.items():
            if _kind(value) != _kind(sample[name]):
                raise OptionError(
                    f"Parameter {name!r} of task {self.name} must be "
                    f"{_kind(sample[name])} like {sample[name]!r}, got {value!r}."
                )


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "a bool"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a string"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, Mapping):
        return "a dict"
    return "None" if value is None else type(value).__name__


def _tuple_of(text: str, kind: Kind, length: int | None = None) -> Kind:
    return Kind(
        text,
        lambda value: (
            isinstance(value, tuple) and all(map(kind.fits, value)) and length in (None, len(value))
        ),
    )


def _or_none(kind: Kind) -> Kind:
    return Kind(f"{kind.text} or None", lambda value: value is None or kind.fits(value))


_VALUES: Mapping[str, Kind] = {
    "name": TEXT,
    "template": TEXT,
    "rewordings": _tuple_of("a tuple of strings", TEXT),
    "translations": Kind(
        "a dict of strings by language",
        lambda value: isinstance(value, Mapping) and all(map(TEXT.fits, (*value, *value.values()))),
    ),
    "apps": _tuple_of("a tuple of labels", TEXT),
    "difficulty": one_of(get_args(Difficulty)),
    "tags": _tuple_of("a tuple of strings", TEXT),
    "complexity": Kind("a number above 0", lambda value: NUMBER.fits(value) and value > 0),
    "answers": FLAG,
    "satisfied_at_reset": FLAG,
    "reads_screen": FLAG,
    "ends_by_itself": FLAG,
    "observation_size": _or_none(_tuple_of("a tuple (width, height)", whole(1), 2)),
    "unsolved": _or_none(Kind("an Unsolved", lambda value: isinstance(value, Unsolved))),
    "version": whole(),
}
"""Kinds of a class's own values."""


def _check_values(cls: type[Task]) -> None:
    """Reject values that a class's attributes can't have, such as a string in place of a tuple.

    Raises:
        OptionError: Naming the attribute at fault.
    """
    own = {name: value for name, value in vars(cls).items() if name in _VALUES}
    try:
        check_kinds(own, {name: _VALUES[name] for name in own})
    except ValueError as error:
        raise OptionError(f"{cls.__name__}: {error}.") from error


_METHODS: Mapping[str, inspect.Signature] = {
    name: inspect.signature(value)
    for name, value in vars(Task).items()
    if inspect.isfunction(value) and not name.startswith("_")
}
"""Signatures of a task's methods."""


def _check_methods(cls: type[Task]) -> None:
    """Reject methods that can't be called as a task's are, or that would do nothing.

    Raises:
        OptionError: Naming the method at fault.
    """
    for name, wanted in _METHODS.items():
        method = vars(cls).get(name)
        if not inspect.isfunction(method):
            continue
        if inspect.isgeneratorfunction(method) or inspect.iscoroutinefunction(method):
            raise OptionError(
                f"{cls.__name__}.{name} does nothing when it is called: it is "
                f"{'async' if inspect.iscoroutinefunction(method) else 'a generator'}. Write it "
                "without `yield`, `async` and `await`."
            )
        code = method.__code__
        if code.co_varnames[: code.co_argcount] == (*wanted.parameters,):
            continue
        own = inspect.signature(method)  # takes longer
        try:
            own.bind(*wanted.parameters)
        except TypeError as error:
            raise OptionError(
                f"{cls.__name__}.{name} must take ({', '.join(wanted.parameters)}), not "
                f"({', '.join(own.parameters)})."
            ) from error
