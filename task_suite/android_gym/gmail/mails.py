"""Gmail's mails and labels, for questions and changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.task_suite.mailbox import (
    DATABASE,
    DRAFT,
    INBOX,
    OWNER,
    PACKAGE,
    SCHEDULED,
    SENT,
    SPAM,
    STARRED,
    TRASH,
    UNREAD,
)
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.tables import read_texts, replace_tables
from android_gym.task_suite.questions.values import (
    START,
    Field,
    day_and_time,
    epoch_seconds,
    moment,
)
from android_gym.task_suite.touches import Rows, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device, SqlValue

__all__ = ["KeptMails", "MailLabels", "SeenMails"]

_IMPORTANT: Final = "^io_im"
_ALL: Final = "^all"
_SNOOZED: Final = "^snoozed"
_SYSTEM: Final = (
    ("Inbox", INBOX), ("Unread", UNREAD), ("Starred", STARRED), ("Important", _IMPORTANT),
    ("Sent", SENT), ("Drafts", DRAFT), ("Outbox", "^^out"), ("All mail", _ALL), ("Spam", SPAM),
    ("Trash", TRASH), ("Snoozed", _SNOOZED), ("Scheduled", SCHEDULED),
)  # fmt: skip
"""Name and canonical name of the labels that are always there, in the app's order."""

_PLACES: Final = {"Trash": TRASH, "Spam": SPAM, "Drafts": DRAFT, "Sent": SENT, "Inbox": INBOX}
"""Label that a mail has in each place, the first that it has; in the archive it has none."""

_ELSEWHERE: Final = {"Snoozed": _SNOOZED, "Scheduled": SCHEDULED, "Outbox": "^^out"}

LABELS: Final = ("Bakery", "Choir", "Regatta", "Tenants")
"""Labels of the user's own, which are there whatever mails there are."""


def _labels(names: Sequence[str]) -> list[dict[str, SqlValue]]:
    pairs = [*_SYSTEM, *((name, name) for name in names)]
    return [
        {"_id": number, "canonicalName": canonical, "name": name, "hidden": 0}
        for number, (name, canonical) in enumerate(pairs, 1)
    ]


def _replace(
    device: Device,
    labels: Sequence[str],
    messages: Sequence[Mapping[str, SqlValue]],
    labelled: Sequence[Mapping[str, SqlValue]],
) -> None:
    """Make mails and labels the only ones.

    Raises:
        TaskError: If the device has no such mailbox.
    """
    # What belongs to others comes after them: triggers take it away with these.
    tables: dict[str, Sequence[Mapping[str, SqlValue]]] = {
        "attachments": (),
        "snoozed": (),
        "conversation_labels": (),
        "labels": _labels(labels),
        "messages": messages,
        "message_labels": labelled,
    }
    replace_tables(device, PACKAGE, DATABASE, tables)


_DOMAIN: Final = "@example.org"


def _address_of(who: str) -> str:
    """Return the address of somebody who is named by it or by first name and last name."""
    return who if "@" in who else f"{who.lower().replace(' ', '.')}{_DOMAIN}"


def _name_of(address: str) -> str:
    """Return the name of an address that `_address_of` has made; others are as they are."""
    own = address.removesuffix(_DOMAIN)
    return address if own == address else own.replace(".", " ").title()


