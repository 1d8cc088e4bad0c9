"""Values of questions: what an app's rows contain, and how people write it.

A value is JSON: text as it is, a number in its field's unit, a date as ``"2023-10-20"``, a time of
day as ``"21:45"`` (so that dates and times sort as texts), a flag as a bool, None if there is no
value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Final, Literal, get_args

from android_gym.checks import check_choice

__all__ = [
    "START",
    "TODAY",
    "UNITS",
    "Field",
    "Kind",
    "Value",
    "date_forms",
    "day_and_time",
    "epoch_seconds",
    "moment",
    "parse",
    "parse_code",
    "parse_date",
    "parse_moment",
    "parse_number",
    "parse_phone",
    "parse_time",
    "with_clock_times",
    "with_decimals",
    "written",
    "written_date",
]

Value = str | int | float | bool | None
"""A value of a field; see the module's docstring."""

Kind = Literal["text", "number", "date", "time", "flag"]

START: Final = datetime(2023, 10, 15, 15, 34, tzinfo=UTC)
"""The phone's time at the start of every question, as in AndroidWorld."""

TODAY: Final = START.date()
"""The date of `START`, a Sunday."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of rows.

    Attributes:
        kind: Type of its values.
        unit: Unit of a number, one of `UNITS`; empty for a plain number.
        optional: Whether a row may lack it.
        default: Value for rows created without one; None if a value is required, unless `optional`.

    Raises:
        OptionError: If there is no such kind or unit.
    """

    kind: Kind
    unit: str = ""
    optional: bool = False
    default: Value = None

    def __post_init__(self) -> None:
        check_choice("A field's kind", self.kind, get_args(Kind))
        check_choice("A field's unit", self.unit, ("", *UNITS))


UNITS: Final[Mapping[str, Mapping[str, float]]] = {
    "min": {
        "s": 1 / 60, "sec": 1 / 60, "second": 1 / 60, "seconds": 1 / 60,
        "m": 1, "min": 1, "mins": 1, "minute": 1, "minutes": 1,
        "h": 60, "hr": 60, "hrs": 60, "hour": 60, "hours": 60,
    },
    "m": {
        "m": 1, "meter": 1, "meters": 1, "metre": 1, "metres": 1,
        "km": 1000, "kilometer": 1000, "kilometers": 1000, "kilometre": 1000, "kilometres": 1000,
        "mi": 1609.344, "mile": 1609.344, "miles": 1609.344, "ft": 0.3048, "feet": 0.3048,
    },
    "$": {
        "$": 1, "usd": 1, "us$": 1, "dollar": 1, "dollars": 1, "cent": 0.01, "cents": 0.01,
    },
    "kB": {
        "b": 0.001, "byte": 0.001, "bytes": 0.001, "kb": 1, "kilobyte": 1, "kilobytes": 1,
        "mb": 1000, "megabyte": 1000, "megabytes": 1000,
    },
}  # fmt: skip
"""For each unit of a field: how much one of each unit that people write is in it, in lower case."""

_NUMBER_WORDS: Final = {
    word: number
    for number, word in enumerate(
        (
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
            "fifteen sixteen seventeen eighteen nineteen twenty"
        ).split()
    )
}
_TENS: Final = {
    word: 10 * number
    for number, word in enumerate(
        "twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2
    )
}
_SPELLED: Final = re.compile(
    rf"(?<![\w-])(?:({'|'.join(_TENS)})(?:[ -]({'|'.join(list(_NUMBER_WORDS)[1:10])}))?"
    rf"|({'|'.join(_NUMBER_WORDS)}))(?![\w-])"
)
"""A number up to 99 in words, such as "forty-two"."""

_ONE: Final = re.compile(r"\Aan?\Z")
_PARTS: Final = {"half": 0.5, "½": 0.5, "quarter": 0.25, "quarters": 0.75}

_SAID_OF_ONE: Final = ("hour", "minute", "mile", "kilometer", "kilometre", "dollar")
"""Units of which "an hour" is one; "a second" may be the next."""

_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_WEEKDAYS: Final = (
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
)  # fmt: skip
_NEAR: Final = {"yesterday": -1, "today": 0, "tomorrow": 1}
_MOST: Final = 200
"""Maximum characters of a text that is read as a number, a date or a time."""

