"""The stopwatch tab."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.apps.deskclock import timers
from android_gym.simulator.apps.deskclock.actions import Actions
from android_gym.simulator.apps.deskclock.look import FabButton, Fabs, fitting
from android_gym.simulator.apps.deskclock.model import MAX_LAPS, Stopwatch
from android_gym.simulator.apps.deskclock.texts import stopwatch_text
from android_gym.simulator.system.words import phrase
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, full_column, row, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ProgressBar, TextView

__all__ = ["fab", "page"]

TICK_MS: Final = 25
"""Milliseconds between redraws of the running time."""

BLINK_MS: Final = 500
"""Milliseconds for which the paused time is alternately shown and hidden."""


def page(app: Actions) -> View:
    """Build the time with the laps below it."""
    clock = app.context.system.clock
    watch = app.stopwatch
    hidden = False
    total = watch.total(clock.watch_elapsed(TICK_MS) if watch.state == "running" else 0)
    if watch.state == "paused":
        hidden = clock.watch(BLINK_MS) % 2 == 0
    whole, hundredths = stopwatch_text(total)
    color = "transparent" if hidden else "text_primary"
    side = 190 if app.landscape else 236 if watch.laps else 300
    share = 0.28 if len(whole) < 5 else 0.22 if len(whole) < 6 else 0.17
    size = fitting(app.context, side * share, side * share)
    # Align both texts' baselines, which are 0.244 em above their lower edges.
    lift = (size - size * 0.5) * 0.244
    time = row(
        TextView(whole, id="stopwatch_time_text", size=size, color=color, max_lines=1),
        TextView(
            hundredths,
            id="stopwatch_hundredths_text",
            size=size * 0.5,
            color=color,
            max_lines=1,
            margin=(8, 0, 0, lift),
        ),
        content_gravity="bottom",
        gravity="center",
        layout_direction="ltr",
    )
    ring = ProgressBar(
        _lap_share(watch, total),
        circular=True,
        track="secondary_container",
        width=MATCH,
        height=MATCH,
        important_for_accessibility="no",
    )
    circle = FrameLayout(
        [ring, time],
        id="stopwatch_circle",
        width=side,
        height=side,
        gravity="center",
        on_click=lambda: timers.toggle_stopwatch(app.context),
    )
    laps = None
    if watch.laps:
        ended = len(watch.laps)
        running = watch.state != "reset" and ended < MAX_LAPS
        rows = ended + running
        laps = RecyclerView(
            rows,
            lambda index: _lap(app, watch, rows - index, total),
            row_key=lambda index: rows - index,
            id="laps_list",
            width=0 if app.landscape else MATCH,
            height=MATCH if app.landscape else 0,
            weight=1,
        )
    wrapper = "stopwatch_time_wrapper"
    if app.landscape:
        frame = FrameLayout([circle], id=wrapper, width=0, weight=1, height=MATCH)
        return wide_row(frame, laps, height=MATCH, padding=(16, 0))
    height = side + 16 if laps else 0
    frame = FrameLayout([circle], id=wrapper, width=MATCH, height=height, weight=0 if laps else 1)
    return full_column(frame, laps, padding=(16, 8, 16, app.fab_room))


def _lap_share(watch: Stopwatch, total: int) -> float:
    """Return the current lap's progress relative to the first lap, 0 to 1 in steps of a degree."""
    if not watch.laps:
        return 0.0
    share = min(1.0, (total - watch.laps[-1]) / max(1, watch.laps[0]))
    return int(share * 360) / 360


def _lap(app: Actions, watch: Stopwatch, number: int, total: int) -> View:
    """Build a lap's row (counted from 1): its length, and the total time at its end."""
    ends = (0, *watch.laps, total)
    hours = total >= 3_600_000
    end = ends[number]
    took = end - ends[number - 1]
    size = fitting(app.context, 16, 18)
    return wide_row(
        TextView(phrase("Lap {n}", n=number), id="lap_number", size=size, width=0, weight=1),
        TextView(_lap_text(took, hours), id="lap_time", size=size, align="end"),
        TextView(
            _lap_text(end, hours),
            id="lap_total",
            size=size,
            color="text_secondary",
            align="end",
            width=0,
            weight=1.2,
        ),
        height=44,
        padding=(24, 0),
    )


def _lap_text(milliseconds: int, hours: bool) -> str:
    seconds = milliseconds // 1000
    text = f"{seconds // 60 % 60:02} {seconds % 60:02}.{milliseconds % 1000 // 10:02}"
    return f"{seconds // 3600} {text}" if hours else text


def fab(app: Actions) -> Fabs:
    """Return Start or Pause, with Reset and Lap or Share beside it."""
    watch, context = app.stopwatch, app.context
    icon, words = ("pause", "Pause") if watch.state == "running" else ("play", "Start")
    left: FabButton | None = None
    right: FabButton | None = None
    if watch.state != "reset":
        left = ("restart", "Reset", lambda: timers.reset_stopwatch(context))
    if watch.state == "paused":
        right = ("share", "Share", app.share_stopwatch)
    elif watch.state == "running" and len(watch.laps) < MAX_LAPS:
        right = ("timer_plus_outline", "Lap", lambda: timers.lap(context))
    return (icon, words, lambda: timers.toggle_stopwatch(context)), left, right
