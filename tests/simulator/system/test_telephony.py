"""The radio's calls, without any app that shows them."""

from __future__ import annotations

import pytest

from android_gym.errors import OptionError
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.telephony import (
    CALL_IDLE,
    CALL_OFFHOOK,
    CALL_RINGING,
    Telephony,
)


@pytest.fixture
def phone() -> Phone:
    return Phone()


@pytest.fixture
def telephony(phone: Phone) -> Telephony:
    return phone.system.telephony


def states(telephony: Telephony) -> list[str]:
    return [call.state for call in telephony.calls]


def test_a_call_that_is_made(phone: Phone, telephony: Telephony) -> None:
    telephony.dial("5551234")
    assert states(telephony) == ["dialing"] and telephony.call_state == CALL_OFFHOOK
    phone.advance(1_000)
    assert states(telephony) == ["alerting"]
    phone.advance(1_000)
    assert states(telephony) == ["active"]
    phone.advance(65_000)
    assert telephony.seconds(telephony.calls[0]) == 65
    telephony.hang_up(1)
    ended = telephony.ended
    assert ended is not None and (ended.cause, ended.duration_s) == ("local", 65)
    phone.advance(200)
    assert telephony.ended is None and telephony.call_state == CALL_IDLE


def test_a_call_ended_before_it_is_answered_stays_ended(phone: Phone, telephony: Telephony) -> None:
    telephony.dial("5551234")
    telephony.hang_up(1)
    phone.advance(5_000)
    assert telephony.calls == () and telephony.ended is None


def test_the_length_of_a_call_does_not_follow_the_clock(phone: Phone, telephony: Telephony) -> None:
    telephony.ring("5551234")
    telephony.answer(1)
    phone.system.clock.set_time(0)
    phone.advance(3_000)
    assert telephony.seconds(telephony.calls[0]) in (2, 3)


def test_one_call_waits_for_another(phone: Phone, telephony: Telephony) -> None:
    telephony.ring("1")
    assert telephony.call_state == CALL_RINGING
    assert telephony.call_key() and not telephony.call_key()
    telephony.ring("2")
    assert states(telephony) == ["active", "waiting"] and telephony.call_state == CALL_RINGING
    telephony.answer(2)
    assert states(telephony) == ["held", "active"] and telephony.call_state == CALL_OFFHOOK
    telephony.dial("3")
    ended = telephony.ended
    assert ended is not None and ended.cause == "too_many" and len(telephony.calls) == 2
    telephony.merge()
    assert states(telephony) == ["active", "active"]
    telephony.hold(1)
    assert telephony.end_key()
    assert states(telephony) == ["active"], "the one on hold goes on"


def test_numbers_and_calls_that_are_none(telephony: Telephony) -> None:
    for number in ("", "555\n1", "[1]", ",12"):
        with pytest.raises(OptionError, match="no phone number"):
            telephony.dial(number)
    telephony.answer(7)
    telephony.hang_up(7)
    telephony.hold(7)
    telephony.set_audio(muted=True)
    assert not telephony.change("5", "active") and not telephony.muted
    assert not telephony.end_key() and telephony.calls == ()


def test_a_busy_line(phone: Phone, telephony: Telephony) -> None:
    telephony.dial("5551234")
    assert telephony.change("5551234", "busy")
    ended = telephony.ended
    assert ended is not None and ended.cause == "busy"


SMS_APP = "com.simplemobiletools.smsmessenger"


def inbox(phone: Phone) -> str:
    return phone.shell("content query --uri content://sms/inbox --projection body").stdout.decode()


def test_a_message_wakes_the_sms_app_that_was_stopped(phone: Phone) -> None:
    phone.shell(f"am force-stop {SMS_APP}")
    assert phone.system.packages.state(SMS_APP).stopped
    assert phone.console("sms send 5551234 hello").endswith("OK\r\n")
    assert "body=hello" in inbox(phone)
    assert not phone.system.packages.state(SMS_APP).stopped
    assert phone.system.activities.running(SMS_APP)


def test_a_message_goes_to_nobody_without_an_sms_app(phone: Phone) -> None:
    phone.shell(f"pm disable-user {SMS_APP}")
    phone.console("sms send 5551234 hello")
    assert "No result found" in inbox(phone)
    phone.shell(f"pm enable {SMS_APP}; settings put secure sms_default_application org.none")
    phone.console("sms send 5551234 hello")
    assert "No result found" in inbox(phone)


def test_reports_to_an_app_that_is_stopped_are_cancelled(phone: Phone) -> None:
    report = Intent(component=f"{SMS_APP}/{SMS_APP}.receivers.SmsStatusSentReceiver")
    phone.system.telephony.send_sms("5551234", report)
    phone.shell(f"am force-stop {SMS_APP}")
    phone.advance(5_000)
    assert phone.system.packages.state(SMS_APP).stopped
