"""Charts: what apps draw on a canvas of their own on Android. Accessibility sees one view."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from android_gym.simulator.ui.text import TextStyle, layout_text
from android_gym.simulator.ui.view import View

__all__ = ["BarChart", "LineChart", "PieChart"]


class _Chart(View):
    """Values with labels below.

    Args:
        values: One number a label, not negative.
        labels: Texts below.
        color: Colour of what is drawn.
        label_color: Colour of the labels.
        **common: See `View`.
    """

    LABEL_SP = 11

    def __init__(
        self,
        values: Sequence[float],
        *,
        labels: Sequence[str] = (),
        color: str = "primary",
        label_color: str = "text_secondary",
        **common: Any,
    ) -> None:
        super().__init__(**common)
        self.values = tuple(values)
        self.labels = tuple(labels)
        self.color = color
        self.label_color = label_color

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Wants all the width there is, and 160 dp of height."""
        return width, self.ui.px(160)

    def appearance(self) -> Hashable | None:
        """Values, labels, colours."""
        ui = self.ui
        return self.values, self.labels, ui.color(self.color), ui.color(self.label_color), self.pad

    def columns(self) -> list[float]:
        """Where the values stand, in pixels across."""
        left, _, right, _ = self.inner
        count = max(1, len(self.values))
        step = (right - left) / count
        return [left + step * (i + 0.5) for i in range(len(self.values))]

    def floor(self) -> float:
        """Lower edge of the plot, above the labels."""
        bottom = self.inner[3]
        return bottom - (self.ui.px(22) if self.labels else 0)

    def heights(self) -> list[float]:
        """How high the values stand above `floor`, in pixels."""
        room = (self.floor() - self.inner[1]) * 0.9
        most = max(self.values, default=0) or 1
        return [room * max(0.0, value) / most for value in self.values]

    def draw_labels(self, canvas: Any) -> None:
        """Paints the labels below the plot."""
        style = TextStyle(self.LABEL_SP, color=self.ui.color(self.label_color))
        for x, text in zip(self.columns(), self.labels, strict=False):
            layout = layout_text(text, style, self.ui.density)
            layout.paint(canvas, x - layout.width / 2, self.floor() + self.ui.px(4))


class LineChart(_Chart):
    """A curve through the values, filled below."""

    def draw(self, canvas: Any) -> None:
        """Paints curve, points and labels."""
        from android_gym.simulator.ui._skia import skia
        from android_gym.simulator.ui.theme import fade

        floor = self.floor()
        points = [(x, floor - h) for x, h in zip(self.columns(), self.heights(), strict=True)]
        color = self.ui.color(self.color)
        self.draw_labels(canvas)
        if not points:
            return
        curve = skia.Path()
        curve.moveTo(*points[0])
        for (x0, y0), (x1, y1) in zip(points, points[1:], strict=False):
            middle = (x0 + x1) / 2
            curve.cubicTo(middle, y0, middle, y1, x1, y1)
        area = skia.Path(curve)
        area.lineTo(points[-1][0], floor)
        area.lineTo(points[0][0], floor)
        area.close()
        canvas.drawPath(area, skia.Paint(AntiAlias=True, Color=fade(color, 0.2)))
        line = skia.Paint(
            AntiAlias=True,
            Color=color,
            Style=skia.Paint.kStroke_Style,
            StrokeWidth=2 * self.ui.density,
        )
        canvas.drawPath(curve, line)
        dot = skia.Paint(AntiAlias=True, Color=color)
        for (x, y), value in zip(points, self.values, strict=True):
            if value:
                canvas.drawCircle(x, y, 3 * self.ui.density, dot)


class BarChart(_Chart):
    """A bar for each value."""

    def draw(self, canvas: Any) -> None:
        """Paints bars and labels."""
        from android_gym.simulator.ui._skia import skia

        floor, columns = self.floor(), self.columns()
        left, _, right, _ = self.inner
        half = (right - left) / max(1, len(columns)) * 0.3
        paint = skia.Paint(AntiAlias=True, Color=self.ui.color(self.color))
        for x, height in zip(columns, self.heights(), strict=True):
            if height:
                canvas.drawRect(
                    skia.Rect.MakeLTRB(x - half, floor - height, x + half, floor), paint
                )
        self.draw_labels(canvas)


class PieChart(_Chart):
    """A sector for each value.

    Args:
        values: One number a sector, not negative.
        colors: Colour of each sector.
        hole: Part of the radius left free in the middle.
        **common: See `_Chart`.
    """

    def __init__(
        self, values: Sequence[float], *, colors: Sequence[str], hole: float = 0.0, **common: Any
    ) -> None:
        super().__init__(values, **common)
        self.colors = tuple(colors)
        self.hole = hole

    def appearance(self) -> Hashable | None:
        """Values and colours."""
        return super().appearance(), tuple(self.ui.color(c) for c in self.colors), self.hole

    def draw(self, canvas: Any) -> None:
        """Paints the sectors, clockwise from the top."""
        from android_gym.simulator.ui._skia import skia

        left, top, right, bottom = self.inner
        size = min(right - left, bottom - top)
        x, y = (left + right - size) / 2, (top + bottom - size) / 2
        oval = skia.Rect.MakeXYWH(x, y, size, size)
        whole = sum(self.values)
        angle = -90.0
        for value, color in zip(self.values, self.colors, strict=False):
            sweep = 360 * value / whole if whole else 0
            if sweep:
                sector = skia.Path()
                sector.arcTo(oval, angle, min(sweep, 359.99), True)
                centre = size / 2
                if not self.hole:
                    sector.lineTo(x + centre, y + centre)
                else:
                    inset = centre * (1 - self.hole)
                    inner = skia.Rect.MakeXYWH(
                        x + inset, y + inset, size - 2 * inset, size - 2 * inset
                    )
                    sector.arcTo(inner, angle + min(sweep, 359.99), -min(sweep, 359.99), False)
                sector.close()
                canvas.drawPath(sector, skia.Paint(AntiAlias=True, Color=self.ui.color(color)))
            angle += sweep
