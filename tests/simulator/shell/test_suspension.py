"""``pm suspend``: an app that can't be started, and the dialog that says so."""

from __future__ import annotations

import pytest
from terminal import Terminal

MARKOR = "net.gsantner.markor"


def texts(sh: Terminal) -> list[str]:
    return [element.text for element in sh.phone.ui_elements() if element.text]


def test_a_suspended_app_cannot_be_started(sh: Terminal) -> None:
    said = f"Package {MARKOR} new suspended state: true\n"
    sh(f"monkey -p {MARKOR} 1")
    assert sh(f"pm suspend {MARKOR}") == said
    assert sh.phone.system.activities.front_package == "com.google.android.apps.nexuslauncher"
    assert MARKOR not in sh("dumpsys activity recents")
    assert "hidden=false suspended=true " in sh(f"dumpsys package {MARKOR}")
    assert "suspendingPackage=root dialogInfo=null\n" in sh(f"dumpsys package {MARKOR}")
    sh(f"monkey -p {MARKOR} 1; sleep 1")
    shown = texts(sh)
    assert "App isn\u2019t available" in shown
    assert "Markor isn\u2019t available right now. This is managed by root." in shown
    ok = next(e for e in sh.phone.ui_elements() if e.text == "OK")
    assert ok.bbox_pixels is not None
    x, y = ok.bbox_pixels.center
    sh(f"input tap {x} {y}; sleep 1")
    assert "App isn\u2019t available" not in texts(sh)
    assert sh(f"cmd package unsuspend {MARKOR}") == said.replace("true", "false")
    assert "suspended=false" in sh(f"dumpsys package {MARKOR}")
    sh(f"monkey -p {MARKOR} 1")
    assert sh.phone.system.activities.front_package == MARKOR


def test_the_dialog_says_what_is_given(sh: Terminal) -> None:
    sh(f"pm suspend --dialogMessage 'Not %1$s!' {MARKOR}; monkey -p {MARKOR} 1; sleep 1")
    assert "Not Markor!" in texts(sh)
    sh.phone._shell.run(f"pm suspend {MARKOR}", uid=2000)
    assert "Markor isn\u2019t available right now. This is managed by Shell." in texts(sh)


@pytest.mark.parametrize(
    ("words", "output"),
    [
        ("", "Error: package name not specified\n"),
        (f"--zork {MARKOR}", "Error: Unknown option: --zork\n"),
        ("no.app", "java.lang.IllegalArgumentException: Unknown target package: no.app\n"),
    ],
)
def test_what_is_refused(sh: Terminal, words: str, output: str) -> None:
    assert sh.run(f"pm suspend {words}") == (output, 1)


def test_what_the_phone_needs_is_not_suspended(sh: Terminal) -> None:
    for package in (
        "com.google.android.apps.nexuslauncher",
        "com.google.android.dialer",
        "android",
    ):
        assert sh(f"pm suspend {package}") == f"Package {package} new suspended state: false\n"
