"""Sheets of the route planner: start, options, saving, leaving, points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from android_gym.simulator.apps.osmand.look import button, heading, list_row, sheet
from android_gym.simulator.apps.osmand.navigating import NavigationActions
from android_gym.simulator.apps.osmand.routing import PROFILES
from android_gym.simulator.apps.osmand.storage import TRACKS
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import TextInputLayout
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, Switch, TextView

__all__ = [
    "ExitPlan",
    "OpenTrack",
    "OptionsSheet",
    "PointSheet",
    "ProfileSheet",
    "SaveTrack",
    "StartPlan",
    "TrackSaved",
    "open_track",
]

MOST_EDITED = 5


def _row(
    screen: NavigationActions, label: str, icon: str, click: Callable[[], object],
    detail: str | None = None,
) -> View:  # fmt: skip
    def chosen() -> None:
        screen.dismiss_dialog()
        click()

    return list_row(label, detail, icon=icon, on_click=chosen)


def _close(screen: NavigationActions, label: str = "Cancel") -> View:
    return button(label, "dismiss_button", screen.dismiss_dialog)


def open_track(screen: NavigationActions, path: str) -> None:
    """Open an existing track in the planner."""
    track = screen.tracks.get(path)
    if track is None:
        screen.toast("The track can't be read.")
        return
    screen.start_plan(track.routed or track.points, path)


@dataclass(frozen=True)
class StartPlan(Dialog[NavigationActions]):
    """Offers a new route, or an existing track to edit."""

    def build(self, screen: NavigationActions) -> Overlay:
        """Build the choices and the tracks edited last."""
        paths = screen.tracks.paths()
        rows: list[View | None] = [
            _row(screen, "Create new route", "plus", screen.start_plan),
            _row(screen, "Open existing track", "folder", partial(screen.show_dialog, OpenTrack())),
            _row(screen, "Import track", "file_import", screen.choose_file),
        ]
        if paths:
            rows.append(heading("Last edited"))
            rows += [
                _row(screen, path.rpartition("/")[2].removesuffix(".gpx"), "map_marker_path",
                     partial(open_track, screen, path))
                for path in paths[:MOST_EDITED]
            ]  # fmt: skip
        return sheet("Plan a route", rows, screen.dismiss_dialog, _close(screen))


@dataclass(frozen=True)
class OpenTrack(Dialog[NavigationActions]):
    """Lists the tracks to choose one."""

    def build(self, screen: NavigationActions) -> Overlay:
        """Build a row for each of the first hundred tracks."""
        rows: list[View | None] = [
            _row(screen, path.rpartition("/")[2].removesuffix(".gpx"), "map_marker_path",
                 partial(open_track, screen, path))
            for path in screen.tracks.paths()[:100]
        ]  # fmt: skip
        if not rows:
            rows = [TextView("You do not have any tracks yet", padding=16)]
        return sheet("Open existing track", rows, screen.dismiss_dialog, _close(screen))


@dataclass(frozen=True)
class ProfileSheet(Dialog[NavigationActions]):
    """Asks for the profile, whose roads the route follows between its points."""

    def build(self, screen: NavigationActions) -> Overlay:
        """Build a row for straight lines and one for each profile."""
        plan = screen.plan

        def choose(profile: str) -> None:
            screen.dismiss_dialog()
            screen.update(plan=replace(screen.plan, profile=profile))

        kinds = [("", "Straight line", "ray_start_end")]
        kinds += [(p.key, p.label, p.icon) for p in PROFILES]
        rows: list[View | None] = [
            list_row(
                label,
                icon=icon,
                selected=key == plan.profile,
                on_click=partial(choose, key),
            )
            for key, label, icon in kinds
        ]
        return sheet("Route between points", rows, screen.dismiss_dialog, _close(screen, "Close"))


@dataclass(frozen=True)
class OptionsSheet(Dialog[NavigationActions]):
    """Shows the planner's options."""

    def build(self, screen: NavigationActions) -> Overlay:
        """Build the rows."""
        plan = screen.plan
        label = next((p.label for p in PROFILES if p.key == plan.profile), "Straight line")

        def save_as() -> None:
            if plan.points:
                screen.show_dialog(SaveTrack(screen.suggested_name()))
            else:
                screen.toast("Please add at least one point.")

        def navigate() -> None:
            if not plan.points:
                screen.toast("Please add at least one point.")
                return
            screen.close_plan()
            spots = [screen.full_spot_at(lat, lon) for lat, lon in plan.points]
            first = spots[0] if len(spots) > 1 else None
            screen.open_route(start=first, via=tuple(spots[1:-1]), end=spots[-1])

        rows: list[View | None] = [
            _row(screen, "Route between points", "source_branch",
                 partial(screen.show_dialog, ProfileSheet()), label),
            _row(screen, "Save changes", "content_save", screen.done),
            _row(screen, "Save as new track", "content_save_edit", save_as),
            _row(screen, "Navigation", "navigation", navigate),
            _row(screen, "Reverse route", "swap_vertical",
                 lambda: screen.set_points(plan.points[::-1])),
            _row(screen, "Attach to the roads", "road",
                 partial(screen.show_dialog, ProfileSheet())),
            _row(screen, "Clear all", "delete", lambda: screen.set_points(())),
        ]  # fmt: skip
        return sheet("Options", rows, screen.dismiss_dialog, _close(screen, "Close"))


