"""Agents that ask a model, and the protocol by which they are driven.

An agent does no input or output. It is shown the screen, and thinks: a generator that asks as many
questions as it needs and returns actions. Its caller sends the questions to a model::

    thinking = agent.think(View(pixels, screen))
    ask = next(thinking)
    while True:
        try:
            ask = thinking.send(model(ask.messages, ask.tools))
        except StopIteration as done:
            actions = done.value
            break
"""

from __future__ import annotations

import base64
from collections.abc import Generator
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

import cv2
import numpy as np

from android_gym.actions import Decoded
from android_gym.agents.formats import ModelReply, Screen, Tool, ToolCall
from android_gym.agents.formats.coordinates import Size
from android_gym.png import encode_png

__all__ = ["Agent", "Ask", "Message", "Picture", "Thinking", "View", "picture_of"]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in a message.

    Attributes:
        png: The PNG file.
        size: (width, height) in pixels.
    """

    png: bytes
    size: tuple[int, int]

    @property
    def url(self) -> str:
        """The picture as a ``data:`` URL."""
        return f"data:image/png;base64,{base64.b64encode(self.png).decode()}"


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a chat.

    Attributes:
        role: Role of its author; ``"tool"`` for the result of a call.
        text: Its text.
        pictures: Shown after the text, in order.
        calls: Function calls, in a reply of the model.
        call_id: Id of the call that a result belongs to.
    """

    role: Literal["system", "user", "assistant", "tool"]
    text: str
    pictures: tuple[Picture, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """The view of the phone that an agent gets before it acts.

    Attributes:
        pixels: uint8 (height, width, 3), RGB, of any size.
        screen: The screen shown.
        error: Why the last action could not be carried out, None if it could.
        result: What the last action's API call returned, None if there was no call.
    """

    pixels: np.ndarray
    screen: Screen
    error: str | None = None
    result: str | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to a model.

    Attributes:
        messages: The messages to send.
        tools: Functions that it may call.
    """

    messages: tuple[Message, ...]
    tools: tuple[Tool, ...] = ()


Thinking: TypeAlias = Generator[Ask, ModelReply, tuple[Decoded, ...]]
"""Asks questions, is sent the replies, and returns at least one action for the environment."""


class Agent(Protocol):
    """An agent for one episode, which asks a model."""

    def picture_size(self, size: Size) -> Size:
        """Return the size in which the agent wants the screen's pixels.

        Args:
            size: (width, height) of the screen in pixels.
        """
        ...

    def think(self, view: View) -> Thinking:
        """Think about the screen, and return what to do.

        Args:
            view: The current screen.
        """
        ...


def picture_of(pixels: np.ndarray, size: Size | None = None) -> Picture:
    """Return pixels as a picture.

    Args:
        pixels: uint8 (height, width, 3), RGB.
        size: (width, height) to resize them to; unchanged by default.

    Raises:
        OptionError: If it is not such an array.
    """
    own = (pixels.shape[1], pixels.shape[0])
    if size is not None and own != size:
        pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
        own = size
    return Picture(encode_png(pixels), own)
