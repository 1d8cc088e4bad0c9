"""A video in the viewer: its current frame, and the bar to play and seek."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from android_gym.simulator.appkit.simple_views import RELATIVE
from android_gym.simulator.apps.gallery.model import Medium, VideoState
from android_gym.simulator.apps.gallery.videos import (
    FRAME_MS,
    duration_text,
    position,
    video_at,
)
from android_gym.simulator.system.files import Files
from android_gym.simulator.ui.activity import Context
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, wide_column, wide_row
from android_gym.simulator.ui.video_view import video_view
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, SeekBar, TextView

__all__ = ["Player", "video_page"]


class Player(Protocol):
    """Protocol of the viewer's methods that the page of a video uses."""

    context: Context

    @property
    def files(self) -> Files:
        """The phone's files."""

    def tapped(self) -> None:
        """Show or hide the bars."""

    def play(self, playing: bool) -> None:
        """Resume or pause."""

    def seek(self, position_ms: int) -> None:
        """Seek to a position in the video."""

    def step(self, by: int) -> None:
        """Show another medium."""


def video_page(
    app: Player, medium: Medium, state: VideoState, bars: bool, above_dp: float
) -> View | None:
    """Build the page of a video; None if it can't be played.

    Args:
        app: The viewer.
        medium: The video.
        state: Its playback state.
        bars: Whether the bar to play and seek is shown, once the video was started.
        above_dp: Distance of that bar from the lower edge.
    """
    found = video_at(app.files, medium.path)
    if found is None:
        return None
    content, video = found
    clock = app.context.system.clock
    playing = state.since_ms >= 0
    now = clock.watch_elapsed(FRAME_MS) if playing else 0
    at = position(state, now, video.duration_ms)
    outline = ImageView(
        "play_circle_outline", id="video_play_outline", tint="#FFFFFF", size=72, width=96,
        height=96, gravity="center", on_click=lambda: app.play(True),
        important_for_accessibility="yes",
    )  # fmt: skip
    return FrameLayout(
        [
            video_view(content, at, id="video_surface"),
            outline if not state.begun else None,
            _bar(app, at, video.duration_ms, playing, above_dp) if state.begun and bars else None,
        ],
        id="video_holder",
        key=medium.path,
        class_name=RELATIVE,
        width=MATCH,
        height=MATCH,
        on_click=app.tapped,
    )


def _bar(app: Player, at: int, duration: int, playing: bool, above_dp: float) -> View:
    def button(id: str, icon: str, words: str, size: float, click: Callable[[], object]) -> View:
        return ImageView(
            icon, id=id, tint="#FFFFFF", size=size, width=60, height=60,
            content_description=words, on_click=click,
        )  # fmt: skip

    def time(id: str, value: int) -> View:
        return TextView(duration_text(value), id=id, size=14, color="#FFFFFF", padding=(16, 0))

    play = ("Pause", "pause_circle_outline") if playing else ("Play", "play_circle_outline")
    return wide_column(
        wide_row(
            button("video_prev_file", "skip_previous_outline", "Previous", 36,
                   lambda: app.step(-1)),
            View(key="left", width=0, weight=1),
            button("video_toggle_play_pause", play[1], play[0], 52,
                   lambda: app.play(not playing)),
            View(key="right", width=0, weight=1),
            button("video_next_file", "skip_next_outline", "Next", 36, lambda: app.step(1)),
            padding=(4, 0),
        ),
        wide_row(
            time("video_curr_time", at),
            SeekBar(
                at / 1000,
                max(1.0, duration / 1000),
                on_change=lambda value: app.seek(round(value * 1000)),
                id="video_seekbar",
                width=0,
                weight=1,
            ),
            time("video_duration", duration),
            content_gravity="center_vertical",
        ),
        id="video_time_holder",
        class_name=RELATIVE,
        gravity="bottom",
        margin=(0, 0, 0, above_dp),
    )  # fmt: skip
