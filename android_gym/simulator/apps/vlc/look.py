"""Colours, bars, cards and rows that VLC's screens share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Final

from android_gym.errors import FileError
from android_gym.simulator.appkit.list_bars import marked_bar
from android_gym.simulator.apps.vlc.storage import is_on, setting
from android_gym.simulator.system.media.video import VideoFile
from android_gym.simulator.ui.activity import Context
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.components import MenuItem, Toolbar
from android_gym.simulator.ui.drawables import Drawable
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.icons import AppIcon
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageView, TextView

__all__ = [
    "CONE",
    "cover",
    "empty_view",
    "heading",
    "overflow",
    "search_everywhere",
    "secondary_bar",
    "selection_bar",
    "theme_of",
    "thumbnail",
]

Click = Callable[[], object]

CONE: Final = AppIcon("#FFFFFF", "traffic_cone", "#FF8800")
_MOST_BYTES: Final = 64 << 20
_THUMBNAIL_PIXELS: Final = 320
_QUALITY: Final = 80


@cache
def _theme(dark: bool, black: bool) -> Theme:
    page = "#000000" if black else "#131313" if dark else "#FFFFFF"
    accent = "#FF8800" if dark else "#FF610A"
    text = "#FAFAFA" if dark else "#212121"
    return material_theme(
        accent,
        "#FF7D00" if dark else accent,
        dark=dark,
        material=2,
        background=page,
        surface="#2A2A2A" if dark else "#FFFFFF",
        name="vlc black" if black else "vlc dark" if dark else "vlc",
        colors=(
            ("app_bar", page),
            ("on_app_bar", text),
            ("text_primary", "#FFFFFF" if dark else "#000000"),
            ("text_secondary", "#BDBDBD" if dark else "#757575"),
            ("icon", "#E0E0E0" if dark else "#616161"),
            ("bottom_bar", "#2A2A2A" if dark else "#FFFFFF"),
            ("bottom_icon", "#9E9E9E" if dark else "#616161"),
            ("light_text", "#757575" if dark else "#616161"),
            ("default_text", text),
            ("section", accent),
            ("darker", "#2A2A2A" if dark else "#EEEEEE"),
            ("empty_ground", "#212121" if dark else "#FAFAFA"),
            ("empty_sign", "#424242" if dark else "#E0E0E0"),
            ("separator", "#616161" if dark else "#E0E0E0"),
            ("chosen_card", "#1AFFFFFF" if dark else "#64FFCA7D"),
            ("mode_bar", "#2A2A2A" if dark else "#BDBDBD"),
            ("player_header", "#121212" if dark else "#FFFFFF"),
            ("breadcrumb", "#FAFAFA" if dark else "#616161"),
            ("status_bar", page),
            ("navigation_bar", "#2A2A2A" if dark else "#FFFFFF"),
            ("tab_selected", accent),
            ("tab_unselected", "#BDBDBD" if dark else "#757575"),
            ("tab_indicator", accent),
            ("fab", accent),
            ("on_fab", "#FAFAFA"),
        ),
    )


def theme_of(context: Context) -> Theme:
    """Return the theme: light or dark, from the app's setting or the phone's."""
    match setting(context, "app_theme"):
        case "1":
            return _theme(False, False)
        case "2":
            return _theme(True, True)
        case "0":
            return _theme(not 7 <= context.system.clock.datetime().hour < 19, False)
    return _theme(context.system.display.dark, False)


# --- pictures


@lru_cache(maxsize=256)
def _first_picture(data: bytes) -> Bitmap | None:
    """Return a frame of a video as its picture, from its tenth second or its middle."""
    video = VideoFile.open(data)
    if video is None:
        return None
    pixels = video.frame_at(min(10_000, video.duration_ms // 2))
    if pixels is None:
        return None
    from android_gym.simulator.ui._skia import cv2

    height, width = pixels.shape[:2]
    # Crop the middle to 16:10, because pictures fill their cards.
    wide, high = min(width, height * 16 // 10), min(height, width * 10 // 16)
    left, top = (width - wide) // 2, (height - high) // 2
    pixels, width, height = pixels[top : top + high, left : left + wide], wide, high
    scale = min(1.0, _THUMBNAIL_PIXELS / max(height, width, 1))
    small = cv2.resize(
        pixels,
        (max(1, round(width * scale)), max(1, round(height * scale))),
        interpolation=cv2.INTER_AREA,
    )
    made, coded = cv2.imencode(
        ".jpg", cv2.cvtColor(small, cv2.COLOR_RGB2BGR), (cv2.IMWRITE_JPEG_QUALITY, _QUALITY)
    )
    return Bitmap(coded.tobytes()) if made else None


def thumbnail(context: Context, path: str) -> Bitmap | None:
    """Return a video's thumbnail; None if it has none or thumbnails are turned off."""
    files = context.system.files
    if not path or not is_on(context, "show_video_thumbnails"):
        return None
    try:
        if files.stat(path).size > _MOST_BYTES:
            return None
        return _first_picture(files.read(path))
    except FileError:
        return None


