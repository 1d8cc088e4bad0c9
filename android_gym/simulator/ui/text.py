"""Text: fonts, measuring, line breaking and painting.

Text is shaped by HarfBuzz and drawn by Skia, as on Android, with the fonts of `fonts`.

Lengths are pixels unless a name says otherwise. Metrics are a ``TextView``'s: the text size is
rounded to whole pixels, a line is `ascent + descent` of the font (rounded each), and
``include_font_padding`` adds the font's `top` and `bottom` to the first and the last line. Hinting
is off and glyphs sit at fractions of a pixel, so that small pictures are faithful to large ones.

A paragraph is measured and broken into lines in the order in which it is stored. Only where it has
characters that run from right to left are those of a line put in the order in which they are seen.
"""

from __future__ import annotations

import math
import operator
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, reduce
from itertools import accumulate, chain
from operator import attrgetter
from typing import Any, Final
from weakref import WeakValueDictionary
from zlib import crc32

import uharfbuzz as hb

from ._skia import skia
from .bidi import embedding_levels, has_right_to_left, visual_order
from .fonts import Face, FontName, face_index, face_of, has_glyph

__all__ = ["TextLayout", "TextStyle", "layout_text", "measure_width"]

ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"
TAB_SPACES: Final = 4


@dataclass(frozen=True)
class TextStyle:
    """Look of text.

    Attributes:
        size_sp: Text size in scale-independent pixels.
        weight: 100 to 900; Roboto has them all.
        italic: Whether the letters are slanted.
        color: ARGB integer, ``0xFFRRGGBB`` for an opaque colour.
        letter_spacing: Extra space after each letter, in ems.
        line_height: Distance of baselines in sp; None for the font's own.
        font: What it is set in.
        underline: Draws a line under the text.
        strike: Draws a line through the text.
        include_font_padding: Android's ``includeFontPadding``.
        language: Language and script that glyphs are chosen for, such as "zh-hans"; "" for the
            font's own.
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
        """As of all attributes; remembered, since a style is hashed once for each text drawn."""
        own = self.__dict__
        known: int | None = own.get("_hash")
        if known is None:
            known = own["_hash"] = hash(tuple(own.values()))
        return known

    def having(self, **changes: Any) -> TextStyle:
        """Return this style with some attributes changed; the same object each time."""
        return _having(self, tuple(changes.items()))


@lru_cache(maxsize=1024)
def _having(style: TextStyle, changes: tuple[tuple[str, Any], ...]) -> TextStyle:
    return replace(style, **dict(changes))


# --- typesetting -------------------------------------------------------------------------------

_SELECTED: Final = {"\ufe0e": False, "\ufe0f": True}
"""Variation selectors, True where one asks for the emoji of the character before it."""
_SELECTORS: Final = frozenset(_SELECTED)
_JOINED: Final = frozenset(
    "\u200c\u200d\ufe0e\ufe0f\u20e3" + "".join(map(chr, range(0xE0020, 0xE0080)))
)
"""Joiners, selectors, keycaps and tags, which stay with what they modify, as marks do."""


class _Typesetter:
    """A style at a density: shapes text and knows the metrics of its lines."""

    def __init__(self, style: TextStyle, density: float) -> None:
        self.style = style
        self.size = max(1, math.floor(style.size_sp * density + 0.5))
        self._faces: dict[int, Face] = {}
        self.letter_spacing = style.letter_spacing * self.size
        self._fonts: dict[int, skia.Font] = {}
        self._metrics: dict[int, tuple[int, int, int, int]] = {}
        ascent, descent, _, _ = self.metrics(0)
        # As TextView.setLineHeight: the extra goes below every line but the last.
        self.extra = (
            0
            if style.line_height is None
            else math.floor(style.line_height * density + 0.5) - ascent - descent
        )

    def face(self, index: int) -> Face:
        face = self._faces.get(index)
        if face is None:
            style = self.style
            face = face_of(index, style.font, style.weight, style.italic)
            self._faces[index] = face
        return face

    def font(self, index: int) -> skia.Font:
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
        """(ascent, descent, top, bottom) as ``Paint.FontMetricsInt`` rounds them, all positive."""
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
        """Split the text into (start, end, face index)."""
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
                if index != current:  # the letter goes with its mark
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
        """The face of a mark and what is before it: the letter's unless another one has both."""
        font = self.style.font
        if has_glyph(mark, current, font) or len(unicodedata.normalize("NFC", letter + mark)) == 1:
            return current
        other = face_index(mark, font)
        return other if has_glyph(letter, other, font) else current

    def runs(self, text: str, levels: Sequence[int] | None) -> list[tuple[int, int, int, bool]]:
        """Split the text into (start, end, face index, whether it runs from right to left)."""
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
def _typesetter(style: TextStyle, density: float) -> _Typesetter:
    return _Typesetter(style, density)