@dataclass(frozen=True)
class PointSheet(Dialog[NavigationActions]):
    """Actions on a point of the route."""

    number: int

    def build(self, screen: NavigationActions) -> Overlay | None:
        """Build the rows."""
        plan, number = screen.plan, self.number
        if not 0 <= number < len(plan.points):
            return None
        points = plan.points

        def insert(at: int) -> None:
            screen.update(plan=replace(screen.plan, insert=at))

        def move() -> None:
            screen.show_place(*points[number])
            screen.update(plan=replace(screen.plan, moving=number))

        rows: list[View | None] = [
            _row(screen, "Move point", "cursor_move", move),
            _row(screen, "Add point before", "arrow_up", partial(insert, number)),
            _row(screen, "Add point after", "arrow_down", partial(insert, number + 1)),
            _row(screen, "Trim before", "content_cut",
                 lambda: screen.set_points(points[number:])),
            _row(screen, "Trim after", "content_cut",
                 lambda: screen.set_points(points[: number + 1])),
            _row(screen, "Delete", "delete",
                 lambda: screen.set_points(points[:number] + points[number + 1 :])),
        ]  # fmt: skip
        title = f"Point {number + 1}"
        return sheet(title, rows, screen.dismiss_dialog, _close(screen))


@dataclass(frozen=True)
class SaveTrack(Dialog[NavigationActions]):
    """Asks for the name of a new track.

    Attributes:
        name: The typed name.
        show: Whether to show it on the map.
        source: "plan" for the planned route, "route" for the route of the directions.
    """

    name: str
    show: bool = True
    source: Literal["plan", "route"] = "plan"

    def build(self, screen: NavigationActions) -> Overlay:
        """Build the field and the buttons."""
        error = screen.name_error(self.name)

        def save() -> None:
            path = f"{TRACKS}/{self.name.strip()}.gpx"
            screen.hide_keyboard()
            if self.source == "plan":
                saved = screen.write_plan(path, show=self.show)
            else:
                saved = screen.write_route(path, show=self.show)
            if not saved:
                return
            screen.dismiss_dialog()
            screen.show_dialog(TrackSaved(path, self.source))

        field = TextInputLayout(
            EditText(
                self.name,
                id="name_edit_text",
                hint="Filename:",
                on_text_change=lambda text: screen.update_dialog(replace(self, name=text)),
                max_length=300,
                width=MATCH,
            ),
            error=error,
            width=MATCH,
        )
        return sheet(
            "Save as new track",
            [
                wide_column(field, padding=(16, 8)),
                wide_row(
                    TextView("Show on map", width=0, weight=1, size=16),
                    Switch(
                        checked=self.show,
                        id="switch_button",
                        on_checked_change=lambda on: screen.update_dialog(replace(self, show=on)),
                    ),
                    padding=(16, 12),
                    content_gravity="center_vertical",
                ),
            ],
            screen.dismiss_dialog,
            button(
                "Save", "right_bottom_button", save, primary=True, enabled=error is None,
                margin=(0, 4),
            ),
            button("Cancel", "dismiss_button", screen.dismiss_dialog, margin=(0, 4)),
        )  # fmt: skip


@dataclass(frozen=True)
class TrackSaved(Dialog[NavigationActions]):
    """Reports that a track was saved."""

    path: str
    source: str = "plan"

    def build(self, screen: NavigationActions) -> Overlay:
        """Build the track's name and the next actions."""
        name = self.path.rpartition("/")[2].removesuffix(".gpx")

        def leave() -> None:
            screen.dismiss_dialog()
            if self.source == "plan":
                screen.close_plan()

        def show() -> None:
            leave()
            screen.open_track(self.path)

        def share() -> None:
            screen.dismiss_dialog()
            screen.share(name)

        return sheet(
            "Track saved",
            [TextView(name, id="description", size=16, padding=(16, 0, 16, 8))],
            leave,
            button("Open saved track", "open_button", show, primary=True, margin=(0, 4)),
            button("Share", "share_button", share, margin=(0, 4)),
            button("Exit", "dismiss_button", leave, margin=(0, 4)),
        )


@dataclass(frozen=True)
class ExitPlan(Dialog[NavigationActions]):
    """Asks whether to leave an unsaved route."""

    def build(self, screen: NavigationActions) -> Overlay:
        """Build the question and its answers."""

        def leave() -> None:
            screen.dismiss_dialog()
            screen.close_plan()

        def save() -> None:
            screen.dismiss_dialog()
            screen.show_dialog(SaveTrack(screen.suggested_name()))

        text = "Discard all changes in the planned route?"
        return sheet(
            "Exit without saving?",
            [TextView(text, color="text_secondary", padding=(16, 0, 16, 8))],
            screen.dismiss_dialog,
            button("Exit", "exit_button", leave, margin=(0, 4)),
            button("Save", "save_button", save, margin=(0, 4)),
            button("Cancel", "dismiss_button", screen.dismiss_dialog, margin=(0, 4)),
        )
