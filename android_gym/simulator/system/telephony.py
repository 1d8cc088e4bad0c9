"""Telephony: incoming and outgoing messages and calls.

Storing messages and ringing are up to apps, which receive the broadcasts that Android sends.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from immutables import Map

from android_gym.errors import OptionError
from android_gym.simulator.state import State
from android_gym.simulator.system.activities import ActivityManager
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.connectivity import Connectivity
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.packages import FLAG_INCLUDE_STOPPED_PACKAGES, PackageManager
from android_gym.simulator.system.phone_numbers import is_emergency
from android_gym.simulator.system.settings import Settings

__all__ = [
    "ACTION_CALLS_CHANGED",
    "CALL_IDLE",
    "CALL_OFFHOOK",
    "CALL_RINGING",
    "IMEI",
    "OWN_NUMBER",
    "RESULT_ERROR_RADIO_OFF",
    "SEND_MS",
    "VOICEMAIL_NUMBER",
    "Call",
    "Telephony",
]

CALL_IDLE, CALL_RINGING, CALL_OFFHOOK = range(3)
"""Values of ``TelephonyManager.getCallState``."""

RESULT_OK, RESULT_ERROR_RADIO_OFF = -1, 2
"""Result codes of ``SmsManager`` for a message."""

SEND_MS, REFUSE_MS, DELIVER_MS = 1_000, 200, 2_000
"""Time for the network to accept a message, for a radio that is off to reject it, and for the
receiver to confirm it."""

DIAL_MS = ALERT_MS = 1_000
"""Time until the other phone rings, and from then until it is answered, on the emulator's modem."""

OWN_NUMBER, VOICEMAIL_NUMBER, IMEI = "+15555215554", "+15552175049", "358240051111110"
"""Values of the emulator's SIM card and modem."""

TELECOM = "com.android.server.telecom"
ACTION_CALLS_CHANGED = "android.telecom.action.CALLS_CHANGED"
"""Sent to Telecom whenever a call starts, changes or ends, or an ended call is forgotten.

Extras: ``event`` (``added``, ``changed``, ``ended``, ``forgotten``), ``id``, ``number``,
``incoming``, ``since_ms``, ``duration_s``, ``connected``, ``cause``, ``post_dial``.
"""

ACTION_SMS_DELIVER = "android.provider.Telephony.SMS_DELIVER"
ACTION_SMS_RECEIVED = "android.provider.Telephony.SMS_RECEIVED"

FORGET_MS = {"local": 200, "remote": 2_000, "busy": 2_000, "power_off": 200, "too_many": 200}
"""Time that an ended call stays on screen, by its cause; other causes close it at once."""


@dataclass(frozen=True)
class Call:
    """A call that is ringing or in progress.

    Attributes:
        id: Its id, counted from 1.
        number: The other party's number.
        state: ``dialing``, ``alerting`` (the other phone rings), ``incoming``, ``waiting`` (comes
            in during another call), ``active``, ``held`` or ``ended``.
        incoming: Whether the other party called.
        since_ms: When it started, in milliseconds since 1970.
        connected_ms: When it was answered, in milliseconds since boot; 0 if it was not.
        cause: Why it ended: ``local``, ``remote``, ``rejected``, ``missed``, ``busy``,
            ``power_off``, ``too_many``.
        duration_s: Duration of an ended call, from when it was answered.
        post_dial: Tones to send once it is answered, beginning with "," or ";".
    """

    id: int
    number: str
    state: str
    incoming: bool
    since_ms: int
    connected_ms: int = 0
    cause: str = ""
    duration_s: int = 0
    post_dial: str = ""

    @property
    def ringing(self) -> bool:
        """Return whether this phone rings for it."""
        return self.state in ("incoming", "waiting")


@dataclass(frozen=True)
class _Calls:
    now: tuple[Call, ...] = ()
    ended: Call | None = None
    next_id: int = 1
    muted: bool = False
    speaker: bool = False


