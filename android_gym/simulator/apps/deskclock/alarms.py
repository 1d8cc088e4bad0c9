"""Alarms in operation: scheduling, ringing, snoozing, and notifications."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Final

from android_gym.simulator.appkit.times import is_24_hour
from android_gym.simulator.apps.deskclock.model import Alarm
from android_gym.simulator.apps.deskclock.notices import (
    RINGING,
    action,
    open_tab,
    post,
    schedule,
)
from android_gym.simulator.apps.deskclock.storage import FIRED, SNOOZED, Alarms, setting
from android_gym.simulator.apps.deskclock.texts import clock_text
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.notifications import Notification, PendingIntent
from android_gym.simulator.system.words import day_text, joined, phrase, verbatim
from android_gym.simulator.ui.activity import Context

__all__ = ["dismiss", "plan", "plan_all", "ring", "silence", "snooze", "upcoming"]

UPCOMING_MS: Final = 7_200_000
"""Milliseconds before an alarm rings at which its upcoming notification is posted."""

NOTIFICATION_ID: Final = 1000
"""Offset of notification ids, to which the alarm's id is added."""


def _epoch_ms(when: dt.datetime) -> int:
    return int(when.timestamp() * 1000)


def plan(context: Context, alarm: Alarm) -> dt.datetime | None:
    """Schedule an alarm's next time, or cancel it if it is off; return that time."""
    _cancel(context, alarm.id)
    if not alarm.enabled:
        return None
    clock = context.system.clock
    when = alarm.next(clock.datetime())
    due = _epoch_ms(when)
    schedule(context, "alarm", alarm.id, due, "ring", clock=True)
    schedule(context, "upcoming", alarm.id, max(due - UPCOMING_MS, clock.now_ms()), "upcoming")
    return when


def plan_all(context: Context) -> None:
    """Reschedule all alarms, after the clock or time zone has been set."""
    for alarm in Alarms(context).all():
        if alarm.enabled:
            plan(context, alarm)


def _cancel(context: Context, number: int) -> None:
    for tag in ("alarm", "upcoming", "silence"):
        context.system.alarms.cancel(context.package, f"{tag} {number}")
    context.system.notifications.cancel(context.package, NOTIFICATION_ID + number)


def _notify(
    context: Context, alarm: Alarm, title: str, text: str, channel: str, *actions: tuple[str, str]
) -> None:
    content = open_tab("alarm")
    if channel == "alarms_firing":
        content = PendingIntent(Intent.to(RINGING, id=alarm.id))
    notification = Notification(
        context.package,
        NOTIFICATION_ID + alarm.id,
        title,
        text,
        icon="alarm",
        channel=channel,
        category="alarm",
        content=content,
        actions=tuple(action(label, what, alarm.id) for label, what in actions),
        ongoing=channel != "alarms_missed",
        auto_cancel=channel == "alarms_missed",
    )
    post(context, notification)


def _text(context: Context, time: dt.time | dt.datetime) -> str:
    today = context.system.clock.datetime().date()
    return joined(" ", (day_text(today, "E"), clock_text(time, is_24_hour(context))))


def _labelled(context: Context, alarm: Alarm) -> str:
    text = _text(context, alarm.time)
    return joined(" - ", (text, verbatim(alarm.label))) if alarm.label else text


def _name(alarm: Alarm) -> str:
    return verbatim(alarm.label) if alarm.label else "Alarm"


def ring(context: Context, alarm: Alarm) -> None:
    """Let an alarm ring: post a notification, or show a full screen if the display is off."""
    system = context.system
    now = system.clock.datetime()
    Alarms(context).set_instance(alarm, FIRED, now)
    system.alarms.cancel(context.package, f"upcoming {alarm.id}")
    actions = (("Snooze", "snooze"), ("Stop", "stop"))
    _notify(context, alarm, _name(alarm), _text(context, now), "alarms_firing", *actions)
    minutes = int(setting(context, "auto_silence"))
    if minutes > 0:
        due = system.clock.elapsed_ms() + minutes * 60_000
        schedule(context, "silence", alarm.id, due, "silence", wall=False)
    if not system.display.on or system.keyguard.showing:
        system.keyguard.wake()
        system.activities.start(Intent.to(RINGING, id=alarm.id))


def dismiss(context: Context, alarm: Alarm) -> None:
    """Stop a ringing or snoozed alarm, or skip its next time; a one-time alarm is switched off."""
    alarms = Alarms(context)
    rung = alarm.id in alarms.instances()
    alarms.set_instance(alarm, None, context.system.clock.datetime())
    _cancel(context, alarm.id)
    if not alarm.days:
        alarm = replace(alarm, enabled=False, date=None)
        alarms.change(alarm)
    when = plan(context, alarm)
    if not rung and when is not None:
        context.system.alarms.cancel(context.package, f"upcoming {alarm.id}")
        schedule(context, "alarm", alarm.id, _epoch_ms(alarm.next(when)), "ring", clock=True)


def snooze(context: Context, alarm: Alarm, minutes: int | None = None) -> None:
    """Snooze a ringing alarm.

    Args:
        context: The app's context.
        alarm: The alarm.
        minutes: Snooze length, 1 to 1440; the one in the settings by default.
    """
    kept = int(setting(context, "snooze_duration"))
    minutes = min(1440, max(1, kept if minutes is None else minutes))
    clock = context.system.clock
    when = clock.datetime(clock.now_ms() + minutes * 60_000)
    Alarms(context).set_instance(alarm, SNOOZED, when)
    _cancel(context, alarm.id)
    schedule(context, "alarm", alarm.id, _epoch_ms(when), "ring", clock=True)
    text = phrase("Snoozing until {time}", time=clock_text(when, is_24_hour(context)))
    _notify(context, alarm, _name(alarm), text, "alarms_snooze", ("Dismiss", "stop"))


def silence(context: Context, alarm: Alarm) -> None:
    """Stop an alarm that nobody has dismissed, and post a missed alarm notification."""
    text = _labelled(context, alarm)
    dismiss(context, alarm)
    _notify(context, alarm, "Missed alarm", text, "alarms_missed")


def upcoming(context: Context, alarm: Alarm) -> None:
    """Post an upcoming alarm notification unless the alarm is ringing or snoozed."""
    if alarm.id not in Alarms(context).instances():
        text = _labelled(context, alarm)
        _notify(context, alarm, "Upcoming alarm", text, "alarms_upcoming", ("Dismiss", "stop"))