_DIGITS = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+"
_QUANTITY: Final = re.compile(
    rf"(?P<before>us[$]|[$]|usd(?![a-z]))?\s*(?P<number>{_DIGITS})\s*(?P<unit>(?!and\b)[a-z$]*)"
)
_GAP: Final = re.compile(r"\.?\s*(?:,|and\b)?\s*")
_DASH: Final = re.compile(r"[-–—]\s+(?=[-−$\d.a-z])")
"""A dash between words or at the start of a line; a minus sign has no space after it."""

_WEEKDAY: Final = re.compile(r"(?P<weekday>[a-z]{3,9})\.?,?\s+(?P<rest>.+)", re.DOTALL)
_NAMED: Final = re.compile(r"(?P<month>[a-z]{3,9})\.?\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?")
_DAY_FIRST: Final = re.compile(
    r"(?:the\s+)?(?P<day>\d{1,2})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?(?P<month>[a-z]{3,9})"
)
_YEAR: Final = re.compile(r"(?P<rest>.*?)\.?,?\s+(?P<year>\d{4})", re.DOTALL)
_YEAR_FIRST: Final = re.compile(r"(?P<year>\d{4}),?\s+(?P<rest>.+)", re.DOTALL)
_ISO: Final = re.compile(r"(?P<year>\d{4})([-/.]?)(?P<month>\d{1,2})\2(?P<day>\d{1,2})")
_DIGITS_ONLY: Final = re.compile(r"(\d{1,2})([-/.])(\d{1,2})(?:\2(\d{4}|\d\d))?")
_CLOCK: Final = re.compile(r"(\d{1,3}):([0-5]\d):([0-5]\d)")
_HOURS: Final = re.compile(r"(\d{1,3})h([0-5]\d)|(\d{1,3}):([0-5]\d)\s*(?:hours?|hrs?|h)")
_PHONE: Final = re.compile(r"\+?\s?(?:[(]?[0-9]{1,4}[)]?[\s.-]?){2,6}")
_CODE: Final = re.compile(r"[0-9]+")
_TIME: Final = re.compile(
    r"(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d{2})(?::(?P<second>\d{2}))?)?\s*(?:o'clock\s+)?"
    r"(?P<half>[ap]\.?\s?m\b\.?)?(?:\s*(?:hours|hrs|h|o'clock))?"
)

_PART_OF_DAY: Final = re.compile(
    r"\s+(?:(?:in\s+the|this)\s+(morning|afternoon|evening)|at\s+(night)|to(night))$"
)
_MINUTES_SAID: Final = {
    "five": 5, "ten": 10, "quarter": 15, "twenty": 20, "twenty-five": 25, "half": 30,
}  # fmt: skip
_TIME_SAID: Final = re.compile(
    rf"(?<!from )\b(?:an? )?(?P<minutes>{'|'.join(list(_MINUTES_SAID)[::-1])})(?: minutes)? "
    rf"(?P<way>past|to) (?P<hour>{'|'.join(list(_NUMBER_WORDS)[12:0:-1])}|1[0-2]|[1-9])"
    r"(?= ?(?P<noon>[ap]\.?\s?m\b)| (?:in the|this) (?:morning|afternoon|evening)\b"
    r"| (?:at night|tonight)\b)",
    re.IGNORECASE,
)
"""A time as "quarter to ten", with the part of the day, without which it may be am or pm."""

_HOURS_OF: Final[Mapping[str, frozenset[int]]] = {
    "morning": frozenset(range(12)),
    "afternoon": frozenset(range(12, 19)),
    "evening": frozenset(range(15, 24)),
    "night": frozenset((*range(18, 24), *range(6))),
}
"""Hours of the parts of a day, as people name them."""


def parse(field: Field, text: str) -> Value:
    """Parse a value as written in a question file, a goal or on a screen.

    Raises:
        ValueError: If it is not a valid value of the field.
    """
    value: Value
    if field.optional and text.strip().casefold() in ("", "none"):
        return None
    match field.kind:
        case "text":
            value = text
        case "number":
            value = parse_number(text, field.unit)
        case "date":
            day = parse_date(text)
            value = None if day is None else day.isoformat()
        case "time":
            value = parse_time(text)
        case "flag":
            value = {"true": True, "false": False}.get(text.strip().casefold())
    if value is None:
        unit = f" in {field.unit!r}" if field.unit else ""
        raise ValueError(f"{text!r} is no {field.kind}{unit}")
    return value


