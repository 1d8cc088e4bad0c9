"""A file of questions, read and checked: every mistake is an error with file, line and remedy.

docs/add_a_question.md tells what a file holds. What only a draw can show (a row that the app cannot
hold, conditions that leave no noise) is found by `android_gym.task_suite.questions.sampling`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from android_gym.checks import shown
from android_gym.task_suite.goal import placeholders
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.answers import KINDS, MATCHES, AnswerSpec, match_of
from android_gym.task_suite.questions.braces import check_placeholders
from android_gym.task_suite.questions.conditions import Condition
from android_gym.task_suite.questions.parts import (
    DIFFICULTIES,
    MOST_NOISE,
    SAID,
    Around,
    Parameter,
    RowTemplate,
    SharedValues,
    check_app,
    check_use,
    read_apps,
    read_complexity,
    read_conditions,
    read_count,
    read_parameters,
    read_rows,
)
from android_gym.task_suite.questions.reading import Demo, read_demo
from android_gym.task_suite.questions.toml import Place, Table, read_file
from android_gym.task_suite.questions.values import UNITS
from android_gym.task_suite.questions.wordings import read_wordings

__all__ = ["Parameter", "Question", "RowTemplate", "SAID", "load", "read"]

_MOST_TOLERANCE: Final = 1e9


@dataclass(frozen=True, slots=True)
class Question:
    """An entry of a file.

    Attributes:
        name: The task's name.
        summary: What it asks for, in a line.
        prompt: The goal's template.
        rewordings: The same in other words.
        apps: Labels of the apps it is about.
        adapter: Of the app whose rows it is about.
        parameters: By name.
        create: Rows that the answer is about.
        decoys: Rows that it is not about, though they come close.
        exclude: What no noise and no decoy may be, all of it together.
        noise: How many rows of noise there are.
        around: What they are made of, see `SharedValues`; None where the adapter draws them.
        answer: What is right.
        demo: How to find out through the screen; None where a script does.
        difficulty: See `android_gym.task_suite.task.Task`, as for the following.
        tags: The same.
        complexity: The same.
        version: The same.
        place: Where it stands.
        exclude_place: Where its conditions stand.
        answer_place: Where its answer stands.
        demo_place: Where its demonstration stands.
    """

    name: str
    summary: str
    prompt: str
    rewordings: tuple[str, ...]
    apps: tuple[str, ...]
    adapter: Adapter
    parameters: Mapping[str, Parameter]
    create: tuple[RowTemplate, ...]
    decoys: tuple[RowTemplate, ...]
    exclude: tuple[Condition, ...]
    noise: int
    around: Around | None
    answer: AnswerSpec
    demo: Demo | None
    difficulty: str
    tags: tuple[str, ...]
    complexity: float
    version: int
    place: Place
    exclude_place: Place
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
    file = SharedValues(top)
    entries = top.table("questions")
    names = list(entries.keys())
    if not names:
        top.fail("a file of questions needs at least one table like [questions.MyQuestion].")
    questions = tuple(_question(entries.table(name), name, file) for name in names)
    file.end()
    top.end()
    return questions


def _question(table: Table, name: str, file: SharedValues) -> Question:
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]{0,79}", name):
        table.fail(
            f"a question's name is up to 80 letters and digits like 'NextEvent', not {shown(name)}."
        )
    parameters = read_parameters(table.table("parameters"), file)
    create = read_rows(table, "create", parameters, file.adapter)
    decoys = read_rows(table, "decoys", parameters, file.adapter)
    if not create:
        table.fail("the question needs `create`: at least one row that the answer is about.")
    prompt, rewordings = read_wordings(table, parameters)
    exclude = read_conditions(table, "exclude", parameters, file.adapter)
    answer = _answer(table.table("answer"), table, parameters, create, file.adapter)
    question = Question(
        name=name,
        summary=table.take("summary", str),
        prompt=prompt,
        rewordings=rewordings,
        apps=read_apps(table, "apps", [file.app]),
        adapter=file.adapter,
        parameters=parameters,
        create=create,
        decoys=decoys,
        exclude=exclude,
        noise=read_count(table, "noise", file.noise, 0, MOST_NOISE),
        around=file.around,
        answer=answer,
        demo=_demo(table, prompt, answer, file),
        difficulty=table.one_of("difficulty", DIFFICULTIES, "difficulty")
        if table.has("difficulty")
        else "easy",
        tags=table.texts("tags", ["information_retrieval", "parameterized"]),
        complexity=read_complexity(table),
        version=read_count(table, "version", 0, 0, 999),
        place=table.place(),
        exclude_place=table.place("exclude"),
        answer_place=table.place("answer"),
        demo_place=table.place("demonstration"),
    )
    table.end()
    check_use(
        table,
        parameters,
        (*create, *question.decoys),
        (prompt, answer.text, *(condition.text for condition in exclude)),
    )
    return question


def _answer(
    table: Table,
    question: Table,
    parameters: Iterable[str],
    create: tuple[RowTemplate, ...],
    adapter: Adapter,
) -> AnswerSpec:
    """Read what is right: exactly one of identity, list, count, sum and text."""
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
    """Read how the question is answered through the screen; None where a script does it."""
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
