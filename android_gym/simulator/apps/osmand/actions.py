"""Actions of the map's activity, without its views: the camera, taps, the context menu."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.apps.osmand import finding
from android_gym.simulator.apps.osmand.favorites import FavoriteStore
from android_gym.simulator.apps.osmand.formats import bearing, coordinates, distance
from android_gym.simulator.apps.osmand.geography import geography
from android_gym.simulator.apps.osmand.look import theme_of
from android_gym.simulator.apps.osmand.model import (
    Favorite,
    Hit,
    MapState,
    Marker,
    Spot,
)
from android_gym.simulator.apps.osmand.overlays import (
    favorite_overlay,
    fix_overlay,
    marker_overlay,
    track_overlay,
)
from android_gym.simulator.apps.osmand.storage import (
    HistoryStore,
    MarkerStore,
    Settings,
    TrackStore,
    flag,
    has_map,
    preferences,
    setting,
)
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.location import distance_m
from android_gym.simulator.ui.activity import Activity, S_co, callback
from android_gym.simulator.ui.map_touch import DOUBLE_TAP_MS, LONG_PRESS_MS, MapView
from android_gym.simulator.ui.mercator import Camera, project
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.vector_map import MapOverlay

__all__ = ["FINE", "MapActions", "OsmandScreen", "resolved", "spot_of"]

FINE = "android.permission.ACCESS_FINE_LOCATION"
LOOK_UP_MS = 400
TAP_DP = 24.0
MOST_SHOWN = 64
"""Largest number of tracks drawn at once."""


class OsmandScreen(Activity[S_co]):
    """Base class of the app's screens."""

    def theme(self) -> Theme:
        """Return the app's theme, light or dark as the phone's."""
        return theme_of(self.context.system.display.dark)

    @property
    def favorites(self) -> FavoriteStore:
        """The favourites."""
        return FavoriteStore(self.context)

    @property
    def markers(self) -> MarkerStore:
        """The markers."""
        return MarkerStore(self.context)

    @property
    def tracks(self) -> TrackStore:
        """The tracks."""
        return TrackStore(self.context)

    @property
    def history(self) -> HistoryStore:
        """Recently viewed places."""
        return HistoryStore(self.context)

    def far(self, metres: float) -> str:
        """Return a distance in the configured units."""
        return distance(metres, setting(self.context, "default_metric_system"))

    def coordinates(self, lat: float, lon: float) -> str:
        """Return coordinates in the configured format."""
        return coordinates(lat, lon, setting(self.context, "coordinates_format"))

    def fix(self) -> tuple[float, float] | None:
        """Return the phone's location; None if the app may not know it."""
        location = self.context.system.location
        if not self.context.granted(FINE) or not location.enabled:
            return None
        place = location.place
        return place.latitude, place.longitude

    def share(self, text: str) -> None:
        """Share a text with an app that the user chooses."""
        extras: Map[str, str] = Map({"android.intent.extra.TEXT": text})
        choose_app(self, Intent("android.intent.action.SEND", type="text/plain", extras=extras))


