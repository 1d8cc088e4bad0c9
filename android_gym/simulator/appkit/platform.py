"""The theme and base classes of Android's own apps, and the wallpaper.

Used by Settings, PermissionController, the package installer and the framework's chooser.
"""

from __future__ import annotations

from typing import Final

from android_gym.errors import FileError
from android_gym.simulator.system.files import Files
from android_gym.simulator.ui.activity import Activity, Overlay, S_co, Screen, SystemWindow
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.drawables import Drawable, Gradient
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.system_themes import SETTINGS_DARK, SETTINGS_LIGHT
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import View

__all__ = [
    "WALLPAPER",
    "PlatformActivity",
    "PlatformWindow",
    "platform_theme",
    "set_wallpaper",
    "translucent",
    "wallpaper",
]

WALLPAPER: Final = Gradient(("#0B3954", "#16697A", "#489FB5"))
"""Default wallpaper of the home screen and the lock screen."""

_FOLDER: Final = "/data/system/users/0"
_SYSTEM_UID: Final = 1000
_MOST_BYTES: Final = 64 << 20
_MOST_PIXELS: Final = 50_000_000


def wallpaper(files: Files, *, lock: bool = False) -> Drawable:
    """Return the wallpaper of the home screen, or of the lock screen if that has its own."""
    own = f"{_FOLDER}/wallpaper_lock"
    path = own if lock and files.exists(own) else f"{_FOLDER}/wallpaper"
    try:
        if files.stat(path).size > _MOST_BYTES:
            return WALLPAPER
        picture = Bitmap(files.read(path), "center_crop")
    except FileError:
        return WALLPAPER
    size = picture.size
    return picture if size is not None and size[0] * size[1] <= _MOST_PIXELS else WALLPAPER


def set_wallpaper(files: Files, picture: bytes, *, home: bool, lock: bool) -> bool:
    """Set the wallpaper.

    Args:
        files: The phone's files.
        picture: An encoded picture.
        home: Whether to set it on the home screen.
        lock: Whether to set it on the lock screen, which otherwise keeps its own.

    Returns:
        True if it could be written.
    """
    own, usual = f"{_FOLDER}/wallpaper_lock", f"{_FOLDER}/wallpaper"
    try:
        if not files.is_dir(_FOLDER):
            files.mkdir(_FOLDER, parents=True, owner=_SYSTEM_UID)
        if lock and home and files.exists(own):
            files.remove(own)  # as on Android: the lock screen shows that of the home screen
        elif lock and not home:
            files.write(own, picture, mode=0o600, owner=_SYSTEM_UID)
        elif home and not lock and not files.exists(own):
            # An empty file stands for the default wallpaper.
            before = files.read(usual) if files.exists(usual) else b""
            files.write(own, before, mode=0o600, owner=_SYSTEM_UID)
        if home:
            files.write(usual, picture, mode=0o600, owner=_SYSTEM_UID)
    except FileError:
        return False
    return True


def platform_theme(dark: bool) -> Theme:
    """Return the theme of Android's own apps."""
    return SETTINGS_DARK if dark else SETTINGS_LIGHT


def translucent(*overlays: Overlay | None, light_bars: bool | None = None) -> Screen:
    """Return a screen with only overlays, above whatever was on the screen before."""
    empty = View(width=MATCH, height=MATCH)
    return Screen(empty, overlays, background=None, edge_to_edge=True, light_bars=light_bars)


class PlatformActivity(Activity[S_co]):
    """An activity of one of Android's own apps."""

    def theme(self) -> Theme:
        """Return the system's theme, light or dark as the phone is set."""
        return platform_theme(self.context.system.display.dark)


class PlatformWindow(SystemWindow[S_co]):
    """A window that the system shows above everything on the screen."""

    def theme(self) -> Theme:
        """Return the system's theme, light or dark as the phone is set."""
        return platform_theme(self.context.system.display.dark)
