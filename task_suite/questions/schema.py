"""A file of questions, read and checked: every mistake is an error with file, line and remedy.

docs/add_a_question.md tells what a file holds. What only a draw can show (a row that the app cannot
hold, conditions that leave no noise) is found by `android_gym.task_suite.questions.sampling`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from android_gym.checks import shown
from android_gym.devices.apps import fold_label, named_labels
from android_gym.task_suite.goal import placeholders
from android_gym.task_suite.questions.adapter import Adapter, adapters
from android_gym.task_suite.questions.answers import KINDS, MATCHES, AnswerSpec, match_of
from android_gym.task_suite.questions.braces import STARRED, check_placeholders
from android_gym.task_suite.questions.conditions import Condition, read_condition
from android_gym.task_suite.questions.reading import Demo, View, read_demo, read_view
from android_gym.task_suite.questions.toml import Place, Table, read_file
from android_gym.task_suite.questions.values import UNITS, Field, parse
from android_gym.task_suite.questions.wordings import read_wordings

__all__ = ["Parameter", "Question", "RowTemplate", "SAID", "load"]

SAID: Final = ("day", "on day")
"""Forms of a date in a goal: "October 20", "this Friday"; or "on October 20"."""

_MOST_NOISE: Final = 500
_MOST_ROWS: Final = 100
_MOST_RANGE: Final = 10_000
_MOST_VALUES: Final = 1000
_MOST_COMPLEXITY: Final = 100
_MOST_TOLERANCE: Final = 1e9
_DIFFICULTIES: Final = ("easy", "medium", "hard")
_PLAIN: Final = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Parameter:
    """Parameters that a question varies.

    Attributes:
        pool: Its values, as a person writes them.
        said: How a goal says it, one of `SAID`; empty for as it is.
    """

    pool: tuple[str, ...]
    said: str = ""


@dataclass(frozen=True, slots=True)
class RowTemplate:
    """A row to create.

    Attributes:
        fields: Text by field, with placeholders: ``{title}`` is the parameter, ``{title*}`` a value
            of its pool that was not used yet.
        times: How many of it, at least and at most.
        place: Where it stands.
    """

    fields: Mapping[str, str]
    times: tuple[int, int]
    place: Place


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
    top = read_file(path, f"{path.parent.name}/{path.name}")
    file = _File(top)
    entries = top.table("questions")
    names = list(entries.keys())
    if not names:
        top.fail("a file of questions needs at least one table like [questions.MyQuestion].")
    questions = tuple(_question(entries.table(name), name, file) for name in names)
    file.end()
    top.end()
    return questions


class _File:
    """Values that the questions of a file share."""

    def __init__(self, top: Table) -> None:
        known = adapters()
        self.adapter = known[top.one_of("rows", sorted(known), "kind of rows called")]
        self.app: str = top.take("app", str)
        _check_app(top, self.app, "app")
        self.noise = top.take("noise", int, 20)
        self._pools = top.table("pools")
        self.pools = {name: _pool(self._pools, name) for name in self._pools.keys()}
        self._pools.end()
        self._views = top.table("views")
        self.views: dict[str, View] = {
            name: read_view(self._views.table(name), self.adapter, _check_app)
            for name in self._views.keys()
        }
        self.used: set[str] = set()  # pools
        self.seen: set[str] = set()  # views

    def end(self) -> None:
        """Refuse pools and views that no question uses."""
        for name in self.views:
            if name not in self.seen:
                self._views.fail(
                    f"no question looks at the view {name!r}. Name it in a demonstration, or "
                    "delete it.",
                    name,
                )
        for name in self.pools:
            if name not in self.used:
                self._pools.fail(
                    f"no question uses the pool {name!r}. Name it among a question's parameters, "
                    "or delete it.",
                    name,
                )


def _pool(table: Table, name: str) -> tuple[str, ...]:
    """Read a list of values, or a range of whole numbers."""
    value = table.take(name, (list, dict))
    if isinstance(value, list):
        for i, item in enumerate(value):
            if type(item) not in (str, int, float, bool):
                table.fail(f"a pool holds strings, numbers and booleans, not {item!r}.", name, i)
        if not 1 <= len(value) <= _MOST_VALUES:
            table.fail(f"the pool {name!r} has {len(value)} values, of 1 to {_MOST_VALUES}.", name)
        return tuple(str(item) for item in value)
    span = table.table(name)
    first, last = span.take("from", int), span.take("to", int)
    step = span.take("step", int, 1)
    span.end()
    if step < 1 or last < first or (last - first) // step >= _MOST_RANGE:
        table.fail(
            f"a range has to go up, in at most {_MOST_RANGE} steps of 1 or more; got {value}.", name
        )
    return tuple(str(number) for number in range(first, last + 1, step))


def _question(table: Table, name: str, file: _File) -> Question:
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]{0,79}", name):
        table.fail(
            f"a question's name is up to 80 letters and digits like 'NextEvent', not {shown(name)}."
        )
    parameters = _parameters(table.table("parameters"), file)
    create = _rows(table, "create", parameters, file.adapter)
    decoys = _rows(table, "decoys", parameters, file.adapter)
    if not create:
        table.fail("the question needs `create`: at least one row that the answer is about.")
    prompt, rewordings = read_wordings(table, parameters)
    exclude = _conditions(table, "exclude", parameters, file.adapter)
    answer = _answer(table.table("answer"), table, parameters, create, file.adapter)
    question = Question(
        name=name,
        summary=table.take("summary", str),
        prompt=prompt,
        rewordings=rewordings,
        apps=_apps(table, "apps", [file.app]),
        adapter=file.adapter,
        parameters=parameters,
        create=create,
        decoys=decoys,
        exclude=exclude,
        noise=_count(table, "noise", file.noise, 0, _MOST_NOISE),
        answer=answer,
        demo=_demo(table, prompt, answer, file),
        difficulty=table.one_of("difficulty", _DIFFICULTIES, "difficulty")
        if table.has("difficulty")
        else "easy",
        tags=table.texts("tags", ["information_retrieval", "parameterized"]),
        complexity=_complexity(table),
        version=_count(table, "version", 0, 0, 999),
        place=table.place(),
        exclude_place=table.place("exclude"),
        answer_place=table.place("answer"),
        demo_place=table.place("demonstration"),
    )
    table.end()
    _check_use(table, question)
    return question


def _complexity(table: Table) -> float:
    complexity = float(table.take("complexity", (int, float), 1))
    if not 0 < complexity <= _MOST_COMPLEXITY:  # not a number is refused too
        table.fail(
            f"'complexity' must be above 0, up to {_MOST_COMPLEXITY}, got {complexity}.",
            "complexity",
        )
    return complexity


def _apps(table: Table, name: str, default: list[str] | None = None) -> tuple[str, ...]:
    """Read labels of apps."""
    apps = table.texts(name, default)
    if not apps:
        table.fail(f"{name!r} must name an app by its label in the launcher.", name)
    for i, app in enumerate(apps):
        _check_app(table, app, name, i)
    return apps


def _check_app(table: Table, label: str, *keys: str | int) -> None:
    """Refuse a label, in any case, that no suite has an app for."""
    table.check_known(fold_label(label), named_labels(), "app of a suite called", *keys)


def _count(table: Table, name: str, default: int, least: int, most: int) -> int:
    number: int = table.take(name, int, default)
    if not least <= number <= most:
        table.fail(f"{name!r} must be {least} to {most}, got {number}.", name)
    return number


def _parameters(table: Table, file: _File) -> dict[str, Parameter]:
    """Read the parameters: each names a pool, or has its values with it."""
    found = {}
    for name in table.keys():
        if not re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII):
            table.fail(f"a parameter is called like 'start_date', not {name!r}.", name)
        value = table.take(name, (str, list, dict))
        said = ""
        if isinstance(value, dict):
            inner = table.table(name)
            value = inner.take("pool", (str, list))
            said = inner.one_of("say", SAID, "way to say a date called")
            inner.end()
        if isinstance(value, list):
            holder = table.table(name) if said else table
            pool = _pool(holder, "pool" if said else name)
        else:
            table.check_known(value, file.pools, "pool called", name)
            file.used.add(value)
            pool = file.pools[value]
        for text in pool if said else ():
            _check_value(table, Field("date"), text, name)
        found[name] = Parameter(pool, said)
    return found


def _rows(
    table: Table, name: str, parameters: Mapping[str, Parameter], adapter: Adapter
) -> tuple[RowTemplate, ...]:
    """Read rows to create; texts are checked where the parameters do not matter."""
    rows = []
    for row in table.tables(name):
        times = _times(row)
        fields = {}
        for field in row.keys():
            if field == "times":
                continue
            row.check_known(field, adapter.fields, "field called", field)
            text = _as_text(row.take(field, (str, int, float, bool)))
            check_placeholders(row, text, parameters, field)
            for value in _values_of(text, parameters):
                _check_value(row, adapter.fields[field], value, field)
            fields[field] = text
        rows.append(RowTemplate(fields, times, row.place()))
    return tuple(rows)


def _times(table: Table) -> tuple[int, int]:
    """Read how many rows there are of a template: a number, or a range to draw from."""
    if not isinstance(table.take("times", (int, dict), 1), dict):
        times = _count(table, "times", 1, 1, _MOST_ROWS)
        return times, times
    span = table.table("times")
    least = _count(span, "from", 1, 1, _MOST_ROWS)
    most = _count(span, "to", least, least, _MOST_ROWS)
    span.end()
    return least, most


def _as_text(value: Any) -> str:
    return str(value)


def _values_of(text: str, parameters: Mapping[str, Parameter]) -> tuple[str, ...]:
    """Return what a text may become where that is plain: itself, or the values of a pool."""
    found = re.fullmatch(r"\{(\w+)\*?\}", text)
    if found is not None:
        values = parameters[found[1]].pool
    else:
        values = () if "{" in text else (text,)
    return tuple(value for value in values if "{" not in value)


def _check_value(table: Table, field: Any, text: str, *keys: str | int) -> None:
    try:
        parse(field, text)
    except ValueError as error:
        table.fail(f"{error}. Write it as docs/add_a_question.md tells.", *keys)


def _conditions(
    table: Table, name: str, parameters: Iterable[str], adapter: Adapter
) -> tuple[Condition, ...]:
    """Read conditions, and refuse those that make no sense of their field."""
    found = []
    for i, text in enumerate(table.texts(name, [])):
        try:
            condition = read_condition(text)
        except ValueError as error:
            table.fail(f"{error}.", name, i)
        table.check_known(condition.field, adapter.fields, "field called", name, i)
        check_placeholders(table, condition.text, parameters, name, i, starred=False)
        field = adapter.fields[condition.field]
        allowed = {"text": ("==", "!=", "contains"), "flag": ("==", "!=")}.get(
            field.kind, ("==", "!=", "<", "<=", ">", ">=")
        )
        if condition.operator not in allowed:
            table.fail(
                f"{condition.field!r} is a {field.kind}, which is compared by "
                f"{', '.join(allowed)}, not by {condition.operator}.",
                name,
                i,
            )
        if "{" not in condition.text and condition.text != "none":
            _check_value(table, field, condition.text, name, i)
        found.append(condition)
    return tuple(found)


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


def _demo(table: Table, prompt: str, answer: AnswerSpec, file: _File) -> Demo | None:
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
        return _conditions(inner, name, placeholders(prompt), file.adapter)

    return read_demo(
        inner,
        file.views,
        answer,
        placeholders(prompt),
        conditions("keep"),
        conditions("until"),
        _check_app,
    )


def _check_use(table: Table, question: Question) -> None:
    """Refuse parameters that nothing uses, and pools that run out."""
    templates = (*question.create, *question.decoys)
    texts = [(text, row.times[1]) for row in templates for text in row.fields.values()]
    plain = {
        name
        for text in (
            question.prompt,
            question.answer.text,
            *(text for text, _ in texts),
            *(condition.text for condition in question.exclude),
            *(value for one in question.parameters.values() for value in one.pool),
        )
        for name in _PLAIN.findall(text)
    }
    starred: Counter[str] = Counter()
    for text, times in texts:
        for name in STARRED.findall(text):
            starred[name] += times
    for name, parameter in question.parameters.items():
        if name not in plain and not starred[name]:
            table.fail(
                f"nothing uses the parameter {name!r}. Write {{{name}}} where it belongs, or "
                "delete it.",
                "parameters",
                name,
            )
        needed = starred[name] + (name in plain)
        if starred[name] and needed > len(parameter.pool):
            table.fail(
                f"{needed} different values of {name!r} are needed, and its pool has "
                f"{len(parameter.pool)}. Give it more.",
                "parameters",
                name,
            )
        for value in parameter.pool:
            check_placeholders(table, value, question.parameters, "parameters", name, starred=False)
            for inner in _PLAIN.findall(value):
                if any("{" in text for text in question.parameters[inner].pool):
                    table.fail(
                        f"{value!r} names {inner!r}, whose values name parameters themselves. Only "
                        "plain values can be put into others.",
                        "parameters",
                        name,
                    )
