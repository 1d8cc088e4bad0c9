"""Notifications as cards: in the shade, and on top of the screen while they are new."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from android_gym.simulator.system.notifications import Notification
from android_gym.simulator.ui.activity import Overlay, SystemWindow
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import SwipeLayout, column, row
from android_gym.simulator.ui.theme import SYSTEM_UI, Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, EditText, ImageButton, TextView

__all__ = ["HeadsUp", "ReplyState", "notice"]


@dataclass(frozen=True)
class ReplyState:
    """An answer that is being typed into a notification.

    Attributes:
        key: The notification; empty where none is being answered.
        action: Which of its buttons asked for the answer.
        text: What was typed.
    """

    key: str = ""
    action: int = 0
    text: str = ""


class ReplyingState(Protocol):
    """A state that keeps the answer being typed into a notification."""

    @property
    def reply(self) -> ReplyState:
        """The answer; one with an empty key for none."""


def notice(window: SystemWindow[ReplyingState], item: Notification) -> View:
    """A notification with its buttons, or the field for an answer in their place.

    Args:
        window: The window that it is in.
        item: The notification.
    """
    notifications = window.context.system.notifications
    packages = window.context.system.packages
    # The shell posts without being an app here.
    known = packages.installed(item.package)
    label = packages.manifest(item.package).label if known else "Android System"
    key = item.key
    answering = window.state.reply.key == key
    header = label + (f" \u2022 {item.sub_text}" if item.sub_text else "")
    return SwipeLayout(
        [
            column(
                TextView(header, id="android:id/app_name_text", style="notification_header"),
                TextView(
                    item.title, id="android:id/title", style="notification_title", max_lines=1
                ),
                TextView(item.text, id="android:id/text", style="notification_text", max_lines=3),
                _field(window, item) if answering else _buttons(window, item),
                id="expandableNotificationRow",
                class_name="android.widget.FrameLayout",
                width=MATCH,
                padding=(20, 14),
                background=Rounded("notification", 24),
                on_click=lambda: notifications.press(key),
            )
        ],
        key=key,
        on_swipe={
            "left": lambda: notifications.dismiss(key),
            "right": lambda: notifications.dismiss(key),
        },
        width=MATCH,
        padding=(16, 2),
    )


def _buttons(window: SystemWindow[ReplyingState], item: Notification) -> View | None:
    notifications = window.context.system.notifications

    def press(index: int) -> None:
        if item.actions[index].reply_key:
            notifications.hold_heads_up()
            window.update(reply=ReplyState(item.key, index))
            window.context.windows.request_focus(type(window).__name__, "remote_input_text")
        else:
            notifications.press_action(item.key, index)

    if item.category == "call":
        return _call_buttons(item, press)
    buttons = [
        Button(action.title, id=f"android:id/action{index}", on_click=partial(press, index))
        for index, action in enumerate(item.actions)
    ]
    return row(*buttons, id="android:id/actions") if buttons else None


def _call_buttons(item: Notification, press: Callable[[int], None]) -> View:
    """Those of a call (Notification.CallStyle): green to answer, red to turn down or hang up."""
    buttons = []
    for index, action in enumerate(item.actions):
        answer = action.title == "Answer"
        buttons.append(
            Button(
                action.title,
                id=f"android:id/action{index}",
                icon="phone" if answer else "phone_hangup",
                color="#FFFFFF",
                background=Rounded("#1E8E3E" if answer else "#D93025", 20),
                width=0,
                weight=1,
                height=40,
                margin=(4, 10, 4, 0),
                min_height=40,
                on_click=partial(press, index),
            )
        )
    return row(*buttons, id="android:id/actions", width=MATCH)


def _field(window: SystemWindow[ReplyingState], item: Notification) -> View:
    reply = window.state.reply

    def typed(text: str) -> None:
        window.update(reply=ReplyState(reply.key, reply.action, text))

    def send() -> None:
        text = window.state.reply.text
        if not text.strip():
            return
        window.update(reply=ReplyState())
        window.context.windows.hide_keyboard(drop_focus=True)
        window.context.system.notifications.press_action(item.key, reply.action, text)

    ready = bool(reply.text.strip())
    return row(
        EditText(
            reply.text,
            id="remote_input_text",
            hint=item.actions[reply.action].title if reply.action < len(item.actions) else "",
            on_text_change=typed,
            on_editor_action=send,
            ime_action="send",
            capitalize="sentences",
            background="transparent",
            vertical="center",
            min_height=48,
            width=0,
            weight=1,
        ),
        ImageButton(
            "send",
            id="remote_input_send",
            content_description="Send",
            tint="primary" if ready else "text_disabled",
            enabled=ready,
            on_click=send,
        ),
        id="remote_input",
        width=MATCH,
        margin=(0, 8, 0, 0),
    )


@dataclass(frozen=True)
class HeadsUpState:
    """State of the notification on top of the screen."""

    reply: ReplyState = ReplyState()


class HeadsUp(SystemWindow[HeadsUpState]):
    """A new notification of high importance, over whatever is on the screen."""

    LAYER = 25

    def theme(self) -> Theme:
        """SystemUI's own."""
        return SYSTEM_UI

    def build(self) -> Overlay | None:
        """The card, while there is one to show."""
        item = self.context.system.notifications.heads_up
        if item is None or self.context.system.status_bar.panel:
            return None
        answering = self.state.reply.key == item.key
        options: dict[str, Any] = {"modal": answering, "focusable": answering}
        card = column(
            notice(self, item), id="notification_stack_scroller", width=MATCH, padding=(0, 2)
        )
        return Overlay(
            card,
            key=("heads_up", item.key),
            gravity="top",
            width=MATCH,
            margin=(0, 36, 0, 0),
            kind="system",
            title="Notification",
            on_dismiss=self.context.system.notifications.hide_heads_up,
            **options,
        )

    def on_back(self) -> bool:
        """Back drops an answer that was begun."""
        if not self.state.reply.key:
            return False
        self.update(reply=ReplyState())
        self.context.system.notifications.hide_heads_up()
        return True
