"""A radial gradient."""

from __future__ import annotations

from dataclasses import dataclass

from ._skia import skia
from .drawables import Drawable, RectPx
from .theme import Theme

__all__ = ["RadialGradient"]


@dataclass(frozen=True)
class RadialGradient(Drawable):
    """A radial gradient around the centre of the rectangle.

    Attributes:
        inner: Colour at the centre.
        outer: Colour from the radius on.
        radius: Radius in dp.
    """

    inner: str
    outer: str
    radius: float

    def paint(self, canvas: skia.Canvas, rect: RectPx, density: float, theme: Theme) -> None:
        """See `Drawable.paint`."""
        left, top, right, bottom = rect
        paint = skia.Paint(AntiAlias=True)
        paint.setShader(
            skia.GradientShader.MakeRadial(
                skia.Point((left + right) / 2, (top + bottom) / 2),
                self.radius * density,
                [theme.resolve(self.inner), theme.resolve(self.outer)],
            )
        )
        canvas.drawRect(skia.Rect.MakeLTRB(*rect), paint)
