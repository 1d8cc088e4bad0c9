"""The cover in the player, the lyrics on it, and the player's background."""

from __future__ import annotations

from functools import partial
from typing import Final

from android_gym.simulator.apps.retro_music.actions import Actions
from android_gym.simulator.apps.retro_music.look import square_cover
from android_gym.simulator.apps.retro_music.lyrics import Lyrics, lyrics_of
from android_gym.simulator.apps.retro_music.model import Song
from android_gym.simulator.apps.retro_music.player_look import PlayerSettings
from android_gym.simulator.ui.drawables import Gradient, Oval, Rounded, Solid
from android_gym.simulator.ui.geometry import MATCH, WRAP
from android_gym.simulator.ui.layouts import FrameLayout, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["PERIOD_MS", "behind", "cover_area", "timed_lines"]

PERIOD_MS: Final = 1000
"""Milliseconds between two updates of the position on screen."""

COVER: Final = "surface_variant"
"""Colour of the default cover, for themes that use the cover's colour."""

LINES: Final = 7
"""Number of lyrics lines shown in place of the cover."""

FLAKES: Final = 28
FALL_MS: Final = 250
"""Milliseconds between two frames of the snowflakes."""


def behind(app: Actions, settings: PlayerSettings) -> list[View]:
    """Build the player's background: the cover's colour as the theme uses it, and snow."""
    grounds = {
        "color": Solid(COVER),
        "gradient": Gradient((COVER, "background")),
        "plain": None,
    }
    ground = grounds[settings.theme.ground]
    if ground is None and settings.adaptive:
        ground = Gradient((f"{COVER}@0.6", "background"))
    color = View(id="colorGradientBackground", width=MATCH, height=MATCH, background=ground)
    return [color, _snow(app)] if settings.snow else [color]


def _snow(app: Actions) -> View:
    """Build the snowflakes, each falling at its own speed by the clock."""
    clock = app.context.system.clock
    width, height = app.context.windows.size
    density = app.context.system.display.density
    across, down = max(1, round(width / density)), max(1, round(height / density))
    step = clock.watch_elapsed(FALL_MS) // FALL_MS
    flakes: list[View | None] = []
    for number in range(FLAKES):
        size = 3 + number % 4
        x = number * 97 % across
        y = (number * 211 + step * (3 + number % 5)) % down
        flakes.append(
            View(width=size, height=size, margin=(x, y, 0, 0), background=Oval("text_primary@0.4"))
        )
    return FrameLayout(flakes, id="snowfall_view", width=MATCH, height=MATCH)


# -- the cover


def cover_area(app: Actions, song: Song, settings: PlayerSettings, *, turned: bool) -> View:
    """Build the upper half of the player: the cover, with lyrics over it or in its place.

    Args:
        app: The activity.
        song: The current song.
        settings: The player's settings.
        turned: Whether the phone is in landscape.
    """
    look, style = settings.theme, settings.style
    round = look.cover == "circle" or (look.cover == "card" and style.round)
    edge = look.cover in ("flat", "full")
    radius = 0 if edge else style.radius
    margin = 0 if edge else style.margin
    picture = square_cover(radius, container=None, id="player_image", size=160, round=round)
    if turned:
        picture.width, picture.gravity = WRAP, "center"
    page: View = picture
    if settings.carousel and not edge and not turned:
        page = _carousel(picture, radius)
    pager = FrameLayout([page], id="viewPager", width=MATCH, height=MATCH if turned else WRAP)
    parts: list[View | None] = [None if look.cover == "none" else pager]
    if settings.lyrics:
        over = settings.over and look.cover != "none"
        found = lyrics_of(app.context, song)
        if not over and look.cover != "none":
            picture.alpha = 0.0
        parts.append((_lines_over if over else _lines_instead)(app, found))
    return FrameLayout(parts, id="playerAlbumCoverFragment", width=MATCH, padding=margin)


def _carousel(picture: View, radius: float) -> View:
    """Build the cover with the edges of its neighbours."""

    def edge(corners: tuple[float, float, float, float]) -> View:
        return View(width=16, height=MATCH, margin=(0, 24), background=Rounded(COVER, corners))

    picture.width, picture.weight, picture.margin = 0, 1, (12, 0)
    before, after = edge((0, radius, radius, 0)), edge((radius, 0, 0, radius))
    return row(before, picture, after, width=MATCH)


# -- lyrics


def timed_lines(app: Actions, found: Lyrics, count: int) -> list[View | None]:
    """Build the lines around the current one, which is in the accent colour."""
    place = found.place(app.player.position_ms(PERIOD_MS))
    first = min(max(0, place - count // 2), max(0, len(found.lines) - count))
    return [
        TextView(
            words,
            size=20,
            align="center",
            color="primary" if number == place else "text_secondary",
            weight_font=700 if number == place else 400,
            padding=(8, 8),
            width=MATCH,
            key=number,
            on_click=partial(app.player.seek, time),
        )
        for number, (time, words) in enumerate(found.lines[first : first + count], first)
    ]


def _lines_instead(app: Actions, found: Lyrics) -> View:
    if found.lines:
        lines: list[View | None] = timed_lines(app, found, LINES)
    else:
        lines = [TextView(found.text.strip() or "No lyrics found", size=20, align="center")]
    view = column(*lines, id="lyricsView", width=MATCH, gravity="center", margin=16)
    return FrameLayout([view], id="fading_edge_layout", width=MATCH, height=MATCH)


def _lines_over(app: Actions, found: Lyrics) -> View | None:
    """Build the current and the previous line over the cover; None if both are empty."""
    place = found.place(app.player.position_ms(PERIOD_MS))
    shown = [found.lines[index][1] if index >= 0 else "" for index in (place - 1, place)]
    if not any(shown):
        return None
    lines = [
        TextView(
            words,
            id=f"player_lyrics_line{number}",
            size=24 if number == 2 else 18,
            color="#FFFFFFFF" if number == 2 else "#B3FFFFFF",
            align="center",
            width=MATCH,
            padding=(0, 8),
        )
        for number, words in enumerate(shown, 1)
    ]
    mask = column(*lines, id="playerLyrics", width=MATCH, padding=16, background="#80000000")
    return FrameLayout([mask], id="cover_lyrics", width=MATCH, gravity="center")
