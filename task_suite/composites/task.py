"""Tasks made from composite files: one class for each entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from android_gym.errors import OptionError
from android_gym.events import Answer
from android_gym.task_suite.changes.sampling import draw, kept_rows, wanted_with
from android_gym.task_suite.changes.task import ChangeTask
from android_gym.task_suite.compose import AllOf, InSequence, field_names
from android_gym.task_suite.composites.schema import Composite, Flow, read
from android_gym.task_suite.questions.demonstrations import detour
from android_gym.task_suite.questions.task import QuestionTask
from android_gym.task_suite.task import NearMiss, Params, Task

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device
    from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
    from android_gym.task_suite.questions.toml import Table
    from android_gym.task_suite.touches import Touch

__all__ = ["CompositeTask", "FlowTask", "OrderedTask", "tasks_of"]

_TRIES: Final = 20
"""Maximum number of answers that are drawn for a change."""


class CompositeTask(AllOf):
    """Several changes, possibly with a question, in any order.

    Attributes:
        composite: The entry of the file.
    """

    composite: ClassVar[Composite]

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the near misses of each part, with all other parts done right before."""
        parts = self._parts(params)
        return {
            f"{part.name}: {what}": _after([one for one in parts if one[0] is not part], attempt)
            for part, own in parts
            for what, attempt in part.near_misses(own).items()
        }

    @classmethod
    def own_script(cls, *, other_way: bool = False) -> Script | None:
        """Return the parts' scripts one after another; the answer comes last."""

        def script(screen: Screen, **words: str) -> Steps:
            answers: list[str] = []
            told = _told(cls.parts, words)
            for part, own in zip(cls.parts, told, strict=True):
                yield from _listened(_script_of(part)(screen, **own), answers)
            for answer in answers:
                yield Answer(answer)

        return detour(cls.apps[0], script) if other_way else script


class OrderedTask(CompositeTask, InSequence):
    """Several changes, in a given order."""


class FlowTask(AllOf):
    """A change with the answer to a question as a parameter; the answer itself is not given.

    Attributes:
        composite: The entry of the file.
    """

    composite: ClassVar[Flow]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.answers = False

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the question, then the change with the answer as one of its values.

        An answer that the other app can't hold is drawn again.

        Raises:
            OptionError: If it can hold hardly any; with file, line and remedy.
        """
        flow = self.composite
        for left in reversed(range(_TRIES)):
            asked = flow.find().sample(rng)
            answer = _answer(flow, asked)
            try:
                change = draw(flow.do.change, rng, {flow.value: answer})
            except OptionError:
                if not left:
                    raise
            else:
                break
        return {flow.find.name: asked, flow.do.name: change}

    def _split(self, params: Mapping[str, Any]) -> tuple[QuestionTask, Params, ChangeTask, Params]:
        flow = self.composite
        return flow.find(), params[flow.find.name], flow.do(), params[flow.do.name]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the change has been made."""
        _, _, do, own = self._split(params)
        return do.success(device, own, answer)

    def progress(self, device: Device, params: Params) -> float:
        """Return the change's progress."""
        _, _, do, own = self._split(params)
        return do.progress(device, own)

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return what the change may touch; the rows asked about must stay."""
        _, _, do, own = self._split(params)
        return do.touches(own)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the change's near misses, a wrong value, and the loss of a row asked about."""
        find, asked, do, own = self._split(params)
        change = do.change

        def loses(device: Device) -> None:
            _solve(device, do, own)
            find.question.adapter.put(device, find.all_rows(asked)[:-1])

        found = dict(do.near_misses(own))
        found["done, and what is asked about deleted"] = loses
        try:
            wrong = wanted_with(change, own, {self.composite.value: find.wrong_item(asked)})
        except OptionError:
            return found  # the app can't hold the wrong value
        if wrong != own["wanted"]:
            found["the value of another"] = lambda device: change.adapter.put(
                device, [*kept_rows(own, change), *wrong]
            )
        return found

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject parameters of parts that do not match.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        flow = self.composite
        _, asked, _, own = self._split(params)
        answer = _answer(flow, asked)
        if own["values"][flow.value] != answer:
            raise OptionError(
                f"{flow.do.name} must have {answer!r} for {flow.value!r}, which is the answer to "
                f"{flow.find.name}, not {own['values'][flow.value]!r}."
            )

    @classmethod
    def own_script(cls, *, other_way: bool = False) -> Script | None:
        """Return the question's script followed by the change's, which gets the answer found."""
        flow = cls.composite

        def script(screen: Screen, **words: str) -> Steps:
            answers: list[str] = []
            asked, own = _told(cls.parts, words)
            yield from _listened(_script_of(flow.find)(screen, **asked), answers)
            if not answers:
                raise screen.stuck(f"{flow.find.name} found no answer")
            yield from _script_of(flow.do)(screen, **{**own, flow.value: answers[-1]})

        return detour(cls.apps[0], script) if other_way else script


