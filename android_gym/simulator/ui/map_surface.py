"""A surface whose app hears of a map only where something may come of it.

While a finger drags the map its state changes many times, and nothing but the map follows from it:
the surface keeps it, so that the app's views are not made anew. The app is told when a finger comes
or leaves, and when a press has become a drag.
"""

from __future__ import annotations

from android_gym.simulator.ui.map_touch import MapView
from android_gym.simulator.ui.surface import Surface, SurfaceState

__all__ = ["MapSurface"]

Fingers = tuple[tuple[int, float, float], ...]


class MapSurface(Surface[MapView]):
    """Shows a map; its state is the app's, but for what happens during a drag."""

    @property
    def state(self) -> MapView:
        """The state now."""
        kept: SurfaceState | None = self.ui.offset(self, None)
        if kept is not None and isinstance(kept.state, MapView):
            return kept.state
        return self.given

    def _become(self, state: MapView, fingers: Fingers) -> None:
        before = self.state
        moving = (
            bool(state.fingers)
            and len(state.fingers) == len(before.fingers)
            and (state.pressed_ms, state.tap_ms) == (before.pressed_ms, before.tap_ms)
        )
        self.ui.set_offset(self, SurfaceState(state if moving else None, fingers))
        if not moving and state != self.given:
            self.tell(state)
