"""The navigation drawer of the map."""

from __future__ import annotations

from collections.abc import Callable

from android_gym.simulator.apps.osmand.dialogs.configure import (
    ConfigureMap,
    PluginsPage,
    SettingsPage,
    TripSheet,
)
from android_gym.simulator.apps.osmand.dialogs.markers import MarkersPage
from android_gym.simulator.apps.osmand.dialogs.planner import StartPlan
from android_gym.simulator.apps.osmand.dialogs.search import SearchDialog
from android_gym.simulator.apps.osmand.gpx import APP
from android_gym.simulator.apps.osmand.look import list_row
from android_gym.simulator.apps.osmand.navigating import NavigationActions
from android_gym.simulator.apps.osmand.storage import flag
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, full_column, wide_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Divider, TextView

__all__ = ["drawer"]

PLACES = "net.osmand.plus.myplaces.ui.MyPlacesActivity"
OFFLINE = "No internet connection"


def drawer(app: NavigationActions) -> View:
    """Build the drawer's list."""

    def row(label: str, icon: str, click: Callable[[], object], detail: str | None = None) -> View:
        def chosen() -> None:
            app.update(drawer=False)
            click()

        return list_row(label, detail, icon=icon, on_click=chosen, key=label)

    def offline() -> None:
        app.toast(OFFLINE)

    above = app.context.windows.status_bar_height / app.context.windows.density
    rows = [
        row(
            "Browse map",
            "map",
            lambda: app.show_dialog(ConfigureMap()),
            "Type: OsmAnd profile",
        ),
        row("Configure profile", "cog", lambda: app.show_dialog(SettingsPage())),
        Divider(),
        row("Map markers", "flag", lambda: app.show_dialog(MarkersPage())),
        row("My Places", "folder_star", lambda: app.start_activity(PLACES)),
        row("Search", "magnify", lambda: app.show_dialog(SearchDialog())),
        row("Trip recording", "record_circle", lambda: app.show_dialog(TripSheet()))
        if flag(app.context, "trip_recording")
        else None,
        row("Navigation", "navigation_variant", app.open_route),
        row("Configure map", "layers", lambda: app.show_dialog(ConfigureMap())),
        row("Download maps", "download", offline),
        row("Travel guides", "book_open_variant", offline),
        row("Plan a route", "ruler", lambda: app.show_dialog(StartPlan())),
        Divider(),
        row("Plugins", "puzzle", lambda: app.show_dialog(PluginsPage())),
        row("Settings", "cog_outline", lambda: app.show_dialog(SettingsPage())),
        row("Help", "help_circle", offline),
        TextView(APP, size=12, color="text_secondary", padding=16),
    ]
    return full_column(
        ScrollView(
            wide_column(*rows),
            id="menuItems",
            class_name="android.widget.ListView",
            width=MATCH,
            height=MATCH,
        ),
        background="card",
        padding=(0, above, 0, 0),
    )
