"""Phrases around an answer: "The total is $12.50.", "There are 3.", "Answer: A and B".

An unambiguous phrase is an answer. A phrase that doubts, denies, offers a choice or tells what was
so before is not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final, TypeVar

from android_gym.task_suite.questions.echoes import LEAD_ENDS, without_echo, words_of
from android_gym.task_suite.questions.values import (
    UNITS,
    parse_date,
    parse_number,
    parse_time,
    with_decimals,
)

__all__ = [
    "bare",
    "days",
    "doubts",
    "forms",
    "long_date",
    "only_moment",
    "only_number",
    "only_value",
    "readable",
    "unbracketed",
    "weekdays",
    "whole_dates",
    "without_question",
]

T = TypeVar("T")

_MARKS: Final = " \t\r\n.!\"'“”‘’«»`*_"
"""Characters around a text without meaning."""

_INVISIBLE: Final = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_SPACES: Final = re.compile(r"[^\S\n]+")
_HEADING: Final = re.compile(r"\A\s*#{1,6} (?:final )?answer:?\s*\n", re.I)
_BOXED: Final = re.compile(
    r"\[(.*)\]|\\boxed\{([^{}]*)\}|\(([^()]*)\)|<answer>([^<>]*)</answer>", re.DOTALL
)

_MOST_WORDS: Final = 60
_MOST_TOGETHER: Final = 10
"""Maximum words of a number, date or time."""

_MOST_BEFORE: Final = 3
"""Maximum words that make a date or time a limit."""

_DOUBTS: Final = re.compile(
    r"\b(?:or|not|no|never|either|neither|nor|maybe|perhaps|possibly|probably|except|without|"
    r"instead|unsure|cannot|unable)\b|n['’]t\b|\?"
)
"""Short words that change the meaning of a text."""

_VAGUE: Final = re.compile(
    rf"{_DOUBTS.pattern}|\b(?:about|around|approximately|approx|roughly|nearly|almost|circa|least|"
    r"most|more|less|fewer|over|under|between|up to|guess|think|might|could|but|if|half|twice|"
    r"week of|suppose|assume|believe|hope|doubt|wonder|whether|hardly|wrong|incorrect|false|"
    r"opposite|onwards?|earliest|latest|(?:late|early) as|reversed|backwards|ignore|"
    r"presum(?:e|ably)|potentially|hopefully|(?:un)?likely|supposedly|allegedly|unconfirmed|untrue|"
    r"unlike|(?:seems?|appears?) to|mostly|mainly|partly|etc|e\.g|for (?:example|instance)|such as|"
    r"(?:should|ought to|may) (?:have been|be(?! (?:done|due|paid|sent|\w+ed)\b))|"
    r"(?:supposed|meant) to|for now|(?:apart|aside) from|close to|next to|none of|tentative(?:ly)?|"
    r"to be confirmed|tbc|unverified|suspect|reckon|hunch|"
    r"(?:and|among) (?:some|a few|change|counting|others|so on)|"
    r"(?:x|ext\.?|extension) ?\d+)\b|[~≈±<>%€£¥½]|/(?!\d)|(?<!\d)/"
)
"""Words that make a number, date or time uncertain, or add to it."""

_FORMER: Final = re.compile(
    r"\b(?:previously|formerly|originally|initially|used to|had been|until (?:yesterday|recently)|"
    r"former|expired|outdated|obsolete|superseded|invalid|cancel+ed|deleted|removed|replaced|"
    r"postponed|rescheduled|missing|skipped|"
    r"old(?=\)| (?:\w+ )?(?:amount|answer|code|date|day|number|price|time|value|ones?)s?\b)|"
    r"previous(?= (?:\w+ )?(?:amount|answer|code|date|day|number|price|time|value|ones?)s?\b)|"
    r"(?:before|earlier)(?=\W*(?:$|[.,;:!)\n]|(?:now|but|and|that|this)\b)))",
    re.I,
)
"""Words that say that something is not so any more, or not there.

Such are "It was 3 before", but not "before noon"; "the old code", but not "the old mill".
"""

_LONG_AGO: Final = re.compile(r"\b(?:last (?:week|month|year|time)|ago)\b", re.I)
"""Words that say that a number is not so any more; a date may be of last week all the same."""

_FOREIGN: Final = frozenset(
    "euro euros eur pound pounds gbp yen franc francs cent cents percent kg g gb gib tb kib mib "
    "week weeks month months year years k hundred hundreds thousand thousands million millions "
    "billion billions dozen dozens couples pair pairs quarters double triple minus negative "
    "plus below above each apiece per squared cubed fold too additional extra short off old "
    "another other others aud cad nzd hkd sgd chf australian canadian".split()
)
"""Words beside a number by which it means something else: units of no field, and reckonings."""

_MORNING: Final = frozenset(("am", "a.m"))
"""Words beside a time that was read without them, so that it can't be one: "20:35 AM"."""

