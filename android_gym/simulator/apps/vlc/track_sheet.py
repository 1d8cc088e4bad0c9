"""The video player's sheet of tracks, and what it says of a file that it can't play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from android_gym.simulator.appkit.dialogs import MessageDialog
from android_gym.simulator.apps.vlc.actions import Actions
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import bottom_sheet
from android_gym.simulator.ui.layouts import wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["PlaybackError", "TracksSheet"]


@dataclass(frozen=True)
class TracksSheet(Dialog[Actions[Any]]):
    """The tracks of the video that is on."""

    def build(self, screen: Actions[Any]) -> Overlay | None:
        """Build the tracks by kind."""
        media = screen.player.current
        if media is None:
            return None
        size = f"{media.width}x{media.height}" if media.width else ""
        return bottom_sheet(
            wide_column(
                _heading("Video track"),
                _track(f"Track 1 - {size}" if size else "Track 1"),
                _heading("Audio track"),
                TextView("Disable track", id="track_title", size=16, color="text_secondary",
                         padding=(56, 12)),
                _heading("Subtitle track"),
                TextView("Disable track", id="track_title", size=16, color="text_secondary",
                         padding=(56, 12)),
                padding=(0, 8, 0, 16),
            ),
            screen.dismiss_dialog,
        )  # fmt: skip


def _heading(text: str) -> View:
    return TextView(text, size=18, weight_font=500, color="section", margin=(16, 8), key=text)


def _track(text: str) -> View:
    return wide_row(
        ImageView("check", margin=(16, 0), important_for_accessibility="no"),
        TextView(text, id="track_title", size=16, color="text_primary"),
        content_gravity="center_vertical",
        min_height=50,
    )


@dataclass(frozen=True)
class PlaybackError(MessageDialog[Actions[Any]]):
    """A message that a file can't be played; then the player goes."""

    TITLE = "Playback error"
    MESSAGE = "VLC encountered an error with this media.\nPlease try refreshing the media library."

    def on_cancel(self, screen: Actions[Any]) -> None:
        """Leave."""
        screen.finish()
