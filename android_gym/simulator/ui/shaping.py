"""Text shaping: from characters to positioned glyphs on a single endless line.

Text is shaped by HarfBuzz with the fonts of `fonts`. Lengths are in pixels unless a name says
otherwise. Text sizes are rounded to whole pixels, as by ``TextView``.
"""

from __future__ import annotations

import math
import operator
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import accumulate, chain
from typing import Any, Final
from weakref import WeakValueDictionary
from zlib import crc32

import uharfbuzz as hb

from ._skia import skia
from .bidi import embedding_levels, has_right_to_left, visual_order
from .fonts import Face, FontName, face_index, face_of, has_glyph

__all__ = ["Paragraph", "TextStyle", "Typesetter", "shared_paragraph", "typesetter", "width_of"]

TAB_SPACES: Final = 4
"""Width of a tab, in spaces."""


@dataclass(frozen=True)
class TextStyle:
    """The style of a text.

    Attributes:
        size_sp: Text size in scale-independent pixels.
        weight: 100 to 900; Roboto has all of these.
        italic: Whether it is italic.
        color: ARGB integer, ``0xFFRRGGBB`` for an opaque colour.
        letter_spacing: Extra space after each letter, in ems.
        line_height: Distance between baselines in sp; None for the font's own.
        font: The font.
        underline: Whether it is underlined.
        strike: Whether it is struck through.
        include_font_padding: Android's ``includeFontPadding``.
        language: Language and script to choose glyphs for, such as "zh-hans"; "" for the font's
            default.
    """

    size_sp: float = 14.0
    weight: int = 400
    italic: bool = False
    color: int = 0xFF000000
    letter_spacing: float = 0.0
    line_height: float | None = None
    font: FontName = "roboto"
    underline: bool = False
    strike: bool = False
    include_font_padding: bool = True
    language: str = ""

    def __hash__(self) -> int:
        """Return the hash of all attributes; cached, as it is needed for each text drawn."""
        own = self.__dict__
        known: int | None = own.get("_hash")
        if known is None:
            known = own["_hash"] = hash(tuple(own.values()))
        return known

    def having(self, **changes: Any) -> TextStyle:
        """Return this style with some attributes changed; the same object for the same changes."""
        return _having(self, tuple(changes.items()))


@lru_cache(maxsize=1024)
def _having(style: TextStyle, changes: tuple[tuple[str, Any], ...]) -> TextStyle:
    return replace(style, **dict(changes))


# --- typesetting -------------------------------------------------------------------------------

_SELECTED: Final = {"\ufe0e": False, "\ufe0f": True}
"""Variation selectors; True for the one that requests the emoji of the preceding character."""
_SELECTORS: Final = frozenset(_SELECTED)
_JOINED: Final = frozenset(
    "\u200c\u200d\ufe0e\ufe0f\u20e3" + "".join(map(chr, range(0xE0020, 0xE0080)))
)
"""Joiners, selectors, keycaps and tags, which stay with what they modify, as marks do."""


