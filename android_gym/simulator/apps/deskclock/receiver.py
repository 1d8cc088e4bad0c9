"""What Clock does while nobody looks: alarms and timers that fall due, and their notifications."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace

from immutables import Map

from android_gym.simulator.apps.deskclock import storage
from android_gym.simulator.apps.deskclock.storage import Alarm, Alarms, Stopwatch, Timer, Timers
from android_gym.simulator.apps.deskclock.texts import (
    clock_text,
    is_24,
    left_text,
    stopwatch_text,
    timer_name,
)
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.notifications import (
    IMPORTANCE_HIGH,
    IMPORTANCE_LOW,
    Channel,
    Notification,
    NotificationAction,
    PendingIntent,
)
from android_gym.simulator.ui.activity import Context

__all__ = [
    "dismiss",
    "lap",
    "pause_timer",
    "plan",
    "receive",
    "remove_timer",
    "reset_stopwatch",
    "reset_timer",
    "show_stopwatch",
    "show_timers",
    "snooze",
    "start_stopwatch",
    "start_timer",
    "stop_stopwatch",
]

RECEIVER = "com.google.android.deskclock/com.android.deskclock.AlarmReceiver"
MAIN = "com.google.android.deskclock/com.android.deskclock.DeskClock"
RINGING = "com.google.android.deskclock/com.android.deskclock.alarms.AlarmActivity"

UPCOMING_MS = 7_200_000
"""How long before it rings an alarm is announced."""

STOPWATCH_ID, TIMERS_ID, EXPIRED_ID, ALARM_ID = 2147483646, 2147483645, 2147483644, 1000

CHANNELS = (
    Channel("alarms_upcoming", "Upcoming alarms", IMPORTANCE_LOW),
    Channel("alarms_snooze", "Snoozed alarms", IMPORTANCE_LOW),
    Channel("alarms_missed", "Missed alarms", IMPORTANCE_LOW),
    Channel("alarms_firing", "Firing alarms & timers", IMPORTANCE_HIGH),
    Channel("stopwatch", "Stopwatch", IMPORTANCE_LOW),
    Channel("timers", "Timers", IMPORTANCE_LOW),
)


def _send(what: str, number: int = 0) -> Intent:
    action = f"com.android.deskclock.action.{what}"
    return Intent(component=RECEIVER, action=action, extras=Map({"id": number}))


def _action(title: str, what: str, number: int = 0) -> NotificationAction:
    return NotificationAction(title, PendingIntent(_send(what, number), "broadcast"))


def _open(tab: str) -> PendingIntent:
    return PendingIntent(Intent(component=MAIN, extras=Map({"tab": tab})))


def _post(context: Context, notification: Notification) -> None:
    for channel in CHANNELS:
        if channel.id == notification.channel:
            context.system.notifications.create_channel(context.package, channel)
    context.system.notifications.post(notification)


# --- alarms --------------------------------------------------------------------------------------


def plan(context: Context, alarm: Alarm) -> dt.datetime | None:
    """Has an alarm ring at its next time, or, if it is off, not at all."""
    _cancel(context, alarm.id)
    if not alarm.enabled:
        return None
    clock = context.system.clock
    when = alarm.next(clock.datetime())
    due = int(when.timestamp() * 1000)
    set_alarm = context.system.alarms.set
    set_alarm(context.package, f"alarm {alarm.id}", due, _send("ring", alarm.id), wall=True)
    upcoming = max(due - UPCOMING_MS, clock.now_ms())
    intent = _send("upcoming", alarm.id)
    set_alarm(context.package, f"upcoming {alarm.id}", upcoming, intent, wall=True)
    return when


def _cancel(context: Context, number: int) -> None:
    for tag in ("alarm", "upcoming", "silence"):
        context.system.alarms.cancel(context.package, f"{tag} {number}")
    context.system.notifications.cancel(context.package, ALARM_ID + number)


def _notify(
    context: Context, alarm: Alarm, title: str, text: str, channel: str, *actions: tuple[str, str]
) -> None:
    ringing = channel == "alarms_firing"
    content = _open("alarm")
    if ringing:
        content = PendingIntent(Intent(component=RINGING, extras=Map({"id": alarm.id})))
    _post(
        context,
        Notification(
            context.package,
            ALARM_ID + alarm.id,
            title,
            text,
            icon="alarm",
            channel=channel,
            category="alarm",
            content=content,
            actions=tuple(_action(label, what, alarm.id) for label, what in actions),
            ongoing=channel != "alarms_missed",
            auto_cancel=channel == "alarms_missed",
        ),
    )


def _moment(context: Context, alarm: Alarm) -> str:
    now = context.system.clock.datetime()
    text = f"{now:%a} {clock_text(alarm.time, is_24(context))}"
    return f"{text} - {alarm.label}" if alarm.label else text


def _ring(context: Context, alarm: Alarm) -> None:
    alarms = Alarms(context)
    now = context.system.clock.datetime()
    alarms.set_instance(alarm, storage.FIRED, now)
    context.system.alarms.cancel(context.package, f"upcoming {alarm.id}")
    title = alarm.label or "Alarm"
    text = f"{now:%a} {clock_text(now, is_24(context))}"
    actions = (("Snooze", "snooze"), ("Stop", "stop"))
    _notify(context, alarm, title, text, "alarms_firing", *actions)
    minutes = int(storage.setting(context, "auto_silence"))
    if minutes > 0:
        due = context.system.clock.elapsed_ms() + minutes * 60_000
        intent = _send("silence", alarm.id)
        context.system.alarms.set(context.package, f"silence {alarm.id}", due, intent, wall=False)
    if not context.system.display.on:
        context.system.display.set_on(True)
        context.system.activities.start(Intent.to(RINGING, id=alarm.id))


def dismiss(context: Context, alarm: Alarm) -> None:
    """Ends an alarm's ringing or sleeping, or skips its next time; one that rings once goes off."""
    alarms = Alarms(context)
    rung = alarm.id in alarms.instances()
    alarms.set_instance(alarm, None, context.system.clock.datetime())
    _cancel(context, alarm.id)
    if not alarm.days:
        alarm = replace(alarm, enabled=False, date=None)
        alarms.change(alarm)
    if not alarm.enabled:
        return
    when = plan(context, alarm)
    if not rung and when is not None:
        following = int(alarm.next(when).timestamp() * 1000)
        package, alarm_manager = context.package, context.system.alarms
        alarm_manager.cancel(package, f"upcoming {alarm.id}")
        intent = _send("ring", alarm.id)
        alarm_manager.set(package, f"alarm {alarm.id}", following, intent, wall=True)


