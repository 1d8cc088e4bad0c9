"""The timer tab: a keypad to set up a timer, and a card for each timer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from android_gym.simulator.apps.deskclock import timers
from android_gym.simulator.apps.deskclock.actions import TIMER_DIGITS, Actions
from android_gym.simulator.apps.deskclock.dialogs import TimerLabel
from android_gym.simulator.apps.deskclock.look import Fabs, big_time, fitting
from android_gym.simulator.apps.deskclock.model import Timer
from android_gym.simulator.apps.deskclock.texts import left_text, spoken, timer_name
from android_gym.simulator.system.words import phrase, verbatim
from android_gym.simulator.ui.components import CardView
from android_gym.simulator.ui.drawables import Drawable, Layers, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.icons import Icon
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    RecyclerView,
    column,
    full_column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageButton, ProgressBar, TextView

__all__ = ["TICK_MS", "fab", "page"]

TICK_MS: Final = 250
"""Milliseconds between redraws of a running timer."""


def page(app: Actions) -> View:
    """Build the keypad or the list of timers."""
    return _keypad(app) if app.setting_up else _list(app)


def fab(app: Actions) -> Fabs:
    """Return Start once a time is typed; below the list, "Add timer"."""
    if not app.setting_up:
        return ("plus", "Add timer", lambda: app.set_up_timer(True)), None, None
    cancel = ("close", "Cancel", lambda: app.set_up_timer(False)) if app.timers.all() else None
    start = ("play", "Start", app.start_entered) if app.state.digits else None
    return start, cancel, None


def _keypad(app: Actions) -> View:
    hours, minutes, seconds = app.entered
    time = big_time(
        f"{hours:02}h {minutes:02}m {seconds:02}s",
        "timer_setup_time",
        fitting(app.context, 40, 44) if app.landscape else fitting(app.context, 56, 56),
        description=spoken(hours, minutes, seconds),
        color="primary",
        dim=TIMER_DIGITS - len(app.state.digits),
    )
    time.gravity = "center"
    side = _key_side(app)
    rows = [row(*(_digit(app, key, side) for key in line)) for line in ("123", "456", "789")]
    last = row(
        _digit(app, "00", side),
        _digit(app, "0", side),
        _key(
            app,
            "\u232b",
            "timer_setup_delete",
            side,
            app.delete_digit,
            content_description="Backspace",
            on_long_click=lambda: app.update(digits=""),
            fill="secondary_container",
            icon="backspace",
        ),
    )
    keys = FrameLayout(
        [column(*rows, last, class_name="android.view.ViewGroup")],
        id="timer_setup_digits",
        layout_direction="ltr",
        gravity="center",
    )
    if app.landscape:
        return wide_row(
            FrameLayout([time], width=0, weight=1, height=MATCH),
            keys,
            id="timer_setup",
            class_name="android.view.ViewGroup",
            height=MATCH,
        )
    return full_column(
        FrameLayout([time], width=MATCH, height=0, weight=1),
        keys,
        id="timer_setup",
        class_name="android.view.ViewGroup",
        padding=(0, 0, 0, app.fab_room + 20),
    )


def _key_side(app: Actions) -> float:
    """Return the side of a key in dp, so that the keypad's four rows fit."""
    display = app.context.system.display
    high = display.size[1] / display.density
    around = 244 if app.landscape else 400  # bars, title and, in portrait, the time and buttons
    return max(32.0, min(105.0, (high - around) / 4))


def _digit(app: Actions, text: str, side: float) -> View:
    return _key(app, text, f"timer_setup_digit_{text}", side, lambda: app.type_digits(text))


def _key(
    app: Actions,
    text: str,
    id: str,
    side: float,
    on_click: Callable[[], None],
    *,
    fill: str = "card",
    icon: str | None = None,
    content_description: str | None = None,
    on_long_click: Callable[[], None] | None = None,
) -> View:
    shape: Drawable = Rounded(fill, side / 2)
    if icon is not None:
        # Draw an icon, since Roboto lacks the key's character.
        shape = Layers((shape, Icon(icon, "text_primary", min(24, side / 2))))
    return Button(
        text,
        id=id,
        size=fitting(app.context, 36, side * 0.5),
        weight_font=400,
        color="text_primary" if icon is None else "transparent",
        width=side - 4,
        height=side - 4,
        min_width=0,
        min_height=0,
        margin=2,
        padding=0,
        background=shape,
        on_click=on_click,
        on_long_click=on_long_click,
        content_description=content_description,
    )


