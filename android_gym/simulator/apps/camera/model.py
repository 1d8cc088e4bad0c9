"""The camera's data, and the states of its screens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["CameraState", "Item", "Mode", "SettingsState"]

Mode = Literal["photo", "video"]


@dataclass(frozen=True)
class Item:
    """A photo or video taken by the camera.

    Attributes:
        path: Path of its file, whose name contains the time when it was taken.
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
        mode: What the shutter button takes.
        options: Whether the row of options is open.
        exposing: Whether the exposure steps are open.
        modes: Whether the list of modes is open.
        recording_ms: When recording started, in milliseconds since boot; 0 while not recording.
        countdown_ms: When the timer releases the shutter, in milliseconds since boot; 0 if it isn't
            running.
        zoom: Magnification, from 1.
        exposure: Exposure compensation in steps.
        item: Index of the item shown in the filmstrip; -1 for the viewfinder.
        bars: Whether the filmstrip shows its controls.
        deleted: Path, content and time (epoch milliseconds) of the item deleted last; None once it
            can't be restored.
        asked: Permissions requested since the camera was opened.
        refused: Whether a required permission was denied.
        taken: JPEG to return to another app.
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
        """True while neither recording nor counting down."""
        return not self.recording_ms and not self.countdown_ms


@dataclass(frozen=True)
class SettingsState:
    """State of the settings.

    Attributes:
        page: The open page; "" for the first.
    """

    page: Literal["", "size"] = ""
