"""The yearly view: twelve small months."""

from __future__ import annotations

import datetime as dt

from android_gym.simulator.appkit.simple_views import argb
from android_gym.simulator.apps.simple_calendar import texts
from android_gym.simulator.apps.simple_calendar.actions import MainActions
from android_gym.simulator.apps.simple_calendar.choices import GoToDate
from android_gym.simulator.apps.simple_calendar.model import MONTHLY
from android_gym.simulator.apps.simple_calendar.months import Marks, month_after
from android_gym.simulator.apps.simple_calendar.screens.rows import navigation
from android_gym.simulator.ui.components import ViewPager
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import column, row
from android_gym.simulator.ui.month_grid import MonthPicture
from android_gym.simulator.ui.month_look import GridDay
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

YEARS = 9998
COLUMNS = 3


def years(app: MainActions) -> View:
    """Build the pager of years."""
    return ViewPager(
        YEARS,
        lambda index: _page(app, index + 1),
        current=app.day.year - 1,
        on_page=lambda index: app.show(dt.date(index + 1, app.day.month, 1)),
        id="fragment_years_viewpager",
    )


def _page(app: MainActions, year: int) -> View:
    days = [dt.date.fromordinal(dt.date(year, 1, 1).toordinal() + i) for i in range(366)]
    if days[-1].year != year:
        days.pop()
    marks = dict(zip(days, Marks(app.store, days, app.now()).first_colors(), strict=True))
    months = [_month(app, dt.date(year, month, 1), marks) for month in range(1, 13)]
    rows = [
        row(*months[index : index + COLUMNS], width=MATCH, height=0, weight=1)
        for index in range(0, 12, COLUMNS)
    ]
    return column(
        navigation(app, str(year), lambda: app.show_dialog(GoToDate(app.day, whole=False))),
        column(
            *rows,
            id="calendar_wrapper",
            class_name="android.widget.TableLayout",
            width=MATCH,
            height=0,
            weight=1,
            padding=10,
        ),
        id="calendar_holder",
        class_name="android.widget.RelativeLayout",
        width=MATCH,
        height=MATCH,
    )


def _month(app: MainActions, month: dt.date, marks: dict[dt.date, int | None]) -> View:
    today = app.today()
    before = month.isoweekday() % 7 if app.settings.sunday_first else month.weekday()
    days = [GridDay(0)] * before
    day = month
    while day.month == month.month:
        color = marks[day]
        days.append(
            GridDay(day.day, today=day == today, color=None if color is None else argb(color))
        )
        if day == dt.date.max:
            break
        day += dt.timedelta(days=1)
    days += [GridDay(0)] * (42 - len(days))
    here = (month.year, month.month) == (today.year, today.month)
    return column(
        TextView(
            texts.MONTHS[month.month - 1].upper(),
            id=f"month_{month.month}_label",
            size=12,
            color="primary" if here else None,
            align="center",
            width=MATCH,
            padding=(0, 4),
        ),
        MonthPicture(
            "",
            days,
            text_size=8,
            id=f"month_{month.month}",
            width=MATCH,
            height=0,
            weight=1,
        ),
        id=f"month_{month.month}_holder",
        class_name="android.widget.LinearLayout",
        width=0,
        weight=1,
        height=MATCH,
        padding=(3, 0),
        on_click=lambda: app.push(MONTHLY, month_after(month, 0)),
    )
