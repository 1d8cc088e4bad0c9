"""CheckPoints: which stations an agent passed on its way (Mobile-Bench, section 4.3).

A CheckPoint names packages, key phrases and API calls that have to occur in the history of an
agent's actions. Each is an expression:

- ``"Alarm"``: one station, passed if any action has the text;
- ``["Alarm", "Add"]``: stations that count one each, so that half of the way counts half;
- ``"Alarm" & "Add"``: one station, passed if all occur, whichever actions have them;
- ``"Alarm" | "Clock"``: one station, passed if any occurs.

``&`` binds closer than ``|``; parentheses group. The score of level 1 is the share of the packages
passed, that of level 2 the share of all stations.

The scorer published with the paper differs from it: where a package is a plain string it looks for
its *letters*, ``&`` asks every action for every text, and is passed without any action. With
``strict_upstream`` scores are that scorer's.
"""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, get_args

from android_gym.accessibility import UIElement
from android_gym.errors import OptionError
from android_gym.events import (
    DoubleTap,
    Drag,
    Event,
    ExpandPanel,
    Key,
    KeyCombination,
    Launch,
    LongPress,
    Pinch,
    Swipe,
    Tap,
    Text,
)
from android_gym.screen_html import element_html
from android_gym.trace import API_CALL, EpisodeTrace, ScreenState

__all__ = [
    "API_CALL",
    "All",
    "AnyOf",
    "CheckPoint",
    "Expression",
    "InTurn",
    "Kind",
    "Phrase",
    "Score",
    "history",
    "parse",
]

Kind = Literal["package", "text", "api", "activity", "resource-id"]
"""The subject of an expression of a CheckPoint."""

MAX_LENGTH: Final = 10_000
"""Characters of an expression's text form at most."""

MAX_DEPTH: Final = 50
"""Parentheses and brackets inside one another at most."""

_MARKS: Final = frozenset("[](),&|")


