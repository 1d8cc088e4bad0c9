"""Fonts, and which of them draws a character.

All fonts come from Python packages of fixed versions, so that the machine's own fonts never change
a pixel. Roboto, Roboto Mono and Poppins draw the characters that they have. For others the fonts in
`_FALLBACKS` are tried in order, those of a script only for characters of that script. A font is
opened when a character first needs it: a phone in English opens none of the fallbacks.
"""

from __future__ import annotations

import importlib.util
import logging
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, Literal

import uharfbuzz as hb

from android_gym.errors import DependencyError

from ._skia import skia

__all__ = [
    "Face",
    "FontName",
    "face_index",
    "face_of",
    "font_files",
    "font_manager",
    "has_glyph",
]

_log = logging.getLogger(__name__)

FontName = Literal["roboto", "mono", "poppins"]
"""Fonts that text can be set in: Roboto, Roboto Mono, or Poppins Medium (for ASCII)."""

_WEIGHT_AXIS: Final = int.from_bytes(b"wght", "big")


@dataclass(frozen=True, eq=False)
class Face:
    """A font at one weight; lengths are fractions of the text size."""

    typeface: skia.Typeface
    shaper: hb.Font
    unit: float
    ascent: float
    descent: float
    top: float
    bottom: float
    embolden: bool
    slant: bool


@dataclass(frozen=True)
class _Family:
    """A font file in a Python package.

    Attributes:
        package: The module that contains it.
        requirement: The requirement to install with pip.
        file: Its path in the package.
        italic_file: Path of its italic; None to slant the upright one.
        variable: Whether it has a weight axis.
        blocks: First and last character of the blocks that it is used for; empty for all.
        color: Whether its glyphs are coloured; those are never emboldened or slanted.
    """

    package: str
    requirement: str
    file: str
    italic_file: str | None = None
    variable: bool = False
    blocks: tuple[tuple[int, int], ...] = ()
    color: bool = False


def _noto(script: str, *blocks: tuple[int, int]) -> _Family:
    """Return the sans serif font of a script, for the characters of these blocks."""
    return _Family(
        "manimgx_fonts",
        "manimgx-fonts==2026.9.26.post1",
        f"NotoSans{script}[wght].ttf",
        variable=True,
        blocks=blocks,
    )


_ROBOTO: Final = _Family(
    "fontpkg_roboto",
    "fontpkg-roboto==3.15",
    "files/Roboto[wdth,wght].ttf",
    "files/Roboto-Italic[wdth,wght].ttf",
    variable=True,
)
_MONO: Final = _Family(
    "fontpkg_roboto_mono",
    "fontpkg-roboto-mono==3.1",
    "files/RobotoMono[wght].ttf",
    "files/RobotoMono-Italic[wght].ttf",
    variable=True,
)
_POPPINS: Final = _Family(
    "android_gym.simulator.ui", "android-gym", "font_files/Poppins-Medium.ttf"
)
_NAMED: Final[dict[FontName, _Family]] = {
    "roboto": _ROBOTO,
    "mono": _MONO,
    "poppins": _POPPINS,
}
_EMOJI: Final = _Family(
    "android_gym.simulator.ui",
    "android-gym",
    "font_files/NotoColorEmoji-Regular.ttf",
    color=True,
)
_CJK: Final = _Family(
    "noto_cjk_sans_jp_regular", "noto-cjk-sans-jp-regular==0.0.1", "NotoSansCJKjp-Regular.otf"
)
_SYMBOLS: Final = _Family("matplotlib", "matplotlib", "mpl-data/fonts/ttf/DejaVuSans.ttf")

# Emoji go before CJK and symbols, which have black-and-white versions of some of them.
# fmt: off
_FALLBACKS: Final = (
    _ROBOTO,
    _EMOJI,
    _noto("Arabic", (0x600, 0x6FF), (0x750, 0x77F), (0x870, 0x8FF), (0xFB50, 0xFDFF),
          (0xFE70, 0xFEFE)),
    _noto("Armenian", (0x530, 0x58F), (0xFB13, 0xFB17)),
    _noto("Bengali", (0x980, 0x9FF)),
    _noto("Devanagari", (0x900, 0x97F), (0x1CD0, 0x1CFF), (0xA8E0, 0xA8FF)),
    _noto("Ethiopic", (0x1200, 0x139F), (0x2D80, 0x2DDF), (0xAB00, 0xAB2F)),
    _noto("Georgian", (0x10A0, 0x10FF), (0x1C90, 0x1CBF), (0x2D00, 0x2D2F)),
    _noto("Gujarati", (0xA80, 0xAFF)),
    _noto("Gurmukhi", (0xA00, 0xA7F)),
    _noto("Hebrew", (0x590, 0x5FF), (0xFB1D, 0xFB4F)),
    _noto("Kannada", (0xC80, 0xCFF)),
    _noto("Khmer", (0x1780, 0x17FF), (0x19E0, 0x19FF)),
    _noto("Lao", (0xE80, 0xEFF)),
    _noto("Malayalam", (0xD00, 0xD7F)),
    _noto("Myanmar", (0x1000, 0x109F), (0xA9E0, 0xA9FF), (0xAA60, 0xAA7F)),
    _noto("Oriya", (0xB00, 0xB7F)),
    _noto("Sinhala", (0xD80, 0xDFF)),
    _noto("Tamil", (0xB80, 0xBFF)),
    _noto("Telugu", (0xC00, 0xC7F)),
    _noto("Thai", (0xE00, 0xE7F)),
    _noto("", (0x80, 0x1FFF), (0x20A0, 0x20CF), (0x2C60, 0x2C7F), (0xA640, 0xA7FF),
          (0xAB30, 0xAB6F)),
    _CJK,
    _noto("Symbols", (0x2000, 0x2BFF), (0x1F000, 0x1FAFF)),
    _SYMBOLS,
)
# fmt: on
_EMOJI_INDEX: Final = 1 + _FALLBACKS.index(_EMOJI)


