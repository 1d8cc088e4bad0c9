"""The information page of a media file: length, size, folder, tracks."""

from __future__ import annotations

import posixpath

from android_gym.simulator.apps.vlc.actions import Actions
from android_gym.simulator.apps.vlc.look import secondary_bar, thumbnail
from android_gym.simulator.apps.vlc.model import InfoState, Media
from android_gym.simulator.apps.vlc.stats import track_facts
from android_gym.simulator.apps.vlc.titles import file_size, short_length
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import FloatingActionButton
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, ScrollView, full_column, wide_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["InfoActivity"]


class InfoActivity(Actions[InfoState]):
    """Shows information about the media that its intent names."""

    def build(self) -> Screen:
        """Build the picture and the known facts."""
        media = self.library.one(self.intent.get_int("number"))
        if media is None:
            body: View = TextView("", id="title")
            return Screen(full_column(secondary_bar("", self.finish), body))
        picture = thumbnail(self.context, media.path) if media.is_video else None
        cover = ImageView(
            picture or ("movie" if media.is_video else "music_note"),
            id="image",
            tint=None if picture is not None else "empty_sign",
            size=96,
            scale="fit" if picture is not None else "center",
            width=MATCH,
            height=200,
            background="empty_ground",
            important_for_accessibility="no",
        )

        def play() -> None:
            self.show_now_playing(self.player.play((media.id,)))

        content = ScrollView(
            wide_column(
                cover,
                *self._lines(media),
                padding=(0, 0, 0, 88),
            ),
            id="nested_scroll",
            width=MATCH,
            height=MATCH,
        )
        fab = FloatingActionButton(
            "play_arrow", id="fab", content_description="Play", on_click=play,
            gravity="bottom|end", margin=(0, 0, 16, 16),
        )  # fmt: skip
        return Screen(
            full_column(
                secondary_bar(media.title, self.finish),
                FrameLayout([content, fab], width=MATCH, height=0, weight=1),
            ),
            title=media.title,
            status_bar="status_bar",
            navigation_bar="navigation_bar",
        )

    def _lines(self, media: Media) -> list[View]:
        """Build a line for each known fact."""
        known = [
            ("Length", "length_value", short_length(media.duration_ms)),
            ("File size", "size_value", file_size(media.size) if media.size else ""),
            ("Path", "path_value", posixpath.dirname(media.path)),
            ("File name", "extra_value", media.filename),
        ]
        if not media.is_video:
            known.append(("Artist", "artist_value", media.artist))
            known.append(("Album", "album_value", media.album))
        video, audio = self._tracks(media)
        known.append(("Video tracks", "video_track", "\n".join(video)))
        known.append(("Audio tracks", "audio_track", "\n".join(audio)))
        return [
            wide_column(
                TextView(title, id="text", size=14, color="section", margin=(16, 16, 16, 0)),
                TextView(value, id=id, size=16, color="text_primary", margin=(16, 4, 16, 0)),
            )
            for title, id, value in known
            if value
        ]

    def _tracks(self, media: Media) -> tuple[list[str], list[str]]:
        """Return the lines about the file's video and audio tracks."""
        file = self.context.system.media.at(media.path) if media.path else None
        found = file.metadata if file is not None else None
        bits = (found.bitrate or 0) if found is not None else 0
        samples = (found.sample_rate or 0) if found is not None else 0
        channels = (found.channels or 2) if found is not None else 2
        size = (media.width, media.height) if media.is_video else (0, 0)
        return track_facts(size, 0, bits, samples, channels)
