"""Theme and widgets shared by the screens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Unpack

from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.drawables import Drawable, Layers, VectorPath
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.options import ImageOptions
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView

__all__ = ["BROCCOLI", "PLACEHOLDER", "framed", "photo", "picture", "stacked", "theme_of"]


def _disc(x: float, y: float, radius: float) -> str:
    """Return the path of a disc made of four curves."""
    bend = 0.5523 * radius
    return (
        f"M{x - radius} {y}"
        f"C{x - radius} {y - bend} {x - bend} {y - radius} {x} {y - radius}"
        f"C{x + bend} {y - radius} {x + radius} {y - bend} {x + radius} {y}"
        f"C{x + radius} {y + bend} {x + bend} {y + radius} {x} {y + radius}"
        f"C{x - bend} {y + radius} {x - radius} {y + bend} {x - radius} {y}Z"
    )


_STEM = "M9 12L15 12L14.2 22L9.8 22Z"
_FLORETS = _disc(12, 6.5, 4.5) + _disc(6.8, 10.5, 4) + _disc(17.2, 10.5, 4) + _disc(12, 11.5, 4)

BROCCOLI = Layers(
    (
        VectorPath(_STEM, fill="#B4DDB5"),
        VectorPath(_FLORETS, fill="#75C178"),
        VectorPath(_disc(10.5, 6, 1.4) + _disc(6.5, 10, 1.1) + _disc(16, 9.6, 1.2), fill="#DDF0DE"),
    )
)
"""The app's logo: a stem with florets."""

PLACEHOLDER = VectorPath(_STEM + _FLORETS, fill="icon@0.5")
"""Drawing shown for a recipe without a photo."""


@cache
def theme_of(dark: bool) -> Theme:
    """Return the app's colours: Material 2 with two green bars."""
    if dark:
        return material_theme(
            "#A5D6A7",
            dark=True,
            material=2,
            name="broccoli dark",
            colors=(
                ("app_bar", "#272727"),
                ("app_bar_scrolled", "#272727"),
                ("second_bar", "#121212"),
                ("status_bar", "#121212"),
                ("icon", "#BDBDBD"),
                ("text_hint", "#BDBDBD"),
                ("drawer_header", "#272727"),
                ("on_primary", "#000000"),
                ("photo_ground", "#1E1E1E"),
                ("tab_selected", "#A5D6A7"),
                ("tab_unselected", "#99FFFFFF"),
            ),
        )
    return material_theme(
        "#2E7D32",
        material=2,
        background="#FFFFFF",
        name="broccoli",
        colors=(
            ("second_bar", "#4CAF50"),
            ("status_bar", "#1B5E20"),
            ("icon", "#757575"),
            ("text_hint", "#757575"),
            ("drawer_header", "#2E7D32"),
            ("photo_ground", "#F5F5F5"),
            ("tab_selected", "#2E7D32"),
            ("tab_unselected", "#99000000"),
            ("tab_indicator", "#2E7D32"),
        ),
    )


def framed(content: View, title: str = "") -> Screen:
    """Build a screen below a coloured status bar."""
    return Screen(content, title=title, status_bar="status_bar", light_bars=False)


def picture(content: bytes, fit: str = "center_crop") -> Drawable | None:
    """Return a photo as a drawable; None if it isn't a picture."""
    bitmap = Bitmap(content, fit=fit)
    return bitmap if content and bitmap.size is not None else None


def photo(content: bytes, placeholder: float, **common: Unpack[ImageOptions]) -> View:
    """Build a photo, or the logo as its placeholder.

    Args:
        content: Content of the photo's file.
        placeholder: Size of the logo in dp.
        **common: See `ImageView`.
    """
    common.setdefault("content_description", "Recipe photo")
    shown = picture(content)
    if shown is None:
        common["size"] = placeholder
        return ImageView(PLACEHOLDER, **common)
    common["scale"] = "fit"
    return ImageView(shown, **common)


def stacked(views: Sequence[View | None]) -> View:
    """Build a full-screen column of views."""
    return column(*views, width=MATCH, height=MATCH)
