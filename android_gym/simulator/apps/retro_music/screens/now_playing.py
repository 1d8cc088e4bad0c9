"""The two players: the mini player above the tabs, and the full player."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from android_gym.simulator.apps.retro_music.actions import Actions
from android_gym.simulator.apps.retro_music.dialogs import (
    AddToPlaylist,
    CreatePlaylist,
    DeleteSongs,
    Details,
)
from android_gym.simulator.apps.retro_music.look import cover
from android_gym.simulator.apps.retro_music.model import Destination, Song, length_text
from android_gym.simulator.apps.retro_music.player_dialogs import (
    PlaybackSpeed,
    ShareSong,
    SleepTimer,
)
from android_gym.simulator.apps.retro_music.player_look import PlayerSettings, player_settings
from android_gym.simulator.apps.retro_music.screens.player_cover import (
    PERIOD_MS,
    behind,
    cover_area,
)
from android_gym.simulator.system.audio import MEDIA_STEPS
from android_gym.simulator.ui.components import CardView, FloatingActionButton, MenuItem
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    OverflowScroll,
    SwipeLayout,
    column,
    full_column,
    row,
)
from android_gym.simulator.ui.menus import OverflowButton
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, ImageView, ProgressBar, SeekBar, TextView

__all__ = ["mini_player", "player"]


def mini_player(app: Actions) -> View:
    """Build the mini player: cover, song, and a play button with the progress around it."""
    player = app.player
    song = player.current
    if song is None:
        return View()
    expand = partial(app.update, expanded=True)
    share = player.position_ms(PERIOD_MS) / song.duration if song.duration else 0.0
    extra = app.is_on("toggle_add_controls")
    strip = row(
        CardView([cover(40, 6)], id="imageTextContainer", corners=6, margin=(8, 0, 0, 0)),
        TextView(
            f"{song.title} • {song.artist}",
            id="miniPlayerTitle",
            size=14,
            color="text_primary",
            max_lines=1,
            width=0,
            weight=1,
            margin=(16, 0, 0, 0),
        ),
        _small("actionPrevious", "skip_previous", player.previous) if extra else None,
        FrameLayout(
            [
                ProgressBar(min(1.0, share), circular=True, id="progressBar"),
                ImageView(
                    "pause" if player.playing else "play",
                    id="miniPlayerPlayPauseButton",
                    width=40,
                    height=40,
                    gravity="center",
                    on_click=player.toggle,
                ),
            ]
        ),
        _small("actionNext", "skip_next", player.next) if extra else None,
        id="miniPlayerFragment",
        width=MATCH,
        height=56,
        padding=(8, 0, 8, 0),
        background="bottom_bar",
        on_click=expand,
    )
    swipes: dict[str, Callable[[], object]] = {"up": expand}
    if app.is_on("swipe_to_dismiss"):
        swipes["down"] = player.clear
    return SwipeLayout([strip], on_swipe=swipes, id="slidingPanel", width=MATCH)


def _small(id: str, icon: str, click: Callable[[], object]) -> View:
    return ImageView(icon, id=id, width=40, height=40, on_click=click)


def player(app: Actions) -> View:
    """Build the full player."""
    song = app.player.current
    if song is None:
        return View()
    settings = player_settings(app.context)
    look = settings.theme
    swipes: dict[str, Callable[[], object]] = {"down": partial(app.update, expanded=False)}
    if settings.swipe:
        swipes |= {"left": app.player.next, "right": app.player.previous}
    width, height = app.context.windows.size
    turned = width > height
    art = cover_area(app, song, settings, turned=turned)
    texts = _texts(app, song, settings)
    progress = _progress(app, song)
    parts = [*texts, progress] if look.texts_first else [progress, _gap(), *texts]
    controls = column(
        *parts,
        _gap(),
        _buttons(app, settings),
        _gap(),
        _volume(app) if settings.volume else None,
        id="playbackControlsFragment",
        width=MATCH,
        content_gravity="center_horizontal" if look.align == "center" else "start",
        padding=(0, 8),
    )
    if turned:
        art.width, art.height, art.weight = 0, MATCH, 1
        scroll = OverflowScroll(controls, fill_viewport=True, width=0, height=MATCH, weight=1)
        body: View = row(art, scroll, width=MATCH)
    else:
        # The space left by the cover is distributed above and below the title and the buttons.
        controls.height, controls.weight = 0, 1
        body = OverflowScroll(
            column(art, controls, width=MATCH, height=MATCH), fill_viewport=True, width=MATCH
        )
    body.height, body.weight = 0, 1
    tools = _player_bar(app, song, settings)
    top = FrameLayout(id="statusBarContainer", width=MATCH)
    lines = full_column(top, *((tools, body) if look.bar_on_top else (body, tools)))
    content = FrameLayout([*behind(app, settings), lines], width=MATCH, height=MATCH)
    return SwipeLayout(
        [content],
        on_swipe=swipes,
        id="playerFragmentContainer",
        width=MATCH,
        height=MATCH,
        background="background",
    )


def _gap() -> View:
    return View(height=0, weight=1)


def _texts(app: Actions, song: Song, settings: PlayerSettings) -> list[View | None]:
    """Build the title, the artist and, if that setting is on, the details of the file."""
    look = settings.theme
    return [
        TextView(
            song.title,
            id="title",
            size=20,
            weight_font=500,
            align=look.align,
            max_lines=1,
            padding=(16, 0),
            margin=(0, 16, 0, 0),
        ),
        TextView(
            song.artist,
            id="text",
            size=16,
            color="text_secondary",
            align=look.align,
            max_lines=1,
            padding=(16, 8),
        ),
        _info(app, song) if settings.info else None,
    ]


def _volume(app: Actions) -> View:
    """Build the slider of the phone's media volume."""
    audio = app.context.system.audio

    def step(id: str, icon: str, by: int) -> View:
        return ImageView(
            icon,
            id=id,
            width=48,
            height=48,
            on_click=lambda: audio.set_volume(audio.volume + by),
        )

    slider = SeekBar(
        audio.volume,
        MEDIA_STEPS,
        on_change=lambda value: audio.set_volume(round(value)),
        id="volumeSeekBar",
        width=0,
        weight=1,
    )
    bar = row(
        step("volumeDown", "volume_down", -1),
        slider,
        step("volumeUp", "volume_up", 1),
        width=MATCH,
        padding=(16, 0),
    )
    return FrameLayout([bar], id="volumeFragmentContainer", width=MATCH)


