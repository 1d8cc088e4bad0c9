"""Cards and rows of VLC's lists: videos, groups, folders, files, tracks, playlists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from android_gym.simulator.apps.vlc.look import cover, overflow, thumbnail
from android_gym.simulator.apps.vlc.model import Card, Entry, Media
from android_gym.simulator.apps.vlc.storage import setting
from android_gym.simulator.apps.vlc.titles import (
    file_size,
    length_words,
    media_kind,
    plural,
    short_length,
)
from android_gym.simulator.ui.activity import Context
from android_gym.simulator.ui.drawables import Drawable, Rounded, Solid
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, column, wide_column, wide_row
from android_gym.simulator.ui.options import Ellipsize
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, ProgressBar, TextView

__all__ = [
    "CARD_WIDTH",
    "card_view",
    "columns",
    "contents_view",
    "file_row",
    "media_row",
    "queue_row",
    "shelf_card",
    "video_row",
]

Click = Callable[[], object]

CARD_WIDTH: Final = 160


def columns(context: Context) -> int:
    """Return how many cards fit side by side."""
    display = context.system.display
    return max(1, int(display.size[0] / display.density // CARD_WIDTH))


def _said(card: Card) -> str:
    """Return a card's content description."""
    media = card.media
    if media is None:
        words = plural(card.count, "video", "videos")
        return f"{'Folder' if card.kind == 'folder' else 'Video group'}: {card.title}, {words}"
    seen = ", Already played" if media.play_count > 0 else ""
    return f"Video: {card.title}{seen}, Duration: {length_words(media.duration_ms)}"


def _time(card: Card) -> str:
    if card.media is None:
        return plural(card.count, "video", "videos")
    return short_length(card.media.duration_ms)


def _progress(media: Media | None) -> View | None:
    """Build the bar that shows how much of a video was watched."""
    if media is None or media.last_time_ms <= 0 or media.duration_ms <= 0:
        return None
    done = min(1.0, media.last_time_ms / media.duration_ms)
    return ProgressBar(done, id="ml_item_progress", width=MATCH, height=3, gravity="bottom")


_CUTS: Final[dict[str, Ellipsize]] = {"1": "start", "2": "end", "3": "middle"}


def _cut(context: Context) -> Ellipsize:
    """Return where the settings have long titles ellipsized."""
    return _CUTS.get(setting(context, "list_title_ellipsize"), "end")


def _seen(media: Media | None) -> View | None:
    """Build the check mark of a video that was played to its end."""
    if media is None or media.play_count <= 0:
        return None
    return ImageView(
        "check",
        id="ml_item_seen",
        tint="#FFFFFF",
        size=16,
        padding=3,
        margin=4,
        gravity="top|end",
        background=Rounded("#99000000", 11),
    )


def card_view(
    context: Context, card: Card, on_click: Click, on_hold: Click, on_more: Click, *, chosen: bool
) -> View:
    """Build a card of the video tab."""
    media = card.media
    picture = thumbnail(context, media.path) if media is not None else None
    icon = "movie" if media is not None else "folder" if card.kind == "folder" else "filmstrip_box"
    tag = None
    if media is not None and media.resolution:
        tag = TextView(
            media.resolution,
            id="ml_item_resolution",
            size=12,
            color="#FFFFFF",
            padding=(4, 2),
            margin=4,
            gravity="bottom|end",
            background=Rounded("#99000000", 3),
        )
    return wide_column(
        FrameLayout(
            [
                cover(picture, icon, MATCH, 112, "ml_item_thumbnail"),
                ImageView(
                    Solid("#33FFCA7D"), id="ml_item_overlay", width=MATCH, height=MATCH,
                    size=0, scale="fit",
                )
                if chosen
                else None,
                tag,
                _progress(media),
                _seen(media),
                ImageView(
                    "check_circle", id="selected_check", tint="primary", gravity="top|end", margin=4
                )
                if chosen
                else None,
            ],
            width=MATCH,
            height=112,
        ),
        wide_row(
            column(
                TextView(card.title, id="ml_item_title", size=14, color="text_primary",
                         max_lines=1, ellipsize=_cut(context)),
                TextView(_time(card), id="ml_item_time", size=12, color="text_secondary",
                         max_lines=1),
                width=0,
                weight=1,
                padding=(4, 4, 0, 4),
            ),
            overflow(on_more) if not chosen else None,
            content_gravity="center_vertical",
        ),
        key=card.subject.key,
        class_name="android.view.ViewGroup",
        content_description=_said(card),
        margin=4,
        selected=chosen,
        background=Rounded("chosen_card", 4) if chosen else None,
        on_click=on_click,
        on_long_click=on_hold,
    )  # fmt: skip


