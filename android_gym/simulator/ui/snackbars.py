"""State of snackbars: which activity shows one, and for how long."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from immutables import Map

from android_gym.simulator.state import Slot, State
from android_gym.simulator.ui.screen import Snack

if TYPE_CHECKING:
    from android_gym.simulator.system.clock import Clock
    from android_gym.simulator.ui.activity import Controller
    from android_gym.simulator.ui.view import View

__all__ = ["Snackbars"]


class Snackbars:
    """The snackbars of activities, at most one per activity, by its token.

    Args:
        state: The root of state.
        clock: Hides them when their time is up.
    """

    def __init__(self, state: State, clock: Clock) -> None:
        self._slot: Slot[Map[int, Snack]] = state.slot(
            "snackbars", Map(), holds=Map[int, Snack], observable=False
        )
        self._clock = clock
        clock.handler("snackbar", self.hide, int)

    @property
    def tokens(self) -> frozenset[int]:
        """Tokens of the activities that show a snackbar."""
        return frozenset(self._slot.peek())

    def shown(self, token: int) -> Snack | None:
        """Return the snackbar that an activity shows."""
        return self._slot.get().get(token)

    def show(self, token: int, snack: Snack, duration_ms: int) -> None:
        """Show a snackbar for a duration in ms; 0 means indefinitely."""
        self.hide(token)
        timer = 0
        if duration_ms > 0:
            timer = self._clock.schedule(duration_ms, "snackbar", token)
        self._slot.set(self._slot.peek().set(token, replace(snack, timer=timer)))

    def hide(self, token: int) -> None:
        """Hide an activity's snackbar."""
        shown = self._slot.peek()
        snack = shown.get(token)
        if snack is not None:
            self._clock.cancel(snack.timer)
            self._slot.set(shown.delete(token))

    def view(self, token: Hashable, activity: Controller[Any]) -> View | None:
        """Return the view of the snackbar that an activity shows, or None."""
        snack = self.shown(token) if isinstance(token, int) else None
        if snack is None or not isinstance(token, int):
            return None
        from android_gym.simulator.ui.components import Snackbar

        def act() -> None:
            self.hide(token)
            if snack.method:
                activity.run_callback(snack.method, snack.arguments)

        return Snackbar(
            snack.text,
            action=snack.action or None,
            on_action=act,
            bottom=snack.bottom,
            on_dismiss=lambda: self.hide(token),
        )
