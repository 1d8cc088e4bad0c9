"""Moves that were right in an episode, step by step, for `generalist.py`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generalist_data import Episode

from android_gym.agents.generalist.moves import Move, label_of, move_of, piece_of
from android_gym.agents.generalist.words import words_of
from android_gym.events import Answer, Event, Swipe, Wait
from android_gym.task_suite.demonstrations import Observation

__all__ = ["moves_of"]

_LEAST_COPIED = 3
"""Minimum length of a text that is copied from an earlier screen, in characters."""

_MANY_WORDS = 3
"""Minimum number of words of a label that is said in place of a sentence containing it."""


def moves_of(episode: Episode) -> list[tuple[list[Move], Move | None]]:
    """Return for each step the right moves, and the one that was made.

    Pieces of an answer are said on the first screen of the last scrolling that shows them. If no
    piece expresses a sentence, only the part of it that is on the screen is said. A text that only
    earlier screens show is said on the last of them, and typed as what was said.
    """
    seen = [moment.seen(episode.goal) for moment in episode.moments]
    wanted: list[list[Move]] = [[] for _ in seen]
    made: list[Move | None] = [None for _ in seen]
    for at, moment in enumerate(episode.moments):
        made[at] = _move(moment.event, seen[at])
        label = moment.label
        if isinstance(label, Answer):
            begin = at
            while begin and isinstance(episode.moments[begin - 1].event, Swipe | Wait):
                begin -= 1
            for piece in _pieces(label.text, seen[at]):
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
            move = made[at] if label == moment.event else _move(label, seen[at])
            if move is not None:
                wanted[at].append(move)
    _copy(episode, seen, wanted, made)
    return list(zip(wanted, made, strict=True))


def _copy(
    episode: Episode,
    seen: Sequence[Observation],
    wanted: Sequence[list[Move]],
    made: list[Move | None],
) -> None:
    """Replace phrases shown on earlier screens by saying them there; first said, first typed."""
    latest = len(seen)
    for at in reversed(range(len(seen))):
        move, moment = made[at], episode.moments[at]
        if move is None or move.kind != "type_phrase" or moment.label != moment.event:
            continue
        if len(move.phrase) < _LEAST_COPIED:
            continue
        for screen in reversed(range(min(at, latest + 1))):
            if episode.moments[screen].label is None:
                continue
            said = piece_of(move.phrase, replace(seen[screen], goal=""))
            if said is not None:
                made[at] = Move("type_said", case=move.case)
                wanted[at][-1] = Move("type_said", case=move.case)
                wanted[screen].insert(0, said)
                latest = screen
                break


def _say_before(moves: Sequence[Move]) -> int:
    return sum(move.kind.startswith("say") for move in moves)


def _order(move: Move) -> tuple[bool, int]:
    return not move.kind.startswith("say"), move.element


def _move(event: Event, seen: Observation) -> Move | None:
    return Move("answer") if isinstance(event, Answer) else move_of(event, seen)


def _pieces(text: str, seen: Observation) -> list[str]:
    """Return the pieces in which an answer is said."""
    if not text:
        return []
    if piece_of(text, seen) is not None:
        return [text]
    pieces = text.split(", ")
    label = _longest_within(text, seen)
    return [label] if label and len(pieces) == 1 else pieces


def _longest_within(text: str, seen: Observation) -> str:
    """Return the longest label that is part of a sentence; ``""`` if none with enough words is."""
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