class Telephony:
    """The phone's radio."""

    def __init__(
        self,
        state: State,
        clock: Clock,
        settings: Settings,
        packages: PackageManager,
        activities: ActivityManager,
        connectivity: Connectivity,
    ) -> None:
        self._slot = state.slot("telephony.calls", _Calls())
        self._clock = clock
        self._settings = settings
        self._packages = packages
        self._activities = activities
        self._connectivity = connectivity
        clock.handler("sms", self._report, Intent)
        clock.handler("call", self._progress, tuple[int, str])
        clock.handler("call_ended", self._forget, int)
        connectivity.listen(self._radio)
        activities.on_force_stop(self._cancel_reports)

    # -- messages

    def receive_sms(self, address: str, body: str) -> bool:
        """Receive a message from the network; return whether the radio was on.

        ``SMS_DELIVER`` goes to the default SMS app, even if it was force-stopped, ``SMS_RECEIVED``
        to all others; both have the extras ``address``, ``body`` and ``date`` (milliseconds since
        1970).

        Raises:
            OptionError: If the address is invalid.
        """
        _check(address)
        if self._connectivity.airplane_mode:
            return False
        extras = Map(address=address, body=body, date=self._clock.now_ms())
        deliver = Intent(
            action=ACTION_SMS_DELIVER,
            package=self._settings.get("secure", "sms_default_application") or "",
            extras=extras,
            flags=FLAG_INCLUDE_STOPPED_PACKAGES,
        )
        for manifest, info in self._packages.query_receivers(deliver)[:1]:
            deliver = replace(deliver, component=manifest.component(info.name))
        self._activities.broadcast(deliver)
        self._activities.broadcast(Intent(action=ACTION_SMS_RECEIVED, extras=extras))
        return True

    def send_sms(self, address: str, sent: Intent, delivered: Intent | None = None) -> None:
        """Send a message, as ``SmsManager.sendTextMessage`` does.

        Args:
            address: The recipient.
            sent: Broadcast when it was accepted or has failed, with the extra ``result``.
            delivered: Broadcast when it has arrived.
        """
        result = RESULT_OK
        if self._connectivity.airplane_mode:
            result = RESULT_ERROR_RADIO_OFF
        delay = SEND_MS if result == RESULT_OK else REFUSE_MS
        extras = sent.extras.set("result", result).set("address", address)
        self._clock.schedule(delay, "sms", replace(sent, extras=extras))
        if delivered is not None and result == RESULT_OK:
            self._clock.schedule(DELIVER_MS, "sms", delivered)

    def _report(self, report: Intent) -> None:
        self._activities.broadcast(report)

    def _cancel_reports(self, package: str) -> None:
        """Drop an app's pending reports: force-stopping it cancels its pending intents."""
        for timer in self._clock.timers():
            if timer.handler == "sms" and (timer.payload.component or "").startswith(f"{package}/"):
                self._clock.cancel(timer.id)

    # -- calls

    @property
    def calls(self) -> tuple[Call, ...]:
        """Calls that are ringing or in progress, oldest first."""
        return self._slot.get().now

    @property
    def ended(self) -> Call | None:
        """The call that has just ended, for as long as it is shown."""
        return self._slot.get().ended

    @property
    def call_state(self) -> int:
        """One of `CALL_IDLE`, `CALL_RINGING` and `CALL_OFFHOOK`."""
        return _call_state(self.calls)

    @property
    def muted(self) -> bool:
        """Return whether the microphone is muted during calls."""
        return self._slot.get().muted

    @property
    def speaker(self) -> bool:
        """Return whether the speakerphone is on during calls."""
        return self._slot.get().speaker

    def set_audio(self, *, muted: bool | None = None, speaker: bool | None = None) -> None:
        """Turn mute or the speakerphone on or off while there are calls."""
        if self.calls:
            changes = {"muted": muted, "speaker": speaker}
            self._slot.update(**{k: v for k, v in changes.items() if v is not None})
            self._tell("changed", self.calls[-1])

    def ring(self, number: str) -> bool:
        """Receive a call from the network; return whether the radio was on.

        Raises:
            OptionError: If the number is invalid.
        """
        _check(number)
        if self._connectivity.airplane_mode:
            return False
        self._add(number, "waiting" if self.calls else "incoming", incoming=True)
        return True

    def dial(self, number: str) -> None:
        """Place a call; one that can't be made becomes a call that has ended at once.

        Args:
            number: The number to call; what follows a "," or ";" is sent as tones.

        Raises:
            OptionError: If the number is invalid.
        """
        pause = re.search(r"[,;]", number)
        number, tones = (
            (number[: pause.start()], number[pause.start() :]) if pause else (number, "")
        )
        _check(number)
        if self._connectivity.airplane_mode and not is_emergency(number):
            self._add(number, "dialing", refused="power_off", post_dial=tones)
            return
        if any(call.state in ("dialing", "alerting") for call in self.calls) or (
            {"active", "held"} <= {call.state for call in self.calls}
        ):
            self._add(number, "dialing", refused="too_many", post_dial=tones)
            return
        for call in self.calls:
            if call.state == "active":
                self._set(replace(call, state="held"))
        call = self._add(number, "dialing", post_dial=tones)
        self._clock.schedule(DIAL_MS, "call", (call.id, "alerting"))

    def answer(self, call_id: int) -> None:
        """Answer a ringing call."""
        call = self._find(call_id)
        if call is not None and call.ringing:
            self._connect(call)

    def hang_up(self, call_id: int) -> None:
        """End a call, or reject one that rings."""
        call = self._find(call_id)
        if call is not None:
            self._end(call, "rejected" if call.ringing else "local")

    def hold(self, call_id: int) -> None:
        """Hold an active call, or resume a held one."""
        call = self._find(call_id)
        if call is not None and call.state == "active":
            self._set(replace(call, state="held"))
        elif call is not None and call.state == "held":
            self._connect(call)

    def merge(self) -> None:
        """Merge all answered calls into a conference."""
        for call in self.calls:
            if call.state == "held":
                self._set(replace(call, state="active"))

    def restart(self) -> None:
        """Drop all calls, as the phone was switched off."""
        self._slot.set(_Calls(next_id=self._slot.peek().next_id))

    def end_key(self) -> bool:
        """Do what a phone's end-call key does; return whether there was a call."""
        order = ("incoming", "waiting", "dialing", "alerting", "active", "held")
        for call in sorted(self.calls, key=lambda call: order.index(call.state)):
            self.hang_up(call.id)
            return True
        return False

    def call_key(self) -> bool:
        """Answer a ringing call; return whether there was one."""
        for call in self.calls:
            if call.ringing:
                self.answer(call.id)
                return True
        return False

    def change(self, number: str, state: str) -> bool:
        """Apply a change by the other party or network: ``active``, ``held``, ``ended``, ``busy``.

        Returns:
            Whether there is a call with this number.
        """
        call = next((call for call in self.calls if call.number == number), None)
        if call is None:
            return False
        if state == "active":
            self._connect(call)
        elif state in ("ended", "busy"):
            cause = "missed" if call.ringing else "remote"
            self._end(call, "busy" if state == "busy" and not call.ringing else cause)
        else:
            self._set(replace(call, state=state))
        return True

    def seconds(self, call: Call) -> int:
        """Seconds since a call was answered; an observation of it changes every second."""
        if call.state == "ended":
            return call.duration_s
        if not call.connected_ms:
            return 0
        # Counted up to the clock's last full second, so that a screen looks the same whenever it is
        # built.
        begun = self._clock.watch_elapsed(1_000) - call.connected_ms
        return max(0, -(-begun // 1_000))

    def _find(self, call_id: int) -> Call | None:
        return next((call for call in self.calls if call.id == call_id), None)

    def _add(
        self,
        number: str,
        state: str,
        *,
        incoming: bool = False,
        refused: str = "",
        post_dial: str = "",
    ) -> Call:
        value = self._slot.peek()
        now = self._clock.now_ms()
        call = Call(value.next_id, number, state, incoming, now, post_dial=post_dial)
        before = _call_state(value.now)
        self._slot.update(now=(*value.now, call), next_id=call.id + 1)
        if refused:
            self._end(call, refused)
            return call
        self._announce(before, number)
        self._tell("added", call)
        return call

    def _set(self, call: Call) -> None:
        before = self.call_state
        self._slot.update(now=tuple(call if c.id == call.id else c for c in self.calls))
        self._announce(before, call.number)
        self._tell("changed", call)

    def _connect(self, call: Call) -> None:
        for other in self.calls:
            if other.state == "active" and other.id != call.id:
                self._set(replace(other, state="held"))
        begun = call.connected_ms or self._clock.elapsed_ms()
        self._set(replace(call, state="active", connected_ms=begun))

    def _end(self, call: Call, cause: str) -> None:
        before = self.call_state
        call = replace(call, state="ended", cause=cause, duration_s=self.seconds(call))
        rest = tuple(other for other in self.calls if other.id != call.id)
        shown = call if cause in FORGET_MS else None
        audio = {} if rest else {"muted": False, "speaker": False}
        self._slot.update(now=rest, ended=shown, **audio)
        self._announce(before, call.number)
        self._tell("ended", call)
        if shown is not None:
            self._clock.schedule(FORGET_MS[cause], "call_ended", call.id)
        else:
            self._tell("forgotten", call)
        if cause == "local" and len(rest) == 1 and rest[0].state == "held":
            self._connect(rest[0])

    def _progress(self, payload: tuple[int, str]) -> None:
        """Do the modem's next step for an outgoing call."""
        call = self._find(payload[0])
        if call is None or call.state not in ("dialing", "alerting"):
            return
        if payload[1] == "alerting":
            self._set(replace(call, state="alerting"))
            self._clock.schedule(ALERT_MS, "call", (call.id, "active"))
        else:
            self._connect(call)

    def _forget(self, call_id: int) -> None:
        call = self._slot.peek().ended
        if call is not None and call.id == call_id:
            self._slot.update(ended=None)
            self._tell("forgotten", call)

    def _radio(self, what: str) -> None:
        if what == "airplane" and self._connectivity.airplane_mode:
            for call in self.calls:
                self._end(call, "missed" if call.ringing else "remote")

    def _tell(self, event: str, call: Call) -> None:
        extras = Map(
            event=event,
            id=call.id,
            number=call.number,
            incoming=call.incoming,
            since_ms=call.since_ms,
            duration_s=call.duration_s,
            connected=bool(call.connected_ms),
            cause=call.cause,
            post_dial=call.post_dial,
        )
        self._activities.broadcast(
            Intent(action=ACTION_CALLS_CHANGED, package=TELECOM, extras=extras)
        )

    def _announce(self, before: int, number: str) -> None:
        if self.call_state != before:
            name = ("IDLE", "RINGING", "OFFHOOK")[self.call_state]
            extras = Map(state=name, incoming_number=number)
            self._activities.broadcast(
                Intent(action="android.intent.action.PHONE_STATE", extras=extras)
            )


def _call_state(calls: tuple[Call, ...]) -> int:
    if any(call.ringing for call in calls):
        return CALL_RINGING
    return CALL_OFFHOOK if calls else CALL_IDLE


def _check(number: str) -> None:
    if not number or not set(number) <= set("+0123456789*#-() abcdefghijklmnopqrstuvwxyzABCDEFGHI"
                                            "JKLMNOPQRSTUVWXYZ."):  # fmt: skip
        raise OptionError(f"{number!r} is no phone number or sender's name.")
