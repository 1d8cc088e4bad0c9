"""The route planner: editing a route's points, and saving it as a track."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from android_gym.errors import FileError
from android_gym.simulator.apps.osmand import gpx
from android_gym.simulator.apps.osmand.actions import MapActions, resolved
from android_gym.simulator.apps.osmand.model import Plan, Point, Spot
from android_gym.simulator.apps.osmand.routing import line_of
from android_gym.simulator.apps.osmand.storage import TRACKS
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import callback
from android_gym.simulator.ui.mercator import project
from android_gym.simulator.ui.vector_map import MapOverlay, Trail

__all__ = ["PlanActions", "plan_overlay"]

MOST_POINTS: Final = 2000
MOST_STEPS: Final = 200
POINT_DP: Final = 24.0
BAD_LETTERS: Final = frozenset('/\\:*?"<>|\n\t')


class PlanActions(MapActions):
    """The map's activity with the route planner."""

    @property
    def plan(self) -> Plan:
        """The route; an empty one while the planner is closed."""
        return self.state.plan or Plan()

    def start_plan(self, points: Sequence[Point] = (), path: str = "") -> None:
        """Open the planner."""
        self.update(
            plan=Plan(tuple(points)[:MOST_POINTS], path=path),
            spot=None,
            expanded=False,
            drawer=False,
            result="",
            hud=True,
        )
        if points:
            self.show_place(*points[0])

    def set_points(self, points: Sequence[Point]) -> None:
        """Replace the points, as a change that can be undone."""
        plan = self.plan
        if tuple(points) == plan.points or len(points) > MOST_POINTS:
            return
        done = (*plan.done, plan.points)[-MOST_STEPS:]
        self.update(
            plan=replace(plan, points=tuple(points), done=done, undone=(), moving=-1, insert=-1)
        )

    def add_point(self, lat: float, lon: float) -> None:
        """Add a point at the end or the insertion index, or move the point being moved."""
        plan, place = self.plan, (round(lat, 7), round(lon, 7))
        if plan.moving >= 0:
            points = list(plan.points)
            if plan.moving < len(points):
                points[plan.moving] = place
            self.set_points(points)
            return
        at = plan.insert if 0 <= plan.insert <= len(plan.points) else len(plan.points)
        self.set_points((*plan.points[:at], place, *plan.points[at:]))

    def add_centre(self) -> None:
        """Add the point under the cross."""
        self.add_point(*self.centre)

    def undo(self) -> None:
        """Undo the last change."""
        plan = self.plan
        if plan.done:
            self.update(
                plan=replace(
                    plan,
                    points=plan.done[-1],
                    done=plan.done[:-1],
                    undone=(*plan.undone, plan.points),
                )
            )

    def set_moving(self, number: int) -> None:
        """Start moving a point; -1 stops moving."""
        self.update(plan=replace(self.plan, moving=number))

    def redo(self) -> None:
        """Redo the change undone last."""
        plan = self.plan
        if plan.undone:
            self.update(
                plan=replace(
                    plan,
                    points=plan.undone[-1],
                    undone=plan.undone[:-1],
                    done=(*plan.done, plan.points),
                )
            )

    def point_at(self, x: float, y: float) -> int:
        """Return the index of the point at a pixel of the map; -1 for none."""
        view, reach = self.state.view, POINT_DP * self.density
        found = (reach, -1)
        for number, (lat, lon) in enumerate(self.plan.points):
            px, py = view.camera.on_screen(*project(lat, lon), view.size, self.density)
            far = max(abs(px - x), abs(py - y))
            if far < found[0]:
                found = (far, number)
        return found[1]

    def on_tap(self, x: float, y: float) -> None:
        """Add the tapped point while the planner is open."""
        if self.state.plan is None:
            super().on_tap(x, y)
            return
        number = self.point_at(x, y) if self.plan.moving < 0 else -1
        if number >= 0:
            self.open_point(number)
        else:
            view = self.state.view
            self.add_point(*view.camera.at(x, y, view.size, self.density))

    def full_spot_at(self, lat: float, lon: float) -> Spot:
        """Return the spot of a location, with its address."""
        return resolved(Spot("location", lat, lon, type="Location"))

    def open_track(self, path: str) -> None:
        """Show a track on the map, with its context menu."""
        track = self.tracks.get(path)
        if track is None or not track.points:
            self.toast("The track can't be read.")
            return
        self.tracks.show(self.tracks.shown() | {path})
        middle = track.points[len(track.points) // 2]
        self.show_place(*middle, zoom=min(self.camera.zoom, 14.0))
        kind = f"{self.far(track.length)} • points: {len(track.points)}"
        self.open_spot(Spot("track", *middle, track.name, kind, key=path))

    def choose_file(self) -> None:
        """Let the user choose a file to import."""
        intent = Intent(
            "android.intent.action.OPEN_DOCUMENT",
            type="*/*",
            categories=("android.intent.category.OPENABLE",),
        )
        self.start_activity(intent, request="import")

    def import_track(self, uri: str) -> None:
        """Copy a file to the tracks and show it; report a file that is no track."""
        path, files = document_path(uri), self.context.system.files.as_user(self.context.uid)
        track = None
        if path is not None and files.is_file(path) and files.may(path, "r"):
            track = gpx.read_track(path, files.read(path))
        if track is None or not track.points:
            self.toast("The track can't be read.")
            return
        stem = "".join(c for c in track.name if c not in BAD_LETTERS).strip(" .") or "track"
        target = f"{TRACKS}/{self.tracks.free_name(stem[:100])}.gpx"
        if self.write_track(target, files.read(track.path)):
            self.open_track(target)

    def open_point(self, number: int) -> None:
        """Show the actions on a point."""
        raise NotImplementedError

    def line(self) -> tuple[Point, ...]:
        """Return the line of the route."""
        return line_of(self.plan.points, self.plan.profile)

    def close_plan(self) -> None:
        """Close the planner, dropping the route."""
        self.update(plan=None)

    # -- saving

    def suggested_name(self) -> str:
        """Return the suggested name for a new track: the date."""
        day = self.context.system.clock.datetime().strftime("%a %d %b %Y")
        return self.tracks.free_name(day)

    def done(self) -> None:
        """Save at once, close the planner and show the track."""
        plan = self.plan
        if not plan.points:
            self.toast("Please add at least one point.")
            return
        path = plan.path or f"{TRACKS}/{self.suggested_name()}.gpx"
        if not self.write_plan(path):
            return
        self.close_plan()
        name = path.rpartition("/")[2]
        if plan.path:
            self.show_snackbar(f"GPX file saved to {name}", duration_ms=5000)
        else:
            self.show_snackbar(
                f"GPX file saved to {name}",
                action="Undo",
                method="unsave",
                arguments=(path,),
                duration_ms=5000,
            )

    @callback
    def unsave(self, path: str) -> None:
        """Delete the track that was just saved."""
        self.tracks.delete([path])

    def write_plan(self, path: str, *, show: bool = True) -> bool:
        """Save the route to a file; return whether that succeeded."""
        plan = self.plan
        name = path.rpartition("/")[2].removesuffix(".gpx")
        time = gpx.iso_time(self.context.system.clock.now_ms())
        line = self.line()
        data = gpx.write_track(name, time, [line], planned=plan.points, profile=plan.profile)
        return self.write_track(path, data, show=show)

    def write_track(self, path: str, data: bytes, *, show: bool = True) -> bool:
        """Write a track's file, and optionally show it; return whether that succeeded."""
        try:
            self.tracks.save(path, data)
        except FileError as error:
            self.toast(str(error))
            return False
        if show:
            self.tracks.show(self.tracks.shown() | {path})
        return True

    def name_error(self, name: str) -> str | None:
        """Return why a track can't have a name; None if it can."""
        name = name.strip()
        if not name:
            return "Empty filename"
        if BAD_LETTERS & set(name) or name.startswith("."):
            return "Illegal character in file name"
        if len(f"{name}.gpx".encode()) > 255:
            return "File name is too long"
        return "File with same name already exists." if self.tracks.exists(name) else None


@lru_cache(maxsize=64)
def plan_overlay(points: tuple[Point, ...], profile: str) -> MapOverlay:
    """Return the overlay of a route's line and points."""
    line = Trail(tuple(project(*p) for p in line_of(points, profile)), 0xFF237BFF, 5.0)
    if not profile:
        return MapOverlay((replace(line, dots=True),))
    dots = Trail(tuple(project(*p) for p in points), 0xFF237BFF, 0.01, dots=True)
    return MapOverlay((line, dots))
