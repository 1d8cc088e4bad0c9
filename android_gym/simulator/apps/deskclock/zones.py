"""Time zones selectable as home: Android's short list with its usual names."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Final

from android_gym.simulator.system.clock import find_zone

__all__ = ["HOME_ZONES", "offset_text"]

HOME_ZONES: Final[Mapping[str, str]] = {
    "Marshall Islands": "Pacific/Majuro", "Midway Island": "Pacific/Midway",
    "Hawaii": "Pacific/Honolulu", "Alaska": "America/Anchorage",
    "Pacific Time": "America/Los_Angeles", "Tijuana": "America/Tijuana",
    "Arizona": "America/Phoenix", "Chihuahua": "America/Chihuahua",
    "Mountain Time": "America/Denver", "Central America": "America/Costa_Rica",
    "Central Time": "America/Chicago", "Mexico City": "America/Mexico_City",
    "Saskatchewan": "America/Regina", "Bogota": "America/Bogota",
    "Eastern Time": "America/New_York", "Venezuela": "America/Caracas",
    "Atlantic Time (Barbados)": "America/Barbados", "Atlantic Time (Canada)": "America/Halifax",
    "Manaus": "America/Manaus", "Santiago": "America/Santiago",
    "Newfoundland": "America/St_Johns", "Brasilia": "America/Sao_Paulo",
    "Buenos Aires": "America/Argentina/Buenos_Aires", "Greenland": "America/Godthab",
    "Montevideo": "America/Montevideo", "Mid-Atlantic": "Atlantic/South_Georgia",
    "Azores": "Atlantic/Azores", "Cape Verde Islands": "Atlantic/Cape_Verde",
    "Casablanca": "Africa/Casablanca", "London, Dublin": "Europe/London",
    "Amsterdam, Berlin": "Europe/Amsterdam", "Belgrade": "Europe/Belgrade",
    "Brussels": "Europe/Brussels", "Sarajevo": "Europe/Sarajevo", "Windhoek": "Africa/Windhoek",
    "W. Africa Time": "Africa/Brazzaville", "Amman, Jordan": "Asia/Amman",
    "Athens, Istanbul": "Europe/Athens", "Beirut, Lebanon": "Asia/Beirut",
    "Cairo": "Africa/Cairo", "Helsinki": "Europe/Helsinki", "Jerusalem": "Asia/Jerusalem",
    "Minsk": "Europe/Minsk", "Harare": "Africa/Harare", "Baghdad": "Asia/Baghdad",
    "Moscow": "Europe/Moscow", "Kuwait": "Asia/Kuwait", "Nairobi": "Africa/Nairobi",
    "Tehran": "Asia/Tehran", "Baku": "Asia/Baku", "Tbilisi": "Asia/Tbilisi",
    "Yerevan": "Asia/Yerevan", "Dubai": "Asia/Dubai", "Kabul": "Asia/Kabul",
    "Islamabad, Karachi": "Asia/Karachi", "Ural'sk": "Asia/Oral",
    "Yekaterinburg": "Asia/Yekaterinburg", "Kolkata": "Asia/Calcutta",
    "Sri Lanka": "Asia/Colombo", "Kathmandu": "Asia/Katmandu", "Astana": "Asia/Almaty",
    "Yangon": "Asia/Rangoon", "Krasnoyarsk": "Asia/Krasnoyarsk", "Bangkok": "Asia/Bangkok",
    "Beijing": "Asia/Shanghai", "Hong Kong": "Asia/Hong_Kong", "Irkutsk": "Asia/Irkutsk",
    "Kuala Lumpur": "Asia/Kuala_Lumpur", "Perth": "Australia/Perth", "Taipei": "Asia/Taipei",
    "Seoul": "Asia/Seoul", "Tokyo, Osaka": "Asia/Tokyo", "Yakutsk": "Asia/Yakutsk",
    "Adelaide": "Australia/Adelaide", "Darwin": "Australia/Darwin",
    "Brisbane": "Australia/Brisbane", "Hobart": "Australia/Hobart",
    "Sydney, Canberra": "Australia/Sydney", "Vladivostok": "Asia/Vladivostok",
    "Guam": "Pacific/Guam", "Magadan": "Asia/Magadan", "Auckland": "Pacific/Auckland",
    "Fiji": "Pacific/Fiji", "Tonga": "Pacific/Tongatapu",
}  # fmt: skip
"""Zone by name; names and order are those of Android's ``timezones.xml``."""


def offset_text(zone: str, now: dt.datetime) -> tuple[int, str]:
    """Return a zone's UTC offset, in minutes and as text: ``GMT+5:30``.

    Args:
        zone: IANA name of a zone.
        now: The time, as an aware datetime.
    """
    found = find_zone(zone)
    offset = now.astimezone(found).utcoffset() if found is not None else None
    minutes = int((offset or dt.timedelta()).total_seconds() // 60)
    hours, rest = divmod(abs(minutes), 60)
    return minutes, f"GMT{'-' if minutes < 0 else '+'}{hours}:{rest:02}"
