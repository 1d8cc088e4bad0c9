"""Settings pages: map layers, formats, plugins, and trip recording."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from android_gym.simulator.appkit.dialogs import ChoiceDialog, ConfirmDialog
from android_gym.simulator.apps.osmand.formats import COORDINATE_FORMATS, duration
from android_gym.simulator.apps.osmand.look import (
    bar,
    button,
    full_screen,
    heading,
    list_row,
    sheet,
)
from android_gym.simulator.apps.osmand.navigating import NavigationActions
from android_gym.simulator.apps.osmand.storage import flag, preferences, setting
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, wide_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Switch, TextView

__all__ = [
    "TEXT_SCALES",
    "ChooseSetting",
    "ClearHistory",
    "ConfigureMap",
    "PluginsPage",
    "SettingsPage",
    "TripSheet",
]

CHOICES: Final[dict[str, tuple[str, tuple[tuple[str, str], ...]]]] = {
    "daynight_mode": (
        "Map mode",
        (
            ("AUTO", "Sunrise/sunset"),
            ("DAY", "Day"),
            ("NIGHT", "Night"),
            ("APP_THEME", "App theme"),
        ),
    ),
    "default_metric_system": (
        "Units of length",
        (("KILOMETERS_AND_METERS", "Kilometers/meters"), ("MILES_AND_FEET", "Miles/feet")),
    ),
    "coordinates_format": (
        "Coordinates format",
        tuple((str(number), label) for number, label in enumerate(COORDINATE_FORMATS)),
    ),
    "text_scale": (
        "Text size",
        (("0.75", "75 %"), ("1.0", "100 %"), ("1.25", "125 %"), ("1.5", "150 %")),
    ),
}
"""Title and (value, label) pairs of the settings chosen from a list."""

TEXT_SCALES: Final = frozenset(value for value, _ in CHOICES["text_scale"][1])


def _toggle(screen: NavigationActions, key: str, on: bool) -> None:
    values: dict[str, bool] = {key: on}
    preferences(screen.context).put(**values)


def _switch(screen: NavigationActions, key: str, label: str, icon: str) -> View:
    on = flag(screen.context, key)
    return list_row(
        label,
        icon=icon,
        tint="primary" if on else "icon",
        key=key,
        on_click=partial(_toggle, screen, key, not on),
        trailing=Switch(
            checked=on,
            id="toggle_item",
            key=("switch", key),
            on_checked_change=partial(_toggle, screen, key),
        ),
    )


def _choice(screen: NavigationActions, key: str, icon: str) -> View:
    title, options = CHOICES[key]
    value = setting(screen.context, key)
    label = dict(options).get(value, options[0][1])
    return list_row(
        title, label, icon=icon, key=key, on_click=lambda: screen.show_dialog(ChooseSetting(key))
    )


def _page(screen: NavigationActions, title: str, rows: Sequence[View | None]) -> Overlay:
    return full_screen(
        screen,
        bar(title, screen.dismiss_dialog),
        ScrollView(
            wide_column(*rows, background="card"),
            id="list",
            width=MATCH,
            height=0,
            weight=1,
        ),
        title=title,
    )


@dataclass(frozen=True)
class ConfigureMap(Dialog[NavigationActions]):
    """Configures the map's layers."""

    def build(self, screen: NavigationActions) -> Overlay:
        """Build the switches."""
        return _page(
            screen,
            "Configure map",
            [
                heading("Show"),
                _switch(screen, "show_favorites", "Favorites", "star"),
                _switch(screen, "show_map_markers", "Map markers", "flag"),
                _switch(screen, "show_tracks", "Tracks", "map_marker_path"),
                _switch(screen, "show_poi_labels", "POI labels", "label"),
                heading("Map rendering"),
                list_row("Map style", "OsmAnd", icon="map", key="style"),
                _choice(screen, "daynight_mode", "theme_light_dark"),
                _choice(screen, "text_scale", "format_size"),
            ],
        )


@dataclass(frozen=True)
class SettingsPage(Dialog[NavigationActions]):
    """Shows the app's settings."""

    def build(self, screen: NavigationActions) -> Overlay:
        """Build the rows."""
        return _page(
            screen,
            "Settings",
            [
                heading("OsmAnd settings"),
                _choice(screen, "default_metric_system", "ruler"),
                _choice(screen, "coordinates_format", "crosshairs_gps"),
                heading("History"),
                list_row(
                    "Clear search history",
                    icon="history",
                    on_click=lambda: screen.show_dialog(ClearHistory()),
                ),
                heading("Plugins"),
                list_row(
                    "Plugins", icon="puzzle", on_click=lambda: screen.show_dialog(PluginsPage())
                ),
            ],
        )


@dataclass(frozen=True)
class PluginsPage(Dialog[NavigationActions]):
    """Shows the plugins: trip recording."""

    def build(self, screen: NavigationActions) -> Overlay:
        """Build the switch."""
        rows = [_switch(screen, "trip_recording", "Trip recording", "record_circle")]
        return _page(screen, "Plugins", rows)


@dataclass(frozen=True)
class ChooseSetting(ChoiceDialog[NavigationActions]):
    """Asks for the value of a setting."""

    key: str

    def title(self, screen: NavigationActions) -> str:
        """Return the setting's name."""
        return CHOICES[self.key][0]

    def choices(self, screen: NavigationActions) -> Sequence[str]:
        """Return the labels."""
        return [label for _, label in CHOICES[self.key][1]]

    def selected(self, screen: NavigationActions) -> int:
        """Return the index of the current value."""
        values = [value for value, _ in CHOICES[self.key][1]]
        value = setting(screen.context, self.key)
        return values.index(value) if value in values else -1

    def on_choose(self, screen: NavigationActions, index: int) -> None:
        """Store the value."""
        values: dict[str, str] = {self.key: CHOICES[self.key][1][index][0]}
        preferences(screen.context).put(**values)


@dataclass(frozen=True)
class ClearHistory(ConfirmDialog[NavigationActions]):
    """Asks for confirmation before the history is cleared."""

    TITLE = "Clear search history?"
    POSITIVE = "Clear"

    def on_confirm(self, screen: NavigationActions) -> None:
        """Clear the history."""
        screen.history.clear()


@dataclass(frozen=True)
class TripSheet(Dialog[NavigationActions]):
    """Controls the recording of a trip: start, pause, finish."""

    def build(self, screen: NavigationActions) -> Overlay:
        """Build the recorded statistics and the buttons."""
        recording = screen.recording
        points = recording.points
        seconds = (points[-1][2] - points[0][2]) // 1000 if points else 0
        known = f"points: {len(points)}, {duration(seconds)}" if points else "No data"

        def finish(save: bool) -> None:
            screen.dismiss_dialog()
            screen.finish_recording(save=save)

        first = (
            button("Pause", "pause_button", screen.pause_recording, margin=(0, 4))
            if recording.running
            else button(
                "Resume" if points else "Start recording",
                "start_button",
                screen.start_recording,
                primary=True,
                margin=(0, 4),
            )
        )
        rows: list[View | None] = [TextView(known, id="status", size=16, padding=(16, 4))]
        begun = recording.running or bool(points)
        return sheet(
            "Trip recording",
            rows,
            screen.dismiss_dialog,
            first,
            button("Finish", "finish_button", partial(finish, True), margin=(0, 4))
            if begun
            else None,
            button("Discard", "discard_button", partial(finish, False), margin=(0, 4))
            if begun
            else None,
            button("Close", "dismiss_button", screen.dismiss_dialog, margin=(0, 4)),
        )
