"""Dates and times in the app's formats."""

from __future__ import annotations

import datetime as dt
from typing import Final

from android_gym.simulator.appkit.times import moment
from android_gym.simulator.apps.joplin.settings import Settings
from android_gym.simulator.ui.activity import Context

__all__ = ["DATE_FORMATS", "TIME_FORMATS", "moment_text"]

DATE_FORMATS: Final = {
    "DD/MM/YYYY": "{day:02}/{month:02}/{year}",
    "DD/MM/YY": "{day:02}/{month:02}/{short:02}",
    "MM/DD/YYYY": "{month:02}/{day:02}/{year}",
    "MM/DD/YY": "{month:02}/{day:02}/{short:02}",
    "YYYY-MM-DD": "{year}-{month:02}-{day:02}",
    "DD.MM.YYYY": "{day:02}.{month:02}.{year}",
    "YYYY.MM.DD": "{year}.{month:02}.{day:02}",
    "YYMMDD": "{short:02}{month:02}{day:02}",
    "YYYY/MM/DD": "{year}/{month:02}/{day:02}",
}
"""Date formats by their name in the settings."""

TIME_FORMATS: Final = {"HH:mm": "%H:%M", "h:mm A": "%I:%M %p", "H.mm": "%H.%M"}
"""Time formats by their name in the settings."""


def date_text(settings: Settings, day: dt.date) -> str:
    """Format a date."""
    form = DATE_FORMATS.get(str(settings.get("dateFormat")), DATE_FORMATS["DD/MM/YYYY"])
    return form.format(day=day.day, month=day.month, year=day.year, short=day.year % 100)


def time_text(settings: Settings, time: dt.time) -> str:
    """Format a time of day; the hour is zero-padded only if the format says so."""
    name = str(settings.get("timeFormat"))
    text = time.strftime(TIME_FORMATS.get(name, "%H:%M"))
    return text if name in ("HH:mm", "") or name not in TIME_FORMATS else text.lstrip("0") or text


def moment_text(context: Context, settings: Settings, epoch_ms: int) -> str:
    """Format a timestamp as date and time."""
    when = moment(context, epoch_ms)
    return f"{date_text(settings, when.date())} {time_text(settings, when.time())}"
