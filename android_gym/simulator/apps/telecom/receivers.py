"""Receiver of call events: rejects blocked callers, logs ended calls, notifies the dialer."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from immutables import Map

from android_gym.errors import DatabaseError
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.phone_numbers import as_typed, e164, is_emergency
from android_gym.simulator.system.telephony import OWN_NUMBER
from android_gym.simulator.ui.activity import Context

__all__ = ["receive"]

DIALER = "com.google.android.dialer"
IN_CALL_SERVICE = f"{DIALER}/com.android.incallui.InCallServiceImpl"

INCOMING, OUTGOING, MISSED, REJECTED, BLOCKED = 1, 2, 3, 5, 6
"""``CallLog.Calls.TYPE``."""

_FIELDS = ("number", "data_id", "display_name", "type", "label", "normalized_number")


def receive(context: Context, intent: Intent) -> None:
    """Handle the event of a call: added, changed, ended or removed."""
    event = intent.extra("event")
    number = str(intent.extra("number", ""))
    blocked = bool(intent.extra("incoming")) and _blocks(context, number)
    if blocked and event == "added":
        context.system.telephony.hang_up(intent.extra("id", 0))
        return
    if event == "ended":
        _log(context, intent, blocked=blocked)
    if blocked or not context.system.packages.installed(DIALER):
        return
    # Telecom binds to the dialer's service, which starts even a force-stopped app.
    if context.system.packages.state(DIALER).stopped:
        context.system.packages.change(DIALER, stopped=False)
    context.system.activities.broadcast(
        Intent(component=IN_CALL_SERVICE, action=intent.action, extras=intent.extras)
    )


def _blocks(context: Context, number: str) -> bool:
    provider = context.find_provider("com.android.blockednumber")
    if provider is None or is_emergency(number):
        return False
    _, rows = provider.query(
        "content://com.android.blockednumber/blocked",
        ["_id"],
        "original_number = ? OR e164_number = ?",
        None,
        (number, e164(number)),
    )
    return bool(rows)


def _log(context: Context, intent: Intent, *, blocked: bool) -> None:
    number = str(intent.extra("number", ""))
    kind = OUTGOING
    if intent.extra("incoming"):
        kind = INCOMING if intent.extra("connected") else MISSED
        if intent.extra("cause") == "rejected":
            kind = BLOCKED if blocked else REJECTED
    found = _caller(context, number)
    row = {
        "number": number,
        "presentation": 1,
        "post_dial_digits": intent.extra("post_dial", ""),
        "via_number": "",
        "date": intent.extra("since_ms"),
        "duration": intent.extra("duration_s", 0),
        "type": kind,
        "features": 0,
        "subscription_component_name": "com.android.phone/"
        "com.android.services.telephony.TelephonyConnectionService",
        "subscription_id": "89014103211118510720",
        "phone_account_address": OWN_NUMBER,
        "new": 1,
        "is_read": 0 if kind == MISSED else 1,
        "name": found.get("display_name"),
        "numbertype": found.get("type", 0),
        "numberlabel": found.get("label"),
        "countryiso": "US",
        "matched_number": found.get("number"),
        "normalized_number": found.get("normalized_number"),
        "formatted_number": as_typed(number),
        "missed_reason": 0,
        "block_reason": 3 if blocked else 0,
    }
    provider = context.find_provider("call_log")
    if provider is None:
        return
    try:
        provider.insert("content://call_log/calls", row)
    except DatabaseError:
        # As in Android's CallLogManager, the call is only missing from the log.
        return


def _caller(context: Context, number: str) -> Map[str, Any]:
    provider = context.find_provider("com.android.contacts")
    if provider is None:
        return Map()
    try:
        names, rows = provider.query(
            f"content://com.android.contacts/phone_lookup/{quote(number, safe='')}", _FIELDS
        )
    except DatabaseError:
        return Map()
    return Map(zip(names, rows[0], strict=True)) if rows else Map()
