"""Clipper: the clipboard over adb."""

from __future__ import annotations

import shlex

import pytest

from android_gym.simulator.phone import Phone
from android_gym.testing.driver import AppDriver

START = "am start -W -n ca.zgrs.clipper/ca.zgrs.clipper.Main"


def say(phone: Phone, command: str) -> str:
    return phone.shell(command).stdout.decode()


@pytest.mark.parametrize("text", ["plain", "two words", 'a "quoted" one', "line\nbreak", "日本 😀"])
def test_what_is_set_can_be_read(text: str) -> None:
    phone = Phone()
    say(phone, START)
    told = say(phone, f"am broadcast -a clipper.set -e text {shlex.quote(text)}")
    assert 'Broadcast completed: result=-1, data="Text is copied into clipboard."' in told
    assert phone.system.clipboard.text == text
    assert f'result=-1, data="{text}"' in say(phone, "am broadcast -a clipper.get")


def test_only_the_app_in_front_may_look() -> None:
    phone = Phone()
    phone.system.clipboard.set_text("secret")
    assert "Broadcast completed: result=0" in say(phone, "am broadcast -a clipper.get")
    assert "secret" not in say(phone, "am broadcast -a clipper.get")
    say(phone, "am broadcast -a clipper.set -e text other")
    assert phone.system.clipboard.text == "secret"


def test_without_a_text() -> None:
    phone = Phone()
    say(phone, START)
    assert "result=0, data=" in say(phone, "am broadcast -a clipper.set")


def test_the_screen_says_how() -> None:
    phone = Phone()
    say(phone, START)
    texts = AppDriver(phone).texts()
    assert "Clipper service is started." in texts
    assert any("clipper.set" in text for text in texts)


def test_its_permissions_are_reviewed_at_the_first_start() -> None:
    """It targets API 22, so Android asks what it may do and warns of its age, until told."""
    phone = Phone()
    app = AppDriver(phone)
    say(phone, START)
    assert "Clipper service is started." in app.texts()
    assert "Continue" not in app.texts() and "OK" not in app.texts()
    say(phone, "pm clear ca.zgrs.clipper")
    say(phone, START)
    assert "Choose what to allow Clipper to access" in app.texts()
    assert "Broadcast completed: result=0" in say(phone, "am broadcast -a clipper.get")
    app.tap("Cancel")
    assert "Clipper service is started." not in app.texts()
    say(phone, START)
    app.tap("Continue")
    assert any("built for an older version of Android" in text for text in app.texts())
    app.tap("OK")
    assert "Clipper service is started." in app.texts() and "OK" not in app.texts()
    say(phone, "am force-stop ca.zgrs.clipper")
    say(phone, START)
    assert "Clipper service is started." in app.texts() and "OK" not in app.texts()
