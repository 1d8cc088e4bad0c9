"""The browse tab with the storages, the file browser, and the More tab."""

from __future__ import annotations

import posixpath
from functools import partial
from typing import Any, Final

from android_gym.simulator.apps.vlc.cards import contents_view, file_row, media_row
from android_gym.simulator.apps.vlc.look import empty_view, heading
from android_gym.simulator.apps.vlc.model import ROOT, Entry, Kind, Media, Subject
from android_gym.simulator.apps.vlc.titles import media_kind, short_length
from android_gym.simulator.ui.components import CardView, MenuItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    HorizontalScrollView,
    RecyclerView,
    ScrollView,
    column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageView, TextView

__all__ = ["breadcrumbs", "browse_tab", "browser_menu", "browser_rows", "browser_selection_menu",
           "folder_title", "history_rows", "more_tab"]  # fmt: skip

_INTERNAL: Final = "Internal memory"


def folder_title(path: str) -> str:
    """Return a folder's title."""
    return _INTERNAL if path == ROOT else posixpath.basename(path)


def _storage_card(screen: Any, path: str, title: str) -> View:
    """Build the card of a storage or a favourite folder."""
    entry = screen.filled(Entry(path, True))
    return CardView(
        column(
            ImageView("folder", id="item_icon", size=64, width=152, height=88,
                      background="empty_ground", important_for_accessibility="no"),
            wide_row(
                column(
                    TextView(title, id="title", size=14, color="text_primary", max_lines=1),
                    contents_view(entry),
                    width=0,
                    weight=1,
                    padding=(8, 4, 0, 8),
                ),
                ImageView("more_vert", id="item_more", content_description="More Actions",
                          width=40, height=48,
                          on_click=partial(screen.show_options,
                                           Subject("dir", path=path, name=title))),
                content_gravity="center_vertical",
            ),
            width=152,
        ),
        kind="outlined",
        id="browser_container",
        key=path,
        class_name="android.view.ViewGroup",
        content_description=f"Folder: {title}",
        margin=4,
        corners=4,
        on_click=partial(screen.open_folder, path),
    )  # fmt: skip


def browse_tab(screen: Any) -> View:
    """Build the favourites, the storages and the network."""
    favorites = screen.favorites()
    shown = [_storage_card(screen, path, folder_title(path)) for path in favorites]
    return ScrollView(
        wide_column(
            wide_column(
                heading("Favorites"),
                HorizontalScrollView(row(*shown, padding=(12, 16)), id="list", width=MATCH),
                id="fav_browser_entry",
            )
            if shown
            else None,
            wide_column(
                heading("Storages"),
                HorizontalScrollView(
                    row(_storage_card(screen, ROOT, _INTERNAL), padding=(12, 16)),
                    id="list",
                    width=MATCH,
                ),
                id="local_browser_entry",
            ),
            wide_column(
                heading("Local Network"),
                TextView("No connection to local network.", id="emptyTextView", size=16,
                         color="light_text", margin=(16, 16)),
                id="network_browser_entry",
            ),
        ),
        class_name="android.widget.ScrollView",
        width=MATCH,
        height=MATCH,
    )  # fmt: skip


# --- the file browser


def breadcrumbs(screen: Any, path: str) -> View:
    """Build the breadcrumbs from the top to a folder."""
    places: list[tuple[str, str | None]] = [("Browse", None)]
    below = ROOT
    places.append((_INTERNAL, ROOT))
    for part in [each for each in path.removeprefix(ROOT).split("/") if each]:
        below = f"{below}/{part}"
        places.append((part, below))

    def go(target: str | None) -> None:
        if target is None:
            screen.finish()
        else:
            screen.update(path=target, selected=())

    words: list[View | None] = []
    for index, (name, target) in enumerate(places):
        if index:
            words.append(ImageView("chevron_right", size=18, tint="breadcrumb",
                                   key=f"divider {index}"))  # fmt: skip
        words.append(
            TextView(name, size=14, color="breadcrumb", key=f"place {index}", padding=(4, 12),
                     content_description=f"Folder: {name}", on_click=partial(go, target))
        )  # fmt: skip
    return HorizontalScrollView(
        row(*words, content_gravity="center_vertical", padding=(12, 0)),
        id="ariane",
        class_name="androidx.recyclerview.widget.RecyclerView",
        width=MATCH,
        start=10_000,
    )


def browser_rows(screen: Any, path: str) -> View:
    """Build the rows of a folder's contents."""
    found = (screen.state.query or "").lower()
    entries = screen.entries(path)
    if found:
        entries = [entry for entry in entries if found in entry.name.lower()]
    if not entries:
        return empty_view("Empty" if not found else f"No item found for search {found}")

    def row_at(index: int) -> View:
        entry = screen.filled(entries[index])
        kind: Kind = "dir" if entry.folder else "file"
        subject = Subject(kind, path=entry.path, name=entry.name)
        return file_row(
            entry,
            entry.name,
            screen.tapping(subject, partial(_open, screen, entry)),
            partial(screen.hold, subject),
            partial(screen.show_options, subject),
            chosen=screen.is_chosen(subject),
        )

    return RecyclerView(
        len(entries), row_at, row_key=lambda index: entries[index].path, id="network_list",
        width=MATCH, height=MATCH, padding=(0, 0, 0, 72),
    )  # fmt: skip


