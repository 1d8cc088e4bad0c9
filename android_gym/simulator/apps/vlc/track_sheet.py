"""Sheets of the video player: tracks and aspect ratios; and its message for unplayable files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from android_gym.simulator.appkit.dialogs import MessageDialog
from android_gym.simulator.apps.vlc.actions import Actions
from android_gym.simulator.apps.vlc.screens.video_surface import ASPECTS
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import bottom_sheet
from android_gym.simulator.ui.layouts import wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["AspectSheet", "PlaybackError", "TracksSheet"]


@dataclass(frozen=True)
class TracksSheet(Dialog[Actions[Any]]):
    """Lists the tracks of the playing video."""

    def build(self, screen: Actions[Any]) -> Overlay | None:
        """Build the tracks, grouped by kind."""
        media = screen.player.current
        if media is None:
            return None
        size = f"{media.width}x{media.height}" if media.width else ""
        return bottom_sheet(
            wide_column(
                _heading("Video track"),
                _track(f"Track 1 - {size}" if size else "Track 1"),
                _heading("Audio track"),
                _track("Disable track", chosen=False),
                _heading("Subtitle track"),
                _track("Disable track", chosen=False),
                padding=(0, 8, 0, 16),
            ),
            screen.dismiss_dialog,
        )  # fmt: skip


def _heading(text: str) -> View:
    return TextView(text, size=18, weight_font=500, color="section", margin=(16, 8), key=text)


def _track(text: str, *, chosen: bool = True, on_click: Callable[[], object] | None = None) -> View:
    return wide_row(
        ImageView("check" if chosen else None, id="imageView11", width=24, height=24,
                  margin=(16, 0), important_for_accessibility="no"),
        TextView(text, id="track_title", size=16,
                 color="text_primary" if chosen else "text_secondary"),
        id="track_container",
        class_name="android.view.ViewGroup",
        key=text,
        content_gravity="center_vertical",
        min_height=50,
        on_click=on_click,
    )  # fmt: skip


@dataclass(frozen=True)
class AspectSheet(Dialog[Actions[Any]]):
    """Lists the aspect ratios."""

    def build(self, screen: Actions[Any]) -> Overlay | None:
        """Build the list."""

        def choose(aspect: int) -> None:
            screen.dismiss_dialog()
            screen.set_aspect(aspect)

        rows = [
            _track(name, chosen=index == screen.state.aspect, on_click=partial(choose, index))
            for index, name in enumerate(ASPECTS)
        ]
        return bottom_sheet(
            wide_column(_heading("Aspect ratio"), *rows, padding=(0, 8, 0, 16)),
            screen.dismiss_dialog,
        )


@dataclass(frozen=True)
class PlaybackError(MessageDialog[Actions[Any]]):
    """A message that a file can't be played; the player closes after it."""

    TITLE = "Playback error"
    MESSAGE = "VLC encountered an error with this media.\nPlease try refreshing the media library."

    def on_cancel(self, screen: Actions[Any]) -> None:
        """Close the player."""
        screen.finish()
