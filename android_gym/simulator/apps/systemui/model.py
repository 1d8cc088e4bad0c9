"""Data that SystemUI's windows keep and show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

__all__ = [
    "CopiedState",
    "HeadsUpState",
    "KeyguardState",
    "ReplyState",
    "ReplyingState",
    "ShadeState",
    "Tile",
]


@dataclass(frozen=True)
class Tile:
    """A tile of quick settings.

    Attributes:
        label: First line.
        icon: Icon name.
        on: Whether it is active.
        state: Second line ("On", "Off", a network's name).
        tap: What a tap does.
        settings: Action of the settings page that a long press opens.
        toggles: Whether a tap toggles (a Switch to accessibility) or opens something (a Button).
    """

    label: str
    icon: str
    on: bool
    state: str
    tap: Callable[[], None]
    settings: str
    toggles: bool = True


@dataclass(frozen=True)
class ReplyState:
    """An answer that is being typed into a notification.

    Attributes:
        key: The notification; empty where none is being answered.
        action: Which of its buttons asked for the answer.
        text: What was typed.
    """

    key: str = ""
    action: int = 0
    text: str = ""


@dataclass(frozen=True)
class CopiedState:
    """State of what shows the text just copied.

    Attributes:
        text: The text; empty while nothing shows.
        timer: Number of the timer that takes it away.
    """

    text: str = ""
    timer: int = 0


class ReplyingState(Protocol):
    """A state that keeps the answer being typed into a notification."""

    @property
    def reply(self) -> ReplyState:
        """The answer; one with an empty key for none."""


@dataclass(frozen=True)
class HeadsUpState:
    """State of the notification on top of the screen."""

    reply: ReplyState = ReplyState()


@dataclass(frozen=True)
class KeyguardState:
    """State of the lock screen."""

    reply: ReplyState = ReplyState()


@dataclass(frozen=True)
class ShadeState:
    """State of the shade.

    Attributes:
        page: Page of tiles shown.
        reply: Answer that is being typed into a notification.
    """

    page: int = 0
    reply: ReplyState = ReplyState()
