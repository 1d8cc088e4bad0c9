"""Rows of events, and the title bar above a month, day or year."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence

from android_gym.simulator.appkit.simple_views import argb
from android_gym.simulator.apps.simple_calendar import texts
from android_gym.simulator.apps.simple_calendar.actions import MainActions
from android_gym.simulator.apps.simple_calendar.look import FAINT
from android_gym.simulator.apps.simple_calendar.model import EventType, Occurrence, Place
from android_gym.simulator.apps.simple_calendar.months import is_over
from android_gym.simulator.apps.simple_calendar.recurrence import local
from android_gym.simulator.apps.simple_calendar.settings import Settings
from android_gym.simulator.apps.simple_calendar.storage import PRIMARY
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

CONSTRAINT = "android.view.ViewGroup"


class EventRows:
    """Builder of event rows, which reads settings and colours once for all rows.

    Args:
        app: The main screen.
        shown: Returns the day under which an occurrence is listed.
    """

    def __init__(self, app: MainActions, shown: Callable[[Occurrence], dt.date]) -> None:
        self._app = app
        self._shown = shown
        self._types: dict[int, EventType] = {kind.id: kind for kind in app.types()}
        settings: Settings = app.settings
        self._dim = settings.flag("dim_past_events", True)
        self._dim_tasks = settings.flag("dim_completed_tasks", True)
        self._described = settings.flag("display_description", True)
        self._location = settings.flag("replace_description", False)
        self._now = app.now()

    def row(self, place: Place) -> View:
        """Build the row of an occurrence."""
        app = self._app
        found = app.store.occurrence(place)
        if found is None:  # deleted since the list was read; the list will be read again
            return View(height=0)
        event = found.event
        mark = (event.id, found.start)
        done = event.is_task and app.store.completed(event, found.start)
        faint = (self._dim_tasks and done) or (
            self._dim and not event.is_task and is_over(found, self._now, app.zone)
        )
        alpha = FAINT if faint else 1.0
        kind = self._types.get(event.event_type) or self._types.get(1)
        color = argb(event.color or (kind.color if kind else PRIMARY))
        more = event.location if self._location else event.description
        line = " ".join(more.splitlines())[:300] if self._described else ""
        side = ImageView(
            None,
            id="event_item_color_bar",
            width=16,
            height=MATCH,
            margin=(0, 0, 4, 0),
            alpha=alpha,
            background=Rounded(color, (16, 0, 0, 16)),
        )
        tick = (
            ImageView(
                "check_circle_outline",
                id="event_item_task_image",
                content_description="Task",
                size=18,
                margin=(4, 4, 0, 0),
                alpha=alpha,
            )
            if event.is_task
            else None
        )
        title = TextView(
            event.title[:300],
            id="event_item_title",
            size=17,
            strike=done,
            max_lines=1,
            padding=(0, 4, 16, 2),
            width=0,
            weight=1,
            alpha=alpha,
        )
        body = column(
            row(tick, title, width=MATCH),
            TextView(
                texts.span(found, self._shown(found), app.context),
                id="event_item_time",
                size=14,
                alpha=0.8 * alpha,
                padding=(0, 0, 0, 4),
            ),
            TextView(
                line,
                id="event_item_description",
                size=14,
                max_lines=1,
                alpha=0.8 * alpha,
                padding=(0, 0, 16, 4),
            )
            if line
            else None,
            width=0,
            weight=1,
        )
        return FrameLayout(
            [row(side, body, width=MATCH)],
            id="event_item_holder",
            class_name=CONSTRAINT,
            selected=mark in app.state.selected,
            width=MATCH,
            margin=(16, 0, 16, 8),
            background=Rounded(
                "selected_row" if mark in app.state.selected else None, 16, "outline_faint"
            ),
            on_click=lambda: app.tap_row(found),
            on_long_click=lambda: app.hold_row(found),
        )


def event_list(
    app: MainActions,
    found: Sequence[Place],
    day: dt.date | None,
    name: str,
) -> View:
    """Build the list of a day's events, or with day None, of events on their first days."""
    rows = EventRows(app, lambda each: day or local(each.start, app.zone).date())
    return RecyclerView(
        len(found),
        lambda index: rows.row(found[index]),
        row_key=lambda index: (found[index].id, found[index].start),
        id=name,
        width=MATCH,
        height=0,
        weight=1,
        padding=(0, 0, 0, 88),
    )


def navigation(app: MainActions, title: str, on_title: Callable[[], object] | None) -> View:
    """Build the title between two arrow buttons."""

    def arrow(icon: str, side: str, steps: int) -> View:
        return ImageView(
            icon,
            id=f"top_{side}_arrow",
            width=56,
            height=54,
            on_click=lambda: app.move(steps),
        )

    return row(
        arrow("chevron_left", "left", -1),
        TextView(
            title,
            id="top_value",
            content_description=title,
            size=22,
            align="center",
            padding=(0, 12),
            width=0,
            weight=1,
            on_click=on_title,
        ),
        arrow("chevron_right", "right", 1),
        width=MATCH,
        content_gravity="center_vertical",
    )
