"""The list of tracks, with search, selection and the record button."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from android_gym.simulator.appkit.list_bars import search_bar
from android_gym.simulator.appkit.lists import ListActivity, Pages
from android_gym.simulator.apps.opentracks import recording
from android_gym.simulator.apps.opentracks.actions import Actions
from android_gym.simulator.apps.opentracks.dialogs import DeleteTracks, ShowOnMap
from android_gym.simulator.apps.opentracks.look import (
    LOGO,
    ORANGE,
    RED,
    bottom_bar,
    fitted,
    fitted_marked_bar,
    framed,
    icon_button,
    list_line,
    round_button,
    top_bar,
)
from android_gym.simulator.apps.opentracks.manifest import PERMISSIONS
from android_gym.simulator.apps.opentracks.model import Track, TrackListState
from android_gym.simulator.apps.opentracks.sports import by_id
from android_gym.simulator.apps.opentracks.storage import setting, started
from android_gym.simulator.apps.opentracks.units import day_text, elapsed, local, time_text
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.icons import Icon
from android_gym.simulator.ui.layouts import RecyclerView, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

T = TypeVar("T")

PAGE = 50
"""Number of tracks loaded at once."""

REFUSED = "OpenTracks requires permission to access your location as well as nearby devices."


class TrackListActivity(ListActivity[TrackListState], Actions[TrackListState]):
    """The list of tracks, latest first."""

    DIALOGS = (DeleteTracks, ShowOnMap)
    TITLE = "OpenTracks"
    LIST_ID = "track_list"

    def on_create(self) -> TrackListState:
        """Store the preferences that the app sets when it first starts."""
        started(self.context)
        return TrackListState()

    def on_resume(self) -> None:
        """Request the permissions once."""
        if not self.state.asked:
            self.update(asked=True)
            self.request_permissions(PERMISSIONS)

    def on_permission_result(self, request: object, granted: bool) -> None:
        """Show the consequence of a denial."""
        if not granted:
            self.toast(REFUSED, long=True)

    # -- rows

    def keys(self) -> Sequence[int]:
        """Return the ids of the tracks shown."""
        return self.store.ids(self.state.found)

    def body(self) -> View:
        """Build the list, which loads its rows as they scroll into view."""
        store, found = self.store, self.state.found
        count = store.count(found)
        if not count:
            return _empty()
        pages = Pages(lambda number: store.page(number, PAGE, found), PAGE)
        selected = self.state.selected
        recorded = recording.recorded_track(self.context)

        def build(index: int) -> View:
            track = pages.get(index)
            if track is None:
                return View()
            return self._row(track, track.id in selected, recorded)

        return RecyclerView(count, build, id=self.LIST_ID, width=MATCH, height=MATCH)

    def _row(self, track: Track, marked: bool, recorded: int | None) -> View:
        units, live = self.units, track.id == recorded
        day = time = ""
        if recorded is None:
            start = local(track.start_ms, track.offset_s)
            day = day_text(start.date(), self.context.system.clock.today())
            time = time_text(self.context, start, track.start_ms, track.offset_s)
        distance = " ".join(units.distance(track.distance))
        what = f"{elapsed(track.total_ms)} ({distance})"
        count = str(track.markers) if track.markers else ""
        return column(
            row(
                ImageView(
                    "record" if live else by_id(track.activity_type).icon,
                    id="track_list_item_icon",
                    tint=RED if live else "icon",
                    content_description="Record" if live else "Track",
                    gravity="top",
                ),
                column(
                    row(
                        TextView(
                            track.name,
                            id="track_list_item_name",
                            style="body_large",
                            max_lines=1,
                            width=0,
                            weight=1.0,
                        ),
                        TextView(day, id="track_list_item_date", style="body_small"),
                        width=MATCH,
                    ),
                    row(
                        TextView(
                            f"{what}  \u2027" if count else what,
                            id="track_list_item_time_distance",
                            style="body_small",
                        ),
                        ImageView(
                            "map_marker",
                            id="track_list_item_marker_count_icon",
                            content_description="Marker count",
                            size=16,
                            visibility="visible" if count else "gone",
                        ),
                        TextView(count, id="track_list_item_marker_count", style="body_small"),
                        View(width=0, weight=1.0, height=1),
                        TextView(time, id="track_list_item_time", style="body_small"),
                        width=MATCH,
                        content_gravity="center_vertical",
                    ),
                    TextView(
                        track.description,
                        id="track_list_item_category_description",
                        style="body_small",
                        max_lines=2,
                        width=MATCH,
                        visibility="visible" if track.description else "gone",
                    ),
                    width=0,
                    weight=1.0,
                    margin=(8, 0, 0, 0),
                ),
                width=MATCH,
            ),
            list_line(),
            key=track.id,
            class_name="android.view.ViewGroup",
            width=MATCH,
            padding=8,
            background="activated" if marked else None,
            selected=marked,
            on_click=self.on_tap(track.id),
            on_long_click=self.on_hold(track.id),
        )

    def open(self, key: int) -> None:
        """Open a track."""
        self.open_track(key)

    # -- bars

    def bar(self) -> View:
        """Build the bar for selected rows, for a search, or the default one."""
        state = self.state
        if state.selected:
            return self.selection_bar(state.selected)
        if state.query is not None:
            return search_bar(
                state.query, self.search, on_submit=self._submit, id="track_list_toolbar"
            )
        menu = [
            MenuItem("Search", lambda: self.search(""), id="track_list_search", icon="search"),
            MenuItem("Markers", self.open_markers, id="track_list_markers", icon="map_marker"),
            MenuItem("Settings", self.open_settings),
            MenuItem("Help", lambda: self.start_activity(".HelpActivity")),
        ]
        title = state.found if state.found is not None else self.TITLE
        return top_bar(title, LOGO, fitted(self.context, menu), id="track_list_toolbar")

    def _submit(self) -> None:
        query = self.state.query
        self.hide_keyboard()
        self.update(query=None, found=query or None)

    def on_back(self) -> bool:
        """Close what is open, or end the search."""
        if super().on_back():
            return True
        if self.state.found is None:
            return False
        self.update(found=None)
        return True

    def selection_bar(self, selected: tuple[int, ...]) -> View:
        """Build the bar for selected rows."""
        menu = self.selection_menu(selected)
        return fitted_marked_bar(self.context, len(selected), self.clear_selection, menu)

    def selection_menu(self, selected: tuple[int, ...]) -> Sequence[MenuItem | None]:
        """Return the menu for selected tracks."""
        edit = None
        if len(selected) == 1:
            edit = MenuItem("Edit", lambda: self._then(self.edit_track, selected[0]), icon="edit")
        ask = DeleteTracks(numbers=selected)
        return [
            MenuItem("Show on map", lambda: self.ask_for_map(selected), icon="map"),
            MenuItem("Share", lambda: self._then(self.share_tracks, selected), icon="share"),
            edit,
            MenuItem("Delete", lambda: self.show_dialog(ask), icon="delete_forever"),
            MenuItem(
                "Aggregated stats",
                lambda: self._then(self.open_totals, selected),
                icon="chart_box",
            ),
            MenuItem("Select all", self.select_all, icon="select_all"),
        ]

    def _then(self, action: Callable[[T], None], argument: T) -> None:
        self.clear_selection()
        action(argument)

    def ask_for_map(self, numbers: tuple[int, ...]) -> None:
        """Show tracks on a map in the way set in the settings, or ask."""
        kept = setting(self.context, "showOnMapFormatKey")
        if kept == "Ask":
            self.show_dialog(ShowOnMap(numbers))
        else:
            self.show_on_map(numbers, kept)

    def deleted(self) -> None:
        """Clear the selection."""
        self.clear_selection()

    # -- recording

    def build(self) -> Screen:
        """Build the bar, the list, the bottom bar and the floating action button."""
        if self.state.selected:
            return framed(self.body(), None, top=self.bar())
        buttons = [
            icon_button("chart_box", "aggregated_stats_button", self.open_totals),
            icon_button(*self._gps()),
        ]
        return framed(
            self.body(),
            bottom_bar(self.context, navigation=None, buttons=buttons),
            top=self.bar(),
            fab=self._record(),
        )

    def _gps(self) -> tuple[str, str, Callable[[], None]]:
        icon = {
            "off": "crosshairs_off",
            "disabled": "crosshairs_off",
            "waiting": "crosshairs",
            "fixed": "crosshairs_gps",
        }[recording.signal(self.context)]
        return icon, "sensor_start_button", self._toggle_gps

    def _toggle_gps(self) -> None:
        context = self.context
        if not context.system.location.enabled:
            self.start_activity(Intent("android.settings.LOCATION_SOURCE_SETTINGS"))
        elif recording.recorded_track(context) is None:
            recording.toggle_gps(context)

    def _record(self) -> View:
        if recording.recorded_track(self.context) is None:
            return round_button(
                "record", "track_list_fab_action", "Record", RED, self.start_recording
            )
        return round_button(
            "stop",
            "track_list_fab_action",
            "Record",
            ORANGE,
            lambda: self.toast("Hold to stop"),
            self.stop_recording,
        )


def _empty() -> View:
    return column(
        View(width=1, height=0, weight=0.8),
        column(
            TextView(
                "Start recording your next adventure here",
                style="title_large",
                align="end",
                width=MATCH,
                margin=(12, 0),
            ),
            ImageView(
                Icon("arrow_down", "#CCCCCC"),
                content_description="Arrow",
                size=96,
                width=96,
                height=0,
                weight=1.0,
                gravity="end",
                margin=(0, 16, 0, 0),
            ),
            id="track_list_empty_view",
            class_name="android.widget.RelativeLayout",
            width=MATCH,
            height=0,
            weight=1.2,
        ),
        width=MATCH,
        height=MATCH,
    )
