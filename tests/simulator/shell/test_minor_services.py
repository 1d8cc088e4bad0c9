"""Verbs of services that keep little: each acts, tells the phone's state, or says why not."""

from __future__ import annotations

import pytest
from terminal import Terminal

EXPENSE = "com.arduia.expense"


@pytest.mark.parametrize(
    ("command", "output", "code"),
    [
        ("cmd autofill get log_level; cmd autofill set log_level verbose; "
         "cmd autofill get log_level",
         "off\nverbose\n", 0),
        ("cmd autofill set max_partitions 7; cmd autofill get max_partitions", "7\n", 0),
        ("cmd autofill set log_level loud", "Invalid level: loud\n", 255),
        ("cmd autofill get nonsense", "Invalid option: nonsense\n", 255),
        ("cmd dropbox set-rate-limit 5; cmd dropbox add-low-priority x", "", 0),
        ("cmd sensor_privacy enable 0 nose", "Invalid sensor\n", 255),
        ("cmd sensor_privacy enable 0 camera",
         "Error: this phone has no privacy switch for the camera\n", 255),
        ("settings put global auto_time 0; cmd time_detector is_auto_detection_enabled", "false\n",
         0),
        ("cmd time_zone_detector set_auto_detection_enabled false; "
         "settings get global auto_time_zone",
         "0\n", 0),
        ("cmd vibrator_manager list", "0\n", 0),
        ("cmd webviewupdate set-webview-implementation a.b",
         "Failed to switch to a.b, the WebView implementation is now provided by null.\n", 1),
        ("am get-started-user-state 0; am get-started-user-state 7",
         "RUNNING_UNLOCKED\nUser is not started: 7\n", 0),
        ("am is-user-stopped 0; am is-user-stopped 7", "false\ntrue\n", 0),
        ("pm get-app-links no.such", "Error: package no.such unavailable\n", 255),
        ("pm path android", "package:/system/framework/framework-res.apk\n", 0),
        ("pm list packages --apex-only", "", 0),
        ("cmd uimode car", "Car mode: no\n", 0),
        ("cmd wifi help", "wifi commands:\n  help\n      Print this help text.\n", 0),
        ("dumpsys window nonsense",
         "Bad window command, or no windows match: nonsense\nUse -h for help.\n", 0),
        ("dumpsys battery nonsense", "Unknown command: nonsense\n", 0),
        ("screencap -d 9 -p", "Display Id '9' is not valid.\n", 1),
        ("screenrecord --bit-rate 1 x",
         "Bit rate 1bps outside acceptable range [100000,200000000]\n", 2),
        ("screenrecord --help 2>&1 | head -n 1", "Usage: screenrecord [options] <filename>\n", 0),
        ("dumpsys display | grep -c DISPLAY_ID", "0\n", 1),
        *((f"cmd {name} nonsense", "Unknown command: nonsense\n", 255) for name in (
            "autofill", "dropbox", "sensor_privacy", "usagestats", "time_detector",
            "time_zone_detector", "vibrator_manager", "webviewupdate")),
    ],
)  # fmt: skip
def test_verb(sh: Terminal, command: str, output: str, code: int) -> None:
    assert sh.run(command) == (output, code)


def test_the_state_of_a_user_is_that_of_its_app(sh: Terminal) -> None:
    uid = sh(f"stat -c %u /data/data/{EXPENSE}").strip()
    assert sh(f"am get-uid-state {uid}") == "20 (NONEXISTENT)\n"
    sh(f"am start -n {EXPENSE}/.ui.MainActivity")
    assert sh(f"am get-uid-state {uid}; am get-uid-state 1000") == "2 (TOP)\n0 (PERSISTENT)\n"
    sh("input keyevent HOME")
    assert sh(f"am get-uid-state {uid}") == "16 (CACHED_ACTIVITY)\n"


def test_verified_domains_are_those_of_the_manifest(sh: Terminal) -> None:
    sh("pm install-existing com.android.vending")
    assert "      play.google.com: verified\n" in sh("pm get-app-links com.android.vending")
    assert "com.android.vending:" in sh("pm get-app-links --user 0")
    assert "verified" not in sh("pm get-app-links com.google.android.deskclock")


def test_dumps_name_the_users_of_what_they_show(sh: Terminal) -> None:
    sh("am start -n com.android.settings/.Settings")
    launcher = sh("stat -c %u /data/data/com.google.android.apps.nexuslauncher").strip()
    pid = sh("pidof com.android.settings").strip()
    assert sh("dumpsys activity recents | grep mRecentsUid") == f"mRecentsUid={launcher}\n"
    assert ":com.android.settings/1000}" in sh("dumpsys activity processes")
    assert "effectiveUid=1000 " in sh("dumpsys activity recents")
    assert f" uid=1000 pid={pid} " in sh("dumpsys input_method | grep mCurClient")
    assert "mOwnerUid=1000 " in sh("dumpsys window windows | grep package=com.android.settings")
    assert "Views" in sh("dumpsys gfxinfo com.android.systemui")
    assert "pkgFlags=[ SYSTEM HAS_CODE" in sh("dumpsys package com.android.settings")
