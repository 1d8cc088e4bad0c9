"""The search in the whole library."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from android_gym.simulator.apps.vlc.actions import Actions
from android_gym.simulator.apps.vlc.library import Shelf
from android_gym.simulator.apps.vlc.model import AUDIO, VIDEO, Kind, SearchState, Subject
from android_gym.simulator.apps.vlc.titles import plural, short_length
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import TextInputLayout
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    RecyclerView,
    ScrollView,
    column,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, ImageView, TextView

__all__ = ["SearchActivity"]

_SHELVES: tuple[tuple[str, str, Shelf, Kind], ...] = (
    ("Albums", "albums_results", "albums", "album"),
    ("Artists", "artists_results", "artists", "artist"),
    ("Genres", "genres_results", "genres", "genre"),
)


class SearchActivity(Actions[SearchState]):
    """Shows a search field, and the results by kind."""

    def on_create(self) -> SearchState:
        """Start with the query in the intent."""
        return SearchState(self.intent.get_str("query"))

    def build(self) -> Screen:
        """Build the field and the results."""
        query = self.state.query

        def typed(text: str) -> None:
            self.update(query=text)

        field = EditText(
            query, id="search_edit_text", hint="Search media", on_text_change=typed,
            ime_action="search", autofocus=True, width=MATCH,
        )  # fmt: skip
        bar = wide_row(
            ImageView("arrow_back", tint="primary", width=56, height=56,
                      content_description="Navigate up", on_click=self.finish),
            TextInputLayout(field, id="search_edit_layout", width=0, weight=1,
                            margin=(0, 4, 16, 4),
                            end_icon="close" if query else None,
                            on_end_icon=lambda: self.update(query="")),
            content_gravity="center_vertical",
        )  # fmt: skip
        parts = self._results(query) if query else []
        if query and not parts:
            body: View = TextView("No media found", width=MATCH, height=MATCH, align="center",
                                  vertical="center", size=18, color="text_primary")  # fmt: skip
        else:
            body = ScrollView(
                wide_column(*parts, id="results_container", padding=(0, 16)), width=MATCH
            )
        body.height, body.weight = 0, 1.0
        return Screen(
            full_column(bar, body), status_bar="status_bar", navigation_bar="navigation_bar"
        )

    def _results(self, query: str) -> list[View]:
        library, parts = self.library, []
        for title, id, kind in (("videos", "others_results", VIDEO),
                                ("Tracks", "songs_results", AUDIO)):  # fmt: skip
            media = library.search(query, kind)
            rows = [
                self._row(
                    each.title,
                    short_length(each.duration_ms),
                    "movie" if kind == VIDEO else "music_note",
                    partial(self.tap_media, Subject("media", each.id)),
                    each.id,
                )
                for each in media
            ]
            parts += self._part(title, id, rows)
        for title, id, shelf, what in _SHELVES:
            rows = [
                self._row(item.name, item.detail, "album",
                          partial(self.open_list, Subject(what, item.id)), item.id)
                for item in library.shelf(shelf, 0, found=query)[:20]
            ]  # fmt: skip
            parts += self._part(title, id, rows)
        rows = [
            self._row(
                playlist.name,
                plural(playlist.count, "track", "tracks"),
                "playlist_music",
                partial(self.open_list, Subject("playlist", playlist.id)),
                playlist.id,
            )
            for playlist in self.playlists.page(0, found=query)[:20]
        ]
        return parts + self._part("Playlists", "playlists_results", rows)

    @staticmethod
    def _part(title: str, id: str, rows: Sequence[View]) -> list[View]:
        if not rows:
            return []
        return [
            TextView(title, size=18, weight_font=500, color="section", margin=(16, 4, 16, 8),
                     key=f"title {id}"),
            RecyclerView(list(rows), id=id, width=MATCH, margin=(0, 0, 0, 16)),
        ]  # fmt: skip

    @staticmethod
    def _row(title: str, detail: str, icon: str, run: partial[None], key: int) -> View:
        return wide_row(
            ImageView(icon, id="item_image", width=48, height=48, background="empty_ground",
                      margin=(16, 8), important_for_accessibility="no"),
            column(
                TextView(title, id="item_title", weight_font=500, color="text_primary",
                         max_lines=2),
                TextView(detail, id="item_description", color="text_secondary", max_lines=2),
                width=0,
                weight=1,
                margin=(0, 0, 16, 0),
            ),
            key=key,
            class_name="android.view.ViewGroup",
            content_gravity="center_vertical",
            on_click=run,
        )  # fmt: skip
