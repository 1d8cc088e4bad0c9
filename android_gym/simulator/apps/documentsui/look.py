"""Theme, and views of a document in the grid and the list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from android_gym.errors import FileError
from android_gym.simulator.apps.documentsui.model import Document, size_text, type_name
from android_gym.simulator.system.files import Files
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.drawables import Inset, Oval, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, column, row, wide_row
from android_gym.simulator.ui.options import Ellipsize, Insets, ViewOptions
from android_gym.simulator.ui.theme import Theme, dynamic_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

CORNER_DP = 2
"""Corner radius of a card in dp."""

MOST_PICTURE_BYTES = 4_000_000
"""Maximum size of a picture that is shown; larger ones get an icon."""


@cache
def theme_of(dark: bool) -> Theme:
    """Return the app's colours, derived from the blue wallpaper."""
    return dynamic_theme(dark=dark, name="files dark" if dark else "files")


_ICONS = (
    ("vnd.android.document/", "folder", "#5F6368"),
    ("image/", "image", "#EA4335"),
    ("video/", "movie", "#EA4335"),
    ("audio/", "music_note", "#FF6D00"),
    ("application/pdf", "file_pdf_box", "#EA4335"),
    ("application/vnd.android.package-archive", "android", "#34A853"),
    ("application/zip", "folder_zip", "#5F6368"),
    ("application/vnd.openxmlformats-officedocument.sp", "file_table", "#34A853"),
    ("text/comma", "file_table", "#34A853"),
    ("text/x-vcard", "account_box", "#1A73E8"),
    ("text/html", "code_tags", "#1A73E8"),
    ("text/", "file_document", "#1A73E8"),
    ("application/", "file", "#5F6368"),
)


def icon_of(mime: str) -> tuple[str, str]:
    """Return the icon and colour of a MIME type."""
    return next(((i, c) for start, i, c in _ICONS if mime.startswith(start)), ("file", "#5F6368"))


@dataclass(frozen=True)
class Entry:
    """A document as shown in the list.

    Attributes:
        document: The document.
        date: Text with the modification time.
        selected: Whether it is selected.
        enabled: Whether it can be chosen.
        on_click: Called on a tap.
        on_long_click: Called on a long press.
        on_preview: Called by the preview button; None for no button.
    """

    document: Document
    date: str
    selected: bool
    enabled: bool
    on_click: Callable[[], None]
    on_long_click: Callable[[], None] | None
    on_preview: Callable[[], None] | None = None


def _mark(entry: Entry, size: float = 24) -> View:
    icon, color = icon_of(entry.document.mime)
    if entry.selected:
        return ImageView("check_circle", id="icon_check", tint="primary", size=size)
    return ImageView(icon, id="icon_mime_sm", tint=color, size=size)


def _preview(entry: Entry, *, over: bool) -> View | None:
    """Build the preview button, over the picture or in the row."""
    if entry.on_preview is None:
        return None
    return FrameLayout(
        [ImageView("arrow_expand", tint="#FFFFFF" if over else "icon", gravity="center", size=20)],
        id="preview_icon",
        width=48 if over else 72,
        height=48 if over else 72,
        background=Inset(Oval("#66000000"), 12, 12, 12, 12) if over else None,
        content_description=f"Preview the file {entry.document.name}",
        on_click=entry.on_preview,
        gravity="end" if over else None,
    )


def _thumbnail(files: Files, document: Document) -> View | None:
    """Build the thumbnail of a picture file; None for other files."""
    if document.mime in ("image/jpeg", "image/png", "image/webp", "image/gif", "image/bmp"):
        try:
            content = files.read(document.path) if document.size <= MOST_PICTURE_BYTES else b""
        except FileError:
            content = b""
        if content[:2] in (b"\xff\xd8", b"\x89P", b"RI", b"GI", b"BM"):
            picture = Bitmap(content, "center_crop", CORNER_DP)
            return ImageView(picture, id="icon_thumb", scale="fit", width=MATCH, height=MATCH)
    return None


def _picture(files: Files, document: Document) -> View:
    """Build a file's thumbnail, or its type's icon."""
    icon, color = icon_of(document.mime)
    large = ImageView(icon, id="icon_mime_lg", tint=color, size=56, gravity="center")
    return _thumbnail(files, document) or large


def _text(
    text: str,
    id: str,
    style: str,
    color: str = "text_secondary",
    ellipsize: Ellipsize = "end",
    margin: Insets = 0,
) -> TextView:
    return TextView(
        text, id=id, style=style, color=color, max_lines=1, ellipsize=ellipsize, margin=margin
    )


def _options(entry: Entry) -> ViewOptions:
    """Return the view options shared by rows and cards."""
    return {
        "id": "item_root",
        "key": entry.document.path,
        "width": MATCH,
        "selected": entry.selected,
        "enabled": entry.enabled,
        "alpha": 1.0 if entry.enabled else 0.4,
        "on_click": entry.on_click,
        "on_long_click": entry.on_long_click,
    }


def card(files: Files, entry: Entry) -> View:
    """Build a document's card in the grid."""
    document = entry.document
    options = _options(entry)
    options["class_name"] = "androidx.cardview.widget.CardView"
    options["margin"] = 4
    options["background"] = Rounded(
        "background",
        CORNER_DP,
        "primary" if entry.selected else "outline_variant",
        2 if entry.selected else 1,
    )
    title = _text(document.name, "android:id/title", "body_medium", "text_primary", "middle")
    if document.is_folder:
        title.width, title.weight, title.margin = 0, 1, (8, 9, 3, 9)
        options["padding"], options["min_height"] = (9, 0), 56
        return row(_mark(entry), title, **options)
    thumbnail = FrameLayout(
        [_picture(files, document), _preview(entry, over=True)],
        id="thumbnail",
        width=MATCH,
        height=112,
        margin=(1, 1, 1, 0),
        background=Rounded("surface_container_highest", (CORNER_DP, CORNER_DP, 0, 0)),
    )
    title.width = MATCH
    plate = wide_row(
        _mark(entry, 20),
        column(
            title,
            row(
                _text(size_text(document.size), "details", "body_small"),
                _text(entry.date, "date", "body_small", margin=(8, 0, 0, 0)),
            ),
            width=0,
            weight=1,
            margin=(10, 0, 0, 0),
        ),
        id="nameplate",
        padding=(12, 8),
        content_gravity="center_vertical",
    )
    return column(thumbnail, plate, **options)


def line(files: Files, entry: Entry) -> View:
    """Build a document's row in the list."""
    document = entry.document
    icon, color = icon_of(document.mime)
    mark: View | None = ImageView(
        "check_circle" if entry.selected else icon,
        id="icon_check" if entry.selected else "icon_mime",
        tint="primary" if entry.selected else color,
        gravity="center",
    )
    if not entry.selected:
        mark = _thumbnail(files, document) or mark
    options = _options(entry)
    options["background"] = "secondary_container" if entry.selected else None
    parts = [entry.date, type_name(document.mime, document.name)]
    if not document.is_folder:
        parts.insert(1, size_text(document.size))
    return column(
        wide_row(
            FrameLayout([mark], id="icon", width=72, height=72, padding=16),
            column(
                _text(document.name, "android:id/title", "body_large", "text_primary", "middle"),
                wide_row(_text(", ".join(parts), "metadata", "body_medium"), id="line2"),
                width=0,
                weight=1,
                margin=(0, 0, 16, 0),
            ),
            _preview(entry, over=False),
            min_height=72,
            content_gravity="center_vertical",
        ),
        View(width=MATCH, height=1, margin=(72, 0, 8, 0), background="outline_variant"),
        **options,
    )
