"""Pages with calendars and clocks, and flights."""

from __future__ import annotations

import re
from typing import Final

from android_gym.accessibility import UIElement
from android_gym.task_suite.demonstrations.script import Steps
from android_gym.task_suite.miniwob.demonstrations.page import Page, box_of, centre_of, script

__all__ = ["SCRIPTS"]

_MONTHS: Final = (
    "January February March April May June July August September October November December"
).split()


def _picked(page: Page, date: str) -> Steps:
    """Pick a day, such as ``"12/31/2016"``, of the calendar that is open."""
    month, day, _ = (int(part) for part in date.split("/"))
    while (shown := _shown_month(page))[0] != month:
        # The arrows are above the first and the last day of a week.
        column = page.text("Sa" if shown[0] < month else "Su")
        yield from page.tap_at(centre_of(column)[0], centre_of(shown[1])[1])
    yield from page.tap(page.text(str(day)))


def _shown_month(page: Page) -> tuple[int, UIElement]:
    """Return which month a calendar shows, from 1 to 12, and what says so."""
    for element in page.items:
        for word in (element.text or "").split():
            if word in _MONTHS:
                return _MONTHS.index(word) + 1, element
    raise page.stuck("no calendar is open")


def _date(page: Page) -> Steps:
    (date,) = page.asks(r"Select (\S+) as the date")
    # The field can't be typed into: it stands right of its name.
    name = page.text("Date:")
    x, y = box_of(name).x_max + 40 * page.scale, centre_of(name)[1]
    yield from page.tap_at(x, y)
    yield from page.wait()
    yield from _picked(page, date)
    yield from page.wait()
    yield from page.submit()


def _minutes(element: UIElement) -> int:
    """Return how long a flight takes, from a text such as ``"3h 20m"``."""
    hours, minutes = re.findall(r"\d+", element.text or "")
    return 60 * int(hours) + int(minutes)


def _flight(page: Page) -> Steps:
    kind, start, end, date = page.asks(
        r"the (\w+) one-way flight from: (.+) to: (.+) on (\d\d/\d\d/\d{4})"
    )
    for index, place in enumerate((start, end)):
        yield from page.fill(page.fields[index], place)
        yield from page.wait()
        yield from page.tap(_suggestion(page, place))
    day = page.text("Departure Date")
    yield from page.tap_at(centre_of(day)[0], box_of(day).y_max + 12 * page.scale)
    yield from page.wait()
    yield from _picked(page, date)
    yield from page.wait()
    yield from page.submit("Search")
    yield from _booked(page, shortest=kind == "shortest")


def _suggestion(page: Page, place: str) -> UIElement:
    """Return the airport that is offered for a city or an airport's code."""
    for element in page.items:
        text = (element.text or "").strip()
        if not element.is_editable and (text.startswith(f"{place} (") or f"({place})" in text):
            return element
    raise page.stuck(f"no airport is offered for {place!r}")


def _booked(page: Page, shortest: bool) -> Steps:
    """Look through the flights that were found, and book the best."""
    box = next(box_of(e) for e in page.items if e.is_scrollable)
    costs: dict[str, int] = {}
    while True:
        before = dict(costs)
        length: int | None = None
        for element in sorted(page.items, key=lambda e: box_of(e).y_min):
            text = (element.text or "").strip()
            if re.fullmatch(r"\d+h \d+m", text):
                length = _minutes(element)
            price = re.fullmatch(r"Book flight for \$(\d+)", text)
            if price and (not shortest or length is not None):
                costs[text] = length if shortest and length is not None else int(price[1])
                length = None
        if costs == before and before:
            break
        yield from page.swipe_inside(box, share=0.7)
    best = min(costs, key=lambda text: costs[text])
    for _ in range(12):
        found = [e for e in page.texts(best) if box_of(e).height > 12 * page.scale]
        if found:
            yield from page.tap(found[0])
            return
        yield from page.swipe_inside(box, down=False, share=0.5)
    raise page.stuck(f"{best!r} can't be found again")


def _day_entered(page: Page) -> Steps:
    """Choose a day in the phone's own window."""
    month, day, year = page.asks(r"Enter (\d\d)/(\d\d)/(\d{4}) as the date")
    yield from page.tap(page.of_class("Spinner", "EditText")[0])
    yield from page.tap_on(resource_id="date_picker_header_year")
    years = page.need(class_name="ListView")
    for _ in range(8):
        if page.find(text=year):
            break
        yield from page.scroll(years, forward=False)
    yield from page.tap(page.need(text=year))
    wanted = 12 * int(year) + int(month) - 1
    for _ in range(12):
        shown = next(e for e in page.find_all(class_name="View", clickable=True) if e.text == "15")
        _, name, of_year = (shown.content_description or "").split()
        way = wanted - (12 * int(of_year) + _MONTHS.index(name))
        if not way:
            break
        yield from page.tap(page.need(resource_id="next" if way > 0 else "prev"))
    yield from page.tap(page.need(description=f"{day} {_MONTHS[int(month) - 1]} {year}"))
    yield from page.tap(page.need(resource_id="button1"))
    yield from page.submit()


def _time_entered(page: Page) -> Steps:
    """Choose a time on the phone's own clock."""
    hour, minute, half = page.asks(r"Enter (\d+):(\d\d)\s(AM|PM) as the time")
    yield from page.tap(page.of_class("Spinner", "EditText")[0])
    yield from page.tap(page.need(resource_id="toggle_mode"))
    for field, number in (("input_hour", hour), ("input_minute", minute)):
        yield from page.tap(page.need(resource_id=field))
        yield from page.press("MOVE_END")
        for _ in range(len(page.need(resource_id=field).text or "")):
            yield from page.press("DEL")
        yield from page.type(number)
    chosen = page.need(resource_id="text1")
    if chosen.text != half:
        yield from page.tap(chosen)
        yield from page.tap(page.need(text=half))
    yield from page.tap(page.need(resource_id="button1"))
    yield from page.submit()


SCRIPTS = {
    "book-flight": script(_flight),
    "enter-date": script(_day_entered),
    "enter-time": script(_time_entered),
    "choose-date": script(_date),
    "choose-date-easy": script(_date),
    "choose-date-medium": script(_date),
}
"""Scripts by the names of pages."""
