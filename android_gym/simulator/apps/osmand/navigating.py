"""Directions, and trip recording: the points of a route, its line along the roads, a trip."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, Literal

from android_gym.simulator.apps.osmand import gpx
from android_gym.simulator.apps.osmand.actions import FINE
from android_gym.simulator.apps.osmand.model import Memory, Point, Recording, Route, Spot
from android_gym.simulator.apps.osmand.planning import PlanActions
from android_gym.simulator.apps.osmand.routing import line_of
from android_gym.simulator.apps.osmand.storage import TRACKS
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.mercator import project
from android_gym.simulator.ui.vector_map import MapOverlay, Pin, Trail

__all__ = ["NavigationActions", "route_overlay"]

MOST_VIA = 50
INTERVAL_MS = 5000


class NavigationActions(PlanActions):
    """The map's activity with directions and trip recording."""

    @property
    def route(self) -> Route:
        """The route; an empty one if there is none."""
        return self.state.route or Route()

    def open_route(self, **changes: Any) -> None:
        """Open the directions menu; `changes` are of fields of the route."""
        route = replace(self.route, open=True, **changes)
        self.update(route=route, spot=None, expanded=False, drawer=False, result="", hud=True)
        if route.start is None and not self.context.granted(FINE):
            names = (FINE, "android.permission.ACCESS_COARSE_LOCATION")
            self.request_permissions(names, request="route")

    def hide_route(self) -> None:
        """Close the directions menu; the route stays on the map if it has a destination."""
        route = self.route
        kept = route.end is not None
        self.update(route=replace(route, open=False) if kept else None)

    def cancel_route(self) -> None:
        """Remove the route."""
        self.update(route=None)

    def set_route_point(self, which: Literal["start", "end", "via"], spot: Spot) -> None:
        """Set a place as a point of the route."""
        route = replace(self.route, open=True)
        if which == "start":
            route = replace(route, start=spot)
        elif which == "end":
            route = replace(route, end=spot)
        elif len(route.via) < MOST_VIA:
            route = replace(route, via=(*route.via, spot))
        self.update(route=route, spot=None, expanded=False, result="")
        points = self.route_points()
        if points:
            self.show_place(*points[-1])

    def swap_route(self) -> None:
        """Swap start and destination."""
        route = self.route
        if route.end is not None or route.start is not None:
            turned = replace(route, start=route.end, end=route.start, via=route.via[::-1])
            self.update(route=turned)

    def remove_via(self, number: int) -> None:
        """Remove an intermediate point."""
        route = self.route
        self.update(route=replace(route, via=route.via[:number] + route.via[number + 1 :]))

    def route_points(self) -> list[Point]:
        """Return the known points of the route."""
        route = self.route
        start = (route.start.lat, route.start.lon) if route.start is not None else self.fix()
        ends = [*route.via, *([route.end] if route.end is not None else [])]
        places = [(spot.lat, spot.lon) for spot in ends]
        return [start, *places] if start is not None else places

    def route_line(self) -> tuple[Point, ...]:
        """Return the route's line along the roads; empty until both ends are known."""
        route = self.route
        points = self.route_points()
        known = route.start is not None or self.fix() is not None
        if route.end is None or not known:
            return ()
        return line_of(points, route.profile)

    def write_route(self, path: str, *, show: bool = True) -> bool:
        """Save the route as a track; return whether that succeeded."""
        name = path.rpartition("/")[2].removesuffix(".gpx")
        time = gpx.iso_time(self.context.system.clock.now_ms())
        return self.write_track(path, gpx.write_track(name, time, [self.route_line()]), show=show)

    # -- trip recording

    @property
    def recording(self) -> Recording:
        """The recorded trip."""
        return self.context.memory_of(Memory).get().recording

    def start_recording(self) -> None:
        """Start or resume recording."""
        if not self.context.granted(FINE):
            names = (FINE, "android.permission.ACCESS_COARSE_LOCATION")
            self.request_permissions(names, request="record")
            return
        recording = self.recording
        self.context.memory_of(Memory).set(Memory(replace(recording, running=True)))
        receiver = Intent(component="net.osmand/net.osmand.plus.NavigationService")
        self.context.system.location.request("net.osmand", receiver, INTERVAL_MS)

    def pause_recording(self) -> None:
        """Pause recording."""
        recording = self.recording
        self.context.memory_of(Memory).set(Memory(replace(recording, running=False)))
        self.context.system.location.remove("net.osmand")

    def finish_recording(self, *, save: bool) -> None:
        """Finish recording; save the trip as a track if asked to and if it has any points."""
        points = self.recording.points
        self.pause_recording()
        self.context.memory_of(Memory).set(Memory())
        if not save or not points:
            return
        stamp = self.context.system.clock.datetime().strftime("%Y-%m-%d_%H-%M_%a")
        folder = f"{TRACKS}/rec"
        name = self.tracks.free_name(stamp, folder)
        time = gpx.iso_time(self.context.system.clock.now_ms())
        data = gpx.write_track(name, time, [points], creator=gpx.APP)
        if self.write_track(f"{folder}/{name}.gpx", data):
            self.toast(f"Track saved: {name}")

    def on_permission_result(self, request: object, granted: bool) -> None:
        """Continue the action that needed the phone's location."""
        if request == "my_location" and granted:
            self.my_location()
        elif request == "record" and granted:
            self.start_recording()


@lru_cache(maxsize=16)
def route_overlay(points: tuple[Point, ...], line: tuple[Point, ...]) -> MapOverlay:
    """Return the overlay of a route's line and points."""
    trails = (Trail(tuple(project(*p) for p in line), 0xCC6020F0, 7.0),) if line else ()
    pins = [Pin(*project(*p), "disc", 0xFF6020F0, "flag") for p in points]
    return MapOverlay(trails, tuple(pins))
