"""The daily view, and the simple list of upcoming events."""

from __future__ import annotations

import datetime as dt
from collections.abc import Hashable, Sequence

from android_gym.simulator.apps.simple_calendar import texts
from android_gym.simulator.apps.simple_calendar.actions import MainActions
from android_gym.simulator.apps.simple_calendar.choices import GoToDate
from android_gym.simulator.apps.simple_calendar.model import Place
from android_gym.simulator.apps.simple_calendar.recurrence import local
from android_gym.simulator.apps.simple_calendar.screens.rows import (
    EventRows,
    event_list,
    navigation,
)
from android_gym.simulator.ui.components import ViewPager
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, column
from android_gym.simulator.ui.options import Insets
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView


def days(app: MainActions) -> View:
    """Build the pager of days."""
    return ViewPager(
        dt.date.max.toordinal(),
        lambda index: _page(app, dt.date.fromordinal(index + 1)),
        current=app.day.toordinal() - 1,
        on_page=lambda index: app.show(dt.date.fromordinal(index + 1)),
        id="fragment_days_viewpager",
    )


def _page(app: MainActions, day: dt.date) -> View:
    return column(
        navigation(
            app,
            texts.day_title(day, app.today()),
            lambda: app.show_dialog(GoToDate(app.day)),
        ),
        event_list(app, app.places_of(day), day, "day_events"),
        id="day_holder",
        class_name="android.widget.RelativeLayout",
        width=MATCH,
        height=MATCH,
        padding=(0, 8, 0, 0),
    )


Row = str | dt.date | Place
"""A month heading, a day heading, or an event."""


def by_days(app: MainActions, found: Sequence[Place]) -> list[Row]:
    """Return events below headings of their months and days."""
    rows: list[Row] = []
    today, zone = app.today(), app.zone
    month: tuple[int, int] | None = None
    shown: dt.date | None = None
    for each in found:
        day = local(each.start, zone).date()
        if (day.year, day.month) != month:
            month = day.year, day.month
            rows.append(texts.month_title(day, today).upper())
        if day != shown:
            shown = day
            rows.append(day)
        rows.append(each)
    return rows


def sectioned(app: MainActions, found: Sequence[Place], name: str) -> View:
    """Build a list of events below headings."""
    rows = by_days(app, found)
    events = EventRows(app, lambda each: local(each.start, app.zone).date())
    today = app.today()

    def build(index: int) -> View:
        item = rows[index]
        if isinstance(item, str):
            return TextView(
                item, id="event_section_title", size=22, padding=(16, 12, 0, 4), width=MATCH
            )
        if isinstance(item, dt.date):
            return TextView(
                f"{item.day} {texts.DAYS[item.weekday()]}",
                id="event_section_title",
                size=14,
                color="primary" if item == today else None,
                padding=(16, 0, 0, 4),
                margin=(16, 0, 0, 0),
                width=MATCH,
            )
        assert isinstance(item, Place)
        return events.row(item)

    upcoming = next(
        (i for i, each in enumerate(rows) if isinstance(each, dt.date) and each >= today), 0
    )
    return RecyclerView(
        len(rows),
        build,
        row_key=lambda index: _key(rows[index]),
        start=upcoming - (upcoming > 0 and isinstance(rows[upcoming - 1], str)),
        id=name,
        width=MATCH,
        height=0,
        weight=1,
        padding=(0, 0, 0, 88),
    )


def _key(item: Row) -> Hashable:
    return (item.id, item.start) if isinstance(item, Place) else item


def _hint(text: str, name: str, padding: Insets) -> View:
    """Build the text shown if there is nothing to list."""
    return TextView(
        text,
        id=name,
        size=16,
        italic=True,
        alpha=0.8,
        align="center",
        padding=padding,
        width=MATCH,
    )


def simple_list(app: MainActions) -> View:
    """Build the list of upcoming and recent events."""
    found = app.listed()
    if found:
        body: View = sectioned(app, found, "calendar_events_list")
    else:
        body = column(
            _hint("No upcoming events.", "calendar_empty_list_placeholder", (16, 16, 16, 0)),
            TextView(
                "Create a new event",
                id="calendar_empty_list_placeholder_2",
                size=16,
                color="primary",
                underline=True,
                padding=16,
                on_click=app.make_event,
            ),
            width=MATCH,
            content_gravity="center_horizontal",
        )
    return column(
        body,
        id="calendar_events_list_holder",
        class_name="android.widget.RelativeLayout",
        width=MATCH,
        height=MATCH,
        padding=(0, 8, 0, 0),
    )


def results(app: MainActions) -> View:
    """Build the search results."""
    query, found = app.state.query or "", app.found()
    short = len(query) < 2
    hint = _hint("No items found.", "search_placeholder", (16, 16, 16, 0))
    more = _hint(
        "Type in at least 2 characters to start the search.", "search_placeholder_2", (16, 8)
    )
    return column(
        None if found else hint,
        more if short else None,
        sectioned(app, found, "search_results_list") if found else None,
        id="search_holder",
        class_name="android.widget.RelativeLayout",
        width=MATCH,
        height=MATCH,
    )
