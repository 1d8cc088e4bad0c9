"""The camera's data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["CameraState", "Item", "Mode", "SettingsState"]

Mode = Literal["photo", "video"]


@dataclass(frozen=True)
class Item:
    """A photo or a video of the camera's.

    Attributes:
        path: Its file, whose name has the time at which it was taken.
    """

    path: str

    @property
    def video(self) -> bool:
        """True for a video, False for a photo."""
        return self.path.endswith(".mp4")


@dataclass(frozen=True)
class CameraState:
    """State of the camera.

    Attributes:
        mode: Kind of what the shutter takes.
        options: Whether the row of options is open.
        exposing: Whether the steps of exposure are.
        modes: Whether the list of modes is.
        recording_ms: When the video began, in milliseconds since boot; 0 while none is recorded.
        countdown_ms: When the timer releases the shutter; 0 while it does not run.
        zoom: Magnification, from 1.
        exposure: Steps brighter or darker.
        item: Place in the filmstrip that is shown; -1 for the viewfinder.
        bars: Whether the filmstrip shows its controls.
        deleted: Path, content and time (epoch milliseconds) of what was deleted last; None once it
            can't come back.
        asked: Permissions that were asked for since the camera was opened.
        refused: Whether one is missing that it can't be without.
        taken: JPEG that another app may get.
    """

    mode: Mode = "photo"
    options: bool = False
    exposing: bool = False
    modes: bool = False
    recording_ms: int = 0
    countdown_ms: int = 0
    zoom: float = 1.0
    exposure: int = 0
    item: int = -1
    bars: bool = True
    deleted: tuple[str, bytes, int] | None = None
    asked: tuple[str, ...] = ()
    refused: bool = False
    taken: bytes = b""

    @property
    def idle(self) -> bool:
        """True while no video is recorded and no timer runs."""
        return not self.recording_ms and not self.countdown_ms


@dataclass(frozen=True)
class SettingsState:
    """State of the settings.

    Attributes:
        page: The page that is open; "" for the first.
    """

    page: Literal["", "size"] = ""
