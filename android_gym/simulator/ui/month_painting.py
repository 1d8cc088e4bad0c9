"""Painting of `month_grid`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from android_gym.simulator.ui._skia import skia
from android_gym.simulator.ui.text import TextStyle, layout_text, paint_of
from android_gym.simulator.ui.theme import fade

if TYPE_CHECKING:
    from android_gym.simulator.ui.month_grid import GridBar, MonthPicture

__all__ = ["paint_month"]

FAINT: Final = 0.5
"""Opacity of other months' days and of what is over (Simple Calendar's MEDIUM_ALPHA)."""

BAR_TEXT_SP: Final = 12
BAR_CORNER_DP: Final = 2


def paint_month(canvas: Any, month: MonthPicture) -> None:
    """Paint letters, numbers, and bars or dots."""
    ui = month.ui
    size = month.text_size * ui.font_scale
    style = TextStyle(size, include_font_padding=False)
    color, accent, on_accent = (
        ui.color(role) for role in (month.color, month.accent, month.on_accent)
    )
    canvas.save()
    canvas.clipRect(skia.Rect.MakeLTRB(*month.bounds))
    if month.lines:
        _paint_lines(canvas, month)

    def write(text: str, center: float, baseline: float, ink: int) -> None:
        laid = layout_text(text, style, ui.density)
        laid.paint(canvas, center - laid.longest_line / 2, baseline - laid.lines[0].baseline, ink)

    sp = size * ui.density
    for index, letter in enumerate(month.letters):
        box = month.cell(index)
        ink = accent if index == month.weekday else color
        write(letter, (box[0] + box[2]) / 2, month.inner[1] + sp * 1.4, ink)
    for index, number in enumerate(month.weeks):
        box = month.cell(7 * index)
        write(f"{number}:", month.inner[0] + month.side() / 2, box[1] + sp, fade(color, FAINT))
    for index, day in enumerate(month.days):
        if not day.number:
            continue
        box = month.cell(index)
        center, baseline = (box[0] + box[2]) / 2, box[1] + sp
        ink = color if day.color is None else ui.color(day.color)
        if day.faint:
            ink = fade(ink, FAINT)
        if day.today:
            circle = fade(accent, FAINT) if day.faint else accent
            canvas.drawCircle(center, baseline - sp * 0.35, sp * 0.8, paint_of(circle))
            ink = on_accent
        elif day.picked:
            ring = skia.Paint(paint_of(color))
            ring.setStyle(skia.Paint.kStroke_Style)
            ring.setStrokeWidth(max(1, ui.px(2)))
            canvas.drawCircle(center, baseline - sp * 0.35, sp * 0.8, ring)
        write(str(day.number), center, baseline, ink)
        radius, step = sp * 0.14, sp * 0.4
        first = center - step * (len(day.dots) - 1) / 2
        for place, dot in enumerate(day.dots):
            ink = ui.color(dot)
            canvas.drawCircle(first + step * place, baseline + sp * 0.75, radius, paint_of(ink))
    _paint_bars(canvas, month)
    canvas.restore()


def _paint_lines(canvas: Any, month: MonthPicture) -> None:
    line = paint_of(month.ui.color("divider"))
    for column in range(1, 7):
        x = month.cell(column)[0]
        canvas.drawLine(x, month.inner[1], x, month.inner[3], line)
    for index in range(0, len(month.days), 7):
        y = month.cell(index)[1]
        canvas.drawLine(month.inner[0], y, month.inner[2], y, line)


def _paint_bars(canvas: Any, month: MonthPicture) -> None:
    """Paint each bar at the first height that is free on all its days; dots where none is."""
    ui = month.ui
    text = BAR_TEXT_SP * ui.font_scale * ui.density
    gap = ui.density
    filled = [2 * month.text_size * ui.font_scale * ui.density] * len(month.days)
    cut: set[int] = set()
    for bar in month.bars:
        first, last = bar.first, min(bar.first + bar.days, len(month.days))
        while first < last:
            end = min(last, first - first % 7 + 7)
            days = range(first, end)
            box = month.cell(first)
            offset = max(filled[day] for day in days)
            if offset + 2 * gap > box[3] - box[1]:
                cut.update(days)
            else:
                right = month.cell(end - 1)[2]
                _paint_bar(canvas, month, bar, (box[0], right, box[1] + offset))
                for day in days:
                    filled[day] = offset + text + 2 * gap
            first = end
    more = layout_text("...", TextStyle(BAR_TEXT_SP * ui.font_scale), ui.density)
    for day in sorted(cut):
        left, _, right, bottom = month.cell(day)
        x = (left + right - more.longest_line) / 2
        more.paint(canvas, x, bottom - more.lines[0].baseline - gap, ui.color(month.color))


def _paint_bar(
    canvas: Any, month: MonthPicture, bar: GridBar, place: tuple[float, float, float]
) -> None:
    """Paint a bar between two edges, its text on a baseline below the third number."""
    ui = month.ui
    left, right, y = place
    gap = ui.density
    height = BAR_TEXT_SP * ui.font_scale * ui.density
    color = ui.color(bar.color)
    ink = ui.color(month.on_accent if bar.ink is None else bar.ink)
    if bar.faint:
        color, ink = fade(color, FAINT), fade(ink, 0.75)
    box = skia.Rect.MakeLTRB(left + gap, y + gap - height, right - gap, y + 2 * gap)
    corner = BAR_CORNER_DP * ui.density
    canvas.drawRoundRect(box, corner, corner, paint_of(color))
    if not bar.title:
        return
    style = TextStyle(BAR_TEXT_SP * ui.font_scale, strike=bar.strike, include_font_padding=False)
    laid = layout_text(bar.title, style, ui.density)
    canvas.save()
    canvas.clipRect(box)
    laid.paint(canvas, left + 3 * gap, y - gap - laid.lines[0].baseline, ink)
    canvas.restore()
