"""Data that SystemUI's windows keep and show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

__all__ = ["CopiedState", "NoticesState", "ReplyState", "ShadeState", "Tile"]


@dataclass(frozen=True)
class Tile:
    """A tile of quick settings.

    Attributes:
        spec: Its name in ``sysui_qs_tiles``.
        label: First line.
        icon: Icon name.
        on: Whether it is active.
        state: Second line ("On", "Off", a network's name).
        tap: What a tap does.
        settings: Action of the settings page that a long press opens.
        toggles: Whether a tap toggles (a Switch to accessibility) or opens something (a Button).
    """

    spec: str
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


SNOOZE_MINUTES: Final = (60, 15, 30, 120)
"""For how long a notification can be snoozed; the first without being asked."""


SNOOZED: Final = "snoozed "
"""Comes before the key in `NoticesState.guts` where a notification was just sent away."""


@dataclass(frozen=True)
class NoticesState:
    """State of what shows notifications: the shade, the lock screen, the top of the screen.

    Attributes:
        reply: Answer that is being typed into a notification.
        toggled: Notifications and groups that the user has opened or closed.
        guts: Key of the notification whose settings are shown in its place; "" for none.
        guts_since: `StatusBarManager.closed` of then; they go when the shade is closed.
        choosing: Whether the times for which it can be snoozed are listed.
    """

    reply: ReplyState = ReplyState()
    toggled: frozenset[str] = frozenset()
    guts: str = ""
    guts_since: int = 0
    choosing: bool = False


@dataclass(frozen=True)
class ShadeState(NoticesState):
    """State of the shade.

    Attributes:
        page: Page of tiles shown.
    """

    page: int = 0
