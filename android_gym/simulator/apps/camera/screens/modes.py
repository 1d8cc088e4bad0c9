"""The list of modes, opened by a swipe from the left of the viewfinder."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.apps.camera.actions import Actions
from android_gym.simulator.apps.camera.look import COLORS, TOP_DP
from android_gym.simulator.apps.camera.model import Mode
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import SwipeLayout, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, ImageView, TextView

__all__ = ["modes"]


def modes(app: Actions) -> View:
    """Build the list, and the button that opens the settings."""

    def open_settings() -> None:
        app.update(modes=False)
        app.start_activity("com.android.camera.settings.CameraSettingsActivity")

    def mode(name: Mode, label: str, icon: str, words: str) -> View:
        return wide_row(
            ImageView(
                icon,
                id="selector_icon",
                tint="#FFFFFF",
                width=56,
                height=56,
                background=Oval(COLORS[name]),
            ),
            TextView(label, id="selector_text", size=18, color="#FFFFFF", margin=(24, 0)),
            key=name,
            padding=(32, 12),
            content_gravity="center_vertical",
            content_description=words,
            selected=app.state.mode == name,
            on_click=partial(app.switch, name),
        )

    return SwipeLayout(
        [
            wide_column(
                mode("video", "Video", "video", "Switch to Video Camera"),
                mode("photo", "Camera", "camera", "Switch to Camera Mode"),
                id="mode_list",
                gravity="center_vertical",
            ),
            ImageButton(
                "cog",
                id="settings_button",
                tint="#FFFFFF",
                content_description="Settings",
                gravity="top|end",
                margin=(0, TOP_DP, 12, 0),
                on_click=open_settings,
            ),
        ],
        on_swipe={"left": partial(app.update, modes=False)},
        id="mode_list_layout",
        width=MATCH,
        height=MATCH,
        background="#263238",
    )