class KeptMails(Adapter):
    """Mails: from whom or to whom, what they say, where they are and under which label.

    Of a mail that came, ``who`` is the sender's name; of one that the user wrote, the name or
    address that it is for. ``way`` is how it was written: ``"new"``, ``"reply"`` or ``"forward"``,
    of the mail that its subject names, which a forward quotes. Whether a mail was read is none of
    the fields: to look at one does no harm.
    """

    name = "gmail mails"
    fields: ClassVar[Mapping[str, Field]] = {
        "who": Field("text"),
        "subject": Field("text"),
        "body": Field("text", default="More when we meet."),
        "place": Field("text", default="Inbox"),
        "starred": Field("flag", default=False),
        "important": Field("flag", default=False),
        "label": Field("text", optional=True),
        "way": Field("text", default="new"),
        "date": Field("date", default="2023-10-12"),
        "time": Field("time", default="10:20"),
    }
    made_at: ClassVar[frozenset[str]] = frozenset({"date", "time"})

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a mail in the inbox."""
        number = int(rng.integers(100, 1000))
        return {"who": f"Desk {number}", "subject": f"Notice {number}"}

    def settle(self, row: Row) -> Row:
        """Refuse other places and labels, texts of several lines, mails of the future."""
        settled = super().settle(row)
        if settled["place"] not in (*_PLACES, "Archive"):
            raise ValueError(f"{settled['place']!r} is none of {sorted((*_PLACES, 'Archive'))}")
        if settled["label"] is not None and settled["label"] not in LABELS:
            raise ValueError(f"{settled['label']!r} is none of the labels {LABELS}")
        if settled["way"] not in ("new", "reply", "forward"):
            raise ValueError(f"a mail is new, a reply or a forward, not {settled['way']!r}")
        for name in ("who", "subject", "body"):
            if not str(settled[name]).strip() or "\n" in str(settled[name]):
                raise ValueError(f"{name} is one line, and not empty")
        if moment(settled["date"], settled["time"]) >= START:
            raise ValueError("a mail can't have come after the task begins")
        return settled

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all mails and labels.

        Raises:
            TaskError: If the device has no such mailbox.
        """
        numbers = {str(label["canonicalName"]): label["_id"] for label in _labels(LABELS)}
        messages, labelled = [], []
        known = {str(row["subject"]): number for number, row in enumerate(rows, 1)}
        for number, row in enumerate(rows, 1):
            answered = known.get(str(row["subject"]).partition(": ")[2], 1)
            quoted = str(rows[answered - 1]["body"]) if row["way"] == "forward" else ""
            messages.append(_message(number, row, 0 if row["way"] == "new" else answered, quoted))
            labelled += [
                {
                    "labels_id": numbers[label],
                    "message_messageId": number,
                    "message_conversation": number,
                }
                for label in self._labels_of(row)
            ]
        _replace(device, LABELS, messages, labelled)

    def _labels_of(self, row: Row) -> Iterator[str]:
        place = str(row["place"])
        if place != "Archive":
            yield _PLACES[place]
        if place not in ("Trash", "Spam"):
            yield _ALL
        if row.get("unread", True) and place not in ("Sent", "Drafts"):
            yield UNREAD
        if row["starred"]:
            yield STARRED
        if row["important"]:
            yield _IMPORTANT
        if row["label"]:
            yield str(row["label"])

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read all mails; one with copies, files or other labels says so in a field."""
        return [self._row(texts) for texts in read_texts(device, DATABASE, _READ)]

    def _row(self, texts: tuple[str, ...]) -> Row:
        sender, to, cc, bcc, subject, body, files, answered, forward, *rest = texts
        handed_on, sent_ms, labels = rest
        own = set(labels.split("\n"))
        places = {**_PLACES, **_ELSEWHERE}
        where = [name for name, label in places.items() if label in own]
        mine = OWNER in sender
        copies = "".join(f" ({kind}: {who})" for kind, who in (("cc", cc), ("bcc", bcc)) if who)
        others = sorted(label for label in own if label and not label.startswith("^"))
        way = "forward" if forward not in ("", "0") else "reply" if answered else "new"
        if way != "new" and subject.partition(": ")[2] != answered.strip():
            way = f"{way} to {answered}"
        if way == "forward" and handed_on != "1":
            way = "forward without the mail"
        if files not in ("", "0"):
            way = f"{way}, with files"
        return {
            "who": (", ".join(map(_name_of, _addresses(to))) if mine else sender.partition(" <")[0])
            + copies,
            "subject": subject,
            "body": body.strip(),
            "place": where[0] if where else "Archive",
            "starred": STARRED in own,
            "important": _IMPORTANT in own,
            "label": ", ".join(others) or None,
            "way": way,
            **day_and_time(int(sent_ms or 0) // 1000),
        }

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for as many mails and drafts."""
        new_drafts, lost_drafts = (
            sum(row["place"] == "Drafts" for row in rows) for rows in (new, lost)
        )
        return [
            Rows("mails of Gmail", added=len(new) - new_drafts, lost=len(lost) - lost_drafts),
            Rows("drafts of Gmail", added=new_drafts, lost=lost_drafts),
        ]


