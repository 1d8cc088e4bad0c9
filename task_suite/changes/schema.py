"""A file of changes, read and checked: every mistake is an error with file, line and remedy.

docs/add_a_change.md tells what a file holds. What only a draw can show is found by
`android_gym.task_suite.changes.sampling`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, cast, get_args

from android_gym.checks import shown
from android_gym.task_suite.goal import placeholders
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Condition
from android_gym.task_suite.questions.parts import (
    DIFFICULTIES,
    MOST_NOISE,
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
    read_fields,
    read_parameters,
    read_rows,
)
from android_gym.task_suite.questions.reading import Each
from android_gym.task_suite.questions.steps import (
    EachVerb,
    Step,
    check_words,
    read_criteria,
    read_steps,
)
from android_gym.task_suite.questions.toml import Place, Table, read_file
from android_gym.task_suite.questions.wordings import read_wordings
from android_gym.task_suite.task import Difficulty

__all__ = ["VERBS", "Change", "Verb", "load", "read"]

Verb = Literal["add", "change", "copy", "delete"]
"""Deed that is done to rows."""

VERBS: Final[tuple[Verb, ...]] = get_args(Verb)
_EACH: Final[tuple[EachVerb, ...]] = get_args(EachVerb)


@dataclass(frozen=True, slots=True)
class Change:
    """An entry of a file.

    Attributes:
        name: The task's name.
        summary: What is to be done, in a line.
        prompt: The goal's template.
        rewordings: The same in other words.
        apps: Labels of the apps it is about.
        adapter: Of the app whose rows it is about.
        parameters: By name.
        verb: What is done.
        targets: Rows that it is done to; none where rows are added.
        decoys: Rows that come close, and have to stay as they are.
        exclude: What no noise and no decoy may be, all of it together.
        noise: How many rows of noise there are.
        around: What they are made of; None where the adapter draws them.
        added: Rows that are added.
        fields: New texts by field: of the targets, or of their copies.
        steps: How it is done through the screen.
        difficulty: See `android_gym.task_suite.task.Task`, as for the following.
        tags: The same.
        complexity: The same.
        version: The same.
        place: Where it stands.
        exclude_place: Where its conditions stand.
    """

    name: str
    summary: str
    prompt: str
    rewordings: tuple[str, ...]
    apps: tuple[str, ...]
    adapter: Adapter
    parameters: Mapping[str, Parameter]
    verb: Verb
    targets: tuple[RowTemplate, ...]
    decoys: tuple[RowTemplate, ...]
    exclude: tuple[Condition, ...]
    noise: int
    around: Around | None
    added: tuple[RowTemplate, ...]
    fields: Mapping[str, str]
    steps: tuple[Step, ...]
    difficulty: Difficulty
    tags: tuple[str, ...]
    complexity: float
    version: int
    place: Place
    exclude_place: Place

    @property
    def given(self) -> frozenset[str]:
        """Fields that the goal says of a row that is added, changed or copied."""
        return frozenset(self.added[0].fields if self.added else self.fields)

    @property
    def stamped(self) -> frozenset[str]:
        """Fields of new rows that the app sets to the present, as the goal says nothing of them."""
        if self.verb == "delete":
            return frozenset()
        own = self.adapter.saved_at
        return (own if self.verb == "change" else own | self.adapter.made_at) - self.given

    @property
    def dated(self) -> frozenset[str]:
        """Those of them that must be today's date: of rows that the app has just made.

        A row that is changed may keep its date, as a file does that is renamed.
        """
        if self.verb == "change":
            return frozenset()
        fields = self.adapter.fields
        return frozenset(name for name in self.stamped if fields[name].kind == "date")


def load(path: Path) -> tuple[Change, ...]:
    """Read a file of changes.

    Raises:
        OptionError: With file, line and remedy.
    """
    return read(read_file(path, f"{path.parent.name}/{path.name}"))


def read(top: Table) -> tuple[Change, ...]:
    """Read the top table of a file of changes.

    Raises:
        OptionError: With file, line and remedy.
    """
    file = SharedValues(top)
    entries = top.table("changes")
    names = list(entries.keys())
    if not names:
        top.fail("a file of changes needs at least one table like [changes.MyChange].")
    changes = tuple(_change(entries.table(name), name, file) for name in names)
    file.end()
    top.end()
    return changes


def _change(table: Table, name: str, file: SharedValues) -> Change:
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]{0,79}", name):
        table.fail(
            f"a change's name is up to 80 letters and digits like 'RenameNote', not {shown(name)}."
        )
    parameters = read_parameters(table.table("parameters"), file)
    targets = read_rows(table, "targets", parameters, file.adapter)
    decoys = read_rows(table, "decoys", parameters, file.adapter)
    prompt, rewordings = read_wordings(table, parameters)
    exclude = read_conditions(table, "exclude", parameters, file.adapter)
    verb = _verb(table)
    added: tuple[RowTemplate, ...] = ()
    fields: dict[str, str] = {}
    if verb == "add":
        added = _added(table, parameters, file)
    elif verb == "delete":
        if table.take("delete", bool) is not True:
            table.fail("write `delete = true`.", "delete")
    else:
        fields = read_fields(table.table(verb), parameters, file.adapter, starred=False)
        if not fields and verb == "change":
            table.fail('write what changes, like `change = { name = "{new}" }`.', verb)
    if bool(targets) == (verb == "add"):
        table.fail(
            "`targets` are the rows that are changed, copied or deleted; where rows are added "
            "there are none. Add at least one, or delete them.",
            "targets",
        )
    if targets and not exclude and not file.adapter.key:
        table.fail(
            "`exclude` has to say which rows are asked for, so that no row of the noise is one of "
            "them.",
            "targets",
        )
    if file.adapter.stays and verb != "change":
        table.fail(f"rows of {file.adapter.name!r} can only be changed, not by `{verb}`.", verb)
    difficulty = "easy"
    if table.has("difficulty"):
        difficulty = table.one_of("difficulty", DIFFICULTIES, "difficulty")
    change = Change(
        name=name,
        summary=table.take("summary", str),
        prompt=prompt,
        rewordings=rewordings,
        apps=read_apps(table, "apps", [file.app]),
        adapter=file.adapter,
        parameters=parameters,
        verb=verb,
        targets=targets,
        decoys=decoys,
        exclude=exclude,
        noise=read_count(table, "noise", file.noise, 0, MOST_NOISE),
        around=file.around,
        added=added,
        fields=fields,
        steps=_steps(table, prompt, file),
        difficulty=cast("Difficulty", difficulty),
        tags=table.texts("tags", ["data_edit", "parameterized"]),
        complexity=read_complexity(table),
        version=read_count(table, "version", 0, 0, 999),
        place=table.place(),
        exclude_place=table.place("exclude"),
    )
    table.end()
    others = (prompt, *fields.values(), *(condition.text for condition in exclude))
    check_use(table, parameters, (*targets, *decoys, *added), others)
    return change


def _verb(table: Table) -> Verb:
    verbs = [verb for verb in VERBS if table.has(verb)]
    if len(verbs) != 1:
        table.fail(
            f"a change is one of {', '.join(VERBS)}, like `delete = true`; this one has "
            f"{', '.join(verbs) or 'none'}."
        )
    return verbs[0]


def _added(
    table: Table, parameters: Mapping[str, Parameter], file: SharedValues
) -> tuple[RowTemplate, ...]:
    """Read the rows that are added; a goal says the same of each."""
    added = read_rows(table, "add", parameters, file.adapter)
    if not added:
        table.fail('write the rows that are added, like `add = [{ name = "{name}" }]`.', "add")
    for i, row in enumerate(added):
        if row.fields.keys() != added[0].fields.keys():
            table.fail(
                f"rows that are added have the same fields, {sorted(added[0].fields)}, not "
                f"{sorted(row.fields)}. Give each of them all.",
                "add",
                i,
            )
        if row.times[0] != row.times[1]:
            table.fail("a goal names each row that is added: `times` is no range.", "add", i)
    return added


def _steps(table: Table, prompt: str, file: SharedValues) -> tuple[Step, ...]:
    """Read how it is done; no steps where a script does it."""
    if table.take("demonstration", (list, str)) == "script":
        return ()
    if not isinstance(table.take("demonstration", (list, str)), list):
        table.fail(
            'a demonstration is a list of steps, or "script" where SCRIPTS of the module '
            "demonstrations beside this file has one.",
            "demonstration",
        )
    words = placeholders(prompt)

    def each(inner: Table) -> Step | None:
        verb: EachVerb | None = next((verb for verb in _EACH if inner.has(verb)), None)
        if verb is None:
            return None
        name = inner.one_of(verb, file.views, "view called")
        file.seen.add(name)
        where = read_conditions(inner, "where", words, file.adapter)
        for condition in where:
            inner.check_known(condition.field, file.views[name].columns, "column called", "where")
        tap = read_criteria(inner.table("tap"), "tap", inner) if inner.has("tap") else {}
        steps = read_steps(inner, "steps", words, check_app) if verb == "each" else ()
        return Each(
            verb,
            view=file.views[name],
            adapter=file.adapter,
            where=where,
            tap=tap,
            steps=steps,
        )

    steps = read_steps(table, "demonstration", words, check_app, each)
    if not steps:
        table.fail("a demonstration needs at least one step.", "demonstration")
    if not table.has("start"):
        return steps
    start = file.way(table.one_of("start", file.ways, "way or view called"))
    for step in start:
        for text in step.texts:
            check_words(table, text, words, "start")
    return (*start, *steps)
