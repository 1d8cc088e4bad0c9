"""Statistics computed from a track's points: totals, intervals, and the charts' curves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from android_gym.simulator.apps.opentracks.model import IDLE, SEGMENT_END, TRACK_POINT, Point, Track
from android_gym.simulator.system.location import distance_m

__all__ = ["Interval", "Sample", "heights", "intervals", "samples", "summed_up"]

MOST_SAMPLES: Final = 2500
"""Maximum number of points in a chart; longer tracks are thinned to every nth point."""


@dataclass(frozen=True)
class Leg:
    """The leg from one point to the next.

    Attributes:
        metres: Length; 0.0 to the first point of a segment.
        moving_ms: Duration; 0 to the first point of a segment and while idle.
        point: Point at its end.
    """

    metres: float
    moving_ms: int
    point: Point


@dataclass(frozen=True)
class Interval:
    """One interval of a track.

    Attributes:
        metres: Length.
        moving_ms: Duration.
        gain: Metres climbed.
        loss: Metres descended.
    """

    metres: float
    moving_ms: int
    gain: float
    loss: float

    @property
    def speed(self) -> float:
        """Metres per second; 0.0 without time."""
        return self.metres / (self.moving_ms / 1000) if self.moving_ms > 0 else 0.0


@dataclass(frozen=True)
class Sample:
    """One sample of a chart's curves.

    Attributes:
        time_ms: Milliseconds from the track's start, without the gaps between segments.
        metres: Metres from the track's start.
        point: The measured point.
        speed: Metres per second.
    """

    time_ms: int
    metres: float
    point: Point
    speed: float


def _legs(points: Sequence[Point]) -> Iterator[Leg]:
    """Yield the legs of a track; the gap between two segments has no length."""
    last: Point | None = None
    idle = False
    for point in points:
        begins = last is None or point.kind < TRACK_POINT or last.kind == SEGMENT_END
        metres, spent = 0.0, 0
        if last is not None and not begins:
            if not idle:
                spent = max(0, point.time_ms - last.time_ms)
            if last.place is not None and point.place is not None:
                metres = distance_m(*last.place, *point.place)
        yield Leg(metres, spent, point)
        idle = point.kind == IDLE
        last = point


def summed_up(track: Track, points: Sequence[Point]) -> Track:
    """Return a track with totals computed from its points."""
    if not points:
        return track
    legs = list(_legs(points))
    first, last = points[0].time_ms, points[-1].time_ms
    gains = [point.gain for point in points if point.gain is not None]
    losses = [point.loss for point in points if point.loss is not None]
    return replace(
        track,
        start_ms=first,
        stop_ms=last,
        points=len(points),
        distance=sum(leg.metres for leg in legs),
        total_ms=max(0, last - first),
        moving_ms=sum(leg.moving_ms for leg in legs),
        max_speed=max((point.speed or 0.0 for point in points), default=0.0),
        gain=sum(gains) if gains else None,
        loss=sum(losses) if losses else None,
    )


def heights(points: Sequence[Point]) -> tuple[float, float] | None:
    """Return the lowest and highest altitude in metres; None if none is known."""
    known = [point.altitude for point in points if point.altitude is not None]
    return (min(known), max(known)) if known else None


def intervals(points: Sequence[Point], length: float) -> list[Interval]:
    """Split a track into intervals of a length; the last one may be shorter.

    Args:
        points: The track's points.
        length: Length of an interval in metres.
    """
    found: list[Interval] = []
    metres, spent, gain, loss = 0.0, 0.0, 0.0, 0.0
    for leg in _legs(points):
        gain += leg.point.gain or 0.0
        loss += leg.point.loss or 0.0
        left, left_ms = leg.metres, float(leg.moving_ms)
        while left > 0 and metres + left >= length:
            share = (length - metres) / left
            found.append(Interval(length, round(spent + left_ms * share), gain, loss))
            left -= length - metres
            left_ms -= left_ms * share
            metres, spent, gain, loss = 0.0, 0.0, 0.0, 0.0
        metres += left
        spent += left_ms
    if metres > 0:
        found.append(Interval(metres, round(spent), gain, loss))
    return found


def samples(points: Sequence[Point]) -> list[Sample]:
    """Return the samples of a track's charts, at most `MOST_SAMPLES`."""
    found = []
    metres, spent = 0.0, 0
    for leg in _legs(points):
        metres += leg.metres
        spent += leg.moving_ms
        if leg.point.place is None:
            continue
        speed = leg.point.speed
        if speed is None:
            speed = leg.metres / (leg.moving_ms / 1000) if leg.moving_ms > 0 else 0.0
        found.append(Sample(spent, metres, leg.point, speed))
    step = -(-len(found) // MOST_SAMPLES) if found else 1
    return found[::step]
