"""The route planner: a bar above the map, a panel below it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from android_gym.simulator.apps.osmand.dialogs.planner import (
    ExitPlan,
    OptionsSheet,
    PointSheet,
    ProfileSheet,
)
from android_gym.simulator.apps.osmand.formats import bearing
from android_gym.simulator.apps.osmand.gpx import length_of
from android_gym.simulator.apps.osmand.look import ROW, list_row
from android_gym.simulator.apps.osmand.navigating import NavigationActions
from android_gym.simulator.apps.osmand.routing import PROFILES
from android_gym.simulator.apps.osmand.screens.hud import location_button, zoom_buttons
from android_gym.simulator.system.location import distance_m
from android_gym.simulator.ui.drawables import Oval, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    RecyclerView,
    column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageButton, TextView

__all__ = ["leave_plan", "planner"]


def leave_plan(app: NavigationActions) -> None:
    """Close the planner; ask first if changes would be lost."""
    plan = app.plan
    if plan.points and (plan.done or not plan.path):
        app.show_dialog(ExitPlan())
    else:
        app.close_plan()


def planner(app: NavigationActions) -> View:
    """Build the bar and the panel."""
    return column(
        _bar(app),
        FrameLayout([_side(app)], width=MATCH, height=0, weight=1),
        _panel(app),
        width=MATCH,
        height=MATCH,
    )


def _bar(app: NavigationActions) -> View:
    windows, plan = app.context.windows, app.plan
    title, description = "Plan a route", None
    if plan.path:
        title, description = plan.path.rpartition("/")[2].removesuffix(".gpx"), "Plan a route"
    elif len(plan.points) >= 2:
        title, description = app.suggested_name(), "Plan a route"
    return wide_row(
        ImageButton(
            "close",
            id="widget_top_bar_back_button",
            content_description="Close",
            on_click=partial(leave_plan, app),
        ),
        column(
            TextView(title, id="widget_top_bar_title", size=18, max_lines=1),
            TextView(description, id="widget_top_bar_description", size=12, color="text_secondary")
            if description
            else None,
            width=0,
            weight=1,
            gravity="center_vertical",
        ),
        TextView(
            "Save" if plan.path else "Done",
            id="widget_top_bar_save",
            size=16,
            weight_font=500,
            color="primary",
            padding=(16, 12),
            on_click=app.done,
        ),
        id="widget_top_bar",
        background="card",
        elevation=2,
        min_height=48,
        padding=(0, windows.status_bar_height / windows.density, 0, 0),
        content_gravity="center_vertical",
        eats_touches=True,
    )


def _side(app: NavigationActions) -> View:
    profile = next((p for p in PROFILES if p.key == app.plan.profile), None)
    return wide_row(
        ImageButton(
            "source_branch" if profile is None else profile.icon,
            id="snap_to_road_image_button",
            content_description="Snap to road",
            tint="icon" if profile is None else "primary",
            width=52,
            height=52,
            background=Oval("card", "rim"),
            gravity="bottom",
            on_click=lambda: app.show_dialog(ProfileSheet()),
        ),
        View(width=0, height=1, weight=1),
        FrameLayout([location_button(app)], gravity="bottom", margin=(0, 0, 8, 0)),
        zoom_buttons(app),
        id="measurement_buttons",
        padding=8,
        gravity="bottom",
    )


def _panel(app: NavigationActions) -> View:
    plan = app.plan
    points: View | None = None
    if plan.expanded:
        points = RecyclerView(
            len(plan.points),
            lambda index: _point(app, index),
            id="measure_points_recycler_view",
            width=MATCH,
            height=160,
        )
    return wide_column(
        _numbers(app),
        points,
        _controls(app),
        background="card",
        elevation=4,
        eats_touches=True,
    )


def _numbers(app: NavigationActions) -> View:
    plan = app.plan
    to_centre = ""
    if plan.points:
        last = plan.points[plan.moving if 0 <= plan.moving < len(plan.points) else -1]
        far = app.far(distance_m(*last, *app.centre))
        to_centre = f"{far} • {bearing(*last, *app.centre)}°"
    return wide_row(
        row(
            TextView(
                f"{app.far(length_of(app.line()))},",
                id="measurement_distance_text_view",
                size=16,
                weight_font=500,
                max_lines=1,
            ),
            TextView(
                f"points: {len(plan.points)}",
                id="measurement_points_text_view",
                size=16,
                margin=(6, 0),
                max_lines=1,
            ),
            width=0,
            weight=1,
        ),
        TextView(
            to_centre,
            id="distance_to_center_text_view",
            size=14,
            color="text_secondary",
            max_lines=1,
            gravity="center_vertical",
        ),
        ImageButton(
            "chevron_down" if plan.expanded else "chevron_up",
            id="up_down_button",
            content_description="Collapse" if plan.expanded else "Expand",
            on_click=lambda: app.update(plan=replace(plan, expanded=not plan.expanded)),
        ),
        id="up_down_row",
        class_name=ROW,
        min_height=48,
        padding=(16, 0, 0, 0),
        content_gravity="center_vertical",
    )


def _point(app: NavigationActions, index: int) -> View:
    points = app.plan.points
    far = "Start"
    if index:
        far = app.far(distance_m(*points[index - 1], *points[index]))
    return list_row(
        f"Point {index + 1}",
        far,
        icon="circle_medium",
        tint="primary",
        key=index,
        on_click=lambda: app.show_dialog(PointSheet(index)),
        trailing=ImageButton(
            "close",
            content_description="Delete",
            on_click=lambda: app.set_points(points[:index] + points[index + 1 :]),
        ),
    )


def _controls(app: NavigationActions) -> View:
    plan = app.plan
    moving = plan.moving >= 0
    return wide_row(
        Button(
            "Cancel" if moving else "Options",
            id="cancel_move_point_button" if moving else "options_button",
            on_click=(lambda: app.update(plan=replace(plan, moving=-1)))
            if moving
            else (lambda: app.show_dialog(OptionsSheet())),
            all_caps=False,
            size=16,
        ),
        View(width=0, height=1, weight=1),
        ImageButton(
            "undo",
            id="undo_point_button",
            content_description="Undo",
            enabled=bool(plan.done),
            on_click=app.undo,
        ),
        ImageButton(
            "redo",
            id="redo_point_button",
            content_description="Redo",
            enabled=bool(plan.undone),
            on_click=app.redo,
        ),
        View(width=0, height=1, weight=1),
        Button(
            "Apply" if moving else "Add",
            id="apply_move_point_button" if moving else "add_point_button",
            on_click=app.add_centre,
            all_caps=False,
            size=16,
            color="#FFFFFF",
            background=Rounded("primary", 4),
            min_width=88,
            min_height=40,
        ),
        id="measure_mode_controls",
        padding=(8, 4, 16, 8),
        content_gravity="center_vertical",
    )