def _answer(flow: Flow, asked: Params) -> str:
    """Return the answer to a flow's question.

    Raises:
        OptionError: If it does not have exactly one item.
    """
    items = flow.find().expected(asked)
    if len(items) != 1:
        raise flow.place.error(
            f"the answer to {flow.find.name} is {items!r}, not one thing. Take a question of "
            "one thing."
        )
    return items[0]


def _solve(device: Device, part: Task, own: Params) -> str | None:
    """Solve a part over adb on a device that was just set up, and return its answer."""
    if isinstance(part, QuestionTask):
        return ", ".join(part.expected(own))
    assert isinstance(part, ChangeTask), "the schema lets no others be parts"
    part.change.adapter.put(device, [*kept_rows(own, part.change), *own["wanted"]])
    return None


def _after(others: Sequence[tuple[Task, Params]], attempt: NearMiss) -> NearMiss:
    """Return a near miss of one part that first solves all others."""

    def act(device: Device) -> str | None:
        answers = [_solve(device, part, own) for part, own in others]
        own_answer = attempt(device)
        return next((one for one in answers if one is not None), own_answer)

    return act


def _script_of(part: type[Task]) -> Script:
    script = part.own_script()
    assert script is not None, f"{part.name} has a script in its file, or beside it"
    return script


def _told(parts: Sequence[type[Task]], words: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the words of the whole goal for each part, under its own field names."""
    told: list[dict[str, str]] = [{} for _ in parts]
    for (i, field), name in field_names(parts, [part.template for part in parts]).items():
        if name in words:
            told[i][field] = words[name]
    return told


def _listened(steps: Steps, answers: list[str]) -> Steps:
    """Yield a script's events except its answer, which is stored."""
    event = next(steps, None)
    while event is not None:
        if isinstance(event, Answer):
            answers.append(event.text)
            return
        seen = yield event
        try:
            event = steps.send(seen)
        except StopIteration:
            return


def tasks_of(
    top: Table, module: str, known: Mapping[str, type[Task]]
) -> Iterator[tuple[str, type[CompositeTask] | type[FlowTask]]]:
    """Yield a task for each composite of a file, by name.

    Args:
        top: The file's top table.
        module: Module name for the classes.
        known: Tasks of the suite by name that may be parts.

    Raises:
        OptionError: If the file has a mistake; with file, line and remedy.
    """
    for entry in read(top, known):
        base = (
            FlowTask if isinstance(entry, Flow) else OrderedTask if entry.ordered else CompositeTask
        )
        yield (
            entry.name,
            type(
                entry.name,
                (base,),
                {
                    "__module__": module,
                    "__doc__": entry.summary,
                    "composite": entry,
                    "parts": entry.parts,
                    "template": entry.prompt,
                    "rewordings": entry.rewordings,
                    "difficulty": entry.difficulty,
                    "tags": ("multi_app", "parameterized"),
                    "version": entry.version,
                },
            ),
        )
