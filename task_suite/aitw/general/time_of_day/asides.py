"""Asides beside a time that is told: the day, and how far another place's clocks are.

"9:41 PM on Monday in Berlin, 3.5 hours behind you" says the time, if the rest is right.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import Final

from android_gym.task_suite.questions.phrases import weekdays
from android_gym.task_suite.questions.values import parse_date, parse_number

__all__ = ["without_asides"]

_DIFFERENCE: Final = re.compile(
    r"(?P<length>(?:\d+(?:\.\d+)?|an?|[a-z]+)\s*(?:hours?|hrs?|h)\b"
    r"(?:\s*(?:and\s+)?\d+\s*(?:minutes?|mins?|m)\b)?)\s+(?:in\s+)?"
    r"(?P<way>ahead|behind|later|earlier)\b(?:\s+(?:of|than|from))?"
    r"(?:\s+(?:you|me|us|here|(?:your|my|the)\s+(?:phone|time|clock|place)|local\s+time)\b)?"
)
_LATER: Final = {"ahead": 1, "later": 1, "behind": -1, "earlier": -1}
_ZONE: Final = re.compile(
    r"\b(?:utc|gmt)\s*(?P<sign>[+-])\s*(?P<hours>\d{1,2})(?::?(?P<minutes>\d\d))?\b"
)
_NEAR: Final = {"yesterday": -1, "today": 0, "tomorrow": 1}
_NEAR_DAY: Final = re.compile(rf"\b(?:{'|'.join(_NEAR)})\b")
_ANOTHER: Final = re.compile(r"\b(?:ago|last|next|later|earlier)\b")
_DATE: Final = re.compile(
    r"\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b|\b\d{1,2}/\d{1,2}(?:/\d{2,4})?\b|"
    r"\b[a-z]{3,9}\.?\s+\d{1,2}(?:st|nd|rd|th)?\b(?!:)(?:,?\s+\d{4}\b(?!:))?|"
    r"\b\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?[a-z]{3,9}\b(?:,?\s+\d{4}\b(?!:))?"
)


def without_asides(answer: str, there: dt.datetime, here: dt.datetime) -> str | None:
    """Return an answer without its right asides.

    Args:
        answer: What was said of the time at a place.
        there: The time at that place, with its time zone.
        here: The same moment at the phone's place.

    Returns:
        The rest, in lower case; None if the time is said to be of another day, or an aside is
        wrong.
    """
    text = " ".join(answer.casefold().replace("−", "-").split())
    ahead = _offset(there) - _offset(here)
    for found in _DIFFERENCE.finditer(text):
        words = re.sub(r"^an?\b", "1", found["length"])
        minutes = parse_number(words, "min")
        if minutes is None or minutes * _LATER[found["way"]] != ahead:
            return None
    for found in _ZONE.finditer(text):
        minutes = 60 * int(found["hours"]) + int(found["minutes"] or 0)
        if (minutes if found["sign"] == "+" else -minutes) != _offset(there):
            return None
    text = _ZONE.sub(" ", _DIFFERENCE.sub(" ", text))
    if _ANOTHER.search(text) or not weekdays(text) <= {there.weekday()}:
        return None
    days_off = (there.date() - here.date()).days
    if any(_NEAR[word] not in (days_off, 0) for word in _NEAR_DAY.findall(text)):
        return None
    for found in _DATE.finditer(text):
        day = parse_date(found[0].replace(",", ""))
        if day is not None and not _is_day(found[0], day, there.date()):
            return None
    return _DATE.sub(_unless_a_date, _NEAR_DAY.sub(" ", text))


def _offset(moment: dt.datetime) -> float:
    """Return how far a place's clocks are from the world's time, in minutes."""
    offset = moment.utcoffset()
    return 0.0 if offset is None else offset / dt.timedelta(minutes=1)


def _is_day(text: str, day: dt.date, wanted: dt.date) -> bool:
    """Return whether a date that was read is a day; without a year it is of any."""
    if re.search(r"\d{4}|/\d+/", text):
        return day == wanted
    return (day.month, day.day) == (wanted.month, wanted.day)


def _unless_a_date(found: re.Match[str]) -> str:
    return found[0] if parse_date(found[0].replace(",", "")) is None else " "
