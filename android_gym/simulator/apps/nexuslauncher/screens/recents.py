"""Recents: a card per task with the latest at the right, and Clear all left of the oldest."""

from __future__ import annotations

from functools import partial
from typing import Final

from android_gym.simulator.apps.nexuslauncher.actions import Actions
from android_gym.simulator.system.activity_records import ActivityTask
from android_gym.simulator.system.words import verbatim
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.drawables import Drawable, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.icons import AppIcon
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    HorizontalScrollView,
    SwipeLayout,
    column,
    row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageView, TextView

__all__ = ["recents"]

TOP, GAP = 64, 16
"""Space above the cards, and between two cards, in dp."""

BOTTOM, BOTTOM_LANDSCAPE = 132, 100
"""Space for the buttons below the cards, in dp."""

ICON: Final = 48
FAR: Final = 100_000
"""Scroll position in dp beyond the right end for any number of cards."""


def recents(app: Actions) -> View:
    """Build the task cards and Clear all."""
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
    selecting = app.state.selecting == task.id
    look: Drawable = Rounded("all_apps", 16)
    inside: list[View] = [ImageView(icon, size=84, tint=None, gravity="center")]
    if picture is not None:
        look = Bitmap(picture, "center_crop", 16)
        inside = _texts(app, size) if selecting else []
    snapshot = FrameLayout(
        inside,
        id="snapshot",
        width=size[0],
        height=size[1],
        background=look,
        important_for_accessibility="auto" if selecting else "no_hide_descendants",
    )
    leave = partial(app.select_in, None)
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
        content_description=verbatim(app.context.system.locales.label(manifest)),
        content_gravity="center_horizontal",
        on_click=leave if selecting else partial(app.resume, task.id),
    )
    actions = _selection(app, size[0]) if selecting else _actions(app, task.id, size[0])
    return SwipeLayout(
        [column(card, actions if picture is not None else None)],
        key=("swipe", task.id),
        on_swipe={"up": partial(app.close, task.id)},
        margin=(0, 0, GAP, 0),
    )


def _texts(app: Actions, size: tuple[float, float]) -> list[View]:
    """Build a frame for each text in the snapshot, which is scaled to fill its card."""
    width, height = app.context.system.display.size
    scale = max(size[0] / width, size[1] / height)
    wide, high = width * scale, height * scale
    beside, above = (wide - size[0]) / 2, (high - size[1]) / 2
    views: list[View] = []
    for number, text in enumerate(app.readable()):
        left, right = (max(0.0, min(size[0], x * wide - beside)) for x in (text.left, text.right))
        top, bottom = (max(0.0, min(size[1], y * high - above)) for y in (text.top, text.bottom))
        if right - left < 1 or bottom - top < 1:
            continue
        on = number in app.state.chosen
        views.append(
            View(
                key=("text", number),
                width=right - left,
                height=bottom - top,
                margin=(left, top, 0, 0),
                background="#661A73E8" if on else "#1F1A73E8",
                content_description=text.text,
                selected=on,
                on_click=partial(app.choose_text, number),
            )
        )
    return views


def _bar(width: float, *buttons: View | None) -> View:
    """Build the row of buttons below a card, which scrolls if the font is large."""
    return HorizontalScrollView(
        row(*buttons, id="action_buttons", content_gravity="center"),
        fill_viewport=True,
        key="actions",
        width=width,
        margin=(0, 16, 0, 0),
    )


def _actions(app: Actions, task: int, width: float) -> View:
    """Build the actions for a snapshot."""
    readable = bool(app.context.windows.task_snapshots.texts(task))
    return _bar(
        width,
        Button(
            "Screenshot",
            id="action_screenshot",
            icon="cellphone_screenshot",
            kind="tonal",
            on_click=partial(app.save_snapshot, task),
        ),
        Button(
            "Select",
            id="action_select",
            icon="select",
            kind="tonal",
            margin=(12, 0, 0, 0),
            on_click=partial(app.select_in, task),
        )
        if readable
        else None,
    )


def _selection(app: Actions, width: float) -> View:
    """Build the actions for the selected texts."""
    some = bool(app.state.chosen)
    return _bar(
        width,
        Button("Copy", kind="tonal", enabled=some, on_click=app.copy_chosen),
        Button("Share", kind="tonal", enabled=some, margin=(8, 0, 0, 0), on_click=app.share_chosen),
        Button("Select all", kind="tonal", margin=(8, 0, 0, 0), on_click=app.choose_every_text),
    )
