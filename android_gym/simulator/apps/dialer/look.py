"""Themes, dates, and small views shared by several screens."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from android_gym.simulator.appkit import people
from android_gym.simulator.apps.dialer.model import Number, shown_number
from android_gym.simulator.ui.activity import Activity, Context
from android_gym.simulator.ui.components import Toolbar
from android_gym.simulator.ui.drawables import Layers, VectorPath
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, full_column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = [
    "GREEN",
    "RED",
    "action_row",
    "VASE",
    "avatar",
    "create_row",
    "day_name",
    "number_rows",
    "page",
]

GREEN, RED = "#1E8E3E", "#D93025"


def _arc(x: float, y: float, radius: float, *, half: bool = False) -> str:
    """Return the path of a circle, or of its upper half."""
    k, r = radius * 0.5523, radius
    top = (
        f"M{x - r} {y}C{x - r} {y - k} {x - k} {y - r} {x} {y - r}"
        f"C{x + k} {y - r} {x + r} {y - k} {x + r} {y}"
    )
    if half:
        return top + "Z"
    return (
        f"{top}C{x + r} {y + k} {x + k} {y + r} {x} {y + r}"
        f"C{x - k} {y + r} {x - r} {y + k} {x - r} {y}Z"
    )


_VASE_SIZE = (216.0, 300.0)
_LINES = (
    "M108 190V84M104 190C96 150 84 120 62 84M112 190C122 150 140 124 158 96"
    "M106 200C92 176 72 164 44 152M112 200C126 170 150 160 174 158"
    "M76 192H140C140 212 128 214 128 232C150 246 152 270 150 300"
    "M76 192C76 212 88 214 88 232C66 246 64 270 66 300M28 300H188"
)
_LEAVES = (
    "M54 84C44 70 48 58 48 50C56 58 62 58 62 48C68 58 74 58 78 50C80 66 76 80 54 84Z"
    "M150 100C138 88 140 70 150 60C164 68 170 86 150 100Z"
    "M66 300C64 272 66 258 78 246H138C150 258 152 272 150 300Z"
)
VASE: Final = Layers(
    (
        VectorPath(_LINES, _VASE_SIZE, None, "primary", 1.6),
        VectorPath(
            _arc(108, 36, 34) + _arc(40, 124, 34) + _arc(188, 158, 14),
            _VASE_SIZE,
            "background",
            "primary",
            1.6,
        ),
        VectorPath(
            _LEAVES
            + _arc(108, 26, 11)
            + _arc(108, 58, 21, half=True)
            + _arc(40, 114, 11)
            + _arc(40, 146, 21, half=True),
            _VASE_SIZE,
            "primary",
        ),
    )
)
"""Contacts growing in a vase: the picture of an empty contact list."""

avatar = partial(people.avatar, nobody="account")
"""Build the avatar with a name's first letter, or with an icon if there is no name."""


def day_name(context: Context, when: dt.datetime) -> str:
    """Format a day in a list: Today, Yesterday, a weekday of the last week, or the date."""
    today = context.system.clock.today()
    days = (today - when.date()).days
    if days in (0, 1):
        return "Yesterday" if days else "Today"
    if 1 < days < 7:
        return f"{when:%A}"
    return f"{when:%b} {when.day}" + (f", {when.year}" if when.year != today.year else "")


def page(screen: Activity[Any], title: str, *rows: View | None) -> View:
    """Build a page of rows below a toolbar with a back arrow."""
    body = wide_column(*rows, padding=(0, 0, 0, 24))
    return full_column(
        Toolbar(title, navigation="arrow_back", on_navigation=screen.finish),
        ScrollView(body, width=MATCH, height=0, weight=1),
    )


def action_row(
    icon: str, title: str, on_click: Callable[[], object], id: str | None = None
) -> View:
    """Build a row of an icon and an action; `id` is its text's."""
    return wide_row(
        ImageView(icon, tint="primary", width=40, height=40, margin=(0, 0, 16, 0)),
        TextView(title, id=id, size=16, width=0, weight=1),
        key=title,
        min_height=64,
        padding=(20, 8),
        content_gravity="center_vertical",
        on_click=on_click,
    )


def create_row(on_click: Callable[[], object]) -> View:
    """Build the row above all contacts that creates a contact."""
    return wide_row(
        ImageView(
            "account_plus_outline",
            id="photo",
            tint="primary",
            width=40,
            height=40,
            margin=(72, 0, 16, 0),
        ),
        TextView(
            "Create new contact", id="contact_name", size=16, color="primary", width=0, weight=1
        ),
        id="click_target",
        key="create",
        min_height=56,
        padding=(0, 8, 16, 8),
        content_gravity="center_vertical",
        on_click=on_click,
    )


def number_rows(numbers: list[Number], on_click: Callable[[str], object]) -> list[View]:
    """Build rows of contacts' numbers, which a tap calls."""
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
