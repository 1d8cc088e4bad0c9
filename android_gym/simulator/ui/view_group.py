"""Base class of views with children."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Unpack

from android_gym.simulator.ui.geometry import AT_MOST, EXACTLY, MATCH, NO_INSETS, UNSPECIFIED, Rect
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View

__all__ = ["ViewGroup", "spec_for"]


def spec_for(ui: Ui, wanted: float, offered: int, mode: int, used: int) -> tuple[int, int]:
    """Return what a parent offers a child along one axis (ViewGroup.getChildMeasureSpec).

    Args:
        ui: Converts dp.
        wanted: The child's width or height argument.
        offered: Pixels offered to the parent.
        mode: Mode of that offer.
        used: Pixels that padding, margins and siblings take up.
    """
    if wanted >= 0:
        return ui.px(wanted), EXACTLY
    room = max(0, offered - used)
    if mode == UNSPECIFIED:
        return room if offered else 0, UNSPECIFIED
    if wanted == MATCH:
        return room, mode
    return room, AT_MOST


def _elevation(view: View) -> float:
    return view.elevation


class ViewGroup(View):
    """A view with children.

    Args:
        children: The children; None entries are skipped.
        **common: See `View`.
    """

    CLASS = "android.view.ViewGroup"
    MIRRORS = True
    TURNS_PADDING = False
    # True if the contents run from left to right in a mirrored window.
    turned: bool = False

    def __init__(self, children: Sequence[View | None] = (), **common: Unpack[ViewOptions]) -> None:
        super().__init__(**common)
        self._children = [
            child for child in children if child is not None and child.visibility != "gone"
        ]
        self._margins: list[Rect] = []
        self._ordered: Sequence[View] = self._children

    @property
    def children(self) -> Sequence[View]:
        """Direct children, in reading order."""
        return self._children

    @property
    def drawing_order(self) -> Sequence[View]:
        """Children by elevation, then in reading order."""
        return self._ordered

    @property
    def looks_inside(self) -> bool:
        """True if a subclass overrides `attach`."""
        return type(self).attach is not ViewGroup.attach

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Attach the view and its children to a tree."""
        super().attach(ui, parent, position)
        margins = self._margins = []
        children = self._children
        raised = False
        names: set[Hashable] = set()
        for index, child in enumerate(children):
            name: Hashable = child.id
            if name is None:
                name = index
            elif name in names:
                # Android's ids need not be unique, but the names of siblings have to be.
                name = (name, index)
            else:
                names.add(name)
            child.attach(ui, self, name)
            margin = child.margin
            margins.append(ui.insets(margin) if margin else NO_INSETS)
            if child.elevation:
                raised = True
        self._ordered = sorted(children, key=_elevation) if raised else children

    def _resolve_direction(self) -> None:
        super()._resolve_direction()
        self.turned = not self.rtl and (self.parent is None or self.parent.rtl)

    def turn_back(self) -> None:
        """Undo the mirroring of the contents; called at the end of `layout` if `turned`."""
        left, _, right, _ = self.bounds
        for child in self.children:
            for view in child.walk():
                x0, y0, x1, y1 = view.bounds
                view.bounds = (left + right - x1, y0, left + right - x0, y1)

    def measure_child(
        self,
        index: int,
        width: int,
        width_mode: int,
        height: int,
        height_mode: int,
        used_width: int = 0,
        used_height: int = 0,
    ) -> tuple[int, int]:
        """Measure a child within padding and margins; return its size including margins."""
        child, pad, ui = self._children[index], self.pad, self.ui
        left, top, right, bottom = self._margins[index]
        across, along = left + right, top + bottom
        # Like calling `spec_for` twice, but inlined, because layouts spend most of their time here.
        if (wanted := child.width) >= 0:
            width, width_mode = ui.px(wanted), EXACTLY
        else:
            room = width - pad[0] - pad[2] - across - used_width
            width = room if room > 0 else 0
            if width_mode != UNSPECIFIED and wanted != MATCH:
                width_mode = AT_MOST
        if (wanted := child.height) >= 0:
            height, height_mode = ui.px(wanted), EXACTLY
        else:
            room = height - pad[1] - pad[3] - along - used_height
            height = room if room > 0 else 0
            if height_mode != UNSPECIFIED and wanted != MATCH:
                height_mode = AT_MOST
        child.measure(width, width_mode, height, height_mode)
        width, height = child.measured
        return width + across, height + along

    def layout_child(self, index: int, left: int, top: int) -> None:
        """Lay out a measured child with the corner of its margin box at (left, top)."""
        child, margin = self._children[index], self._margins[index]
        x, y = left + margin[0], top + margin[1]
        child.layout(x, y, x + child.measured[0], y + child.measured[1])
