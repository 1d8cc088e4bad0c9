"""The context menu: a sheet at the bottom of the map with actions on a place."""

from __future__ import annotations

from collections.abc import Callable

from android_gym.simulator.apps.osmand.dialogs.editor import DeleteFavorite, editor_for
from android_gym.simulator.apps.osmand.dialogs.planner import open_track
from android_gym.simulator.apps.osmand.dialogs.sheets import (
    ICONS,
    ActionsSheet,
    MarkerSheet,
    ShareSheet,
)
from android_gym.simulator.apps.osmand.look import ROW, list_row
from android_gym.simulator.apps.osmand.model import Spot
from android_gym.simulator.apps.osmand.navigating import NavigationActions
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column, row, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Divider, ImageButton, ImageView, TextView

__all__ = ["context_menu"]

TINTS = {"favorite": "#EECC22", "marker": "#2196F3", "track": "#FF2D55"}


def context_menu(app: NavigationActions, spot: Spot) -> View:
    """Build the menu: title, four buttons, two links, and details if it is expanded."""
    if app.state.expanded:
        return _whole(app, spot)
    return wide_column(
        _head(app, spot),
        _buttons(app, spot),
        Divider(),
        _links(app, spot),
        id="context_menu_main",
        background=Rounded("card", (10, 10, 0, 0)),
        elevation=8,
        gravity="bottom",
        eats_touches=True,
    )


def _head(app: NavigationActions, spot: Spot) -> View:
    far, degrees = app.away(spot.lat, spot.lon)
    return wide_row(
        column(
            TextView(spot.title, id="context_menu_line1", size=20, max_lines=2),
            TextView(
                spot.type, id="context_menu_line2", size=15, color="text_secondary", max_lines=1,
                margin=(0, 2),
            ),
            row(
                ImageView("navigation", size=16, tint="primary"),
                TextView(
                    f"{far} • {degrees}°", id="distance", size=15, color="primary", max_lines=1
                ),
                id="compass_layout",
                content_gravity="center_vertical",
            ),
            width=0,
            weight=1,
        ),
        ImageView(
            ICONS[spot.kind], id="context_menu_icon_view", tint=TINTS.get(spot.kind, "primary")
        ),
        padding=(16, 16, 16, 8),
    )  # fmt: skip


def _buttons(app: NavigationActions, spot: Spot) -> View:
    def edit() -> None:
        app.show_dialog(editor_for(app, spot))

    def mark() -> None:
        if spot.kind == "marker":
            app.show_dialog(MarkerSheet(spot.key))
        else:
            app.add_marker()

    def hide() -> None:
        app.tracks.show(app.tracks.shown() - {spot.key})
        app.close_spot()

    items: list[tuple[str, str, Callable[[], object]]]
    if spot.kind == "track":
        items = [
            ("Hide", "eye_off", hide),
            ("Edit", "pencil", lambda: open_track(app, spot.key)),
            ("Share", "share_variant", lambda: app.share(spot.name)),
            ("Actions", "dots_horizontal", lambda: app.show_dialog(ActionsSheet(spot))),
        ]
    else:
        favorite, marked = spot.kind == "favorite", spot.kind == "marker"
        items = [
            ("Edit Favorite" if favorite else "Add", "star_outline", edit),
            ("Edit" if marked else "Marker", "flag_outline", mark),
            ("Share", "share_variant", lambda: app.show_dialog(ShareSheet(spot))),
            ("Actions", "dots_horizontal", lambda: app.show_dialog(ActionsSheet(spot))),
        ]
    return wide_row(
        *(
            column(
                ImageView(icon, id="icon", tint="primary", gravity="center_horizontal"),
                TextView(
                    text, id="text", size=14, color="primary", max_lines=1, most_scale=1.2,
                    gravity="center_horizontal", margin=(0, 4, 0, 0),
                ),
                key=text,
                id="item",
                class_name=ROW,
                width=0,
                weight=1,
                padding=(4, 8),
                on_click=click,
            )
            for text, icon, click in items
        ),
        id="context_menu_buttons",
    )  # fmt: skip


def _links(app: NavigationActions, spot: Spot) -> View:
    def link(text: str, id: str, icon: str, end: bool, click: Callable[[], object]) -> View:
        return TextView(
            text,
            id=id,
            size=15,
            weight_font=500,
            color="primary",
            icon=None if end else icon,
            icon_end=icon if end else None,
            align="end" if end else "start",
            vertical="center",
            min_height=48,
            width=0,
            weight=1,
            padding=(16, 0),
            max_lines=1,
            on_click=click,
        )

    return wide_row(
        link(
            "Details", "context_menu_details_button", "information_outline", False,
            lambda: app.update(expanded=not app.state.expanded),
        ),
        link(
            "Navigation", "context_menu_directions_button", "navigation_variant", True,
            lambda: app.open_route(end=spot),
        ),
        id="context_menu_bottom_buttons",
    )  # fmt: skip


def _whole(app: NavigationActions, spot: Spot) -> View:
    windows = app.context.windows
    above = windows.status_bar_height / windows.density
    return column(
        wide_row(
            ImageButton(
                "chevron_down",
                id="context_menu_toolbar_back",
                content_description="Collapse",
                on_click=lambda: app.update(expanded=False),
            ),
            TextView(spot.title, size=18, max_lines=1, width=0, weight=1, margin=(8, 0)),
            content_gravity="center_vertical",
        ),
        ScrollView(
            wide_column(
                _head(app, spot),
                _buttons(app, spot),
                Divider(),
                _links(app, spot),
                Divider(),
                *_details(app, spot),
            ),
            id="context_menu_bottom_scroll",
            width=MATCH,
            height=0,
            weight=1,
        ),
        id="context_menu_main",
        width=MATCH,
        height=MATCH,
        padding=(0, above, 0, 0),
        background="card",
        eats_touches=True,
    )


def _details(app: NavigationActions, spot: Spot) -> list[View | None]:
    def copied(text: str) -> Callable[[], None]:
        def copy() -> None:
            app.context.system.clipboard.set_text(text)
            app.toast(f"Copied to clipboard\n{text}")

        return copy

    place = app.coordinates(spot.lat, spot.lon)
    rows: list[View | None] = []
    if spot.address and spot.address != spot.name:
        rows.append(list_row(spot.address, icon="home_city", on_click=copied(spot.address)))
    rows.append(
        list_row(place, "Coordinates", icon="crosshairs_gps", key="place", on_click=copied(place))
    )
    if spot.kind == "favorite":
        group, _, name = spot.key.partition("\n")
        favorite = app.favorites.get(group, name)
        if favorite is not None:
            if favorite.description:
                rows.append(list_row(favorite.description, icon="text"))
            rows.append(list_row(group or "Favorites", "Group", icon="folder"))
            ask = DeleteFavorite(favorite)
            rows.append(
                list_row(
                    "Delete", icon="delete", tint="warning", on_click=lambda: app.show_dialog(ask)
                )
            )
    if spot.kind == "track":
        track = app.tracks.get(spot.key)
        if track is not None:
            rows.append(list_row(app.far(track.length), "Distance", icon="ruler"))
            rows.append(list_row(str(len(track.points)), "Points", icon="map_marker_path"))
    return rows
