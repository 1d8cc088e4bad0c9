"""Moves of the generalist: what it can do in a step, and the corresponding events.

A move points at things: an element of the screen, words of the goal, a phrase of a list. An answer
is first said in pieces, which take no step of the environment, then given. A piece that was said
can be typed on a later screen instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.agents.generalist.words import words_of
from android_gym.events import (
    Answer,
    Declare,
    DoubleTap,
    Event,
    Key,
    Launch,
    LongPress,
    Swipe,
    Tap,
    Text,
    Wait,
)
from android_gym.task_suite.demonstrations import Observation

__all__ = [
    "CASES",
    "KINDS",
    "MOST_PART",
    "MOST_TEXT",
    "ON_ELEMENT",
    "ON_GOAL",
    "ON_PART",
    "WITH_PHRASE",
    "Case",
    "Kind",
    "Move",
    "event_of",
    "label_of",
    "move_of",
    "piece_of",
    "says",
    "shown_box",
    "text_of",
]

Kind = Literal[
    "tap", "long_press", "double_tap", "scroll_down", "scroll_up", "scroll_right", "scroll_left",
    "type_goal", "type_element", "type_part", "type_phrase", "open_goal", "open_phrase",
    "say_goal", "say_element", "say_part", "say_phrase", "answer", "declare", "wait", "pull_shade",
    "BACK", "HOME", "APP_SWITCH", "ENTER", "DEL", "FORWARD_DEL", "TAB", "ESCAPE", "SPACE",
    "DPAD_UP", "DPAD_DOWN", "DPAD_LEFT", "DPAD_RIGHT", "MOVE_HOME", "MOVE_END", "PAGE_UP",
    "PAGE_DOWN", "CUT", "COPY", "PASTE", "VOLUME_UP", "VOLUME_DOWN", "slide_left", "slide_right",
    "tap_begin", "long_press_begin", "type_said",
]  # fmt: skip

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""All kinds of moves; those in capitals are keys."""

_SCROLLS: Final[tuple[Kind, ...]] = ("scroll_down", "scroll_up", "scroll_right", "scroll_left")

ON_ELEMENT: Final[frozenset[Kind]] = frozenset(
    (
        *("tap", "long_press", "double_tap", "slide_left", "slide_right", *_SCROLLS),
        *("tap_begin", "long_press_begin"),
        *("type_element", "say_element", "type_part", "say_part"),
    )
)
"""Kinds that point at an element."""

ON_PART: Final[frozenset[Kind]] = frozenset(("type_part", "say_part"))
"""Kinds that point at words of an element."""

ON_GOAL: Final[frozenset[Kind]] = frozenset(("type_goal", "open_goal", "say_goal"))
"""Kinds that point at words of the goal."""

WITH_PHRASE: Final[frozenset[Kind]] = frozenset(("type_phrase", "open_phrase", "say_phrase"))
"""Kinds that point at a phrase."""

MOST_TEXT: Final = 1000
"""Maximum length of a text that a move types, opens or answers, in characters; it is cut there."""

MOST_PART: Final = 32
"""Maximum number of words of an element's label that a move can point at."""

Case = Literal["same", "same+enter", "lower", "lower+enter", "upper", "upper+enter"]

CASES: Final[tuple[Case, ...]] = get_args(Case)
"""Ways to write a piece of text, with or without a line break after it."""

_DIRECTIONS: Final[dict[Kind, tuple[float, float]]] = {
    "scroll_down": (0.0, -0.5),
    "scroll_up": (0.0, 0.5),
    "scroll_right": (-0.84, 0.0),
    "scroll_left": (0.84, 0.0),
}
"""The finger's movement, as multiples of the size of what is scrolled."""

_SHADE_MS = 500
_SLIDE_MS = 500

_BEGIN: Final = (54, 66)
"""Pixels from the corner of an editor to its first word."""

_NEAR_BEGIN: Final = 30
"""Distance in pixels from there within which another tap is on the first word too."""

