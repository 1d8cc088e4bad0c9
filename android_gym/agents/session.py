"""A session with a model: chat messages in, actions out.

It does no input or output: it is shown a screen, returns the messages to send, is given the reply
and returns the actions. It can be driven over the wire or in a trainer's process::

    session = Session(make_format("qwen3-vl"), goal)
    messages = session.look(pixels, Screen(size, elements))
    actions = session.take(reply)

or like any `android_gym.agents.agent.Agent`, by `Session.think`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from android_gym.actions import Decoded
from android_gym.agents.agent import Ask, Message, Picture, Thinking, View, picture_of
from android_gym.agents.formats import ActionFormat, ModelReply, Parsed, Screen, Step, ToolCall
from android_gym.agents.formats.base import JSON
from android_gym.agents.formats.coordinates import Size
from android_gym.checks import check_text
from android_gym.errors import ActionError, ReplyError
from android_gym.events import Answer, ApiCall, Declare, DeviceEvent
from android_gym.wrappers.set_of_marks import draw_marks

__all__ = ["Message", "Picture", "Session", "chat_json", "decoded", "read_chat", "to_chat"]

_NO_USER = "No user is there to answer. Decide for yourself and go on."
_LONGEST_SUMMARY = 500
_LONGEST_RUNNING = 4000  # summary of a whole episode, in characters


def to_chat(message: Message) -> dict[str, JSON]:
    """Return a message in the form of OpenAI's chat protocol."""
    chat: dict[str, JSON] = {"role": message.role, "content": message.text}
    if message.pictures:
        chat["content"] = [
            {"type": "text", "text": message.text},
            *({"type": "image_url", "image_url": {"url": p.url}} for p in message.pictures),
        ]
    if message.calls:
        chat["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for call in message.calls
        ]
    if message.call_id:
        chat["tool_call_id"] = message.call_id
    return chat


@lru_cache(maxsize=16)
def chat_json(message: Message) -> str:
    """Return a message as JSON; one that is sent again with each turn is encoded once."""
    return json.dumps(to_chat(message))


def decoded(step: Step) -> Decoded:
    """Return a step in the environment's form: its events, its answer, and whether it ends."""
    events: list[DeviceEvent] = []
    answer: str | None = None
    declared = False
    call: ApiCall | None = None
    for event in step:
        match event:
            case ApiCall():
                call = event
            case Answer(text):
                answer = text
            case Declare():
                declared = True
            case _:
                events.append(event)
    return Decoded(tuple(events), declared, answer, call=call)


@dataclass(frozen=True, slots=True)
class _Turn:
    """A past step.

    Attributes:
        seen: What the model was shown.
        reply: Its reply.
        summary: A line about it.
        is_read: Whether the reply could be read.
    """

    seen: Message
    reply: ModelReply
    summary: str
    is_read: bool = True


