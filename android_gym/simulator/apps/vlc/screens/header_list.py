"""A playlist or an album: a header with its name and buttons, and its tracks."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.apps.vlc.cards import media_row
from android_gym.simulator.apps.vlc.look import secondary_bar, thumbnail
from android_gym.simulator.apps.vlc.model import HeaderState, Media, Subject
from android_gym.simulator.apps.vlc.screens.audio_tab import audio_selection_menu
from android_gym.simulator.apps.vlc.screens.base import ListScreen
from android_gym.simulator.apps.vlc.titles import short_length
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import MenuItem, SwipeRow
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, column, full_column, row, wide_row
from android_gym.simulator.ui.touches import Touch
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageView, TextView

__all__ = ["HeaderMediaListActivity"]

_ROW_DP = 64


class _Handle(ImageView):
    """The handle that drags a row up and down."""

    def __init__(self, position: int, count: int, move: partial[None]) -> None:
        super().__init__(
            "drag_horizontal_variant",
            id="item_move",
            content_description="More Actions",
            width=40,
            height=48,
            important_for_accessibility="yes",
        )
        self.position = position
        self.count = count
        self.move_row = move

    def takes_drag(self, axis: str) -> bool:
        """Return whether the axis is vertical."""
        return axis == "y"

    def touch(self, event: Touch) -> None:
        """Move the row by the number of rows that the finger has moved, once it is lifted."""
        if event.action != "up":
            return
        moved = event.y - event.start_y
        rows = round(moved / self.ui.px(_ROW_DP))
        target = max(0, min(self.count - 1, self.position + rows))
        if target != self.position:
            self.move_row(self.position, target)


class HeaderMediaListActivity(ListScreen[HeaderState]):
    """Shows the playlist or album that its intent names."""

    @property
    def subject(self) -> Subject:
        """The playlist or album."""
        kind = "album" if self.intent.get_str("kind") == "album" else "playlist"
        number = self.intent.get_int("number")
        if kind == "album":
            return Subject("album", number, name=self.library.shelf_name("albums", number))
        playlist = self.playlists.get(number)
        return Subject("playlist", number, name=playlist.name if playlist is not None else "")

    def neighbours(self, subject: Subject) -> list[int]:
        """Return the ids of all media in the playlist or album."""
        return self.media_ids((self.subject,))

    def _rows(self, subject: Subject) -> list[Subject]:
        """Return the entries in order."""
        found = self.state.query or ""
        if subject.kind == "album":
            numbers = self.library.track_ids("albums", subject.number, found=found)
            return [Subject("media", number) for number in numbers]
        return [
            Subject("track", subject.number, position=position)
            for position, _ in self.playlists.tracks(subject.number, found)
        ]

    def _media(self, subject: Subject) -> Media | None:
        if subject.kind == "track":
            track = self.playlists.track(subject.number, subject.position)
            return track.media if track is not None else None
        return self.library.one(subject.number)

    # -- views

    def build(self) -> Screen:
        """Build the toolbar, the header and the tracks."""
        subject, state = self.subject, self.state
        rows = self._rows(subject)
        if state.selected:
            bar = self.marked_bar(audio_selection_menu(self))
        elif state.query is not None:
            bar = self.searching_bar(state.query)
        else:
            menu = [
                MenuItem("Search…", lambda: self.search(""), id="ml_menu_filter", icon="search")
            ]
            bar = secondary_bar("", self.finish, menu)
        listed = RecyclerView(
            len(rows),
            lambda index: self._row(rows[index], len(rows)),
            id="songs",
            width=MATCH,
            height=0,
            weight=1,
            padding=(0, 0, 0, 64),
        )
        return self.framed(
            bar, full_column(self._head(subject), listed), title=subject.name or "VLC"
        )

    def _head(self, subject: Subject) -> View:
        numbers = self.media_ids((subject,))
        library = self.library
        length = sum(max(0, media.duration_ms) for media in library.media(numbers))
        first = library.media(numbers[:1])
        picture = thumbnail(self.context, first[0].path) if first and first[0].is_video else None

        def button(icon: str, id: str, words: str, action: str) -> View:
            return ImageView(icon, id=id, content_description=words, width=48, height=48,
                             on_click=lambda: self.act(action, (subject,)))  # fmt: skip

        return wide_row(
            ImageView(
                picture or ("album" if subject.kind == "album" else "playlist_music"),
                id="playlist_cover",
                tint=None if picture is not None else "empty_sign",
                size=96,
                scale="fit" if picture is not None else "center",
                width=128,
                height=128,
                margin=(16, 0),
                background="empty_ground",
                important_for_accessibility="no",
            ),
            column(
                TextView(subject.name, id="header_list_title", size=20, weight_font=500,
                         color="default_text", max_lines=3,
                         content_description=f"Album: {subject.name}"),
                *self._album_lines(subject, first),
                TextView(short_length(length), id="duration", size=14, color="text_secondary",
                         margin=(0, 4)),
                row(
                    Button("Play", id="play_btn", kind="filled",
                           on_click=lambda: self.act("play", (subject,))),
                    button("playlist_plus", "btn_add_playlist", "Add to playlist",
                           "add_to_playlist"),
                    button("shuffle", "btn_shuffle", "Shuffle all", "play_shuffled"),
                    content_gravity="center_vertical",
                ),
                width=0,
                weight=1,
                margin=(0, 0, 16, 0),
            ),
            id="header_layout",
            class_name="android.view.ViewGroup",
            padding=(0, 8, 0, 16),
        )  # fmt: skip

    def _album_lines(self, subject: Subject, first: list[Media]) -> list[View]:
        """Build an album's artist and year; nothing for a playlist."""
        if subject.kind != "album" or not first:
            return []
        year = self.library.album_year(subject.number)
        lines: list[View] = [
            TextView(
                first[0].artist or "Unknown Artist",
                id="header_list_artist",
                size=16,
                color="text_secondary",
                max_lines=1,
            ),
        ]
        if year:
            lines.append(TextView(str(year), id="release_date", size=14, color="text_secondary"))
        return lines

    def _row(self, subject: Subject, count: int) -> View:
        media = self._media(subject)
        if media is None:
            return View(height=0)
        named = Subject(subject.kind, subject.number, subject.path, subject.position, media.title)
        in_playlist = subject.kind == "track"
        own = partial(self._play_from, named)
        handle: View | None = None
        if in_playlist and not self.state.selected and not self.state.query:
            move: partial[None] = partial(self._move, subject.number)
            handle = _Handle(subject.position, count, move)
        length = short_length(media.duration_ms)
        view = media_row(
            media.title,
            length if media.is_video else f"{media.artist or 'Unknown Artist'}  •  {length}",
            self.tapping(subject, own),
            partial(self.hold, subject),
            partial(self.show_options, named),
            key=subject.key,
            icon="movie" if media.is_video else "music_note",
            said=f"{'Video' if media.is_video else 'Audio track'}: {media.title}, "
            f"Duration: {length}",
            chosen=self.is_chosen(subject),
            handle=handle,
        )
        if not in_playlist:
            return view
        remove = partial(self.act, "remove", (named,))
        return SwipeRow(view, on_swipe_left=remove, on_swipe_right=remove, key=subject.key)

    def _play_from(self, subject: Subject) -> None:
        """Play all tracks, starting with one of them."""
        numbers = self.media_ids((self.subject,))
        wanted = self.media_ids((subject,))
        index = subject.position if subject.kind == "track" else 0
        if subject.kind != "track" and wanted and wanted[0] in numbers:
            index = numbers.index(wanted[0])
        elif not 0 <= index < len(numbers) or numbers[index] not in wanted:
            index = numbers.index(wanted[0]) if wanted and wanted[0] in numbers else 0
        self.show_now_playing(self.player.play(numbers, index))

    def _move(self, playlist: int, source: int, target: int) -> None:
        self.playlists.move(playlist, source, target)
