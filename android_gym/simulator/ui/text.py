"""Text layout: measuring, line breaking and painting.

Text is shaped by HarfBuzz (`shaping`) and drawn by Skia, as on Android.

Lengths are in pixels unless a name says otherwise. Metrics are those of ``TextView``: the text size
is rounded to whole pixels, a line is `ascent + descent` of the font (each rounded) high, and
``include_font_padding`` adds the font's `top` and `bottom` to the first and last line. Hinting is
off and glyphs have subpixel positions, so that small frames look like scaled-down large ones.

A paragraph is measured and broken into lines in logical order. Only the characters of lines with
right-to-left text are then put into visual order.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache, lru_cache
from operator import attrgetter
from typing import Final

from ._skia import skia
from .shaping import (
    Paragraph,
    TextStyle,
    Typesetter,
    shared_paragraph,
    typesetter,
    width_of,
)

__all__ = ["Line", "TextLayout", "TextStyle", "layout_text", "measure_width", "paint_of"]

ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"


# --- line breaking -----------------------------------------------------------------------------

_NEVER_AT_LINE_START: Final = frozenset(
    "、。，．：；！？）」』】〉》〕］｝ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
)
_NEVER_AT_LINE_END: Final = frozenset("（「『【〈《〔［｛")


_IDEOGRAPHS: Final = "\u2e80"
"""No ideograph has a lower code point."""


def _is_ideograph(character: str) -> bool:
    code = ord(character)
    return code >= 0x2E80 and (
        code < 0xA000 or 0xAC00 <= code < 0xD7B0 or 0xF900 <= code < 0xFB00 or code >= 0xFF00
    )


def _may_break(text: str, offset: int) -> bool:
    """Return whether a line may break before text[offset], by the relevant rules of UAX #14."""
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


def _break_lines(paragraph: Paragraph, max_width: float | None, most: int) -> list[int]:
    """Break lines greedily; return the ends of at most `most` lines."""
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
"""Keys for binary search among lines, as there may be a hundred thousand."""


