"""Moves that were right in an episode, step by step, for `generalist.py`."""

from __future__ import annotations

from collections.abc import Sequence

from generalist_data import Episode

from android_gym.agents.generalist.moves import Move, label_of, move_of, piece_of
from android_gym.agents.generalist.words import words_of
from android_gym.events import Answer, Event, Swipe, Wait
from android_gym.task_suite.demonstrations import Observation

__all__ = ["moves_of"]

_MANY_WORDS = 3
"""Words of a label that is said of a sentence, which has twice as many."""


def moves_of(episode: Episode) -> list[tuple[list[Move], Move | None]]:
    """Return for each step the moves that are right, and the one that was made.

    Pieces of an answer are said on the first screen of the last scrolling that shows them. Of a
    sentence that no piece says, what stands on the screen of it is said alone.
    """
    seen = [moment.seen(episode.goal) for moment in episode.moments]
    wanted: list[list[Move]] = [[] for _ in seen]
    made: list[Move | None] = [None for _ in seen]
    for at, moment in enumerate(episode.moments):
        made[at] = _move(moment.event, episode, at)
        label = moment.label
        if isinstance(label, Answer):
            begin = at
            while begin and isinstance(episode.moments[begin - 1].event, Swipe | Wait):
                begin -= 1
            for piece in _pieces(label.text, episode, at):
                for screen in range(begin, at + 1):
                    said = piece_of(piece, seen[screen])
                    if said is not None:
                        wanted[screen].insert(_say_before(wanted[screen]), said)
                        break
                else:
                    wanted[at].append(Move("say_phrase", phrase=piece))
            for screen in range(begin, at + 1):
                wanted[screen].sort(key=lambda move: _order(move))
            wanted[at].append(Move("answer"))
        elif label is not None:
            move = _move(label, episode, at)
            if move is not None:
                wanted[at].append(move)
    return list(zip(wanted, made, strict=True))


def _say_before(moves: Sequence[Move]) -> int:
    return sum(move.kind.startswith("say") for move in moves)


def _order(move: Move) -> tuple[bool, int]:
    return not move.kind.startswith("say"), move.element


def _move(event: Event, episode: Episode, at: int) -> Move | None:
    if isinstance(event, Answer):
        return Move("answer")
    return move_of(event, episode.moments[at].seen(episode.goal))


def _pieces(text: str, episode: Episode, at: int) -> list[str]:
    """Return the pieces that an answer is said in."""
    if not text:
        return []
    if piece_of(text, episode.moments[at].seen(episode.goal)) is not None:
        return [text]
    pieces = text.split(", ")
    label = _longest_within(text, episode.moments[at].seen(episode.goal))
    return [label] if label and len(pieces) == 1 else pieces


def _longest_within(text: str, seen: Observation) -> str:
    """Return the longest label that is a part of a sentence; ``""`` if none of some words is."""
    labels = {label_of(element) for element in seen.elements}
    whole = Observation(text, (), seen.width, seen.height)
    found = [
        label
        for label in labels
        if len(words_of(label)) >= _MANY_WORDS
        and len(words_of(text)) >= 2 * _MANY_WORDS
        and piece_of(label, whole) is not None
    ]
    return max(sorted(found), key=len, default="")
