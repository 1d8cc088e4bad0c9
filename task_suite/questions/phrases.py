"""Phrases around an answer: "The total is $12.50.", "There are 3.", "Answer: A and B".

An unambiguous phrase is an answer. A phrase that doubts, denies, offers a choice or tells what was
so before is not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

from android_gym.task_suite.questions.values import UNITS, parse_date, parse_number, parse_time

__all__ = [
    "bare",
    "days",
    "doubts",
    "forms",
    "long_date",
    "only_number",
    "only_value",
    "readable",
    "unbracketed",
    "weekdays",
    "whole_dates",
]

T = TypeVar("T")

_MARKS: Final = " \t\r\n.!\"'“”‘’«»`*_"
"""Characters around a text without meaning."""

_INVISIBLE: Final = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_SPACES: Final = re.compile(r"[^\S\n]+")
_HEADING: Final = re.compile(r"\A\s*#{1,6} (?:final )?answer:?\s*\n", re.I)
_BOXED: Final = re.compile(r"\[(.*)\]|\\boxed\{([^{}]*)\}", re.DOTALL)

_MOST_WORDS: Final = 60
_MOST_TOGETHER: Final = 10
"""Maximum words of a number, date or time."""

_DOUBTS: Final = re.compile(
    r"\b(?:or|not|no|never|either|neither|nor|maybe|perhaps|possibly|probably|except|without|"
    r"instead|unsure|cannot|unable)\b|n['’]t\b|\?"
)
"""Short words that change the meaning of a text."""

_VAGUE: Final = re.compile(
    rf"{_DOUBTS.pattern}|\b(?:about|around|approximately|approx|roughly|nearly|almost|circa|least|"
    r"most|more|less|fewer|over|under|between|up to|guess|think|might|could|but|if|half|twice|"
    r"week of|suppose|assume|believe|hope|doubt|wonder|whether|hardly|wrong|incorrect|false|"
    r"opposite)\b|[~≈±<>%€£¥/½]"
)
"""Words that make a number, date or time uncertain."""

_FORMER: Final = re.compile(
    r"\b(?:previously|formerly|originally|initially|used to|had been|"
    r"(?:before|earlier)(?=\W*(?:$|[.,;:!)\n]|(?:now|but|and|that|this)\b)))",
    re.I,
)
"""Words that say that something is not so any more: "It was 3 before", but not "before noon"."""

_FOREIGN: Final = frozenset(
    "euro euros eur pound pounds gbp yen franc francs cent cents percent kg g gb gib tb kib mib "
    "week weeks month months year years k hundred hundreds thousand thousands million millions "
    "billion billions dozen dozens couples pair pairs quarters double triple minus negative "
    "plus below above each apiece per squared cubed fold too additional extra short".split()
)
"""Words beside a number by which it means something else: units of no field, and reckonings."""

_MORNING: Final = frozenset(("am", "a.m"))
"""Words beside a time that was read without them, so that it can't be one: "20:35 AM"."""

_RELATIONS: Final = frozenset("before after since past than".split())
"""Words before a date or time that make it a limit: "the day after October 20"."""

_COURTESY: Final = re.compile(
    r"(?:sure(?: thing)?|of course|certainly|absolutely|gladly)\s*(?:[!.,:;]+|[-–—]+(?=\s))\s*",
    re.I,
)
"""A polite word before an answer: "Sure! ...", "Of course, ..."."""

_INTRODUCTION: Final = re.compile(r"(?:according to|based on|looking at)\s[^,;:\n]*,\s*", re.I)
_LEAD: Final = re.compile(
    r"(?:the|your|my|here|there|it|this|these|they|those|that|answer|final|result|i|you|alarms|"
    r"contacts|dates|events|expenses|files|items|messages|notes|recipes|tasks|times|tracks)\b"
    r"[^,;:\n]{0,200}",
    re.I,
)
_LEAD_ENDS: Final = re.compile(
    r"\b(?:(?:it|that|there|here)['’]s|is|are|was|were|be|has|have|had|found|called|titled|named|label+ed|by|"
    r"from|at|costs?|rings?)\b\s*:?\s*|:\s*",
    re.I,
)
_UNSURE: Final = re.compile(
    r"\b(?:guess(?:ing)?|think|suppos(?:e|ing)|assum(?:e|ing)|believe|might|could|likely|hope|doubt|"
    r"wonder|expect|seems?|appears?|apparently|whether|fail(?:ed)?|hardly|wrong|false|incorrect|"
    r"opposite|nothing|nobody|exclude[ds]?)\b",
    re.I,
)
"""Words by which an introduction says that what follows may be wrong, or is."""

_JOINED: Final = re.compile(r"\band\b|&", re.I)
_CAPTION: Final = re.compile(r"[^\n]{1,200}:\W*\n(?=[ \t]*(?:[-*•]|\d+[.)])[ \t])")
"""A line above a list, such as "Tomorrow:"."""

_BULLETS: Final = re.compile(r"^[ \t]*(?:[-*•]|\d+[.)])[ \t]+", re.M)


