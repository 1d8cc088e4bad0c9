"""Selectors, which match nodes on the screen by the rules of Android's UiSelector."""

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
"""Maximum number of selectors in a chain: itself, and those of children and siblings."""

MOST_PATTERN: Final = 2_000
"""Maximum characters of a regular expression."""

_MOST_VISITS: Final = 200_000
"""Maximum number of nodes visited by one search, over all its steps."""

Relation: TypeAlias = Literal["child", "sibling"]
_Kind: TypeAlias = Literal["text", "regex", "flag", "number"]

# Name, bit of the mask, and type of value; bits as in android-uiautomator-server.
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
    """A matching node.

    Attributes:
        node: The node.
        index: Its index among its siblings.
        parent: Its parent; None for the root.
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
        relation: Where it searches: below the previous step's node, or below that node's parent.
        instance: Index of the matching node that is selected; None for all of them.
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
        steps: At least one; the last one's nodes are selected.
        text: The selector as the client sent it, for messages.
    """

    steps: tuple[Step, ...]
    text: str = ""

    @property
    def instance(self) -> int | None:
        """Return the index of the selected node; None if not given."""
        return self.steps[-1].instance


def parse_selector(value: object) -> Selector:
    """Parse a client's selector: a ``mask``, fields, and selectors of children and siblings.

    A field counts if its bit of the mask is set, as in the original.

    Raises:
        InvalidParamsError: If it is not such an object, or has more than `MOST_STEPS` steps.
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
    low = wanted.lower()  # UiSelector compares parts of texts case-insensitively
    if how == "Contains":
        return lambda found: low in (read(found) or "").lower()
    return lambda found: (read(found) or "").lower().startswith(low)


@lru_cache(maxsize=64)
def _pattern(text: str) -> Callable[[str], bool]:
    """Return a function that tells whether a pattern matches a whole text, in linear time.

    Raises:
        RemoteError: If it is not a regular expression, or uses what RE2 lacks (back-references).
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
        except UnicodeEncodeError:  # a lone surrogate, which no pattern contains
            return False

    return fits


# --- search --------------------------------------------------------------------------------------


class _Search:
    """A search in one window, which counts instances and visited nodes."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = steps
        self._counts = [0] * len(steps)
        self._visits = 0

    def below(self, found: Found, number: int) -> Iterator[Found]:
        """Yield the matches of the steps from `number` on, at or below a node, in order."""
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
                return  # below it only the next step searches
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
    """Yield the nodes that a selector matches, each once, in tree order.

    As in QueryController, below a node that a step has matched only the next step searches.
    """
    seen: set[int] = set()
    for found in _Search(selector.steps).below(root, 0):
        if id(found.node) not in seen:
            seen.add(id(found.node))
            yield found
