"""The camera's dialogs."""

from __future__ import annotations

from dataclasses import dataclass

from android_gym.simulator.appkit.dialogs import MessageDialog
from android_gym.simulator.apps.camera import storage
from android_gym.simulator.apps.camera.actions import LOCATION, Actions
from android_gym.simulator.apps.camera.model import Item
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import wide_column
from android_gym.simulator.ui.widgets import CheckBox

__all__ = ["Details", "question"]


@dataclass(frozen=True)
class Details(MessageDialog[Actions]):
    """Shows details of a photo or video.

    Attributes:
        path: Path of its file.
    """

    TITLE = "Details"
    POSITIVE = "Close"
    path: str

    def build(self, screen: Actions) -> Overlay | None:
        """Build the message; None if the file doesn't exist."""
        return super().build(screen) if screen.context.system.files.exists(self.path) else None

    def message(self, screen: Actions) -> str:
        """Return a line for each detail."""
        item = Item(self.path)
        when = screen.taken_at(item)
        size = screen.context.system.files.stat(self.path).size
        pixels = None if item.video else Bitmap(storage.poster(screen.context, item)).size
        lines = [
            f"Title: {self.path.rpartition('/')[2].rpartition('.')[0]}",
            f"Time: {when:%b} {when.day}, {when.year} {when:%H:%M:%S}",
            *(f"{name}: {n}" for name, n in zip(("Width", "Height"), pixels or (), strict=False)),
            f"File size: {size / 1000:.0f} kB",
            f"Path: {self.path}",
        ]
        return "\n".join(lines)


def question(app: Actions) -> Overlay | None:
    """Return the dialog that missing permissions or settings call for; None if there is none.

    It is shown as long as its reason holds, without being opened.
    """
    if app.state.refused:
        return alert_dialog(
            "Camera error",
            "The app does not have critical permissions needed to run. Please check your "
            "permissions settings.",
            on_dismiss=app.finish,
            positive="Dismiss",
        )
    answered = app.preference("location_asked", False)
    if answered or app.CAPTURES or not app.context.granted(LOCATION):
        return None
    on = bool(app.preference("save_location", True))
    box = CheckBox(
        "Tag your photos and videos with the locations where they are taken.",
        id="check_box",
        checked=on,
        on_checked_change=lambda value: app.prefer(save_location=value),
        width=MATCH,
    )
    return alert_dialog(
        "Remember photo locations?",
        content=wide_column(box, padding=(20, 12)),
        on_dismiss=lambda: app.prefer(location_asked=True, save_location=on),
        positive="Next",
        cancelable=False,
    )
