"""Initial states of the editor: replies, forwarded messages, drafts, ``mailto:`` links."""

from __future__ import annotations

import re
from typing import Literal
from urllib.parse import unquote

from android_gym.simulator.apps.gmail.look import date_words
from android_gym.simulator.apps.gmail.model import Address, ComposeState, Message, addresses, joined
from android_gym.simulator.apps.gmail.storage import ACCOUNT, Mailbox, Settings
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Context

__all__ = ["answering", "going_on", "handed_over", "signed"]

Way = Literal["reply", "all", "forward"]

_EXTRA = "android.intent.extra"


def signed(context: Context, body: str = "") -> str:
    """Return a text with the user's signature below it."""
    signature = Settings(context).signature
    return f"{body}\n\n{signature}" if signature else body


def _own(person: Address) -> bool:
    return person.email.lower() == ACCOUNT


def _subject(prefix: str, subject: str) -> str:
    return subject if re.match(rf"{prefix}:", subject, re.I) else f"{prefix}: {subject}".strip()


def answering(context: Context, message: Message, way: str) -> ComposeState:
    """Return a reply to a message, or a message that forwards it.

    Args:
        context: The app's context.
        message: The message.
        way: "reply", "all" or "forward".
    """
    when = date_words(context, message.sent_ms or message.received_ms)
    earlier = f"\n\n{message.quoted}" if message.quoted else ""
    if way == "forward":
        head = [
            "---------- Forwarded message ---------",
            f"From: {message.sender}",
            f"Date: {when}",
            f"Subject: {message.subject}",
            f"To: {joined(message.to)}",
        ]
        head += [f"Cc: {joined(message.cc)}"] if message.cc else []
        return ComposeState(
            subject=_subject("Fwd", message.subject),
            body=signed(context),
            answers=message.id,
            forward=True,
            quoted="\n".join(head) + f"\n\n{message.body}{earlier}",
        )
    # A reply to the user's own message goes to its recipients.
    to = message.to if _own(message.sender) else (message.sender,)
    cc: tuple[Address, ...] = ()
    if way == "all":
        known = {person.email.lower() for person in to} | {ACCOUNT}
        others = () if _own(message.sender) else message.to
        cc = tuple(person for person in (*others, *message.cc) if person.email.lower() not in known)
    lines = "\n".join(f"> {line}".rstrip() for line in f"{message.body}{earlier}".split("\n"))
    return ComposeState(
        to=tuple(person for person in to if person.email),
        cc=cc,
        more=bool(cc),
        subject=_subject("Re", message.subject),
        body=signed(context),
        answers=message.id,
        quoted=f"On {when} {message.sender} wrote:\n{lines}",
    )


def going_on(context: Context, number: int) -> ComposeState | None:
    """Return the editor's state for a draft; None if it doesn't exist."""
    draft = Mailbox(context).message(number)
    if draft is None:
        return None
    return ComposeState(
        draft=number,
        to=draft.to,
        cc=draft.cc,
        bcc=draft.bcc,
        more=bool(draft.cc or draft.bcc),
        subject=draft.subject,
        body=draft.body,
        answers=draft.answers,
        forward=draft.forward,
        quoted=draft.quoted,
    )


def handed_over(context: Context, intent: Intent) -> ComposeState:
    """Return the editor's state for another app's request: a ``mailto:`` link or shared content."""
    fields: dict[str, str] = {}
    data = intent.data or ""
    if data.lower().startswith("mailto:"):
        path, _, query = data[len("mailto:") :].partition("?")
        fields["to"] = unquote(path)
        for part in query.split("&"):
            name, _, value = part.partition("=")
            name, value = unquote(name).lower(), unquote(value)
            if name == "to" and fields["to"]:
                fields["to"] += f", {value}"
            elif name:
                fields[name] = value

    def texts(name: str, header: str) -> str:
        value = intent.extra(f"{_EXTRA}.{name}")
        given = ", ".join(str(each) for each in value) if isinstance(value, tuple) else value
        parts = [fields.get(header, ""), given if isinstance(given, str) else ""]
        return ", ".join(part for part in parts if part)

    cc, bcc = addresses(texts("CC", "cc")), addresses(texts("BCC", "bcc"))
    body = fields.get("body", "") or intent.get_str(f"{_EXTRA}.TEXT")
    return ComposeState(
        to=addresses(texts("EMAIL", "to")),
        cc=cc,
        bcc=bcc,
        more=bool(cc or bcc),
        subject=(fields.get("subject", "") or intent.get_str(f"{_EXTRA}.SUBJECT"))[:1000],
        body=signed(context, body),
    )
