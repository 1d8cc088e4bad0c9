"""The map as a surface that handles touches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from android_gym.simulator.ui.map_painting import MapPicture
from android_gym.simulator.ui.map_touch import MapView, follow
from android_gym.simulator.ui.surface import SurfaceContent, SurfaceTouch
from android_gym.simulator.ui.vector_map import Atlas, MapOverlay

__all__ = ["MapCanvas"]


@dataclass(frozen=True)
class MapCanvas(SurfaceContent[MapView]):
    """The map; it has no accessibility nodes of its own, as OsmAnd's has none.

    Attributes:
        atlas: The map's content.
        overlays: The overlays on the map.
        density: Pixels per dp.
        night: Whether the night colours are used.
        labels: Whether names are shown.
        cross: Whether a cross marks the centre.
    """

    atlas: Atlas
    overlays: tuple[MapOverlay, ...]
    density: float
    night: bool = False
    labels: bool = True
    cross: bool = False

    TOUCHES: ClassVar[bool] = True

    def picture(self, state: MapView, size: tuple[int, int]) -> MapPicture:
        """Return the map as seen by the camera."""
        return MapPicture(
            self.atlas, state.camera, self.overlays, self.night, self.labels, self.cross
        )

    def touch(self, state: MapView, touch: SurfaceTouch, size: tuple[int, int]) -> MapView:
        """Drag, pinch or rotate the map; record taps and long presses."""
        return follow(state, touch, size, self.density)
