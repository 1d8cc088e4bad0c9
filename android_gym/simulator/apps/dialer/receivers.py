"""Receivers of call events: show the call's screen and notifications, and handle their buttons."""

from __future__ import annotations

from immutables import Map

from android_gym.simulator.apps.dialer.dialogs import CallError
from android_gym.simulator.apps.dialer.model import INCOMING_ID, MISSED_ID, ONGOING_ID
from android_gym.simulator.apps.dialer.storage import CallLog, caller
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.notifications import (
    IMPORTANCE_HIGH,
    IMPORTANCE_LOW,
    Channel,
    Notification,
    NotificationAction,
    PendingIntent,
)
from android_gym.simulator.system.telephony import Call
from android_gym.simulator.ui.activity import Context

__all__ = ["calls_changed", "pressed"]

PACKAGE = "com.google.android.dialer"
IN_CALL = f"{PACKAGE}/com.android.incallui.InCallActivity"
MAIN = f"{PACKAGE}/{PACKAGE}.extensions.GoogleDialtactsActivity"
BUTTONS = f"{PACKAGE}/com.android.incallui.NotificationBroadcastReceiver"

CHANNELS = (
    Channel("phone_incoming_call", "Incoming calls", IMPORTANCE_HIGH),
    Channel("phone_ongoing_call", "Ongoing calls", IMPORTANCE_LOW),
    Channel("phone_missed_call", "Missed calls"),
)


def _button(title: str, what: str, call: Call) -> NotificationAction:
    intent = Intent(
        component=BUTTONS, action=f"com.android.incallui.ACTION_{what}", extras=Map(id=call.id)
    )
    return NotificationAction(title, PendingIntent(intent, "broadcast"))


def _post(context: Context, notification: Notification) -> None:
    channel = next(c for c in CHANNELS if c.id == notification.channel)
    context.system.notifications.create_channel(context.package, channel)
    context.system.notifications.post(notification)


def _show(context: Context) -> None:
    context.system.activities.start(Intent.to(IN_CALL))


def _in_front(context: Context) -> bool:
    top = context.system.activities.top
    return context.system.display.on and top is not None and top.component == IN_CALL


def calls_changed(context: Context, intent: Intent) -> None:
    """Show a new call, update notifications, and close the call's screen after the last one."""
    system = context.system
    telephony = system.telephony
    event = intent.extra("event")
    if event == "added" and not intent.extra("incoming"):
        _show(context)
    elif event == "added" and (not system.display.on or system.keyguard.showing):
        system.keyguard.wake()
        _show(context)
    elif event == "ended" and intent.extra("cause") in ("power_off", "too_many"):
        _show(context)
    if event == "ended" and intent.extra("cause") == "missed":
        _missed(context)
    _notify(context)
    if not telephony.calls and telephony.ended is None:
        _leave(context)


def _leave(context: Context) -> None:
    activities = context.system.activities
    for task in activities.tasks:
        for record in task.records:
            asks = any(isinstance(dialog, CallError) for dialog in record.dialogs)
            if record.component == IN_CALL and not asks:
                activities.finish(record.token)


def _notify(context: Context) -> None:
    """Post or cancel notifications for the current calls."""
    calls = context.system.telephony.calls
    notifications = context.system.notifications
    ringing = next((call for call in calls if call.ringing), None)
    if ringing is None or _in_front(context):
        notifications.cancel(context.package, INCOMING_ID)
    elif not any(n.id == INCOMING_ID for n in notifications.active() if n.package == PACKAGE):
        name, second = caller(context, ringing.number)
        _post(
            context,
            Notification(
                context.package,
                INCOMING_ID,
                name,
                "Incoming call" + (f" \u2022 {second}" if second else ""),
                icon="phone",
                channel="phone_incoming_call",
                category="call",
                content=PendingIntent(Intent.to(IN_CALL)),
                actions=(
                    _button("Decline", "DECLINE_INCOMING_CALL", ringing),
                    _button("Answer", "ANSWER_VOICE_INCOMING_CALL", ringing),
                ),
                ongoing=True,
                auto_cancel=False,
            ),
        )
        notifications.hold_heads_up()
    here = [call for call in calls if not call.ringing]
    if not here:
        notifications.cancel(context.package, ONGOING_ID)
        return
    call = next((call for call in here if call.state != "held"), here[-1])
    talking = call.state == "active"
    words = {"dialing": "Calling\u2026", "alerting": "Calling\u2026", "held": "On hold"}
    clock = context.system.clock
    begun = clock.now_ms() - (clock.elapsed_ms() - call.connected_ms) if talking else 0
    _post(
        context,
        Notification(
            context.package,
            ONGOING_ID,
            caller(context, call.number)[0],
            words.get(call.state, "Ongoing call"),
            icon="phone",
            channel="phone_ongoing_call",
            category="call",
            content=PendingIntent(Intent.to(IN_CALL)),
            actions=(_button("Hang up", "HANG_UP_ONGOING_CALL", call),),
            ongoing=True,
            auto_cancel=False,
            only_alert_once=True,
            chronometer=talking,
            when_ms=begun,
        ),
    )


def _missed(context: Context) -> None:
    """Post the notification of missed calls that were not seen yet."""
    log = CallLog(context)
    calls = [call for call in log.page(0, missed=True) if call.new]
    if not calls:
        return
    number = calls[0].number
    name = caller(context, number)[0]
    actions: tuple[NotificationAction, ...] = ()
    if len(calls) == 1:
        actions = tuple(
            NotificationAction(title, PendingIntent(Intent(action, data=f"{scheme}:{number}")))
            for title, action, scheme in (
                ("Call back", "android.intent.action.CALL", "tel"),
                ("Message", "android.intent.action.SENDTO", "smsto"),
            )
        )
    content = Intent(
        component=MAIN, action="android.intent.action.VIEW", type="vnd.android.cursor.dir/calls"
    )
    _post(
        context,
        Notification(
            context.package,
            MISSED_ID,
            "Missed call" if len(calls) == 1 else "Missed calls",
            name if len(calls) == 1 else f"{len(calls)} missed calls",
            icon="call_missed",
            channel="phone_missed_call",
            category="missed_call",
            content=PendingIntent(content),
            actions=actions,
        ),
    )


def pressed(context: Context, intent: Intent) -> None:
    """Handle a button of a notification."""
    telephony, call = context.system.telephony, intent.extra("id", 0)
    if (intent.action or "").endswith("ANSWER_VOICE_INCOMING_CALL"):
        telephony.answer(call)
        if telephony.calls:
            _show(context)
    else:
        telephony.hang_up(call)
    context.system.status_bar.collapse()