_BRACKETED: Final = re.compile(r"([^()]+)\(([^()]+)\)[\s.]*")
_WEEKDAY: Final = re.compile(
    r"\b(?:(mon)|(tue)s?|(wed)(?:nes)?|(thu)(?:rs?)?|(fri)|(sat)(?:ur)?|(sun))(?:day)?\b"
)


_DAY: Final = (
    r"(?:(mon)|(tue)s?|(wed)(?:nes)?|(thu)(?:rs?)?|(fri)|(sat)(?:ur)?|(sun))(?:days?)?\b\.?"
)
_NEXT_WEEKDAY: Final = re.compile(rf"\b{_DAY}\s*(?:and|&)\s*(?={_DAY})", re.I)
"""A day of the week before another: "on Monday and Friday"."""

_SPAN: Final = re.compile(
    rf"\b{_DAY}(?:\s*(?:-|–|—|\b(?:to|through|thru|until|till)\b)\s*{_DAY})?", re.I
)
_NOT_EACH: Final = re.compile(r"\b(?:every other|every second|alternate|save|before|after)\b")
_DAY_GROUPS: Final = (
    (re.compile(r"\b(?:(?:every|each) )?(?:week|working )days?\b(?!\s*(?:are|is)\b|:)"), range(5)),
    (re.compile(r"\bweekends?\b(?!\s*(?:are|is)\b|:)"), range(5, 7)),
    (re.compile(r"\b(?:(?:every|each) day|everyday|daily)\b"), range(7)),
)
"""Names of several days; "the weekdays are Mon and Thu" has none."""


_NEXT_DAY: Final = re.compile(
    r"(\b[a-z]{3,9}\.?\s+)(\d{1,2}(?:st|nd|rd|th)?)(\s*,\s*(?:(?:and|&)\s+)?|\s+(?:and|&)\s+)"
    r"(?=\d{1,2}(?:st|nd|rd|th)?\b(?![:/]|\.\d|\s*[ap]\.?m\b))",
    re.I,
)
"""A day of a month before another one of the same month: "October 20 and 24"."""


def whole_dates(text: str) -> str:
    """Return a text with the month before each day: "October 20 and October 24"."""
    place = 0
    while (found := _NEXT_DAY.search(text, place)) and parse_date(found[1] + found[2]) is not None:
        place = found.end()
        text = f"{text[:place]}{found[1]}{text[place:]}"
    return text


def days(text: str) -> frozenset[int] | None:
    """Return the days of the week that a text of any wording says, counted from Monday as 0.

    Such are names, also short ones, spans ("Mon-Fri") and groups ("weekdays"). None if the text has
    a doubt, a day twice, or a group beside days that are named.
    """
    plain = text.casefold()
    if any(words.search(plain) for words in (_VAGUE, _FORMER, _NOT_EACH)):
        return None
    named: list[int] = []
    for found in _SPAN.finditer(plain):
        ends = [number for number, name in enumerate(found.groups()) if name is not None]
        first, last = ends[0], ends[-1] % 7
        named += [day % 7 for day in range(first, last + (7 if last < first else 0) + 1)]
    groups = [set(group) for name, group in _DAY_GROUPS if name.search(plain)]
    if (named and groups) or len(set(named)) < len(named):
        return None
    return frozenset(named).union(*groups)


def weekdays(text: str) -> set[int]:
    """Return the weekdays named in a text, counted from Monday as 0."""
    found = _WEEKDAY.finditer(text.casefold())
    return {one.lastindex - 1 for one in found if one.lastindex is not None}


def bare(text: str) -> str:
    """Return a text without surrounding quotation marks, emphasis and full stops."""
    return text.strip(_MARKS) or text


def readable(text: str) -> str:
    """Return a text with plain spaces and hyphens, without invisible marks and a Markdown heading.

    Phones show telephone numbers and times with such spaces, and with marks of direction.
    """
    plain = _INVISIBLE.sub("", text).replace("\u2010", "-").replace("\u2011", "-")
    return _HEADING.sub("", _SPACES.sub(" ", plain), count=1)


def unbracketed(text: str) -> str:
    r"""Return what is in the square brackets, or in the \boxed{}, around a text, if any."""
    plain = text.strip()
    found = _BOXED.fullmatch(plain)
    return text if found is None else found[found.lastindex or 0]


def doubts(text: str) -> Counter[str]:
    """Count the words of a text that express doubt, denial or a choice."""
    return Counter(_DOUBTS.findall(text.casefold()))


def forms(answer: str, fields: Sequence[str] = ()) -> Iterator[str]:
    """Yield an answer, and versions without brackets, bullets, polite and introductory words.

    Args:
        answer: The answer.
        fields: Names of what it tells, which may introduce it: "Title: A", "Titles: A, B".
    """
    yield answer
    plain = answer.strip()
    if (inside := unbracketed(plain)) != plain:
        yield inside
    if "\n" in plain:
        yield _BULLETS.sub("", plain)  # "- 3" in a list is not a negative number
    plain = plain.lstrip(_MARKS)
    told = _COURTESY.sub("", plain, count=1)
    if told != plain:
        yield from _both(told)
    plain = _INTRODUCTION.sub("", told, count=1)
    names = "|".join(re.escape(field.replace("_", " ")) for field in fields)
    if names and (name := re.match(rf"(?:the )?(?:{names})s?\s*:\s*", plain, re.I)):
        yield from _both(plain[name.end() :])
    if (caption := _CAPTION.match(plain)) and _is_sure(caption[0]):
        yield from _both(plain[caption.end() :])
    lead = _LEAD.match(plain)
    for end in _LEAD_ENDS.finditer(plain, 0, lead.end() + 1) if lead else ():
        if _is_sure(plain[: end.start()]):
            yield from _both(plain[end.end() :])


