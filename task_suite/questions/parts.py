"""Parts that question and change files share: parameters, rows, conditions, apps."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, cast, get_args

from android_gym.devices.apps import fold_label, named_labels
from android_gym.task_suite.questions.adapter import Adapter, adapters
from android_gym.task_suite.questions.braces import STARRED, check_placeholders
from android_gym.task_suite.questions.conditions import Condition, read_condition
from android_gym.task_suite.questions.reading import View, read_view
from android_gym.task_suite.questions.steps import Step, read_steps
from android_gym.task_suite.questions.toml import Place, Table
from android_gym.task_suite.questions.values import Field, parse
from android_gym.task_suite.task import Difficulty

__all__ = [
    "DIFFICULTIES",
    "PLACEHOLDER",
    "MOST_NOISE",
    "SAID",
    "Around",
    "Parameter",
    "RowTemplate",
    "SharedValues",
    "check_app",
    "check_use",
    "check_value",
    "read_apps",
    "read_complexity",
    "read_conditions",
    "read_count",
    "read_difficulty",
    "read_fields",
    "read_parameters",
    "read_rows",
]

SAID: Final = ("day", "on day")
"""Forms of a date in a goal: "October 20", "this Friday"; or "on October 20"."""

DIFFICULTIES: Final[tuple[Difficulty, ...]] = get_args(Difficulty)
"""Levels of difficulty."""

MOST_NOISE: Final = 500
"""Maximum number of noise rows."""

PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")
"""A placeholder for a parameter or pool in a text."""

_MOST_ROWS: Final = 100
_MOST_RANGE: Final = 10_000
_MOST_VALUES: Final = 1000
_MOST_COMPLEXITY: Final = 100


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a question.

    Attributes:
        pool: Its values, as a person writes them.
        said: How the goal writes it, one of `SAID`; empty for unchanged.
    """

    pool: tuple[str, ...]
    said: str = ""


@dataclass(frozen=True, slots=True)
class RowTemplate:
    """A row to create.

    Attributes:
        fields: Text by field, with placeholders: ``{title}`` is the parameter, ``{title*}`` a value
            of its pool that was not used yet.
        times: Minimum and maximum number of such rows.
        place: Where it is in the file.
    """

    fields: Mapping[str, str]
    times: tuple[int, int]
    place: Place


@dataclass(frozen=True, slots=True)
class Around:
    """Texts that noise rows are made of.

    Attributes:
        fields: Texts by field, in which ``{pool}`` stands for a value of that pool.
        pools: The pools that they name.
        place: Where they are in the file.
    """

    fields: Mapping[str, str]
    pools: Mapping[str, tuple[str, ...]]
    place: Place


class SharedValues:
    """Values that the entries of a file share.

    Attributes:
        adapter: Adapter of the file's kind of rows.
        app: Label of the app.
        noise: Default number of noise rows.
        pools: Values by the pool's name.
        views: Lists in the app, by name.
        around: What noise rows are made of; None if the adapter draws them.
        used: Pools that an entry has used.
        ways: Steps that lead to a place in the app, by name: those to views, and others.
        seen: Views and ways that an entry has used.
        kinds: Default values of entries that are ``like`` a kind, by the kind's name.
    """

    def __init__(self, top: Table) -> None:
        known = adapters()
        self.adapter = known[top.one_of("rows", sorted(known), "kind of rows called")]
        self.app: str = top.take("app", str)
        check_app(top, self.app, "app")
        self.noise = top.take("noise", int, 20)
        self._pools = top.table("pools")
        self.used: set[str] = set()
        self.pools = {name: _pool(self._pools, name) for name in self._pools.keys()}
        self._pools.end()
        self.around = self._around(top) if top.has("around") else None
        self._views = top.table("views")
        self.views: dict[str, View] = {
            name: read_view(self._views.table(name), self.adapter, check_app)
            for name in self._views.keys()
        }
        self._ways = top.table("ways")
        self.ways: dict[str, tuple[Step, ...]] = {
            **{name: view.open for name, view in self.views.items()},
            **{name: read_steps(self._ways, name, None, check_app) for name in self._ways.keys()},
        }
        self.seen: set[str] = set()
        self._kinds = top.table("kinds")
        self.kinds = {name: self._kinds.table(name) for name in self._kinds.keys()}
        self._alike: set[str] = set()

    def completed(self, entry: Table) -> Table:
        """Return an entry completed with the defaults of the kind that it is ``like``.

        Raises:
            OptionError: If there is no such kind, or words are missing or too many.
        """
        if not entry.has("like"):
            return entry
        kind = entry.one_of("like", self.kinds, "kind called")
        self._alike.add(kind)
        inner = entry.table("with")
        words = {name: str(inner.take(name, str)) for name in inner.keys()}
        return entry.over(self.kinds[kind], words)

    def way(self, name: str) -> tuple[Step, ...]:
        """Return the steps that lead to a view, or the steps of a way."""
        self.seen.add(name)
        return self.ways[name]

    def _around(self, top: Table) -> Around:
        known = {name: Parameter(pool) for name, pool in self.pools.items()}
        table = top.table("around")
        fields = read_fields(table, known, self.adapter, starred=False)
        names = {name for text in fields.values() for name in PLACEHOLDER.findall(text)}
        self.used |= names
        pools = {name: self.pools[name] for name in sorted(names)}
        return Around(fields, pools, table.place())

    def end(self) -> None:
        """Reject pools, views and kinds that no entry uses."""
        for name in self.kinds:
            if name not in self._alike:
                self._kinds.fail(
                    f"no entry is like {name!r}. Write `like = {name!r}` in one, or delete it.",
                    name,
                )
        for name in self.ways:
            if name not in self.seen:
                what, table = ("view", self._views) if name in self.views else ("way", self._ways)
                table.fail(
                    f"no entry uses the {what} {name!r}. Name it in a demonstration, or delete it.",
                    name,
                )
        for name in self.pools:
            if name not in self.used:
                self._pools.fail(
                    f"no entry uses the pool {name!r}. Name it among an entry's parameters, "
                    "or delete it.",
                    name,
                )