_RELATIONS: Final = re.compile(
    r"\b(?:before|after|since|past|than|following|preceding|within|eve of|"
    r"week (?:beginning|starting|ending|of)|"
    r"(?:minutes?|hours?|days?|weeks?|fortnight|months?|years?) from|"
    r"(?:moved|postponed|changed|rescheduled|shifted|forward) from|"
    r"(?:minutes?|five|ten|twenty|quarter|\d) to)\W*$"
)
"""Words before a date or time that make it a limit: "the day after October 20"."""

_UP_TO: Final = re.compile(
    r"\b(?:by|until|till|(?:ends?|ended|ending|finish(?:es|ed|ing)?)(?: at| on)?)\W*$"
)
"""Words before a date or time that make it the end of something."""

_ENDS: Final = frozenset(("due", "end"))
"""Words in the name of a field that tells when something ends."""

_NOT_AFTER: Final = re.compile(
    r"\W*(?:(?:in the|this) (?:morning|afternoon|evening)|at night|tonight)\b|on\W*$"
)
"""Words after a date or time that make it none.

Such are a part of the day, if the time was read without it, and the end of "from October 20 on".
"""

_COURTESY: Final = re.compile(
    r"(?:sure(?: thing)?|of course|certainly|absolutely|gladly)\s*(?:[!.,:;]+|[-–—]+(?=\s))\s*|"
    r"(?:(?:all )?done|finished|ok(?:ay)?|task (?:is )?(?:completed?|done|finished))\s*[!.:]+\s*",
    re.I,
)
"""A polite word before an answer: "Sure! ...", "Of course, ...", "Done. ..."."""

_INTRODUCTION: Final = re.compile(
    r"(?:according to|based on|looking at|in|from|per|after|as of)\s[^,;:\n]*,\s*", re.I
)
"""Words before a sentence that has the answer: "In the app, it is ..."."""

_SOURCE: Final = re.compile(r"(?:according to|in|from|per)\s[^,;:\n]*:\s*", re.I)
_SOURCE_AFTER: Final = re.compile(
    r"\s*\((?:(?:as )?(?:shown|seen|listed|found) in|according to|in|from|per)\s[^()]*\)\W*$", re.I
)
_SOURCE_WORDS: Final = frozenset(
    "according app app's application as found from in listed my per phone seen shown the to "
    "your".split()
)
"""Words that tell where an answer was found, besides those of the question."""

_LEAD: Final = re.compile(
    r"(?:the|your|my|its|his|her|their|here|there|it|this|these|they|those|that|answer|final|result|i|you|alarms|"
    r"contacts|dates|events|expenses|files|items|messages|notes|recipes|tasks|times|tracks)\b"
    r"[^,;:\n]{0,200}(?:,\s+which\b[^,;:\n]{0,50})?",
    re.I,
)
_UNSURE: Final = re.compile(
    r"\b(?:guess(?:ing)?|think|suppos(?:e|ing)|assum(?:e|ing)|believe|might|could|likely|hope|doubt|"
    r"wonder|expect|seems?|appears?|apparently|presum(?:e|ably)|potentially|hopefully|supposedly|"
    r"allegedly|unlike(?:ly)?|whether|fail(?:ed)?|hardly|wrong|false|untrue|incorrect|opposite|"
    r"nothing|nobody|exclude[ds]?|rest|others?|unrelated|lack(?:s|ed|ing)?|suspect|reckon|hunch|"
    r"estimate|tentative(?:ly)?|for now|(?:supposed|meant) to|(?:should|ought to|may)(?=\W*$))\b",
    re.I,
)
"""Words by which an introduction says that what follows may be wrong, or is."""

_JOINED: Final = re.compile(
    r"\band\b(?! (?:checked|counted|found|looked|opened|read|saw|searched)\b)|&", re.I
)
BULLET: Final = r"(?:[-*•–]|\d+[.)]|[a-z]\))[ \t]+(?:\[[ xX]?\][ \t]+)?"
"""Pattern of what stands before an item of a list: a sign, a number, a box to tick."""

