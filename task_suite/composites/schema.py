"""Reading and checking of composite files: every mistake is an error with file, line and remedy.

docs/add_a_composite.md describes the files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from android_gym.devices.apps import fold_label
from android_gym.task_suite.changes.task import ChangeTask
from android_gym.task_suite.compose import field_names
from android_gym.task_suite.composites.wordings import is_sentence, prompt_of, rewordings_of
from android_gym.task_suite.goal import placeholders
from android_gym.task_suite.questions.entry import check_name
from android_gym.task_suite.questions.parts import DIFFICULTIES
from android_gym.task_suite.questions.task import QuestionTask
from android_gym.task_suite.questions.toml import Place, Table
from android_gym.task_suite.questions.wordings import read_wordings
from android_gym.task_suite.rewordings import REWORDINGS
from android_gym.task_suite.task import Difficulty, Task

__all__ = ["Composite", "Flow", "Part", "read"]

Part = type[ChangeTask] | type[QuestionTask]
"""Class of a task that can be part of a composite."""

_Kind = Literal["all", "sequence"]
_KINDS: Final[tuple[_Kind, ...]] = get_args(_Kind)
_FEWEST, _MOST = 2, 3
"""Number of parts of a composite."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Composite:
    """An entry of a file of composites.

    Attributes:
        name: The task's name.
        prompt: The goal's template.
        rewordings: The template in other words.
        parts: The tasks that it consists of.
        ordered: Whether they must be done in this order.
        difficulty: See `android_gym.task_suite.task.Task`; derived from the parts.
        version: Likewise.
        place: Where it is in the file.
    """

    name: str
    prompt: str
    rewordings: tuple[str, ...]
    parts: tuple[Part, ...]
    ordered: bool
    difficulty: Difficulty
    version: int
    place: Place

    @property
    def summary(self) -> str:
        """Return a one-line description."""
        return " ".join((part.__doc__ or "").strip() for part in self.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow(Composite):
    """A composite in which the answer to a question is a parameter of a change.

    Its parts are the question and the change.

    Attributes:
        find: The question, whose right answer has one item.
        do: The change.
        value: The parameter of the change that is the answer.
    """

    find: type[QuestionTask]
    do: type[ChangeTask]
    value: str


def read(top: Table, known: Mapping[str, type[Task]]) -> Iterator[Composite]:
    """Yield the composites and flows of a file.

    Args:
        top: Its top table.
        known: Tasks by name that may be parts.

    Raises:
        OptionError: With file, line and remedy.
    """
    parts = {
        name: task for name, task in known.items() if issubclass(task, ChangeTask | QuestionTask)
    }
    found = 0
    for key, make in (("composites", _composite), ("flows", _flow)):
        tables = top.table(key)
        for name in tables.keys():
            table = tables.table(name)
            check_name(table, name, "a composite's name is up to 80 letters and digits")
            yield make(table, name, parts)
            table.end()
            found += 1
    if not found:
        top.fail("a file of composites needs at least one table like [composites.MyTwoThings].")
    top.end()


def _composite(table: Table, name: str, known: Mapping[str, Part]) -> Composite:
    names = table.texts("parts")
    if not _FEWEST <= len(names) <= _MOST:
        table.fail(f"a composite has {_FEWEST} or {_MOST} parts, not {len(names)}.", "parts")
    for i, part in enumerate(names):
        table.check_known(part, known, "question or change called", "parts", i)
    parts = tuple(known[part] for part in names)
    _check_apart(table, parts)
    ordered = table.one_of("kind", _KINDS, "kind of composite called") == "sequence"
    for i, cls in enumerate(parts):
        last = i + 1 == len(parts)
        if issubclass(cls, QuestionTask) and (ordered or not last):
            table.fail(
                f"the question {cls.name} can only be the last part, of those whose order does not "
                "matter: there is one answer, and no telling when it was found.",
                "parts",
                i,
            )
        if not last and not is_sentence(cls.template):
            table.fail(
                f"the prompt of {cls.name} is not one sentence with a full stop: "
                f"{cls.template!r}. Put the part last, or take another one.",
                "parts",
                i,
            )
    prompts = flat(parts, [cls.template for cls in parts])
    asks = issubclass(parts[-1], QuestionTask)
    wordings = [_rewordings(table, cls) for cls in parts]
    others = [flat(parts, texts) for texts in zip(*wordings, strict=True)]
    return Composite(
        name=name,
        prompt=prompt_of(prompts, ordered=ordered, asks=asks),
        rewordings=rewordings_of(list(zip(*others, strict=True)), ordered=ordered),
        parts=parts,
        ordered=ordered,
        difficulty=_level(parts),
        version=table.take("version", int, 0),
        place=table.place(),
    )


def _flow(table: Table, name: str, known: Mapping[str, Part]) -> Flow:
    find = known[table.one_of("find", known, "question called")]
    do = known[table.one_of("do", known, "change called")]
    if not issubclass(find, QuestionTask) or find.question.answer.kind == "list":
        table.fail(f"{find.name} is no question that is answered by one thing.", "find")
    if not issubclass(do, ChangeTask):
        table.fail(f"{do.name} is no change.", "do")
    parts = (find, do)
    _check_apart(table, parts)
    value = table.one_of("value", do.change.parameters, f"parameter of {do.name} called")
    if any("*" in text for row in do.change.added for text in row.fields.values()):
        table.fail(f"{do.name} adds rows that its goal does not tell.", "do")
    fields = field_names(parts, [cls.template for cls in parts])
    names = {name for place, name in fields.items() if place != (1, value)}
    prompt, rewordings = read_wordings(table, sorted(names))
    if set(placeholders(prompt)) != names:
        table.fail(f"the prompt has to name each of {sorted(names)}.", "prompt")
    return Flow(
        name=name,
        prompt=prompt,
        rewordings=rewordings,
        parts=parts,
        ordered=False,
        difficulty=_level(parts),
        version=table.take("version", int, 0),
        place=table.place(),
        find=find,
        do=do,
        value=value,
    )


def flat(parts: Sequence[type[Task]], texts: Sequence[str]) -> list[str]:
    """Return texts of parts with their fields renamed as in the whole goal.

    Args:
        parts: The parts, whose templates determine the fields.
        texts: A text of each part.
    """
    names = field_names(parts, [part.template for part in parts])
    return [
        text.format_map({name: f"{{{names[i, name]}}}" for name in placeholders(text)})
        for i, text in enumerate(texts)
    ]


def _rewordings(table: Table, part: Part) -> tuple[str, ...]:
    if len(part.rewordings) != REWORDINGS:
        table.fail(f"{part.name} has no rewordings. Give it {REWORDINGS}.", "parts")
    return part.rewordings


def _level(parts: Sequence[Part]) -> Difficulty:
    """Return the hardest part's difficulty, raised a level for each further part if possible."""
    hardest = max(DIFFICULTIES.index(part.difficulty) for part in parts)
    return DIFFICULTIES[min(hardest + len(parts) - 1, len(DIFFICULTIES) - 1)]


def _check_apart(table: Table, parts: Sequence[Part]) -> None:
    """Reject parts that share an app: one's set-up would replace the other's rows."""
    seen: dict[str, str] = {}
    for part in parts:
        for app in part.apps:
            label = fold_label(app)
            if label in seen:
                table.fail(
                    f"{seen[label]} and {part.name} are both about {app}, and the rows of one "
                    "would take the place of the other's. Take parts about different apps."
                )
            seen[label] = part.name
