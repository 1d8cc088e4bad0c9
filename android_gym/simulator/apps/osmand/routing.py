"""Routes along the roads of the map."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from android_gym.simulator.apps.osmand.geography import geography
from android_gym.simulator.system.location import distance_m

__all__ = ["PROFILES", "Profile", "line_of", "seconds_of"]

Point = tuple[float, float]

_ROADS: Final = frozenset(("primary", "secondary", "tertiary", "track"))
_JOIN_M: Final = 60.0
"""Ends of streets within this distance of a road are joined to it."""


@dataclass(frozen=True)
class Profile:
    """A mode of travel: label, icon, speed in metres per second, and whether it may use tracks."""

    key: str
    label: str
    icon: str
    speed: float
    on_tracks: bool


PROFILES: Final = (
    Profile("car", "Driving", "car", 13.0, False),
    Profile("bicycle", "Cycling", "bike", 4.5, True),
    Profile("pedestrian", "Walking", "walk", 1.3, True),
)


@cache
def _graph() -> dict[Point, list[tuple[Point, float, bool]]]:
    """Return (neighbour, metres, whether the road is a track) for each point of a road."""
    country = geography()
    graph: dict[Point, list[tuple[Point, float, bool]]] = {}

    def join(one: Point, two: Point, track: bool) -> None:
        length = distance_m(*one, *two)
        graph.setdefault(one, []).append((two, length, track))
        graph.setdefault(two, []).append((one, length, track))

    for way in country.ways:
        if way.kind in _ROADS:
            for one, two in zip(way.points, way.points[1:], strict=False):
                if one != two:
                    join(one, two, way.kind == "track")
    roads = list(graph)
    for street in country.streets:
        for part in street.parts:
            for one, two in zip(part, part[1:], strict=False):
                join(one, two, False)
            for end in (part[0], part[-1]):
                for road in _near(end, roads):
                    join(end, road, False)
    return graph


def _near(end: Point, roads: Sequence[Point]) -> list[Point]:
    """Return the points of roads that the end of a street is joined to."""
    return [
        road
        for road in roads
        if abs(road[0] - end[0]) < 0.001
        and abs(road[1] - end[1]) < 0.0015
        and 0 < distance_m(*end, *road) < _JOIN_M
    ]


def _nearest(place: Point) -> Point:
    return min(
        _graph(),
        key=lambda node: ((node[0] - place[0]) ** 2 + (0.68 * (node[1] - place[1])) ** 2, node),
    )


@lru_cache(maxsize=512)
def _leg(start: Point, end: Point, profile: str) -> tuple[Point, ...]:
    """Return the route between two locations; a straight line if no road connects them."""
    first, last = _nearest(start), _nearest(end)
    tracks = next((p.on_tracks for p in PROFILES if p.key == profile), True)
    graph = _graph()
    known: dict[Point, float] = {first: 0.0}
    before: dict[Point, Point] = {}
    queue = [(0.0, first)]
    while queue:
        far, node = heapq.heappop(queue)
        if node == last:
            break
        if far > known[node]:
            continue
        for other, length, track in graph[node]:
            if track and not tracks:
                continue
            total = far + length
            if total < known.get(other, float("inf")):
                known[other] = total
                before[other] = node
                heapq.heappush(queue, (total, other))
    if last not in known:
        return (start, end)
    way = [last]
    while way[-1] != first:
        way.append(before[way[-1]])
    line = [start, *reversed(way), end]
    return tuple(p for i, p in enumerate(line) if not i or p != line[i - 1])


def line_of(points: Sequence[Point], profile: str) -> tuple[Point, ...]:
    """Return the line through points in order.

    Args:
        points: The points.
        profile: Key of one of `PROFILES`; "" for straight lines.
    """
    if not profile or len(points) < 2:
        return tuple(points)
    found: list[Point] = [points[0]]
    for start, end in zip(points, points[1:], strict=False):
        found += _leg(start, end, profile)[1:]
    return tuple(found)


def seconds_of(metres: float, profile: str) -> int:
    """Return the travel time of a distance in seconds."""
    speed = next((p.speed for p in PROFILES if p.key == profile), PROFILES[0].speed)
    return int(metres / speed)
