"""Painting of charts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from android_gym.simulator.ui._skia import skia
from android_gym.simulator.ui.painting import fill_paint, label_style
from android_gym.simulator.ui.text import layout_text

if TYPE_CHECKING:
    from android_gym.simulator.ui.charts import Chart, PieChart, ProgressLine

__all__ = ["paint_chart", "paint_pie", "paint_progress_line"]

_BAR: Final = 0.6
"""Width of a bar as a share of the distance between positions."""

_BAR_CORNERS: Final = 2
"""Radius of the bars' upper corners in dp."""


def paint_chart(canvas: Any, chart: Chart) -> None:
    """Paint a line or bar chart with its grid and labels."""
    from android_gym.simulator.ui.charts import BarChart, LineChart

    ui = chart.ui
    left, top, right, bottom = chart.inner
    style = label_style(ui, chart.label_size, ui.color(chart.text_color))
    if any(chart.labels):
        bottom -= ui.px(chart.label_size * 1.6)
    scale = [layout_text(label, style, ui.density) for label in chart.value_labels]
    if scale:
        left += max(math.ceil(label.longest_line) for label in scale) + ui.px(8)
        top += ui.px(chart.label_size / 2)
    count = max(1, len(chart.values))
    step = (right - left) / count
    line = fill_paint(ui.color(chart.grid_color))
    line.setStrokeWidth(max(1, ui.px(0.5)))
    for index in range(chart.grid + 1 if chart.grid else 0):
        y = bottom - (bottom - top) * index / chart.grid
        canvas.drawLine(left, y, right, y, line)
        if index < len(scale):
            text = scale[index]
            text.paint(canvas, left - ui.px(8) - text.longest_line, y - text.height / 2)
    for index, label in enumerate(chart.labels):
        text = layout_text(label, style, ui.density)
        x = left + step * (index + 0.5) - text.longest_line / 2
        text.paint(canvas, x, bottom + ui.px(chart.label_size * 0.4))
    points = [
        (left + step * (index + 0.5), bottom - (bottom - top) * chart.share(value))
        for index, value in enumerate(chart.values)
        if value is not None
    ]
    color = ui.color(chart.color)
    if isinstance(chart, BarChart):
        half, radius = step * _BAR / 2, _BAR_CORNERS * ui.density
        for x, y in points:
            bar = skia.RRect()
            radii = [skia.Point(radius, radius)] * 2 + [skia.Point(0, 0)] * 2
            bar.setRectRadii(skia.Rect.MakeLTRB(x - half, y, x + half, bottom), radii)
            canvas.drawRRect(bar, fill_paint(color))
    elif isinstance(chart, LineChart) and points:
        path = _through(points, chart.smooth)
        if chart.fill is not None:
            area = skia.Path(path)
            area.lineTo(points[-1][0], bottom)
            area.lineTo(points[0][0], bottom)
            area.close()
            canvas.drawPath(area, fill_paint(ui.color(chart.fill)))
        stroke = fill_paint(color)
        stroke.setStyle(skia.Paint.kStroke_Style)
        stroke.setStrokeWidth(chart.line_width * ui.density)
        stroke.setStrokeJoin(skia.Paint.kRound_Join)
        stroke.setStrokeCap(skia.Paint.kRound_Cap)
        canvas.drawPath(path, stroke)
        for x, y in points if chart.dots else ():
            canvas.drawCircle(x, y, chart.dots * ui.density, fill_paint(color))
        if chart.mark:
            x, y = min(points, key=lambda point: point[1])
            gap = 3 * ui.density
            stroke.setStrokeWidth(ui.density)
            stroke.setPathEffect(skia.DashPathEffect.Make([gap / 2, gap], 0))
            canvas.drawLine(x, y, x, bottom, stroke)


def _through(points: list[tuple[float, float]], smooth: bool) -> skia.Path:
    """Return a line through points; a smooth one passes each point horizontally."""
    path = skia.Path()
    path.moveTo(*points[0])
    for (x0, y0), (x1, y1) in zip(points, points[1:], strict=False):
        if smooth:
            middle = (x0 + x1) / 2
            path.cubicTo(middle, y0, middle, y1, x1, y1)
        else:
            path.lineTo(x1, y1)
    return path


def paint_pie(canvas: Any, chart: PieChart) -> None:
    """Paint a pie or ring chart."""
    ui = chart.ui
    left, top, right, bottom = chart.inner
    size = min(right - left, bottom - top)
    x, y = (left + right) / 2, (top + bottom) / 2
    radius = size / 2
    if chart.hole:
        width = radius * (1 - chart.hole)
        radius -= width / 2
        oval = skia.Rect.MakeXYWH(x - radius, y - radius, radius * 2, radius * 2)
        for start, sweep, color in chart.slices():
            paint = fill_paint(color)
            paint.setStyle(skia.Paint.kStroke_Style)
            paint.setStrokeWidth(width)
            canvas.drawArc(oval, start, sweep, False, paint)
    else:
        oval = skia.Rect.MakeXYWH(x - radius, y - radius, size, size)
        for start, sweep, color in chart.slices():
            canvas.drawArc(oval, start, sweep, True, fill_paint(color))
    if chart.text:
        style = label_style(ui, 20, ui.color("text_primary"))
        text = layout_text(chart.text, style, ui.density, size, None, "end", "center")
        text.paint(canvas, x - size / 2, y - text.height / 2)


def paint_progress_line(canvas: Any, view: ProgressLine) -> None:
    """Paint a progress bar."""
    ui = view.ui
    left, top, right, bottom = view.inner
    radius = min(view.corners * ui.density, (bottom - top) / 2)
    shape = skia.RRect.MakeRectXY(skia.Rect.MakeLTRB(left, top, right, bottom), radius, radius)
    canvas.save()
    canvas.clipRRect(shape, True)
    canvas.drawRRect(shape, fill_paint(ui.color("slider_track")))
    end = left + (right - left) * view.share
    done = skia.RRect.MakeRectXY(skia.Rect.MakeLTRB(left, top, end, bottom), radius, radius)
    canvas.drawRRect(done, fill_paint(ui.color(view.color)))
    canvas.restore()
