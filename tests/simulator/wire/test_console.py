"""The telnet console."""

from __future__ import annotations

import os
import socket
import stat

import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.system.telephony import CALL_IDLE, CALL_OFFHOOK, CALL_RINGING
from android_gym.simulator.wire.console import Console, ConsoleSession, auth_token


@pytest.fixture
def phone():
    return Phone()


def session(token="secret"):
    lines = []
    session = ConsoleSession(lambda line: lines.append(line) or f"ran {line}\r\nOK\r\n", token)
    return session, lines


def test_password():
    console, lines = session()
    assert console.greeting().startswith(b"Android Console: Authentication required")
    assert console.greeting().endswith(b"OK\r\n")
    assert b"KO: unknown command" in console.receive(b"kill\n")
    assert b"KO: unknown command" in console.receive(b"avd stop\n")
    assert console.receive(b"avd name\n") == b"ran avd name\r\nOK\r\n"
    assert console.receive(b"auth secret\n").endswith(b"OK\r\n")
    assert console.receive(b"kill\r\n") == b"ran kill\r\nOK\r\n"
    assert lines == ["avd name", "kill"]
    assert not console.over


@pytest.mark.parametrize("wrong", [b"auth\n", b"auth Secret\n", b"auth \xff\n", b"auth secret2\n"])
def test_wrong_password_ends_it(wrong):
    console, lines = session()
    assert b"KO: authentication token does not match" in console.receive(wrong + b"kill\n")
    assert console.over
    assert lines == []


def test_no_password():
    console, lines = session("")
    assert b"Authentication" not in console.greeting()
    console.receive(b"sms send 1 a\nquit\nkill\n")
    assert lines == ["sms send 1 a"]
    assert console.over


def test_lines_come_in_pieces_and_are_not_endless():
    console, lines = session("")
    for byte in b"ping\n":
        console.receive(bytes([byte]))
    assert lines == ["ping"]
    assert b"KO: line too long" in console.receive(b"x" * 5000)
    assert console.over


def test_token_file(tmp_path, monkeypatch):
    path = tmp_path / "token"
    made = auth_token(path)
    assert len(made) >= 16
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert auth_token(path) == made
    path.write_text(" given \n")
    assert auth_token(path) == "given"
    path.write_text("")
    assert auth_token(path) == ""
    assert auth_token(tmp_path / "no" / "folder")  # cannot be known, and so not used


def test_a_token_file_is_never_there_without_its_token(tmp_path, monkeypatch):
    path, link = tmp_path / "token", os.link

    def faster(source, target):
        path.write_text("theirs")
        link(source, target)

    def stopped(source, target):
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "link", stopped)
    assert auth_token(path) and list(tmp_path.iterdir()) == []
    monkeypatch.setattr(os, "link", faster)
    assert auth_token(path) == "theirs" and list(tmp_path.iterdir()) == [path]


def test_names_and_errors(phone):
    console = Console(phone)
    assert console.run("avd name") == "AndroidWorldAvd\r\nOK\r\n"
    assert console.run("ping") == "I am alive!\r\nOK\r\n"
    assert console.run("") == "OK\r\n"
    assert "sms" in console.run("help")
    assert console.run("nonsense") == "KO: unknown command, try 'help'\r\n"
    assert console.run("avd") == "KO: missing sub-command\r\n"
    assert console.run("avd nonsense") == "KO: bad sub-command\r\n"
    assert console.run("sms send 5551") == (
        "KO: missing argument, try 'sms send <phonenumber> <text message>'\r\n"
    )
    assert console.run("sms send {} hi").startswith("KO: bad phone number")
    assert console.run("gsm call").startswith("KO: missing argument")
    assert console.run("gsm call [1]").startswith("KO: bad phone number")
    assert console.run("gsm accept 1").startswith("KO: could not find call")


def test_sms_reaches_receivers(phone):
    heard = []
    for action in ("SMS_DELIVER", "SMS_RECEIVED"):
        phone.system.activities.listen(
            f"android.provider.Telephony.{action}", lambda intent: heard.append(intent)
        )
    console = Console(phone)
    assert console.run("sms send +15551234567 Hello  there, Bob") == "OK\r\n"
    assert [intent.action.rpartition(".")[2] for intent in heard] == ["SMS_DELIVER", "SMS_RECEIVED"]
    assert heard[0].extra("address") == "+15551234567"
    assert heard[0].extra("body") == "Hello there, Bob"
    assert heard[0].extra("date") == phone.system.clock.now_ms()
    phone.shell("cmd connectivity airplane-mode enable")
    console.run("sms send 1 lost")
    assert len(heard) == 2


def test_calls(phone):
    console, telephony = Console(phone), phone.system.telephony
    states = []
    phone.system.activities.listen(
        "android.intent.action.PHONE_STATE", lambda intent: states.append(intent.extra("state"))
    )
    assert telephony.call_state == CALL_IDLE
    assert console.run("gsm call 5551234") == "OK\r\n"
    assert telephony.call_state == CALL_RINGING
    assert console.run("gsm list") == "inbound from 5551234    : incoming\r\nOK\r\n"
    console.run("gsm accept 5551234")
    assert telephony.call_state == CALL_OFFHOOK
    console.run("gsm hold 5551234")
    assert telephony.calls[0].state == "held"
    console.run("gsm cancel 5551234")
    assert telephony.call_state == CALL_IDLE
    assert states == ["RINGING", "OFFHOOK", "IDLE"]
    assert console.run("gsm status") == "gsm voice state: home\r\ngsm data state:  home\r\nOK\r\n"


def test_power_and_rotation(phone):
    console = Console(phone)
    assert "capacity: 100" in console.run("power display")
    assert console.run("power capacity 42") == "OK\r\n"
    assert console.run("power ac off") == "OK\r\n"
    assert phone.system.battery.state.level == 42
    assert "AC: offline" in console.run("power display")
    assert console.run("power capacity 101").startswith("KO")
    phone.shell("am start -W -a android.settings.SETTINGS")  # the home screen would stay upright
    console.run("rotate")
    assert phone.system.display.rotation == 1


def test_snapshots(phone):
    console = Console(phone)
    assert "no snapshot" in console.run("avd snapshot list")
    phone.shell("settings put global a 1")
    assert console.run("avd snapshot save first") == "OK\r\n"
    phone.shell("settings put global a 2")
    assert "first" in console.run("avd snapshot list")
    assert console.run("avd snapshot load first") == "OK\r\n"
    assert phone.shell("settings get global a").stdout == b"1\n"
    assert console.run("avd snapshot delete first") == "OK\r\n"
    assert console.run("avd snapshot load first") == "KO: There is no snapshot 'first'.\r\n"
    for name in ("a/b", "a\0b", "a\x1bb", "x" * 256):
        assert console.run(f"avd snapshot save {name}").startswith("KO")


def test_in_process_as_on_the_wire(phone):
    assert phone.console("avd name") == "AndroidWorldAvd\r\nOK\r\n"


def test_over_a_socket(real_time_phone, tmp_path):
    with socket.create_connection(("127.0.0.1", real_time_phone.console_port), timeout=5) as line:
        line.sendall(f"auth {auth_token()}\nping\nquit\n".encode())
        seen = b""
        while piece := line.recv(4096):
            seen += piece
    assert seen.endswith(b"I am alive!\r\nOK\r\n")
