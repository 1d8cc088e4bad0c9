"""Reading and checking of change files: every mistake is an error with file, line and remedy.

docs/add_a_change.md describes the files. Mistakes that only show in a drawn instance are found by
`android_gym.task_suite.changes.sampling`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, get_args

from android_gym.task_suite.goal import placeholders
from android_gym.task_suite.questions.entry import Entry, read_entries, read_shared
from android_gym.task_suite.questions.parts import (
    Parameter,
    RowTemplate,
    SharedValues,
    check_app,
    check_use,
    read_conditions,
    read_fields,
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
from android_gym.task_suite.questions.toml import Table, read_file

__all__ = ["VERBS", "Change", "Verb", "load", "read"]

Verb = Literal["add", "change", "copy", "delete"]
"""Action on rows."""

VERBS: Final[tuple[Verb, ...]] = get_args(Verb)
_EACH: Final[tuple[EachVerb, ...]] = get_args(EachVerb)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change(Entry):
    """An entry of a file of changes.

    Attributes:
        verb: The action.
        targets: Rows to be changed, copied or deleted; none if rows are added.
        added: Rows to be added.
        fields: New texts by field, of the targets or their copies.
        steps: Steps that do it through the screen.
    """

    verb: Verb
    targets: tuple[RowTemplate, ...]
    added: tuple[RowTemplate, ...]
    fields: Mapping[str, str]
    steps: tuple[Step, ...]

    @property
    def given(self) -> frozenset[str]:
        """Return the fields that the goal specifies of an added, changed or copied row."""
        return frozenset(self.added[0].fields if self.added else self.fields)

    @property
    def said(self) -> frozenset[str]:
        """Return the given text fields that are compared by word; not names of files."""
        fields, exact = self.adapter.fields, self.adapter.exact
        exact = self.adapter.key if exact is None else exact
        return frozenset(n for n in self.given if fields[n].kind == "text" and n not in exact)

    @property
    def stamped(self) -> frozenset[str]:
        """Return the fields of new rows that the app sets to the current time, unless given."""
        if self.verb == "delete":
            return frozenset()
        own = self.adapter.saved_at
        return (own if self.verb == "change" else own | self.adapter.made_at) - self.given

    @property
    def dated(self) -> frozenset[str]:
        """Return the stamped date fields that must be today: only those of newly created rows.

        A changed row may keep its date, as a renamed file does.
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
    return read_entries(top, "changes", "MyChange", _change)


def _change(table: Table, name: str, file: SharedValues) -> Change:
    shared = read_shared(
        table,
        name,
        file,
        "a change's name is up to 80 letters and digits like 'RenameNote'",
        ["data_edit", "parameterized"],
    )
    parameters = shared["parameters"]
    targets = read_rows(table, "targets", parameters, file.adapter)
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
    if targets and not shared["exclude"] and not file.adapter.key:
        table.fail(
            "`exclude` has to say which rows are asked for, so that no row of the noise is one of "
            "them.",
            "targets",
        )
    if file.adapter.stays and verb != "change":
        table.fail(f"rows of {file.adapter.name!r} can only be changed, not by `{verb}`.", verb)
    change = Change(
        **shared,
        verb=verb,
        targets=targets,
        added=added,
        fields=fields,
        steps=_steps(table, shared["prompt"], file),
    )
    table.end()
    conditions = (condition.text for condition in change.exclude)
    others = (change.prompt, *fields.values(), *conditions)
    check_use(table, parameters, (*targets, *change.decoys, *added), others)
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
    """Read the rows to add; a goal says the same about each."""
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
    """Read the steps of the demonstration; empty if a script does it."""
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