_BULLETS: Final = re.compile(rf"^[ \t]*{BULLET}", re.M)
_CAPTION: Final = re.compile(rf"[^\n]{{1,200}}:\W*\n(?=[ \t]*{BULLET})")
"""A line above a list, such as "Tomorrow:"."""


_NEGATED: Final = re.compile(r"n['’]t\b", re.I)
_LEAST_REPEATED: Final = 3
"""Fewest words in a row by which an answer repeats the question's words."""

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
_NOT_EACH: Final = re.compile(r"\b(?:every other|every second|alternate|save|before|after|than)\b")
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


_DAY_BEFORE: Final = re.compile(
    r"(?<![\w.:/-])(\d{1,2}(?:st|nd|rd|th)?)(?=(?:\s*,\s*(?:(?:and|&)\s+)?|\s+(?:and|&)\s+)"
    r"\d{1,2}(?:st|nd|rd|th)?(\s+(?:of\s+)?(?!and\b)[a-z]{3,9}\b(?:,?\s+\d{4})?))",
    re.I,
)
"""A day before another one of the same month, which is named once: "20 and 24 October"."""


def whole_dates(text: str) -> str:
    """Return a text with the month at each day: "October 20 and October 24"."""
    place = 0
    while (found := _NEXT_DAY.search(text, place)) and parse_date(found[1] + found[2]) is not None:
        place = found.end()
        text = f"{text[:place]}{found[1]}{text[place:]}"
    while found := _DAY_BEFORE.search(text):
        text = f"{text[: found.end()]}{found[2]}{text[found.end() :]}"
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


def without_question(text: str, question: str) -> str:
    """Return a text without words in a row that are those of a question.

    "The files larger than 500 kB are 3" has one number of its own. Words that begin with a relation
    stay, so that "smaller than 500 kB" doesn't become "smaller".
    """
    words, asked = _NEGATED.sub(" not", text).split(), _NEGATED.sub(" not", question).split()
    said, known = [_plain_word(word) for word in words], [_plain_word(word) for word in asked]
    kept, at = list[str](), 0
    while at < len(words):
        length = 0 if said[at] == "than" or _DOUBTS.search(said[at]) else _repeated(said, at, known)
        if length < _LEAST_REPEATED:
            kept.append(words[at])
        at += length if length >= _LEAST_REPEATED else 1
    return text if len(kept) == len(words) else " ".join(kept)


def _repeated(said: Sequence[str], at: int, known: Sequence[str]) -> int:
    """Return how many words from a place on stand in a row among known ones."""
    most = 0
    for start, word in enumerate(known):
        if word == said[at]:
            length = 1
            for one, other in zip(said[at + 1 :], known[start + 1 :], strict=False):
                if one != other:
                    break
                length += 1
            most = max(most, length)
    return most


def doubts(text: str) -> Counter[str]:
    """Count the words of a text that express doubt, denial or a choice."""
    return Counter(_DOUBTS.findall(text.casefold()))


def forms(answer: str, fields: Sequence[str] = (), question: str = "") -> Iterator[str]:
    """Yield an answer, and versions without brackets, bullets, polite and introductory words.

    Args:
        answer: The answer.
        fields: Names of what it tells, which may introduce it: "Title: A", "Titles: A, B".
        question: What it answers; words of it may introduce it: "Not ticked yet are: A, B".
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
    introduction = _INTRODUCTION.match(told)
    plain = (
        told[introduction.end() :] if introduction and _is_sure(introduction[0], question) else told
    )
    if (source := _SOURCE.match(told)) and _is_source(source[0], question):
        yield from _both(told[source.end() :])
    if (source := _SOURCE_AFTER.search(told)) and _is_source(source[0], question):
        yield told[: source.start()]
    names = "|".join(re.escape(field.replace("_", " ")) for field in fields)
    own = f"{names}|answer" if names else "answer"
    if last := re.search(rf",?\s(?:is|are) (?:the|its|their|your) (?:{own})s?\W*$", plain, re.I):
        yield plain[: last.start()]
    if name := re.match(rf"(?:the )?(?:{own})s?\s*[:=]\s*", plain, re.I):
        yield from _both(plain[name.end() :])
    if (caption := _CAPTION.match(plain)) and _is_sure(caption[0], question):
        yield from _both(plain[caption.end() :])
    lead = _LEAD.match(plain)
    for end in LEAD_ENDS.finditer(plain, 0, lead.end() + 1) if lead else ():
        if _is_sure(plain[: end.start()], question):
            yield from _both(plain[end.end() :])
    if question:
        yield from without_echo(told, question, _is_plain)


def _is_sure(introduction: str, question: str) -> bool:
    """Return whether an introduction has no doubt, and no item of the answer before an "and".

    Words that repeat the question don't count.
    """
    plain = _NEXT_WEEKDAY.sub("", without_question(introduction, question))
    return not doubts(plain) and not _JOINED.search(plain) and _is_plain(plain)


def _is_plain(text: str) -> bool:
    """Return whether a text has no word by which what it says may be wrong, or was so once."""
    return not any(words.search(text) for words in (_UNSURE, _FORMER, _LONG_AGO))


def _is_source(text: str, question: str) -> bool:
    """Return whether words say where an answer was found: in what the question names."""
    return words_of(text) <= words_of(" ".join(_SOURCE_WORDS)) | words_of(question)


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
        parse: Parses a number with a meaning of its own, such as a telephone number.
        *beside: Parsers of other values that may occur next to it.
    """
    whole = _whole(text, parse)
    return _only_now(text, parse, beside) if whole is None else whole