class MapActions(OsmandScreen[MapState]):
    """The map's activity, without its views."""

    # -- the camera

    @property
    def density(self) -> float:
        """Pixels per dp."""
        return self.context.windows.density

    @property
    def camera(self) -> Camera:
        """The map's position, zoom and rotation."""
        return self.state.view.camera

    @property
    def centre(self) -> tuple[float, float]:
        """Latitude and longitude of the map's centre."""
        return self.camera.place

    def on_create(self) -> MapState:
        """Start at the last position of the map."""
        kept = preferences(self.context)
        lat, lon = kept.get("last_known_map_lat"), kept.get("last_known_map_lon")
        zoom = kept.get("last_known_map_zoom")
        if isinstance(lat, float) and isinstance(lon, float) and isinstance(zoom, int | float):
            camera = Camera.over(lat, lon, float(zoom))
        elif has_map(self.context):
            camera = Camera.over(47.1600, 9.5540, 11.0)
        else:
            camera = Camera.over(30.0, 10.0, 3.0)
        return MapState(MapView(camera))

    def on_pause(self) -> None:
        """Store the map's position."""
        lat, lon = self.centre
        preferences(self.context).put(
            last_known_map_lat=round(lat, 7),
            last_known_map_lon=round(lon, 7),
            last_known_map_zoom=round(self.camera.zoom),
        )

    def look(self, camera: Camera) -> None:
        """Move the camera."""
        self.update(view=replace(self.state.view, camera=camera))

    def show_place(self, lat: float, lon: float, zoom: float | None = None) -> None:
        """Centre a place in the part of the map that the context menu doesn't cover."""
        camera = Camera.over(lat, lon, self.camera.zoom if zoom is None else zoom)
        self.look(replace(camera, rotation=self.camera.rotation))

    def zoom_by(self, step: int) -> None:
        """Zoom in (1) or out (-1) by a step, to a whole zoom level."""
        camera = self.camera
        zoom = round(camera.zoom) + step
        self.look(replace(camera, zoom=max(2.0, min(22.0, float(zoom)))))

    def turn_north(self) -> None:
        """Rotate the map so that north is up."""
        self.look(replace(self.camera, rotation=0.0))

    def my_location(self) -> None:
        """Show the phone's location; request the permission first if needed."""
        if not self.context.granted(FINE):
            names = (FINE, "android.permission.ACCESS_COARSE_LOCATION")
            self.request_permissions(names, request="my_location")
            return
        place = self.fix()
        if place is None:
            self.toast("Position not yet known.")
            return
        self.show_place(*place, zoom=max(15.0, self.camera.zoom))
        self.update(linked=True)

    # -- touches

    def touched(self, view: MapView) -> None:
        """Store the state after a touch; taps and long presses are handled after their timeouts."""
        before = self.state.view
        moved = view.camera != before.camera
        self.update(view=view, linked=self.state.linked and not moved)
        if view.pressed_ms >= 0 and view.most == 1 and view.pressed_ms != before.pressed_ms:
            self.after(LONG_PRESS_MS, "pressed_long", view.pressed_ms)
        if view.tap_ms >= 0 and view.tap_ms != before.tap_ms:
            self.after(DOUBLE_TAP_MS + 1, "tapped_once", view.tap_ms)

    @callback
    def pressed_long(self, since_ms: int) -> None:
        """Open the context menu of the place under a long press."""
        view = self.state.view
        if view.pressed_ms != since_ms or view.most != 1:
            return
        self.update(view=replace(view, pressed_ms=-1))
        if self.state.plan is None and not self.state.changing:
            self.look_up(*view.camera.at(*view.start, view.size, self.density))

    @callback
    def tapped_once(self, at_ms: int) -> None:
        """Handle a tap that no second one has followed."""
        view = self.state.view
        if view.tap_ms != at_ms:
            return
        self.update(view=replace(view, tap_ms=-1))
        self.on_tap(*view.tap)

    def on_tap(self, x: float, y: float) -> None:
        """Select what was tapped; if nothing was, close the context menu or toggle the buttons."""
        state = self.state
        if state.changing:
            return
        spots = self.spots_at(x, y)
        if len(spots) == 1:
            self.open_spot(spots[0])
        elif spots:
            self.choose_among(spots)
        elif state.spot is not None:
            self.close_spot()
        else:
            self.update(hud=not state.hud)

    def choose_among(self, spots: Sequence[Spot]) -> None:
        """Let the user choose one of the spots under a tap."""
        raise NotImplementedError

    def spots_at(self, x: float, y: float) -> list[Spot]:
        """Return the spots at a pixel of the map, the topmost first."""
        view, reach = self.state.view, TAP_DP * self.density
        found: list[tuple[float, Spot]] = []

        def near(lat: float, lon: float, lift: float = 0.0) -> float | None:
            px, py = view.camera.on_screen(*project(lat, lon), view.size, self.density)
            far = max(abs(px - x), abs(py - lift * self.density - y))
            return far if far <= reach else None

        for marker in self.markers.active() if flag(self.context, "show_map_markers") else ():
            far = near(marker.lat, marker.lon, 13)
            if far is not None:
                found.append((far, self.marker_spot(marker)))
        if flag(self.context, "show_favorites"):
            for group in self.favorites.groups():
                for favorite in group.favorites:
                    far = near(favorite.lat, favorite.lon)
                    if far is not None and not favorite.hidden:
                        found.append((far, favorite_spot(favorite)))
        if has_map(self.context) and view.camera.zoom >= 14:
            for sight in geography().sights:
                far = near(sight.lat, sight.lon)
                shown = view.camera.zoom >= (16 if sight.place else 14)
                if far is not None and shown:
                    hit = Hit("poi", sight.name, sight.type.capitalize(), sight.lat, sight.lon)
                    found.append((far, spot_of(hit)))
        found.sort(key=lambda each: (each[0], each[1].name))
        return [spot for _, spot in found[:20]]

    # -- the context menu

    def look_up(self, lat: float, lon: float) -> None:
        """Open the context menu of a place whose address is looked up."""
        lat, lon = round(lat, 7), round(lon, 7)
        self.open_spot(Spot("location", lat, lon, type="Location", looking=True))
        self.after(LOOK_UP_MS, "looked_up")

    @callback
    def looked_up(self) -> None:
        """Show the address that was looked up."""
        spot = self.state.spot
        if spot is not None and spot.looking:
            self.update(spot=resolved(spot))

    def open_spot(self, spot: Spot) -> None:
        """Open the context menu of a spot."""
        self.hide_snackbar()
        self.update(spot=spot, expanded=False, hud=True)

    def close_spot(self) -> None:
        """Close the context menu."""
        self.update(spot=None, expanded=False)

    def show_hit(self, hit: Hit, query: str = "") -> None:
        """Show a search result on the map, with its context menu."""
        spot = self.full_spot(hit)
        zoom = {"town": 13.0, "village": 14.0, "hamlet": 15.0}.get(hit.kind, 16.0)
        self.history.add(_described(spot), spot.name or hit.name, spot.lat, spot.lon)
        self.show_place(hit.lat, hit.lon, zoom)
        self.open_spot(spot)
        self.update(result=query)

    def full_spot(self, hit: Hit) -> Spot:
        """Return the spot of a search result, with its address if known."""
        if hit.kind == "favorite":
            favorite = self.favorites.get(hit.place, hit.name)
            if favorite is not None:
                return favorite_spot(favorite)
        if hit.kind == "location":
            spot = Spot("location", round(hit.lat, 7), round(hit.lon, 7), type="Location")
            return resolved(spot)
        return spot_of(hit)

    def marker_spot(self, marker: Marker) -> Spot:
        """Return the spot of a marker."""
        name = marker.name or self.coordinates(marker.lat, marker.lon)
        return Spot("marker", marker.lat, marker.lon, name, "Map marker", key=marker.id)

    def away(self, lat: float, lon: float) -> tuple[str, int]:
        """Return a place's distance and direction from the phone, or else from the map's centre."""
        start = self.fix() or self.centre
        return self.far(distance_m(*start, lat, lon)), bearing(*start, lat, lon)

    # -- markers

    def add_marker(self) -> None:
        """Add a marker at the context menu's place, and close the menu."""
        spot = self.state.spot
        if spot is None:
            return
        spot = resolved(spot)
        poi = f"{spot.name}_{spot.type}" if spot.kind == "poi" else ""
        name = spot.name or "No address determined"
        self.markers.add(spot.lat, spot.lon, _described(spot), name, poi)
        self.history.add(_described(spot), name, spot.lat, spot.lon)
        self.close_spot()

    def move_marker_here(self) -> None:
        """Move the marker that is being moved to the map's centre."""
        number = self.state.changing
        lat, lon = self.centre
        self.markers.move(number, lat, lon)
        marker = self.markers.get(number)
        self.update(changing="")
        if marker is not None:
            self.open_spot(self.marker_spot(marker))

    # -- favourites

    def save_favorite(self, favorite: Favorite, replaced: Favorite | None) -> bool:
        """Save a favourite, and show it; return whether it could be written."""
        try:
            self.favorites.put(favorite, replaced)
        except FileError as error:
            self.toast(str(error))
            return False
        self.open_spot(favorite_spot(favorite))
        return True

    def show_favorite(self, favorite: Favorite) -> None:
        """Show a favourite on the map."""
        self.show_place(favorite.lat, favorite.lon, max(15.0, self.camera.zoom))
        self.open_spot(favorite_spot(favorite))

    def free_favorite_name(self, name: str, group: str) -> str:
        """Return a name that no favourite in a group has yet."""
        number, free = 0, name
        while self.favorites.get(group, free) is not None:
            number += 1
            free = f"{name} ({number})"
        return free

    def delete_favorite(self, favorite: Favorite) -> None:
        """Delete a favourite."""
        try:
            self.favorites.delete(favorite.group, frozenset((favorite.name,)))
        except FileError as error:
            self.toast(str(error))
        self.close_spot()

    # -- overlays

    def overlays(self) -> tuple[MapOverlay, ...]:
        """Return the overlays of tracks, favourites and markers that are turned on."""
        settings = Settings(self.context)
        found = []
        if settings.flag("show_tracks"):
            paths = sorted(self.tracks.shown_in(settings.kept.get("selected_gpx")))[:MOST_SHOWN]
            tracks = self.tracks.contents(paths)
            if tracks:
                found.append(track_overlay(tuple(tracks)))
        if settings.flag("show_favorites"):
            files = self.favorites.files()
            if files:
                found.append(favorite_overlay(tuple(files)))
        if settings.flag("show_map_markers"):
            flags = self.markers.flags()
            if flags:
                found.append(marker_overlay(flags))
        place = self.fix()
        if place is not None:
            found.append(fix_overlay(place))
        return tuple(found)


