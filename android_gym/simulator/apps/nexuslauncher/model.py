"""The launcher's data."""

from dataclasses import dataclass
from typing import Literal

from android_gym.simulator.system.packages import ActivityInfo, Manifest

__all__ = ["App", "LauncherState", "Place"]

App = tuple[Manifest, ActivityInfo]
"""An app that can be started, and the activity that starts it."""

Place = Literal["workspace", "hotseat", "apps"]
"""Place of an icon: a page of the home screen, the row below it, or the list of all apps."""


@dataclass(frozen=True)
class LauncherState:
    """State of the launcher.

    Attributes:
        page: The page shown.
        search: Text in the search field of all apps.
        opened: How often Recents was opened: it begins at the latest task each time.
    """

    page: Literal["home", "all_apps", "recents"] = "home"
    search: str = ""
    opened: int = 0