def only_moment(
    text: str,
    parse: Callable[[str], T | None],
    *beside: Callable[[str], object],
    fields: Sequence[str] = (),
) -> T | None:
    """Return the only date or time in a text, as `only_value` does.

    A limit is none: "the day after October 20", "by 9:45", "it ends at 9:45".

    Args:
        text: The text.
        parse: Parses a date, a time or both.
        *beside: Parsers of other values that may occur next to it.
        fields: Names of what the text tells; one with "due" or "end" may be told as an end.
    """
    whole = _whole(text, parse)
    if whole is not None:
        return whole
    is_end = any(_ENDS.intersection(field.split("_")) for field in fields)
    limits = (_RELATIONS,) if is_end else (_RELATIONS, _UP_TO)
    return _only(text, parse, beside, _MORNING, limits, _NOT_AFTER)


def _whole(text: str, parse: Callable[[str], T | None]) -> T | None:
    """Return the value that a text is as a whole, perhaps said twice."""
    value = parse(bare(text))
    return _said_twice(text, parse) if value is None else value


def only_number(text: str, unit: str) -> int | float | None:
    """Return the only number in a text, ignoring dates and times of day next to it.

    Args:
        text: The text.
        unit: As for `parse_number`; a number with another unit counts as another number.
    """
    text = with_decimals(text, unit)

    def parse(words: str) -> int | float | None:
        return parse_number(words, unit)

    def clock_time(words: str) -> object:
        return _clock_time(words) if parse(words) is None else None

    whole = _whole(text, parse)
    if whole is not None:
        return whole
    others = {name for names in UNITS.values() for name in names} | _FOREIGN
    foreign = others - set(UNITS.get(unit, {})) | ({"day", "days"} if unit else set())
    return _only_now(text, parse, (long_date, clock_time), foreign)


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


def _only_now(
    text: str,
    parse: Callable[[str], T | None],
    beside: tuple[Callable[[str], object], ...],
    foreign: Collection[str] = (),
) -> T | None:
    """Return the only number in a text, as `_only` does, unless it was so some time ago."""
    if _LONG_AGO.search(text):
        return None
    return _only(text, parse, beside, foreign, (_RELATIONS,))


def _only(
    text: str,
    parse: Callable[[str], T | None],
    beside: tuple[Callable[[str], object], ...],
    foreign: Collection[str] = (),
    limits: Sequence[re.Pattern[str]] = (),
    after: re.Pattern[str] | None = None,
) -> T | None:
    """Return the only value in a text, trying the longest parse at each word.

    It may be repeated right after it, in brackets and in other words.

    Args:
        text: The text.
        parse: Parses the value.
        beside: Parsers of other values that may occur next to it.
        foreign: Words that must not stand right before or after it.
        limits: Patterns of words that must not stand right before it.
        after: A pattern of words that must not stand right after it.
    """
    words = text.split()
    if len(words) > _MOST_WORDS or _VAGUE.search(text.casefold()) or _FORMER.search(text):
        return None
    found: list[T] = []
    at = told = 0  # `told` is where the latest value began
    while at < len(words):
        end, value = _longest(words, at, parse, beside)
        if value is not None:
            neighbours = [*words[max(0, at - 1) : at], *words[end : end + 1]]
            before = " ".join(words[max(0, at - _MOST_BEFORE) : at]).casefold()
            if (
                any(_plain_word(word) in foreign for word in neighbours)
                or any(limit.search(before) for limit in limits)
                or (after and after.match(" ".join(words[end : end + _MOST_BEFORE]).casefold()))
            ):
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
