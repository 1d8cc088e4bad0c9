"""Thumbnails of media, and the cells of grids and lists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from android_gym.errors import FileError
from android_gym.simulator.apps.gallery.images import picture_size
from android_gym.simulator.apps.gallery.model import (
    GIF,
    IMAGE,
    RAW,
    SVG,
    VIDEO,
    Directory,
    Medium,
    kind_of,
)
from android_gym.simulator.apps.gallery.videos import poster, video_at
from android_gym.simulator.system.files import Files
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.drawables import Drawable, Gradient, Oval, RectPx
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, column, wide_row
from android_gym.simulator.ui.options import Gravity, Insets
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

if TYPE_CHECKING:
    import skia

    from android_gym.simulator.ui.theme import Theme

__all__ = [
    "DOWNWARDS",
    "RELATIVE",
    "UPWARDS",
    "DirectoryLook",
    "MediumLook",
    "Turned",
    "content_of",
    "cover_of",
    "directory_cell",
    "directory_row",
    "medium_cell",
    "medium_row",
]

RELATIVE: Final = "android.widget.RelativeLayout"
UPWARDS: Final = Gradient(("#00000000", "#B3000000"))
"""The shadow behind views at the bottom."""
DOWNWARDS: Final = Gradient(("#B3000000", "#00000000"))
"""The shadow behind views at the top."""
_DARK: Final = "#66000000"
_NO_PICTURE: Final = "#2D2D2D"
_TYPES: Final = {GIF: "GIF", RAW: "RAW", SVG: "SVG"}


@dataclass(frozen=True)
class Turned(Drawable):
    """A drawable rotated by multiples of 90 degrees.

    Attributes:
        drawable: The drawable to rotate.
        degrees: 0, 90, 180 or 270, clockwise.
        more: Further degrees, which do not affect how it is fitted.
    """

    drawable: Drawable
    degrees: int = 0
    more: float = 0.0

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """See `Drawable.paint`."""
        left, top, right, bottom = rect
        x, y = (left + right) / 2, (top + bottom) / 2
        half_x, half_y = (right - left) / 2, (bottom - top) / 2
        if self.degrees % 180:
            half_x, half_y = half_y, half_x
        canvas.save()
        canvas.rotate(self.degrees + self.more, x, y)
        around = (x - half_x, y - half_y, x + half_x, y + half_y)
        self.drawable.paint(canvas, around, density, theme)
        canvas.restore()


def content_of(files: Files, path: str) -> bytes:
    """Return a file that can be shown as a picture; empty if it can't."""
    try:
        content = files.read(path)
    except FileError:
        return b""
    return content if picture_size(content) is not None else b""


def _shown(files: Files, path: str) -> bytes:
    """Return the file of a picture, or the first frame of a video."""
    if kind_of(path) != VIDEO:
        return content_of(files, path)
    found = video_at(files, path)
    return poster(found[0]) if found is not None else b""


def cover_of(files: Files, path: str, *, crop: bool = True, corners: float = 0) -> View:
    """Build the thumbnail of a medium; an icon on grey if it has none."""
    content = _shown(files, path)
    if content:
        source = Bitmap(content, "center_crop" if crop else "fit_center", corners)
        return ImageView(source, scale="fit", width=MATCH, height=MATCH)
    return ImageView(
        "image_broken_variant", tint="#808080", size=32, width=MATCH, height=MATCH,
        background=_NO_PICTURE,
    )  # fmt: skip


def _thumbnail(files: Files, path: str, id: str, *, crop: bool, corners: float = 0) -> View:
    view = cover_of(files, path, crop=crop, corners=corners)
    view.id = id
    view.important = "yes"
    return view


def _badge(icon: str, id: str, place: Gravity, margin: Insets, description: str | None) -> View:
    return ImageView(
        icon,
        id=id,
        size=18,
        tint="#FFFFFF",
        width=26,
        height=26,
        gravity=place,
        margin=margin,
        background=Oval(_DARK),
        content_description=description,
        important_for_accessibility="yes",
    )


def _check(id: str, margin: Insets = 8) -> View:
    return ImageView(
        "check",
        id=id,
        size=22,
        tint="#FFFFFF",
        width=26,
        height=26,
        gravity="top|end",
        margin=margin,
        background=Oval("primary"),
        important_for_accessibility="yes",
    )