# --- shaping -----------------------------------------------------------------------------------

# Control characters have no glyph; Android shows nothing for them.
_INVISIBLE: Final = {code: "\u200b" for code in (*range(32), *range(127, 160)) if code != 9}
_INVISIBLE[9] = " "


def _share_ligatures(text: str, widths: list[float]) -> None:
    """Give each letter of a ligature ("fi") its share of the width, so that carets fit in."""
    end = len(widths)
    for i in range(end - 1, -1, -1):
        if widths[i] or not text[i].isalpha():
            if end - i > 1 and text[i].isalpha():
                widths[i:end] = [widths[i] / (end - i)] * (end - i)
            end = i


MOST_SHAPED: Final = 1 << 14
"""Characters that are shaped at once; the shaper gives up on a line of a million."""


_CHOICE: Final = 1 << 11
"""Characters at the end of a part among whose spaces the words after them choose."""


def _chosen_space(text: str, first: int, last: int) -> int:
    """Return the offset after a space that what follows it chooses; `first` where there is none.

    An edit that moves a text along leaves most of these spaces the chosen ones: all parts but the
    one that was edited stay as they were, and are shaped already.
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
    """Split a run into parts that can be shaped, after a space where there is one in each half."""
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
    """Make the x of a run's glyphs relative to the edge at which their cluster starts."""
    left = right = 0.0
    last = -1
    for i, cluster in enumerate(clusters):
        if cluster != last:
            last = cluster
            left, right = right, right + widths[cluster]
        xs[i] -= right if leftwards else left


class _Piece:
    """Text of one face and direction that was shaped at once.

    Attributes:
        glyphs: Glyph ids from left to right, as the shaper gives them.
        advances: Width of each glyph.
        shifts: How far right of the pen each glyph is drawn; None where all are drawn there.
        ys: Glyph y.
        clusters: First character of each glyph's cluster, counted from the piece's start.
        widths: Width of each character; that of a cluster is the first one's.
        shared: The same, with ligatures' widths shared among their letters.
        first: First character of its first cluster; of its last cluster `last`.
        is_closed: Whether its first character is no part of a ligature that began before it.
    """

    __slots__ = (
        "__weakref__", "advances", "clusters", "first", "glyphs", "is_closed", "last", "shared",
        "shifts", "widths", "ys",
    )  # fmt: skip

    def __init__(self, text: str, setter: _Typesetter, index: int, leftwards: bool) -> None:
        face, spacing = setter.face(index), setter.letter_spacing
        scale = face.unit * setter.size
        buffer = hb.Buffer()
        buffer.add_str(text if text.isprintable() else text.translate(_INVISIBLE))
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if leftwards else "ltr"
        # As on Android, spaced letters don't join into ligatures.
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


_shaped: WeakValueDictionary[tuple[str, _Typesetter, int], _Piece] = WeakValueDictionary()
"""Pieces of long lines that are laid out now: a letter typed into one shapes only its piece."""


def _piece_of_long(text: str, setter: _Typesetter, index: int) -> _Piece:
    key = (text, setter, index)
    piece = _shaped.get(key)
    if piece is None:
        piece = _shaped[key] = _Piece(text, setter, index, False)
    return piece


