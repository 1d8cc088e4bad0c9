"""Drive mode: the player with large buttons."""

from __future__ import annotations

from collections.abc import Callable

from android_gym.simulator.apps.retro_music.actions import RetroScreen
from android_gym.simulator.apps.retro_music.model import length_text
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import OverflowScroll, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, SeekBar, TextView

__all__ = ["DriveMode"]


class DriveMode(RetroScreen):
    """Shows the current song and large buttons."""

    def build(self) -> View:
        """Build title, progress and buttons."""
        player = self.player
        song = player.current
        title, artist = (song.title, song.artist) if song is not None else ("", "")
        length = song.duration if song is not None else 0
        position = player.position_ms(1000)

        def button(id: str, icon: str, click: Callable[[], object], size: float = 72) -> View:
            return ImageButton(icon, id=id, width=size, height=size, size=48, on_click=click)

        page = column(
            ImageButton("close", id="close", margin=8, on_click=self.finish),
            TextView(title, id="songTitle", size=32, align="center", width=MATCH, padding=16),
            TextView(
                artist,
                id="songText",
                size=20,
                color="text_secondary",
                align="center",
                width=MATCH,
                padding=(16, 0, 16, 16),
            ),
            row(
                TextView(length_text(position), id="songCurrentProgress", margin=(16, 0, 0, 0)),
                SeekBar(
                    min(position, length),
                    max(1, length),
                    on_change=lambda value: player.seek(round(value)),
                    id="progressSlider",
                    width=0,
                    weight=1,
                ),
                TextView(length_text(length), id="songTotalTime", margin=(0, 0, 16, 0)),
                width=MATCH,
            ),
            row(
                button("previousButton", "skip_previous", player.previous),
                button("playPauseButton", "pause" if player.playing else "play", player.toggle, 96),
                button("nextButton", "skip_next", player.next),
                width=MATCH,
                content_gravity="center",
                padding=(0, 24),
            ),
            width=MATCH,
        )
        return OverflowScroll(page, fill_viewport=True, width=MATCH, height=MATCH)
