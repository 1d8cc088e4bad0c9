"""Conversion of traces to episodes of Android in the Wild.

A trace has one screen per step. If a step did several things, such as opening an app by its name,
the screens in between are missing, and the trace can't be converted; record such agents while they
play, with `RecordAndroidInTheWild`.
"""

from __future__ import annotations

import cv2
import numpy as np

from android_gym.checks import check_size, shown
from android_gym.errors import OptionError
from android_gym.evaluation.aitw.annotations import annotate
from android_gym.evaluation.aitw.pictures import decode_picture
from android_gym.evaluation.aitw.recorder import action_of, episode_id
from android_gym.evaluation.aitw.records import Action, Episode, Phone, Step
from android_gym.events import Answer, Declare, Event, Wait
from android_gym.trace import EpisodeTrace, ScreenState

__all__ = ["episode_of_trace"]


def episode_of_trace(
    trace: EpisodeTrace, size: tuple[int, int] = (270, 600), phone: Phone | None = None
) -> Episode:
    """Return a trace as an episode.

    Args:
        trace: A trace with pictures, of an environment made with ``trace="pictures"``.
        size: (width, height) of the screens in pixels, in portrait; swapped for landscape.
        phone: The phone; unknown if None.

    Raises:
        OptionError: If it has no pictures, or the data set has no action for an event.
    """
    wanted = check_size("size", size)
    steps: list[Step] = []
    screens = trace.screens
    for number, step in enumerate(trace.steps):
        events: list[Event] = [event for event in step.events if not isinstance(event, Wait)]
        if len(events) > 1:
            raise OptionError(
                f"Step {number} of the trace did {len(events)} things, and shows no screen between "
                "them. Record the agent with RecordAndroidInTheWild as it plays."
            )
        if events:
            event = Declare() if isinstance(events[0], Answer) else events[0]
            action = action_of(event, screens[number].size)
            if action is None:
                raise OptionError(f"The data set has no action for {shown(event)}, step {number}.")
            steps.append(_step(screens[number], action, wanted, number))
    done = [(step.action.type, step.action.touch) for step in steps]
    name = episode_id(trace.task, trace.seed, trace.goal, done)
    return Episode(name, trace.goal, tuple(steps), phone or Phone("", 0), "android_gym")


def _step(screen: ScreenState, action: Action, wanted: tuple[int, int], number: int) -> Step:
    picture = None if screen.png is None else decode_picture(screen.png)
    if picture is None:
        raise OptionError(
            f"The trace has no picture before step {number}. Make the environment with "
            'trace="pictures".'
        )
    size = wanted if screen.size[0] <= screen.size[1] else wanted[::-1]
    image = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    image.flags.writeable = False
    return Step(image, annotate(screen.elements, screen.size), action, screen.activity)
