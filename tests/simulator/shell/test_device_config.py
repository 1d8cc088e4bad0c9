"""Feature flags from the shell: they are kept, listed and removed."""

from __future__ import annotations

import pytest
from terminal import Terminal

from android_gym.simulator.system.settings import MAX_CHARACTERS


def test_flags_are_kept(sh: Terminal) -> None:
    assert sh("device_config put wifi b 2; cmd device_config put wifi a 1 default") == ""
    sh("device_config put display c 'x y'")
    assert sh("device_config get wifi a; device_config get wifi zork") == "1\nnull\n"
    assert sh("device_config list wifi") == "a=1\nb=2\n"
    assert sh("device_config list") == "display/c=x y\nwifi/a=1\nwifi/b=2\n"
    assert sh("device_config delete wifi a; device_config delete wifi a") == (
        "Successfully deleted a from wifi\nFailed to delete a from wifi\n"
    )
    sh("device_config reset untrusted_defaults wifi")
    assert sh("device_config list") == "display/c=x y\n"
    sh("device_config reset TRUSTED_DEFAULTS")
    assert sh("device_config list") == ""


def test_flags_outlive_a_restart(sh: Terminal) -> None:
    sh("device_config put wifi a 1; device_config set_sync_disabled_for_tests until_reboot")
    asked = "device_config get_sync_disabled_for_tests; device_config is_sync_disabled_for_tests"
    assert sh(asked) == "until_reboot\ntrue\n"
    sh.phone.system.restart()
    assert sh(f"device_config get wifi a; {asked}") == "1\nnone\nfalse\n"
    sh("device_config set_sync_disabled_for_tests persistent")
    sh.phone.system.restart()
    assert sh(asked) == "persistent\ntrue\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("zork", "Invalid command: zork"),
        ("get", "Bad arguments"),
        ("get wifi", "Bad arguments"),
        ("get wifi a b", "Bad arguments"),
        ("put wifi a", "Bad arguments"),
        ("put wifi a 1 zork", "Bad arguments"),
        ("delete wifi", "Bad arguments"),
        ("list wifi a", "Bad arguments"),
        ("reset", "Bad arguments"),
        ("reset zork", "Invalid reset mode: zork"),
        ("set_sync_disabled_for_tests zork", "Invalid sync disabled mode: zork"),
    ],
)
def test_what_is_refused(sh: Terminal, words: str, message: str) -> None:
    assert sh.fails(f"device_config {words}") == (f"{message}\n", 255)


def test_flags_are_limited(sh: Terminal) -> None:
    sh.phone.system.device_config.put("wifi", "a", "x" * (MAX_CHARACTERS - 5))
    assert "too many flags" in sh.fails("device_config put wifi b 1")[0]
    assert sh("device_config get wifi b") == "null\n"
