"""Painting of `month_grid`."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from android_gym.simulator.ui._skia import skia
from android_gym.simulator.ui.colors import fade
from android_gym.simulator.ui.text import TextStyle, layout_text, paint_of

if TYPE_CHECKING:
    from android_gym.simulator.ui.month_look import GridBar, GridDay, MonthLook

__all__ = ["drawn_month"]

FAINT: Final = 0.5
"""Opacity of other months' days and of past events (Simple Calendar's MEDIUM_ALPHA)."""

_MARK: Final = 0.8
_MARK_UP: Final = 0.35
"""Radius of a day's mark, and how far its middle is above the number's baseline, in text sizes."""

BAR_TEXT_SP: Final = 12
BAR_CORNER_DP: Final = 2


@lru_cache(maxsize=128)
def drawn_month(month: MonthLook) -> skia.Picture:
    """Return the drawing of a month, with its upper left corner at (0, 0)."""
    box = skia.Rect.MakeWH(month.width, month.height)
    recorder = skia.PictureRecorder()
    canvas = recorder.beginRecording(box)
    canvas.clipRect(box)
    _paint_month(canvas, month)
    return recorder.finishRecordingAsPicture()


def _paint_month(canvas: Any, month: MonthLook) -> None:
    """Paint letters, numbers, and bars or dots."""
    resolve, density, cells = month.theme.resolve, month.density, month.cells
    style = TextStyle(month.text_size, include_font_padding=False)
    color, accent = resolve(month.color), resolve(month.accent)
    if month.lines:
        _paint_lines(canvas, month)

    def write(text: str, center: float, baseline: float, ink: int) -> None:
        laid = layout_text(text, style, density)
        laid.paint(canvas, center - laid.longest_line / 2, baseline - laid.lines[0].baseline, ink)

    sp = month.text_size * density
    for index, letter in enumerate(month.letters):
        box = cells[index]
        ink = accent if index == month.weekday else color
        write(letter, (box[0] + box[2]) / 2, month.pad[1] + sp * 1.4, ink)
    for index, number in enumerate(month.weeks):
        top = cells[7 * index][1]
        write(f"{number}:", month.pad[0] + month.side / 2, top + sp, fade(color, FAINT))
    for box, day in zip(cells, month.days, strict=True):
        if day.number:
            center, baseline = (box[0] + box[2]) / 2, box[1] + sp
            ink = _mark_day(canvas, month, day, (center, baseline), sp)
            write(str(day.number), center, baseline, ink)
    _paint_bars(canvas, month)


def _mark_day(
    canvas: Any, month: MonthLook, day: GridDay, place: tuple[float, float], sp: float
) -> int:
    """Paint a day's marks and dots; return the colour of its number."""
    resolve = month.theme.resolve
    color, accent = resolve(month.color), resolve(month.accent)
    center, baseline = place
    ink = color if day.color is None else resolve(day.color)
    if day.faint:
        ink = fade(ink, FAINT)
    if day.today:
        circle = fade(accent, FAINT) if day.faint else accent
        canvas.drawCircle(center, baseline - sp * _MARK_UP, sp * _MARK, paint_of(circle))
        ink = resolve(month.on_accent)
    elif day.picked:
        ring = skia.Paint(paint_of(color))
        ring.setStyle(skia.Paint.kStroke_Style)
        ring.setStrokeWidth(max(1, round(2 * month.density)))
        canvas.drawCircle(center, baseline - sp * _MARK_UP, sp * _MARK, ring)
    radius, step = sp * 0.14, sp * 0.4
    first = center - step * (len(day.dots) - 1) / 2
    for index, dot in enumerate(day.dots):
        paint = paint_of(resolve(dot))
        canvas.drawCircle(first + step * index, baseline + sp * 0.75, radius, paint)
    return ink


def _paint_lines(canvas: Any, month: MonthLook) -> None:
    line = paint_of(month.theme.resolve("divider"))
    left, top, right, bottom = month.pad
    for x, _, _, _ in month.cells[1:7]:
        canvas.drawLine(x, top, x, month.height - bottom, line)
    for _, y, _, _ in month.cells[::7]:
        canvas.drawLine(left, y, month.width - right, y, line)


def _paint_bars(canvas: Any, month: MonthLook) -> None:
    """Paint each bar at the first height that is free on all of its days; "..." if none is."""
    density, cells = month.density, month.cells
    text = BAR_TEXT_SP * month.font_scale * density
    gap = density
    sp = month.text_size * density
    start = (1 - _MARK_UP + _MARK) * sp + text if month.apart else 2 * sp
    filled = [start] * len(month.days)
    cut: set[int] = set()
    for bar in month.bars:
        first, last = bar.first, min(bar.first + bar.days, len(month.days))
        while first < last:
            end = min(last, first - first % 7 + 7)
            days = range(first, end)
            box = cells[first]
            offset = max(filled[day] for day in days)
            if offset + 2 * gap > box[3] - box[1]:
                cut.update(days)
            else:
                _paint_bar(canvas, month, bar, (box[0], cells[end - 1][2], box[1] + offset))
                for day in days:
                    filled[day] = offset + text + 2 * gap
            first = end
    more = layout_text("...", TextStyle(BAR_TEXT_SP * month.font_scale), density)
    for day in sorted(cut):
        left, _, right, bottom = cells[day]
        x = (left + right - more.longest_line) / 2
        ink = month.theme.resolve(month.color)
        more.paint(canvas, x, bottom - more.lines[0].baseline - gap, ink)


def _paint_bar(
    canvas: Any, month: MonthLook, bar: GridBar, place: tuple[float, float, float]
) -> None:
    """Paint a bar between two edges, with its text relative to the given y."""
    resolve, density = month.theme.resolve, month.density
    left, right, y = place
    gap = density
    height = BAR_TEXT_SP * month.font_scale * density
    color = resolve(bar.color)
    ink = resolve(month.on_accent if bar.ink is None else bar.ink)
    if bar.faint:
        color, ink = fade(color, FAINT), fade(ink, 0.75)
    box = skia.Rect.MakeLTRB(left + gap, y + gap - height, right - gap, y + 2 * gap)
    corner = BAR_CORNER_DP * density
    canvas.drawRoundRect(box, corner, corner, paint_of(color))
    if not bar.title:
        return
    size = BAR_TEXT_SP * month.font_scale
    laid = layout_text(
        bar.title, TextStyle(size, strike=bar.strike, include_font_padding=False), density
    )
    canvas.save()
    canvas.clipRect(box)
    laid.paint(canvas, left + 3 * gap, y - gap - laid.lines[0].baseline, ink)
    canvas.restore()