class Line:
    """One line of a layout.

    Attributes:
        start: Offset of its first character in the layout's text.
        end: Offset after its last character, excluding a line feed.
        x: Left edge of the text.
        width: Width of the text without trailing spaces.
        top: Upper edge of the line.
        baseline: Baseline of the text.
        bottom: Lower edge of the line, which is the next line's top.
    """

    __slots__ = (
        "_blob", "_first", "_last", "_lefts", "_paragraph",
        "baseline", "bottom", "end", "start", "top", "width", "x",
    )  # fmt: skip

    def __init__(self, paragraph: Paragraph, first: int, last: int, start: int, end: int) -> None:
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
        """True if its paragraph is right-to-left."""
        return self._paragraph.level == 1

    def _placed_x(self, inside: int, lefts: Sequence[float]) -> float:
        """Return the x of a caret in bidirectional text: where the next character starts."""
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
        """Return the x of the caret before the character at an offset of the layout's text."""
        inside = min(max(offset - self.start, 0), self._last - self._first)
        if self._lefts is not None:
            return self._placed_x(inside, self._lefts)
        xs = self._paragraph.x
        return self.x + xs[self._first + inside] - xs[self._first]

    def spans(self, start: int, end: int) -> list[tuple[float, float]]:
        """Return the left and right edge of each visually connected piece of a range of offsets."""
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
        """Return the offset of the caret nearest to x."""
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
        self, canvas: skia.Canvas, x: float, y: float, paint: skia.Paint, setter: Typesetter
    ) -> None:
        """Paint the line of a layout whose top left corner is at (x, y)."""
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
    """Text broken into lines, with metrics; immutable and shared; created by `layout_text`.

    Attributes:
        text: The text.
        lines: Its `Line` objects, at least one.
        width: Width of a ``wrap_content`` TextView: that of the longest line, rounded up.
        height: Total height of the lines, in whole pixels.
        longest_line: Exact width of the longest line.
        baseline: Baseline of the first line.
        ellipsized: Whether part of the text is replaced by an ellipsis.
    """

    __slots__ = (
        "_setter", "baseline", "ellipsized", "height", "lines", "longest_line", "text", "width",
    )  # fmt: skip

    def __init__(
        self,
        text: str,
        setter: Typesetter,
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
        shape = Paragraph if len(parts) == 1 else shared_paragraph
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
        """Set the vertical positions of the lines; return their total height."""
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
        """Return the line with the caret of an offset."""
        return self.lines[max(0, bisect_right(self.lines, offset, key=_START) - 1)]

    def line_at(self, y: float) -> Line:
        """Return the line at a height; the first or last one outside of the layout."""
        return self.lines[min(len(self.lines) - 1, bisect_right(self.lines, y, key=_BOTTOM))]

    def offset_at(self, x: float, y: float) -> int:
        """Return the offset (0 to length) of the caret nearest to a point."""
        return self.line_at(y).offset_at(x)

    def caret(self, offset: int) -> tuple[float, int, int]:
        """Return (x, top, bottom) of the caret before the character at an offset."""
        line = self.line_of(offset)
        return line.x_of(offset), line.top, line.bottom

    def selection_rects(self, start: int, end: int) -> list[tuple[float, int, float, int]]:
        """Return (left, top, right, bottom) of each selected piece of a line."""
        return [
            (left, line.top, right, line.bottom)
            for line in self.lines
            if max(line.start, start) < min(line.end, end)
            for left, right in line.spans(start, end)
        ]

    def paint(self, canvas: skia.Canvas, x: float, y: float, color: int | None = None) -> None:
        """Paint the text with its top left corner at (x, y).

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
    line: Line, setter: Typesetter, max_width: float | None, where: str, most: int
) -> Line:
    """Return the last line with an ellipsis in place of what doesn't fit."""
    paragraph, first = line._paragraph, line._first
    rest = paragraph.text[first:]
    xs = [x - paragraph.x[first] for x in paragraph.x[first:]]
    room = math.inf if max_width is None else max_width
    room = max(room - width_of(ELLIPSIS, setter), 0.0)
    if where == "end" or most > 1:
        head, tail = min(bisect_right(xs, room) - 1, len(rest)), len(rest)
    elif where == "start":
        head, tail = 0, bisect_left(xs, xs[-1] - room)
    else:
        head = bisect_right(xs, room / 2) - 1
        tail = bisect_left(xs, xs[-1] - (room - xs[head]))
    while head > 0 and not paragraph.is_boundary(first + head):
        head -= 1
    shown = Paragraph(rest[:head] + ELLIPSIS + rest[tail:], setter)
    return Line(shown, 0, len(shown.text), line.start, line.start + head)


@lru_cache(maxsize=256)
def paint_of(color: int) -> skia.Paint:
    """Return a paint that fills shapes with an ARGB colour."""
    return skia.Paint(Color=color, AntiAlias=True)


@lru_cache(maxsize=256)
def glyph_paint(color: int) -> skia.Paint:
    """Return a paint for text and icons in an ARGB colour.

    Skia lightens the edges of dark glyphs by gamma correction, which makes small text much paler
    than large text that is scaled down. A mask filter, even one without effect, turns that off.
    """
    return skia.Paint(Color=color, AntiAlias=True, MaskFilter=_no_filter())


@cache
def _no_filter() -> skia.MaskFilter:
    return skia.TableMaskFilter.Create(list(range(256)))


_LONG: Final = 1 << 15
"""Text length from which on layouts take megabytes, so that only few are cached."""


def layout_text(
    text: str,
    style: TextStyle,
    density: float,
    max_width: float | None = None,
    max_lines: int | None = None,
    ellipsize: str | None = "end",
    align: str = "start",
) -> TextLayout:
    """Lay out a text, broken into lines.

    Args:
        text: The text; a line feed starts a new line.
        style: Its style.
        density: Pixels per sp.
        max_width: Available width in pixels; None for no limit. Lines that aren't aligned to the
            start are aligned within it: lay out again once the view's width is known.
        max_lines: Most lines to show; None for all.
        ellipsize: Position of the ellipsis if the text needs more lines than that: "start",
            "middle", "end", or None for no ellipsis. The first two need ``max_lines=1``.
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
    return TextLayout(text, typesetter(style, density), max_width, max_lines, ellipsize, align)


_layout = lru_cache(maxsize=2048)(_make_layout)
_long_layout = lru_cache(maxsize=4)(_make_layout)


def measure_width(text: str, style: TextStyle, density: float) -> float:
    """Return the exact width of a text in pixels; the widest line's if it has line feeds."""
    setter = typesetter(style, density)
    if "\n" not in text:
        return width_of(text, setter)
    return max(width_of(line, setter) for line in text.split("\n"))