def _list(app: Actions) -> View:
    clock = app.context.system.clock
    shown = app.timers.all()
    counting = any(timer.state in ("running", "expired") for timer in shown)
    elapsed = clock.watch_elapsed(TICK_MS) if counting else 0
    cards = RecyclerView(
        [_card(app, timer, timer.left(elapsed)) for timer in shown],
        id="recycler_view",
        width=MATCH,
        height=MATCH,
        padding=(16, 8, 16, app.fab_room),
    )
    return FrameLayout([cards], id="timer_view", width=MATCH, height=MATCH)


def _card(app: Actions, timer: Timer, left: int) -> View:
    expired = timer.state == "expired"
    name = verbatim(timer.label) if timer.label else timer_name(timer.length_ms)
    ink = "on_primary_container" if expired else "text_primary"
    return CardView(
        wide_column(
            wide_row(
                TextView(
                    name,
                    id="timer_label",
                    style="title_medium",
                    color=ink,
                    max_lines=1,
                    width=0,
                    weight=1,
                    on_click=lambda: app.show_dialog(TimerLabel(timer.label, timer.id)),
                ),
                ImageButton(
                    "close",
                    id="close",
                    content_description="Delete",
                    on_click=partial(timers.remove_timer, app.context, timer),
                ),
            ),
            _circle(app, timer, left, ink),
            _buttons(app, timer, ink),
        ),
        kind="filled",
        corners=28,
        color="primary_container" if expired else "card",
        key=timer.id,
        width=MATCH,
        padding=(20, 8, 12, 16),
        margin=(0, 0, 0, 16),
    )


def _circle(app: Actions, timer: Timer, left: int, ink: str) -> View:
    """Build the ring with the time left, and the button that resets a timer that has run."""
    context = app.context
    seconds = -(-max(0, left) // 1000)
    words = phrase(
        "{time} remaining", time=spoken(seconds // 3600, seconds // 60 % 60, seconds % 60)
    )
    share = max(0.0, min(1.0, left / timer.total_ms)) if timer.total_ms else 0.0
    ring = ProgressBar(
        share,
        id="timer_time",
        circular=True,
        width=220,
        height=220,
        gravity="center",
        color="primary",
        track="primary@0.15",
        important_for_accessibility="no",
    )
    text = TextView(
        left_text(left),
        id="timer_time_text",
        content_description="Timer expired" if timer.state == "expired" else words,
        size=fitting(context, 48, 56) if len(left_text(left)) < 6 else fitting(context, 40, 48),
        color=ink,
        gravity="center",
    )
    reset = None
    if timer.state == "paused" or (timer.state == "running" and left < timer.total_ms):
        reset = ImageButton(
            "restart",
            id="reset",
            content_description="Reset",
            gravity="center_horizontal|bottom",
            margin=(0, 0, 0, 28),
            on_click=partial(timers.reset_timer, context, timer),
        )
    return FrameLayout([ring, text, reset], id="circle_container", width=MATCH, height=236)


def _buttons(app: Actions, timer: Timer, ink: str) -> View:
    icon, description, toggle = "play", "Start", timers.start_timer
    if timer.state == "running":
        icon, description, toggle = "pause", "Pause", timers.pause_timer
    elif timer.state == "expired":
        icon, description, toggle = "stop", "Stop", timers.reset_timer
    return row(
        Button(
            "+1:00",
            id="add_one_min",
            content_description="Add 1 minute",
            style="title_medium",
            color=ink,
            width=112,
            height=64,
            background=Rounded("surface_container_highest", 32),
            on_click=partial(timers.add_minute, app.context, timer),
        ),
        ImageButton(
            icon,
            id="play_pause",
            content_description=description,
            tint="on_primary",
            size=32,
            width=112,
            height=64,
            margin=(16, 0, 0, 0),
            background=Rounded("primary", 32 if timer.state == "running" else 20),
            on_click=partial(toggle, app.context, timer),
        ),
        gravity="center_horizontal",
        margin=(0, 16, 0, 8),
    )
