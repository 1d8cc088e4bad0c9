"""Painting of `series_chart`."""

from __future__ import annotations

import math
from typing import Any

from android_gym.simulator.ui._skia import skia
from android_gym.simulator.ui.painting import fill_paint, label_style
from android_gym.simulator.ui.series_chart import Series, SeriesChart, ticks
from android_gym.simulator.ui.text import layout_text

LABEL = 12.0
"""Text size in sp."""

ROWS = 5
"""Most steps of a scale."""


def paint_series_chart(canvas: Any, chart: SeriesChart) -> None:
    """Paint scales, grid and curves of a chart."""
    ui = chart.ui
    left, top, right, bottom = chart.inner
    gap, line_height = ui.px(4), ui.px(LABEL * 1.5)
    x = float(left)
    for series in chart.series:
        style = label_style(ui, LABEL, ui.color(series.color))
        name = layout_text(series.name, style, ui.density)
        if x > left and x + name.longest_line > right:
            x, top = float(left), top + line_height
        name.paint(canvas, x, top)
        x += name.longest_line + ui.px(12)
    top += line_height + gap
    plain = label_style(ui, LABEL, ui.color("text_secondary"))
    label = layout_text(chart.x_label, plain, ui.density)
    label.paint(canvas, (left + right - label.longest_line) / 2, bottom - line_height)
    bottom -= 2 * line_height
    scales = [ticks(*(series.span or (0.0, 1.0)), ROWS) for series in chart.series]
    edges = [0, 0]
    for index, (series, scale) in enumerate(zip(chart.series[:2], scales, strict=False)):
        style = label_style(ui, LABEL, ui.color(series.color))
        texts = [layout_text(f"{number:g}", style, ui.density) for number in scale]
        edges[index] = max(math.ceil(text.longest_line) for text in texts) + gap
        for step, text in enumerate(texts):
            y = bottom - (bottom - top) * step / (len(texts) - 1) - text.height / 2
            at = left if index == 0 else right - text.longest_line
            text.paint(canvas, at, y)
    left, right = left + edges[0], right - edges[1]
    grid = fill_paint(ui.color("divider"))
    grid.setStrokeWidth(max(1, ui.px(0.5)))
    for step in range(len(scales[0]) if scales else 2):
        y = bottom - (bottom - top) * step / max(1, (len(scales[0]) if scales else 2) - 1)
        canvas.drawLine(left, y, right, y, grid)
    first, last = chart.window()
    for number in ticks(first, last, 4):
        if first <= number <= last:
            at = left + (right - left) * (number - first) / (last - first)
            text = layout_text(chart.x_text(number), plain, ui.density)
            from_x = max(left, min(at - text.longest_line / 2, right - text.longest_line))
            text.paint(canvas, from_x, bottom + gap)
            canvas.drawLine(at, top, at, bottom, grid)
    canvas.save()
    canvas.clipRect(skia.Rect.MakeLTRB(left, top - gap, right, bottom + gap))
    for series, scale in zip(chart.series, scales, strict=True):
        _curve(canvas, chart, series, scale, (left, top, right, bottom), (first, last))
    canvas.restore()


def _curve(
    canvas: Any,
    chart: SeriesChart,
    series: Series,
    scale: list[float],
    place: tuple[int, int, int, int],
    window: tuple[float, float],
) -> None:
    """Paint a curve, interrupted at its gaps."""
    ui = chart.ui
    left, top, right, bottom = place
    first, last = window
    stroke = fill_paint(ui.color(series.color))
    stroke.setStyle(skia.Paint.kStroke_Style)
    stroke.setStrokeWidth(2 * ui.density)
    stroke.setStrokeJoin(skia.Paint.kRound_Join)
    piece: list[tuple[float, float]] = []

    def end() -> None:
        if not piece:
            return
        path = skia.Path()
        path.moveTo(*piece[0])
        for point in piece[1:]:
            path.lineTo(*point)
        if series.fill is not None:
            area = skia.Path(path)
            area.lineTo(piece[-1][0], bottom)
            area.lineTo(piece[0][0], bottom)
            area.close()
            canvas.drawPath(area, fill_paint(ui.color(series.fill)))
        canvas.drawPath(path, stroke)
        piece.clear()

    for x, y in chart.visible(series):
        if y is None:
            end()
            continue
        across = (x - first) / (last - first)
        up = (y - scale[0]) / (scale[-1] - scale[0])
        piece.append((left + (right - left) * across, bottom - (bottom - top) * up))
    end()
