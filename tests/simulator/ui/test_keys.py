"""Key events: navigation, editing, modifiers, and text injected as a whole."""

from __future__ import annotations

from typing import Any

import pytest

from android_gym.simulator.system.intents import MAX_TRANSACTION
from android_gym.simulator.system.keycodes import KEYCODES, keycode
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.widgets import EditText, TextView


def press(phone: Any, *names: str) -> None:
    for name in names:
        phone.press_key(KEYCODES[name])


def chord(phone: Any, modifier: str, *names: str) -> None:
    """Press keys while a modifier is held."""
    phone.keys.down(KEYCODES[modifier])
    press(phone, *names)
    phone.keys.up(KEYCODES[modifier])


def field(phone: Any, text: str = "", **options: Any) -> Any:
    """Show a field with the cursor in it; return what gives the view of now."""
    options = {"id": "field", "width": MATCH} | options
    phone.show(lambda page: column(EditText(text, **options), EditText(id="second", width=MATCH)))
    phone.tap_on("field")
    phone.windows.focused_field().select(len(text), len(text))
    return phone.windows.focused_field


class TestTyping:
    def test_letters_digits_and_shift(self, phone: Any) -> None:
        view = field(phone)
        press(phone, "H", "I", "SPACE", "7", "SLASH", "NUMPAD_4")
        chord(phone, "SHIFT_LEFT", "A", "1", "SLASH")
        press(phone, "B")
        assert view().text == "hi 7/4A!?b"

    def test_at_the_cursor_and_over_the_selection(self, phone: Any) -> None:
        view = field(phone, "hello")
        press(phone, "MOVE_HOME", "X", "DPAD_RIGHT", "Y", "MOVE_END", "Z")
        assert view().text == "xhyelloz"
        chord(phone, "CTRL_LEFT", "A")
        press(phone, "Q")
        assert view().text == "q"

    def test_delete_both_ways(self, phone: Any) -> None:
        view = field(phone, "abcd")
        press(phone, "DPAD_LEFT", "DEL", "FORWARD_DEL", "FORWARD_DEL")
        assert view().text == "ab"
        press(phone, "DEL", "DEL", "DEL")
        assert view().text == ""

    def test_a_long_press_of_delete_deletes_twice(self, phone: Any) -> None:
        view = field(phone, "abcdef")
        phone.shell("input keyevent --longpress KEYCODE_DEL DPAD_LEFT KEYCODE_FORWARD_DEL")
        assert (view().text, view().selection) == ("ab", (2, 2))
        phone.shell("input keyevent --longpress KEYCODE_DEL KEYCODE_HOME")
        assert view() is None

    def test_selecting_with_shift(self, phone: Any) -> None:
        view = field(phone, "abcd")
        chord(phone, "SHIFT_LEFT", "DPAD_LEFT", "DPAD_LEFT")
        assert sorted(view().selection) == [2, 4]
        press(phone, "DEL")
        assert view().text == "ab"

    def test_an_arrow_ends_a_selection_at_its_side(self, phone: Any) -> None:
        view = field(phone, "abcd")
        for key, at in (("DPAD_LEFT", 0), ("DPAD_RIGHT", 4), ("DPAD_UP", 0), ("DPAD_DOWN", 4)):
            view().select(4, 0)
            press(phone, key)
            assert view().selection == (at, at), key

    def test_words_with_control(self, phone: Any) -> None:
        view = field(phone, "one, two  three")
        places = []
        for _ in range(4):
            chord(phone, "CTRL_LEFT", "DPAD_LEFT")
            places.append(view().selection[1])
        assert places == [10, 5, 0, 0]
        for place in (3, 8, 15, 15):
            chord(phone, "CTRL_LEFT", "DPAD_RIGHT")
            assert view().selection == (place, place)
        chord(phone, "CTRL_LEFT", "DEL")
        assert view().text == "one, two  "
        view().select(1, 3)
        chord(phone, "CTRL_LEFT", "DEL")
        assert view().text == "o, two  "
        chord(phone, "CTRL_LEFT", "FORWARD_DEL")
        assert view().text == "o  "

    def test_lines_up_and_down_then_the_ends_then_the_next_field(self, phone: Any) -> None:
        view = field(phone, "ab\n\nwxyz", multi_line=True)
        press(phone, "DPAD_LEFT", "DPAD_UP")
        assert view().selection == (3, 3)
        press(phone, "DPAD_UP", "MOVE_END")
        assert view().selection == (2, 2)
        press(phone, "DPAD_UP")
        assert view().selection == (0, 0)
        press(phone, "DPAD_DOWN", "DPAD_DOWN", "DPAD_DOWN")
        assert view().selection == (8, 8)
        press(phone, "DPAD_DOWN")
        assert view().id == "second"

    def test_home_and_end_stay_in_the_line_that_is_seen(self, phone: Any) -> None:
        text = "word " * 40
        view = field(phone, text, multi_line=True)
        press(phone, "MOVE_HOME")
        last = view().selection[0]
        assert 0 < last < len(text) and view().text_layout.line_of(last).start == last
        press(phone, "DPAD_UP", "MOVE_END")
        assert view().selection == (last - 1, last - 1), "before the space where it is broken"
        chord(phone, "CTRL_LEFT", "MOVE_HOME")
        press(phone, "MOVE_END")
        assert 0 < view().selection[0] < last
        chord(phone, "CTRL_LEFT", "MOVE_END")
        assert view().selection == (len(text), len(text))

    def test_the_clipboard(self, phone: Any) -> None:
        view = field(phone, "abc")
        chord(phone, "CTRL_LEFT", "A", "C")
        assert phone.system.clipboard.text == "abc"
        press(phone, "MOVE_END")
        chord(phone, "CTRL_LEFT", "V")
        assert view().text == "abcabc"
        chord(phone, "CTRL_LEFT", "A", "X")
        assert (view().text, phone.system.clipboard.text) == ("", "abcabc")
        press(phone, "PASTE")
        assert view().text == "abcabc"

    @pytest.mark.parametrize("letter", ["C", "X"])
    def test_what_the_clipboard_can_t_hold_stays(self, phone: Any, letter: str) -> None:
        text = "x" * (MAX_TRANSACTION // 2 + 1)
        view = field(phone, text)
        phone.system.clipboard.set_text("before")
        chord(phone, "CTRL_LEFT", "A", letter)
        assert (view().text, phone.system.clipboard.text) == (text, "before")
        assert phone.system.status_bar.toast == ("com.sample", "Failed to copy to clipboard")

    def test_without_a_field_it_is_lost(self, phone: Any) -> None:
        phone.start(".Second")
        press(phone, "A")
        phone.type_text("abc")
        assert phone.text_of("name") == "Second"

    def test_a_key_held_repeats_nothing(self, phone: Any) -> None:
        view = field(phone)
        phone.keys.down(KEYCODES["A"])
        phone.keys.down(KEYCODES["A"])
        phone.keys.up(KEYCODES["A"])
        assert view().text == "a"


class TestEnter:
    def test_a_line_or_the_action(self, phone: Any) -> None:
        view = field(phone, multi_line=True)
        press(phone, "A", "ENTER", "B")
        assert view().text == "a\nb"

    def test_the_action_of_the_field(self, phone: Any) -> None:
        heard: list[str] = []
        field(phone, ime_action="search", on_editor_action=lambda: heard.append("search"))
        press(phone, "ENTER")
        assert heard == ["search"] and not phone.windows.keyboard_shown

    def test_next_goes_to_the_next_field(self, phone: Any) -> None:
        view = field(phone, ime_action="next")
        press(phone, "ENTER")
        assert view().id == "second" and phone.windows.keyboard_shown
        press(phone, "ENTER")
        assert not phone.windows.keyboard_shown

    def test_lines_of_injected_text(self, phone: Any) -> None:
        view = field(phone, ime_action="next")
        phone.type_text("one\ntwo")
        assert view().id == "second" and view().text == "two"
        assert phone.text_of("field") == "one"


class TestNavigation:
    def test_tab_goes_around_and_back(self, phone: Any) -> None:
        view = field(phone)
        press(phone, "TAB")
        assert view().id == "second"
        chord(phone, "SHIFT_LEFT", "TAB")
        assert view().id == "field"

    def test_home_back_and_recents(self, phone: Any) -> None:
        phone.start(".Second").start_activity(".Top")
        press(phone, "BACK")
        assert phone.top == "Second"
        press(phone, "HOME")
        assert phone.top == "NexusLauncherActivity"
        press(phone, "APP_SWITCH")
        assert phone.has("overview_panel")

    def test_escape_is_back(self, phone: Any) -> None:
        phone.start(".Second").start_activity(".Top")
        press(phone, "ESCAPE")
        assert phone.top == "Second"

    def test_power_and_wakeup(self, phone: Any) -> None:
        press(phone, "POWER")
        assert not phone.system.display.on
        press(phone, "A", "VOLUME_UP", "BACK")  # nobody hears them
        assert not phone.system.display.on
        press(phone, "WAKEUP", "WAKEUP")
        assert phone.system.display.on
        press(phone, "SLEEP", "SLEEP", "POWER")
        assert phone.system.display.on

    def test_notifications(self, phone: Any) -> None:
        press(phone, "NOTIFICATION")
        assert phone.system.status_bar.panel == "notifications"

    def test_brightness(self, phone: Any) -> None:
        before = phone.system.display.brightness
        press(phone, "BRIGHTNESS_UP")
        assert phone.system.display.brightness > before

    def test_an_activity_gets_what_is_left(self, phone: Any, log: list[Any]) -> None:
        phone.start(".Second")
        press(phone, "F1", "MENU", "HOME")
        assert [entry for entry in log if entry[1] == "key"] == [
            ("Second", "key", "F1"),
            ("Second", "key", "MENU"),
        ]

    @pytest.mark.parametrize("code", [-1, 0, 9999, 2**40])
    def test_keys_that_do_not_exist_do_nothing(self, phone: Any, code: int) -> None:
        view = field(phone, "abc")
        phone.press_key(code)
        assert view().text == "abc"


class TestText:
    @pytest.mark.parametrize(
        "text", ["Gr\u00fc\u00dfe", "\u65e5\u672c", "\U0001f600", "%s", "a\tb", " x "]
    )
    def test_any_text(self, phone: Any, text: str) -> None:
        view = field(phone)
        phone.type_text(text)
        assert view().text == text

    def test_as_long_as_the_field_takes(self, phone: Any) -> None:
        view = field(phone, max_length=5)
        phone.type_text("abcdefgh")
        assert view().text == "abcde"

    @pytest.mark.parametrize(
        ("kind", "typed"),
        [("number", "123"), ("signed", "-123"), ("decimal", "1.23"), ("number_password", "123"),
         ("text", "-1.2x3")],
    )  # fmt: skip
    def test_number_fields_let_numbers_through(self, phone: Any, kind: str, typed: str) -> None:
        view = field(phone, input_type=kind)
        phone.type_text("-1.2x3")
        assert view().text == typed

    def test_what_the_app_refuses_is_left_out(self, phone: Any) -> None:
        view = field(phone, accept=lambda text: text.count("a") < 3)
        phone.type_text("abacabad")
        assert view().text == "abacbd"

    def test_a_hundred_thousand_characters(self, phone: Any) -> None:
        view = field(phone, multi_line=True)
        phone.type_text("word " * 20_000)
        assert len(view().text) == 100_000
        assert phone.screenshot(40, 80).shape == (80, 40, 3)
        assert phone.text_of("field") == "word " * 20_000

    def test_an_app_may_rewrite_it(self, phone: Any) -> None:
        page = phone.show(
            lambda page: column(
                TextView(page.state.text, id="copy"),
                EditText(
                    page.state.text,
                    id="field",
                    on_text_change=lambda text: page.update(text=text.upper()),
                ),
            )
        )
        phone.tap_on("field")
        phone.type_text("ab")
        phone.type_text("c")
        assert page.state.text == "ABC" and phone.text_of("field") == "ABC"


def test_names_of_keys() -> None:
    assert keycode("KEYCODE_HOME") == keycode("home") == keycode("3") == KEYCODES["HOME"] == 3
    assert (KEYCODES["BACK"], KEYCODES["ENTER"], KEYCODES["DEL"]) == (4, 66, 67)
    assert (KEYCODES["APP_SWITCH"], KEYCODES["WAKEUP"], KEYCODES["PASTE"]) == (187, 224, 279)
    assert (KEYCODES["VOLUME_MUTE"], KEYCODES["F1"], KEYCODES["MOVE_END"]) == (164, 131, 123)
    assert keycode("NO_SUCH_KEY") is None
