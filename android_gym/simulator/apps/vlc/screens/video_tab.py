"""Videos as cards or rows: all of them, a group, or a folder of the library."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from android_gym.simulator.appkit.lists import Pages
from android_gym.simulator.apps.vlc.cards import card_view, columns, video_row
from android_gym.simulator.apps.vlc.library import PAGE
from android_gym.simulator.apps.vlc.look import empty_view
from android_gym.simulator.apps.vlc.model import Card, Grouping, Subject
from android_gym.simulator.apps.vlc.storage import grouping, keep_grouping
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.layouts import RecyclerView
from android_gym.simulator.ui.view import View

__all__ = ["VideoList", "video_menu", "video_selection_menu"]

_ORDERS: Final = (
    ("Name", "name", "ml_menu_sortby_name"),
    ("File name", "filename", "ml_menu_sortby_filename"),
    ("Length", "length", "ml_menu_sortby_length"),
    ("Insertion date", "insertion", "ml_menu_sortby_insertion_date"),
    ("Media number", "number", "ml_menu_sortby_media_number"),
)
_GROUPINGS: Final[tuple[tuple[str, Grouping, str], ...]] = (
    ("Group by name", "name", "video_min_group_length_name"),
    ("Group by folder", "folder", "video_min_group_length_folder"),
    ("Do not group videos", "none", "video_min_group_length_disable"),
)
_NO_MEDIA: Final = (
    "No media files found, please transfer some files to your device or adjust your preferences."
)


class VideoList:
    """The cards of the video tab, a group or a folder.

    Args:
        screen: A `ListScreen`.
        group: Id of a group; 0 for none.
        folder: Id of a folder; 0 for none.
    """

    def __init__(self, screen: Any, *, group: int = 0, folder: int = 0) -> None:
        self._screen = screen
        self._library = screen.library
        self._found = screen.state.query or ""
        self._order, self._down = screen.sorting("video")
        self._grouping: Grouping = "none" if group or folder else grouping(screen.context)
        self._ids: list[int] | None = None
        if group or folder:
            self._ids = self._library.video_ids(
                group=group, folder=folder, order=self._order, down=self._down, found=self._found
            )
        self.count = (
            len(self._ids)
            if self._ids is not None
            else self._library.count_cards(self._grouping, self._found)
        )
        self._pages: Pages[Card] = Pages(self._page, PAGE)

    @property
    def grouped(self) -> bool:
        """True if the cards may include groups."""
        return self._grouping == "name"

    def _page(self, number: int) -> Sequence[Card]:
        if self._ids is None:
            cards: list[Card] = self._library.cards(
                self._grouping, number, self._order, down=self._down, found=self._found
            )
            return cards
        part = self._ids[number * PAGE : (number + 1) * PAGE]
        return [Card("media", m.id, m.title, 1, m) for m in self._library.media(part)]

    def subjects(self) -> list[Subject]:
        """Return the subjects of all cards, in order."""
        return [
            card.subject
            for index in range(self.count)
            if (card := self._pages.get(index)) is not None
        ]

    def view(self) -> View:
        """Build the cards, or the view shown if there are none."""
        screen = self._screen
        if not self.count:
            if self._found:
                return empty_view(f"No item found for search {self._found}")
            return empty_view(
                _NO_MEDIA,
                button="Go to Medialibrary preferences",
                on_button=lambda: screen.start_activity(".gui.preferences.PreferencesActivity"),
            )
        cards = screen.on("video_display_in_cards")
        return RecyclerView(
            self.count,
            partial(self._row, card_view if cards else video_row),
            columns=columns(screen.context) if cards else 1,
            id="video_grid",
            padding=(4, 4, 4, 72),
        )

    def _row(self, make: Any, index: int) -> View:
        card, screen = self._pages.get(index), self._screen
        if card is None:
            return View(height=0)
        subject = card.subject
        view: View = make(
            screen.context,
            card,
            screen.tapping(subject, partial(_open, screen, card)),
            partial(self._hold, subject),
            partial(screen.show_options, subject),
            chosen=screen.is_chosen(subject),
        )
        return view

    def _hold(self, subject: Subject) -> None:
        """Select a card; if others are selected, all from the first of them to this one."""
        screen = self._screen
        chosen = screen.state.selected
        if not chosen:
            screen.toggle(subject)
            return
        keys = [each.key for each in self.subjects()]
        if chosen[0] in keys and subject.key in keys:
            first, last = sorted((keys.index(chosen[0]), keys.index(subject.key)))
            added = [key for key in keys[first : last + 1] if key not in chosen]
            screen.update(selected=(*chosen, *added))


def _open(screen: Any, card: Card) -> None:
    if card.media is None:
        screen.open_list(card.subject)
    else:
        screen.tap_media(card.subject)


def video_menu(screen: Any, *, groups: bool) -> list[MenuItem | None]:
    """Return the toolbar's menu above videos."""
    cards = screen.on("video_display_in_cards")
    order, _ = screen.sorting("video")
    now = grouping(screen.context)

    def show(as_cards: bool) -> None:
        screen.put(video_display_in_cards=as_cards)

    sort = tuple(
        MenuItem(title, partial(screen.sort_by, "video", key), id=id, checked=order == key,
                 exclusive=True)
        for title, key, id in _ORDERS
    )  # fmt: skip
    group = tuple(
        MenuItem(title, partial(keep_grouping, screen.context, value), id=id,
                 checked=now == value, exclusive=True)
        for title, value, id in _GROUPINGS
    )  # fmt: skip
    return [
        MenuItem("Search…", lambda: screen.search(""), id="ml_menu_filter", icon="search"),
        screen.resume_entry("video"),
        MenuItem(
            "Display in list" if cards else "Display in grid",
            partial(show, not cards),
            id="ml_menu_display_list" if cards else "ml_menu_display_grid",
        ),
        MenuItem("Sort by…", id="ml_menu_sortby", submenu=sort),
        MenuItem("Group videos", id="ml_menu_video_group", submenu=group) if groups else None,
        MenuItem("Refresh", screen.refresh, id="ml_menu_refresh"),
    ]


