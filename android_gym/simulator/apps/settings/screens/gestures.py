"""Gestures of the phone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from android_gym.simulator.appkit.preferences import RadioPreference, Row
from android_gym.simulator.apps.settings.look import Footer
from android_gym.simulator.apps.settings.model import MainSwitch, link
from android_gym.simulator.apps.settings.screens.page import Page

_GESTURES: Final = {
    "Quickly open camera": (
        MainSwitch(
            "secure/camera_double_tap_power_gesture_disabled",
            "Use quickly open camera",
            default=True,
            on="0",
            off="1",
        ),
        "To quickly open camera, press the power button 2 times. Works from any screen.",
    ),
    "One-handed mode": (
        MainSwitch("secure/one_handed_mode_enabled", "Use one-handed mode"),
        "Swipe down near the bottom edge of the screen to pull the top half of your screen into"
        " reach.",
    ),
    "Press & hold power button": (
        MainSwitch(
            "global/power_button_long_press", "Use press & hold power button", on="5", off="1"
        ),
        "Hold for Assistant: trigger Google Assistant by pressing and holding the power button.",
    ),
    "Prevent ringing": (
        MainSwitch("secure/volume_hush_gesture", "Use prevent ringing", default=True),
        "Press power & volume up buttons together to prevent ringing.",
    ),
}
"""The switch of each gesture, and its description."""


class Gestures(Page):
    """All gestures."""

    TITLE = "Gestures"

    def rows(self) -> Sequence[Row | None]:
        """List each gesture with its state; system navigation is second."""
        rows: list[Row] = []
        for title, (switch, _) in _GESTURES.items():
            state = "On" if self.store.get(switch.key) == switch.on else "Off"
            if self.store.get(switch.key) is None:
                state = "On" if switch.default else "Off"
            rows.append(link(title, "gestures:SimpleGesture", state, gesture=title))
        buttons = self.store.text("secure/navigation_mode", "2") == "0"
        navigation = "3-button navigation" if buttons else "Gesture navigation"
        return [rows[0], link("System navigation", "gestures:Navigation", navigation), *rows[1:]]


class SimpleGesture(Page):
    """One gesture: intent extra "gesture".

    Attributes:
        GESTURE: The gesture if the intent does not name one.
    """

    GESTURE = "Quickly open camera"

    def title(self) -> str:
        """Return the name of the gesture."""
        return str(self.intent.extra("gesture", self.GESTURE))

    def rows(self) -> Sequence[Row | None]:
        """List the switch and the description."""
        switch, about = _GESTURES[self.title()]
        return [switch, Footer(about)]


class OneHandedMode(SimpleGesture):
    """One-handed mode, opened by an action."""

    GESTURE = "One-handed mode"


class Navigation(Page):
    """System navigation: the ways to go home and back."""

    TITLE = "System navigation"
    ROWS = (
        RadioPreference(
            "secure/navigation_mode",
            "Gesture navigation",
            "To go Home, swipe up from the bottom of your screen. To switch apps, swipe up from"
            " the bottom, hold, and then release. To go back, swipe from the left or right"
            " edge.",
            choice="2",
            default="2",
        ),
        RadioPreference(
            "secure/navigation_mode",
            "3-button navigation",
            "Go back, Home, and switch apps with buttons at the bottom of your screen.",
            choice="0",
            default="2",
        ),
    )
