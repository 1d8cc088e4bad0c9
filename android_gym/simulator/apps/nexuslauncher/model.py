"""The launcher's data."""

from dataclasses import dataclass
from typing import Final, Literal

from android_gym.simulator.system.packages import ActivityInfo, Manifest

__all__ = ["ROTATES", "App", "LauncherState", "Place"]

ROTATES: Final = "pref_allowRotation"
"""Key of the setting that lets the home screen rotate."""

App = tuple[Manifest, ActivityInfo]
"""A launchable app: its manifest and the activity that starts it."""

Place = Literal["workspace", "hotseat", "apps", "folder"]
"""Place of an icon: a home screen page, the hotseat below it, all apps, or a folder."""


@dataclass(frozen=True)
class LauncherState:
    """State of the launcher activity.

    Attributes:
        page: The current page.
        search: Text in the search field of all apps.
        opened: Number of times Recents was opened; each time it starts at the latest task.
        selecting: Task with text selection in its snapshot; None for none.
        chosen: Indices of the selected texts, in reading order.
        screen: Page of the home screen, from 0.
        dragging: Component of the app being dragged over the home screen, or of the first app in a
            dragged folder; empty for none.
    """

    page: Literal["home", "all_apps", "recents"] = "home"
    search: str = ""
    opened: int = 0
    selecting: int | None = None
    chosen: tuple[int, ...] = ()
    screen: int = 0
    dragging: str = ""
