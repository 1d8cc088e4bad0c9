"""The generalist as a policy: ``android-gym sweep --policy generalist``."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium as gym

from android_gym.actions import Decoded, GestureMode
from android_gym.agent_view import AgentView
from android_gym.agents.generalist.moves import (
    KINDS,
    MOST_TEXT,
    ON_ELEMENT,
    ON_GOAL,
    ON_PART,
    WITH_PHRASE,
    Move,
    event_of,
    label_of,
    move_of,
    says,
)
from android_gym.agents.generalist.network import Network
from android_gym.agents.generalist.reading import Reader, Sight
from android_gym.agents.generalist.weights import Weights, shipped
from android_gym.devices.device import Device
from android_gym.errors import ActionError
from android_gym.events import Event, Text
from android_gym.task_suite.demonstrations import Observation

__all__ = ["GeneralistPolicy", "Mind"]

Env = gym.Env[Any, Any]

_MOST_PIECES = 12
_MOST_SAME = 3
"""Number of times a move without effect is repeated before another one is tried."""

_MOST_WAITS = 6
"""Number of waits on an unchanged screen; demonstrations mostly wait five times."""


_Screen = tuple[tuple[str, bool | None, float, float], ...]


def _screen(seen: Observation) -> _Screen:
    """Return a key that distinguishes screens."""
    return tuple(
        (label_of(e), e.is_checked, *(e.bbox_pixels.center if e.bbox_pixels else (0.0, 0.0)))
        for e in seen.elements
    )


class Mind:
    """The generalist in one episode: it sees, decides and remembers.

    Args:
        network: The network that decides.
        phrases: Whether there are phrases to say.
        goal: The instruction.
    """

    def __init__(self, network: Network, phrases: bool, goal: str) -> None:
        self._network = network
        self._phrases = phrases
        self._reader = Reader(goal)
        self._tried: Counter[tuple[_Screen, int, Move]] = Counter()

    @property
    def said(self) -> list[str]:
        """Pieces that were said and not typed so far."""
        return self._reader.said

    def decide(self, seen: Observation) -> Move:
        """Return the next move that takes a step; pieces of an answer are said before it."""
        for _ in range(_MOST_PIECES):
            move = self._choose(self._reader.read(seen), seen)
            if not says(move):
                return move
            self.note(move, seen)
        return Move("answer")

    def note(self, move: Move, seen: Observation) -> None:
        """Remember a move that was made on the last screen read."""
        self._reader.note(move, seen)

    def note_event(self, event: Event, seen: Observation) -> None:
        """Remember an event that was carried out instead of the move; a wait if no move matches."""
        move = move_of(event, seen) or Move("wait")
        if move.kind == "type_phrase" and isinstance(event, Text) and self.said:
            if event.text.removesuffix("\n") == self.said[0]:
                move = Move("type_said", case=move.case)
        self._reader.note(move, seen)

    def _choose(self, sight: Sight, seen: Observation) -> Move:
        """Return the likeliest move that is possible and was not made too often without effect."""
        read = self._network.read(sight)
        screen, said = _screen(seen), len(self.said)
        order = sorted(range(len(KINDS)), key=lambda i: -float(read.kinds[i]))
        for i in order:
            kind = KINDS[i]
            if (
                (kind in ON_ELEMENT and not len(sight.shown))
                or (kind in ON_PART and not sight.part_words.any())
                or (kind in ON_GOAL and not len(sight.goal_words))
                or (kind in WITH_PHRASE and not self._phrases)
                or (kind == "type_said" and not self.said)
            ):
                continue
            move = self._network.move(sight, read, kind)
            most = _MOST_WAITS if kind == "wait" else _MOST_SAME
            if self._tried[screen, said, move] >= most:
                continue
            self._tried[screen, said, move] += 1
            return move
        return Move("declare")


class GeneralistPolicy:
    """One small network for all tasks, cloned from demonstrations.

    It sees the elements in the default observation, and the goal; no pixels, no id. See
    docs/generalist.md for what it can and can't do.

    Args:
        weights: A file; by default the weights that come with the package.

    Attributes:
        env_options: Arguments of ``gymnasium.make`` that it needs.
        description: What distinguishes it from other policies.

    Raises:
        OptionError: If the weights are missing, broken, or of another version.
    """

    env_options: Mapping[str, Any] = {
        "action_mode": "gesture",
        "action_options": {"text_length": 4 * MOST_TEXT},  # bytes
        "observation": "goal",
    }

    def __init__(self, weights: Path | None = None) -> None:
        found = shipped() if weights is None else Weights.read(weights)
        self._weights = found
        self._network = Network(found.arrays, found.phrases)
        self._view: AgentView | None = None
        self._mind: Mind | None = None
        self.description = {**found.notes, "ids": str(len(found.ids))}

    def prepare(self, env: Env) -> Env:
        """Take the device to look at; warn if the id is not one it was trained on."""
        self._device: Device = env.get_wrapper_attr("device")
        self._mode: GestureMode = env.get_wrapper_attr("action_mode")
        task = env.get_wrapper_attr("task")
        self._view = AgentView(self._device, type(task).observation_size)
        if env.spec is not None:
            stranger = unknown_id(env.spec.id, self._weights.ids)
            if stranger:
                warnings.warn(stranger, stacklevel=2)
        return env

    def reset(self, goal: str, seed: int) -> None:
        """Begin an episode; the seed is not used."""
        self._mind = Mind(self._network, bool(self._weights.phrases), goal)

    def act(self, observation: Any, info: Mapping[str, Any]) -> Any:
        """Return the next action.

        Raises:
            ActionError: If no episode was begun.
        """
        if self._mind is None or self._view is None:
            raise ActionError("Call prepare(env) and reset(goal, seed) before act().")
        seen = self._view.look(info["goal"])
        move = self._mind.decide(seen)
        event = event_of(move, seen, self._mind.said)
        self._mind.note(move, seen)
        return self._mode.encode(Decoded.of(event), self._device.size)


def unknown_id(env_id: str, known: tuple[str, ...]) -> str | None:
    """Return a message about an id that was not trained on; None if it was."""
    if env_id in known:
        return None
    name = env_id.rpartition("-v")[0]
    other = next((own for own in known if own.rpartition("-v")[0] == name), None)
    if other is not None:
        return (
            f"The generalist was trained on {other}, not on {env_id}: what seeds give has changed "
            "since, and it may do worse than its table says."
        )
    return f"The generalist was not trained on {env_id}; its table says nothing about it."