class _Run:
    """A piece at its place in a paragraph.

    Args:
        index: Face index.
        piece: The piece.
        start: Offset of its first character in the paragraph.
        before: The run before it where its glyphs' x go on from there; None where they begin at 0.
        leftwards: True to keep its glyphs from the last one to the first.
        widths: Of the paragraph's characters, where a glyph's x is the distance from the edge at
            which its cluster starts; else None.

    Attributes:
        first: First character of its first cluster.
        last: First character of its last cluster.
    """

    __slots__ = (
        "_before", "_columns", "_end", "_leftwards", "_piece", "_start", "_widths", "first",
        "index", "last",
    )  # fmt: skip

    def __init__(
        self,
        index: int,
        piece: _Piece,
        start: int,
        before: _Run | None,
        leftwards: bool,
        widths: list[float] | None,
    ) -> None:
        self.index = index
        self._piece = piece
        self._start = start
        self._before = before
        self._leftwards = leftwards
        self._widths = widths
        self._end: float | None = None
        self._columns: tuple[list[int], list[float], list[float], list[int]] | None = None
        self.first, self.last = start + piece.first, start + piece.last

    def _pen(self) -> float:
        """Return where the pen is before its first glyph: sums go from the paragraph's start."""
        run, later = self._before, []
        while run is not None and run._end is None:
            later.append(run)
            run = run._before
        pen = 0.0 if run is None or run._end is None else run._end
        for run in reversed(later):
            pen = run._end = reduce(operator.add, run._piece.advances, pen)
        return pen

    def columns(self) -> tuple[list[int], list[float], list[float], list[int]]:
        """Return ids, x and y of its glyphs, and the first character of each glyph's cluster."""
        if self._columns is None:
            piece, start = self._piece, self._start
            xs = list(accumulate(piece.advances, initial=self._pen()))
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


class _Paragraph:
    """Text without line feeds, shaped as if on one endless line.

    Attributes:
        x: Position before each character and after the last (length + 1); the characters of one
            cluster, such as a letter and its accent, share the position of the first.
        runs: Its glyphs.
        fallen_back: Those of faces other than the style's first.
        level: Level of the paragraph: 1 if it runs from right to left.
        levels: Level of each character; None if all run from left to right.
    """

    __slots__ = ("__weakref__", "fallen_back", "level", "levels", "runs", "text", "x")

    def __init__(self, text: str, setter: _Typesetter) -> None:
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
        before = None
        for (start, _, index, leftwards), piece in zip(parts, pieces, strict=True):
            run = _Run(index, piece, start, before, leftwards, raw)
            self.runs.append(run)
            before = run if self.levels is None else None
        self.fallen_back = [run for run in self.runs if run.index]
        # The caret of an offset inside any other cluster stands at the cluster's end.
        self.x = list(accumulate(widths, initial=0.0))

    def is_boundary(self, offset: int) -> bool:
        """Return whether a cluster starts at the offset, or the text ends there."""
        return offset <= 0 or offset >= len(self.text) or self.x[offset + 1] > self.x[offset]

    def places(self, first: int, last: int, visible: int) -> list[float]:
        """Left edges of the characters first to last of a line; those from visible on are blank.

        What is seen starts at x 0. Blanks at the end of a line hang over its end.
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
        self, start: int, end: int, setter: _Typesetter, lefts: Sequence[float]
    ) -> skia.TextBlob | None:
        """The glyphs of characters start to end, whose left edges are these."""
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

    def blob(self, start: int, end: int, setter: _Typesetter) -> skia.TextBlob | None:
        """The glyphs of characters start to end, with the first character at x 0."""
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
def _width(text: str, setter: _Typesetter) -> float:
    """Width of text without line feeds."""
    return _Paragraph(text, setter).x[-1]


# --- line breaking -----------------------------------------------------------------------------

_NEVER_AT_LINE_START: Final = frozenset(
    "、。，．：；！？）」』】〉》〕］｝ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
)
_NEVER_AT_LINE_END: Final = frozenset("（「『【〈《〔［｛")


_IDEOGRAPHS: Final = "\u2e80"
"""No ideograph comes before this character."""


def _is_ideograph(character: str) -> bool:
    code = ord(character)
    return code >= 0x2E80 and (
        code < 0xA000 or 0xAC00 <= code < 0xD7B0 or 0xF900 <= code < 0xFB00 or code >= 0xFF00
    )


_paragraphs: WeakValueDictionary[tuple[_Typesetter, str], _Paragraph] = WeakValueDictionary()
"""Paragraphs of texts of several: an edit of a long text shapes only the one that it changes."""


def _shared_paragraph(text: str, setter: _Typesetter) -> _Paragraph:
    paragraph = _paragraphs.get((setter, text))
    if paragraph is None:
        paragraph = _paragraphs[setter, text] = _Paragraph(text, setter)
    return paragraph


def _may_break(text: str, offset: int) -> bool:
    """Return whether a line may end before text[offset]: the rules of UAX #14 that matter here."""
    before, after = text[offset - 1], text[offset]
    if after in " \t":
        return False
    if before in " \t\u200b\u2013\u2014|":
        return True
    if before == "-":
        return after.isalpha() and offset >= 2 and not text[offset - 2].isspace()
    if before in "/?!":
        return after.isalpha()
    if before < _IDEOGRAPHS and after < _IDEOGRAPHS:
        return False
    if _is_ideograph(before) or _is_ideograph(after):
        return after not in _NEVER_AT_LINE_START and before not in _NEVER_AT_LINE_END
    return False


