"""Reading and checking of question files: every mistake is an error with file, line and remedy.

docs/add_a_question.md describes the files. Mistakes that only show in a drawn instance (a row that
the app cannot hold, conditions that leave no noise) are found by
`android_gym.task_suite.questions.sampling`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from android_gym.task_suite.goal import placeholders
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.answers import KINDS, MATCHES, AnswerSpec, match_of
from android_gym.task_suite.questions.braces import check_placeholders
from android_gym.task_suite.questions.conditions import Condition
from android_gym.task_suite.questions.entry import Entry, read_entries, read_shared
from android_gym.task_suite.questions.parts import (
    SAID,
    Parameter,
    RowTemplate,
    SharedValues,
    check_app,
    check_use,
    read_conditions,
    read_rows,
)
from android_gym.task_suite.questions.reading import Demo, read_demo
from android_gym.task_suite.questions.toml import Place, Table, read_file
from android_gym.task_suite.questions.values import UNITS

__all__ = ["Parameter", "Question", "RowTemplate", "SAID", "load", "read"]

_MOST_TOLERANCE: Final = 1e9


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Entry):
    """An entry of a file of questions.

    Attributes:
        create: Rows that the answer is about.
        answer: The specification of the right answer.
        demo: How to find out through the screen; None if a script does.
        answer_place: Where its answer is in the file.
        demo_place: Where its demonstration is in the file.
    """

    create: tuple[RowTemplate, ...]
    answer: AnswerSpec
    demo: Demo | None
    answer_place: Place
    demo_place: Place


def load(path: Path) -> tuple[Question, ...]:
    """Read a file of questions.

    Raises:
        OptionError: With file, line and remedy.
    """
    return read(read_file(path, f"{path.parent.name}/{path.name}"))


def read(top: Table) -> tuple[Question, ...]:
    """Read the top table of a file of questions.

    Raises:
        OptionError: With file, line and remedy.
    """
    return read_entries(top, "questions", "MyQuestion", _question)


def _question(table: Table, name: str, file: SharedValues) -> Question:
    shared = read_shared(
        table,
        name,
        file,
        "a question's name is up to 80 letters and digits like 'NextEvent'",
        ["information_retrieval", "parameterized"],
    )
    parameters = shared["parameters"]
    create = read_rows(table, "create", parameters, file.adapter)
    if not create:
        table.fail("the question needs `create`: at least one row that the answer is about.")
    answer = _answer(table.table("answer"), table, parameters, create, file.adapter)
    question = Question(
        **shared,
        create=create,
        answer=answer,
        demo=_demo(table, shared["prompt"], answer, file),
        answer_place=table.place("answer"),
        demo_place=table.place("demonstration"),
    )
    table.end()
    if question.noise and not question.exclude:
        table.fail(
            "the question needs `exclude`: without it, rows of the noise may count, and the answer "
            "isn't definite. Say which rows would, or set `noise = 0`."
        )
    check_use(
        table,
        parameters,
        (*create, *question.decoys),
        (question.prompt, answer.text, *(condition.text for condition in question.exclude)),
    )
    return question


def _answer(
    table: Table,
    question: Table,
    parameters: Iterable[str],
    create: tuple[RowTemplate, ...],
    adapter: Adapter,
) -> AnswerSpec:
    """Read the answer specification: exactly one of identity, list, count, sum and text."""
    kinds = [kind for kind in KINDS if table.has(kind)]
    if len(kinds) != 1:
        question.fail(
            f'an answer is one of {", ".join(KINDS)}, like `answer = {{ list = "title" }}`; '
            f"this one has {', '.join(kinds) or 'none'}.",
            "answer",
        )
    kind = kinds[0]
    value = table.take(kind, {"count": bool, "text": str}.get(kind, (str, list)))
    names: tuple[str, ...] = ()
    text = ""
    match: Any = "number" if kind in ("count", "sum") else "text"
    unit = ""
    if kind == "text":
        text = value
        check_placeholders(table, text, parameters, kind, starred=False)
    elif kind == "count":
        if value is not True:
            table.fail("write `count = true`.", kind)
    else:
        names = (value,) if isinstance(value, str) else table.texts(kind)
        for name in names:
            table.check_known(name, adapter.fields, "field called", kind)
        fields = [adapter.fields[name] for name in names]
        if len(fields) > 1 and [field.kind for field in fields] != ["date", "time"]:
            table.fail("an answer of two fields is a date and a time of day, in this order.", kind)
        if not fields or (kind == "sum" and (len(fields) > 1 or fields[0].kind != "number")):
            table.fail("a sum is of one field that is a number.", kind)
        match, unit = match_of(fields), fields[0].unit
    rows = sum(row.times[1] for row in create)
    if kind == "identity" and rows > 1:
        table.fail(
            f"an identity is of one row, and {rows} are created: ask for a list, or make the "
            "others decoys.",
            kind,
        )
    if table.has("match"):
        match = table.one_of("match", MATCHES, "match")
    tolerance = float(table.take("tolerance", (int, float), 0))
    if tolerance and (match != "number" or not 0 < tolerance <= _MOST_TOLERANCE):
        table.fail(
            f"a tolerance is for numbers, from 0 to {_MOST_TOLERANCE:g}, not {tolerance}.",
            "tolerance",
        )
    if table.has("unit"):
        unit = table.one_of("unit", UNITS, "unit")
    table.end()
    return AnswerSpec(kind, names, text, match, tolerance, unit)


def _demo(table: Table, prompt: str, answer: AnswerSpec, file: SharedValues) -> Demo | None:
    """Read how the question is answered through the screen; None if a script does that."""
    if table.take("demonstration", (dict, str)) == "script":
        return None
    if not isinstance(table.take("demonstration", (dict, str)), dict):
        table.fail(
            'a demonstration is a table with a view or with steps, or "script" where SCRIPTS of '
            "the module demonstrations beside this file has one.",
            "demonstration",
        )
    inner = table.table("demonstration")
    if inner.has("view"):
        file.seen.add(inner.take("view", str))

    def conditions(name: str) -> tuple[Condition, ...]:
        return read_conditions(inner, name, placeholders(prompt), file.adapter)

    return read_demo(
        inner,
        file.views,
        answer,
        placeholders(prompt),
        conditions("keep"),
        conditions("until"),
        check_app,
    )
