"""Timers: setting one up, and those that there are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from android_gym.simulator.apps.deskclock import receiver
from android_gym.simulator.apps.deskclock.look import FAB_ROOM, big_time, fab_row, label_prompt
from android_gym.simulator.apps.deskclock.storage import EXPIRED, PAUSED, RUNNING, Timer
from android_gym.simulator.apps.deskclock.texts import left_text, spoken, timer_name
from android_gym.simulator.ui.components import CardView
from android_gym.simulator.ui.drawables import Drawable, Layers, Rounded
from android_gym.simulator.ui.icons import Icon
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, ImageButton, ProgressBar, TextView

if TYPE_CHECKING:
    from android_gym.simulator.apps.deskclock.screens import DeskClock

__all__ = ["delete", "fab", "label_dialog", "page", "setting_up", "type_digits"]

DIGITS = 6
TICK_MS = 250
"""How often what is left is drawn anew while a timer runs."""


def setting_up(app: DeskClock) -> bool:
    """Whether the page shows the keypad."""
    return app.state.adding or not app.timers.all()


def type_digits(app: DeskClock, typed: str) -> None:
    """Enters digits at the right; zeros before any other and digits that don't fit are lost."""
    digits = app.state.digits
    for digit in typed:
        if len(digits) < DIGITS and (digits or digit != "0"):
            digits += digit
    app.update(digits=digits)


def delete(app: DeskClock) -> None:
    """Takes the last digit away."""
    app.update(digits=app.state.digits[:-1])


def _entered(app: DeskClock) -> tuple[int, int, int]:
    """Hours, minutes and seconds as typed; the latter two may be up to 99."""
    digits = app.state.digits.zfill(DIGITS)
    return int(digits[:2]), int(digits[2:4]), int(digits[4:])


def page(app: DeskClock) -> View:
    """The keypad, or the list of timers."""
    return _setup(app) if setting_up(app) else _list(app)


# --- set-up --------------------------------------------------------------------------------------


def _setup(app: DeskClock) -> View:
    hours, minutes, seconds = _entered(app)
    time = big_time(
        f"{hours:02}h {minutes:02}m {seconds:02}s",
        "timer_setup_time",
        56,
        description=spoken(hours, minutes, seconds),
        color="primary" if app.state.digits else "text_primary",
    )
    time.gravity = "center"
    keys = ["123", "456", "789"]
    rows = [row(*(_digit(app, key) for key in line)) for line in keys]
    last = row(
        _digit(app, "00"),
        _digit(app, "0"),
        _key(
            "\u232b",
            "timer_setup_delete",
            lambda: delete(app),
            content_description="Backspace",
            on_long_click=lambda: app.update(digits=""),
            fill="secondary_container",
            icon_only="backspace",
        ),
    )
    return column(
        FrameLayout([time], width=MATCH, height=0, weight=1),
        FrameLayout(
            [column(*rows, last, class_name="android.view.ViewGroup")],
            id="timer_setup_digits",
            gravity="center_horizontal",
        ),
        id="timer_setup",
        class_name="android.view.ViewGroup",
        width=MATCH,
        height=MATCH,
        padding=(0, 0, 0, FAB_ROOM),
    )


def _digit(app: DeskClock, text: str) -> View:
    return _key(text, f"timer_setup_digit_{text}", lambda: type_digits(app, text))


def _key(
    text: str,
    id: str,
    on_click: Callable[[], None],
    *,
    fill: str = "surface_container_highest",
    icon_only: str | None = None,
    content_description: str | None = None,
    on_long_click: Callable[[], None] | None = None,
) -> View:
    shape: Drawable = Rounded(fill, 44)
    if icon_only is not None:
        # Roboto lacks the character that the key's text is.
        shape = Layers((shape, Icon(icon_only, "text_primary", 28)))
    return Button(
        text,
        id=id,
        size=32,
        weight_font=400,
        color="text_primary" if icon_only is None else "transparent",
        width=88,
        height=88,
        margin=4,
        padding=0,
        background=shape,
        on_click=on_click,
        on_long_click=on_long_click,
        content_description=content_description,
    )


# --- list ----------------------------------------------------------------------------------------