def parse_number(text: str, unit: str = "") -> int | float | None:
    """Parse a number, perhaps with a unit: "1,200", "$12.50", "2 km", "1 h 30 min", "ninety-five".

    "-3" is negative; "- 3" is a three in a list, or after a dash.

    Args:
        text: The text.
        unit: The unit of the result, one of `UNITS`; empty for plain numbers only.

    Returns:
        The number, as an int if it is whole; None if the text is anything else.
    """
    plain = text[:_MOST].strip().casefold().rstrip(".")
    if len(text) > _MOST or not plain:
        return None
    plain = _DASH.sub("", plain, count=1)
    sign = -1 if re.match(r"-[$\d.]|−\s*[$\d.]", plain) else 1
    plain = plain.lstrip("-−").strip() if sign < 0 else plain
    if unit == "min" and (found := _CLOCK.fullmatch(plain) or _HOURS.fullmatch(plain)):
        hours, minutes, *seconds = (int(digits) for digits in found.groups() if digits)
        return _whole(sign * (60 * hours + minutes + sum(seconds) / 60))
    plain = _in_digits(with_decimals(plain, unit))
    total, position, parts, bare = 0.0, 0, 0, 0
    known = UNITS.get(unit, {})
    while position < len(plain):
        found = _QUANTITY.match(plain, position)
        if found is None or (parts and bare):
            return None
        names = [name for name in (found["before"], found["unit"]) if name]
        if any(name not in known for name in names):
            return None
        bare += not names
        total += float(found["number"].replace(",", "")) * (known[names[0]] if names else 1)
        parts += 1
        position = found.end()
        gap = _GAP.match(plain, position)
        position = gap.end() if gap is not None else position
    if not parts or (parts > 1 and bare):
        return None
    return _whole(sign * total)


def _in_digits(text: str) -> str:
    """Return a text with numbers up to 99 in digits in place of words: "42" for "forty-two"."""

    def digits(found: re.Match[str]) -> str:
        tens, ones, word = found.groups()
        return str(_NUMBER_WORDS[word] if word else _TENS[tens] + _NUMBER_WORDS.get(ones, 0))

    return _SPELLED.sub(digits, text)


def with_decimals(text: str, unit: str) -> str:
    """Return a text with decimals in place of words for parts of a unit.

    "1.5 hours" for "an hour and a half", "0.5 hour" for "half an hour", "1 hour" for "an hour".

    Args:
        text: The text.
        unit: One of `UNITS`; empty for plain numbers only, which have no such words.
    """
    if not unit:
        return text

    def decimal(found: re.Match[str]) -> str:
        words = found.groupdict("")
        number = _ONE.sub("1", words.get("number", "").casefold())
        part = _PARTS.get(words.get("part", "").casefold(), 0)
        return f"{int(_in_digits(number or '0')) + part:g} {words['name']}"

    for pattern in _parts_of(unit):
        text = pattern.sub(decimal, text)
    return text


@cache
def _parts_of(unit: str) -> tuple[re.Pattern[str], ...]:
    """Return patterns of how people say a number of a unit with a part of one, or one."""
    names = "|".join(sorted((name for name in UNITS[unit] if name.isalpha()), key=len)[::-1])
    singular = "|".join(name for name in _SAID_OF_ONE if name in UNITS[unit])
    number = rf"\b(?P<number>\d+|an?|{'|'.join((*_NUMBER_WORDS, *_TENS))})"
    name = rf"(?P<name>{names})\b"
    patterns = [
        rf"{number} {name} and an? (?P<part>half|quarter)\b",
        rf"{number} and an? (?P<part>half|quarter) {name}",
        rf"{number}? ?(?P<part>½) ?{name}",
        rf"\b(?:3|three)[ -](?P<part>quarters) of an? {name}",
        rf"\b(?:(?:an?|one|1) )?(?P<part>quarter) (?:of )?an? {name}",
        rf"\b(?:(?:an?|one|1) )?(?P<part>half)(?: of)?(?: an?)? {name}",
    ]
    if singular:
        patterns.append(rf"\b(?P<number>an?) (?P<name>{singular})\b")
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


def _whole(number: float) -> int | float:
    """Return a number as an int if it is whole, up to rounding errors."""
    rounded = round(number, 9)
    return int(rounded) if rounded == int(rounded) else rounded


