"""What an agent sees."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.observations import (
    UI_COLUMNS,
    ObservationOptions,
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
    on = {"is_present", "is_checkable", "is_checked", "is_clickable"}
    assert {name for name in row if row[name] == 1.0} == on | {"y_max"}
    assert [row[n] for n in ("x_min", "x_max", "y_min")] == [0.0, 0.5, pytest.approx(0.1)]
    assert table[:, 0].tolist() == [1, 1, 1, 1, 0, 0]


def test_text_of_elements():
    rows = read("ui_text", ELEMENTS, max_elements=6, text_length=8)
    assert [decode_text(row) for row in rows] == ["A switch", "Search", "First na", "", "", ""]


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