def _list(app: DeskClock) -> View:
    clock = app.context.system.clock
    timers = app.timers.all()
    counting = any(timer.state in (RUNNING, EXPIRED) for timer in timers)
    elapsed = clock.watch_elapsed(TICK_MS) if counting else 0
    return RecyclerView(
        [_card(app, timer, timer.left(elapsed)) for timer in timers],
        id="timer_recycler_view",
        width=MATCH,
        height=MATCH,
        padding=(16, 8, 16, FAB_ROOM),
    )


def _card(app: DeskClock, timer: Timer, left: int) -> View:
    context = app.context
    expired, running = timer.state == EXPIRED, timer.state == RUNNING
    name = timer.label or timer_name(timer.length_ms)
    ink = "on_primary_container" if expired else "text_primary"
    seconds = -(-max(0, left) // 1000)
    words = f"{spoken(seconds // 3600, seconds // 60 % 60, seconds % 60)} remaining"
    share = max(0.0, min(1.0, left / timer.total_ms)) if timer.total_ms else 0.0
    ring = ProgressBar(
        share,
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
        id="timer_text",
        content_description="Timer expired" if expired else words,
        size=56 if len(left_text(left)) < 6 else 44,
        color=ink,
        gravity="center",
    )
    reset = None
    if timer.state == PAUSED or (running and left < timer.total_ms):
        reset = ImageButton(
            "restart",
            id="reset",
            content_description="Reset",
            gravity="center_horizontal|bottom",
            margin=(0, 0, 0, 28),
            on_click=lambda: receiver.reset_timer(context, timer),
        )

    def toggle() -> None:
        if running:
            receiver.pause_timer(context, timer)
        elif expired:
            receiver.reset_timer(context, timer)
        else:
            receiver.start_timer(context, timer)

    icon, description = ("pause", "Pause") if running else ("play", "Start")
    if expired:
        icon, description = "stop", "Stop"
    buttons = row(
        Button(
            "+1:00",
            id="add_one",
            content_description="Add 1 minute",
            style="title_medium",
            color=ink,
            width=112,
            height=64,
            background=Rounded("surface_container_highest", 32),
            on_click=lambda: receiver.add_minute(context, timer),
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
            background=Rounded("primary", 32 if running else 20),
            on_click=toggle,
        ),
        gravity="center_horizontal",
        margin=(0, 16, 0, 8),
    )
    return CardView(
        column(
            row(
                TextView(
                    name,
                    id="timer_label",
                    style="title_medium",
                    color=ink,
                    max_lines=1,
                    width=0,
                    weight=1,
                    on_click=lambda: app.update(
                        dialog=("timer label", timer.id), draft=timer.label
                    ),
                ),
                ImageButton(
                    "close",
                    id="close",
                    content_description="Delete",
                    on_click=lambda: receiver.remove_timer(context, timer),
                ),
                width=MATCH,
            ),
            FrameLayout([ring, text, reset], width=MATCH, height=236),
            buttons,
            width=MATCH,
        ),
        kind="filled",
        corners=28,
        color="primary_container" if expired else "card",
        key=timer.id,
        width=MATCH,
        padding=(20, 8, 12, 16),
        margin=(0, 0, 0, 16),
    )


def fab(app: DeskClock) -> View | None:
    """Start where a time has been typed; Add timer below the list."""
    if not setting_up(app):
        return fab_row(("plus", "Add timer", lambda: app.update(adding=True, digits="")))
    cancel = None
    if app.timers.all():
        cancel = ("close", "Cancel", lambda: app.update(adding=False, digits=""))
    if not app.state.digits:
        return fab_row(None, cancel) if cancel else None
    return fab_row(("play", "Start", lambda: _start(app)), cancel)


def _start(app: DeskClock) -> None:
    hours, minutes, seconds = _entered(app)
    length = ((hours * 60 + minutes) * 60 + seconds) * 1000
    number = app.timers.new_id()
    receiver.start_timer(app.context, Timer(number, length, length, left_ms=length))
    app.update(adding=False, digits="")


def label_dialog(app: DeskClock) -> Any:
    """Names a timer."""
    number = app.state.dialog[1]

    def ok() -> None:
        timer = app.timers.get(number)
        if timer is not None:
            app.timers.put(replace(timer, label=app.state.draft.strip()))
        app.close_dialog()

    return label_prompt(app.state.draft, lambda text: app.update(draft=text), ok, app.close_dialog)
