"""Tasks made from question files: one class for each entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from android_gym.devices.user_data import STORAGE
from android_gym.errors import OptionError
from android_gym.task_suite.demonstrations import module_script, moves
from android_gym.task_suite.goal import Goal
from android_gym.task_suite.questions import entry
from android_gym.task_suite.questions.demonstrations import detour, script_of
from android_gym.task_suite.questions.sampling import draw, refuse
from android_gym.task_suite.questions.schema import Question, read
from android_gym.task_suite.questions.values import START, parse_date, written_date
from android_gym.task_suite.task import Disputed, NearMiss, Params, Task

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device
    from android_gym.task_suite.demonstrations.script import Script
    from android_gym.task_suite.questions.toml import Table

__all__ = ["QuestionTask", "made", "set_clock", "tasks_of"]

_SLACK = timedelta(minutes=10)
"""Difference from `START` up to which the phone's clock is left alone."""


class QuestionTask(Task):
    """A question about rows of an app, to be answered in text; nothing may be changed.

    Attributes:
        question: The entry of the file.
    """

    question: ClassVar[Question]
    answers = True

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the parameters, the rows that are asked for, decoys and noise."""
        return draw(self.question, rng)

    def goal(self, params: Params) -> Goal:
        """Return the question with its parameters filled in."""
        return Goal.of(self.template, params["said"])

    def setup(self, device: Device, params: Params) -> None:
        """Put the rows on the device, and set its clock to the time of the question.

        Raises:
            TaskError: If the device has no place for them.
        """
        set_clock(device)
        self.question.adapter.put(device, self.all_rows(params))

    @staticmethod
    def all_rows(params: Params) -> list[dict[str, Any]]:
        """Return all of the app's rows, those that are asked for last."""
        return [*params["noise"], *params["decoys"], *params["rows"]]

    def expected(self, params: Params) -> list[str]:
        """Return the items of the right answer."""
        question = self.question
        return question.answer.expected(params["rows"], question.adapter, params["values"])

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the answer has exactly the right items, each as often as it should."""
        if answer is None:
            return 0.0
        expected, days = self.expected(params), self._days(params)
        asked = "\n".join(map(self.goal(params).in_words, (self.template, *self.rewordings)))
        return float(self.question.answer.is_right(answer, expected, days, asked))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the answer has the right number of items, each similar to a right one."""
        return float(self.question.answer.original(answer, self.expected(params)))

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject rows that the app cannot hold, and rows that make the answer uncertain.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        self.question.check_drawn(params, ("rows", "decoys", "noise"))
        if not params["rows"]:
            raise OptionError("'rows' must have what is asked for: at least one row.")
        refuse(self.question, params)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return wrong, missing, extra and repeated items, and the right ones after doing harm."""
        question, items, wrong = self.question, self.expected(params), self.wrong_item(params)
        right = ", ".join(items)

        def says(*answer: str) -> NearMiss:
            return lambda device: ", ".join(answer)

        def harms(device: Device) -> str:
            device.shell(f"rmdir {STORAGE}/Ringtones")
            return right

        def loses(device: Device) -> str:
            question.adapter.put(device, self.all_rows(params)[:-1])
            return right

        found: dict[str, NearMiss] = {
            "no answer": lambda device: None,
            "an empty answer": says(""),
            "another answer": says(wrong, *items[1:]),
            "an item too many": says(*items, wrong),
            "an item twice": says(*items, items[-1]),
            "right, and a folder deleted": self._paid(harms, right, items),
            "right, and a row deleted": self._paid(loses, right, items),
        }
        days = self._days(params)
        if days and question.answer.match == "time" and len(items) == 1:
            another = f"{right} on {written_date(max(days) + timedelta(days=1))}"
            found["right, on another day"] = self._paid(says(another), another, items)
        if mistyped := question.answer.mistyped(items[0]):
            answer = ", ".join([mistyped, *items[1:]])
            found["a letter missing in an address"] = self._paid(says(answer), answer, items)
        if len(items) > 1:
            found["an item missing"] = says(*items[1:])
            found["an item in another's place"] = self._in_place(items)
        return found

    def wrong_item(self, params: Params) -> str:
        """Return a wrong item that is close to one of the right answer."""
        return self.question.answer.another(self.expected(params), self._others(params))

    def _in_place(self, items: Sequence[str]) -> NearMiss:
        """Name one item twice and omit another; AndroidWorld accepts that."""
        spec = self.question.answer
        other = next((item for item in items[1:] if not spec.same(items[0], item)), None)
        if other is None:  # all items are alike, so none can be confused
            return lambda device: ", ".join(items[1:])
        answer = ", ".join([items[0], items[0], *(i for i in items[1:] if i is not other)])
        return self._paid(lambda device: answer, answer, items)

    def _paid(self, attempt: NearMiss, answer: str, items: Sequence[str]) -> NearMiss:
        """Return a near miss, marked as disputed if AndroidWorld accepts its answer."""
        return Disputed(attempt) if self.question.answer.original(answer, items) else attempt

    def _days(self, params: Params) -> frozenset[date]:
        """Return the dates of the rows asked for, and those named in the goal."""
        fields = self.question.adapter.fields
        texts = [
            str(row[name])
            for row in params["rows"]
            for name, field in fields.items()
            if field.kind == "date" and row[name] is not None
        ]
        return frozenset(filter(None, map(parse_date, [*texts, *params["values"].values()])))

    def _others(self, params: Params) -> list[str]:
        """Return texts that a careless reader might answer: from decoys first, then from noise."""
        spec, adapter = self.question.answer, self.question.adapter
        others = [*params["decoys"], *params["noise"]]
        found = [
            " ".join(adapter.written(field, row[field]) for field in spec.fields) for row in others
        ]
        if spec.kind == "text":
            pools = (one.pool for one in self.question.parameters.values())
            found += [text for pool in pools for text in pool]
        return [text for text in found if text]

    @classmethod
    def own_script(cls, *, other_way: bool = False) -> Script | None:
        """Return the script made from the question's data; with a detour for the other way."""
        question = cls.question
        if question.demo is None:
            script = module_script(cls)
        else:
            script = script_of(question, question.demo, moves(cls))
        return detour(question.apps[0], script) if other_way and script is not None else script


def set_clock(device: Device) -> None:
    """Set a device's clock to `START`, unless it differs only by minutes."""
    if abs(device.now() - START) > _SLACK:
        device.set_time(START)


def tasks_of(top: Table, module: str) -> dict[str, type[QuestionTask]]:
    """Return a task for each question of a file, by name.

    Args:
        top: The file's top table.
        module: Module name for the classes, as if the file were a module of its folder.

    Raises:
        OptionError: If the file has a mistake; with file, line and remedy.
    """
    return {question.name: made(question, module) for question in read(top)}


def made(question: Question, module: str) -> type[QuestionTask]:
    """Return the task class of a question, in the module `module`."""
    return entry.made(QuestionTask, "question", question, module)
