"""Observations: an agent's view."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.agent_view import AgentView
from android_gym.observations import (
    UI_COLUMNS,
    ObservationOptions,
    decode_elements,
    decode_text,
    encode_text,
    make_observations,
)


def read(name, elements=(), **options):
    (part,) = make_observations(name, ObservationOptions(**options))
    device = SimpleNamespace(
        size=(1000, 2000),
        ui_elements=lambda: tuple(elements),
        screenshot=lambda size: np.zeros((size[1], size[0], 3), np.uint8),
    )
    array = part.read(device, "Say “hi” to Zoë.")
    assert array in part.space
    return array


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])), st.integers(1, 80))
def test_text_survives_up_to_its_length(text, length):
    array = encode_text(text, length)
    assert array.shape == (length,) and array.dtype == np.uint8
    decoded = decode_text(array)
    assert text.startswith(decoded)
    assert decoded == text or len((decoded + text[len(decoded)]).encode()) > length


def test_decoding_drops_what_is_no_text():
    data = np.array([0xFF, 65, 0x1B, 10, 9, 0x7F, 0xC3, 66, 0, 67], np.uint8)
    assert decode_text(data) == "A\n\tB"


def test_goal():
    assert decode_text(read("goal", goal_length=64)) == "Say “hi” to Zoë."
    assert decode_text(read("goal", goal_length=6)) == "Say "  # not half a quotation mark


def test_pixels_have_the_size_asked_for():
    assert read("pixels", size=(30, 50)).shape == (50, 30, 3)


ELEMENTS = [
    UIElement(
        text="A switch",
        bbox_pixels=BoundingBox(-100, 500, 200, 2500),
        is_checkable=True,
        is_checked=True,
        is_clickable=True,
        is_enabled=None,
    ),
    UIElement(content_description="Search", hint_text="hint", bbox_pixels=BoundingBox(0, 1, 0, 1)),
    UIElement(hint_text="First name"),
    UIElement(),
]


def test_table_of_elements():
    table = read("ui_elements", ELEMENTS, max_elements=6)
    assert table.shape == (6, len(UI_COLUMNS)) and table.dtype == np.float32
    row = dict(zip(UI_COLUMNS, table[0].tolist(), strict=True))
    on = {"is_present", "is_checkable", "is_checked", "is_clickable", "is_visible"}
    assert {name for name in row if row[name] == 1.0} == on | {"y_max"}
    assert [row[n] for n in ("x_min", "x_max", "y_min")] == [0.0, 0.5, pytest.approx(0.1)]
    assert table[:, 0].tolist() == [1, 1, 1, 1, 0, 0]


def test_text_of_elements():
    rows = read("ui_text", ELEMENTS, max_elements=6, text_length=8)
    assert [decode_text(row) for row in rows] == ["A switch", "Search", "First na", "", "", ""]


SHOWN = [
    UIElement(
        text="Zoë\0's “note”\nof two lines",
        content_description="A note",
        hint_text="Type",
        class_name="android.widget.EditText",
        resource_name="net.gsantner.markor:id/editor",
        bbox_pixels=BoundingBox(3, 997, 1001, 1777),
        is_editable=True,
        is_enabled=True,
    ),
    UIElement(bbox_pixels=BoundingBox(-5, 20, 1990, 2010), is_visible=False),
    UIElement(text="last", bbox_pixels=BoundingBox(0, 1000, 0, 2000), is_selected=True),
]


def test_elements_are_read_back_from_the_arrays():
    arrays = read("ui_elements", SHOWN), read("ui_strings", SHOWN)
    first, second, third = decode_elements(*arrays, (1000, 2000))
    assert first.text == "Zoë's “note”\nof two lines"
    assert (first.content_description, first.hint_text) == ("A note", "Type")
    assert (first.class_name, first.resource_name) == ("EditText", "editor")
    assert first.bbox_pixels == SHOWN[0].bbox_pixels
    assert (first.is_editable, first.is_enabled, first.is_selected) == (True, True, False)
    assert (first.is_visible, second.is_visible) == (True, False)
    assert second.text is None and second.class_name is None
    assert second.bbox_pixels == BoundingBox(0, 20, 1990, 2000)  # the screen's edges
    assert (third.text, third.is_selected) == ("last", True)


def test_no_elements_are_read_back_as_none():
    assert decode_elements(read("ui_elements"), read("ui_strings"), (1000, 2000)) == ()


@pytest.mark.parametrize("length", [1, 10, 30, 47, 48, 49, 100])
def test_the_longest_strings_are_cut_first(length):
    texts = ["short", "ü" * 12, "x" * 9]  # 5, 24 and 9 bytes, and fifteen zeros
    elements = [UIElement(text=text) for text in texts]
    strings = read("ui_strings", elements, strings_length=length)
    assert strings.shape == (length,)
    found = decode_elements(read("ui_elements", elements), strings, (1000, 2000))
    bytes_ = [len((e.text or "").encode()) for e in found]
    assert sum(bytes_) <= max(length - 15, 0)
    assert all(text.startswith(e.text or "") for e, text in zip(found, texts, strict=True))
    if length > 5 * 3 + 5 + 24 + 9:
        assert [e.text for e in found] == texts
    elif length >= 5 * 3 + 5 + 2 * 9:
        assert [found[0].text, found[2].text] == [texts[0], texts[2]]  # only the longest is cut
        assert bytes_[1] >= (length - 15 - 5 - 9) // 2 * 2 - 2
    elif length >= 30:
        assert bytes_[0] >= 4 and max(bytes_) <= (length - 15) // 3 + 1


def test_a_view_shows_what_the_arrays_hold_and_no_more():
    long = "word " * 6_000
    elements = (*SHOWN, *(UIElement(text=f"row {i}") for i in range(120)), UIElement(text=long))
    device = SimpleNamespace(size=(1000, 2000), ui_elements=lambda: elements)
    seen = AgentView(device).look("Do it. " * 400)
    assert len(seen.elements) == ObservationOptions().max_elements
    assert len(seen.goal.encode()) == ObservationOptions().goal_length
    assert (seen.width, seen.height) == (1000, 2000)
    elements = (UIElement(text=long),)
    assert len(AgentView(device).look("").elements[0].text) == 16_384 - 5


def test_a_view_paints_what_is_looked_at_alone():
    sizes = []

    def screenshot(size):
        sizes.append(size)
        return np.full((size[1], size[0], 3), 7, np.uint8)

    device = SimpleNamespace(size=(1000, 2000), ui_elements=lambda: SHOWN, screenshot=screenshot)
    for size, expected in ((None, (270, 600)), ((500, 1000), (500, 1000))):
        seen = AgentView(device, size).look("Look.")
        assert sizes == []
        assert seen.look().shape == (expected[1], expected[0], 3)
        assert sizes == [expected]
        sizes.clear()


def test_pixels_of_an_observation_are_what_is_looked_at():
    device = SimpleNamespace(size=(1000, 2000), ui_elements=lambda: SHOWN)
    parts = make_observations(("ui_elements", "ui_strings", "goal"), ObservationOptions())
    observed = {part.name: part.read(device, "Look.") for part in parts}
    assert AgentView.decode(observed, device.size).look is None
    pixels = np.zeros((4, 2, 3), np.uint8)
    assert AgentView.decode({**observed, "pixels": pixels}, device.size).look() is pixels


def test_elements_beyond_the_table_are_left_out():
    assert read("ui_elements", ELEMENTS, max_elements=2).shape[0] == 2
    assert read("ui_text", ELEMENTS, max_elements=2).shape[0] == 2


def test_the_same_elements_are_not_encoded_again():
    (part,) = make_observations("ui_elements", ObservationOptions())
    elements = tuple(ELEMENTS)
    device = SimpleNamespace(size=(1000, 2000), ui_elements=lambda: elements)
    first = part.read(device, "")
    assert part.read(device, "") is first
    elements = tuple(ELEMENTS[:1])
    assert part.read(device, "") is not first
