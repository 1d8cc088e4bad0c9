"""Answers questions through the screen, as their data say; see `reading`."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING, Any

from android_gym.accessibility import UIElement
from android_gym.events import Answer, Event
from android_gym.task_suite.demonstrations.script import Observation, Screen, Script, Steps
from android_gym.task_suite.questions.conditions import Row, Test, bound
from android_gym.task_suite.questions.reading import Column, Criteria, Demo, Step, View
from android_gym.task_suite.questions.values import parse

if TYPE_CHECKING:
    from android_gym.task_suite.questions.adapter import Adapter
    from android_gym.task_suite.questions.schema import Question

__all__ = ["detour", "script_of"]

_MOST_SCROLLS = 200

Texts = dict[str, str]
"""A row as the screen shows it: text by field."""

Rows = Generator[Event, Observation, list[Row]]


def script_of(question: Question, demo: Demo) -> Script:
    """Return the script of a question's demonstration."""

    def script(screen: Screen, **words: str) -> Steps:
        words = dict(words)
        rows: list[Row] = []
        for step in demo.steps:
            yield from _take(screen, step, words)
        if demo.view is not None:
            for step in demo.view.open:
                yield from _take(screen, step, words)
            rows = yield from _read_rows(screen, demo, demo.view, question.adapter, words)
        if demo.answer:
            yield Answer(demo.answer.format_map(words))
        else:
            yield Answer(", ".join(question.answer.expected(rows, question.adapter, words)))

    return script


def detour(app: str, script: Script) -> Script:
    """Return a script that looks around elsewhere first: an honest second way.

    Args:
        app: Label of the app that is opened, left, and opened again.
        script: The demonstration.
    """

    def detoured(screen: Screen, **words: str) -> Steps:
        yield from screen.open_app("Settings")
        yield from screen.scroll()
        yield from screen.press("HOME")
        yield from screen.open_app(app)
        yield from screen.wait()
        moved = yield from screen.scroll()
        if moved:  # lists are read from their top
            yield from screen.scroll(forward=False)
        yield from screen.press("HOME")
        yield from script(screen, **words)

    return detoured


def _filled(criteria: Criteria, words: Mapping[str, str]) -> dict[str, Any]:
    return {
        name: value.format_map(words) if isinstance(value, str) else value
        for name, value in criteria.items()
    }


def _take(screen: Screen, step: Step, words: dict[str, str]) -> Steps:
    """Take a step; what it reads is kept in `words`."""
    criteria, text = _filled(step.criteria, words), step.text.format_map(words)
    match step.verb:
        case "open":
            yield from screen.open_app(text)
        case "type":
            yield from screen.type(text)
        case "press":
            yield from screen.press(text)
        case "tap":
            yield from screen.tap_on(**criteria)
        case "long_press":
            yield from screen.scroll_to(**criteria)
            yield from screen.long_press(screen.need(**criteria))
        case "scroll_to":
            yield from screen.scroll_to(**criteria)
        case "wait_for":
            yield from screen.wait_for(**criteria)
        case "read":
            yield from screen.scroll_to(**criteria)
            shown = _text(screen.need(**criteria))
            value = Column({}, step.pattern).value_of(shown)
            if value is None:
                raise screen.stuck(f"{shown!r} has not the pattern {step.pattern!r}")
            words[step.name] = value


def _text(element: UIElement) -> str:
    return element.text or element.content_description or ""


def _read_rows(
    screen: Screen, demo: Demo, view: View, adapter: Adapter, words: Mapping[str, str]
) -> Rows:
    """Read a list from its top to its end, and return the rows that are to be kept."""
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
    _kept(texts[done:], rows, adapter, keep, over)
    return rows


def _kept(texts: list[Texts], rows: list[Row], adapter: Adapter, keep: Test, over: Test) -> bool:
    """Add the rows that are to be kept; return True at the first that need not be looked at."""
    for found in texts:
        row: Row = {name: parse(adapter.fields[name], text) for name, text in found.items()}
        if over(row):
            return True
        if keep(row):
            rows.append(row)
    return False


def _rows_on(screen: Screen, view: View, whole: bool) -> list[Texts]:
    """Return the rows on the screen from top to bottom; those that are cut are left out.

    Args:
        screen: The screen.
        view: The list.
        whole: Whether the list is at its end, so that its last row is not cut.
    """
    anchors = sorted(screen.find_all(**view.row), key=_top)
    found = []
    for i, anchor in enumerate(anchors):
        bottom = _top(anchors[i + 1]) if i + 1 < len(anchors) else None
        if bottom is None and not whole and any(c.optional for c in view.columns.values()):
            continue
        row = _row(screen, view, _top(anchor), bottom)
        if row is not None:
            found.append(row)
    return found


def _row(screen: Screen, view: View, top: float, bottom: float | None) -> Texts | None:
    """Return the row between two heights; None if it lacks what it must have.

    A heading that has been scrolled away is left out, for the rows before to tell.
    """
    row: Texts = {}
    for name, column in view.columns.items():
        elements = screen.find_all(**column.criteria)
        if column.above:
            over = [e for e in elements if _top(e) <= top]
            inside = over[-1:] if not over else [max(over, key=_top)]
        else:
            inside = [
                e for e in elements if _top(e) >= top - 1 and (bottom is None or _top(e) < bottom)
            ]
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
    """Return the rows read so far and those on the screen, where the two overlap."""
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
    """Tell whether two readings are of one row; a heading may be on the screen in one alone."""
    return all(one[name] == other[name] for name in one.keys() & other.keys())
