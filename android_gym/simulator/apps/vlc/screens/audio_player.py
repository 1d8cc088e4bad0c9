"""The player of what is only heard: a small one at the bottom, and one that fills the screen."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from android_gym.simulator.apps.vlc.cards import media_row
from android_gym.simulator.apps.vlc.look import thumbnail
from android_gym.simulator.apps.vlc.model import Media, Subject
from android_gym.simulator.apps.vlc.player_sheets import PlayerOptions
from android_gym.simulator.apps.vlc.playing import JUMP_MS, Player
from android_gym.simulator.apps.vlc.titles import short_length
from android_gym.simulator.ui.layouts import (
    RecyclerView,
    SwipeLayout,
    column,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import ImageView, ProgressBar, SeekBar, TextView

__all__ = ["audio_player", "mini_player", "queue_list"]

_SECOND_MS: Final = 1000


def artist_of(media: Media) -> str:
    """Return the second line of what plays."""
    if media.is_video:
        return ""
    return " - ".join(part for part in (media.artist or "Unknown Artist", media.album) if part)


def _button(icon: str, id: str, words: str, run: Any, *, size: float = 24, tint: str = "icon",
            width: float = 48) -> View:  # fmt: skip
    return ImageView(
        icon, id=id, content_description=words, size=size, tint=tint, width=width, height=48,
        on_click=run,
    )  # fmt: skip


def mini_player(screen: Any, player: Player) -> View:
    """Build the small player."""
    media = player.current
    playing = player.session.playing
    position = player.session.position_ms(_SECOND_MS)
    length = max(1, media.duration_ms if media is not None else 1)

    def show() -> None:
        screen.update(sheet=True)

    header = wide_row(
        column(
            TextView(media.title if media else "", id="title", size=16, color="default_text",
                     max_lines=1),
            TextView(artist_of(media) if media else "", id="artist", size=12,
                     color="text_secondary", max_lines=1),
            id="audio_media_switcher",
            width=0,
            weight=1,
            padding=(16, 0),
        ),
        TextView(short_length(position), id="header_time", size=14, color="default_text",
                 margin=(16, 0)),
        _button("pause" if playing else "play_arrow", "header_play_pause",
                "Pause" if playing else "Play", player.toggle, size=32),
        id="header",
        class_name="android.view.ViewGroup",
        content_gravity="center_vertical",
        height=68,
        background="player_header",
        on_click=show,
        on_long_click=player.stop,
    )  # fmt: skip
    return SwipeLayout(
        [
            wide_column(
                ProgressBar(min(1.0, position / length), id="progressBar", width=MATCH, height=4,
                            important_for_accessibility="no"),
                header,
            )
        ],
        on_swipe={"up": show},
        id="audio_player_container",
        width=MATCH,
        elevation=8,
    )  # fmt: skip


def queue_list(screen: Any, player: Player, *, id: str) -> View:
    """Build the list of what is in the queue."""
    numbers = player.queue.media
    current = player.index

    def row_at(index: int) -> View:
        media = player.library.one(numbers[index])
        if media is None:
            return View(height=0)
        subject = Subject("queue", media.id, position=index, name=media.title)
        handle = _button("close", "item_delete", "Remove", partial(player.remove, index), width=40)
        return media_row(
            media.title,
            artist_of(media) or short_length(media.duration_ms),
            partial(player.jump, index),
            None,
            partial(screen.show_options, subject),
            key=subject.key,
            icon="volume_high" if index == current else "movie" if media.is_video else "music_note",
            chosen=False,
            handle=handle,
        )

    return RecyclerView(
        len(numbers), row_at, id=id, width=MATCH, height=0, weight=1, padding=(0, 8)
    )


def audio_player(screen: Any, player: Player) -> View:
    """Build the player that fills the screen."""
    media, session = player.current, player.session
    position = session.position_ms(_SECOND_MS)
    length = max(0, media.duration_ms if media is not None else 0)
    state, queue = screen.state, player.queue

    def close() -> None:
        screen.update(sheet=False, playlist=False)

    def show_list() -> None:
        screen.update(playlist=not state.playlist)

    picture = (
        thumbnail(screen.context, media.path) if media is not None and media.is_video else None
    )
    cover = ImageView(
        picture or "music_note",
        id="cover_media_switcher",
        tint=None if picture is not None else "empty_sign",
        size=160,
        scale="fit" if picture is not None else "center",
        width=MATCH,
        height=0,
        weight=1,
        margin=(32, 16),
        background="empty_ground",
        important_for_accessibility="no",
        on_long_click=partial(_as_video, screen, player) if picture is not None else None,
    )
    header = wide_row(
        _button("expand_more", "header_close", "Close", close),
        column(
            TextView(media.title if media else "", id="title", size=16, color="default_text",
                     max_lines=1),
            TextView(artist_of(media) if media else "", id="artist", size=12,
                     color="text_secondary", max_lines=1),
            id="audio_media_switcher",
            width=0,
            weight=1,
        ),
        _button("playlist_music", "playlist_switch",
                "Hide playlist" if state.playlist else "Show playlist", show_list),
        _button("more_vert", "adv_function", "advanced options",
                lambda: screen.show_dialog(PlayerOptions())),
        id="header",
        class_name="android.view.ViewGroup",
        content_gravity="center_vertical",
        height=68,
        background="player_header",
    )  # fmt: skip
    jumps = wide_row(
        View(width=0, weight=1),
        _button("rewind_10", "audio_rewind_10", "Rewind 10 seconds",
                lambda: player.seek_by(-JUMP_MS)),
        _button("fast_forward_10", "audio_forward_10", "Seek forward 10 seconds",
                lambda: player.seek_by(JUMP_MS)),
        View(width=0, weight=1),
    )  # fmt: skip
    times = wide_row(
        TextView(short_length(position), id="time", size=12, color="default_text",
                 margin=(16, 0)),
        View(width=0, weight=1),
        TextView(short_length(length), id="length", size=12, color="default_text",
                 margin=(16, 0)),
    )  # fmt: skip
    playing = session.playing
    on = {"none": "icon", "one": "primary", "all": "primary"}
    buttons = wide_row(
        View(width=0, weight=1),
        _button("shuffle", "shuffle", "Shuffle mode", player.toggle_shuffle,
                tint="primary" if queue.shuffle else "icon"),
        _button("skip_previous", "previous", "Previous", lambda: player.skip(-1), size=32),
        _button("pause_circle" if playing else "play_circle", "play_pause",
                "Pause" if playing else "Play", player.toggle, size=56, width=64, tint="primary"),
        _button("skip_next", "next", "Next", lambda: player.skip(1), size=32),
        _button("repeat_once" if queue.repeat == "one" else "repeat", "repeat", "Repeat mode",
                player.cycle_repeat, tint=on[queue.repeat]),
        View(width=0, weight=1),
        content_gravity="center_vertical",
        padding=(0, 8, 0, 16),
    )  # fmt: skip
    return SwipeLayout(
        [
            full_column(
                header,
                queue_list(screen, player, id="songs_list") if state.playlist else cover,
                jumps,
                times,
                SeekBar(min(position, length), max(1, length),
                        on_change=lambda value: session.seek_to(int(value)), id="timeline",
                        width=MATCH, text=short_length(position)),
                buttons,
                id="content_layout",
            )
        ],
        on_swipe={"down": close},
        distance={"down": 120},
        width=MATCH,
        height=MATCH,
    )  # fmt: skip


def _as_video(screen: Any, player: Player) -> None:
    """Show the video whose sound is heard."""
    player.set_as_audio(False)
    screen.start_activity(".gui.video.VideoPlayerActivity")
