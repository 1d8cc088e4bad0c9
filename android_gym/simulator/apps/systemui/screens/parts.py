"""Parts of several of SystemUI's windows: status icons, the brightness slider, notifications."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from android_gym.simulator.apps.systemui.actions import SystemUi, press, send
from android_gym.simulator.apps.systemui.model import ReplyingState
from android_gym.simulator.system.battery import BatteryState
from android_gym.simulator.system.notifications import Notification
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import SwipeLayout, row, wide_column, wide_row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import (
    Button,
    EditText,
    ImageButton,
    ImageView,
    SeekBar,
    TextView,
)

__all__ = [
    "SLIDER_MAX",
    "battery_icon",
    "brightness_slider",
    "decoration",
    "is_charged",
    "notice",
    "status_icon",
    "status_icons",
]

SLIDER_MAX = 65535
"""The slider reports its position as a float out of this."""


def decoration(content: View, **options: Any) -> Overlay:
    """Return a window of the system that takes no focus and lets what lies below be used."""
    return Overlay(content, modal=False, focusable=False, kind="system", **options)


def status_icon(icon: str, color: str, description: str, id: str | None = None) -> View:
    """Build an icon of the status bar."""
    return ImageView(
        icon, size=16, tint=color, id=id, content_description=description, margin=(2, 0)
    )


def status_icons(window: SystemUi[Any], color: str) -> list[View]:
    """Build the icons at the end of the status bar, outermost last."""
    connectivity, settings = window.system.connectivity, window.system.settings
    icons: list[View] = []
    if settings.get("global", "zen_mode") not in (None, "0"):
        icons.append(status_icon("minus_circle", color, "Do Not Disturb.", "zen"))
    if connectivity.airplane_mode:
        icons.append(status_icon("airplane", color, "Airplane mode.", "airplane"))
    if connectivity.wifi_connected:
        icons.append(status_icon("wifi", color, "Wifi signal full.", "wifi_signal"))
    if not connectivity.airplane_mode:
        signal = "Phone signal full."
        icons.append(status_icon("network_strength_4", color, signal, "mobile_signal"))
        if not connectivity.wifi_connected and connectivity.mobile_data:
            icons.append(
                TextView(
                    "LTE", id="mobile_type", size=11, weight_font=500, color=color, margin=(1, 0)
                )
            )
    battery = window.system.battery.state
    words = f"Battery {battery.level} percent."
    if is_charged(battery) and battery.level < 100:
        words = f"Battery charging, {battery.level} percent."
    return [*icons, status_icon(battery_icon(battery), color, words, "battery")]


def battery_icon(battery: BatteryState) -> str:
    """Return the icon of a level, to the next ten, with a bolt while it is charged."""
    tens = -(-battery.level // 10) * 10
    if is_charged(battery):
        return f"battery_charging_{tens or 10}"
    if tens == 0:
        return "battery_outline"
    return "battery" if tens == 100 else f"battery_{tens}"


def is_charged(battery: BatteryState) -> bool:
    """Return whether the phone is plugged in."""
    return battery.ac or battery.usb or battery.wireless


def brightness_slider(window: SystemUi[Any]) -> SeekBar:
    """Build the brightness slider of quick settings and of the brightness dialog."""
    display = window.system.display
    position = round(display.slider * SLIDER_MAX)
    return SeekBar(
        position,
        SLIDER_MAX,
        on_change=lambda value: display.move_slider(value / SLIDER_MAX),
        id="slider",
        content_description="Display brightness",
        text=str(float(position)),
        thick=True,
        icon="brightness_6",
        width=MATCH,
    )


def notice(window: SystemUi[ReplyingState], item: Notification) -> View:
    """Build a notification with its buttons, or the field for an answer in their place."""
    notifications = window.system.notifications
    header = window.app_name(item.package) + (f" \u2022 {item.sub_text}" if item.sub_text else "")
    answering = window.state.reply.key == item.key
    card = wide_column(
        TextView(header, id="android:id/app_name_text", style="notification_header"),
        TextView(item.title, id="android:id/title", style="notification_title", max_lines=1),
        TextView(item.text, id="android:id/text", style="notification_text", max_lines=3),
        _field(window, item) if answering else _buttons(window, item),
        id="expandableNotificationRow",
        class_name="android.widget.FrameLayout",
        padding=(20, 14),
        background=Rounded("notification", 24),
        on_click=partial(notifications.press, item.key),
    )
    dismiss = partial(notifications.dismiss, item.key)
    return SwipeLayout(
        [card],
        key=item.key,
        on_swipe={"left": dismiss, "right": dismiss},
        width=MATCH,
        padding=(16, 2),
    )


def _buttons(window: SystemUi[ReplyingState], item: Notification) -> View | None:
    if item.category == "call":
        return _call_buttons(window, item)
    buttons = [
        Button(
            action.title,
            id=f"android:id/action{index}",
            on_click=partial(press, window, item, index),
        )
        for index, action in enumerate(item.actions)
    ]
    return row(*buttons, id="android:id/actions") if buttons else None


def _call_buttons(window: SystemUi[ReplyingState], item: Notification) -> View:
    """Build those of a call (Notification.CallStyle): green to answer, red to turn it down."""
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
                on_click=partial(press, window, item, index),
            )
        )
    return wide_row(*buttons, id="android:id/actions")


def _field(window: SystemUi[ReplyingState], item: Notification) -> View:
    reply = window.state.reply
    ready = bool(reply.text.strip())
    return wide_row(
        EditText(
            reply.text,
            id="remote_input_text",
            hint=item.actions[reply.action].title if reply.action < len(item.actions) else "",
            on_text_change=lambda text: window.update(reply=replace(reply, text=text)),
            on_editor_action=partial(send, window, item),
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
            on_click=partial(send, window, item),
        ),
        id="remote_input",
        margin=(0, 8, 0, 0),
    )