@dataclass(frozen=True)
class DirectoryLook:
    """The look of a folder.

    Attributes:
        extent: Width and height of a cell in dp.
        selected: Whether it is selected.
        pinned: Whether it is pinned above the others.
        rounded: Whether its corners are rounded, with the name below the picture.
        count: Position of the number of media: 1 in its own line, 2 in brackets, 3 hidden.
        crop: Whether thumbnails are cropped to squares.
        one_line: Whether long names are cut to one line.
        on_click: Called on a tap.
        on_long_click: Called on a long press.
    """

    extent: float
    selected: bool = False
    pinned: bool = False
    rounded: bool = False
    count: int = 1
    crop: bool = True
    one_line: bool = True
    on_click: Callable[[], object] | None = None
    on_long_click: Callable[[], object] | None = None


def _names(one: Directory, look: DirectoryLook, color: str, padding: Insets) -> tuple[View, ...]:
    name = f"{one.name} ({one.count})" if look.count == 2 else one.name
    title = TextView(
        name, id="dir_name", size=14, color=color, width=MATCH, padding=padding,
        max_lines=1 if look.one_line else 3,
    )  # fmt: skip
    if look.count != 1:
        return (title,)
    return title, TextView(str(one.count), id="photo_cnt", size=14, color=color, width=MATCH)


def directory_cell(files: Files, one: Directory, look: DirectoryLook, density: float) -> View:
    """Build a folder's cell in the grid: its cover, name and number of media."""
    pixel = 1 / density
    marks = [
        _check("dir_check") if look.selected else None,
        _badge("pin", "dir_pin", "top|start", 4, "PIN") if look.pinned else None,
    ]
    if look.rounded:
        side = look.extent - 16
        picture = FrameLayout(
            [_thumbnail(files, one.cover, "dir_thumbnail", crop=look.crop, corners=12), *marks],
            key="square",
            width=MATCH,
            height=side,
            important_for_accessibility="no",
        )
        return column(
            picture,
            *_names(one, look, "text_primary", (0, 8, 0, 4)),
            id="dir_holder",
            key=one.path,
            class_name=RELATIVE,
            width=MATCH,
            margin=8,
            selected=look.selected,
            on_click=look.on_click,
            on_long_click=look.on_long_click,
        )
    shadow = View(
        id="dir_shadow_holder",
        class_name="android.widget.ImageView",
        important_for_accessibility="yes",
        width=MATCH,
        height=70,
        gravity="bottom",
        background=UPWARDS,
    )
    names = column(
        *_names(one, look, "#FFFFFF", (0, 0, 0, 4)),
        id="dir_bottom_holder",
        width=MATCH,
        padding=(8, 4),
        gravity="bottom",
    )
    return FrameLayout(
        [
            _thumbnail(files, one.cover, "dir_thumbnail", crop=look.crop),
            shadow,
            names,
            *marks,
        ],
        id="dir_holder",
        key=one.path,
        class_name=RELATIVE,
        width=MATCH,
        height=look.extent,
        padding=(pixel, pixel),
        selected=look.selected,
        on_click=look.on_click,
        on_long_click=look.on_long_click,
    )


def directory_row(files: Files, one: Directory, look: DirectoryLook) -> View:
    """Build a folder's row in the list: cover, name, path, number of media."""
    picture = FrameLayout(
        [_thumbnail(files, one.cover, "dir_thumbnail", crop=look.crop)],
        key="square",
        width=72,
        height=72,
        important_for_accessibility="no",
    )
    count = f" ({one.count})" if look.count == 2 else ""
    texts = column(
        wide_row(
            TextView(one.name + count, id="dir_name", size=16, max_lines=1, padding=(8, 0)),
            TextView(str(one.count), id="photo_cnt", size=12, color="text_primary@0.4")
            if look.count == 1
            else None,
        ),
        TextView(
            one.path.rpartition("/")[0] + "/" if "/" in one.path else "",
            id="dir_path",
            size=12,
            color="text_primary@0.4",
            max_lines=1,
            padding=(8, 0),
        ),
        width=0,
        weight=1,
    )
    return wide_row(
        picture,
        texts,
        ImageView("pin", id="dir_pin", size=20, content_description="PIN") if look.pinned else None,
        _check("dir_check", (0, 0, 8, 0)) if look.selected else None,
        id="dir_holder",
        key=one.path,
        class_name=RELATIVE,
        padding=(8, 4, 8, 4),
        content_gravity="center_vertical",
        selected=look.selected,
        background="primary@0.2" if look.selected else None,
        on_click=look.on_click,
        on_long_click=look.on_long_click,
    )


