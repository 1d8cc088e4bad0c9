"""The orientation of the screen while a medium is shown."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.apps.gallery.images import picture_size
from android_gym.simulator.apps.gallery.look import content_of
from android_gym.simulator.apps.gallery.model import VIDEO, Medium, ViewerState
from android_gym.simulator.apps.gallery.screens.common import FileScreen
from android_gym.simulator.apps.gallery.videos import video_at
from android_gym.simulator.system.orientation import Orientation
from android_gym.simulator.ui.components import MenuItem

__all__ = ["BY_DEVICE", "BY_SHAPE", "BY_SYSTEM", "TurningScreen"]

BY_SYSTEM, BY_DEVICE, BY_SHAPE = 0, 1, 2
"""Values of the setting ``screen_rotation``."""

_NEXT: Final[dict[Orientation, Orientation]] = {
    "portrait": "landscape",
    "landscape": "unspecified",
}


class TurningScreen(FileScreen[ViewerState]):
    """A screen that rotates as the settings say, or as the user has chosen."""

    def turn_screen(self, medium: Medium) -> None:
        """Set the orientation for a medium from the settings, unless the user has locked it."""
        if self.state.kept:
            return
        by = self.settings.number("screen_rotation", BY_SYSTEM)
        if by != BY_SHAPE:
            self.request_orientation("sensor" if by == BY_DEVICE else "unspecified")
            return
        width, height = self._shape(medium)
        if width != height:
            self.request_orientation("landscape" if width > height else "portrait")

    def _shape(self, medium: Medium) -> tuple[int, int]:
        """Return a medium's displayed width and height in pixels; (0, 0) if unknown."""
        if medium.kind == VIDEO:
            found = video_at(self.files, medium.path)
            return (found[1].width, found[1].height) if found is not None else (0, 0)
        return picture_size(content_of(self.files, medium.path)) or (0, 0)

    def keep_orientation(self, orientation: Orientation) -> None:
        """Lock the orientation until the viewer is closed; "unspecified" unlocks it."""
        self.request_orientation(orientation)
        self.update(kept=orientation != "unspecified")

    def next_orientation(self) -> None:
        """Switch to the next orientation: portrait, landscape, unlocked."""
        self.keep_orientation(_NEXT.get(self.requested_orientation, "portrait"))

    def orientations(self) -> tuple[MenuItem, ...]:
        """Return the entries that lock or unlock the orientation."""

        def item(name: str, title: str, orientation: Orientation) -> MenuItem:
            return MenuItem(title, lambda: self.keep_orientation(orientation), id=f"menu_{name}")

        return (
            item("force_portrait", "Force portrait", "portrait"),
            item("force_landscape", "Force landscape", "landscape"),
            item("default_orientation", "Use default orientation", "unspecified"),
        )

    def orientation_icon(self) -> str:
        """Return the icon of the button that changes the orientation."""
        if not self.state.kept:
            return "screen_rotation"
        upright = self.requested_orientation == "portrait"
        return "cellphone_lock" if upright else "screen_rotation_lock"
