"""Wallpaper & style (``com.google.android.apps.wallpaper``)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from android_gym.simulator.apps.settings.page import Page, Row
from android_gym.simulator.apps.settings.preferences import (
    Category,
    Custom,
    SwitchPreference,
)
from android_gym.simulator.ui.drawables import Gradient, Oval
from android_gym.simulator.ui.layouts import row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Space

__all__ = ["WallpaperAndStyle"]

COLORS: Final = ("#00668B", "#6750A4", "#386A20", "#9A4600", "#B3261E", "#5D5F5F")


class WallpaperAndStyle(Page):
    """The picture on the home screen, and its colours."""

    TITLE = "Wallpaper & style"

    def rows(self) -> Sequence[Row | None]:
        """A preview, colours, three rows."""
        display = self.system.display
        chosen = self.kept("accent", COLORS[0])
        grid = self.kept("grid", "5x5")
        return [
            Custom(
                lambda: row(
                    Space(width=0, weight=1, height=1),
                    View(
                        width=150,
                        height=300,
                        content_description="Home screen preview",
                        background=Gradient((chosen, "#0B1F2A"), corners=20),
                    ),
                    Space(width=0, weight=1, height=1),
                    width=MATCH,
                    padding=(24, 8, 24, 16),
                )
            ),
            self.choice(
                "Change wallpaper",
                (("default", "Default"), ("dark", "Dark"), ("bright", "Bright")),
                self.kept("wallpaper", "default"),
                lambda value: self.keep("wallpaper", value),
                icon="wallpaper",
            ),
            Category("Basic colors"),
            Custom(lambda: row(*self._swatches(chosen), width=MATCH, padding=(24, 8))),
            SwitchPreference("Dark theme", checked=display.dark, on_change=display.set_dark),
            self.kept_toggle("Themed icons", "themed_icons", "Beta"),
            self.choice(
                "App grid",
                (("4x4", "4\u00d74"), ("4x5", "4\u00d75"), ("5x5", "5\u00d75")),
                grid,
                lambda value: self.keep("grid", value),
                icon="grid",
            ),
        ]

    def _swatches(self, chosen: str) -> list[View]:
        def pick(color: str) -> None:
            self.keep("accent", color)

        return [
            View(
                width=40,
                height=40,
                margin=(0, 0, 12, 0),
                key=color,
                content_description=f"Color {index + 1}",
                selected=color == chosen,
                background=Oval(
                    color, stroke="text_primary" if color == chosen else None, stroke_width=3
                ),
                on_click=partial(pick, color),
            )
            for index, color in enumerate(COLORS)
        ]
