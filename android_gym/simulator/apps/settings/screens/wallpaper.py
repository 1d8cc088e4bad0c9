"""Wallpaper & style (``com.google.android.apps.wallpaper``)."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.appkit.preferences import Category, ListPreference, Row
from android_gym.simulator.apps.settings.look import Custom
from android_gym.simulator.apps.settings.model import Toggle
from android_gym.simulator.apps.settings.screens.page import Page
from android_gym.simulator.system.words import phrase
from android_gym.simulator.ui.drawables import Gradient, Oval
from android_gym.simulator.ui.layouts import wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Space

COLORS: Final = ("#00668B", "#6750A4", "#386A20", "#9A4600", "#B3261E", "#5D5F5F")


class WallpaperAndStyle(Page):
    """The wallpaper of the home screen, and its colours."""

    TITLE = "Wallpaper & style"

    def rows(self) -> tuple[Row, ...]:
        """List a preview, the colours and four rows."""
        return (
            Custom(self._preview),
            ListPreference(
                "wallpaper",
                "Change wallpaper",
                icon="wallpaper",
                choices=(("default", "Default"), ("dark", "Dark"), ("bright", "Bright")),
            ),
            Category("Basic colors"),
            Custom(self._swatches),
            Toggle("phone/dark", "Dark theme", enabled=not self.system.night.saving),
            Toggle("themed_icons", "Themed icons", "Beta"),
            ListPreference(
                "grid",
                "App grid",
                icon="grid",
                choices=(("4x4", "4\u00d74"), ("4x5", "4\u00d75"), ("5x5", "5\u00d75")),
                default="5x5",
            ),
        )

    @property
    def _accent(self) -> str:
        return self.store.text("accent", COLORS[0])

    def _preview(self) -> View:
        picture = View(
            width=150,
            height=300,
            content_description="Home screen preview",
            background=Gradient((self._accent, "#0B1F2A"), corners=20),
        )
        left, right = (Space(width=0, weight=1, height=1) for _ in range(2))
        return wide_row(left, picture, right, padding=(24, 8, 24, 16))

    def _swatches(self) -> View:
        swatches = (self._swatch(index, color) for index, color in enumerate(COLORS))
        return wide_row(*swatches, padding=(24, 8))

    def _swatch(self, index: int, color: str) -> View:
        chosen = color == self._accent
        return View(
            width=40,
            height=40,
            margin=(0, 0, 12, 0),
            key=color,
            content_description=phrase("Color {n}", n=index + 1),
            selected=chosen,
            background=Oval(color, stroke="text_primary" if chosen else None, stroke_width=3),
            on_click=lambda: self.store.put("accent", color),
        )
