"""The floating toolbar for selected text: cut, copy, paste, share, select all."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from immutables import Map

from android_gym.simulator.state import Slot, State
from android_gym.simulator.system.clipboard import ClipTooLargeError
from android_gym.simulator.system.intents import FLAG_ACTIVITY_NEW_TASK, Intent
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import Rect
from android_gym.simulator.ui.layouts import FrameLayout, LinearLayout, column, row
from android_gym.simulator.ui.text import layout_text
from android_gym.simulator.ui.ui import Path, Ui
from android_gym.simulator.ui.widgets import ImageButton, TextView

if TYPE_CHECKING:
    from android_gym.simulator.system import System
    from android_gym.simulator.ui.editable import Editable, TextField
    from android_gym.simulator.ui.window import Window

__all__ = ["TEXT_TOOLBAR", "SelectionToolbar", "floating_toolbar", "text_toolbar"]

TEXT_TOOLBAR: Final[Hashable] = "text_toolbar"
"""Last part of the key of the toolbar's window."""

_HANDLE_DP: Final = 24
"""Height of the handles below a selection."""

_MARGIN_DP: Final = 8
_SIDE_DP: Final = 16
_BUTTON_DP: Final = 48


def _actions(field: TextField) -> Sequence[tuple[str, str]]:
    """Return (name for `SelectionToolbar.act`, label) of each action that is available."""
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
    """Return the toolbar's window, which floats over the selection of a field."""
    toolbar = field.ui.windows.toolbar

    def act(action: str) -> None:
        toolbar.act(action, field)

    return floating_toolbar(field.ui, _actions(field), act, field.selection_bounds, field.selection)


def floating_toolbar(
    ui: Ui,
    actions: Sequence[tuple[str, str]],
    act: Callable[[str], object],
    anchor: Callable[[], Rect],
    place: tuple[int, ...],
) -> Overlay:
    """Return the window of a toolbar; items that don't fit go into its overflow.

    Args:
        ui: The window that it floats over.
        actions: (name, label) of each item.
        act: Called with the name of a tapped item.
        anchor: Returns the rectangle that it floats over, in pixels of the screen.
        place: Position of the selection; when it changes, the overflow is closed.
    """
    toolbar = ui.windows.toolbar
    room = ui.windows.size[0] / ui.density - 2 * _MARGIN_DP
    count = _fitting([_width(ui, label) for _, label in actions], room)
    opened = toolbar.opened.get() == place and count < len(actions)

    def item(action: str, label: str) -> LinearLayout:
        text = TextView(
            label,
            id="android:id/floating_toolbar_menu_item_text",
            style="button",
            color="text_primary",
            important_for_accessibility="no",
            max_lines=1,
        )
        return row(
            text,
            key=action,
            content_description=label,
            on_click=lambda: act(action),
            padding=(_SIDE_DP, 0),
            height=_BUTTON_DP,
        )

    if opened:
        back = _dots("arrow_back", "Close overflow", lambda: toolbar.opened.set(None))
        bar = column(back, *(item(*action) for action in actions[count:]))
    else:
        more = _dots("more_vert", "More options", lambda: toolbar.opened.set(place))
        rest = [more] if count < len(actions) else []
        bar = row(*(item(*action) for action in actions[:count]), *rest)
    return Overlay(
        FrameLayout(
            [bar],
            id="android:id/floating_popup_container",
            background=Rounded("menu", 24),
            elevation=2,
        ),
        key=TEXT_TOOLBAR,
        gravity="center_horizontal",
        anchor=anchor,
        anchor_offset=(0, 8),
        above_anchor=True,
        below_offset=_HANDLE_DP,
        modal=False,
        focusable=False,
        margin=(_MARGIN_DP, _MARGIN_DP, _MARGIN_DP, _MARGIN_DP),
    )


