"""Looks of the full player: its themes, and the styles of its cover."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from android_gym.simulator.ui.activity import Context

__all__ = [
    "COVER_STYLES",
    "THEMES",
    "CoverStyle",
    "PlayerSettings",
    "PlayerTheme",
    "player_settings",
]


@dataclass(frozen=True)
class PlayerTheme:
    """A layout of the player.

    Attributes:
        name: Its name in the settings.
        cover: The cover: a card in the chosen style, a flat picture from edge to edge, the full
            background, a circle, or none.
        ground: The background: plain, the cover's colour, or that colour fading out.
        align: Alignment of title and artist.
        texts_first: Whether title and artist are above the slider.
        bar_on_top: Whether the toolbar is at the top.
        button: Whether the play button is filled, tonal or bare.
    """

    name: str
    cover: Literal["card", "flat", "full", "circle", "none"] = "card"
    ground: Literal["plain", "color", "gradient"] = "plain"
    align: Literal["center", "start"] = "center"
    texts_first: bool = False
    bar_on_top: bool = False
    button: Literal["filled", "tonal", "bare"] = "filled"


THEMES: Final[dict[int, PlayerTheme]] = {
    10: PlayerTheme("Adaptive", texts_first=True, bar_on_top=True),
    4: PlayerTheme("Blur", ground="gradient", bar_on_top=True, button="bare"),
    6: PlayerTheme("Card", "full", texts_first=True, bar_on_top=True),
    15: PlayerTheme("Circle", "circle", align="start", texts_first=True, bar_on_top=True),
    5: PlayerTheme("Color", ground="color", align="start", texts_first=True, button="bare"),
    12: PlayerTheme("Fit", "flat", align="start", texts_first=True),
    1: PlayerTheme("Flat", "flat", ground="gradient", align="start", button="bare"),
    2: PlayerTheme("Full", "full", align="start", texts_first=True, bar_on_top=True, button="bare"),
    17: PlayerTheme("Gradient", "flat", ground="gradient", texts_first=True, bar_on_top=True),
    11: PlayerTheme("Material", texts_first=True, button="bare"),
    18: PlayerTheme("MD3", align="start", texts_first=True, button="tonal"),
    0: PlayerTheme("Normal"),
    3: PlayerTheme("Plain", texts_first=True, bar_on_top=True, button="bare"),
    8: PlayerTheme("Simple", texts_first=True, button="tonal"),
    7: PlayerTheme("Tiny", "none", ground="color", align="start", texts_first=True, button="bare"),
}
"""Themes by their number in preferences, in the order of the settings."""


@dataclass(frozen=True)
class CoverStyle:
    """A style of the cover, for themes that show it as a card.

    Attributes:
        name: Its name in the settings.
        radius: Radius of its corners in dp.
        margin: Margin around it in dp.
        round: Whether it is a circle.
    """

    name: str
    radius: float = 16
    margin: float = 16
    round: bool = False


COVER_STYLES: Final[dict[int, CoverStyle]] = {
    3: CoverStyle("Card", 24, 16),
    1: CoverStyle("Circle", round=True),
    2: CoverStyle("Flat", 0, 16),
    4: CoverStyle("Full", 0, 0),
    5: CoverStyle("Full card", 24, 8),
    0: CoverStyle("Normal"),
}
"""Styles by their number in preferences, in the order of the settings."""


@dataclass(frozen=True)
class PlayerSettings:
    """The player's settings, read together because the player is rebuilt every second.

    Attributes:
        theme: Its theme.
        style: The style of the cover.
        swipe: Whether a swipe anywhere changes the song.
        volume: Whether it has a volume slider.
        info: Whether details of the file are shown.
        circle: Whether the play button is round.
        carousel: Whether the edges of the neighbouring covers are shown.
        snow: Whether snow falls.
        adaptive: Whether the background takes the cover's colour.
        lyrics: Whether the lyrics are shown.
        over: Whether the lyrics lie over the cover instead of replacing it.
    """

    theme: PlayerTheme
    style: CoverStyle
    swipe: bool
    volume: bool
    info: bool
    circle: bool
    carousel: bool
    snow: bool
    adaptive: bool
    lyrics: bool
    over: bool


def player_settings(context: Context) -> PlayerSettings:
    """Return the player's current settings."""
    kept = context.preferences().all()
    number, style = kept.get("now_playing_screen_id"), kept.get("album_cover_style_id")
    return PlayerSettings(
        theme=THEMES.get(number, THEMES[0]) if isinstance(number, int) else THEMES[0],
        style=COVER_STYLES.get(style, COVER_STYLES[0])
        if isinstance(style, int)
        else COVER_STYLES[0],
        swipe=kept.get("swipe_anywhere_now_playing") is not False,
        volume=kept.get("toggle_volume") is True,
        info=kept.get("extra_song_info") is True,
        circle=kept.get("circle_play_button") is True,
        carousel=kept.get("carousel_effect") is True,
        snow=kept.get("snowfall") is True,
        adaptive=kept.get("adaptive_color_app") is True,
        lyrics=kept.get("show_lyrics") is True,
        over=kept.get("lyrics_type") == "1",
    )
