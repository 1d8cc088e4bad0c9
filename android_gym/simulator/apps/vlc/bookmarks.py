"""Bookmarks: positions in a media, stored in the library, and the sheet that lists them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from android_gym.simulator.appkit.dialogs import TextDialog
from android_gym.simulator.apps.vlc.actions import Actions
from android_gym.simulator.apps.vlc.library import Library, whole
from android_gym.simulator.apps.vlc.storage import changing
from android_gym.simulator.apps.vlc.titles import short_length
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import MenuItem, bottom_sheet
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    RecyclerView,
    column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.menus import OverflowButton
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, TextView

__all__ = ["BookmarksSheet", "RenameBookmark", "bookmark_markers", "bookmarks_of"]

MOST = 200


@dataclass(frozen=True)
class Bookmark:
    """A bookmarked position in a media.

    Attributes:
        id: Its id.
        time_ms: Position in the media.
        name: Its name.
    """

    id: int
    time_ms: int
    name: str


def bookmarks_of(library: Library, media: int) -> list[Bookmark]:
    """Return a media's bookmarks, sorted by position."""
    rows = library.database.query(
        "SELECT id_bookmark, time, name FROM Bookmark WHERE media_id = ? "
        f"ORDER BY time LIMIT {MOST}",
        (media,),
    )
    return [
        Bookmark(whole(number), whole(time), name if isinstance(name, str) else "")
        for number, time, name in rows
    ]


def _add(screen: Actions[Any]) -> None:
    """Add a bookmark at the current position, unless there is one already."""
    player, library = screen.player, screen.library
    media = player.current
    if media is None:
        return
    place = player.session.position_ms()
    with changing(library.database):
        library.database.insert(
            "Bookmark",
            {
                "time": place,
                "name": f"Bookmark at {short_length(place)}",
                "description": "",
                "media_id": media.id,
                "creation_date": screen.context.system.clock.now_ms() // 1000,
                "type": 0,
            },
        )
    screen.toast("Bookmark added")


def _delete(library: Library, number: int) -> None:
    with changing(library.database):
        library.database.execute("DELETE FROM Bookmark WHERE id_bookmark = ?", (number,))


@dataclass(frozen=True)
class RenameBookmark(TextDialog[Actions[Any]]):
    """Asks for a bookmark's new name."""

    TITLE = "Rename"
    HINT = "New title"
    MAX_LENGTH = 255

    number: int = 0

    def valid(self, screen: Actions[Any]) -> bool:
        """Return whether the name isn't blank."""
        return bool(self.text.strip())

    def on_accept(self, screen: Actions[Any], text: str) -> None:
        """Store the name."""
        with changing(screen.library.database):
            screen.library.database.update(
                "Bookmark", {"name": text.strip()}, "id_bookmark = ?", (self.number,)
            )


@dataclass(frozen=True)
class BookmarksSheet(Dialog[Actions[Any]]):
    """Lists the bookmarks of the playing media."""

    def build(self, screen: Actions[Any]) -> Overlay | None:
        """Build the list and the button that adds one."""
        media = screen.player.current
        if media is None:
            return None
        kept = bookmarks_of(screen.library, media.id)
        rows = [self._row(screen, bookmark) for bookmark in kept]
        return bottom_sheet(
            wide_column(
                wide_row(
                    TextView(
                        "Bookmarks",
                        id="title",
                        size=18,
                        weight_font=500,
                        color="text_primary",
                        width=0,
                        weight=1,
                    ),
                    Button(
                        "Add bookmark",
                        id="add_bookmark",
                        kind="text",
                        on_click=partial(_add, screen),
                    ),
                    content_gravity="center_vertical",
                    padding=(16, 8),
                ),
                RecyclerView(rows, id="bookmark_list", width=MATCH)
                if rows
                else TextView("No bookmarks", id="empty", width=MATCH, align="center", padding=24),
            ),
            screen.dismiss_dialog,
        )

    def _row(self, screen: Actions[Any], bookmark: Bookmark) -> View:
        menu: Sequence[MenuItem] = (
            MenuItem(
                "Rename",
                lambda: screen.show_dialog(RenameBookmark(bookmark.name, bookmark.id)),
                id="bookmark_rename",
            ),
            MenuItem("Delete", partial(_delete, screen.library, bookmark.id), id="bookmark_delete"),
        )
        return wide_row(
            column(
                TextView(bookmark.name, id="title", size=16, color="text_primary", max_lines=1),
                TextView(short_length(bookmark.time_ms), id="time", color="text_secondary"),
                width=0,
                weight=1,
            ),
            OverflowButton(menu, id="item_more", content_description="More Actions"),
            key=bookmark.id,
            content_gravity="center_vertical",
            padding=(16, 4, 0, 4),
            min_height=56,
            on_click=partial(screen.player.session.seek_to, bookmark.time_ms),
        )


def bookmark_markers(screen: Actions[Any], length: int) -> View | None:
    """Build a dot for each bookmark, above the seek bar; None if there are no bookmarks."""
    media = screen.player.current
    kept = bookmarks_of(screen.library, media.id) if media is not None and length > 0 else []
    if not kept:
        return None
    dots = [
        wide_row(
            View(width=0, height=1, weight=min(1.0, max(0.0, bookmark.time_ms / length))),
            View(width=6, height=6, background=Oval("primary")),
            View(width=0, height=1, weight=min(1.0, max(0.0, 1 - bookmark.time_ms / length))),
            key=bookmark.id,
        )
        for bookmark in kept
    ]
    return FrameLayout(dots, id="bookmark_marker_container", width=MATCH, padding=(16, 0))
