"""Names a person would give to places on the screen."""

from __future__ import annotations

import pytest

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.evaluation.narration import describe, finger_paths, name_at
from android_gym.events import (
    DeviceEvent,
    Drag,
    Key,
    Launch,
    LongPress,
    Pinch,
    Swipe,
    Tap,
    Text,
    Wait,
)


def element(left: int, top: int, right: int, bottom: int, **fields: str) -> UIElement:
    return UIElement(bbox_pixels=BoundingBox(left, right, top, bottom), **fields)  # type: ignore[arg-type]


SCREEN = [
    element(0, 0, 1080, 2400, content_description="Settings"),
    element(0, 300, 1080, 500, class_name="android.widget.LinearLayout"),
    element(60, 320, 500, 400, text="Network & internet"),
    element(60, 400, 700, 460, text="Mobile, Wi-Fi,\nhotspot"),
    element(900, 340, 1020, 440, class_name="android.widget.Switch"),
]


def test_the_smallest_element_names_the_place() -> None:
    assert name_at(SCREEN, 100, 350) == "Network & internet"


def test_whitespace_is_one_space() -> None:
    assert name_at(SCREEN, 100, 410) == "Mobile, Wi-Fi, hotspot"


def test_a_nameless_switch_is_named_by_its_line() -> None:
    assert name_at(SCREEN, 950, 390) == "the switch beside Network & internet"


def test_the_whole_screen_is_no_name() -> None:
    assert name_at(SCREEN, 540, 1200) == "(540, 1200)"


def test_what_floats_over_a_name_is_not_called_by_it() -> None:
    button = element(400, 340, 480, 390, class_name="android.widget.ImageButton")
    button.is_clickable = True
    assert name_at([*SCREEN, button], 450, 350) == "the button beside Network & internet"


def test_a_slider_is_not_called_by_its_number() -> None:
    slider = element(0, 700, 900, 800, class_name="android.widget.SeekBar", text="65535.0")
    assert name_at([*SCREEN, slider], 450, 750) == "the slider"


def test_nothing_there() -> None:
    assert name_at([], 540, 1200) == "(540, 1200)"


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Tap(100, 350), "tap Network & internet"),
        (LongPress(950, 390), "long press the switch beside Network & internet"),
        (Swipe(540, 1800, 560, 600), "swipe up"),
        (Swipe(100, 350, 900, 400), "swipe right from Network & internet"),
        (Drag(100, 350, 5, 2000), "drag Network & internet to (5, 2000)"),
        (Pinch(100, 350, 100, 300), "pinch out (3x) on Network & internet"),
        (Pinch(5, 2000, 300, 100, -90), "pinch in (0.33x) turning 90\u00b0 left on (5, 2000)"),
        (Text("two\nlines"), "type 'two\\nlines'"),
        (Key("KEYCODE_APP_SWITCH"), "press app switch"),
        (Key(4), "press 4"),
        (Launch("Settings"), "open Settings"),
        (Wait(1500), "wait 1.5 s"),
    ],
)
def test_each_event_has_words(event: DeviceEvent, words: str) -> None:
    assert describe(event, SCREEN) == words


def test_finger_paths() -> None:
    assert finger_paths(Swipe(1, 2, 3, 4)) == [[(1, 2), (3, 4)]]
    assert finger_paths(Tap(1, 2)) == [[(1, 2)]]
    assert finger_paths(Key("BACK")) == []
    left, right = finger_paths(Pinch(100, 200, 20, 80))
    assert (left[0], left[-1]) == ((90, 200), (60, 200))
    assert (right[0], right[-1]) == ((110, 200), (140, 200))
    turned = finger_paths(Pinch(100, 200, 20, 20, degrees=90))
    assert turned[1][-1] == pytest.approx((100, 210))
