"""The welcome page of the first start."""

from __future__ import annotations

from android_gym.simulator.apps.audio_recorder.actions import RecorderActivity
from android_gym.simulator.apps.audio_recorder.look import LOGO, framed, light, raised
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, OverflowScroll, column
from android_gym.simulator.ui.widgets import ImageView


class WelcomeActivity(RecorderActivity):
    """Welcomes the user, and opens the setup."""

    def build(self) -> Screen:
        """Build the picture, the text and the button."""
        words = column(
            ImageView(LOGO, id="item_image_first", width=148, height=56, scale="fit"),
            light("Audio Recorder", 36, id="txt_title", align="center", margin=(0, 48, 0, 0)),
            light(
                "Welcome to a simple and fast application", 24, id="txt_details", align="center",
                margin=(32, 4),
            ),
            content_gravity="center_horizontal",
            width=MATCH,
            gravity="center",
        )  # fmt: skip
        body = column(
            FrameLayout([words], id="pager", width=MATCH, height=0, weight=1, min_height=260),
            raised("Get started", "btn_action", self._begin, gravity="center_horizontal",
                   margin=(0, 8, 0, 48), padding=(32, 12)),
            width=MATCH,
        )  # fmt: skip
        return framed(
            OverflowScroll(body, fill_viewport=True, width=MATCH, height=MATCH), self.settings.theme
        )

    def _begin(self) -> None:
        self.start_activity(".app.setup.SetupActivity")
        self.finish()