def _open(screen: Any, entry: Entry) -> None:
    if entry.folder:
        screen.update(path=entry.path)
    elif media_kind(entry.name):
        screen.tap_media(Subject("file", path=entry.path, name=entry.name))


def browser_menu(screen: Any, path: str) -> list[MenuItem | None]:
    """Return the toolbar's menu in the file browser."""
    every, hidden = screen.on("browser_show_all_files"), screen.on("browser_show_hidden_files")
    subject = Subject("dir", path=path, name=folder_title(path))
    return [
        MenuItem("Search…", lambda: screen.search(""), id="ml_menu_filter", icon="search"),
        MenuItem(
            "Sort by…",
            id="ml_menu_sortby",
            icon="sort",
            submenu=(
                MenuItem("File name", partial(screen.sort_by, "browser", "filename"),
                         id="ml_menu_sortby_filename"),
            ),
        ),
        MenuItem(
            "Add to playlist",
            id="ml_menu_add_playlist",
            submenu=(
                MenuItem("Add this folder",
                         lambda: screen.act("add_to_playlist", (subject,)),
                         id="folder_add_playlist"),
                MenuItem("Add this folder and subfolders",
                         lambda: screen.act("add_subfolders", (subject,)),
                         id="subfolders_add_playlist"),
            ),
        ),
        MenuItem("Refresh", screen.refresh, id="ml_menu_refresh"),
        MenuItem("Show all files", lambda: screen.put(browser_show_all_files=not every),
                 id="browser_show_all_files", checked=every),
        MenuItem("Show hidden files", lambda: screen.put(browser_show_hidden_files=not hidden),
                 id="browser_show_hidden_files", checked=hidden),
    ]  # fmt: skip


def browser_selection_menu(screen: Any) -> list[MenuItem | None]:
    """Return the menu of the toolbar for selected files."""
    item = screen.item
    return [
        item("Information", "information_outline", "information", "action_mode_file_info")
        if len(screen.chosen) == 1 and screen.chosen[0].kind == "file"
        else None,
        item("Play all", "play_arrow", "play", "action_mode_file_play"),
        item("Append", "playlist_plus", "append", "action_mode_file_append")
        if screen.player.active
        else None,
        item("Delete", "delete", "delete", "action_mode_file_delete"),
        item("Add to playlist", "playlist_music", "add_to_playlist",
             "action_mode_file_add_playlist"),
    ]  # fmt: skip


# --- More


def more_tab(screen: Any) -> View:
    """Build the buttons, the streams and the history."""
    history = screen.library.history(20) if screen.on("playback_history") else []

    def button(text: str, id: str, icon: str, activity: str) -> View:
        return Button(
            text, id=id, kind="outlined", icon=icon, icon_size=20, width=0, weight=1,
            margin=(8, 24, 8, 0), on_click=lambda: screen.start_activity(activity),
        )  # fmt: skip

    listed = [_history_card(screen, media) for media in history]
    return ScrollView(
        wide_column(
            wide_row(
                button("Settings", "settingsButton", "cog", ".gui.preferences.PreferencesActivity"),
                button("About", "aboutButton", "information_outline", ".gui.AuthorsActivity"),
                padding=(8, 0),
            ),
            wide_column(
                heading("Streams"),
                TextView("Empty", id="emptyTextView", size=16, color="light_text",
                         margin=(16, 16)),
                id="streams_entry",
            ),
            wide_column(
                wide_row(
                    heading("History"),
                    View(width=0, weight=1),
                    ImageView("arrow_forward", id="action_button", width=48, height=48,
                              content_description="History",
                              on_click=partial(screen.open_list, Subject("queue", 0)))
                    if listed
                    else None,
                ),
                HorizontalScrollView(row(*listed, padding=(12, 16)), id="list", width=MATCH)
                if listed
                else TextView("You have no playback history yet.", id="emptyTextView", size=16,
                              color="light_text", margin=(16, 16)),
                id="history_entry",
            ),
        ),
        width=MATCH,
        height=MATCH,
    )  # fmt: skip


def _history_card(screen: Any, media: Media) -> View:
    subject = Subject("media", media.id, name=media.title)
    return column(
        ImageView("movie" if media.is_video else "music_note", size=40, width=120, height=72,
                  background="empty_ground", important_for_accessibility="no"),
        TextView(media.title, id="title", size=12, color="text_primary", max_lines=1, width=120),
        key=media.id,
        class_name="android.view.ViewGroup",
        content_description=f"History item, {media.title}",
        margin=4,
        on_click=partial(screen.tap_media, subject),
        on_long_click=partial(screen.show_options, subject),
    )  # fmt: skip


def history_rows(screen: Any) -> View:
    """Build the whole history."""
    media = screen.library.history()
    if not media:
        return empty_view("You have no playback history yet.")

    def row_at(index: int) -> View:
        each = media[index]
        subject = Subject("media", each.id, name=each.title)
        return media_row(
            each.title,
            each.artist or short_length(each.duration_ms),
            screen.tapping(subject, partial(screen.tap_media, subject)),
            partial(screen.hold, subject),
            partial(screen.show_options, subject),
            key=subject.key,
            icon="movie" if each.is_video else "music_note",
            said=f"History item, {each.title}",
            chosen=screen.is_chosen(subject),
        )

    return RecyclerView(len(media), row_at, id="list", width=MATCH, height=MATCH)
