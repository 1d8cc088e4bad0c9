"""Keyboards that type what adb broadcasts, and how keyboards are chosen."""

from __future__ import annotations

import base64
from collections.abc import Callable

import pytest

from android_gym.simulator.apps.adb_keyboard import receivers
from android_gym.simulator.phone import Phone

GBOARD = "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME"
ADB = "com.android.adbkeyboard/.AdbIME"
OTHER = "com.github.uiautomator/.AdbKeyboard"
EDITOR = "am start -W -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact"


def say(phone: Phone, command: str) -> str:
    return phone.shell(command).output.decode()


def fields(phone: Phone) -> list[str | None]:
    return [element.text for element in phone.ui_elements() if element.is_editable]


def tap(phone: Phone, text: str) -> None:
    (element,) = [e for e in phone.ui_elements() if e.text == text and e.is_editable]
    assert element.bbox_pixels is not None
    phone.tap(*element.bbox_pixels.center)


def has_keys(phone: Phone) -> bool:
    return "Space" in [element.content_description for element in phone.ui_elements()]


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


@pytest.fixture
def typing() -> Callable[[str], Phone]:
    """Make a phone with a keyboard in use, and its first field open."""

    def make(keyboard: str) -> Phone:
        phone = Phone()
        say(phone, f"pm install-existing {keyboard.partition('/')[0]}")
        say(phone, f"ime enable {keyboard}; ime set {keyboard}; {EDITOR}")
        tap(phone, "First name")
        return phone

    return make


def test_texts(typing: Callable[[str], Phone]) -> None:
    phone = typing(ADB)
    say(phone, "am broadcast -a ADB_INPUT_TEXT --es msg 'two words é'")
    assert fields(phone)[0] == "two words é"
    say(phone, "am broadcast -a ADB_CLEAR_TEXT")
    assert fields(phone)[0] == "First name", "its hint"
    say(phone, f"am broadcast -a ADB_INPUT_B64 --es msg {encoded('你好 😀')}")
    say(phone, "am broadcast -a ADB_INPUT_CHARS --eia chars 33,128568,55357,56832")
    assert fields(phone)[0] == "你好 😀!😸😀"
    say(phone, "am broadcast -a ADB_INPUT_CODE --ei code 67")
    assert fields(phone)[0] == "你好 😀!😸"


def test_keys_with_control(typing: Callable[[str], Phone]) -> None:
    phone = typing(ADB)
    say(phone, "am broadcast -a ADB_INPUT_TEXT --es msg old")
    say(phone, "am broadcast -a ADB_INPUT_TEXT --es mcode '4096,29'")
    say(phone, "am broadcast -a ADB_INPUT_TEXT --es msg new")
    assert fields(phone)[0] == "new", "Control and A have selected all"


