"""The messenger's data, and the state of each screen."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from typing import Final

INBOX, SENT, DRAFT, OUTBOX, FAILED, QUEUED = range(1, 7)
"""Boxes of ``Telephony.Sms``: the type of a message."""

STATUS_NONE, STATUS_COMPLETE, STATUS_PENDING = -1, 0, 32
"""States of delivery of ``Telephony.Sms``."""

SCHEDULED_FROM: Final = 1 << 40
"""Ids of scheduled messages, which no provider has given, begin here."""

MMS_FROM: Final = 1 << 50
"""Added to the provider's ids of multimedia messages, which are counted apart from texts."""


def short_code(address: str) -> bool:
    """Return whether an address has letters, so that nobody can answer it."""
    return bool(re.search("[A-Za-z]", address))


@dataclass(frozen=True)
class Person:
    """A contact's number.

    Attributes:
        name: The contact's name.
        number: The number as the contact has it.
        kind: "Mobile", "Home", ...
    """

    name: str
    number: str
    kind: str = "Mobile"


@dataclass(frozen=True)
class Conversation:
    """One thread.

    Attributes:
        id: The provider's id.
        numbers: Addresses of the others.
        title: Their names, or what the user calls it.
        snippet: Text below the title.
        date_ms: Time of the last change, in ms since the epoch.
        read: Whether all messages are read.
        draft: Text that was begun.
        pinned: Whether it is kept above the others.
    """

    id: int
    numbers: tuple[str, ...]
    title: str
    snippet: str
    date_ms: int
    read: bool
    draft: str = ""
    pinned: bool = False


@dataclass(frozen=True)
class Attachment:
    """A file that goes with a message.

    Attributes:
        uri: Its content URI or path.
        mime: Its type.
        name: Its name.
    """

    uri: str
    mime: str
    name: str


@dataclass(frozen=True)
class Message:
    """One message.

    Attributes:
        id: The provider's id; from `SCHEDULED_FROM` or `MMS_FROM` on for others than texts.
        body: Text.
        type: Box, `INBOX` to `QUEUED`.
        status: State of delivery, `STATUS_NONE` ...
        date_ms: Time in ms since the epoch.
        address: The other's number.
        read: Whether it has been seen.
        scheduled: Whether it is to be sent later.
        attachments: Its files.
    """

    id: int
    body: str
    type: int
    status: int
    date_ms: int
    address: str = ""
    read: bool = True
    scheduled: bool = False
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True)
class ConversationsState:
    """A list of conversations.

    Attributes:
        query: Text searched for; None while the search is closed.
        selected: Ids of the marked conversations, in the order of marking.
    """

    query: str | None = None
    selected: tuple[int, ...] = ()


@dataclass(frozen=True)
class ThreadState:
    """A conversation on screen.

    Attributes:
        text: Message being typed.
        people: Numbers that the message goes to.
        adding: Whether the bar that adds people is open.
        number: Text in that bar.
        selected: Ids of the marked messages.
        picker: Whether the kinds of attachments are offered.
        resend: Id of a message that failed and is being sent again.
        replaces: Id of the scheduled message that is being changed; 0 for none.
        when_ms: When the message is to be sent, in ms since the epoch; 0 for at once.
        day: The day last chosen for that.
        attachments: Files that go with the message.
    """

    text: str = ""
    people: tuple[str, ...] = ()
    adding: bool = False
    number: str = ""
    selected: tuple[int, ...] = ()
    picker: bool = False
    resend: int | None = None
    replaces: int = 0
    when_ms: int = 0
    day: dt.date | None = None
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True)
class NewState:
    """The field for numbers.

    Attributes:
        text: What is typed.
    """

    text: str = ""
