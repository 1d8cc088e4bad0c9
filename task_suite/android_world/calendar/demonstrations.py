"""Demonstrations of the tasks of Simple Calendar Pro."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Generator, Mapping

from android_gym.accessibility import UIElement
from android_gym.events import Answer, Event
from android_gym.task_suite.demonstrations.script import Observation, Screen, Script, Steps
from android_gym.task_suite.questions.values import parse_date, parse_time

__all__ = [
    "SCRIPTS",
    "TODAY",
    "adders",
    "choose_day",
    "choose_time",
    "date_of",
    "delete_marked",
    "delete_open",
    "deleters",
    "heading",
    "open_calendar",
    "open_day",
    "save",
    "set_end",
]

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
TODAY = dt.date(2023, 10, 15)
"""The date on every phone that AndroidWorld sets up; month and day are on the screen too."""
_NOW = "15:34"
_MOST_SCROLLS = 40


def open_calendar(screen: Screen) -> Steps:
    """Open the app."""
    yield from screen.open_app("Simple Calendar Pro")
    yield from screen.wait_for(resource_id="calendar_fab")


def open_day(screen: Screen, day: dt.date) -> Steps:
    """Tap a day in the grid of the current month."""
    yield from open_calendar(screen)
    cells = screen.find_all(resource_id="month_view_background")
    first = day.replace(day=1)
    # A month that begins on a Sunday is shown below a week of the previous month.
    index = first.isoweekday() + day.day - 1
    if len(cells) <= index:
        raise screen.stuck("the month does not show six weeks of days")
    yield from screen.tap(cells[index])
    yield from screen.wait_for(text=heading(day))


def heading(day: dt.date) -> str:
    """Return the heading of a day of this year."""
    return f"{_MONTHS[day.month - 1]} {day.day} ({_DAYS[day.weekday()][:3]})"


def add_event(
    screen: Screen,
    day: dt.date,
    hour: str,
    title: str,
    text: str,
    minutes: str,
    repeats: str = "",
) -> Steps:
    """Fill in the form for a new event and save it."""
    yield from open_day(screen, day)
    yield from screen.tap_on(resource_id="calendar_fab")
    yield from screen.wait_for(resource_id="fab_event_label")
    yield from screen.tap_on(resource_id="fab_event_label")
    yield from screen.wait_for(resource_id="event_title")
    yield from screen.type_into(title, resource_id="event_title")
    yield from screen.type_into(text, resource_id="event_description")
    yield from screen.back()
    start = int(hour) * 60
    yield from choose_time(screen, "event_start_time", start // 60, 0)
    yield from set_end(screen, day, start + int(minutes))
    if repeats:
        yield from screen.tap_on(resource_id="event_repetition")
        yield from screen.wait_for(text=repeats.title())
        yield from screen.tap_on(text=repeats.title())
        yield from screen.wait_for(resource_id="event_repetition_limit")
    yield from save(screen)


def save(screen: Screen) -> Steps:
    """Save the event in the editor, confirming the disclaimer shown the first time."""
    yield from screen.tap_on(description="Save")
    yield from screen.wait()
    if screen.find(text="Disclaimer") is not None:
        yield from screen.tap_on(text="OK")
    yield from screen.wait_for(resource_id="calendar_fab")


def set_end(screen: Screen, day: dt.date, end: int) -> Steps:
    """Set the end of an event that begins on a day, in minutes from that day's midnight."""
    if end >= 1440:
        yield from choose_day(screen, "event_end_date", day + dt.timedelta(days=1))
    yield from choose_time(screen, "event_end_time", end // 60 % 24, end % 60)


def choose_time(screen: Screen, field: str, hour: int, minute: int) -> Steps:
    """Choose a time on the dial: the hour, then the minute, which is a multiple of five."""
    yield from screen.tap_on(resource_id=field)
    yield from screen.wait_for(resource_id="material_timepicker_ok_button")
    half = ("am", "pm")[hour // 12]
    button = f"material_clock_period_{half}_button"
    if screen.find(resource_id=button) is not None:  # the phone uses the 12-hour format
        yield from screen.tap_on(resource_id=button)
        label = f"{hour % 12 or 12} o'clock"
    else:
        label = f"{hour} hours"
    yield from screen.tap_on(class_name="TextView", description=label)
    yield from screen.wait_for(class_name="TextView", description="55 minutes")
    yield from screen.tap_on(class_name="TextView", description=f"{minute} minutes")
    yield from screen.tap_on(resource_id="material_timepicker_ok_button")
    yield from screen.wait_while(resource_id="material_timepicker_ok_button")


def choose_day(screen: Screen, field: str, day: dt.date) -> Steps:
    """Choose a day in the picker, on its first page or the next."""
    yield from screen.tap_on(resource_id=field)
    label = f"{day.day:02} {_MONTHS[day.month - 1]} {day.year}"
    yield from screen.wait_for(description="Next month")
    if screen.find(description=label) is None:
        yield from screen.tap_on(description="Next month")
        yield from screen.wait_for(description=label)
    yield from screen.tap_on(description=label)
    yield from screen.tap_on(resource_id="button1")
    yield from screen.wait_while(description="Next month")


def date_of(year: str, month: str, day: str) -> dt.date:
    """Return the date of a goal."""
    return dt.date(int(year), int(month), int(day))


def this(day_of_week: str) -> dt.date:
    """Return the date of this weekday in the week that begins today, a Sunday."""
    return TODAY + dt.timedelta(days=_DAYS.index(day_of_week) + 1)


Add = Callable[[Screen, dt.date, str, str, str, str, str], Steps]
"""Adds an event: day, hour, title, description, minutes, and "daily", "weekly" or ""."""


def adders(add: Add) -> dict[str, Script]:
    """Return the scripts of all tasks that add an event, using a given way to add one."""

    def on(day: dt.date, screen: Screen, event: Mapping[str, str]) -> Steps:
        names = ("hour", "event_title", "event_description", "duration_mins")
        hour, title, text, minutes = (event[name] for name in names)
        yield from add(screen, day, hour, title, text, minutes, event.get("repeat_rule", ""))

    def add_on(screen: Screen, year: str, month: str, day: str, **event: str) -> Steps:
        yield from on(date_of(year, month, day), screen, event)

    def add_this(screen: Screen, day_of_week: str, **event: str) -> Steps:
        yield from on(this(day_of_week), screen, event)

    def add_tomorrow(screen: Screen, **event: str) -> Steps:
        yield from on(TODAY + dt.timedelta(days=1), screen, event)

    def add_in_two_weeks(screen: Screen, **event: str) -> Steps:
        yield from on(TODAY + dt.timedelta(days=14), screen, event)

    return {
        "SimpleCalendarAddOneEvent": add_on,
        "SimpleCalendarAddOneEventInTwoWeeks": add_in_two_weeks,
        "SimpleCalendarAddOneEventRelativeDay": add_this,
        "SimpleCalendarAddOneEventTomorrow": add_tomorrow,
        "SimpleCalendarAddRepeatingEvent": add_on,
    }


Delete = Callable[[Screen, dt.date], Steps]
"""Deletes all events of a day."""


def deleters(delete: Delete) -> dict[str, Script]:
    """Return the scripts of the tasks that delete a day's events, using a given way to do so."""

    def delete_on(screen: Screen, year: str, month: str, day: str) -> Steps:
        yield from delete(screen, date_of(year, month, day))

    def delete_this(screen: Screen, day_of_week: str) -> Steps:
        yield from delete(screen, this(day_of_week))

    return {
        "SimpleCalendarDeleteEvents": delete_on,
        "SimpleCalendarDeleteEventsOnRelativeDay": delete_this,
    }


def _rows(screen: Screen) -> list[UIElement]:
    return screen.find_all(resource_id="event_item_title")


def delete_day(screen: Screen, day: dt.date) -> Steps:
    """Select all events of a day and delete them."""
    yield from open_day(screen, day)
    yield from screen.wait_for(resource_id="event_item_title")
    yield from screen.long_press(_rows(screen)[0])
    yield from screen.wait_for(resource_id="cab_delete")
    count = len(_rows(screen))
    for index in range(1, count):
        yield from screen.tap(_rows(screen)[index])
    yield from delete_marked(screen)


def delete_marked(screen: Screen) -> Steps:
    """Delete the selected events, and confirm."""
    yield from screen.tap_on(resource_id="cab_delete")
    yield from reply(screen, "Yes")


def delete_open(screen: Screen, word: str) -> Steps:
    """Delete the event in the editor, and answer the question that follows."""
    yield from screen.wait_for(description="Delete")
    yield from screen.tap_on(description="Delete")
    yield from reply(screen, word)


def reply(screen: Screen, word: str) -> Steps:
    """Answer a question with the button of this name."""
    yield from screen.wait_for(text=word)
    yield from screen.tap_on(text=word)
    yield from screen.wait_while(text=word)


def delete_one(
    screen: Screen, year: str, month: str, day: str, hour: str, event_title: str
) -> Steps:
    """Open the only event of a day, and delete it."""
    yield from open_day(screen, date_of(year, month, day))
    yield from screen.tap_on(resource_id="event_item_title", text=event_title)
    yield from screen.wait_for(description="Delete")
    shown = screen.need(resource_id="event_start_time").text or ""
    begins = dt.time(int(hour))
    if shown not in (f"{begins:%H:%M}", f"{begins:%I:%M %p}"):
        raise screen.stuck(f"the event starts at {shown}")
    yield from delete_open(screen, "Yes")
    yield from screen.wait_for(resource_id="calendar_fab")


# -- questions

Read = Generator[Event, Observation, list[tuple[str, str]]]


def _shown(screen: Screen) -> list[tuple[str, str]]:
    """Return time (such as 21:45) and title of the rows on the screen."""
    titles = screen.find_all(resource_id="event_item_title")
    times = screen.find_all(resource_id="event_item_time")
    return [
        (parse_time((time.text or "").partition(" - ")[0]) or "", title.text or "")
        for title, time in zip(titles, times, strict=False)
    ]


def read_day(screen: Screen, date: str) -> Read:
    """Open the day that a question names, and read its whole list."""
    day = parse_date(date)
    if day is None:
        raise screen.stuck(f"{date!r} is no day")
    yield from open_day(screen, day)
    found: list[tuple[str, str]] = []
    for _ in range(_MOST_SCROLLS):
        found += [row for row in _shown(screen) if row not in found]
        if screen.find(resource_id="day_events", scrollable=True) is None:
            break
        moved = yield from screen.scroll()
        if not moved:
            break
    return found


def _answer(rows: list[tuple[str, str]]) -> Answer:
    return Answer(", ".join(title for _, title in rows))


def events_on(screen: Screen, date: str) -> Steps:
    """Answer the titles of all events of a day."""
    rows = yield from read_day(screen, date)
    yield _answer(rows)


def events_at(screen: Screen, date: str, time: str) -> Steps:
    """Answer the titles of the events that begin at a given day and time."""
    rows = yield from read_day(screen, date)
    yield _answer([row for row in rows if row[0] == parse_time(time)])


def first_after(screen: Screen, date: str, time: str) -> Steps:
    """Answer the title of the first event at or after a time of a day."""
    rows = yield from read_day(screen, date)
    yield _answer([row for row in rows if row[0] >= (parse_time(time) or "")][:1])


def events_between(screen: Screen, date: str, start_time: str) -> Steps:
    """Answer the titles of a day's events that begin between a time and eight in the evening."""
    rows = yield from read_day(screen, date)
    yield _answer([row for row in rows if (parse_time(start_time) or "") <= row[0] <= "20:00"])


def next_event(screen: Screen) -> Steps:
    """Answer the title of today's next event."""
    rows = yield from read_day(screen, TODAY.isoformat())
    yield _answer([row for row in rows if row[0] >= _NOW][:1])


SCRIPTS: dict[str, Script] = {
    **adders(add_event),
    **deleters(delete_day),
    "SimpleCalendarAnyEventsOnDate": events_on,
    "SimpleCalendarDeleteOneEvent": delete_one,
    "SimpleCalendarEventOnDateAtTime": events_at,
    "SimpleCalendarEventsInTimeRange": events_between,
    "SimpleCalendarEventsOnDate": events_on,
    "SimpleCalendarFirstEventAfterStartTime": first_after,
    "SimpleCalendarNextEvent": next_event,
}
