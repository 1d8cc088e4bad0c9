"""Groups of views that depend on the theme of their window."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from android_gym.simulator.ui.layouts import (
    LinearLayout,
)
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View

__all__ = [
    "Themed",
]


class Themed(LinearLayout):
    """A group that makes its children when it is attached, and so knows the window's theme."""

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return the children."""
        raise NotImplementedError(f"{type(self).__name__} must compose its children.")

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Make the children and attach them."""
        View.attach(self, ui, parent, position)
        self._children = [
            child for child in self.compose(ui) if child is not None and child.visibility != "gone"
        ]
        super().attach(ui, parent, position)
