"""Apps whose process is stopped: what is done to them waits, and the phone asks."""

from __future__ import annotations

from typing import Any

import pytest

from android_gym.simulator.system.hangs import INPUT_TIMEOUT_MS
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.widgets import Button, EditText

SAMPLE = "com.sample"
TITLE = "Sample isn't responding"


def texts(phone: Any) -> list[str]:
    return [element.text or "" for element in phone.ui_elements()]


@pytest.fixture
def stopped(phone: Any) -> Any:
    """Return a phone with a page of a stopped app, which counts presses."""
    phone.start(".Main")
    pressed: list[int] = []
    phone.show(
        lambda page: Screen(
            column(
                Button("Press", id="press", on_click=lambda: pressed.append(1)),
                EditText("abc", id="field", width=200),
            )
        )
    )
    phone.pressed = pressed
    phone.shell(f"kill -STOP $(pidof {SAMPLE})")
    return phone


def test_nobody_asks_where_nothing_is_done(stopped: Any) -> None:
    stopped.advance(60_000)
    assert TITLE not in texts(stopped)
    assert stopped.shell(f"ps -A -o STAT,NAME | grep {SAMPLE}").stdout.split() == [
        b"T",
        b"com.sample",
    ]


def test_a_touch_waits_five_seconds(stopped: Any) -> None:
    stopped.tap_on("press")
    stopped.advance(INPUT_TIMEOUT_MS - 200)
    assert TITLE not in texts(stopped)
    stopped.advance(200)
    assert [t for t in texts(stopped) if t in (TITLE, "Close app", "Wait")] == [
        TITLE, "Close app", "Wait",
    ]  # fmt: skip
    stopped.press_key(4)
    stopped.tap(5, 400)
    assert TITLE in texts(stopped), "only its rows close it"
    assert stopped.pressed == []
    log = stopped.shell("logcat -d -b system,events").stdout.decode()
    assert f"ANR in {SAMPLE} ({SAMPLE}/.Second)" in log
    assert "am_anr" in log


@pytest.mark.parametrize("do", ["back", "text", "key"])
def test_keys_and_text_wait_too(stopped: Any, do: str) -> None:
    if do == "back":
        stopped.press_key(4)
    elif do == "text":
        stopped.type_text("x")
    else:
        stopped.press_key(62)
    stopped.advance(INPUT_TIMEOUT_MS)
    assert TITLE in texts(stopped)


def test_home_is_the_systems(stopped: Any) -> None:
    stopped.press_key(3)
    stopped.advance(INPUT_TIMEOUT_MS * 2)
    assert TITLE not in texts(stopped)
    assert not stopped.has("press")


def test_wait_asks_again(stopped: Any) -> None:
    stopped.tap_on("press")
    stopped.advance(INPUT_TIMEOUT_MS)
    stopped.tap_on("aerr_wait")
    assert TITLE not in texts(stopped)
    stopped.advance(INPUT_TIMEOUT_MS)
    assert TITLE in texts(stopped)


def test_an_app_that_goes_on(stopped: Any) -> None:
    stopped.tap_on("press")
    stopped.shell(f"kill -CONT $(pidof {SAMPLE})")
    stopped.advance(INPUT_TIMEOUT_MS * 2)
    assert TITLE not in texts(stopped)
    stopped.tap_on("press")
    assert stopped.pressed == [1]


def test_close_ends_the_process(stopped: Any) -> None:
    stopped.tap_on("press")
    stopped.advance(INPUT_TIMEOUT_MS)
    again = stopped.snapshot()
    stopped.tap_on("aerr_close")
    assert TITLE not in texts(stopped)
    assert stopped.top != "Second"
    stopped.restore(again)
    assert TITLE in texts(stopped)
    stopped.shell(f"am force-stop {SAMPLE}")
    assert TITLE not in texts(stopped)
    phone = stopped
    phone.start(".Main")
    assert not phone.system.hangs.stopped(SAMPLE)


def test_what_does_not_run_is_not_stopped(phone: Any) -> None:
    phone.system.hangs.stop("com.other")
    assert not phone.system.hangs.stopped("com.other")
