"""Data and states of SystemUI's windows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

__all__ = [
    "SNOOZED",
    "SNOOZE_MINUTES",
    "CopiedState",
    "NoticesState",
    "ReplyState",
    "ShadeState",
    "Tile",
]


@dataclass(frozen=True)
class Tile:
    """A quick settings tile.

    Attributes:
        spec: Name in ``sysui_qs_tiles``.
        label: First line.
        icon: Icon name.
        on: Whether it is active.
        state: Second line ("On", "Off", a network's name).
        tap: Click handler.
        settings: Action of the settings page that a long press opens.
        toggles: Whether a tap toggles (a Switch to accessibility services) or opens something (a
            Button).
        available: Whether it takes taps.
    """

    spec: str
    label: str
    icon: str
    on: bool
    state: str
    tap: Callable[[], None]
    settings: str
    toggles: bool = True
    available: bool = True


@dataclass(frozen=True)
class ReplyState:
    """A reply being typed into a notification.

    Attributes:
        key: Key of the notification; empty for none.
        action: Index of the reply action.
        text: Typed text.
    """

    key: str = ""
    action: int = 0
    text: str = ""


@dataclass(frozen=True)
class CopiedState:
    """State of the clipboard overlay.

    Attributes:
        text: The copied text; empty while the overlay is hidden.
        timer: Id of the timer that hides the overlay.
    """

    text: str = ""
    timer: int = 0


SNOOZE_MINUTES: Final = (60, 15, 30, 120)
"""Snooze times in minutes; the first is the default."""


SNOOZED: Final = "snoozed "
"""Prefix of the key in `NoticesState.guts` for a notification that was just snoozed."""


@dataclass(frozen=True)
class NoticesState:
    """State of windows with notifications: the shade, the lock screen, the heads-up card.

    Attributes:
        reply: The reply being typed into a notification.
        toggled: Keys of notifications and groups that the user has expanded or collapsed.
        guts: Key of the notification whose inline settings are shown; "" for none.
        guts_since: `StatusBarManager.closed` at that time; closing the shade hides the settings.
        choosing: Whether the snooze times are listed.
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
        page: Current page of tiles.
    """

    page: int = 0