def snooze(context: Context, alarm: Alarm) -> dt.datetime:
    """Has an alarm that rings ring again later. Returns when."""
    minutes = max(1, int(storage.setting(context, "snooze_duration")))
    clock = context.system.clock
    when = clock.datetime(clock.now_ms() + minutes * 60_000)
    Alarms(context).set_instance(alarm, storage.SNOOZED, when)
    _cancel(context, alarm.id)
    due, intent = int(when.timestamp() * 1000), _send("ring", alarm.id)
    context.system.alarms.set(context.package, f"alarm {alarm.id}", due, intent, wall=True)
    text = f"Snoozing until {clock_text(when, is_24(context))}"
    _notify(context, alarm, alarm.label or "Alarm", text, "alarms_snooze", ("Dismiss", "stop"))
    return when


def _silence(context: Context, alarm: Alarm) -> None:
    text = _moment(context, alarm)
    dismiss(context, alarm)
    _notify(context, alarm, "Missed alarm", text, "alarms_missed")


def _upcoming(context: Context, alarm: Alarm) -> None:
    if alarm.id in Alarms(context).instances():
        return
    text = _moment(context, replace(alarm, label=alarm.label))
    _notify(context, alarm, "Upcoming alarm", text, "alarms_upcoming", ("Dismiss", "stop"))


def _time_changed(context: Context) -> None:
    for alarm in Alarms(context).all():
        if alarm.enabled:
            plan(context, alarm)


# --- timers --------------------------------------------------------------------------------------


def start_timer(context: Context, timer: Timer) -> None:
    """Starts a timer, or lets it go on."""
    elapsed = context.system.clock.elapsed_ms()
    left = timer.left_ms if timer.state != storage.RESET else timer.total_ms
    timer = replace(timer, state=storage.RUNNING, started_ms=elapsed, left_ms=left)
    Timers(context).put(timer)
    intent = _send("expire", timer.id)
    due = timer.due_ms
    context.system.alarms.set(context.package, f"timer {timer.id}", due, intent, wall=False)


