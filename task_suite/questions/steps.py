"""Steps on the screen, as data: open an app, tap an element, fill in a field, read a text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

import re2

from android_gym.task_suite.questions.braces import check_placeholders
from android_gym.task_suite.questions.toml import Table

__all__ = [
    "CheckApp",
    "Criteria",
    "EachVerb",
    "Step",
    "Verb",
    "check_words",
    "read_criteria",
    "read_pattern",
    "read_steps",
]

CheckApp = Callable[[Table, str, str], None]
"""Checks an app's label, given the table, the label and its key."""

Criteria = dict[str, Any]
"""Criteria for an element, see `android_gym.task_suite.demonstrations.script.Screen`."""

_CRITERIA: Final[Mapping[str, type]] = {
    "text": str, "description": str, "label": str, "contains": str, "resource_id": str,
    "class_name": str, "clickable": bool, "checkable": bool, "checked": bool, "editable": bool,
    "scrollable": bool,
}  # fmt: skip

_ElementVerb = Literal["tap", "long_press", "scroll_to", "wait_for", "wait_while", "fill", "read"]
_TextVerb = Literal["open", "type", "press", "switch", "do"]
EachVerb = Literal["at", "each", "select"]
"""Action of a step on rows of a list."""

Verb = _TextVerb | _ElementVerb | EachVerb
"""Action of a step."""

_OF_ELEMENT: Final[tuple[_ElementVerb, ...]] = get_args(_ElementVerb)
_OF_TEXT: Final[tuple[_TextVerb, ...]] = get_args(_TextVerb)
_VERBS: Final[tuple[Verb, ...]] = (*_OF_TEXT, *_OF_ELEMENT)
_KEYS: Final = (
    "BACK", "HOME", "APP_SWITCH", "ENTER", "DEL", "TAB", "ESCAPE", "SEARCH", "MENU", "MOVE_HOME",
    "MOVE_END", "PAGE_UP", "PAGE_DOWN", "DPAD_UP", "DPAD_DOWN", "DPAD_LEFT", "DPAD_RIGHT",
    "DPAD_CENTER",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Step:
    """A step on the screen.

    Attributes:
        verb: The action.
        criteria: Criteria of the element; empty for actions without one.
        text: Argument of the action: the app to open, the text to type or fill in, the key to
            press, the label of a switch, or the name of a move.
        name: Name under which a text that is read is stored.
        pattern: Pattern for the part of it to store, see `Column`.
        words: Arguments of a move, by parameter name; ``to`` of a switch.
    """

    verb: Verb
    criteria: Criteria = field(default_factory=dict)
    text: str = ""
    name: str = ""
    pattern: str = ""
    words: Mapping[str, str] = field(default_factory=dict)

    @property
    def texts(self) -> list[str]:
        """Return all texts that may contain words of the goal."""
        criteria = (value for value in self.criteria.values() if isinstance(value, str))
        return [self.text, *criteria, *self.words.values()]


def read_pattern(table: Table) -> str:
    """Read an RE2 pattern, empty if there is none.

    Raises:
        OptionError: With file, line and remedy.
    """
    pattern: str = table.take("pattern", str, "")
    options = re2.Options()
    options.log_errors = False  # the error says it
    try:
        re2.compile(pattern, options)
    except re2.error as error:
        table.fail(f"{pattern!r} is no pattern of RE2: {error.args[0].decode()}.", "pattern")
    return pattern


def read_criteria(table: Table, name: str, outer: Table) -> Criteria:
    """Read the rest of a table as criteria.

    Raises:
        OptionError: With file, line and remedy.
    """
    given = {key: table.take(key, kind, None) for key, kind in _CRITERIA.items()}
    table.end()
    found = {key: value for key, value in given.items() if value is not None}
    if not found:
        outer.fail(f"{name!r} needs criteria of an element: {', '.join(_CRITERIA)}.", name)
    return found


def read_steps(
    table: Table,
    name: str,
    words: tuple[str, ...] | None,
    check_app: CheckApp,
    other: Callable[[Table], Step | None] = lambda table: None,
) -> tuple[Step, ...]:
    """Read steps.

    Args:
        table: The table that contains them.
        name: Their key.
        words: The placeholders they may contain; None for those of any question that uses them.
        check_app: Rejects unknown labels of apps.
        other: Reads a step of another kind; returns None if it is not one.

    Raises:
        OptionError: With file, line and remedy.
    """
    steps: list[Step] = []
    known = list(words or ())
    for inner in table.tables(name):
        step = other(inner) or _step(inner)
        inner.end()
        if step.verb == "open" and "{" not in step.text:
            check_app(inner, step.text, step.verb)
        elif step.verb == "press":
            inner.check_known(step.text, _KEYS, "key called", step.verb)
        if words is not None:
            for text in step.texts:
                check_words(inner, text, known, step.verb)
        known.append(step.name)
        steps.append(step)
    return tuple(steps)


def _step(table: Table) -> Step:
    verbs = [verb for verb in _VERBS if table.has(verb)]
    if len(verbs) != 1:
        table.fail(f"a step is one of {', '.join(_VERBS)}; this one is {verbs or 'none'}.")
    verb = verbs[0]
    given = table.take(verb, str if verb in _OF_TEXT else (str, dict))
    if verb in _OF_TEXT:
        words: dict[str, str] = {}
        if verb == "switch":
            words["to"] = table.take("to", str)
            if "{" not in words["to"]:
                table.check_known(words["to"], ("on", "off"), "state of a switch called", "to")
        elif verb == "do":
            words = {key: table.take(key, str) for key in table.keys() if key != verb}
        return Step(verb, {}, given, words=words)
    criteria: Criteria = {"label": given}
    if isinstance(given, dict):
        criteria = read_criteria(table.table(verb), verb, table)
    match verb:
        case "read":
            return Step(verb, criteria, "", table.take("as", str), read_pattern(table))
        case "fill":
            return Step(verb, criteria, table.take("with", str))
    return Step(verb, criteria)


def check_words(table: Table, text: str, known: Iterable[str], *keys: str) -> None:
    """Reject placeholders that a demonstration has no value for.

    Raises:
        OptionError: With file, line and remedy.
    """
    check_placeholders(
        table, text, [name for name in known if name], *keys, what="word", starred=False
    )
