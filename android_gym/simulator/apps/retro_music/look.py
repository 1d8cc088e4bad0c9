"""The theme, and views shared by several screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from android_gym.simulator.apps.retro_music.model import Album, Artist, Playlist, Song, length_text
from android_gym.simulator.ui.activity import Context
from android_gym.simulator.ui.colors import blend, parse_color
from android_gym.simulator.ui.components import CardView, MenuItem, Toolbar
from android_gym.simulator.ui.drawables import Drawable, Gradient, Inset, Oval, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, column, row
from android_gym.simulator.ui.menus import OverflowButton
from android_gym.simulator.ui.options import Align
from android_gym.simulator.ui.reorder import DragHandle
from android_gym.simulator.ui.square import RatioFrame
from android_gym.simulator.ui.theme import Theme, dynamic_theme, material_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageView, TextView

__all__ = [
    "ACCENTS",
    "CELLS",
    "GROUP",
    "accent_color",
    "album_text",
    "artist_text",
    "cover",
    "empty",
    "grid_cell",
    "list_row",
    "pill_buttons",
    "playlist_icon",
    "queue_row",
    "section",
    "square_cover",
    "theme_of",
    "toolbar",
    "track_row",
]

GROUP: Final = "android.view.ViewGroup"
ACCENTS: Final = ("#7C4DFF", "#F44336", "#E91E63", "#2196F3", "#009688", "#4CAF50", "#FF9800")
"""Accent colours, used if the wallpaper's colours are off; the first is the default."""

WALLPAPER: Final = "wallpaper"
"""The accent colour extracted from the wallpaper."""

Menu = Sequence[MenuItem | None]
Click = Callable[[], object]


@cache
def _theme(dark: bool, black: bool, accent: str, soft: bool) -> Theme:
    ground = "#000000" if black else "#202124" if dark else ""
    if accent == WALLPAPER:
        accent = f"#{dynamic_theme(dark=dark).colors['primary'] & 0xFFFFFF:06X}"
    if accent and dark and soft:
        accent = f"#{blend(0xFFFFFF, parse_color(accent), 0.4) & 0xFFFFFF:06X}"
    if accent:
        made = material_theme(accent, dark=dark, name="retro music")
        made = made.having(primary=accent, accent=accent)
    else:
        made = dynamic_theme(dark=dark, name="retro music")
    colors = {"fab": "primary", "on_fab": "on_primary"}
    if ground:
        names = ("background", "surface", "app_bar", "app_bar_scrolled", "status_bar")
        colors |= dict.fromkeys((*names, "navigation_bar"), ground)
    return made.having(**colors)


def accent_color(context: Context) -> str:
    """Return the accent colour that the app's settings ask for."""
    kept = context.preferences().get("accent_color", ACCENTS[0])
    return kept if kept in ACCENTS else ACCENTS[0]


def theme_of(context: Context) -> Theme:
    """Return the theme that the app's settings, or the phone's, ask for."""
    kept = context.preferences().all()
    mode = kept.get("general_theme", "auto")
    dark = {"light": False, "dark": True}.get(str(mode))
    if dark is None:
        dark = context.system.display.dark
    accent = ""
    if kept.get("material_you", True) is False:
        accent = accent_color(context)
        if kept.get("wallpaper_accent") is True:
            accent = WALLPAPER
    soft = kept.get("desaturated_color") is True
    return _theme(dark, dark and kept.get("black_theme") is True, accent, soft)


# -- covers


def cover(size: float, radius: float, *, id: str = "image", icon: str = "music_note") -> View:
    """Build the default cover.

    Args:
        size: Width and height in dp.
        radius: Radius of its corners in dp.
        id: Resource id.
        icon: Its icon.
    """
    return ImageView(
        icon,
        id=id,
        width=size,
        height=size,
        size=size / 2,
        tint="on_surface_variant",
        background=Rounded("surface_variant", radius),
    )


def square_cover(
    radius: float = 16,
    *,
    id: str = "image",
    container: str | None = "imageContainer",
    icon: str = "music_note",
    size: float = 64,
    round: bool = False,
    margin: float = 0,
) -> View:
    """Build a square cover."""
    ground = Oval("surface_variant") if round else Rounded("surface_variant", radius)
    return RatioFrame(
        [
            ImageView(
                icon, id=id, width=MATCH, height=MATCH, size=size, tint="on_surface_variant@0.7"
            )
        ],
        id=container,
        width=MATCH,
        margin=margin,
        background=ground,
    )


# -- rows


def _more(menu: Menu | None) -> View | None:
    if menu is None:
        return None
    return OverflowButton(
        menu,
        id="menu",
        content_description=None,
        width=48,
        height=48,
        focusable=False,
    )


