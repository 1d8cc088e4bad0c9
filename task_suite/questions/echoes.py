"""Beginnings and ends of answers that only repeat the question: "The concert takes place at A"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

__all__ = ["LEAD_ENDS", "without_echo", "words_of"]

_MOST_ECHOED: Final = 200
"""Maximum characters at either end of an answer that repeat the question."""

_MOST_ECHOES: Final = 8
"""Maximum number of beginnings, and of ends, that are taken for a repetition: the longest."""

LEAD_ENDS: Final = re.compile(
    r"\b(?:(?:it|that|there|here)['’]s|is|are|was|were|be|has|have|had|found|called|titled|named|"
    r"label+ed|by|from|at|costs?|rings?|says?|reads?)\b\s*:?\s*|:\s*",
    re.I,
)
"""Words that end an introduction."""

_ECHO_ENDS: Final = re.compile(
    rf"{LEAD_ENDS.pattern}|\b(?:makes?|serves?|needs?|did|in|on|label|title|description)\b\s*", re.I
)
"""Words that end an introduction which only repeats the question."""

_ECHO_BEGINS: Final = re.compile(
    r"[\s,]+(?=(?:is|are|was|were|has|have|had|sent|of|on|for|in|as)\b)", re.I
)
"""Spaces before words at the end of an answer which only repeat the question."""


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text, in lower case and without an "s" at the end."""
    return frozenset(_listed(text))


def _listed(text: str) -> list[str]:
    words = re.findall(r"[\w']+", text.casefold().replace("’", "'"))
    return [word.removesuffix("'s").removesuffix("s") for word in words]


_PLAIN: Final = words_of(
    "a an am any are as at by dates did does for from had has have he her him his i in is it its "
    "like me my of on one place said say says sent she so takes that the their them there these "
    "they this those to was were which who with you your"
)
"""Words that say nothing by themselves beside those of the question."""

_DENIALS: Final = re.compile(r"not|no|never|without|except|\w+n't")


def _denied(text: str) -> frozenset[str]:
    """Return the words that follow a denial, "" for none at the end."""
    words = [*_listed(text), ""]
    pairs = zip(words, words[1:], strict=False)
    return frozenset(after for word, after in pairs if _DENIALS.fullmatch(word))


def without_echo(text: str, question: str, is_sure: Callable[[str], bool]) -> Iterator[str]:
    """Yield a text without a beginning or an end that only repeats the question.

    "The concert takes place at A", "A and B are on my schedule". They have words of one wording,
    and deny the same.

    Args:
        text: An answer.
        question: Wordings of what it answers, a line each.
        is_sure: Returns whether words leave no doubt, such as "the others".
    """
    wordings = [
        ((_PLAIN | words_of(line)) - {"and", "or"}, _denied(line) - {""})
        for line in question.splitlines()
    ]

    def is_echo(text: str) -> bool:
        words, denied = words_of(text), _denied(text)
        return is_sure(text) and any(
            words <= known and denied <= asked and bool(denied) is bool(asked)
            for known, asked in wordings
        )

    ends = _ECHO_ENDS.finditer(text, 0, _MOST_ECHOED)
    begun = [text[end.end() :] for end in ends if is_echo(text[: end.start()])][-_MOST_ECHOES:]
    yield from begun
    for rest in (text, *begun):
        begins = _ECHO_BEGINS.finditer(rest, max(0, len(rest) - _MOST_ECHOED))
        whole = [rest[: begin.start()] for begin in begins if is_echo(rest[begin.start() :])]
        yield from whole[:_MOST_ECHOES]
