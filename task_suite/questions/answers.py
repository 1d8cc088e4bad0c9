"""Answers to questions: their specification, and telling right ones from wrong ones.

An answer is a multiset of items. Under strict rules, a text may have typos in its letters but not
in its numbers (`android_gym.task_suite.text_match.similar_text`), and an address of mail or a
file's name has none; numbers may come with a unit, dates and times in any unambiguous form.
AndroidWorld's verdict is `AnswerSpec.original`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final, Literal

from android_gym.task_suite.questions import phrases
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.values import (
    Field,
    Value,
    parse_code,
    parse_date,
    parse_moment,
    parse_number,
    parse_phone,
    parse_time,
    with_clock_times,
    written_date,
)
from android_gym.task_suite.text_match import fuzzy_match, other_number, similar_text

if TYPE_CHECKING:
    from android_gym.task_suite.questions.adapter import Adapter

__all__ = ["KINDS", "MATCHES", "AnswerSpec", "Kind", "Match", "match_of"]

Kind = Literal["identity", "list", "count", "sum", "text"]
Match = Literal["text", "number", "date", "time", "moment", "phone", "code", "days"]

KINDS: Final[tuple[Kind, ...]] = ("identity", "list", "count", "sum", "text")
MATCHES: Final[tuple[Match, ...]] = (
    "text", "number", "date", "time", "moment", "phone", "code", "days",
)  # fmt: skip

_MOST_CHARACTERS: Final = 4000
_MOST_PIECES: Final = 60
"""Longer answers, and answers with more items, are wrong."""

_LONGEST_VALUE: Final = 60
"""Maximum characters of a date, a number or the like, in whatever form."""

_WEEK: Final = tuple(date(2023, 10, day) for day in range(1, 8))
"""One date for each weekday."""

_SEPARATOR: Final = re.compile(
    r"\s*[,;|\n，；、]\s*(?:(?:and|&)\s+)?|\s+(?:and|&|/|•|plus|as well as)\s+"
)
_BULLET: Final = re.compile(phrases.BULLET)
_ARTICLE: Final = re.compile(r"(?:[Tt]he|[Aa]n?)\s+(?=[a-z])|(?:[Aa]t|[Ii]n)\s+(?:the\s+)?(?=\S)")
"""Pattern of words before a name: an article before a lower-case word, or "at the".

In a name such as "The Plan" the article is part of the name.
"""

_OPEN_END: Final = re.compile(r"(?:\.\.|…)\W*$")
"""Dots after a list that has more items than it says."""

_EXACT: Final = re.compile(r"\S+@\S+|\S+\.[A-Za-z]\w{1,7}")
"""An address of mail or of a site, or a file's name: with one other letter, it is another one."""


