"""Colours as numbers (0xAARRGGBB): parsing, mixing, and tones of a hue."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from android_gym.errors import OptionError

__all__ = [
    "Tones",
    "blend",
    "darker",
    "fade",
    "from_lch",
    "on_color",
    "parse_color",
    "to_lch",
    "tones_of",
]


def parse_color(text: str) -> int:
    """Parse "#RGB", "#RRGGBB" or "#AARRGGBB"."""
    digits = text[1:]
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    try:
        value = int(digits, 16)
    except ValueError:
        value = -1
    if value < 0 or len(digits) not in (6, 8):
        raise OptionError(f"Colour {text!r} is not #RGB, #RRGGBB or #AARRGGBB.")
    return value if len(digits) == 8 else 0xFF000000 | value


def fade(color: int, opacity: float) -> int:
    """Multiply a colour's alpha by an opacity between 0 and 1."""
    return round((color >> 24) * min(max(opacity, 0.0), 1.0)) << 24 | color & 0xFFFFFF


def blend(above: int, below: int, opacity: float) -> int:
    """Blend one opaque colour over another with an opacity."""
    mixed = (
        round((above >> shift & 255) * opacity + (below >> shift & 255) * (1 - opacity)) << shift
        for shift in (0, 8, 16)
    )
    return 0xFF000000 | sum(mixed)


def on_color(color: int) -> int:
    """Return black or white, whichever is more readable on a colour (Material prefers white)."""
    return 0xFFFFFFFF if _luminance(color) < 0.34 else 0xFF000000


_WHITE: Final = (0.95047, 1.0, 1.08883)


def _linear(channel: int) -> float:
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _luminance(color: int) -> float:
    r, g, b = (_linear(color >> shift & 255) for shift in (16, 8, 0))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def to_lch(color: int) -> tuple[float, float, float]:
    """Return lightness (0 to 100), chroma and hue (radians) of a colour."""
    r, g, b = (_linear(color >> shift & 255) for shift in (16, 8, 0))
    xyz = (
        0.4124 * r + 0.3576 * g + 0.1805 * b,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        0.0193 * r + 0.1192 * g + 0.9505 * b,
    )
    fx, fy, fz = (
        cube ** (1 / 3) if cube > 216 / 24389 else (24389 / 27 * cube + 16) / 116
        for cube in (value / white for value, white in zip(xyz, _WHITE, strict=True))
    )
    a, b_ = 500 * (fx - fy), 200 * (fy - fz)
    return 116 * fy - 16, math.hypot(a, b_), math.atan2(b_, a)


def from_lch(lightness: float, chroma: float, hue: float) -> int:
    """Return the colour of a lightness and hue, with chroma reduced until it fits into sRGB."""
    while True:
        fy = (lightness + 16) / 116
        fx, fz = fy + chroma * math.cos(hue) / 500, fy - chroma * math.sin(hue) / 200
        x, y, z = (
            white * (f**3 if f > 6 / 29 else (116 * f - 16) * 27 / 24389)
            for f, white in zip((fx, fy, fz), _WHITE, strict=True)
        )
        channels = (
            3.2406 * x - 1.5372 * y - 0.4986 * z,
            -0.9689 * x + 1.8758 * y + 0.0415 * z,
            0.0557 * x - 0.2040 * y + 1.0570 * z,
        )
        if chroma <= 0.5 or all(-0.002 <= channel <= 1.002 for channel in channels):
            break
        chroma -= 0.5
    color = 0xFF
    for channel in channels:
        channel = min(max(channel, 0.0), 1.0)
        value = 12.92 * channel if channel <= 0.0031308 else 1.055 * channel ** (1 / 2.4) - 0.055
        color = color << 8 | round(value * 255)
    return color


def darker(color: int) -> int:
    """Return a conventional ``colorPrimaryDark``: as 700 is to 500 in Material 2's palettes."""
    lightness, chroma, hue = to_lch(color)
    return from_lch(max(lightness - 8, 0.0), chroma * 0.95, hue)


Tones = Callable[[float], int]


def tones_of(hue: float, chroma: float) -> Tones:
    """Return a function that maps lightness (0 to 100) to a colour of this hue."""
    return lambda tone: 0xFFFFFFFF if tone == 100 else from_lch(tone, chroma, hue)
