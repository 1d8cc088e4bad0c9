"""Input views of the keyboards: strips with a label but no keys."""

from __future__ import annotations

from typing import ClassVar, Final

from android_gym.simulator.appkit.input_methods import InputMethodWindow
from android_gym.simulator.ui.activity import NoState
from android_gym.simulator.ui.layouts import wide_column
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView
from android_gym.simulator.ui.windows import EditorInfo

__all__ = ["AdbIME", "AdbKeyboard"]

_BAR: Final = 24
"""Height of the gesture bar below the strip in dp."""


class AdbIME(InputMethodWindow[NoState]):
    """The strip of ADBKeyBoard."""

    TEXT: ClassVar[str] = "ADB Keyboard {ON}"

    def theme(self) -> Theme:
        """Return Android's colours, regardless of the app's theme."""
        return material_theme("#37474F", "#009688", dark=self.context.system.display.dark)

    def keys(self, editor: EditorInfo) -> View:
        """Build the strip."""
        label = TextView(self.TEXT, id="keyboard", size=16, padding=(16, 8))
        return wide_column(label, background="surface", padding=(0, 0, 0, _BAR))


class AdbKeyboard(AdbIME):
    """The strip of uiautomator2's app."""

    TEXT = "Adb Keyboard"
