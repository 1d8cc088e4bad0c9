"""Demonstrations of the questions about OpenTracks.

The list of tracks only shows activity types as icons. They are named by the aggregated statistics,
which can be restricted to some days, and found by the search, which covers types too.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from dataclasses import dataclass
from datetime import date, timedelta

from android_gym.accessibility import UIElement
from android_gym.events import Answer, Event
from android_gym.task_suite.demonstrations.script import Observation, Screen, Script, Steps
from android_gym.task_suite.questions.values import TODAY, parse_date, parse_number

__all__ = ["SCRIPTS"]

_MONDAY = TODAY - timedelta(days=TODAY.weekday())
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True)
class Total:
    """Values of an activity type in the aggregated statistics.

    Attributes:
        category: The type.
        count: Number of tracks.
        minutes: Moving time.
        metres: Distance.
    """

    category: str
    count: int
    minutes: float
    metres: float


@dataclass(frozen=True)
class Activity:
    """Values in a row of the list.

    Attributes:
        day: Its start date.
        minutes: Its duration.
        metres: Its distance.
    """

    day: date
    minutes: float
    metres: float


Totals = Generator[Event, Observation, list[Total]]


def _day(text: str) -> date:
    day = parse_date(text)
    if day is None:
        raise ValueError(f"{text!r} is no date")
    return day


def _minutes(text: str) -> float:
    """Return the minutes of ``1:30:00`` or ``45:00``."""
    seconds = 0
    for part in text.split(":"):
        seconds = seconds * 60 + int(part)
    return seconds / 60


def _metres(text: str) -> float:
    """Return the metres of ``5.28 mi``, ``1,417.32 ft`` or the like."""
    metres = parse_number(text, "m")
    if metres is None:
        raise ValueError(f"{text!r} is no distance")
    return float(metres)


def _set_day(screen: Screen, which: str, day: date) -> Steps:
    """Choose a day in one of the filter's two calendars."""
    yield from screen.tap_on(resource_id=f"filter_date_edit_text_{which}")
    shown = _day(screen.need(resource_id=f"filter_date_edit_text_{which}").text or "")
    wanted = f"{day:%d %B %Y}"
    months = (shown.year - day.year) * 12 + shown.month - day.month
    for _ in range(abs(months)):
        yield from screen.tap_on(resource_id="prev" if months > 0 else "next")
        yield from screen.wait()
    yield from screen.tap_on(description=wanted)


def _totals(screen: Screen, first: date, last: date) -> Totals:
    """Read the aggregated statistics between two days."""
    yield from screen.open_app("OpenTracks")
    yield from screen.wait_for(resource_id="track_list_fab_action")
    yield from screen.tap(screen.need(resource_id="aggregated_stats_button"))
    yield from screen.wait_for(description="Filter")
    yield from screen.tap(screen.need(description="Filter"))
    yield from _set_day(screen, "from", first)
    yield from _set_day(screen, "to", last)
    yield from screen.tap_on(text="OK")
    yield from screen.wait()
    found: dict[str, Total] = {}
    while True:
        for label in screen.find_all(resource_id="aggregated_stats_type_label"):
            total = _total(screen, label)
            if total is not None:
                found.setdefault(total.category, total)
        moved = yield from screen.scroll()
        if not moved:
            return list(found.values())


def _total(screen: Screen, label: UIElement) -> Total | None:
    """Read the item below a label; None if it is cut off."""

    def below(name: str) -> str | None:
        box = label.bbox_pixels
        top = box.y_min - 1 if box is not None else 0.0
        found = [
            (e.bbox_pixels.y_min, e.text or "")
            for e in screen.find_all(resource_id=f"aggregated_stats_{name}")
            if e.bbox_pixels is not None and e.bbox_pixels.y_min >= top
        ]
        return min(found)[1] if found else None

    parts = [below(name) for name in ("num_tracks", "distance", "distance_unit", "time")]
    # The rates are at the bottom: if they are visible, the item is complete.
    if None in parts or below("max_rate_label") is None:
        return None
    count, distance, unit, time = (part or "" for part in parts)
    category = (label.text or "").casefold()
    return Total(category, int(count.strip("()")), _minutes(time), _metres(f"{distance} {unit}"))