class Typesetter:
    """A style at a density, which shapes text and provides line metrics."""

    def __init__(self, style: TextStyle, density: float) -> None:
        self.style = style
        self.size = max(1, math.floor(style.size_sp * density + 0.5))
        self._faces: dict[int, Face] = {}
        self.letter_spacing = style.letter_spacing * self.size
        self._fonts: dict[int, skia.Font] = {}
        self._metrics: dict[int, tuple[int, int, int, int]] = {}
        ascent, descent, _, _ = self.metrics(0)
        # As in TextView.setLineHeight: extra space goes below every line except the last.
        self.extra = (
            0
            if style.line_height is None
            else math.floor(style.line_height * density + 0.5) - ascent - descent
        )

    def face(self, index: int) -> Face:
        """Return the font of the style at an index of the fallback order."""
        face = self._faces.get(index)
        if face is None:
            style = self.style
            face = face_of(index, style.font, style.weight, style.italic)
            self._faces[index] = face
        return face

    def font(self, index: int) -> skia.Font:
        """Return the same font for drawing with Skia."""
        font = self._fonts.get(index)
        if font is None:
            face = self.face(index)
            font = self._fonts[index] = skia.Font(face.typeface, self.size)
            font.setSubpixel(True)
            font.setHinting(skia.FontHinting.kNone)
            font.setLinearMetrics(True)
            font.setBaselineSnap(False)
            font.setEdging(skia.Font.Edging.kAntiAlias)
            font.setEmbolden(face.embolden)
            font.setSkewX(-0.25 if face.slant else 0.0)
        return font

    def metrics(self, index: int) -> tuple[int, int, int, int]:
        """Return (ascent, descent, top, bottom), positive, rounded as in Paint.FontMetricsInt."""
        metrics = self._metrics.get(index)
        if metrics is None:
            face, size = self.face(index), self.size
            metrics = self._metrics[index] = (
                math.floor(face.ascent * size + 0.5),
                math.floor(face.descent * size + 0.5),
                math.ceil(face.top * size - 1e-3),
                math.ceil(face.bottom * size - 1e-3),
            )
        return metrics

    def face_runs(self, text: str) -> list[tuple[int, int, int]]:
        """Split a text into (start, end, face index)."""
        if text.isascii():
            return [(0, len(text), 0)] if text else []
        font = self.style.font
        selected = not _SELECTORS.isdisjoint(text)
        runs: list[tuple[int, int, int]] = []
        start, current = 0, -1
        for i, character in enumerate(text):
            if current >= 0 and character in _JOINED:
                continue
            if current >= 0 and unicodedata.combining(character):
                index = self._face_of_mark(text[i - 1], character, current)
                if index != current:  # the letter moves to the mark's font
                    if start < i - 1:
                        runs.append((start, i - 1, current))
                    start, current = i - 1, index
                continue
            asked = _SELECTED.get(text[i + 1 : i + 2]) if selected else None
            index = face_index(character, font, asked)
            if index != current:
                if current >= 0:
                    runs.append((start, i, current))
                start, current = i, index
        runs.append((start, len(text), current))
        return runs

    def _face_of_mark(self, letter: str, mark: str, current: int) -> int:
        """Return the face of a letter and its mark: the letter's, unless only another has both."""
        font = self.style.font
        if has_glyph(mark, current, font) or len(unicodedata.normalize("NFC", letter + mark)) == 1:
            return current
        other = face_index(mark, font)
        return other if has_glyph(letter, other, font) else current

    def runs(self, text: str, levels: Sequence[int] | None) -> list[tuple[int, int, int, bool]]:
        """Split a text into (start, end, face index, whether it is right-to-left)."""
        faces = self.face_runs(text)
        if levels is None:
            return [(start, end, index, False) for start, end, index in faces]
        runs: list[tuple[int, int, int, bool]] = []
        for start, end, index in faces:
            first = start
            for i in range(start + 1, end + 1):
                if i == end or levels[i] != levels[first]:
                    runs.append((first, i, index, bool(levels[first] % 2)))
                    first = i
        return runs


@lru_cache(maxsize=512)
def typesetter(style: TextStyle, density: float) -> Typesetter:
    """Return the typesetter of a style at a density."""
    return Typesetter(style, density)


# --- shaping -----------------------------------------------------------------------------------

# Control characters have no glyph; Android shows nothing for them.
_INVISIBLE: Final = {code: "\u200b" for code in (*range(32), *range(127, 160)) if code != 9}
_INVISIBLE[9] = " "


def _share_ligatures(text: str, widths: list[float]) -> None:
    """Divide the width of a ligature ("fi") evenly among its letters, for carets inside it."""
    end = len(widths)
    for i in range(end - 1, -1, -1):
        if widths[i] or not text[i].isalpha():
            if end - i > 1 and text[i].isalpha():
                widths[i:end] = [widths[i] / (end - i)] * (end - i)
            end = i


MOST_SHAPED: Final = 1 << 14
"""Most characters to shape at once; the shaper fails on a line of a million."""


_CHOICE: Final = 1 << 11
"""Length of the end of a part in which to look for a space to split at."""


