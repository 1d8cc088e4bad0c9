"""Demonstrations of questions about Tasks.org that data alone can't describe.

The app writes days of the weeks around today as weekdays, so "Tue" is the last Tuesday or the next
one. Group headings tell them apart, and so does the calendar of a due date.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from datetime import date, timedelta

from android_gym.accessibility import UIElement
from android_gym.errors import DemonstrationError
from android_gym.events import Answer, Event
from android_gym.task_suite.demonstrations.script import Observation, Screen, Script, Steps
from android_gym.task_suite.questions.values import TODAY, parse_date

__all__ = ["SCRIPTS"]

Row = tuple[str, str, UIElement]
"""Title, due date as written, and the element of the latter."""

Rows = Generator[Event, Observation, list[Row]]


def _day(text: str) -> date:
    day = parse_date(text)
    if day is None:
        raise DemonstrationError(f"{text!r} is no date.")
    return day


def _label(day: date) -> str:
    """Return a day as written in a list."""
    ahead = (day - TODAY).days
    near = {-1: "Yest", 0: "Today", 1: "Tmrw"}
    if ahead in near:
        return near[ahead]
    return f"{day:%a}" if abs(ahead) < 7 else f"{day:%b} {day.day}"


def _heading(day: date) -> str:
    """Return the heading above the tasks due on a day that is not in the past."""
    ahead = (day - TODAY).days
    near = {0: "Today", 1: "Tomorrow"}
    if ahead in near:
        return f"Due {near[ahead]}"
    return f"Due {day:%A}" if ahead < 7 else f"Due {day:%b} {day.day}"


def _group(screen: Screen, by: str, *, finished_too: bool = False) -> Steps:
    """Open the app with its list grouped; finished tasks are separate, or in the groups too."""
    yield from screen.open_app("Tasks")
    yield from screen.tap_on(description="Sort")
    if finished_too:
        yield from screen.tap_on(checkable=True)
    yield from screen.tap_on(text="Grouping")
    yield from screen.tap_on(text=by)
    yield from screen.back()


def _top(element: UIElement) -> float:
    return element.bbox_pixels.y_min if element.bbox_pixels is not None else 0.0


def _rows(screen: Screen, under: str, over: Callable[[str], bool]) -> Rows:
    """Read the tasks under a heading.

    Args:
        screen: The screen.
        under: The heading.
        over: Tells whether a heading is below that one.
    """
    rows: dict[tuple[str, str], Row] = {}
    while True:
        heads = screen.find_all(resource_id="header")
        first = next((_top(head) for head in heads if head.text == under), None)
        end = min((_top(head) for head in heads if over(head.text or "")), default=None)
        for title in screen.find_all(resource_id="title"):
            due = screen.find(resource_id="due_date", beside=title)
            inside = (first is None or _top(title) > first) and (end is None or _top(title) < end)
            if due is not None and inside and (first is not None or rows):
                row = (title.text or "", due.text or "", due)
                rows.setdefault(row[:2], row)
        if end is not None:
            break
        moved = yield from screen.scroll()
        if not moved:
            break
    return list(rows.values())


def high_priority_on_date(screen: Screen, date: str) -> Steps:
    """Read the tasks of high priority, and look up ambiguous days in the calendar."""
    day = _day(date)
    yield from _group(screen, "By priority")
    rows = yield from _rows(screen, "High priority", lambda head: head != "High priority")
    found = [row for row in rows if row[1] == _label(day)]
    if 1 < abs((day - TODAY).days) < 7:
        found = yield from _looked_up(screen, found, day)
    yield Answer(", ".join(title for title, _, _ in found))


def _looked_up(screen: Screen, rows: list[Row], day: date) -> Rows:
    """Return the rows that are due on a day; tasks of one priority are sorted by date."""
    found: list[Row] = []
    for row in reversed(rows):
        yield from screen.scroll_to(text=row[0])
        yield from screen.tap(screen.need(resource_id="due_date", beside=screen.need(text=row[0])))
        chosen = screen.need(class_name="View", checked=True)
        yield from screen.tap_on(resource_id="cancel_button")
        if chosen.content_description != f"{day:%d %B %Y}":
            break
        found.append(row)
    return found[::-1]


def completed_for_date(screen: Screen, date: str) -> Steps:
    """Read the group of the day, including finished tasks."""
    day = _day(date)
    yield from _group(screen, "By due date", finished_too=True)
    past = day < TODAY
    late = screen.find(resource_id="header", text="Overdue")
    if not past and late is not None:
        yield from screen.tap(late)  # collapse it
    heading = "Overdue" if past else _heading(day)
    later = {_heading(TODAY + timedelta(days=ahead)) for ahead in range(60)} - {heading}
    if not past:
        later -= {_heading(TODAY + timedelta(days=n)) for n in range((day - TODAY).days)}
    rows = yield from _rows(screen, heading, later.__contains__)
    found = [row for row in rows if not past or row[1] == _label(day)]
    yield Answer(", ".join(title for title, _, _ in found))


SCRIPTS: dict[str, Script] = {
    "TasksCompletedTasksForDate": completed_for_date,
    "TasksHighPriorityTasksDueOnDate": high_priority_on_date,
}
