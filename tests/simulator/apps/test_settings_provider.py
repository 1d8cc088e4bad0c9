"""`content://settings` and dumps of what runs."""

from __future__ import annotations

import pytest

from android_gym.simulator.phone import Phone

URI = "content://settings"


@pytest.fixture(scope="module")
def shared() -> Phone:
    return Phone()


def say(phone: Phone, command: str) -> str:
    return phone.shell(command).output.decode()


def test_settings_are_rows(shared: Phone) -> None:
    say(shared, f"content insert --uri {URI}/system --bind name:s:mine --bind value:s:5")
    assert say(shared, "settings get system mine") == "5\n"
    columns = "--projection name:value"
    for where in ("--where \"name='mine'\"", "--where '(name = \"mine\")'"):
        said = say(shared, f"content query --uri {URI}/system {columns} {where}")
        assert said == "Row: 0 name=mine, value=5\n"
    assert say(shared, f"content query --uri {URI}/system/mine {columns}") == (
        "Row: 0 name=mine, value=5\n"
    )
    assert "name=mine, value=5" in say(shared, f"content query --uri {URI}/system")
    assert "No result" in say(shared, f"content query --uri {URI}/global/mine")
    say(shared, f"content update --uri {URI}/system/mine --bind value:s:6")
    assert "value=6" in say(shared, f"content call --uri {URI} --method GET_system --arg mine")
    say(shared, f"content delete --uri {URI}/system --where \"name='mine'\"")
    assert say(shared, "settings get system mine") == "null\n"


def test_what_is_written_takes_effect(shared: Phone) -> None:
    say(shared, f"content insert --uri {URI}/secure --bind name:s:ui_night_mode --bind value:s:2")
    assert shared.system.display.dark
    say(shared, f"content update --uri {URI}/secure --bind name:s:ui_night_mode --bind value:s:1")
    assert not shared.system.display.dark


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (f"query --uri {URI}/nothing", "Invalid URI"),
        (f"query --uri {URI}", "Invalid URI"),
        (f"query --uri {URI}/system/a/b", "Invalid URI"),
        (f"query --uri {URI}/system --projection nothing", "Invalid column nothing"),
        (f"query --uri {URI}/system --where 1=1", "Supported SQL"),
        (f"query --uri {URI}/system --where \"name='a' OR 1\"", "Supported SQL"),
        (f'query --uri {URI}/system --where "name=?"', "needs one argument"),
        (f"insert --uri {URI}/system --bind name:s:font_scale --bind value:s:x", "Invalid value"),
        (f"call --uri {URI} --method GET_nothing", "Unsupported call"),
        (f"call --uri {URI} --method GET_system", "null setting"),
    ],
)
def test_what_it_does_not_know(shared: Phone, command: str, said: str) -> None:
    assert said in say(shared, f"content {command}")


def test_dumps_say_what_runs() -> None:
    phone = Phone()
    service = "a.b/a.b.Service"
    assert "Enabled services:{}" in say(phone, "dumpsys accessibility")
    say(phone, f"settings put secure enabled_accessibility_services {service}")
    assert f"Enabled services:{{{{{service}}}}}" in say(phone, "dumpsys accessibility")
    running = say(phone, "dumpsys activity services")
    assert f"u0 {service}}}" in running
    assert "u0 com.google.android.inputmethod.latin/" in running
    say(phone, "am start -W -a android.settings.SETTINGS")
    assert "[com.android.settings]" in say(phone, "dumpsys gfxinfo com.android.settings")
    assert "Total ViewRootImpl   : 1\n" in say(phone, "dumpsys gfxinfo com.android.settings")
    assert "No process found" in say(phone, "dumpsys gfxinfo no.such.app")
    layers = say(phone, "dumpsys SurfaceFlinger")
    assert "resolution=1080x2400" in layers
    assert "GLES: Google" in layers
    assert "com.android.settings" in say(phone, "dumpsys SurfaceFlinger --list")
    assert say(phone, "dumpsys SurfaceFlinger --latency x") == "16666666\n"
