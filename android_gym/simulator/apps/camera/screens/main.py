"""The camera's activities: for the user, and for other apps that request a picture or video."""

from __future__ import annotations

from android_gym.simulator.apps.camera.actions import Actions
from android_gym.simulator.apps.camera.dialogs import Details, question
from android_gym.simulator.apps.camera.model import CameraState
from android_gym.simulator.apps.camera.screens.filmstrip import filmstrip
from android_gym.simulator.apps.camera.screens.modes import modes
from android_gym.simulator.apps.camera.screens.viewfinder import viewfinder
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout

__all__ = ["CameraActivity", "CaptureActivity", "VideoCamera"]


class CameraActivity(Actions):
    """Shows the viewfinder, the filmstrip or the list of modes."""

    DIALOGS = (Details,)

    def build(self) -> Screen:
        """Build the viewfinder, the filmstrip or the list of modes."""
        items = self.items()
        if self.state.item >= 0 and items:
            content = filmstrip(self, items)
        elif self.state.modes:
            content = modes(self)
        else:
            content = viewfinder(self, items)
        return Screen(
            FrameLayout([content], id="activity_root_view", width=MATCH, height=MATCH),
            [question(self)],
            background="#000000",
            navigation_bar="#000000",
            full_screen=True,
            light_bars=False,
            title="Camera",
        )


class VideoCamera(CameraActivity):
    """The camera, starting in video mode."""

    MODE = "video"


class CaptureActivity(CameraActivity):
    """Takes a picture or video for another app."""

    CAPTURES = True

    def on_create(self) -> CameraState:
        """Start with the requested mode."""
        video = (self.intent.action or "").endswith("VIDEO_CAPTURE")
        return CameraState(mode="video" if video else "photo")
