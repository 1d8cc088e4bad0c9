"""The page "Support the app"."""

from __future__ import annotations

from android_gym.simulator.apps.broccoli.actions import MainActions
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, TextView

__all__ = ["support"]

DONATE = (
    "Broccoli is free for everyone. But you can support the development of the app and buy me a "
    "coffee. Thanks a lot!"
)
TELL = "Do your friends also like to cook? Tell them about Broccoli!"
ADDRESS = "https://f-droid.org/packages/com.flauschcode.broccoli/"


def support(app: MainActions) -> View:
    """Build the two ways to support the app."""

    def heading(text: str, top: float) -> View:
        return TextView(
            text,
            style="headline5",
            color="primary",
            gravity="center_horizontal",
            margin=(0, top, 0, 8),
        )

    def text(words: str) -> View:
        return TextView(words, align="center", gravity="center_horizontal", color="text_secondary")

    return ScrollView(
        column(
            heading("Donate", 16),
            text(DONATE),
            Button(
                "Support me on Ko-Fi",
                id="buy_me_coffee_button",
                kind="filled",
                icon="coffee",
                margin=16,
                min_height=48,
                background=Rounded("primary", 40),
                gravity="center_horizontal",
                on_click=lambda: app.open_page("https://ko-fi.com/flauschcode"),
            ),
            heading("Tell your friends", 16),
            text(TELL),
            Button(
                "Share the app",
                id="share_app_button",
                kind="filled",
                icon="share_variant",
                margin=(0, 16, 0, 0),
                min_height=48,
                background=Rounded("primary", 40),
                gravity="center_horizontal",
                on_click=lambda: app.share_text(ADDRESS),
            ),
            width=MATCH,
            padding=16,
        )
    )
