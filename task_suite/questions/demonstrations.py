"""Demonstrations that answer questions through the screen, from data; see `reading`."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from android_gym.accessibility import UIElement
from android_gym.events import Answer, Event
from android_gym.task_suite.demonstrations.script import Observation, Screen, Script, Steps
from android_gym.task_suite.questions.conditions import Row, Test, bound
from android_gym.task_suite.questions.reading import Column, Demo, Each, View
from android_gym.task_suite.questions.steps import Criteria, Step
from android_gym.task_suite.questions.values import parse

if TYPE_CHECKING:
    from android_gym.task_suite.questions.adapter import Adapter
    from android_gym.task_suite.questions.schema import Question

__all__ = ["detour", "fill", "script_of", "take_steps"]

_MOST_SCROLLS = 200

Texts = dict[str, str]
"""A row as the screen shows it: texts by field."""

Rows = Generator[Event, Observation, list[Row]]


def script_of(question: Question, demo: Demo, moves: Mapping[str, Script]) -> Script:
    """Return the script of a question's demonstration.

    Args:
        question: The question.
        demo: Its demonstration.
        moves: Scripts that its steps may refer to, by name.
    """

    def script(screen: Screen, **words: str) -> Steps:
        words = dict(words)
        rows: list[Row] = []
        yield from take_steps(screen, demo.steps, words, moves)
        if demo.view is not None:
            yield from take_steps(screen, demo.view.open, words, moves)
            rows = yield from _read_rows(screen, demo, demo.view, question.adapter, words)
        if demo.answer:
            yield Answer(demo.answer.format_map(words))
        else:
            yield Answer(", ".join(question.answer.expected(rows, question.adapter, words)))

    return script


def detour(app: str, script: Script) -> Script:
    """Return a script that looks around elsewhere first, as a legitimate second way.

    Args:
        app: Label of the app that is opened, left, and opened again.
        script: The demonstration.
    """

    def detoured(screen: Screen, **words: str) -> Steps:
        for elsewhere in ("Settings", app):
            yield from screen.open_app(elsewhere)
            yield from screen.wait()
            moved = yield from screen.scroll()
            if moved:  # lists are read from the top, also that of Settings
                yield from screen.scroll(forward=False)
            yield from screen.press("HOME")
        yield from script(screen, **words)

    return detoured


def _filled(criteria: Criteria, words: Mapping[str, str]) -> dict[str, Any]:
    return {
        name: value.format_map(words) if isinstance(value, str) else value
        for name, value in criteria.items()
    }


def take_steps(
    screen: Screen, steps: Iterable[Step], words: dict[str, str], moves: Mapping[str, Script]
) -> Steps:
    """Take steps, storing what they read in `words`.

    Args:
        screen: The screen.
        steps: The steps.
        words: Values of placeholders.
        moves: Scripts that steps may refer to, by name; called with the screen and words.

    Raises:
        DemonstrationError: If a step cannot be taken.
    """
    for step in steps:
        if isinstance(step, Each):
            yield from _take_each(screen, step, words, moves)
        else:
            yield from _take(screen, step, words, moves)


def _take_each(
    screen: Screen, each: Each, words: dict[str, str], moves: Mapping[str, Script]
) -> Steps:
    """Go through a list and act on each row that meets the conditions."""
    meets = bound(each.where, each.adapter.fields, words)
    done: set[tuple[tuple[str, str], ...]] = set()
    yield from screen.wait_for(**each.view.row)
    whole = has_rows = False
    for _ in range(_MOST_SCROLLS):
        for found in _spots_on(screen, each.view, whole):
            has_rows = True
            key = tuple(sorted(found.texts.items()))
            if key not in done and meets(_row_of(found.texts, each.adapter)):
                break
        else:
            if whole:
                if not has_rows:
                    raise screen.stuck(_no_row(each.view))
                if each.verb == "at":
                    raise screen.stuck(f"no row is {[str(one) for one in each.where]}")
                return
            whole = not (yield from screen.scroll())
            continue
        spot = found.anchor if not each.tap else _inside(screen, found, each.tap)
        if spot is None:  # the top of the row is cut off
            yield from screen.scroll(forward=False)
            continue
        if each.verb == "select":
            yield from screen.tap(spot) if done else screen.long_press(spot)
            done.add(key)
            continue
        yield from screen.tap(spot)
        if each.verb == "at":
            return
        yield from take_steps(screen, each.steps, words, moves)
        yield from screen.wait_for(**each.view.row)
        whole = False
    raise screen.stuck(f"rows that are {[str(one) for one in each.where]} come again and again")


def _inside(screen: Screen, spot: _Spot, criteria: Criteria) -> UIElement | None:
    """Return the element in a row that matches criteria."""
    return next((e for e in screen.find_all(**criteria) if spot.holds(e)), None)


def _take(screen: Screen, step: Step, words: dict[str, str], moves: Mapping[str, Script]) -> Steps:
    if step.criteria:
        yield from _take_on(screen, step, _filled(step.criteria, words), words)
        return
    text = step.text.format_map(words)
    match step.verb:
        case "open":
            yield from screen.open_app(text)
        case "type":
            yield from screen.type(text)
        case "press":
            yield from screen.press(text)
        case "switch":
            yield from screen.switch(text, step.words["to"].format_map(words) == "on")
        case "do":
            if text not in moves:
                raise screen.stuck(f"there is no move {text!r}, only {sorted(moves)}")
            told = {name: word.format_map(words) for name, word in step.words.items()}
            yield from moves[text](screen, **told)


def _take_on(screen: Screen, step: Step, criteria: Criteria, words: dict[str, str]) -> Steps:
    """Take a step that acts on an element."""
    match step.verb:
        case "tap":
            yield from screen.tap_on(**criteria)
        case "fill":
            yield from fill(screen, step.text.format_map(words), criteria)
        case "long_press":
            yield from screen.scroll_to(**criteria)
            yield from screen.long_press(screen.need(**criteria))
        case "scroll_to":
            yield from screen.scroll_to(**criteria)
        case "wait_for":
            yield from screen.wait_for(**criteria)
        case "wait_while":
            yield from screen.wait_while(**criteria)
        case "read":
            yield from screen.scroll_to(**criteria)
            shown = _text(screen.need(**criteria))
            value = Column({}, step.pattern).value_of(shown)
            if value is None:
                raise screen.stuck(f"{shown!r} has not the pattern {step.pattern!r}")
            words[step.name] = value


def fill(screen: Screen, text: str, criteria: Criteria) -> Steps:
    """Replace a field's text.

    Args:
        screen: The screen.
        text: The text; empty to clear the field.
        criteria: Criteria of the field.

    Raises:
        DemonstrationError: If there is no such field.
    """
    yield from screen.tap_on(**criteria)
    yield from screen.wait_for(**criteria)
    field = screen.need(**criteria)
    left = field.text or ""
    if left and left != field.hint_text:
        yield from screen.press("MOVE_END")
        for _ in left:
            yield from screen.press("DEL")
    if text:
        yield from screen.type(text)


def _text(element: UIElement) -> str:
    return element.text or element.content_description or ""


def _read_rows(
    screen: Screen, demo: Demo, view: View, adapter: Adapter, words: Mapping[str, str]
) -> Rows:
    """Read a list from its top to its end, and return the rows to keep."""
    keep = bound(demo.keep, adapter.fields, words)
    over = bound(demo.until, adapter.fields, words) if demo.until else lambda row: False
    yield from screen.wait_for(**view.row)
    texts: list[Texts] = []
    rows: list[Row] = []
    for _ in range(_MOST_SCROLLS):
        done = len(texts)
        texts = _joined(texts, _rows_on(screen, view, whole=False), screen)
        if _kept(texts[done:], rows, adapter, keep, over):
            return rows
        moved = yield from screen.scroll()
        if not moved:
            break
    done = len(texts)
    texts = _joined(texts, _rows_on(screen, view, whole=True), screen)
    if not texts:
        raise screen.stuck(_no_row(view))
    _kept(texts[done:], rows, adapter, keep, over)
    return rows


def _no_row(view: View) -> str:
    """Say why nothing of a list could be read."""
    needed = {
        name: column.criteria
        for name, column in view.columns.items()
        if not column.optional and not column.above
    }
    return f"no row has all columns that its view needs: {needed}"


def _kept(texts: list[Texts], rows: list[Row], adapter: Adapter, keep: Test, over: Test) -> bool:
    """Add the rows to keep; return True at the first row that need not be read any more."""
    for found in texts:
        row = _row_of(found, adapter)
        if over(row):
            return True
        if keep(row):
            rows.append(row)
    return False


def _row_of(texts: Texts, adapter: Adapter) -> Row:
    return {name: parse(adapter.fields[name], text) for name, text in texts.items()}


@dataclass(frozen=True, slots=True)
class _Spot:
    """A row on the screen.

    Attributes:
        anchor: The element that the row begins with.
        bottom: Where the next row begins; None for the last.
        texts: The row's texts.
    """

    anchor: UIElement
    bottom: float | None
    texts: Texts

    def holds(self, element: UIElement) -> bool:
        """Return whether an element is in the row."""
        return _between(element, _top(self.anchor), self.bottom)


def _between(element: UIElement, top: float, bottom: float | None) -> bool:
    return _top(element) >= top - 1 and (bottom is None or _top(element) < bottom)


def _rows_on(screen: Screen, view: View, whole: bool) -> list[Texts]:
    return [spot.texts for spot in _spots_on(screen, view, whole)]


def _spots_on(screen: Screen, view: View, whole: bool) -> list[_Spot]:
    """Return the complete rows on the screen from top to bottom.

    Args:
        screen: The screen.
        view: The list.
        whole: Whether the list is at its end, so that its last row is complete.
    """
    anchors = sorted(screen.find_all(**view.row), key=_top)
    found = []
    for i, anchor in enumerate(anchors):
        bottom = _top(anchors[i + 1]) if i + 1 < len(anchors) else None
        if bottom is None and not whole and any(c.optional for c in view.columns.values()):
            continue
        row = _row(screen, view, _top(anchor), bottom)
        if row is not None:
            found.append(_Spot(anchor, bottom, row))
    return found


def _row(screen: Screen, view: View, top: float, bottom: float | None) -> Texts | None:
    """Return the row between two heights; None if a required column is missing.

    A heading that was scrolled away is left out, to be taken from the previous rows.
    """
    row: Texts = {}
    for name, column in view.columns.items():
        elements = screen.find_all(**column.criteria)
        if column.above:
            over = [e for e in elements if _top(e) <= top]
            inside = over[-1:] if not over else [max(over, key=_top)]
        else:
            inside = [e for e in elements if _between(e, top, bottom)]
        values = [v for e in inside if (v := column.value_of(_text(e))) is not None]
        if values:
            row[name] = values[0]
        elif column.optional:
            row[name] = ""
        elif not column.above:
            return None
    return row


def _top(element: UIElement) -> float:
    box = element.bbox_pixels
    return box.y_min if box is not None else 0.0


def _joined(before: list[Texts], now: list[Texts], screen: Screen) -> list[Texts]:
    """Append the rows on the screen to those read before, matching where the two overlap."""
    for overlap in range(min(len(before), len(now)), 0, -1):
        last = before[len(before) - overlap :]
        if all(_same(one, other) for one, other in zip(last, now, strict=False)):
            break
    else:
        overlap = 0
        if before and now:
            raise screen.stuck("rows were skipped while scrolling")
    joined = list(before)
    for row in now[overlap:]:
        joined.append({**(joined[-1] if joined else {}), **row} if len(row) else row)
    return joined


def _same(one: Texts, other: Texts) -> bool:
    """Return whether two readings are of the same row; a heading may be missing from one."""
    return all(one[name] == other[name] for name in one.keys() & other.keys())
