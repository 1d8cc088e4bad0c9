"""DAgger for `generalist.py`: the policy acts, demonstrations tell what would have been right.

A demonstration is a running script, so it can be asked only as long as its own actions are carried
out. At the first other move, its own is still the right one. After that, a fresh demonstration
takes over within a few moves; its actions are kept if it earns 1.0, which shows that it could be
asked there.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np
from generalist_data import (
    Episode,
    Moment,
    Stage,
    file_of,
    in_lines,
    training_seeds,
    wordings,
    write,
)

from android_gym.agents.generalist.moves import Move, event_of, move_of
from android_gym.agents.generalist.network import Network
from android_gym.agents.generalist.policy import Mind
from android_gym.agents.generalist.weights import Weights
from android_gym.errors import AndroidGymError
from android_gym.events import Answer, Declare, Event
from android_gym.task_suite.demonstrations import Demonstration, Observation

__all__ = ["Corrected", "correct"]

_MOST_ASTRAY = 3
"""Maximum number of the policy's moves before a fresh demonstration takes over."""

_ENOUGH = 2
"""Consecutive flawless episodes after which an id's other seeds are skipped."""


class _Asked:
    """A demonstration that is asked step by step, one line of text at a time."""

    def __init__(self, script: Demonstration) -> None:
        self._script = script
        self._left: list[Event] = []

    def wants(self, seen: Observation) -> Event:
        """Return the demonstration's next event."""
        if not self._left:
            self._left = in_lines(self._script(seen))
        return self._left.pop(0)


class Corrected(NamedTuple):
    """Counts of the episodes of an id.

    Attributes:
        kept: Episodes that were kept.
        faulty: Those with a wrong move.
        astray: Those in which a wrong move was carried out.
        home: Those that a fresh demonstration then completed.
    """

    kept: int
    faulty: int
    astray: int
    home: int


def correct(folder: Path, env_id: str, weights: Weights, first: int, count: int) -> Corrected:
    """Play episodes of an id with corrections and keep them.

    After two consecutive episodes that need no corrections, the other seeds are skipped.

    Args:
        folder: Folder for the episodes.
        env_id: Id of the task.
        weights: Weights of the policy.
        first: Position of the first seed among the training seeds.
        count: Number of seeds.
    """
    network = Network(weights.arrays, weights.phrases)
    kept: list[Episode] = []
    faulty = astray = home = flawless = 0
    stage = Stage(env_id)
    try:
        for k, seed in enumerate(training_seeds(env_id, first + count)[first:], start=first):
            rng = np.random.default_rng([seed, crc32(env_id.encode())])
            found = _begun(stage, seed, k, network, bool(weights.phrases), rng)
            if found is None:
                continue
            episode, mind, faults, lost = found
            if lost:
                astray += 1
                right = len(episode.moments)
                try:
                    _return(stage, episode, mind, int(rng.integers(_MOST_ASTRAY)))
                except AndroidGymError:  # a fresh demonstration gets stuck here
                    stage.success = False
                home += stage.success
                if not stage.success:
                    del episode.moments[right:]
            episode.success = stage.success
            kept.append(episode)
            faulty += faults > 0
            flawless = 0 if faults else flawless + 1
            if flawless == _ENOUGH:
                break
    finally:
        stage.close()
    write(file_of(folder, env_id), kept)
    return Corrected(len(kept), faulty, astray, home)


def _begun(
    stage: Stage, seed: int, k: int, network: Network, phrases: bool, rng: np.random.Generator
) -> tuple[Episode, Mind, int, bool] | None:
    """Play an episode until it ends or strays; None if the demonstration gets stuck.

    Args:
        stage: The environment.
        seed: Seed of the episode.
        k: Position of the seed, which determines the wording.
        network: The network that acts.
        phrases: Whether it has phrases to say.
        rng: Decides which moves are carried out.

    Returns:
        The episode, the mind that acted in it, the number of its wrong moves, and whether it
        strayed.
    """
    for wording in wordings(k):
        try:
            episode = stage.reset(seed, wording)
            episode.source = "dagger"
            mind = Mind(network, phrases, episode.goal)
            return episode, mind, *_follow(stage, episode, mind, rng)
        except AndroidGymError:  # no such wording, or the demonstration is stuck
            continue
    return None


def _follow(
    stage: Stage, episode: Episode, mind: Mind, rng: np.random.Generator
) -> tuple[int, bool]:
    """Let the policy act while it does what the demonstration wants.

    Wrong moves that would end the episode, and half of the others, are replaced by the right ones.

    Returns:
        The number of its wrong moves, and whether one of them was carried out.
    """
    asked = _Asked(stage.script())
    faults = 0
    while not stage.over:
        seen = stage.look()
        wanted = asked.wants(seen)
        told = Observation(episode.goal, seen.elements, seen.width, seen.height)
        move = mind.decide(told)
        event = event_of(move, told, mind.said)
        right = _means(move, event, wanted, told)
        ends = isinstance(event, Declare | Answer)
        stray = not right and not ends and rng.random() < 0.5
        done = event if stray else wanted
        episode.moments.append(Moment.of(told, done, wanted))
        faults += not right
        if stray or right:
            mind.note(move, told)
        else:
            mind.note_event(done, told)
        stage.step(done)
        if stray:
            return faults, True
    return faults, False


def _means(move: Move, event: Event, wanted: Event, told: Observation) -> bool:
    """Return True if a move matches the wanted event, up to a few pixels."""
    return event == wanted or (not isinstance(wanted, Answer) and move_of(wanted, told) == move)


def _return(stage: Stage, episode: Episode, mind: Mind, moves: int) -> None:
    """Let the policy continue astray for some moves, then a fresh demonstration to the end.

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
