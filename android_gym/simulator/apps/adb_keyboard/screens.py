"""Strips that stand where a keyboard would: there is nothing on them to type with."""

from __future__ import annotations

from typing import ClassVar, Final

from android_gym.simulator.ui.activity import NoState, Overlay, SystemWindow
from android_gym.simulator.ui.layouts import wide_column
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import MATCH
from android_gym.simulator.ui.widgets import TextView

__all__ = ["AdbIME", "AdbKeyboard"]

_BAR: Final = 24
"""dp that the gesture bar takes below it."""


class AdbIME(SystemWindow[NoState]):
    """The strip of ADBKeyBoard."""

    LAYER = 10
    TEXT: ClassVar[str] = "ADB Keyboard {ON}"

    def theme(self) -> Theme:
        """Return Android's colours, whatever the app's theme."""
        return material_theme("#37474F", "#009688", dark=self.context.system.display.dark)

    def on_back(self) -> bool:
        """Hide it (the window manager does so before it asks)."""
        self.context.windows.hide_keyboard()
        return True

    def build(self) -> Overlay | None:
        """Build the strip while a field has the keyboard and this one is in use."""
        if self.context.system.input_methods.current_package != self.context.package:
            return None
        windows = self.context.windows
        if not windows.keyboard_shown or windows.input_method.editor() is None:
            return None
        label = TextView(self.TEXT, id="keyboard", size=16, padding=(16, 8))
        return Overlay(
            wide_column(label, background="surface", padding=(0, 0, 0, _BAR)),
            key="keyboard",
            gravity="bottom",
            width=MATCH,
            modal=False,
            focusable=False,
            kind="input_method",
            title="InputMethod",
        )


class AdbKeyboard(AdbIME):
    """The strip of uiautomator2's app."""

    TEXT = "Adb Keyboard"