def _texts(title: str, text: str, faded: bool) -> View:
    """Build two lines of text; the second is grey."""
    opacity = "@0.5" if faded else ""
    return column(
        TextView(title, id="title", size=16, max_lines=1, color=f"text_primary{opacity}"),
        TextView(
            text,
            id="text",
            size=14,
            max_lines=1,
            color=f"text_secondary{opacity}",
            margin=(0, 4, 0, 0),
        ),
        width=0,
        weight=1,
        padding=(16, 0),
    )


def list_row(
    title: str,
    text: str,
    *,
    key: object = None,
    icon: str = "music_note",
    selected: bool = False,
    menu: Menu | None = (),
    on_click: Click | None = None,
    on_hold: Click | None = None,
) -> View:
    """Build a row of a list: cover, two lines, menu button.

    Args:
        title: First line.
        text: Second line.
        key: Identity among its siblings.
        icon: Icon on the cover.
        selected: Whether it is selected; it has no menu then.
        menu: Entries of the menu; None for no menu button.
        on_click: Called on a tap.
        on_hold: Called on a long press.
    """
    return row(
        CardView(
            [cover(45, 8, icon=icon)], id="imageTextContainer", corners=8, margin=(16, 0, 0, 0)
        ),
        _texts(title, text, faded=False),
        None if selected else _more(menu),
        key=str(key) if key is not None else None,
        class_name=GROUP,
        width=MATCH,
        min_height=68,
        margin=(1, 2, 1, 2),
        background="primary@0.2" if selected else None,
        on_click=on_click,
        on_long_click=on_hold,
    )


def track_row(
    song: Song,
    *,
    key: object = None,
    selected: bool = False,
    menu: Menu = (),
    on_click: Click | None = None,
    on_hold: Click | None = None,
) -> View:
    """Build a song's row on its album's or artist's page: track number, title, duration.

    See `list_row` for the arguments.
    """
    number = song.track % 1000
    return row(
        FrameLayout(
            [
                TextView(
                    str(number) if number else "-",
                    id="imageText",
                    size=14,
                    color="text_secondary",
                    align="center",
                    vertical="center",
                    max_lines=1,
                    width=40,
                    height=MATCH,
                )
            ],
            id="imageContainer",
            height=MATCH,
            padding=(8, 0),
        ),
        TextView(song.title, id="title", size=16, max_lines=1, width=0, weight=1),
        TextView(length_text(song.duration), id="time", size=14, color="text_secondary", padding=8),
        None
        if selected
        else OverflowButton(
            menu,
            icon="dots_horizontal",
            id="menu",
            content_description=None,
            width=48,
            height=48,
            focusable=False,
        ),
        key=str(key) if key is not None else None,
        class_name=GROUP,
        width=MATCH,
        height=60,
        margin=(2, 0),
        background="primary@0.2" if selected else None,
        on_click=on_click,
        on_long_click=on_hold,
    )


def queue_row(
    song: Song,
    *,
    faded: bool = False,
    selected: bool = False,
    menu: Menu | None = (),
    on_click: Click | None = None,
    on_hold: Click | None = None,
) -> View:
    """Build a row that can be dragged: handle, cover, two lines, menu button; see `list_row`.

    Args:
        song: The song.
        faded: Whether it was already played.
        selected: Whether it is selected.
        menu: Entries of the menu.
        on_click: Called on a tap.
        on_hold: Called on a long press.
    """
    line = row(
        DragHandle(id="drag_view", width=40, height=MATCH),
        CardView([cover(40, 4)], id="imageContainer", corners=4),
        _texts(song.title, song.artist, faded),
        None if selected else _more(menu),
        class_name=GROUP,
        width=MATCH,
        height=64,
        margin=(1, 0, 1, 1),
        background="primary@0.2" if selected else None,
    )
    return FrameLayout(
        [FrameLayout([line], id="dummy_view", width=MATCH)],
        width=MATCH,
        on_click=on_click,
        on_long_click=on_hold,
    )


CELLS: Final = ("Circular", "Colored Card", "Card", "Tiny card", "Square Card")
"""Styles of the artists' and albums' cells on the home tab, in the order of the settings."""