def _month(name: str) -> int | None:
    """Return the number of a month by its name or abbreviation (three letters, or "Sept")."""
    found = [i for i, month in enumerate(_MONTHS, 1) if month.casefold().startswith(name)]
    return found[0] if len(found) == 1 else None


def parse_date(text: str) -> date | None:
    """Parse a date in any unambiguous form, with or without a weekday.

    "October 20 2023", "20-Oct-2023", "Fri, October 20th", "2023-10-20", "10/20/2023", "10/20",
    "tomorrow", "this Friday". A date without a year is in the year of `TODAY`. Digits in which day
    and month could be swapped are not a date, unless both are equal; nor is a date with the wrong
    weekday.
    """
    plain = " ".join(text[:_MOST].casefold().split()).rstrip(".")
    if len(text) > _MOST:
        return None
    plain = re.sub(r"(?<=[a-z])-(?=\d)|(?<=\d)-(?=[a-z])", " ", plain)
    plain = plain.removeprefix("on ")
    if plain in _NEAR:
        return TODAY + timedelta(days=_NEAR[plain])
    weekday = plain.removeprefix("this ")
    if weekday != plain and (number := _weekday(weekday)) is not None:
        return TODAY + timedelta(days=(number - TODAY.weekday()) % 7)
    found = _WEEKDAY.fullmatch(plain)
    if found is not None and (number := _weekday(found["weekday"])) is not None:
        day = _plain_date(found["rest"])
        return day if day is not None and day.weekday() == number else None
    return _plain_date(plain)


def _weekday(name: str) -> int | None:
    """Return the number of a weekday by its name or abbreviation, counted from Monday as 0."""
    if len(name) < 3:
        return None
    return next((i for i, day in enumerate(_WEEKDAYS) if day.casefold().startswith(name)), None)


def _plain_date(plain: str) -> date | None:
    """Parse a date without its weekday."""
    if (found := _ISO.fullmatch(plain)) and (found[2] or len(plain) == 8):
        return _date(int(found["year"]), int(found["month"]), int(found["day"]))
    found = _DIGITS_ONLY.fullmatch(plain)
    if found and (found[4] or found[2] == "/"):  # "18.8" is a number
        one, two = int(found[1]), int(found[3])
        written_year = found[4] or str(TODAY.year)
        year = int(written_year[-4:]) + (2000 if len(written_year) == 2 else 0)
        readings = {_date(year, one, two), _date(year, two, one)}
        if len(written_year) == 2:
            readings.add(_date(2000 + one, two, int(written_year)))
        readings.discard(None)
        return readings.pop() if len(readings) == 1 else None
    year = TODAY.year
    if found := _YEAR_FIRST.fullmatch(plain):
        year, plain = int(found["year"]), found["rest"]
    elif found := _YEAR.fullmatch(plain):
        year, plain = int(found["year"]), found["rest"]
    named = _NAMED.fullmatch(plain) or _DAY_FIRST.fullmatch(plain)
    month = _month(named["month"]) if named else None
    return _date(year, month, int(named["day"])) if named and month else None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def parse_time(text: str, *, seconds: bool = False) -> str | None:
    """Parse a time of day: "9:45am", "9 PM", "21:45", "noon", "3 in the afternoon".

    Without am, pm or a part of the day it is in 24-hour form.

    Args:
        text: The text.
        seconds: Whether seconds are ignored. Otherwise a time between two minutes is none.
    """
    plain = text[:_MOST].casefold().replace("\u202f", " ").strip()
    plain = plain.removeprefix("at ").strip()
    if (part := _PART_OF_DAY.search(plain)) is not None:
        plain = plain[: part.start()]
    named = {"noon": "12:00", "midday": "12:00", "midnight": "00:00"}.get(plain)
    found = _TIME.fullmatch(plain)
    if named is not None or found is None:
        return named
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    if int(found["second"] or 0) and not seconds:
        return None
    readings = {hour}
    if found["half"]:
        readings = {hour % 12 + 12 * (found["half"][0] == "p")} if 1 <= hour <= 12 else set()
    elif part is not None and hour <= 12:
        readings = {hour % 12, hour % 12 + 12}
    elif found["minute"] is None:
        return None  # "9" may be am or pm
    if part is not None:
        readings &= _HOURS_OF[part[part.lastindex or 0]]
    if len(readings) != 1 or minute > 59 or (hour := readings.pop()) > 23:
        return None
    return f"{hour:02}:{minute:02}"