@dataclass(frozen=True)
class MediumLook:
    """The look of a medium.

    Attributes:
        extent: Width and height of a cell in dp.
        selected: Whether it is selected.
        favorite: Whether it is marked with a star.
        named: Whether its name is shown.
        typed: Whether its file type, such as "GIF", is shown.
        crop: Whether it is cropped to a square.
        rounded: Whether its corners are rounded.
        gap: Pixels between cells.
        duration: A video's duration as text; empty for none.
        on_click: Called on a tap.
        on_long_click: Called on a long press.
    """

    extent: float
    selected: bool = False
    favorite: bool = False
    named: bool = False
    typed: bool = True
    crop: bool = True
    rounded: bool = False
    gap: int = 1
    duration: str = ""
    on_click: Callable[[], object] | None = None
    on_long_click: Callable[[], object] | None = None


def medium_cell(files: Files, medium: Medium, look: MediumLook, density: float) -> View:
    """Build a medium's cell in the grid: only its thumbnail, unless names are shown."""
    gap = look.gap / density
    video = medium.kind == VIDEO
    name = TextView(
        medium.name,
        id="medium_name",
        size=12,
        color="#FFFFFF",
        max_lines=3,
        width=MATCH,
        padding=(4, 16, 4, 4),
        gravity="bottom",
        background=UPWARDS,
    )
    kind = TextView(
        _TYPES.get(medium.kind, ""), id="file_type", size=16, color="#FFFFFF", weight_font=500,
        margin=4, gravity="top|start",
    )  # fmt: skip
    play = ImageView(
        "play_circle_outline", id="play_portrait_outline", size=26, tint="#FFFFFF", margin=4,
        gravity="top|start", important_for_accessibility="yes",
    )  # fmt: skip
    length = TextView(
        look.duration, id="video_duration", size=14, color="#FFFFFF", max_lines=1,
        margin=(32, 6, 0, 0), gravity="top|start",
    )  # fmt: skip
    corners = 8 if look.rounded else 0
    return FrameLayout(
        [
            _thumbnail(files, medium.path, "medium_thumbnail", crop=look.crop, corners=corners),
            name if look.named else None,
            kind if look.typed and medium.kind not in (IMAGE, VIDEO) else None,
            play if video else None,
            length if video and look.duration else None,
            _badge("star", "favorite", "top|end", 4, None) if look.favorite else None,
            _check("medium_check") if look.selected else None,
        ],
        id="media_item_holder",
        key=medium.path,
        class_name=RELATIVE,
        width=MATCH,
        height=look.extent - gap,
        margin=(gap / 2, gap / 2, gap / 2, gap / 2) if look.gap > 1 else (0, 0, gap, gap),
        selected=look.selected,
        on_click=look.on_click,
        on_long_click=look.on_long_click,
    )


def medium_row(files: Files, medium: Medium, look: MediumLook) -> View:
    """Build a medium's row in the list: thumbnail and name."""
    picture = FrameLayout(
        [
            _thumbnail(files, medium.path, "medium_thumbnail", crop=look.crop),
            _badge("star", "favorite", "top|end", 6, None) if look.favorite else None,
        ],
        key="square",
        width=72,
        height=72,
        important_for_accessibility="no",
    )
    return wide_row(
        picture,
        TextView(
            medium.name, id="medium_name", size=16, max_lines=2, width=0, weight=1, padding=(8, 0)
        ),
        _check("medium_check", (0, 0, 8, 0)) if look.selected else None,
        TextView(look.duration, id="video_duration", size=14, padding=(0, 0, 12, 0))
        if look.duration
        else None,
        TextView(_TYPES[medium.kind], id="file_type", size=14, padding=(0, 0, 12, 0))
        if look.typed and medium.kind in _TYPES
        else None,
        id="media_item_holder",
        key=medium.path,
        class_name=RELATIVE,
        padding=(8, 4, 0, 4),
        margin=(0, 0, 0, 2),
        content_gravity="center_vertical",
        selected=look.selected,
        background="primary@0.2" if look.selected else None,
        on_click=look.on_click,
        on_long_click=look.on_long_click,
    )