def _described(spot: Spot) -> str:
    """Return the kind of a spot as used in descriptions."""
    if spot.kind == "address" and spot.street:
        return f"address.{spot.street}"
    return {"marker": "location", "track": "location"}.get(spot.kind, spot.kind)


def resolved(spot: Spot) -> Spot:
    """Return a spot with its address, if that wasn't known yet."""
    if spot.kind != "location" or spot.name:
        return replace(spot, looking=False)
    address = finding.address_of(spot.lat, spot.lon)
    return replace(spot, looking=False, name=address, address=address)


def spot_of(hit: Hit) -> Spot:
    """Return the spot of a search result."""
    match hit.kind:
        case "poi":
            return Spot("poi", hit.lat, hit.lon, hit.name, hit.detail, hit.place)
        case "town" | "village" | "hamlet":
            label = hit.kind.capitalize()
            return Spot("address", hit.lat, hit.lon, hit.name, label, street=hit.kind)
        case "street":
            name = f"{hit.name}, {hit.place}"
            return Spot("address", hit.lat, hit.lon, name, "Street", hit.place, street="street")
        case "house":
            name = f"{hit.name}, {hit.place}"
            return Spot("address", hit.lat, hit.lon, name, "Building", hit.place, street="house")
    return Spot("address", hit.lat, hit.lon, hit.name, hit.detail, hit.place)


def favorite_spot(favorite: Favorite) -> Spot:
    """Return the spot of a favourite."""
    return Spot(
        "favorite", favorite.lat, favorite.lon, favorite.name, favorite.group or "Favorites",
        favorite.address, f"{favorite.group}\n{favorite.name}",
    )  # fmt: skip
