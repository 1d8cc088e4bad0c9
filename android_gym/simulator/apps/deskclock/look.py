"""Theme, and parts that several of Clock's screens share."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from android_gym.simulator.appkit.times import is_24_hour
from android_gym.simulator.apps.deskclock.storage import setting
from android_gym.simulator.apps.deskclock.texts import clock_text
from android_gym.simulator.ui.activity import Context
from android_gym.simulator.ui.components import FloatingActionButton
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import FrameLayout, row, wide_row
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import TextView

__all__ = [
    "FAB_ROOM",
    "SNACKBAR_BOTTOM",
    "FabButton",
    "big_time",
    "fab_row",
    "local_time",
    "theme_of",
]

SNACKBAR_BOTTOM = 192
"""dp from the lower edge to a snackbar, which stands above the buttons."""

FAB_ROOM = 128
"""dp that the buttons at the lower edge cover of a page."""


@cache
def theme_of(dark: bool) -> Theme:
    """Return the app's colours, which Android takes from the wallpaper: blue."""
    return material_theme("#0B57D0", dark=dark, name="clock dark" if dark else "clock")


FabButton = tuple[str, str, Callable[[], object]]
"""A round button: icon, content description, what a tap does."""


def _round(button: FabButton | None, id: str, *, large: bool = False) -> View | None:
    if button is None:
        return None
    icon, words, on_click = button
    role = "primary_container" if large else "secondary_container"
    side = 96 if large else 64
    return FloatingActionButton(
        icon,
        id=id,
        size="large" if large else "regular",
        class_name="android.widget.Button",
        content_description=words,
        on_click=on_click,
        width=side,
        height=side,
        margin=0,
        gravity="center",
        elevation=0,
        color=role,
        tint=f"on_{role}",
        background=None if large else Rounded(role, 32),
    )


def fab_row(
    middle: FabButton | None, left: FabButton | None = None, right: FabButton | None = None
) -> View:
    """Return the big button over the lower edge of a page, and the smaller ones beside it."""

    def beside(button: FabButton | None, id: str) -> View:
        frame = f"{id} frame"
        return FrameLayout([_round(button, id)], width=0, weight=1, height=96, key=frame)

    fab = FrameLayout([_round(middle, "fab", large=True)], width=96, height=96, key="fab frame")
    return FrameLayout(
        [wide_row(beside(left, "left_button"), fab, beside(right, "right_button"))],
        id="fab_container",
        width=MATCH,
        gravity="bottom",
        padding=(24, 16),
    )


def big_time(
    text: str, id: str, size: float, *, description: str | None = None, color: str = "text_primary"
) -> View:
    """Return a time whose letters are smaller than its digits: ``00h 05m 30s``, ``8:30 AM``.

    Accessibility services see one text.

    Args:
        text: The time.
        id: Resource id of that text.
        size: Size of the digits in sp.
        description: Content description of the text.
        color: Colour of digits and letters.
    """
    small = size * 0.42
    parts = []
    for index, part in enumerate(re.findall(r"[\d:]+|[^\d:]+", text)):
        digits = part[0].isdigit()
        # Rows have no common baseline; Roboto's lies 0.244 em above its lower edge.
        lift = 0 if digits else (size - small) * 0.244
        parts.append(
            TextView(
                part.strip(),
                key=index,
                size=size if digits else small,
                color=color,
                weight_font=400 if digits else 500,
                max_lines=1,
                margin=(0 if digits else 3, 0, 6 if part.endswith(" ") else 0, lift),
                important_for_accessibility="no",
            )
        )
    return FrameLayout(
        [
            row(*parts, content_gravity="bottom"),
            TextView(
                text,
                id=id,
                content_description=description,
                color="transparent",
                width=MATCH,
                height=MATCH,
                max_lines=1,
            ),
        ]
    )


def local_time(context: Context, size: float, *, color: str = "text_primary") -> list[View]:
    """Return the time, as large as `size` sp, and the date below it."""
    clock = context.system.clock
    seconds = bool(setting(context, "display_clock_seconds"))
    now = clock.minute()
    if seconds:
        clock.watch(1000)
        now = clock.datetime()
        size *= 0.75
    date = f"{now:%a, %b} {now.day}"
    time = clock_text(now, is_24_hour(context), seconds=seconds)
    return [
        big_time(time, "digital_clock", size, color=color),
        TextView(date, id="date", style="title_medium", color=color, margin=(0, 4, 0, 0)),
    ]
