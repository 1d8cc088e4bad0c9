"""The base class of action formats: what a model is told it may do, and what its replies mean."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias, Union

from android_gym.accessibility import UIElement
from android_gym.agents.formats.coordinates import Grid, Size
from android_gym.checks import check_choice, shown
from android_gym.errors import ActionError, ReplyError
from android_gym.events import Event
from android_gym.observations import outline

__all__ = [
    "JSON",
    "MAX_CALLS",
    "MAX_REPLY",
    "ActionFormat",
    "History",
    "ModelReply",
    "Parsed",
    "Screen",
    "Step",
    "Strict",
    "Tool",
    "ToolCall",
    "json_text",
]

MAX_REPLY = 65_536
"""Maximum length of a reply in characters, including the arguments of its calls."""

MAX_CALLS = 32
"""Maximum number of actions in one reply."""

JSON: TypeAlias = Union[  # noqa: UP007  (names itself)
    None, bool, int, float, str, Sequence["JSON"], Mapping[str, "JSON"]
]
"""A value of a JSON text."""

Step = tuple[Event, ...]
"""The events of one step of the environment: mostly one, at times a tap and a text."""

Strict = Literal["upstream"] | None


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A function call in a reply.

    Attributes:
        name: Name of the function.
        arguments: A JSON text, as the model wrote it.
        id: Identifies the call when its result is sent.
    """

    name: str
    arguments: str = "{}"
    id: str = ""


@dataclass(frozen=True, slots=True)
class ModelReply:
    """A model's reply.

    Attributes:
        text: Its text.
        calls: Its function calls, if the server separates them.
        cut: Whether the server cut it at its token limit.
    """

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    cut: bool = False

    @property
    def length(self) -> int:
        """Length in characters, including the calls."""
        return len(self.text) + sum(len(c.name) + len(c.arguments) for c in self.calls)


@dataclass(frozen=True, slots=True)
class Tool:
    """A function that a model may call.

    Attributes:
        name: Its name.
        description: What it does.
        properties: JSON schema of each argument.
        required: Arguments that must be given.
    """

    name: str
    description: str
    properties: Mapping[str, JSON]
    required: tuple[str, ...] = ()

    def schema(self) -> dict[str, JSON]:
        """Return the function in the form of the chat protocol."""
        return {
            "type": "function",
            "function": {
                "name": self.name,
                "description": self.description,
                "parameters": {
                    "type": "object",
                    "properties": dict(self.properties),
                    "required": list(self.required),
                },
            },
        }


@dataclass(frozen=True, slots=True)
class Screen:
    """The screen that a reply is about.

    Attributes:
        size: (width, height) in pixels, in its current rotation.
        elements: Its visible elements, for formats that name them by their index.
    """

    size: Size
    elements: tuple[UIElement, ...] = ()

    def ui_elements(self) -> tuple[UIElement, ...]:
        """Return the elements."""
        return self.elements


@dataclass(frozen=True, slots=True)
class Parsed:
    """Meaning of a reply.

    Attributes:
        steps: What to do, in order, each as one step of the environment. A step without events only
            looks again. An answer is recorded; only a declaration ends the episode.
        summary: The model's own line about its action, for histories in words.
        question: A question to its user.
        note: A remark for the model on how its reply was read.
    """

    steps: tuple[Step, ...]
    summary: str = ""
    question: str | None = None
    note: str = ""

    @property
    def events(self) -> Step:
        """The events of all steps."""
        return tuple(event for step in self.steps for event in step)


@dataclass(frozen=True, slots=True)
class History:
    """The part of the earlier steps that a model is shown.

    Attributes:
        kind: ``"turns"`` for its replies and the pictures that they were about, ``"summaries"`` for
            one numbered line per step, ``"running"`` for only the last of these, if a model carries
            its own summary on, ``"none"`` for nothing.
        pictures: Number of pictures it sees, including the current one; None for all, 0 for a model
            that gets the screen only in words.
    """

    kind: Literal["turns", "summaries", "running", "none"] = "turns"
    pictures: int | None = 1