@dataclass(frozen=True, slots=True)
class Phrase:
    """One text, looked for in each action."""

    text: str

    def __post_init__(self) -> None:
        if not self.text:
            raise OptionError("A CheckPoint's text must not be empty: every action has it.")

    def __str__(self) -> str:
        return json.dumps(self.text, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class All:
    """One station: all parts must occur."""

    parts: tuple[Expression, ...]

    def __str__(self) -> str:
        return " & ".join(f"({p})" if isinstance(p, AnyOf) else str(p) for p in self.parts)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One station: one part must occur."""

    parts: tuple[Expression, ...]

    def __str__(self) -> str:
        return " | ".join(map(str, self.parts))


@dataclass(frozen=True, slots=True)
class InTurn:
    """Stations that count one each. Their order is not looked at, as in the paper's formula."""

    parts: tuple[Expression, ...]

    def __str__(self) -> str:
        return f"[{', '.join(map(str, self.parts))}]"


Expression = Phrase | All | AnyOf | InTurn
"""The demands of a CheckPoint on one kind of station."""


@dataclass(frozen=True, slots=True)
class Score:
    """Stations passed.

    Attributes:
        passed: How many were passed.
        total: How many there are.
    """

    passed: int
    total: int

    @property
    def share(self) -> float:
        """Share passed, in [0, 1]; 0.0 where there is no station."""
        return self.passed / self.total if self.total else 0.0

    def __add__(self, other: Score) -> Score:
        return Score(self.passed + other.passed, self.total + other.total)


@dataclass(frozen=True)
class CheckPoint:
    """Stations of a task, by kind.

    Attributes:
        expressions: An expression for each kind that has stations.
    """

    expressions: Mapping[Kind, Expression]

    def __post_init__(self) -> None:
        for kind in self.expressions:
            if kind not in get_args(Kind):
                raise OptionError(
                    f"A CheckPoint has no kind {kind!r}; there are {list(get_args(Kind))}."
                )
        object.__setattr__(self, "expressions", MappingProxyType(dict(self.expressions)))

    @classmethod
    def of(cls, **texts: str) -> CheckPoint:
        """Make a CheckPoint of expressions in their text form, by kind (``resource_id``, too).

        Raises:
            OptionError: If a kind is unknown, or an expression can't be read: where, and why.
        """
        found: dict[Kind, Expression] = {}
        for name, text in texts.items():
            kind = next((one for one in get_args(Kind) if one == name.replace("_", "-")), None)
            if kind is None:
                raise OptionError(
                    f"A CheckPoint has no kind {name!r}; there are {list(get_args(Kind))}."
                )
            found[kind] = parse(text)
        return cls(found)

    def level_1(self, actions: Sequence[str], *, strict_upstream: bool = False) -> Score:
        """Return which packages were passed.

        Args:
            actions: What was done, e.g. `history` of a trace.
            strict_upstream: Whether to score as the published scorer does.
        """
        expression = self.expressions.get("package")
        if expression is None:
            return Score(0, 0)
        if strict_upstream and isinstance(expression, Phrase):
            letters = tuple(map(Phrase, expression.text))
            return _score(InTurn(letters), actions, strict_upstream)
        return _score(expression, actions, strict_upstream)

    def level_2(self, actions: Sequence[str], *, strict_upstream: bool = False) -> Score:
        """Return which stations of all kinds were passed; arguments as of `level_1`."""
        scores = (_score(one, actions, strict_upstream) for one in self.expressions.values())
        return sum(scores, Score(0, 0))


def _score(expression: Expression, actions: Sequence[str], strict_upstream: bool) -> Score:
    if isinstance(expression, InTurn):
        scores = (_score(part, actions, strict_upstream) for part in expression.parts)
        return sum(scores, Score(0, 0))
    return Score(int(_passed(expression, actions, strict_upstream)), 1)


def _passed(expression: Expression, actions: Sequence[str], strict_upstream: bool) -> bool:
    match expression:
        case Phrase(text):
            return any(text in action for action in actions)
        case All(parts) if strict_upstream:
            return all(_passed(part, (action,), True) for action in actions for part in parts)
        case All(parts) | InTurn(parts):
            return all(_passed(part, actions, strict_upstream) for part in parts)
        case AnyOf(parts):
            return any(_passed(part, actions, strict_upstream) for part in parts)


# --- text form -----------------------------------------------------------------------------------


def parse(text: str) -> Expression:
    """Read an expression.

    Args:
        text: Texts in double quotes, written as in JSON, or bare words without quotes, blanks and
            any of ``[](),&|``; joined as the module's docstring says.

    Raises:
        OptionError: If it can't be read; tells the position and what was expected there.
    """
    if len(text) > MAX_LENGTH:
        raise OptionError(f"An expression has {MAX_LENGTH} characters at most, got {len(text)}.")
    reader = _Reader(text)
    expression = reader.sequence() if reader.mark == "[" else reader.any_of(0)
    if reader.token:
        raise reader.error("'&', '|' or the end")
    return expression


class _Reader:
    """Reads an expression from left to right.

    Attributes:
        token: The present token, ``""`` at the end.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._start = self._end = 0
        self.token = ""
        self._advance()

    @property
    def mark(self) -> str:
        """The present token if it is one of the marks."""
        return self.token if self.token in _MARKS else ""

    def error(self, expected: str) -> OptionError:
        """Return what to raise where something else was expected."""
        found = repr(self.token) if self.token else "the end"
        return OptionError(
            f"Expected {expected} at position {self._start} of {self._text!r:.200}, found {found}."
        )

    def sequence(self) -> Expression:
        """Read what is in brackets."""
        self._advance()
        parts = [self.any_of(1)]
        while self.mark == ",":
            self._advance()
            parts.append(self.any_of(1))
        self._expect("]")
        return InTurn(tuple(parts))

    def any_of(self, depth: int) -> Expression:
        """Read parts between bars."""
        parts = [self._all(depth)]
        while self.mark == "|":
            self._advance()
            parts.append(self._all(depth))
        return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))

    def _all(self, depth: int) -> Expression:
        parts = [self._one(depth)]
        while self.mark == "&":
            self._advance()
            parts.append(self._one(depth))
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def _one(self, depth: int) -> Expression:
        if self.mark == "(":
            if depth >= MAX_DEPTH:
                raise self.error(f"at most {MAX_DEPTH} parentheses inside one another")
            self._advance()
            expression = self.any_of(depth + 1)
            self._expect(")")
            return expression
        if not self.token or self.mark:
            raise self.error("a text or '('")
        word = self.token
        if word.startswith('"'):
            try:
                word = json.loads(word)
            except ValueError as error:
                raise self.error(f"a text as in JSON ({error})") from error
            if not word:
                raise self.error("a text that is not empty")
        self._advance()
        return Phrase(word)

    def _expect(self, mark: str) -> None:
        if self.mark != mark:
            raise self.error(f"{mark!r}")
        self._advance()

    def _advance(self) -> None:
        text, at = self._text, self._end
        while at < len(text) and text[at].isspace():
            at += 1
        self._start = at
        if at < len(text) and text[at] == '"':
            at += 1
            while at < len(text) and text[at] != '"':
                at += 2 if text[at] == "\\" else 1
            at += 1
            if at > len(text):
                self.token = text[self._start :]
                self._end = len(text)
                raise self.error("a closing '\"'")
        elif at < len(text) and text[at] in _MARKS:
            at += 1
        else:
            while at < len(text) and text[at] not in _MARKS | {'"'} and not text[at].isspace():
                at += 1
        self._end = at
        self.token = text[self._start : at]


# --- histories -----------------------------------------------------------------------------------


def history(trace: EpisodeTrace) -> tuple[str, ...]:
    """Return what an agent did, one text for each action that could be carried out.

    A gesture names the smallest element under it as HTML, which has the element's package, e.g.
    ``click(<p package="com.android.deskclock" ...> Alarm </p>)``; typing names the text and the
    element with the focus; starting an app names what came to the front. API calls are those that
    steps note under `API_CALL`.
    """
    found: list[str] = []
    for before, step in zip(trace.screens, trace.steps, strict=False):
        if step.error is not None:
            continue
        call = step.notes.get(API_CALL)
        if isinstance(call, str):
            found.append(call)
        found += (text for event in step.events if (text := _told(event, before, step.screen)))
    return tuple(found)


def _told(event: Event, before: ScreenState, after: ScreenState) -> str | None:
    match event:
        case Tap() | DoubleTap():
            return f"click({_under(before, event.x, event.y)})"
        case LongPress():
            return f"press({_under(before, event.x, event.y)})"
        case Swipe() | Drag():
            there = f"[{event.x},{event.y}][{event.to_x},{event.to_y}]"
            return f"scroll({_under(before, event.x, event.y)}, {there})"
        case Pinch():
            verb = "zoom" if event.to_span >= event.from_span else "pinch"
            return f"{verb}({_under(before, event.x, event.y)})"
        case Text(text):
            focused = (one for one in after.elements if one.is_focused and one.is_editable)
            field = next(focused, None)
            return f"input({'' if field is None else _line(field)}, {text})"
        case Key(code):
            return f"key({code})"
        case KeyCombination(codes):
            return f"key({'+'.join(map(str, codes))})"
        case Launch(app):
            return f"launch({app}, {after.activity})"
        case ExpandPanel(panel):
            return f"expand({panel})"
    return None


def _under(screen: ScreenState, x: int, y: int) -> str:
    """Return the smallest element that holds a point as HTML, the last of several; "" if none."""
    best: UIElement | None = None
    least = float("inf")
    for element in screen.elements:
        box = element.bbox_pixels
        if box is None or element.is_visible is False:
            continue
        if box.x_min <= x < box.x_max and box.y_min <= y < box.y_max and box.area <= least:
            best, least = element, box.area
    return "" if best is None else _line(best)


def _line(element: UIElement) -> str:
    """Return an element as HTML with its texts as they are, for phrases to be found in."""
    return html.unescape(element_html(element))
