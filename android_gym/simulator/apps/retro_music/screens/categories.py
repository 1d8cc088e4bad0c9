"""The dialog of the library's categories: which tabs are shown, and in which order."""

from __future__ import annotations

from dataclasses import dataclass, replace

from android_gym.simulator.apps.retro_music.actions import Actions
from android_gym.simulator.apps.retro_music.model import TABS, Kind
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, row
from android_gym.simulator.ui.reorder import DragHandle, ReorderRow
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import CheckBox, TextView

__all__ = ["ChooseCategories"]

MOST = 5


@dataclass(frozen=True)
class ChooseCategories(Dialog[Actions]):
    """Asks which tabs to show, and lets the user drag them into order.

    Attributes:
        order: All categories in their current order.
        ticked: The checked ones.
    """

    order: tuple[Kind, ...] = ()
    ticked: tuple[Kind, ...] = ()

    @staticmethod
    def of(screen: Actions) -> ChooseCategories:
        """Return the dialog for the current settings: the visible tabs first, then the others."""
        shown = tuple(screen.tabs())
        kinds: list[Kind] = [kind for kind in TABS if kind not in (*shown, "search")]
        return ChooseCategories((*shown, *kinds), shown)

    def build(self, screen: Actions) -> Overlay:
        """Build the list and the buttons."""

        def save() -> None:
            kept = [kind for kind in self.order if kind in self.ticked]
            if not kept:
                screen.toast("You have to select at least one category.")
                return
            screen.dismiss_dialog()
            screen.context.preferences().put(library_categories=",".join(kept))

        def reset() -> None:
            screen.context.preferences().put(library_categories=None)
            screen.dismiss_dialog()

        listing = RecyclerView(
            len(self.order),
            lambda place: self._row(screen, place),
            id="recycler_view",
            width=MATCH,
            height=56 * len(self.order),
        )
        return alert_dialog(
            "Library categories",
            on_dismiss=screen.dismiss_dialog,
            content=listing,
            positive="Done",
            on_positive=save,
            negative="Cancel",
            neutral="Reset",
            on_neutral=reset,
        )

    def _row(self, screen: Actions, place: int) -> View:
        kind = self.order[place]
        on = kind in self.ticked

        def tick() -> None:
            if not on and len(self.ticked) >= MOST:
                screen.toast("Not more than 5 items")
                return
            others = tuple(each for each in self.ticked if each != kind)
            screen.update_dialog(replace(self, ticked=others if on else (*others, kind)))

        def move(by: int) -> None:
            order = list(self.order)
            order.insert(min(max(place + by, 0), len(order)), order.pop(place))
            screen.update_dialog(replace(self, order=tuple(order)))

        line = row(
            CheckBox(checked=on, id="checkbox", clickable=False, focusable=False),
            TextView(TABS[kind][0], id="title", size=16, padding=(16, 0), width=0, weight=1),
            DragHandle("drag_vertical", id="drag_view", width=56, height=56),
            width=MATCH,
            height=56,
            padding=(16, 0, 0, 0),
            on_click=tick,
        )
        return ReorderRow(line, move, key=kind)
