"""Data for answering a question through the screen: open, find, read, answer.

A *view* is a list in an app: how to reach it, which element each row begins with, and where in a
row its fields are. A demonstration reads the rows of a view that meet its conditions, or takes
steps and reads single texts. It is given the goal's fields and the screen, like every
demonstration.
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

__all__ = ["Column", "Demo", "Each", "View", "read_demo", "read_view"]


@dataclass(frozen=True, slots=True)
class Column:
    """Place of a row's field on the screen.

    Attributes:
        criteria: Criteria of its element.
        pattern: Pattern for the value within the element's text: the first group, or the whole
            match. Empty for the whole text.
        above: Whether it is a heading above the rows, which applies until the next one.
        optional: Whether a row may lack it; the field then has no value.
        values: Meanings of texts shown by the app; other texts mean themselves.
        form: Format of a date where digits alone could be misread, as for `datetime.strptime`:
            ``"%d.%m"``. Without a year in it, the current year is meant.
    """

    criteria: Criteria
    pattern: str = ""
    above: bool = False
    optional: bool = False
    values: Mapping[str, str] | None = None
    form: str = ""

    def value_of(self, text: str) -> str | None:
        """Return the meaning of an element's text; None if it doesn't match the pattern or form."""
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
    """Parse a date in a given form; None if it does not match."""
    year = not re2.search("%[yY]", form)
    try:
        # The year is added to the text: without one, 29 February would be invalid.
        return datetime.strptime(
            f"{text} {TODAY.year}" if year else text, f"{form} %Y" if year else form
        ).date()
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class View:
    """A list in an app.

    Attributes:
        open: Steps that lead to it.
        row: Criteria of the element that each row begins with.
        columns: Places of the fields.
    """

    open: tuple[Step, ...]
    row: Criteria
    columns: Mapping[str, Column]


@dataclass(frozen=True, slots=True, kw_only=True)
class Each(Step):
    """An action on each row of a list on the screen that meets conditions.

    Attributes:
        view: The list.
        adapter: Adapter of its rows.
        where: Conditions on the rows.
        tap: Criteria of the element to tap in a row; empty for the element that the row begins
            with.
        steps: For ``each``, the steps after the tap. They must return to the list, where the row no
            longer meets the conditions. With ``select``, the first row is long-pressed and the
            others are tapped; with ``at``, only the first row is tapped.
    """

    view: View
    adapter: Adapter
    where: tuple[Condition, ...]
    tap: Criteria
    steps: tuple[Step, ...]

    @property
    def texts(self) -> list[str]:
        """Return all texts that may contain words of the goal."""
        own = [condition.text for condition in self.where]
        return own + [text for step in (*self.view.open, *self.steps) for text in step.texts]


@dataclass(frozen=True, slots=True)
class Demo:
    """A way to find out the answer to a question.

    Attributes:
        steps: The first steps.
        view: The list to read then; None if the steps read everything.
        keep: Conditions on the rows that count.
        until: Conditions on the first row that need not be read any more, in a sorted list.
        answer: Template of the answer, with placeholders for what was read; empty if the answer is
            made from the kept rows.
    """

    steps: tuple[Step, ...]
    view: View | None
    keep: tuple[Condition, ...]
    until: tuple[Condition, ...]
    answer: str


def read_view(table: Table, adapter: Adapter, check_app: CheckApp) -> View:
    """Read a view.

    Args:
        table: The table that contains it.
        adapter: Adapter of its rows.
        check_app: Rejects unknown labels of apps.

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
        table: The table that contains it.
        views: The file's views.
        answer: The question's answer specification.
        words: Placeholders of the prompt, which are all that a demonstration is given.
        keep: The conditions, already read.
        until: Likewise.
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