def video_row(
    context: Context, card: Card, on_click: Click, on_hold: Click, on_more: Click, *, chosen: bool
) -> View:
    """Build a row of the video tab in list mode."""
    media = card.media
    picture = thumbnail(context, media.path) if media is not None else None
    icon = "movie" if media is not None else "folder" if card.kind == "folder" else "filmstrip_box"
    return wide_row(
        FrameLayout(
            [cover(picture, icon, 80, 50, "ml_item_thumbnail"), _progress(media), _seen(media)],
            id="container",
            width=80,
            height=50,
            margin=(8, 4, 16, 4),
        ),
        column(
            TextView(card.title, id="ml_item_title", size=16, color="text_primary", max_lines=2),
            TextView(_time(card), id="ml_item_time", size=12, color="text_secondary", max_lines=1),
            width=0,
            weight=1,
        ),
        ImageView("check_circle", id="selected_check", tint="primary", margin=(8, 0))
        if chosen
        else overflow(on_more),
        key=card.subject.key,
        class_name="android.view.ViewGroup",
        content_description=_said(card),
        content_gravity="center_vertical",
        min_height=58,
        selected=chosen,
        background="chosen_card" if chosen else None,
        on_click=on_click,
        on_long_click=on_hold,
    )


def media_row(
    title: str,
    subtitle: str,
    on_click: Click,
    on_hold: Click | None,
    on_more: Click | None,
    *,
    key: str,
    icon: str = "music_note",
    said: str | None = None,
    chosen: bool = False,
    handle: View | None = None,
) -> View:
    """Build a row of the audio tab, a playlist or search results."""
    return wide_row(
        handle,
        cover(None, icon, 48, 48, "media_cover"),
        column(
            TextView(title, id="title", size=16, color="text_primary", max_lines=2),
            TextView(subtitle, id="subtitle", size=12, color="text_secondary", max_lines=1),
            width=0,
            weight=1,
            margin=(16, 0, 0, 0),
        ),
        ImageView("check_circle", id="selected_check", tint="primary", margin=(8, 0))
        if chosen
        else overflow(on_more)
        if on_more is not None
        else None,
        key=key,
        class_name="android.view.ViewGroup",
        content_description=said,
        content_gravity="center_vertical",
        padding=(16, 8, 0, 8),
        min_height=64,
        selected=chosen,
        background="chosen_card" if chosen else None,
        on_click=on_click,
        on_long_click=on_hold,
    )


def shelf_card(
    title: str,
    subtitle: str,
    said: str,
    on_click: Click,
    on_hold: Click,
    on_more: Click,
    on_play: Click,
    *,
    key: str,
    icon: str,
    chosen: bool = False,
) -> View:
    """Build a card of a playlist, an album, an artist or a genre."""
    return wide_column(
        FrameLayout(
            [
                cover(None, icon, MATCH, 128, "media_cover"),
                ImageView("check_circle", id="selected_check", tint="primary", gravity="top|end",
                          margin=4)
                if chosen
                else ImageView("play_circle", id="mainActionButton",
                               content_description="Play all", tint="primary", size=32,
                               width=48, height=48, gravity="bottom|end", on_click=on_play),
            ],
            width=MATCH,
            height=128,
        ),
        wide_row(
            column(
                TextView(title, id="title", size=14, color="text_primary", max_lines=1),
                TextView(subtitle, id="subtitle", size=12, color="text_secondary", max_lines=1),
                width=0,
                weight=1,
                padding=(4, 4, 0, 4),
            ),
            None if chosen else overflow(on_more),
            content_gravity="center_vertical",
        ),
        key=key,
        class_name="android.view.ViewGroup",
        content_description=said,
        margin=4,
        selected=chosen,
        background=Rounded("chosen_card", 4) if chosen else None,
        on_click=on_click,
        on_long_click=on_hold,
    )  # fmt: skip


def _contents(entry: Entry) -> str:
    """Return the second line of a folder, with marks in place of icons."""
    parts = []
    if entry.folders:
        parts.append(f"{entry.folders} §*§")
    if entry.files:
        parts.append(f"{entry.files} *§*")
    return "  •  ".join(parts) or "Empty"