def _progress(app: Actions, song: Song) -> View:
    position = app.player.position_ms(PERIOD_MS)
    return row(
        TextView(
            length_text(position),
            id="songCurrentProgress",
            size=14,
            color="text_secondary",
            max_lines=1,
            min_width=40,
            margin=(16, 0, 0, 0),
        ),
        SeekBar(
            min(position, song.duration),
            max(1, song.duration),
            on_change=lambda value: app.player.seek(round(value)),
            id="progressSlider",
            text=length_text(position),
            width=0,
            weight=1,
        ),
        TextView(
            length_text(song.duration),
            id="songTotalTime",
            size=14,
            color="text_secondary",
            align="end",
            max_lines=1,
            min_width=40,
            margin=(0, 0, 16, 0),
        ),
        width=MATCH,
    )


def _info(app: Actions, song: Song) -> View | None:
    """Return the format, bit rate and sampling rate; None if the file is missing."""
    file = app.context.system.media.at(song.path)
    if file is None:
        return None
    found = file.metadata
    parts = [
        song.path.rpartition(".")[2].upper(),
        f"{(found.bitrate or 0) // 1000} kb/s",
        f"{(found.sample_rate or 0) / 1000:g} kHz",
    ]
    return TextView(" • ".join(parts), id="songInfo", size=12, color="text_secondary")


