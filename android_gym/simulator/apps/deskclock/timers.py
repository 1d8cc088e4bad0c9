"""Timers and the stopwatch, which run without a screen, and their notifications."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from android_gym.simulator.apps.deskclock.model import MAX_LAPS, Stopwatch, Timer
from android_gym.simulator.apps.deskclock.notices import (
    EXPIRED,
    action,
    open_tab,
    post,
    schedule,
)
from android_gym.simulator.apps.deskclock.storage import Timers, put_stopwatch, stopwatch
from android_gym.simulator.apps.deskclock.texts import left_text, stopwatch_text, timer_name
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.notifications import Notification
from android_gym.simulator.system.words import phrase, verbatim
from android_gym.simulator.ui.activity import Context

STOPWATCH_ID: Final = 2147483646
TIMERS_ID: Final = 2147483645
EXPIRED_ID: Final = 2147483644

MINUTE_MS: Final = 60_000


def _cancel(context: Context, timer: Timer) -> None:
    context.system.alarms.cancel(context.package, f"timer {timer.id}")


def _run(context: Context, timer: Timer) -> None:
    """Run a timer with `left_ms` left."""
    elapsed = context.system.clock.elapsed_ms()
    Timers(context).put(replace(timer, state="running", started_ms=elapsed))
    schedule(context, "timer", timer.id, elapsed + timer.left_ms, "expire", wall=False)


def new_timer(context: Context, length_ms: int, label: str = "") -> None:
    """Add a timer and start it."""
    number = Timers(context).new_id()
    _run(context, Timer(number, length_ms, length_ms, left_ms=length_ms, label=label))


def start_timer(context: Context, timer: Timer) -> None:
    """Start or resume a timer."""
    left = timer.total_ms if timer.state == "reset" else timer.left_ms
    _run(context, replace(timer, left_ms=left))


def pause_timer(context: Context, timer: Timer) -> None:
    """Pause a running timer."""
    left = max(0, timer.left(context.system.clock.elapsed_ms()))
    _cancel(context, timer)
    Timers(context).put(replace(timer, state="paused", left_ms=left))


def reset_timer(context: Context, timer: Timer) -> None:
    """Reset a timer to its original length."""
    _cancel(context, timer)
    length = timer.length_ms
    Timers(context).put(replace(timer, state="reset", total_ms=length, left_ms=length))
    show_expired(context)


def add_minute(context: Context, timer: Timer) -> None:
    """Add a minute to a timer; an expired one restarts with one minute."""
    if timer.state == "expired":
        _run(context, replace(timer, total_ms=MINUTE_MS, left_ms=MINUTE_MS))
    else:
        left = timer.left(context.system.clock.elapsed_ms()) + MINUTE_MS
        longer = replace(timer, total_ms=timer.total_ms + MINUTE_MS, left_ms=left)
        if timer.state == "running":
            _run(context, longer)
        else:
            Timers(context).put(longer)
    show_expired(context)


def remove_timer(context: Context, timer: Timer) -> None:
    """Delete a timer."""
    _cancel(context, timer)
    Timers(context).remove(timer.id)
    show_expired(context)


def expire(context: Context, timer: Timer) -> None:
    """Expire a timer: post a notification, or show a full screen if the display is off."""
    Timers(context).put(replace(timer, state="expired"))
    show_expired(context)
    system = context.system
    if not system.display.on or system.keyguard.showing:
        system.keyguard.wake()
        system.activities.start(Intent.to(EXPIRED))


def stop_timers(context: Context) -> None:
    """Reset all expired timers."""
    for timer in Timers(context).all():
        if timer.state == "expired":
            reset_timer(context, timer)


def show_expired(context: Context) -> None:
    """Post the notification of expired timers, or cancel it if there are none."""
    over = [timer for timer in Timers(context).all() if timer.state == "expired"]
    if not over:
        context.system.notifications.cancel(context.package, EXPIRED_ID)
        return
    title, text = phrase("{n} timers expired", n=len(over)), ""
    actions = [action("Stop", "stop_timers")]
    if len(over) == 1:
        title = "Time\u2019s up"
        if over[0].label:
            title, text = verbatim(over[0].label), title
        actions.append(action("+1 min", "add_minute", over[0].id))
    notification = Notification(
        context.package,
        EXPIRED_ID,
        title,
        text,
        icon="timer",
        channel="alarms_firing",
        category="alarm",
        content=open_tab("timer"),
        actions=tuple(actions),
        ongoing=True,
        auto_cancel=False,
    )
    post(context, notification)


def show_timers(context: Context, shown: bool = True) -> None:
    """Post the notification of running and paused timers; cancel it if none or not `shown`."""
    timers = [timer for timer in Timers(context).all() if timer.state in ("running", "paused")]
    if not timers or not shown:
        context.system.notifications.cancel(context.package, TIMERS_ID)
        return
    elapsed = context.system.clock.elapsed_ms()
    first = min(timers, key=lambda timer: timer.left(elapsed))
    text = verbatim(first.label) if first.label else timer_name(first.length_ms)
    running = first.state == "running"
    if running:
        actions = (("Pause", "pause_timer"), ("+1 min", "add_minute"))
    else:
        actions = (("Resume", "start_timer"), ("Reset", "reset_timer"))
        text = phrase("{name} (paused)", name=text)
    if len(timers) > 1:
        text = phrase("{n} timers", n=len(timers))
    notification = Notification(
        context.package,
        TIMERS_ID,
        left_text(first.left(elapsed)),
        text,
        icon="timer",
        channel="timers",
        content=open_tab("timer"),
        actions=tuple(action(label, what, first.id) for label, what in actions),
        ongoing=running,
        auto_cancel=False,
        only_alert_once=True,
    )
    post(context, notification)


# --- stopwatch -----------------------------------------------------------------------------------


def toggle_stopwatch(context: Context) -> None:
    """Start, resume or pause the stopwatch."""
    elapsed = context.system.clock.elapsed_ms()
    watch = stopwatch(context)
    if watch.state == "running":
        put_stopwatch(context, replace(watch, state="paused", counted_ms=watch.total(elapsed)))
    else:
        put_stopwatch(context, replace(watch, state="running", started_ms=elapsed))


def reset_stopwatch(context: Context) -> None:
    """Reset the stopwatch to zero."""
    put_stopwatch(context, Stopwatch())


def lap(context: Context) -> None:
    """Record a lap, up to `MAX_LAPS`."""
    watch = stopwatch(context)
    if watch.state == "running" and len(watch.laps) < MAX_LAPS:
        total = watch.total(context.system.clock.elapsed_ms())
        put_stopwatch(context, replace(watch, laps=(*watch.laps, total)))


def show_stopwatch(context: Context, shown: bool = True) -> None:
    """Post the stopwatch's notification; cancel it if reset or not `shown`."""
    watch = stopwatch(context)
    if watch.state == "reset" or not shown:
        context.system.notifications.cancel(context.package, STOPWATCH_ID)
        return
    clock = context.system.clock
    total = watch.total(clock.elapsed_ms())
    running = watch.state == "running"
    title, text = stopwatch_text(total)[0], "Paused"
    actions = [action("Start", "toggle_stopwatch"), action("Reset", "reset_stopwatch")]
    if running:
        title, text = "Stopwatch", phrase("Lap {n}", n=len(watch.laps) + 1) if watch.laps else ""
        actions = [action("Pause", "toggle_stopwatch")]
        if len(watch.laps) < MAX_LAPS:
            actions.append(action("Lap", "lap"))
    notification = Notification(
        context.package,
        STOPWATCH_ID,
        title,
        text,
        icon="timer",
        channel="stopwatch",
        content=open_tab("stopwatch"),
        actions=tuple(actions),
        ongoing=running,
        auto_cancel=False,
        chronometer=running,
        when_ms=clock.now_ms() - total,
        only_alert_once=True,
    )
    post(context, notification)