def _pool(table: Table, name: str) -> tuple[str, ...]:
    """Read a list of values, or a range of integers."""
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


def read_complexity(table: Table) -> float:
    """Read an entry's complexity."""
    complexity = float(table.take("complexity", (int, float), 1))
    if not 0 < complexity <= _MOST_COMPLEXITY:  # rejects NaN too
        table.fail(
            f"'complexity' must be above 0, up to {_MOST_COMPLEXITY}, got {complexity}.",
            "complexity",
        )
    return complexity


def read_difficulty(table: Table) -> Difficulty:
    """Read an entry's difficulty, "easy" by default."""
    if not table.has("difficulty"):
        return "easy"
    return cast("Difficulty", table.one_of("difficulty", DIFFICULTIES, "difficulty"))


def read_apps(table: Table, name: str, default: list[str] | None = None) -> tuple[str, ...]:
    """Read labels of apps."""
    apps = table.texts(name, default)
    if not apps:
        table.fail(f"{name!r} must name an app by its label in the launcher.", name)
    for i, app in enumerate(apps):
        check_app(table, app, name, i)
    return apps


def check_app(table: Table, label: str, *keys: str | int) -> None:
    """Reject a label, in any case, that is no suite's app."""
    table.check_known(fold_label(label), named_labels(), "app of a suite called", *keys)


def read_count(table: Table, name: str, default: int, least: int, most: int) -> int:
    """Read an integer within a range."""
    number: int = table.take(name, int, default)
    if not least <= number <= most:
        table.fail(f"{name!r} must be {least} to {most}, got {number}.", name)
    return number


def read_parameters(table: Table, file: SharedValues) -> dict[str, Parameter]:
    """Read the parameters: each refers to a pool, or lists its values."""
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
            check_value(table, Field("date"), text, name)
        found[name] = Parameter(pool, said)
    return found


def read_rows(
    table: Table, name: str, parameters: Mapping[str, Parameter], adapter: Adapter
) -> tuple[RowTemplate, ...]:
    """Read rows to create, checking texts where that is possible without parameters."""
    return tuple(_row(row, parameters, adapter) for row in table.tables(name))


def _row(row: Table, parameters: Mapping[str, Parameter], adapter: Adapter) -> RowTemplate:
    times = _times(row)
    return RowTemplate(read_fields(row, parameters, adapter), times, row.place())