class ActionFormat(ABC):
    """A way in which models write actions.

    Args:
        strict: ``"upstream"`` reads replies as the original parser does, including its faults, if
            `upstream` says that this is known.

    Attributes:
        name: Name of the format, with its version.
        grid: Its coordinates.
        history: What the models were trained to be shown.
        envelope: The form of a reply, half a sentence for messages to the model.
        several: Whether a reply may hold several actions. If not, the first counts.
        lists_elements: Whether the model is sent the list of elements.
        answers_apart: Whether an answer is an action of its own that does not end the episode;
            otherwise it is part of the declaration.
        upstream: Whether ``strict="upstream"`` makes a difference.
    """

    name: ClassVar[str]
    grid: ClassVar[Grid]
    envelope: ClassVar[str]
    history: ClassVar[History] = History()
    several: ClassVar[bool] = False
    lists_elements: ClassVar[bool] = False
    answers_apart: ClassVar[bool] = True
    upstream: ClassVar[bool] = False

    def __init__(self, strict: Strict = None) -> None:
        check_choice("strict", strict, (None, "upstream") if self.upstream else (None,))
        self.strict = strict

    @abstractmethod
    def system_prompt(self, size: Size) -> str:
        """Return the system prompt: the model's role, its actions, and how to write them.

        Args:
            size: (width, height) of the screen in pixels.
        """

    def tools(self, size: Size) -> tuple[Tool, ...]:
        """Return the functions it may call; none if actions are written in the text."""
        return ()

    def words(self, screen: Screen) -> str:
        """Return the description of the screen in words; ``""`` if the model only sees it."""
        return f"Elements of the screen:\n{outline(screen.elements)}" if self.lists_elements else ""

    def tags(self, screen: Screen) -> tuple[UIElement, ...]:
        """Return the elements that are numbered in the picture, from 1 on; none by default."""
        return ()

    def parse(self, reply: ModelReply | str, screen: Screen) -> Parsed:
        """Read a reply.

        Args:
            reply: Any reply of a model.
            screen: The screen it was about.

        Raises:
            ReplyError: If it is not an action of this format; the message can be shown to the
                model.
        """
        given = ModelReply(reply) if isinstance(reply, str) else reply
        if given.length > MAX_REPLY:
            raise ReplyError(
                f"The reply has {given.length:,} characters; at most {MAX_REPLY:,} are read."
            )
        if not given.text.strip() and not given.calls:
            raise ReplyError(f"The reply is empty; {self.envelope}.")
        if len(given.calls) > MAX_CALLS:
            raise ReplyError(f"The reply has {len(given.calls)} calls, more than {MAX_CALLS}.")
        try:
            parsed = self._parse(given, screen)
        except ReplyError:
            raise
        except (ActionError, RecursionError) as error:
            raise ReplyError(str(error)) from error
        if self.several or len(parsed.steps) < 2:
            if len(parsed.steps) > MAX_CALLS:
                raise ReplyError(f"The reply has {len(parsed.steps)} actions: over {MAX_CALLS}.")
            return parsed
        note = f"Only the first of your {len(parsed.steps)} actions was done: one a reply."
        return Parsed(parsed.steps[:1], parsed.summary, parsed.question, note)

    def render(self, events: Sequence[Event], screen: Screen, thought: str = "") -> ModelReply:
        """Write a step as a model would.

        Args:
            events: Events of one step; an answer that ends the episode is an `Answer` and a
                `Declare`.
            screen: The screen it is about.
            thought: The model's thought about it.

        Raises:
            ReplyError: If the format can't express it.
        """
        reply = self._render(tuple(events), screen, thought or "The next step.")
        if reply is None:
            raise ReplyError(f"The format {self.name!r} can't express {shown(tuple(events))}.")
        return reply

    @abstractmethod
    def _parse(self, reply: ModelReply, screen: Screen) -> Parsed:
        """Read a reply that is neither empty nor too long."""

    @abstractmethod
    def _render(self, events: Step, screen: Screen, thought: str) -> ModelReply | None:
        """Write a step; None if the format can't express it."""


def json_text(value: JSON) -> str:
    """Return a value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False)