class Session:
    """An episode of a model.

    A reply that can't be read becomes one action that does nothing and costs a step; the next
    message says what was wrong with it.

    Args:
        action_format: The format of the model's replies.
        goal: The instruction.

    Raises:
        OptionError: If `goal` is not a text.
    """

    def __init__(self, action_format: ActionFormat, goal: str) -> None:
        check_text("goal", goal)
        self.format = action_format
        self.goal = goal
        self._turns: list[_Turn] = []
        self._seen: Message | None = None
        self._screen = Screen((1, 1))
        self._notes: list[str] = []

    def picture_size(self, size: Size) -> Size:
        """See `android_gym.agents.agent.Agent.picture_size`."""
        return self.format.grid.picture_size(size)

    def think(self, view: View) -> Thinking:
        """See `android_gym.agents.agent.Agent.think`: one question, then the actions."""
        messages = self.look(view.pixels, view.screen, view.error)
        return self.take((yield Ask(messages, self.format.tools(view.screen.size))))

    def look(
        self, pixels: np.ndarray, screen: Screen, error: str | None = None
    ) -> tuple[Message, ...]:
        """Show the screen, and return the messages for the model.

        Args:
            pixels: uint8 (height, width, 3), RGB, of any size; they are resized for the format.
            screen: The screen shown.
            error: Why the last action could not be carried out.
        """
        if error is not None:
            self._notes.append(error)
        self._screen = screen
        words = [f"Notice: {note}" for note in self._notes]
        self._notes = []
        if told := self.format.words(screen):
            words.append(told)
        if self.format.history.pictures == 0:
            self._seen = Message("user", "\n".join(words))
        else:
            words.append("The screen now:")
            self._seen = Message("user", "\n".join(words), (self._picture(pixels, screen),))
        system = Message("system", self.format.system_prompt(screen.size))
        if self.format.history.kind == "none":
            return (system, Message("user", self._opened(self._seen), self._seen.pictures))
        if self.format.history.kind != "turns":
            return (system, self._summarised(self._seen))
        return (system, *self._told(self._seen))

    def _picture(self, pixels: np.ndarray, screen: Screen) -> Picture:
        """Return the picture in the form that the format's models are shown."""
        if tagged := self.format.tags(screen):
            pixels = np.ascontiguousarray(pixels).copy()
            numbers = range(1, len(tagged) + 1)
            draw_marks(pixels, (tagged[0], *tagged), numbers, screen.size, "clear")
        return picture_of(pixels, self.format.grid.picture_size(screen.size))

    def look_on(
        self, pixels: np.ndarray, screen: Screen, error: str | None = None
    ) -> tuple[Message, ...]:
        """Show the screen, and return the new messages of a chat that keeps all of them.

        This is for trainers, whose chats only grow; `look` drops what models should not see again.

        Args:
            pixels: As for `look`.
            screen: As for `look`.
            error: As for `look`.
        """
        system = self.look(pixels, screen, error)[0]
        seen = self._seen
        assert seen is not None
        if self._turns:
            return (seen,)
        return (system, Message("user", self._opened(seen), seen.pictures))

    def _opened(self, seen: Message) -> str:
        return f"The user's task: {self.goal}\n\n{seen.text}"

    def take(self, reply: ModelReply | str) -> tuple[Decoded, ...]:
        """Read the model's reply, and return the actions for the environment, in order.

        Raises:
            ActionError: If nothing was shown since the last reply.
        """
        if self._seen is None:
            raise ActionError("Call `look` before `take`: a reply answers its messages.")
        given = ModelReply(reply) if isinstance(reply, str) else reply
        seen, self._seen = self._seen, None
        try:
            parsed = self.format.parse(given, self._screen)
        except ReplyError as error:
            self._notes.append(str(error))
            # Unreadable replies are not shown to the model again in full length.
            kept = ModelReply(given.text[:_LONGEST_SUMMARY] or "(nothing)")
            self._turns.append(_Turn(seen, kept, f"Nothing was done: {error}", is_read=False))
            return (Decoded(error=str(error)),)
        if parsed.question is not None:
            self._notes.append(_NO_USER)
        if parsed.note:
            self._notes.append(parsed.note)
        longest = _LONGEST_RUNNING if self.format.history.kind == "running" else _LONGEST_SUMMARY
        self._turns.append(_Turn(seen, given, _summary(parsed, longest)))
        return tuple(decoded(step) for step in parsed.steps) or (Decoded(),)

    def _summarised(self, seen: Message) -> Message:
        lines = [f"Step {i}: {turn.summary}" for i, turn in enumerate(self._turns, 1)]
        if self.format.history.kind == "running":
            lines = [turn.summary for turn in self._turns if turn.is_read][-1:]
        done = "\n".join(lines) or "Nothing yet."
        text = f"The user's task: {self.goal}\n\nWhat you did:\n{done}\n\n{seen.text}"
        return Message("user", text, seen.pictures)

    def _told(self, seen: Message) -> list[Message]:
        """Return all turns, the older ones without their pictures."""
        shown = self.format.history.pictures
        first = 0 if shown is None else len(self._turns) + 1 - shown
        messages = []
        for i, turn in enumerate([*self._turns, None]):
            message = seen if turn is None else turn.seen
            text = self._opened(message) if i == 0 else message.text
            messages.append(Message("user", text, message.pictures if i >= first else ()))
            if turn is not None:
                messages.append(Message("assistant", turn.reply.text, calls=turn.reply.calls))
                messages += [Message("tool", "Done.", call_id=call.id) for call in turn.reply.calls]
        return messages


def _summary(parsed: Parsed, longest: int) -> str:
    told = parsed.summary or ", ".join(map(str, parsed.events)) or "Looked again."
    return " ".join(told.split())[:longest]


def read_chat(message: Mapping[str, JSON], finish: JSON = None) -> ModelReply:
    """Return the model's reply in a message of the chat protocol.

    A refusal is its text, as it is what the model has said.

    Args:
        message: A message of the role ``assistant``.
        finish: The choice's ``finish_reason``.

    Raises:
        ReplyError: If it is not such a message.
    """
    text, calls = message.get("content"), message.get("tool_calls") or []
    if isinstance(text, list):
        parts = [
            part.get("text") or part.get("refusal") for part in text if isinstance(part, Mapping)
        ]
        text = "".join(part for part in parts if isinstance(part, str))
    if not isinstance(text, str | None) or not isinstance(calls, list):
        raise ReplyError("'content' must be a text, and 'tool_calls' a list.")
    refusal = message.get("refusal")
    if not text and isinstance(refusal, str):
        text = refusal
    found = []
    for i, call in enumerate(calls):
        function = call.get("function") if isinstance(call, Mapping) else None
        if not isinstance(call, Mapping) or not isinstance(function, Mapping):
            raise ReplyError("Each of 'tool_calls' must be an object with a 'function'.")
        arguments = function.get("arguments", "{}")
        if not isinstance(arguments, str):
            arguments = json.dumps(arguments)
        name, call_id = str(function.get("name", "")), str(call.get("id") or f"call-{i}")
        found.append(ToolCall(_whole(name), _whole(arguments), _whole(call_id)))
    return ModelReply(_whole(text or ""), tuple(found), cut=finish == "length")


def _whole(text: str) -> str:
    """Return a text with U+FFFD in place of half characters, which no file can hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
