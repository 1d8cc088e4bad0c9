"""The home screen: the date, favourites, and the hotseat below them."""

from __future__ import annotations

from functools import partial
from typing import Final

from android_gym.simulator.apps.nexuslauncher.actions import Actions
from android_gym.simulator.apps.nexuslauncher.dialogs import HomeMenu
from android_gym.simulator.apps.nexuslauncher.screens.icons import AppIconView
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    GridLayout,
    SwipeLayout,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["home"]

WORKSPACE: Final = (
    "com.google.android.gm",
    "com.google.android.apps.photos",
    "com.google.android.youtube",
)
HOTSEAT: Final = (
    "com.google.android.dialer",
    "com.google.android.apps.messaging",
    "com.android.chrome",
)
"""Favourites of the emulator's image; the place of one that is not installed stays free."""

COLUMNS: Final = 4


class Workspace(FrameLayout):
    """The pages of the home screen; reported as a scrolling view."""

    CLASS = "android.widget.ScrollView"
    IMPORTANT = True

    @property
    def scrollable(self) -> bool:
        """Always true, as Launcher3 reports it."""
        return True


def home(app: Actions) -> View:
    """Return the home screen."""
    today = app.context.system.clock.today()
    date = TextView(
        f"{today:%a, %b} {today.day}",
        style="launcher_clock",
        on_click=lambda: app.open("com.google.android.calendar"),
        margin=(28, 86, 0, 0),
    )
    favourites: list[View] = [
        AppIconView(app, each, "workspace") for each in app.installed(WORKSPACE)
    ]
    free: list[View] = [View(key=("free", i)) for i in range(COLUMNS - len(favourites))]
    line = GridLayout(
        [*free, *favourites],  # the emulator's image leaves the first columns free
        columns=COLUMNS,
        width=MATCH,
        gravity="bottom",
        margin=(16, 0, 16, 248),
    )
    cells = FrameLayout(
        [date, line],
        content_description="Home",
        class_name="android.view.View",
        width=MATCH,
        height=MATCH,
        margin=(0, 50, 0, 24),
        on_long_click=lambda: app.show_dialog(HomeMenu()),
    )
    shade = app.context.system.status_bar.expand_notifications
    return SwipeLayout(
        [Workspace([cells], id="workspace", width=MATCH, height=MATCH), _hotseat(app)],
        id="drag_layer",
        on_swipe={"up": partial(app.update, page="all_apps"), "down": shade},
        width=MATCH,
        height=MATCH,
    )


def _hotseat(app: Actions) -> View:
    chosen = app.installed(HOTSEAT)
    taken = {each[0].package for each in chosen}
    icons: list[View] = [AppIconView(app, each, "hotseat", label=False) for each in chosen]
    for each in app.predicted():
        if len(icons) < COLUMNS and each[0].package not in taken:
            words = f"Predicted app: {each[1].label or each[0].label}"
            icons.append(AppIconView(app, each, "hotseat", label=False, content_description=words))
    search = wide_row(
        _pill(app, "google", "g_icon", "#4285F4", "Google app"),
        View(weight=1, width=0),
        _pill(app, "microphone", "mic_icon", "#5F6368", "Voice search"),
        _pill(app, "camera_outline", "lens_icon", "#5F6368", "Google Lens"),
        content_description="Search",
        id="search_container_hotseat",
        class_name="android.widget.FrameLayout",
        height=63,
        padding=(18, 0),
        margin=(28, 22, 28, 0),
        background=Rounded("#F1F3F4", 32),
        on_click=app.search,
    )
    return wide_column(
        GridLayout(icons, columns=COLUMNS, width=MATCH, margin=(16, 0), row_height=74),
        search,
        id="hotseat",
        class_name="android.view.ViewGroup",
        gravity="bottom",
        margin=(0, 0, 0, 42),
        important_for_accessibility="yes",
    )


def _pill(app: Actions, icon: str, id: str, tint: str, words: str) -> View:
    return ImageView(
        icon,
        id=id,
        tint=tint,
        content_description=words,
        width=44,
        height=MATCH,
        on_click=lambda: app.open("com.google.android.googlequicksearchbox"),
    )
