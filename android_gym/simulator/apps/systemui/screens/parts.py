"""Parts shared by SystemUI's windows: status icons, privacy chip, brightness slider."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from android_gym.simulator.apps.systemui.actions import SystemUi
from android_gym.simulator.system.battery import BatteryState
from android_gym.simulator.system.words import phrase
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import (
    ImageView,
    SeekBar,
    TextView,
)

__all__ = [
    "PRIVACY_COLOR",
    "SLIDER_MAX",
    "battery_icon",
    "brightness_slider",
    "decoration",
    "is_charged",
    "privacy_chip",
    "status_icon",
    "status_icons",
]

PRIVACY_COLOR = "#FF3DDC84"

SLIDER_MAX = 65535
"""Maximum of the slider, which reports its position as a float."""


def decoration(content: View, **options: Any) -> Overlay:
    """Build a system window that takes no focus and lets windows below be used."""
    return Overlay(content, modal=False, focusable=False, kind="system", **options)


def status_icon(icon: str, color: str, description: str, id: str | None = None) -> View:
    """Build a status bar icon."""
    return ImageView(
        icon, size=16, tint=color, id=id, content_description=description, margin=(2, 0)
    )


def privacy_chip(on_click: Callable[[], object] | None = None) -> View:
    """Build the privacy chip, which shows that an app uses the microphone."""
    icon = ImageView(
        "mic", size=16, tint="#FF202124", gravity="center", important_for_accessibility="no"
    )
    return FrameLayout(
        [icon],
        id="privacy_chip",
        content_description="Applications are using your microphone.",
        width=32,
        height=24,
        margin=(6, 0, 0, 0),
        background=Rounded(PRIVACY_COLOR, 12),
        on_click=on_click,
    )


def status_icons(window: SystemUi[Any], color: str) -> list[View]:
    """Build the icons at the end of the status bar, outermost last."""
    connectivity, settings = window.system.connectivity, window.system.settings
    icons: list[View] = []
    if settings.get("global", "zen_mode") not in (None, "0"):
        icons.append(status_icon("minus_circle", color, "Do Not Disturb.", "zen"))
    due = window.system.alarms.next_clock_ms
    if due is not None:
        icons.append(
            status_icon(
                "alarm",
                color,
                phrase("Alarm set for {time}.", time=window.day_and_time(due)),
                "alarm",
            )
        )
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
    words = phrase("Battery {level} percent.", level=battery.level)
    if is_charged(battery) and battery.level < 100:
        words = phrase("Battery charging, {level} percent.", level=battery.level)
    return [*icons, status_icon(battery_icon(battery), color, words, "battery")]


def battery_icon(battery: BatteryState) -> str:
    """Return the battery icon for a level rounded up to tens, with a bolt while plugged in."""
    tens = -(-min(max(battery.level, 0), 100) // 10) * 10
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
