"""The monthly views: a grid of days, alone or above a day's events."""

from __future__ import annotations

import datetime as dt

from android_gym.simulator.apps.simple_calendar import texts
from android_gym.simulator.apps.simple_calendar.actions import MainActions
from android_gym.simulator.apps.simple_calendar.choices import GoToDate
from android_gym.simulator.apps.simple_calendar.model import DAILY
from android_gym.simulator.apps.simple_calendar.months import (
    Marks,
    day_span,
    grid_days,
    marked_days,
    week_letters,
)
from android_gym.simulator.apps.simple_calendar.screens.rows import event_list, navigation
from android_gym.simulator.ui.components import ViewPager
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.month_grid import MonthGrid, MonthPicture
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Divider, TextView

FIRST = dt.date(1, 1, 1)
PAGES = 9998 * 12
"""Number of months in the pager; the app re-centres its pager instead, which looks the same."""

DOTS = 3


def _index(day: dt.date) -> int:
    return (day.year - FIRST.year) * 12 + day.month - 1


def _month(index: int) -> dt.date:
    return dt.date(FIRST.year + index // 12, index % 12 + 1, 1)


def months(app: MainActions) -> View:
    """Build the pager of months."""
    return ViewPager(
        PAGES,
        lambda index: _page(app, _month(index)),
        current=_index(app.day),
        on_page=lambda index: app.show(_month(index)),
        id="fragment_months_viewpager",
    )


def months_with_day(app: MainActions) -> View:
    """Build the pager of months with a day's events below each."""
    return ViewPager(
        PAGES,
        lambda index: _page_with_day(app, _month(index)),
        current=_index(app.day),
        on_page=lambda index: app.show(_month(index)),
        id="fragment_months_days_viewpager",
    )


def _weekday(app: MainActions, month: dt.date, today: dt.date) -> int:
    """Return today's column if it is in the month, else -1."""
    if (month.year, month.month) != (today.year, today.month):
        return -1
    return today.isoweekday() % 7 if app.settings.sunday_first else today.weekday()


def _weekend(app: MainActions) -> str | None:
    settings = app.settings
    return settings.weekend_color if settings.flag("highlight_weekends", False) else None


def _page(app: MainActions, month: dt.date) -> View:
    settings, today = app.settings, app.today()
    days = grid_days(month, settings.sunday_first)
    weeks = [day.isocalendar().week for day in days[1::7]]
    picture = MonthPicture(
        week_letters(settings.sunday_first),
        marked_days(days, month, today, weekend=_weekend(app)),
        Marks(app.store, days, app.now()).bars(),
        weeks=weeks if settings.flag("week_numbers", False) else (),
        lines=settings.flag("show_grid", False),
        weekday=_weekday(app, month, today),
        id="month_view",
    )
    grid = MonthGrid(
        picture,
        on_day=lambda index: app.push(DAILY, days[index]),
        day_id="month_view_background",
        id="month_view_wrapper",
        height=0,
        weight=1,
    )
    return column(
        navigation(
            app,
            texts.month_title(month, today),
            lambda: app.show_dialog(GoToDate(app.day, whole=False)),
        ),
        grid,
        id="month_calendar_holder",
        class_name="android.widget.RelativeLayout",
        width=MATCH,
        height=MATCH,
    )


def _page_with_day(app: MainActions, month: dt.date) -> View:
    settings, today, picked = app.settings, app.today(), app.state.picked
    days = grid_days(month, settings.sunday_first)
    dots = Marks(app.store, days, app.now()).dots(DOTS)
    picture = MonthPicture(
        week_letters(settings.sunday_first),
        marked_days(days, month, today, weekend=_weekend(app), picked=picked, dots=dots),
        weekday=_weekday(app, month, today),
        id="month_view",
    )
    grid = MonthGrid(
        picture,
        on_day=lambda index: app.update(picked=days[index], selected=()),
        day_id="month_view_background",
        id="month_day_view_wrapper",
        height=0,
        weight=3,
    )
    if picked is None:
        zone = app.zone
        first, after = month, days[-1]
        last = max(day for day in days if day.month == month.month and day <= after)
        found = app.store.places(day_span(first, zone)[0], day_span(last, zone)[1])
        title = texts.month_title(month, today)
    else:
        found = app.places_of(picked)
        title = texts.day_text(picked, today)
    empty = TextView(
        "No items found.",
        id="month_day_no_events_placeholder",
        size=16,
        italic=True,
        alpha=0.8,
        align="center",
        width=MATCH,
        padding=(16, 0),
    )
    below = column(
        TextView(
            title,
            id="month_day_selected_day_label",
            size=22,
            align="center",
            padding=(0, 12, 0, 4),
            width=MATCH,
            on_click=lambda: app.show_dialog(GoToDate(app.day, whole=False)),
        ),
        event_list(app, found, picked, "month_day_events_list") if found else empty,
        id="month_day_list_holder",
        class_name="android.widget.RelativeLayout",
        width=MATCH,
        height=0,
        weight=7,
    )
    return column(
        grid,
        Divider(id="month_day_view_divider", width=MATCH),
        below,
        id="month_day_calendar_holder",
        class_name="android.view.ViewGroup",
        width=MATCH,
        height=MATCH,
        padding=(0, 8, 0, 0),
    )
