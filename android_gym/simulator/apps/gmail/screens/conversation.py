"""The page of a conversation: its subject, its messages, and their actions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from android_gym.simulator.appkit.people import avatar
from android_gym.simulator.appkit.sharing import open_link
from android_gym.simulator.apps.gmail.look import (
    banner,
    date_of,
    date_words,
    day_words,
    file_card,
    icon_button,
    label_chip,
    name_of,
    star_button,
)
from android_gym.simulator.apps.gmail.model import (
    DRAFT,
    INBOX,
    OUTBOX,
    SCHEDULED,
    SPAM,
    STARRED,
    TRASH,
    Address,
    Listed,
    Message,
    joined,
)
from android_gym.simulator.apps.gmail.screens.base import Base
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import MenuItem, OverflowButton, Toolbar
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FlowLayout,
    RecyclerView,
    column,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.links import LinkedText
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, TextView

__all__ = ["conversation"]

_SHOWN_BEFORE, _SHOWN_AFTER = 1, 2
"""Number of messages listed at either end of a conversation of more than four."""

_MANY = 4


def conversation(app: Base, messages: Sequence[Listed]) -> Screen:
    """Build the toolbar, subject, messages, and the buttons below."""
    one = (messages[0].conversation,)
    bar = Toolbar(
        navigation="arrow_back",
        on_navigation=app.close,
        menu=[
            *app.buttons(one),
            MenuItem("Mark unread", lambda: app.read(one, False), id="inside_conversation_unread",
                     icon="email_mark_as_unread")
            if app.label not in (TRASH, SPAM)
            else None,
            *app.more(one),
        ],
        id="toolbar",
        background="background",
    )  # fmt: skip
    rows: list[View | None] = [_subject(app, messages), _warning(app, messages)]
    hidden = _hidden(app, messages)
    for place, each in enumerate(messages):
        if place not in hidden:
            rows.append(_message(app, each))
        elif place == min(hidden):
            rows.append(_older(app, len(hidden)))
    rows.append(_buttons(app, messages))
    listing = RecyclerView(
        rows, id="conversation_pager", key=("conversation", *one), width=MATCH, height=0, weight=1
    )
    return Screen(full_column(bar, listing, id="conversation_view"), title=messages[0].subject)


def _hidden(app: Base, messages: Sequence[Listed]) -> range:
    """Return the indexes of the messages collapsed into a count."""
    first = _SHOWN_BEFORE
    last = next(
        (place for place, each in enumerate(messages) if place and each.id in app.state.unfolded),
        len(messages),
    )
    last = min(last, len(messages) - _SHOWN_AFTER)
    if app.state.older or len(messages) <= _MANY or last - first < 2:
        return range(0)
    return range(first, last)


def _older(app: Base, count: int) -> View:
    return wide_row(
        TextView(
            str(count), size=14, align="center", vertical="center", width=40, height=40,
            background="surface_container_highest", id="super_collapsed_count",
        ),
        id="super_collapsed_block",
        content_description=f"{count} older messages",
        padding=(16, 8),
        on_click=lambda: app.update(older=True),
    )  # fmt: skip


def _subject(app: Base, messages: Sequence[Listed]) -> View:
    one = (messages[0].conversation,)
    own = frozenset[str]().union(*(each.labels for each in messages))
    names = [app.title_of(each) for each in (INBOX, TRASH, SPAM) if each in own]
    names += sorted(each for each in own if not each.startswith("^"))
    star = any(STARRED in each.labels for each in messages)
    return wide_row(
        wide_column(
            TextView(messages[0].subject or "(no subject)", id="subject_view", size=22),
            FlowLayout(
                [label_chip(name, partial(app.ask_labels, one)) for name in names],
                id="folders_view",
            )
            if names
            else None,
            width=0,
            weight=1,
        ),
        star_button(star, partial(app.star, one, not star)),
        id="subject_and_folder_view",
        padding=(16, 8, 8, 8),
        content_gravity="center_vertical",
    )


def _warning(app: Base, messages: Sequence[Listed]) -> View | None:
    one = (messages[0].conversation,)
    if app.label != SPAM:
        return None
    return banner(
        "This message is in Spam.",
        Button("Report not spam", kind="text", id="not_spam",
               on_click=lambda: app.move(one, INBOX)),
        id="spam_banner",
    )  # fmt: skip


def _message(app: Base, listed: Listed) -> View:
    if listed.id not in app.state.unfolded:
        return _folded(app, listed)
    message = app.mailbox.message(listed.id)
    return _folded(app, listed) if message is None else _whole(app, message)


def _when(app: Base, listed: Listed) -> str:
    if SCHEDULED in listed.labels:
        return day_words(app.context, listed.received_ms)
    return date_of(app.context, listed.received_ms)


def _open(app: Base, listed: Listed) -> None:
    if DRAFT in listed.labels:
        app.compose(draft=listed.id)
    else:
        app.fold(listed.id)


def _folded(app: Base, listed: Listed) -> View:
    draft = DRAFT in listed.labels
    return wide_row(
        avatar(listed.sender.shown, 40, nobody="account", id="contact_badge"),
        column(
            wide_row(
                TextView(
                    "Draft" if draft else name_of(listed.sender), id="sender_name", size=14,
                    weight_font=500, color="error" if draft else None, width=0, weight=1,
                    max_lines=1,
                ),
                TextView(_when(app, listed), id="upper_date", size=12, color="text_secondary"),
                content_gravity="center_vertical",
            ),
            TextView(listed.snippet, id="email_snippet", size=14, color="text_secondary",
                     max_lines=1),
            width=0,
            weight=1,
            margin=(16, 0, 0, 0),
        ),
        id="message_header",
        key=("message", listed.id),
        padding=(16, 10),
        content_gravity="center_vertical",
        on_click=partial(_open, app, listed),
    )  # fmt: skip


def _whole(app: Base, message: Message) -> View:
    if DRAFT in message.labels:
        return _folded(app, message)
    state = app.state
    detailed = message.id in state.details
    others = len(message.people) > 1

    def details() -> None:
        app.update(details=tuple(set(state.details) ^ {message.id}))

    to = ", ".join(name_of(person) for person in message.people[:4])
    menu: list[MenuItem] = [
        MenuItem("Reply all", lambda: app.compose(answer=message.id, way="all"))
        if others
        else MenuItem("Reply", lambda: app.compose(answer=message.id, way="reply")),
        MenuItem("Forward", lambda: app.compose(answer=message.id, way="forward")),
        MenuItem(
            "Remove star" if STARRED in message.labels else "Add star",
            lambda: app.star_message(message),
        ),
    ]
    head = wide_row(
        avatar(message.sender.shown, 40, nobody="account", id="contact_badge"),
        column(
            wide_row(
                TextView(name_of(message.sender) if name_of(message.sender) != "me" else "me",
                         id="sender_name", size=14, weight_font=500, max_lines=1),
                TextView(_when(app, message), id="upper_date", size=12, color="text_secondary",
                         margin=(8, 0, 0, 0), max_lines=1, width=0, weight=1),
                content_gravity="center_vertical",
            ),
            TextView(
                f"to {to}" if to else "no recipients",
                id="recipient_summary",
                size=14,
                color="text_secondary",
                max_lines=1,
                icon_end="chevron_up" if detailed else "chevron_down",
                icon_size=16,
                content_description="Hide details" if detailed else "Show recipient details",
                on_click=details,
            ),
            width=0,
            weight=1,
            margin=(16, 0, 0, 0),
        ),
        icon_button("reply", "reply_action", "Reply", lambda: app.reply(message)),
        OverflowButton(menu, id="overflow"),
        id="message_header",
        padding=(16, 6, 0, 6),
        content_gravity="center_vertical",
        on_click=partial(app.fold, message.id),
    )  # fmt: skip
    quoted = message.id in state.quotes
    return wide_column(
        head,
        _details(app, message) if detailed else None,
        _waiting(app, message),
        LinkedText(
            message.body,
            on_link=partial(open_link, app),
            id="message_body",
            size=16,
            padding=(16, 12),
            width=MATCH,
        )
        if message.body
        else None,
        _quote(app, message, quoted) if message.quoted else None,
        *(file_card(file, on_click=partial(app.show_file, file)) for file in message.files),
        key=("message", message.id),
    )


def _quote(app: Base, message: Message, shown: bool) -> View:
    def toggle() -> None:
        app.update(quotes=tuple(set(app.state.quotes) ^ {message.id}))

    return wide_column(
        TextView(
            "•••",
            id="elided_text",
            content_description="Hide quoted text" if shown else "Show quoted text",
            padding=(8, 2),
            margin=(16, 4),
            background="surface_container_highest",
            on_click=toggle,
        ),
        TextView(message.quoted, id="quoted_text", size=14, color="text_secondary",
                 padding=(16, 4), width=MATCH)
        if shown
        else None,
        key="quote",
    )  # fmt: skip


def _waiting(app: Base, message: Message) -> View | None:
    if SCHEDULED in message.labels:
        words = f"Send scheduled for {day_words(app.context, message.sent_ms)}"
    elif OUTBOX in message.labels:
        words = "Queued. It is sent once there is a connection."
    else:
        return None
    return banner(
        words,
        Button("Cancel send", kind="text", id="cancel_send",
               on_click=lambda: app.cancel_send(message)),
        id="send_banner",
    )  # fmt: skip


def _details(app: Base, message: Message) -> View:
    def people(name: str, who: tuple[Address, ...]) -> View | None:
        return _detail(name, joined(who)) if who else None

    return wide_column(
        _detail("From", str(message.sender)),
        people("To", message.to),
        people("Cc", message.cc),
        people("Bcc", message.bcc),
        _detail("Date", date_words(app.context, message.sent_ms or message.received_ms)),
        id="details_expanded_content",
        margin=(16, 4),
        padding=(12, 8),
        background="surface_container",
    )


def _detail(name: str, text: str) -> View:
    return wide_row(
        TextView(name, size=12, color="text_secondary", width=56),
        TextView(text, size=12, id=f"{name.lower()}_details", width=0, weight=1),
        key=name,
        padding=(0, 2),
    )


def _buttons(app: Base, messages: Sequence[Listed]) -> View | None:
    written = [each for each in messages if not {DRAFT, SCHEDULED, OUTBOX} & each.labels]
    if not written or app.label in (TRASH, SPAM):
        return None
    last = app.mailbox.message(written[-1].id)
    if last is None:
        return None

    def button(text: str, icon: str, way: str) -> View:
        return Button(
            text, id=f"{text.lower().replace(' ', '_')}_button", icon=icon, icon_size=18,
            kind="outlined", size=14, margin=(0, 0, 8, 0),
            on_click=lambda: app.compose(answer=last.id, way=way),
        )  # fmt: skip

    return FlowLayout(
        [
            button("Reply", "reply", "reply"),
            button("Reply all", "reply_all", "all") if len(last.people) > 1 else None,
            button("Forward", "arrow_right", "forward"),
        ],
        id="reply_forward_view",
        key="buttons",
        padding=(16, 16),
        width=MATCH,
    )
