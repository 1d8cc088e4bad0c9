"""Sheets of both players: advanced options, playback speed, sleep timer, jump to time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from android_gym.simulator.appkit.dialogs import TextDialog
from android_gym.simulator.apps.vlc.ab_repeat import toggle_ab
from android_gym.simulator.apps.vlc.actions import Actions
from android_gym.simulator.apps.vlc.bookmarks import BookmarksSheet
from android_gym.simulator.apps.vlc.equalizer import EqualizerSheet
from android_gym.simulator.apps.vlc.model import Subject
from android_gym.simulator.apps.vlc.titles import short_length
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import bottom_sheet
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, wide_column, wide_row
from android_gym.simulator.ui.options import InputType
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, ImageView, SeekBar, TextView

__all__ = ["JumpToTime", "PlayerOptions", "SleepTimer", "SpeedSheet"]

_STEP: Final = 0.05


@dataclass(frozen=True)
class PlayerOptions(Dialog[Actions[Any]]):
    """Lists the advanced options of a player."""

    def _entries(self, screen: Actions[Any]) -> Sequence[tuple[str, str, Callable[[], object]]]:
        player = screen.player
        queue = player.queue
        repeat = {"none": "Repeat none", "one": "Repeat single", "all": "Repeat all"}[queue.repeat]
        media = player.current
        video = media is not None and media.is_video
        speed = f"Playback speed: {queue.speed:.2f}x" if queue.speed != 1 else "Playback speed"
        entries: list[tuple[str, str, Callable[[], object]]] = [
            ("Sleep timer", "sleep", lambda: screen.show_dialog(SleepTimer())),
            (speed, "speedometer", lambda: screen.show_dialog(SpeedSheet())),
            ("Jump to Time", "clock_outline", lambda: screen.show_dialog(JumpToTime())),
        ]
        if video:
            label = "Play as video" if queue.as_audio else "Play as audio"
            entries.append((label, "headphones", lambda: _as_audio(screen)))
        entries += [
            (repeat, "repeat", player.cycle_repeat),
            (
                "Shuffle On" if queue.shuffle else "Shuffle Off",
                "shuffle",
                player.toggle_shuffle,
            ),
            ("Stop after this track", "stop", lambda: _stop_after(screen)),
            ("Save Playlist", "playlist_plus", lambda: _save(screen)),
            ("Bookmarks", "bookmark_outline", lambda: screen.show_dialog(BookmarksSheet())),
            ("A-B repeat", "repeat_variant", lambda: toggle_ab(player)),
            ("Equalizer", "equalizer", lambda: screen.show_dialog(EqualizerSheet.of(screen))),
        ]
        if video and not queue.as_audio:
            entries.append(("Video information", "information_outline", screen.show_stats))
        return entries

    def build(self, screen: Actions[Any]) -> Overlay | None:
        """Build the list."""
        if not screen.player.active:
            return None

        def row(text: str, icon: str, run: Callable[[], object]) -> View:
            def choose() -> None:
                screen.dismiss_dialog()
                run()

            return wide_row(
                ImageView(icon, margin=(16, 0, 24, 0), important_for_accessibility="no"),
                TextView(text, id="option_title", size=16, color="text_primary"),
                content_gravity="center_vertical",
                height=48,
                on_click=choose,
            )

        rows = [row(*entry) for entry in self._entries(screen)]
        return bottom_sheet(
            RecyclerView(rows, id="options_list", width=MATCH, padding=(0, 8)),
            screen.dismiss_dialog,
        )


def _as_audio(screen: Actions[Any]) -> None:
    """Play only a video's sound, or show the video again."""
    player = screen.player
    player.set_as_audio(not player.queue.as_audio)
    if not player.queue.as_audio:
        screen.start_activity(".gui.video.VideoPlayerActivity")


def _stop_after(screen: Actions[Any]) -> None:
    """Stop playing after the current item, or undo that."""
    player = screen.player
    index = -1 if player.queue.stop_after == player.index else player.index
    player.change(replace(player.queue, stop_after=index))


def _save(screen: Actions[Any]) -> None:
    """Open the sheet that saves the queue as a playlist."""
    screen.show_playlists([Subject("media", number) for number in screen.player.queue.media])


@dataclass(frozen=True)
class SpeedSheet(Dialog[Actions[Any]]):
    """A dialog that sets the playback speed."""

    def build(self, screen: Actions[Any]) -> Overlay | None:
        """Build the value, the slider and the buttons."""
        player = screen.player
        if not player.active:
            return None
        speed = player.queue.speed

        def chosen(value: float) -> None:
            player.set_speed(0.25 + value / 100)

        return bottom_sheet(
            wide_column(
                TextView("Playback speed", id="textView12", size=18, weight_font=500,
                         color="text_primary", margin=(8, 16)),
                TextView(f"{speed:.2f}x", id="playback_speed_value", size=20, weight_font=700,
                         color="text_primary", align="center", width=MATCH),
                wide_row(
                    SeekBar((speed - 0.25) * 100, 375, on_change=chosen,
                            id="playback_speed_seek", width=0, weight=1, margin=(8, 8)),
                    ImageButton("minus_circle_outline", id="playback_speed_minus",
                                content_description="Decrease speed",
                                on_click=lambda: player.set_speed(speed - _STEP)),
                    ImageButton("plus_circle_outline", id="playback_speed_plus",
                                content_description="Increase speed",
                                on_click=lambda: player.set_speed(speed + _STEP)),
                    content_gravity="center_vertical",
                ),
                padding=(8, 0, 8, 16),
            ),
            screen.dismiss_dialog,
        )  # fmt: skip


@dataclass(frozen=True)
class SleepTimer(TextDialog[Actions[Any]]):
    """Asks for the minutes after which playing stops."""

    TITLE = "Sleep in"
    HINT = "minutes"
    INPUT_TYPE: ClassVar[InputType] = "number"
    MAX_LENGTH = 4

    def valid(self, screen: Actions[Any]) -> bool:
        """Return whether a number was typed."""
        return self.text.isdecimal()

    def on_accept(self, screen: Actions[Any], text: str) -> None:
        """Set the sleep timer; 0 minutes cancels it."""
        screen.player.sleep_in(int(text))


@dataclass(frozen=True)
class JumpToTime(TextDialog[Actions[Any]]):
    """Asks for a position to jump to."""

    TITLE = "Jump to Time"
    HINT = "0:00"
    INPUT_TYPE: ClassVar[InputType] = "datetime"
    MAX_LENGTH = 8

    def message(self, screen: Actions[Any]) -> str | None:
        """Return the media's length."""
        media = screen.player.current
        return short_length(media.duration_ms) if media is not None else None

    def valid(self, screen: Actions[Any]) -> bool:
        """Return whether the text is a valid time."""
        return _seconds(self.text) is not None

    def on_accept(self, screen: Actions[Any], text: str) -> None:
        """Seek to the time."""
        seconds = _seconds(text)
        if seconds is not None:
            screen.player.session.seek_to(seconds * 1000)


def _seconds(text: str) -> int | None:
    """Return the seconds of ``1:02:03``, ``2:03`` or ``3``; None for other text."""
    parts = text.split(":")
    if not 1 <= len(parts) <= 3 or not all(part.isdecimal() and part.isascii() for part in parts):
        return None
    seconds = 0
    for part in parts:
        seconds = seconds * 60 + int(part)
    return seconds
