"""Status bar and navigation bar."""

from __future__ import annotations

from android_gym.simulator.apps.systemui.actions import SystemUi
from android_gym.simulator.apps.systemui.screens.cutout import HOLES
from android_gym.simulator.apps.systemui.screens.parts import (
    PRIVACY_COLOR,
    decoration,
    privacy_chip,
    status_icon,
    status_icons,
)
from android_gym.simulator.system.words import phrase, verbatim
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, row, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

ICONS = 4
"""Maximum number of notification icons that fit beside the clock."""

_LINE_DP = 21
"""Height of the clock with its margins, which doesn't outgrow a low bar."""


class StatusBar(SystemUi):
    """The status bar: time, notification icons, signal and battery."""

    LAYER = 20

    def build(self) -> Overlay | None:
        """Build the bar; None while a full-screen app hides it."""
        windows = self.context.windows
        light, _, hidden = windows.bars.get()
        locked = self.system.keyguard.showing
        if hidden and not locked:
            return None
        color = "#FF000000" if light and not locked else "#FFFFFFFF"
        seen = [
            status_icon(
                item.icon,
                color,
                phrase(
                    "{app} notification: {text}",
                    app=self.app_name(item.package),
                    text=verbatim(item.text),
                ),
            )
            for item in self.system.notifications.status_bar_icons()[:ICONS]
        ]
        height = windows.status_bar_height / windows.density
        bar = wide_row(
            self._start(color, locked=locked, most_scale=height / _LINE_DP),
            row(*seen, id="notificationIcons", margin=(8, 0)) if seen else None,
            View(weight=1, width=0),
            row(*status_icons(self, color), id="system_icons"),
            self._chip(),
            id="status_bar_contents",
            height=height,
            padding=self._padding(),
        )
        content = FrameLayout([bar], id="status_bar", width=MATCH, height=height)
        return decoration(content, key="status_bar", gravity="top", width=MATCH, title="Status bar")

    def _padding(self) -> tuple[float, float, float, float]:
        """Return padding that keeps the bar's ends clear of an emulated cutout."""
        left = right = 24.0
        if self.system.display.rotation == 0:
            for hole in HOLES[self.system.display.cutout]:
                room = hole.gap + hole.width + 8
                left = max(left, room) if hole.place == "start" else left
                right = max(right, room) if hole.place == "end" else right
        return (right, 4, left, 0) if self.system.display.right_to_left else (left, 4, right, 0)

    def _chip(self) -> View | None:
        """Return the privacy chip while an app uses the microphone; soon it shrinks to a dot."""
        listener = self.system.microphone.listener
        if listener is None:
            return None
        if listener.small:
            return View(
                id="privacy_dot",
                width=6,
                height=6,
                margin=(6, 0, 0, 0),
                background=Rounded(PRIVACY_COLOR, 3),
                important_for_accessibility="no",
            )
        return privacy_chip()

    def _start(self, color: str, *, locked: bool, most_scale: float) -> View:
        """Build the time or, on the lock screen with its own clock, the carrier's name."""
        text, spoken = ("T-Mobile", None) if locked else self.time()
        return TextView(
            text,
            id="keyguard_carrier_text" if locked else "clock",
            content_description=spoken,
            style="status_bar_clock",
            color=color,
            most_scale=min(2.0, most_scale),
        )


class NavigationBar(SystemUi):
    """The navigation bar's gesture handle."""

    LAYER = 30

    def build(self) -> Overlay:
        """Build the handle."""
        _, dark, _ = self.context.windows.bars.get()
        dark = dark and not self.system.keyguard.showing
        fill = Rounded("#CC000000" if dark else "#E6FFFFFF", 2)
        handle = View(width=108, height=4, gravity="center", background=fill)
        return decoration(
            FrameLayout([handle], width=MATCH, height=24),
            key="navigation_bar",
            gravity="bottom",
            width=MATCH,
            touchable=False,
            accessible=False,
            title="Navigation bar",
        )
