"""Gmail's data: labels, addresses, messages, and the states of the screens."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.utils import getaddresses
from typing import Final, Literal

__all__ = [
    "ALL",
    "DRAFT",
    "IMPORTANT",
    "INBOX",
    "OUTBOX",
    "SCHEDULED",
    "SENT",
    "SNOOZED",
    "SPAM",
    "STARRED",
    "TRASH",
    "UNREAD",
    "Address",
    "Attachment",
    "ComposeState",
    "Field",
    "Label",
    "LabelsState",
    "Listed",
    "MailState",
    "Message",
    "Search",
    "addresses",
    "joined",
]

INBOX: Final = "^i"
UNREAD: Final = "^u"
STARRED: Final = "^t"
IMPORTANT: Final = "^io_im"
SENT: Final = "^f"
DRAFT: Final = "^r"
OUTBOX: Final = "^^out"
ALL: Final = "^all"
SPAM: Final = "^s"
TRASH: Final = "^k"
SNOOZED: Final = "^snoozed"
SCHEDULED: Final = "^scheduled"
"""Canonical names of Gmail's system labels."""

_SPECIAL = re.compile(r'[()<>@,;:\\".\[\]]')
_VALID = re.compile(r"[^\s@<>(),;:\"\\\[\]]+@[^\s@<>(),;:\"\\\[\]]+\.[^\s@<>(),;:\"\\\[\].]{2,}")


@dataclass(frozen=True)
class Address:
    """A sender or recipient.

    Attributes:
        name: The name in the message; "" for none.
        email: The email address.
    """

    name: str
    email: str

    @property
    def shown(self) -> str:
        """The name, or else the part before the @."""
        return self.name or self.email.partition("@")[0] or self.email

    @property
    def valid(self) -> bool:
        """True if the address is valid."""
        return _VALID.fullmatch(self.email) is not None

    def __str__(self) -> str:
        """Format the address as in a message's header."""
        if not self.name:
            return self.email
        name = self.name
        if _SPECIAL.search(name):
            name = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
        return f"{name} <{self.email}>"


def addresses(text: str) -> tuple[Address, ...]:
    """Parse the addresses of a header."""
    flat = text.replace("\n", ",").replace(";", ",")
    return tuple(Address(name, email) for name, email in getaddresses([flat]) if name or email)


def joined(people: tuple[Address, ...]) -> str:
    """Format addresses as in a header."""
    return ", ".join(map(str, people))


@dataclass(frozen=True)
class Label:
    """A label created by the user."""

    id: int
    name: str


@dataclass(frozen=True)
class Attachment:
    """An attachment of a message.

    Attributes:
        id: Its row.
        name: File name.
        type: MIME type.
        size: Bytes.
        path: Path of the file on the phone.
    """

    id: int
    name: str
    type: str
    size: int
    path: str


@dataclass(frozen=True)
class Listed:
    """The part of a message shown in lists.

    Attributes:
        id: Its row.
        conversation: Its conversation.
        sender: The sender.
        to: The recipients.
        subject: The subject.
        snippet: The beginning of its text.
        received_ms: When it was received, epoch milliseconds.
        labels: Canonical names of its labels.
    """

    id: int
    conversation: int
    sender: Address
    to: tuple[Address, ...]
    subject: str
    snippet: str
    received_ms: int
    labels: frozenset[str]


@dataclass(frozen=True)
class Message(Listed):
    """A whole message.

    Attributes:
        cc: Recipients of a copy.
        bcc: Recipients of a hidden copy.
        body: The text.
        sent_ms: When it was sent or is scheduled to be, epoch milliseconds.
        answers: Row of the message that it replies to or forwards; 0 for none.
        forward: Whether it forwards that message.
        quoted: The text quoted below its own.
        files: Its attachments.
    """

    cc: tuple[Address, ...] = ()
    bcc: tuple[Address, ...] = ()
    body: str = ""
    sent_ms: int = 0
    answers: int = 0
    forward: bool = False
    quoted: str = ""
    files: tuple[Attachment, ...] = ()

    @property
    def people(self) -> tuple[Address, ...]:
        """All recipients."""
        return self.to + self.cc + self.bcc


@dataclass(frozen=True)
class Search:
    """A search.

    Attributes:
        text: Words and operators such as ``from:`` and ``is:unread``.
        label: Canonical name of the label to search in; "" for all.
        unread: Whether only unread messages are found.
        attached: Whether only messages with attachments are found.
    """

    text: str = ""
    label: str = ""
    unread: bool = False
    attached: bool = False


@dataclass(frozen=True)
class MailState:
    """State of the conversation list and of the open conversation.

    Attributes:
        label: Canonical name of the shown label.
        drawer: Whether the drawer is open.
        selected: Selected conversations.
        query: Search text; None while the search is closed.
        search: The search whose results are shown; None if none was run.
        open: The open conversation; 0 for none.
        unfolded: Its expanded messages.
        older: Whether the messages between the first and the last ones are listed.
        details: Messages whose recipients and time are shown.
        quotes: Messages whose quoted text is shown.
    """

    label: str = INBOX
    drawer: bool = False
    selected: tuple[int, ...] = ()
    query: str | None = None
    search: Search | None = None
    open: int = 0
    unfolded: tuple[int, ...] = ()
    older: bool = False
    details: tuple[int, ...] = ()
    quotes: tuple[int, ...] = ()


Field = Literal["to", "cc", "bcc"]


@dataclass(frozen=True)
class ComposeState:
    """State of the message editor.

    Attributes:
        draft: Row of the draft; 0 while there is none.
        to: Recipients.
        cc: Recipients of a copy.
        bcc: Recipients of a hidden copy.
        to_text: Text typed for another recipient.
        cc_text: Likewise for `cc`.
        bcc_text: Likewise for `bcc`.
        more: Whether the fields for copies are shown.
        subject: The subject.
        body: The text.
        answers: The message that it replies to or forwards.
        forward: Whether it forwards that message.
        quoted: The quoted text; "" for none.
        done: Whether it was sent or discarded.
    """

    draft: int = 0
    to: tuple[Address, ...] = ()
    cc: tuple[Address, ...] = ()
    bcc: tuple[Address, ...] = ()
    to_text: str = ""
    cc_text: str = ""
    bcc_text: str = ""
    more: bool = False
    subject: str = ""
    body: str = ""
    answers: int = 0
    forward: bool = False
    quoted: str = ""
    done: bool = False


@dataclass(frozen=True)
class LabelsState:
    """State of the page that manages labels."""

    name: str = ""