def _family(index: int, font: FontName) -> _Family:
    return _FALLBACKS[index - 1] if index else _NAMED[font]


@cache
def _path(family: _Family, italic: bool) -> Path | None:
    """Return the path of a font, or None, with one warning, if its package isn't installed."""
    spec = importlib.util.find_spec(family.package)
    if spec is None or not spec.submodule_search_locations:
        if family not in (_ROBOTO, _MONO):
            _log.warning(
                "Some characters are drawn as boxes: run `pip install %s`.", family.requirement
            )
        return None
    name = family.italic_file if italic and family.italic_file else family.file
    return Path(spec.submodule_search_locations[0]) / name


@cache
def font_files() -> tuple[Path, ...]:
    """Return the files of all installed fonts, in the order in which they are tried."""
    families = (*_NAMED.values(), *_FALLBACKS)
    found = [_path(family, italic) for family in families for italic in (False, True)]
    return tuple(dict.fromkeys(path for path in found if path is not None))


@cache
def font_manager() -> skia.FontMgr:
    """Return a manager without system fonts; the default one would ask fontconfig."""
    return skia.FontMgr.New_Custom_Empty()


@cache
def _face(family: _Family, weight: int, italic: bool) -> Face | None:
    """Load a font; return None if its package isn't installed."""
    path = _path(family, italic)
    if path is None:
        return None
    if not family.variable and weight != 400:
        regular = _face(family, 400, italic)
        assert regular is not None
        return Face(**{**regular.__dict__, "embolden": weight >= 600 and not family.color})
    typeface = font_manager().makeFromFile(str(path), 0)
    face = hb.Face(hb.Blob.from_file_path(str(path)))
    shaper = hb.Font(face)
    if family.variable:
        arguments = skia.FontArguments()
        position = skia.FontArguments.VariationPosition
        axis = position.Coordinates([position.Coordinate(_WEIGHT_AXIS, float(weight))])
        arguments.setVariationDesignPosition(position(axis))
        typeface = typeface.makeClone(arguments)
        shaper.set_variations({"wght": weight})
    metrics = skia.Font(typeface, 1000.0).getMetrics()
    return Face(
        typeface=typeface,
        shaper=shaper,
        unit=1.0 / face.upem,
        ascent=-metrics.fAscent / 1000,
        descent=metrics.fDescent / 1000,
        top=-metrics.fTop / 1000,
        bottom=metrics.fBottom / 1000,
        embolden=False,
        slant=italic and family.italic_file is None and not family.color,
    )


def face_of(index: int, font: FontName, weight: int, italic: bool) -> Face:
    """Return the font of an index from `face_index`.

    Raises:
        DependencyError: If Roboto's package is missing.
    """
    family = _family(index, font)
    face = _face(family, weight, italic)
    if face is None:
        package = family.requirement
        raise DependencyError(f"A font package is missing: run `pip install {package}`.")
    return face


@lru_cache(maxsize=16384)
def face_index(character: str, font: FontName, emoji: bool | None = None) -> int:
    """Return the index of the first font that has a character, or 0, whose missing glyph is drawn.

    Args:
        character: One character.
        font: Font that the text is set in.
        emoji: Whether it is followed by the emoji (16) or text (15) variation selector.
    """
    code = ord(character)
    if emoji and _has(_EMOJI, code):
        return _EMOJI_INDEX
    for index in range(len(_FALLBACKS) + 1):
        if emoji is not False or index != _EMOJI_INDEX:
            if _has(_family(index, font), code):
                return index
    return 0


@lru_cache(maxsize=4096)
def has_glyph(character: str, index: int, font: FontName) -> bool:
    """Return whether the font of an index from `face_index` has a character, of any block."""
    return _maps(_family(index, font), ord(character))


def _has(family: _Family, code: int) -> bool:
    if family.blocks and not any(first <= code <= last for first, last in family.blocks):
        return False
    return _maps(family, code)


def _maps(family: _Family, code: int) -> bool:
    face = _face(family, 400, False)
    return face is not None and bool(face.shaper.get_nominal_glyph(code))
