"""Map search: places, streets, houses, points of interest, and addresses of locations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final

from android_gym.simulator.apps.osmand.formats import parse_coordinates
from android_gym.simulator.apps.osmand.geography import COUNTRY, Place, Sight, Street, geography
from android_gym.simulator.apps.osmand.model import Favorite, Hit, HitKind
from android_gym.simulator.apps.osmand.rendering import CATEGORY_ICONS
from android_gym.simulator.system.accents import folded
from android_gym.simulator.system.location import distance_m

__all__ = [
    "CATEGORIES",
    "MOST_HITS",
    "address_of",
    "find",
    "houses_of",
    "in_category",
    "nearest_places",
    "streets_of",
]

Point = tuple[float, float]

MOST_HITS: Final = 100

CATEGORIES: Final = tuple((name, name.capitalize(), icon) for name, icon in CATEGORY_ICONS.items())
"""(name, label, icon) of each category."""

_KINDS: Final[dict[str, tuple[HitKind, str, int]]] = {
    "town": ("town", "Town", 0),
    "village": ("village", "Village", 1),
    "hamlet": ("hamlet", "Hamlet", 2),
}


@cache
def _index() -> tuple[tuple[tuple[str, ...], tuple[str, ...], int, Hit], ...]:
    """Return (words of the name, words of the area, rank, hit) of everything on the map."""
    country = geography()
    found: list[tuple[tuple[str, ...], tuple[str, ...], int, Hit]] = []
    outside = _words(COUNTRY)
    for place in country.places:
        kind, label, order = _KINDS[place.kind]
        hit = Hit(kind, place.name, label, place.lat, place.lon, place.name, "home_city")
        found.append((_words(place.name), (*outside, place.postcode), order, hit))
    for peak in country.peaks:
        hit = Hit("poi", peak.name, "Peak", peak.lat, peak.lon, icon="triangle")
        found.append((_words(peak.name), outside, 4, hit))
    for street in country.streets:
        hit = Hit("street", street.name, street.place, *street.middle, street.place, "road")
        found.append((_words(street.name), (*_words(street.place), *outside), 3, hit))
    for sight in country.sights:
        words = (*_words(sight.name), *_words(sight.type))
        found.append((words, (*_words(sight.place), *outside), 5, _hit(sight)))
    return tuple(found)


def _hit(sight: Sight) -> Hit:
    label = sight.type[0].upper() + sight.type[1:]
    icon = CATEGORY_ICONS[sight.category]
    return Hit("poi", sight.name, label, sight.lat, sight.lon, sight.place, icon)


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    return tuple(folded(text).replace(",", " ").replace("-", " ").split())


def find(
    text: str, centre: Point, favorites: Iterable[Favorite] = (), *, map_there: bool = True
) -> list[Hit]:
    """Return the results of a search, the best first.

    Args:
        text: The query.
        centre: The map's centre; among equal results, nearer ones come first.
        favorites: The user's favourites.
        map_there: Whether there is a map to search.
    """
    place = parse_coordinates(text)
    if place is not None:
        inside = map_there and 47.0 < place[0] < 47.3 and 9.4 < place[1] < 9.7
        detail = COUNTRY if inside else "Location"
        return [Hit("location", text.strip(), detail, *place, icon="crosshairs_gps")]
    words = _words(text[:200])
    if not words:
        return []
    found: list[tuple[tuple[object, ...], Hit]] = []
    for favorite in favorites:
        if _matches(words, _words(favorite.name), ()):
            hit = Hit(
                "favorite", favorite.name, favorite.group or "Favorites", favorite.lat,
                favorite.lon, favorite.group, "star",
            )  # fmt: skip
            found.append(((0, 0, 0.0, favorite.name), hit))
    for name, around, order, hit in _index() if map_there else ():
        if _matches(words, name, around):
            exact = all(word in words for word in name)
            key = (1, 0 if exact and order < 3 else order + 1, order, _far(hit, centre), hit.name)
            found.append((key, hit))
    found.sort(key=lambda each: tuple(map(_sortable, each[0])))
    return [hit for _, hit in found[:MOST_HITS]]


def _sortable(value: object) -> tuple[int, float, str]:
    return (0, float(value), "") if isinstance(value, int | float) else (1, 0.0, str(value))


def _matches(words: Sequence[str], name: Sequence[str], around: Sequence[str]) -> bool:
    """Return whether each word is a prefix in name or area, and at least one in the name."""
    own = False
    for word in words:
        in_name = any(each.startswith(word) for each in name)
        if not in_name and not any(each.startswith(word) for each in around):
            return False
        own = own or in_name
    return own


def _far(hit: Hit, centre: Point) -> float:
    return distance_m(hit.lat, hit.lon, *centre)


def streets_of(place: str, text: str = "") -> list[Hit]:
    """Return the streets of a village, sorted by name; a text's words must match as prefixes."""
    words = _words(text)
    hits = [
        Hit("street", street.name, place, *street.middle, place, "road")
        for street in geography().streets
        if street.place == place and (not words or _matches(words, _words(street.name), ()))
    ]
    return sorted(hits, key=lambda hit: hit.name)


