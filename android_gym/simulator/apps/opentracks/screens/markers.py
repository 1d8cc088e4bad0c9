"""The list of markers of one or all tracks, and the details of a marker."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.simulator.appkit.lists import ListActivity, ListState
from android_gym.simulator.apps.opentracks import recording
from android_gym.simulator.apps.opentracks.actions import Actions
from android_gym.simulator.apps.opentracks.dialogs import DeleteMarkers
from android_gym.simulator.apps.opentracks.look import (
    bottom_bar,
    fitted,
    fitted_marked_bar,
    framed,
    list_line,
    top_bar,
)
from android_gym.simulator.apps.opentracks.model import Marker
from android_gym.simulator.apps.opentracks.units import day_text, elapsed, local, offset_now
from android_gym.simulator.ui.activity import S_co, Screen
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

EDIT = ".ui.markers.MarkerEditActivity"


class MarkerActions(Actions[S_co]):
    """Base of the screens that edit and delete markers."""

    def edit_marker(self, number: int) -> None:
        """Open the edit form of a marker."""
        self.start_activity(EDIT, marker=number)

    def delete_markers(self, numbers: tuple[int, ...]) -> None:
        """Delete markers."""
        self.store.delete_markers(numbers)


class MarkerListActivity(ListActivity[ListState], MarkerActions[ListState]):
    """The list of markers."""

    DIALOGS = (DeleteMarkers,)
    TITLE = "Markers"
    LIST_ID = "marker_list"
    SEARCH_HINT = "Search"

    @property
    def track(self) -> int | None:
        """Id of the track whose markers are listed; None for all."""
        number = self.intent.get_int("track", -1)
        return number if number >= 0 else None

    def keys(self) -> Sequence[int]:
        """Return the ids of the markers."""
        return self.store.markers(self.track, self.state.query)

    def empty(self) -> View:
        """Build the message that there are no markers."""
        return TextView(
            "You don't have any markers",
            id="marker_list_empty",
            style="headline_medium",
            align="center",
            vertical="center",
            width=MATCH,
            height=MATCH,
        )

    def open(self, key: int) -> None:
        """Show a marker."""
        self.start_activity(".ui.markers.MarkerDetailActivity", marker_id=key)

    def row(self, key: int, selected: bool) -> View:
        """Build a marker's row: name, distance, duration and time."""
        marker = self.store.marker(key)
        if marker is None:
            return View()
        start = local(marker.time_ms, offset_now(self.context, marker.time_ms))
        today = self.context.system.clock.today()
        distance = " ".join(self.units.distance(marker.length))
        return column(
            row(
                TextView(
                    marker.name,
                    id="marker_list_item_name",
                    style="body_large",
                    max_lines=1,
                    width=0,
                    weight=1.0,
                ),
                TextView(
                    day_text(start.date(), today), id="marker_list_item_date", style="body_small"
                ),
                width=MATCH,
            ),
            row(
                TextView(
                    f"{elapsed(marker.duration_ms)} ({distance})",
                    id="marker_list_item_time_distance",
                    style="body_small",
                    width=0,
                    weight=1.0,
                ),
                TextView(f"{start:%H:%M}", id="marker_list_item_time", style="body_small"),
                width=MATCH,
            ),
            list_line(),
            key=key,
            class_name="android.view.ViewGroup",
            width=MATCH,
            padding=8,
            background="activated" if selected else None,
            selected=selected,
            on_click=self.on_tap(key),
            on_long_click=self.on_hold(key),
        )

    def bar(self) -> View:
        """Build the bar for selected rows, for a search, or the default one."""
        state = self.state
        if state.selected:
            return self.selection_bar(state.selected)
        if state.query is not None:
            return super().bar()
        insert = None
        if self.track is not None and recording.recorded_track(self.context) == self.track:
            insert = MenuItem(
                "Insert marker",
                lambda: self.start_activity(EDIT, track=self.track),
                id="marker_list_insert_marker",
                icon="map_marker_plus",
            )
        find = MenuItem("Search", lambda: self.search(""), id="marker_list_search", icon="search")
        menu = fitted(self.context, [insert, find])
        return top_bar("Markers", "map_marker", menu, id="marker_list_toolbar")

    def selection_bar(self, selected: tuple[int, ...]) -> View:
        """Build the bar for selected rows."""
        menu = self.selection_menu(selected)
        return fitted_marked_bar(self.context, len(selected), self.clear_selection, menu)

    def selection_menu(self, selected: tuple[int, ...]) -> Sequence[MenuItem | None]:
        """Return the menu for selected markers."""
        edit = None
        if len(selected) == 1:
            edit = MenuItem("Edit", lambda: self._edit(selected[0]), icon="edit")
        ask = DeleteMarkers(numbers=selected)
        return [
            edit,
            MenuItem("Delete", lambda: self.show_dialog(ask), icon="delete_forever"),
            MenuItem("Select all", self.select_all, icon="select_all"),
        ]

    def _edit(self, number: int) -> None:
        self.clear_selection()
        self.edit_marker(number)

    def delete_markers(self, numbers: tuple[int, ...]) -> None:
        """Delete markers and clear the selection."""
        super().delete_markers(numbers)
        self.clear_selection()

    def build(self) -> Screen:
        """Build the bar, the list and the bottom bar."""
        bottom = (
            None if self.state.selected else bottom_bar(self.context, on_navigation=self.finish)
        )
        return framed(self.body(), bottom, top=self.bar())


class MarkerDetailActivity(MarkerActions):
    """The details of a marker."""

    DIALOGS = (DeleteMarkers,)

    @property
    def number(self) -> int:
        """Id of the marker."""
        return self.intent.get_int("marker_id", -1)

    def on_resume(self) -> None:
        """Leave if the marker is gone."""
        if self.store.marker(self.number) is None:
            self.finish()

    def build(self) -> Screen:
        """Build the marker's details and the bar."""
        marker = self.store.marker(self.number)
        if marker is None:
            return framed(View(), None)
        others = self.store.markers(marker.track)
        place = others.index(marker.id) + 1 if marker.id in others else 1
        menu = [
            MenuItem("Edit", lambda: self.edit_marker(marker.id), icon="edit"),
            MenuItem(
                "Delete",
                lambda: self.show_dialog(DeleteMarkers(numbers=(marker.id,))),
                icon="delete_forever",
            ),
        ]
        return framed(
            ScrollView(_details(marker), width=MATCH),
            bottom_bar(self.context, on_navigation=self.finish, menu=menu),
            top=top_bar(f"{place} of {len(others)}", "map_marker", id="marker_detail_toolbar"),
        )

    def delete_markers(self, numbers: tuple[int, ...]) -> None:
        """Delete the marker and leave."""
        super().delete_markers(numbers)
        self.finish()


def _details(marker: Marker) -> View:
    place = f"{marker.latitude:.6f}\u00b0, {marker.longitude:.6f}\u00b0"
    return column(
        TextView(
            marker.name, id="marker_detail_marker_name", style="body_large", padding=(0, 8, 0, 0)
        ),
        TextView(marker.category, id="marker_detail_marker_category", style="body_medium"),
        TextView(marker.description, id="marker_detail_marker_description", style="body_medium"),
        TextView(place, id="marker_detail_marker_location", style="body_medium"),
        id="marker_detail_marker_info",
        width=MATCH,
        padding=8,
    )