def _of(totals: list[Total], category: str) -> list[Total]:
    return [total for total in totals if category.casefold() in total.category]


def activities_on_date(screen: Screen, date: str) -> Steps:
    """Restrict the statistics to the day, and answer their types."""
    totals = yield from _totals(screen, _day(date), _day(date))
    yield Answer(", ".join(name for t in totals for name in [t.category] * t.count))


def total_distance(screen: Screen, category: str, start_date: str, end_date: str) -> Steps:
    """Restrict the statistics to the interval, and answer the type's distance."""
    totals = yield from _totals(screen, _day(start_date), _day(end_date))
    yield Answer(f"{sum(total.metres for total in _of(totals, category)):.0f}")


Found = Generator[Event, Observation, dict[tuple[str, str, str], Activity]]


def _found(screen: Screen, category: str) -> Found:
    """Search for an activity type, and read the rows found."""
    yield from screen.open_app("OpenTracks")
    yield from screen.wait_for(resource_id="track_list_fab_action")
    yield from screen.tap_on(description="Search")
    yield from screen.type(category)
    yield from screen.press("ENTER")
    found: dict[tuple[str, str, str], Activity] = {}
    while True:
        for element in screen.find_all(resource_id="track_list_item_time_distance"):
            said = element.text or ""
            day = _beside(screen, element, "track_list_item_date")
            time = _beside(screen, element, "track_list_item_time", below=True)
            parts = re.match(r"([\d:]+) \((.*)\)", said)
            if day is not None and time is not None and parts is not None:
                activity = Activity(_recent(day), _minutes(parts[1]), _metres(parts[2]))
                found.setdefault((day, time, said), activity)
        moved = yield from screen.scroll()
        if not moved:
            return found


def _this_week(found: dict[tuple[str, str, str], Activity]) -> list[Activity]:
    return [activity for activity in found.values() if activity.day >= _MONDAY]


def count_of_week(screen: Screen, category: str) -> Steps:
    """Search for the type, and answer the number of this week's rows."""
    found = yield from _found(screen, category)
    yield Answer(str(len(_this_week(found))))


def duration(screen: Screen, category: str, date: str) -> Steps:
    """Search for the type, and answer the time in the day's row."""
    found = yield from _found(screen, category)
    minutes = [activity.minutes for activity in found.values() if activity.day == _day(date)]
    yield Answer(f"{sum(minutes):g}")


def longest_distance(screen: Screen, category: str) -> Steps:
    """Search for the type, and answer the longest distance of this week's rows."""
    found = yield from _found(screen, category)
    yield Answer(f"{max(activity.metres for activity in _this_week(found)):.0f}")


def total_duration(screen: Screen, category: str) -> Steps:
    """Search for the type, and answer the total time of this week's rows."""
    found = yield from _found(screen, category)
    yield Answer(f"{sum(activity.minutes for activity in _this_week(found)):g}")


def _beside(screen: Screen, element: UIElement, name: str, *, below: bool = False) -> str | None:
    """Return the text of another part of an element's row.

    Args:
        screen: The screen.
        element: A part of the row.
        name: Resource id of the other part.
        below: Whether that is at the element's height, rather than in the line above.
    """
    box = element.bbox_pixels
    if box is None:
        return None
    edge = box.y_max if below else box.y_min
    found = [
        (e.bbox_pixels.y_min, e.text or "")
        for e in screen.find_all(resource_id=name)
        if e.bbox_pixels is not None and e.bbox_pixels.y_min <= edge
    ]
    return max(found)[1] if found else None


def _recent(shown: str) -> date:
    """Return the date that a row shows: a weekday is the most recent one."""
    if shown in _WEEKDAYS:
        back = (TODAY.weekday() - _WEEKDAYS.index(shown)) % 7
        return TODAY - timedelta(days=back)
    return _day(shown)


SCRIPTS: dict[str, Script] = {
    "SportsTrackerActivitiesOnDate": activities_on_date,
    "SportsTrackerActivitiesCountForWeek": count_of_week,
    "SportsTrackerActivityDuration": duration,
    "SportsTrackerLongestDistanceActivity": longest_distance,
    "SportsTrackerTotalDurationForCategoryThisWeek": total_duration,
    "SportsTrackerTotalDistanceForCategoryOverInterval": total_distance,
}
