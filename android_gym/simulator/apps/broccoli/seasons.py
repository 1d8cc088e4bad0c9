"""The seasonal calendar: foods in season by region, with their names in several languages.

The months are common gardening knowledge, compiled for this simulator; they are not the app's own
table (docs/fidelity.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

__all__ = ["LANGUAGES", "REGIONS", "Calendar", "Food", "calendar", "month_range"]

REGIONS: Final = (
    ("central_europe", "Central Europe"),
    ("north_america_colder", "North America (colder)"),
    ("north_america_warmer", "North America (warmer)"),
)
LANGUAGES: Final = (
    ("en", "English"),
    ("es", "Spanish"),
    ("fr", "French"),
    ("de", "German"),
    ("pl", "Polish"),
    ("it", "Italian"),
    ("zh", "Chinese"),
)
_SHORT: Final = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split()


@dataclass(frozen=True)
class Food:
    """A food of the calendar.

    Attributes:
        name: Name on screen.
        terms: Search terms for recipes, in the chosen languages.
        first: First month of its season, from 0.
        last: Last month; before `first` if the season spans the turn of the year.
    """

    name: str
    terms: tuple[str, ...]
    first: int
    last: int

    def in_season(self, month: int) -> bool:
        """Return whether the food is in season in a month, from 0."""
        return (month - self.first) % 12 <= (self.last - self.first) % 12


@dataclass(frozen=True)
class Calendar:
    """The foods of a region."""

    foods: tuple[Food, ...]

    def of(self, month: int) -> list[Food]:
        """Return the foods in season in a month (from 0), by name."""
        return [food for food in self.foods if food.in_season(month)]

    def terms(self, month: int) -> tuple[str, ...]:
        """Return the search terms of all foods in season in a month."""
        return tuple(term for food in self.of(month) for term in food.terms)

    def food(self, name: str) -> Food | None:
        """Return a food by its name."""
        return next((food for food in self.foods if food.name == name), None)


def month_range(food: Food) -> str:
    """Format a food's season as in the calendar, e.g. ``AUG - NOV``."""
    first, last = _SHORT[food.first], _SHORT[food.last]
    return first if first == last else f"{first} - {last}"


def calendar(region: Any, languages: Any) -> Calendar | None:
    """Return the calendar of a region; None unless region and languages are chosen."""
    chosen = tuple(
        code for code, _ in LANGUAGES if isinstance(languages, frozenset) and code in languages
    )
    if region not in [code for code, _ in REGIONS] or not chosen:
        return None
    return _calendar(region, chosen)


@cache
def _calendar(region: str, languages: tuple[str, ...]) -> Calendar:
    place = [code for code, _ in REGIONS].index(region)
    codes = [code for code, _ in LANGUAGES]
    foods = []
    for name, months, words in _table():
        if months[place] == "-":
            continue
        first, _, last = months[place].partition("-")
        terms = dict.fromkeys(term for code in languages for term in words[codes.index(code)])
        foods.append(Food(name, tuple(terms), int(first) - 1, int(last or first) - 1))
    return Calendar(tuple(sorted(foods, key=lambda food: food.name)))


@cache
def _table() -> list[tuple[str, list[str], list[list[str]]]]:
    """Read the foods: name, months by region, search terms by language."""
    rows = []
    text = (Path(__file__).parent / "seasons.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            name, months, *words = (part.strip() for part in line.split("|"))
            rows.append(
                (name, months.split(), [[w.strip() for w in part.split(",")] for part in words])
            )
    return rows
