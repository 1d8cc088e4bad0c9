"""A surface with a map, which tells the app only about touches that may matter to it.

While the map is dragged, its state changes many times without any other consequence. The surface
keeps that state itself, so that the app's views aren't rebuilt. The app is told when a finger goes
down or up, and when a press turns into a drag.
"""

from __future__ import annotations

from android_gym.simulator.ui.map_touch import MapView
from android_gym.simulator.ui.surface import Surface, SurfaceState

__all__ = ["MapSurface"]

Fingers = tuple[tuple[int, float, float], ...]


class MapSurface(Surface[MapView]):
    """A map, whose state belongs to the app, except for changes during a drag."""

    @property
    def state(self) -> MapView:
        """The current state."""
        kept: SurfaceState | None = self.ui.offset(self, None)
        if kept is not None and isinstance(kept.state, MapView):
            return kept.state
        return self.given

    def _become(self, state: MapView, fingers: Fingers, *, keyboard: bool) -> None:
        del keyboard  # a map has no fields
        before = self.state
        moving = (
            bool(state.fingers)
            and len(state.fingers) == len(before.fingers)
            and (state.pressed_ms, state.tap_ms) == (before.pressed_ms, before.tap_ms)
        )
        self.ui.set_offset(self, SurfaceState(state if moving else None, fingers))
        if not moving and state != self.given:
            self.tell(state)