_NEAR: Final = 0.3
"""Distance of a tap from an element's center, as multiples of its width and height, at most."""

_SMALL: Final = 0.1
"""Maximum share of the screen that an element may fill for a tap near its center to count."""

_LIKE_SCROLLS: Final = (0.25, 0.9)
"""Length of a swipe that counts as a scroll, as multiples of the size of what scrolls."""


@dataclass(frozen=True, slots=True)
class Move:
    """A step of the generalist.

    Attributes:
        kind: Kind of the move.
        element: Position of an element in the observation, if the kind points at one.
        first: Position of a word of the goal or of the element, if the kind points at words.
        last: Position of the last of these words.
        case: How a piece of text is written.
        phrase: A phrase, if the kind points at one.
    """

    kind: Kind
    element: int = -1
    first: int = -1
    last: int = -1
    case: Case = "same"
    phrase: str = ""


def label_of(element: UIElement) -> str:
    """Return an element's text, description or hint; ``""`` if it has none."""
    return element.text or element.content_description or element.hint_text or ""


def shown_box(element: UIElement, size: tuple[int, int]) -> BoundingBox | None:
    """Return the part of an element that is on the screen, None if there is none.

    Args:
        element: Any element.
        size: (width, height) of the screen in pixels.
    """
    box = element.bbox_pixels
    if box is None:
        return None
    shown = BoundingBox(
        max(box.x_min, 0), min(box.x_max, size[0]), max(box.y_min, 0), min(box.y_max, size[1])
    )
    return shown if shown.x_min < shown.x_max and shown.y_min < shown.y_max else None


def text_of(move: Move, seen: Observation) -> str:
    """Return the text that a move types, opens or says."""
    if move.kind in ON_ELEMENT:
        text = label_of(seen.elements[move.element])
        if move.kind in ON_PART:
            words = words_of(text)
            text = text[words[move.first].start : words[move.last].end]
    elif move.kind in ON_GOAL:
        words = words_of(seen.goal)
        text = seen.goal[words[move.first].start : words[move.last].end]
    else:
        text = move.phrase
    return _written(text, move.case)


def _written(text: str, case: Case) -> str:
    way, _, enter = case.partition("+")
    text = {"same": text, "lower": text.lower(), "upper": text.upper()}[way]
    return text + "\n" * bool(enter)


def says(move: Move) -> bool:
    """Return True if a move adds to the answer, which is no step of the environment."""
    return move.kind.startswith("say_")


