"""The map under the fingers."""

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
        atlas: What is on it.
        overlays: What lies over it.
        density: Pixels in a dp.
        night: Whether it is shown in the colours of the night.
        labels: Whether names are shown.
        cross: Whether a cross marks the middle.
    """

    atlas: Atlas
    overlays: tuple[MapOverlay, ...]
    density: float
    night: bool = False
    labels: bool = True
    cross: bool = False

    TOUCHES: ClassVar[bool] = True

    def picture(self, state: MapView, size: tuple[int, int]) -> MapPicture:
        """Return the map as the camera sees it."""
        return MapPicture(
            self.atlas, state.camera, self.overlays, self.night, self.labels, self.cross
        )

    def touch(self, state: MapView, touch: SurfaceTouch, size: tuple[int, int]) -> MapView:
        """Drag, pinch, turn; note taps and presses."""
        return follow(state, touch, size, self.density)
