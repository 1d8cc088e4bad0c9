"""Google Calendar's theme, formats of days and times, and views shared by its screens."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from android_gym.simulator.appkit.calendars import Instance
from android_gym.simulator.appkit.times import time_of_day
from android_gym.simulator.ui.activity import Context
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.theme import Theme, dynamic_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["chip", "day_words", "ink_on", "name_of", "theme", "times", "when"]

_FULL = 28
"""Height in dp from which on an event's chip has space for its times."""


def theme(context: Context) -> Theme:
    """Return the theme, with the wallpaper's colours."""
    dark = context.system.display.dark
    return dynamic_theme(dark=dark, name="google_calendar dark" if dark else "google_calendar")


def name_of(title: str) -> str:
    """Return an event's title on screen."""
    return title or "(No title)"


def ink_on(color: str) -> str:
    """Return black or white, whichever is readable on a colour (``#RRGGBB``)."""
    red, green, blue = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    return "#000000" if red * 299 + green * 587 + blue * 114 > 150_000 else "#FFFFFF"


def day_words(day: dt.date, today: dt.date, *, long: bool = False) -> str:
    """Format a day: ``Tue, Oct 31, 2023``, or, long, ``Tuesday, Oct 31`` without this year."""
    if not long:
        return f"{day:%a, %b} {day.day}, {day.year}"
    words = f"{day:%A, %b} {day.day}"
    return words if day.year == today.year else f"{words}, {day.year}"


def times(context: Context, each: Instance) -> str:
    """Format the times of an event: ``7:00 - 9:00 PM``; "" if it lasts all day."""
    if each.event.all_day:
        return ""
    begin, end = each.times(context.system.clock.zone())
    first, last = time_of_day(context, begin), time_of_day(context, end)
    if first[-3:] == last[-3:] and first[-2:] in ("AM", "PM"):
        first = first[:-3]
    return f"{first} – {last}" if each.begin_ms != each.end_ms else last


def when(context: Context, each: Instance) -> str:
    """Format the days and times of an event, as on its page."""
    today = context.system.clock.today()
    first, last = each.days(context.system.clock.zone())
    words, hours = day_words(first, today, long=True), times(context, each)
    if first == last:
        return f"{words} · {hours}" if hours else words
    until = day_words(last, today, long=True)
    if not hours:
        return f"{words} – {until}"
    begin, end = each.times(context.system.clock.zone())
    return f"{words}, {time_of_day(context, begin)} – {until}, {time_of_day(context, end)}"


def chip(
    context: Context,
    each: Instance,
    color: str,
    on_click: Callable[[], object],
    *,
    height: float | None = None,
    small: bool = False,
) -> View:
    """Build the chip of an event.

    Args:
        context: The app's context.
        each: The event's instance.
        color: Its colour, ``#RRGGBB``.
        on_click: Called on a tap.
        height: Height in dp; None for the height of its text.
        small: Whether the text is small and without the times.
    """
    ink, hours = ink_on(color), times(context, each)
    size = 12 if small else 14
    title = TextView(
        name_of(each.event.title), size=size, weight_font=500, color=ink, max_lines=1, width=MATCH
    )
    below = None
    if hours and not small and (height is None or height >= 2 * _FULL):
        below = TextView(hours, size=12, color=ink, max_lines=1, width=MATCH)
    view = column(
        title,
        below,
        id="event_chip",
        content_description=", ".join(part for part in (name_of(each.event.title), hours) if part)
        if small
        else None,
        width=MATCH,
        padding=(4, 1) if small else (12, 6),
        background=Rounded(color, 4 if small else 8),
        on_click=on_click,
        key=("event", each.event.id, each.begin_ms),
    )
    if height is not None:
        view.height = MATCH
    return view