def test_as_many_keys_as_are_pressed_at_once(
    typing: Callable[[str], Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receivers, "_MOST_KEYS", 3)
    phone = typing(ADB)
    say(phone, "am broadcast -a ADB_INPUT_TEXT --es mcode '0,29,0,30,0,31,0,32'")
    assert fields(phone)[0] == "abc"


def test_editor_actions(typing: Callable[[str], Phone]) -> None:
    phone = typing(ADB)
    say(
        phone,
        "am broadcast -a ADB_EDITOR_CODE --ei code 5; am broadcast -a ADB_INPUT_TEXT --es msg B",
    )
    say(
        phone,
        "am broadcast -a ADB_EDITOR_CODE --ei code 7; am broadcast -a ADB_INPUT_TEXT --es msg A",
    )
    assert fields(phone)[:2] == ["A", "B"]
    say(phone, "am broadcast -a ADB_EDITOR_CODE --ei code 6")
    assert not phone.windows.keyboard_shown


@pytest.mark.parametrize(
    "extras",
    ["", "--es msg", "--esn msg", "--es msg =", "--es msg 5", "--eia chars 1114112",
     "--es chars 65", "--es code x", "--ei code 99999", "--es mcode 1", "--es mcode x,y"],
)  # fmt: skip
def test_what_is_no_input_does_nothing(typing: Callable[[str], Phone], extras: str) -> None:
    phone = typing(ADB)
    for action in ("ADB_INPUT_B64", "ADB_INPUT_CHARS", "ADB_INPUT_CODE", "ADB_EDITOR_CODE"):
        say(phone, f"am broadcast -a {action} {extras}")
    assert fields(phone)[0] == "First name"


def test_one_that_is_not_in_use_types_nothing(typing: Callable[[str], Phone]) -> None:
    phone = typing(GBOARD)
    say(phone, "am broadcast -a ADB_INPUT_TEXT --es msg no")
    assert fields(phone)[0] == "First name"
    assert "result=0" in say(phone, "am broadcast -a ADB_KEYBOARD_HIDE")


def test_that_of_uiautomator2(typing: Callable[[str], Phone]) -> None:
    phone = typing(OTHER)
    told = say(phone, f"am broadcast -a ADB_KEYBOARD_INPUT_TEXT --es text {encoded('Grüße')}")
    assert 'result=-1, data="success"' in told
    assert fields(phone)[0] == "Grüße"
    say(phone, f"am broadcast -a ADB_KEYBOARD_SET_TEXT --es text {encoded('x')}")
    assert fields(phone)[0] == "x"
    assert "result=0" in say(phone, "am broadcast -a ADB_KEYBOARD_INPUT_TEXT --es text '!'")
    say(phone, "am broadcast -a ADB_KEYBOARD_CLEAR_TEXT")
    assert fields(phone)[0] == "First name"
    say(phone, "am broadcast -a ADB_KEYBOARD_EDITOR_CODE --es code 5")
    say(phone, "am broadcast -a ADB_KEYBOARD_INPUT_KEYCODE --ei code 29")
    assert fields(phone)[1] == "a"
    phone.system.clipboard.set_text("copied")
    assert encoded("copied") in say(phone, "am broadcast -a ADB_KEYBOARD_GET_CLIPBOARD")
    assert "result=-1" in say(phone, "am broadcast -a ADB_KEYBOARD_HIDE")
    assert not phone.windows.keyboard_shown
    phone.windows.hide_keyboard(drop_focus=True)
    assert "no field" in say(phone, "am broadcast -a ADB_KEYBOARD_SMART_ENTER")


@pytest.mark.parametrize(
    ("keyboard", "text"), [(ADB, "ADB Keyboard {ON}"), (OTHER, "Adb Keyboard")]
)
def test_a_strip_stands_in_the_keyboard_s_place(
    typing: Callable[[str], Phone], keyboard: str, text: str
) -> None:
    phone = typing(keyboard)
    texts = [element.text for element in phone.ui_elements()]
    assert text in texts
    assert not has_keys(phone)
    phone.press_key(4)
    assert text not in [element.text for element in phone.ui_elements()]


def test_keyboards_are_listed_and_chosen() -> None:
    phone = Phone()
    assert say(phone, "ime list -s").split() == [GBOARD]
    assert say(phone, "ime list -s -a").split() == [ADB, GBOARD]
    assert f"mId={GBOARD}" in say(phone, "ime list")
    assert phone.shell(f"ime set {ADB}").exit_code == 255, "it is not enabled"
    full = "com.android.adbkeyboard/com.android.adbkeyboard.AdbIME"
    assert "now enabled" in say(phone, f"ime enable --user 0 {full}")
    assert "already enabled" in say(phone, f"ime enable {ADB}")
    assert "selected" in say(phone, f"ime set {ADB}")
    assert say(phone, "settings get secure default_input_method").strip() == ADB
    assert f"mCurMethodId={ADB}" in say(phone, "dumpsys input_method")
    assert "now disabled" in say(phone, f"ime disable {ADB}")
    assert say(phone, "settings get secure default_input_method").strip() == GBOARD
    assert phone.shell("ime enable none/.None").exit_code == 255
    assert phone.shell("ime").exit_code == 255


def test_what_is_written_by_hand_is_followed(typing: Callable[[str], Phone]) -> None:
    phone = typing(ADB)
    saved = phone.snapshot()
    say(phone, "settings put secure default_input_method none/.None")
    assert has_keys(phone), "Gboard comes in its place"
    phone.restore(saved)
    say(phone, "pm uninstall --user 0 com.android.adbkeyboard")
    assert phone.system.input_methods.current == GBOARD
    assert has_keys(phone)
    phone.restore(saved)
    say(phone, "ime reset")
    assert phone.system.input_methods.enabled == (GBOARD,)


def test_the_globe_goes_round(typing: Callable[[str], Phone]) -> None:
    phone = typing(GBOARD)
    say(phone, f"ime enable {ADB}")
    (globe,) = [e for e in phone.ui_elements() if e.content_description == "Switch input method"]
    assert globe.bbox_pixels is not None
    phone.tap(*globe.bbox_pixels.center)
    assert phone.system.input_methods.current == ADB
