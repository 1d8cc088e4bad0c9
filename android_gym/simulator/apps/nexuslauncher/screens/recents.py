"""Recents: a card for each task, the latest at the right; Clear all is left of the oldest."""

from __future__ import annotations

from functools import partial
from typing import Final

from android_gym.simulator.apps.nexuslauncher.actions import Actions
from android_gym.simulator.system.activities import ActivityTask
from android_gym.simulator.ui.drawables import Bitmap, Drawable, Rounded
from android_gym.simulator.ui.icons import AppIcon
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    HorizontalScrollView,
    SwipeLayout,
    column,
    row,
)
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, ImageView, TextView

__all__ = ["recents"]

TOP, GAP = 64, 16
"""dp above the cards, and between two of them."""

BOTTOM, BOTTOM_LANDSCAPE = 132, 100
"""dp below the cards, where the buttons are."""

ICON: Final = 48
FAR: Final = 100_000
"""dp to scroll to begin at the right end, however many cards there are."""


def recents(app: Actions) -> View:
    """Return the cards of the tasks and Clear all."""
    tasks = app.context.system.activities.recent_tasks
    if not tasks:
        return TextView(
            "No recent items",
            id="overview_panel",
            style="title_large",
            color="on_wallpaper",
            align="center",
            vertical="center",
            width=MATCH,
            height=MATCH,
            on_click=app.go_home,
        )
    display = app.context.system.display
    width, height = (pixels / display.density for pixels in display.size)
    below = BOTTOM if height > width else BOTTOM_LANDSCAPE
    room = max(80, height - TOP - below - ICON)
    size = (min(width * 0.72, room * width / height), room)
    clear = Button(
        "Clear all",
        id="clear_all",
        color="on_wallpaper",
        gravity="center_vertical",
        margin=(24, 0),
        on_click=app.close_all,
    )
    side = (width - size[0]) / 2
    cards = [_card(app, task, size) for task in reversed(tasks)]
    return HorizontalScrollView(
        row(
            clear,
            *cards,
            height=MATCH,
            padding=(side, TOP, side - GAP, 0),
            content_gravity="top",
        ),
        start=FAR,
        key=("overview", app.state.opened),
        id="overview_panel",
        width=MATCH,
        height=MATCH,
        background="scrim",
        pane_title="Recent apps",
    )


def _card(app: Actions, task: ActivityTask, size: tuple[float, float]) -> View:
    packages = app.context.system.packages
    package = task.affinity if packages.installed(task.affinity) else task.top.package
    manifest = packages.manifest(package)
    icon = AppIcon(*manifest.icon)
    picture = app.context.windows.task_snapshots.get(task.id)
    look: Drawable = Rounded("all_apps", 16)
    inside: list[View] = [ImageView(icon, size=84, tint=None, gravity="center")]
    if picture is not None:
        look, inside = Bitmap(picture, "center_crop", 16), []
    snapshot = FrameLayout(
        inside,
        id="snapshot",
        width=size[0],
        height=size[1],
        background=look,
        important_for_accessibility="no_hide_descendants",
    )
    card = column(
        ImageView(
            icon,
            size=ICON,
            tint=None,
            id="icon",
            margin=(0, 0, 0, 8),
            important_for_accessibility="no",
        ),
        snapshot,
        key=("task", task.id),
        class_name="android.widget.FrameLayout",
        content_description=manifest.label,
        content_gravity="center_horizontal",
        on_click=partial(app.resume, task.id),
    )
    actions = row(
        Button(
            "Screenshot",
            id="action_screenshot",
            icon="cellphone_screenshot",
            kind="tonal",
            on_click=partial(app.save_snapshot, task.id),
        ),
        id="action_buttons",
        gravity="center_horizontal",
        margin=(0, 16, 0, 0),
    )
    return SwipeLayout(
        [column(card, actions if picture is not None else None)],
        key=("swipe", task.id),
        on_swipe={"up": partial(app.close, task.id)},
        margin=(0, 0, GAP, 0),
    )
