"""Icons by name, and launcher icons.

Names are those of Material Design Icons 7 (pictogrammers.com/library/mdi), with underscores or
hyphens: "wifi", "bluetooth", "account_circle_outline". Where Android and Google's Material Symbols
use another name ("arrow_back", "more_vert"), that works, too: see `ALIASES`.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import fonticon_mdi7

from android_gym.errors import OptionError

from ._skia import skia
from .direction import mirrored_icon
from .drawables import Drawable, RectPx
from .fonts import font_manager
from .text import TextStyle, glyph_paint, layout_text
from .theme import Theme

__all__ = [
    "ALIASES",
    "AppIcon",
    "Icon",
    "check_icon",
    "icon_character",
    "icon_exists",
    "paint_icon",
]

ALIASES: Final[dict[str, str]] = {
    "accessibility": "human",
    "account_balance": "bank",
    "add": "plus",
    "add_a_photo": "camera_plus_outline",
    "add_box": "plus_box",
    "add_circle": "plus_circle",
    "add_circle_outline": "plus_circle_outline",
    "add_photo": "image_plus",
    "add_shopping_cart": "cart_plus",
    "airplanemode_active": "airplane",
    "airplanemode_on": "airplane",
    "archive": "archive_outline",
    "arrow_back": "arrow_left",
    "arrow_back_ios": "chevron_left",
    "arrow_downward": "arrow_down",
    "arrow_drop_down": "menu_down",
    "arrow_drop_up": "menu_up",
    "arrow_forward": "arrow_right",
    "arrow_forward_ios": "chevron_right",
    "arrow_upward": "arrow_up",
    "article": "text_box_outline",
    "assignment": "clipboard_text",
    "attach_file": "paperclip",
    "audiotrack": "music_note",
    "auto_awesome": "creation",
    "backspace": "backspace_outline",
    "backup": "cloud_upload",
    "battery_full": "battery",
    "block": "cancel",
    "brightness_high": "brightness_7",
    "brightness_low": "brightness_5",
    "build": "wrench",
    "call": "phone",
    "call_end": "phone_hangup",
    "camera_alt": "camera",
    "camera_flip": "camera_flip_outline",
    "category": "shape",
    "chat": "message_text",
    "chat_bubble": "message",
    "check_box": "checkbox_marked",
    "check_box_outline_blank": "checkbox_blank_outline",
    "clear": "close",
    "clear_all": "notification_clear_all",
    "cloud_off": "cloud_off_outline",
    "color_lens": "palette",
    "create": "pencil",
    "create_new_folder": "folder_plus",
    "dark_mode": "weather_night",
    "data_usage": "chart_donut",
    "date_range": "calendar_range",
    "deselect": "checkbox_blank_off_outline",
    "description": "file_document",
    "directions_bike": "bike",
    "directions_car": "car",
    "directions_run": "run",
    "directions_walk": "walk",
    "display": "brightness_6",
    "do_not_disturb": "minus_circle_outline",
    "do_not_disturb_on": "minus_circle",
    "done": "check",
    "done_all": "check_all",
    "drafts": "email_open",
    "drag_handle": "drag_horizontal_variant",
    "drag_indicator": "drag_vertical",
    "drive_file_move": "folder_move",
    "edit": "pencil",
    "edit_note": "playlist_edit",
    "emergency": "asterisk",
    "emoji": "emoticon_outline",
    "error": "alert_circle",
    "error_outline": "alert_circle_outline",
    "event": "calendar",
    "expand_less": "chevron_up",
    "expand_more": "chevron_down",
    "explore": "compass",
    "extension": "puzzle",
    "face": "face_man",
    "favorite": "heart",
    "favorite_border": "heart_outline",
    "fast_rewind": "rewind",
    "file_download": "download",
    "file_upload": "upload",
    "filter_list": "filter_variant",
    "first_page": "page_first",
    "flashlight_on": "flashlight",
    "flight": "airplane",
    "folder_special": "folder_star",
    "font_size": "format_size",
    "get_app": "download",
    "gps_fixed": "crosshairs_gps",
    "grade": "star",
    "grid_view": "view_grid_outline",
    "group": "account_multiple",
    "headset": "headphones",
    "help": "help_circle",
    "help_outline": "help_circle_outline",
    "highlight_off": "close_circle_outline",
    "hotspot": "access_point",
    "hourglass": "timer_sand",
    "info": "information",
    "info_outline": "information_outline",
    "insert_drive_file": "file",
    "insert_emoticon": "emoticon_outline",
    "insert_link": "link",
    "insert_photo": "image",
    "keyboard_arrow_down": "chevron_down",
    "keyboard_arrow_left": "chevron_left",
    "keyboard_arrow_right": "chevron_right",
    "keyboard_arrow_up": "chevron_up",
    "keyboard_backspace": "arrow_left",
    "keyboard_capslock": "apple_keyboard_shift",
    "keyboard_hide": "keyboard_close",
    "keyboard_shift": "apple_keyboard_shift",
    "keyboard_voice": "microphone",
    "language": "web",
    "last_page": "page_last",
    "launch": "open_in_new",
    "lens": "circle",
    "library_add": "plus_box_multiple",
    "library_books": "bookshelf",
    "library_music": "music_box_multiple",
    "light_mode": "weather_sunny",
    "list": "format_list_bulleted",
    "local_cafe": "coffee",
    "local_dining": "silverware_fork_knife",
    "local_gas_station": "gas_station",
    "local_offer": "tag",
    "location_off": "map_marker_off",
    "location_on": "map_marker",
    "loop": "sync",
    "mail": "email",
    "mail_outline": "email_outline",
    "manage_search": "text_search",
    "mark_email_read": "email_check",
    "mic": "microphone",
    "mic_none": "microphone_outline",
    "mic_off": "microphone_off",
    "mobile_data": "swap_vertical",
    "mode_edit": "pencil",
    "mode_night": "weather_night",
    "more_horiz": "dots_horizontal",
    "more_vert": "dots_vertical",
    "my_location": "crosshairs_gps",
    "navigate_before": "chevron_left",
    "navigate_next": "chevron_right",
    "near_me": "navigation_variant",
    "network_cell": "signal_cellular_3",
    "network_wifi": "wifi",
    "note_add": "note_plus",
    "notes": "text",
    "notifications": "bell",
    "notifications_active": "bell_ring",
    "notifications_none": "bell_outline",
    "notifications_off": "bell_off",
    "open_in_full": "arrow_expand",
    "people": "account_multiple",
    "perm_identity": "account_outline",
    "person": "account",
    "person_add": "account_plus",
    "person_outline": "account_outline",
    "pets": "paw",
    "photo": "image",
    "photo_camera": "camera",
    "photo_library": "image_multiple",
    "picture_as_pdf": "file_pdf_box",
    "picture_in_picture": "picture_in_picture_bottom_right",
    "place": "map_marker",
    "play_arrow": "play",
    "playlist_add": "playlist_plus",
    "playlist_add_check": "playlist_check",
    "power_settings_new": "power",
    "preview": "eye_outline",
    "print": "printer",
    "priority_high": "exclamation_thick",
    "privacy": "shield_account",
    "privacy_tip": "shield_account_outline",
    "public": "earth",
    "queue_music": "playlist_music",
    "radio_button_checked": "radiobox_marked",
    "radio_button_unchecked": "radiobox_blank",
    "record_voice_over": "account_voice",
    "redeem": "gift",
    "remove": "minus",
    "remove_circle": "minus_circle",
    "remove_circle_outline": "minus_circle_outline",
    "reorder": "reorder_horizontal",
    "repeat_one": "repeat_once",
    "restaurant": "silverware_fork_knife",
    "restaurant_menu": "silverware_variant",
    "save": "content_save",
    "save_alt": "tray_arrow_down",
    "schedule": "clock_outline",
    "sd_card": "sd",
    "sd_storage": "sd",
    "search": "magnify",
    "sentiment_satisfied": "emoticon_happy_outline",
    "settings": "cog",
    "settings_outline": "cog_outline",
    "share": "share_variant",
    "shop": "shopping",
    "shopping_cart": "cart",
    "short_text": "text_short",
    "shuffle": "shuffle_variant",
    "signal_cellular": "signal_cellular_3",
    "signal_cellular_4_bar": "network_strength_4",
    "signal_wifi_4_bar": "wifi_strength_4",
    "sim_card": "sim",
    "smartphone": "cellphone",
    "sms": "message_processing",
    "sort_by_alpha": "sort_alphabetical_variant",
    "speed": "speedometer",
    "star_border": "star_outline",
    "stars": "star_circle",
    "storage": "database",
    "swap_horiz": "swap_horizontal",
    "swap_vert": "swap_vertical",
    "sync_problem": "sync_alert",
    "system_update": "cellphone_arrow_down",
    "text_fields": "format_size",
    "textsms": "message_processing",
    "theaters": "filmstrip",
    "timeline": "chart_timeline_variant",
    "timer": "timer_outline",
    "today": "calendar_today",
    "toggle_off": "toggle_switch_off",
    "toggle_on": "toggle_switch",
    "touch_app": "gesture_tap",
    "trash": "delete",
    "unarchive": "package_up",
    "unfold_more": "unfold_more_horizontal",
    "verified_user": "shield_check",
    "vibration": "vibrate",
    "video_library": "movie_open",
    "videocam": "video",
    "visibility": "eye",
    "visibility_off": "eye_off",
    "volume_down": "volume_medium",
    "volume_up": "volume_high",
    "vpn_key": "key_variant",
    "warning": "alert",
    "watch_later": "clock",
    "wifi_tethering": "access_point",
    "work": "briefcase",
    "zoom_in": "magnify_plus_outline",
    "zoom_out": "magnify_minus_outline",
}


@cache
def _typeface() -> skia.Typeface:
    path = Path(fonticon_mdi7.__file__).parent / "fonts" / "materialdesignicons-webfont.ttf"
    return font_manager().makeFromFile(str(path), 0)


def _character(name: str) -> str | None:
    """Return the character of an icon in the icon font; None if there is no such icon."""
    name = ALIASES.get(name, name).replace("-", "_")
    value = None if name.startswith("_") else getattr(fonticon_mdi7.MDI7, name, None)
    return None if value is None else value[-1]


def check_icon(name: str) -> str:
    """Return the character of an icon in the icon font.

    Raises:
        OptionError: If there is no icon of this name.
    """
    character = _character(name)
    if character is None:
        known = {*ALIASES, *(n for n in vars(fonticon_mdi7.MDI7) if not n.startswith("_"))}
        close = difflib.get_close_matches(name, sorted(known), n=5)
        raise OptionError(
            f"There is no icon {name!r}. "
            + (f"Near it: {', '.join(close)}. " if close else "")
            + "Names are those of Material Design Icons 7 or of icons.ALIASES."
        )
    return character


@lru_cache(maxsize=1024)
def _glyph(name: str) -> int:
    return int(_typeface().unicharToGlyph(ord(check_icon(name))))


@lru_cache(maxsize=1024)
def _blob(name: str, size: float) -> skia.TextBlob:
    font = skia.Font(_typeface(), size)
    font.setSubpixel(True)
    font.setHinting(skia.FontHinting.kNone)
    font.setLinearMetrics(True)
    font.setBaselineSnap(False)
    builder = skia.TextBlobBuilder()
    builder.allocRunPosH(font, [_glyph(name)], [0.0], size * _BASELINE)
    return builder.make()


# The font's em is the icon's 24 dp square; its lower edge is 1/8 em below the baseline.
_BASELINE: Final = 0.875


def icon_character(name: str) -> str:
    """Return the private-use character of an icon in the icon font; "" if there is no such icon."""
    return _character(name) or ""


def icon_exists(name: str) -> bool:
    """Return whether there is an icon of this name."""
    return _character(name) is not None


def paint_icon(
    canvas: skia.Canvas,
    name: str,
    x: float,
    y: float,
    size: float,
    color: int,
    *,
    mirrored: bool = False,
) -> None:
    """Draw an icon.

    Args:
        canvas: A canvas in pixels of the full screen.
        name: Name of the icon.
        x: Left edge of its square.
        y: Upper edge of its square.
        size: Side of the square in pixels.
        color: ARGB colour.
        mirrored: Whether the layout is right-to-left, so that icons such as arrows are flipped.

    Raises:
        OptionError: If there is no icon of this name; the message lists similar names.
    """
    if mirrored and mirrored_icon(name):
        canvas.save()
        canvas.translate(2 * x + size, 0)
        canvas.scale(-1, 1)
        canvas.drawTextBlob(_blob(name, size), x, y, glyph_paint(color))
        canvas.restore()
        return
    canvas.drawTextBlob(_blob(name, size), x, y, glyph_paint(color))


@dataclass(frozen=True)
class Icon(Drawable):
    """An icon, centered in the rectangle.

    Attributes:
        name: Name of the icon.
        color: Colour.
        size: Side in dp; None for the shorter side of the rectangle.
    """

    name: str
    color: str = "icon"
    size: float | None = None

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """See `Drawable.paint`."""
        left, top, right, bottom = rect
        width, height = right - left, bottom - top
        size = min(width, height) if self.size is None else round(self.size * density)
        x, y = left + (width - size) / 2, top + (height - size) / 2
        paint_icon(canvas, self.name, x, y, size, theme.resolve(self.color))


@dataclass(frozen=True)
class AppIcon(Drawable):
    """A launcher icon: a coloured shape with an icon or letters.

    Attributes:
        background: Colour of the shape, or two colours of a gradient from top to bottom.
        glyph: Name of an icon, or "" for none.
        foreground: Colour of the icon or letters.
        letters: One or two letters to show instead of an icon.
        shape: "circle", "squircle" or "square" (the mask of the launcher).
        scale: Size of the icon relative to the shape; adaptive icons are limited to 0.61.
    """

    background: str | tuple[str, str]
    glyph: str = ""
    foreground: str = "#FFFFFF"
    letters: str = ""
    shape: str = "circle"
    scale: float = 0.55

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """See `Drawable.paint`."""
        left, top, right, bottom = rect
        size = min(right - left, bottom - top)
        x, y = (left + right - size) / 2, (top + bottom - size) / 2
        colors = self.background if isinstance(self.background, tuple) else (self.background,)
        paint = skia.Paint(AntiAlias=True, Color=theme.resolve(colors[0]))
        if len(colors) > 1:
            ends = [skia.Point(x, y), skia.Point(x, y + size)]
            paint.setShader(
                skia.GradientShader.MakeLinear(ends, [theme.resolve(color) for color in colors])
            )
        if self.shape == "circle":
            canvas.drawCircle(x + size / 2, y + size / 2, size / 2, paint)
        else:
            radius = size * (0.3 if self.shape == "squircle" else 0.12)
            canvas.drawRoundRect(skia.Rect.MakeXYWH(x, y, size, size), radius, radius, paint)
        inner = size * self.scale
        color = theme.resolve(self.foreground)
        if self.letters:
            style = TextStyle(inner * (0.9 if len(self.letters) == 1 else 0.7), 500, color=color)
            layout = layout_text(self.letters, style, 1.0)
            line = layout.lines[0]
            cap = layout.baseline - 0.711 * style.size_sp / 2  # middle of the capitals
            layout.paint(canvas, x + (size - line.width) / 2, y + size / 2 - cap)
        elif self.glyph:
            margin = (size - inner) / 2
            paint_icon(canvas, self.glyph, x + margin, y + margin, inner, color)
