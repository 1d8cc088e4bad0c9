"""Status bar and navigation bar."""

from __future__ import annotations

from typing import Any

from android_gym.simulator.system.clock import Clock
from android_gym.simulator.ui.activity import Overlay, SystemWindow
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import FrameLayout, row
from android_gym.simulator.ui.theme import SYSTEM_UI, Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["NavigationBar", "StatusBar", "clock_text", "status_icons"]


def clock_text(clock: Clock, hours: str | None) -> tuple[str, str]:
    """Returns the status bar's time, and how a screen reader says it.

    Args:
        clock: The phone's clock.
        hours: The ``time_12_24`` setting; "24" for the 24-hour clock.
    """
    now = clock.minute()
    spoken = f"{now.hour % 12 or 12}:{now.minute:02} {'AM' if now.hour < 12 else 'PM'}"
    if hours == "24":
        return f"{now.hour}:{now.minute:02}", spoken
    return f"{now.hour % 12 or 12}:{now.minute:02}", spoken


def status_icons(window: SystemWindow[Any], color: str) -> list[View]:
    """The icons at the end of the status bar, outermost last."""
    settings = window.context.system.settings
    connectivity = window.context.system.connectivity
    icons: list[View] = []

    def icon(name: str, description: str, id: str) -> None:
        icons.append(
            ImageView(
                name, size=16, tint=color, id=id, content_description=description, margin=(2, 0)
            )
        )

    if settings.get("global", "zen_mode") not in (None, "0"):
        icon("minus_circle", "Do Not Disturb.", "zen")
    if connectivity.airplane_mode:
        icon("airplane", "Airplane mode.", "airplane")
    if connectivity.wifi_connected:
        icon("wifi", "Wifi signal full.", "wifi_signal")
    if not connectivity.airplane_mode:
        icon("signal_cellular_3", "Phone signal full.", "mobile_signal")
        if not connectivity.wifi_connected and connectivity.mobile_data:
            icons.append(
                TextView(
                    "LTE", id="mobile_type", size=11, weight_font=500, color=color, margin=(1, 0)
                )
            )
    icon("battery", "Battery 100 percent.", "battery")
    return icons


def app_name(window: SystemWindow[Any], package: str) -> str:
    """The name of an app; the system's where none of that package is installed."""
    packages = window.context.system.packages
    return packages.manifest(package).label if packages.installed(package) else "Android System"


class StatusBar(SystemWindow):
    """The strip at the top: time, notification icons, signal, battery."""

    LAYER = 20

    def theme(self) -> Theme:
        """Colours are chosen by what lies below."""
        return SYSTEM_UI

    def build(self) -> Overlay | None:
        """Builds the bar; nothing while a full-screen app hides it."""
        light, _, hidden = self.context.windows.bars.get()
        if hidden:
            return None
        system = self.context.system
        color = "#FF000000" if light else "#FFFFFFFF"
        text, spoken = clock_text(system.clock, system.settings.get("system", "time_12_24"))
        seen: list[View] = []
        for item in system.notifications.status_bar_icons():
            if len(seen) < 4:
                seen.append(
                    ImageView(
                        item.icon,
                        size=16,
                        tint=color,
                        content_description=f"{app_name(self, item.package)} notification: "
                        f"{item.title or item.text}",
                        margin=(2, 0),
                    )
                )
        height = self.context.windows.status_bar_height / self.context.windows.density
        bar = row(
            TextView(
                text, id="clock", content_description=spoken, style="status_bar_clock", color=color
            ),
            row(*seen, id="notificationIcons", margin=(8, 0)) if seen else None,
            View(weight=1, width=0),
            row(*status_icons(self, color), id="system_icons"),
            id="status_bar_contents",
            width=MATCH,
            height=height,
            padding=(24, 4, 24, 0),
        )
        return Overlay(
            FrameLayout([bar], id="status_bar", width=MATCH, height=height),
            key="status_bar",
            gravity="top",
            width=MATCH,
            modal=False,
            focusable=False,
            kind="system",
            title="Status bar",
        )


class NavigationBar(SystemWindow):
    """The gesture handle at the bottom."""

    LAYER = 30

    def theme(self) -> Theme:
        """Colours are chosen by what lies below."""
        return SYSTEM_UI

    def build(self) -> Overlay:
        """Builds the handle."""
        _, light, _ = self.context.windows.bars.get()
        if self.context.windows.keyboard_shown:
            light = True
        handle = View(
            width=108,
            height=4,
            gravity="center",
            background=Rounded("#CC000000" if light else "#E6FFFFFF", 2),
        )
        return Overlay(
            FrameLayout([handle], width=MATCH, height=24),
            key="navigation_bar",
            gravity="bottom",
            width=MATCH,
            modal=False,
            focusable=False,
            touchable=False,
            accessible=False,
            kind="system",
            title="Navigation bar",
        )
