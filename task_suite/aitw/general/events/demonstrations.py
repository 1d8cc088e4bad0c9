"""Demonstrations of looking at events."""

from __future__ import annotations

import datetime as dt
import re
from typing import Final

from android_gym.accessibility import UIElement
from android_gym.events import Answer
from android_gym.task_suite.aitw.general.instructions import scripts_of
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "lies_on_its_side", "open_calendar", "show_week", "turn"]

_DRAWER: Final = "Show Calendar List and Settings drawer"
_DAY: Final = re.compile(r"\w+day, \d{1,2} \w+")
_HOURS: Final = re.compile(r"\d{1,2}:\d\d.*[AP]M")
_DATES: Final = 0.15
"""Share of the screen's shorter side that the dates of the list take."""

_MOST_SCROLLS: Final = 6
_SCROLLS_OF_A_DAY: Final = 8
"""Scrolls that show a working day on a screen that lies on its side."""


def open_calendar(screen: Screen) -> Steps:
    """Open Google Calendar at today."""
    yield from screen.open_app("Google Calendar")
    yield from screen.wait_for(description=_DRAWER)


def lies_on_its_side(screen: Screen) -> bool:
    """Return whether the screen is wider than high, so that little of a list is to be seen."""
    return screen.observation.width > screen.observation.height


def turn(screen: Screen, forward: bool = True) -> Steps:
    """Scroll up or down by about half of what can be seen.

    On its side the list is so wide that `Screen.scroll` takes it for a strip, and moves sideways.
    """
    box = screen.need(scrollable=True).bbox_pixels
    if box is None or not lies_on_its_side(screen):
        yield from screen.scroll(forward=forward)
        return
    x, y = box.center
    step = 0.25 * box.height if forward else -0.25 * box.height
    yield from screen.swipe((x, y + step), (x, y - step))


def show_week(screen: Screen, subject: str) -> Steps:
    """Choose the view of a week from the drawer, and scroll through the hours if few are shown."""
    yield from open_calendar(screen)
    yield from screen.tap_on(description=_DRAWER)
    yield from screen.wait_for(text="Week")
    yield from screen.tap_on(text="Week")
    yield from screen.wait_for(description=_DRAWER)
    if lies_on_its_side(screen):
        yield from turn(screen, forward=False)
        for _ in range(_SCROLLS_OF_A_DAY):
            yield from turn(screen)


def _days(screen: Screen) -> list[tuple[dt.date, UIElement]]:
    """Return the days of the list, with their rows; the year is any in which they are such days."""
    found = []
    for row in screen.find_all(class_name="LinearLayout"):
        if _DAY.fullmatch(row.content_description or ""):
            for year in range(2023, 2035):
                day = dt.datetime.strptime(f"{row.content_description} {year}", "%A, %d %B %Y")
                if f"{day:%A}" == (row.content_description or "").partition(",")[0]:
                    found.append((day.date(), row))
                    break
    return found


def _titles(screen: Screen) -> list[tuple[dt.date, str]]:
    """Return the titles on the screen, each with its day: the last one whose row begins above."""
    days = [(row.bbox_pixels.y_min, day) for day, row in _days(screen) if row.bbox_pixels]
    dates = _DATES * min(screen.observation.width, screen.observation.height)
    found = []
    for element in screen.find_all(class_name="TextView"):
        box, text = element.bbox_pixels, element.text or ""
        if box is None or box.x_min < dates or _HOURS.search(text):
            continue
        above = [day for top, day in sorted(days) if top < box.center[1]]
        if above:
            found.append((above[-1], text))
    return found


def tell_rest(screen: Screen, subject: str) -> Steps:
    """Read the list from today on, as far as the week or the month goes."""
    yield from open_calendar(screen)
    yield from screen.wait_for(class_name="RecyclerView")
    whole = [(day, row) for day, row in _days(screen) if (_height(row) > 40)]
    today = whole[0][0]
    titles: dict[str, None] = {}
    for _ in range(_MOST_SCROLLS):
        for day, title in _titles(screen):
            if today < day and _is_asked_for(subject, today, day):
                titles[title] = None
        if any(day > today and not _is_asked_for(subject, today, day) for day, _ in _days(screen)):
            break
        yield from turn(screen)
    yield Answer(", ".join(titles))


def _height(row: UIElement) -> float:
    return row.bbox_pixels.height if row.bbox_pixels is not None else 0.0


def _is_asked_for(subject: str, today: dt.date, day: dt.date) -> bool:
    if subject == "rest of the month":
        return (day.year, day.month) == (today.year, today.month)
    return day <= today + dt.timedelta(days=6 - today.weekday())


SCRIPTS: dict[str, Script] = {
    **scripts_of("show_events", show_week),
    **scripts_of("rest_events", tell_rest),
}