_READ: Final = (
    "SELECT fromAddress, toAddresses, ccAddresses, bccAddresses, subject, body, "
    "(SELECT count(*) FROM attachments WHERE messages_messageId = mails.messageId), "
    "(SELECT subject FROM messages WHERE messageId = mails.refMessageId), forward, "
    "(SELECT instr(mails.quotedText, trim(body)) > 0 FROM messages "
    "WHERE messageId = mails.refMessageId), dateSentMs, "
    "(SELECT group_concat(canonicalName, char(10)) FROM message_labels JOIN labels ON _id = "
    "labels_id WHERE message_messageId = mails.messageId) FROM messages AS mails"
)


def _addresses(header: str) -> list[str]:
    """Return the addresses of a header, in lower case."""
    from email.utils import getaddresses

    return [(email or name).strip().lower() for name, email in getaddresses([header])]


def _message(number: int, row: Row, answered: int, quoted: str) -> dict[str, SqlValue]:
    when = epoch_seconds(row["date"], row["time"]) * 1000
    who, owner = str(row["who"]), f"Owner <{OWNER}>"
    mine = row["place"] in ("Sent", "Drafts")
    body = str(row["body"])
    return {
        "messageId": number,
        "conversation": number,
        "fromAddress": owner if mine else f"{who} <{_address_of(who)}>",
        "toAddresses": _address_of(who) if mine else owner,
        "ccAddresses": "",
        "bccAddresses": "",
        "dateSentMs": when,
        "dateReceivedMs": when,
        "subject": str(row["subject"]),
        "snippet": body[:200],
        "body": body,
        "refMessageId": answered,
        "quotedText": quoted,
        "forward": int(row["way"] == "forward"),
    }


class SeenMails(KeptMails):
    """Mails as `KeptMails`, and whether each was read."""

    name = "gmail seen mails"
    fields: ClassVar[Mapping[str, Field]] = {
        **KeptMails.fields,
        "unread": Field("flag", default=True),
    }

    def _row(self, texts: tuple[str, ...]) -> Row:
        return {**super()._row(texts), "unread": UNREAD in texts[-1].split("\n")}

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for nothing: that mails are read is not watched over."""
        return []


class MailLabels(Adapter):
    """Labels of the user's own, under which there are no mails."""

    name = "gmail labels"
    fields: ClassVar[Mapping[str, Field]] = {"name": Field("text")}
    key: ClassVar[tuple[str, ...]] = ("name",)
    exact: ClassVar[tuple[str, ...]] = ()

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a label."""
        return {"name": f"Matter {int(rng.integers(100, 1000))}"}

    def settle(self, row: Row) -> Row:
        """Refuse names that are empty, or the system's."""
        settled = super().settle(row)
        name = str(settled["name"])
        if not name.strip() or name.startswith("^") or "\n" in name:
            raise ValueError(f"no label is called {name!r}")
        return settled

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all labels, and delete all mails.

        Raises:
            TaskError: If the device has no such mailbox.
        """
        _replace(device, [str(row["name"]) for row in rows], (), ())

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read the user's own labels."""
        sql = "SELECT name FROM labels WHERE canonicalName NOT LIKE '^%'"
        return [{"name": name} for (name,) in read_texts(device, DATABASE, sql)]

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for as many labels."""
        return [Rows("labels of Gmail", added=len(new), lost=len(lost))]
