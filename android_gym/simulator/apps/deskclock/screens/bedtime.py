"""The Bedtime tab: when to go to bed and when to get up."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Final

from android_gym.simulator.apps.deskclock.actions import Actions
from android_gym.simulator.apps.deskclock.dialogs import BedtimeTime
from android_gym.simulator.apps.deskclock.look import big_time
from android_gym.simulator.apps.deskclock.model import Bedtime
from android_gym.simulator.apps.deskclock.storage import (
    DAY_MINUTES,
    bedtime_minutes,
    put_bedtime_minutes,
)
from android_gym.simulator.apps.deskclock.texts import clock_text, count
from android_gym.simulator.system.words import joined, phrase
from android_gym.simulator.ui.components import CardView
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    OverflowScroll,
    ScrollView,
    column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageButton, ImageView, TextView

__all__ = ["page"]

STEP_MINUTES: Final = 15


def page(app: Actions) -> View:
    """Build the welcome page, a setup page, or the schedule."""
    if app.state.bedtime:
        return _setup(app, waking=app.state.bedtime == 1)
    if app.context.preferences().get("bedtime_onboarded", False):
        return _schedule(app)
    return _middle(
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
            "Get started", id="get_started", kind="filled", on_click=lambda: app.update(bedtime=1)
        ),
    )


def _middle(*children: View) -> View:
    """Build a column centred on the page, which scrolls if the page is too low."""
    content = wide_column(*children, padding=(36, 0), content_gravity="center")
    return OverflowScroll(content, fill_viewport=True, width=MATCH, height=MATCH)


def _text(app: Actions, minutes: int) -> str:
    hour, minute = divmod(minutes, 60)
    return app.context.say(clock_text(dt.time(hour, minute), app.is_24))


def _setup(app: Actions, *, waking: bool) -> View:
    """Build the setup page that asks for the wake-up time or the bedtime."""
    name: Bedtime = "bedtime_wake_minutes" if waking else "bedtime_minutes"
    minutes = bedtime_minutes(app.context, name)

    def step(icon: str, words: str, by: int) -> View:
        shift = partial(put_bedtime_minutes, app.context, name, minutes + by)
        return ImageButton(icon, content_description=f"15 minutes {words}", on_click=shift)

    def skip_or_next() -> None:
        if not waking:
            app.context.preferences().put(bedtime_onboarded=True)
        app.update(bedtime=2 if waking else 0)

    return _middle(
        ImageView("weather_sunset_up" if waking else "bed_clock", size=96, tint="primary"),
        TextView(
            "Set a regular wake-up alarm" if waking else "Set a bedtime and get reminders",
            id="title",
            style="headline_small",
            align="center",
            margin=(0, 24),
        ),
        row(
            step("minus", "earlier", -STEP_MINUTES),
            big_time(_text(app, minutes), "time", 56),
            step("plus", "later", STEP_MINUTES),
            content_gravity="center_vertical",
        ),
        TextView("Every day", style="body_large", color="text_secondary", margin=(0, 8, 0, 32)),
        Button(
            "Next" if waking else "Done", id="positive_button", kind="filled", on_click=skip_or_next
        ),
        Button("Skip", id="negative_button", on_click=skip_or_next),
    )


def _schedule(app: Actions) -> View:
    bed = bedtime_minutes(app.context, "bedtime_minutes")
    wake = bedtime_minutes(app.context, "bedtime_wake_minutes")
    hours, rest = divmod((wake - bed) % DAY_MINUTES, 60)
    words = count(hours, "hour")
    if rest:
        words = joined(" ", (words, count(rest, "minute")))

    def part(title: str, icon: str, name: Bedtime, minutes: int) -> View:
        return column(
            ImageView(icon, tint="primary"),
            TextView(title, style="title_medium", margin=(0, 8, 0, 4)),
            big_time(_text(app, minutes), f"{name}_time", 36),
            key=name,
            width=0,
            weight=1,
            padding=16,
            content_description=title,
            on_click=lambda: app.show_dialog(BedtimeTime(name)),
        )

    parts = wide_row(
        part("Bedtime", "bed", "bedtime_minutes", bed),
        part("Wake-up", "weather_sunny", "bedtime_wake_minutes", wake),
    )
    return ScrollView(
        wide_column(
            CardView(
                wide_column(
                    TextView("Schedule", style="title_large", padding=(16, 16, 16, 0)),
                    parts,
                    TextView(
                        phrase("{time} of sleep", time=words),
                        id="sleep_duration",
                        style="body_medium",
                        color="text_secondary",
                        padding=(16, 0, 16, 16),
                    ),
                ),
                kind="filled",
                corners=28,
                color="card",
                width=MATCH,
            ),
            padding=16,
        ),
        width=MATCH,
        height=MATCH,
    )