def _buttons(app: Actions, settings: PlayerSettings) -> View:
    player = app.player
    repeat = player.queue.repeat

    def button(id: str, icon: str, click: Callable[[], object], lit: bool = True) -> View:
        pressed = ImageButton(
            icon,
            id=id,
            tint="text_primary" if lit else "text_primary@0.4",
            width=56,
            height=56,
            gravity="center",
            on_click=click,
        )
        return FrameLayout([pressed], width=0, weight=1)

    look, round = settings.theme, settings.circle
    fills = {"filled": "fab", "tonal": "secondary_container", "bare": None}
    fill = fills[look.button]
    play = FloatingActionButton(
        "pause" if player.playing else "play",
        id="playPauseButton",
        gravity="center",
        margin=8,
        tint={"tonal": "on_secondary_container", "bare": "text_primary"}.get(look.button),
        elevation=0 if fill is None else 6,
        on_click=player.toggle,
    )
    if round or look.button != "filled":
        play.background = Rounded(fill, 28 if round else 16)
    return row(
        button(
            "repeatButton",
            "repeat_once" if repeat == 2 else "repeat",
            player.cycle_repeat,
            repeat > 0,
        ),
        button("previousButton", "skip_previous", player.previous),
        play,
        button("nextButton", "skip_next", player.next),
        button("shuffleButton", "shuffle", player.toggle_shuffle, player.queue.shuffled),
        width=MATCH,
        padding=(8, 8),
    )


def _player_bar(app: Actions, song: Song, settings: PlayerSettings) -> View:
    """Build the bottom toolbar: lyrics, favourite, queue, and menu."""
    favorite = app.is_favorite
    menu = [
        MenuItem(
            "Playback Speed",
            lambda: app.show_dialog(PlaybackSpeed(app.player.speed, app.player.pitch)),
        ),
        MenuItem("Drive mode", lambda: app.start_activity(".activities.DriveModeActivity")),
        MenuItem("Go to album", lambda: app.go_to_album(song)),
        MenuItem("Go to artist", lambda: app.go_to_artist(song)),
        MenuItem("Add to playlist", lambda: app.show_dialog(AddToPlaylist(songs=(song,)))),
        MenuItem(
            "Save playing queue",
            lambda: app.show_dialog(CreatePlaylist(songs=tuple(app.player.queue.songs()))),
        ),
        MenuItem("Share", lambda: app.show_dialog(ShareSong(song))),
        MenuItem("Set as ringtone", lambda: app.set_ringtone(song)),
        MenuItem("Clear playing queue", app.player.clear),
        MenuItem("Details", lambda: app.show_dialog(Details(song))),
        MenuItem("Go to Lyrics", lambda: app.open_page(Destination("lyrics"))),
        MenuItem("Sleep timer", lambda: app.show_dialog(SleepTimer())),
        MenuItem("Equalizer", lambda: app.toast("No equalizer found")),
        MenuItem("Delete from device", lambda: app.show_dialog(DeleteSongs(songs=(song,)))),
    ]

    def action(id: str, title: str, icon: str, click: Callable[[], object]) -> View:
        return ImageButton(
            icon,
            id=id,
            class_name="android.widget.Button",
            content_description=title,
            width=48,
            height=48,
            on_click=click,
        )

    return row(
        ImageButton(
            "chevron_down",
            width=56,
            height=56,
            content_description="Navigate up",
            on_click=partial(app.update, expanded=False),
        ),
        View(width=0, weight=1),
        action(
            "action_toggle_lyrics",
            "Lyrics",
            "text_box" if settings.lyrics else "text_box_outline",
            app.toggle_lyrics,
        ),
        action(
            "action_toggle_favorite",
            "Favorites",
            "heart" if favorite else "heart_outline",
            app.toggle_favorite,
        ),
        action(
            "now_playing",
            "Now playing queue",
            "playlist_music",
            lambda: app.open_page(Destination("queue")),
        ),
        OverflowButton(menu, key="more"),
        id="playerToolbar",
        class_name="android.view.ViewGroup",
        width=MATCH,
        height=64,
        padding=(0, 0, 4, 0),
    )