def pause_timer(context: Context, timer: Timer) -> None:
    """Pauses a running timer."""
    left = max(0, timer.left(context.system.clock.elapsed_ms()))
    context.system.alarms.cancel(context.package, f"timer {timer.id}")
    Timers(context).put(replace(timer, state=storage.PAUSED, left_ms=left))


def reset_timer(context: Context, timer: Timer) -> None:
    """Brings a timer back to what it was set to."""
    context.system.alarms.cancel(context.package, f"timer {timer.id}")
    length = timer.length_ms
    timer = replace(timer, state=storage.RESET, total_ms=length, left_ms=length)
    Timers(context).put(timer)
    _show_expired(context)


def add_minute(context: Context, timer: Timer) -> None:
    """Adds a minute; an expired timer goes on with it."""
    minute = 60_000
    elapsed = context.system.clock.elapsed_ms()
    if timer.state == storage.EXPIRED:
        fresh = replace(timer, state=storage.PAUSED, total_ms=minute, left_ms=minute)
        start_timer(context, fresh)
    elif timer.state == storage.RUNNING:
        left = timer.left(elapsed) + minute
        total = timer.total_ms + minute
        fresh = replace(timer, state=storage.PAUSED, total_ms=total, left_ms=left)
        start_timer(context, fresh)
    else:
        left, total = timer.left_ms + minute, timer.total_ms + minute
        Timers(context).put(replace(timer, left_ms=left, total_ms=total))
    _show_expired(context)


def remove_timer(context: Context, timer: Timer) -> None:
    """Deletes a timer."""
    context.system.alarms.cancel(context.package, f"timer {timer.id}")
    Timers(context).remove(timer.id)
    _show_expired(context)


def _expire(context: Context, timer: Timer) -> None:
    Timers(context).put(replace(timer, state=storage.EXPIRED))
    _show_expired(context)
    if _in_background(context):
        show_timers(context)


def _show_expired(context: Context) -> None:
    """Posts the notification of the timers that are over, or takes it away."""
    over = [timer for timer in Timers(context).all() if timer.state == storage.EXPIRED]
    if not over:
        context.system.notifications.cancel(context.package, EXPIRED_ID)
        return
    first = over[-1]
    title = "Time\u2019s up" if len(over) == 1 else f"{len(over)} timers expired"
    actions: tuple[NotificationAction, ...] = (_action("Stop", "stop_timers"),)
    if len(over) == 1:
        actions = (*actions, _action("+1 min", "add_minute", first.id))
    _post(
        context,
        Notification(
            context.package,
            EXPIRED_ID,
            first.label or title if len(over) == 1 else title,
            title if first.label and len(over) == 1 else "",
            icon="timer",
            channel="alarms_firing",
            category="alarm",
            content=_open("timer"),
            actions=actions,
            ongoing=True,
            auto_cancel=False,
        ),
    )


def show_timers(context: Context, shown: bool = True) -> None:
    """Posts the notification of the timers that run, or takes it away."""
    timers = [t for t in Timers(context).all() if t.state in (storage.RUNNING, storage.PAUSED)]
    if not timers or not shown:
        context.system.notifications.cancel(context.package, TIMERS_ID)
        return
    elapsed = context.system.clock.elapsed_ms()
    first = min(timers, key=lambda timer: timer.left(elapsed))
    running = first.state == storage.RUNNING
    title = left_text(first.left(elapsed))
    text = first.label or timer_name(first.length_ms)
    if len(timers) > 1:
        text = f"{len(timers)} timers"
    elif not running:
        text = f"{text} (paused)"
    toggle = _action("Pause", "pause_timer", first.id)
    if not running:
        toggle = _action("Resume", "start_timer", first.id)
    last = _action("+1 min", "add_minute", first.id)
    if not running:
        last = _action("Reset", "reset_timer", first.id)
    _post(
        context,
        Notification(
            context.package,
            TIMERS_ID,
            title,
            text,
            icon="timer",
            channel="timers",
            content=_open("timer"),
            actions=(toggle, last),
            ongoing=running,
            auto_cancel=False,
            only_alert_once=True,
        ),
    )


# --- stopwatch -----------------------------------------------------------------------------------


def _stopwatch(context: Context) -> Stopwatch:
    return Stopwatch.read(context.preferences())


def _write(context: Context, stopwatch: Stopwatch) -> None:
    stopwatch.write(context.preferences(), context.system.clock.now_ms())