def _chosen_space(text: str, first: int, last: int) -> int:
    """Return the offset after the space to split at; `first` if there is none.

    The space is chosen by a hash of the text after it, so that after an edit that shifts the text
    most splits stay the same, and all parts except the edited one are already shaped.
    """
    best, cut = -1, first
    at = text.find(" ", first, last)
    while at >= 0:
        weight = crc32(text[at + 1 : at + 17].encode("utf-8", "surrogatepass"))
        if weight > best:
            best, cut = weight, at + 1
        at = text.find(" ", at + 1, last)
    return cut


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Split a run into parts short enough to shape, after spaces if possible."""
    while end - start > MOST_SHAPED:
        cut = _chosen_space(text, start + MOST_SHAPED - _CHOICE, start + MOST_SHAPED)
        if cut == start + MOST_SHAPED - _CHOICE:
            cut = text.rfind(" ", start + MOST_SHAPED // 2, cut) + 1
        if not cut:
            cut = start + MOST_SHAPED
            while cut > start + MOST_SHAPED // 2 and (
                text[cut] in _JOINED or unicodedata.combining(text[cut])
            ):
                cut -= 1
        yield start, cut
        start = cut
    yield start, end


def _relative(xs: list[float], clusters: list[int], widths: list[float], leftwards: bool) -> None:
    """Make the x of a run's glyphs relative to the edge where their cluster starts."""
    left = right = 0.0
    last = -1
    for i, cluster in enumerate(clusters):
        if cluster != last:
            last = cluster
            left, right = right, right + widths[cluster]
        xs[i] -= right if leftwards else left


class _Piece:
    """Text with one face and direction, shaped at once.

    Attributes:
        glyphs: Glyph ids from left to right, as from the shaper.
        advances: Width of each glyph.
        shifts: Horizontal offset of each glyph from the pen; None if all are 0.
        ys: Vertical position of each glyph.
        clusters: First character of each glyph's cluster, relative to the piece's start.
        widths: Width of each character; the first one of a cluster has the cluster's width.
        shared: Widths with those of ligatures divided among their letters.
        first: First character of its first cluster; `last` is that of its last cluster.
        is_plain: Whether each glyph is one character of the same width.
        is_closed: Whether its first character isn't part of a ligature that starts before it.
    """

    __slots__ = (
        "__weakref__", "advances", "clusters", "first", "glyphs", "is_closed", "is_plain", "last",
        "shared", "shifts", "widths", "ys",
    )  # fmt: skip

    def __init__(self, text: str, setter: Typesetter, index: int, leftwards: bool) -> None:
        face, spacing = setter.face(index), setter.letter_spacing
        scale = face.unit * setter.size
        buffer = hb.Buffer()
        buffer.add_str(text if text.isprintable() else text.translate(_INVISIBLE))
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if leftwards else "ltr"
        # As on Android, letter spacing disables ligatures.
        hb.shape(face.shaper, buffer, {"liga": False} if spacing else None)
        self.widths = widths = [0.0] * len(text)
        self.glyphs: list[int] = []
        self.advances: list[float] = []
        self.ys: list[float] = []
        self.clusters: list[int] = []
        shifts: list[float] = []
        last = -1
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            cluster = info.cluster
            x_offset, y_offset, advance, _ = position.position
            advance *= scale
            if cluster != last:
                last = cluster
                advance += spacing
                if text[cluster] == "\t":
                    advance *= TAB_SPACES
            self.glyphs.append(info.codepoint)
            self.advances.append(advance)
            shifts.append(x_offset * scale)
            self.ys.append(-y_offset * scale)
            self.clusters.append(cluster)
            widths[cluster] += advance
        self.first, self.last = min(self.clusters), max(self.clusters)
        self.shifts = shifts if any(shifts) else None
        self.is_closed = bool(widths[0]) or not text[0].isalpha()
        self.shared = widths.copy()
        _share_ligatures(text, self.shared)
        self.is_plain = self.shared == self.advances


_shaped: WeakValueDictionary[tuple[str, Typesetter, int], _Piece] = WeakValueDictionary()
"""Pieces of long lines that are in use: typing a letter reshapes only one piece."""


def _piece_of_long(text: str, setter: Typesetter, index: int) -> _Piece:
    key = (text, setter, index)
    piece = _shaped.get(key)
    if piece is None:
        piece = _shaped[key] = _Piece(text, setter, index, False)
    return piece


