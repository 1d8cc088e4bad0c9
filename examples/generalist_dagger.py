"""DAgger for `generalist.py`: the policy acts, demonstrations say what would have been right.

A demonstration is a script that is under way, so it can be asked as long as what was done is what
it wanted. At the first move that is another one, its own is the right one still. Behind that, a
fresh demonstration takes over after a few moves; what it does is kept where it earns 1.0, which
tells that it could be asked there.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from generalist_data import Episode, Moment, Stage, file_of, in_lines, training_seeds, write

from android_gym.agents.generalist.moves import event_of
from android_gym.agents.generalist.network import Network
from android_gym.agents.generalist.policy import Mind
from android_gym.agents.generalist.weights import Weights
from android_gym.errors import AndroidGymError
from android_gym.events import Answer, Declare, Event
from android_gym.task_suite.demonstrations import Demonstration, Observation

__all__ = ["correct"]

_MOST_ASTRAY = 3
"""Moves of the policy before a fresh demonstration takes over."""


class _Asked:
    """A demonstration that is asked step by step, a line of text at a time."""

    def __init__(self, script: Demonstration) -> None:
        self._script = script
        self._left: list[Event] = []

    def wants(self, seen: Observation) -> Event:
        """Return what it wants to do next."""
        if not self._left:
            self._left = in_lines(self._script(seen))
        return self._left.pop(0)


def correct(folder: Path, env_id: str, weights: Weights, first: int, count: int) -> tuple[int, int]:
    """Play episodes of an id with corrections and keep them.

    Args:
        folder: For the episodes.
        env_id: Of the task.
        weights: Of the policy.
        first: Position of the first seed among the training seeds.
        count: Number of seeds.

    Returns:
        How many episodes went astray, and how many of these a fresh demonstration brought home.
    """
    network = Network(weights.arrays, weights.phrases)
    kept: list[Episode] = []
    astray = home = 0
    stage = Stage(env_id)
    try:
        for seed in training_seeds(env_id, first + count)[first:]:
            rng = np.random.default_rng(seed)
            episode = stage.reset(seed, 0)
            episode.source = "dagger"
            mind = Mind(network, bool(weights.phrases), episode.goal)
            try:
                lost = _follow(stage, episode, mind, rng)
            except AndroidGymError:  # a demonstration that is stuck from the beginning
                continue
            if lost:
                astray += 1
                right = len(episode.moments)
                try:
                    _return(stage, episode, mind, int(rng.integers(_MOST_ASTRAY)))
                except AndroidGymError:  # a fresh demonstration can't be asked here
                    stage.success = False
                home += stage.success
                if not stage.success:
                    del episode.moments[right:]
            episode.success = stage.success
            kept.append(episode)
    finally:
        stage.close()
    write(file_of(folder, env_id), kept)
    return astray, home


def _follow(stage: Stage, episode: Episode, mind: Mind, rng: np.random.Generator) -> bool:
    """Let the policy act while it does what the demonstration wants; return True if it strayed.

    Of its wrong moves, those that would end the episode and half of the others are not carried
    out, but the right ones in their place.
    """
    asked = _Asked(stage.script())
    while not stage.over:
        seen = stage.look()
        wanted = asked.wants(seen)
        told = Observation(episode.goal, seen.elements, seen.width, seen.height)
        move = mind.decide(told)
        event = event_of(move, told, mind.said)
        ends = isinstance(event, Declare | Answer)
        stray = event != wanted and not ends and rng.random() < 0.5
        done = event if stray else wanted
        episode.moments.append(Moment.of(told, done, wanted))
        if done == event:
            mind.note(move, told)
        else:
            mind.note_event(done, told)
        stage.step(done)
        if stray:
            return True
    return False


def _return(stage: Stage, episode: Episode, mind: Mind, moves: int) -> None:
    """Let the policy go on astray for some moves, then a fresh demonstration to the end.

    Raises:
        AndroidGymError: If the demonstration is stuck.
    """
    for _ in range(moves):
        seen = stage.look()
        told = Observation(episode.goal, seen.elements, seen.width, seen.height)
        move = mind.decide(told)
        event = event_of(move, told, mind.said)
        if stage.over or isinstance(event, Declare | Answer):
            break
        episode.moments.append(Moment.of(told, event, None))
        mind.note(move, told)
        stage.step(event)
    asked = _Asked(stage.script())
    while not stage.over:
        seen = stage.look()
        wanted = asked.wants(seen)
        told = Observation(episode.goal, seen.elements, seen.width, seen.height)
        episode.moments.append(Moment.of(told, wanted, wanted))
        stage.step(wanted)
