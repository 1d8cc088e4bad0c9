"""The page of map markers, active and in the history."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from android_gym.simulator.apps.osmand import gpx
from android_gym.simulator.apps.osmand.look import bar, button, full_screen, list_row, sheet
from android_gym.simulator.apps.osmand.model import FLAG_COLORS
from android_gym.simulator.apps.osmand.navigating import NavigationActions
from android_gym.simulator.apps.osmand.storage import TRACKS
from android_gym.simulator.system.location import distance_m
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import BottomNavigationView, NavItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, ScrollView
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, TextView

__all__ = ["MarkerOptions", "MarkersPage"]

TABS = (("List", "flag"), ("History", "history"))


@dataclass(frozen=True)
class MarkersPage(Dialog[NavigationActions]):
    """Shows the markers in two tabs.

    Attributes:
        tab: Index of the tab.
    """

    tab: int = 0

    def build(self, screen: NavigationActions) -> Overlay:
        """Build the list and the tabs."""
        store = screen.markers
        numbers = store.ids(active=self.tab == 0)

        def row(index: int) -> View:
            marker = store.get(numbers[index])
            if marker is None:
                return View(height=0)
            spot = screen.marker_spot(marker)
            far = screen.far(distance_m(marker.lat, marker.lon, *(screen.fix() or screen.centre)))

            def show() -> None:
                screen.dismiss_dialogs()
                screen.show_place(marker.lat, marker.lon, max(15.0, screen.camera.zoom))
                screen.open_spot(spot)

            def move() -> None:
                store.set_active([marker.id], not marker.active)

            return list_row(
                spot.name,
                far,
                icon="flag",
                tint=FLAG_COLORS[marker.color],
                key=marker.id,
                on_click=show if marker.active else move,
                trailing=ImageButton(
                    "check" if marker.active else "close",
                    content_description="Mark passed" if marker.active else "Delete",
                    on_click=move if marker.active else partial(store.delete, marker.id),
                ),
            )

        content: View
        if numbers:
            content = RecyclerView(
                len(numbers), row, row_key=lambda index: numbers[index], id="list",
                width=MATCH, height=0, weight=1, background="card",
            )  # fmt: skip
        else:
            text = "Create map markers!" if self.tab == 0 else "No markers in the history"
            label = TextView(text, size=18, align="center", padding=(16, 48), width=MATCH)
            content = ScrollView(label, width=MATCH, height=0, weight=1)
        options = ImageButton(
            "dots_vertical",
            content_description="More options",
            on_click=lambda: screen.show_dialog(MarkerOptions()),
        )
        return full_screen(
            screen,
            bar("Map markers", screen.dismiss_dialog, options),
            content,
            BottomNavigationView(
                [NavItem(label, icon) for label, icon in TABS],
                self.tab,
                lambda tab: screen.update_dialog(replace(self, tab=tab)),
                id="bottom_navigation",
            ),
            title="Map markers",
        )


@dataclass(frozen=True)
class MarkerOptions(Dialog[NavigationActions]):
    """Actions on all markers."""

    def build(self, screen: NavigationActions) -> Overlay:
        """Build the rows."""
        store = screen.markers

        def plan() -> None:
            points = [(marker.lat, marker.lon) for marker in store.active()]
            screen.dismiss_dialogs()
            screen.start_plan(points)

        def save() -> None:
            markers = store.active()
            screen.dismiss_dialog()
            if not markers:
                screen.toast("No markers")
                return
            day = screen.context.system.clock.datetime().strftime("%Y-%m-%d")
            folder = f"{TRACKS}/map markers"
            name = screen.tracks.free_name(day, folder)
            time = gpx.iso_time(screen.context.system.clock.now_ms())
            marks = [(m.lat, m.lon, m.name) for m in markers]
            line = [(m.lat, m.lon) for m in markers]
            data = gpx.write_track(name, time, [line], creator=gpx.APP, marks=marks)
            if screen.write_track(f"{folder}/{name}.gpx", data, show=False):
                screen.toast(f"Track saved: {name}")

        def move() -> None:
            screen.dismiss_dialog()
            store.set_active(store.ids(active=True), active=False)

        rows: list[View | None] = [
            list_row("Plan a route", icon="ruler", on_click=plan),
            list_row("Save as track", icon="content_save", on_click=save),
            list_row("Move all to history", icon="history", on_click=move),
        ]
        close = button("Close", "dismiss_button", screen.dismiss_dialog)
        return sheet("Options", rows, screen.dismiss_dialog, close)
