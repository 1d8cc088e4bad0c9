"""The battery: whatever a shell says it is, the phone shows something."""

from __future__ import annotations

import pytest

from android_gym.simulator.phone import Phone


@pytest.fixture(scope="module")
def phone() -> Phone:
    return Phone()


@pytest.mark.parametrize("level", ["1000", "101", "-5", "-2147483648", "2147483647", "0"])
@pytest.mark.parametrize("plug", ["reset", "unplug"])
def test_any_level_is_drawn(phone: Phone, plug: str, level: str) -> None:
    phone.shell(f"dumpsys battery {plug}; dumpsys battery set level {level}")
    assert phone.shell("dumpsys battery get level").stdout == f"{level}\n".encode()
    phone.screenshot(108, 240)
    described = [element.content_description or "" for element in phone.ui_elements()]
    assert any(f"{level} percent" in words for words in described)


@pytest.mark.parametrize("value", ["2147483648", "-2147483649", "9" * 30, "abc", "1_0", "1.5", ""])
def test_what_is_no_number_is_refused(phone: Phone, value: str) -> None:
    phone.shell("dumpsys battery reset")
    assert (
        phone.shell(f"dumpsys battery set level '{value}'").stdout
        == f"Bad value: {value}\n".encode()
    )
    assert phone.shell("dumpsys battery get level").stdout == b"100\n"


@pytest.mark.parametrize("status", ["0", "-1", "1", "6", "1000"])
def test_the_console_tells_any_status(phone: Phone, status: str) -> None:
    phone.shell(f"dumpsys battery set status {status}")
    assert "status: Unknown\n" in phone.console("power display").replace("\r", "")
