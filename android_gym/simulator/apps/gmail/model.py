"""Gmail's data."""

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
"""Canonical names of the labels that Gmail itself gives."""

_SPECIAL = re.compile(r'[()<>@,;:\\".\[\]]')
_VALID = re.compile(r"[^\s@<>(),;:\"\\\[\]]+@[^\s@<>(),;:\"\\\[\]]+\.[^\s@<>(),;:\"\\\[\].]{2,}")


@dataclass(frozen=True)
class Address:
    """A person of a message.

    Attributes:
        name: As the message has it, "" for none.
        email: The address.
    """

    name: str
    email: str

    @property
    def shown(self) -> str:
        """The name, or what stands before the @."""
        return self.name or self.email.partition("@")[0] or self.email

    @property
    def valid(self) -> bool:
        """True if mail can be sent there."""
        return _VALID.fullmatch(self.email) is not None

    def __str__(self) -> str:
        """Write it as a message's header does."""
        if not self.name:
            return self.email
        name = self.name
        if _SPECIAL.search(name):
            name = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
        return f"{name} <{self.email}>"


def addresses(text: str) -> tuple[Address, ...]:
    """Read the addresses of a header."""
    flat = text.replace("\n", ",").replace(";", ",")
    return tuple(Address(name, email) for name, email in getaddresses([flat]) if name or email)


def joined(people: tuple[Address, ...]) -> str:
    """Write addresses as a header has them."""
    return ", ".join(map(str, people))


@dataclass(frozen=True)
class Label:
    """A label that the user has made."""

    id: int
    name: str


@dataclass(frozen=True)
class Attachment:
    """A file of a message.

    Attributes:
        id: Its row.
        name: Of the file.
        type: MIME type.
        size: Bytes.
        path: Where the phone keeps it.
    """

    id: int
    name: str
    type: str
    size: int
    path: str


@dataclass(frozen=True)
class Listed:
    """The part of a message that a list shows.

    Attributes:
        id: Its row.
        conversation: The conversation that it belongs to.
        sender: Who wrote it.
        to: Whom it was sent to.
        subject: The subject.
        snippet: How it begins.
        received_ms: When it came, epoch milliseconds.
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
        cc: Who got a copy.
        bcc: Who got one that the others don't know of.
        body: The text.
        sent_ms: When it was sent, or will be.
        answers: Row of the message that it answers or forwards; 0 for none.
        forward: Whether it forwards that.
        quoted: What it quotes below its own text.
        files: What is attached.
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
        """All whom it was sent to."""
        return self.to + self.cc + self.bcc


@dataclass(frozen=True)
class Search:
    """A search.

    Attributes:
        text: Words and operators such as ``from:`` and ``is:unread``.
        label: Canonical name of the label that it is kept to; "" for all.
        unread: Whether only unread messages are found.
        attached: Whether only messages with files are found.
    """

    text: str = ""
    label: str = ""
    unread: bool = False
    attached: bool = False


@dataclass(frozen=True)
class MailState:
    """State of the list of conversations, and of the one that is open.

    Attributes:
        label: Canonical name of the label that is shown.
        drawer: Whether the drawer is open.
        selected: Marked conversations.
        query: What is typed into the search; None while it is closed.
        search: What has been searched for; None before.
        open: The conversation that is read; 0 for none.
        unfolded: Messages of it that are shown whole.
        older: Whether those between the first and the last ones are listed.
        details: Messages whose people and time are told.
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
    """State of the editor of a message.

    Attributes:
        draft: Its row; 0 while there is none.
        to: Whom it is for.
        cc: Who gets a copy.
        bcc: Who gets one in secret.
        to_text: What is being typed for one more.
        cc_text: Likewise.
        bcc_text: Likewise.
        more: Whether copies have their fields.
        subject: The subject.
        body: The text.
        answers: The message that it answers or forwards.
        forward: Whether it forwards it.
        quoted: What it quotes; "" for nothing.
        done: Whether it was sent or thrown away.
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
