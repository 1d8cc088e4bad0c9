"""Answering a question through the screen, from data: open, find, read, answer.

A *view* is a list in an app: how to come to it, what each row begins with, and where in a row its
fields stand. A demonstration reads the rows of a view that meet its conditions, or takes steps and
reads single texts. It is given the goal's fields and the screen, like every demonstration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

import re2

from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.answers import AnswerSpec
from android_gym.task_suite.questions.braces import check_placeholders
from android_gym.task_suite.questions.conditions import Condition
from android_gym.task_suite.questions.toml import Table
from android_gym.task_suite.questions.values import TODAY, written_date

__all__ = ["Column", "Criteria", "Demo", "Step", "View", "read_demo", "read_view"]

CheckApp = Callable[[Table, str, str], None]
"""A check of an app's label that is given the table, the label and its key."""

Criteria = dict[str, Any]
"""Name of an element, see `android_gym.task_suite.demonstrations.script.Screen`."""

_CRITERIA: Final[Mapping[str, type]] = {
    "text": str, "description": str, "label": str, "contains": str, "resource_id": str,
    "class_name": str, "clickable": bool, "checkable": bool, "checked": bool, "editable": bool,
    "scrollable": bool,
}  # fmt: skip

_OF_ELEMENT: Final = ("tap", "long_press", "scroll_to", "wait_for", "read")
_OF_TEXT: Final = ("open", "type", "press")
_VERBS: Final = (*_OF_TEXT, *_OF_ELEMENT)
_KEYS: Final = (
    "BACK", "HOME", "APP_SWITCH", "ENTER", "DEL", "TAB", "ESCAPE", "SEARCH", "MENU", "MOVE_HOME",
    "MOVE_END", "PAGE_UP", "PAGE_DOWN", "DPAD_UP", "DPAD_DOWN", "DPAD_LEFT", "DPAD_RIGHT",
    "DPAD_CENTER",
)  # fmt: skip


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
class Step:
    """Something to do on the screen.

    Attributes:
        verb: What.
        criteria: Of the element; empty for what needs none.
        text: Of an app to open, a text to type, a key to press.
        name: What is read is kept under this name.
        pattern: What of it is kept, see `Column`.
    """

    verb: str
    criteria: Criteria
    text: str = ""
    name: str = ""
    pattern: str = ""


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
    steps = _steps(table, "open", None, check_app)
    row = _criteria(table.table("row"), "row", table)
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
    pattern = _pattern(table)
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
    return Column(_criteria(table, name, outer), pattern, above, optional, values, form)


def _pattern(table: Table) -> str:
    pattern: str = table.take("pattern", str, "")
    try:
        re2.compile(pattern)
    except re2.error as error:
        table.fail(f"{pattern!r} is no pattern of RE2: {error}.", "pattern")
    return pattern


def _criteria(table: Table, name: str, outer: Table) -> Criteria:
    """Read all that is left of a table as criteria."""
    found = {key: table.take(key, kind) for key, kind in _CRITERIA.items() if table.has(key)}
    table.end()
    if not found:
        outer.fail(f"{name!r} needs criteria of an element: {', '.join(_CRITERIA)}.", name)
    return found


def _steps(
    table: Table, name: str, words: tuple[str, ...] | None, check_app: CheckApp
) -> tuple[Step, ...]:
    """Read steps.

    Args:
        table: Where they stand.
        name: Under which key.
        words: The placeholders they may have; None for those of whatever question uses them.
        check_app: As for `read_view`.
    """
    steps: list[Step] = []
    known = list(words or ())
    for inner in table.tables(name):
        verbs = [verb for verb in _VERBS if inner.has(verb)]
        if len(verbs) != 1:
            inner.fail(f"a step is one of {', '.join(_VERBS)}; this one is {verbs or 'none'}.")
        verb = verbs[0]
        given = inner.take(verb, str if verb in _OF_TEXT else (str, dict))
        criteria: Criteria = {}
        if isinstance(given, dict):
            criteria = _criteria(inner.table(verb), verb, inner)
        elif verb in _OF_ELEMENT:
            criteria = {"label": given}
        step = Step(
            verb,
            criteria,
            given if verb in _OF_TEXT else "",
            inner.take("as", str) if verb == "read" else "",
            _pattern(inner) if verb == "read" else "",
        )
        inner.end()
        if verb == "open" and "{" not in step.text:
            check_app(inner, step.text, verb)
        elif verb == "press":
            inner.check_known(step.text, _KEYS, "key called", verb)
        if words is not None:
            texts = [step.text, *(value for value in criteria.values() if isinstance(value, str))]
            for text in texts:
                _check_words(inner, text, known, verb)
        known.append(step.name)
        steps.append(step)
    return tuple(steps)


def _check_words(table: Table, text: str, known: list[str], *keys: str) -> None:
    check_placeholders(
        table, text, [name for name in known if name], *keys, what="word", starred=False
    )


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
    steps = _steps(table, "steps", words, check_app)
    view = None
    if table.has("view"):
        view = views[table.one_of("view", views, "view called")]
        for step in view.open:
            texts = [step.text, *(v for v in step.criteria.values() if isinstance(v, str))]
            for text in texts:
                _check_words(table, text, list(words), "view")
        needed = {*answer.fields, *(condition.field for condition in (*keep, *until))}
        for field in sorted(needed):
            table.check_known(field, view.columns, "column called", "view")
    answered: str = table.take("answer", str, "")
    read = [step.name for step in (*(view.open if view else ()), *steps) if step.name]
    _check_words(table, answered, [*words, *read], "answer")
    if view is None and not answered:
        table.fail(
            "a demonstration without a view needs `answer`, made of what its steps have read."
        )
    if answer.kind == "text" and not answered:
        table.fail("the answer is a text, so a demonstration has to tell its `answer`.")
    table.end()
    return Demo(steps, view, keep, until, answered)
