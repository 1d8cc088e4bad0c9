"""Answering a question through the screen, from data: open, find, read, answer.

A *view* is a list in an app: how to come to it, what each row begins with, and where in a row its
fields stand. A demonstration reads the rows of a view that meet its conditions, or takes steps and
reads single texts. It is given the goal's fields and the screen, like every demonstration.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

import re2

from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.answers import AnswerSpec
from android_gym.task_suite.questions.conditions import Condition
from android_gym.task_suite.questions.steps import (
    CheckApp,
    Criteria,
    Step,
    check_words,
    read_criteria,
    read_pattern,
    read_steps,
)
from android_gym.task_suite.questions.toml import Table
from android_gym.task_suite.questions.values import TODAY, written_date

__all__ = ["Column", "Demo", "View", "read_demo", "read_view"]


@dataclass(frozen=True, slots=True)
class Column:
    """Place of a field of a row on the screen.

    Attributes:
        criteria: Of its element.
        pattern: What of the element's text is the value: the first group, or all that is found.
            Empty for the whole text.
        above: Whether it is a heading above the rows, which holds until the next one.
        optional: Whether a row may lack it; the field then has no value.
        values: What the app shows, and what it means; texts that are not in it mean themselves.
        form: How a date is shown where digits alone could be misread, as `datetime.strptime` has
            it: ``"%d.%m"``. Without a year in it, it is this one.
    """

    criteria: Criteria
    pattern: str = ""
    above: bool = False
    optional: bool = False
    values: Mapping[str, str] | None = None
    form: str = ""

    def value_of(self, text: str) -> str | None:
        """Return what an element's text means; None if it has not the pattern or the form."""
        if self.pattern:
            found = re2.search(self.pattern, text)
            if found is None:
                return None
            text = found[1] if found.re.groups else found[0]
        if self.form:
            day = _shown_date(text, self.form)
            return None if day is None else written_date(day)
        return (self.values or {}).get(text, text)


def _shown_date(text: str, form: str) -> date | None:
    """Read a date of a form; None if it has another."""
    year = not re2.search("%[yY]", form)
    try:
        # The year goes with the text: without one, 29 February would be none.
        return datetime.strptime(
            f"{text} {TODAY.year}" if year else text, f"{form} %Y" if year else form
        ).date()
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class View:
    """A list in an app.

    Attributes:
        open: How to come to it.
        row: Criteria of the element that each row begins with.
        columns: Where fields stand.
    """

    open: tuple[Step, ...]
    row: Criteria
    columns: Mapping[str, Column]


@dataclass(frozen=True, slots=True, kw_only=True)
class Each(Step):
    """Something to do to each row that meets conditions, of a list that is on the screen.

    Attributes:
        view: The list.
        adapter: Of its rows.
        where: What a row has to be.
        tap: Criteria of what is tapped in a row; empty for what the row begins with.
        steps: Of ``each``, what is done after the tap. They lead back to the list, where the row
            does not meet the conditions any more. With ``select``, the first row is pressed until
            it reacts, the others are tapped; with ``at``, the first row alone is tapped.
    """

    view: View
    adapter: Adapter
    where: tuple[Condition, ...]
    tap: Criteria
    steps: tuple[Step, ...]

    @property
    def texts(self) -> list[str]:
        """All texts in which words of the goal may stand."""
        own = [condition.text for condition in self.where]
        return own + [text for step in (*self.view.open, *self.steps) for text in step.texts]


@dataclass(frozen=True, slots=True)
class Demo:
    """Way to the answer of a question.

    Attributes:
        steps: What is done first.
        view: The list that is read then; None where the steps have read everything.
        keep: What the rows have to be that count.
        until: What the first row is that need not be looked at, in a list that is in order.
        answer: The text answered, with placeholders of what was read; empty where the rows that
            were kept are what the question's answer is made of.
    """

    steps: tuple[Step, ...]
    view: View | None
    keep: tuple[Condition, ...]
    until: tuple[Condition, ...]
    answer: str


def read_view(table: Table, adapter: Adapter, check_app: CheckApp) -> View:
    """Read a view.

    Args:
        table: Where it stands.
        adapter: Of the rows in it.
        check_app: Refuses labels of apps that nothing knows.

    Raises:
        OptionError: With file, line and remedy.
    """
    steps = read_steps(table, "open", None, check_app)
    row = read_criteria(table.table("row"), "row", table)
    columns = {}
    inner = table.table("columns")
    for name in inner.keys():
        inner.check_known(name, adapter.fields, "field called", name)
        inner.take(name, dict)
        columns[name] = _column(inner.table(name), inner, name, adapter)
    inner.end()
    if not columns:
        table.fail('a view needs columns, like `columns.title = { resource_id = "title" }`.')
    table.end()
    return View(steps, row, columns)


def _column(table: Table, outer: Table, name: str, adapter: Adapter) -> Column:
    pattern = read_pattern(table)
    above, optional = table.take("above", bool, False), table.take("optional", bool, False)
    values = None
    if table.has("values"):
        inner = table.table("values")
        values = {key: inner.take(key, str) for key in inner.keys()}
    form: str = table.take("form", str, "")
    if form and (
        adapter.fields[name].kind != "date" or _shown_date(f"{TODAY:{form}}", form) != TODAY
    ):
        table.fail(f"{form!r} is no form of a date like '%d.%m', for a field that is one.", "form")
    return Column(read_criteria(table, name, outer), pattern, above, optional, values, form)


def read_demo(
    table: Table,
    views: Mapping[str, View],
    answer: AnswerSpec,
    words: tuple[str, ...],
    keep: tuple[Condition, ...],
    until: tuple[Condition, ...],
    check_app: CheckApp,
) -> Demo:
    """Read a demonstration.

    Args:
        table: Where it stands.
        views: Those of the file.
        answer: What the question asks for.
        words: Placeholders of the prompt, which is all that a demonstration is told.
        keep: The conditions, which are read already.
        until: The same.
        check_app: As for `read_view`.

    Raises:
        OptionError: With file, line and remedy.
    """
    steps = read_steps(table, "steps", words, check_app)
    view = None
    if table.has("view"):
        view = views[table.one_of("view", views, "view called")]
        for step in view.open:
            for text in step.texts:
                check_words(table, text, words, "view")
        needed = {*answer.fields, *(condition.field for condition in (*keep, *until))}
        for field in sorted(needed):
            table.check_known(field, view.columns, "column called", "view")
    answered: str = table.take("answer", str, "")
    read = [step.name for step in (*(view.open if view else ()), *steps) if step.name]
    check_words(table, answered, [*words, *read], "answer")
    if view is None and not answered:
        table.fail(
            "a demonstration without a view needs `answer`, made of what its steps have read."
        )
    if answer.kind == "text" and not answered:
        table.fail("the answer is a text, so a demonstration has to tell its `answer`.")
    table.end()
    return Demo(steps, view, keep, until, answered)