def _folder_words(entry: Entry) -> str:
    parts = []
    if entry.folders:
        parts.append(plural(entry.folders, "subfolder", "subfolders"))
    if entry.files:
        parts.append(plural(entry.files, "media file", "media files"))
    return ", ".join(parts) or "Empty"


def queue_row(
    title: str,
    subtitle: str,
    on_click: Click,
    on_more: Click,
    *,
    key: str,
    icon: str,
    picture: Drawable | None = None,
    playing: bool | None,
    on_delete: Click,
    on_up: Click | None,
    on_down: Click | None,
) -> View:
    """Build a row of the queue.

    Args:
        title: First line.
        subtitle: Second line.
        on_click: Called on a tap.
        on_more: Called by the three dots.
        key: Identity among its siblings.
        icon: Icon of the cover if there is no picture.
        picture: Cover picture.
        playing: True if it is the current item and plays, False if it is paused; None for others.
        on_delete: Removes it from the queue.
        on_up: Moves it up; None for the first.
        on_down: Moves it down; None for the last.
    """

    def tool(icon: str, id: str, words: str, run: Click | None) -> View | None:
        if run is None:
            return None
        return ImageView(icon, id=id, content_description=words, width=36, height=48, on_click=run)

    signs = {True: "volume_high", False: "volume_medium"}
    sign = None
    if playing is not None:
        sign = ImageView(signs[playing], id="playing", tint="primary", gravity="center")
    pictured = cover(picture, icon, 48, 48, "coverImage")
    return wide_row(
        wide_row(
            FrameLayout([pictured, sign], width=48, height=48, margin=(8, 4)),
            column(
                TextView(title, id="audio_item_title", size=16, color="default_text", max_lines=1,
                         weight_font=700 if sign is not None else 400),
                TextView(subtitle, id="audio_item_subtitle", size=12, color="text_secondary",
                         max_lines=1, ellipsize="middle"),
                width=0,
                weight=1,
                padding=(8, 0),
            ),
            id="selector",
            content_gravity="center_vertical",
            width=0,
            weight=1,
            on_click=on_click,
        ),
        tool("chevron_up", "item_move_up", "Move up", on_up),
        tool("chevron_down", "item_move_down", "Move down", on_down),
        tool("close", "item_delete", "Remove", on_delete),
        overflow(on_more),
        id="item_container",
        key=key,
        class_name="android.view.ViewGroup",
        content_gravity="center_vertical",
        min_height=64,
    )  # fmt: skip


def contents_view(entry: Entry) -> View:
    """Build the second line of a folder: counts with icons, for which accessibility has marks."""
    if not (entry.folders or entry.files):
        return TextView("Empty", id="text", size=12, color="text_secondary", max_lines=1)
    return TextView(
        "  •  ".join(
            f"{count} {sign}" for count, sign in ((entry.folders, "▤"), (entry.files, "▶")) if count
        ),
        id="text",
        size=12,
        color="text_secondary",
        max_lines=1,
        text_description=_contents(entry),
    )


def file_row(
    entry: Entry,
    title: str,
    on_click: Click,
    on_hold: Click,
    on_more: Click | None,
    *,
    chosen: bool = False,
) -> View:
    """Build a row of the file browser."""
    if entry.folder:
        icon, said = "folder", f"Folder: {title}, {_folder_words(entry)}"
        detail = contents_view(entry)
    else:
        kind = media_kind(entry.name)
        icon = {"video": "movie", "audio": "music_note"}.get(kind, "file_question")
        said = f"File: {title}, File size: {file_size(entry.size)}"
        detail = TextView(
            file_size(entry.size), id="text", size=12, color="text_secondary", max_lines=1
        )
    return wide_row(
        ImageView(icon, id="item_icon", size=32, width=48, height=48,
                  important_for_accessibility="no"),
        column(
            TextView(title, id="title", size=16, color="text_primary", max_lines=1),
            detail,
            width=0,
            weight=1,
            margin=(12, 0, 0, 0),
        ),
        ImageView("check_circle", id="selected_check", tint="primary", margin=(8, 0))
        if chosen
        else overflow(on_more)
        if on_more is not None
        else None,
        id="browser_container",
        key=entry.path,
        class_name="android.view.ViewGroup",
        content_description=said,
        content_gravity="center_vertical",
        padding=(12, 4, 0, 4),
        min_height=56,
        selected=chosen,
        background="chosen_card" if chosen else None,
        on_click=on_click,
        on_long_click=on_hold,
    )  # fmt: skip
