"""Gmail's theme, and views shared by several screens."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from functools import cache

from android_gym.simulator.appkit.times import moment, time_of_day
from android_gym.simulator.apps.gmail.model import (
    DRAFT,
    OUTBOX,
    SCHEDULED,
    Address,
    Attachment,
    Listed,
)
from android_gym.simulator.apps.gmail.storage import ACCOUNT, Settings
from android_gym.simulator.ui.activity import Context
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import column, row, wide_row
from android_gym.simulator.ui.theme import Theme, dynamic_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, ImageView, TextView

__all__ = [
    "banner",
    "date_of",
    "date_words",
    "day_words",
    "file_card",
    "icon_button",
    "label_chip",
    "name_of",
    "senders",
    "star_button",
    "theme_of",
]

_UNITS = ((1_000_000, "MB"), (1_000, "KB"))


@cache
def _theme(dark: bool) -> Theme:
    return dynamic_theme(dark=dark, name="gmail dark" if dark else "gmail")


def theme_of(context: Context) -> Theme:
    """Return the user's theme; by default the phone's."""
    chosen = Settings(context).text("theme", "default")
    return _theme(context.system.display.dark if chosen == "default" else chosen == "dark")


def icon_button(
    icon: str,
    id: str,
    description: str,
    on_click: Callable[[], object],
    *,
    enabled: bool = True,
    tint: str = "icon",
) -> View:
    """Build a button of a toolbar."""
    return ImageButton(
        icon, id=id, content_description=description, on_click=on_click, enabled=enabled, width=48,
        height=48, tint=tint, disabled_tint="text_disabled",
    )  # fmt: skip


def star_button(on: bool, on_click: Callable[[], object]) -> View:
    """Build the star button of a conversation or a message."""
    return ImageButton(
        "star" if on else "star_outline",
        id="star",
        content_description="Remove star" if on else "Add star",
        tint="#F9AB00" if on else "icon",
        on_click=on_click,
        width=40,
        height=40,
        min_width=40,
        min_height=40,
    )


def _short_date(when: dt.datetime, today: dt.date) -> str:
    if when.year == today.year:
        return f"{when:%b} {when.day}"
    return f"{when.month}/{when.day}/{when:%y}"


def date_of(context: Context, epoch_ms: int) -> str:
    """Format a time as in lists: time of day for today, day for this year, else the date."""
    when, today = moment(context, epoch_ms), context.system.clock.today()
    if when.date() == today:
        return time_of_day(context, when)
    return _short_date(when, today)


def day_words(context: Context, epoch_ms: int) -> str:
    """Format a future time: "Tomorrow, 8:00 AM"."""
    when, today = moment(context, epoch_ms), context.system.clock.today()
    names = {0: "Today", 1: "Tomorrow"}
    day = names.get((when.date() - today).days) or f"{when:%a}, {_short_date(when, today)}"
    return f"{day}, {time_of_day(context, when)}"


def date_words(context: Context, epoch_ms: int) -> str:
    """Format a full date and time: "Oct 15, 2023, 3:34 PM"."""
    when = moment(context, epoch_ms)
    return f"{when:%b} {when.day}, {when.year}, {time_of_day(context, when)}"


def name_of(person: Address) -> str:
    """Return a person's name in a list; "me" for the user."""
    return "me" if person.email.lower() == ACCOUNT else person.shown


def senders(messages: Sequence[Listed], outgoing: bool) -> list[tuple[str, bool]]:
    """Return the names shown for a conversation in a list, each with whether it marks a draft.

    Args:
        messages: The conversation.
        outgoing: Whether the list shows sent messages, whose recipients are named.
    """
    last = messages[-1]
    own = all(each.sender.email.lower() == ACCOUNT for each in messages)
    if outgoing or (own and not {DRAFT, OUTBOX, SCHEDULED} & last.labels):
        people = ", ".join(name_of(person) for person in last.to)
        if DRAFT in last.labels:
            return [("Draft", True)] + ([(people, False)] if people else [])
        return [(f"To: {people}" if people else "(no recipients)", False)]
    names: list[str] = []
    drafts = 0
    for each in messages:
        if DRAFT in each.labels:
            drafts += 1
        elif name_of(each.sender) not in names:
            names.append(name_of(each.sender))
    if len(names) > 3:
        names = [names[0], "..", *names[-2:]]
    if len(names) > 1:  # Gmail shortens several names to first names
        names = [name if name == ".." else name.split()[0] for name in names]
    written = len(messages) - drafts
    words = ", ".join(names).replace(", .., ", " .. ")
    parts = [(f"{words} {written}" if written > 1 else words, False)] if names else []
    if drafts:
        parts.append(("Draft" if drafts == 1 else f"Drafts {drafts}", True))
    return parts


def label_chip(name: str, on_click: Callable[[], object] | None = None) -> View:
    """Build the chip of a label."""
    return TextView(
        name,
        id="label_chip" if on_click is None else "folder_button",
        key=("label", name),
        size=11,
        max_lines=1,
        color="text_secondary",
        padding=(6, 2),
        margin=(0, 2, 6, 2),
        background=Rounded("surface_container_highest", 4),
        on_click=on_click,
    )


def size_words(size: int) -> str:
    """Format a number of bytes for display."""
    for unit, name in _UNITS:
        if size >= unit:
            return f"{size / unit:.1f} {name}" if unit > 1000 else f"{size // unit} {name}"
    return f"{size} B"


def file_icon(kind: str) -> str:
    """Return the icon for a MIME type."""
    if kind == "application/pdf":
        return "file_pdf_box"
    first = kind.partition("/")[0]
    known = {"image": "image_outline", "video": "video_outline", "audio": "music_note"}
    return known.get(first, "file_document_outline")


def file_card(
    file: Attachment, *, on_click: Callable[[], object] | None, after: View | None = None
) -> View:
    """Build the card of an attachment, with an optional trailing view."""
    return wide_row(
        ImageView(file_icon(file.type), id="attachment_tile_icon", margin=(0, 0, 16, 0)),
        column(
            TextView(file.name, id="attachment_tile_title", size=14, max_lines=1,
                     ellipsize="middle"),
            TextView(size_words(file.size), id="attachment_tile_size", size=12,
                     color="text_secondary"),
            width=0,
            weight=1,
        ),
        after,
        id="attachment_tile",
        key=("file", file.id),
        min_height=56,
        margin=(16, 4),
        padding=(16, 4, 4 if after is not None else 16, 4),
        content_gravity="center_vertical",
        background=Rounded("surface_container", 8, "outline_variant"),
        on_click=on_click,
    )  # fmt: skip


def banner(text: str, action: View | None = None, id: str = "banner") -> View:
    """Build a banner above a list, with an optional button."""
    return row(
        TextView(text, id=f"{id}_text", size=14, color="text_secondary", width=0, weight=1),
        action,
        id=id,
        width=MATCH,
        padding=(16, 8),
        content_gravity="center_vertical",
    )
