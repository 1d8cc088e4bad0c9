"""The window of an input method, shown while a field has the keyboard."""

from __future__ import annotations

from typing import ClassVar

from typing_extensions import TypeVar

from android_gym.simulator.ui.activity import NoState, Overlay, SystemWindow
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.windows import EditorInfo

__all__ = ["InputMethodWindow"]

S_co = TypeVar("S_co", covariant=True, default=NoState)
"""State of the window."""


class InputMethodWindow(SystemWindow[S_co]):
    """A window that shows `keys` while its app is the current input method and a field is focused.

    Attributes:
        TITLE: Title of the window.
    """

    LAYER = 10
    TITLE: ClassVar[str] = "InputMethod"

    def keys(self, editor: EditorInfo) -> View:
        """Return the view for a field."""
        raise NotImplementedError(f"{type(self).__name__} must say what it shows.")

    def on_back(self) -> bool:
        """Hide it (though the window manager does so before it calls this)."""
        self.context.windows.hide_keyboard()
        return True

    def build(self) -> Overlay | None:
        """Return the window for the focused field; None while it is hidden."""
        windows = self.context.windows
        if self.context.system.input_methods.current_package != self.context.package:
            return None
        editor = windows.input_method.editor() if windows.keyboard_shown else None
        if editor is None:
            return None
        return Overlay(
            self.keys(editor),
            key="keyboard",
            gravity="bottom",
            width=MATCH,
            modal=False,
            focusable=False,
            kind="input_method",
            title=self.TITLE,
        )
