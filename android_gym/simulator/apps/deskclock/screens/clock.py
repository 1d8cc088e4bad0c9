"""The world clock tab: local time, and the time in other cities."""

from __future__ import annotations

import datetime as dt
from functools import partial

from android_gym.simulator.apps.deskclock.actions import Actions
from android_gym.simulator.apps.deskclock.look import Fabs, big_time, fitting, is_analog, local_time
from android_gym.simulator.apps.deskclock.storage import chosen_cities, setting
from android_gym.simulator.apps.deskclock.texts import clock_text, count
from android_gym.simulator.system.clock import find_zone
from android_gym.simulator.system.words import joined, phrase
from android_gym.simulator.ui.analog_clock import AnalogClock
from android_gym.simulator.ui.components import SwipeRow
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["fab", "page"]


def page(app: Actions) -> View:
    """Build the local time, the home time if it differs, and the cities."""
    now = app.context.system.clock.minute()
    rows: list[View] = [wide_column(*local_time(app.context, 72), padding=(24, 22, 24, 32))]
    home = str(setting(app.context, "home_time_zone"))
    zone = find_zone(home) if home and setting(app.context, "automatic_home_clock") else None
    if zone is not None and now.astimezone(zone).utcoffset() != now.utcoffset():
        rows.append(_row(app, "Home", zone, now, "home"))
    for city in chosen_cities(app.context):
        zone = find_zone(city.zone)
        if zone is not None:
            gone = partial(app.remove_city, city)
            front = _row(app, city.name, zone, now, city.name)
            rows.append(SwipeRow(front, on_swipe_left=gone, on_swipe_right=gone, key=city.name))
    return RecyclerView(
        rows, id="cities", width=MATCH, height=MATCH, padding=(0, 0, 0, app.fab_room)
    )


def fab(app: Actions) -> Fabs:
    """Return the button that adds a city."""
    return ("plus", "Cities", lambda: app.open("CitySelectionActivity")), None, None


def _row(app: Actions, name: str, zone: dt.tzinfo, now: dt.datetime, key: str) -> View:
    there = now.astimezone(zone)
    words = clock_text(there, app.is_24)
    time: View
    if is_analog(app.context):
        time = AnalogClock(
            there.time(), id="analog_clock", content_description=words, width=64, height=64
        )
    else:
        size = fitting(app.context, 36, 48)
        time = big_time(app.context.say(words), "digital_clock", size)
    return wide_row(
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
        min_height=80,
        padding=(24, 8),
        content_gravity="center_vertical",
        background="background",
    )


def _ahead(there: dt.datetime, here: dt.datetime) -> str:
    """Format how a city's time differs from local time: ``Tomorrow, 9 hours ahead``."""
    gap = (there.utcoffset() or dt.timedelta()) - (here.utcoffset() or dt.timedelta())
    minutes = int(gap.total_seconds() // 60)
    days = (there.date() - here.date()).days
    day = {-1: "Yesterday", 0: "Today", 1: "Tomorrow"}.get(days, "Today")
    if not minutes:
        return phrase("{day}, same time", day=day)
    hours, rest = divmod(abs(minutes), 60)
    parts = [count(hours, "hour")] if hours else []
    parts += [count(rest, "minute")] if rest else []
    side = "ahead" if minutes > 0 else "behind"
    return phrase(f"{{day}}, {{time}} {side}", day=day, time=joined(" ", parts))
