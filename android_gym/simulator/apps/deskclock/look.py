"""Theme, and parts that several of Clock's screens share."""

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
from android_gym.simulator.ui.layouts import FrameLayout, full_column, row, wide_row
from android_gym.simulator.ui.theme import dynamic_theme
from android_gym.simulator.ui.view import MATCH, View
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
"""The app is dark whatever the phone is."""

SNACKBAR_BOTTOM = 192
"""dp from the lower edge to a snackbar, which stands above the buttons."""

FabButton = tuple[str, str, Callable[[], object]]
"""A round button: icon, content description, what a tap does."""

Fabs = tuple[FabButton | None, FabButton | None, FabButton | None]
"""The big button, and the smaller ones at its start and end."""


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
    """Return the big button and the smaller ones beside it.

    Args:
        fabs: The buttons.
        upright: One above the other at the end of a low screen, not over a page's lower edge.
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
    """Return a text size in sp that fonts of any scale draw no larger than `most` dp."""
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
    """Return a time whose letters are smaller than its digits: ``00h 05m 30s``, ``8:30 AM``.

    Accessibility services see one text.

    Args:
        text: The time.
        id: Resource id of that text.
        size: Size of the digits in sp.
        description: Content description of the text.
        color: Colour of digits and letters.
        dim: How many digits at the start are grey, with the letters after them.
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
            # Rows have no common baseline; Roboto's lies 0.244 em above its lower edge.
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
    """Return whether the clock, or that of the screen saver, has hands."""
    return setting(context, "screensaver_clock_style" if saver else "clock_style") == "analog"


def local_time(
    context: Context,
    size: float,
    *,
    color: str = "text_primary",
    saver: bool = False,
    next_alarm: bool = True,
) -> list[View]:
    """Return the time, as large as `size` sp or with hands, and the date below it.

    Args:
        context: The app's context.
        size: Size of the digits.
        color: Colour of the text.
        saver: Whether it is the screen saver's.
        next_alarm: Whether the next alarm, if there is one, stands beside the date.
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
    """Return an icon and the time at which an alarm of any app rings next, if one will."""
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