class _Run:
    """A piece at its position in a paragraph.

    Args:
        index: Face index.
        piece: The piece.
        start: Offset of its first character in the paragraph.
        before: The previous run.
        pen: X of its first glyph; None to continue after the previous run, which is added up later.
        leftwards: Whether to store its glyphs from last to first.
        widths: Widths of the paragraph's characters if glyphs' x are relative to the edge where
            their cluster starts; else None.

    Attributes:
        first: First character of its first cluster.
        last: First character of its last cluster.
    """

    __slots__ = (
        "_before", "_columns", "_leftwards", "_pen", "_piece", "_start", "_widths", "first",
        "index", "last",
    )  # fmt: skip

    def __init__(
        self,
        index: int,
        piece: _Piece,
        start: int,
        before: _Run | None,
        pen: float | None,
        leftwards: bool,
        widths: list[float] | None,
    ) -> None:
        self.index = index
        self._piece = piece
        self._start = start
        self._before = before
        self._leftwards = leftwards
        self._widths = widths
        self._pen = pen
        self._columns: tuple[list[int], list[float], list[float], list[int]] | None = None
        self.first, self.last = start + piece.first, start + piece.last

    def _begin(self) -> float:
        """Return the pen's x before the first glyph, always summed from the paragraph's start."""
        run, later = self, []
        while run._pen is None:
            assert run._before is not None
            run = run._before
            later.append(run)
        pen = run._pen
        for run in reversed(later):
            pen = reduce(operator.add, run._piece.advances, pen)
        self._pen = pen
        return pen

    def columns(self) -> tuple[list[int], list[float], list[float], list[int]]:
        """Return ids, x and y of its glyphs, and the first character of each glyph's cluster."""
        if self._columns is None:
            piece, start = self._piece, self._start
            xs = list(accumulate(piece.advances, initial=self._begin()))
            xs.pop()
            if piece.shifts is not None:
                xs = list(map(operator.add, xs, piece.shifts))
            glyphs, ys = piece.glyphs, piece.ys
            clusters = [start + cluster for cluster in piece.clusters]
            if self._widths is not None:
                _relative(xs, clusters, self._widths, self._leftwards)
            if self._leftwards:
                glyphs, xs, ys, clusters = glyphs[::-1], xs[::-1], ys[::-1], clusters[::-1]
            self._columns = glyphs, xs, ys, clusters
        return self._columns


