"""OsmAnd's settings, for changes."""

from __future__ import annotations

from typing import Final

from android_gym.task_suite.android_gym.app_settings import AppSettings, chosen, switched

__all__ = ["ADAPTERS", "PACKAGE"]

PACKAGE: Final = "net.osmand"

_SETTINGS: Final = {
    "Favorites": switched("show_favorites", "on"),
    "Map markers": switched("show_map_markers", "on"),
    "Tracks": switched("show_tracks", "on"),
    "POI labels": switched("show_poi_labels", "on"),
    "Map mode": chosen(
        "daynight_mode",
        "Day",
        {"Sunrise/sunset": "AUTO", "Day": "DAY", "Night": "NIGHT", "App theme": "APP_THEME"},
    ),
    "Text size": chosen(
        "text_scale",
        "100 %",
        {"75 %": "0.75", "100 %": "1.0", "125 %": "1.25", "150 %": "1.5"},
    ),
    "Units of length": chosen(
        "default_metric_system",
        "Kilometers/meters",
        {"Kilometers/meters": "KILOMETERS_AND_METERS", "Miles/feet": "MILES_AND_FEET"},
    ),
    "Trip recording": switched("trip_recording"),
}

ADAPTERS = (AppSettings("osmand settings", PACKAGE, _SETTINGS, file="net.osmand.settings"),)
