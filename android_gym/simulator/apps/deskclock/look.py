"""Theme and widgets shared by Clock's screens."""

from __future__ import annotations

import re
from collections.abc import Callable

from android_gym.simulator.appkit.times import is_24_hour
from android_gym.simulator.apps.deskclock.storage import setting
from android_gym.simulator.apps.deskclock.texts import clock_text
from android_gym.simulator.system.words import day_text, joined, phrase
from android_gym.simulator.ui.activity import Context
from android_gym.simulator.ui.analog_clock import AnalogClock
from android_gym.simulator.ui.components import FloatingActionButton
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, full_column, row, wide_row
from android_gym.simulator.ui.theme import dynamic_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = [
    "SNACKBAR_BOTTOM",
    "THEME",
    "FabButton",
    "Fabs",
    "big_time",
    "fab_bar",
    "fitting",
    "is_analog",
    "local_time",
]

_GROUND = "#181B20"

THEME = dynamic_theme(dark=True, name="clock").having(
    background=_GROUND, surface=_GROUND, status_bar=_GROUND, navigation_bar=_GROUND
)
"""The app's theme, which is dark on any phone."""

SNACKBAR_BOTTOM = 192
"""Distance in dp from the bottom edge to a snackbar, which is above the buttons."""

FabButton = tuple[str, str, Callable[[], object]]
"""A floating action button: icon, content description, click handler."""

Fabs = tuple[FabButton | None, FabButton | None, FabButton | None]
"""The large button, and the smaller ones at its start and end."""


def _round(button: FabButton | None, id: str, side: float) -> View | None:
    if button is None:
        return None
    icon, words, on_click = button
    role = "primary" if id == "fab" else "secondary_container"
    return FloatingActionButton(
        icon,
        id=id,
        class_name="android.widget.Button",
        content_description=words,
        on_click=on_click,
        width=side,
        height=side,
        margin=0,
        gravity="center",
        elevation=0,
        tint=f"on_{role}",
        background=Rounded(role, side / 2),
    )


def fab_bar(fabs: Fabs, *, upright: bool = False) -> View:
    """Build the large button with the smaller ones beside it.

    Args:
        fabs: The buttons.
        upright: Whether to stack the buttons at the end of a landscape screen.
    """
    middle, left, right = fabs
    side, small_side = (80, 48) if upright else (96, 64)
    fab = FrameLayout([_round(middle, "fab", side)], width=side, height=side, key="fab frame")

    def beside(button: FabButton | None, id: str) -> View:
        frame = f"{id} frame"
        small = _round(button, id, small_side)
        if upright:
            return FrameLayout([small], width=side, height=0, weight=1, key=frame)
        return FrameLayout([small], width=0, weight=1, height=96, key=frame)

    start, end = beside(left, "left_button"), beside(right, "right_button")
    if upright:
        buttons = full_column(end, fab, start, content_gravity="center_horizontal")
        return FrameLayout([buttons], id="fab_container", width=144, height=MATCH)
    return FrameLayout(
        [wide_row(start, fab, end)],
        id="fab_container",
        width=MATCH,
        gravity="bottom",
        padding=(24, 16),
    )


def fitting(context: Context, size: float, most: float) -> float:
    """Return a text size in sp that is at most `most` dp at the current font scale."""
    return min(size, most / context.system.display.font_scale)


def big_time(
    text: str,
    id: str,
    size: float,
    *,
    description: str | None = None,
    color: str = "text_primary",
    dim: int = 0,
    spacing: float = 0,
) -> View:
    """Build a time with letters smaller than its digits: ``00h 05m 30s``, ``8:30 AM``.

    Accessibility services see a single text.

    Args:
        text: The time.
        id: Resource id of the accessible text.
        size: Size of the digits in sp.
        description: Content description of the text.
        color: Colour of digits and letters.
        dim: Number of leading digits shown in grey, with the letters after them.
        spacing: Extra space between digits, in em.
    """
    small = size * 0.46
    parts: list[View] = []
    seen = 0

    def add(
        piece: str, size_sp: float, grey: bool, margin: tuple[float, float, float, float]
    ) -> None:
        parts.append(
            TextView(
                piece,
                key=len(parts),
                size=size_sp,
                color="text_primary@0.66" if grey else color,
                letter_spacing=spacing if size_sp == size else None,
                max_lines=1,
                margin=margin,
                important_for_accessibility="no",
            )
        )

    for part in re.findall(r"[\d:]+|[^\d:]+", text):
        if part[0].isdigit():
            cut = min(max(dim - seen, 0), len(part))
            for piece, grey in ((part[:cut], True), (part[cut:], False)):
                if piece:
                    add(piece, size, grey, (0, 0, 0, 0))
            seen += len(part)
        else:
            # Rows don't align baselines; Roboto's is 0.244 em above its lower edge.
            after = size * 0.2 if part.endswith(" ") else 0
            add(part.strip(), small, seen <= dim, (2, 0, after, (size - small) * 0.244))
    return FrameLayout(
        [
            row(*parts, content_gravity="bottom", layout_direction="ltr"),
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


def is_analog(context: Context, *, saver: bool = False) -> bool:
    """Return whether the clock, or the screen saver's clock, is analog."""
    return setting(context, "screensaver_clock_style" if saver else "clock_style") == "analog"


def local_time(
    context: Context,
    size: float,
    *,
    color: str = "text_primary",
    saver: bool = False,
    next_alarm: bool = True,
) -> list[View]:
    """Build the local time, in digits of `size` sp or analog, with the date below it.

    Args:
        context: The app's context.
        size: Size of the digits.
        color: Colour of the text.
        saver: Whether to build the screen saver's clock.
        next_alarm: Whether to show the next alarm beside the date.
    """
    clock = context.system.clock
    seconds = bool(setting(context, "display_clock_seconds"))
    now = clock.minute()
    if seconds:
        clock.watch(1000)
        now = clock.datetime()
        size *= 0.75
    date = day_text(now.date(), "MMMEd")
    time = clock_text(now, is_24_hour(context), seconds=seconds)
    shown: View
    if is_analog(context, saver=saver):
        shown = AnalogClock(
            now.time(),
            seconds=seconds,
            color=color,
            id="analog_clock",
            content_description=time,
            width=240,
            height=240,
        )
    else:
        size = fitting(context, size, size * 1.2)
        shown = big_time(context.say(time), "digital_clock", size, color=color, spacing=0.06)
    below: list[View | None] = [
        TextView(date, id="date", style="body_large", size=18, color=color),
        *(_next_alarm(context, color) if next_alarm else ()),
    ]
    return [shown, row(*below, content_gravity="center_vertical", margin=(0, 4, 0, 0))]


def _next_alarm(context: Context, color: str) -> list[View]:
    """Build an icon and the time of the next alarm of any app; empty if there is none."""
    due = context.system.alarms.next_clock_ms
    if due is None:
        return []
    moment = context.system.clock.datetime(due)
    time = clock_text(moment, is_24_hour(context))
    words = joined(" ", (day_text(moment.date(), "E"), time))
    told = phrase("Next alarm: {time}", time=words)
    icon = ImageView(
        "alarm", id="nextAlarmIcon", tint=color, width=20, height=20, margin=(12, 0, 6, 0)
    )
    text = TextView(
        words, id="nextAlarm", content_description=told, style="body_large", size=18, color=color
    )
    return [icon, text]