def houses_of(street: str, place: str, text: str = "") -> list[Hit]:
    """Return the houses of a street whose numbers match a prefix, sorted by number."""
    found = _street(street, place)
    wanted = text.strip()
    return [
        Hit("house", f"{street} {house.number}", place, house.lat, house.lon, place, "home")
        for house in (found.houses if found is not None else ())
        if str(house.number).startswith(wanted)
    ]


def _street(name: str, place: str) -> Street | None:
    streets = geography().streets
    return next((s for s in streets if s.name == name and s.place == place), None)


def in_category(category: str, centre: Point, text: str = "") -> list[Hit]:
    """Return the points of interest in a category, the nearest first."""
    words = _words(text)
    hits = [
        _hit(sight)
        for sight in geography().sights
        if sight.category == category
        and (not words or _matches(words, (*_words(sight.name), *_words(sight.type)), ()))
    ]
    return sorted(hits, key=lambda hit: (_far(hit, centre), hit.name))[:MOST_HITS]


def nearest_places(centre: Point) -> list[Hit]:
    """Return the fifteen nearest towns and villages, the nearest first."""
    return cities("", centre)[:15]


def cities(text: str, centre: Point) -> list[Hit]:
    """Return the towns and villages whose names match a text's words, the nearest first."""
    words = _words(text[:200])
    hits = [
        _place_hit(place, "")
        for place in geography().places
        if not words or _matches(words, _words(place.name), ())
    ]
    return sorted(hits, key=lambda hit: (_far(hit, centre), hit.name))[:MOST_HITS]


def postcodes(text: str) -> list[Hit]:
    """Return the towns and villages whose postcodes match a prefix, sorted by postcode."""
    wanted = text.strip()
    found = [p for p in geography().places if wanted and p.postcode.startswith(wanted)]
    return [
        _place_hit(p, f"{p.postcode}, ") for p in sorted(found, key=lambda p: (p.postcode, p.name))
    ]


def _place_hit(place: Place, before: str) -> Hit:
    kind, label, _ = _KINDS[place.kind]
    return Hit(kind, place.name, before + label, place.lat, place.lon, place.name, "home_city")


@lru_cache(maxsize=256)
def address_of(lat: float, lon: float) -> str:
    """Return the address nearest to a location; empty if there is none."""
    best: tuple[float, str] = (60.0, "")
    for street in geography().streets:
        if abs(street.middle[0] - lat) > 0.02 or abs(street.middle[1] - lon) > 0.03:
            continue
        for house in street.houses:
            if abs(house.lat - lat) < 0.0006 and abs(house.lon - lon) < 0.0009:
                far = distance_m(lat, lon, house.lat, house.lon)
                if far < best[0]:
                    best = (far, f"{street.name} {house.number}, {street.place}")
    if best[1]:
        return best[1]
    best = (250.0, "")
    for street in geography().streets:
        for part in street.parts:
            for point in part:
                if abs(point[0] - lat) < 0.0025 and abs(point[1] - lon) < 0.004:
                    far = distance_m(lat, lon, *point)
                    if far < best[0]:
                        best = (far, f"{street.name}, {street.place}")
    return best[1]