class Paragraph:
    """Text without line feeds, shaped on a single endless line.

    Attributes:
        x: X before each character and after the last (length + 1); the characters of a cluster,
            such as a letter and its accent, share that of the first.
        runs: Its runs of glyphs.
        fallen_back: The runs in fallback fonts.
        level: Embedding level of the paragraph: 1 if it is right-to-left.
        levels: Embedding level of each character; None if all are left-to-right.
    """

    __slots__ = ("__weakref__", "fallen_back", "level", "levels", "runs", "text", "x")

    def __init__(self, text: str, setter: Typesetter) -> None:
        self.text = text
        shaped = text if text.isprintable() else text.translate(_INVISIBLE)
        self.runs: list[_Run] = []
        self.level, self.levels = 0, None
        if not text.isascii() and has_right_to_left(text):
            self.level, self.levels = embedding_levels(text)
        parts = [
            (*piece, index, leftwards)
            for first, last, index, leftwards in setter.runs(shaped, self.levels)
            for piece in _pieces(shaped, first, last)
        ]
        pieces = [
            _piece_of_long(text[start:end], setter, index)
            if end - start > MOST_SHAPED // 2 and not leftwards
            else _Piece(text[start:end], setter, index, leftwards)
            for start, end, index, leftwards in parts
        ]
        if all([piece.is_closed for piece in pieces]):
            widths = list(chain.from_iterable([piece.shared for piece in pieces]))
        else:
            widths = list(chain.from_iterable([piece.widths for piece in pieces]))
            _share_ligatures(text, widths)
        raw = None
        if self.levels is not None:
            raw = list(chain.from_iterable([piece.widths for piece in pieces]))
        # The caret of an offset inside any other cluster is at the cluster's end.
        self.x = list(accumulate(widths, initial=0.0))
        before, plain = None, True
        for (start, _, index, leftwards), piece in zip(parts, pieces, strict=True):
            # As long as each glyph is a character, this is the same sum in the same order.
            pen = 0.0 if self.levels is not None else self.x[start] if plain else None
            before = _Run(index, piece, start, before, pen, leftwards, raw)
            self.runs.append(before)
            plain &= piece.is_plain
        self.fallen_back = [run for run in self.runs if run.index]

    def is_boundary(self, offset: int) -> bool:
        """Return whether a cluster starts, or the text ends, at an offset."""
        return offset <= 0 or offset >= len(self.text) or self.x[offset + 1] > self.x[offset]

    def places(self, first: int, last: int, visible: int) -> list[float]:
        """Return the left edges of a line's characters; from `visible` on they are blanks.

        The visible text starts at x 0. Trailing blanks hang over the end of the line.
        """
        x, levels = self.x, self.levels
        assert levels is not None
        lefts = [0.0] * (last - first)
        pen = 0.0
        for i in visual_order(levels[first:visible]):
            lefts[i] = pen
            pen += x[first + i + 1] - x[first + i]
        if self.level:
            pen = 0.0
        for i in range(visible - first, last - first):
            width = x[first + i + 1] - x[first + i]
            lefts[i] = pen - width if self.level else pen
            pen += -width if self.level else width
        return lefts

    def placed_blob(
        self, start: int, end: int, setter: Typesetter, lefts: Sequence[float]
    ) -> skia.TextBlob | None:
        """Return the glyphs of the characters start to end, placed at these left edges."""
        builder = skia.TextBlobBuilder()
        x, levels = self.x, self.levels
        assert levels is not None
        for run in self.runs:
            if run.last < start or run.first >= end:
                continue
            index, (glyphs, xs, ys, clusters) = run.index, run.columns()
            i, j = bisect_left(clusters, start), bisect_left(clusters, end)
            if i == j:
                continue
            points = []
            for cluster, dx, dy in zip(clusters[i:j], xs[i:j], ys[i:j], strict=True):
                edge = lefts[cluster - start]
                if levels[cluster] % 2:
                    edge += x[cluster + 1] - x[cluster]
                points.append(skia.Point(edge + dx, dy))
            builder.allocRunPos(setter.font(index), glyphs[i:j], points)
        return builder.make()

    def blob(self, start: int, end: int, setter: Typesetter) -> skia.TextBlob | None:
        """Return the glyphs of the characters start to end, with the first character at x 0."""
        builder = skia.TextBlobBuilder()
        origin = self.x[start]
        for run in self.runs:
            if run.last < start or run.first >= end:
                continue
            index, (glyphs, xs, ys, clusters) = run.index, run.columns()
            i, j = bisect_left(clusters, start), bisect_left(clusters, end)
            if i == j:
                continue
            positions = xs[i:j] if origin == 0.0 else [x - origin for x in xs[i:j]]
            font = setter.font(index)
            if any(ys[i:j]):
                points = [skia.Point(x, y) for x, y in zip(positions, ys[i:j], strict=True)]
                builder.allocRunPos(font, glyphs[i:j], points)
            else:
                builder.allocRunPosH(font, glyphs[i:j], positions, 0.0)
        return builder.make()


@lru_cache(maxsize=8192)
def width_of(text: str, setter: Typesetter) -> float:
    """Return the width of a text without line feeds."""
    return Paragraph(text, setter).x[-1]


_paragraphs: WeakValueDictionary[tuple[Typesetter, str], Paragraph] = WeakValueDictionary()
"""Paragraphs of multi-paragraph texts that are in use: an edit reshapes only one of them."""


def shared_paragraph(text: str, setter: Typesetter) -> Paragraph:
    """Return a paragraph of a multi-paragraph text, shared as long as any text uses it."""
    paragraph = _paragraphs.get((setter, text))
    if paragraph is None:
        paragraph = _paragraphs[setter, text] = Paragraph(text, setter)
    return paragraph
