"""Dialog boxes that the app draws itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from android_gym.simulator.apps.joplin.actions import Actions
from android_gym.simulator.apps.joplin.look import (
    options_list,
    words,
)
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView as Scroll
from android_gym.simulator.ui.layouts import wide_column
from android_gym.simulator.ui.view import View

__all__ = [
    "GROUP",
    "Click",
    "box",
    "lines",
    "top_of",
]

GROUP: Final = "android.view.ViewGroup"

Click = Callable[[], object]


def top_of(screen: Actions) -> float:
    """Return the height of the status bar in dp."""
    windows = screen.context.windows
    return windows.status_bar_height / windows.density


def box(screen: Actions, title: str | None, *parts: View | None, grow: bool = False) -> Overlay:
    """Build a dialog box over the dimmed screen."""
    heading = None
    if title is not None:
        heading = words(title, size=20, weight_font=700, width=MATCH, padding=(15, 15, 15, 10))
    inside = wide_column(
        heading,
        *parts,
        class_name=GROUP,
        padding=(0, 0, 0, 10),
        background=Rounded("background", 5, "divider"),
        elevation=10,
        height=MATCH if grow else -2,
    )
    return Overlay(
        inside,
        width=MATCH,
        height=MATCH if grow else -2,
        margin=(20, top_of(screen) + 10, 20, 40),
        dim=0.5,
        on_dismiss=screen.dismiss_dialog,
        title="Joplin",
    )


def lines(screen: Actions, title: str, entries: Sequence[tuple[str, Click]]) -> Overlay:
    """Build a box with a list of actions, each of which closes it."""

    def chosen(click: Click) -> None:
        screen.dismiss_dialog()
        click()

    rows = options_list([(label, partial(chosen, click)) for label, click in entries])
    return box(screen, title, Scroll(wide_column(*rows), width=MATCH, key="lines"))
