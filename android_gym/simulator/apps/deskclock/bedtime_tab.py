"""Bedtime: when to go to bed and when to get up."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from android_gym.simulator.apps.deskclock.look import big_time
from android_gym.simulator.apps.deskclock.texts import clock_text, count, is_24
from android_gym.simulator.ui.components import CardView
from android_gym.simulator.ui.layouts import ScrollView, column, row
from android_gym.simulator.ui.pickers import material_time_picker
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, ImageButton, ImageView, TextView

if TYPE_CHECKING:
    from android_gym.simulator.apps.deskclock.screens import DeskClock

__all__ = ["fab", "page", "time_dialog"]

WAKE, BED = "bedtime_wake_minutes", "bedtime_minutes"
_DEFAULTS = {WAKE: 7 * 60, BED: 23 * 60}
DAY_MINUTES = 1440
STEP_MINUTES = 15


def _minutes(app: DeskClock, name: str) -> int:
    value = app.context.preferences().get(name, _DEFAULTS[name])
    return value % DAY_MINUTES if isinstance(value, int) else _DEFAULTS[name]


def _put(app: DeskClock, name: str, minutes: int) -> None:
    app.context.preferences().put(**{name: minutes % DAY_MINUTES})


def _time(minutes: int) -> dt.time:
    return dt.time(minutes // 60, minutes % 60)


def page(app: DeskClock) -> View:
    """The welcome, the two pages of the set-up, or the schedule."""
    if app.state.bedtime:
        name = WAKE if app.state.bedtime == 1 else BED
        return _setup(app, name)
    if app.context.preferences().get("bedtime_onboarded") is True:
        return _schedule(app)
    return column(
        ImageView("bed", size=160, tint="primary_container", margin=(0, 0, 0, 24)),
        TextView(
            "Set a consistent bedtime for better sleep",
            id="body",
            style="headline_small",
            align="center",
        ),
        TextView(
            "Pick a regular bedtime, disconnect from your phone, and listen to soothing sounds",
            style="body_medium",
            color="text_secondary",
            align="center",
            margin=(0, 16, 0, 32),
        ),
        Button(
            "Get started",
            id="get_started",
            kind="filled",
            on_click=lambda: app.update(bedtime=1),
        ),
        width=MATCH,
        height=MATCH,
        padding=(40, 0),
        content_gravity="center",
    )


def _setup(app: DeskClock, name: str) -> View:
    waking = name == WAKE
    minutes = _minutes(app, name)

    def shift(by: int) -> Callable[[], None]:
        return lambda: _put(app, name, minutes + by)

    def skip_or_next() -> None:
        if waking:
            app.update(bedtime=2)
        else:
            app.context.preferences().put(bedtime_onboarded=True)
            app.update(bedtime=0)

    time = big_time(clock_text(_time(minutes), is_24(app.context)), "time", 56)
    return column(
        ImageView("weather_sunset_up" if waking else "bed_clock", size=96, tint="primary"),
        TextView(
            "Set a regular wake-up alarm" if waking else "Set a bedtime and get reminders",
            id="title",
            style="headline_small",
            align="center",
            margin=(0, 24),
        ),
        row(
            ImageButton(
                "minus", content_description="15 minutes earlier", on_click=shift(-STEP_MINUTES)
            ),
            time,
            ImageButton(
                "plus", content_description="15 minutes later", on_click=shift(STEP_MINUTES)
            ),
            content_gravity="center_vertical",
        ),
        TextView("Every day", style="body_large", color="text_secondary", margin=(0, 8, 0, 32)),
        Button(
            "Next" if waking else "Done",
            id="positive_button",
            kind="filled",
            on_click=skip_or_next,
        ),
        Button("Skip", id="negative_button", on_click=skip_or_next),
        width=MATCH,
        height=MATCH,
        padding=(32, 0),
        content_gravity="center",
    )


def _schedule(app: DeskClock) -> View:
    bed, wake = _minutes(app, BED), _minutes(app, WAKE)
    asleep = (wake - bed) % DAY_MINUTES
    hours, rest = divmod(asleep, 60)
    words = count(hours, "hour") + (f" {count(rest, 'minute')}" if rest else "")

    def part(title: str, icon: str, name: str, minutes: int) -> View:
        time = big_time(clock_text(_time(minutes), is_24(app.context)), f"{name}_time", 36)
        return column(
            ImageView(icon, tint="primary"),
            TextView(title, style="title_medium", margin=(0, 8, 0, 4)),
            time,
            key=name,
            width=0,
            weight=1,
            padding=16,
            content_description=title,
            on_click=lambda: app.update(dialog=("bedtime", name)),
        )

    return ScrollView(
        column(
            CardView(
                column(
                    TextView("Schedule", style="title_large", padding=(16, 16, 16, 0)),
                    row(
                        part("Bedtime", "bed", BED, bed),
                        part("Wake-up", "weather_sunny", WAKE, wake),
                        width=MATCH,
                    ),
                    TextView(
                        f"{words} of sleep",
                        id="sleep_duration",
                        style="body_medium",
                        color="text_secondary",
                        padding=(16, 0, 16, 16),
                    ),
                    width=MATCH,
                ),
                kind="filled",
                corners=28,
                color="card",
                width=MATCH,
            ),
            width=MATCH,
            padding=16,
        ),
        width=MATCH,
        height=MATCH,
    )


def time_dialog(app: DeskClock) -> Any:
    """Asks for the time to go to bed or to get up."""
    name = app.state.dialog[1]

    def ok(time: dt.time) -> None:
        app.close_dialog()
        _put(app, name, time.hour * 60 + time.minute)

    return material_time_picker(
        _time(_minutes(app, name)), ok, app.close_dialog, is_24=is_24(app.context)
    )


def fab(app: DeskClock) -> View | None:
    """None: the pages have their own buttons."""
    return None