def grid_cell(
    title: str,
    text: str,
    *,
    key: object = None,
    icon: str = "music_note",
    style: str = "Normal",
    selected: bool = False,
    menu: Menu | None = None,
    on_click: Click | None = None,
    on_hold: Click | None = None,
) -> View:
    """Build a cell of a grid: a square cover, two lines below, and optionally a menu button.

    Args:
        title: First line.
        text: Second line; empty for none.
        key: Identity among its siblings.
        icon: Icon on the cover.
        style: A grid style of the app's menus, or one of `CELLS`.
        selected: Whether it is selected; it has no menu then.
        menu: Entries of the menu; None for no menu button.
        on_click: Called on a tap.
        on_hold: Called on a long press.
    """
    ground = {"Card": "bottom_bar", "Colored Card": "primary_container", "Tiny card": "bottom_bar"}
    over = style in ("Image", "Gradient image")  # the lines lie on the cover
    color, shade = ("#FFFFFFFF", "#B3FFFFFF") if over else ("text_primary", "text_primary")
    if style == "Colored Card":
        color = shade = "on_primary_container"
    align: Align = "center" if style == "Circular" and menu is None else "start"
    small = style == "Tiny card"
    below = row(
        column(
            TextView(
                title,
                id="title",
                size=14 if small else 16,
                weight_font=700,
                max_lines=1,
                color=color,
                align=align,
                width=MATCH,
            ),
            TextView(
                text,
                id="text",
                size=12 if small else 14,
                max_lines=1,
                color=shade,
                align=align,
                width=MATCH,
                padding=(0, 4, 0, 0),
            )
            if text
            else None,
            id="titleContainer",
            width=0,
            weight=1,
            padding=8 if small else 12,
        ),
        None if selected else _more(menu),
        width=MATCH,
    )
    picture = square_cover(icon=icon, round=style == "Circular")
    parts: list[View | None] = [picture, below]
    if over:
        fades = ("#80000000", "#00000000")
        below.background = Gradient(fades, angle=90) if style == "Gradient image" else None
        below.gravity = "bottom"
        parts = [FrameLayout([picture, below], width=MATCH)]
    background: str | Drawable | None = None
    if style in ground:
        background = Inset(Rounded(ground[style], 16), 4, 4, 4, 4)
    return column(
        *parts,
        key=str(key) if key is not None else None,
        class_name=GROUP,
        margin=2,
        padding=4,
        background="primary@0.2" if selected else background,
        on_click=on_click,
        on_long_click=on_hold,
    )


def album_text(album: Album) -> str:
    """Return the second line of an album."""
    return album.artist


def artist_text(artist: Artist) -> str:
    """Return the numbers of an artist's albums and songs as text."""
    albums, songs = len(artist.albums), len(artist.songs)
    return (
        f"{albums} {'Album' if albums == 1 else 'Albums'} • "
        f"{songs} {'Song' if songs == 1 else 'Songs'}"
    )


def playlist_icon(playlist: Playlist) -> str:
    """Return the icon of a playlist's cover."""
    return "heart" if playlist.name == "Favorites" else "playlist_music"


# -- pages


def toolbar(
    title: str,
    *,
    navigation: str = "arrow_back",
    on_navigation: Click | None = None,
    menu: Menu = (),
    center: bool = False,
    subtitle: str | None = None,
    content: View | None = None,
) -> View:
    """Build the toolbar of a page; its navigation button is always described as "Navigate up"."""
    if center and title and content is None:
        content = TextView(
            title,
            size=20,
            weight_font=700,
            color="on_app_bar",
            align="center",
            max_lines=1,
            width=MATCH,
        )
    return Toolbar(
        title,
        id="toolbar",
        subtitle=subtitle,
        navigation=navigation,
        navigation_description="Navigate up",
        on_navigation=on_navigation,
        menu=menu,
        content=content,
    )


def section(title: str, *, id: str = "title", trailing: View | None = None) -> View:
    """Build the heading of a section."""
    return row(
        TextView(title, id=id, size=20, weight_font=700, width=0, weight=1, padding=16),
        trailing,
        width=MATCH,
    )


def empty(text: str) -> View:
    """Build the view shown in place of an empty list."""
    return FrameLayout(
        [
            column(
                TextView("😱", id="emptyEmoji", size=48, margin=(0, 0, 0, 16)),
                TextView(text, id="emptyText", size=24, color="text_secondary"),
                id="empty",
                gravity="center",
                content_gravity="center_horizontal",
            )
        ],
        width=MATCH,
        height=MATCH,
    )


def pill_buttons(on_play: Click, on_shuffle: Click) -> View:
    """Build the play and shuffle buttons above a list of songs."""
    return row(
        Button(
            "Play all",
            id="playAction",
            kind="outlined",
            icon="play",
            width=0,
            weight=1,
            margin=(16, 0, 4, 0),
            on_click=on_play,
        ),
        Button(
            "Shuffle",
            id="shuffleAction",
            kind="filled",
            icon="shuffle",
            width=0,
            weight=1,
            margin=(4, 0, 16, 0),
            on_click=on_shuffle,
        ),
        width=MATCH,
    )
