"""Texts in the language of the phone.

Apps contain their texts in English; a file for each other language translates them
(``simulator/system/languages/zh-CN.toml``; see `locales`). Views look up their texts when they are
attached to a window (`ui.view.View.attach`), so constant texts need nothing else. A text made of
parts must know them:

| you write | for |
| --- | --- |
| ``phrase("After {time} of inactivity", time=t)`` | a sentence with something in it |
| ``counted(n, "{n} app", "{n} apps")`` | a number of things |
| ``joined(", ", parts)`` | a list in a line |
| ``day_text(today, "MMMEd")`` | a date; `time_of_day` of `appkit.times` does the same for times |
| ``verbatim(name)`` | what a user or another app has written, never translated |

Each of these is a `str`, the English text. Only a view in another language's window translates it,
so English costs nothing.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    import babel

__all__ = [
    "DayForm",
    "Entry",
    "Localized",
    "Words",
    "counted",
    "day_text",
    "half_day_text",
    "joined",
    "phrase",
    "verbatim",
]

Entry = str | Mapping[str, str]
"""Translation of a text, or one for each plural category of the language (CLDR's)."""

DayForm = Literal[
    "EEEEE", "E", "EEEE", "MMM", "MMMd", "MMMEd", "MMMMEEEEd", "yMMM", "yMMMM", "yMMMd", "yMMMMd"
]
"""Parts of a date to format: a CLDR skeleton, as in ``DateFormat.getBestDateTimePattern``."""

_ENGLISH: Final[Mapping[DayForm, str]] = {
    "E": "{0:%a}",
    "EEEE": "{0:%A}",
    "EEEEE": "{0:%A}",
    "MMM": "{0:%b}",
    "MMMEd": "{0:%a, %b} {0.day}",
    "MMMMEEEEd": "{0:%A, %B} {0.day}",
    "yMMMM": "{0:%B} {0.year}",
    "yMMMd": "{0:%b} {0.day}, {0.year}",
    "yMMMMd": "{0:%B} {0.day}, {0.year}",
}


class Words:
    """The texts of one app in one language.

    Args:
        written: Language and script, such as "zh-hans", by which glyphs are chosen: Chinese and
            Japanese write the same characters differently.
        entries: Translations by English text.
        locale: CLDR's data of the language.

    Attributes:
        written: The same.
    """

    def __init__(self, written: str, entries: Mapping[str, Entry], locale: babel.Locale) -> None:
        self.written = written
        self._entries = entries
        self._locale = locale

    def of(self, text: str) -> str:
        """Return a text in this language; the text itself if there is no translation.

        The result is never translated again: it may contain a word that a user has written.
        """
        if isinstance(text, Localized):
            return _Verbatim(text.told(self))
        entry = self._entries.get(text)
        return _Verbatim(entry) if isinstance(entry, str) else text

    def template(self, english: str, count: int | None = None) -> str:
        """Return the translation of a template; for a count, in its plural form."""
        entry = self._entries.get(english, english)
        if isinstance(entry, str):
            return entry
        category = self._locale.plural_form(count or 0)
        return entry.get(category, entry["other"])

    def day(self, day: dt.date, form: DayForm) -> str:
        """Format a date."""
        from babel.dates import format_date, format_skeleton

        if set(form) == {"E"}:
            return str(format_date(day, form, locale=self._locale))
        return str(format_skeleton(form, day, locale=self._locale))

    def half_day(self, time: dt.time, *, seconds: bool = False) -> str:
        """Format a time of day in 12-hour format: ``下午3:34``."""
        from babel.dates import format_skeleton

        moment = dt.datetime.combine(dt.date(2000, 1, 1), time)
        return str(format_skeleton("hms" if seconds else "hm", moment, locale=self._locale))


class Localized(str):
    """An English text that can be translated."""

    def told(self, words: Words) -> str:
        """Return the text in another language."""
        raise NotImplementedError(f"{type(self).__name__} must say itself in other languages.")


class _Verbatim(Localized):
    def told(self, words: Words) -> str:
        return str(self)


class _Phrase(Localized):
    template: str
    values: Mapping[str, object]
    number: int | None = None

    def told(self, words: Words) -> str:
        values = {
            name: words.of(value) if isinstance(value, str) else value
            for name, value in self.values.items()
        }
        return words.template(self.template, self.number).format(**values)


class _Joined(Localized):
    separator: str
    parts: tuple[str, ...]

    def told(self, words: Words) -> str:
        return words.of(self.separator).join(map(words.of, self.parts))


class _DayText(Localized):
    day: dt.date
    form: DayForm

    def told(self, words: Words) -> str:
        return words.day(self.day, self.form)


class _HalfDayText(Localized):
    time: dt.time
    seconds: bool

    def told(self, words: Words) -> str:
        return words.half_day(self.time, seconds=self.seconds)


def verbatim(text: str) -> str:
    """Return a text that is the same in every language."""
    return _Verbatim(text)


def phrase(template: str, **values: object) -> str:
    """Return a text that contains values.

    Args:
        template: English, with the names of the values in braces.
        **values: Values; texts among them are translated too, unless they are `verbatim`.
    """
    text = _Phrase(template.format(**values))
    text.template, text.values = template, values
    return text


def counted(n: int, one: str, other: str, **values: object) -> str:
    """Return a text about a number of things.

    Args:
        n: The number, ``{n}`` in the templates.
        one: English text for one thing.
        other: English text for any other number; also the key of the translation.
        **values: As for `phrase`.
    """
    text = _Phrase((one if n == 1 else other).format(n=n, **values))
    text.template, text.values, text.number = other, {"n": n, **values}, n
    return text


def joined(separator: str, parts: Iterable[str]) -> str:
    """Return texts joined by a separator, which may be translated too."""
    every = tuple(parts)
    text = _Joined(separator.join(every))
    text.separator, text.parts = separator, every
    return text


def day_text(day: dt.date, form: DayForm) -> str:
    """Return a date in the phone's language, in English like "Sun, Oct 15"."""
    english = _ENGLISH[form].format(day)
    text = _DayText(english[0] if form == "EEEEE" else english)
    text.day, text.form = day, form
    return text


def half_day_text(english: str, time: dt.time, *, seconds: bool = False) -> str:
    """Return a time of day in 12-hour format.

    Args:
        english: Its English form, "3:34 PM".
        time: The time.
        seconds: Whether it includes seconds.
    """
    text = _HalfDayText(english)
    text.time, text.seconds = time, seconds
    return text