def _break_lines(paragraph: _Paragraph, max_width: float | None, most: int) -> list[int]:
    """Greedy line breaking; returns where lines end, at most so many of them."""
    text, x = paragraph.text, paragraph.x
    length = len(text)
    if max_width is None or x[-1] <= max_width:
        return [length]
    ends: list[int] = []
    start = 0
    while len(ends) < most:
        fits = bisect_right(x, x[start] + max_width + 1e-3, lo=start) - 1
        hanging = fits
        while hanging < length and text[hanging] in " \t":  # spaces hang over the edge
            hanging += 1
        if hanging >= length:
            ends.append(length)
            break
        end = hanging
        while end > start and not (_may_break(text, end) and paragraph.is_boundary(end)):
            end -= 1
        if end == start:  # a word wider than the line is broken anywhere
            end = max(fits, start + 1)
            while not paragraph.is_boundary(end):
                end += 1
        ends.append(end)
        if end == length:
            break
        start = end
    return ends


# --- layouts -----------------------------------------------------------------------------------

_START, _TOP, _BOTTOM = attrgetter("start"), attrgetter("top"), attrgetter("bottom")
"""Keys by which lines are found: a text may have a hundred thousand."""


class Line:
    """One line of a layout.

    Attributes:
        start: Offset of the first character in the layout's text.
        end: Offset after the last one, without a line feed.
        x: Left edge of the text.
        width: Width of the text, without trailing spaces.
        top: Upper edge of the line.
        baseline: Where the letters stand.
        bottom: Lower edge of the line; the next line's top.
    """

    __slots__ = (
        "_blob", "_first", "_last", "_lefts", "_paragraph",
        "baseline", "bottom", "end", "start", "top", "width", "x",
    )  # fmt: skip

    def __init__(self, paragraph: _Paragraph, first: int, last: int, start: int, end: int) -> None:
        self._paragraph = paragraph
        self._first = first
        self._last = last
        self.start = start
        self.end = end
        visible = last
        while visible > first and paragraph.text[visible - 1] in " \t":
            visible -= 1
        self.width = paragraph.x[visible] - paragraph.x[first]
        self.x = 0.0
        self.top = self.baseline = self.bottom = 0
        self._blob: skia.TextBlob | None | bool = False
        self._lefts: Sequence[float] | None = None
        if paragraph.levels is not None:
            self._lefts = paragraph.places(first, last, visible)

    @property
    def is_leftward(self) -> bool:
        """Return whether its paragraph runs from right to left."""
        return self._paragraph.level == 1

    def _placed_x(self, inside: int, lefts: Sequence[float]) -> float:
        """X of a caret where characters run both ways: the edge at which the next one starts."""
        paragraph, first = self._paragraph, self._first
        assert paragraph.levels is not None
        if not lefts:
            return self.x
        while not paragraph.is_boundary(first + inside):
            inside += 1
        at_end = inside == len(lefts)
        i = inside - at_end
        x = self.x + lefts[i]
        if paragraph.levels[first + i] % 2 != at_end:
            x += paragraph.x[first + i + 1] - paragraph.x[first + i]
        return x

    def x_of(self, offset: int) -> float:
        """X of the caret before the character at an offset of the layout's text."""
        inside = min(max(offset - self.start, 0), self._last - self._first)
        if self._lefts is not None:
            return self._placed_x(inside, self._lefts)
        xs = self._paragraph.x
        return self.x + xs[self._first + inside] - xs[self._first]

    def spans(self, start: int, end: int) -> list[tuple[float, float]]:
        """Left and right edge of each piece of what stands from one offset to another."""
        if self._lefts is None:
            return [(self.x_of(start), self.x_of(end))]
        xs = self._paragraph.x
        spans: list[tuple[float, float]] = []
        inside = range(max(start, self.start) - self.start, min(end, self.end) - self.start)
        for i in sorted(inside, key=self._lefts.__getitem__):
            left = self.x + self._lefts[i]
            right = left + xs[self._first + i + 1] - xs[self._first + i]
            if spans and left <= spans[-1][1] + 1e-3:
                spans[-1] = (spans[-1][0], max(right, spans[-1][1]))
            else:
                spans.append((left, right))
        return spans

    def offset_at(self, x: float) -> int:
        """The caret offset nearest to x."""
        paragraph, first, last = self._paragraph, self._first, self._last
        if self._lefts is not None:
            offsets = (i for i in range(last - first + 1) if paragraph.is_boundary(first + i))
            near = min(offsets, key=lambda i: abs(self.x_of(self.start + i) - x))
            return min(self.start + near, self.end)
        target = x - self.x + paragraph.x[first]
        right = min(max(bisect_left(paragraph.x, target), first), last)
        while not paragraph.is_boundary(right):
            right += 1
        left = max(right - 1, first)
        while left > first and not paragraph.is_boundary(left):
            left -= 1
        nearest = left if target - paragraph.x[left] < paragraph.x[right] - target else right
        return min(self.start + nearest - first, self.end)

    def paint(
        self, canvas: skia.Canvas, x: float, y: float, paint: skia.Paint, setter: _Typesetter
    ) -> None:
        """Draw the line of a layout whose upper left corner is at (x, y)."""
        blob = self._blob
        if blob is False:
            first, last, lefts = self._first, self._last, self._lefts
            if lefts is None:
                blob = self._paragraph.blob(first, last, setter)
            else:
                blob = self._paragraph.placed_blob(first, last, setter, lefts)
            self._blob = blob
        left, baseline = x + self.x, y + self.baseline
        if blob is not None:
            canvas.drawTextBlob(blob, left, baseline, paint)
        style = setter.style
        for drawn, position in ((style.underline, 0.049), (style.strike, -0.274)):
            if drawn:
                top = baseline + position * setter.size
                rect = skia.Rect.MakeLTRB(left, top, left + self.width, top + 0.049 * setter.size)
                canvas.drawRect(rect, paint_of(paint.getColor()))