def with_clock_times(text: str) -> str:
    """Return a text with times in digits: "9:45 at night" for "quarter to ten at night".

    Without the part of the day, a time could be one of two, and stays in words. So do "ten to
    twelve pm", of which nobody knows on which side of noon it is, and "half to ten".
    """

    def digits(found: re.Match[str]) -> str:
        word = found["hour"].casefold()
        hour = _NUMBER_WORDS.get(word) or int(word)
        minute = _MINUTES_SAID[found["minutes"].casefold()]
        if found["way"].casefold() == "past":
            return f"{hour}:{minute:02}"
        if minute == 30 or (found["noon"] and hour == 12):
            return found[0]
        return f"{hour - 1 or 12}:{60 - minute:02}"

    return _TIME_SAID.sub(digits, text)


def parse_moment(text: str) -> str | None:
    """Parse a date and a time of day in either order: "October 20 2023 21:45", "9pm on Oct 20".

    Returns:
        Such as "2023-10-20 21:45".
    """
    if len(text) > _MOST:
        return None
    plain = text
    if _is_iso(text):  # the phone's time zone is UTC
        plain = " ".join(text.casefold().replace("t", " t ", 1).split()).removesuffix("z")
    words = re.sub(r"(?<!\S)(?:at(?!\s+night)|[tT])(?!\S)", " ", plain).split()
    for cut in range(1, len(words)):
        first, second = (" ".join(part).strip(", ") for part in (words[:cut], words[cut:]))
        for day_text, time_text in ((first, second), (second, first)):
            day, time = parse_date(day_text), parse_time(time_text)
            if day is not None and time is not None:
                return f"{day.isoformat()} {time}"
    return None


def moment(day: Value, time: Value) -> datetime:
    """Return a date and a time of day as a moment in UTC, the phone's time zone."""
    return datetime.fromisoformat(f"{day} {time or '00:00'}").replace(tzinfo=UTC)


def epoch_seconds(day: Value, time: Value) -> int:
    """Return a date and a time of day in seconds since 1970; 0 without a date."""
    return int(moment(day, time).timestamp()) if day is not None else 0


def day_and_time(seconds: int) -> dict[str, Value]:
    """Return the fields ``date`` and ``time`` of a moment in seconds since 1970."""
    then = datetime.fromtimestamp(seconds, UTC)
    return {"date": then.date().isoformat(), "time": f"{then:%H:%M}"}


def parse_phone(text: str) -> str | None:
    """Parse a telephone number with any separators; +1 may be omitted.

    Returns:
        Its digits, without the country code of North America.
    """
    plain = text[:_MOST].strip().rstrip(".")
    if len(text) > _MOST or not _PHONE.fullmatch(plain):
        return None
    digits = re.sub(r"[^0-9]", "", plain)
    return digits[1:] if len(digits) == 11 and digits[0] == "1" else digits


def parse_code(text: str) -> str | None:
    """Parse a code: a string of digits, in which leading zeros count."""
    plain = text[:_MOST].strip().rstrip(".")
    return plain if len(text) <= _MOST and _CODE.fullmatch(plain) else None


def _is_iso(text: str) -> bool:
    return re.match(r"\s*\d{4}-\d{2}-\d{2}[tT]\d", text) is not None


def date_forms(day: date) -> list[str]:
    """Return the ways a question may name a day: by its date, or relative to `TODAY`."""
    forms = [f"{_MONTHS[day.month - 1]} {day.day}", written_date(day)]
    if day.year != TODAY.year:
        del forms[0]
    ahead = (day - TODAY).days
    forms += [word for word, days in _NEAR.items() if days == ahead]
    if 2 <= ahead <= 6:
        forms.append(f"this {_WEEKDAYS[day.weekday()]}")
    return forms


def written_date(day: date) -> str:
    """Return a date as "October 5 2023"."""
    return f"{_MONTHS[day.month - 1]} {day.day} {day.year}"


def written(field: Field, value: Value) -> str:
    """Return a value as an answer writes it: "October 20 2023", "21:45", "12.5", "True"."""
    if value is None:
        return ""
    if field.kind == "date":
        return written_date(date.fromisoformat(str(value)))
    return f"{value:.10g}" if isinstance(value, float) else str(value)