@dataclass(frozen=True, slots=True)
class AnswerSpec:
    """Answer to a question.

    Attributes:
        kind: ``identity`` of the single row, the ``list`` of a field of all rows, their ``count``,
            the ``sum`` of a field, or a ``text`` made from the parameters.
        fields: The fields it consists of; two for a date with its time of day.
        text: Template for the kind ``text``, with placeholders.
        match: How items are compared.
        tolerance: Difference from which on a number is wrong; 0.0 accepts only equal ones.
        unit: Unit of the number.
    """

    kind: Kind
    fields: tuple[str, ...] = ()
    text: str = ""
    match: Match = "text"
    tolerance: float = 0.0
    unit: str = ""

    def expected(
        self, rows: Sequence[Row], adapter: Adapter, words: Mapping[str, str]
    ) -> list[str]:
        """Return the items of the right answer, as an answer would write them.

        Args:
            rows: The rows that the question is about.
            adapter: The app's adapter.
            words: The text of each parameter.
        """
        match self.kind:
            case "count":
                return [str(len(rows))]
            case "sum":
                total = sum(_number(row[self.fields[0]]) for row in rows)
                return [f"{round(total, 6):.12g}"]
            case "text":
                return [self.text.format_map(words)]
        return [
            " ".join(adapter.written(field, row[field]) for field in self.fields) for row in rows
        ]

    def is_right(
        self,
        answer: str | None,
        expected: Sequence[str],
        days: Collection[date] = (),
        question: str = "",
    ) -> bool:
        """Return whether an answer has exactly the right answer's items, each as often.

        Args:
            answer: The agent's answer, if any.
            expected: Items of the right answer, as `expected` returns them.
            days: Dates that may be mentioned next to a time of day; any if empty.
            question: What was asked, whose words an answer may repeat.
        """
        if answer is None or not expected or len(answer) > _MOST_CHARACTERS:
            return False
        answer, expected = phrases.readable(answer), [phrases.readable(one) for one in expected]
        if self.match in ("time", "moment"):
            answer = with_clock_times(answer)
        if self.match == "days" and len(expected) == 1:
            told = phrases.days(phrases.unbracketed(answer))
            if told and told == phrases.days(expected[0]):
                return True
        elif self.match != "text" and len(expected) == 1:
            plain = phrases.unbracketed(answer)
            rest = phrases.without_question(plain, question)
            return any(self._says(one, expected[0], days) for one in dict.fromkeys((plain, rest)))
        if self.match == "date":
            answer = phrases.whole_dates(answer)
        wanted, is_text = Counter(expected), self.match in ("text", "days")
        if len(expected) > 1 and _OPEN_END.search(answer) and not _OPEN_END.search(expected[-1]):
            return False
        forms = phrases.forms(answer, self.fields, question)
        return any(_is_made_of(form, wanted, self.same, is_text) for form in forms)

    def _says(self, answer: str, item: str, days: Collection[date]) -> bool:
        """Return whether the only number, date or the like in an answer's words is the item."""
        match self.match:
            case "number":
                given = phrases.only_number(answer, self.unit)
                wanted = parse_number(item)
                return given is not None and wanted is not None and self._near(given, wanted)
            case "date":
                day = phrases.only_moment(answer, parse_date, parse_time, fields=self.fields)
                return day is not None and day == parse_date(item) and _fits(answer, day)
            case "time":
                days_of = partial(_day_of, days)
                time = phrases.only_moment(answer, parse_time, days_of, fields=self.fields)
                return (
                    time is not None
                    and time == parse_time(item)
                    and _fits(answer, *(days or _WEEK))
                )
            case "moment":
                moment = phrases.only_moment(answer, parse_moment, fields=self.fields)
                return (
                    moment is not None
                    and moment == parse_moment(item)
                    and _fits(answer, date.fromisoformat(moment[:10]))
                )
            case "code":
                code = phrases.only_value(answer, parse_code)
                return code is not None and code == parse_code(item)
        phone = phrases.only_value(answer, parse_phone)
        return phone is not None and phone == parse_phone(item)

    def same(self, text: str, item: str) -> bool:
        """Return whether a text means the same as an item of the right answer."""
        is_text = self.match in ("text", "days")
        text = text.strip() if is_text else phrases.bare(text)
        match self.match:
            case "text" | "days":
                plain = _BULLET.sub("", text, count=1)
                article = _ARTICLE.match(plain)
                bare = plain[article.end() :] if article else plain
                return any(_same(one, item) for one in {text, plain, bare})
            case "number":
                wanted, given = parse_number(item), parse_number(text, self.unit)
                return wanted is not None and given is not None and self._near(given, wanted)
            case "date":
                return (day := parse_date(text)) is not None and day == parse_date(item)
            case "time":
                return (time := parse_time(text)) is not None and time == parse_time(item)
            case "code":
                return (code := parse_code(text)) is not None and code == parse_code(item)
            case "phone":
                return (phone := parse_phone(text)) is not None and phone == parse_phone(item)
        return (moment := parse_moment(text)) is not None and moment == parse_moment(item)

    def _near(self, given: float, wanted: float) -> bool:
        """Return whether a number equals the wanted one, or differs by less than the tolerance."""
        return given == wanted or round(abs(given - wanted), 9) < self.tolerance

    def original(self, answer: str | None, expected: Sequence[str]) -> bool:
        """Return AndroidWorld's verdict: as many items as wanted, and each is like a wanted one.

        Items are separated by commas; dates and times must be in the form that the goal asks for.
        """
        if answer is None or len(answer) > _MOST_CHARACTERS:
            return False
        items = [item.strip() for item in answer.split(",")]
        if len(items) != len(expected):
            return False
        return all(any(self._originally_same(item, one) for one in expected) for item in items)

    def _originally_same(self, item: str, wanted: str) -> bool:
        match self.match:
            case "text" | "phone" | "code" | "days":
                return fuzzy_match(item, wanted)
            case "number":
                try:
                    given, number = float(item), float(wanted)
                except ValueError:
                    return False
                return given == number or abs(given - number) < self.tolerance
        form = {"date": "%B %d %Y", "time": "%H:%M", "moment": "%B %d %Y %H:%M"}[self.match]
        try:
            return datetime.strptime(item, form) == datetime.strptime(wanted, form)
        except ValueError:
            return False

    def another(self, items: Sequence[str], others: Sequence[str]) -> str:
        """Return a plausible wrong item: another number, another day, another text.

        Args:
            items: The right items.
            others: Texts that a wrong answer might be, best first.
        """
        for wrong in self._wrong(items[0], others):
            if not any(self.same(wrong, item) or fuzzy_match(wrong, item) for item in items):
                return wrong
        return f"nothing but {len(items)} others"

    def _wrong(self, item: str, others: Sequence[str]) -> Iterator[str]:
        """Yield candidates for a wrong item."""
        match self.match:
            case "number":
                number = parse_number(item) or 0
                step = max(1.0, self.tolerance)
                yield f"{number + step:.12g}"
            case "date":
                yield written_date((parse_date(item) or date.min) + timedelta(days=1))
            case "time":
                yield _later(item)
            case "moment":
                day, _, time = item.rpartition(" ")
                yield f"{day} {_later(time)}"
            case "code":
                yield other_number(item)
                yield "".join(str(9 - int(digit)) for digit in item)  # one of many is little
            case "phone":
                yield from others
                yield other_number(item)
            case "text" | "days":
                yield from others
                yield item[: len(item) // 2]

    def mistyped(self, item: str) -> str:
        """Return an item of which every letter counts with a letter missing; "" if there is none.

        Such are addresses and names of files.
        """
        return item[:1] + item[2:] if self.match == "text" and _EXACT.fullmatch(item) else ""


def _same(text: str, item: str) -> bool:
    """Return whether texts are alike, with equal numbers and equal words of doubt."""
    if _EXACT.fullmatch(item):
        return phrases.bare(text).strip("<>").casefold() == item.casefold()
    return similar_text(phrases.bare(text), phrases.bare(item)) and (
        phrases.doubts(text) == phrases.doubts(item)
    )


def _day_of(days: Collection[date], text: str) -> object:
    """Parse a date written with a number, if it is one of some days (any if empty)."""
    day = phrases.long_date(text)
    return day if not days or day in days else None


def _fits(answer: str, *days: date) -> bool:
    """Return whether an answer names no weekdays but those of the given days."""
    return phrases.weekdays(answer) <= {day.weekday() for day in days}


def _number(value: Value) -> float:
    """Return a number of a row; 0 if missing."""
    return value if isinstance(value, int | float) else 0


def _later(time: str) -> str:
    """Return the time of day one hour later."""
    hour, _, minute = time.partition(":")
    return f"{(int(hour) + 1) % 24:02}:{minute}"


def match_of(fields: Sequence[Field]) -> Match:
    """Return how a field's values are compared; two fields are a date and a time."""
    if len(fields) > 1:
        return "moment"
    kinds: Mapping[str, Match] = {"number": "number", "date": "date", "time": "time"}
    return kinds.get(fields[0].kind, "text")


def _is_made_of(
    answer: str, expected: Counter[str], same: Callable[[str, str], bool], texts: bool
) -> bool:
    """Return whether an answer can be split at separators into exactly the expected items.

    An item may contain separators itself ("Bread, butter and jam"), so all splits are tried. A text
    never matches one with fewer parts, as the similar text might have another item at its end.
    """
    pieces = _pieces(answer)
    if not pieces or len(pieces) > _MOST_PIECES:
        return False
    kinds = sorted(expected)
    most = [len(_pieces(kind)) if texts else _MOST_PIECES for kind in kinds]
    longest = _LONGEST_VALUE
    if texts:  # longer ones can't be alike
        longest = max(len(kind) for kind in kinds) * 5 // 4 + 8
    alike: dict[tuple[int, int], list[int]] = {}

    def kinds_like(first: int, last: int) -> list[int]:
        text = answer[pieces[first][0] : pieces[last][1]]
        if (first, last) not in alike:
            alike[first, last] = [
                i
                for i, kind in enumerate(kinds)
                if last - first < most[i] and len(text) <= longest and same(text, kind)
            ]
        return alike[first, last]

    # Breadth-first search over states (next piece, how many of each item are still wanted).
    states = {(0, tuple(expected[kind] for kind in kinds))}
    seen = set(states)
    while states:
        following = set()
        for first, wanted in states:
            if first == len(pieces) and not any(wanted):
                return True
            for last in range(first, len(pieces)):
                for i in kinds_like(first, last):
                    if wanted[i]:
                        left = (*wanted[:i], wanted[i] - 1, *wanted[i + 1 :])
                        following.add((last + 1, left))
        states = following - seen
        seen |= states
    return False


def _pieces(answer: str) -> list[tuple[int, int]]:
    """Return the spans of the non-empty parts of an answer between separators."""
    pieces, start = [], 0
    for found in _SEPARATOR.finditer(answer):
        pieces.append((start, found.start()))
        start = found.end()
    pieces.append((start, len(answer)))
    return [(start, end) for start, end in pieces if answer[start:end].strip(" .")]