class TextLayout:
    """Text broken into lines, with its metrics; immutable and shared: made by `layout_text`.

    Attributes:
        text: The text.
        lines: Its `Line` objects, at least one.
        width: What a ``wrap_content`` TextView measures: the longest line, rounded up.
        height: Height of all lines, in whole pixels.
        longest_line: Exact width of the longest line.
        baseline: Baseline of the first line.
        ellipsized: Whether an ellipsis stands for some of the text.
    """

    __slots__ = (
        "_setter", "baseline", "ellipsized", "height", "lines", "longest_line", "text", "width",
    )  # fmt: skip

    def __init__(
        self,
        text: str,
        setter: _Typesetter,
        max_width: float | None,
        max_lines: int | None,
        ellipsize: str | None,
        align: str,
    ) -> None:
        self.text = text
        self._setter = setter
        most = max(1, max_lines) if max_lines is not None else len(text) + 1
        lines: list[Line] = []
        start = 0
        whole = True
        parts = text.split("\n")
        shape = _Paragraph if len(parts) == 1 else _shared_paragraph
        for part in parts:
            if len(lines) >= most:
                whole = False
                break
            paragraph = shape(part, setter)
            first = 0
            for last in _break_lines(paragraph, max_width, most - len(lines)):
                lines.append(Line(paragraph, first, last, start + first, start + last))
                first = last
            whole = first == len(part)
            start += len(part) + 1
        self.ellipsized = not whole and bool(ellipsize)
        if self.ellipsized:
            lines[-1] = _ellipsized(lines[-1], setter, max_width, ellipsize or "end", most)
        self.lines: Sequence[Line] = lines
        self.longest_line = max(line.width for line in lines)
        self.width = math.ceil(self.longest_line - 1e-3)
        if align != "start":
            share = {"center": 0.5, "end": 1.0}[align]
            room = self.longest_line if max_width is None else max_width
            for line in lines:
                line.x = (room - line.width) * share
        elif any(line.is_leftward for line in lines):
            for line in lines:
                line.x = self.longest_line - line.width if line.is_leftward else 0.0
        self.height = self._stack()
        self.baseline = lines[0].baseline

    def _stack(self) -> int:
        """Set the vertical positions of the lines and return the height of all."""
        setter, lines = self._setter, self.lines
        padded = setter.style.include_font_padding
        usual = setter.metrics(0)
        y = 0
        for number, line in enumerate(lines):
            ascent, descent, top, bottom = usual
            for run in line._paragraph.fallen_back:
                if run.first < line._last and run.last >= line._first:
                    taller, deeper, _, _ = setter.metrics(run.index)
                    ascent, descent = max(ascent, taller), max(descent, deeper)
            top, bottom = max(top, ascent), max(bottom, descent)
            if padded and number == 0:
                ascent = top
            if number < len(lines) - 1:
                descent += setter.extra
            elif padded:
                descent = bottom
            line.top = y
            line.baseline = y + ascent
            y = line.bottom = line.baseline + descent
        return y

    @property
    def line_count(self) -> int:
        """Number of lines, at least 1."""
        return len(self.lines)

    def line_of(self, offset: int) -> Line:
        """The line that shows the caret of an offset."""
        return self.lines[max(0, bisect_right(self.lines, offset, key=_START) - 1)]

    def line_at(self, y: float) -> Line:
        """The line at a height; the first or the last one outside the layout."""
        return self.lines[min(len(self.lines) - 1, bisect_right(self.lines, y, key=_BOTTOM))]

    def offset_at(self, x: float, y: float) -> int:
        """Offset (0 to length) of the caret nearest to a point."""
        return self.line_at(y).offset_at(x)

    def caret(self, offset: int) -> tuple[float, int, int]:
        """Return (x, top, bottom) of the caret before the character at an offset."""
        line = self.line_of(offset)
        return line.x_of(offset), line.top, line.bottom

    def selection_rects(self, start: int, end: int) -> list[tuple[float, int, float, int]]:
        """(left, top, right, bottom) of each selected piece of a line."""
        return [
            (left, line.top, right, line.bottom)
            for line in self.lines
            if max(line.start, start) < min(line.end, end)
            for left, right in line.spans(start, end)
        ]

    def paint(self, canvas: skia.Canvas, x: float, y: float, color: int | None = None) -> None:
        """Draw the text with its upper left corner at (x, y).

        Args:
            canvas: A canvas in pixels of the full screen.
            x: Left edge.
            y: Upper edge.
            color: ARGB colour; None for the style's.
        """
        paint = glyph_paint(self._setter.style.color if color is None else color)
        lines = self.lines
        if len(lines) > 2:
            clip = canvas.getLocalClipBounds()
            size = self._setter.size
            above, below = clip.top() - y - size, clip.bottom() - y + size
            first = bisect_right(lines, above, key=_BOTTOM)
            lines = lines[first : bisect_left(lines, below, lo=first, key=_TOP)]
        for line in lines:
            line.paint(canvas, x, y, paint, self._setter)