def video_selection_menu(
    screen: Any, *, grouped: bool, group: bool = False
) -> list[MenuItem | None]:
    """Return the menu of the toolbar for selected videos.

    Args:
        screen: The screen.
        grouped: Whether the list includes groups.
        group: Whether the list shows the videos of a group.
    """
    item, chosen = screen.item, screen.chosen
    some_groups = any(subject.kind == "group" for subject in chosen)
    if grouped:
        return [
            item("Play", "play_arrow", "play", "action_videogroup_play"),
            item("Append", "playlist_plus", "append", "action_videogroup_append"),
            item("Add to video group", "folder_plus", "add_to_group", "action_add_to_group"),
            item("Add to playlist", "playlist_music", "add_to_playlist",
                 "action_videogroup_add_playlist"),
            _hidden(screen, "Ungroup", "ungroup", "action_ungroup") if some_groups else None,
            _hidden(screen, "Rename video group", "rename", "action_rename")
            if some_groups and len(chosen) == 1
            else None,
            _hidden(screen, "Delete", "delete", "action_video_delete"),
            None
            if some_groups
            else _hidden(screen, "Regroup automatically", "regroup", "action_group_similar"),
            _hidden(screen, "Browse parent", "browse_parent", "action_mode_go_to_folder")
            if len(chosen) == 1 and not some_groups
            else None,
        ]  # fmt: skip
    single = len(chosen) == 1
    return [
        item("Information", "information_outline", "information", "action_video_info")
        if single
        else None,
        item("Play", "play_arrow", "play", "action_video_play"),
        item("Append", "playlist_plus", "append", "action_video_append")
        if screen.player.active
        else None,
        item("Add to playlist", "playlist_music", "add_to_playlist",
             "action_mode_audio_add_playlist"),
        _hidden(screen, "Share", "share", "action_video_share"),
        _hidden(screen, "Play as audio", "play_as_audio", "action_video_play_audio"),
        _hidden(screen, "Delete", "delete", "action_video_delete"),
        _hidden(screen, "Download subtitles", "subtitles", "action_video_download_subtitles"),
        _hidden(
            screen, "Remove from video group", "remove_from_group", "action_remove_from_group"
        )
        if group
        else None,
        _hidden(screen, "Add to video group", "add_to_group", "action_add_to_group")
        if group
        else None,
        _hidden(screen, "Browse parent", "browse_parent", "action_mode_go_to_folder")
        if single
        else None,
    ]  # fmt: skip


def _hidden(screen: Any, title: str, action: str, id: str) -> MenuItem:
    return MenuItem(title, lambda: screen.act(action, screen.chosen), id=id)
