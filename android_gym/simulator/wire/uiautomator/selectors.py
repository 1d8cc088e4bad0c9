"""Selectors: which nodes of the screen are meant, by the rules of Android's UiSelector."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias, cast

from android_gym.checks import shown
from android_gym.simulator.ui.nodes import Node
from android_gym.simulator.ui.window import Window
from android_gym.simulator.wire.uiautomator.errors import InvalidParamsError, RemoteError

__all__ = ["Found", "Selector", "Step", "find", "parse_selector"]

MOST_STEPS: Final = 32
"""Selectors in one: itself, and those of children and siblings."""

MOST_PATTERN: Final = 2_000
"""Characters of a regular expression."""

_MOST_VISITS: Final = 200_000
"""Nodes that one search looks at, over all its steps."""

Relation: TypeAlias = Literal["child", "sibling"]
_Kind: TypeAlias = Literal["text", "regex", "flag", "number"]

# Name, bit of the mask, and what the value is; bits as in android-uiautomator-server.
_FIELDS: Final[tuple[tuple[str, _Kind], ...]] = (
    ("text", "text"),
    ("textContains", "text"),
    ("textMatches", "regex"),
    ("textStartsWith", "text"),
    ("className", "text"),
    ("classNameMatches", "regex"),
    ("description", "text"),
    ("descriptionContains", "text"),
    ("descriptionMatches", "regex"),
    ("descriptionStartsWith", "text"),
    ("checkable", "flag"),
    ("checked", "flag"),
    ("clickable", "flag"),
    ("longClickable", "flag"),
    ("scrollable", "flag"),
    ("enabled", "flag"),
    ("focusable", "flag"),
    ("focused", "flag"),
    ("selected", "flag"),
    ("packageName", "text"),
    ("packageNameMatches", "regex"),
    ("resourceId", "text"),
    ("resourceIdMatches", "regex"),
    ("index", "number"),
    ("instance", "number"),
)


@dataclass(frozen=True, slots=True)
class Found:
    """A node that a selector has found.

    Attributes:
        node: The node.
        index: Its place among its siblings.
        parent: The node above it; None at the root.
        window: Its window.
    """

    node: Node
    index: int
    parent: Found | None
    window: Window


Test: TypeAlias = Callable[[Found], bool]


@dataclass(frozen=True)
class Step:
    """One selector of a chain.

    Attributes:
        tests: Conditions that a node has to meet.
        relation: How it stands to the step before: below it, or below its parent.
        instance: Which of the nodes that meet them is meant; None for each of them.
    """

    tests: tuple[Test, ...]
    relation: Relation = "child"
    instance: int | None = None

    def matches(self, found: Found) -> bool:
        """Return whether a node meets all conditions."""
        return all(test(found) for test in self.tests)


@dataclass(frozen=True)
class Selector:
    """A selector with those of its children and siblings, in order.

    Attributes:
        steps: At least one; the last one's nodes are what is selected.
        text: The selector as it came, for messages.
    """

    steps: tuple[Step, ...]
    text: str = ""

    @property
    def instance(self) -> int | None:
        """Return which of the nodes is meant; None where that was not said."""
        return self.steps[-1].instance


def parse_selector(value: object) -> Selector:
    """Read what the client sends: a ``mask``, fields, and selectors of children and siblings.

    A field counts if its bit of the mask is set, as for the original.

    Raises:
        InvalidParamsError: If it is no such object, or has more than `MOST_STEPS` steps.
    """
    steps: list[Step] = []
    _read(value, "child", steps)
    return Selector(tuple(steps), shown(value))


def _read(value: object, relation: Relation, into: list[Step]) -> None:
    if not isinstance(value, dict):
        raise InvalidParamsError(f"A selector must be an object, not {shown(value)}.")
    if len(into) >= MOST_STEPS:
        raise InvalidParamsError(f"A selector has more than {MOST_STEPS} children and siblings.")
    into.append(_step(value, relation))
    relations = value.get("childOrSibling") or []
    selectors = value.get("childOrSiblingSelector") or []
    if not isinstance(relations, list) or not isinstance(selectors, list):
        raise InvalidParamsError("childOrSibling and childOrSiblingSelector must be lists.")
    if len(relations) != len(selectors):
        raise InvalidParamsError(
            f"childOrSibling has {len(relations)} entries, childOrSiblingSelector {len(selectors)}."
        )
    for name, selector in zip(relations, selectors, strict=True):
        if name not in ("child", "sibling"):
            raise InvalidParamsError(f'childOrSibling must be "child" or "sibling", not {name!r}.')
        _read(selector, cast(Relation, name), into)


def _step(value: Mapping[str, object], relation: Relation) -> Step:
    mask = value.get("mask", 0)
    if not isinstance(mask, int) or isinstance(mask, bool) or mask < 0:
        raise InvalidParamsError(f"A selector's mask must be a number, not {shown(mask)}.")
    tests: list[Test] = []
    instance = None
    for bit, (name, kind) in enumerate(_FIELDS):
        if not mask >> bit & 1:
            continue
        given = value.get(name)
        if kind == "flag":
            if not isinstance(given, bool):
                raise InvalidParamsError(f"{name} must be true or false, not {shown(given)}.")
            tests.append(_flag(name, given))
        elif kind == "number":
            if not isinstance(given, int) or isinstance(given, bool) or given < 0:
                raise InvalidParamsError(f"{name} must be 0 or more, not {shown(given)}.")
            if name == "instance":
                instance = given
            else:
                tests.append(_at(given))
        elif not isinstance(given, str):
            raise InvalidParamsError(f"{name} must be a text, not {shown(given)}.")
        else:
            tests.append(_text(name, given, regex=kind == "regex"))
    return Step(tuple(tests), relation, instance)


# --- tests ---------------------------------------------------------------------------------------


def _at(index: int) -> Test:
    return lambda found: found.index == index


_FLAGS: Final[dict[str, Test]] = {
    "checkable": lambda found: found.node.view.checkable,
    "checked": lambda found: found.node.view.checked,
    "clickable": lambda found: found.node.view.clickable,
    "longClickable": lambda found: found.node.view.long_clickable,
    "scrollable": lambda found: found.node.view.scrollable,
    "enabled": lambda found: found.node.view.enabled,
    "focusable": lambda found: found.node.view.focusable,
    "focused": lambda found: found.node.view.ui.focused(found.node.view),
    "selected": lambda found: found.node.view.selected,
}

_TEXTS: Final[dict[str, Callable[[Found], str | None]]] = {
    "text": lambda found: found.node.view.accessibility_text(),
    "description": lambda found: found.node.view.content_description,
    "className": lambda found: found.node.view.class_name,
    "packageName": lambda found: found.window.package,
    "resourceId": lambda found: found.node.view.resource_name,
}


def _flag(name: str, wanted: bool) -> Test:
    read = _FLAGS[name]
    return lambda found: bool(read(found)) is wanted


def _text(name: str, wanted: str, *, regex: bool) -> Test:
    for ending in ("Contains", "StartsWith", "Matches"):
        if name.endswith(ending):
            return _compared(_TEXTS[name.removesuffix(ending)], ending, wanted)
    read = _TEXTS[name]
    return lambda found: read(found) == wanted


def _compared(read: Callable[[Found], str | None], how: str, wanted: str) -> Test:
    if how == "Matches":
        fits = _pattern(wanted)
        return lambda found: (text := read(found)) is not None and fits(text)
    low = wanted.lower()  # UiSelector compares parts of texts without regard to case
    if how == "Contains":
        return lambda found: low in (read(found) or "").lower()
    return lambda found: (read(found) or "").lower().startswith(low)


@lru_cache(maxsize=64)
def _pattern(text: str) -> Callable[[str], bool]:
    """Return what tells whether all of a text matches, in time that grows with its length.

    Raises:
        RemoteError: If it is no regular expression, or one with what RE2 has not (references back).
    """
    import re2

    if len(text) > MOST_PATTERN:
        raise InvalidParamsError(f"A pattern has {len(text)} characters; {MOST_PATTERN} are most.")
    options = re2.Options()
    options.log_errors = False
    try:
        compiled = re2.compile(text, options)
    except (re2.error, UnicodeEncodeError) as error:
        raise RemoteError("java.util.regex.PatternSyntaxException", f"{error}: {text}") from None

    def fits(content: str) -> bool:
        try:
            return compiled.fullmatch(content) is not None
        except UnicodeEncodeError:  # half a character, which no pattern has
            return False

    return fits


# --- search --------------------------------------------------------------------------------------


class _Search:
    """A search through one window: counts instances, and what it has looked at."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = steps
        self._counts = [0] * len(steps)
        self._visits = 0

    def below(self, found: Found, number: int) -> Iterator[Found]:
        """Yield what the steps from `number` on find at a node or below it, in order."""
        self._visits += 1
        if self._visits > _MOST_VISITS:
            raise RemoteError(
                "java.lang.IllegalStateException",
                f"The selector looks at more than {_MOST_VISITS} nodes; ask for less at a time.",
            )
        step = self._steps[number]
        if step.matches(found) and self._is_meant(step, number):
            if number + 1 == len(self._steps):
                yield found
            else:
                start = found if self._steps[number + 1].relation == "child" else found.parent
                if start is not None:
                    yield from self._inside(start, number + 1)
                return  # below it, the next step has the word
        yield from self._inside(found, number)

    def _is_meant(self, step: Step, number: int) -> bool:
        if step.instance is None:
            return True
        count = self._counts[number]
        self._counts[number] += 1
        return count == step.instance

    def _inside(self, found: Found, number: int) -> Iterator[Found]:
        index = 0
        for child in found.node.children:
            if child.visible:
                yield from self.below(Found(child, index, found, found.window), number)
            index += 1


def find(selector: Selector, root: Found) -> Iterator[Found]:
    """Yield the nodes that a selector means, each once, in the order of the tree.

    As QueryController does: below a node that a step has found only the next step looks on.
    """
    seen: set[int] = set()
    for found in _Search(selector.steps).below(root, 0):
        if id(found.node) not in seen:
            seen.add(id(found.node))
            yield found