def _ellipsized(
    line: Line, setter: _Typesetter, max_width: float | None, where: str, most: int
) -> Line:
    """The last line anew, with an ellipsis for what does not fit."""
    paragraph, first = line._paragraph, line._first
    rest = paragraph.text[first:]
    xs = [x - paragraph.x[first] for x in paragraph.x[first:]]
    room = math.inf if max_width is None else max_width
    room = max(room - _width(ELLIPSIS, setter), 0.0)
    if where == "end" or most > 1:
        head, tail = min(bisect_right(xs, room) - 1, len(rest)), len(rest)
    elif where == "start":
        head, tail = 0, bisect_left(xs, xs[-1] - room)
    else:
        head = bisect_right(xs, room / 2) - 1
        tail = bisect_left(xs, xs[-1] - (room - xs[head]))
    while head > 0 and not paragraph.is_boundary(first + head):
        head -= 1
    shown = _Paragraph(rest[:head] + ELLIPSIS + rest[tail:], setter)
    return Line(shown, 0, len(shown.text), line.start, line.start + head)


@lru_cache(maxsize=256)
def paint_of(color: int) -> skia.Paint:
    """The paint of shapes filled with an ARGB colour."""
    return skia.Paint(Color=color, AntiAlias=True)


@lru_cache(maxsize=256)
def glyph_paint(color: int) -> skia.Paint:
    """The paint of letters and icons in an ARGB colour.

    Skia makes the edges of dark letters lighter than they are, by a gamma; then small letters are
    much paler than large ones seen from afar. A mask filter, even one that does nothing, turns
    that off.
    """
    return skia.Paint(Color=color, AntiAlias=True, MaskFilter=_no_filter())


