"""The launcher's data."""

from dataclasses import dataclass
from typing import Literal

from android_gym.simulator.system.packages import ActivityInfo, Manifest

__all__ = ["App", "LauncherState", "Place"]

App = tuple[Manifest, ActivityInfo]
"""An app that can be started, and the activity that starts it."""

Place = Literal["workspace", "hotseat", "apps", "folder"]
"""Place of an icon: a page of the home screen, the row below it, the list of all apps, a folder."""


@dataclass(frozen=True)
class LauncherState:
    """State of the launcher.

    Attributes:
        page: The page shown.
        search: Text in the search field of all apps.
        opened: How often Recents was opened: it begins at the latest task each time.
        selecting: The task whose picture has its texts to select, None where none has.
        chosen: Numbers of those that are selected, in the order of reading.
        screen: Number of the home screen's page, from 0.
        dragging: The activity whose icon a finger carries over the home screen, or that of the
            first app in a folder that it carries; empty while none does.
    """

    page: Literal["home", "all_apps", "recents"] = "home"
    search: str = ""
    opened: int = 0
    selecting: int | None = None
    chosen: tuple[int, ...] = ()
    screen: int = 0
    dragging: str = ""