def read_fields(
    row: Table, parameters: Mapping[str, Parameter], adapter: Adapter, starred: bool = True
) -> dict[str, str]:
    """Read texts of fields.

    Args:
        row: The table that contains them.
        parameters: Parameters that they may contain.
        adapter: The app's adapter.
        starred: Whether they may contain placeholders for unused values.

    Returns:
        Text by field.

    Raises:
        OptionError: With file, line and remedy.
    """
    fields = {}
    for field in row.keys():
        if field == "times":
            continue
        row.check_known(field, adapter.fields, "field called", field)
        text = str(row.take(field, (str, int, float, bool)))
        check_placeholders(row, text, parameters, field, starred=starred)
        for value in _values_of(text, parameters):
            check_value(row, adapter.fields[field], value, field)
        fields[field] = text
    return fields


def _times(table: Table) -> tuple[int, int]:
    """Read the number of rows made from a template: an integer, or a range to draw from."""
    if not isinstance(table.take("times", (int, dict), 1), dict):
        times = read_count(table, "times", 1, 1, _MOST_ROWS)
        return times, times
    span = table.table("times")
    least = read_count(span, "from", 1, 1, _MOST_ROWS)
    most = read_count(span, "to", least, least, _MOST_ROWS)
    span.end()
    return least, most


def _values_of(text: str, parameters: Mapping[str, Parameter]) -> tuple[str, ...]:
    """Return the possible values of a text if they are simple: itself, or those of a pool."""
    found = re.fullmatch(r"\{(\w+)\*?\}", text)
    if found is not None:
        values = parameters[found[1]].pool
    else:
        values = () if "{" in text else (text,)
    return tuple(value for value in values if "{" not in value)


def check_value(table: Table, field: Field, text: str, *keys: str | int) -> None:
    """Reject a text that is not a valid value of a field.

    Raises:
        OptionError: With file, line and remedy.
    """
    try:
        parse(field, text)
    except ValueError as error:
        table.fail(f"{error}. Write it as docs/add_a_question.md tells.", *keys)


def read_conditions(
    table: Table, name: str, parameters: Iterable[str], adapter: Adapter
) -> tuple[Condition, ...]:
    """Read conditions, rejecting those that make no sense for their field."""
    found = []
    for i, text in enumerate(table.texts(name, [])):
        try:
            condition = read_condition(text)
        except ValueError as error:
            table.fail(f"{error}.", name, i)
        table.check_known(condition.field, adapter.fields, "field called", name, i)
        check_placeholders(table, condition.text, parameters, name, i, starred=False)
        field = adapter.fields[condition.field]
        if condition.plus:
            table.check_known(condition.plus, adapter.fields, "field called", name, i)
            if (field.kind, adapter.fields[condition.plus].unit) != ("time", "min"):
                table.fail(
                    f"{condition.field!r} + {condition.plus!r} is no time: only minutes can be "
                    "added, and only to a time of day.",
                    name,
                    i,
                )
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
            check_value(table, field, condition.text, name, i)
        found.append(condition)
    return tuple(found)


def check_use(
    table: Table,
    parameters: Mapping[str, Parameter],
    templates: Iterable[RowTemplate],
    others: Iterable[str],
) -> None:
    """Reject unused parameters, and pools that are too small.

    Args:
        table: The entry.
        parameters: Its parameters.
        templates: Its rows, which may contain placeholders for unused values.
        others: All other texts that may contain parameters.

    Raises:
        OptionError: With file, line and remedy.
    """
    texts = [(text, row.times[1]) for row in templates for text in row.fields.values()]
    plain = {
        name
        for text in (
            *others,
            *(text for text, _ in texts),
            *(value for one in parameters.values() for value in one.pool),
        )
        for name in PLACEHOLDER.findall(text)
    }
    starred: Counter[str] = Counter()
    for text, times in texts:
        for name in STARRED.findall(text):
            starred[name] += times
    for name, parameter in parameters.items():
        if name not in plain and not starred[name]:
            table.fail(
                f"nothing uses the parameter {name!r}. Write {{{name}}} where it belongs, or "
                "delete it.",
                "parameters",
                name,
            )
        needed = starred[name] + 1  # its own value is drawn, whether or not a text contains it
        if starred[name] and needed > len(parameter.pool):
            table.fail(
                f"{needed} different values of {name!r} are needed, and its pool has "
                f"{len(parameter.pool)}. Give it more.",
                "parameters",
                name,
            )
        for value in parameter.pool:
            check_placeholders(table, value, parameters, "parameters", name, starred=False)
            for inner in PLACEHOLDER.findall(value):
                if any("{" in text for text in parameters[inner].pool):
                    table.fail(
                        f"{value!r} names {inner!r}, whose values name parameters themselves. Only "
                        "plain values can be put into others.",
                        "parameters",
                        name,
                    )