def start_stopwatch(context: Context) -> None:
    """Starts the stopwatch, or lets it go on."""
    elapsed = context.system.clock.elapsed_ms()
    watch = _stopwatch(context)
    if watch.state != storage.RUNNING:
        _write(context, replace(watch, state=storage.RUNNING, started_ms=elapsed))


def stop_stopwatch(context: Context) -> None:
    """Pauses the stopwatch."""
    watch = _stopwatch(context)
    if watch.state == storage.RUNNING:
        counted = watch.total(context.system.clock.elapsed_ms())
        _write(context, replace(watch, state=storage.PAUSED, counted_ms=counted))


def reset_stopwatch(context: Context) -> None:
    """Brings the stopwatch back to zero."""
    _write(context, Stopwatch())


def lap(context: Context) -> None:
    """Ends a lap, of 99 at most."""
    watch = _stopwatch(context)
    if watch.state == storage.RUNNING and len(watch.laps) < storage.MAX_LAPS:
        total = watch.total(context.system.clock.elapsed_ms())
        _write(context, replace(watch, laps=(*watch.laps, total)))


def show_stopwatch(context: Context, shown: bool = True) -> None:
    """Posts the stopwatch's notification, or takes it away."""
    watch = _stopwatch(context)
    if watch.state == storage.RESET or not shown:
        context.system.notifications.cancel(context.package, STOPWATCH_ID)
        return
    clock = context.system.clock
    total = watch.total(clock.elapsed_ms())
    running = watch.state == storage.RUNNING
    text = f"Lap {len(watch.laps) + 1}" if watch.laps else ""
    if not running:
        text = "Paused"
    actions = [_action("Pause" if running else "Start", "toggle_stopwatch")]
    if running and len(watch.laps) < storage.MAX_LAPS:
        actions.append(_action("Lap", "lap"))
    if not running:
        actions.append(_action("Reset", "reset_stopwatch"))
    _post(
        context,
        Notification(
            context.package,
            STOPWATCH_ID,
            "Stopwatch" if running else stopwatch_text(total)[0],
            text,
            icon="timer",
            channel="stopwatch",
            content=_open("stopwatch"),
            actions=tuple(actions),
            ongoing=running,
            auto_cancel=False,
            chronometer=running,
            when_ms=clock.now_ms() - total,
            only_alert_once=True,
        ),
    )


def _toggle_stopwatch(context: Context) -> None:
    if _stopwatch(context).state == storage.RUNNING:
        stop_stopwatch(context)
    else:
        start_stopwatch(context)


# --- broadcasts ----------------------------------------------------------------------------------

_OF_ALARMS: dict[str, Callable[[Context, Alarm], object]] = {
    "ring": _ring,
    "snooze": snooze,
    "stop": dismiss,
    "silence": _silence,
    "upcoming": _upcoming,
}

_OF_TIMERS: dict[str, Callable[[Context, Timer], object]] = {
    "expire": _expire,
    "add_minute": add_minute,
    "pause_timer": pause_timer,
    "start_timer": start_timer,
    "reset_timer": reset_timer,
}

_OF_STOPWATCH: dict[str, Callable[[Context], object]] = {
    "toggle_stopwatch": _toggle_stopwatch,
    "lap": lap,
    "reset_stopwatch": reset_stopwatch,
}


def _in_background(context: Context) -> bool:
    top = context.system.activities.top
    return top is None or top.package != context.package


def stop_timers(context: Context) -> None:
    """Resets every timer that is over."""
    for timer in Timers(context).all():
        if timer.state == storage.EXPIRED:
            reset_timer(context, timer)


def receive(context: Context, intent: Intent) -> None:
    """Receives what the phone, alarms and buttons of notifications send."""
    what = (intent.action or "").rpartition(".")[2]
    number = intent.extra("id", 0)
    background = _in_background(context)
    if what in _OF_ALARMS:
        alarm = Alarms(context).get(number)
        if alarm is not None:
            _OF_ALARMS[what](context, alarm)
    elif what in _OF_TIMERS:
        timer = Timers(context).get(number)
        if timer is not None:
            _OF_TIMERS[what](context, timer)
            show_timers(context, background)
    elif what in _OF_STOPWATCH:
        _OF_STOPWATCH[what](context)
        show_stopwatch(context, background)
    elif what == "stop_timers":
        stop_timers(context)
    else:
        _time_changed(context)
