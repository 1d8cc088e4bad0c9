"""Tasks composed of other tasks."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from android_gym.checks import check_list, shown
from android_gym.errors import OptionError
from android_gym.task_suite.goal import Goal, placeholders
from android_gym.task_suite.task import Disputed, NearMiss, Params, Stage, Task

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device
    from android_gym.task_suite.touches import Touch
    from android_gym.trace import EpisodeTrace

__all__ = ["AllOf", "InSequence", "field_names"]


def field_names(
    parts: Sequence[type[Task]], templates: Sequence[str]
) -> dict[tuple[int, str], str]:
    """Return the name of each part's template fields in the whole goal, by part number and field.

    A field keeps its name, unless two parts have a field of that name: both become ``Part_field``.

    Args:
        parts: The parts.
        templates: The template of each part.
    """
    fields = [placeholders(template) for template in templates]
    count = Counter(itertools.chain.from_iterable(fields))
    return {
        (i, field): field if count[field] == 1 else f"{parts[i].name}_{field}"
        for i, own in enumerate(fields)
        for field in own
    }


class AllOf(Task):
    """A task of several parts, solved when all of them are.

    A subclass lists `parts` and gives a `template`, whose placeholders are names of parts and are
    replaced by the parts' goals. A part's parameters are stored under its name::

        class WifiOffAndAddExpense(AllOf):
            template = "Two things. {SystemWifiTurnOff} {ExpenseAddSingle}"
            parts = (SystemWifiTurnOff, ExpenseAddSingle)

    Parts are set up in order and must not undo each other; if a part asks for an answer, all parts
    must accept the same one. Unless given, `apps` and `complexity` combine those of the parts. Of
    the parts, one at most may have `stages`; their judges see the whole episode.

    Attributes:
        parts: The tasks, with different names.
    """

    parts: ClassVar[tuple[type[Task], ...]] = ()
    _most_staged: ClassVar[int] = 1

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for part in check_list(f"{cls.__name__}.parts", cls.parts):
            if not (isinstance(part, type) and issubclass(part, Task)):
                raise OptionError(
                    f"{cls.__name__}.parts must be classes of tasks, got {shown(part)}."
                )
            if part.success is Task.success and part.judges_episodes():
                raise OptionError(
                    f"{cls.__name__}.parts can't have {part.name}, which only judges whole "
                    "episodes. Give it `success` as well."
                )
        names = [part.name for part in cls.parts]
        if len(set(names)) != len(names):
            raise OptionError(f"{cls.__name__}.parts must have different names, got {names}.")
        staged = [part.name for part in cls.parts if part.stages is not Task.stages]
        if len(staged) > cls._most_staged:
            raise OptionError(
                f"{cls.__name__}.parts can't have {staged[-1]}, whose stages have an order of "
                "their own. List its parts instead."
            )
        if "apps" not in cls.__dict__:
            cls.apps = tuple(dict.fromkeys(app for part in cls.parts for app in part.apps))
        if "complexity" not in cls.__dict__:
            cls.complexity = sum(part.complexity for part in cls.parts)
        cls.answers = any(part.answers for part in cls.parts)
        cls.reads_screen = any(part.reads_screen for part in cls.parts)
        cls.satisfied_at_reset = all(part.satisfied_at_reset for part in cls.parts)

    def _parts(self, params: Mapping[str, Any]) -> list[tuple[Task, Params]]:
        return [(part(), params[part.name]) for part in self.parts]

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw each part's parameters, in order: ``{part's name: its parameters}``."""
        return {part.name: part().sample(rng) for part in self.parts}

    @classmethod
    def wordings(cls) -> Mapping[str, tuple[str, ...]]:
        """Return the templates, with the parts' templates filled in, and their rewordings."""
        choices = itertools.product(*(part.wordings() for part in cls.parts))
        return {
            cls._flat(cls.template, choice): tuple(
                cls._flat(words, choice) for words in cls.rewordings
            )
            for choice in choices
        }

    def goal(self, params: Params) -> Goal:
        """Return the parts' goals as one goal; fields are named as by `field_names`."""
        goals = [part.goal(own) for part, own in self._parts(params)]
        templates = [goal.template for goal in goals]
        names = field_names(self.parts, templates)
        fields = {
            names[i, field]: text
            for i, goal in enumerate(goals)
            for field, text in goal.fields.items()
        }
        return Goal.of(self._flat(self.template, templates), fields)

    @classmethod
    def _flat(cls, words: str, templates: Sequence[str]) -> str:
        """Replace the parts' names by the parts' templates; other placeholders stay."""
        names = field_names(cls.parts, templates)
        texts = {name: f"{{{name}}}" for name in placeholders(words)}
        for i, template in enumerate(templates):
            own = {field: f"{{{names[i, field]}}}" for field in placeholders(template)}
            texts[cls.parts[i].name] = template.format_map(own)
        return words.format_map(texts)

    def setup(self, device: Device, params: Params) -> None:
        """Set up the parts in order."""
        for part, own in self._parts(params):
            part.setup(device, own)

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if every part is solved, else 0.0."""
        solved = all(part.success(device, own, answer) >= 1.0 for part, own in self._parts(params))
        return float(solved)

    def judge(self, trace: EpisodeTrace, params: Params) -> float:
        """The lowest score of the parts' judges."""
        own = [(part, its) for part, its in self._parts(params) if part.judges_episodes()]
        return min(part.judge(trace, its) for part, its in own)

    @classmethod
    def judges_episodes(cls) -> bool:
        """Return whether a part does."""
        return any(part.judges_episodes() for part in cls.parts)

    def stages(self, params: Params) -> Sequence[Stage]:
        """Return those of the part that has some."""
        return [stage for part, own in self._parts(params) for stage in part.stages(own)]

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """The mean of the parts' scores."""
        scores = [part.original_success(device, own, answer) for part, own in self._parts(params)]
        return sum(scores) / len(scores)

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return what any of the parts may touch."""
        return [touch for part, own in self._parts(params) for touch in part.touches(own)]

    def progress(self, device: Device, params: Params) -> float:
        """Return the mean of the parts' progress."""
        shares = [part.progress(device, own) for part, own in self._parts(params)]
        return sum(shares) / len(shares)

    def teardown(self, device: Device, params: Params) -> None:
        """Tear the parts down in reverse order."""
        for part, own in reversed(self._parts(params)):
            part.teardown(device, own)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the near misses of all parts: with one part unsolved the whole task is."""
        return {
            f"{part.name}: {what}": self._of_part(attempt)
            for part, own in self._parts(params)
            for what, attempt in part.near_misses(own).items()
        }

    def _of_part(self, attempt: NearMiss) -> NearMiss:
        """Convert a part's near miss to one of the whole, for which the original takes the mean."""
        if isinstance(attempt, Disputed):
            return Disputed(attempt.attempt, attempt.original / len(self.parts))
        return attempt

    def check(self, params: Mapping[str, Any]) -> None:
        """Refuse parameters that one of the parts refuses.

        Raises:
            OptionError: Naming the parameter at fault.
        """
        super().check(params)
        for part, own in self._parts(params):
            part.check(own)


class InSequence(AllOf):
    """A task of several parts, solved when all are done in the given order.

    A device's state does not show in which order it came about, so under strict rules the parts are
    watched as `stages`. In `progress` a part counts only once all parts before it are solved, which
    guides a learner through them in turn.
    """

    _most_staged = 0

    def stages(self, params: Params) -> Sequence[Stage]:
        """Return the parts, in order."""
        return [_Solved(part, own) for part, own in self._parts(params)]

    def progress(self, device: Device, params: Params) -> float:
        """Return the share of parts solved from the first on, with the next one's progress."""
        done = 0.0
        for part, own in self._parts(params):
            share = part.progress(device, own)
            done += share
            if share < 1.0:
                break
        return done / len(self.parts)


@dataclass(frozen=True, slots=True)
class _Solved:
    """A stage that is another task, done while that task is solved."""

    task: Task
    params: Params

    def __call__(self, device: Device) -> bool:
        return self.task.success(device, self.params, None) >= 1.0

    def __str__(self) -> str:
        return self.task.name
