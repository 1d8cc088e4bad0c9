"""Second ways to solve the tasks of Simple Calendar Pro: other views, with mistakes corrected."""

from __future__ import annotations

import datetime as dt

from android_gym.task_suite.android_world.calendar.demonstrations import (
    TODAY,
    adders,
    choose_day,
    choose_time,
    date_of,
    delete_marked,
    delete_open,
    deleters,
    heading,
    open_calendar,
    save,
    set_end,
)
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def open_view(screen: Screen, name: str) -> Steps:
    """Open the app and switch to another view."""
    yield from open_calendar(screen)
    yield from screen.tap_on(description="Change view")
    yield from screen.wait_for(text=name)
    yield from screen.tap_on(text=name)
    yield from screen.wait_while(text=name)


def fill(
    screen: Screen,
    day: dt.date,
    hour: str,
    title: str,
    text: str,
    minutes: str,
    repeats: str = "",
) -> Steps:
    """Fill in the form from the list of events, day and times first, with detours."""
    yield from open_view(screen, "Simple event list")
    yield from screen.tap_on(resource_id="calendar_fab")
    yield from screen.wait_for(resource_id="fab_event_label")
    yield from screen.tap_on(resource_id="calendar_fab")
    yield from screen.wait_for(resource_id="event_title")
    yield from screen.back()
    yield from screen.wait_while(description="Shift")
    yield from choose_day(screen, "event_start_date", day)
    start = int(hour) * 60
    yield from choose_time(screen, "event_start_time", (start // 60 + 1) % 24, 30)
    yield from choose_time(screen, "event_start_time", start // 60, 0)
    # The end has moved along; the first choice may have moved it to the next day and back.
    yield from set_end(screen, day, start + int(minutes))
    for _ in range(2):
        yield from screen.tap_on(text="All-day")
        yield from screen.wait()
    if repeats:
        other = {"daily": "Monthly", "weekly": "Yearly"}[repeats]
        for name in (other, repeats.title()):
            yield from screen.tap_on(resource_id="event_repetition")
            yield from screen.wait_for(text="Custom")
            yield from screen.tap_on(text=name)
            yield from screen.wait_while(text="Custom")
    yield from screen.type_into(text, resource_id="event_description")
    yield from screen.back()
    yield from screen.type_into(title, resource_id="event_title")
    yield from save(screen)


def turn_to(screen: Screen, day: dt.date) -> Steps:
    """Open the daily view and go to a day by the arrows next to its heading."""
    yield from open_view(screen, "Daily view")
    yield from screen.wait_for(text=heading(TODAY))
    side = "left" if day < TODAY else "right"
    for _ in range(abs((day - TODAY).days)):
        yield from screen.tap_on(resource_id=f"top_{side}_arrow")
    yield from screen.wait_for(text=heading(day))


def delete_each(screen: Screen, day: dt.date) -> Steps:
    """Open each event of a day, cancel once, and delete it."""
    yield from turn_to(screen, day)
    yield from screen.wait_for(resource_id="event_item_title")
    for answer in ("No", "Yes"):
        while screen.find(resource_id="event_item_title") is not None:
            yield from screen.tap_on(resource_id="event_item_title")
            yield from delete_open(screen, answer)
            if answer == "No":
                yield from screen.back()
                yield from screen.wait_for(resource_id="event_item_title")
                break
            yield from screen.wait_for(resource_id="calendar_fab")


def delete_one(
    screen: Screen, year: str, month: str, day: str, hour: str, event_title: str
) -> Steps:
    """Go to the date, select the event, hesitate, and delete it."""
    yield from turn_to(screen, date_of(year, month, day))
    yield from screen.wait_for(text=event_title)
    row = screen.need(resource_id="event_item_title", text=event_title)
    yield from screen.long_press(row)
    yield from screen.wait_for(resource_id="cab_delete")
    yield from screen.tap(screen.need(resource_id="event_item_title", text=event_title))
    yield from screen.wait_while(resource_id="cab_delete")
    yield from screen.long_press(screen.need(resource_id="event_item_title", text=event_title))
    yield from screen.wait_for(resource_id="cab_delete")
    yield from delete_marked(screen)


SCRIPTS: dict[str, Script] = {
    **adders(fill),
    **deleters(delete_each),
    "SimpleCalendarDeleteOneEvent": delete_one,
}
