"""Colours, times, and small parts that several screens share."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from typing import Any

from android_gym.simulator.appkit import people
from android_gym.simulator.apps.dialer.model import Number, shown_number
from android_gym.simulator.ui.activity import Activity, Context
from android_gym.simulator.ui.components import Toolbar
from android_gym.simulator.ui.layouts import ScrollView, full_column, wide_column, wide_row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = [
    "GREEN",
    "RED",
    "action_row",
    "avatar",
    "day_name",
    "number_rows",
    "page",
]

GREEN, RED = "#1E8E3E", "#D93025"

avatar = partial(people.avatar, nobody="account")
"""Build the circle with a name's first letter, or with a person where there is no name."""


def day_name(context: Context, when: dt.datetime) -> str:
    """Return a day in a list: Today, Yesterday, a weekday of the last week, or the date."""
    today = context.system.clock.today()
    days = (today - when.date()).days
    if days in (0, 1):
        return "Yesterday" if days else "Today"
    if 1 < days < 7:
        return f"{when:%A}"
    return f"{when:%b} {when.day}" + (f", {when.year}" if when.year != today.year else "")


def page(screen: Activity[Any], title: str, *rows: View | None) -> View:
    """Build a screen of rows below a toolbar with an arrow back."""
    body = wide_column(*rows, padding=(0, 0, 0, 24))
    return full_column(
        Toolbar(title, navigation="arrow_back", on_navigation=screen.finish),
        ScrollView(body, width=MATCH, height=0, weight=1),
    )


def action_row(icon: str, title: str, on_click: Callable[[], object]) -> View:
    """Build a row with an icon that does something."""
    return wide_row(
        ImageView(icon, tint="primary", width=40, height=40, margin=(0, 0, 16, 0)),
        TextView(title, size=16, width=0, weight=1),
        key=title,
        min_height=64,
        padding=(20, 8),
        content_gravity="center_vertical",
        on_click=on_click,
    )


def number_rows(numbers: list[Number], on_click: Callable[[str], object]) -> list[View]:
    """Build rows of contacts' numbers that are called with a tap."""
    return [
        people.two_lines(
            avatar(each.name, 40, margin=(0, 0, 16, 0)),
            TextView(each.name, id="primary", size=16, max_lines=1),
            TextView(
                f"{each.label} {shown_number(each.number)}",
                id="secondary",
                color="text_secondary",
                max_lines=1,
            ),
            key=(each.contact, each.number, place),
            min_height=64,
            on_click=partial(on_click, each.number),
        )
        for place, each in enumerate(numbers)
    ]
