"""Accessibility nodes inside a surface, as data."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from android_gym.simulator.ui.geometry import Rect
from android_gym.simulator.ui.options import Capitalize, ImeAction, InputType

__all__ = ["VirtualField", "VirtualNode"]


@dataclass(frozen=True, slots=True)
class VirtualField:
    """The editable text of a virtual node.

    Attributes:
        text: The text.
        selection: Start and end of the selection; equal for a cursor.
        input_type: See `widgets.EditText`.
        ime_action: See `widgets.EditText`.
        multi_line: Whether Enter inserts a line break.
        soft_keyboard: False if it opens no keyboard.
        capitalize: See `widgets.EditText`.
    """

    text: str = ""
    selection: tuple[int, int] = (0, 0)
    input_type: InputType = "text"
    ime_action: ImeAction = "done"
    multi_line: bool = False
    soft_keyboard: bool = True
    capitalize: Capitalize = "none"


@dataclass(frozen=True, slots=True)
class VirtualNode:
    """An accessibility node inside a surface.

    Attributes:
        key: Identity in the surface.
        bounds: (left, top, right, bottom) in pixels, relative to the surface's top left corner.
        class_name: Android class that it is reported as.
        text: Its text.
        content_description: Its content description.
        hint: Hint of an empty field.
        resource_name: Full resource name; None for most nodes.
        clickable: Whether it can be tapped.
        checkable: Whether it can be checked.
        checked: Whether it is checked.
        selected: Whether it is selected.
        enabled: Whether it is enabled.
        scrollable: Whether it can be scrolled.
        focusable: Whether it can take the focus; clickable nodes and fields always can.
        field: Its editable text; None if it isn't editable.
        children: Child nodes, in reading order.
    """

    key: Hashable
    bounds: Rect
    class_name: str = "android.view.View"
    text: str = ""
    content_description: str | None = None
    hint: str | None = None
    resource_name: str | None = None
    clickable: bool = False
    checkable: bool = False
    checked: bool = False
    selected: bool = False
    enabled: bool = True
    scrollable: bool = False
    focusable: bool = False
    field: VirtualField | None = None
    children: tuple[VirtualNode, ...] = ()
