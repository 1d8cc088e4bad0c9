"""The composer below a conversation: the message, its attachments and its scheduled time."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.appkit.simple_commons import day_and_time
from android_gym.simulator.appkit.simple_views import BARE, GROUP, icon_button
from android_gym.simulator.apps.sms_messenger.actions import MESSAGE_FIELD, ThreadActions
from android_gym.simulator.apps.sms_messenger.dialogs import ScheduleDate
from android_gym.simulator.apps.sms_messenger.look import card_row, file_row, thumbnail
from android_gym.simulator.apps.sms_messenger.model import Attachment
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    GridLayout,
    HorizontalScrollView,
    ScrollView,
    column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, EditText, ImageView, TextView

_MEDIA = "android.provider.MediaStore.RECORD_SOUND"
ATTACHMENTS = (
    ("choose_photo", "Choose photo", "image", "#D32F2F", "image/*"),
    ("choose_video", "Choose video", "video", "#5D4037", "video/*"),
    ("take_photo", "Take photo", "camera", "#C2185B", "android.media.action.IMAGE_CAPTURE"),
    ("record_video", "Record video", "video", "#7B1FA2", "android.media.action.VIDEO_CAPTURE"),
    ("record_audio", "Record audio", "microphone", "#00796B", _MEDIA),
    ("pick_file", "Choose file", "file", "#388E3C", "*/*"),
    ("pick_contact", "Choose contact", "account", "#303F9F", "android.intent.action.PICK"),
    ("schedule_message", "Schedule message", "clock_outline", "#1976D2", None),
)
"""Id, label, icon, colour, and MIME type or action of each kind of attachment."""

GSM = frozenset(
    "@\u00a3$\u00a5\u00e8\u00e9\u00f9\u00ec\u00f2\u00c7\n\u00d8\u00f8\r\u00c5\u00e5\u0394_\u03a6"
    "\u0393\u039b\u03a9\u03a0\u03a8\u03a3\u0398\u039e\u00c6\u00e6\u00df\u00c9 !\"#\u00a4%&'()*+,-./"
    "0123456789:;<=>?\u00a1ABCDEFGHIJKLMNOPQRSTUVWXYZ\u00c4\u00d6\u00d1\u00dc\u00a7\u00bf"
    "abcdefghijklmnopqrstuvwxyz\u00e4\u00f6\u00f1\u00fc\u00e0"
)
"""Characters of the GSM 7-bit default alphabet (3GPP TS 23.038, section 6.2.1)."""


def _counter(text: str) -> str:
    """Return the characters left in the current part and the number of parts, e.g. ``160/1``."""
    plain = all(character in GSM for character in text)
    single, part = (160, 153) if plain else (70, 67)
    length = len(text) if plain else len(text.encode("utf-16-be")) // 2
    parts = 1 if length <= single else -(-length // part)
    return f"{single - length if parts == 1 else parts * part - length}/{parts}"


def composer(app: ThreadActions) -> View:
    """Build the field and buttons, below time and attachments, above the attachment picker."""
    state = app.state
    return wide_column(
        _time(app) if state.when_ms else None,
        _files(app) if state.attachments else None,
        _bar(app),
        _picker(app) if state.picker else None,
        id="message_holder",
        class_name=GROUP,
        background="bottom_bar",
    )


def _bar(app: ThreadActions) -> View:
    state, store = app.state, app.store
    ask = partial(app.show_dialog, ScheduleDate())
    send = partial(app.send, ask)
    ready = bool(state.text or state.attachments)
    send_on_enter = store.setting("send_on_enter")
    counter = None
    if store.setting("show_character_counter"):
        counter = TextView(_counter(state.text), id="thread_character_counter", size=12.8)
    attach = icon_button(
        "close" if state.picker else "plus",
        "thread_add_attachment",
        "Attachment",
        app.toggle_picker,
        gravity="bottom",
    )
    field = EditText(
        state.text,
        id=MESSAGE_FIELD,
        hint="Type a message\u2026",
        on_text_change=lambda text: app.update(text=text),
        on_editor_action=send if send_on_enter else None,
        ime_action="send" if send_on_enter else "none",
        multi_line=not send_on_enter,
        capitalize="sentences",
        size=16,
        min_height=48,
        padding=(8, 12),
        **BARE,
    )
    button = Button(
        "MMS" if app.multimedia() else "SMS",
        id="thread_send_message",
        content_description="OK",
        icon="send",
        icon_top=True,
        icon_size=20,
        icon_padding=0,
        size=12,
        most_scale=1.3,
        color="text_primary",
        padding=0,
        max_lines=1,
        min_width=48,
        min_height=48,
        alpha=0.9 if ready else 0.4,
        clickable=ready,
        on_click=send if ready else None,
        on_long_click=ask,
    )
    return wide_row(attach, field, counter, button, content_gravity="bottom", padding=(4, 4))


def _time(app: ThreadActions) -> View:
    time = Button(
        day_and_time(app.context, app.state.when_ms),
        id="scheduled_message_button",
        icon="clock_outline",
        color="text_primary",
        on_click=lambda: app.show_dialog(ScheduleDate()),
    )
    discard = icon_button(
        "close", "discard_scheduled_message", "Discard", lambda: app.update(when_ms=0)
    )
    return wide_row(time, View(width=0, weight=1), discard, id="scheduled_message_holder")


def _files(app: ThreadActions) -> View:
    chosen = app.state.attachments

    def item(attachment: Attachment) -> View:
        rest = tuple(other for other in chosen if other != attachment)
        remove = partial(app.update, attachments=rest)
        picture = thumbnail(app.context.system.files, attachment, 64, 64, 12)
        cards = app.cards(attachment)
        if cards:
            picture = card_row(cards, attachment.uri, partial(app.show_cards, attachment))
        holder = "vcard" if cards else "document" if picture is None else "media"
        return row(
            picture or file_row(attachment),
            icon_button("close_circle", "remove_attachment_button", "Remove", remove, 40),
            id=f"{holder}_attachment_holder",
            key=attachment.uri,
            content_gravity="center_vertical",
            margin=(8, 4),
        )

    return HorizontalScrollView(
        row(*map(item, chosen)),
        id="thread_attachments_recyclerview",
        class_name="androidx.recyclerview.widget.RecyclerView",
        width=MATCH,
    )


def _picker(app: ThreadActions) -> View:
    def choose(wanted: str | None) -> None:
        if wanted is None:
            app.update(picker=False)
            app.show_dialog(ScheduleDate())
        else:
            app.attach(wanted)

    def choice(name: str, label: str, icon: str, color: str, wanted: str | None) -> View:
        picture = ImageView(icon, id=f"{name}_icon", tint="#FFFFFF", gravity="center")
        return column(
            FrameLayout([picture], width=48, height=48, background=Oval(color)),
            TextView(
                label,
                id=f"{name}_text",
                size=12,
                most_scale=1.4,
                align="center",
                width=MATCH,
                margin=(0, 6, 0, 0),
            ),
            id=name,
            width=90,
            min_height=96,
            content_gravity="center_horizontal",
            padding=(2, 8, 2, 0),
            on_click=lambda: choose(wanted),
        )

    choices = [choice(*item) for item in ATTACHMENTS]
    grid = GridLayout(choices, columns=4, width=MATCH, padding=(8, 8))
    return ScrollView(grid, id="attachment_picker_holder", width=MATCH, height=220)
