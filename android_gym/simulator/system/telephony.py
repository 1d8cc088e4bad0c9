"""The radio: messages that come in and go out, and calls.

Who stores messages and who rings are apps: they receive the broadcasts that Android sends.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from immutables import Map

from android_gym.errors import OptionError
from android_gym.simulator.state import State
from android_gym.simulator.system.activities import ActivityManager
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.connectivity import Connectivity
from android_gym.simulator.system.intents import Intent

__all__ = [
    "CALL_IDLE",
    "CALL_OFFHOOK",
    "CALL_RINGING",
    "RESULT_ERROR_RADIO_OFF",
    "SEND_MS",
    "Call",
    "Telephony",
]

CALL_IDLE, CALL_RINGING, CALL_OFFHOOK = range(3)
"""What ``TelephonyManager.getCallState`` says."""

RESULT_OK, RESULT_ERROR_RADIO_OFF = -1, 2
"""What ``SmsManager`` says of a message."""

SEND_MS, REFUSE_MS, DELIVER_MS = 1_000, 200, 2_000
"""How long the network takes to accept a message, a radio that is off to refuse it, and the
receiver to confirm it."""


@dataclass(frozen=True)
class Call:
    """A call that rings or is under way.

    Attributes:
        number: The other's number.
        state: ``incoming``, ``outgoing`` (the other's phone rings), ``active`` or ``held``.
        since_ms: When it began, in milliseconds since 1970.
    """

    number: str
    state: str
    since_ms: int


class Telephony:
    """The radio."""

    def __init__(
        self, state: State, clock: Clock, activities: ActivityManager, connectivity: Connectivity
    ) -> None:
        nothing: tuple[Call, ...] = ()
        self._calls = state.slot("telephony.calls", nothing)
        self._clock = clock
        self._activities = activities
        self._connectivity = connectivity
        clock.handler("sms", self._report)

    @property
    def calls(self) -> tuple[Call, ...]:
        """Calls that ring or are under way, oldest first."""
        return self._calls.get()

    @property
    def call_state(self) -> int:
        """One of `CALL_IDLE`, `CALL_RINGING` and `CALL_OFFHOOK`."""
        states = {call.state for call in self.calls}
        if "incoming" in states:
            return CALL_RINGING
        return CALL_OFFHOOK if states else CALL_IDLE

    def receive_sms(self, address: str, body: str) -> bool:
        """Takes a message from the network; returns whether the radio was on for it.

        ``SMS_DELIVER`` goes to the app that keeps messages, ``SMS_RECEIVED`` to all; both have the
        extras ``address``, ``body`` and ``date`` (milliseconds since 1970).

        Raises:
            OptionError: If the address is none.
        """
        _check(address)
        if self._connectivity.airplane_mode:
            return False
        extras = Map(address=address, body=body, date=self._clock.now_ms())
        for action in ("SMS_DELIVER", "SMS_RECEIVED"):
            self._activities.broadcast(
                Intent(action=f"android.provider.Telephony.{action}", extras=extras)
            )
        return True

    def send_sms(self, address: str, sent: Intent, delivered: Intent | None = None) -> None:
        """Sends a message, as ``SmsManager.sendTextMessage`` does.

        Args:
            address: Whom to.
            sent: Broadcast when it is on its way or has failed, with the extra ``result``.
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

    def ring(self, number: str) -> bool:
        """Takes a call from the network; returns whether the radio was on for it.

        Raises:
            OptionError: If the number is none.
        """
        _check(number)
        if self._connectivity.airplane_mode:
            return False
        self._set((*self.calls, Call(number, "incoming", self._clock.now_ms())))
        return True

    def change(self, number: str, state: str) -> bool:
        """Gives a call another state (``active``, ``held``), or ends it (``ended``).

        Returns:
            Whether there is a call with this number.
        """
        for place, call in enumerate(self.calls):
            if call.number == number:
                rest = list(self.calls)
                rest[place : place + 1] = [] if state == "ended" else [replace(call, state=state)]
                self._set(tuple(rest))
                return True
        return False

    def dial(self, number: str) -> None:
        """Calls somebody.

        Raises:
            OptionError: If the number is none.
        """
        _check(number)
        self._set((*self.calls, Call(number, "outgoing", self._clock.now_ms())))

    def _set(self, calls: tuple[Call, ...]) -> None:
        before = self.call_state
        self._calls.set(calls)
        if self.call_state != before:
            name = ("IDLE", "RINGING", "OFFHOOK")[self.call_state]
            number = calls[-1].number if calls else ""
            extras = Map(state=name, incoming_number=number)
            self._activities.broadcast(
                Intent(action="android.intent.action.PHONE_STATE", extras=extras)
            )


def _check(number: str) -> None:
    if not number or not set(number) <= set("+0123456789*#-() abcdefghijklmnopqrstuvwxyzABCDEFGHI"
                                            "JKLMNOPQRSTUVWXYZ."):  # fmt: skip
        raise OptionError(f"{number!r} is no phone number or sender's name.")
