"""The directions menu: start, intermediate points, destination, and the route's length and time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal

from android_gym.simulator.apps.osmand.dialogs.planner import SaveTrack
from android_gym.simulator.apps.osmand.dialogs.search import SearchDialog
from android_gym.simulator.apps.osmand.formats import duration
from android_gym.simulator.apps.osmand.gpx import length_of
from android_gym.simulator.apps.osmand.look import ROW, button
from android_gym.simulator.apps.osmand.navigating import NavigationActions
from android_gym.simulator.apps.osmand.routing import PROFILES, seconds_of
from android_gym.simulator.ui.drawables import Oval, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column, row, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Divider, ImageButton, ImageView, TextView

__all__ = ["route_menu"]


def route_menu(app: NavigationActions) -> View:
    """Build the menu."""
    route = app.route
    start = route.start.title if route.start is not None else "My Position"
    end = route.end.title if route.end is not None else "Add destination"
    return column(
        _profiles(app),
        Divider(),
        ScrollView(
            wide_column(
                _place(
                    app, "FromLayout", "From:", "fromText", start, "source_commit_start", "start",
                    ("swap_vertical", "from_button", "Swap", app.swap_route),
                ),
                *(_via(app, number) for number in range(len(route.via))),
                _place(
                    app, "ViaLayout", "Intermediate destinations", "ViaView",
                    "Add intermediate destination", "map_marker_plus", "via", None,
                )
                if route.end is not None
                else None,
                _place(app, "ToLayout", "To:", "toText", end, "flag_checkered", "end", None),
                _result(app),
            ),
            width=MATCH,
        ),
        Divider(),
        wide_row(
            button("Cancel", "cancel_button", app.cancel_route, width=0, weight=1),
            View(width=16, height=1),
            button(
                "Start", "start_button", lambda: _start(app), primary=True,
                enabled=bool(app.route_line()), width=0, weight=1,
            ),
            id="control_buttons",
            padding=(16, 8),
        ),
        id="main",
        width=MATCH,
        background=Rounded("card", (10, 10, 0, 0)),
        elevation=8,
        gravity="bottom",
        eats_touches=True,
    )  # fmt: skip


def _start(app: NavigationActions) -> None:
    if app.fix() is None:
        app.toast("Position not yet known.")
        return
    app.hide_route()
    app.my_location()


def _profiles(app: NavigationActions) -> View:
    chosen = app.route.profile
    return row(
        *(
            ImageButton(
                profile.icon,
                key=profile.key,
                content_description=profile.label,
                selected=profile.key == chosen,
                tint="primary" if profile.key == chosen else "icon",
                background=Oval("pale") if profile.key == chosen else None,
                on_click=partial(app.open_route, profile=profile.key),
            )
            for profile in PROFILES
        ),
        id="app_modes",
        padding=(8, 4),
    )


def _place(
    app: NavigationActions,
    id: str,
    label: str,
    text_id: str,
    text: str,
    icon: str,
    which: Literal["start", "end", "via"],
    more: tuple[str, str, str, Callable[[], object]] | None,
) -> View:
    end: View | None = None
    if more is not None:
        end = ImageButton(more[0], id=more[1], content_description=more[2], on_click=more[3])
    return wide_row(
        ImageView(icon, tint="primary", margin=(0, 0, 16, 0)),
        column(
            TextView(label, size=12, color="text_secondary", max_lines=1),
            TextView(text, id=text_id, size=16, max_lines=1),
            width=0,
            weight=1,
        ),
        end,
        id=id,
        class_name=ROW,
        min_height=56,
        padding=(16, 0),
        content_gravity="center_vertical",
        on_click=lambda: app.show_dialog(SearchDialog(purpose=which)),
    )


def _via(app: NavigationActions, number: int) -> View:
    spot = app.route.via[number]
    return wide_row(
        ImageView("map_marker", tint="icon", margin=(0, 0, 16, 0)),
        column(
            TextView(f"Intermediate destination {number + 1}", size=12, color="text_secondary"),
            TextView(spot.title, size=16, max_lines=1),
            width=0,
            weight=1,
        ),
        ImageButton(
            "close",
            content_description="Remove",
            on_click=partial(app.remove_via, number),
        ),
        key=("via", number),
        class_name=ROW,
        min_height=56,
        padding=(16, 0),
        content_gravity="center_vertical",
    )


def _result(app: NavigationActions) -> View | None:
    line = app.route_line()
    if not line:
        return None
    metres = length_of(line)
    time = duration(seconds_of(metres, app.route.profile))
    return wide_row(
        column(
            TextView(f"{app.far(metres)}, {time}", id="time_text", size=16, weight_font=500),
            TextView("Route information", size=12, color="text_secondary"),
            width=0,
            weight=1,
        ),
        ImageButton(
            "content_save",
            id="save_as_gpx",
            content_description="Save as new track",
            tint="primary",
            on_click=lambda: app.show_dialog(SaveTrack(app.suggested_name(), source="route")),
        ),
        id="route_info",
        class_name=ROW,
        min_height=56,
        padding=(16, 0),
        content_gravity="center_vertical",
    )
