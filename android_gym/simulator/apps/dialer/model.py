"""Phone's data: calls, numbers, and the states of the screens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from android_gym.simulator.system.phone_numbers import as_typed, digits_of, e164

__all__ = [
    "BLOCKED",
    "CONTACTS_TAB",
    "FAVORITES",
    "INCOMING_ID",
    "MISSED",
    "MISSED_ID",
    "ONGOING_ID",
    "OUTGOING",
    "RECENTS",
    "RESPONSES",
    "HistoryState",
    "InCallState",
    "LoggedCall",
    "MainState",
    "Number",
    "same",
    "shown_number",
]

INCOMING, OUTGOING, MISSED, VOICEMAIL, REJECTED, BLOCKED = 1, 2, 3, 4, 5, 6
"""``CallLog.Calls.TYPE``."""

MISSED_ID, ONGOING_ID, INCOMING_ID = 1, 2, 3
"""Ids of notifications."""

FAVORITES, RECENTS, CONTACTS_TAB = range(3)
"""Tabs of the main screen."""

RESPONSES: Final = (
    "Can\u2019t talk now. What\u2019s up?",
    "I\u2019ll call you right back.",
    "I\u2019ll call you later.",
    "Can\u2019t talk now. Call me later?",
)
"""Android's default quick responses."""


@dataclass(frozen=True)
class LoggedCall:
    """A call in the log.

    Attributes:
        id: Its row.
        number: The other party's number; "" if it was withheld.
        kind: ``INCOMING`` and so on.
        date_ms: When it began, epoch milliseconds.
        duration_s: Its duration in seconds.
        name: The contact's name at that time.
        label: The number's label at that time.
        new: Whether it was missed and not seen yet.
    """

    id: int
    number: str
    kind: int
    date_ms: int
    duration_s: int
    name: str
    label: str
    new: bool


@dataclass(frozen=True)
class Number:
    """A contact's number."""

    contact: int
    name: str
    number: str
    label: str


@dataclass(frozen=True)
class MainState:
    """State of the main screen.

    Attributes:
        tab: `FAVORITES`, `RECENTS` or `CONTACTS_TAB`.
        searching: Whether the search field is open.
        query: Its text.
        dialpad: Whether the dial pad is open.
        digits: Its number, as displayed.
        cursor: The cursor's position in it.
        expanded: Id of the call in Recents whose actions are shown; 0 for none.
    """

    tab: int = FAVORITES
    searching: bool = False
    query: str = ""
    dialpad: bool = False
    digits: str = ""
    cursor: int = 0
    expanded: int = 0


@dataclass(frozen=True)
class HistoryState:
    """State of the call history.

    Attributes:
        missed: Whether only missed calls are shown.
        expanded: Id of the call whose actions are shown; 0 for none.
    """

    missed: bool = False
    expanded: int = 0


@dataclass(frozen=True)
class InCallState:
    """State of a call's screen.

    Attributes:
        keypad: Whether the keypad is shown.
        tones: Keys pressed on it.
        more: Whether the second row of buttons is shown.
    """

    keypad: bool = False
    tones: str = ""
    more: bool = False


def same(one: str, other: str) -> bool:
    """Return whether two numbers are the same, regardless of their format."""
    return (e164(one) or digits_of(one)) == (e164(other) or digits_of(other))


def shown_number(number: str) -> str:
    """Return a number formatted for display."""
    return as_typed(number) if number else "Private number"
