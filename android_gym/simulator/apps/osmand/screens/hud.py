"""Controls on the map: round buttons, the ruler, the bar of search results."""

from __future__ import annotations

import math

from android_gym.simulator.apps.osmand.actions import FINE
from android_gym.simulator.apps.osmand.dialogs.configure import ConfigureMap
from android_gym.simulator.apps.osmand.dialogs.search import SearchDialog
from android_gym.simulator.apps.osmand.look import button, map_button
from android_gym.simulator.apps.osmand.navigating import NavigationActions
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, column, row, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, TextView

__all__ = ["hud", "location_button", "moving_bar", "zoom_buttons"]

_STEPS = (1, 2, 5)


def hud(app: NavigationActions) -> View:
    """Build the buttons on the map."""
    top = app.context.windows.status_bar_height / app.context.windows.density
    return FrameLayout(
        [_top(app, top), _bottom(app)],
        id="map_hud_layout",
        width=MATCH,
        height=MATCH,
    )


def _top(app: NavigationActions, above: float) -> View:
    camera = app.camera
    compass = None
    if camera.rotation:
        compass = map_button(
            "compass", "map_compass_button", "Map direction is fixed", app.turn_north, 44,
            "#FF8800",
        )  # fmt: skip
    return column(
        result_bar(app),
        row(
            map_button(
                "layers", "map_layers_button", "Configure map",
                lambda: app.show_dialog(ConfigureMap()), 44, "primary",
            ),
            View(width=8, height=1),
            map_button(
                "magnify", "map_search_button", "Search", lambda: app.show_dialog(SearchDialog()),
                44,
            ),
            margin=(8, 8, 0, 0),
        ),
        column(compass, margin=(8, 8, 0, 0)) if compass is not None else None,
        width=MATCH,
        padding=(0, above, 0, 0),
        gravity="top",
    )  # fmt: skip


def result_bar(app: NavigationActions) -> View | None:
    """Build the bar that returns to the search; None if no search led here."""
    query = app.state.result
    if not query:
        return None

    def back() -> None:
        app.close_spot()
        app.show_dialog(SearchDialog(query))

    return wide_row(
        ImageButton(
            "arrow_back",
            id="widget_top_bar_back_button",
            content_description="Back to search",
            on_click=back,
        ),
        TextView(
            query,
            id="widget_top_bar_title",
            size=18,
            max_lines=1,
            width=0,
            weight=1,
            gravity="center_vertical",
        ),
        ImageButton(
            "close",
            id="widget_top_bar_close_button",
            content_description="Close",
            on_click=lambda: app.update(result=""),
        ),
        id="widget_top_bar",
        background="card",
        elevation=2,
        content_gravity="center_vertical",
        eats_touches=True,
    )


def location_button(app: NavigationActions) -> View:
    """Build the button that shows the phone's location."""
    granted = app.context.granted(FINE)
    known = app.fix() is not None
    text = "Where am I" if known or not granted else "Position not yet known."
    if app.state.linked:
        text = "Map linked to location"
    icon = "crosshairs_gps" if known else "crosshairs"
    tint = "primary" if app.state.linked else "icon"
    return map_button(icon, "map_my_location_button", text, app.my_location, 52, tint)


def zoom_buttons(app: NavigationActions) -> View:
    """Build the zoom buttons."""
    return column(
        map_button("plus", "map_zoom_in_button", "Zoom in", lambda: app.zoom_by(1)),
        View(width=1, height=8),
        map_button("minus", "map_zoom_out_button", "Zoom out", lambda: app.zoom_by(-1)),
    )


def _bottom(app: NavigationActions) -> View:
    left = row(
        map_button("menu", "map_menu_button", "Back to menu", lambda: app.update(drawer=True)),
        View(width=8, height=1),
        map_button("navigation_variant", "map_route_info_button", "Route", app.open_route),
        gravity="bottom",
    )
    right = row(
        FrameLayout([location_button(app)], gravity="bottom", margin=(0, 0, 8, 0)),
        zoom_buttons(app),
        gravity="bottom",
    )
    return wide_row(
        left,
        FrameLayout([ruler(app)], width=0, weight=1, gravity="bottom"),
        right,
        padding=8,
        gravity="bottom",
    )


def ruler(app: NavigationActions) -> View:
    """Build the ruler: a line of a round length, and that length."""
    metre = app.camera.metres_per_px(app.density) * app.density
    most = max(1.0, metre * 90)
    power = 10.0 ** math.floor(math.log10(most))
    length = max(step * power for step in _STEPS if step * power <= most)
    return column(
        TextView(
            _round(app.far(length)), id="map_ruler_text", size=12, color="text_primary",
            align="center", width=MATCH, max_lines=1, most_scale=1.0,
        ),
        View(
            id="map_ruler_image", height=4, width=max(8.0, length / metre),
            background=Rounded(None, 0, "text_primary", 1),
        ),
        id="map_ruler_layout",
        gravity="center_horizontal",
        visibility="visible",
    )  # fmt: skip


def _round(text: str) -> str:
    """Remove trailing zeros of the fraction."""
    number, _, unit = text.partition(" ")
    return f"{number.removesuffix('0').removesuffix('.0')} {unit}" if "." in number else text


def moving_bar(app: NavigationActions) -> View:
    """Build the view shown while a marker is moved under the cross."""
    return column(
        TextView(
            "Move the map to change the marker's position",
            id="description",
            size=16,
            padding=(16, 12),
        ),
        wide_row(
            button("Cancel", "cancel_button", lambda: app.update(changing=""), width=0, weight=1),
            View(width=16, height=1),
            button("Apply", "apply_button", app.move_marker_here, primary=True, width=0, weight=1),
            padding=(16, 0, 16, 12),
        ),
        width=MATCH,
        background="card",
        gravity="bottom",
        eats_touches=True,
    )