@cache
def _no_filter() -> skia.MaskFilter:
    return skia.TableMaskFilter.Create(list(range(256)))


_LONG: Final = 1 << 15
"""Characters of a text from which on layouts take megabytes, and few are kept."""


def layout_text(
    text: str,
    style: TextStyle,
    density: float,
    max_width: float | None = None,
    max_lines: int | None = None,
    ellipsize: str | None = "end",
    align: str = "start",
) -> TextLayout:
    """Break text into lines.

    Args:
        text: The text; a line feed starts a new line.
        style: How it looks.
        density: Pixels in one sp.
        max_width: Room for a line in pixels; None for no end. Lines that are not aligned to the
            start are aligned in this room: lay out again once the view's width is known.
        max_lines: Most lines to show; None for all.
        ellipsize: Where the ellipsis goes if the text needs more lines than it may have:
            "start", "middle", "end", or None for none. The first two need ``max_lines=1``.
        align: "start", "center" or "end".
    """
    layout = _layout if len(text) < _LONG else _long_layout
    return layout(text, style, density, max_width, max_lines, ellipsize, align)


def _make_layout(
    text: str,
    style: TextStyle,
    density: float,
    max_width: float | None,
    max_lines: int | None,
    ellipsize: str | None,
    align: str,
) -> TextLayout:
    return TextLayout(text, _typesetter(style, density), max_width, max_lines, ellipsize, align)


_layout = lru_cache(maxsize=2048)(_make_layout)
_long_layout = lru_cache(maxsize=4)(_make_layout)


def measure_width(text: str, style: TextStyle, density: float) -> float:
    """Exact width of text on one line (the longest, if it has line feeds), in pixels."""
    setter = _typesetter(style, density)
    if "\n" not in text:
        return _width(text, setter)
    return max(_width(line, setter) for line in text.split("\n"))
