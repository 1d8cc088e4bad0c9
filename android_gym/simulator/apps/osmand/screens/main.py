"""The map's activity."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from android_gym.simulator.apps.osmand.canvas import MapCanvas
from android_gym.simulator.apps.osmand.dialogs.configure import (
    TEXT_SCALES,
    ChooseSetting,
    ClearHistory,
    ConfigureMap,
    PluginsPage,
    SettingsPage,
    TripSheet,
)
from android_gym.simulator.apps.osmand.dialogs.editor import (
    DeleteFavorite,
    DuplicateName,
    EditAddress,
    FavoriteEditor,
    GroupList,
    LeaveEditor,
    NewGroup,
)
from android_gym.simulator.apps.osmand.dialogs.markers import MarkerOptions, MarkersPage
from android_gym.simulator.apps.osmand.dialogs.planner import (
    ExitPlan,
    OpenTrack,
    OptionsSheet,
    PointSheet,
    ProfileSheet,
    SaveTrack,
    StartPlan,
    TrackSaved,
)
from android_gym.simulator.apps.osmand.dialogs.search import CoordinatesDialog, SearchDialog
from android_gym.simulator.apps.osmand.dialogs.sheets import (
    ActionsSheet,
    AmongSheet,
    MarkerSheet,
    ShareSheet,
)
from android_gym.simulator.apps.osmand.formats import parse_coordinates
from android_gym.simulator.apps.osmand.model import Spot
from android_gym.simulator.apps.osmand.navigating import NavigationActions, route_overlay
from android_gym.simulator.apps.osmand.overlays import spot_overlay
from android_gym.simulator.apps.osmand.planning import plan_overlay
from android_gym.simulator.apps.osmand.rendering import atlas, empty_atlas
from android_gym.simulator.apps.osmand.screens.context_menu import context_menu
from android_gym.simulator.apps.osmand.screens.drawer import drawer
from android_gym.simulator.apps.osmand.screens.hud import hud, moving_bar
from android_gym.simulator.apps.osmand.screens.planner import leave_plan, planner
from android_gym.simulator.apps.osmand.screens.route import route_menu
from android_gym.simulator.apps.osmand.screens.wizard import wizard
from android_gym.simulator.apps.osmand.storage import (
    Settings,
    has_map,
    preferences,
    setting,
)
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import DrawerLayout
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout
from android_gym.simulator.ui.map_surface import MapSurface
from android_gym.simulator.ui.vector_map import MapOverlay
from android_gym.simulator.ui.view import View

__all__ = ["MapActivity"]

RESULT_OK = -1


class MapActivity(NavigationActions):
    """Shows the map, and everything over it."""

    DIALOGS = (
        ActionsSheet, AmongSheet, ChooseSetting, ClearHistory, ConfigureMap, CoordinatesDialog,
        DeleteFavorite, DuplicateName, EditAddress, ExitPlan, FavoriteEditor, GroupList,
        LeaveEditor, MarkerOptions, MarkerSheet, MarkersPage, NewGroup, OpenTrack, OptionsSheet,
        PluginsPage, PointSheet, ProfileSheet, SaveTrack, SearchDialog, SettingsPage, ShareSheet,
        StartPlan, TrackSaved, TripSheet,
    )  # fmt: skip

    def build(self) -> Screen:
        """Build the map and everything over it, or the first start's page."""
        if preferences(self.context).get("show_osmand_welcome_screen", True):
            return Screen(wizard(self), edge_to_edge="top", navigation_bar="card")
        state = self.state
        content = FrameLayout(
            [self._map(), self._over()], width=MATCH, height=MATCH, id="map_view_with_layers_frame"
        )
        night = self.night
        return Screen(
            DrawerLayout(
                content,
                drawer(self) if state.drawer else View(),
                state.drawer,
                lambda: self.update(drawer=False),
                drawer_width=280,
                id="drawer_layout",
            ),
            edge_to_edge="top",
            light_bars=not night,
            navigation_bar="card",
            resize=False,
        )

    @property
    def night(self) -> bool:
        """True if the map is shown in night colours."""
        mode = setting(self.context, "daynight_mode")
        if mode == "AUTO":
            hour = self.context.system.clock.minute().hour
            return not 6 <= hour < 19
        return mode == "NIGHT" or (mode == "APP_THEME" and self.theme().dark)

    def _map(self) -> View:
        context, state = self.context, self.state
        settings = Settings(context)
        scale = settings.text("text_scale")
        text = float(scale) if scale in TEXT_SCALES else 1.0
        canvas = MapCanvas(
            atlas(settings.flag("show_poi_labels"), text) if has_map(context) else empty_atlas(),
            (*self.overlays(), *self._drawn()),
            self.density,
            self.night,
            cross=state.plan is not None or bool(state.changing),
        )
        return MapSurface(
            canvas,
            state.view,
            on_change=self.touched,
            id="map_view_with_layers",
            class_name="android.view.View",
            width=MATCH,
            height=MATCH,
            important_for_accessibility="yes",
        )

    def _drawn(self) -> list[MapOverlay]:
        """Return the overlays for what is open."""
        state = self.state
        found = []
        if state.plan is not None:
            found.append(plan_overlay(state.plan.points, state.plan.profile))
        if state.route is not None:
            found.append(route_overlay(tuple(self.route_points()), self.route_line()))
        if state.spot is not None:
            found.append(spot_overlay(state.spot.lat, state.spot.lon))
        return found

    def _over(self) -> View | None:
        state = self.state
        if state.plan is not None:
            return planner(self)
        if state.changing:
            return moving_bar(self)
        parts: list[View | None] = []
        if state.hud and not state.expanded:
            parts.append(hud(self))
        if state.spot is not None:
            parts.append(context_menu(self, state.spot))
        elif state.route is not None and state.route.open:
            parts.append(route_menu(self))
        return FrameLayout(parts, width=MATCH, height=MATCH)

    # -- callbacks

    def on_back(self) -> bool:
        """Close what is open, the innermost first."""
        state = self.state
        if state.plan is not None:
            if state.plan.moving >= 0:
                self.set_moving(-1)
            else:
                leave_plan(self)
        elif state.changing:
            self.update(changing="")
        elif state.expanded:
            self.update(expanded=False)
        elif state.spot is not None:
            self.close_spot()
        elif state.route is not None and state.route.open:
            self.hide_route()
        elif state.result:
            self.show_dialog(SearchDialog(state.result))
            self.update(result="")
        else:
            return False
        return True

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Import the chosen file."""
        if request == "import" and code == RESULT_OK and data is not None and data.data:
            self.import_track(data.data)

    def choose_among(self, spots: Sequence[Spot]) -> None:
        """Show a list of the spots under a tap."""
        self.show_dialog(AmongSheet(tuple(spots)))

    def open_point(self, number: int) -> None:
        """Show the actions on a point of the route."""
        self.show_dialog(PointSheet(number))

    def on_resume(self) -> None:
        """Handle the starting intent once."""
        if not self.state.begun:
            self.update(begun=True)
            self._take_intent()

    def on_new_intent(self) -> None:
        """Handle an intent from another screen or app."""
        self._take_intent()

    def _take_intent(self) -> None:
        intent = self.intent
        asked = intent.get_str("show", "")
        uri = intent.data or intent.get_str("android.intent.extra.STREAM", "")
        if uri and intent.action in ("android.intent.action.VIEW", "android.intent.action.SEND"):
            self.import_track(uri)
        if not asked:
            return
        self.dismiss_dialogs()
        kind, _, what = asked.partition("\n")
        if kind == "track":
            self.open_track(what)
        elif kind == "favorite":
            group, _, name = what.partition("\n")
            favorite = self.favorites.get(group, name)
            if favorite is not None:
                self.show_favorite(favorite)
        elif kind == "geo":
            place = parse_coordinates(what)
            if place is not None:
                self.show_place(*place, zoom=max(15.0, self.camera.zoom))
                self.look_up(*place)
