"""The stopwatch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from immutables import Map

from android_gym.simulator.apps.deskclock import receiver
from android_gym.simulator.apps.deskclock.look import FAB_ROOM, fab_row
from android_gym.simulator.apps.deskclock.storage import MAX_LAPS, PAUSED, RESET, RUNNING, Stopwatch
from android_gym.simulator.apps.deskclock.texts import stopwatch_text
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import TextView

if TYPE_CHECKING:
    from android_gym.simulator.apps.deskclock.screens import DeskClock

__all__ = ["fab", "page", "toggle"]

TICK_MS = 25
"""How often the running time is drawn anew."""

BLINK_MS = 500


def toggle(app: DeskClock) -> None:
    """Starts or pauses."""
    if app.stopwatch.state == RUNNING:
        receiver.stop_stopwatch(app.context)
    else:
        receiver.start_stopwatch(app.context)


def page(app: DeskClock) -> View:
    """The time, and the laps below it."""
    clock = app.context.system.clock
    watch = app.stopwatch
    hidden = False
    total = watch.total(clock.watch_elapsed(TICK_MS) if watch.state == RUNNING else 0)
    if watch.state == PAUSED:
        hidden = clock.watch(BLINK_MS) % 2 == 0
    whole, hundredths = stopwatch_text(total)
    color = "transparent" if hidden else "text_primary"
    size = 84 if len(whole) < 5 else 64 if len(whole) < 6 else 52
    # Both stand on one baseline, 0.244 em above the lower edge of each.
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
    )
    wide = 200 if watch.laps else 300
    circle = FrameLayout(
        [time],
        id="stopwatch_circle",
        width=300,
        height=wide,
        gravity="center",
        background=None if watch.laps else Oval(None, "primary_container", 4),
        on_click=lambda: toggle(app),
    )
    laps = None
    if watch.laps:
        ended = len(watch.laps)
        running = watch.state != RESET and ended < MAX_LAPS
        rows = ended + running
        laps = RecyclerView(
            rows,
            lambda index: _lap(watch, rows - index, total),
            row_key=lambda index: rows - index,
            id="laps_list",
            width=MATCH,
            height=0,
            weight=1,
        )
    return column(
        FrameLayout([circle], width=MATCH, height=wide if laps else 0, weight=0 if laps else 1),
        laps,
        width=MATCH,
        height=MATCH,
        padding=(16, 8, 16, FAB_ROOM),
    )


def _lap(watch: Stopwatch, number: int, total: int) -> View:
    """Lap `number` (counted from 1): how long it took, and the time at its end."""
    ends = (0, *watch.laps, total)
    hours = total >= 3_600_000
    end = ends[number]
    took = end - ends[number - 1]
    return row(
        TextView(f"Lap {number}", id="lap_number", style="body_large", width=0, weight=1),
        TextView(_lap_text(took, hours), id="lap_time", style="body_large", align="end"),
        TextView(
            _lap_text(end, hours),
            id="lap_total",
            style="body_large",
            color="text_secondary",
            align="end",
            width=0,
            weight=1.2,
        ),
        width=MATCH,
        height=44,
        padding=(24, 0),
    )


def _lap_text(milliseconds: int, hours: bool) -> str:
    seconds = milliseconds // 1000
    text = f"{seconds // 60 % 60:02} {seconds % 60:02}.{milliseconds % 1000 // 10:02}"
    return f"{seconds // 3600} {text}" if hours else text


def fab(app: DeskClock) -> View:
    """Start or Pause, with Reset and Lap or Share beside it."""
    watch = app.stopwatch
    left = right = None
    if watch.state != RESET:
        left = ("restart", "Reset", lambda: receiver.reset_stopwatch(app.context))
    if watch.state == RUNNING:
        if len(watch.laps) < MAX_LAPS:
            right = ("timer_plus_outline", "Lap", lambda: receiver.lap(app.context))
        return fab_row(("pause", "Pause", lambda: toggle(app)), left, right)
    if watch.state == PAUSED:
        right = ("share", "Share", lambda: _share(app, watch))
    return fab_row(("play", "Start", lambda: toggle(app)), left, right)


def _share(app: DeskClock, watch: Stopwatch) -> None:
    """Offers the time and the laps to other apps."""
    total = watch.total(app.context.system.clock.elapsed_ms())
    lines = [f"My time is {'.'.join(stopwatch_text(total))}"]
    if watch.laps:
        lines.append("Lap times:")
        ends = (0, *watch.laps)
        for number in range(1, len(ends)):
            took = ".".join(stopwatch_text(ends[number] - ends[number - 1]))
            lines.append(f"{number}. {took}")
    send = Intent(
        action="android.intent.action.SEND",
        type="text/plain",
        extras=Map(
            {
                "android.intent.extra.TEXT": "\n".join(lines),
                "android.intent.extra.SUBJECT": "Stopwatch time",
            }
        ),
    )
    chooser = {"android.intent.extra.INTENT": send, "android.intent.extra.TITLE": "Share"}
    app.start_activity(Intent(action="android.intent.action.CHOOSER", extras=Map(chooser)))