def cover(source: Drawable | None, icon: str, width: float, height: float, id: str) -> View:
    """Build a picture, or an icon on grey if there is none."""
    if source is not None:
        return ImageView(
            source, id=id, tint=None, scale="fit", width=width, height=height,
            important_for_accessibility="no",
        )  # fmt: skip
    return ImageView(
        icon,
        id=id,
        tint="empty_sign",
        size=min(40, height * 0.6 if height > 0 else 40),
        width=width,
        height=height,
        background="empty_ground",
        important_for_accessibility="no",
    )


# --- bars


def overflow(on_click: Click) -> View:
    """Build the three dots of a row or card."""
    return ImageView(
        "more_vert",
        id="item_more",
        content_description="More Actions",
        width=40,
        height=48,
        on_click=on_click,
        important_for_accessibility="yes",
    )


def secondary_bar(title: str, on_back: Click, menu: Sequence[MenuItem | None] = ()) -> Toolbar:
    """Build the toolbar of a secondary screen."""
    return Toolbar(
        title, navigation="arrow_back", on_navigation=on_back, menu=menu, id="main_toolbar"
    )


def selection_bar(count: int, on_close: Click, menu: Sequence[MenuItem | None]) -> View:
    """Build the toolbar that counts the selected rows."""
    return marked_bar(
        f"{count} selected",
        on_close,
        menu,
        title_id="action_bar_title",
        background="mode_bar",
        color="text_primary",
        gap=8,
    )


def heading(text: str, *, id: str = "title") -> View:
    """Build the heading of a section."""
    return TextView(text, id=id, size=18, weight_font=500, color="section", margin=(16, 16, 16, 0))


def search_everywhere(on_click: Click) -> View:
    """Build the button that extends a list's search to the whole library."""
    return Button(
        "Search in all media library",
        id="searchButton",
        kind="outlined",
        width=MATCH,
        margin=(16, 16, 16, 0),
        on_click=on_click,
    )


def empty_view(
    text: str,
    *,
    button: str = "",
    on_button: Click | None = None,
) -> View:
    """Build the view shown in place of an empty list."""
    inner = column(
        ImageView("traffic_cone", id="emptyImageView", tint="empty_sign", size=54),
        TextView(
            text,
            id="emptyTextView",
            size=16,
            color="light_text",
            align="center",
            margin=(16, 16, 16, 0),
        ),
        Button(button, id="noMediaButton", kind="outlined", margin=(16, 24), on_click=on_button)
        if button
        else None,
        id="container",
        class_name="android.view.ViewGroup",
        width=MATCH,
        content_gravity="center_horizontal",
    )
    return column(
        inner,
        id="empty_loading",
        width=MATCH,
        height=MATCH,
        content_gravity="center",
    )  # fmt: skip
