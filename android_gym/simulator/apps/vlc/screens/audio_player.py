"""The audio player: a mini player at the bottom, and the full-screen player."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from android_gym.simulator.appkit.times import time_of_day
from android_gym.simulator.apps.vlc.ab_repeat import ab_button, ab_markers, ab_tools
from android_gym.simulator.apps.vlc.bookmarks import bookmark_markers
from android_gym.simulator.apps.vlc.cards import queue_row
from android_gym.simulator.apps.vlc.look import thumbnail
from android_gym.simulator.apps.vlc.model import Media, Subject
from android_gym.simulator.apps.vlc.player_sheets import PlayerOptions, SleepTimer, SpeedSheet
from android_gym.simulator.apps.vlc.playing import JUMP_MS, Player
from android_gym.simulator.apps.vlc.storage import setting
from android_gym.simulator.apps.vlc.tips import AUDIO, PLAYLIST, tips
from android_gym.simulator.apps.vlc.titles import short_length
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.components import Chip, TextInputLayout
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    OverflowScroll,
    RecyclerView,
    SwipeLayout,
    column,
    full_column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.options import Insets
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, ImageView, ProgressBar, SeekBar, TextView

__all__ = ["audio_player", "mini_player", "queue_list"]

_SECOND_MS: Final = 1000


def artist_of(media: Media) -> str:
    """Return the second line of the playing media."""
    if media.is_video:
        return ""
    return " - ".join(part for part in (media.artist or "Unknown Artist", media.album) if part)


def _button(icon: str, id: str, words: str, run: Any, *, size: float = 24, tint: str = "icon",
            width: float = 48, hold: Any = None) -> View:  # fmt: skip
    return ImageView(
        icon, id=id, content_description=words, size=size, tint=tint, width=width, height=48,
        on_click=run, on_long_click=hold,
    )  # fmt: skip


def _names(media: Media | None, padding: Insets = 0) -> View:
    return column(
        TextView(media.title if media else "", id="title", size=16, color="default_text",
                 max_lines=1),
        TextView(artist_of(media) if media else "", id="artist", size=12, color="text_secondary",
                 max_lines=1),
        id="audio_media_switcher",
        width=0,
        weight=1,
        padding=padding,
    )  # fmt: skip


def mini_player(screen: Any, player: Player) -> View:
    """Build the mini player."""
    media = player.current
    playing = player.session.playing
    position = player.session.position_ms(_SECOND_MS)
    length = max(1, media.duration_ms if media is not None else 1)

    def show() -> None:
        screen.update(sheet=True)

    header = wide_row(
        _names(media, padding=(16, 0)),
        TextView(short_length(position), id="header_time", size=14, color="default_text",
                 margin=(16, 0)),
        _button("pause" if playing else "play_arrow", "header_play_pause",
                "Pause" if playing else "Play", player.toggle, size=32),
        id="header",
        class_name="android.view.ViewGroup",
        content_gravity="center_vertical",
        min_height=68,
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
    """Build the list of the queue."""
    numbers = player.queue.media
    current = player.index
    wanted = (screen.state.search or "").casefold()
    shown = list(range(len(numbers)))
    if wanted:
        titles = {media.id: media.title for media in player.library.media(numbers)}
        shown = [i for i in shown if wanted in titles.get(numbers[i], "").casefold()]

    def row_at(place: int) -> View:
        index = shown[place]
        media = player.library.one(numbers[index])
        if media is None:
            return View(height=0)
        subject = Subject("queue", media.id, position=index, name=media.title)
        picture = thumbnail(screen.context, media.path) if media.is_video else None
        return queue_row(
            media.title,
            artist_of(media) or short_length(media.duration_ms),
            partial(player.jump, index),
            partial(screen.show_options, subject),
            key=subject.key,
            icon="movie" if media.is_video else "music_note",
            picture=picture,
            playing=player.session.playing if index == current else None,
            on_delete=partial(player.remove, index),
            on_up=partial(player.move, index, index - 1) if index else None,
            on_down=partial(player.move, index, index + 1) if index + 1 < len(numbers) else None,
        )

    return RecyclerView(len(shown), row_at, id=id, width=MATCH, height=0, weight=1, padding=(0, 8))


def audio_player(screen: Any, player: Player) -> View:
    """Build the full-screen player."""
    media = player.current
    picture = (
        thumbnail(screen.context, media.path) if media is not None and media.is_video else None
    )
    header, chips = _header(screen, player), _chips(screen, player)
    if screen.state.playlist:
        shown = queue_list(screen, player, id="songs_list")
    else:
        shown = _cover(screen, player, picture)
    tools = _tools(screen, player)
    width, height = screen.context.windows.size
    if width > height:  # in landscape there is no room to stack everything
        shown.width, shown.height, shown.weight = 0, MATCH, 1
        side = OverflowScroll(wide_column(*tools), fill_viewport=True, height=MATCH, width=0)
        side.weight = 1
        body = wide_row(shown, side)
        body.height, body.weight = 0, 1
        page = full_column(header, chips, body, id="content_layout")
    else:
        page = full_column(header, chips, shown, *tools, id="content_layout")
    # The cover lies behind, pale enough that the text over it stays readable.
    behind = ImageView(
        picture, id="backgroundView", tint=None, scale="fit", width=MATCH, height=MATCH, alpha=0.1,
        important_for_accessibility="no",
    )  # fmt: skip
    sheet = SwipeLayout(
        [FrameLayout([behind, page], width=MATCH, height=MATCH)],
        on_swipe={"down": partial(_close, screen)},
        distance={"down": 120},
        width=MATCH,
        height=MATCH,
    )
    return FrameLayout([sheet, _tips(screen)], width=MATCH, height=MATCH)


def _close(screen: Any) -> None:
    screen.update(sheet=False, playlist=False, search=None)


def _header(screen: Any, player: Player) -> View:
    state = screen.state
    return wide_row(
        _button("expand_more", "header_close", "Close", partial(_close, screen)),
        _search_field(screen)
        if state.playlist and state.search is not None
        else _names(player.current),
        *ab_tools(player, _button),
        _button("search", "playlist_search", "Search", lambda: screen.update(search=""))
        if state.playlist and state.search is None
        else None,
        _button("playlist_music", "playlist_switch",
                "Hide playlist" if state.playlist else "Show playlist",
                lambda: screen.update(playlist=not state.playlist, search=None)),
        _button("more_vert", "adv_function", "advanced options",
                lambda: screen.show_dialog(PlayerOptions())),
        id="header",
        class_name="android.view.ViewGroup",
        content_gravity="center_vertical",
        min_height=68,
        background="player_header",
    )  # fmt: skip


def _cover(screen: Any, player: Player, picture: Bitmap | None) -> View:
    return ImageView(
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


def _tools(screen: Any, player: Player) -> Sequence[View | None]:
    """Build what is below the cover or the queue: jumps, times, the timeline and the buttons."""
    media, session = player.current, player.session
    position = session.position_ms(_SECOND_MS)
    length = max(0, media.duration_ms if media is not None else 0)
    jumps = wide_row(
        View(width=0, weight=1),
        _button("rewind_10", "audio_rewind_10", "Rewind 10 seconds",
                lambda: player.seek_by(-JUMP_MS)),
        _button("fast_forward_10", "audio_forward_10", "Seek forward 10 seconds",
                lambda: player.seek_by(JUMP_MS)),
        View(width=0, weight=1),
    )  # fmt: skip
    above = wide_row(
        View(width=0, weight=1),
        ab_button(player) or _progress(screen, player, position, length),
        View(width=0, weight=1),
    )
    times = wide_row(
        TextView(short_length(position), id="time", size=12, color="default_text",
                 margin=(16, 0)),
        View(width=0, weight=1),
        TextView(short_length(length), id="length", size=12, color="default_text",
                 margin=(16, 0)),
    )  # fmt: skip
    slider = SeekBar(
        min(position, length),
        max(1, length),
        on_change=lambda value: session.seek_to(int(value)),
        id="timeline",
        width=MATCH,
        text=short_length(position),
    )
    marks = (ab_markers(player, length), bookmark_markers(screen, length))
    return (jumps, above, times, *marks, slider, _buttons(player))


def _buttons(player: Player) -> View:
    playing, queue = player.session.playing, player.queue
    return wide_row(
        View(width=0, weight=1),
        _button("shuffle", "shuffle", "Shuffle mode", player.toggle_shuffle,
                tint="primary" if queue.shuffle else "icon"),
        _button("skip_previous", "previous", "Previous", lambda: player.skip(-1), size=32,
                hold=partial(player.seek_by, -JUMP_MS)),
        _button("pause_circle" if playing else "play_circle", "play_pause",
                "Pause" if playing else "Play", player.toggle, size=56, width=64,
                hold=player.stop, tint="primary"),
        _button("skip_next", "next", "Next", lambda: player.skip(1), size=32,
                hold=partial(player.seek_by, JUMP_MS)),
        _button("repeat_once" if queue.repeat == "one" else "repeat", "repeat", "Repeat mode",
                player.cycle_repeat, tint="icon" if queue.repeat == "none" else "primary"),
        View(width=0, weight=1),
        content_gravity="center_vertical",
        padding=(0, 8, 0, 16),
    )  # fmt: skip


def _tips(screen: Any) -> View | None:
    """Build the tips of the player or its queue, until they are dismissed."""
    key = "playlist_tips_shown" if screen.state.playlist else "audio_player_tips_shown"
    if screen.on(key):
        return None
    close = partial(screen.put, **{key: True})
    if screen.state.playlist:
        return tips("Playlist tips", PLAYLIST, "audio_playlist_tips", close)
    return tips("Audio player tips", AUDIO, "audio_player_tips", close)


def _search_field(screen: Any) -> View:
    field = EditText(
        screen.state.search or "",
        hint="Search media",
        on_text_change=lambda text: screen.update(search=text),
        ime_action="search",
        on_editor_action=screen.hide_keyboard,
        autofocus=True,
        width=MATCH,
    )
    return TextInputLayout(
        field,
        id="playlist_search_text",
        width=0,
        weight=1,
        margin=(8, 4),
        end_icon="close",
        on_end_icon=lambda: screen.update(search=None),
    )


def _chips(screen: Any, player: Player) -> View | None:
    """Build chips for an unusual speed and a sleep timer; a tap opens their sheets."""
    speed, left = player.queue.speed, player.sleep_left_ms()
    chips: list[View | None] = []
    if speed != 1:
        chips.append(
            Chip(f"{speed:.2f}x", id="playback_speed_quick_action", icon="speedometer",
                 on_click=lambda: screen.show_dialog(SpeedSheet()))
        )  # fmt: skip
    if left is not None:
        chips.append(
            Chip(short_length(left), id="sleep_quick_action", icon="sleep",
                 on_click=lambda: screen.show_dialog(SleepTimer()))
        )  # fmt: skip
    if not chips:
        return None
    return FrameLayout([row(*chips, padding=(16, 0))], id="playback_chips", margin=(0, 0, 0, 8))


def _progress(screen: Any, player: Player, position: int, length: int) -> View:
    """Build the text about the whole queue's progress; a tap changes what it shows."""
    queue, index = player.queue, player.index
    lengths = [max(0, media.duration_ms) for media in player.library.media(queue.media)]
    before, whole = sum(lengths[:index]) + position, sum(lengths)
    mode = setting(screen.context, "audio_play_progress_mode")
    if mode == "1":
        words = f"Remaining: {short_length(max(0, whole - before))}"
    elif mode == "2":
        clock = screen.context.system.clock
        ends = clock.minute() + dt.timedelta(milliseconds=max(0, whole - before) / queue.speed)
        words = f"Ends at: {time_of_day(screen.context, ends)}"
    else:
        words = f"Progress: {short_length(before)} / {short_length(whole)}"
    following = {"0": "1", "1": "2"}.get(mode, "0")
    return TextView(
        f"Track: {index + 1} / {len(queue.media)}  •  {words}",
        id="audio_play_progress",
        size=12,
        color="default_text",
        padding=(16, 8),
        background=Rounded("darker", 16),
        on_click=partial(screen.put, audio_play_progress_mode=following),
    )


def _as_video(screen: Any, player: Player) -> None:
    """Show the video that plays as audio."""
    player.set_as_audio(False)
    screen.start_activity(".gui.video.VideoPlayerActivity")
