"""Trajectories: the screens and actions of an episode, as judges look at them.

Screen k is the one before action k + 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from android_gym.evaluation.narration import describe
from android_gym.events import Answer, ApiCall, Declare, DoubleTap, Event, LongPress, Tap
from android_gym.trace import EpisodeTrace, ScreenState

__all__ = ["LoggedAction", "Shot", "Trajectory", "from_trace"]

_SYSTEM_UI: Final = "com.android.systemui"


@dataclass(frozen=True, slots=True)
class Shot:
    """A screen of a trajectory.

    Attributes:
        name: Name of its file, or its number.
        png: The picture's file, PNG or JPEG; None if none was taken.
        texts: Texts of the elements outside the bars; None if there is only a picture.
        bar_texts: Texts of the elements in the status and navigation bars.
    """

    name: str
    png: bytes | None = None
    texts: tuple[str, ...] | None = None
    bar_texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """An action in the form of the benchmark's logs.

    Attributes:
        name: Its name, e.g. ``"tap"``.
        detail: More about it; ``""`` if there is nothing.
        position: (x, y) in pixels if it acts at a single place.
    """

    name: str
    detail: str = ""
    position: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Trajectory:
    """An episode, as judges look at it.

    Attributes:
        shots: The screens in order, that of the start first.
        actions: Action k leads from screen k to screen k + 1.
        reward: Result of the task's own check of the phone, None if there is none.
    """

    shots: tuple[Shot, ...]
    actions: tuple[LoggedAction, ...] = ()
    reward: float | None = None

    def part(self, start: int, end: int) -> Self:
        """Return the screens from `start` to `end`, inclusive, and the actions between them."""
        return replace(self, shots=self.shots[start : end + 1], actions=self.actions[start:end])


def from_trace(trace: EpisodeTrace) -> Trajectory:
    """Return an episode of this package as a trajectory."""
    shots = [_shot(0, trace.start)]
    actions: list[LoggedAction] = []
    last = trace.start
    for step in trace.steps:
        events = [event for event in step.events if not isinstance(event, Declare)]
        if not events and any(isinstance(event, Declare) for event in step.events):
            continue  # nothing was done, so there is no new screen
        actions.append(_action(events, last))
        last = step.screen
        shots.append(_shot(len(shots), last))
    return Trajectory(tuple(shots), tuple(actions), trace.success)


def _shot(number: int, screen: ScreenState) -> Shot:
    inside: list[str] = []
    bars: list[str] = []
    for element in screen.elements:
        if element.is_visible is False:
            continue
        texts = [text for text in (element.text, element.content_description) if text]
        (bars if element.package_name == _SYSTEM_UI else inside).extend(texts)
    return Shot(f"{number}.png", screen.png, tuple(inside), tuple(bars))


def _action(events: Sequence[Event], screen: ScreenState) -> LoggedAction:
    if not events:
        return LoggedAction("none", "The reply could not be carried out.")
    event = events[0]
    match event:
        case Tap(x, y):
            return LoggedAction("tap", position=(x, y))
        case DoubleTap(x, y):
            return LoggedAction("double tap", position=(x, y))
        case LongPress(x, y):
            return LoggedAction("long press", position=(x, y))
        case Answer(text):
            return LoggedAction("answer", text)
        case ApiCall(api):
            return LoggedAction("call", api)
        case Declare():
            raise ValueError("a declaration is not an action on the phone")
        case _:
            name, _, detail = describe(event, screen.elements).partition(" ")
            return LoggedAction(name, detail)
