"""Overlays of the map: favourites, markers, tracks, the phone's location.

Overlays are cached by their sources (bytes of files, a text from the database), so that many pins
do not slow down each step.
"""

from __future__ import annotations

from functools import lru_cache

from android_gym.simulator.apps.osmand import gpx
from android_gym.simulator.apps.osmand.model import FLAG_COLORS
from android_gym.simulator.ui.mercator import project
from android_gym.simulator.ui.vector_map import MapOverlay, Pin, PinKind, Trail

__all__ = [
    "BACKGROUNDS",
    "ICONS",
    "color_of",
    "favorite_overlay",
    "fix_overlay",
    "marker_overlay",
    "spot_overlay",
    "track_overlay",
]

BACKGROUNDS: dict[str, PinKind] = {"circle": "disc", "octagon": "octagon", "square": "square"}
ICONS = {
    "special_star": "star",
    "special_heart": "heart",
    "special_flag": "flag",
    "special_house": "home",
    "special_marker": "map_marker",
    "amenity_restaurant": "silverware_fork_knife",
    "shop_supermarket": "cart",
    "tourism_viewpoint": "binoculars",
    "amenity_parking": "parking",
    "transport": "bus",
    "tourism_hotel": "bed",
    "tourism_camp_site": "tent",
}
"""Icons by their names in favourites' files."""


def color_of(text: str, default: int) -> int:
    """Parse ``#RRGGBB`` or ``#AARRGGBB`` into ARGB; return the default for anything else."""
    digits = text.removeprefix("#")
    if len(digits) not in (6, 8) or any(c not in "0123456789abcdefABCDEF" for c in digits):
        return default
    return int(digits, 16) | (0xFF000000 if len(digits) == 6 else 0)


@lru_cache(maxsize=16)
def favorite_overlay(files: tuple[tuple[str, bytes], ...]) -> MapOverlay:
    """Return the pins of favourites, from (group, file content) pairs."""
    pins = [
        Pin(
            *project(f.lat, f.lon),
            BACKGROUNDS.get(f.background, "disc"),
            color_of(f.color, 0xFFEECC22),
            ICONS.get(f.icon, "star"),
        )
        for group, data in files
        for f in gpx.read_favorites(data, group)
        if not f.hidden
    ]
    return MapOverlay(pins=tuple(pins))


@lru_cache(maxsize=16)
def marker_overlay(flags: str) -> MapOverlay:
    """Return the flags of markers, as listed by `MarkerStore.flags`."""
    pins = []
    for flag_of in flags.split(";"):
        try:
            lat, lon, color = (float(part) for part in flag_of.split(" "))
        except ValueError:
            continue  # adb may write any values into the table
        if abs(lat) <= 90 and abs(lon) <= 180 and abs(color) < 1e6:
            pins.append(Pin(*project(lat, lon), "flag", FLAG_COLORS[int(color) % len(FLAG_COLORS)]))
    return MapOverlay(pins=tuple(pins))


@lru_cache(maxsize=16)
def track_overlay(files: tuple[tuple[str, bytes], ...]) -> MapOverlay:
    """Return the lines and waypoints of tracks, from (path, file content) pairs."""
    tracks = [track for each in files if (track := gpx.read_track(*each))]
    trails = [
        Trail(tuple(project(*point) for point in segment), 0xFFFF2D55, 5.0)
        for track in tracks
        for segment in track.segments
    ]
    pins = [
        Pin(*project(lat, lon), "disc", 0xFFFF2D55, "star")
        for track in tracks
        for lat, lon, _ in track.waypoints
    ]
    return MapOverlay(tuple(trails), tuple(pins))


@lru_cache(maxsize=16)
def fix_overlay(place: tuple[float, float]) -> MapOverlay:
    """Return the pin of the phone's location."""
    return MapOverlay(pins=(Pin(*project(*place), "fix", 0xFF237BFF),))


@lru_cache(maxsize=16)
def spot_overlay(lat: float, lon: float) -> MapOverlay:
    """Return the pin of the context menu's place."""
    return MapOverlay(pins=(Pin(*project(lat, lon), "drop", 0xFF237BFF),))
