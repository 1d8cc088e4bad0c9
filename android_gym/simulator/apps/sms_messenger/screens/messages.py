"""The list of messages in a conversation."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from android_gym.simulator.appkit.sharing import open_link
from android_gym.simulator.appkit.simple_commons import avatar, day_and_time, text_size
from android_gym.simulator.appkit.simple_views import FAINT, GROUP, RELATIVE
from android_gym.simulator.apps.sms_messenger.actions import ThreadActions
from android_gym.simulator.apps.sms_messenger.dialogs import ScheduledMessage
from android_gym.simulator.apps.sms_messenger.look import card_row, file_row, thumbnail
from android_gym.simulator.apps.sms_messenger.model import (
    FAILED,
    INBOX,
    OUTBOX,
    SENT,
    STATUS_COMPLETE,
    Attachment,
    Message,
)
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, column, row, wide_column
from android_gym.simulator.ui.links import LinkedText
from android_gym.simulator.ui.options import Gravity
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

PAGE = 50
"""Number of messages loaded at once."""

PICTURE_DP = (240, 180)
"""Size of a picture among the messages, in dp."""

HEADER_MS = 300_000
"""Milliseconds between messages after which the second one gets a time header."""


def messages(app: ThreadActions) -> View | None:
    """Build the list of messages, scheduled ones last; None if there are none."""
    store, binned = app.store, app.binned
    later = () if binned else tuple(store.scheduled(app.thread))
    count = app.count()
    total = count + len(later)
    if not total:
        return None
    newest = later[-1] if later else store.messages(app.thread, count - 1, 1, binned=binned)[0]
    pages: dict[int, tuple[list[Message], list[bool]]] = {}

    def find(index: int) -> tuple[Message, bool] | None:
        """Return a message and whether it has a time header; pages are counted from the end."""
        if index >= count:
            return later[index - count], True
        number = (count - 1 - index) // PAGE
        first = max(0, count - (number + 1) * PAGE)
        if number not in pages:
            length = count - number * PAGE - first
            page = store.messages(app.thread, first, length, binned=binned)
            pages[number] = (page, _heads(page))
        found, heads = pages[number]
        offset = index - first
        return (found[offset], heads[offset]) if offset < len(found) else None

    def build(index: int) -> View:
        item = find(index)
        return View(height=1) if item is None else _item(app, *item, last=index == count - 1)

    return RecyclerView(
        total,
        build,
        id="thread_messages_list",
        key=("thread_messages_list", newest.id, count),
        start=total - 1,
        width=MATCH,
        gravity="bottom",
        padding=(0, 8, 0, 8),
    )


def _heads(page: list[Message]) -> list[bool]:
    """Return for each message whether it has a time header."""
    heads, last = [], None
    for message in page:
        head = last is None or message.date_ms - last > HEADER_MS
        last = message.date_ms if head else last
        heads.append(head)
    return heads


def _item(app: ThreadActions, message: Message, head: bool, *, last: bool) -> View:
    date = TextView(
        day_and_time(app.context, message.date_ms),
        id="thread_date_time",
        size=0.8 * text_size(app.context),
        color=FAINT,
        align="center",
        width=MATCH,
    )
    header = FrameLayout(
        [date],
        id="thread_date_time_holder",
        width=MATCH,
        padding=(0, 12, 0, 8),
        important_for_accessibility="yes",
    )
    return wide_column(
        header if head else None,
        _message(app, message),
        _state(app, message, last) if message.type != INBOX else None,
        key=message.id,
        important_for_accessibility="no",
    )


def _message(app: ThreadActions, message: Message) -> View:
    received = message.type == INBOX
    side: Gravity = "start" if received else "end"
    selected = message.id in app.state.selected

    def tap() -> None:
        if app.state.selected:
            hold()
        elif message.scheduled:
            app.show_dialog(ScheduledMessage(message.id))

    def hold() -> None:
        app.toggle(message.id)

    corners = (24, 24, 24, 4) if received else (24, 24, 4, 24)

    def follow(url: str) -> None:
        if app.state.selected:
            hold()
        else:
            open_link(app, url)

    body: View = LinkedText(
        message.body,
        on_link=follow,
        link_color="primary" if received else "on_primary",
        id="thread_message_body",
        size=text_size(app.context),
        color="text_primary" if received else "on_primary",
        padding=12,
        background=Rounded("bubble" if received else "primary", corners),
        on_click=tap,
        on_long_click=hold,
    )
    if message.attachments:
        files = app.context.system.files
        body = column(
            *(
                thumbnail(files, each, *PICTURE_DP, 24, tap, hold)
                or _card(app, each, hold)
                or file_row(each, tap, hold)
                for each in message.attachments
            ),
            body if message.body else None,
            id="thread_message_attachments_holder",
            content_gravity=side,
        )
    photo = None
    if received:
        name, margin = app.name_of(message.address), (4, 0, 4, 0)
        photo = avatar(name, 40, "thread_message_sender_photo", gravity="bottom", margin=margin)
    wrapper = row(photo, body, id="thread_message_wrapper", class_name=RELATIVE, gravity=side)
    return FrameLayout(
        [wrapper],
        id="thread_message_holder",
        class_name=GROUP,
        width=MATCH,
        padding=(4, 2, 60, 2) if received else (84, 2, 8, 2),
        background="primary@0.2" if selected else None,
        selected=selected,
        on_click=tap,
        on_long_click=hold,
    )


def _card(app: ThreadActions, file: Attachment, hold: Callable[[], None]) -> View | None:
    """Build the contacts of a vCard file; None if the file has none."""
    cards = app.cards(file)
    if not cards:
        return None
    show = hold if app.state.selected else partial(app.show_cards, file)
    return card_row(cards, file.uri, show, hold)


def _state(app: ThreadActions, message: Message, last: bool) -> View | None:
    """Return the status below an outgoing message; None for none."""

    def mark(icon: str, name: str) -> View:
        return ImageView(icon, id=name, size=16, gravity="end", margin=(0, 2, 12, 4))

    def note(text: str, name: str, on_click: Callable[[], None] | None = None) -> View:
        return TextView(
            text,
            id=name,
            size=14,
            color=FAINT,
            align="end",
            width=MATCH,
            padding=(12, 2, 12, 8),
            on_click=on_click,
        )

    if message.scheduled:
        return mark("clock_outline", "thread_message_scheduled_icon")
    if message.type == OUTBOX:
        return note("Sending\u2026", "thread_sending")
    if message.type == FAILED:
        return note("Not sent. Touch to retry.", "thread_error", lambda: app.retry(message))
    if message.type == SENT and last:
        arrived = message.status == STATUS_COMPLETE
        return mark("check_all" if arrived else "check", "thread_success")
    return None
