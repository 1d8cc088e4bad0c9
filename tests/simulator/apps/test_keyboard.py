"""The on-screen keyboard, typed on by taps on its keys."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from android_gym.accessibility import UIElement
from android_gym.simulator.apps.latin_ime import emoji
from android_gym.simulator.apps.latin_ime.keys import Key
from android_gym.simulator.apps.latin_ime.words import correction, suggestions
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.text import TextStyle, layout_text
from android_gym.simulator.ui.widgets import EditText
from android_gym.testing.driver import AppDriver

PACKAGE = "com.google.android.inputmethod.latin"


class Keyboard(AppDriver):
    """Sees what the keyboard shows, and nothing else; types as fast as it can."""

    def __init__(self, phone: Any) -> None:
        super().__init__(phone, PACKAGE, settle_ms=0)

    def elements(self, name: str | re.Pattern[str]) -> list[UIElement]:
        # The keys come after the suggestions, of which one may be a letter too.
        return [e for e in super().elements(name) if e.package_name == PACKAGE][::-1]


def key(phone: Any, name: str) -> None:
    """Tap a key by its letter or description."""
    Keyboard(phone).tap(name)


def keys(phone: Any, *names: str) -> None:
    Keyboard(phone).tap(*names)


def shows(phone: Any, name: str) -> bool:
    return Keyboard(phone).shows(name)


def field(phone: Any, activity: str = ".Second", **options: Any) -> Any:
    phone.show(
        lambda page: column(
            EditText(id="field", width=MATCH, **options), EditText(id="other", width=MATCH)
        ),
        activity,
    )
    AppDriver(phone, settle_ms=0).tap("field")
    return phone.windows.focused_field


class TestLetters:
    def test_a_word(self, phone: Any) -> None:
        view = field(phone)
        keys(phone, *"hello", "Space", *"world")
        assert view().text == "hello world"

    def test_delete(self, phone: Any) -> None:
        view = field(phone)
        keys(phone, *"ab", "Delete", "Delete", "Delete")
        assert view().text == ""

    def test_shift_for_one_letter_and_locked(self, phone: Any) -> None:
        view = field(phone)
        keys(phone, "Shift", "A", "b")
        assert view().text == "Ab"
        keys(phone, "Shift", "Shift", *"CD", "Shift", "e")
        assert view().text == "AbCDe"

    def test_only_a_quick_second_tap_locks(self, phone: Any) -> None:
        view = field(phone)
        key(phone, "Shift")
        phone.advance(301)
        keys(phone, "Shift", "a")
        assert view().text == "a"

    def test_capitals_by_themselves_can_be_turned_off(self, phone: Any) -> None:
        phone.shell("settings put system auto_caps 0")
        view = field(phone, capitalize="sentences")
        keys(phone, "a")
        assert view().text == "a"

    def test_sentences_begin_with_a_capital(self, phone: Any) -> None:
        view = field(phone, capitalize="sentences")
        keys(phone, "H", "i", ".", "Space", "Y", "o")
        assert view().text == "Hi. Yo"
        keys(phone, *["Delete"] * 6)
        assert shows(phone, "Q")

    def test_words_and_characters(self, phone: Any) -> None:
        view = field(phone, capitalize="words")
        keys(phone, "A", "b", "Space", "C")
        assert view().text == "Ab C"
        view = field(phone, ".Top", capitalize="characters")
        keys(phone, *"AB")
        assert view().text == "AB"

    def test_shift_takes_an_automatic_capital_back(self, phone: Any) -> None:
        view = field(phone, capitalize="sentences")
        keys(phone, "Shift", "a")
        assert view().text == "a"

    def test_comma_and_full_stop_follow_the_kind_of_field(self, phone: Any) -> None:
        view = field(phone, input_type="email")
        keys(phone, "a", "@", "b", ".", "c")
        assert view().text == "a@b.c"
        field(phone, ".Top", input_type="uri")
        assert shows(phone, "/")


class TestLayers:
    def test_symbols_and_back(self, phone: Any) -> None:
        view = field(phone)
        keys(phone, "Symbol keyboard", *"12", "More symbols", "\u20ac", "Symbol keyboard", "3")
        keys(phone, "Letter keyboard", "a")
        assert view().text == "12\u20ac3a"

    def test_a_space_leads_back_to_letters(self, phone: Any) -> None:
        view = field(phone)
        keys(phone, "Symbol keyboard", "1", "Space", "a")
        assert view().text == "1 a"

    def test_emoji(self, phone: Any) -> None:
        view = field(phone)
        key(phone, "Emoji button")
        face = next(
            e
            for e in phone.ui_elements()
            if e.package_name == PACKAGE and ord((e.text or "a")[0]) > 0x2000
        )
        phone.tap(*face.bbox_pixels.center)
        assert view().text == face.text

    @pytest.mark.parametrize("kind", ["number", "decimal", "phone", "number_password"])
    def test_numbers_have_a_pad(self, phone: Any, kind: str) -> None:
        view = field(phone, input_type=kind)
        assert not shows(phone, "q")
        keys(phone, *"120", "Delete", "5")
        assert view().text == "125"

    def test_the_next_field_gets_its_own(self, phone: Any) -> None:
        field(phone, input_type="number")
        assert shows(phone, "1") and not shows(phone, "q")
        phone.tap_on("other")
        assert shows(phone, "q")


class TestActions:
    @pytest.mark.parametrize(
        ("action", "name"),
        [("done", "Done"), ("next", "Next"), ("search", "Search"), ("send", "Send"), ("go", "Go")],
    )
    def test_the_key_says_what_it_does(self, phone: Any, action: str, name: str) -> None:
        field(phone, ime_action=action)
        assert shows(phone, name)

    def test_done_hides_next_goes_on(self, phone: Any) -> None:
        view = field(phone, ime_action="next")
        key(phone, "Next")
        assert view().id == "other" and phone.windows.keyboard_shown
        key(phone, "Done")
        assert not phone.windows.keyboard_shown

    def test_send_calls_and_stays(self, phone: Any) -> None:
        heard: list[str] = []
        field(phone, ime_action="send", on_editor_action=lambda: heard.append("send"))
        key(phone, "Send")
        assert heard == ["send"] and phone.windows.keyboard_shown

    def test_enter_in_a_field_of_lines(self, phone: Any) -> None:
        view = field(phone, multi_line=True)
        keys(phone, "a", "Enter", "b")
        assert view().text == "a\nb"

    def test_hiding_it(self, phone: Any) -> None:
        view = field(phone)
        key(phone, "Back")
        assert not phone.windows.keyboard_shown and view() is not None
        AppDriver(phone, settle_ms=0).tap("field")
        assert phone.windows.keyboard_shown


def test_keys_that_lead_nowhere_say_so(phone: Any) -> None:
    field(phone)
    for name in (
        "Voice input", "Switch input method", "Open features menu", "Stickers", "GIF", "Theme",
    ):  # fmt: skip
        key(phone, name)
        phone.screenshot(40, 80)
        assert phone.system.status_bar.toast is not None
        phone.advance(2500)
    assert phone.windows.keyboard_shown


def centre(phone: Any, name: str) -> tuple[float, float]:
    box = Keyboard(phone).find(name).bbox_pixels
    assert box is not None
    return box.center


def hold(phone: Any, name: str, ms: int, dx: float = 0) -> None:
    """Hold a key, then move the finger sideways and lift it."""
    x, y = centre(phone, name)
    phone.touch(x, y, True)
    phone.advance(ms)
    if dx:
        phone.touch(x + dx, y, True)
    phone.touch(x + dx, y, False)


class TestHolding:
    def test_the_first_of_the_characters_over_a_key(self, phone: Any) -> None:
        view = field(phone)
        hold(phone, "e", 299)
        hold(phone, "e", 301)
        hold(phone, "p", 400)
        hold(phone, "b", 400)
        assert view().text == "e30b"

    def test_the_finger_chooses(self, phone: Any) -> None:
        view = field(phone)
        hold(phone, "e", 400, 80)
        key(phone, "Shift")
        hold(phone, "E", 400, 120)
        hold(phone, "s", 400, 4000)
        assert view().text == "\u00e9\u00ca\u0161"

    def test_at_the_right_edge_they_stand_to_the_left(self, phone: Any) -> None:
        view = field(phone)
        hold(phone, "o", 400)
        hold(phone, "o", 400, -4000)
        assert view().text[1] == "9" and len(view().text) == 2
        assert view().text[0] in "\u00f2\u00f3\u0153\u00f8\u014d\u00f5"

    def test_they_are_there_while_the_key_is_held(self, phone: Any) -> None:
        view = field(phone)
        windows = phone.windows
        before, top = len(windows.windows()), windows.keyboard_top
        x, y = centre(phone, "q")
        phone.touch(x, y, True)
        phone.advance(400)
        assert len(windows.windows()) == before + 1 and windows.keyboard_top == top
        phone.press_key(26)  # POWER: no finger is on the screen once it is dark
        phone.touch(x, y, True)
        phone.press_key(26)
        phone.system.keyguard.dismiss()
        assert len(windows.windows()) <= before
        AppDriver(phone, settle_ms=0).tap("field")
        assert len(windows.windows()) == before and view().text == ""

    def test_delete_goes_on_until_the_finger_leaves(self, phone: Any) -> None:
        view = field(phone)
        phone.type_text("a" * 30)
        x, y = centre(phone, "Delete")
        phone.touch(x, y, True)
        phone.advance(299)
        assert len(view().text) == 30
        phone.advance(1)
        assert len(view().text) == 29
        phone.advance(500)
        assert len(view().text) == 19
        phone.touch(x, y, False)
        phone.advance(500)
        assert len(view().text) == 19

    def test_sliding_on_the_space_bar_moves_the_cursor(self, phone: Any) -> None:
        view = field(phone)
        phone.type_text("hello")
        x, y = centre(phone, "Space")
        phone.swipe(x, y, x - 19, y, 200)
        assert view().selection == (3, 3) and view().text == "hello"
        phone.swipe(x, y, x - 95, y, 200)
        assert view().selection == (0, 0)
        phone.swipe(x, y, x + 10, y, 200)
        key(phone, "x")
        assert view().text == "hxello"


class TestSpaces:
    def test_two_make_a_full_stop(self, phone: Any) -> None:
        view = field(phone, capitalize="sentences")
        keys(phone, "H", "i", "Space", "Space", "Y", "o")
        assert view().text == "Hi. Yo"

    def test_slow_ones_do_not_nor_a_third(self, phone: Any) -> None:
        view = field(phone)
        keys(phone, "a", "Space")
        phone.advance(1101)
        keys(phone, "Space", "Space")
        assert view().text == "a   "
        keys(phone, "b", "Space", "Space", "Space")
        assert view().text == "a   b.  "

    def test_nor_in_other_fields(self, phone: Any) -> None:
        view = field(phone, input_type="password")
        keys(phone, "a", "Space", "Space")
        assert view().text == "a  "

    def test_the_setting(self, phone: Any) -> None:
        phone.shell("settings put system auto_punctuate 0")
        view = field(phone)
        keys(phone, "a", "Space", "Space")
        assert view().text == "a  "


class TestWords:
    def test_suggestions_follow_what_is_typed(self, phone: Any) -> None:
        view = field(phone)
        assert shows(phone, "Clipboard")
        keys(phone, *"tomo")
        assert shows(phone, "tomorrow") and not shows(phone, "Clipboard")
        key(phone, "tomorrow")
        assert view().text == "tomorrow " and shows(phone, "Clipboard")
        keys(phone, ".", "Space", *"b")
        assert view().text == "tomorrow. b"

    def test_what_others_type_ends_them(self, phone: Any) -> None:
        field(phone)
        keys(phone, *"tomo")
        phone.type_text("rr")
        assert not shows(phone, "tomorrow") and shows(phone, "Clipboard")
        key(phone, "o")
        assert shows(phone, "tomorrow")
        phone.press_key(21)  # DPAD_LEFT
        assert not shows(phone, "tomorrow")

    def test_capitals_are_kept(self, phone: Any) -> None:
        view = field(phone, capitalize="sentences")
        keys(phone, *"Tomo", "Tomorrow")
        assert view().text == "Tomorrow "

    def test_correction_is_off_and_can_be_turned_on(self, phone: Any) -> None:
        view = field(phone)
        keys(phone, *"teh", "Space")
        assert view().text == "teh "
        phone.shell("settings put system auto_replace 1")
        keys(phone, *"teh", "Space", *"i", ".")
        assert view().text == "teh the I."

    def test_none_in_a_password(self, phone: Any) -> None:
        field(phone, input_type="password")
        keys(phone, *"tomo")
        assert not shows(phone, "tomorrow") and shows(phone, "1")
        assert not shows(phone, "Emoji button")

    def test_a_snapshot_keeps_them(self, phone: Any) -> None:
        field(phone)
        keys(phone, *"tomo")
        kept = phone.snapshot()
        key(phone, "Delete")
        phone.type_text("z")
        phone.restore(kept)
        assert shows(phone, "tomorrow")

    @pytest.mark.parametrize(
        ("typed", "first"),
        [("th", "the"), ("THA", "THAT"), ("teh", "the"), ("xyzzy", "xyzzy"), ("i", "I")],
    )
    def test_the_best(self, typed: str, first: str) -> None:
        assert suggestions(typed)[0] == first
        assert typed in suggestions(typed) and len(suggestions(typed)) <= 3

    @pytest.mark.parametrize(
        ("typed", "corrected"),
        [("helo", "hello"), ("wrold", "world"), ("Teh", "The"), ("hello", "hello"), ("qq", "qq"),
         ("xyzzy", "xyzzy"), ("monday", "monday"), ("dont", "don't")],
    )  # fmt: skip
    def test_corrections(self, typed: str, corrected: str) -> None:
        assert correction(typed) == corrected


class TestPages:
    def test_emoji_by_category_and_by_name(self, phone: Any) -> None:
        view = field(phone)
        keys(phone, "Emoji button", "grinning face", "Food and drink", "pineapple", "Space")
        assert view().text == "\U0001f600\U0001f34d "
        keys(phone, "Search emoji", *"dog", "dog face", "Back to emoji", "Letter keyboard", "a")
        assert view().text == "\U0001f600\U0001f34d \U0001f436a"

    def test_the_search_is_typed_and_deleted(self, phone: Any) -> None:
        view = field(phone)
        keys(phone, "Emoji button", "Search emoji", *"dogx")
        assert not shows(phone, "dog face")
        key(phone, "Delete")
        assert shows(phone, "dog face")
        key(phone, "Clear")
        assert not shows(phone, "dog face") and view().text == ""

    def test_every_emoji_is_found_by_its_name(self) -> None:
        every = [e for category in emoji.categories() for e in category.emoji]
        assert len(every) > 900
        assert [e for e in every if e not in emoji.search(emoji.name(e))] == []

    def test_the_clipboard_is_pasted(self, phone: Any) -> None:
        view = field(phone)
        keys(phone, "Clipboard")
        assert shows(phone, "Text that you copy will be shown here")
        phone.system.clipboard.set_text("copied")
        key(phone, "copied")
        assert view().text == "copied" and shows(phone, "q")

    def test_symbols_of_phone_numbers(self, phone: Any) -> None:
        view = field(phone, input_type="phone")
        keys(phone, "Phone symbols", "*", "Pause", "Phone keyboard", "5")
        hold(phone, "0", 400)
        assert view().text == "*,5+"


class TestLooks:
    def test_one_a_theme(self, phone: Any) -> None:
        field(phone)

        def ground() -> int:
            return int(phone.screenshot(400, 800)[790, 100].mean())

        light = ground()
        phone.shell("cmd uimode night yes")
        assert light > 200 and ground() < 60

    def test_large_print_leaves_the_keys_as_they_are(self, phone: Any) -> None:
        field(phone)
        top = phone.windows.keyboard_top
        before = phone.screenshot(400, 800)[top:]
        phone.shell("settings put system font_scale 2.0")
        np.testing.assert_array_equal(phone.screenshot(400, 800)[top:], before)

    @pytest.mark.parametrize("layer", ["letters", "Symbol keyboard", "Emoji button", "phone"])
    def test_on_its_side_all_keys_fit(self, phone: Any, layer: str) -> None:
        field(phone, input_type="phone" if layer == "phone" else "text")
        phone.shell("settings put system accelerometer_rotation 0")
        phone.shell("settings put system user_rotation 1")
        if layer[0].isupper():
            key(phone, layer)
        width, height = phone.windows.size
        assert (width, height) == (800, 400)
        keyboard = next(w for w in phone.windows.windows() if w.kind == "input_method")
        assert keyboard.bounds == (0, phone.windows.keyboard_top, width, height)
        assert height - keyboard.bounds[1] < height * 0.6
        for view in keyboard.root.walk():
            if isinstance(view, Key) and view.face.text and not view.text:
                x0, y0, x1, y1 = view.bounds
                assert 0 <= x0 < x1 <= width and y0 < y1 <= height
                room = y1 - y0 - 2 * view.face.gap
                style = TextStyle(view.face.size)
                line = layout_text(view.face.text, style, 1.0)
                assert line.longest_line <= x1 - x0, view.face
                assert room >= view.face.size, view.face


def test_its_keys_lie_where_gboards_do() -> None:
    """As measured on pictures of AndroidWorld's phone and told by its accessibility tree."""
    from android_gym.simulator.phone import Phone

    phone = Phone()
    search = next(e for e in phone.ui_elements() if e.content_description == "Search")
    assert search.bbox_pixels is not None
    phone.tap(*search.bbox_pixels.center)
    window = next(w for w in phone.windows.windows() if w.kind == "input_method")
    views = {view.id: view.bounds for view in window.root.walk() if view.id}
    assert window.bounds[0::2] == (0, 1080) and window.bounds[3] == 2400
    assert abs(window.bounds[1] - 1517) < 4
    assert abs(views["keyboard_holder"][3] - 2268) < 4
    left, top, right, bottom = views["key_pos_1_0"]
    assert abs(left - 5) < 4 and abs(right - 165) < 6
    assert abs(bottom - top - 155) < 2
    for name in (
        "key_pos_header_access_points_menu", "key_pos_header_power_key", "key_pos_shift",
        "key_pos_del", "key_pos_space", "key_pos_ime_action", "key_pos_0_9", "key_pos_2_6",
        "android:id/input_method_nav_back", "android:id/input_method_nav_ime_switcher",
    ):  # fmt: skip
        assert name in views


def test_settings_has_the_keyboards_options() -> None:
    from android_gym.simulator.phone import Phone

    phone = Phone()
    phone.shell("am start -a android.settings.INPUT_METHOD_SETTINGS")
    app = AppDriver(phone)
    app.tap("Gboard", "Auto-correction")
    assert phone.system.settings.get("system", "auto_replace") == "1"
    app.tap("Auto-capitalization")
    assert phone.system.settings.get("system", "auto_caps") == "0"
