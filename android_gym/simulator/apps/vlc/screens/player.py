"""The video player: the picture, the controls over it, and its gestures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar, Final

from android_gym.simulator.apps.vlc.ab_repeat import ab_button, ab_markers, ab_tools
from android_gym.simulator.apps.vlc.actions import Actions
from android_gym.simulator.apps.vlc.bookmarks import (
    BookmarksSheet,
    RenameBookmark,
    bookmark_markers,
)
from android_gym.simulator.apps.vlc.dialogs import AddDuplicates, ContextSheet, SavePlaylist
from android_gym.simulator.apps.vlc.equalizer import EqualizerSheet, SaveSet
from android_gym.simulator.apps.vlc.model import PlayerState, Subject
from android_gym.simulator.apps.vlc.player_sheets import (
    JumpToTime,
    PlayerOptions,
    SleepTimer,
    SpeedSheet,
)
from android_gym.simulator.apps.vlc.playing import JUMP_MS, Player
from android_gym.simulator.apps.vlc.screens.audio_player import queue_list
from android_gym.simulator.apps.vlc.screens.video_surface import (
    ASPECTS,
    Gestures,
    Glass,
    fitted,
)
from android_gym.simulator.apps.vlc.stats import stats
from android_gym.simulator.apps.vlc.tips import VIDEO, tips
from android_gym.simulator.apps.vlc.titles import short_length
from android_gym.simulator.apps.vlc.track_sheet import AspectSheet, PlaybackError, TracksSheet
from android_gym.simulator.system.media.video import VideoFile
from android_gym.simulator.system.orientation import Orientation
from android_gym.simulator.ui.activity import Dialogs, Screen, callback
from android_gym.simulator.ui.components import TextInputLayout
from android_gym.simulator.ui.drawables import Gradient, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    column,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.surface import Surface
from android_gym.simulator.ui.video_view import VideoContent
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, EditText, ImageView, SeekBar, TextView

__all__ = ["VideoPlayerActivity"]

_HIDE_MS: Final = 4000
_NOTE_MS: Final = 1000
_LEAST_PERIOD_MS: Final = 40
_MOST_PERIOD_MS: Final = 1000


class VideoPlayerActivity(Actions[PlayerState]):
    """Shows the video that the session plays."""

    DIALOGS: ClassVar[Dialogs] = (
        ContextSheet, SavePlaylist, AddDuplicates, PlayerOptions, SpeedSheet, SleepTimer,
        JumpToTime, TracksSheet, PlaybackError, BookmarksSheet, RenameBookmark, EqualizerSheet,
        SaveSet, AspectSheet,
    )  # fmt: skip

    # -- lifecycle

    def on_create(self) -> PlayerState:
        """Show the tips on the first start."""
        return PlayerState(tips=not self.on("video_player_tips_shown"))

    def on_resume(self) -> None:
        """Finish if nothing plays; report a video that can't be shown."""
        player = self.player
        if not player.active:
            self.finish()
            return
        content = player.content(player.current)
        if content is None or VideoFile.open(content) is None:
            player.stop()
            self.show_dialog(PlaybackError())
            return
        self._turn()
        self.show_controls()

    def _turn(self) -> None:
        """Request the screen orientation that the settings ask for."""
        kept = self.context.preferences().get("screen_orientation", "99")
        ways: dict[str, Orientation] = {"101": "portrait", "102": "landscape", "103": "landscape"}
        way: Orientation = ways.get(kept, "sensor")
        if kept == "98":
            last = self.context.preferences().get("screen_orientation_last", "portrait")
            way = "landscape" if last == "landscape" else "portrait"
        self.request_orientation(way)

    def on_new_intent(self) -> None:
        """Close the queue and the options when a new video starts."""
        self.update(playlist=False, options=False)

    def on_pause(self) -> None:
        """Pause, unless the settings let videos play in the background."""
        player = self.player
        if player.active and not player.queue.as_audio and not self.on_background():
            player.session.pause()
            player.leave()

    def on_background(self) -> bool:
        """Return whether videos keep playing in the background."""
        return self.context.preferences().get("video_action_switch", "0") == "1"

    def on_destroy(self) -> None:
        """Stop, unless the sound keeps playing in the background."""
        player = self.player
        if player.active and not player.queue.as_audio and not self.on_background():
            player.stop()

    def on_back(self) -> bool:
        """Close what is open; while locked, only say so."""
        state = self.state
        if state.locked:
            self.note("Locked")
            return True
        if state.tips:
            self.close_tips()
            return True
        if state.playlist:
            self.update(playlist=False)
            return True
        return False

    def on_key(self, name: str) -> bool:
        """Handle keys of a hardware keyboard."""
        player = self.player
        match name:
            case "SPACE":
                player.toggle()
            case "DPAD_LEFT":
                player.seek_by(-JUMP_MS)
            case "DPAD_RIGHT":
                player.seek_by(JUMP_MS)
            case _:
                return False
        return True

    # -- the controls

    def show_controls(self) -> None:
        """Show the controls; they are hidden again after a while."""
        clock = self.context.system.clock
        clock.cancel(self.state.hide_timer)
        self.update(shown=True, hide_timer=self.after(_HIDE_MS, "hide_controls"))

    @callback
    def hide_controls(self) -> None:
        """Hide the controls, unless the video is paused."""
        if self.player.session.playing and not self.state.tips:
            self.update(shown=False)

    def tap(self) -> None:
        """Show or hide the controls."""
        if self.state.shown and not self.state.locked:
            self.update(shown=False)
        else:
            self.show_controls()

    def note(self, text: str) -> None:
        """Show a message in the middle of the screen for a moment."""
        self.update(note=text)
        self.after(_NOTE_MS, "clear_note", text)

    @callback
    def clear_note(self, text: str) -> None:
        """Clear a message, unless another one has replaced it."""
        if self.state.note == text:
            self.update(note="")

    def close_tips(self) -> None:
        """Close the tips for good."""
        self.put(video_player_tips_shown=True)
        self.update(tips=False)
        self.show_controls()

    def jump(self, ms: int) -> None:
        """Seek forward or backward by milliseconds."""
        player = self.player
        player.seek_by(ms)
        self.note(f"{'+' if ms > 0 else '-'}{abs(ms) // 1000} s")
        self.show_controls()

    def double_tap(self, part: str) -> None:
        """Seek back, pause or seek forward, depending on the part of the screen."""
        if self.state.locked:
            return
        if part == "middle":
            self.player.toggle()
            self.show_controls()
        else:
            self.jump(-JUMP_MS if part == "left" else JUMP_MS)

    def drag(self, axis: str, right: bool, way: float) -> None:
        """Seek, or change brightness or volume, by a swipe.

        Args:
            axis: The swipe's axis.
            right: Whether it began in the right half.
            way: Its length as a fraction of the screen.
        """
        if self.state.locked or self.state.tips:
            return
        if axis == "x":
            # A short swipe seeks by a few seconds, a long one by minutes.
            ms = int((600_000 * abs(way) ** 4 + 3000) * (1 if way > 0 else -1))
            self.player.seek_by(ms)
            self.note(f"{'+' if ms > 0 else '-'}{short_length(abs(ms))}")
        elif right:
            audio = self.context.system.audio
            audio.set_volume(audio.volume + round(way * 25))
            self.note(f"Volume {audio.volume * 100 // 25}%")
        else:
            display = self.context.system.display
            display.set_brightness(max(1, min(255, display.brightness + round(way * 255))))
            self.note(f"Brightness {display.brightness * 100 // 255}%")

    def next_aspect(self) -> None:
        """Switch to the next aspect ratio."""
        aspect = (self.state.aspect + 1) % len(ASPECTS)
        self.update(aspect=aspect)
        self.note(ASPECTS[aspect])
        self.show_controls()

    def lock(self, locked: bool) -> None:
        """Lock or unlock the screen against touches."""
        self.update(locked=locked)
        self.show_controls()

    def toggle_orientation(self) -> None:
        """Lock the current orientation, or let it follow the phone again."""
        locked = self.context.preferences().get("screen_orientation", "99") != "98"
        width, height = self.context.windows.size
        last = "landscape" if width > height else "portrait"
        self.put(screen_orientation="98" if locked else "99", screen_orientation_last=last)
        self._turn()
        self.note("Locked" if locked else "Automatic (sensor)")

    # -- sheets

    def show_stats(self) -> None:
        """Show or hide the video's statistics."""
        self.update(stats=not self.state.stats)
        self.show_controls()

    def show_options(self, subject: Subject) -> None:
        """Open the sheet of actions on an item of the queue."""
        self.show_dialog(ContextSheet(subject))

    def show_playlists(self, subjects: Sequence[Subject]) -> None:
        """Open the sheet that adds subjects to a playlist."""
        self.show_dialog(SavePlaylist(tuple(subjects)))

    # -- views

    def build(self) -> Screen:
        """Build the picture, the gesture layer over it, and the controls."""
        player, state = self.player, self.state
        media = player.current
        content = player.content(media)
        layers: list[View | None] = []
        video = VideoFile.open(content) if content is not None else None
        period = _MOST_PERIOD_MS
        if video is not None:
            period = round(1000 / max(0.1, video.frames_per_second))
        period = max(_LEAST_PERIOD_MS, min(_MOST_PERIOD_MS, period))
        position = player.session.position_ms(period)
        if content is not None and video is not None:
            picture = self._picture(content, (video.width, video.height), position)
            layers.append(FrameLayout([picture], id="video_layout", width=MATCH, height=MATCH))
        controls: View | None = None
        if state.playlist:
            controls = self._queue(player)
        elif state.tips:
            controls = tips("Video player tips", VIDEO, "player_overlay_tips", self.close_tips)
        elif state.shown and media is not None:
            controls = self._locked() if state.locked else self._controls(player, position)
        glass: Surface[str] = Surface(
            Glass(),
            "",
            on_change=self.double_tap,
            id="player_root",
            class_name="android.widget.FrameLayout",
            content_description=(
                "Video player. Tap to show controls. Tap the back button to hide them"
            ),
            important_for_accessibility="yes",
            width=MATCH,
            height=MATCH,
            on_click=self.tap,
        )
        facts = None
        if state.stats and media is not None and video is not None and not state.playlist:
            facts = stats(media, video, content or b"", self.show_stats)
        over = [facts, controls, self._note() if state.note else None]
        layers += [glass, FrameLayout(over, id="player_ui_container", width=MATCH, height=MATCH)]
        root = Gestures(layers, self.drag, width=MATCH, height=MATCH, background="#000000")
        return Screen(
            root,
            background="#000000",
            full_screen=not state.shown,
            edge_to_edge=True,
            light_bars=False,
            title="VLC",
        )

    def _picture(self, data: bytes, size: tuple[int, int], position: int) -> View:
        display = self.context.system.display
        width, height = fitted(self.state.aspect, size, display.size)
        return Surface(
            VideoContent(data, "stretch"),
            position,
            on_change=_ignore,
            id="player_surface",
            width=width / display.density,
            height=height / display.density,
            gravity="center",
        )

    def _note(self) -> View:
        return TextView(
            self.state.note,
            id="player_overlay_textinfo",
            size=24,
            color="#FFFFFF",
            padding=(16, 8),
            gravity="center",
            background=Rounded("#B4000000", 8),
        )

    @staticmethod
    def _button(icon: str, id: str, words: str, run: Any, *, size: float = 32,
                hold: Any = None) -> View:  # fmt: skip
        return ImageView(icon, id=id, content_description=words, size=size, tint="#FFFFFF",
                         width=44, height=48, on_click=run, on_long_click=hold)  # fmt: skip

    def _resize(self) -> View:
        """Build the aspect ratio button; a long press lists the ratios."""
        return self._button(
            "aspect_ratio",
            "player_resize",
            "Aspect ratio",
            self.next_aspect,
            hold=partial(self.show_dialog, AspectSheet()),
        )

    def set_aspect(self, aspect: int) -> None:
        """Set the aspect ratio."""
        self.update(aspect=aspect)
        self.note(ASPECTS[aspect])

    def _locked(self) -> View:
        return column(
            Button("Swipe to unlock", id="swipe_to_unlock", icon="lock_open",
                   on_click=partial(self.lock, False)),
            gravity="bottom|center_horizontal",
            margin=(0, 0, 0, 64),
        )  # fmt: skip

    def _controls(self, player: Player, position: int) -> View:
        """Build the top and bottom bars."""
        media, session = player.current, player.session
        length = max(0, media.duration_ms if media is not None else 0)
        playing, several = session.playing, len(player.queue.media) > 1
        top = wide_row(
            self._button("arrow_back", "player_overlay_back", "Navigate up", self.finish, size=24),
            TextView(media.title if media is not None else "", id="player_overlay_title", size=18,
                     color="#FFFFFF", max_lines=1, width=0, weight=1),
            self._button("lock_outline", "lock_overlay_button", "Lock",
                         partial(self.lock, True), size=24),
            self._button("playlist_music", "playlist_toggle", "Show playlist",
                         lambda: self.update(playlist=True), size=24)
            if several
            else None,
            *ab_tools(player, self._button),
            content_gravity="center_vertical",
            padding=(8, 32, 8, 16),
            background=Gradient(("#CB000000", "#00000000")),
            id="hud_right_overlay",
        )  # fmt: skip
        times = wide_row(
            TextView(short_length(position), id="player_overlay_time", size=12, color="#FFFFFF",
                     padding=(4, 0), margin=(24, 0, 0, 0)),
            View(width=0, weight=1),
            TextView(short_length(length), id="player_overlay_length", size=12, color="#FFFFFF",
                     padding=(4, 0), margin=(0, 0, 24, 0)),
        )  # fmt: skip
        buttons = wide_row(
            self._button("music_box_outline", "player_overlay_tracks", "Tracks",
                         lambda: self.show_dialog(TracksSheet())),
            self._button("screen_rotation", "orientation_toggle",
                         "Tap to lock/unlock orientation", self.toggle_orientation),
            View(width=0, weight=1),
            self._button("skip_previous", "playlist_previous", "Previous",
                         partial(self._skip, -1)) if several else None,
            self._button("rewind_10", "player_overlay_rewind", "Seek 10 seconds backwards",
                         partial(self.jump, -JUMP_MS)),
            self._button("pause" if playing else "play_arrow", "player_overlay_play",
                         "Pause" if playing else "Play", self._toggle, size=44),
            self._button("fast_forward_10", "player_overlay_forward", "Seek 10 seconds forwards",
                         partial(self.jump, JUMP_MS)),
            self._button("skip_next", "playlist_next", "Next",
                         partial(self._skip, 1)) if several else None,
            View(width=0, weight=1),
            self._resize(),
            self._button("more_vert", "player_overlay_adv_function", "advanced options",
                         lambda: self.show_dialog(PlayerOptions())),
            content_gravity="center_vertical",
            padding=(0, 0, 0, 40),
        )  # fmt: skip
        bottom = wide_column(
            ab_button(player),
            times,
            ab_markers(player, length),
            bookmark_markers(self, length),
            SeekBar(min(position, length), max(1, length),
                    on_change=lambda value: session.seek_to(int(value)),
                    on_stop=self.show_controls,
                    id="player_overlay_seekbar", width=MATCH, text=short_length(position)),
            buttons,
            background=Gradient(("#00000000", "#CB000000")),
            padding=(0, 24, 0, 0),
        )  # fmt: skip
        return full_column(
            top, View(width=MATCH, height=0, weight=1), bottom, id="progress_overlay"
        )

    def _toggle(self) -> None:
        self.player.toggle()
        self.show_controls()

    def _skip(self, step: int) -> None:
        before = self.player.current
        self.player.skip(step)
        after = self.player.current
        if after is not None and after != before and self.on("video_transition_show"):
            self.note(after.title)
        self.show_controls()

    def _queue(self, player: Player) -> View:
        field = EditText(
            self.state.search or "",
            id="playlist_search_edittext",
            hint="Search media",
            on_text_change=lambda text: self.update(search=text),
            ime_action="search",
            on_editor_action=self.hide_keyboard,
            color="#FFFFFF",
            width=MATCH,
        )
        return full_column(
            wide_row(
                self._button("close", "close_button", "Close",
                             lambda: self.update(playlist=False, search=None), size=24),
                TextInputLayout(field, id="playlist_search_text", width=0, weight=1,
                                margin=(8, 4)),
                id="view",
                content_gravity="center_vertical",
                padding=(8, 32, 8, 0),
            ),
            queue_list(self, player, id="video_playlist"),
            id="video_playlist_container",
            background="background",
        )  # fmt: skip


def _ignore(position: int) -> None:
    """Do nothing: the session tracks the position itself."""