def _dots(icon: str, description: str, on_click: Callable[[], object]) -> ImageButton:
    return ImageButton(
        icon,
        id="android:id/overflow",
        content_description=description,
        on_click=on_click,
        width=_BUTTON_DP,
        height=_BUTTON_DP,
    )


def _width(ui: Ui, label: str) -> float:
    """Return the width of an item in dp."""
    style = ui.theme.text_style("button")
    return layout_text(label, style, ui.density).width / ui.density + 2 * _SIDE_DP


def _fitting(widths: Sequence[float], room: float) -> int:
    """Return how many items fit in a row, leaving room for the overflow button if it is needed."""
    if sum(widths) <= room:
        return len(widths)
    return max(1, sum(total <= room - _BUTTON_DP for total in accumulate(widths)))


class SelectionToolbar:
    """The state of the text toolbar: which field has it; and its actions.

    Args:
        state: The root of state.
        system: The services.

    Attributes:
        target: Window and path of the field that the toolbar is for.
        opened: Position of the selection for which the overflow is open; None if closed.
        selecting: Whether a finger is changing the selection, which hides the toolbar.
    """

    def __init__(self, state: State, system: System) -> None:
        self.target: Slot[tuple[Hashable, Path] | None] = state.slot(
            "text_toolbar", None, holds=tuple[Hashable, Path] | None, observable=False
        )
        self.opened: Slot[tuple[int, ...] | None] = state.slot(
            "text_toolbar_opened", None, holds=tuple[int, ...] | None, observable=False
        )
        self.selecting: Slot[bool] = state.slot("text_selecting", False, observable=False)
        self._system = system

    @property
    def clipboard_text(self) -> str:
        """Text that can be pasted."""
        return self._system.clipboard.text or ""

    def show(self, field: Editable) -> None:
        """Show the toolbar for a field."""
        self.opened.set(None)
        self.target.set((field.ui.window, field.path))

    def hide(self) -> None:
        """Hide the toolbar."""
        self.target.set(None)

    def touched(self, window: Window) -> None:
        """Hide the toolbar after a touch, unless that was on itself or on the keyboard."""
        name = window.key[1]
        on_toolbar = isinstance(name, tuple) and name[-1] == TEXT_TOOLBAR
        if window.layer == 0 and not on_toolbar:
            self.opened.set(None)
            self.hide()

    def copy(self, text: str, package: str) -> bool:
        """Copy an app's text to the clipboard; if it is too long, show a toast and return False."""
        try:
            self._system.clipboard.set_text(text, source=package)
        except ClipTooLargeError:
            self._system.status_bar.show_toast(package, "Failed to copy to clipboard")
            return False
        return True

    def share(self, text: str) -> None:
        """Show the share sheet for text."""
        extras = Map({"android.intent.extra.TEXT": text})
        sent = Intent(action="android.intent.action.SEND", type="text/plain", extras=extras)
        self._system.activities.start(
            Intent(
                action="android.intent.action.CHOOSER",
                extras=Map({"android.intent.extra.INTENT": sent}),
                flags=FLAG_ACTIVITY_NEW_TASK,
            )
        )

    def search(self, text: str) -> None:
        """Search the web for text."""
        extras = Map({"query": text})
        self._system.activities.start(
            Intent(action="android.intent.action.WEB_SEARCH", extras=extras)
        )

    def act(self, action: str, field: Editable) -> None:
        """Perform "cut", "copy", "paste", "share" or "select_all" on a field."""
        start, end = sorted(field.selection)
        text = field.text[start:end]
        if action in ("cut", "copy") and text and not field.hidden:
            if not self.copy(text, field.ui.package):
                return  # like TextView: nothing is cut
        if action == "cut" and start != end:
            field.delete()
        elif action == "copy":
            field.select(end, end)
        elif action == "paste":
            field.paste(self.clipboard_text)
        elif action == "share":
            self.share(text)
        elif action == "select_all":
            field.select(0, len(field.text))
            return
        self.target.set(None)
