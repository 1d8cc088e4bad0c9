"""The floating toolbar over selected text: cut, copy, paste, share, select all."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Final

from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import FrameLayout, LinearLayout, row
from android_gym.simulator.ui.widgets import TextView

if TYPE_CHECKING:
    from android_gym.simulator.ui.widgets import EditText

__all__ = ["TEXT_TOOLBAR", "text_toolbar"]

TEXT_TOOLBAR: Final[Hashable] = "text_toolbar"
"""Last part of the key of its window."""


def _actions(field: EditText) -> Sequence[tuple[str, str]]:
    """(what `WindowManager.text_action` takes, label) of what can be done now."""
    start, end = sorted(field.selection)
    actions: list[tuple[str, str]] = []
    if start != end and not field.hidden:
        actions += [("cut", "Cut"), ("copy", "Copy")]
    if field.ui.windows.clipboard_text:
        actions.append(("paste", "Paste"))
    if start != end and not field.hidden:
        actions.append(("share", "Share"))
    if field.text and (start, end) != (0, len(field.text)):
        actions.append(("select_all", "Select all"))
    return actions


def text_toolbar(field: EditText) -> Overlay:
    """The toolbar's window, which stands over the selection of a field."""
    windows = field.ui.windows

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
            on_click=lambda: windows.text_action(action),
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
