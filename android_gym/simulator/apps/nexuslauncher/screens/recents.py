"""Recents: a card for each task."""

from __future__ import annotations

from android_gym.simulator.apps.nexuslauncher.actions import Actions
from android_gym.simulator.system.activities import ActivityTask
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.icons import AppIcon
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    HorizontalScrollView,
    LinearLayout,
    SwipeLayout,
    column,
    row,
)
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, ImageView, TextView

__all__ = ["recents"]


def recents(app: Actions) -> View:
    """Return the cards of the tasks and Clear all."""
    activities = app.context.system.activities
    tasks = [
        task
        for task in activities.tasks
        if not task.home and not activities.info(task.records[0])[1].exclude_from_recents
    ]
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

    def clear_all() -> None:
        for task in tasks:
            activities.remove_task(task.id)
        app.update(page="home")

    clear = Button(
        "Clear all",
        id="clear_all",
        color="on_wallpaper",
        gravity="center_vertical",
        margin=(24, 0),
        on_click=clear_all,
    )
    cards = [_card(app, task) for task in tasks]
    return HorizontalScrollView(
        LinearLayout(
            [*cards, clear], height=MATCH, padding=(54, 110, 54, 150), content_gravity="center"
        ),
        id="overview_panel",
        width=MATCH,
        height=MATCH,
        background="scrim",
        pane_title="Recent apps",
    )


def _card(app: Actions, task: ActivityTask) -> View:
    packages, activities = app.context.system.packages, app.context.system.activities
    package = task.affinity if packages.installed(task.affinity) else task.top.package
    manifest = packages.manifest(package)
    icon = AppIcon(*manifest.icon)
    title = row(
        ImageView(icon, size=36, tint=None, id="icon"),
        TextView(manifest.label, style="title_small", color="on_wallpaper", margin=(12, 0)),
        padding=(4, 8),
        important_for_accessibility="no_hide_descendants",
    )
    body = FrameLayout(
        [ImageView(icon, size=84, tint=None, gravity="center")],
        id="snapshot",
        width=290,
        height=0,
        weight=1,
        background=Rounded("all_apps", 24),
        important_for_accessibility="no_hide_descendants",
    )

    def resume() -> None:
        app.update(page="home")
        activities.move_to_front(task.id)

    card = column(
        title,
        body,
        key=("task", task.id),
        class_name="android.widget.FrameLayout",
        content_description=manifest.label,
        height=MATCH,
        margin=(8, 0),
        on_click=resume,
    )
    return SwipeLayout(
        [card],
        key=("swipe", task.id),
        on_swipe={"up": lambda: activities.remove_task(task.id)},
        height=MATCH,
    )
