"""The messenger's data, and the state of each screen."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from typing import Final

INBOX, SENT, DRAFT, OUTBOX, FAILED, QUEUED = range(1, 7)
"""Message boxes of ``Telephony.Sms``, the type of a message."""

STATUS_NONE, STATUS_COMPLETE, STATUS_PENDING = -1, 0, 32
"""Delivery states of ``Telephony.Sms``."""

SCHEDULED_FROM: Final = 1 << 40
"""First id of scheduled messages, which have no provider ids."""

MMS_FROM: Final = 1 << 50
"""Offset added to the provider's ids of MMS, which would clash with those of SMS."""


def short_code(address: str) -> bool:
    """Return whether an address contains letters, so that it can't receive replies."""
    return bool(re.search("[A-Za-z]", address))


@dataclass(frozen=True)
class Person:
    """A contact with one of its numbers.

    Attributes:
        name: The contact's name.
        number: The number as stored in the contact.
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
        numbers: Addresses of the other participants.
        title: Their names, or the title given by the user.
        snippet: Text below the title.
        date_ms: Time of the last change, in ms since the epoch.
        read: Whether all messages are read.
        draft: Text of the draft.
        pinned: Whether it is pinned to the top.
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
    """A file attached to a message.

    Attributes:
        uri: Content URI or path.
        mime: MIME type.
        name: File name.
    """

    uri: str
    mime: str
    name: str


@dataclass(frozen=True)
class Message:
    """One message.

    Attributes:
        id: The provider's id; scheduled messages and MMS start at `SCHEDULED_FROM` and `MMS_FROM`.
        body: Text.
        type: Box, `INBOX` to `QUEUED`.
        status: Delivery state, `STATUS_NONE` ...
        date_ms: Epoch milliseconds.
        address: Number of the other participant.
        read: Whether it has been seen.
        scheduled: Whether it is scheduled.
        attachments: Attached files.
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
    """State of a list of conversations.

    Attributes:
        query: Text searched for; None while the search is closed.
        selected: Ids of the selected conversations, in the order of selection.
    """

    query: str | None = None
    selected: tuple[int, ...] = ()


@dataclass(frozen=True)
class ThreadState:
    """State of a conversation screen.

    Attributes:
        text: Message being typed.
        people: Numbers of the recipients.
        adding: Whether the bar for adding people is open.
        number: Text in that bar.
        selected: Ids of the selected messages.
        picker: Whether the attachment picker is open.
        resend: Id of a failed message that is being resent; None for none.
        replaces: Id of the scheduled message that is being edited; 0 for none.
        when_ms: Time to send the message, epoch milliseconds; 0 for now.
        day: Last chosen date for a scheduled message.
        attachments: Files attached to the message.
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
    """State of the screen for a new conversation.

    Attributes:
        text: Typed text.
    """

    text: str = ""