def event_of(move: Move, seen: Observation, said: Sequence[str]) -> Event:
    """Return the event of a move.

    Args:
        move: A move that is not said, see `says`.
        seen: The observation that it points into.
        said: Pieces that were said and not typed so far.
    """
    kind = move.kind
    match kind:
        case "type_said":
            return Text(_written(said[0] if said else "", move.case)[:MOST_TEXT])
        case "type_goal" | "type_element" | "type_part" | "type_phrase":
            return Text(text_of(move, seen)[:MOST_TEXT])
        case "open_goal" | "open_phrase":
            return Launch(text_of(move, seen)[:MOST_TEXT])
        case "answer":
            return Answer(", ".join(said)[:MOST_TEXT])
        case "declare":
            return Declare()
        case "wait":
            return Wait(1000)
        case "pull_shade":
            middle = seen.width // 2
            return Swipe(middle, 2, middle, seen.height * 2 // 3, _SHADE_MS)
    if kind not in ON_ELEMENT:
        return Key(f"KEYCODE_{kind}")
    return _on_element(
        kind, shown_box(seen.elements[move.element], (seen.width, seen.height)), seen
    )


def _on_element(kind: Kind, box: BoundingBox | None, seen: Observation) -> Event:
    """Return the event of a move on an element; without bounds, on the middle of the screen."""
    x, y = (seen.width / 2, seen.height / 2) if box is None else box.center
    if kind in ("slide_left", "slide_right"):
        edge = 0 if kind == "slide_left" else seen.width - 1
        return Swipe(int(x), int(y), edge, int(y), _SLIDE_MS)
    if kind in _DIRECTIONS and box is not None:
        across, down = _DIRECTIONS[kind]
        dx, dy = across * box.width / 2, down * box.height / 2
        right, bottom = seen.width - 1, seen.height - 1
        ends = (
            min(max(int(value), 0), most)
            for value, most in (
                (x - dx, right),
                (y - dy, bottom),
                (x + dx, right),
                (y + dy, bottom),
            )
        )
        return Swipe(*ends)
    at = int(x), int(y)
    if kind in ("tap_begin", "long_press_begin") and box is not None:
        across, down = _BEGIN
        at = int(min(x, box.x_min + across)), int(min(y, box.y_min + down))
    match kind:
        case "long_press" | "long_press_begin":
            return LongPress(*at)
        case "double_tap":
            return DoubleTap(*at)
        case _:
            return Tap(*at)


def move_of(event: Event, seen: Observation) -> Move | None:
    """Return the move for an event, None if there is none.

    Args:
        event: Anything but an `Answer`, which takes several moves. A text is never ``type_said``,
            which depends on what was said.
        seen: The observation before it.
    """
    match event:
        case Declare():
            return Move("declare")
        case Wait():
            return Move("wait")
        case Key(code):
            name = str(code).removeprefix("KEYCODE_").upper()
            kind = next((kind for kind in KINDS if kind == name and kind.isupper()), None)
            return None if kind is None else Move(kind)
        case Launch(app):
            return _piece(app, seen, "open_goal", None, "open_phrase", False)
        case Text(text):
            body = text.removesuffix("\n")
            return _piece(
                body, seen, "type_goal", ("type_element", "type_part"), "type_phrase", body != text
            )
        case Tap():
            return (
                _at_element(event, seen, ("tap",))
                or _near_begin(event, seen, "tap_begin")
                or _near_middle(event, seen)
            )
        case LongPress():
            found = _at_element(event, seen, ("long_press",))
            return found or _near_begin(event, seen, "long_press_begin")
        case DoubleTap():
            return _at_element(event, seen, ("double_tap",))
        case Swipe():
            if event == event_of(Move("pull_shade"), seen, ()):
                return Move("pull_shade")
            kinds: tuple[Kind, ...] = (*_SCROLLS, "slide_left", "slide_right")
            return _at_element(event, seen, kinds) or _like_scroll(event, seen)
    return None


def _at_element(event: Event, seen: Observation, kinds: Sequence[Kind]) -> Move | None:
    """Return the move on an element for an event; the last such element is on top."""
    for index in reversed(range(len(seen.elements))):
        element = seen.elements[index]
        if shown_box(element, (seen.width, seen.height)) is None:
            continue
        for kind in kinds:
            move = Move(kind, element=index)
            if _same(event_of(move, seen, ()), event):
                return move
    return None


def _within(x: int, y: int, seen: Observation) -> list[tuple[int, int, BoundingBox]]:
    """Return the elements that contain a point, smallest first, as areas, positions and bounds."""
    found = []
    for index, element in enumerate(seen.elements):
        box = shown_box(element, (seen.width, seen.height))
        if box and box.x_min <= x < box.x_max and box.y_min <= y < box.y_max:
            found.append((int(box.width * box.height), -index, box))
    return [(area, -index, box) for area, index, box in sorted(found, key=lambda own: own[:2])]


def _near_begin(event: Tap | LongPress, seen: Observation, kind: Kind) -> Move | None:
    """Return the move on the first word of an editor that matches an event."""
    for _, index, _ in _within(event.x, event.y, seen):
        move = Move(kind, element=index)
        other = event_of(move, seen, ())
        if not seen.elements[index].is_editable or not isinstance(other, Tap | LongPress):
            continue
        if max(abs(other.x - event.x), abs(other.y - event.y)) <= _NEAR_BEGIN:
            return move
    return None


def _near_middle(event: Tap, seen: Observation) -> Move | None:
    """Return a tap on the smallest element around a tap, if that is near the element's center."""
    for area, index, box in _within(event.x, event.y, seen):
        if area > _SMALL * seen.width * seen.height:
            return None
        (x, y), across, down = box.center, _NEAR * box.width, _NEAR * box.height
        if abs(x - event.x) <= across and abs(y - event.y) <= down:
            return Move("tap", element=index)
    return None


def _like_scroll(event: Swipe, seen: Observation) -> Move | None:
    """Return the scroll of the smallest scrollable element that matches a swipe's length."""
    dx, dy = event.to_x - event.x, event.to_y - event.y
    if min(abs(dx), abs(dy)) > 3:
        return None
    least, most = _LIKE_SCROLLS
    for _, index, box in _within(event.x, event.y, seen):
        size = box.height if abs(dy) > abs(dx) else box.width
        fits = least <= max(abs(dx), abs(dy)) / size <= most
        if not fits or not seen.elements[index].is_scrollable:
            continue
        if abs(dy) > abs(dx):
            return Move("scroll_down" if dy < 0 else "scroll_up", element=index)
        return Move("scroll_right" if dx < 0 else "scroll_left", element=index)
    return None


def _same(one: Event, other: Event) -> bool:
    """Return True if two events are equal, up to a few pixels where swipes are concerned."""
    if isinstance(one, Swipe) and isinstance(other, Swipe):
        pairs = ((one.x, other.x), (one.y, other.y), (one.to_x, other.to_x), (one.to_y, other.to_y))
        return all(abs(a - b) <= 3 for a, b in pairs)
    return one == other


def piece_of(text: str, seen: Observation) -> Move | None:
    """Return the move that says a piece of an answer; None if only a phrase can say it."""
    return _piece(text, seen, "say_goal", ("say_element", "say_part"), None, False)


def _piece(
    text: str,
    seen: Observation,
    on_goal: Kind,
    on_element: tuple[Kind, Kind] | None,
    phrase: Kind | None,
    enter: bool,
) -> Move | None:
    """Return the move for a text: words of the goal or of an element, or a phrase."""
    end = "+enter" if enter else ""
    for way in ("same", "lower", "upper"):
        case = next(case for case in CASES if case == way + end)
        goal = {"same": seen.goal, "lower": seen.goal.lower(), "upper": seen.goal.upper()}[way]
        if len(goal) != len(seen.goal) or not text:
            continue
        counted = on_goal == "say_goal" and _may_be_count(text)  # not taken from the goal
        span = None if counted else _span(text, goal)
        if span is not None:
            return Move(on_goal, first=span[0], last=span[1], case=case)
        if on_element:
            for index, element in enumerate(seen.elements):
                label = label_of(element)
                if {"same": label, "lower": label.lower(), "upper": label.upper()}[way] == text:
                    return Move(on_element[0], element=index, case=case)
    case = next(case for case in CASES if case == "same" + end)
    if on_element and not _may_be_count(text):  # nor from a part of a label
        for index, element in enumerate(seen.elements):
            span = _span(text, label_of(element))
            if span is not None and span[1] < MOST_PART:
                return Move(on_element[1], index, *span, case=case)
    return None if phrase is None else Move(phrase, case=case, phrase=text)


def _may_be_count(text: str) -> bool:
    return text.isdigit() and len(text) < 3


def _span(text: str, whole: str) -> tuple[int, int] | None:
    """Return the positions of the first and last words of a text in another; None if not in it."""
    at = whole.find(text) if text else -1
    if at < 0:
        return None
    words = words_of(whole)
    starts = {word.start: i for i, word in enumerate(words)}
    ends = {word.end: i for i, word in enumerate(words)}
    while at >= 0:
        if at in starts and at + len(text) in ends:
            return starts[at], ends[at + len(text)]
        at = whole.find(text, at + 1)
    return None
