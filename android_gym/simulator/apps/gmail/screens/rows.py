"""Rows of the conversation list."""

from __future__ import annotations

from functools import partial
from typing import Literal

from android_gym.simulator.appkit.people import avatar
from android_gym.simulator.apps.gmail.dialogs import MoveTo, SnoozeSheet
from android_gym.simulator.apps.gmail.look import (
    date_of,
    day_words,
    label_chip,
    name_of,
    senders,
    star_button,
)
from android_gym.simulator.apps.gmail.model import (
    DRAFT,
    IMPORTANT,
    INBOX,
    OUTBOX,
    SCHEDULED,
    SENT,
    SNOOZED,
    UNREAD,
    Listed,
)
from android_gym.simulator.apps.gmail.screens.base import Base
from android_gym.simulator.apps.gmail.storage.reading import starred
from android_gym.simulator.apps.gmail.storage.settings import SWIPES, Swipe
from android_gym.simulator.ui.components import SwipeRow
from android_gym.simulator.ui.drawables import Oval, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, column, row, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["conversation_row"]

_PADDING = {"default": 10, "comfortable": 10, "compact": 4}
_OUTGOING = frozenset((DRAFT, SENT, OUTBOX, SCHEDULED))


def conversation_row(app: Base, number: int) -> View:
    """Build the row of a conversation."""
    label = app.label
    messages = app.mailbox.listed(number, label)
    if not messages:  # deleted while the list was being read
        return View(height=1, key=number)
    row = _front(app, number, messages)
    barred = app.state.selected or label in ("^k", "^s", DRAFT)
    left: Swipe = "none" if barred else app.settings.swipe("left")
    right: Swipe = "none" if barred else app.settings.swipe("right")
    if (left, right) == ("none", "none"):
        return row
    row.key = "front"
    return SwipeRow(
        row,
        wide_row(
            _behind(right, "start"),
            _behind(left, "end"),
            key="behind",
            height=MATCH,
            important_for_accessibility="no_hide_descendants",
        ),
        on_swipe_right=_swipe(app, number, right),
        on_swipe_left=_swipe(app, number, left),
        threshold=120,
        key=number,
    )


def _swipe(app: Base, number: int, way: Swipe) -> partial[None] | None:
    one = (number,)
    match way:
        case "archive":
            return partial(app.archive, one)
        case "delete":
            return partial(app.delete, one)
        case "read":
            return partial(app.read, one, app.mailbox.has(number, UNREAD))
        case "move":
            return partial(app.show_dialog, MoveTo(numbers=one))
        case "snooze":
            return partial(app.show_dialog, SnoozeSheet(one))
    return None


def _behind(way: Swipe, side: Literal["start", "end"]) -> View:
    """Build the half of the background that a swipe reveals."""
    _, icon, color = SWIPES[way]
    picture = ImageView(
        icon, tint="#FFFFFF", size=24, margin=(24, 0),
        gravity="start|center_vertical" if side == "start" else "end|center_vertical",
    )  # fmt: skip
    return FrameLayout(
        [picture] if icon else [], key=side, width=0, weight=1, height=MATCH,
        background=color or "background",
    )  # fmt: skip


def _date(app: Base, number: int, last: Listed) -> str:
    """Return when a conversation wakes, will be sent, or came."""
    wakes = app.mailbox.wakes_ms(number) if app.label == SNOOZED else 0
    if wakes:
        return day_words(app.context, wakes)
    if SCHEDULED in last.labels:
        return day_words(app.context, last.received_ms)
    return date_of(app.context, last.received_ms)


def _face(app: Base, number: int, messages: list[Listed], *, marked: bool) -> View:
    """Build the picture of who is written with, or the mark of a selected conversation."""
    last = messages[-1]
    others = [each for each in messages if name_of(each.sender) != "me"]
    who = (others or messages)[-1].sender
    if app.label in _OUTGOING and last.to:
        who = last.to[0]
    face = avatar(who.shown, 40, nobody="account", id="contact_image")
    if marked:
        face = TextView(
            "", icon="check", icon_color="on_primary", icon_size=24, id="contact_image", width=40,
            height=40, align="center", vertical="center", background=Oval("primary"),
        )  # fmt: skip
    face.content_description = "Selected" if marked else f"Show contact information for {who.shown}"
    face.on_click = partial(app.toggle, number)
    face.clickable = True
    return FrameLayout([face], margin=(0, 4, 16, 0), gravity="top")


def _front(app: Base, number: int, messages: list[Listed]) -> View:
    last, label = messages[-1], app.label
    unread = any(UNREAD in each.labels for each in messages)
    marked = number in app.state.selected
    star = starred(messages)
    parts = senders(messages, label in _OUTGOING)
    words = ", ".join(text for text, _ in parts)
    date = _date(app, number, last)
    subject = messages[0].subject or "(no subject)"
    files = app.mailbox.conversation_files(number)
    weight = 700 if unread else 400
    color = "text_primary" if unread else "text_secondary"
    own = frozenset[str]().union(*(each.labels for each in messages))
    chips = [label_chip(name) for name in sorted(own) if name[:1] != "^" and name != label]
    if label != INBOX and INBOX in own:
        chips.insert(0, label_chip("Inbox"))
    status = "Unread, " if unread else ""
    density = app.settings.text("density", "default")
    people = row(
        *(
            TextView(
                text if place == 0 else f", {text}",
                key=("who", place),
                id="senders",
                size=16,
                weight_font=weight,
                color="error" if draft else color,
                max_lines=1,
            )
            for place, (text, draft) in enumerate(parts)
        ),
        width=0,
        weight=1,
        content_gravity="center_vertical",
    )
    return wide_row(
        _face(app, number, messages, marked=marked)
        if density != "compact" or marked
        else None,
        column(
            wide_row(
                ImageView("label_variant", id="importance", size=18, tint="#F9AB00",
                          margin=(0, 0, 4, 0), content_description="Important")
                if IMPORTANT in own
                else None,
                people,
                ImageView("paperclip", id="attachment", size=16, margin=(8, 0, 0, 0),
                          content_description="Attachment")
                if files
                else None,
                TextView(date, id="date", size=12, weight_font=weight, color=color, max_lines=1,
                         margin=(8, 0, 0, 0)),
                content_gravity="center_vertical",
            ),
            wide_row(
                column(
                    TextView(subject, id="subject", size=14, weight_font=weight, max_lines=1,
                             color=color),
                    TextView(last.snippet, id="snippet", size=14, color="text_secondary",
                             max_lines=1),
                    width=0,
                    weight=1,
                ),
                star_button(star, partial(app.star, (number,), not star))
                if not {DRAFT, SCHEDULED, OUTBOX} & last.labels
                else None,
                content_gravity="center_vertical",
            ),
            row(*chips, *(label_chip(name) for name in files)) if chips or files else None,
            width=0,
            weight=1,
        ),
        id="viewified_conversation_item_view",
        key=number,
        class_name="android.view.ViewGroup",
        content_description=f"{status}{words}, {subject}, {last.snippet}, {date}",
        padding=(16, _PADDING.get(density, 10), 8, _PADDING.get(density, 10)),
        background=Rounded("secondary_container", 0) if marked else "background",
        selected=marked,
        on_click=partial(app.tap, number),
        on_long_click=partial(app.toggle, number),
    )  # fmt: skip
