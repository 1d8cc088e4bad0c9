"""The floating toolbar over selected text: cut, copy, paste, share, select all."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Final

from immutables import Map

from android_gym.simulator.state import Slot, State
from android_gym.simulator.system.clipboard import ClipTooLargeError
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import FrameLayout, LinearLayout, row
from android_gym.simulator.ui.view import Path
from android_gym.simulator.ui.widgets import TextView

if TYPE_CHECKING:
    from android_gym.simulator.system import System
    from android_gym.simulator.ui.editable import Editable, TextField
    from android_gym.simulator.ui.window import Window

__all__ = ["TEXT_TOOLBAR", "SelectionToolbar", "text_toolbar"]

TEXT_TOOLBAR: Final[Hashable] = "text_toolbar"
"""Last part of the key of its window."""


def _actions(field: TextField) -> Sequence[tuple[str, str]]:
    """Return (name for `SelectionToolbar.act`, label) of each thing that can be done now."""
    start, end = sorted(field.selection)
    actions: list[tuple[str, str]] = []
    if start != end and not field.hidden:
        actions += [("cut", "Cut"), ("copy", "Copy")]
    if field.ui.windows.toolbar.clipboard_text:
        actions.append(("paste", "Paste"))
    if start != end and not field.hidden:
        actions.append(("share", "Share"))
    if field.text and (start, end) != (0, len(field.text)):
        actions.append(("select_all", "Select all"))
    return actions


def text_toolbar(field: TextField) -> Overlay:
    """Return the toolbar's window, which stands over the selection of a field."""
    toolbar = field.ui.windows.toolbar

    def item(action: str, label: str) -> LinearLayout:
        text = TextView(
            label,
            id="android:id/floating_toolbar_menu_item_text",
            style="button",
            color="text_primary",
            important_for_accessibility="no",
        )
        return row(
            text,
            key=action,
            content_description=label,
            on_click=lambda: toolbar.act(action, field),
            padding=(16, 0),
            height=48,
        )

    bar = row(*(item(*action) for action in _actions(field)))
    return Overlay(
        FrameLayout(
            [bar],
            id="android:id/floating_popup_container",
            background=Rounded("menu", 24),
            elevation=2,
        ),
        key=TEXT_TOOLBAR,
        gravity="center_horizontal",
        anchor=field.selection_bounds,
        anchor_offset=(0, 8),
        above_anchor=True,
        modal=False,
        focusable=False,
        margin=(8, 8, 8, 8),
    )


class SelectionToolbar:
    """The text toolbar: the field that has it, and what its items do.

    Args:
        state: The root of state.
        system: The services.

    Attributes:
        target: Window and path of the field over which the toolbar stands.
        selecting: True while a finger changes the selection; the toolbar is away meanwhile.
    """

    def __init__(self, state: State, system: System) -> None:
        self.target: Slot[tuple[Hashable, Path] | None] = state.slot(
            "text_toolbar", None, holds=tuple[Hashable, Path] | None, observable=False
        )
        self.selecting: Slot[bool] = state.slot("text_selecting", False, observable=False)
        self._system = system

    @property
    def clipboard_text(self) -> str:
        """Text that could be pasted."""
        return self._system.clipboard.text or ""

    def show(self, field: Editable) -> None:
        """Show cut, copy, paste over a field."""
        self.target.set((field.ui.window, field.path))

    def hide(self) -> None:
        """Take the toolbar away."""
        self.target.set(None)

    def touched(self, window: Window) -> None:
        """Take the toolbar away, unless the touch was on itself or on the keyboard."""
        name = window.key[1]
        on_toolbar = isinstance(name, tuple) and name[-1] == TEXT_TOOLBAR
        if window.layer == 0 and not on_toolbar:
            self.hide()

    def act(self, action: str, field: Editable) -> None:
        """Carry out "cut", "copy", "paste", "share" or "select_all" on a field."""
        clipboard = self._system.clipboard
        start, end = sorted(field.selection)
        if action in ("cut", "copy") and start != end and not field.hidden:
            try:
                clipboard.set_text(field.text[start:end], source=field.ui.package)
            except ClipTooLargeError:
                # As TextView does: nothing is cut, and the user is told.
                toast = "Failed to copy to clipboard"
                self._system.status_bar.show_toast(field.ui.package, toast)
                return
        if action == "cut" and start != end:
            field.delete()
        elif action == "copy":
            field.select(end, end)
        elif action == "paste":
            field.insert(clipboard.text or "")
        elif action == "share":
            intent = Intent(
                action="android.intent.action.SEND",
                type="text/plain",
                extras=Map({"android.intent.extra.TEXT": field.text[start:end]}),
            )
            self._system.activities.start(intent)
        elif action == "select_all":
            field.select(0, len(field.text))
            return
        self.target.set(None)