def _is_sure(introduction: str) -> bool:
    """Return whether an introduction has no doubt, and no item of the answer before an "and"."""
    plain = _NEXT_WEEKDAY.sub("", introduction)
    return not doubts(plain) and not any(
        words.search(plain) for words in (_UNSURE, _FORMER, _JOINED)
    )


def _both(text: str) -> Iterator[str]:
    """Yield a text, which may itself begin with a number, and the text without bullets."""
    yield text
    yield _BULLETS.sub("", text)


def only_value(
    text: str, parse: Callable[[str], T | None], *beside: Callable[[str], object]
) -> T | None:
    """Return the only value in a text of any wording; None if there are several or none.

    Args:
        text: The text.
        parse: Parses a date, a time or the like.
        *beside: Parsers of other values that may occur next to it.
    """
    whole = parse(bare(text))
    if whole is None:
        whole = _said_twice(text, parse)
    return whole if whole is not None else _only(text, parse, beside, _MORNING, _RELATIONS)


def only_number(text: str, unit: str) -> int | float | None:
    """Return the only number in a text, ignoring dates and times of day next to it.

    Args:
        text: The text.
        unit: As for `parse_number`; a number with another unit counts as another number.
    """
    whole = parse_number(bare(text), unit)
    if whole is None:
        whole = _said_twice(text, lambda words: parse_number(words, unit))
    if whole is not None:
        return whole
    known = UNITS.get(unit, {})
    others = {name for names in UNITS.values() for name in names} - set(known)
    return _only(
        text,
        lambda words: parse_number(words, unit),
        (long_date, _clock_time),
        _FOREIGN | others | ({"day", "days"} if unit else set()),
    )


def _said_twice(text: str, parse: Callable[[str], T | None]) -> T | None:
    """Return a value that is repeated in brackets in other words: "90 min (1.5 hours)"."""
    found = _BRACKETED.fullmatch(text)
    if found is None or bare(found[1]).casefold() == bare(found[2]).casefold():
        return None
    first, second = parse(bare(found[1])), parse(bare(found[2]))
    return first if first == second else None


def long_date(text: str) -> object:
    """Parse a date written with a number; words like "today" may occur anywhere."""
    return parse_date(text) if re.search(r"\d", text) else None


def _clock_time(text: str) -> object:
    """Parse a time of day that can't be a number: "12.40" may be an amount."""
    return parse_time(text) if re.search(r":|o'clock|[ap]\.?\s?m\b", text, re.I) else None


def _only(
    text: str,
    parse: Callable[[str], T | None],
    beside: tuple[Callable[[str], object], ...],
    foreign: frozenset[str],
    relations: frozenset[str] = frozenset(),
) -> T | None:
    """Return the only value in a text, trying the longest parse at each word.

    It may be repeated right after it, in brackets and in other words.

    Args:
        text: The text.
        parse: Parses the value.
        beside: Parsers of other values that may occur next to it.
        foreign: Words that must not stand right before or after it.
        relations: Words that must not stand right before it.
    """
    words = text.split()
    if len(words) > _MOST_WORDS or _VAGUE.search(text.casefold()) or _FORMER.search(text):
        return None
    found: list[T] = []
    at = told = 0  # `told` is where the latest value began
    while at < len(words):
        end, value = _longest(words, at, parse, beside)
        if value is not None:
            before = _plain_word(words[at - 1]) if at else ""
            after = _plain_word(words[end]) if end < len(words) else ""
            if {before, after} & foreign or before in relations:
                return None
            both = " ".join(words[told:end]).rstrip(",;:.")
            if not (found and found[-1] == value and _said_twice(both, parse) == value):
                found.append(value)
                told = at
        elif end == at:
            if re.match(r"[\W_]*\d", words[at]):
                return None  # a number of another kind
            end += 1
        at = end
    return found[0] if len(found) == 1 else None


def _plain_word(word: str) -> str:
    return bare(word).casefold().strip(",;:()")


def _longest(
    words: list[str],
    at: int,
    parse: Callable[[str], T | None],
    beside: tuple[Callable[[str], object], ...],
) -> tuple[int, T | None]:
    """Return the end of the longest value starting at a word, and the value if from `parse`."""
    for end in range(min(len(words), at + _MOST_TOGETHER), at, -1):
        together = bare(" ".join(words[at:end]).rstrip(",;:.").strip("()"))
        if any(other(together) is not None for other in beside):
            return end, None
        value = parse(together)
        if value is not None:
            return end, value
    return at, None
