"""The time here, and in other cities."""

from __future__ import annotations

import datetime as dt
import zoneinfo
from typing import TYPE_CHECKING, Any

from android_gym.simulator.apps.deskclock import storage
from android_gym.simulator.apps.deskclock.city_list import City, chosen, remove
from android_gym.simulator.apps.deskclock.look import FAB_ROOM, SNACKBAR_BOTTOM, big_time, fab_row
from android_gym.simulator.apps.deskclock.texts import clock_text, count, is_24
from android_gym.simulator.ui.activity import Activity
from android_gym.simulator.ui.components import SwipeRow
from android_gym.simulator.ui.layouts import RecyclerView, column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import TextView

if TYPE_CHECKING:
    from android_gym.simulator.apps.deskclock.screens import DeskClock

__all__ = ["fab", "local_time", "page"]


def local_time(app: Activity[Any], size: float, *, color: str = "text_primary") -> list[View]:
    """The time, large, and the date below it."""
    clock = app.context.system.clock
    seconds = bool(storage.setting(app.context, "display_clock_seconds"))
    now = clock.minute()
    if seconds:
        clock.watch(1000)
        now = clock.datetime()
    text = clock_text(now, is_24(app.context), seconds=seconds)
    return [
        big_time(text, "digital_clock", size * (0.75 if seconds else 1), color=color),
        TextView(
            f"{now:%a, %b} {now.day}",
            id="date",
            style="title_medium",
            color=color,
            margin=(0, 4, 0, 0),
        ),
    ]


def page(app: DeskClock) -> View:
    """Local time, home time where that is another, cities."""
    now = app.context.system.clock.minute()
    rows: list[View | None] = [
        column(
            *local_time(app, 80),
            width=MATCH,
            padding=(24, 16, 24, 32),
        )
    ]
    home = str(storage.setting(app.context, "home_time_zone"))
    if home and storage.setting(app.context, "automatic_home_clock"):
        zone = _zone(home)
        if zone is not None and now.astimezone(zone).utcoffset() != now.utcoffset():
            rows.append(_row(app, "Home", zone, now, "home"))
    for city in chosen(app.context):
        zone = _zone(city.zone)
        if zone is not None:
            rows.append(_swipeable(app, city, zone, now))
    return RecyclerView(rows, id="cities", width=MATCH, height=MATCH, padding=(0, 0, 0, FAB_ROOM))


def _swipeable(app: DeskClock, city: City, zone: dt.tzinfo, now: dt.datetime) -> View:
    """A city, which a swipe takes away."""

    def gone() -> None:
        _remove(app, city)

    front = _row(app, city.name, zone, now, city.name)
    return SwipeRow(front, on_swipe_left=gone, on_swipe_right=gone, key=city.name)


def _zone(name: str) -> dt.tzinfo | None:
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return None


def _row(app: DeskClock, name: str, zone: dt.tzinfo, now: dt.datetime, key: str) -> View:
    there = now.astimezone(zone)
    time = big_time(clock_text(there, is_24(app.context)), "digital_clock", 36)
    return row(
        column(
            TextView(name, id="city_name", style="title_large", max_lines=1),
            TextView(
                _ahead(there, now), id="hours_ahead", style="body_medium", color="text_secondary"
            ),
            width=0,
            weight=1,
        ),
        time,
        key=key,
        width=MATCH,
        min_height=80,
        padding=(24, 8),
        content_gravity="center_vertical",
        background="background",
    )


def _ahead(there: dt.datetime, here: dt.datetime) -> str:
    """How a city's time differs from here: ``Tomorrow, 9 hours ahead``."""
    gap = (there.utcoffset() or dt.timedelta()) - (here.utcoffset() or dt.timedelta())
    minutes = int(gap.total_seconds() // 60)
    days = (there.date() - here.date()).days
    day = {-1: "Yesterday", 0: "Today", 1: "Tomorrow"}.get(days, "Today")
    if not minutes:
        return f"{day}, same time"
    hours, rest = divmod(abs(minutes), 60)
    parts = [count(hours, "hour")] if hours else []
    parts += [count(rest, "minute")] if rest else []
    return f"{day}, {' '.join(parts)} {'ahead' if minutes > 0 else 'behind'}"


def _remove(app: DeskClock, city: City) -> None:
    remove(app.context, city)
    app.show_snackbar(f"{city.name} removed", bottom=SNACKBAR_BOTTOM)


def fab(app: DeskClock) -> View:
    """Cities."""
    return fab_row(("plus", "Cities", lambda: app.open("CitySelectionActivity")))
